//! Charts in a terminal: 80 columns, of letters that every terminal has.

use super::Picture;
use super::picture::{Bin, Never, Panel, Row, percents};
use crate::terminal::{FACT, FAINT, STRONG};
use crate::text::{cut, pad, width};

/// How wide a line may be.
const COLUMNS: usize = 80;
/// For the name of a card.
const NAME: usize = 26;
/// For its figure.
const FIGURE: usize = 7;
/// For an interval.
const BAR: usize = COLUMNS - NAME - FIGURE - 1;
/// Eighths of a letter, filled from the left.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// All charts, as lines.
pub fn draw(picture: &Picture) -> Vec<String> {
    let mut lines = Vec::new();
    for panel in picture.panels.iter().filter(|panel| !panel.rows.is_empty()) {
        cards(panel, &mut lines);
    }
    if !picture.lengths.is_empty() {
        lengths(&picture.lengths, picture.is_compared, &mut lines);
    }
    if !picture.never.is_empty() {
        never(&picture.never, &mut lines);
    }
    lines
}

fn heading(title: &str, lines: &mut Vec<String>) {
    lines.extend([String::new(), format!("{STRONG}{}{STRONG:#}", cut(title, COLUMNS))]);
}

fn cards(panel: &Panel, lines: &mut Vec<String>) {
    heading(&panel.title, lines);
    let (low, high, marks) = percents(&panel.rows, panel.everyone);
    let place = |value: f64| ((value - low) / (high - low) * (BAR - 1) as f64).round() as usize;
    for row in &panel.rows {
        let figure = format!("{:>5.1}% ", row.now.value);
        let bar = bar(row, place(panel.everyone), place);
        lines.push(format!("{} {figure}{FACT}{}{FACT:#}", pad(&row.name, NAME), bar.trim_end()));
    }
    lines.push(format!("{FAINT}{}{FAINT:#}", axis(&marks, place)));
    let mut key = vec![format!("┊ everyone {:.1}%", panel.everyone)];
    if panel.rows.iter().any(|row| row.before.is_some()) {
        key = vec!["○ without".to_owned(), "● with, and its interval".to_owned(), key.remove(0)];
    }
    let key = key.join("   ");
    let before = (NAME + FIGURE + 1).min(COLUMNS.saturating_sub(width(&key)));
    lines.push(format!("{FAINT}{}{key}{FAINT:#}", " ".repeat(before)));
}

/// An interval, with a dot where the figure is.
fn bar(row: &Row, everyone: usize, place: impl Fn(f64) -> usize) -> String {
    let mut bar = vec![' '; BAR];
    bar[everyone] = '┊';
    let (low, high) = (place(row.now.low), place(row.now.high));
    bar[low..=high].fill('─');
    (bar[low], bar[high]) = ('├', '┤');
    if let Some(before) = row.before {
        bar[place(before.value)] = '○';
    }
    bar[place(row.now.value)] = '●';
    bar.into_iter().collect()
}

/// The figures below a chart, each under its place, as far as there is room.
fn axis(marks: &[f64], place: impl Fn(f64) -> usize) -> String {
    let mut axis = " ".repeat(NAME + FIGURE + 1);
    let first = width(&axis);
    for mark in marks {
        let figure = format!("{mark:.0}%");
        let at = (first + place(*mark)).saturating_sub(width(&figure) / 2).min(COLUMNS - width(&figure));
        if at > width(&axis) || width(&axis) == first {
            axis.push_str(&" ".repeat(at.saturating_sub(width(&axis))));
            axis.push_str(&figure);
        }
    }
    axis
}

/// A bar of so many eighths of a letter.
fn filled(share: f64, columns: usize) -> String {
    let eighths = (share * (columns * 8) as f64).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

fn lengths(bins: &[Bin], is_compared: bool, lines: &mut Vec<String>) {
    heading("Length of a game: how many games took how many decisions", lines);
    let most = bins.iter().map(|bin| bin.now.max(bin.before)).max().unwrap_or(0).max(1) as f64;
    let name = |bin: &Bin| {
        if bin.from == bin.to { bin.from.to_string() } else { format!("{}-{}", bin.from, bin.to) }
    };
    let columns = bins.iter().map(|bin| name(bin).len()).max().unwrap_or(0);
    let room = COLUMNS - columns - 18;
    for bin in bins {
        let mut told = |word: &str, name: &str, games: u64, sign: Option<&str>| {
            let bar = filled(games as f64 / most, room);
            // The run without is drawn lighter.
            let bar = sign.map_or(bar.clone(), |sign| sign.repeat(width(&bar)));
            let gap = if bar.is_empty() { "" } else { " " };
            lines.push(format!("{name:>columns$} {word}{FACT}{bar}{FACT:#}{gap}{games}"));
        };
        if is_compared {
            told("without ", &name(bin), bin.before, Some("░"));
            told("with    ", "", bin.now, None);
        } else {
            told("", &name(bin), bin.now, None);
        }
    }
}

fn never(found: &[Never], lines: &mut Vec<String>) {
    heading("Offered and never chosen: how often it was offered", lines);
    let most = found.iter().map(|never| never.offered).max().unwrap_or(1).max(1) as f64;
    for never in found {
        let bar = filled(never.offered as f64 / most, 20);
        lines.push(format!("{} {FACT}{bar}{FACT:#} {}", pad(&never.name, 48), never.offered));
    }
}

#[cfg(test)]
mod tests {
    use super::super::stats::Span;
    use super::*;

    fn plain(lines: &[String]) -> Vec<String> {
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn a_card_has_its_interval_where_it_is() {
        // An axis from 30 to 40, of 46 places: 30 is at 0, 33 at 0.3 · 45 = 13.5, 36 at 27, 40 at 45.
        let now = Span { value: 36.0, low: 33.0, high: 40.0 };
        let before = Some(Span { value: 30.0, low: 30.0, high: 30.0 });
        let place = |value: f64| ((value - 30.0) / 10.0 * (BAR - 1) as f64).round() as usize;
        let bar = bar(&Row { name: String::new(), now, before }, 9, place);
        let places: Vec<(usize, char)> =
            bar.chars().enumerate().filter(|(_, c)| *c != '─' && *c != ' ').collect();
        assert_eq!(places, [(0, '○'), (9, '┊'), (14, '├'), (27, '●'), (45, '┤')]);
    }

    #[test]
    fn no_line_is_wider_than_a_terminal_whatever_things_are_called() {
        let span = Span { value: 100.0, low: 0.0, high: 100.0 };
        let row =
            |before| Row {
                name: "日本語の長い名前のカード、とても長い名前".to_owned(), now: span, before
            };
        let picture = Picture {
            title: String::new(),
            about: String::new(),
            panels: vec![Panel {
                title: "x".repeat(99),
                everyone: 33.3,
                rows: vec![row(None), row(Some(span))],
            }],
            lengths: vec![Bin { from: 100_000, to: 199_999, now: 1_000_000, before: 999_999 }],
            never: vec![Never { name: "長い".repeat(40), offered: 1_000_000 }],
            is_compared: true,
        };
        for line in plain(&draw(&picture)) {
            assert!(width(&line) <= COLUMNS, "{} {line}", width(&line));
        }
    }

    #[test]
    fn bars_are_filled_in_eighths() {
        // Five eighths of two letters are ten eighths.
        assert_eq!(filled(5.0 / 8.0, 2), "█▎");
        assert_eq!(filled(0.0, 9), "");
        assert_eq!(filled(1.0, 3), "███");
    }
}
