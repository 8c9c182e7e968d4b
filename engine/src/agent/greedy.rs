//! The agent that tries each option on a fork and keeps the one after which the game's own estimate is best.

use super::fork::Went;
use super::random::random_answer;
use super::{Agent, Fork, Seat};
use crate::kernel::{Picks, Random};

/// Tries each option and keeps the best.
#[derive(Debug)]
pub struct Greedy {
    random: Random,
    /// On how many different deals each option is tried.
    deals: usize,
    /// How many questions of the same step, after this one, are looked through.
    depth: usize,
}

// More options than this are tried only in part: the first ones, which games list in no order of worth.
const WIDTH: usize = 128;
// How many of the options of a later question in the same step are looked through.
const NEXT_WIDTH: usize = 24;

impl Greedy {
    /// A greedy agent with chance of its own, which looks one question ahead in the same step, on one deal.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), deals: 1, depth: 1 }
    }

    /// The same, trying each option on so many deals.
    #[must_use]
    pub fn deals(mut self, deals: usize) -> Self {
        self.deals = deals.max(1);
        self
    }

    fn value(&mut self, fork: &Fork, picks: &Picks, depth: usize) -> Option<i64> {
        let mut tried = fork.clone();
        let player = tried.player();
        if tried.answer(player, picks) == Went::Nowhere {
            return None;
        }
        let stopped = tried.let_others_answer(&mut self.random) == Went::Nowhere;
        if stopped || depth == 0 || tried.step_ended() {
            return Some(tried.estimate());
        }
        let Some(ask) = tried.ask() else { return Some(tried.estimate()) };
        let answers = ask.answers(NEXT_WIDTH);
        let best = answers.iter().filter_map(|picks| self.value(&tried, picks, depth - 1)).max();
        Some(best.unwrap_or_else(|| tried.estimate()))
    }
}

impl Agent for Greedy {
    fn decide(&mut self, seat: &Seat<'_>) -> Picks {
        let answers: Vec<Picks> =
            seat.ask().answers(WIDTH).into_iter().filter(|picks| !seat.is_refused(picks)).collect();
        let mut totals: Vec<Option<i64>> = vec![Some(0); answers.len()];
        let mut dealt = 0;
        for _ in 0..self.deals {
            let Some(fork) = seat.fork(self.random.seed()) else { continue };
            dealt += 1;
            for (total, picks) in totals.iter_mut().zip(&answers) {
                *total =
                    total.and_then(|sum| Some(sum.saturating_add(self.value(&fork, picks, self.depth)?)));
            }
        }
        let best = totals.iter().flatten().max().copied();
        let Some(best) = best.filter(|_| dealt > 0) else { return random_answer(&mut self.random, seat) };
        let equal: Vec<&Picks> = answers
            .iter()
            .zip(&totals)
            .filter(|(_, total)| **total == Some(best))
            .map(|(picks, _)| picks)
            .collect();
        equal[self.random.below(equal.len() as u32) as usize].clone()
    }

    fn name(&self) -> &str {
        "greedy"
    }
}
