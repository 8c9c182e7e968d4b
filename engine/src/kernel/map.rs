//! A map of hexes: how they are numbered, how far apart they are, and what a player sees standing on them.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::view::{CardView, View};
use super::{CardId, DefId, FieldId, Look, Named, Player, Pred, Rules, Subject, TagId, TokenId, ZoneKind};

/// A hex is named by its column, times this, and its row.
const COLUMN: i32 = 100;

/// What a game's manifest says of its map.
#[derive(Clone, Debug, Default)]
pub struct MapDef {
    /// What it is called.
    pub title: String,
    /// The first and the last column.
    pub columns: (i32, i32),
    /// The first and the last row.
    pub rows: (i32, i32),
    /// Which columns stand half a hex lower than their neighbours.
    pub lower: Lower,
    /// Where a card says on which hex it stands.
    pub field: Option<FieldId>,
    /// Where the hex of a card that moves is counted; where there is none, the field holds.
    pub token: Option<TokenId>,
    /// Of which field the values have colours: whose a card is.
    pub owner: Option<FieldId>,
    /// The colours of those values.
    pub colours: Vec<(TagId, Colour)>,
    /// The token that marks the card around which the map is looked at.
    pub focus: Option<TokenId>,
    /// The kinds of things that stand on it, the lowest first.
    pub pieces: Named<PieceDef>,
    /// What is said of a piece by a token.
    pub marks: Named<MarkDef>,
    /// Regions of it.
    pub areas: Named<AreaDef>,
}

/// Which columns of a map stand half a hex lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lower {
    /// Those of odd numbers.
    #[default]
    Odd,
    /// Those of even numbers.
    Even,
}

/// A kind of thing that stands on a map.
#[derive(Clone, Debug, Default)]
pub struct PieceDef {
    /// What players call it.
    pub title: String,
    /// The kinds of zones whose cards are shown.
    pub zones: Vec<ZoneKind>,
    /// What must hold of a card, as it is printed.
    pub only: Option<Arc<Pred>>,
    /// How it is written: one character.
    pub symbol: String,
    /// How it is drawn.
    pub shape: Shape,
    /// Whether it moves: it stands beside what is there.
    pub moves: bool,
}

/// What is said of a piece when a token of its card has a count.
#[derive(Clone, Debug)]
pub struct MarkDef {
    /// What players call it.
    pub title: String,
    /// The token.
    pub token: TokenId,
    /// The count.
    pub count: i32,
    /// How it is written behind the name.
    pub sign: String,
    /// The colour that the piece has then.
    pub colour: Option<Colour>,
}

/// A region of a map: all hexes that are near enough to one.
#[derive(Clone, Debug)]
pub struct AreaDef {
    /// What players call it.
    pub title: String,
    /// The hex in its middle.
    pub around: i32,
    /// How far it reaches.
    pub reach: i32,
    /// Its colour.
    pub colour: Colour,
}

/// A colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// White: what has no other.
    #[default]
    White,
    /// Blue.
    Blue,
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Magenta.
    Magenta,
    /// Cyan.
    Cyan,
}

/// The shape in which a piece is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A filled circle.
    #[default]
    Disk,
    /// A star.
    Star,
    /// A square.
    Square,
    /// An arrowhead.
    Arrow,
    /// A circle that is not filled.
    Ring,
}

/// Something on a map, as someone sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The hex where it stands.
    pub hex: i32,
    /// Which of [`MapDef::pieces`] it is.
    pub kind: usize,
    /// The card's name.
    pub name: String,
    /// Whose it is: the value of the map's field for owners, if it has one.
    pub owner: Option<String>,
    /// The player whose zone it lies in, if it is a player's.
    pub player: Option<Player>,
    /// Its colour: that of the last mark that has one, else its owner's.
    pub colour: Colour,
    /// Which of [`MapDef::marks`] hold of it.
    pub marks: Vec<usize>,
    /// Whether the map is looked at around it.
    pub is_focus: bool,
}

impl MapDef {
    /// The columns.
    pub fn columns(&self) -> RangeInclusive<i32> {
        self.columns.0..=self.columns.1
    }

    /// The rows.
    pub fn rows(&self) -> RangeInclusive<i32> {
        self.rows.0..=self.rows.1
    }

    /// Whether a hex is on the map.
    pub fn has(&self, hex: i32) -> bool {
        self.columns().contains(&column(hex)) && self.rows().contains(&row(hex))
    }

    /// Whether a column stands half a hex lower than its neighbours.
    pub fn is_low(&self, column: i32) -> bool {
        (column & 1 == 1) == (self.lower == Lower::Odd)
    }

    /// How far down a hex stands, in half hexes.
    pub fn height(&self, hex: i32) -> i32 {
        2 * row(hex) + i32::from(self.is_low(column(hex)))
    }

    /// How many hexes there are from one to another, the first not counted.
    pub fn distance(&self, one: i32, other: i32) -> i32 {
        let across = (column(one) - column(other)).abs();
        let down = (self.height(one) - self.height(other)).abs();
        // Each column crossed leads half a hex up or down.
        across + (down - across).max(0) / 2
    }

    /// The areas that a hex lies in.
    pub fn areas_at(&self, hex: i32) -> impl Iterator<Item = &AreaDef> {
        self.areas.iter().filter(move |area| self.distance(area.around, hex) <= area.reach)
    }

    /// Where a card says that it stands, if it does.
    pub fn printed_hex(&self, rules: &Rules, card: DefId) -> Option<i32> {
        rules.def(card).number(self.field?).filter(|hex| *hex != 0)
    }

    /// Where a card stands now, if it does.
    pub fn hex_of(&self, look: &Look<'_>, card: CardId) -> Option<i32> {
        let now = self
            .token
            .map_or(0, |token| look.state.token(look.rules, Subject::Card(card), token, Player::at(0)));
        if now != 0 { Some(now) } else { self.printed_hex(look.rules, look.state.card(card).def) }
    }

    /// What stands on the map as it is printed, the lowest first.
    pub fn printed(&self, rules: &Rules) -> Vec<Piece> {
        let mut found = Vec::new();
        for card in (0..rules.cards.len()).map(DefId::from) {
            let Some(hex) = self.printed_hex(rules, card) else { continue };
            let kind = self.pieces.iter().position(|piece| piece.is_of(rules, card));
            found.extend(kind.map(|kind| self.piece(rules, card, hex, kind, |_| None)));
        }
        self.sorted(found)
    }

    /// What stands on the map in a view: only what its player knows. The lowest first.
    pub fn seen(&self, rules: &Rules, view: &View) -> Vec<Piece> {
        let mut found = Vec::new();
        for zone in &view.zones {
            let Some(zone_kind) = rules.zone(&zone.kind) else { continue };
            for shown in &zone.cards {
                let Some(card) = shown.id.as_deref().and_then(|id| rules.card(id)) else { continue };
                let is = |piece: &PieceDef| piece.zones.contains(&zone_kind) && piece.is_of(rules, card);
                let Some(kind) = self.pieces.iter().position(is) else { continue };
                let count = |token: TokenId| count(rules, shown, token);
                let now = self.token.and_then(count).filter(|hex| *hex != 0);
                let Some(hex) = now.or_else(|| self.printed_hex(rules, card)) else { continue };
                found.push(Piece { player: zone.owner, ..self.piece(rules, card, hex, kind, count) });
            }
        }
        self.sorted(found)
    }

    fn piece(
        &self,
        rules: &Rules,
        card: DefId,
        hex: i32,
        kind: usize,
        count: impl Fn(TokenId) -> Option<i32>,
    ) -> Piece {
        let def = rules.def(card);
        let has = |token: TokenId| count(token).unwrap_or(rules.tokens[token.ix()].start);
        let holds = |mark: &MarkDef| has(mark.token) == mark.count;
        let marks: Vec<usize> = (0..self.marks.len()).filter(|ix| holds(&self.marks[*ix])).collect();
        let owner =
            self.owner.and_then(|field| rules.fields[field.ix()].tags().find(|ix| def.has((*ix).into())));
        let own =
            owner.and_then(|tag| self.colours.iter().find(|(of, _)| of.ix() == tag)).map(|(_, own)| *own);
        let marked = marks.iter().rev().find_map(|ix| self.marks[*ix].colour);
        Piece {
            hex,
            kind,
            name: def.name.clone(),
            player: None,
            owner: owner.map(|tag| rules.tag_name(tag.into()).to_owned()),
            colour: marked.or(own).unwrap_or_default(),
            marks,
            is_focus: self.focus.is_some_and(|token| has(token) != 0),
        }
    }

    fn sorted(&self, mut pieces: Vec<Piece>) -> Vec<Piece> {
        pieces.retain(|piece| self.has(piece.hex));
        pieces.sort_by_key(|piece| (piece.hex, piece.kind));
        pieces
    }
}

impl PieceDef {
    fn is_of(&self, rules: &Rules, card: DefId) -> bool {
        self.only.as_ref().is_none_or(|only| only.matches_print(rules, card))
    }
}

/// The count of a token on a card that is seen; nothing where it is as at first.
fn count(rules: &Rules, card: &CardView, token: TokenId) -> Option<i32> {
    let name = rules.tokens.name(token.ix());
    card.tokens.iter().find(|seen| *seen.token == **name).and_then(|seen| seen.counts.first().copied())
}

/// A hex's column.
pub const fn column(hex: i32) -> i32 {
    hex.div_euclid(COLUMN)
}

/// A hex's row.
pub const fn row(hex: i32) -> i32 {
    hex.rem_euclid(COLUMN)
}

/// The hex of a column and a row.
pub const fn hex(column: i32, row: i32) -> i32 {
    column * COLUMN + row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(lower: Lower) -> MapDef {
        MapDef { columns: (1, 20), rows: (1, 30), lower, ..MapDef::default() }
    }

    #[test]
    fn hexes_are_counted_as_on_a_map_with_odd_columns_half_a_hex_lower() {
        let map = map(Lower::Odd);
        // Three columns across lead one and a half hexes down, from row 24 to 23 and a half: 1424, 1523, 1623, 1722.
        // Then straight up to row 19: 1721, 1720, 1719. Six in all.
        assert_eq!(map.distance(1424, 1719), 6);
        assert_eq!(map.distance(1719, 1424), 6);
        assert_eq!(map.distance(1010, 1010), 0);
        // The six neighbours of a hex in an even column, which stands half a hex higher than those beside it.
        for near in [1009, 1011, 909, 910, 1109, 1110] {
            assert_eq!(map.distance(1010, near), 1, "{near}");
        }
        // The next below and above in the columns beside it are two away.
        for far in [908, 911, 1108, 1111, 810, 1210, 1008, 1012] {
            assert_eq!(map.distance(1010, far), 2, "{far}");
        }
        // And of one in an odd column.
        for near in [1109, 1111, 1010, 1011, 1210, 1211] {
            assert_eq!(map.distance(1110, near), 1, "{near}");
        }
        // Eight columns across lead up to four hexes down for nothing.
        assert_eq!(map.distance(1010, 1814), 8);
        assert_eq!(map.distance(1010, 1815), 9);
    }

    #[test]
    fn where_even_columns_are_lower_the_neighbours_are_others() {
        let map = map(Lower::Even);
        for near in [1009, 1011, 910, 911, 1110, 1111] {
            assert_eq!(map.distance(1010, near), 1, "{near}");
        }
        assert_eq!(map.distance(1010, 909), 2);
        // From 24 and a half, three columns lead up to 23; from there it is four to 19.
        assert_eq!(map.distance(1424, 1719), 7);
    }

    #[test]
    fn an_area_is_all_that_is_near_enough() {
        let mut map = map(Lower::Odd);
        let area = AreaDef { title: "bay".into(), around: 1010, reach: 2, colour: Colour::Blue };
        map.areas.insert("bay", area);
        assert_eq!(map.areas_at(1012).count(), 1);
        assert_eq!(map.areas_at(1013).count(), 0);
        assert!(map.has(2030) && !map.has(2031) && !map.has(2130) && !map.has(20));
    }
}
