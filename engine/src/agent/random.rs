//! The agent that plays at random: each option as likely as any other.

use super::{Agent, Seat};
use crate::kernel::{Picks, Random};

/// Chooses at random.
#[derive(Debug)]
pub struct RandomAgent {
    random: Random,
}

impl RandomAgent {
    /// A random agent with chance of its own.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }
}

impl Agent for RandomAgent {
    fn decide(&mut self, seat: &Seat<'_>) -> Picks {
        random_answer(&mut self.random, seat)
    }

    fn name(&self) -> &str {
        "random"
    }
}

/// An answer at random: how many, where that is free, then which.
pub(super) fn random_answer(random: &mut Random, seat: &Seat<'_>) -> Picks {
    let ask = seat.ask();
    let n = ask.options.len() as u32;
    let spread = (ask.max - ask.min) as u32;
    let size = ask.min + random.below(spread + 1) as usize;
    let mut picks = Picks::new();
    while picks.len() < size {
        let pick = random.below(n) as u16;
        if !picks.contains(&pick) {
            picks.push(pick);
        }
    }
    picks
}
