//! Faults of games as errors of the program.

use cardwright::content::{Code, Diagnostic, Diagnostics, Severity, render};
use cardwright::script::{Fault, Game};
use cardwright::testing::fault_diagnostic;

use crate::terminal::FAINT;

/// A game that cannot be played before its files are mended.
#[derive(Debug, Default)]
pub struct Broken(pub Diagnostics);

impl Broken {
    /// The faults as text, with colours; [`anstream`] takes them out where they are not wanted.
    pub fn render(&self) -> String {
        format!("{}{}", render(&self.0, true), for_more(&self.0))
    }
}

/// A line that says how to learn more of the first error, or the first warning; nothing where there is none.
pub fn for_more(faults: &Diagnostics) -> String {
    let sorted = faults.sorted();
    let of = |severity| sorted.iter().find(|one| one.severity == severity);
    match of(Severity::Error).or_else(|| of(Severity::Warning)) {
        Some(one) => format!("{FAINT}for more: cardwright explain {}{FAINT:#}\n", one.code.as_str()),
        None => String::new(),
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&render(&self.0, false))
    }
}

impl std::error::Error for Broken {}

/// A record that the game at hand does not go along with.
#[derive(Debug)]
pub struct Misfit(pub String);

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misfit {}

/// A script that failed while it ran, shown at its place.
pub fn of_script(game: &Game, fault: &Fault) -> Broken {
    let unplaced = || Diagnostic::error(Code::ScriptFault, fault.to_string());
    let mut diagnostics = Diagnostics::new(game.content.sources.clone());
    diagnostics.push(fault_diagnostic(game, fault).unwrap_or_else(unplaced));
    Broken(diagnostics)
}
