//! What came of many games, as tables in CSV. Every table has the column `run`: `with` if expansions were there,
//! `without` if not, so that the tables of a comparison are those of its runs, one below the other.

use std::path::Path;

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use csv::Writer;

use super::stats::{MOST_GAMES, Span};
use super::{Comparison, Measure, Plan, Tally};
use crate::text::line;

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Table {
    /// A row for each seat.
    Seats,
    /// A row for each card that somebody had when a game ended.
    Cards,
    /// A row for each game.
    Games,
    /// A row for each option that was offered.
    Choices,
    /// What moved: a row for each figure and card of a comparison.
    Compare,
}

impl Table {
    const ALL: [Self; 5] = [Self::Seats, Self::Cards, Self::Games, Self::Choices, Self::Compare];

    const fn file(self) -> &'static str {
        match self {
            Self::Seats => "seats.csv",
            Self::Cards => "cards.csv",
            Self::Games => "games.csv",
            Self::Choices => "choices.csv",
            Self::Compare => "compare.csv",
        }
    }
}

/// A run as tables tell it.
pub type Ran<'a> = (&'static str, &'a Plan, &'a Tally);

/// Writes every table that there is into a folder.
pub fn write_all(folder: &Path, runs: &[Ran<'_>], compared: Option<&Comparison>) -> Result<()> {
    make_folder(folder)?;
    for table in Table::ALL {
        if table == Table::Compare && compared.is_none() {
            continue;
        }
        let path = folder.join(table.file());
        let mut text = Vec::new();
        write(table, runs, compared, &mut text)?;
        std::fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(())
}

/// Makes the folder for the tables, if it is not there.
pub fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))
}

/// Writes one table.
pub fn write(
    table: Table,
    runs: &[Ran<'_>],
    compared: Option<&Comparison>,
    mut to: impl std::io::Write,
) -> Result<()> {
    let mut out = Writer::from_writer(Vec::new());
    match table {
        Table::Seats => seats(runs, &mut out),
        Table::Cards => cards(runs, &mut out),
        Table::Games => games(runs, &mut out),
        Table::Choices => choices(runs, &mut out),
        Table::Compare => compare(compared, &mut out),
    }?;
    // Written as a whole, so that a reader who has gone is met where all output meets it.
    to.write_all(&out.into_inner().context("cannot write a table")?)?;
    Ok(to.flush()?)
}

type Out = Writer<Vec<u8>>;

fn number(value: f64) -> String {
    format!("{value:.3}")
}

fn maybe(value: Option<f64>) -> String {
    value.map(number).unwrap_or_default()
}

fn ends(span: Option<Span>) -> [String; 3] {
    [maybe(span.map(|span| span.value)), maybe(span.map(|span| span.low)), maybe(span.map(|span| span.high))]
}

fn seats(runs: &[Ran<'_>], out: &mut Out) -> csv::Result<()> {
    let head = ["run", "seat", "name", "bot", "games", "wins"];
    let rest = ["win_rate", "win_low", "win_high", "score", "score_low", "score_high"];
    out.write_record(head.iter().chain(&rest))?;
    for (run, plan, tally) in runs {
        for (seat, (name, bot)) in plan.names.iter().zip(&plan.seats.0).enumerate() {
            let (seat_number, games) = ((seat + 1).to_string(), tally.games.to_string());
            let wins = tally.wins[seat].to_string();
            let fields = [*run, &seat_number, name, bot, &games, &wins].map(str::to_owned);
            let figures = [ends(tally.win_rate(seat)), ends(tally.score(seat))];
            out.write_record(fields.iter().chain(figures.iter().flatten()))?;
        }
    }
    Ok(())
}

fn cards(runs: &[Ran<'_>], out: &mut Out) -> csv::Result<()> {
    let head = ["run", "id", "card", "players", "wins", "win_rate", "win_low", "win_high", "score"];
    let others = ["others", "others_wins", "others_win_rate", "others_score"];
    out.write_record(head.iter().chain(&others))?;
    for (run, plan, tally) in runs {
        for card in tally.ranked(&plan.content.rules) {
            let def = &plan.content.rules.cards[card.ix];
            let score = |side: super::CardTally| maybe(tally.extremes.and(side.average()));
            let counts = [card.with.players, card.with.wins].map(|n| n.to_string());
            let others = [card.without.players, card.without.wins].map(|n| n.to_string());
            let mut row = vec![(*run).to_owned(), def.id.clone(), line(&def.name)];
            row.extend(counts);
            row.extend(ends(card.with.win_span()));
            row.push(score(card.with));
            row.extend(others);
            row.extend([maybe(card.without.win_rate()), score(card.without)]);
            out.write_record(row)?;
        }
    }
    Ok(())
}

fn games(runs: &[Ran<'_>], out: &mut Out) -> csv::Result<()> {
    let seats = runs.iter().map(|(_, plan, _)| plan.names.len()).max().unwrap_or(0);
    let head = ["run", "game", "seed", "decisions", "steps", "winners", "fault"].map(str::to_owned);
    out.write_record(head.into_iter().chain((1..=seats).map(|seat| format!("score_{seat}"))))?;
    for (run, _, tally) in runs {
        let mut broken = tally.failures.iter().peekable();
        let mut rows = tally.rows.iter().peekable();
        while rows.peek().is_some() || broken.peek().is_some() {
            let first = rows.peek().map_or(u64::MAX, |row| row.game);
            if let Some(failure) = broken.next_if(|failure| failure.game < first) {
                let (game, seed) = ((failure.game + 1).to_string(), failure.seed.to_string());
                let fields =
                    [run, game.as_str(), &seed, "", "", "", &line(&failure.message)].map(str::to_owned);
                out.write_record(fields.into_iter().chain((0..seats).map(|_| String::new())))?;
            } else if let Some(row) = rows.next() {
                let winners: Vec<String> = row.winners.iter().map(|player| player.0.to_string()).collect();
                let counts = [row.game + 1, row.seed, row.decisions.into(), row.steps.into()];
                let mut fields = vec![(*run).to_owned()];
                fields.extend(counts.map(|n| n.to_string()));
                fields.extend([winners.join(" "), String::new()]);
                let score = |seat: usize| row.scores.get(seat).map(ToString::to_string).unwrap_or_default();
                fields.extend((0..seats).map(score));
                out.write_record(fields)?;
            }
        }
    }
    Ok(())
}

fn choices(runs: &[Ran<'_>], out: &mut Out) -> csv::Result<()> {
    out.write_record(["run", "prompt", "option", "offered", "chosen", "by_chance", "verdict"])?;
    for (run, _, tally) in runs {
        for (choice, offer) in &tally.choices.0 {
            let (offered, chosen) = (offer.offered.to_string(), offer.chosen.to_string());
            let due = number(offer.due());
            out.write_record([
                run,
                &*choice.prompt,
                &choice.option,
                &offered,
                &chosen,
                &due,
                offer.verdict(),
            ])?;
        }
    }
    Ok(())
}

fn compare(compared: Option<&Comparison>, out: &mut Out) -> csv::Result<()> {
    let head = ["kind", "id", "name", "unit", "of_without", "of_with"];
    let figures = ["without", "without_low", "without_high", "with", "with_low", "with_high"];
    let moved = ["difference", "difference_low", "difference_high", "seen", "sure", "games_needed"];
    out.write_record(head.iter().chain(&figures).chain(&moved))?;
    let Some(compared) = compared else { return Ok(()) };
    let measures = compared.measures.iter().map(|measure| ("game", measure));
    for (kind, measure) in measures.chain(compared.cards.iter().map(|measure| ("card", measure))) {
        let Measure { id, name, unit, of, .. } = measure;
        let (of_without, of_with) = (of.0.to_string(), of.1.to_string());
        let fields = [kind, id, name, unit.name(), &of_without, &of_with].map(str::to_owned);
        let spans = [measure.without, measure.with, measure.difference].map(|span| ends(Some(span)));
        let needed = measure.needed.map(|games| games.min(MOST_GAMES).to_string()).unwrap_or_default();
        let verdict = [measure.is_seen().to_string(), measure.is_sure.to_string(), needed];
        out.write_record(fields.iter().chain(spans.iter().flatten()).chain(&verdict))?;
    }
    Ok(())
}
