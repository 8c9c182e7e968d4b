//! Why something is not offered, and where points came from: a record played again with all of it noted.

use std::rc::Rc;

use super::{ResumeError, Table};
use crate::kernel::{CardId, OpBody, OpRef, Player};
use crate::record::Record;
use crate::script::Game;
use crate::script::exec::{StepEnd, call, step, why_not};
use crate::script::why::{Want, place, place_of_script};

/// Something that was found wanting, or that gave something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What, in words.
    pub text: String,
    /// The file and the line of the script that asked; nothing where no script did.
    pub place: Option<(String, usize)>,
}

/// A change of a player's tokens, added up over all times that one text made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The token.
    pub token: String,
    /// By how much, of all times together.
    pub by: i64,
    /// How many times.
    pub times: usize,
    /// The card whose text did it; nothing where a rule did.
    pub card: Option<String>,
    /// The file and the line that did it.
    pub place: Option<(String, usize)>,
}

/// What a card's text was worth when it was last asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gave {
    /// The card.
    pub card: String,
    /// The operation: its trigger, with its label where it has one.
    pub operation: String,
    /// The points.
    pub points: i64,
    /// The file and the line where its text begins.
    pub place: Option<(String, usize)>,
}

impl Table {
    /// Plays a record again as [`Table::resume`] does, and notes why things are as they are. Of a game that was made ready
    /// to note what runs ([`Runner::Program`](crate::script::Runner::Program)) places and conditions are known too.
    ///
    /// # Errors
    /// As [`Table::resume`].
    pub fn explained(game: &Rc<Game>, record: &Record, to: Option<usize>) -> Result<Self, ResumeError> {
        Self::played_again(game, record, to, true)
    }

    /// Why a card is not among the options of the open question, as far as the rules asked about it since the last
    /// answer; then of each of its operations why it cannot be used now.
    pub fn why_not(&self, card: CardId) -> Vec<Reason> {
        let mut found = self.reasons(|want| want.about.contains(&card));
        for op in self.operations(card) {
            let name = self.run().op_name(op);
            let known = |reason: &Reason| reason.text.starts_with(&name);
            if !found.iter().any(known)
                && let Some(why) = self.why_not_used(op)
            {
                found.push(Reason { text: format!("{name}: {why}"), place: None });
            }
        }
        found
    }

    /// Why something that a rule calls so is not offered to a player: the conditions that left out lines in which the word
    /// stands, each with the cards that it did not hold for, as far as the player knows them.
    pub fn why_not_called(&self, word: &str, player: Player) -> Vec<Reason> {
        let word = word.to_lowercase();
        let look = self.look();
        let Some(why) = &self.run().why else { return Vec::new() };
        let names_it = |want: &Want| {
            let (Some(at), Some(skipped)) = (want.at, &want.skipped) else { return false };
            let text = &self.game().content.script(at.script).text;
            let (from, to) = (usize::from(*skipped.start()), usize::from(*skipped.end()));
            text.lines().skip(from - 1).take(to + 1 - from).any(|line| line.to_lowercase().contains(&word))
        };
        let known = |want: &Want| {
            let mut want = want.clone();
            let all = want.about.len();
            want.about.retain(|card| look.state.knows(Some(player), *card));
            let names: Vec<&str> = want.about.iter().map(|card| look.name(*card)).collect();
            if !names.is_empty() {
                want.text.push_str(&format!(", for {}", names.join(", ")));
            }
            (all == 0 || !names.is_empty()).then_some(want)
        };
        let wants: Vec<Want> = why.wants().iter().filter(|want| names_it(want)).filter_map(known).collect();
        told(self.game(), wants.iter())
    }

    fn reasons(&self, is_meant: impl Fn(&Want) -> bool) -> Vec<Reason> {
        let Some(why) = &self.run().why else { return Vec::new() };
        let wants = why.wants();
        told(self.game(), wants.iter().filter(|want| is_meant(want)))
    }

    fn operations(&self, card: CardId) -> Vec<OpRef> {
        let look = self.look();
        let ops = look.rules.def(look.state.card(card).def).ops.iter().enumerate();
        let used = ops.filter(|(_, op)| !matches!(op.body, OpBody::Change(_)));
        used.map(|(ix, _)| OpRef { card, op: ix as u16 }).collect()
    }

    /// Why an operation cannot be used now; nothing if it can, or if only its own event can tell.
    fn why_not_used(&self, op: OpRef) -> Option<String> {
        let mut copy = self.run().fork();
        copy.start.clone_from(&self.run().state);
        copy.rewind();
        let mut found = None;
        let (_, end, _) = step(copy, || {
            let why = why_not(op, None)?;
            crate::script::run::with(|run| {
                found = why.map(|why| run.told(op, &why));
                Ok(rhai::Dynamic::UNIT)
            })
        });
        matches!(end, StepEnd::Done).then_some(found).flatten()
    }

    /// What changed a player's tokens over the whole game: by token, then in the order in which it first happened.
    /// What was taken back by undo is not among it.
    pub fn gains(&self, player: Player) -> Vec<Gain> {
        let Some(why) = &self.run().why else { return Vec::new() };
        let (game, look) = (self.game(), self.look());
        let mut found: Vec<Gain> = Vec::new();
        for gain in why.gains().iter().filter(|gain| gain.player == player) {
            let one = Gain {
                token: game.rules.tokens.name(gain.token.ix()).to_string(),
                by: gain.by,
                times: 1,
                card: gain.card.map(|card| look.name(card).to_string()),
                place: gain.at.map(|at| place(game, at)),
            };
            let same = |other: &&mut Gain| {
                (&other.token, &other.card, &other.place) == (&one.token, &one.card, &one.place)
            };
            match found.iter_mut().find(same) {
                Some(other) => (other.by, other.times) = (other.by + one.by, other.times + 1),
                None => found.push(one),
            }
        }
        found.sort_by(|one, other| one.token.cmp(&other.token));
        found
    }

    /// What the texts of a player's cards were worth when they were last asked, where it was not nothing; while they
    /// were not asked yet, what they are worth as things stand, as far as the game's `estimate` asks them.
    pub fn gave(&self, player: Player) -> Vec<Gave> {
        let Some(why) = &self.run().why else { return Vec::new() };
        let (game, look) = (self.game(), self.look());
        let own = |op: &OpRef| look.state.has_card(op.card) && look.state.controller(op.card) == player;
        let mut gave = why.gave();
        if !gave.iter().any(|gave| own(&gave.op)) {
            gave = self.weighed(player);
        }
        gave.retain(|gave| own(&gave.op) && gave.points != 0);
        let gave = gave.into_iter();
        gave.map(|gave| Gave {
            card: look.name(gave.op.card).to_string(),
            operation: self.run().op_name(gave.op),
            points: gave.points,
            place: self.run().op_def(gave.op).and_then(|def| match def.body {
                OpBody::Script(script) => Some(place_of_script(game, script)),
                OpBody::Nothing | OpBody::Change(_) => None,
            }),
        })
        .collect()
    }
}

impl Table {
    /// What texts are worth to a player as things stand.
    fn weighed(&self, player: Player) -> Vec<crate::script::why::Gave> {
        if !self.game().has_function("estimate", 1) {
            return Vec::new();
        }
        let mut copy = self.run().fork();
        copy.start.clone_from(&self.run().state);
        copy.rewind();
        copy.why = Some(Box::default());
        let (run, ..) = step(copy, || call("estimate", (i64::from(player),)));
        run.why.map(|why| why.gave()).unwrap_or_default()
    }
}

/// What was found wanting, each text at each place once.
pub(crate) fn told<'a>(game: &Game, wants: impl Iterator<Item = &'a Want>) -> Vec<Reason> {
    let mut found: Vec<Reason> = Vec::new();
    for want in wants {
        let reason = Reason { text: want.text.clone(), place: want.at.map(|at| place(game, at)) };
        if !found.contains(&reason) {
            found.push(reason);
        }
    }
    found
}
