//! Decisions: questions to players with a list of options, and what they answer.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{CardId, Handle, Look, Player};

/// How many are asked, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum DecisionKind {
    /// One player decides.
    One,
    /// Several decide secretly and at once; nobody learns another's answer before all have answered.
    Each,
    /// Whichever of several acts first decides.
    First,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the player reads, where that is not simply the thing itself.
    pub label: Option<Arc<str>>,
    /// The thing.
    pub value: Value,
}

/// What a choice stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number or a handle.
    Number(i64),
    /// A word.
    Text(Arc<str>),
}

/// What one player is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// Who is asked.
    pub player: Player,
    /// The question.
    pub prompt: Arc<str>,
    /// What there is to choose from.
    pub options: Vec<Choice>,
    /// The fewest options to choose.
    pub min: usize,
    /// The most.
    pub max: usize,
}

/// The positions of the chosen options, in the order chosen.
pub type Picks = SmallVec<[u16; 4]>;

/// A question to one or several players.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// How many are asked, and how.
    pub kind: DecisionKind,
    /// One question for each player asked.
    pub asks: Vec<Ask>,
    /// The card whose text asks, if a card's does.
    pub about: Option<CardId>,
}

/// One player's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who answers.
    pub player: Player,
    /// What they chose.
    pub picks: Picks,
}

impl Answer {
    /// The answer that chooses one option.
    pub fn one(player: Player, pick: usize) -> Self {
        Self { player, picks: SmallVec::from_slice(&[pick as u16]) }
    }
}

/// Why an answer is no answer to what is asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// Nothing is being asked.
    #[error("nothing is being asked")]
    NothingAsked,
    /// Someone else is asked.
    #[error("player {0} is not asked anything now")]
    NotAsked(u8),
    /// There is no such option.
    #[error("there is no option {pick}; there are {options}")]
    NoSuchOption {
        /// The option, counted from 1.
        pick: usize,
        /// How many there are.
        options: usize,
    },
    /// An option was chosen twice.
    #[error("option {0} is chosen twice")]
    Twice(usize),
    /// Too few or too many were chosen.
    #[error("{chosen} chosen, but it must be {min} to {max}")]
    HowMany {
        /// How many were chosen.
        chosen: usize,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// The answer was given before and cannot be carried out.
    #[error("that cannot be carried out: {0}")]
    Refused(String),
}

impl Ask {
    /// Checks an answer against the options.
    ///
    /// # Errors
    /// [`BadAnswer`] says what is wrong with it.
    pub fn accept(&self, picks: &[u16]) -> Result<(), BadAnswer> {
        for (ix, pick) in picks.iter().enumerate() {
            if usize::from(*pick) >= self.options.len() {
                return Err(BadAnswer::NoSuchOption {
                    pick: usize::from(*pick) + 1,
                    options: self.options.len(),
                });
            }
            if picks[..ix].contains(pick) {
                return Err(BadAnswer::Twice(usize::from(*pick) + 1));
            }
        }
        if picks.len() < self.min || picks.len() > self.max {
            return Err(BadAnswer::HowMany { chosen: picks.len(), min: self.min, max: self.max });
        }
        Ok(())
    }

    /// The answer, if there is only one that can be given.
    pub fn forced(&self) -> Option<Picks> {
        if self.max == 0 || self.options.is_empty() {
            return Some(Picks::new());
        }
        (self.min == self.options.len()).then(|| (0..self.min as u16).collect())
    }

    /// How many answers can be given, if it is at most `limit`.
    pub fn answer_count(&self, limit: usize) -> Option<usize> {
        let n = self.options.len();
        let mut total = 0usize;
        for size in self.min..=self.max.min(n) {
            let mut ways = 1usize;
            for step in 0..size {
                ways = ways.checked_mul(n - step)? / (step + 1);
                if ways > limit {
                    return None;
                }
            }
            total += ways;
            if total > limit {
                return None;
            }
        }
        Some(total)
    }

    /// Every answer that can be given, up to `limit` of them; order among the chosen does not count.
    pub fn answers(&self, limit: usize) -> Vec<Picks> {
        let mut found = Vec::new();
        for size in self.min..=self.max.min(self.options.len()) {
            choose(self.options.len() as u16, size, 0, &mut Picks::new(), &mut found, limit);
        }
        found
    }

    /// What a player reads for an option.
    pub fn label(&self, ix: usize, look: &Look<'_>, names: &[String]) -> String {
        let choice = &self.options[ix];
        match (&choice.label, &choice.value) {
            (Some(label), _) | (None, Value::Text(label)) => label.to_string(),
            (None, Value::Number(number)) => call(*number, look, names, Some(self.player)),
        }
    }
}

fn choose(n: u16, size: usize, from: u16, so_far: &mut Picks, found: &mut Vec<Picks>, limit: usize) {
    if found.len() >= limit {
        return;
    }
    if so_far.len() == size {
        found.push(so_far.clone());
        return;
    }
    for ix in from..n {
        so_far.push(ix);
        choose(n, size, ix + 1, so_far, found, limit);
        so_far.pop();
    }
}

/// What a number or handle is called, to one player (or to someone who may see all).
///
/// A card that the player does not know is "a face-down card".
pub fn call(number: i64, look: &Look<'_>, names: &[String], to: Option<Player>) -> String {
    match Handle::decode(number) {
        Handle::Number(n) => n.to_string(),
        Handle::Card(card) if !look.state.has_card(card) => "a card that does not exist".into(),
        Handle::Card(card) => {
            if look.state.knows(to, card) {
                look.name(card).to_string()
            } else {
                "a face-down card".to_string()
            }
        }
        Handle::Zone(zone) if !look.state.has_zone(zone) => "a zone that does not exist".into(),
        Handle::Zone(zone) => {
            let title = &look.rules.zones[look.state.kind(zone).ix()].title;
            match look.state.zone_owner(zone) {
                super::Subject::Player(player) => {
                    format!("{}'s {title}", player_name(player, names))
                }
                super::Subject::Card(card) => {
                    format!("{title} of {}", call(card.into(), look, names, to))
                }
                _ => title.clone(),
            }
        }
        Handle::Op(op) => {
            let name = call(op.card.into(), look, names, to);
            let def = look.rules.def(look.state.card(op.card).def);
            match def.ops.get(op.op as usize).map(|op| op.label.as_str()) {
                None | Some("") => name,
                Some(label) => format!("{name}: {label}"),
            }
        }
        Handle::Table => "the table".to_string(),
    }
}

/// A player's name, or "player N" for one without.
pub fn player_name(player: Player, names: &[String]) -> String {
    match names.get(player.ix()) {
        Some(name) => name.clone(),
        None if player.is_somebody() => format!("player {}", player.0),
        None => "nobody".to_string(),
    }
}

impl Decision {
    /// What a player is asked, if they are.
    pub fn ask(&self, player: Player) -> Option<&Ask> {
        self.asks.iter().find(|ask| ask.player == player)
    }

    /// The players asked, in the order of the question.
    pub fn asked(&self) -> impl Iterator<Item = Player> + '_ {
        self.asks.iter().map(|ask| ask.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(n: usize, min: usize, max: usize) -> Ask {
        let option = |ix| Choice { label: None, value: Value::Number(ix as i64) };
        Ask { player: Player(1), prompt: "?".into(), options: (0..n).map(option).collect(), min, max }
    }

    #[test]
    fn only_one_possible_answer_is_forced() {
        assert_eq!(ask(1, 1, 1).forced().as_deref(), Some(&[0u16][..]));
        assert_eq!(ask(0, 0, 3).forced().as_deref(), Some(&[][..]));
        assert_eq!(ask(3, 3, 3).forced().as_deref(), Some(&[0u16, 1, 2][..]));
        assert_eq!(ask(2, 1, 1).forced(), None);
        assert_eq!(ask(1, 0, 1).forced(), None);
    }

    #[test]
    fn answers_are_counted_as_they_are_listed() {
        // Up to 2 of 4: 1 + 4 + 6.
        let question = ask(4, 0, 2);
        assert_eq!(question.answer_count(100), Some(11));
        assert_eq!(question.answers(100).len(), 11);
        assert_eq!(question.answer_count(10), None);
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        let question = ask(3, 1, 2);
        assert_eq!(question.accept(&[3]), Err(BadAnswer::NoSuchOption { pick: 4, options: 3 }));
        assert_eq!(question.accept(&[1, 1]), Err(BadAnswer::Twice(2)));
        assert_eq!(question.accept(&[]), Err(BadAnswer::HowMany { chosen: 0, min: 1, max: 2 }));
        assert_eq!(question.accept(&[0, 2]), Ok(()));
    }
}
