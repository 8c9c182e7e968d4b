//! A game's manifest beside its declarations: its title and players, scenarios, pool, words, rules and script files.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::declare::{self, By, entries, texts};
use super::page::Page;
use super::tree::{Entry, Item, Value};
use super::{Code, Diagnostic};
use super::{graph, map};
use crate::kernel::{FieldId, MAX_PLAYERS, Rules, ScenarioDef};
use crate::query::Words;

/// Sections that an expansion may have too.
pub(super) const SHARED: [&str; 3] = ["scenarios", "words", "rules"];
/// Keys that only a game has.
pub(super) const OWN: [&str; 8] = ["name", "about", "players", "backs", "pool", "scripts", "graphs", "map"];

/// The keys of a scenario.
pub(super) const SCENARIO_KEYS: [&str; 4] = ["title", "about", "setup", "players"];
/// The keys of the pool.
pub(super) const POOL_KEYS: [&str; 3] = ["zones", "only", "totals"];

/// How far a chain of words may go back to words that are declared later.
const DEEPEST_WORDS: usize = 16;

/// What the manifests of a load say, as far as it is no part of [`Rules`].
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub rules: Rules,
    /// Where each numbered rule is declared.
    pub rule_places: FxHashMap<String, super::Place>,
    /// The rule files that the game names, with where it names them.
    pub scripts: Option<Vec<(String, Range<usize>)>>,
    /// The rule functions that scenarios begin with, with where each is named.
    pub setups: Vec<(String, super::Place)>,
}

/// Reads the manifest of a game, all but its queries.
pub(super) fn read_game(page: &Page, id: &str) -> Draft {
    let mut draft = Draft { rules: declare::kernel_names(), ..Draft::default() };
    let keys: Vec<&str> = OWN.into_iter().chain(SHARED).chain(declare::SECTIONS).collect();
    page.check_keys(&page.root, "a game's manifest", &keys);
    let text = |key| page.root.get(key).and_then(|item| page.text(item, key)).unwrap_or_default().to_owned();
    if page.root.get("name").is_none() {
        page.missing(&(0..0), "a game", "name");
    }
    draft.rules.id = id.to_owned();
    draft.rules.name = text("name");
    draft.rules.about = text("about");
    let players = page.root.get("players");
    if players.is_none() {
        page.missing(&(0..0), "a game", "players");
    }
    let (min, max) = players.and_then(|item| players_of(page, item)).unwrap_or((2, 2));
    (draft.rules.min_players, draft.rules.max_players) = (min, max);
    declare::declare(page, By::Game, &mut draft.rules);
    read_shared(page, By::Game, &mut draft);
    read_own(page, &mut draft);
    draft
}

/// Reads the sections that games and expansions have, all but declarations and queries.
pub(super) fn read_shared(page: &Page, by: By, draft: &mut Draft) {
    for (entry, table) in entries(page, "scenarios", &SCENARIO_KEYS) {
        let text = |key, default: &str| {
            table.get(key).and_then(|item| page.text(item, key)).unwrap_or(default).to_owned()
        };
        let game = (draft.rules.min_players, draft.rules.max_players);
        let players = table.get("players").and_then(|item| players_of(page, item)).unwrap_or(game);
        let scenario = ScenarioDef {
            title: text("title", &entry.key),
            about: text("about", ""),
            setup: text("setup", "setup"),
            min_players: players.0,
            max_players: players.1,
        };
        let place = table.get("setup").map_or(&entry.key_span, |item| &item.span);
        draft.setups.push((scenario.setup.clone(), (page.file, place.clone())));
        declare::insert(page, by, "scenario", entry, &mut draft.rules.scenarios, scenario);
    }
    for entry in page.section("rules") {
        let Some(sentence) = page.text(&entry.item, &entry.key) else { continue };
        read_rule(page, by, entry, sentence, draft);
    }
    for entry in page.section("words") {
        page.text(&entry.item, &entry.key);
    }
}

fn read_rule(page: &Page, by: By, entry: &Entry, sentence: &str, draft: &mut Draft) {
    let place = (page.file, entry.key_span.clone());
    if let (By::Expansion, Some(ix)) = (by, draft.rules.numbered.find(&entry.key)) {
        declare::replaces(page, "rule", &entry.key, &entry.key_span);
        if let Some(rule) = draft.rules.numbered.get_mut(ix) {
            *rule = sentence.to_owned();
        }
    } else {
        declare::insert(page, by, "rule", entry, &mut draft.rules.numbered, sentence.to_owned());
    }
    draft.rule_places.insert(entry.key.clone(), place);
}

fn read_own(page: &Page, draft: &mut Draft) {
    let rules = &mut draft.rules;
    if rules.scenarios.is_empty() {
        page.report(
            Diagnostic::error(Code::MissingKey, "a game needs at least one scenario")
                .at(page.file, 0..0)
                .help(Some("add `[scenarios.standard]`".to_owned())),
        );
        let (min_players, max_players) = (rules.min_players, rules.max_players);
        let setup = "setup".to_owned();
        rules
            .scenarios
            .insert("standard", ScenarioDef { setup, min_players, max_players, ..Default::default() });
    }
    if rules.zones.is_empty() {
        page.report(
            Diagnostic::error(Code::MissingKey, "a game needs at least one zone")
                .at(page.file, 0..0)
                .help(Some("add `[zones.table]`: cards lie in zones".to_owned())),
        );
    }
    for one in page.root.get("backs").map_or(&[][..], |item| page.one_or_more(item)) {
        let how = ("backs", Code::UnknownField, "field");
        let field: Option<FieldId> = page.find(one, how, |name| rules.field(name), || rules.fields.names());
        rules.backs.extend(field);
    }
    if let Some(pool) = page.root.get("pool").and_then(|item| page.table(item, "pool")) {
        page.check_keys(pool, "`pool`", &POOL_KEYS);
        for one in pool.get("zones").map_or(&[][..], |item| page.one_or_more(item)) {
            let how = ("zones", Code::UnknownZone, "zone");
            let zone = page.find(one, how, |name| rules.zone(name), || rules.zones.names());
            rules.pool.zones.extend(zone);
        }
        for one in pool.get("totals").map_or(&[][..], |item| page.one_or_more(item)) {
            let how = ("totals", Code::UnknownField, "field");
            let field: Option<FieldId> =
                page.find(one, how, |name| rules.field(name), || rules.fields.names());
            rules.pool.totals.extend(field);
        }
    }
    draft.scripts = page.root.get("scripts").map(|item| {
        texts(page, item, "scripts").into_iter().map(|(name, span)| (name.to_owned(), span.clone())).collect()
    });
}

/// The fewest and the most players.
pub(super) fn players_of(page: &Page, item: &Item) -> Option<(usize, usize)> {
    let bounds = 1..=MAX_PLAYERS as i64;
    let numbers = match &item.value {
        Value::List(list) if list.len() == 2 => {
            [page.whole(&list[0], "players", bounds.clone())?, page.whole(&list[1], "players", bounds)?]
        }
        Value::Whole(_) => [page.whole(item, "players", bounds)?; 2],
        _ => {
            page.error(Code::WrongType, &item.span, "`players` must be two numbers, the fewest and the most");
            return None;
        }
    };
    if numbers[0] > numbers[1] {
        page.error(Code::WrongNumber, &item.span, "`players` has more as its fewest than as its most");
        return None;
    }
    Some((numbers[0] as usize, numbers[1] as usize))
}

/// Defines the query words of all manifests. A word may use one that is declared after it.
pub(super) fn define_words(pages: &[(&Page, By)], rules: &Rules) -> Words {
    let mut words = Words::new(rules);
    let all = pages
        .iter()
        .flat_map(|(page, by)| page.section("words").iter().map(move |entry| (*page, *by, entry)));
    let mut open: Vec<(&Page, By, &Entry)> = all.collect();
    drop_replaced(&mut open);
    for _ in 0..DEEPEST_WORDS {
        let before = open.len();
        open.retain(|(_, _, entry)| match &entry.item.value {
            Value::Text(text) => words.define(&entry.key, text).is_err(),
            _ => false,
        });
        if open.is_empty() || open.len() == before {
            break;
        }
    }
    for (page, _, entry) in open {
        page.query(&entry.item, &entry.key, |text| words.define(&entry.key, text));
    }
    words
}

/// Of words with one name, keeps the last; an expansion's comes after the game's.
fn drop_replaced(open: &mut Vec<(&Page, By, &Entry)>) {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut replacing: FxHashSet<&str> = FxHashSet::default();
    for (page, by, entry) in open.iter() {
        if !seen.insert(&entry.key) && *by == By::Expansion {
            replacing.insert(&entry.key);
            declare::replaces(page, "word", &entry.key, &entry.key_span);
        } else {
            page.declares(*by, "word", &entry.key, &entry.key_span);
        }
    }
    let mut kept: FxHashSet<&str> = FxHashSet::default();
    open.reverse();
    open.retain(|(_, _, entry)| !replacing.contains(&*entry.key) || kept.insert(&entry.key));
    open.reverse();
}

/// Reads what a manifest asks in the query language, once all names are known.
pub(super) fn read_queries(page: &Page, words: &Words, rules: &mut Rules) {
    let pool = page.root.get("pool").and_then(|item| match &item.value {
        Value::Table(table) => table.get("only"),
        _ => None,
    });
    if let Some(item) = pool {
        rules.pool.only = page.query(item, "only", |text| words.selector(text)).map(Arc::new);
    }
    declare::read_required(page, words, rules);
    graph::read(page, words, rules);
    map::read(page, words, rules);
    for entry in page.section("triggers") {
        let Value::Table(table) = &entry.item.value else { continue };
        let Some(item) = table.get("live_if") else { continue };
        let pred = page.query(item, "live_if", |text| words.selector(text)).map(Arc::new);
        if let Some(trigger) = rules.triggers.find(&entry.key).and_then(|ix| rules.triggers.get_mut(ix)) {
            trigger.live_if = pred;
        }
    }
}
