//! Two runs on the same seeds, one of them with something more: what moved, and how sure that is.

use std::collections::BTreeMap;

use cardwright::kernel::{Player, Rules};

use super::stats::{Span, Sum, Z, paired_rates, rate, two_rates, z_of_all};
use super::tally::Row;
use super::{CardTally, Tally};

/// What both runs have, and how much of it moved.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Seeds whose game came to its end in both runs.
    pub pairs: u64,
    /// What concerns whole games and seats.
    pub measures: Vec<Measure>,
    /// The cards that somebody had in both runs; those that moved most first.
    pub cards: Vec<Measure>,
    /// The cards of the run with more that the other does not have, by position.
    pub new: Vec<usize>,
}

/// Something that was measured in both runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// What it is called in tables.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// In what it is measured.
    pub unit: Unit,
    /// Without.
    pub without: Span,
    /// With.
    pub with: Span,
    /// How much it moved.
    pub difference: Span,
    /// Of how many each figure is: games, or for a card the players who had it.
    pub of: (u64, u64),
    /// Whether the difference is still seen when all that are told together may be wrong only once in twenty runs.
    pub is_sure: bool,
    /// How many games would show a difference of this size, where none is seen.
    pub needed: Option<u64>,
}

/// In what something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Of a hundred.
    Percent,
    /// Points, decisions or steps.
    Number,
}

impl Unit {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Percent => "percent",
            Self::Number => "number",
        }
    }
}

impl Measure {
    /// Whether a difference is seen.
    pub fn is_seen(&self) -> bool {
        self.difference.is_seen()
    }

    /// How far it moved, in widths of its interval.
    fn weight(&self) -> f64 {
        self.difference.value.abs() / self.difference.half().max(f64::MIN_POSITIVE)
    }
}

impl Comparison {
    /// Compares two runs of so many games.
    pub fn of(without: (&Rules, &Tally), with: (&Rules, &Tally), names: &[String], games: u64) -> Self {
        let pairs = pairs(without.1, with.1);
        let mut measures = Vec::new();
        let paired = Paired { pairs: &pairs };
        for (seat, name) in names.iter().enumerate() {
            let won = |row: &Row| row.winners.contains(Player::at(seat));
            measures.extend(paired.rate(&format!("wins.{}", seat + 1), &format!("{name} wins"), won));
        }
        for (seat, name) in names.iter().enumerate() {
            let score = |row: &Row| row.scores.get(seat).copied();
            measures.extend(paired.mean(&format!("score.{}", seat + 1), &format!("{name} scores"), score));
        }
        measures.extend(paired.mean("decisions", "decisions a game", |row| Some(row.decisions.into())));
        measures.extend(paired.mean("steps", "steps a game", |row| Some(row.steps.into())));
        measures.extend(paired.rate("shared", "shared by several", |row| row.winners.iter().count() > 1));
        measures.extend(paired.rate("nobody", "won by nobody", |row| row.winners.iter().count() == 0));
        measures.extend(broken(without.1, with.1, games));
        Self {
            pairs: pairs.len() as u64,
            measures,
            cards: cards(without, with, games),
            new: new(without.0, with),
        }
    }
}

/// The games of each seed that came to their end in both runs. Rows are in the order of the run.
fn pairs<'a>(without: &'a Tally, with: &'a Tally) -> Vec<(&'a Row, &'a Row)> {
    let mut others = with.rows.iter().peekable();
    let mut pairs = Vec::with_capacity(without.rows.len());
    for row in &without.rows {
        while others.next_if(|other| other.game < row.game).is_some() {}
        if let Some(other) = others.next_if(|other| other.game == row.game) {
            pairs.push((row, other));
        }
    }
    pairs
}

struct Paired<'a> {
    pairs: &'a [(&'a Row, &'a Row)],
}

impl Paired<'_> {
    fn rate(&self, id: &str, name: &str, is: impl Fn(&Row) -> bool) -> Option<Measure> {
        let count = |of: &dyn Fn(bool, bool) -> bool| {
            self.pairs.iter().filter(|(one, other)| of(is(one), is(other))).count() as u64
        };
        let n = self.pairs.len() as u64;
        let (lost, gained) = (count(&|one, other| one && !other), count(&|one, other| !one && other));
        let both = count(&|one, other| one && other);
        rates(id, name, (both + lost, both + gained), (lost, gained), n)
    }

    fn mean(&self, id: &str, name: &str, of: impl Fn(&Row) -> Option<i64>) -> Option<Measure> {
        let both: Vec<(i64, i64)> =
            self.pairs.iter().filter_map(|(one, other)| Some((of(one)?, of(other)?))).collect();
        let n = both.len() as u64;
        let difference = both.iter().map(|(one, other)| other - one).collect::<Sum>().mean(Z)?;
        Some(Measure {
            id: id.to_owned(),
            name: name.to_owned(),
            unit: Unit::Number,
            without: both.iter().map(|(one, _)| *one).collect::<Sum>().mean(Z)?,
            with: both.iter().map(|(_, other)| *other).collect::<Sum>().mean(Z)?,
            difference,
            of: (n, n),
            is_sure: difference.is_seen(),
            needed: needed(difference, n),
        })
    }
}

fn needed(difference: Span, games: u64) -> Option<u64> {
    if difference.is_seen() { None } else { difference.games_needed(games) }
}

/// Two rates of the same seeds.
fn rates(id: &str, name: &str, hits: (u64, u64), moved: (u64, u64), n: u64) -> Option<Measure> {
    let difference = paired_rates(moved.0, moved.1, n, Z)?.times(100.0);
    Some(Measure {
        id: id.to_owned(),
        name: name.to_owned(),
        unit: Unit::Percent,
        without: rate(hits.0, n, Z)?.times(100.0),
        with: rate(hits.1, n, Z)?.times(100.0),
        difference,
        of: (n, n),
        is_sure: difference.is_seen(),
        needed: needed(difference, n),
    })
}

/// The games that broke off, of all seeds.
fn broken(without: &Tally, with: &Tally, games: u64) -> Option<Measure> {
    let of = |tally: &Tally| tally.failures.iter().map(|failure| failure.game).collect::<Vec<_>>();
    let (one, other) = (of(without), of(with));
    let lost = one.iter().filter(|game| other.binary_search(game).is_err()).count() as u64;
    let gained = other.iter().filter(|game| one.binary_search(game).is_err()).count() as u64;
    let hits = (one.len() as u64, other.len() as u64);
    rates("broken", "broke off", hits, (lost, gained), games)
}

/// What became of the cards that somebody had in both runs. Those who have a card are not the same players in both, so
/// these differences are not paired.
fn cards(without: (&Rules, &Tally), with: (&Rules, &Tally), games: u64) -> Vec<Measure> {
    let before: BTreeMap<&str, CardTally> = without
        .0
        .cards
        .iter()
        .zip(&without.1.cards)
        .filter(|(_, tally)| tally.players > 0)
        .map(|(def, tally)| (def.id.as_ref(), *tally))
        .collect();
    let both: Vec<_> = with
        .0
        .cards
        .iter()
        .zip(&with.1.cards)
        .filter(|(_, tally)| tally.players > 0)
        .filter_map(|(def, after)| Some((def, *before.get::<str>(def.id.as_ref())?, *after)))
        .collect();
    let z = z_of_all(both.len());
    let measure = |(def, before, after): &(&cardwright::kernel::CardDef, CardTally, CardTally)| {
        let difference = |z| two_rates((before.wins, before.players), (after.wins, after.players), z);
        let shown = difference(Z)?.times(100.0);
        Some(Measure {
            id: def.id.to_string(),
            name: crate::text::line(&def.name),
            unit: Unit::Percent,
            without: before.win_span()?,
            with: after.win_span()?,
            difference: shown,
            of: (before.players, after.players),
            is_sure: difference(z)?.is_seen(),
            needed: needed(shown, games),
        })
    };
    let mut cards: Vec<Measure> = both.iter().filter_map(measure).collect();
    cards.sort_by(|one, other| other.weight().total_cmp(&one.weight()).then_with(|| one.id.cmp(&other.id)));
    cards
}

/// The cards that only one run has and that somebody had there, best first.
fn new(without: &Rules, (rules, tally): (&Rules, &Tally)) -> Vec<usize> {
    let is_new = |ix: &usize| tally.cards[*ix].players > 0 && without.card(&rules.cards[*ix].id).is_none();
    let mut new: Vec<usize> = (0..rules.cards.len()).filter(is_new).collect();
    let rate = |ix: usize| tally.cards[ix].win_rate().unwrap_or(0.0);
    new.sort_by(|one, other| rate(*other).total_cmp(&rate(*one)).then_with(|| one.cmp(other)));
    new
}

#[cfg(test)]
mod tests {
    use cardwright::kernel::Players;

    use super::*;
    use crate::sim::Failure;

    fn tally(wins: &[(u64, u16, u32, i64)]) -> Tally {
        let row = |(game, winners, decisions, score): &(u64, u16, u32, i64)| Row {
            game: *game,
            seed: 0,
            decisions: *decisions,
            steps: 1,
            winners: Players(*winners),
            scores: [*score].into(),
        };
        Tally { rows: wins.iter().map(row).collect(), ..Tally::new(2, 0) }
    }

    fn broken_off(game: u64) -> Failure {
        Failure { game, seed: 0, message: String::new() }
    }

    #[test]
    fn games_are_paired_by_seed_and_those_that_broke_off_are_left_out() {
        let mut without = tally(&[(0, 1, 10, 5), (1, 1, 20, 6), (3, 2, 30, 7)]);
        let mut with = tally(&[(0, 1, 11, 5), (2, 1, 90, 0), (3, 3, 34, 9)]);
        without.failures = vec![broken_off(2)];
        with.failures = vec![broken_off(1)];
        let rules = Rules::default();
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let found = Comparison::of((&rules, &without), (&rules, &with), &names, 4);
        assert_eq!(found.pairs, 2);
        let of = |id: &str| found.measures.iter().find(|measure| measure.id == id).expect(id);
        // Seeds 0 and 3 are left: Ann won one of them without, both with; Ben the other, shared.
        let values = |id| (of(id).without.value, of(id).with.value, of(id).difference.value);
        assert_eq!(values("wins.1"), (50.0, 100.0, 50.0));
        assert_eq!(values("wins.2"), (50.0, 50.0, 0.0));
        assert_eq!(values("shared"), (0.0, 50.0, 50.0));
        assert_eq!(values("decisions"), (20.0, 22.5, 2.5));
        assert_eq!(values("score.1"), (6.0, 7.0, 1.0));
        // One of four in each run, not the same.
        assert_eq!(values("broken"), (25.0, 25.0, 0.0));
        assert_eq!((of("broken").of, of("wins.1").of), ((4, 4), (2, 2)));
        assert!(found.measures.iter().all(|measure| measure.id != "score.2"));
    }

    #[test]
    fn what_does_not_move_needs_no_games_and_what_moves_always_is_seen() {
        let without = tally(&(0..40).map(|game| (game, 1, 10 + game as u32, 0)).collect::<Vec<_>>());
        let with = tally(&(0..40).map(|game| (game, 1, 12 + game as u32, 0)).collect::<Vec<_>>());
        let rules = Rules::default();
        let found = Comparison::of((&rules, &without), (&rules, &with), &["Ann".to_owned()], 40);
        let of = |id: &str| found.measures.iter().find(|measure| measure.id == id).expect(id);
        // Two decisions more on every seed: paired, that is certain, though games differ by far more.
        assert!(of("decisions").is_seen() && of("decisions").difference.half() < 1e-9);
        assert!(!of("wins.1").is_seen());
        assert_eq!(of("wins.1").needed, None);
    }
}
