//! `sim`: many games of bots, with and without an expansion, told as text, charts, tables and data.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use cardwright::content::{Content, did_you_mean};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::print_json;
use crate::args::{With, quoted};
use crate::exit::Exit;
use crate::interrupt;
use crate::library::{Library, compile, there};
use crate::seats::{self, Seats, Wish};
use crate::sim::{
    Comparison, Picture, Plan, Table, Tally, chart, compared_data, compared_text, make_folder, run as play,
    run_data, run_text, svg, write_table, write_tables,
};
use crate::terminal::BAD;
use crate::text::{count, line};

/// Games that broke off are told so many of.
const MOST_FAILURES: usize = 10;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright sim missions -n 10000
  cardwright sim missions -n 500 --players 4 --seats greedy,random --chart
  cardwright sim missions -n 2000 --with my-cards --compare --svg moved.svg
  cardwright sim missions -n 2000 --with my-cards --csv tables
  cardwright sim missions -n 2000 --format csv --table choices

The same seed gives the same games, whatever the number of threads. In the table of cards, a card counts for the
player who has it when the game ends. Intervals hold the true figure in 95 of 100 runs.")]
pub struct Args {
    /// The game.
    game: String,
    /// How many games.
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
    /// How many play.
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Which bot sits at each seat: greedy, random or search. The last also sits at the other seats; random if none is
    /// named.
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    seats: Vec<String>,
    /// The seed of the run; each game's own comes from it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads; one for each core if nothing is said.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The deck of a player, in the order of the seats. May be given several times.
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// The scenario; the game's usual one if none is named. With --compare, one that only the expansion has is compared
    /// with the game's usual one.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    #[command(flatten)]
    with: With,
    /// Play each seed twice, without the expansions and with them, and tell what moved.
    #[arg(long)]
    compare: bool,
    /// Tell every option that was offered, not only those that were never or hardly ever chosen; and with --compare
    /// every card.
    #[arg(long, visible_alias = "all")]
    choices: bool,
    /// Draw charts below the text.
    #[arg(long)]
    chart: bool,
    /// Draw the charts as a picture into a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write all tables as CSV into a folder: seats, cards, games, choices, and with --compare what moved.
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Form,
    /// With --format csv: which table. What moved if runs are compared, else the cards.
    #[arg(long, value_enum, value_name = "TABLE")]
    table: Option<Table>,
}

/// For whom the output is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For spreadsheets: one table.
    Csv,
}

/// A run that was played.
struct Ran {
    plan: Plan,
    tally: Tally,
    /// What to type for the same expansions once more.
    with: String,
}

/// Plays them.
pub fn run(library: &Library, args: &Args, content_dir: Option<&Path>) -> Result<Exit> {
    refuse(args)?;
    let content = library.content(&args.game, &args.with.folders)?;
    let (plan, before) = plans(library, args, content)?;
    let runs = if before.is_some() { 2 } else { 1 };
    let bar = progress_bar(args.number * runs);
    interrupt::be_gentle();
    let start = Instant::now();
    let typed = |with: &With| with.typed(content_dir);
    let without = match before {
        Some(plan) => Some(Ran { tally: play(&plan, &bar)?, plan, with: typed(&With::default()) }),
        None => None,
    };
    let with = Ran { tally: play(&plan, &bar)?, plan, with: typed(&args.with) };
    let took = start.elapsed();
    bar.finish_and_clear();
    if interrupt::is_stopped() {
        let played = with.tally.games + with.tally.failures.len() as u64;
        note(&format!("interrupted after {played} of {}", count(args.number as usize, "game")))?;
        if played == 0 {
            return Ok(Exit::Interrupted);
        }
    }
    tell(args, without.as_ref(), &with, took)?;
    without.iter().chain([&with]).try_for_each(complain)?;
    if interrupt::is_stopped() {
        return Ok(Exit::Interrupted);
    }
    let is_broken = |run: &Ran| !run.tally.failures.is_empty() || !run.tally.tried.is_empty();
    Ok(Exit::faults_if(without.iter().chain([&with]).any(is_broken)))
}

/// What does not go together is refused before anything is played.
fn refuse(args: &Args) -> Result<()> {
    if args.compare && args.with.folders.is_empty() {
        bail!("there is nothing to compare with: name an expansion, `--compare --with DIR`");
    }
    if args.table.is_some() && args.format != Form::Csv {
        bail!("`--table` says which table `--format csv` writes; `--csv DIR` writes all of them");
    }
    if args.table == Some(Table::Compare) && !args.compare {
        bail!("the table `compare` tells what moved between two runs: add `--compare --with DIR`");
    }
    if args.chart && args.format != Form::Text {
        bail!("`--chart` draws below the text; `--svg FILE` draws beside any format");
    }
    if let Some(file) = &args.svg {
        if file.is_dir() {
            bail!("`{}` is a folder; `--svg` wants a file", file.display());
        }
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            there(folder, "folder")?;
        }
    }
    match &args.csv {
        Some(folder) => make_folder(folder),
        None => Ok(()),
    }
}

/// The run that is told; before it, for a comparison, the one that it is compared with.
fn plans(library: &Library, args: &Args, content: Arc<Content>) -> Result<(Plan, Option<Plan>)> {
    if !args.compare {
        return Ok((plan(args, content, args.scenario.as_deref())?, None));
    }
    let base = library.content(&args.game, &[])?;
    let known = |name: &&str| base.rules.scenarios.names().any(|own| crate::library::same(own, name));
    let before = plan(args, base.clone(), args.scenario.as_deref().filter(known));
    let plan = plan(args, content, args.scenario.as_deref())?;
    let before = before.context("without the expansion")?;
    if before.seats != plan.seats {
        let (one, other) = (before.seats.0.len(), plan.seats.0.len());
        bail!("{one} play without the expansion and {other} with it: say how many, `--players N`");
    }
    Ok((plan, Some(before)))
}

fn plan(args: &Args, content: Arc<Content>, scenario: Option<&str>) -> Result<Plan> {
    // Faults are told once, before every thread compiles the game for itself.
    drop(compile(&content)?);
    let (scenario, def) = seats::scenario(&content.rules, scenario)?;
    let wish = Wish { players: args.players, seats: &args.seats, usual: ("random", "random") };
    let seats = Seats::of(wish, &content.rules.id, def)?;
    if seats.people().next().is_some() {
        bail!("people cannot sit in a simulation; `play` is for them");
    }
    let names = seats.names(&[])?;
    if let Some(deck) = args.decks.iter().find(|deck| content.deck(deck).is_none()) {
        let known: Vec<&str> = content.decks.iter().map(|deck| &*deck.id).collect();
        match did_you_mean(deck, known.iter().copied()) {
            Some(help) => bail!("unknown deck `{deck}`; {help}"),
            None if known.is_empty() => bail!("unknown deck `{deck}`; this game has no decks"),
            None => bail!("unknown deck `{deck}`; there is {}", known.join(", ")),
        }
    }
    Ok(Plan {
        scenario: scenario.to_string(),
        decks: args.decks.iter().cloned().map(Some).collect(),
        seats,
        names,
        games: args.number,
        seed: args.seed,
        threads: args.threads,
        content,
    })
}

/// Tells what came of it.
fn tell(args: &Args, without: Option<&Ran>, with: &Ran, took: Duration) -> Result<()> {
    let (plan, tally) = (&with.plan, &with.tally);
    let compared = without.map(|run| {
        let before = (&*run.plan.content.rules, &run.tally);
        Comparison::of(before, (&*plan.content.rules, tally), &plan.names, plan.games)
    });
    let mut tables = Vec::new();
    tables.extend(without.map(|run| ("without", &run.plan, &run.tally)));
    let is_with = !args.with.folders.is_empty();
    tables.push((if is_with { "with" } else { "without" }, plan, tally));
    let both = without.zip(compared.as_ref());
    let mut out = anstream::stdout();
    match (args.format, both) {
        (Form::Json, None) => print_json(&run_data(plan, tally, took))?,
        (Form::Json, Some((run, found))) => {
            print_json(&compared_data(found, (&run.plan, &run.tally), (plan, tally), took))?;
        }
        (Form::Csv, _) => {
            let usual = if args.compare { Table::Compare } else { Table::Cards };
            write_table(args.table.unwrap_or(usual), &tables, compared.as_ref(), &mut out)?;
        }
        (Form::Text, None) => run_text(&mut out, plan, tally, took, args.choices)?,
        (Form::Text, Some((run, found))) => {
            compared_text(&mut out, found, (&run.plan, &run.tally), (plan, tally), took, args.choices)?;
        }
    }
    if let Some(folder) = &args.csv {
        write_tables(folder, &tables, compared.as_ref())?;
        note(&format!("the tables are in {}", quoted(folder)))?;
    }
    if !args.chart && args.svg.is_none() {
        return Ok(());
    }
    let picture = match both {
        Some((run, found)) => Picture::compared(found, &run.tally, plan, tally),
        None => Picture::of(plan, tally),
    };
    if args.chart {
        chart(&picture).into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if let Some(file) = &args.svg {
        std::fs::write(file, svg(&picture)).with_context(|| format!("cannot write `{}`", file.display()))?;
        note(&format!("the charts are in {}", quoted(file)))?;
    }
    Ok(())
}

/// A word to the person, beside the result.
fn note(words: &str) -> Result<()> {
    Ok(writeln!(anstream::stderr(), "{words}")?)
}

fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games  {rate}/s  {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // A bar that cannot be written is not worth an error.
            let _ = write!(out, "{:.0}", state.per_sec());
        });
    bar.with_style(style)
}

/// Tells of games that broke off, and how to see each again; then of scripts that failed in no game, since bots tried
/// them out and went another way.
fn complain(run: &Ran) -> Result<()> {
    let Ran { plan, tally, with } = run;
    let mut err = anstream::stderr();
    for failure in tally.failures.iter().take(MOST_FAILURES) {
        let message = line(&failure.message);
        writeln!(err, "{BAD}game {} broke off{BAD:#}: {message}", failure.game + 1)?;
        let seats = plan.seats.0.join(",");
        let (game, scenario, seed) = (&plan.content.rules.id, &plan.scenario, failure.seed);
        writeln!(
            err,
            "  cardwright play {game} --auto --seats {seats} --scenario {scenario} --seed {seed}{with}"
        )?;
    }
    if tally.failures.len() > MOST_FAILURES {
        writeln!(err, "and {} more", tally.failures.len() - MOST_FAILURES)?;
    }
    for (message, times) in tally.tried.iter().take(MOST_FAILURES) {
        let message = line(message);
        writeln!(
            err,
            "{BAD}failed {} while bots tried it out{BAD:#}: {message}",
            count(*times as usize, "time")
        )?;
    }
    if tally.tried.len() > MOST_FAILURES {
        writeln!(err, "and {} more", tally.tried.len() - MOST_FAILURES)?;
    }
    Ok(())
}
