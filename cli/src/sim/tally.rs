//! What came of many games. Tallies add up to the same whatever the order, so that threads do not matter.

use cardwright::kernel::{DefId, Outcome, Player, State, Subject};

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
    /// The decisions of each game.
    pub decisions: Vec<u32>,
    /// All steps.
    pub steps: u64,
    /// What each card was worth to those who had it, by definition.
    pub cards: Vec<CardTally>,
    /// The same of every player of every game.
    pub everyone: CardTally,
    /// The games that broke off.
    pub failures: Vec<Failure>,
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
    pub fn add(&mut self, outcome: &Outcome, state: &State, decisions: u32, steps: usize) {
        self.games += 1;
        self.shared += u64::from(outcome.winners.iter().count() > 1);
        self.decisions.push(decisions);
        self.steps += steps as u64;
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
        self.steps += other.steps;
        self.decisions.extend(other.decisions);
        self.failures.extend(other.failures);
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
        self.decisions.sort_unstable();
        self.failures.sort();
    }

    /// The average, the least, the middle and the most decisions of a game; after [`Tally::sort`].
    pub fn length(&self) -> Option<(f64, u32, u32, u32)> {
        let (least, most) = (*self.decisions.first()?, *self.decisions.last()?);
        let sum: u64 = self.decisions.iter().map(|n| u64::from(*n)).sum();
        let middle = self.decisions[self.decisions.len() / 2];
        Some((sum as f64 / self.decisions.len() as f64, least, middle, most))
    }
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
            decisions: vec![decisions],
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
        assert_eq!(sum.length(), Some((6.0, 3, 9, 9)));
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
