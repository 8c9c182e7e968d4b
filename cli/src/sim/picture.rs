//! What the charts show, worked out once for the terminal and for SVG.

use super::choices::Offer;
use super::stats::Span;
use super::{Comparison, Plan, Tally};
use crate::text::{count, line};

/// Cards are shown so many of, half of them from either end.
const MOST_CARDS: usize = 20;
/// New cards of an expansion are shown so many of.
const MOST_NEW: usize = 10;
/// Options that were never chosen are shown so many of.
const MOST_CHOICES: usize = 10;
/// Lengths of games are put together into about so many.
const BINS: u32 = 16;

/// What the charts show.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The game.
    pub title: String,
    /// How many games of whom.
    pub about: String,
    /// Cards and the win rates of those who had them.
    pub panels: Vec<Panel>,
    /// How many games were how long.
    pub lengths: Vec<Bin>,
    /// Options that were never chosen.
    pub never: Vec<Never>,
    /// Whether two runs are shown.
    pub is_compared: bool,
}

/// Cards and the win rates of those who had them, in percent.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What they are.
    pub title: String,
    /// The win rate of everyone.
    pub everyone: f64,
    /// The cards.
    pub rows: Vec<Row>,
}

/// A card.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The win rate.
    pub now: Span,
    /// The win rate in the run without.
    pub before: Option<Span>,
}

/// Games of about one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// The fewest decisions.
    pub from: u32,
    /// The most.
    pub to: u32,
    /// How many games.
    pub now: u64,
    /// How many in the run without.
    pub before: u64,
}

/// An option that was never chosen.
#[derive(Clone, Debug)]
pub struct Never {
    /// The question and the option.
    pub name: String,
    /// How often it was offered.
    pub offered: u64,
}

impl Picture {
    /// Of one run.
    pub fn of(plan: &Plan, tally: &Tally) -> Self {
        let rules = &plan.content.rules;
        let rows = tally.cards.iter().enumerate().filter_map(|(ix, card)| {
            Some(Row { name: line(&rules.cards[ix].name), now: card.win_span()?, before: None })
        });
        let everyone = tally.everyone.win_rate().unwrap_or(0.0);
        let rows = telling(rows.collect(), |row| (row.now.value - everyone) / row.now.half());
        let title = "Win rate of those who had the card at the end, with its 95% interval".to_owned();
        Self {
            title: line(&rules.name),
            about: about(plan, tally.games, ""),
            panels: vec![Panel { title, everyone, rows }],
            lengths: bins(None, tally),
            never: never(tally),
            is_compared: false,
        }
    }

    /// Of two runs.
    pub fn compared(found: &Comparison, without: &Tally, plan: &Plan, with: &Tally) -> Self {
        let rules = &plan.content.rules;
        let everyone = with.everyone.win_rate().unwrap_or(0.0);
        let mut panels = Vec::new();
        let new = found.new.iter().filter_map(|ix| {
            let name = line(&rules.cards[*ix].name);
            Some(Row { name, now: with.cards[*ix].win_span()?, before: None })
        });
        let mut new = telling(new.collect(), |row| (row.now.value - everyone) / row.now.half());
        if new.len() > MOST_NEW {
            new.drain(MOST_NEW / 2..new.len() - MOST_NEW / 2);
        }
        if !new.is_empty() {
            let title = "New cards: win rate of those who had them, with its 95% interval".to_owned();
            panels.push(Panel { title, everyone, rows: new });
        }
        // The cards come in the order of how far they moved.
        let rows = found.cards.iter().take(MOST_CARDS).map(|card| Row {
            name: line(&card.name),
            now: card.with,
            before: Some(card.without),
        });
        let mut rows: Vec<Row> = rows.collect();
        let moved = |row: &Row| row.now.value - row.before.map_or(0.0, |before| before.value);
        rows.sort_by(|one, other| moved(other).total_cmp(&moved(one)));
        if !rows.is_empty() {
            let title = "Win rate of those who had the card: what moved most".to_owned();
            panels.push(Panel { title, everyone, rows });
        }
        let names: Vec<String> =
            plan.content.expansions.iter().map(|expansion| line(&expansion.name)).collect();
        Self {
            title: line(&rules.name),
            about: about(plan, plan.games, &format!(" without and with {}", names.join(", "))),
            panels,
            lengths: bins(Some(without), with),
            never: never(with),
            is_compared: true,
        }
    }
}

fn about(plan: &Plan, games: u64, what: &str) -> String {
    let games = count(games as usize, "game").replacen(&games.to_string(), &super::text::grouped(games), 1);
    format!("{games}{what}, seed {}, {}", plan.seed, plan.seats.0.join(", "))
}

/// The rows that tell most, from both ends, best first.
fn telling(mut rows: Vec<Row>, how: impl Fn(&Row) -> f64) -> Vec<Row> {
    rows.sort_by(|one, other| how(other).total_cmp(&how(one)).then_with(|| one.name.cmp(&other.name)));
    if rows.len() > MOST_CARDS {
        rows.drain(MOST_CARDS / 2..rows.len() - MOST_CARDS / 2);
    }
    rows.sort_by(|one, other| {
        other.now.value.total_cmp(&one.now.value).then_with(|| one.name.cmp(&other.name))
    });
    rows
}

fn never(tally: &Tally) -> Vec<Never> {
    let found = tally.choices.telling(Offer::is_never_chosen);
    let never = |(choice, offer): &(&super::choices::Choice, Offer)| Never {
        name: format!("{} → {}", choice.prompt, choice.option),
        offered: offer.offered,
    };
    found.iter().take(MOST_CHOICES).map(never).collect()
}

/// How many games were how long: bins of 1, 2, 5, 10, 20... decisions.
fn bins(before: Option<&Tally>, now: &Tally) -> Vec<Bin> {
    let lengths = |tally: &Tally| tally.rows.iter().map(|row| row.decisions).collect::<Vec<_>>();
    let (before, now) = (before.map(lengths).unwrap_or_default(), lengths(now));
    let all = || before.iter().chain(&now).copied();
    let (Some(least), Some(most)) = (all().min(), all().max()) else { return Vec::new() };
    let wide = step_of(most - least + 1, BINS);
    let first = least - least % wide;
    let mut bins: Vec<Bin> = (first..=most)
        .step_by(wide as usize)
        .map(|from| Bin { from, to: from + wide - 1, now: 0, before: 0 })
        .collect();
    now.iter().for_each(|length| bins[((length - first) / wide) as usize].now += 1);
    before.iter().for_each(|length| bins[((length - first) / wide) as usize].before += 1);
    bins
}

/// The least of 1, 2, 5, 10, 20... that divides a range into no more than so many.
fn step_of(range: u32, most: u32) -> u32 {
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u32.pow(power)));
    steps
        .take_while(|step| *step < 1_000_000_000)
        .find(|step| range.div_ceil(*step) <= most)
        .unwrap_or(1_000_000_000)
}

/// The ends of an axis and the marks on it, for figures in percent: 5, 10 or 20 apart.
pub fn percents(rows: &[Row], everyone: f64) -> (f64, f64, Vec<f64>) {
    let spans = || rows.iter().flat_map(|row| std::iter::once(row.now).chain(row.before));
    let low = spans().map(|span| span.low).fold(everyone, f64::min);
    let high = spans().map(|span| span.high).fold(everyone, f64::max);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| (high - low) / step <= 6.0).unwrap_or(20.0);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let (low, high) = (low.max(0.0), high.min(100.0).max(low + step));
    let marks = (0..).map(|ix| low + step * f64::from(ix)).take_while(|mark| *mark <= high + 1e-9).collect();
    (low, high, marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(decisions: &[u32]) -> Tally {
        let row = |decisions: &u32| super::super::tally::Row {
            game: 0,
            seed: 0,
            decisions: *decisions,
            steps: 0,
            winners: cardwright::kernel::Players::NONE,
            scores: [].into(),
        };
        Tally { rows: decisions.iter().map(row).collect(), ..Tally::new(0, 0) }
    }

    #[test]
    fn lengths_fall_into_bins_that_are_round() {
        let (now, before) = (lengths(&[13, 14, 52]), lengths(&[15]));
        // 13 to 52 are 40 lengths: bins of 5, of which the first begins at 10.
        let bins = bins(Some(&before), &now);
        assert_eq!(bins.len(), 9);
        assert_eq!(bins[0], Bin { from: 10, to: 14, now: 2, before: 0 });
        assert_eq!(bins[1], Bin { from: 15, to: 19, now: 0, before: 1 });
        assert_eq!(bins[8], Bin { from: 50, to: 54, now: 1, before: 0 });
        assert_eq!(super::bins(None, &lengths(&[7, 7])), [Bin { from: 7, to: 7, now: 2, before: 0 }]);
        assert_eq!(super::bins(None, &lengths(&[])), []);
    }

    #[test]
    fn cards_are_told_from_both_ends() {
        let row = |ix: u32| {
            let value = f64::from(ix);
            Row {
                name: format!("{ix:02}"),
                now: Span { value, low: value - 5.0, high: value + 5.0 },
                before: None,
            }
        };
        let rows = telling((0..60).map(row).collect(), |row| row.now.value - 30.0);
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!((names.len(), names[0], names[9], names[10], names[19]), (20, "59", "50", "09", "00"));
    }

    #[test]
    fn an_axis_has_round_ends() {
        let row = |low, high| Row { name: String::new(), now: Span { value: 40.0, low, high }, before: None };
        assert_eq!(
            percents(&[row(31.0, 52.0)], 33.3),
            (30.0, 55.0, vec![30.0, 35.0, 40.0, 45.0, 50.0, 55.0])
        );
        let (low, high, _) = percents(&[row(0.0, 100.0)], 50.0);
        assert_eq!((low, high), (0.0, 100.0));
        let (low, high, _) = percents(&[row(40.0, 40.0)], 40.0);
        assert_eq!((low, high), (40.0, 41.0));
    }
}
