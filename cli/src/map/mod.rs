//! A game's map, drawn: as text for the terminal, as SVG for a file.

mod svg;
mod text;

use cardwright::kernel::map::{MapDef, Piece, column, hex, row};

pub use svg::draw as svg;
pub use text::{region, whole};

use crate::text::line;

/// The hex that a word means: by its number, or by the beginning of the name of something that stands there.
pub fn find(map: &MapDef, pieces: &[Piece], word: &str) -> Option<i32> {
    if let Ok(number) = word.parse::<i32>() {
        return Some(number).filter(|hex| map.has(*hex));
    }
    let wanted = word.to_lowercase();
    let name = |piece: &&Piece| piece.name.to_lowercase();
    let whole = pieces.iter().find(|piece| name(piece) == wanted);
    whole.or_else(|| pieces.iter().find(|piece| name(piece).starts_with(&wanted))).map(|piece| piece.hex)
}

/// The hex in the middle of others.
pub fn middle(hexes: &[i32]) -> Option<i32> {
    let between = |of: fn(i32) -> i32| {
        let (least, most) =
            (hexes.iter().map(|hex| of(*hex)).min()?, hexes.iter().map(|hex| of(*hex)).max()?);
        Some((least + most) / 2)
    };
    Some(hex(between(column)?, between(row)?))
}

/// What stands on one hex: the lowest that stays there, and all that moves.
struct Here<'a> {
    place: Option<&'a Piece>,
    movers: Vec<&'a Piece>,
}

fn here<'a>(map: &MapDef, pieces: &'a [Piece], hex: i32) -> Here<'a> {
    let there = || pieces.iter().filter(move |piece| piece.hex == hex);
    let moves = |piece: &&Piece| map.pieces[piece.kind].moves;
    Here { place: there().find(|piece| !moves(piece)), movers: there().filter(moves).collect() }
}

/// A piece's name with what is said of it, for a list.
fn told(map: &MapDef, piece: &Piece) -> String {
    let marks: Vec<&str> = piece.marks.iter().map(|ix| map.marks[*ix].title.as_str()).collect();
    let name = line(&piece.name);
    if marks.is_empty() { name } else { format!("{name}, {}", line(&marks.join(", "))) }
}

#[cfg(test)]
pub(crate) mod fixture {
    use cardwright::kernel::TokenId;
    use cardwright::kernel::map::{AreaDef, Colour, MapDef, MarkDef, Piece, PieceDef, Shape};

    /// A bay with two kinds of places and one of boats.
    pub fn bay() -> MapDef {
        let mut map = MapDef { title: "the bay".into(), columns: (1, 6), rows: (1, 4), ..MapDef::default() };
        let piece = |title: &str, symbol: &str, shape, moves| PieceDef {
            title: title.into(),
            symbol: symbol.into(),
            shape,
            moves,
            ..PieceDef::default()
        };
        map.pieces.insert("rock", piece("rock", "*", Shape::Star, false));
        map.pieces.insert("quay", piece("quay", "#", Shape::Square, false));
        map.pieces.insert("boat", piece("boat", "^", Shape::Arrow, true));
        let mark = |title: &str, sign: &str, colour| MarkDef {
            title: title.into(),
            token: TokenId::from(0),
            count: 1,
            sign: sign.into(),
            colour,
        };
        map.marks.insert("lit", mark("lit", "+", Some(Colour::Yellow)));
        map.marks.insert("leaky", mark("leaky", "!", None));
        let area = AreaDef { title: "the shallows".into(), around: 101, reach: 1, colour: Colour::Blue };
        map.areas.insert("shallows", area);
        map
    }

    pub fn piece(hex: i32, kind: usize, name: &str, marks: &[usize]) -> Piece {
        let marks = marks.to_vec();
        let (owner, player) = (None, None);
        Piece { hex, kind, name: name.into(), owner, player, colour: Colour::White, marks, is_focus: false }
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::{bay, piece};
    use super::*;

    #[test]
    fn a_hex_is_meant_by_number_or_by_what_stands_there() {
        let pieces = [piece(203, 0, "Old Rock", &[]), piece(304, 2, "Old", &[])];
        assert_eq!(find(&bay(), &pieces, "402"), Some(402));
        assert_eq!(find(&bay(), &pieces, "702"), None);
        assert_eq!(find(&bay(), &pieces, "old"), Some(304));
        assert_eq!(find(&bay(), &pieces, "Old r"), Some(203));
        assert_eq!(find(&bay(), &pieces, "new"), None);
    }

    #[test]
    fn the_middle_lies_between_the_outermost() {
        assert_eq!(middle(&[101, 302, 504]), Some(302));
        assert_eq!(middle(&[]), None);
    }
}
