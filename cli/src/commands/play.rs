//! `play`: a game at the terminal.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Result, bail};
use cardwright::script::Game;
use cardwright::table::{Setup, StartError, Table};

use super::replay;
use crate::args::{With, quoted};
use crate::exit::Exit;
use crate::faults::of_script;
use crate::library::Library;
use crate::play::{Keep, Session, ending};
use crate::prompt::Prompt;
use crate::seats::{self, Seats, Wish};
use crate::terminal::{FAINT, STRONG, size};
use crate::text::{count, line, width, wrap};

/// Seeds that nobody chose are short enough to be typed.
const SEEDS: u64 = 1_000_000;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright play missions                                 you against bots
  cardwright play missions --seats person,person,greedy --names Ann,Bob
  cardwright play missions --record evening.record         kept after every decision
  cardwright play --record evening.record                  go on with it
  cardwright play missions --auto --seed 7                 watch bots play

In the game, `?` tells what can be typed.")]
pub struct Args {
    /// The game; a record knows its own.
    game: Option<String>,
    /// How many play.
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Who sits at each seat: person, greedy, random or search. The last bot named also sits at the other seats.
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    seats: Vec<String>,
    /// The players' names, by seat.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    names: Vec<String>,
    /// Bots only: watch them play.
    #[arg(long)]
    auto: bool,
    /// The seed of all chance; a game with the same seed and answers is the same game.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The scenario; the game's usual one if none is named.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Keep the game in this file after every decision; if it is there, go on with it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    with: With,
    /// The deck of a player, in the order of the seats. May be given several times.
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// Let everything be taken back, also past chance and hidden cards.
    #[arg(long)]
    practice: bool,
}

/// Plays.
pub fn run(library: &Library, args: &Args, content: Option<&Path>) -> Result<Exit> {
    let mut prompt = Prompt::new()?;
    let kept = args.record.as_deref().filter(|file| file.exists());
    let started = match (kept, &args.game) {
        (Some(file), _) => go_on(library, args, file, &mut prompt)?,
        (None, Some(game)) => start(library, args, game)?,
        (None, None) => {
            if let Some(file) = &args.record {
                crate::library::there(file, "record")?;
            }
            let games: Vec<String> = library.games()?.into_iter().map(|game| game.id).collect();
            bail!("which game? there is {}", games.join(", "));
        }
    };
    let Started { mut table, seats, seed } = started;
    if table.outcome().is_some() {
        writeln!(anstream::stderr(), "this game is over; `replay` tells all of it")?;
        write!(anstream::stdout(), "{}", ending(&table))?;
        return Ok(Exit::Good);
    }
    table.set_paced(true);
    table.set_practice(args.practice);
    seats.sit_down(&mut table, seed);
    let session = Session {
        table,
        seats,
        prompt,
        keep: args.record.clone().map(Keep::new),
        go_on: how_to_go_on(args, content),
        so_far: Default::default(),
    };
    session.run()
}

/// A game before its first question is shown.
struct Started {
    table: Table,
    seats: Seats,
    seed: u64,
}

fn start(library: &Library, args: &Args, name: &str) -> Result<Started> {
    let game = library.game(name, &args.with.folders)?;
    let (scenario, def) = seats::scenario(&game.rules, args.scenario.as_deref())?;
    let seats = Seats::of(wish(args, args.players), &game.rules.id, def)?;
    check_auto(args, &seats)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() % SEEDS);
    let players = seats.names(&args.names)?;
    introduce(&game, &def.title, players.len(), seed)?;
    let setup = Setup {
        scenario: Some(scenario.to_string()),
        players,
        seed,
        practice: args.practice,
        decks: args.decks.iter().cloned().map(Some).collect(),
        keep: true,
    };
    let table = Table::start(&game, &setup).map_err(|error| not_started(&game, error))?;
    Ok(Started { table, seats, seed })
}

/// Goes on with a record.
fn go_on(library: &Library, args: &Args, file: &Path, prompt: &mut Prompt) -> Result<Started> {
    let record = replay::load(file)?;
    let head = &record.head;
    if let Some(name) = &args.game {
        let game = library.find(name)?;
        if game != head.game {
            bail!(
                "`{}` is a record of `{}`, not of `{game}`; name another file",
                file.display(),
                line(&head.game)
            );
        }
    }
    let so_far = count(record.decisions.len(), "decision");
    if prompt.is_terminal() && args.game.is_some() {
        let question = format!("`{}` holds a game of {so_far}. Go on with it?", file.display());
        if !prompt.confirm(&question)? {
            bail!("`{}` is left as it is; name another file for a new game", file.display());
        }
    }
    let game = replay::game_of(library, &record, &args.with)?;
    let players = head.players.len();
    let seats = if args.seats.is_empty() && !args.auto {
        Seats::of_record(&head.seats, players)?
    } else {
        let (_, def) = seats::scenario(&game.rules, Some(&head.scenario))?;
        Seats::of(wish(args, Some(players)), &head.game, def)?
    };
    check_auto(args, &seats)?;
    let table = Table::resume(&game, &record, None).map_err(|error| replay::misfit(&error))?;
    introduce(&game, &format!("gone on with after {so_far}"), players, head.seed)?;
    Ok(Started { table, seats, seed: head.seed })
}

fn wish(args: &Args, players: Option<usize>) -> Wish<'_> {
    Wish { players, seats: &args.seats, usual: if args.auto { Wish::BOTS } else { Wish::USUAL } }
}

fn check_auto(args: &Args, seats: &Seats) -> Result<()> {
    if args.auto && seats.people().next().is_some() {
        bail!("--auto is for bots only, but --seats names a person");
    }
    Ok(())
}

fn introduce(game: &Game, what: &str, players: usize, seed: u64) -> Result<()> {
    let told = format!("{}, {}, seed {seed}", line(what), count(players, "player"));
    let mut out = anstream::stdout();
    for line in title(&line(&game.rules.name), &told, size().0) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The game's name and what is told of this play: beside each other, or the one below the other where both do not fit.
fn title(name: &str, told: &str, columns: usize) -> Vec<String> {
    if width(name) + 2 + width(told) <= columns {
        return vec![format!("{STRONG}{name}{STRONG:#}  {FAINT}{told}{FAINT:#}")];
    }
    let mut lines: Vec<String> =
        wrap(name, columns).iter().map(|line| format!("{STRONG}{line}{STRONG:#}")).collect();
    lines.extend(wrap(told, columns).iter().map(|line| format!("{FAINT}{line}{FAINT:#}")));
    lines
}

/// Why a game was not started, as an error of the program.
pub fn not_started(game: &Rc<Game>, error: StartError) -> anyhow::Error {
    match error {
        StartError::Fault(fault) => of_script(game, &fault).into(),
        error => anyhow::anyhow!("cannot start `{}`: {error}", game.rules.id),
    }
}

/// What to type to go on with this game later.
fn how_to_go_on(args: &Args, content: Option<&Path>) -> String {
    let Some(file) = &args.record else {
        return "the game is not kept; `--record FILE` keeps one".to_owned();
    };
    let words = format!("cardwright play --record {}{}", quoted(file), args.with.typed(content));
    format!("the game is kept; go on with: {words}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_that_is_too_wide_breaks_between_words() {
        let plain = |columns| -> Vec<String> {
            let lines = title("The Old Lamp", "Dusk, 1 player, seed 3", columns);
            lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
        };
        // 12 columns, two spaces and 22 columns.
        assert_eq!(plain(36), ["The Old Lamp  Dusk, 1 player, seed 3"]);
        assert_eq!(plain(35), ["The Old Lamp", "Dusk, 1 player, seed 3"]);
        assert_eq!(plain(16), ["The Old Lamp", "Dusk, 1 player,", "seed 3"]);
    }
}
