//! The command line as a whole; each command's own part is in its file.

use std::path::{Path, PathBuf};

use cardwright::content::expansion_game;
use clap::{Parser, Subcommand, ValueEnum};

use crate::commands::{
    check, completions, definitions, docs, explain, games, mutate, new, play, replay, schema, score, show,
    sim, test, r#try, watch,
};
use crate::text::line;

const EXAMPLES: &str = "\
Examples:
  cardwright games                      the games there are
  cardwright play missions              play one against bots
  cardwright show tricorder             a card and its text
  cardwright sim missions -n 10000      ten thousand games of bots, and what the cards were worth
  cardwright check && cardwright test   find faults in cards and scripts, run their tests
  cardwright new expansion \"More Tea\" --game missions   begin cards of your own
  cardwright docs take_top              what a word means, with an example

Exit codes: 0 all is well, 1 faults found, 2 wrong use or unreadable files, 130 stopped with Ctrl-C.";

/// Plays, checks, tests and simulates card games that are written as data.
#[derive(Debug, Parser)]
#[command(name = "cardwright", version, after_help = EXAMPLES, infer_subcommands = true)]
pub struct Cli {
    /// Read the games from the folders `cards` and `scripts` in this folder, not from the program itself.
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game: people and bots in any seats.
    Play(play::Args),
    /// List the games.
    Games(games::Args),
    /// Show a card.
    Show(show::Args),
    /// Find faults in cards and scripts without playing.
    Check(check::Args),
    /// Run the tests that stand beside the cards.
    Test(test::Args),
    /// Try a card by hand on a small table, and write what was done as a test.
    Try(r#try::Args),
    /// Check and test at every save, and say what changed.
    Watch(watch::Args),
    /// Change scripts in one place at a time; tell which changes no test notices.
    Mutate(mutate::Args),
    /// Let bots play many games; tell who wins and what the cards are worth.
    Sim(sim::Args),
    /// Play a record again: the log, and whether it still fits the cards.
    Replay(replay::Args),
    /// Score a hand of cards.
    Score(score::Args),
    /// Explain a fault's code; of a kept game why something is not offered, and where points came from.
    Explain(explain::Args),
    /// Look up a verb, zone, token, trigger, field... with an example.
    Docs(docs::Args),
    /// Begin a card, an expansion or a game.
    New(new::Args),
    /// Write the JSON Schema of a game's card files, for editors.
    Schema(schema::Args),
    /// Write the definitions of verbs and a game's functions, for the Rhai language server.
    Definitions(definitions::Args),
    /// Write the completions of a shell.
    Completions(completions::Args),
}

/// For whom the output is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// Expansions.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct With {
    /// Add an expansion: a folder with an `expansion.toml`. May be given several times.
    #[arg(long = "with", value_name = "DIR")]
    pub folders: Vec<PathBuf>,
}

impl With {
    /// The game that the expansions say they are for.
    pub fn game(&self) -> Option<String> {
        let manifest = |folder: &PathBuf| std::fs::read_to_string(folder.join("expansion.toml")).ok();
        self.folders.iter().filter_map(manifest).find_map(|text| expansion_game(&text))
    }

    /// What to type for the same games and expansions once more.
    pub fn typed(&self, content: Option<&Path>) -> String {
        let with = self.folders.iter().map(|folder| format!(" --with {}", quoted(folder)));
        with.chain(content.map(|content| format!(" --content {}", quoted(content)))).collect()
    }
}

/// A path as it is typed into a shell.
pub fn quoted(path: &Path) -> String {
    let path = line(&path.to_string_lossy());
    let plain = |c: char| c.is_alphanumeric() || "/._-~+=:@%".contains(c);
    if path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_fits_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_path_with_spaces_can_be_pasted_into_a_shell() {
        assert_eq!(quoted(Path::new("a/b.record")), "a/b.record");
        assert_eq!(quoted(Path::new("Ann's game")), r"'Ann'\''s game'");
        let with = With { folders: vec!["my cards".into()] };
        assert_eq!(with.typed(Some(Path::new("x"))), " --with 'my cards' --content x");
    }
}
