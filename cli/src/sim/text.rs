//! What came of many games, as text of at most 80 columns.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;

use super::choices::{Choice, Offer};
use super::stats::{MOST_GAMES, Span};
use super::tally::Ranked;
use super::{CardTally, Choices, Comparison, Measure, Plan, Tally, Unit, per_second};
use crate::terminal::{BAD, FAINT, GOOD, STRONG};
use crate::text::{count, cut, line, pad, width, wrap};

/// The longest name in a table.
const LONGEST_NAME: usize = 34;
/// The longest name in a table of what moved.
const LONGEST_MEASURE: usize = 25;
/// Cards that did not move are told so many of, options that are never chosen as well.
const MOST_TOLD: usize = 8;
/// Cards of an expansion are told so many of.
const MOST_NEW: usize = 20;
/// How wide a line may be.
const COLUMNS: usize = 80;

/// One run.
pub fn run(out: &mut impl Write, plan: &Plan, tally: &Tally, took: Duration, all: bool) -> Result<()> {
    let games = tally.games.max(1) as f64;
    let name = line(&plan.content.rules.name);
    let rate = per_second(tally, took);
    writeln!(
        out,
        "{STRONG}{name}{STRONG:#}: {} in {:.1} s, {rate} a second",
        count(tally.games as usize, "game"),
        took.as_secs_f64()
    )?;
    if let Some(length) = tally.length() {
        let super::tally::Length { average, least, middle, most, steps } = length;
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
    let score = if tally.extremes.is_some() { "     score" } else { "" };
    writeln!(out, "\n{STRONG}{}   wins   95% interval{score}{STRONG:#}", pad("seat", columns))?;
    for (seat, (name, kind)) in plan.names.iter().zip(&plan.seats.0).enumerate() {
        let who = pad(&format!("{name} ({kind})"), columns);
        let Some(wins) = tally.win_rate(seat) else { continue };
        let score = match tally.extremes {
            Some(_) => format!("{:>10.1}", tally.scores[seat] as f64 / games),
            None => String::new(),
        };
        let interval = format!("{:.1} to {:.1}", wins.low, wins.high);
        writeln!(out, "{who} {:>6.1}%  {interval:>12}{score}", wins.value)?;
    }
    if let Some((least, most)) = tally.extremes {
        let shared = 100.0 * tally.shared as f64 / games;
        writeln!(
            out,
            "{FAINT}scores from {least} to {most}; {shared:.1}% of the games were shared{FAINT:#}"
        )?;
    }
    cards(out, plan, tally)?;
    choices(out, &tally.choices, all)
}

fn cards(out: &mut impl Write, plan: &Plan, tally: &Tally) -> Result<()> {
    let cards = tally.ranked(&plan.content.rules);
    if cards.is_empty() {
        return Ok(());
    }
    let name = |ix: usize| line(&plan.content.rules.cards[ix].name);
    let columns = cards.iter().map(|card| width(&name(card.ix))).max().unwrap_or(0).min(LONGEST_NAME);
    let scores = tally.extremes.is_some();
    let cell = |value: Option<f64>| value.map_or("       -".to_owned(), |value| format!("{value:>8.1}"));
    let heads = if scores { "   score without   win % without" } else { "   win % without" };
    writeln!(out, "\n{STRONG}{}   had{heads}{STRONG:#}", pad("card", columns))?;
    for Ranked { ix, with, without } in cards {
        let score = |side: CardTally| if scores { cell(side.average()) } else { String::new() };
        let scores = format!("{}{}", score(with), score(without));
        let wins = format!("{}{}", cell(with.win_rate()), cell(without.win_rate()));
        writeln!(out, "{} {:>5}{scores}{wins}", pad(&name(ix), columns), with.players)?;
    }
    Ok(())
}

/// The options that were never or hardly ever chosen; or all of them.
fn choices(out: &mut impl Write, choices: &Choices, all: bool) -> Result<()> {
    if choices.0.is_empty() {
        return Ok(());
    }
    let heading = |out: &mut dyn Write, title: &str| {
        writeln!(out, "\n{STRONG}{}offered chosen by chance{STRONG:#}", pad(title, COLUMNS - 24))
    };
    if all {
        heading(out, "what was offered, and how often it was chosen")?;
        for (choice, offer) in &choices.0 {
            option(out, choice, *offer)?;
        }
        return Ok(());
    }
    let never = choices.telling(Offer::is_never_chosen);
    let hardly = choices.telling(Offer::is_hardly_chosen);
    let groups = [("never chosen, though offered", never), ("hardly ever chosen", hardly)];
    for (title, found) in &groups {
        if found.is_empty() {
            continue;
        }
        heading(out, title)?;
        for (choice, offer) in found.iter().take(MOST_TOLD) {
            option(out, choice, *offer)?;
        }
        if found.len() > MOST_TOLD {
            writeln!(out, "{FAINT}and {} more; --choices tells all{FAINT:#}", found.len() - MOST_TOLD)?;
        }
    }
    let untold = choices.untold();
    if groups.iter().all(|(_, found)| found.is_empty()) {
        let all = count(choices.0.len(), "option");
        writeln!(out, "\n{FAINT}of {all} none was left out more often than chance would{FAINT:#}")?;
    }
    if untold > 0 {
        let were = if untold == 1 { "was" } else { "were" };
        let untold = count(untold, "option");
        writeln!(out, "{FAINT}{untold} {were} never chosen, but offered too seldom to tell{FAINT:#}")?;
    }
    Ok(())
}

fn option(out: &mut impl Write, choice: &Choice, offer: Offer) -> std::io::Result<()> {
    let words = format!("{} → {}", cut(&choice.prompt, 30), choice.option);
    writeln!(
        out,
        "{}{:>7} {:>6} {:>9.1}",
        pad(&words, COLUMNS - 24),
        offer.offered,
        offer.chosen,
        offer.due()
    )
}

/// Two runs, and what moved between them.
pub fn compared(
    out: &mut impl Write,
    found: &Comparison,
    (before, without): (&Plan, &Tally),
    (plan, with): (&Plan, &Tally),
    took: Duration,
    all: bool,
) -> Result<()> {
    let rules = &plan.content.rules;
    let games = count(plan.games as usize, "game");
    let names: Vec<String> = plan.content.expansions.iter().map(|expansion| line(&expansion.name)).collect();
    writeln!(
        out,
        "{STRONG}{}{STRONG:#}: {games} without and with {}, on the same seeds",
        line(&rules.name),
        names.join(", ")
    )?;
    let seats: Vec<&str> = plan.seats.0.clone();
    let rate = ((without.games + with.games) as f64 / took.as_secs_f64().max(1e-9)).round();
    writeln!(out, "{FAINT}{}; {:.1} s, {rate} a second{FAINT:#}", seats.join(", "), took.as_secs_f64())?;
    if before.scenario != plan.scenario {
        writeln!(out, "without: scenario {}; with: scenario {}", before.scenario, plan.scenario)?;
    }
    if found.pairs < plan.games {
        let left = plan.games - found.pairs;
        writeln!(
            out,
            "{BAD}{} broke off in one run or both and left out{BAD:#}",
            count(left as usize, "seed")
        )?;
    }
    if found.pairs < 30 {
        writeln!(out, "{BAD}fewer than 30 games: the intervals of averages are too narrow{BAD:#}")?;
    }
    let (seen, unseen): (Vec<&Measure>, Vec<&Measure>) = found.measures.iter().partition(|one| one.is_seen());
    moved(out, "what moved", &seen, false)?;
    not_moved(out, &unseen, unseen.len())?;
    let told = "One line in twenty would seem to have moved by chance alone. Would take: so many games would show a \
                difference of that size in 4 of 5 runs.";
    for told in wrap(told, COLUMNS) {
        writeln!(out, "{FAINT}{told}{FAINT:#}")?;
    }

    let (seen, unseen): (Vec<&Measure>, Vec<&Measure>) = found.cards.iter().partition(|one| one.is_seen());
    if !found.cards.is_empty() {
        moved(out, "win rate with the card", &seen, true)?;
        not_moved(out, &unseen, if all { unseen.len() } else { MOST_TOLD })?;
        let by_chance = found.cards.len() as f64 / 20.0;
        let sure = seen.iter().filter(|one| one.is_sure).count();
        let words = format!(
            "Of {} that both have, about {by_chance:.0} would seem to have moved by chance alone; {sure} \
             marked * would still be seen if all were to be right together.",
            count(found.cards.len(), "card"),
        );
        for told in wrap(&words, COLUMNS) {
            writeln!(out, "{FAINT}{told}{FAINT:#}")?;
        }
    }
    if !found.new.is_empty() {
        let title = pad("new cards", LONGEST_NAME);
        writeln!(out, "\n{STRONG}{title}   had   win %   95% interval  without it{STRONG:#}")?;
        for ix in found.new.iter().take(if all { usize::MAX } else { MOST_NEW }) {
            let card = with.cards[*ix];
            let Some(wins) = card.win_span() else { continue };
            let name = pad(&line(&rules.cards[*ix].name), LONGEST_NAME);
            let others = with.everyone.without(card).win_rate();
            let others = others.map_or("-".to_owned(), |rate| format!("{rate:.1}"));
            let interval = format!("{:.1} to {:.1}", wins.low, wins.high);
            writeln!(out, "{name} {:>5}{:>8.1} {interval:>14} {others:>11}", card.players, wins.value)?;
        }
        if !all && found.new.len() > MOST_NEW {
            writeln!(out, "{FAINT}and {} more; --all tells them{FAINT:#}", found.new.len() - MOST_NEW)?;
        }
    }
    choices(out, &with.choices, false)
}

fn figure(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Percent => format!("{value:.1}%"),
        Unit::Number => format!("{value:.1}"),
    }
}

fn signed(value: f64) -> String {
    // What is shown as nothing has no sign.
    if value.abs() < 0.05 { "0.0".to_owned() } else { format!("{value:+.1}") }
}

fn interval(span: Span) -> String {
    format!("{} to {}", signed(span.low), signed(span.high))
}

fn moved(out: &mut impl Write, title: &str, seen: &[&Measure], marks: bool) -> Result<()> {
    if seen.is_empty() {
        return Ok(());
    }
    let title = pad(title, LONGEST_MEASURE);
    writeln!(out, "\n{STRONG}{title}  without     with    moved     95% interval{STRONG:#}")?;
    for one in seen {
        let (without, with) = (figure(one.without.value, one.unit), figure(one.with.value, one.unit));
        let style = if one.difference.value > 0.0 { GOOD } else { BAD };
        let mark = if marks && one.is_sure { " *" } else { "" };
        let name = pad(&one.name, LONGEST_MEASURE);
        let (moved, interval) = (signed(one.difference.value), interval(one.difference));
        writeln!(out, "{name} {without:>8} {with:>8} {style}{moved:>8}{style:#} {interval:>16}{mark}")?;
    }
    Ok(())
}

fn not_moved(out: &mut impl Write, unseen: &[&Measure], most: usize) -> Result<()> {
    if unseen.is_empty() {
        return Ok(());
    }
    let title = pad("no difference can be seen", LONGEST_MEASURE);
    writeln!(out, "\n{STRONG}{title}  without     with    moved     95% interval would take{STRONG:#}")?;
    for one in unseen.iter().take(most) {
        let (without, with) = (figure(one.without.value, one.unit), figure(one.with.value, one.unit));
        let needed = match one.needed {
            None => "-".to_owned(),
            Some(games) if games > MOST_GAMES => "over 10 M".to_owned(),
            Some(games) => grouped(games),
        };
        let name = pad(&one.name, LONGEST_MEASURE);
        let (moved, interval) = (signed(one.difference.value), interval(one.difference));
        writeln!(out, "{name} {without:>8} {with:>8} {moved:>8} {interval:>16} {needed:>10}")?;
    }
    if unseen.len() > most {
        let more = unseen.len() - most;
        writeln!(out, "{FAINT}and {more} more; --all tells them, --format csv as a table{FAINT:#}")?;
    }
    Ok(())
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (ix, digit) in digits.chars().enumerate() {
        if ix > 0 && (digits.len() - ix).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_with_a_sign_or_as_nothing() {
        assert_eq!((signed(1.25), signed(-3.0), signed(-0.04)), ("+1.2".into(), "-3.0".into(), "0.0".into()));
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let span = Span { value: -100.0, low: -100.0, high: 100.0 };
        let measure = Measure {
            id: "x".to_owned(),
            name: "a very long name of a card indeed, with a title".to_owned(),
            unit: Unit::Percent,
            without: Span { value: 100.0, ..span },
            with: Span { value: 100.0, ..span },
            difference: span,
            of: (7, 8),
            is_sure: true,
            needed: Some(MOST_GAMES),
        };
        let mut out = Vec::new();
        moved(&mut out, "what moved", &[&measure], true).expect("written");
        not_moved(&mut out, &[&measure], 1).expect("written");
        let text = anstream::adapter::strip_str(std::str::from_utf8(&out).expect("text")).to_string();
        assert!(text.lines().all(|line| width(line) <= COLUMNS), "{text}");
    }
}
