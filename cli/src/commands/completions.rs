//! `completions`: what a shell needs to complete the command line.

use std::io::Write as _;

use anyhow::Result;
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  cardwright completions bash > ~/.local/share/bash-completion/completions/cardwright
  cardwright completions fish > ~/.config/fish/completions/cardwright.fish
  cardwright completions zsh > ~/.zfunc/_cardwright";

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell.
    shell: Shell,
}

/// Writes them.
pub fn run(args: &Args) -> Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cardwright", &mut text);
    std::io::stdout().write_all(&text)?;
    Ok(Exit::Good)
}
