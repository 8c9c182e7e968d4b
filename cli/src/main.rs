//! `cardwright`: plays, checks, tests and simulates card games that are written as data.
//!
//! Standard output is for results, standard error for everything else. Each command has a file of its own in
//! [`commands`]; what they share lies beside them.

mod answer;
mod args;
mod commands;
mod embedded;
mod exit;
mod face;
mod faults;
mod find;
mod interrupt;
mod library;
mod map;
mod page;
mod play;
mod prompt;
mod reference;
mod scaffold;
mod seats;
mod sim;
mod terminal;
mod text;
mod token;
mod trying;
mod watch;
mod why;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

use crate::exit::Exit;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    interrupt::install();
    let exit = commands::run(cli).unwrap_or_else(|error| report(&error));
    ExitCode::from(exit.code())
}

/// Says what went wrong, in one line where one line can say it.
fn report(error: &anyhow::Error) -> Exit {
    if exit::is_broken_pipe(error) {
        return Exit::Good;
    }
    let mut err = anstream::stderr();
    // When nothing can be written to standard error either, there is nobody left to tell.
    let _ = match error.downcast_ref::<faults::Broken>() {
        Some(broken) => write!(err, "{}", broken.render()),
        None => {
            let red = terminal::BAD;
            writeln!(err, "{red}error{red:#}: {}", cardwright::content::clean(&format!("{error:#}")))
        }
    };
    exit::of_error(error)
}
