//! Cards drawn as small boxes: name, what the fields say, text.

use anstyle::Style;
use cardwright::kernel::{CardDef, CardId, FieldKind, Look, Rules};

use crate::terminal::{FACT, FAINT, KEY, STRONG, TONES};
use crate::text::{count, cut, line, pad, width, wrap, wrap_to};

/// The narrowest and the widest box.
const NARROW: usize = 20;
const WIDE: usize = 60;
/// So many lines of a text are shown even where there are few.
const LEAST_TEXT: usize = 3;
/// The most boxes beside one another.
const MOST_BESIDE: usize = 6;
/// What a box takes beside its content: a border and a space on either side.
const FRAME: usize = 4;

/// What is drawn of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The name.
    pub name: String,
    /// What its fields say, in a line.
    pub facts: String,
    /// Its text.
    pub text: String,
    /// Which of [`TONES`] its border has.
    pub tone: usize,
    /// The number that chooses it.
    pub number: Option<usize>,
}

impl Face {
    /// A card as it is printed.
    pub fn printed(rules: &Rules, card: &CardDef) -> Self {
        Self::new(rules, card, None)
    }

    /// A card as it is read now, whatever changes it.
    pub fn now(look: &Look<'_>, card: CardId) -> Self {
        let def = look.rules.def(look.state.card(card).def);
        Self::new(look.rules, def, Some((look, card)))
    }

    /// A card that is not known, with what its back shows.
    pub fn hidden(back: &[String]) -> Self {
        Self {
            name: "?".to_owned(),
            facts: line(&back.join(" · ")),
            text: String::new(),
            tone: 0,
            number: None,
        }
    }

    fn new(rules: &Rules, card: &CardDef, now: Option<(&Look<'_>, CardId)>) -> Self {
        Self {
            name: line(&card.name),
            facts: facts(rules, card, now),
            text: line(&card.text),
            tone: tone(rules, card),
            number: None,
        }
    }

    /// Facts and text in one line.
    pub fn summary(&self) -> String {
        match (self.facts.is_empty(), self.text.is_empty()) {
            (false, false) => format!("{} · {}", self.facts, self.text),
            _ => format!("{}{}", self.facts, self.text),
        }
    }

    /// The style of its border.
    pub fn style(&self) -> Style {
        TONES[self.tone % TONES.len()]
    }

    fn title_width(&self) -> usize {
        width(&self.name) + self.number.map_or(0, |number| number.to_string().len() + 1)
    }

    fn height(&self, columns: usize, most_text: usize) -> usize {
        let inner = columns - FRAME;
        let text = wrap(&self.text, inner).len().min(most_text);
        2 + usize::from(!self.facts.is_empty()) * wrap(&self.facts, inner).len() + text
    }

    /// The lines of the box, all of one width.
    fn draw(&self, columns: usize, rows: usize, most_text: usize) -> Vec<String> {
        let inner = columns - FRAME;
        let edge = self.style();
        let number = self.number.map(|number| format!("{number} ")).unwrap_or_default();
        let name = cut(&self.name, inner - number.len());
        let rule = "─".repeat(columns - FRAME - number.len() - width(&name));
        let title = format!("{KEY}{number}{KEY:#}{STRONG}{name}{STRONG:#}");
        let mut lines = vec![format!("{edge}╭{edge:#} {title} {edge}{rule}╮{edge:#}")];
        let mut add = |text: &str, style: Style| {
            lines.push(format!("{edge}│{edge:#} {style}{}{style:#} {edge}│{edge:#}", pad(text, inner)));
        };
        for fact in wrap(&self.facts, inner) {
            add(&fact, FACT);
        }
        for text in wrap_to(&self.text, inner, most_text) {
            add(&text, Style::new());
        }
        while lines.len() + 1 < rows {
            lines.push(format!("{edge}│{edge:#} {} {edge}│{edge:#}", " ".repeat(inner)));
        }
        lines.push(format!("{edge}╰{}╯{edge:#}", "─".repeat(columns - 2)));
        lines
    }
}

/// One card, as wide as is good to read, with all of its text.
pub fn draw_one(face: &Face, columns: usize) -> Vec<String> {
    let columns = columns.clamp(NARROW, WIDE);
    face.draw(columns, face.height(columns, usize::MAX), usize::MAX)
}

/// Cards beside and below one another, in the arrangement that needs the fewest lines; with so few lines for each text
/// that all together take about as many lines as there are.
pub fn draw_all(faces: &[Face], columns: usize, lines: usize) -> Vec<String> {
    let arrange = |most_text| {
        let options = (1..=MOST_BESIDE.min(faces.len())).map(|beside| {
            let wide = ((columns + 1) / beside).saturating_sub(1).min(widest(faces));
            (beside, wide, height(faces, beside, wide, most_text))
        });
        options
            .filter(|(beside, wide, _)| *beside == 1 || *wide >= narrowest(faces))
            .min_by_key(|(beside, _, height)| (*height, std::cmp::Reverse(*beside)))
    };
    let mut most_text = 12;
    let mut best = arrange(most_text);
    while most_text > LEAST_TEXT && best.is_some_and(|(_, _, height)| height > lines) {
        most_text -= 1;
        best = arrange(most_text);
    }
    // Where they do not fit all the same, nothing is gained by cutting.
    if best.is_some_and(|(_, _, height)| height > lines) {
        most_text = 12;
        best = arrange(most_text);
    }
    let Some((beside, wide, _)) = best else { return Vec::new() };
    let wide = wide.max(NARROW);
    let mut drawn = Vec::new();
    for row in faces.chunks(beside) {
        let rows = row.iter().map(|face| face.height(wide, most_text)).max().unwrap_or(0);
        let boxes: Vec<Vec<String>> = row.iter().map(|face| face.draw(wide, rows, most_text)).collect();
        drawn.extend(
            (0..rows).map(|ix| boxes.iter().map(|lines| lines[ix].as_str()).collect::<Vec<_>>().join(" ")),
        );
    }
    drawn
}

fn height(faces: &[Face], beside: usize, wide: usize, most_text: usize) -> usize {
    let wide = wide.max(NARROW);
    faces
        .chunks(beside)
        .map(|row| row.iter().map(|face| face.height(wide, most_text)).max().unwrap_or(0))
        .sum()
}

/// Narrower than this, names would be cut.
fn narrowest(faces: &[Face]) -> usize {
    let name = faces.iter().map(Face::title_width).max().unwrap_or(0);
    (name + FRAME).clamp(NARROW, WIDE / 2)
}

/// Wider than this, nothing would be gained.
fn widest(faces: &[Face]) -> usize {
    let most = faces.iter().map(|face| face.title_width().max(width(&face.facts)).max(width(&face.text)));
    (most.max().unwrap_or(0) + FRAME).clamp(NARROW, WIDE)
}

/// What a card's fields say, in a line: as they are read now, or as printed.
fn facts(rules: &Rules, card: &CardDef, now: Option<(&Look<'_>, CardId)>) -> String {
    let mut facts: Vec<String> = Vec::new();
    // A field without a title is the rules' own and not printed.
    for (ix, field) in rules.fields.iter().enumerate().filter(|(_, field)| !field.title.is_empty()) {
        let id = ix.into();
        match field.kind {
            FieldKind::OneOf | FieldKind::AnyOf | FieldKind::Counts => {
                let is = |tag: &usize| {
                    now.map_or(card.has((*tag).into()), |(look, of)| look.has_tag(of, (*tag).into()))
                };
                let said = field.tags().filter(is).map(|tag| {
                    let value = &field.values[tag - field.first_tag];
                    let times = match now {
                        Some((look, of)) => look.tag_count(of, tag.into()),
                        None => {
                            card.counts.iter().find(|(id, _)| id.ix() == tag).map_or(1, |(_, times)| *times)
                        }
                    };
                    if times > 1 && field.kind == FieldKind::Counts {
                        format!("{value} ×{times}")
                    } else {
                        value.clone()
                    }
                });
                facts.push(said.collect::<Vec<_>>().join(", "));
            }
            FieldKind::Number => {
                let number = now.map_or(card.number(id), |(look, of)| look.number(of, id));
                facts.extend(number.map(|number| format!("{} {number}", field.title)));
            }
            // Words that no rule reads, goals and cards that this one refers to do not help to play.
            FieldKind::Text | FieldKind::Goal | FieldKind::Cards => {}
        }
    }
    facts.retain(|fact| !fact.is_empty());
    line(&facts.join(" · "))
}

/// Which tone a card has: by its back if cards have different ones, else by the first field of which it has one value.
fn tone(rules: &Rules, card: &CardDef) -> usize {
    let one_of = |field: &&usize| rules.fields[**field].kind == FieldKind::OneOf;
    let backs: Vec<usize> = rules.backs.iter().map(|field| field.ix()).collect();
    let fields: Vec<usize> = (0..rules.fields.len()).collect();
    let Some(field) = backs.iter().find(one_of).or_else(|| fields.iter().find(one_of)) else { return 0 };
    let field = &rules.fields[*field];
    field.tags().position(|tag| card.has(tag.into())).unwrap_or(field.values.len())
}

/// Cards in a few words, where there is no room for faces: names, each with how many there are of it.
pub fn in_words(names: &[String], most: usize) -> String {
    let mut counted: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => *times += 1,
            None => counted.push((name, 1)),
        }
    }
    let mut words: Vec<String> = counted
        .iter()
        .take(most)
        .map(|(name, times)| if *times > 1 { format!("{name} ×{times}") } else { (*name).clone() })
        .collect();
    if counted.len() > most {
        words.push(format!("and {} more", counted.len() - most));
    }
    words.join(", ")
}

/// A heading with a line under which cards lie.
pub fn heading(title: &str, n: usize) -> String {
    format!("{STRONG}{}{STRONG:#} {FAINT}({}){FAINT:#}", line(title), count(n, "card"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(name: &str, text: &str) -> Face {
        Face { name: name.into(), facts: "Lamp · L01".into(), text: text.into(), tone: 0, number: None }
    }

    fn plain(lines: &[String]) -> Vec<String> {
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn a_face_is_a_box_with_name_facts_and_text() {
        let drawn = draw_one(&face("Old Lantern", "Draw a card, then discard one."), 24);
        assert_eq!(
            plain(&drawn),
            [
                "╭ Old Lantern ─────────╮",
                "│ Lamp · L01           │",
                "│ Draw a card, then    │",
                "│ discard one.         │",
                "╰──────────────────────╯",
            ]
        );
    }

    #[test]
    fn every_line_fits_the_terminal() {
        let text =
            "A long text that goes on and on about what the card does and when it does it, and to whom.";
        let faces: Vec<Face> = (0..7).map(|n| face(&format!("A rather long name {n}"), text)).collect();
        for columns in [20, 40, 79, 80, 132] {
            for drawn in plain(&draw_all(&faces, columns, 20)) {
                assert!(width(&drawn) <= columns, "{columns}: {drawn}");
            }
        }
    }

    #[test]
    fn small_cards_lie_beside_one_another() {
        let faces: Vec<Face> =
            (0..3).map(|n| Face { facts: String::new(), ..face(&format!("{n}"), "") }).collect();
        assert_eq!(draw_all(&faces, 80, 20).len(), 2);
    }

    #[test]
    fn texts_are_cut_when_there_are_few_lines() {
        let text = "one two three four five six seven eight nine ten ".repeat(6);
        let faces: Vec<Face> = (0..7).map(|n| face(&format!("{n}"), &text)).collect();
        assert!(draw_all(&faces, 80, 18).len() <= 18);
    }

    #[test]
    fn cards_are_counted_in_words() {
        let names = ["a", "b", "a", "c"].map(String::from);
        assert_eq!(in_words(&names, 2), "a ×2, b, and 1 more");
    }
}
