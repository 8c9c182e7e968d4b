//! Who answers decisions: the bots, and what a bot is given to decide with.

mod fork;
mod greedy;
mod random;
mod search;
mod seat;

pub use fork::Fork;
pub(crate) use fork::redeal;
pub use greedy::Greedy;
pub use random::RandomAgent;
pub use seat::Seat;

use crate::kernel::{Picks, Player};

/// Someone who answers decisions.
///
/// An agent is given a [`Seat`]: what is asked, what its player sees, and forks to try things out on. It has no way to
/// anything that its player cannot know.
pub trait Agent {
    /// Chooses among the options of what is asked. An answer that does not fit the question, or that turned out not to
    /// be possible, is replaced by the first that is.
    fn decide(&mut self, seat: &Seat<'_>) -> Picks;

    /// What this kind of agent is called.
    fn name(&self) -> &str;
}

/// The agents at a table, by seat.
#[derive(Default)]
pub(crate) struct Agents(Vec<Option<Box<dyn Agent>>>);

impl Agents {
    /// Seats an agent; what sat there before leaves.
    pub fn seat(&mut self, player: Player, agent: Option<Box<dyn Agent>>) {
        let ix = player.ix();
        if self.0.len() <= ix {
            self.0.resize_with(ix + 1, || None);
        }
        self.0[ix] = agent;
    }

    /// Whether an agent sits there.
    pub fn sits(&self, player: Player) -> bool {
        self.0.get(player.ix()).is_some_and(Option::is_some)
    }

    /// The agent of a seat, out of its seat while it thinks.
    pub fn take(&mut self, player: Player) -> Option<Box<dyn Agent>> {
        self.0.get_mut(player.ix())?.take()
    }

    /// The agent sits down again.
    pub fn give_back(&mut self, player: Player, agent: Box<dyn Agent>) {
        self.seat(player, Some(agent));
    }

    /// What the agent of a seat is called.
    pub fn name(&self, player: Player) -> Option<&str> {
        self.0.get(player.ix())?.as_ref().map(|agent| agent.name())
    }
}

/// Every kind of agent by name, for those who let people choose one.
pub const KINDS: [&str; 3] = ["random", "greedy", "search"];

/// An agent of a kind, with chance of its own.
pub fn by_name(kind: &str, seed: u64) -> Option<Box<dyn Agent>> {
    match kind {
        "random" => Some(Box::new(RandomAgent::new(seed))),
        "greedy" => Some(Box::new(Greedy::new(seed))),
        "search" => Some(Box::new(Greedy::thorough(seed))),
        _ => None,
    }
}
