//! Handles: small numbers that stand for things of a game, and the one number form in which scripts hold them.
//! Nothing here owns anything; a handle is only as good as the state it is read against.

use serde::{Deserialize, Serialize};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table that this handle indexes.
            #[inline]
            pub const fn ix(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(ix: usize) -> Self {
                Self(u32::try_from(ix).expect("tables stay far below four thousand million entries"))
            }
        }
    };
}

index!(/// A card definition: what one card file says.
    DefId);
index!(/// A card: one copy of a definition in a running game.
    CardId);
index!(/// A kind of zone, as the manifest names it (`hand`).
    ZoneKind);
index!(/// One zone of a running game (player 2's hand).
    ZoneId);
index!(/// A kind of token.
    TokenId);
index!(/// A field of cards.
    FieldId);
index!(/// One value of a field with listed values; unique over all fields of the game.
    TagId);
index!(/// A rule value (hand size, `blanked`): a number that effects change.
    ValueId);
index!(/// A trigger.
    TriggerId);
index!(/// A kind of event.
    EventId);
index!(/// A script of the game: an operation's body or condition.
    ScriptId);

/// A player, by seat. Seats count from 1; 0 is nobody (and owns what belongs to the table).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(pub u8);

/// The most players that a game can seat.
pub const MAX_PLAYERS: usize = 16;

impl Player {
    /// Nobody: the owner of the table's things.
    pub const NOBODY: Self = Self(0);

    /// Whether this is a seat at all.
    #[inline]
    pub const fn is_somebody(self) -> bool {
        self.0 != 0
    }

    /// The position of this seat in tables of players.
    ///
    /// Nobody has no position; asking for it is a mistake in the engine and gives the last index there is,
    /// which no table has.
    #[inline]
    pub const fn ix(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }

    /// The seat at a position counted from 0.
    pub fn at(ix: usize) -> Self {
        Self(u8::try_from(ix + 1).expect("a game seats at most sixteen players"))
    }
}

/// A set of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Players(pub u16);

impl Players {
    /// No player.
    pub const NONE: Self = Self(0);
    /// Every seat there can be.
    pub const ALL: Self = Self(u16::MAX);

    /// The set of one player; of nobody, the empty set.
    #[inline]
    pub const fn just(player: Player) -> Self {
        if player.0 == 0 { Self(0) } else { Self(1 << (player.0 - 1)) }
    }

    /// Whether a player is in the set. Nobody never is, except in [`Players::ALL`].
    #[inline]
    pub const fn contains(self, player: Player) -> bool {
        if player.0 == 0 { self.0 == u16::MAX } else { self.0 & (1 << (player.0 - 1)) != 0 }
    }

    /// Whether everyone of another set is in this one.
    #[inline]
    pub const fn contains_all(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Both sets together.
    #[inline]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The players of this set, by seat.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        (0..MAX_PLAYERS).filter(move |ix| self.0 & (1 << ix) != 0).map(Player::at)
    }
}

impl FromIterator<Player> for Players {
    fn from_iter<I: IntoIterator<Item = Player>>(iter: I) -> Self {
        iter.into_iter().fold(Self::NONE, |set, player| set.with(Self::just(player)))
    }
}

/// Something that tokens lie on and rule values belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The table itself.
    Table,
    /// A player.
    Player(Player),
    /// A card.
    Card(CardId),
    /// A zone.
    Zone(ZoneId),
}

/// One operation of one card in play: what a player chooses when the choice is "which operation".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpRef {
    /// The card.
    pub card: CardId,
    /// The operation's position in the card's definition.
    pub op: u16,
}

/// Anything that a script can hold as a number.
///
/// Players are their seat number, so that `1` is player 1 and `0` nobody; all else carries its kind above bit 40,
/// so that a player given where a card is wanted is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// A plain number, or a player.
    Number(i64),
    /// A card.
    Card(CardId),
    /// A zone.
    Zone(ZoneId),
    /// An operation of a card.
    Op(OpRef),
    /// The table.
    Table,
}

const KIND_SHIFT: u32 = 56;
const CARD: i64 = 1;
const ZONE: i64 = 2;
const OP: i64 = 3;
const TABLE: i64 = 4;

impl Handle {
    /// The number that scripts hold.
    #[inline]
    pub const fn encode(self) -> i64 {
        match self {
            Self::Number(n) => n,
            Self::Card(card) => (CARD << KIND_SHIFT) | card.0 as i64,
            Self::Zone(zone) => (ZONE << KIND_SHIFT) | zone.0 as i64,
            Self::Op(op) => (OP << KIND_SHIFT) | ((op.op as i64) << 32) | op.card.0 as i64,
            Self::Table => TABLE << KIND_SHIFT,
        }
    }

    /// What a number stands for.
    #[inline]
    pub const fn decode(number: i64) -> Self {
        let low = (number & 0xFFFF_FFFF) as u32;
        match number >> KIND_SHIFT {
            CARD => Self::Card(CardId(low)),
            ZONE => Self::Zone(ZoneId(low)),
            OP => Self::Op(OpRef { card: CardId(low), op: ((number >> 32) & 0xFFFF) as u16 }),
            TABLE => Self::Table,
            _ => Self::Number(number),
        }
    }
}

impl From<CardId> for i64 {
    fn from(card: CardId) -> Self {
        Handle::Card(card).encode()
    }
}

impl From<ZoneId> for i64 {
    fn from(zone: ZoneId) -> Self {
        Handle::Zone(zone).encode()
    }
}

impl From<Player> for i64 {
    fn from(player: Player) -> Self {
        i64::from(player.0)
    }
}

impl From<OpRef> for i64 {
    fn from(op: OpRef) -> Self {
        Handle::Op(op).encode()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_survives_being_a_number() {
        for handle in [
            Handle::Number(0),
            Handle::Number(-7),
            Handle::Number(3),
            Handle::Card(CardId(0)),
            Handle::Card(CardId(70_000)),
            Handle::Zone(ZoneId(12)),
            Handle::Op(OpRef { card: CardId(9), op: 3 }),
            Handle::Table,
        ] {
            assert_eq!(Handle::decode(handle.encode()), handle);
        }
    }

    #[test]
    fn sets_of_players_hold_seats_and_not_nobody() {
        let set: Players = [Player(1), Player(4)].into_iter().collect();
        assert!(set.contains(Player(4)) && !set.contains(Player(2)));
        assert!(!set.contains(Player::NOBODY));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Player(1), Player(4)]);
    }
}
