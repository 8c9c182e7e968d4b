//! What an agent is given when it is asked: the question, what its player sees, and forks of the game.

use std::rc::Rc;

use super::Fork;
use crate::kernel::view::{Beside, View, view};
use crate::kernel::{Ask, Decision, Look, Picks, Player, Random};
use crate::script::Game;
use crate::script::run::Run;

/// A player's seat while something is asked of them.
pub struct Seat<'a> {
    run: &'a Run,
    decision: &'a Decision,
    player: Player,
}

impl std::fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat").field("player", &self.player).finish_non_exhaustive()
    }
}

// How often a new deal is tried until the step so far comes out as it did.
const DEALS: usize = 12;

impl<'a> Seat<'a> {
    pub(crate) fn new(run: &'a Run, decision: &'a Decision, player: Player) -> Self {
        Self { run, decision, player }
    }

    /// The player who is asked.
    pub fn player(&self) -> Player {
        self.player
    }

    /// What is asked.
    ///
    /// # Panics
    /// Never: a seat is made only for a player who is asked.
    pub fn ask(&self) -> &Ask {
        self.decision.ask(self.player).expect("a seat is made for a player who is asked")
    }

    /// The game.
    pub fn game(&self) -> &Rc<Game> {
        &self.run.game
    }

    /// What an option is called.
    pub fn label(&self, option: usize) -> String {
        self.ask().label(option, &Look::new(&self.run.game.rules, &self.run.state), &self.run.names)
    }

    /// The table as this player sees it.
    pub fn view(&self) -> View {
        let beside = Beside { names: &self.run.names, decision: Some(self.decision), log: &self.run.log };
        view(&self.run.look(), beside, Some(self.player))
    }

    /// Whether this is the first question of a step.
    pub fn starts_step(&self) -> bool {
        self.run.read == 0
    }

    /// Whether chance was used or something hidden seen since the last answer in this step.
    pub fn is_surprised(&self) -> bool {
        self.run.barriers.last().is_none_or(|barrier| *barrier)
    }

    /// Whether an answer was given here before and could not be carried out.
    pub fn is_refused(&self, picks: &Picks) -> bool {
        self.run.is_refused(self.player, picks)
    }

    /// A game that goes on from here, for trying things out: like the real one in all that this player knows, and dealt
    /// anew in all that they cannot know. Chance is `seed`'s.
    ///
    /// Nothing, if no new deal was found in which the step came to this question; the agent must then do without.
    pub fn fork(&self, seed: u64) -> Option<Fork> {
        let mut random = Random::new(seed);
        for _ in 0..DEALS {
            if let Some(fork) = Fork::deal(self.run, self.decision, self.player, &mut random) {
                return Some(fork);
            }
        }
        None
    }
}
