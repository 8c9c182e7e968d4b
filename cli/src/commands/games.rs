//! `games`: the games there are.

use std::io::Write as _;

use anyhow::Result;
use serde_json::json;

use super::print_json;
use crate::args::Format;
use crate::exit::Exit;
use crate::library::Library;
use crate::terminal::{FAINT, STRONG, size};
use crate::text::{count, from_to, line, wrap};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cardwright games\n  cardwright games --content my-games --format json")]
pub struct Args {
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Lists them.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let games = library.games()?;
    if args.format == Format::Json {
        let list = games.iter().map(|game| {
            let players = game.players.map(|(min, max)| [min, max]);
            json!({ "id": game.id, "name": game.name, "about": game.about, "players": players, "cards": game.cards })
        });
        print_json(&list.collect::<Vec<_>>())?;
        return Ok(Exit::Good);
    }
    let mut out = anstream::stdout();
    for game in &games {
        let players = match game.players {
            Some((min, max)) => format!("{}, ", from_to(min, max)),
            None => String::new(),
        };
        let cards = count(game.cards, "card");
        writeln!(
            out,
            "{STRONG}{}{STRONG:#}  {} {FAINT}({players}{cards}){FAINT:#}",
            game.id,
            line(&game.name)
        )?;
        for about in wrap(&game.about, size().0.min(100) - 4) {
            writeln!(out, "    {about}")?;
        }
    }
    if games.is_empty() {
        writeln!(anstream::stderr(), "there are no games here")?;
    }
    Ok(Exit::Good)
}
