//! `schema`: JSON Schemas of card files and manifests, for editors.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use cardwright::content::schema;
use clap::ValueHint;

use crate::args::With;
use crate::exit::Exit;
use crate::library::Library;
use crate::terminal::GOOD;
use crate::text::line;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright schema missions > card.schema.json                 for the game's card files
  cardwright schema --manifest > manifest.schema.json           for manifests of games
  cardwright schema missions --with my-cards --write my-cards   all that an expansion's files need

A card file names its schema in its first line: #:schema ../card.schema.json")]
pub struct Args {
    /// The game; not needed for manifests and decks.
    game: Option<String>,
    #[command(flatten)]
    with: With,
    /// The schema of the manifests of games.
    #[arg(long, group = "what")]
    manifest: bool,
    /// The schema of the manifests of the game's expansions.
    #[arg(long, group = "what")]
    expansion: bool,
    /// The schema of the game's files of tests.
    #[arg(long, group = "what")]
    tests: bool,
    /// The schema of files of decks.
    #[arg(long, group = "what")]
    deck: bool,
    /// Write all of them into this folder, each into a file of its own.
    #[arg(long, value_name = "DIR", group = "what", value_hint = ValueHint::DirPath)]
    write: Option<PathBuf>,
}

/// Writes it.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    if args.manifest {
        return print(&schema::game());
    }
    if args.deck {
        return print(&schema::deck());
    }
    let Some(game) = &args.game else { bail!("say for which game; `cardwright games` lists them") };
    // The declarations are there even where cards have faults, which is just when an editor's help is wanted.
    let game = library.find(game)?;
    let (content, faults) = library.read(&game, &args.with.folders)?;
    let Some(content) = content else { return Err(crate::faults::Broken(faults).into()) };
    let rules = &content.rules;
    if args.expansion {
        return print(&schema::expansion(rules));
    }
    if args.tests {
        return print(&schema::tests(rules));
    }
    let Some(folder) = &args.write else { return print(&schema::card(rules)) };
    let all = [
        ("card", schema::card(rules)),
        ("tests", schema::tests(rules)),
        ("deck", schema::deck()),
        ("manifest", schema::game()),
        ("expansion", schema::expansion(rules)),
    ];
    for (name, schema) in all {
        let path = folder.join(format!("{name}.schema.json"));
        fs::write(&path, schema::text(&schema))
            .with_context(|| format!("cannot write `{}`", path.display()))?;
        writeln!(anstream::stdout(), "{GOOD}written{GOOD:#} {}", line(&path.to_string_lossy()))?;
    }
    Ok(Exit::Good)
}

fn print(schema: &serde_json::Value) -> Result<Exit> {
    write!(anstream::stdout(), "{}", schema::text(schema))?;
    Ok(Exit::Good)
}
