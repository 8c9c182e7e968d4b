//! The map that a manifest declares, and the cards that say where on it they stand.

use std::ops::Range;
use std::sync::Arc;

use super::declare::{entries_of, title};
use super::page::Page;
use super::tree::{Table, Value};
use super::{Code, Diagnostic, Place};
use crate::kernel::map::{AreaDef, Colour, Lower, MapDef, MarkDef, PieceDef, Shape};
use crate::kernel::{Belongs, FieldId, FieldKind, Rules, TokenDef, TokenId};
use crate::query::Words;

pub(super) const KEYS: [&str; 12] = [
    "title", "columns", "rows", "lower", "field", "token", "owner", "colours", "focus", "pieces", "marks",
    "areas",
];
/// The keys of a kind of pieces.
pub(super) const PIECE_KEYS: [&str; 6] = ["title", "zones", "only", "symbol", "shape", "moves"];
/// The keys of a mark.
pub(super) const MARK_KEYS: [&str; 5] = ["title", "token", "count", "sign", "colour"];
/// The keys of an area.
pub(super) const AREA_KEYS: [&str; 4] = ["title", "around", "reach", "colour"];
/// Which columns can stand half a hex lower.
pub(super) const LOWERS: [(&str, Lower); 2] = [("odd", Lower::Odd), ("even", Lower::Even)];
/// The most columns and rows: a hex's number has two digits for each.
const MOST: i64 = 99;
/// The bounds of a map whose own cannot be read: nothing need be told to be off it.
const ANYWHERE: (i32, i32) = (0, 99);

pub(super) const COLOURS: [(&str, Colour); 7] = [
    ("white", Colour::White),
    ("blue", Colour::Blue),
    ("red", Colour::Red),
    ("green", Colour::Green),
    ("yellow", Colour::Yellow),
    ("magenta", Colour::Magenta),
    ("cyan", Colour::Cyan),
];
pub(super) const SHAPES: [(&str, Shape); 5] = [
    ("disk", Shape::Disk),
    ("star", Shape::Star),
    ("square", Shape::Square),
    ("arrow", Shape::Arrow),
    ("ring", Shape::Ring),
];

/// Reads the map that a manifest declares, if it does.
pub(super) fn read(page: &Page, words: &Words, rules: &mut Rules) {
    let Some(item) = page.root.get("map") else { return };
    let Some(table) = page.table(item, "map") else { return };
    page.check_keys(table, "`[map]`", &KEYS);
    let place = if table.get("token").is_some() { "token" } else { "field" };
    needs(page, &item.span, "`[map]`", table, &["columns", "rows", place, "pieces"]);
    let mut map = MapDef {
        title: table.get("title").and_then(|item| page.text(item, "title")).unwrap_or("the map").to_owned(),
        columns: bounds(page, table, "columns"),
        rows: bounds(page, table, "rows"),
        ..MapDef::default()
    };
    map.lower = table.get("lower").and_then(|item| page.choice(item, "lower", &LOWERS)).unwrap_or_default();
    map.field = field(page, table, "field", rules, "a number", |kind| kind == FieldKind::Number);
    map.token = token(page, table, "token", rules);
    map.focus = token(page, table, "focus", rules);
    map.owner = field(page, table, "owner", rules, "one of some values", |kind| kind == FieldKind::OneOf);
    read_colours(page, table, rules, &mut map);
    read_pieces(page, table, words, rules, &mut map);
    read_marks(page, table, rules, &mut map);
    read_areas(page, table, &mut map);
    rules.map = Some(map);
}

/// Tells in one fault which keys are missing.
fn needs(page: &Page, span: &Range<usize>, owner: &str, table: &Table, keys: &[&str]) {
    let missing: Vec<&str> = keys.iter().copied().filter(|key| table.get(key).is_none()).collect();
    if !missing.is_empty() {
        page.missing(span, owner, &missing.join("`, `"));
    }
}

/// The first and the last of the columns or rows.
fn bounds(page: &Page, table: &Table, key: &str) -> (i32, i32) {
    let Some(item) = table.get(key) else { return ANYWHERE };
    let Value::List(list) = &item.value else {
        page.error(
            Code::WrongType,
            &item.span,
            format!("`{key}` must be two numbers, the first and the last"),
        );
        return ANYWHERE;
    };
    let numbers: Vec<i32> = list
        .iter()
        .filter_map(|one| page.whole(one, key, 0..=MOST))
        .filter_map(|number| i32::try_from(number).ok())
        .collect();
    match numbers[..] {
        [first, last] if first <= last => (first, last),
        [first, last] => {
            let message = format!("`{key}` begins with {first}, after its last, {last}");
            page.error(Code::WrongNumber, &item.span, message);
            (last, first)
        }
        _ if numbers.len() < list.len() => ANYWHERE,
        _ => {
            page.error(
                Code::WrongType,
                &item.span,
                format!("`{key}` must be two numbers, the first and the last"),
            );
            ANYWHERE
        }
    }
}

fn field(
    page: &Page,
    table: &Table,
    key: &str,
    rules: &Rules,
    wanted: &str,
    fits: impl Fn(FieldKind) -> bool,
) -> Option<FieldId> {
    let item = table.get(key)?;
    let known = || rules.fields.entries().filter(|(_, def)| fits(def.kind)).map(|(name, _)| name);
    let field = page.find(item, (key, Code::UnknownField, "field"), |name| rules.field(name), known)?;
    if !fits(rules.fields[field.ix()].kind) {
        page.error(Code::WrongChoice, &item.span, format!("`{key}` must be a field that says {wanted}"));
        return None;
    }
    Some(field)
}

fn token(page: &Page, table: &Table, key: &str, rules: &Rules) -> Option<TokenId> {
    let item = table.get(key)?;
    let known = || rules.tokens.entries().filter(|(_, def)| on_cards(def)).map(|(name, _)| name);
    let token = page.find(item, (key, Code::UnknownToken, "token"), |name| rules.token(name), known)?;
    if !on_cards(&rules.tokens[token.ix()]) {
        let message = format!("`{key}` must be a token on cards that is counted for all together");
        page.error(Code::WrongChoice, &item.span, message);
        return None;
    }
    Some(token)
}

fn on_cards(token: &TokenDef) -> bool {
    token.on == Belongs::Card && !token.per_player
}

fn colour(page: &Page, table: &Table) -> Option<Colour> {
    table.get("colour").and_then(|item| page.choice(item, "colour", &COLOURS))
}

fn read_colours(page: &Page, table: &Table, rules: &Rules, map: &mut MapDef) {
    let Some(item) = table.get("colours") else { return };
    let Some(colours) = page.table(item, "colours") else { return };
    if table.get("owner").is_none() {
        page.missing(&item.span, "a map with `colours`", "owner");
    }
    let Some(owner) = map.owner else { return };
    let values = &rules.fields[owner.ix()];
    for entry in &colours.entries {
        match values.values.iter().position(|value| *value == entry.key) {
            Some(ix) => {
                let colour = page.choice(&entry.item, &entry.key, &COLOURS);
                map.colours.extend(colour.map(|colour| ((values.first_tag + ix).into(), colour)));
            }
            None => {
                let what = format!("value of `{}`", rules.fields.name(owner.ix()));
                let known = values.values.iter().map(String::as_str);
                page.unknown(Code::UnknownFieldValue, &what, &entry.key, &entry.key_span, known);
            }
        }
    }
}

fn read_pieces(page: &Page, table: &Table, words: &Words, rules: &Rules, map: &mut MapDef) {
    for (entry, table) in entries_of(page, table, "map.pieces", "pieces", &PIECE_KEYS) {
        let mut piece = PieceDef { title: title(page, entry, table), ..PieceDef::default() };
        if table.get("zones").is_none() {
            page.missing(&entry.item.span, &format!("`[map.pieces.{}]`", entry.key), "zones");
        }
        for one in table.get("zones").map_or(&[][..], |item| page.one_or_more(item)) {
            let how = ("zones", Code::UnknownZone, "zone");
            piece.zones.extend(page.find(one, how, |name| rules.zone(name), || rules.zones.names()));
        }
        let only = table.get("only");
        piece.only =
            only.and_then(|item| page.query(item, "only", |text| words.selector(text))).map(Arc::new);
        piece.symbol = sign(page, table, "symbol").unwrap_or_else(|| first_letter(&piece.title));
        piece.shape =
            table.get("shape").and_then(|item| page.choice(item, "shape", &SHAPES)).unwrap_or_default();
        piece.moves = table.get("moves").and_then(|item| page.flag(item, "moves")).unwrap_or_default();
        map.pieces.insert(entry.key.as_str(), piece);
    }
}

/// A text of one printable character.
fn sign(page: &Page, table: &Table, key: &str) -> Option<String> {
    let item = table.get(key)?;
    let text = page.text(item, key)?;
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(one), None) if !one.is_control() && !one.is_whitespace() => Some(text.to_owned()),
        _ => {
            page.error(Code::WrongChoice, &item.span, format!("`{key}` must be one character"));
            None
        }
    }
}

fn first_letter(title: &str) -> String {
    title.chars().next().map_or_else(|| "?".to_owned(), |c| c.to_string())
}

fn read_marks(page: &Page, table: &Table, rules: &Rules, map: &mut MapDef) {
    for (entry, table) in entries_of(page, table, "map.marks", "marks", &MARK_KEYS) {
        if table.get("token").is_none() {
            page.missing(&entry.item.span, &format!("`[map.marks.{}]`", entry.key), "token");
        }
        let title = title(page, entry, table);
        let count = table.get("count").and_then(|item| page.number(item, "count")).unwrap_or(1);
        let sign = sign(page, table, "sign").unwrap_or_else(|| first_letter(&title));
        let colour = colour(page, table);
        let Some(token) = token(page, table, "token", rules) else { continue };
        let def = &rules.tokens[token.ix()];
        if !(def.min..=def.max).contains(&count) {
            let span = table.get("count").map_or(&entry.item.span, |item| &item.span);
            let name = rules.tokens.name(token.ix());
            let message = format!("`{name}` is never {count}: it is from {} to {}", def.min, def.max);
            page.error(Code::WrongNumber, span, message);
        }
        map.marks.insert(entry.key.as_str(), MarkDef { title, token, count, sign, colour });
    }
}

fn read_areas(page: &Page, table: &Table, map: &mut MapDef) {
    for (entry, table) in entries_of(page, table, "map.areas", "areas", &AREA_KEYS) {
        let owner = format!("`[map.areas.{}]`", entry.key);
        needs(page, &entry.item.span, &owner, table, &["around", "reach"]);
        let number = |key| table.get(key).and_then(|item| page.number(item, key));
        let (around, reach) = (number("around"), number("reach"));
        let area = AreaDef {
            title: title(page, entry, table),
            around: around.unwrap_or(0),
            reach: reach.unwrap_or(0),
            colour: colour(page, table).unwrap_or_default(),
        };
        if let (Some(hex), Some(item)) = (around.filter(|hex| !map.has(*hex)), table.get("around")) {
            page.error(Code::OffMap, &item.span, format!("the hex {hex} is not on the map"));
        }
        map.areas.insert(entry.key.as_str(), area);
    }
}

/// What is wrong with where cards say that they stand.
pub(super) fn check(rules: &Rules, places: &[Place]) -> Vec<Diagnostic> {
    let Some(map) = &rules.map else { return Vec::new() };
    let off = |ix: usize| {
        let hex = map.printed_hex(rules, ix.into()).filter(|hex| !map.has(*hex))?;
        let card = &rules.cards[ix];
        let message = format!("the card `{}` stands on hex {hex}, which is not on the map", card.id);
        let fault = Diagnostic::error(Code::OffMap, message);
        Some(match places.get(ix) {
            Some((file, span)) => fault.at(*file, span.clone()),
            None => fault,
        })
    };
    (0..rules.cards.len()).filter_map(off).collect()
}
