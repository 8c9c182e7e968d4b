//! The agent that looks through a whole step: every way to answer all of its questions, where that is not too many,
//! and otherwise the best way found by improving one answer (then two) at a time.

use super::fork::Went;
use super::{Agent, Fork, Greedy, Seat};
use crate::kernel::{Picks, Random};

/// Looks through the whole step.
#[derive(Debug)]
pub struct Search {
    random: Random,
    budget: usize,
    fallback: Greedy,
    plan: Vec<Picks>,
}

impl Search {
    /// A searching agent with chance of its own, which tries some ten thousand ways for a decision.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), budget: 10_000, fallback: Greedy::new(seed), plan: Vec::new() }
    }

    /// The same, trying so many ways.
    #[must_use]
    pub fn budget(mut self, ways: usize) -> Self {
        self.budget = ways.max(1);
        self
    }
}

/// One way through the step: the answers in order, and how good it comes out.
type Way = (i64, Vec<Picks>);

struct Trying<'a> {
    random: &'a mut Random,
    left: usize,
}

impl Trying<'_> {
    /// Every way from here on, as long as the budget lasts; the best one, and whether all were seen.
    fn all(&mut self, fork: &Fork) -> (Option<Way>, bool) {
        let Some(ask) = fork.ask().filter(|_| !fork.step_ended()) else {
            self.left = self.left.saturating_sub(1);
            return (Some((fork.clone().estimate(), Vec::new())), true);
        };
        let player = fork.player();
        let mut best: Option<Way> = None;
        let mut complete = true;
        for picks in ask.answers(self.left.max(1)) {
            if self.left == 0 {
                return (best, false);
            }
            let mut tried = fork.clone();
            if tried.answer(player, &picks) == Went::Nowhere
                || tried.let_others_answer(self.random) == Went::Nowhere
            {
                continue;
            }
            let (way, whole) = self.all(&tried);
            complete &= whole;
            if let Some((value, rest)) = way
                && best.as_ref().is_none_or(|(known, _)| value > *known)
            {
                let mut answers = vec![picks];
                answers.extend(rest);
                best = Some((value, answers));
            }
        }
        (best, complete)
    }

    /// A way in which each question is answered in turn, from a plan where it fits and at random elsewhere.
    fn follow(&mut self, fork: &Fork, plan: &[Picks]) -> Option<Way> {
        let mut fork = fork.clone();
        let mut answers = Vec::new();
        self.left = self.left.saturating_sub(1);
        while let Some(ask) = fork.ask().filter(|_| !fork.step_ended()) {
            let planned = plan.get(answers.len()).filter(|picks| ask.accept(picks).is_ok());
            let picks = match planned {
                Some(picks) => picks.clone(),
                None => {
                    let all = ask.answers(256);
                    let ix = self.random.below(all.len() as u32) as usize;
                    all.into_iter().nth(ix)?
                }
            };
            let player = fork.player();
            if fork.answer(player, &picks) == Went::Nowhere
                || fork.let_others_answer(self.random) == Went::Nowhere
            {
                return None;
            }
            answers.push(picks);
        }
        Some((fork.estimate(), answers))
    }

    /// Improves a way one answer at a time until no single other answer is better, from several beginnings.
    fn climb(&mut self, fork: &Fork) -> Option<Way> {
        let mut best: Option<Way> = None;
        while self.left > 0 {
            let Some(mut way) = self.follow(fork, &[]) else { continue };
            while self.left > 0 && self.improve(fork, &mut way) {}
            if best.as_ref().is_none_or(|(value, _)| way.0 > *value) {
                best = Some(way);
            }
        }
        best
    }

    fn improve(&mut self, fork: &Fork, way: &mut Way) -> bool {
        for at in 0..way.1.len() {
            for picks in self.options_at(fork, &way.1[..at]) {
                if self.left == 0 {
                    return false;
                }
                let mut plan = way.1.clone();
                plan[at] = picks;
                if let Some(other) = self.follow(fork, &plan)
                    && other.0 > way.0
                {
                    *way = other;
                    return true;
                }
            }
        }
        false
    }

    fn options_at(&mut self, fork: &Fork, answers: &[Picks]) -> Vec<Picks> {
        let mut fork = fork.clone();
        let player = fork.player();
        for picks in answers {
            if fork.answer(player, picks) == Went::Nowhere
                || fork.let_others_answer(self.random) == Went::Nowhere
            {
                return Vec::new();
            }
        }
        fork.ask().map(|ask| ask.answers(256)).unwrap_or_default()
    }
}

impl Agent for Search {
    fn decide(&mut self, seat: &Seat<'_>) -> Picks {
        // Answers to the later questions of a step were found together with the first.
        if let Some(picks) = self.plan.pop() {
            if seat.ask().accept(&picks).is_ok() && !seat.is_refused(&picks) && !seat.starts_step() {
                return picks;
            }
            self.plan.clear();
        }
        let Some(fork) = seat.fork(self.random.seed()) else { return self.fallback.decide(seat) };
        let mut trying = Trying { random: &mut self.random, left: self.budget };
        let (mut way, complete) = trying.all(&fork);
        if !complete {
            trying.left = self.budget;
            let climbed = trying.climb(&fork);
            if climbed.as_ref().map(|(value, _)| *value) > way.as_ref().map(|(value, _)| *value) {
                way = climbed;
            }
        }
        let Some((_, mut answers)) = way.filter(|(_, answers)| !answers.is_empty()) else {
            return self.fallback.decide(seat);
        };
        let first = answers.remove(0);
        answers.reverse();
        self.plan = answers;
        first
    }

    fn name(&self) -> &str {
        "search"
    }
}
