//! What is printed on cards: names, ids and fields. Their operations are the affair of [`super::operation`].

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::declare::{CARD_KEYS, is_trigger_name};
use super::names::slug;
use super::page::Page;
use super::tree::{Entry, Item, Table, Value};
use super::{Code, Diagnostic, Place};
use crate::kernel::{CardDef, DefId, FieldDef, FieldId, FieldKind, Required, Rules, Says, TagId};
use crate::query::Words;

/// The most copies of one card.
pub(super) const MOST_COPIES: i64 = 1_000;
/// The most times that a counted value stands on one card.
pub(super) const MOST_TIMES: i64 = 99;

/// Where a card's facts can come from.
pub(super) const SOURCES: [(&str, &str); 3] =
    [("rulebook", "rulebook"), ("public", "public"), ("original", "original")];

/// A card in its file.
pub(super) struct Head<'p> {
    pub page: &'p Page,
    pub table: &'p Table,
    pub def: DefId,
}

/// Cards by id and by name.
#[derive(Debug, Default)]
pub(super) struct CardNames(FxHashMap<String, DefId>);

impl CardNames {
    pub fn new(rules: &Rules) -> Self {
        let mut names = FxHashMap::default();
        for (ix, card) in rules.cards.iter().enumerate() {
            names.entry(card.name.to_lowercase()).or_insert(ix.into());
        }
        // An id is the surer name of the two.
        names.extend(rules.cards.names().enumerate().map(|(ix, id)| (id.to_owned(), ix.into())));
        Self(names)
    }

    /// Every name and id, for suggestions.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub fn find(&self, name: &str) -> Option<DefId> {
        self.0.get(name).or_else(|| self.0.get(&name.to_lowercase())).copied()
    }
}

/// The cards of a file: one at its top, or those under `[[card]]`.
pub(super) fn read_cards<'p>(
    page: &'p Page,
    set: &str,
    rules: &mut Rules,
    places: &mut Vec<Place>,
) -> Vec<Head<'p>> {
    let stem = stem(&page.path);
    if page.root.get("card").is_none() {
        let at_top = read_card(page, &page.root, (0..0, Some(stem), set), rules, places);
        return at_top.into_iter().collect();
    }
    page.check_keys(&page.root, "a file with `[[card]]`", &["card", "test"]);
    let mut heads = Vec::new();
    for (span, table) in page.tables(&page.root, "card") {
        heads.extend(read_card(page, table, (span.clone(), None, set), rules, places));
    }
    heads
}

/// A file's name without folder and ending.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".toml").unwrap_or(name)
}

fn read_card<'p>(
    page: &'p Page,
    table: &'p Table,
    (whole, stem, set): (Range<usize>, Option<&str>, &str),
    rules: &mut Rules,
    places: &mut Vec<Place>,
) -> Option<Head<'p>> {
    let text = |key| table.get(key).and_then(|item| page.text(item, key)).unwrap_or_default();
    let name = text("name");
    let span = table.get("name").map_or(whole.clone(), |item| item.span.clone());
    if table.get("name").is_none() {
        page.missing(&whole, "a card", "name");
    }
    let id = card_id(page, table, stem, name, &span)?;
    let source = table.get("source").and_then(|item| page.choice(item, "source", &SOURCES));
    let copies = table.get("copies").and_then(|item| page.whole(item, "copies", 0..=MOST_COPIES));
    let mut card = CardDef {
        id: id.clone(),
        name: if name.is_empty() { id.clone() } else { name.to_owned() },
        text: text("text").to_owned(),
        source: source.unwrap_or_default().to_owned(),
        set: set.to_owned(),
        copies: copies.unwrap_or(1) as u32,
        implemented: table.get("implemented").and_then(|item| page.flag(item, "implemented")).unwrap_or(true),
        tags: vec![0; rules.tag_count.div_ceil(64)],
        ..CardDef::default()
    };
    if let Some(note) = table.get("note") {
        page.text(note, "note");
    }
    read_fields(page, table, &span, rules, &mut card);
    match rules.cards.insert(id.as_str(), card) {
        Some(ix) => {
            places.push((page.file, span));
            Some(Head { page, table, def: ix.into() })
        }
        None => {
            duplicate(page, &id, &span, rules, places);
            None
        }
    }
}

/// The card's id. Where it does not fit the name or the file, that is said, and the file's name wins.
fn card_id(
    page: &Page,
    table: &Table,
    stem: Option<&str>,
    name: &str,
    span: &Range<usize>,
) -> Option<String> {
    let from_name = slug(name);
    let item = table.get("id");
    let given = item.and_then(|item| page.text(item, "id"));
    let Some(stem) = stem else {
        let id = given.map_or(from_name, str::to_owned);
        if id.is_empty() && !name.is_empty() {
            page.error(Code::WrongId, span, format!("the name `{name}` gives no id: write `id`"));
        }
        return Some(id).filter(|id| !id.is_empty());
    };
    if let (Some(item), Some(given)) = (item, given.filter(|given| *given != stem)) {
        let message = format!("the card's id is `{given}`, its file's name `{stem}`");
        page.error(Code::WrongId, &item.span, message);
    }
    if !name.is_empty() && from_name != stem {
        page.report(
            Diagnostic::error(Code::WrongId, format!("the card `{name}` stands in `{stem}.toml`"))
                .at(page.file, span.clone())
                .help(Some(format!("call the file `{from_name}.toml`"))),
        );
    }
    Some(stem.to_owned())
}

fn duplicate(page: &Page, id: &str, span: &Range<usize>, rules: &Rules, places: &[Place]) {
    let message = format!("two cards have the id `{id}`");
    let Some(first) = rules.card(id).and_then(|def| places.get(def.ix())) else { return };
    let here: Place = (page.file, span.clone());
    let at = |place: &Place, other: &Place| {
        let one = Diagnostic::error(Code::DuplicateId, message.clone()).at(place.0, place.1.clone());
        one.also(other.clone(), "the other one")
    };
    page.report(at(&here, first));
    page.report(at(first, &here));
}

fn read_fields(page: &Page, table: &Table, span: &Range<usize>, rules: &Rules, card: &mut CardDef) {
    for entry in &table.entries {
        if CARD_KEYS.contains(&&*entry.key) || is_trigger_name(&entry.key) {
            continue;
        }
        match rules.field(&entry.key) {
            Some(field) => read_field(page, entry, field, &rules.fields[field.ix()], card),
            None => unknown_key(page, entry, rules),
        }
    }
    for (name, field) in rules.fields.entries().filter(|(_, field)| field.required.is_always()) {
        if table.get(name).is_none() {
            page.error(Code::MissingKey, span, needs(card, name, field));
        }
    }
    card.counts.sort_unstable();
    card.numbers.sort_unstable();
}

fn needs(card: &CardDef, name: &str, field: &FieldDef) -> String {
    let title = Some(&field.title).filter(|title| *title != name);
    let title = title.map(|title| format!(" ({title})")).unwrap_or_default();
    format!("the card `{}` needs `{name}`{title}", card.name)
}

/// Checks that cards have the fields that are required of some, once all that is printed on them is known.
pub(super) fn check_required(heads: &[Head<'_>], rules: &Rules, places: &[Place]) {
    let of_some: Vec<_> = rules
        .fields
        .entries()
        .filter_map(|(name, field)| match &field.required {
            Required::Of { query, .. } => Some((name, field, query)),
            _ => None,
        })
        .collect();
    for head in heads {
        let (card, Some((_, span))) = (rules.def(head.def), places.get(head.def.ix())) else { continue };
        for (name, field, query) in &of_some {
            if head.table.get(name).is_none() && field.required.of(rules, card) {
                let message = format!("{}: it is required of `{query}`", needs(card, name, field));
                head.page.error(Code::MissingKey, span, message);
            }
        }
    }
}

fn unknown_key(page: &Page, entry: &Entry, rules: &Rules) {
    let capitals = entry.key.to_uppercase();
    let help = match rules.trigger(&capitals) {
        Some(_) => Some(format!("triggers are written in capitals: `{capitals}`")),
        None => {
            page.did_you_mean(&entry.key, rules.fields.names().chain(CARD_KEYS).chain(rules.triggers.names()))
        }
    };
    page.report(
        Diagnostic::error(Code::UnknownField, format!("unknown field `{}`", entry.key))
            .at(page.file, entry.key_span.clone())
            .help(help),
    );
}

fn read_field(page: &Page, entry: &Entry, field: FieldId, def: &FieldDef, card: &mut CardDef) {
    let (key, item) = (&*entry.key, &entry.item);
    match def.kind {
        FieldKind::Number => card.numbers.extend(page.number(item, key).map(|number| (field, number))),
        FieldKind::Text | FieldKind::Goal => {
            card.texts.extend(page.text(item, key).map(|text| (field, text.to_owned())));
        }
        // Other cards may stand in files that are not yet read; see `read_links`.
        FieldKind::Cards => {}
        FieldKind::OneOf => {
            if let Some(tag) = tag(page, item, key, def) {
                card.set_tag(tag);
            }
        }
        FieldKind::AnyOf => {
            for tag in page.one_or_more(item).iter().filter_map(|one| tag(page, one, key, def)) {
                card.set_tag(tag);
            }
        }
        FieldKind::Counts => {
            for (tag, times) in counts(page, item, key, def) {
                card.set_tag(tag);
                match card.counts.iter_mut().find(|(id, _)| *id == tag) {
                    Some((_, n)) => *n = n.saturating_add(times),
                    None => card.counts.push((tag, times)),
                }
            }
        }
    }
}

/// Checks the goals that cards have as fields, now that every name is known.
pub(super) fn check_goals(heads: &[Head<'_>], rules: &Rules, words: &Words) {
    let goals: Vec<&str> = rules
        .fields
        .entries()
        .filter(|(_, field)| field.kind == FieldKind::Goal)
        .map(|(name, _)| name)
        .collect();
    for head in heads {
        for entry in head.table.entries.iter().filter(|entry| goals.contains(&&*entry.key)) {
            if matches!(entry.item.value, Value::Text(_)) {
                head.page.query(&entry.item, &entry.key, |text| words.goal(text));
            }
        }
    }
}

/// The cards that a card's own fields refer to; once all cards are known.
pub(super) fn read_links(head: &Head<'_>, rules: &Rules) -> Vec<(FieldId, DefId)> {
    links(head.page, head.table, rules, |_| true)
}

/// The cards that the fields of a table refer to.
fn links(page: &Page, table: &Table, rules: &Rules, own: impl Fn(&str) -> bool) -> Vec<(FieldId, DefId)> {
    let mut links = Vec::new();
    for entry in table.entries.iter().filter(|entry| own(&entry.key)) {
        let Some(field) = rules.field(&entry.key) else { continue };
        if rules.fields[field.ix()].kind != FieldKind::Cards {
            continue;
        }
        for one in page.one_or_more(&entry.item) {
            let how = (&*entry.key, Code::UnknownCard, "card");
            let card = page.find(one, how, |id| rules.card(id), || rules.cards.names());
            links.extend(card.map(|card| (field, card)));
        }
    }
    links
}

/// What a table says in those of its keys that are fields.
pub(super) fn read_says(page: &Page, table: &Table, rules: &Rules, is_field: impl Fn(&str) -> bool) -> Says {
    let mut card = CardDef::default();
    for entry in table.entries.iter().filter(|entry| is_field(&entry.key)) {
        if let Some(field) = rules.field(&entry.key) {
            read_field(page, entry, field, &rules.fields[field.ix()], &mut card);
        }
    }
    let tags = (0..rules.tag_count).map(TagId::from).filter(|tag| card.has(*tag)).collect();
    Says { tags, numbers: card.numbers, texts: card.texts, links: links(page, table, rules, is_field) }
}

/// The tag that a string names.
pub(super) fn tag(page: &Page, item: &Item, key: &str, def: &FieldDef) -> Option<TagId> {
    let what = format!("value of `{key}`:");
    page.find(
        item,
        (key, Code::UnknownFieldValue, &what),
        |word| tag_named(def, word),
        || def.values.iter().map(String::as_str),
    )
}

fn tag_named(def: &FieldDef, word: &str) -> Option<TagId> {
    def.values.iter().position(|value| value == word).map(|ix| (def.first_tag + ix).into())
}

/// Counted values: a list of `"value"` and `"value x2"`, or a table of numbers.
fn counts(page: &Page, item: &Item, key: &str, def: &FieldDef) -> Vec<(TagId, i32)> {
    if let Value::Table(table) = &item.value {
        let one = |entry: &Entry| {
            let times = page.whole(&entry.item, &entry.key, 1..=MOST_TIMES)?;
            let Some(tag) = tag_named(def, &entry.key) else {
                let what = format!("value of `{key}`:");
                let known = def.values.iter().map(String::as_str);
                page.unknown(Code::UnknownFieldValue, &what, &entry.key, &entry.key_span, known);
                return None;
            };
            Some((tag, times as i32))
        };
        return table.entries.iter().filter_map(one).collect();
    }
    if !matches!(item.value, Value::Text(_) | Value::List(_)) {
        let kind = item.value.kind();
        let message = format!("`{key}` must be a list such as [\"value\", \"value x2\"], not {kind}");
        page.error(Code::WrongType, &item.span, message);
        return Vec::new();
    }
    let one = |item: &Item| {
        let word = page.text(item, key)?;
        let counted = word.rsplit_once(" x").and_then(|(name, n)| {
            let times: i64 = n.parse().ok()?;
            Some((name.trim_end(), times)).filter(|(_, times)| (1..=MOST_TIMES).contains(times))
        });
        match counted.and_then(|(name, times)| Some((tag_named(def, name)?, times as i32))) {
            Some(counted) => Some(counted),
            None => Some((tag(page, item, key, def)?, 1)),
        }
    };
    page.one_or_more(item).iter().filter_map(one).collect()
}
