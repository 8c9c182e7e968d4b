//! Charts as a picture in SVG, for light and dark pages.

use std::fmt::Write as _;

use super::Picture;
use super::picture::{Bin, Never, Panel, percents};
use super::text::grouped;
use crate::text::{cut, line, wrap};

/// How wide the picture is.
const WIDE: f64 = 760.0;
/// Around it.
const MARGIN: f64 = 24.0;
/// Where charts begin; names stand before.
const LEFT: f64 = 248.0;
/// Where they end; figures stand after.
const RIGHT: f64 = WIDE - 84.0;
/// From one row to the next.
const ROW: f64 = 22.0;
/// How high the histogram is.
const HISTOGRAM: f64 = 170.0;
/// The longest name of a card, in letters.
const NAME: usize = 30;

const STYLE: &str = "\
  .page { fill: #ffffff } .ink { fill: #1b2230 } .faint { fill: #566074 }
  .grid { stroke: #dfe4ec; stroke-width: 1 } .axis { stroke: #566074; stroke-width: 1 }
  .everyone { stroke: #566074; stroke-width: 1.5; stroke-dasharray: 4 4 }
  .range { stroke: #1f66c7; stroke-width: 2.5 } .dot, .bar { fill: #1f66c7 }
  .before { fill: #ffffff; stroke: #c2500c; stroke-width: 2.5 } .outline { fill: none; stroke: #c2500c; stroke-width: 2.5 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #11151d } .ink { fill: #e9edf5 } .faint { fill: #9aa5b8 }
    .grid { stroke: #29303d } .axis, .everyone { stroke: #9aa5b8 }
    .range { stroke: #6cb0ff } .dot, .bar { fill: #6cb0ff }
    .before { fill: #11151d; stroke: #ff9f5a } .outline { stroke: #ff9f5a }
  }
";

/// The whole picture.
pub fn draw(picture: &Picture) -> String {
    let mut page = Page { svg: String::new(), y: 46.0 };
    page.text("ink", MARGIN, "start", 22, &picture.title);
    page.y += 24.0;
    for words in wrap(&picture.about, 96) {
        page.text("faint", MARGIN, "start", 14, &words);
        page.y += 19.0;
    }
    for panel in picture.panels.iter().filter(|panel| !panel.rows.is_empty()) {
        page.cards(panel);
    }
    if !picture.lengths.is_empty() {
        page.lengths(&picture.lengths, picture.is_compared);
    }
    if !picture.never.is_empty() {
        page.never(&picture.never);
    }
    let high = page.y + MARGIN - 4.0;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:.0} {high:.0}" width="{WIDE:.0}" height="{high:.0}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">
<title>{0}: {1}</title>
<style>
{STYLE}</style>
<rect class="page" width="100%" height="100%"/>
{2}</svg>
"#,
        escaped(&picture.title),
        escaped(&picture.about),
        page.svg,
    )
}

struct Page {
    svg: String,
    /// How far down the page is drawn.
    y: f64,
}

// Writing to a string cannot fail.
impl Page {
    fn text(&mut self, class: &str, x: f64, anchor: &str, size: u32, words: &str) {
        let (y, words) = (self.y, escaped(words));
        let _ = writeln!(
            self.svg,
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}">{words}</text>"#
        );
    }

    fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.svg,
            r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#
        );
    }

    fn circle(&mut self, class: &str, x: f64, y: f64) {
        let _ = writeln!(self.svg, r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="5"/>"#);
    }

    fn heading(&mut self, words: &str) {
        self.y += 28.0;
        self.text("ink", MARGIN, "start", 16, words);
        self.y += 12.0;
    }

    /// What the signs mean, on one line that begins at the charts.
    fn key(&mut self, signs: &[(Sign, &str)]) {
        self.y += 16.0;
        let mut x = LEFT;
        for (sign, words) in signs {
            let middle = self.y - 4.5;
            match sign {
                Sign::Before => self.circle("before", x + 6.0, middle),
                Sign::Now => {
                    self.line("range", (x - 6.0, middle), (x + 18.0, middle));
                    self.circle("dot", x + 6.0, middle);
                }
                Sign::Everyone => self.line("everyone", (x + 6.0, middle - 8.0), (x + 6.0, middle + 8.0)),
                Sign::Bar => {
                    let _ = writeln!(
                        self.svg,
                        r#"<rect class="bar" x="{x:.1}" y="{:.1}" width="12" height="12"/>"#,
                        middle - 6.0
                    );
                }
                Sign::Outline => {
                    let _ = writeln!(
                        self.svg,
                        r#"<rect class="outline" x="{x:.1}" y="{:.1}" width="12" height="12"/>"#,
                        middle - 6.0
                    );
                }
            }
            self.text("faint", x + 24.0, "start", 13, words);
            x += 46.0 + 7.2 * words.chars().count() as f64;
        }
        self.y += 6.0;
    }

    fn cards(&mut self, panel: &Panel) {
        self.heading(&panel.title);
        let (low, high, marks) = percents(&panel.rows, panel.everyone);
        let place = |value: f64| LEFT + (value - low) / (high - low) * (RIGHT - LEFT);
        let (top, bottom) = (self.y, self.y + ROW * panel.rows.len() as f64 + 4.0);
        for mark in &marks {
            self.line("grid", (place(*mark), top), (place(*mark), bottom));
        }
        self.line("everyone", (place(panel.everyone), top), (place(panel.everyone), bottom));
        for row in &panel.rows {
            self.y += ROW;
            let middle = self.y - 5.0;
            let told = match row.before {
                Some(before) => format!("{}: {:.1}% without, ", line(&row.name), before.value),
                None => format!("{}: ", line(&row.name)),
            };
            let _ = writeln!(
                self.svg,
                "<g><title>{}{:.1}% ({:.1} to {:.1})</title>",
                escaped(&told),
                row.now.value,
                row.now.low,
                row.now.high
            );
            self.text("ink", LEFT - 14.0, "end", 13, &cut(&row.name, NAME));
            self.line("range", (place(row.now.low), middle), (place(row.now.high), middle));
            for end in [row.now.low, row.now.high] {
                self.line("range", (place(end), middle - 4.0), (place(end), middle + 4.0));
            }
            if let Some(before) = row.before {
                self.circle("before", place(before.value), middle);
            }
            self.circle("dot", place(row.now.value), middle);
            self.text("ink", WIDE - MARGIN, "end", 13, &format!("{:.1}%", row.now.value));
            self.svg.push_str("</g>\n");
        }
        self.y = bottom;
        self.line("axis", (LEFT, bottom), (RIGHT, bottom));
        self.y += 17.0;
        for mark in marks {
            self.text("faint", place(mark), "middle", 12, &format!("{mark:.0}%"));
        }
        let everyone = format!("everyone, {:.1}%", panel.everyone);
        let mut signs = vec![(Sign::Everyone, everyone.as_str())];
        if panel.rows.iter().any(|row| row.before.is_some()) {
            signs = vec![(Sign::Before, "without"), (Sign::Now, "with, and its 95% interval"), signs[0]];
        }
        self.y += 4.0;
        self.key(&signs);
    }

    fn lengths(&mut self, bins: &[Bin], is_compared: bool) {
        self.heading("Length of a game");
        let most = bins.iter().map(|bin| bin.now.max(bin.before)).max().unwrap_or(0).max(1);
        let step = nice(most);
        let ceiling = most.div_ceil(step) * step;
        let (left, right) = (MARGIN + 56.0, WIDE - MARGIN);
        let (top, bottom) = (self.y + 22.0, self.y + 22.0 + HISTOGRAM);
        let height = |games: u64| games as f64 / ceiling as f64 * HISTOGRAM;
        self.y = top - 14.0;
        self.text("faint", MARGIN, "start", 12, "games");
        for games in (0..=ceiling).step_by(step as usize) {
            self.y = bottom - height(games);
            self.line("grid", (left, self.y), (right, self.y));
            self.y += 4.0;
            self.text("faint", left - 8.0, "end", 12, &grouped(games));
        }
        let wide = (right - left) / bins.len() as f64;
        let place = |ix: usize| left + wide * ix as f64;
        for (ix, bin) in bins.iter().enumerate() {
            let (x, high) = (place(ix) + 1.0, height(bin.now));
            let without = if is_compared { format!(", without: {}", bin.before) } else { String::new() };
            let _ = writeln!(
                self.svg,
                r#"<rect class="bar" x="{x:.1}" y="{:.1}" width="{:.1}" height="{high:.1}"><title>{} to {} decisions: {}{without}</title></rect>"#,
                bottom - high,
                (wide - 2.0).max(1.0),
                bin.from,
                bin.to,
                bin.now,
            );
        }
        if is_compared {
            let mut path = format!("M{left:.1} {bottom:.1}");
            for (ix, bin) in bins.iter().enumerate() {
                let _ = write!(path, "V{:.1}H{:.1}", bottom - height(bin.before), place(ix + 1));
            }
            let _ = writeln!(self.svg, r#"<path class="outline" d="{path}V{bottom:.1}"/>"#);
        }
        self.line("axis", (left, bottom), (right, bottom));
        self.y = bottom + 17.0;
        // No more marks than there is room for.
        let every = bins.len().div_ceil(10).max(1);
        for (ix, bin) in bins.iter().enumerate().step_by(every) {
            let x = if bin.from == bin.to { place(ix) + wide / 2.0 } else { place(ix) };
            self.text("faint", x, "middle", 12, &grouped(bin.from.into()));
        }
        self.y += 18.0;
        self.text("faint", right, "end", 12, "decisions in a game");
        if is_compared {
            self.y -= 16.0;
            self.key(&[(Sign::Outline, "without"), (Sign::Bar, "with")]);
        }
    }

    fn never(&mut self, found: &[Never]) {
        self.heading("Offered and never chosen, and how often it was offered");
        let most = found.iter().map(|never| never.offered).max().unwrap_or(1).max(1) as f64;
        let (left, right) = (LEFT + 172.0, RIGHT);
        for never in found {
            self.y += ROW;
            self.text("ink", MARGIN, "start", 13, &cut(&never.name, 54));
            let _ = writeln!(
                self.svg,
                r#"<rect class="bar" x="{left:.1}" y="{:.1}" width="{:.1}" height="12"/>"#,
                self.y - 11.0,
                never.offered as f64 / most * (right - left),
            );
            self.text("ink", WIDE - MARGIN, "end", 13, &grouped(never.offered));
        }
        self.y += 6.0;
    }
}

#[derive(Clone, Copy)]
enum Sign {
    Before,
    Now,
    Everyone,
    Bar,
    Outline,
}

/// The distance of marks on an axis of whole numbers up to `most`: 1, 2, 5, 10... of which at most five fit.
fn nice(most: u64) -> u64 {
    let steps = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    steps.into_iter().find(|step| most.div_ceil(*step) <= 5).unwrap_or(most.max(1))
}

fn escaped(text: &str) -> String {
    let text = line(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::picture::Row;
    use super::super::stats::Span;
    use super::*;

    #[test]
    fn the_picture_is_xml_whatever_things_are_called_and_shows_everything() {
        let span = Span { value: 40.0, low: 30.0, high: 50.0 };
        let row = |before| Row { name: "Rock <&> \"Roll\" \u{1b}[31m".to_owned(), now: span, before };
        let picture = Picture {
            title: "A & B".to_owned(),
            about: "10 games".to_owned(),
            panels: vec![Panel {
                title: "Cards".to_owned(),
                everyone: 33.3,
                rows: vec![row(None), row(Some(Span { value: 35.0, ..span }))],
            }],
            lengths: vec![
                Bin { from: 10, to: 14, now: 7, before: 0 },
                Bin { from: 15, to: 19, now: 0, before: 9 },
            ],
            never: vec![Never { name: "Your turn? a > b".to_owned(), offered: 12 }],
            is_compared: true,
        };
        let svg = draw(&picture);
        let document = roxmltree::Document::parse(&svg).expect("it is XML");
        let of = |class: &str| {
            document.descendants().filter(|node| node.attribute("class") == Some(class)).collect::<Vec<_>>()
        };
        assert_eq!(
            document.root_element().first_element_child().and_then(|node| node.text()),
            Some("A & B: 10 games")
        );
        // Two cards and the key; one was there before, and the key; two lengths, the key, one option.
        assert_eq!((of("dot").len(), of("before").len(), of("bar").len()), (3, 2, 4));
        assert!(svg.contains("prefers-color-scheme: dark") && svg.contains("decisions in a game"));
        assert!(document.descendants().any(|node| node.text().is_some_and(|text| text.contains("Rock <&>"))));
        // From 30 to 50 the axis has room for LEFT to RIGHT: 40 is in the middle, 460 from the left.
        let middle = (LEFT + RIGHT) / 2.0;
        assert!(of("dot").iter().any(|dot| dot.attribute("cx") == Some(format!("{middle:.1}").as_str())));
    }

    #[test]
    fn marks_are_round() {
        assert_eq!([1, 5, 6, 23, 180].map(nice), [1, 1, 2, 5, 50]);
    }
}
