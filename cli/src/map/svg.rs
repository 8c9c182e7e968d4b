//! A map as a picture in SVG: hexes that lie flat, areas, what stands there with its name, and what the signs mean.

use std::fmt::Write as _;

use cardwright::kernel::map::{Colour, MapDef, Piece, Shape, column};

use super::{Here, here, told};
use crate::text::line;

/// From a hex's middle to a corner.
const SIDE: f64 = 30.0;
/// From a hex's middle to an edge.
const HALF: f64 = SIDE * 0.866_025_403_784;
/// Around the map.
const MARGIN: f64 = 36.0;
/// Above it, for the title.
const HEAD: f64 = 64.0;
/// Below it, for what the signs mean.
const FOOT: f64 = 62.0;

/// The whole map.
pub fn draw(map: &MapDef, pieces: &[Piece], game: &str) -> String {
    let page = Page { map };
    let (columns, rows) = (map.columns.1 - map.columns.0 + 1, map.rows.1 - map.rows.0 + 1);
    let wide = 2.0 * MARGIN + SIDE * (1.5 * f64::from(columns) + 0.5);
    let high = HEAD + FOOT + MARGIN + HALF * (2.0 * f64::from(rows) + 1.0);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0} {high:.0}" width="{wide:.0}" height="{high:.0}" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">
<title>{0}</title>
<style>
  .hex {{ fill: #0e1422; stroke: #2a3550; stroke-width: 1 }}
  .number {{ fill: #54617f; font-size: 7.5px; text-anchor: middle }}
  .name {{ font-size: 9.5px; text-anchor: middle; paint-order: stroke; stroke: #0a0f1a; stroke-width: 3px; stroke-linejoin: round }}
  .count {{ font-size: 9px; font-weight: bold; paint-order: stroke; stroke: #0a0f1a; stroke-width: 2.5px }}
  .key {{ fill: #c4cde0; font-size: 13px }}
</style>
<rect width="100%" height="100%" fill="#0a0f1a"/>
<text x="{MARGIN}" y="40" fill="#e8ecf5" font-size="24">{0}</text>
<text x="{1:.0}" y="40" fill="#7d89a5" font-size="14" text-anchor="end">{2}</text>
"##,
        escaped(&capital(&map.title)),
        wide - MARGIN,
        escaped(game),
    );
    page.hexes(&mut svg);
    for hex in standing(pieces) {
        page.pieces(&mut svg, hex, &here(map, pieces, hex));
    }
    page.legend(&mut svg, pieces, wide, high);
    svg.push_str("</svg>\n");
    svg
}

/// The hexes on which something stands.
fn standing(pieces: &[Piece]) -> Vec<i32> {
    let mut hexes: Vec<i32> = pieces.iter().map(|piece| piece.hex).collect();
    hexes.dedup();
    hexes
}

struct Page<'a> {
    map: &'a MapDef,
}

impl Page<'_> {
    /// The middle of a hex.
    fn middle(&self, hex: i32) -> (f64, f64) {
        let across = f64::from(column(hex) - self.map.columns.0);
        let down = f64::from(self.map.height(hex) - 2 * self.map.rows.0);
        (MARGIN + SIDE + 1.5 * SIDE * across, HEAD + HALF + HALF * down)
    }

    fn hexes(&self, svg: &mut String) {
        svg.push_str("<g>\n");
        for column in self.map.columns() {
            for row in self.map.rows() {
                let hex = cardwright::kernel::map::hex(column, row);
                let (x, y) = self.middle(hex);
                let area = self.map.areas_at(hex).last();
                let tint = area.map_or(String::new(), |area| {
                    format!(r#" style="fill: {}; stroke: {}""#, tint(area.colour).0, tint(area.colour).1)
                });
                let (half, side) = (SIDE / 2.0, SIDE);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    svg,
                    r#"<path class="hex"{tint} d="M{:.1} {:.1}h{side:.1}l{half:.1} {HALF:.1}l-{half:.1} {HALF:.1}h-{side:.1}l-{half:.1} -{HALF:.1}z"/><text class="number" x="{x:.1}" y="{:.1}">{column:02}{row:02}</text>"#,
                    x - half,
                    y - HALF,
                    y - HALF + 9.0,
                );
            }
        }
        svg.push_str("</g>\n");
    }

    fn pieces(&self, svg: &mut String, hex: i32, there: &Here<'_>) {
        let (x, y) = self.middle(hex);
        let all: Vec<String> =
            there.place.iter().chain(&there.movers).map(|piece| told(self.map, piece)).collect();
        let _ = writeln!(svg, "<g><title>{}</title>", escaped(&format!("{hex:04} {}", all.join(" · "))));
        if let Some(place) = there.place {
            self.symbol(svg, place, x, y - 3.0, 8.0);
            let signs: Vec<&str> = place.marks.iter().map(|ix| self.map.marks[*ix].sign.as_str()).collect();
            if !signs.is_empty() {
                self.text(svg, "count", place, x + 9.0, y - 6.0, &signs.concat());
            }
            self.text(svg, "name", place, x, y + 18.0, &line(&place.name));
        }
        // What moves stands in a row: above a place, or in the middle where there is none.
        let kinds: Vec<Vec<&&Piece>> = (0..self.map.pieces.len())
            .map(|kind| there.movers.iter().filter(|piece| piece.kind == kind).collect())
            .filter(|of: &Vec<&&Piece>| !of.is_empty())
            .collect();
        for (ix, of) in kinds.iter().enumerate() {
            let side = if ix % 2 == 0 { -17.0 } else { 17.0 };
            let is_alone = there.place.is_none() && kinds.len() == 1;
            let (x, y) = if is_alone { (x, y) } else { (x + side, y - 2.0) };
            self.symbol(svg, of[0], x, y, 6.5);
            let mut count = if of.len() > 1 { of.len().to_string() } else { String::new() };
            for (ix, mark) in self.map.marks.iter().enumerate() {
                if of.iter().any(|piece| piece.marks.contains(&ix)) {
                    count.push_str(&mark.sign);
                }
            }
            if !count.is_empty() {
                self.text(svg, "count", of[0], x + 5.0, y + 11.0, &count);
            }
            if is_alone && of.len() == 1 {
                self.text(svg, "name", of[0], x, y + 19.0, &line(&of[0].name));
            }
        }
        svg.push_str("</g>\n");
    }

    fn text(&self, svg: &mut String, class: &str, piece: &Piece, x: f64, y: f64, text: &str) {
        let fill = ink(piece.colour);
        let _ = writeln!(
            svg,
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" fill="{fill}">{}</text>"#,
            escaped(text)
        );
    }

    fn symbol(&self, svg: &mut String, piece: &Piece, x: f64, y: f64, size: f64) {
        svg.push_str(&shape(self.map.pieces[piece.kind].shape, ink(piece.colour), x, y, size));
    }

    /// Below the map: what the shapes and signs mean, and whose the colours are.
    fn legend(&self, svg: &mut String, pieces: &[Piece], wide: f64, high: f64) {
        let mut x = MARGIN;
        let mut y = high - FOOT + 8.0;
        let mut add = |svg: &mut String, drawn: &dyn Fn(f64, f64) -> String, words: &str| {
            let needs = 30.0 + 7.4 * words.chars().count() as f64;
            if x + needs > wide - MARGIN {
                (x, y) = (MARGIN, y + 24.0);
            }
            svg.push_str(&drawn(x + 8.0, y - 5.0));
            let _ = writeln!(
                svg,
                r#"<text class="key" x="{:.1}" y="{y:.1}">{}</text>"#,
                x + 22.0,
                escaped(words)
            );
            x += needs;
        };
        for (ix, kind) in self.map.pieces.iter().enumerate() {
            if pieces.iter().any(|piece| piece.kind == ix) {
                let drawn = |x, y| shape(kind.shape, ink(Colour::White), x, y, 7.0);
                add(svg, &drawn, &line(&kind.title));
            }
        }
        let mut owners: Vec<(&str, Colour)> = Vec::new();
        for piece in pieces {
            let Some(owner) = &piece.owner else { continue };
            if owners.iter().all(|(known, _)| known != owner) && piece.marks.is_empty() {
                owners.push((owner, piece.colour));
            }
        }
        for (owner, colour) in owners {
            let drawn = move |x, y| shape(Shape::Disk, ink(colour), x, y, 6.0);
            add(svg, &drawn, &line(owner));
        }
        for area in self.map.areas.iter() {
            let (fill, stroke) = tint(area.colour);
            let drawn = |x: f64, y: f64| {
                let (x, y) = (x - 8.0, y - 8.0);
                format!(
                    r#"<rect x="{x:.1}" y="{y:.1}" width="16" height="16" fill="{fill}" stroke="{stroke}"/>"#
                )
            };
            add(svg, &drawn, &line(&area.title));
        }
        for (ix, mark) in self.map.marks.iter().enumerate() {
            if pieces.iter().any(|piece| piece.marks.contains(&ix)) {
                let fill = ink(mark.colour.unwrap_or_default());
                let drawn = |x: f64, y: f64| {
                    let (sign, y) = (escaped(&mark.sign), y + 5.0);
                    format!(r#"<text class="key" x="{x:.1}" y="{y:.1}" style="fill: {fill}">{sign}</text>"#)
                };
                add(svg, &drawn, &line(&mark.title));
            }
        }
    }
}

fn shape(shape: Shape, fill: &str, x: f64, y: f64, size: f64) -> String {
    let points = |list: &[(f64, f64)]| -> String {
        let at = |(dx, dy): &(f64, f64)| format!("{:.1},{:.1}", x + dx * size, y + dy * size);
        list.iter().map(at).collect::<Vec<_>>().join(" ")
    };
    match shape {
        Shape::Disk => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{size:.1}" fill="{fill}"/>"#),
        Shape::Ring => format!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{size:.1}" fill="none" stroke="{fill}" stroke-width="2"/>"#
        ),
        Shape::Square => {
            let corners = [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)];
            format!(r#"<polygon points="{}" fill="{fill}"/>"#, points(&corners))
        }
        Shape::Arrow => {
            let corners = [(0.0, -1.1), (0.9, 0.9), (0.0, 0.4), (-0.9, 0.9)];
            format!(r#"<polygon points="{}" fill="{fill}"/>"#, points(&corners))
        }
        Shape::Star => {
            let corner = |ix: u32| {
                let (angle, far) = (
                    f64::from(ix) * std::f64::consts::PI / 4.0,
                    if ix.is_multiple_of(2) { 1.0 } else { 0.38 },
                );
                (angle.sin() * far, -angle.cos() * far)
            };
            let corners: Vec<(f64, f64)> = (0..8).map(corner).collect();
            format!(r#"<polygon points="{}" fill="{fill}"/>"#, points(&corners))
        }
    }
}

/// The colour of what stands on the map.
fn ink(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "#f2f0e4",
        Colour::Blue => "#6db1ff",
        Colour::Red => "#ff6f61",
        Colour::Green => "#6fdc8c",
        Colour::Yellow => "#f6d55c",
        Colour::Magenta => "#e48cff",
        Colour::Cyan => "#63e0e0",
    }
}

/// What an area's hexes are filled and edged with.
fn tint(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::White => ("#1b2130", "#3a4257"),
        Colour::Blue => ("#10213d", "#28477a"),
        Colour::Red => ("#2e1418", "#6b2d30"),
        Colour::Green => ("#10291c", "#28593d"),
        Colour::Yellow => ("#2c2710", "#625826"),
        Colour::Magenta => ("#28143a", "#5a2f79"),
        Colour::Cyan => ("#0f2a2c", "#275d60"),
    }
}

fn escaped(text: &str) -> String {
    let text = line(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{bay, piece};
    use super::*;

    /// The names of the elements that are open when a picture is read as XML; panics where it is not well formed.
    fn elements(svg: &str) -> Vec<String> {
        let mut open: Vec<String> = Vec::new();
        let mut all = Vec::new();
        let mut rest = svg;
        while let Some(at) = rest.find('<') {
            assert!(!rest[..at].contains('>'), "a stray `>` before {}", &rest[at..]);
            let end = rest.find('>').expect("every tag ends");
            let tag = &rest[at + 1..end];
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default().to_owned();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else {
                all.push(name.clone());
                if !tag.ends_with('/') {
                    open.push(name);
                }
            }
            rest = &rest[end + 1..];
        }
        assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
        for (at, _) in svg.match_indices('&') {
            assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|known| svg[at..].starts_with(known)));
        }
        all
    }

    #[test]
    fn the_picture_is_well_formed_whatever_things_are_called() {
        let pieces = [
            piece(102, 0, "Rock <&> \"Roll\"", &[0]),
            piece(202, 2, "Gull", &[]),
            piece(202, 2, "Tern", &[1]),
        ];
        let svg = draw(&bay(), &pieces, "A & B");
        let names = elements(&svg);
        // Six columns of four hexes.
        assert_eq!(names.iter().filter(|name| *name == "path").count(), 24);
        assert!(svg.contains("Rock &lt;&amp;&gt; &quot;Roll&quot;"));
        assert!(svg.contains("0202 Gull · Tern, leaky"));
        // Two boats, of which one leaks.
        assert!(svg.contains(">2!</text>"));
    }

    #[test]
    fn neighbouring_hexes_touch() {
        let map = bay();
        let page = Page { map: &map };
        for (one, other) in [(202, 203), (202, 102), (202, 101), (202, 301), (202, 302)] {
            let ((ax, ay), (bx, by)) = (page.middle(one), page.middle(other));
            let far = ((ax - bx).powi(2) + (ay - by).powi(2)).sqrt();
            assert!((far - 2.0 * HALF).abs() < 0.01, "{one} and {other} are {far} apart");
        }
    }
}
