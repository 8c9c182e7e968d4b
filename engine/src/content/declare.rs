//! What a game declares: its zones, tokens, fields, values, events and triggers. An expansion declares more of them.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::page::Page;
use super::tree::{Entry, Item, Table, Value};
use super::{Code, Diagnostic};
use crate::kernel::{
    Belongs, EventDef, FieldDef, FieldKind, KERNEL_EVENTS, KERNEL_TRIGGERS, Named, Required, Rules, Seen,
    TokenDef, TriggerDef, ValueDef, ZoneDef,
};
use crate::query::Words;

/// The sections that [`declare`] reads.
pub(super) const SECTIONS: [&str; 6] = ["zones", "tokens", "fields", "values", "events", "triggers"];

/// Keys that every card has, beside its fields.
pub(super) const CARD_KEYS: [&str; 8] =
    ["name", "text", "source", "copies", "implemented", "note", "id", "test"];

/// The keys of a zone, and so on for each section.
pub(super) const ZONE_KEYS: [&str; 6] = ["title", "of", "seen", "seen_face_down", "owners_keep", "apart"];
pub(super) const TOKEN_KEYS: [&str; 8] =
    ["title", "on", "per_player", "min", "max", "start", "stays", "shown"];
pub(super) const FIELD_KEYS: [&str; 4] = ["title", "kind", "values", "required"];
pub(super) const VALUE_KEYS: [&str; 3] = ["title", "on", "base"];
pub(super) const EVENT_KEYS: [&str; 2] = ["title", "data"];
pub(super) const TRIGGER_KEYS: [&str; 7] =
    ["title", "live", "live_if", "exhausts", "event", "optional", "change"];

/// What zones and rule values can belong to.
pub(super) const OWNERS: [(&str, Belongs); 3] =
    [("table", Belongs::Table), ("player", Belongs::Player), ("card", Belongs::Card)];
/// What tokens can lie on.
pub(super) const PLACES: [(&str, Belongs); 4] = [
    ("table", Belongs::Table),
    ("player", Belongs::Player),
    ("card", Belongs::Card),
    ("zone", Belongs::Zone),
];
/// Who can see a zone.
pub(super) const VIEWERS: [(&str, Seen); 4] =
    [("everyone", Seen::Everyone), ("owner", Seen::Owner), ("team", Seen::Team), ("nobody", Seen::Nobody)];
/// The kinds of fields.
pub(super) const FIELD_KINDS: [(&str, FieldKind); 7] = [
    ("one of", FieldKind::OneOf),
    ("any of", FieldKind::AnyOf),
    ("counts", FieldKind::Counts),
    ("number", FieldKind::Number),
    ("text", FieldKind::Text),
    ("goal", FieldKind::Goal),
    ("cards", FieldKind::Cards),
];

/// More values than any field lists.
const MOST_VALUES: usize = 4_000;

/// Who declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Game,
    Expansion,
}

/// What every game has before it declares anything.
pub(super) fn kernel_names() -> Rules {
    let mut rules = Rules::default();
    for (name, data) in KERNEL_EVENTS {
        rules.events.insert(
            name,
            EventDef { data: data.iter().map(|name| (*name).to_owned()).collect(), ..EventDef::default() },
        );
    }
    for name in KERNEL_TRIGGERS {
        let title = format!("{}{}", &name[..1], name[1..].to_lowercase());
        let needs_event = name == "REACTION";
        let optional = needs_event;
        rules.triggers.insert(name, TriggerDef { title, needs_event, optional, ..TriggerDef::default() });
    }
    rules
}

/// Reads all sections, each after those whose names it uses.
pub(super) fn declare(page: &Page, by: By, rules: &mut Rules) {
    let zones = entries(page, "zones", &ZONE_KEYS);
    for (entry, table) in &zones {
        insert(page, by, "zone", entry, &mut rules.zones, zone(page, entry, table));
    }
    for (entry, table) in zones {
        set_apart(page, entry, table, rules);
    }
    for (entry, table) in entries(page, "tokens", &TOKEN_KEYS) {
        let token = token(page, entry, table);
        insert(page, by, "token", entry, &mut rules.tokens, token);
    }
    for (entry, table) in entries(page, "fields", &FIELD_KEYS) {
        declare_field(page, by, entry, table, rules);
    }
    for (entry, table) in entries(page, "values", &VALUE_KEYS) {
        let value = value(page, entry, table);
        insert(page, by, "value", entry, &mut rules.values, value);
    }
    for (entry, table) in entries(page, "events", &EVENT_KEYS) {
        let data = table.get("data").map(|item| texts(page, item, "data")).unwrap_or_default();
        let data = data.into_iter().map(|(name, _)| name.to_owned()).collect();
        let title =
            table.get("title").and_then(|item| page.text(item, "title")).unwrap_or_default().to_owned();
        insert(page, by, "event", entry, &mut rules.events, EventDef { title, data });
    }
    for (entry, table) in entries(page, "triggers", &TRIGGER_KEYS) {
        declare_trigger(page, by, entry, table, rules);
    }
}

/// Gives every value of every field its tag; once all are declared.
pub(super) fn assign_tags(rules: &mut Rules) {
    let mut next = 0;
    for ix in 0..rules.fields.len() {
        if let Some(field) = rules.fields.get_mut(ix) {
            field.first_tag = next;
            next += field.values.len();
        }
    }
    rules.tag_count = next;
}

/// The tables of a section, their keys checked.
pub(super) fn entries<'p>(page: &'p Page, section: &str, keys: &[&str]) -> Vec<(&'p Entry, &'p Table)> {
    entries_of(page, &page.root, section, section, keys)
}

/// The tables of a section within a table, their keys checked; `path` is the section as it is written.
pub(super) fn entries_of<'p>(
    page: &Page,
    within: &'p Table,
    path: &str,
    section: &str,
    keys: &[&str],
) -> Vec<(&'p Entry, &'p Table)> {
    let table = within.get(section).and_then(|item| page.table(item, section));
    let of_section = table.map_or(&[][..], |table| &table.entries).iter();
    of_section
        .filter_map(|entry| {
            let table = page.table(&entry.item, &entry.key)?;
            page.check_keys(table, &format!("`[{path}.{}]`", entry.key), keys);
            Some((entry, table))
        })
        .collect()
}

/// Takes a declaration unless its name is taken.
pub(super) fn insert<T>(page: &Page, by: By, what: &str, entry: &Entry, into: &mut Named<T>, item: T) {
    if entry.key.trim().is_empty() {
        page.error(Code::MissingKey, &entry.key_span, format!("a {what} needs a name"));
    } else if into.insert(entry.key.as_str(), item).is_none() {
        clash(page, by, what, &entry.key, &entry.key_span);
    } else {
        page.declares(by, what, &entry.key, &entry.key_span);
    }
}

fn clash(page: &Page, by: By, what: &str, name: &str, span: &Range<usize>) {
    let before = page.declared(what, name);
    let (code, message) = match (by, &before) {
        (By::Game, _) => (Code::DeclaredTwice, format!("the {what} `{name}` is there in every game")),
        (By::Expansion, Some((_, By::Expansion))) => {
            (Code::Clash, format!("another expansion already has the {what} `{name}`"))
        }
        (By::Expansion, _) => (Code::Clash, format!("the game already has the {what} `{name}`")),
    };
    let mut fault = Diagnostic::error(code, message)
        .at(page.file, span.clone())
        .help(Some("use the one that is there, or choose another name".to_owned()));
    if let Some((place, By::Expansion)) = before {
        fault = fault.also(place, "the other one");
    }
    page.report(fault);
}

/// Says that an expansion replaces something of the game's, or of another expansion's: then the later counts, which
/// may not be what its author wants.
pub(super) fn replaces(page: &Page, what: &str, name: &str, span: &Range<usize>) {
    let at = |fault: Diagnostic| fault.at(page.file, span.clone());
    match page.declares(By::Expansion, what, name, span) {
        Some((place, By::Expansion)) => {
            let message = format!("another expansion has the {what} `{name}` too; this one counts");
            page.report(at(Diagnostic::warning(Code::ReplacedTwice, message)).also(place, "the other one"));
        }
        _ => page.report(at(Diagnostic::note(Code::Replaces, format!("replaces the {what} `{name}`")))),
    }
}

pub(super) fn title(page: &Page, entry: &Entry, table: &Table) -> String {
    table.get("title").and_then(|item| page.text(item, "title")).unwrap_or(&entry.key).to_owned()
}

/// The strings of a list, or one string.
pub(super) fn texts<'t>(page: &Page, item: &'t Item, key: &str) -> Vec<(&'t str, &'t Range<usize>)> {
    page.one_or_more(item).iter().filter_map(|one| Some((page.text(one, key)?, &one.span))).collect()
}

fn flag(page: &Page, table: &Table, key: &str, default: bool) -> bool {
    table.get(key).and_then(|item| page.flag(item, key)).unwrap_or(default)
}

fn zone(page: &Page, entry: &Entry, table: &Table) -> ZoneDef {
    let seen =
        |key, default| table.get(key).and_then(|item| page.choice(item, key, &VIEWERS)).unwrap_or(default);
    ZoneDef {
        title: title(page, entry, table),
        belongs: table.get("of").and_then(|item| page.choice(item, "of", &OWNERS)).unwrap_or_default(),
        seen: seen("seen", Seen::Everyone),
        seen_face_down: seen("seen_face_down", Seen::Nobody),
        owners_keep: flag(page, table, "owners_keep", false),
        // Read when all zones are there, since it may name another.
        apart: None,
    }
}

/// `apart = true`, or the name of another zone whose cards are known together with this one's.
fn set_apart(page: &Page, entry: &Entry, table: &Table, rules: &mut Rules) {
    let (Some(item), Some(zone)) = (table.get("apart"), rules.zone(&entry.key)) else { return };
    let how = ("apart", Code::UnknownZone, "zone");
    let with = match &item.value {
        Value::Text(_) => page.find(item, how, |name| rules.zone(name), || rules.zones.names()),
        Value::Flag(is_apart) => is_apart.then_some(zone),
        _ => {
            page.wrong(item, "apart", "true, false or the name of a zone");
            None
        }
    };
    for kind in with.into_iter().chain([zone]) {
        if let Some(def) = rules.zones.get_mut(kind.ix()) {
            def.apart = with;
        }
    }
}

fn token(page: &Page, entry: &Entry, table: &Table) -> TokenDef {
    let number = |key, default| table.get(key).and_then(|item| page.number(item, key)).unwrap_or(default);
    let (min, max) = (number("min", 0), number("max", 1_000_000));
    let start = number("start", min.max(0).min(max));
    if min > max {
        let message = format!("the token `{}` has its `min` {min} above its `max` {max}", entry.key);
        page.error(Code::WrongNumber, &entry.item.span, message);
    } else if min > start || start > max {
        let message =
            format!("the token `{}` starts at {start}, outside its bounds {min} to {max}", entry.key);
        page.error(Code::WrongNumber, &entry.item.span, message);
    }
    TokenDef {
        title: title(page, entry, table),
        on: table.get("on").and_then(|item| page.choice(item, "on", &PLACES)).unwrap_or_default(),
        per_player: flag(page, table, "per_player", false),
        min: min.min(max),
        max,
        start: start.min(max).max(min.min(max)),
        stays: flag(page, table, "stays", false),
        shown: flag(page, table, "shown", true),
    }
}

fn value(page: &Page, entry: &Entry, table: &Table) -> ValueDef {
    let base = table.get("base").and_then(|item| match item.value {
        Value::Flag(flag) => Some(i32::from(flag)),
        _ => page.number(item, "base"),
    });
    ValueDef {
        title: title(page, entry, table),
        on: table.get("on").and_then(|item| page.choice(item, "on", &OWNERS)).unwrap_or_default(),
        base: base.unwrap_or(0),
    }
}

fn declare_field(page: &Page, by: By, entry: &Entry, table: &Table, rules: &mut Rules) {
    let taken = CARD_KEYS.contains(&&*entry.key) || entry.key == "card";
    if taken || is_trigger_name(&entry.key) {
        let why = if taken { "is a key of every card" } else { "looks like a trigger" };
        page.error(
            Code::DeclaredTwice,
            &entry.key_span,
            format!("no field can be called `{}`: it {why}", entry.key),
        );
        return;
    }
    let known = rules.fields.find(&entry.key);
    let mut values = known.map(|ix| rules.fields[ix].values.clone()).unwrap_or_default();
    let mut seen: FxHashSet<String> = values.iter().cloned().collect();
    for (name, span) in table.get("values").map(|item| texts(page, item, "values")).unwrap_or_default() {
        if !seen.insert(name.to_owned()) {
            value_again(page, by, &entry.key, name, span);
        } else {
            values.push(name.to_owned());
            page.declares(by, &format!("value of {}", entry.key), name, span);
        }
    }
    if values.len() > MOST_VALUES {
        let message = format!("the field `{}` has more than {MOST_VALUES} values", entry.key);
        page.error(Code::WrongNumber, &entry.key_span, message);
        values.truncate(MOST_VALUES);
    }
    match known.and_then(|ix| rules.fields.get_mut(ix)) {
        Some(field) => extend_field(page, entry, table, field, values),
        None => {
            let field = new_field(page, entry, table, values);
            insert(page, by, "field", entry, &mut rules.fields, field);
        }
    }
}

/// A value that a field has already. Two expansions may well add the same one: then both mean it.
fn value_again(page: &Page, by: By, field: &str, name: &str, span: &Range<usize>) {
    match page.declared(&format!("value of {field}"), name) {
        Some((place, By::Expansion)) if by == By::Expansion && place.0 != page.file => {
            let message = format!("another expansion gives `{field}` the value `{name}` too: both mean one");
            let warning = Diagnostic::warning(Code::ReplacedTwice, message).at(page.file, span.clone());
            page.report(warning.also(place, "the other one"));
        }
        _ => page.error(Code::DeclaredTwice, span, format!("`{field}` already has the value `{name}`")),
    }
}

fn new_field(page: &Page, entry: &Entry, table: &Table, values: Vec<String>) -> FieldDef {
    if table.get("kind").is_none() {
        page.missing(&entry.item.span, &format!("the field `{}`", entry.key), "kind");
    }
    let kind = table.get("kind").and_then(|item| page.choice(item, "kind", &FIELD_KINDS));
    let field = FieldDef {
        title: title(page, entry, table),
        kind: kind.unwrap_or(FieldKind::Text),
        values,
        first_tag: 0,
        required: required(page, table),
    };
    if kind.is_some() && field.is_tagged() == field.values.is_empty() {
        let message = if field.is_tagged() {
            format!("the field `{}` needs `values`", entry.key)
        } else {
            format!("the field `{}` is free: it lists no `values`", entry.key)
        };
        page.error(Code::WrongChoice, &entry.item.span, message);
    }
    // Values of a field that has none would be tags that nothing can print.
    if field.is_tagged() { field } else { FieldDef { values: Vec::new(), ..field } }
}

/// Whether every card must have a field. For which cards, is asked once all is declared: see [`read_required`].
fn required(page: &Page, table: &Table) -> Required {
    match table.get("required").map(|item| (item, &item.value)) {
        None | Some((_, Value::Text(_) | Value::Flag(false))) => Required::Never,
        Some((_, Value::Flag(true))) => Required::Always,
        Some((item, _)) => {
            page.wrong(item, "required", "true, false or a query");
            Required::Never
        }
    }
}

/// Reads for which cards a manifest requires the fields that it declares.
pub(super) fn read_required(page: &Page, words: &Words, rules: &mut Rules) {
    for entry in page.section("fields") {
        let Value::Table(table) = &entry.item.value else { continue };
        let Some((item, Value::Text(query))) = table.get("required").map(|item| (item, &item.value)) else {
            continue;
        };
        let Some(pred) = page.query(item, "required", |text| words.selector(text)) else { continue };
        if !pred.is_of_print() {
            page.error(
                Code::WrongChoice,
                &item.span,
                "`required` must ask only for what is printed on cards, not for zones, players, tokens or values",
            );
            continue;
        }
        // Another's field is not this manifest's to require; that was told as a clash.
        let is_own = page.declared("field", &entry.key).is_some_and(|((file, _), _)| file == page.file);
        if let Some(field) =
            rules.fields.find(&entry.key).filter(|_| is_own).and_then(|ix| rules.fields.get_mut(ix))
        {
            field.required = Required::Of { query: query.clone(), pred: Arc::new(pred) };
        }
    }
}

fn extend_field(page: &Page, entry: &Entry, table: &Table, field: &mut FieldDef, values: Vec<String>) {
    if let Some(other) = table.entries.iter().find(|other| other.key != "values") {
        clash(page, By::Expansion, "field", &entry.key, &other.key_span);
    } else if !field.is_tagged() {
        let message = format!("the field `{}` is free: it lists no `values`", entry.key);
        page.error(Code::WrongChoice, &entry.key_span, message);
    } else {
        field.values = values;
    }
}

/// Whether a key can only be meant as a trigger: it has letters, and none of them is small.
pub(super) fn is_trigger_name(key: &str) -> bool {
    key.chars().any(char::is_uppercase) && !key.chars().any(char::is_lowercase)
}

fn declare_trigger(page: &Page, by: By, entry: &Entry, table: &Table, rules: &mut Rules) {
    if !is_trigger_name(&entry.key) {
        page.report(
            Diagnostic::error(Code::WrongChoice, format!("the trigger `{}` is not in capitals", entry.key))
                .at(page.file, entry.key_span.clone())
                .help(Some(format!("call it `{}`", entry.key.to_uppercase()))),
        );
    }
    let known = rules.triggers.find(&entry.key);
    let of_kernel = known.is_some_and(|ix| ix < KERNEL_TRIGGERS.len());
    let mut trigger = known.map(|ix| rules.triggers[ix].clone()).unwrap_or_default();
    let extends = by == By::Expansion && known.is_some();
    if let Some(other) = table.entries.iter().find(|other| extends && other.key != "live") {
        clash(page, by, "trigger", &entry.key, &other.key_span);
        return;
    }
    if !of_kernel || table.get("title").is_some() {
        trigger.title = if extends { trigger.title } else { title(page, entry, table) };
    }
    for one in table.get("live").map_or(&[][..], |item| page.one_or_more(item)) {
        let zone = page.find(
            one,
            ("live", Code::UnknownZone, "zone"),
            |name| rules.zone(name),
            || rules.zones.names(),
        );
        trigger.live.extend(zone.filter(|zone| !trigger.live.contains(zone)));
    }
    if let Some(item) = table.get("exhausts") {
        let how = ("exhausts", Code::UnknownToken, "token");
        trigger.exhausts = page.find(item, how, |name| rules.token(name), || rules.tokens.names());
        if trigger.exhausts.is_some_and(|token| rules.tokens[token.ix()].on != Belongs::Card) {
            page.error(Code::WrongChoice, &item.span, "`exhausts` must be a token on cards");
        }
    }
    trigger.needs_event = flag(page, table, "event", trigger.needs_event);
    trigger.optional = flag(page, table, "optional", trigger.optional);
    trigger.continuous = flag(page, table, "change", trigger.continuous);
    match known.and_then(|ix| rules.triggers.get_mut(ix)) {
        Some(slot) => *slot = trigger,
        None => insert(page, by, "trigger", entry, &mut rules.triggers, trigger),
    }
}
