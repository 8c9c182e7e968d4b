//! Looking through a step: every way to answer all of its questions, where that is not too many, and otherwise the best
//! way found by improving one answer at a time.

use super::Fork;
use crate::kernel::{Picks, Random};

/// One way through the step: the answers in order, and how good it comes out.
pub(super) type Way = (i64, Vec<Picks>);

/// A search with so many tries left.
pub(super) struct Trying<'a> {
    pub random: &'a mut Random,
    pub left: usize,
}

impl Trying<'_> {
    /// The best way from a fork's question to the end of its step.
    pub fn best(&mut self, fork: &Fork) -> Option<Way> {
        let budget = self.left;
        let (way, complete) = self.all(fork);
        if complete {
            return way;
        }
        self.left = budget;
        let climbed = self.climb(fork);
        if value(&climbed) > value(&way) { climbed } else { way }
    }

    /// Every way from here on, as long as the budget lasts; the best one, and whether all were seen.
    fn all(&mut self, fork: &Fork) -> (Option<Way>, bool) {
        let Some(ask) = fork.ask().filter(|_| !fork.step_ended()) else {
            self.left = self.left.saturating_sub(1);
            return (Some((fork.clone().estimate(), Vec::new())), true);
        };
        let mut best: Option<Way> = None;
        let mut complete = true;
        for picks in ask.answers(self.left.max(1)) {
            if self.left == 0 {
                return (best, false);
            }
            let mut tried = fork.clone();
            if tried.answer_and_wait(&picks, self.random).is_none() {
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
            fork.answer_and_wait(&picks, self.random)?;
            answers.push(picks);
        }
        Some((fork.estimate(), answers))
    }

    /// Improves a way one answer at a time until no single other answer is better, from several beginnings.
    fn climb(&mut self, fork: &Fork) -> Option<Way> {
        let mut best: Option<Way> = None;
        // A beginning that leads nowhere costs a try as well, so this ends.
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
        for picks in answers {
            if fork.answer_and_wait(picks, self.random).is_none() {
                return Vec::new();
            }
        }
        fork.ask().map(|ask| ask.answers(256)).unwrap_or_default()
    }
}

fn value(way: &Option<Way>) -> Option<i64> {
    way.as_ref().map(|(value, _)| *value)
}
