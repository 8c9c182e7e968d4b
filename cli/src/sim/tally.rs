//! What came of many games. Tallies add up to the same whatever the order, so that threads do not matter.

use std::collections::BTreeMap;

use cardwright::kernel::{DefId, Outcome, Player, Players, Rules, State, Subject};

use super::Choices;
use super::stats::{Span, Sum, Z, rate};

/// What came of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The games that came to an end.
    pub games: u64,
    /// How many of them had several winners.
    pub shared: u64,
    /// The games each seat won, shared victories counted for each.
    pub wins: Vec<u64>,
    /// The sum of each seat's scores, and the least and the most of anyone.
    pub scores: Vec<i64>,
    /// The least and the most score of anyone, where games have scores.
    pub extremes: Option<(i64, i64)>,
    /// Each game, in the order of the run after [`Tally::sort`].
    pub rows: Vec<Row>,
    /// What each card was worth to those who had it, by definition.
    pub cards: Vec<CardTally>,
    /// The same of every player of every game.
    pub everyone: CardTally,
    /// What was offered to the bots, and what they chose.
    pub choices: Choices,
    /// The games that broke off.
    pub failures: Vec<Failure>,
    /// How often each script failed while bots tried things out, by what is to be told of it.
    pub tried: BTreeMap<String, u64>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which of the run.
    pub game: u64,
    /// The seed that reproduces it.
    pub seed: u64,
    /// The decisions that were asked.
    pub decisions: u32,
    /// The steps.
    pub steps: u32,
    /// Those who won.
    pub winners: Players,
    /// Each player's score, where the game counts one.
    pub scores: Box<[i64]>,
}

/// Players of games, how often they won and what they scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardTally {
    /// How many.
    pub players: u64,
    /// How many of them won.
    pub wins: u64,
    /// Their scores together.
    pub score: i64,
}

/// A game that broke off.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failure {
    /// Which game of the run.
    pub game: u64,
    /// The seed that reproduces it.
    pub seed: u64,
    /// Why.
    pub message: String,
}

impl CardTally {
    fn add(&mut self, won: bool, score: i64) {
        self.players += 1;
        self.wins += u64::from(won);
        self.score += score;
    }

    fn join(&mut self, other: Self) {
        self.players += other.players;
        self.wins += other.wins;
        self.score += other.score;
    }

    /// All but these.
    pub fn without(self, these: Self) -> Self {
        Self {
            players: self.players - these.players,
            wins: self.wins - these.wins,
            score: self.score - these.score,
        }
    }

    /// Wins for each hundred players.
    pub fn win_rate(self) -> Option<f64> {
        (self.players > 0).then(|| 100.0 * self.wins as f64 / self.players as f64)
    }

    /// The same with its interval.
    pub fn win_span(self) -> Option<Span> {
        rate(self.wins, self.players, Z).map(|span| span.times(100.0))
    }

    /// Points for each player.
    pub fn average(self) -> Option<f64> {
        (self.players > 0).then(|| self.score as f64 / self.players as f64)
    }
}

impl Tally {
    /// No games yet, of so many players, with so many kinds of cards.
    pub fn new(players: usize, cards: usize) -> Self {
        Self {
            wins: vec![0; players],
            scores: vec![0; players],
            cards: vec![CardTally::default(); cards],
            ..Self::default()
        }
    }

    /// Adds a game that came to its end.
    pub fn add(
        &mut self,
        (game, seed): (u64, u64),
        outcome: &Outcome,
        state: &State,
        decisions: u32,
        steps: usize,
    ) {
        self.games += 1;
        self.shared += u64::from(outcome.winners.iter().count() > 1);
        let (winners, scores) = (outcome.winners, outcome.scores.clone().into());
        self.rows.push(Row { game, seed, decisions, steps: steps as u32, winners, scores });
        for player in state.players() {
            let won = outcome.winners.contains(player);
            let score = outcome.scores.get(player.ix()).copied();
            self.wins[player.ix()] += u64::from(won);
            if let Some(score) = score {
                self.scores[player.ix()] += score;
                let (least, most) = self.extremes.unwrap_or((score, score));
                self.extremes = Some((least.min(score), most.max(score)));
            }
            self.everyone.add(won, score.unwrap_or(0));
            for card in held(state, player) {
                self.cards[card.ix()].add(won, score.unwrap_or(0));
            }
        }
    }

    /// Adds what another thread found.
    pub fn join(&mut self, other: Self) {
        self.games += other.games;
        self.shared += other.shared;
        self.rows.extend(other.rows);
        self.choices.join(other.choices);
        self.failures.extend(other.failures);
        for (message, times) in other.tried {
            *self.tried.entry(message).or_default() += times;
        }
        self.wins.iter_mut().zip(other.wins).for_each(|(mine, wins)| *mine += wins);
        self.scores.iter_mut().zip(other.scores).for_each(|(mine, score)| *mine += score);
        self.cards.iter_mut().zip(other.cards).for_each(|(mine, card)| mine.join(card));
        self.everyone.join(other.everyone);
        self.extremes = match (self.extremes, other.extremes) {
            (Some(mine), Some(other)) => Some((mine.0.min(other.0), mine.1.max(other.1))),
            (mine, other) => mine.or(other),
        };
    }

    /// Puts everything into an order that does not tell who did what first.
    pub fn sort(&mut self) {
        self.rows.sort_unstable_by_key(|row| row.game);
        self.failures.sort();
    }

    /// How many decisions and steps games took.
    pub fn length(&self) -> Option<Length> {
        let mut decisions: Vec<u32> = self.rows.iter().map(|row| row.decisions).collect();
        decisions.sort_unstable();
        let (least, most) = (*decisions.first()?, *decisions.last()?);
        let sum = |of: fn(&Row) -> u32| self.rows.iter().map(|row| u64::from(of(row))).sum::<u64>();
        let games = self.rows.len() as f64;
        Some(Length {
            average: sum(|row| row.decisions) as f64 / games,
            least,
            middle: decisions[decisions.len() / 2],
            most,
            steps: sum(|row| row.steps) as f64 / games,
        })
    }

    /// A seat's wins for each hundred games, with their interval.
    pub fn win_rate(&self, seat: usize) -> Option<Span> {
        rate(self.wins[seat], self.games, Z).map(|span| span.times(100.0))
    }

    /// A seat's scores, with their interval; nothing where games have no scores.
    pub fn score(&self, seat: usize) -> Option<Span> {
        self.rows.iter().filter_map(|row| row.scores.get(seat).copied()).collect::<Sum>().mean(Z)
    }
}

/// A kind of card, and those who had it beside those who had not.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The card's position.
    pub ix: usize,
    /// Those who had it.
    pub with: CardTally,
    /// All others.
    pub without: CardTally,
}

impl Tally {
    /// Cards with what they were worth to those who had them, best first.
    pub fn ranked(&self, rules: &Rules) -> Vec<Ranked> {
        let had = self.cards.iter().enumerate().filter(|(_, with)| with.players > 0);
        let mut cards: Vec<Ranked> =
            had.map(|(ix, with)| Ranked { ix, with: *with, without: self.everyone.without(*with) }).collect();
        let gain = |card: &Ranked| {
            let of = |side: CardTally| match self.extremes {
                Some(_) => side.average(),
                None => side.win_rate(),
            };
            of(card.with).unwrap_or(0.0) - of(card.without).unwrap_or(0.0)
        };
        cards.sort_by(|one, other| {
            let by_gain = gain(other).total_cmp(&gain(one));
            by_gain.then_with(|| rules.cards[one.ix].id.cmp(&rules.cards[other.ix].id))
        });
        cards
    }
}

/// How many decisions and steps games took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// Decisions on average.
    pub average: f64,
    /// The fewest.
    pub least: u32,
    /// In the game in the middle.
    pub middle: u32,
    /// The most.
    pub most: u32,
    /// Steps on average.
    pub steps: f64,
}

/// The kinds of cards in a player's zones, and in the zones of cards there, each once.
fn held(state: &State, player: Player) -> Vec<DefId> {
    let owns = |card: &cardwright::kernel::CardId| {
        let of_table = matches!(state.zone_owner(state.zone_of(*card)), Subject::Table);
        !of_table && state.controller(*card) == player
    };
    let mut held: Vec<DefId> = state.all_cards().filter(owns).map(|card| state.card(card).def).collect();
    held.sort_unstable();
    held.dedup();
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(score: i64, decisions: u32) -> Tally {
        let card = CardTally { players: 1, wins: 1, score };
        Tally {
            games: 1,
            wins: vec![1, 0],
            scores: vec![score, 0],
            extremes: Some((0, score)),
            rows: vec![Row {
                game: u64::from(decisions),
                seed: 0,
                decisions,
                steps: 4,
                winners: Players(1),
                scores: [score, 0].into(),
            }],
            cards: vec![card],
            everyone: card,
            ..Tally::new(2, 1)
        }
    }

    #[test]
    fn the_order_of_joining_does_not_matter() {
        let join = |parts: [Tally; 2]| {
            let mut sum = Tally::new(2, 1);
            parts.into_iter().for_each(|part| sum.join(part));
            sum.sort();
            sum
        };
        let sum = join([tally(5, 9), tally(7, 3)]);
        assert_eq!(sum, join([tally(7, 3), tally(5, 9)]));
        assert_eq!((sum.games, sum.extremes, sum.scores[0]), (2, Some((0, 7)), 12));
        assert_eq!(sum.length(), Some(Length { average: 6.0, least: 3, middle: 9, most: 9, steps: 4.0 }));
    }

    #[test]
    fn with_and_without_make_everyone() {
        let everyone = CardTally { players: 10, wins: 4, score: 100 };
        let with = CardTally { players: 4, wins: 3, score: 60 };
        let without = everyone.without(with);
        assert_eq!((without.win_rate(), with.average()), (Some(100.0 / 6.0), Some(15.0)));
        assert_eq!(everyone.without(everyone).average(), None);
    }
}
