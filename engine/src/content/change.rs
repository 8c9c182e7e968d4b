//! Lasting changes: `change = "x"` with how, on what and while what.

use std::sync::Arc;

use super::Code;
use super::card;
use super::operation::Known;
use super::page::Page;
use super::tree::{Entry, Item, Table, Value};
use crate::kernel::{
    Belongs, Change, ContinuousDef, FieldDef, FieldId, FieldKind, NumberChange, TagId, Targets, ValueId,
};

/// The keys of a change.
pub(super) const KEYS: [&str; 10] =
    ["change", "on", "while", "add", "set", "include", "exclude", "times", "at_least", "at_most"];
pub(super) const HOW: [&str; 7] = ["add", "set", "include", "exclude", "times", "at_least", "at_most"];

/// What can be changed.
enum Thing<'a> {
    Value(ValueId, Belongs),
    Field(FieldId, &'a FieldDef),
}

/// The changes of one table: one, or one for each value that is included or excluded.
pub(super) fn read_changes(
    page: &Page,
    known: &Known<'_>,
    table: &Table,
    change: &Item,
) -> Vec<ContinuousDef> {
    let condition = table
        .get("while")
        .and_then(|item| page.query(item, "while", |text| known.words.goal(text)))
        .map(Arc::new);
    let Some((name, thing)) = thing(page, known, change) else { return Vec::new() };
    let targets = targets(page, known, table, name, &thing);
    let ways: Vec<&Entry> = table.entries.iter().filter(|entry| HOW.contains(&&*entry.key)).collect();
    let [how] = ways[..] else {
        let message = format!("a change needs exactly one of {}", super::names::either(&HOW));
        page.error(Code::BadChange, ways.get(1).map_or(&change.span, |entry| &entry.key_span), message);
        return Vec::new();
    };
    let changes = match thing {
        Thing::Value(value, _) => {
            number(page, name, how).map(|how| Change::Value(value, how)).into_iter().collect()
        }
        Thing::Field(field, def) if def.kind == FieldKind::Number => {
            number(page, name, how).map(|how| Change::Number(field, how)).into_iter().collect()
        }
        Thing::Field(field, def) => values(page, name, how, field, def),
    };
    let Some(targets) = targets else { return Vec::new() };
    let whole = |change| ContinuousDef { targets: targets.clone(), change, condition: condition.clone() };
    changes.into_iter().map(whole).collect()
}

fn thing<'a, 't>(page: &Page, known: &Known<'a>, item: &'t Item) -> Option<(&'t str, Thing<'a>)> {
    let name = page.text(item, "change")?;
    let rules = known.rules;
    if let Some(value) = rules.value(name) {
        return Some((name, Thing::Value(value, rules.values[value.ix()].on)));
    }
    let Some(field) = rules.field(name) else {
        let names = rules.values.names().chain(rules.fields.names());
        page.unknown(Code::UnknownValue, "value or field", name, &item.span, names);
        return None;
    };
    let def = &rules.fields[field.ix()];
    if matches!(def.kind, FieldKind::Text | FieldKind::Goal) {
        page.error(Code::BadChange, &item.span, format!("`{name}` is text, which nothing changes"));
        return None;
    }
    if def.kind == FieldKind::Cards {
        page.error(Code::BadChange, &item.span, format!("`{name}` names cards, which nothing changes"));
        return None;
    }
    Some((name, Thing::Field(field, def)))
}

fn targets(page: &Page, known: &Known<'_>, table: &Table, name: &str, thing: &Thing<'_>) -> Option<Targets> {
    let owner = match thing {
        Thing::Value(_, owner) => *owner,
        Thing::Field(..) => Belongs::Card,
    };
    let Some(item) = table.get("on") else {
        return Some(match owner {
            Belongs::Player => Targets::Controller,
            Belongs::Table | Belongs::Zone => Targets::Table,
            Belongs::Card => Targets::This,
        });
    };
    let (targets, of) = match page.text(item, "on")? {
        "self" => (Targets::This, Belongs::Card),
        "me" => (Targets::Controller, Belongs::Player),
        "everyone" => (Targets::EveryPlayer, Belongs::Player),
        "table" => (Targets::Table, Belongs::Table),
        _ => {
            let pred = page.query(item, "on", |text| known.words.selector(text))?;
            (Targets::Cards(Arc::new(pred)), Belongs::Card)
        }
    };
    if of != owner {
        let message = format!("`{name}` is {}, so it is not changed on {}", article(owner), plural(of));
        page.error(Code::BadChange, &item.span, message);
        return None;
    }
    Some(targets)
}

const fn article(owner: Belongs) -> &'static str {
    match owner {
        Belongs::Table => "the table's",
        Belongs::Player => "a player's",
        Belongs::Card => "a card's",
        Belongs::Zone => "a zone's",
    }
}

const fn plural(of: Belongs) -> &'static str {
    match of {
        Belongs::Table => "the table",
        Belongs::Player => "players",
        Belongs::Card => "cards",
        Belongs::Zone => "zones",
    }
}

fn number(page: &Page, name: &str, how: &Entry) -> Option<NumberChange> {
    let make = match &*how.key {
        "add" => NumberChange::Add,
        "set" => NumberChange::Set,
        "times" => NumberChange::Times,
        "at_least" => NumberChange::AtLeast,
        "at_most" => NumberChange::AtMost,
        _ => {
            page.error(
                Code::BadChange,
                &how.key_span,
                format!("`{name}` is a number: it cannot `{}`", how.key),
            );
            return None;
        }
    };
    match how.item.value {
        Value::Flag(flag) => Some(make(i32::from(flag))),
        _ => page.number(&how.item, &how.key).map(make),
    }
}

fn values(page: &Page, name: &str, how: &Entry, field: FieldId, def: &FieldDef) -> Vec<Change> {
    if !matches!(&*how.key, "set" | "include" | "exclude") {
        let message =
            format!("`{name}` has values: it can only `set`, `include` or `exclude`, not `{}`", how.key);
        page.error(Code::BadChange, &how.key_span, message);
        return Vec::new();
    }
    let items = page.one_or_more(&how.item);
    let tags: Vec<TagId> = items.iter().filter_map(|item| card::tag(page, item, name, def)).collect();
    match &*how.key {
        "include" => tags.into_iter().map(Change::Include).collect(),
        "exclude" => tags.into_iter().map(Change::Exclude).collect(),
        // Where a value is unknown, that was said.
        _ if tags.len() < items.len() => Vec::new(),
        _ => vec![Change::Set(field, tags)],
    }
}
