//! The agent that tries each option on a fork and keeps the one after which the game's own estimate is best.

use rustc_hash::FxHashMap;

use super::random::random_answer;
use super::search::Trying;
use super::{Agent, Fork, Seat};
use crate::kernel::{Picks, Random};

/// Tries each option, together with the answers to the later questions of the same step, and keeps the best.
///
/// It looks no further than the end of the step: it is greedy. What it cannot know is dealt anew for each try-out. An
/// answer that led back to where it was given several times is not given there again.
#[derive(Debug)]
pub struct Greedy {
    random: Random,
    name: &'static str,
    /// How many ways through the step are tried.
    budget: usize,
    /// On how many deals the options are tried.
    deals: usize,
    /// The answers to the later questions of the step, last first, that were found together with the first.
    plan: Vec<Picks>,
    /// How often each answer was given where all looked just so, by [`Seat::position`].
    been: FxHashMap<u64, Vec<(Picks, u8)>>,
}

/// How often an answer is given where all looks just as it did before: what led back here so often leads nowhere.
const AGAIN: u8 = 3;
/// More positions than this are not remembered.
const REMEMBERED: usize = 10_000;
/// More answers to one question than this are not all tried.
const WIDTH: usize = 2_048;

impl Greedy {
    /// A greedy agent with chance of its own.
    pub fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            name: "greedy",
            budget: 2_000,
            deals: 1,
            plan: Vec::new(),
            been: FxHashMap::default(),
        }
    }

    /// One that takes its time: it tries far more ways.
    pub fn thorough(seed: u64) -> Self {
        Self { name: "search", budget: 60_000, ..Self::new(seed) }
    }

    /// The same, trying the options on so many deals of what is hidden.
    #[must_use]
    pub fn deals(mut self, deals: usize) -> Self {
        self.deals = deals.max(1);
        self
    }

    /// The same, trying so many ways.
    #[must_use]
    pub fn budget(mut self, ways: usize) -> Self {
        self.budget = ways.max(1);
        self
    }

    /// An answer that was planned with an earlier one of this step, if nothing came to light since.
    fn planned(&mut self, seat: &Seat<'_>) -> Option<Picks> {
        let picks = self.plan.pop()?;
        let stands = !seat.starts_step() && !seat.is_surprised();
        if stands && seat.ask().accept(&picks).is_ok() && !seat.is_refused(&picks) {
            return Some(picks);
        }
        self.plan.clear();
        None
    }

    /// Leaves out the answers that were given here several times, as long as there are others.
    fn leave_out_what_leads_in_circles(&self, position: u64, answers: &mut Vec<Picks>) {
        let Some(given) = self.been.get(&position) else { return };
        let is_circle = |picks: &Picks| given.iter().any(|(other, times)| other == picks && *times >= AGAIN);
        if !answers.iter().all(is_circle) {
            answers.retain(|picks| !is_circle(picks));
        }
    }

    fn remember(&mut self, position: u64, picks: &Picks) {
        if self.been.len() >= REMEMBERED {
            self.been.clear();
        }
        let given = self.been.entry(position).or_default();
        match given.iter_mut().find(|(other, _)| other == picks) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => given.push((picks.clone(), 1)),
        }
    }

    /// The value of each answer on one deal, and the best way's further answers.
    fn tries(&mut self, fork: &Fork, answers: &[Picks]) -> Vec<Option<(i64, Vec<Picks>)>> {
        let share = (self.budget / answers.len().max(1)).max(1);
        answers
            .iter()
            .map(|picks| {
                let mut tried = fork.clone();
                tried.answer_and_wait(picks, &mut self.random)?;
                Trying { random: &mut self.random, left: share }.best(&tried)
            })
            .collect()
    }
}

impl Agent for Greedy {
    fn decide(&mut self, seat: &Seat<'_>) -> Picks {
        if let Some(picks) = self.planned(seat) {
            return picks;
        }
        let mut answers = seat.ask().answers(WIDTH);
        answers.retain(|picks| !seat.is_refused(picks));
        let position = seat.position();
        self.leave_out_what_leads_in_circles(position, &mut answers);
        let mut totals: Vec<Option<i64>> = vec![Some(0); answers.len()];
        let mut plans: Vec<Vec<Picks>> = vec![Vec::new(); answers.len()];
        let mut dealt = 0;
        for _ in 0..self.deals {
            let Some(fork) = seat.fork(self.random.seed()) else { continue };
            dealt += 1;
            for (ix, way) in self.tries(&fork, &answers).into_iter().enumerate() {
                totals[ix] = totals[ix].zip(way.as_ref()).map(|(sum, (value, _))| sum.saturating_add(*value));
                plans[ix] = way.map(|(_, rest)| rest).unwrap_or_default();
            }
        }
        let best = totals.iter().flatten().max().copied();
        let Some(best) = best.filter(|_| dealt > 0) else {
            return random_answer(&mut self.random, seat);
        };
        let equal: Vec<usize> = (0..answers.len()).filter(|ix| totals[*ix] == Some(best)).collect();
        let chosen = equal[self.random.below(equal.len() as u32) as usize];
        if dealt == 1 {
            self.plan = std::mem::take(&mut plans[chosen]);
            self.plan.reverse();
        }
        let picks = answers.swap_remove(chosen);
        self.remember(position, &picks);
        picks
    }

    fn name(&self) -> &str {
        self.name
    }
}
