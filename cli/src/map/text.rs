//! A map in the terminal. A hex is a place on a line; columns that stand half a hex lower have lines of their own
//! between those of the others, so that each name has the width of two columns.

use anstyle::{AnsiColor, Style};
use cardwright::kernel::map::{Colour, MapDef, Piece, column, hex, row};

use super::{Here, here};
use crate::terminal::{FAINT, STRONG};
use crate::text::{cut, line, width, wrap};

/// Columns of the terminal from one column of hexes to the next, where names are written.
const WIDE: usize = 6;
/// The same, where there are only symbols.
const SMALL: usize = 2;
/// What the numbers of rows take.
const LEFT: usize = 3;
/// Fewer lines than this show nothing.
const LEAST_LINES: usize = 7;

/// The part of the map around a hex, in so many columns and about so many lines, with what its signs mean.
pub fn region(map: &MapDef, pieces: &[Piece], around: i32, columns: usize, lines: usize) -> Vec<String> {
    let label = WIDE * 2 - 1;
    let fits = (columns.saturating_sub(LEFT + label) / WIDE + 1) as i32;
    let first = window(column(around), fits, map.columns);
    let half_rows = (lines.max(LEAST_LINES) - 1) as i32;
    let (top, bottom) = (2 * map.rows.0, 2 * map.rows.1 + 1);
    let heights = window(map.height(around), half_rows, (top, bottom));
    let part = Part { map, pieces, columns: first, heights, pitch: WIDE, around: Some(around) };
    let mut drawn = part.draw();
    drawn.extend(part.legend(columns));
    drawn
}

/// All of the map, with symbols only.
pub fn whole(map: &MapDef, pieces: &[Piece], columns: usize) -> Vec<String> {
    let heights = (2 * map.rows.0, 2 * map.rows.1 + 1);
    let part = Part { map, pieces, columns: map.columns, heights, pitch: SMALL, around: None };
    let mut drawn = part.draw();
    drawn.extend(part.legend(columns));
    drawn
}

/// So many around the middle, moved to lie within bounds.
fn window(middle: i32, n: i32, (first, last): (i32, i32)) -> (i32, i32) {
    let start = (middle - (n - 1) / 2).min(last - n + 1).max(first);
    (start, (start + n - 1).min(last))
}

/// What is drawn.
struct Part<'a> {
    map: &'a MapDef,
    pieces: &'a [Piece],
    columns: (i32, i32),
    /// From which half row to which.
    heights: (i32, i32),
    pitch: usize,
    /// The hex in the middle.
    around: Option<i32>,
}

impl Part<'_> {
    fn draw(&self) -> Vec<String> {
        let mut lines = vec![self.column_numbers()];
        lines.extend((self.heights.0..=self.heights.1).map(|height| self.line(height)));
        // What stands at the edge of the map leaves a line empty.
        lines.retain(|line| !line.trim().is_empty());
        lines
    }

    fn column_numbers(&self) -> String {
        let mut text = " ".repeat(LEFT);
        let step = if self.pitch < 3 { 2 } else { 1 };
        for column in (self.columns.0..=self.columns.1).step_by(step) {
            let cell = format!("{column:02}");
            text.push_str(&format!("{cell:<0$}", self.pitch * step));
        }
        format!("{FAINT}{}{FAINT:#}", text.trim_end())
    }

    /// The hexes that stand at one height.
    fn line(&self, height: i32) -> String {
        let hexes = (self.columns.0..=self.columns.1).filter_map(|column| {
            let at = height - i32::from(self.map.is_low(column));
            let there = hex(column, at / 2);
            (at % 2 == 0 && self.map.has(there)).then_some(there)
        });
        let mut text = String::new();
        let mut used = 0;
        for there in hexes {
            let offset = (column(there) - self.columns.0) as usize * self.pitch + LEFT;
            // The number of the row stands before the columns that are not lowered.
            if used == 0 && !self.map.is_low(column(there)) {
                let number = format!("{:02}", row(there));
                text.push_str(&format!("{FAINT}{number}{FAINT:#}"));
                used = width(&number);
            }
            let (cell, wide) = self.cell(there);
            text.push_str(&" ".repeat(offset.saturating_sub(used)));
            text.push_str(&cell);
            used = offset + wide;
        }
        text
    }

    /// A hex as it is written, and how many columns that takes.
    fn cell(&self, there: i32) -> (String, usize) {
        let Here { place, movers } = here(self.map, self.pieces, there);
        let room = self.pitch * 2 - 1;
        let frame = if self.around == Some(there) { Style::new().invert() } else { Style::new() };
        if place.is_none() && movers.is_empty() {
            let area = self.map.areas_at(there).last();
            let style = area.map_or(FAINT, |area| style(area.colour));
            return (format!("{frame}{style}·{style:#}{frame:#}"), 1);
        }
        let names = self.pitch > SMALL;
        let alone = place.is_none() && movers.len() == 1 && names;
        let tails = if alone { Vec::new() } else { self.tails(&movers, names) };
        let taken: usize = tails.iter().map(|(text, _)| width(text)).sum();
        let mut text = String::new();
        let mut used = 0;
        if let Some(piece) = place.or_else(|| movers.first().copied().filter(|_| alone)) {
            let signs: String = piece.marks.iter().map(|ix| self.map.marks[*ix].sign.as_str()).collect();
            let symbol = &self.map.pieces[piece.kind].symbol;
            let head = if names {
                let room = room.saturating_sub(taken + width(symbol) + width(&signs));
                format!("{symbol}{}{signs}", short(&line(&piece.name), room))
            } else {
                cut(&format!("{symbol}{signs}"), room.saturating_sub(taken).max(1))
            };
            let own = style(piece.colour);
            used += width(&head);
            text.push_str(&format!("{frame}{own}{head}{own:#}{frame:#}"));
        }
        for (tail, colour) in tails {
            let own = style(colour);
            used += width(&tail);
            text.push_str(&format!("{frame}{own}{tail}{own:#}{frame:#}"));
        }
        (text, used)
    }

    /// What moves, kind by kind: a symbol, how many there are, and what is said of any of them.
    fn tails(&self, movers: &[&Piece], counts: bool) -> Vec<(String, Colour)> {
        let kinds = 0..self.map.pieces.len();
        let of = |kind: usize| -> Vec<&&Piece> { movers.iter().filter(|piece| piece.kind == kind).collect() };
        let told = kinds.map(of).filter(|there| !there.is_empty()).map(|there| {
            let mut text = self.map.pieces[there[0].kind].symbol.clone();
            if counts && there.len() > 1 {
                text.push_str(&there.len().to_string());
            }
            for (ix, mark) in self.map.marks.iter().enumerate().filter(|_| counts) {
                if there.iter().any(|piece| piece.marks.contains(&ix)) {
                    text.push_str(&mark.sign);
                }
            }
            (text, there[0].colour)
        });
        told.collect()
    }

    /// What the signs mean that are there.
    fn legend(&self, columns: usize) -> Vec<String> {
        let heights = self.heights.0..=self.heights.1;
        let in_part = |piece: &&Piece| {
            (self.columns.0..=self.columns.1).contains(&column(piece.hex))
                && heights.contains(&self.map.height(piece.hex))
        };
        let there: Vec<&Piece> = self.pieces.iter().filter(in_part).collect();
        let kinds = self.map.pieces.iter().enumerate();
        let kinds = kinds.filter(|(ix, _)| there.iter().any(|piece| piece.kind == *ix));
        let kinds = kinds.map(|(_, piece)| format!("{} {}", piece.symbol, line(&piece.title)));
        let marks = self.map.marks.iter().enumerate();
        let marks = marks.filter(|(ix, _)| there.iter().any(|piece| piece.marks.contains(ix)));
        let marks = marks.map(|(_, mark)| format!("{} {}", mark.sign, line(&mark.title)));
        let words: Vec<String> = kinds.chain(marks).collect();
        wrap(&words.join(" · "), columns).into_iter().map(|line| format!("{FAINT}{line}{FAINT:#}")).collect()
    }
}

/// A name in so many columns: words from the left lose all but their first letter, then the end goes.
fn short(name: &str, room: usize) -> String {
    let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
    for ix in 0..words.len().saturating_sub(1) {
        if width(&words.join(" ")) <= room {
            break;
        }
        words[ix] = words[ix].chars().take(1).collect();
    }
    cut(&words.join(" "), room)
}

fn style(colour: Colour) -> Style {
    let colour = match colour {
        Colour::White => return STRONG,
        Colour::Blue => AnsiColor::Blue,
        Colour::Red => AnsiColor::Red,
        Colour::Green => AnsiColor::Green,
        Colour::Yellow => AnsiColor::Yellow,
        Colour::Magenta => AnsiColor::Magenta,
        Colour::Cyan => AnsiColor::Cyan,
    };
    colour.on_default()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{bay, piece};
    use super::*;

    fn plain(lines: &[String]) -> Vec<String> {
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn hexes_of_lowered_columns_stand_between_those_of_the_others() {
        let pieces = [
            piece(102, 0, "Old Rock", &[0]),
            piece(202, 1, "Long Quay of Lamps", &[]),
            piece(202, 2, "Gull", &[]),
            piece(202, 2, "Smack", &[1]),
            piece(403, 2, "Tern", &[1]),
        ];
        let drawn = plain(&region(&bay(), &pieces, 302, 44, 20));
        assert_eq!(
            drawn,
            [
                "   01    02    03    04    05    06",
                "01       ·           ·           ·",
                "   ·           ·           ·",
                "02       #L Q o…^2!  ·           ·",
                "   *Old Rock+  ·           ·",
                "03       ·           ^Tern!      ·",
                "   ·           ·           ·",
                "04       ·           ·           ·",
                "   ·           ·           ·",
                "* rock · # quay · ^ boat · + lit · ! leaky",
            ]
        );
    }

    #[test]
    fn a_region_fits_its_columns_and_lines_and_stays_on_the_map() {
        let mut map = bay();
        (map.columns, map.rows) = ((1, 30), (1, 31));
        let pieces: Vec<Piece> = map
            .columns()
            .flat_map(|column| {
                (1..=31).map(move |row| piece(hex(column, row), 0, "A Rather Long Name", &[0]))
            })
            .collect();
        for around in [101, 131, 1515, 3001, 3031] {
            for columns in [30, 79, 80, 120] {
                let drawn = plain(&region(&map, &pieces, around, columns, 14));
                assert!(drawn.iter().all(|line| width(line) <= columns), "{columns}\n{}", drawn.join("\n"));
                assert!(drawn.len() <= 14 + 2, "{around}: {} lines", drawn.len());
                let middle = format!("{:02}", column(around));
                assert!(drawn[0].split_whitespace().any(|number| number == middle), "{around}: {}", drawn[0]);
            }
        }
    }

    #[test]
    fn the_whole_map_has_symbols_only() {
        let pieces = [piece(102, 0, "Old Rock", &[]), piece(601, 2, "Gull", &[]), piece(601, 2, "Tern", &[])];
        let drawn = plain(&whole(&bay(), &pieces, 80));
        assert_eq!(
            drawn,
            [
                "   01  03  05",
                "01   ·   ·   ^",
                "   ·   ·   ·",
                "02   ·   ·   ·",
                "   *   ·   ·",
                "03   ·   ·   ·",
                "   ·   ·   ·",
                "04   ·   ·   ·",
                "   ·   ·   ·",
                "* rock · ^ boat",
            ]
        );
    }

    #[test]
    fn long_names_lose_letters_from_the_left() {
        assert_eq!(short("Quay 4", 9), "Quay 4");
        assert_eq!(short("Long Quay 4", 9), "L Quay 4");
        assert_eq!(short("Promontory", 5), "Prom…");
    }
}
