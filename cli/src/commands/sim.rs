//! `sim`: many games of bots.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde_json::{Value, json};

use super::print_json;
use crate::args::{Format, With};
use crate::exit::Exit;
use crate::library::{Library, compile};
use crate::seats::{self, Seats, Wish};
use crate::sim::{CardTally, Plan, Tally, run as play};
use crate::terminal::{BAD, FAINT, STRONG};
use crate::text::{count, line, pad, width};

/// Games that broke off are told so many of.
const MOST_FAILURES: usize = 10;
/// The longest name in the table of cards.
const LONGEST_NAME: usize = 34;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright sim missions -n 10000
  cardwright sim missions -n 500 --players 4 --seats greedy,random
  cardwright sim missions -n 2000 --with my-cards --format json

The same seed gives the same games, whatever the number of threads. In the table of cards, a card counts for the
player who has it when the game ends.")]
pub struct Args {
    /// The game.
    game: String,
    /// How many games.
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1000)]
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
    /// The scenario; the game's usual one if none is named.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    #[command(flatten)]
    with: With,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Plays them.
pub fn run(library: &Library, args: &Args, content_dir: Option<&Path>) -> Result<Exit> {
    let content = library.content(&args.game, &args.with.folders)?;
    // Faults are told once, before every thread compiles the game for itself.
    let game = compile(&content)?;
    let (scenario, def) = seats::scenario(&content.rules, args.scenario.as_deref())?;
    let wish = Wish { players: args.players, seats: &args.seats, usual: ("random", "random") };
    let seats = Seats::of(wish, &content.rules.id, def)?;
    if seats.people().next().is_some() {
        bail!("people cannot sit in a simulation; `play` is for them");
    }
    let names = seats.names(&[])?;
    let plan = Plan {
        content: content.clone(),
        scenario: scenario.to_string(),
        decks: args.decks.iter().cloned().map(Some).collect(),
        seats,
        names,
        games: args.number,
        seed: args.seed,
        threads: args.threads,
    };
    drop(game);
    let bar = progress_bar(args.number);
    let start = Instant::now();
    let tally = play(&plan, &bar)?;
    let took = start.elapsed();
    bar.finish_and_clear();
    if args.format == Format::Json {
        print_json(&data(&plan, &tally, took))?;
    } else {
        print(&plan, &tally, took)?;
    }
    complain(&plan, &tally, &args.with.typed(content_dir))?;
    Ok(Exit::faults_if(!tally.failures.is_empty()))
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

/// Tells of games that broke off, and how to see each again.
fn complain(plan: &Plan, tally: &Tally, with: &str) -> Result<()> {
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
    Ok(())
}

fn per_second(tally: &Tally, took: Duration) -> f64 {
    (tally.games as f64 / took.as_secs_f64().max(1e-9)).round()
}

fn print(plan: &Plan, tally: &Tally, took: Duration) -> Result<()> {
    let mut out = anstream::stdout();
    let games = tally.games.max(1) as f64;
    let name = line(&plan.content.rules.name);
    let rate = per_second(tally, took);
    writeln!(
        out,
        "{STRONG}{name}{STRONG:#}: {} in {:.1} s, {rate} a second",
        count(tally.games as usize, "game"),
        took.as_secs_f64()
    )?;
    if let Some((average, least, middle, most)) = tally.length() {
        let steps = tally.steps as f64 / games;
        writeln!(
            out,
            "length: {average:.1} decisions a game ({least} to {most}, half up to {middle}), {steps:.1} steps"
        )?;
    }
    if !tally.failures.is_empty() {
        writeln!(out, "{BAD}broke off: {}{BAD:#}", count(tally.failures.len(), "game"))?;
    }
    let columns = plan
        .names
        .iter()
        .zip(&plan.seats.0)
        .map(|(name, kind)| width(name) + width(kind) + 3)
        .max()
        .unwrap_or(0);
    writeln!(
        out,
        "\n{STRONG}{}   wins       {}{STRONG:#}",
        pad("seat", columns),
        if tally.extremes.is_some() { "score" } else { "" }
    )?;
    for (seat, (name, kind)) in plan.names.iter().zip(&plan.seats.0).enumerate() {
        let who = pad(&format!("{name} ({kind})"), columns);
        let wins = 100.0 * tally.wins[seat] as f64 / games;
        let score = match tally.extremes {
            Some(_) => format!("{:>8.1}", tally.scores[seat] as f64 / games),
            None => String::new(),
        };
        writeln!(out, "{who} {wins:>6.1}%  {score}")?;
    }
    if let Some((least, most)) = tally.extremes {
        let shared = 100.0 * tally.shared as f64 / games;
        writeln!(
            out,
            "{FAINT}scores from {least} to {most}; {shared:.1}% of the games were shared{FAINT:#}"
        )?;
    }
    print_cards(plan, tally, &mut out)
}

/// Cards with what they were worth to those who had them, best first.
fn ranked(plan: &Plan, tally: &Tally) -> Vec<(usize, CardTally, CardTally)> {
    let cards = tally.cards.iter().enumerate().filter(|(_, with)| with.players > 0);
    let mut cards: Vec<_> = cards.map(|(ix, with)| (ix, *with, tally.everyone.without(*with))).collect();
    let gain = |with: CardTally, without: CardTally| match tally.extremes {
        Some(_) => with.average().unwrap_or(0.0) - without.average().unwrap_or(0.0),
        None => with.win_rate().unwrap_or(0.0) - without.win_rate().unwrap_or(0.0),
    };
    cards.sort_by(|one, other| {
        let by_gain = gain(other.1, other.2).total_cmp(&gain(one.1, one.2));
        by_gain.then_with(|| plan.content.rules.cards[one.0].id.cmp(&plan.content.rules.cards[other.0].id))
    });
    cards
}

fn print_cards(plan: &Plan, tally: &Tally, out: &mut impl std::io::Write) -> Result<()> {
    let cards = ranked(plan, tally);
    if cards.is_empty() {
        return Ok(());
    }
    let name = |ix: usize| line(&plan.content.rules.cards[ix].name);
    let columns = cards.iter().map(|(ix, ..)| width(&name(*ix))).max().unwrap_or(0).min(LONGEST_NAME);
    let scores = tally.extremes.is_some();
    let cell = |value: Option<f64>| value.map_or("       -".to_owned(), |value| format!("{value:>8.1}"));
    let heads = if scores { "   score without    gain   win % without" } else { "   win % without" };
    writeln!(out, "\n{STRONG}{}   had{heads}{STRONG:#}", pad("card", columns))?;
    for (ix, with, without) in cards {
        let score = if scores {
            format!("{}{} ", cell(with.average()), cell(without.average()))
        } else {
            String::new()
        };
        let wins = format!("{}{}", cell(with.win_rate()), cell(without.win_rate()));
        writeln!(out, "{} {:>5}{score}{wins}", pad(&name(ix), columns), with.players)?;
    }
    Ok(())
}

fn data(plan: &Plan, tally: &Tally, took: Duration) -> Value {
    let round = |value: f64| (value * 1000.0).round() / 1000.0;
    let games = tally.games.max(1) as f64;
    let length = tally.length().map(|(average, least, middle, most)| {
        let steps = round(tally.steps as f64 / games);
        json!({ "decisions": round(average), "least": least, "median": middle, "most": most, "steps": steps })
    });
    let card = |(ix, with, without): (usize, CardTally, CardTally)| {
        let side = |side: CardTally| {
            json!({
                "players": side.players,
                "score": tally.extremes.and(side.average()).map(round),
                "win_rate": side.win_rate().map(round),
            })
        };
        let def = &plan.content.rules.cards[ix];
        json!({ "id": def.id, "card": def.name, "with": side(with), "without": side(without) })
    };
    let failure = |failure: &crate::sim::Failure| json!({ "seed": failure.seed, "message": failure.message });
    json!({
        "game": plan.content.rules.id,
        "scenario": plan.scenario,
        "seats": plan.seats.0,
        "seed": plan.seed,
        "games": tally.games,
        "errors": tally.failures.len(),
        "games_per_second": per_second(tally, took),
        "wins": tally.wins,
        "shared": tally.shared,
        "scores": tally.extremes.map(|(least, most)| {
            let averages: Vec<f64> = tally.scores.iter().map(|score| round(*score as f64 / games)).collect();
            json!({ "average": averages, "least": least, "most": most })
        }),
        "length": length,
        "cards": ranked(plan, tally).into_iter().map(card).collect::<Vec<_>>(),
        "failures": tally.failures.iter().map(failure).collect::<Vec<_>>(),
    })
}
