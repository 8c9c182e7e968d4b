//! Faults of games as errors of the program.

use cardwright::content::{Code, Diagnostic, Diagnostics, render};
use cardwright::script::{Fault, Game};
use cardwright::testing::fault_diagnostic;

/// A game that cannot be played before its files are mended.
#[derive(Debug, Default)]
pub struct Broken(pub Diagnostics);

impl Broken {
    /// The faults as text, with colours; [`anstream`] takes them out where they are not wanted.
    pub fn render(&self) -> String {
        render(&self.0, true)
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
