//! What an agent is given when it is asked: the question, what its player sees, and forks of the game.

use std::borrow::Cow;
use std::hash::{Hash as _, Hasher as _};
use std::rc::Rc;

use rustc_hash::FxHasher;

use super::Fork;
use crate::kernel::view::{Beside, View, view};
use crate::kernel::{Ask, Choice, Decision, DefId, Handle, Picks, Player, Random, Value};
use crate::script::Game;
use crate::script::run::Run;

/// A player's seat while something is asked of them.
pub struct Seat<'a> {
    run: &'a Run,
    decision: &'a Decision,
    player: Player,
    ask: Cow<'a, Ask>,
}

impl std::fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat").field("player", &self.player).finish_non_exhaustive()
    }
}

// How often a new deal is tried until the step so far comes out as it did.
const DEALS: usize = 12;

impl<'a> Seat<'a> {
    /// The seat of a player who is asked; nothing for another.
    pub(crate) fn new(run: &'a Run, decision: &'a Decision, player: Player) -> Option<Self> {
        let ask = hide(run, decision.ask(player)?, player);
        Some(Self { run, decision, player, ask })
    }

    /// The player who is asked.
    pub fn player(&self) -> Player {
        self.player
    }

    /// What is asked. A card that the player does not know is an option without its handle.
    pub fn ask(&self) -> &Ask {
        &self.ask
    }

    /// The game.
    pub fn game(&self) -> &Rc<Game> {
        &self.run.game
    }

    /// What an option is called.
    pub fn label(&self, option: usize) -> String {
        self.ask.label(option, &self.run.look(), &self.run.names)
    }

    /// The printed card that an option is; nothing where it is none, or one that the player does not know.
    pub fn card(&self, option: usize) -> Option<DefId> {
        let Value::Number(number) = self.ask.options.get(option)?.value else { return None };
        let Handle::Card(card) = Handle::decode(number) else { return None };
        self.run.state.has_card(card).then(|| self.run.state.card(card).def)
    }

    /// The table as this player sees it.
    pub fn view(&self) -> View {
        let beside = Beside { names: &self.run.names, decision: Some(self.decision), log: &self.run.log };
        view(&self.run.look(), beside, Some(self.player))
    }

    /// A number for all that this player sees now, the log left out: the same wherever all looks the same.
    pub fn position(&self) -> u64 {
        let beside = Beside { names: &self.run.names, decision: Some(self.decision), log: &[] };
        let mut hasher = FxHasher::default();
        view(&self.run.look(), beside, Some(self.player)).hash(&mut hasher);
        hasher.finish()
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

/// The question without the handles of cards that the player does not know: a handle would tell them apart.
fn hide<'a>(run: &Run, ask: &'a Ask, player: Player) -> Cow<'a, Ask> {
    let unknown = |choice: &Choice| {
        let Value::Number(number) = choice.value else { return false };
        let card = match Handle::decode(number) {
            Handle::Card(card) => card,
            Handle::Op(op) => op.card,
            _ => return false,
        };
        run.state.has_card(card) && !run.state.knows(Some(player), card)
    };
    if !ask.options.iter().any(unknown) {
        return Cow::Borrowed(ask);
    }
    let mut hidden = ask.clone();
    for ix in 0..hidden.options.len() {
        if unknown(&hidden.options[ix]) {
            let label = ask.label(ix, &run.look(), &run.names);
            hidden.options[ix] = Choice { label: None, value: Value::Text(label.into()) };
        }
    }
    Cow::Owned(hidden)
}
