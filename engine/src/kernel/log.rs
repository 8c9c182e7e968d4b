//! The log: what happened, in words, each entry with who may read it and what each of them may read in it.

use std::sync::Arc;

use smallvec::SmallVec;

use super::decision::player_name;
use super::{DefId, Handle, Look, Player, Players, Rules, Subject, ZoneKind};

/// A thing that an entry speaks of, as it was when the entry was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Words.
    Text(Arc<str>),
    /// A number.
    Number(i64),
    /// A player.
    Player(Player),
    /// A card, and who knew at the time what it was.
    Card(DefId, Players),
    /// A zone.
    Zone(ZoneKind, Player),
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The words, with `{}` for each part.
    pub text: Arc<str>,
    /// What it speaks of.
    pub parts: SmallVec<[Part; 4]>,
    /// Who may read it.
    pub readers: Players,
}

impl Entry {
    /// The entry as a player reads it, or nothing if they may not. `None` reads all.
    pub fn read(&self, rules: &Rules, names: &[String], reader: Option<Player>) -> Option<String> {
        if reader.is_some_and(|player| !self.readers.contains(player)) {
            return None;
        }
        let mut parts = self.parts.iter();
        let mut read = String::with_capacity(self.text.len() + 32);
        let mut pieces = self.text.split("{}");
        read.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            match parts.next() {
                None => read.push_str("{}"),
                Some(Part::Text(text)) => read.push_str(text),
                Some(Part::Number(n)) => read.push_str(&n.to_string()),
                Some(Part::Player(player)) => read.push_str(&player_name(*player, names)),
                Some(Part::Card(def, known)) => {
                    let knows = match reader {
                        Some(Player::NOBODY) => *known == Players::ALL,
                        reader => reader.is_none_or(|player| known.contains(player)),
                    };
                    read.push_str(if knows { &rules.def(*def).name } else { "a card" });
                }
                Some(Part::Zone(kind, owner)) => {
                    if owner.is_somebody() {
                        read.push_str(&player_name(*owner, names));
                        read.push_str("'s ");
                    }
                    read.push_str(&rules.zones[kind.ix()].title);
                }
            }
            read.push_str(piece);
        }
        Some(read)
    }
}

impl Look<'_> {
    /// What a number or handle is, to be spoken of in the log.
    ///
    /// Players are plain numbers in scripts; the one who writes says which numbers are players.
    pub fn part(&self, number: i64) -> Part {
        match Handle::decode(number) {
            Handle::Number(n) => Part::Number(n),
            Handle::Card(card) if self.state.has_card(card) => self.card_part(card),
            Handle::Op(op) if self.state.has_card(op.card) => self.card_part(op.card),
            Handle::Zone(zone) if self.state.has_zone(zone) => {
                let owner = match self.state.zone_owner(zone) {
                    Subject::Player(player) => player,
                    _ => Player::NOBODY,
                };
                Part::Zone(self.state.kind(zone), owner)
            }
            Handle::Table => Part::Text("the table".into()),
            Handle::Card(_) | Handle::Op(_) | Handle::Zone(_) => Part::Text("?".into()),
        }
    }

    fn card_part(&self, card: super::CardId) -> Part {
        let state = self.state.card(card);
        // What every player knows, everyone may read who reads the log at all.
        let public = state.known.contains_all(self.state.everyone());
        Part::Card(state.def, if public { Players::ALL } else { state.known })
    }
}
