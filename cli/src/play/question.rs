//! A question as it is shown: cards as numbered faces, everything else as numbered lines.

use cardwright::kernel::{Ask, CardId, Handle, Look, Value};

use crate::answer::{WORDS, are_numbers, how_many};
use crate::face::{Face, draw_all};
use crate::terminal::{FAINT, KEY, STRONG};
use crate::text::{cut, line, pad, width, wrap};

/// Where what is told of a word begins: `  u or undo   take back`.
const HELP_SET_IN: usize = 14;

/// More options than this are not drawn as faces.
const MOST_FACES: usize = 12;
/// More than this do not get a line each.
const MOST_LINES: usize = 15;

/// A question, ready to be shown.
#[derive(Debug)]
pub struct Shown {
    /// What the options are called.
    pub labels: Vec<String>,
    /// The card that each option is, where it is one that the player knows.
    pub cards: Vec<Option<CardId>>,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether cards are drawn in them.
    pub has_faces: bool,
}

/// What is asked, laid out for so many columns and about so many rows.
pub fn shown(ask: &Ask, look: &Look<'_>, names: &[String], columns: usize, rows: usize) -> Shown {
    let labels: Vec<String> = (0..ask.options.len()).map(|ix| line(&ask.label(ix, look, names))).collect();
    let cards: Vec<Option<CardId>> =
        ask.options.iter().map(|choice| card(&choice.value, ask, look)).collect();
    let drawn = cards.iter().flatten().count();
    // What stands on the map is told in lines: the map is drawn beside them.
    let on_map = |card: &CardId| look.rules.map.as_ref().is_some_and(|map| map.hex_of(look, *card).is_some());
    let has_map = cards.iter().flatten().any(on_map);
    let mut faces: Vec<String> = Vec::new();
    if drawn > 0 && drawn <= MOST_FACES && drawn * 2 >= labels.len() && !has_map {
        let known = cards.iter().enumerate().filter_map(|(ix, card)| {
            Some(Face { name: labels[ix].clone(), number: Some(ix + 1), ..Face::now(look, (*card)?) })
        });
        faces = draw_all(&known.collect::<Vec<Face>>(), columns, rows);
    }
    // Faces that would push what stands above them off the screen are told in a line each instead.
    let has_faces =
        !faces.is_empty() && (1 + faces.len() + labels.len() - drawn <= rows || labels.len() > MOST_LINES);
    let mut lines = vec![heading(ask)];
    if are_numbers(&labels) {
        lines.push(format!("  {}", labels.join("  ")));
    } else if has_faces {
        lines.extend(faces);
        let others = (0..labels.len()).filter(|ix| cards[*ix].is_none());
        lines.extend(others.map(|ix| option_line(ix, &labels[ix], "", columns)));
    } else if labels.len() > MOST_LINES {
        lines.extend(in_columns(&labels, columns));
    } else {
        lines.extend((0..labels.len()).map(|ix| {
            let summary = cards[ix].map(|card| Face::now(look, card).summary()).unwrap_or_default();
            option_line(ix, &labels[ix], &summary, columns)
        }));
    }
    Shown { labels, cards, lines, has_faces }
}

fn heading(ask: &Ask) -> String {
    let prompt = line(&ask.prompt);
    if (ask.min, ask.max) == (1, 1) {
        return format!("{STRONG}{prompt}{STRONG:#}");
    }
    let none = if ask.min == 0 { "; 0 for none" } else { "" };
    let many = how_many(ask.min, ask.max, ask.options.len());
    format!("{STRONG}{prompt}{STRONG:#} {FAINT}(choose {many}{none}){FAINT:#}")
}

fn option_line(ix: usize, label: &str, summary: &str, columns: usize) -> String {
    let label = cut(label, columns.saturating_sub(5).max(10));
    let room = columns.saturating_sub(width(&label) + 7);
    let shown = format!("{KEY}{:>3}{KEY:#}  {label}", ix + 1);
    if room < 10 || summary.is_empty() {
        return shown;
    }
    format!("{shown}  {FAINT}{}{FAINT:#}", cut(summary, room))
}

/// Many options, in columns, counted downwards.
fn in_columns(labels: &[String], columns: usize) -> Vec<String> {
    let widest =
        labels.iter().map(|label| width(label)).max().unwrap_or(0).min(columns.saturating_sub(7).max(10));
    let beside = (columns / (widest + 7)).max(1);
    let rows = labels.len().div_ceil(beside);
    let cell = |ix: usize| format!("{KEY}{:>3}{KEY:#}  {}", ix + 1, pad(&labels[ix], widest));
    let row = |row: usize| {
        let cells = (row..labels.len()).step_by(rows.max(1)).map(cell);
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}

fn card(value: &Value, ask: &Ask, look: &Look<'_>) -> Option<CardId> {
    let Value::Number(number) = value else { return None };
    let card = match Handle::decode(*number) {
        Handle::Card(card) => card,
        Handle::Op(op) => op.card,
        _ => return None,
    };
    (look.state.has_card(card) && look.state.card(card).known.contains(ask.player)).then_some(card)
}

/// How to answer and what else can be typed.
pub fn help(has_map: bool, columns: usize) -> Vec<String> {
    let mut lines = wrap("Answer with the number of an option, or with enough of its name.", columns);
    lines.extend(wrap("Several are chosen like `1 3`, or by names with commas; none with `0`.", columns));
    for (letter, word, about) in WORDS.iter().filter(|(letter, _, _)| *letter != "m" || has_map) {
        let head = format!("  {KEY}{letter}{KEY:#} or {STRONG}{word:<6}{STRONG:#} ");
        for (ix, text) in wrap(about, columns.saturating_sub(HELP_SET_IN).max(20)).iter().enumerate() {
            let head = if ix == 0 { head.clone() } else { " ".repeat(HELP_SET_IN) };
            lines.push(format!("{head}{text}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(lines: &[String]) -> Vec<String> {
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn an_option_has_its_number_and_fits_the_line() {
        let drawn = option_line(0, "Old Lamp", "Draw a card, then discard one.", 30);
        assert_eq!(plain(&[drawn]), ["  1  Old Lamp  Draw a card, t…"]);
        let drawn = option_line(9, "Old Lamp", "", 30);
        assert_eq!(plain(&[drawn]), [" 10  Old Lamp"]);
    }

    #[test]
    fn what_help_tells_of_a_word_hangs_under_it() {
        let lines = plain(&help(true, 80));
        assert!(lines.iter().all(|line| width(line) <= 80), "{lines:#?}");
        let help = lines.iter().position(|line| line.starts_with("  ? or help   this help")).expect("told");
        assert!(lines[help + 1].starts_with("              "), "{lines:#?}");
        assert!(lines.iter().any(|line| line.starts_with("  m or map ")));
        assert!(!plain(&super::help(false, 80)).iter().any(|line| line.starts_with("  m or map ")));
    }

    #[test]
    fn many_options_stand_in_columns() {
        let labels: Vec<String> = (0..5).map(|n| format!("lamp {n}")).collect();
        assert_eq!(
            plain(&in_columns(&labels, 30)),
            ["  1  lamp 0    4  lamp 3", "  2  lamp 1    5  lamp 4", "  3  lamp 2",]
        );
    }
}
