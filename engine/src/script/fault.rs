//! What went wrong in a script that ran: where, and in whose text.

use std::fmt;

use rhai::{EvalAltResult, Position};

use super::Game;
use crate::kernel::ScriptId;

/// A script that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub message: String,
    /// The script it went wrong in, where that is known.
    pub script: Option<ScriptId>,
    /// The line within the script, counted from 1; 0 where unknown.
    pub line: usize,
    /// The column within the line, in characters, counted from 1; 0 where unknown.
    pub column: usize,
    /// What was being carried out, outermost first: cards by name, rule functions by name.
    pub trail: Vec<String>,
}

impl Fault {
    /// A fault of the rules as a whole, in no one place.
    pub(crate) fn unplaced(message: impl Into<String>) -> Self {
        Self { message: message.into(), script: None, line: 0, column: 0, trail: Vec::new() }
    }

    /// Whether the same went wrong in the same place.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let place = |fault: &Self| (fault.script, fault.line, fault.column);
        place(self) == place(other) && self.message == other.message
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.trail.is_empty() {
            write!(f, " (in {})", self.trail.join(" > "))?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

/// The fault behind an interpreter's error. `script` is the one that was run; an error inside a rule function is
/// looked up in the function's own file.
pub(super) fn from_error(
    game: &Game,
    script: Option<ScriptId>,
    error: &EvalAltResult,
    mut trail: Vec<String>,
) -> Fault {
    let (mut at, mut file, mut error) = (error.position(), script, error);
    while let EvalAltResult::ErrorInFunctionCall(name, _, inner, _) = error {
        if let Some(home) = game.function_home(name) {
            file = Some(home);
            at = Position::NONE;
        }
        // A function without a name is part of the text around it.
        if !name.starts_with("anon$") {
            trail.push(format!("`{name}`"));
        }
        let position = inner.position();
        if !position.is_none() {
            at = position;
        }
        error = inner;
    }
    Fault {
        message: message(error),
        script: file,
        line: at.line().unwrap_or(0),
        column: at.position().unwrap_or(0),
        trail,
    }
}

/// What an interpreter's error means, in words for an author.
fn message(error: &EvalAltResult) -> String {
    use EvalAltResult as E;
    match error {
        E::ErrorRuntime(value, _) => value.to_string(),
        E::ErrorFunctionNotFound(signature, _) => unknown_function(signature),
        E::ErrorVariableNotFound(name, _) => format!("unknown variable `{name}`"),
        E::ErrorTooManyOperations(_) => "the script does not end".to_string(),
        E::ErrorStackOverflow(_) => "functions call each other without end".to_string(),
        E::ErrorDataTooLarge(what, _) if what.contains("string") => "a text that is too long".to_string(),
        E::ErrorDataTooLarge(what, _) if what.contains("map") => "a map that is too large".to_string(),
        E::ErrorDataTooLarge(..) => "an array that is too long".to_string(),
        E::ErrorTerminated(..) => "the step does not end: too much was evaluated".to_string(),
        E::ErrorArrayBounds(len, ix, _) => format!("position {ix} of an array of {len}"),
        E::ErrorMismatchDataType(wanted, got, _) | E::ErrorMismatchOutputType(wanted, got, _) => {
            format!("a value of type {got} where {wanted} is wanted")
        }
        other => {
            let mut clean = other.to_string();
            // The interpreter appends the position, which a fault shows in its own way.
            if let Some(ix) = clean.rfind(" (line ") {
                clean.truncate(ix);
            }
            clean
        }
    }
}

fn unknown_function(signature: &str) -> String {
    let name = signature.split(['(', ' ']).next().unwrap_or(signature);
    match super::verbs::names().iter().any(|verb| *verb == name) {
        true => format!("`{name}` does not take these arguments: {signature}"),
        false => format!("unknown function `{signature}`"),
    }
}
