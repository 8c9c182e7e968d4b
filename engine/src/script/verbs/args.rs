//! What scripts hand to verbs: numbers and names become cards, zones and players, or an error that names them.

use std::convert::Infallible;
use std::sync::Arc;

use rhai::{Array, Dynamic, ImmutableString, Map};

use crate::content::nearest;
use crate::kernel::{
    CardId, EventId, FieldId, Handle, OpRef, Player, Players, Subject, TokenId, TriggerId, ValueId, ZoneId,
    ZoneKind,
};
use crate::script::run::{Run, Verb, oops};

/// An error that names what is unknown, and the nearest known name.
pub(super) fn unknown<'a, T>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Verb<T> {
    match nearest(name, known) {
        Some(near) => oops(format!("unknown {kind} `{name}`; did you mean `{near}`?")),
        None => oops(format!("unknown {kind} `{name}`")),
    }
}

fn describe(value: &Dynamic) -> String {
    match value.as_int().map(Handle::decode) {
        Ok(Handle::Number(n)) => format!("the number {n}"),
        Ok(Handle::Card(_)) => "a card".to_string(),
        Ok(Handle::Zone(_)) => "a zone".to_string(),
        Ok(Handle::Op(_)) => "an operation".to_string(),
        Ok(Handle::Table) => "the table".to_string(),
        Err(_) if value.is_unit() => "nothing".to_string(),
        Err(kind) => format!("a value of type {kind}"),
    }
}

/// A whole number, if it is one. Asked so, a text does not first become an error that says what it is instead.
#[inline]
pub(super) fn whole(value: &Dynamic) -> Option<i64> {
    if value.is_int() { value.as_int().ok() } else { None }
}

impl Run {
    /// A text of the game's as scripts have it.
    pub fn share(&self, text: &str) -> ImmutableString {
        self.game.texts.share(text)
    }

    /// A script's text for players to read.
    pub fn word(&self, text: &ImmutableString) -> Arc<str> {
        let made: Result<_, Infallible> = self.game.names.words.find(text, || Ok(text.as_str().into()));
        made.unwrap_or_default()
    }

    /// A card: by handle, or by name or id for the first copy that is in the game.
    pub fn card_arg(&self, value: &Dynamic) -> Verb<CardId> {
        if let Some(number) = whole(value) {
            return match Handle::decode(number) {
                Handle::Card(card) if self.state.has_card(card) => Ok(card),
                Handle::Op(op) if self.state.has_card(op.card) => Ok(op.card),
                _ => oops(format!("a card is wanted here, not {}", describe(value))),
            };
        }
        let Ok(name) = value.as_immutable_string_ref().map(|name| name.clone()) else {
            return oops(format!("a card is wanted here, not {}", describe(value)));
        };
        let rules = &self.game.rules;
        let Some(def) = rules.card(&name).or_else(|| rules.card_named(&name)) else {
            let known = rules.cards.iter().flat_map(|card| [card.id.as_str(), card.name.as_str()]);
            return unknown("card", &name, known);
        };
        match self.look().copies(def).next() {
            Some(card) => Ok(card),
            None => oops(format!("no copy of `{name}` is in this game")),
        }
    }

    /// Cards, from an array of them.
    pub fn cards_arg(&self, cards: &Array) -> Verb<Vec<CardId>> {
        cards.iter().map(|card| self.card_arg(card)).collect()
    }

    /// A player, by seat number.
    pub fn player_arg(&self, seat: i64) -> Verb<Player> {
        match Handle::decode(seat) {
            Handle::Number(n) if (1..=self.state.player_count() as i64).contains(&n) => Ok(Player(n as u8)),
            Handle::Number(n) => oops(format!(
                "a player is wanted here; there are seats 1 to {}, not {n}",
                self.state.player_count()
            )),
            _ => oops(format!("a player is wanted here, not {}", describe(&seat.into()))),
        }
    }

    /// A player or nobody.
    pub fn player_or_nobody(&self, seat: i64) -> Verb<Player> {
        if seat == 0 { Ok(Player::NOBODY) } else { self.player_arg(seat) }
    }

    /// A set of players: a seat number, or an array of them.
    pub fn players_arg(&self, players: &Dynamic) -> Verb<Players> {
        if let Ok(seat) = players.as_int() {
            return self.player_arg(seat).map(Players::just);
        }
        let Ok(list) = players.as_array_ref() else {
            return oops(format!("players are wanted here, not {}", describe(players)));
        };
        list.iter()
            .map(|seat| match seat.as_int() {
                Ok(seat) => self.player_arg(seat),
                Err(_) => oops(format!("a player is wanted here, not {}", describe(seat))),
            })
            .collect()
    }

    /// The kind of zone of a name.
    pub fn zone_kind_arg(&self, name: &ImmutableString) -> Verb<ZoneKind> {
        self.game.names.zones.find(name, || match self.game.rules.zone(name) {
            Some(kind) => Ok(kind),
            None => unknown("zone", name, self.game.rules.zones.names()),
        })
    }

    /// A zone: by handle, or by name; then of a player's zones the asker's, of a card's zones the asking card's.
    pub fn zone_arg(&self, value: &Dynamic) -> Verb<ZoneId> {
        if let Some(number) = whole(value) {
            return match Handle::decode(number) {
                Handle::Zone(zone) if self.state.has_zone(zone) => Ok(zone),
                _ => oops(format!("a zone is wanted here, not {}", describe(value))),
            };
        }
        let Ok(name) = value.as_immutable_string_ref().map(|name| name.clone()) else {
            return oops(format!("a zone is wanted here, not {}", describe(value)));
        };
        self.own_zone(&name)
    }

    fn own_zone(&self, name: &ImmutableString) -> Verb<ZoneId> {
        let kind = self.zone_kind_arg(name)?;
        let asker = self.asker();
        let own = self
            .state
            .zone(kind, Subject::Player(asker.me))
            .or_else(|| asker.card.and_then(|card| self.state.zone(kind, Subject::Card(card))));
        match own {
            Some(zone) => Ok(zone),
            None => oops(format!("whose `{name}`? say zone(\"{name}\", owner)")),
        }
    }

    /// The zone of a name and an owner (a player or a card).
    pub fn zone_of_arg(&self, name: &ImmutableString, owner: &Dynamic) -> Verb<ZoneId> {
        let kind = self.zone_kind_arg(name)?;
        let subject = self.subject_arg(owner)?;
        match self.state.zone(kind, subject) {
            Some(zone) => Ok(zone),
            None => oops(format!("{} has no zone `{name}`", describe(owner))),
        }
    }

    /// Something that tokens lie on: a player, a card (also by name), a zone or the table.
    pub fn subject_arg(&self, value: &Dynamic) -> Verb<Subject> {
        if let Some(number) = whole(value) {
            match Handle::decode(number) {
                Handle::Number(_) => return self.player_arg(number).map(Subject::Player),
                Handle::Zone(zone) if self.state.has_zone(zone) => return Ok(Subject::Zone(zone)),
                Handle::Table => return Ok(Subject::Table),
                _ => {}
            }
        }
        self.card_arg(value).map(Subject::Card)
    }

    /// An operation, by handle.
    pub fn op_arg(&self, value: i64) -> Verb<OpRef> {
        match Handle::decode(value) {
            Handle::Op(op) if self.op_def(op).is_some() => Ok(op),
            _ => oops(format!("an operation is wanted here, not {}", describe(&value.into()))),
        }
    }

    /// A token of a name.
    pub fn token_arg(&self, name: &ImmutableString) -> Verb<TokenId> {
        self.game.names.tokens.find(name, || match self.game.rules.token(name) {
            Some(token) => Ok(token),
            None => unknown("token", name, self.game.rules.tokens.names()),
        })
    }

    /// A field of a name.
    pub fn field_arg(&self, name: &ImmutableString) -> Verb<FieldId> {
        self.game.names.fields.find(name, || match self.game.rules.field(name) {
            Some(field) => Ok(field),
            None => unknown("field", name, self.game.rules.fields.names()),
        })
    }

    /// A rule value of a name.
    pub fn value_arg(&self, name: &ImmutableString) -> Verb<ValueId> {
        self.game.names.values.find(name, || match self.game.rules.value(name) {
            Some(value) => Ok(value),
            None => unknown("value", name, self.game.rules.values.names()),
        })
    }

    /// A trigger of a name.
    pub fn trigger_arg(&self, name: &ImmutableString) -> Verb<TriggerId> {
        self.game.names.triggers.find(name, || match self.game.rules.trigger(name) {
            Some(trigger) => Ok(trigger),
            None => unknown("trigger", name, self.game.rules.triggers.names()),
        })
    }

    /// An event of a name.
    pub fn event_arg(&self, name: &ImmutableString) -> Verb<EventId> {
        self.game.names.events.find(name, || match self.game.rules.event(name) {
            Some(event) => Ok(event),
            None => unknown("event", name, self.game.rules.events.names()),
        })
    }
}

/// The settings of a verb that takes many: each key must be one of the known ones.
pub(super) fn settings(settings: &Map, known: &[&str]) -> Verb<()> {
    for key in settings.keys() {
        if !known.contains(&key.as_str()) {
            return unknown("setting", key, known.iter().copied());
        }
    }
    Ok(())
}

/// Handles as an array for scripts.
pub(super) fn array<T: Into<i64>>(items: impl IntoIterator<Item = T>) -> Array {
    items.into_iter().map(|item| Dynamic::from_int(item.into())).collect()
}

/// A whole number that must fit the kernel's counters.
pub(super) fn small(n: i64) -> i32 {
    n.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
