//! `mutate`: changes scripts in one place at a time, and tells which changes no test notices.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use cardwright::content::{Content, LineColumn};
use cardwright::kernel::{DefId, Random};
use cardwright::testing::{Fate, Mutant, Mutants};
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::print_json;
use crate::args::{Format, With};
use crate::exit::Exit;
use crate::find;
use crate::interrupt;
use crate::library::Library;
use crate::terminal::{BAD, FAINT, GOOD, STRONG};
use crate::text::{count, line};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright mutate sovak                      one card's script
  cardwright mutate missions --least 90        a whole game; fails if fewer than 90 in 100 are caught
  cardwright mutate --sample 200               two hundred changes of each game

One number, comparison, sign, selector or verb is changed at a time, or one call left out; then the tests that run
that part are run. A change that none of them notices is a rule that none of them holds.")]
pub struct Args {
    /// A card, or a game; all games if none is named.
    #[arg(num_args = 0..)]
    name: Vec<String>,
    /// The game in which the card is.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    with: With,
    /// Try only so many changes of each game, drawn by chance.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// The seed of that chance.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Exit with 1 if fewer than so many in 100 are caught.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    least: Option<u8>,
    /// How many threads; one for each core if nothing is said.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What came of a game's changes.
struct Tried {
    content: Arc<Content>,
    /// What came of each, those that made no script left out.
    fates: Vec<(Mutant, Fate)>,
    /// How many made no script.
    broken: usize,
}

/// Makes them.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let threads = args.threads.unwrap_or(0);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let (games, card) = wanted(library, args)?;
    let mut told = Vec::new();
    let (mut caught, mut all) = (0, 0);
    for game in games {
        if interrupt::is_stopped() {
            break;
        }
        let tried = try_all(library, &game, card.as_deref(), args, &pool)?;
        caught += tried.caught();
        all += tried.fates.len();
        if args.format == Format::Json {
            told.push(tried.data());
        } else {
            tried.print()?;
        }
    }
    if all == 0 && !interrupt::is_stopped() {
        bail!(
            "there is nothing to change: no script of what is named has a number, a sign, a selector or a call"
        );
    }
    if args.format == Format::Json {
        print_json(&json!({ "changes": all, "caught": caught, "games": told }))?;
    }
    if interrupt::is_stopped() {
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::faults_if(args.least.is_some_and(|least| caught * 100 < all * usize::from(least))))
}

/// The games, and the card if one is named.
fn wanted(library: &Library, args: &Args) -> Result<(Vec<String>, Option<String>)> {
    let word = args.name.join(" ");
    // Expansions are for one game; they say for which.
    let game = match (&args.game, args.with.game()) {
        (Some(game), _) => Some(library.find(game)?),
        (None, Some(game)) => Some(library.find(&game)?),
        (None, None) => None,
    };
    let all = || super::check::all(library);
    if word.is_empty() {
        return Ok((game.map_or_else(all, |game| Ok(vec![game]))?, None));
    }
    if args.game.is_none()
        && let Ok(game) = library.find(&word)
    {
        return Ok((vec![game], None));
    }
    if let Some(game) = game {
        return Ok((vec![game], Some(word)));
    }
    let mut homes = Vec::new();
    let mut names = Vec::new();
    for game in all()? {
        let Some(content) = library.read(&game, &[])?.0 else { continue };
        if find::card_loosely(&content.rules, &word).is_ok() {
            homes.push(game.clone());
        }
        names.push(game);
        names.extend(content.rules.cards.iter().map(|card| card.name.clone()));
    }
    match &homes[..] {
        [] => bail!("{}", find::unknown_among(&word, names.iter().map(String::as_str))),
        [_] => Ok((homes, Some(word))),
        _ => bail!("`{word}` is in {}: say which with --game", homes.join(", ")),
    }
}

fn try_all(
    library: &Library,
    game: &str,
    card: Option<&str>,
    args: &Args,
    pool: &rayon::ThreadPool,
) -> Result<Tried> {
    let game = library.game_noting(game, &args.with.folders)?;
    let content = game.content.clone();
    let card: Option<DefId> = card.map(|card| find::card_loosely(&content.rules, card)).transpose()?;
    let wanted = |content: &Content, script| card.is_none() || content.script(script).purpose.card() == card;
    let found = Mutants::of(&game, wanted);
    for test in &found.failing {
        let note = "fails already, and is left out";
        writeln!(anstream::stderr(), "note: the test `{}` {note}", line(test))?;
    }
    let mut mutants = found.all;
    if let Some(sample) = args.sample {
        draw(&mut mutants, sample as usize, args.seed);
    }
    let bar =
        ProgressBar::with_draw_target(Some(mutants.len() as u64), ProgressDrawTarget::stderr_with_hz(8));
    interrupt::be_gentle();
    let all = mutants.len();
    let mut fates: Vec<(Mutant, Fate)> = pool.install(|| {
        let one = |mutant: Mutant| {
            let fate = (!interrupt::is_stopped()).then(|| mutant.fate(&content))?;
            bar.inc(1);
            Some((mutant, fate))
        };
        mutants.into_par_iter().filter_map(one).collect()
    });
    bar.finish_and_clear();
    if interrupt::is_stopped() {
        writeln!(anstream::stderr(), "interrupted after {} of {}", fates.len(), count(all, "change"))?;
    }
    let before = fates.len();
    fates.retain(|(_, fate)| *fate != Fate::NoScript);
    Ok(Tried { broken: before - fates.len(), content, fates })
}

/// Leaves so many by chance, in their order.
fn draw(mutants: &mut Vec<Mutant>, sample: usize, seed: u64) {
    let mut chance = Random::new(seed);
    while mutants.len() > sample {
        let ix = chance.below(mutants.len() as u32) as usize;
        mutants.remove(ix);
    }
}

impl Tried {
    fn caught(&self) -> usize {
        self.fates.iter().filter(|(_, fate)| matches!(fate, Fate::Caught { .. })).count()
    }

    fn missed(&self) -> impl Iterator<Item = (&Mutant, usize)> {
        self.fates.iter().filter_map(|(mutant, fate)| match fate {
            Fate::Missed { ran } => Some((mutant, *ran)),
            _ => None,
        })
    }

    fn place(&self, mutant: &Mutant) -> (&str, LineColumn) {
        let script = self.content.script(mutant.script);
        let sources = &self.content.sources;
        (sources.path(script.file), sources.line_column(script.file, script.offset + mutant.span.start))
    }

    fn print(&self) -> Result<()> {
        let mut out = anstream::stdout();
        for (mutant, ran) in self.missed() {
            let (path, at) = self.place(mutant);
            let becomes = match &*mutant.becomes {
                "" | "()" => "left out".to_string(),
                becomes => format!("made `{}`", line(becomes)),
            };
            let told = match ran {
                0 => "no test runs it".to_string(),
                1 => "the test that runs it does not notice".to_string(),
                ran => format!("{ran} tests run it, none notices"),
            };
            let was = line(mutant.was(&self.content));
            writeln!(
                out,
                "{STRONG}{}:{}:{}{STRONG:#} `{was}` {becomes}: {FAINT}{told}{FAINT:#}",
                line(path),
                at.line,
                at.column
            )?;
        }
        let (caught, all) = (self.caught(), self.fates.len());
        let rate = (caught * 100).checked_div(all).unwrap_or(100);
        let style = if caught == all { GOOD } else { BAD };
        let broken = match self.broken {
            0 => String::new(),
            broken => format!("; {broken} more made no script"),
        };
        let game = &self.content.rules.id;
        writeln!(out, "{style}{game}: {caught} of {all} changes caught ({rate} in 100){style:#}{broken}")?;
        Ok(())
    }

    fn data(&self) -> Value {
        let missed = self.missed().map(|(mutant, ran)| {
            let (path, at) = self.place(mutant);
            let was = mutant.was(&self.content);
            json!({ "file": path, "line": at.line, "column": at.column, "was": was, "becomes": mutant.becomes,
                "tests": ran })
        });
        json!({
            "game": self.content.rules.id,
            "changes": self.fates.len(),
            "caught": self.caught(),
            "no_script": self.broken,
            "missed": missed.collect::<Vec<_>>(),
        })
    }
}
