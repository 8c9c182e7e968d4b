//! `explain`: the page of a fault's code; of a kept game why something is not offered, and where points came from.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use cardwright::content::{Code, nearest};
use cardwright::kernel::Player;
use cardwright::table::Table;

use super::replay;
use crate::args::With;
use crate::exit::Exit;
use crate::library::{Library, compile_noting};
use crate::page::styled;
use crate::terminal::STRONG;
use crate::text::line;
use crate::why;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright explain C0312               why a value is unknown, and two ways to mend it
  cardwright explain                     all codes
  cardwright explain game.record         which card and which line gave each point of a kept game
  cardwright explain game.record \"tea urn\"   why it is not among the options at its end

In play, `? NAME` and `? score` tell the same.")]
pub struct Args {
    /// A code, as it stands in brackets after `error`, or a record; all codes are listed if nothing is named.
    what: Option<PathBuf>,
    /// What is not offered: a card's name, or a word of the option.
    name: Vec<String>,
    /// Whose options and points, by seat; of all if no seat is named.
    #[arg(long, value_name = "SEAT")]
    player: Option<usize>,
    /// Look at the record after so many decisions.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    #[command(flatten)]
    with: With,
}

/// Explains it.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let Some(what) = &args.what else { return list() };
    let code = what.to_string_lossy();
    if what.is_dir() {
        bail!("`{code}` is a folder: name a code or a record");
    }
    match Code::named(code.trim()) {
        Some(code) if !what.exists() => page(code),
        _ if what.exists() || what.extension().is_some() || what.components().count() > 1 => {
            record(library, args, what)
        }
        _ => {
            let known = Code::ALL.iter().map(|code| code.as_str());
            match nearest(&code, known) {
                Some(near) => bail!("unknown code `{code}`; did you mean `{near}`?"),
                None => bail!(
                    "unknown code `{code}`, and no record is called so; `cardwright explain` lists all codes"
                ),
            }
        }
    }
}

fn list() -> Result<Exit> {
    let mut out = anstream::stdout();
    for code in Code::ALL {
        writeln!(out, "{STRONG}{}{STRONG:#}  {}", code.as_str(), code.about())?;
    }
    Ok(Exit::Good)
}

fn page(code: Code) -> Result<Exit> {
    let mut out = anstream::stdout();
    write!(out, "{}", styled(code.page()))?;
    writeln!(
        out,
        "\nThe files stand beside those of a small game, the harbour:\nboats, sailors and fish at a quay."
    )?;
    Ok(Exit::Good)
}

/// A kept game: why something is not offered, or else where the points came from.
fn record(library: &Library, args: &Args, file: &Path) -> Result<Exit> {
    let record = replay::load(file)?;
    let game = replay::game_of(library, &record, &args.with)?;
    let noting = compile_noting(&game.content)?;
    let table = Table::explained(&noting, &record, args.to).map_err(|error| replay::misfit(&error))?;
    let seats = table.names().len();
    let players: Vec<Player> = match args.player {
        None => (0..seats).map(Player::at).collect(),
        Some(seat) if (1..=seats).contains(&seat) => vec![Player::at(seat - 1)],
        Some(seat) => bail!("nobody sits at seat {seat}; there are {seats}"),
    };
    let mut out = anstream::stdout();
    let word = args.name.join(" ");
    if word.is_empty() {
        for player in players {
            for told in why::points(&table, player) {
                writeln!(out, "{told}")?;
            }
        }
        return Ok(Exit::Good);
    }
    let Some(asked) = table.asked() else { bail!("the game is over: nothing is offered any more") };
    writeln!(out, "{} is asked: {}", line(&asked.who.join(", ")), line(&asked.prompt))?;
    for player in players {
        if table.ask(player).is_none() {
            if args.player.is_some() {
                writeln!(out, "{} is asked nothing now", line(&table.names()[player.ix()]))?;
            }
            continue;
        }
        for told in why::about(&table, player, &word) {
            writeln!(out, "{told}")?;
        }
    }
    Ok(Exit::Good)
}
