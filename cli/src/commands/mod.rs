//! The commands, each in a file of its own.

pub mod check;
pub mod completions;
pub mod definitions;
pub mod docs;
pub mod explain;
pub mod games;
pub mod mutate;
pub mod new;
pub mod play;
pub mod replay;
pub mod schema;
pub mod score;
pub mod show;
pub mod sim;
pub mod test;
pub mod r#try;
pub mod watch;

use anyhow::Result;

use crate::args::{Cli, Command};
use crate::exit::Exit;
use crate::library::Library;

/// Does what the command line says.
pub fn run(cli: Cli) -> Result<Exit> {
    if let Command::Completions(args) = cli.command {
        return completions::run(&args);
    }
    // A folder that is watched says itself where its games are.
    if let Command::Watch(args) = &cli.command {
        return watch::run(args, cli.content.as_deref());
    }
    let library = Library::open(cli.content.as_deref())?;
    match cli.command {
        Command::Play(args) => play::run(&library, &args, cli.content.as_deref()),
        Command::Games(args) => games::run(&library, &args),
        Command::Show(args) => show::run(&library, &args),
        Command::Check(args) => check::run(&library, &args),
        Command::Test(args) => test::run(&library, &args),
        Command::Mutate(args) => mutate::run(&library, &args),
        Command::Sim(args) => sim::run(&library, &args, cli.content.as_deref()),
        Command::Replay(args) => replay::run(&library, &args),
        Command::Score(args) => score::run(&library, &args),
        Command::Explain(args) => explain::run(&library, &args),
        Command::Docs(args) => docs::run(&library, &args),
        Command::New(args) => new::run(&library, &args, cli.content.as_deref()),
        Command::Schema(args) => schema::run(&library, &args),
        Command::Definitions(args) => definitions::run(&library, &args),
        Command::Try(args) => r#try::run(&library, &args, cli.content.as_deref()),
        Command::Watch(args) => watch::run(&args, cli.content.as_deref()),
        Command::Completions(args) => completions::run(&args),
    }
}

/// Writes data for programs.
fn print_json(value: &impl serde::Serialize) -> Result<()> {
    use std::io::Write as _;
    let text = serde_json::to_string_pretty(value)?;
    Ok(writeln!(anstream::stdout(), "{text}")?)
}
