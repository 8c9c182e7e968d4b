//! The pages of the book that are made from the code and from the games, so that they cannot tell anything else.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use cardwright::content::{Code, Content, TestDef, schema, slug};
use cardwright::kernel::Rules;
use cardwright::script::reference;
use cardwright::script::verbs::families;
use serde_json::Value;

use super::entry::Entry;
use super::{examples, language};
use crate::text::from_to;

/// The most tests that are named for a rule.
const MOST_TESTS: usize = 3;

/// The generated pages by path below the book's `src`, with their text.
pub fn pages(games: &[Arc<Content>]) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let entries = language::of_language();
    for family in families() {
        let kind = format!("verb ({})", family.title.to_lowercase());
        let text = verbs(family.title, entries.iter().filter(|entry| entry.kind == kind));
        pages.insert(format!("verbs/{}.md", slug(family.title)), text);
    }
    pages.insert("verbs/index.md".to_owned(), index());
    pages.insert("queries/examples.md".to_owned(), queries());
    pages.insert("files/keys.md".to_owned(), keys());
    pages.insert("codes.md".to_owned(), codes());
    for content in games {
        pages.insert(format!("games/{}.md", content.rules.id), game(content));
    }
    pages
}

const MADE: &str = "<!-- Made by `cardwright docs --book`; change what it is made from. -->\n\n";

fn index() -> String {
    let mut text = format!("{MADE}# Verbs\n\n");
    text.push_str("What scripts can say. Every example is run as a test.\n\n");
    text.push_str(
        "Players are seat numbers, from 1. Cards, zones and operations are handles: numbers that a script passes on and \
         never works out. Where a card is wanted, its name or id as a text stands for the first copy in the game; where \
         a zone is wanted, its name stands for the asker's own.\n",
    );
    for family in families() {
        let mut names: Vec<String> = family.verbs.iter().map(|verb| format!("`{}`", verb.name)).collect();
        names.dedup();
        let _ = write!(text, "\n- [{}]({}.md): {}", family.title, slug(family.title), names.join(", "));
    }
    text.push_str("\n\n## Names that every script has\n\n");
    for (name, about) in reference::names() {
        let _ = writeln!(text, "- `{name}`: {about}");
    }
    text
}

fn verbs<'e>(title: &str, entries: impl Iterator<Item = &'e Entry>) -> String {
    let mut text = format!("{MADE}# {title}\n");
    for entry in entries {
        let _ = write!(text, "\n## `{}`\n\n{}\n", entry.name, entry.body.trim_end());
    }
    text
}

fn queries() -> String {
    let mut text = format!("{MADE}# Queries by example\n\n");
    text.push_str(
        "Each is asked of a hand of three toys: the Red Drum (a loud toy of size 3 with a String), the Blue Kite (a toy \
         of size 2 with String x2) and the Red Cart (a toy of size 5 with Wheel x4). Each is run as a test.\n",
    );
    for (kind, title, about) in [
        (
            "selector",
            "Selectors",
            "ask something of one card: `count`, `cards`, `is`, `on` in lasting changes.",
        ),
        (
            "goal",
            "Goals",
            "ask something of several cards together: `meets`, `requires`, `while`, fields of kind `goal`.",
        ),
        ("measure", "Measures", "give a number: `sum`."),
    ] {
        let _ = write!(text, "\n## {title}\n\n{title} {about}\n\n| written | means |\n| --- | --- |\n");
        for example in examples::of_queries().iter().filter(|example| example.kind == kind) {
            let _ = writeln!(
                text,
                "| `{}` | {} |",
                example.text.replace('|', "\\|"),
                example.about.replace('|', "\\|")
            );
        }
    }
    text
}

fn keys() -> String {
    let rules = Rules::default();
    let card = schema::card(&rules);
    let manifest = schema::game();
    let mut text = format!(
        "{MADE}# Every key of every file\n\nWhat stands here is what the schemas for editors say, and what the loader reads by.\n"
    );
    table(
        &mut text,
        "A card",
        "`cards/<game>/<set>/<id>.toml`, or `[[card]]` in a file of several. Beside these keys stand the game's fields, and its triggers in capitals.",
        &card,
    );
    for (title, schema) in language::operation_schemas(&rules) {
        let title = if title.contains("changes") { "A lasting change" } else { "An operation" };
        let about = if title == "A lasting change" {
            "Under a trigger that is declared with `change = true`."
        } else {
            "Under a trigger, as `[[PLAY]]`; `PLAY = '...'` is short for one that has only `do`."
        };
        table(&mut text, title, about, &schema);
    }
    table(
        &mut text,
        "A test",
        "`[[test]]` beside a card, or in a file in the folder `tests`.",
        &card["definitions"]["test"],
    );
    table(
        &mut text,
        "A deck",
        "`decks/<id>.toml`. All other keys are parts: lists of cards, `\"card x2\"` for two.",
        &schema::deck(),
    );
    table(&mut text, "A game", "`cards/<game>/game.toml`.", &manifest);
    for (section, inner) in manifest["properties"].as_object().into_iter().flatten() {
        let each = &inner["additionalProperties"];
        let (inner, name) = if each.is_object() {
            (each, format!("[{section}.NAME]"))
        } else {
            (inner, format!("[{section}]"))
        };
        if inner["properties"].is_object() {
            table(
                &mut text,
                &format!("`{name}` in a manifest"),
                inner["description"].as_str().unwrap_or_default(),
                inner,
            );
        }
    }
    table(
        &mut text,
        "An expansion",
        "`expansion.toml` in a folder of its own, beside `cards/`, `scripts/`, `tests/` and `decks/`.",
        &schema::expansion(&rules),
    );
    text
}

fn table(text: &mut String, title: &str, about: &str, schema: &Value) {
    let _ = write!(text, "\n## {title}\n\n{about}\n\n| key | what it holds |\n| --- | --- |\n");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        // The engine's triggers are told of elsewhere.
        if key.chars().all(|c| c.is_uppercase()) {
            continue;
        }
        let about = value["description"].as_str().unwrap_or_default();
        let choices: Vec<String> = value["enum"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|one| format!("`{one}`"))
            .collect();
        let choices =
            if choices.is_empty() { String::new() } else { format!(" One of {}.", choices.join(", ")) };
        let needed = if required.contains(&key.as_str()) { " Needed." } else { "" };
        let _ = writeln!(text, "| `{key}` | {}{choices}{needed} |", about.replace('|', "\\|"));
    }
}

fn codes() -> String {
    let mut text = format!(
        "{MADE}# Codes of faults\n\n`cardwright explain CODE` prints a code's page: the cause, a wrong card, two ways to mend it.\n\n| code | what it stands for |\n| --- | --- |\n"
    );
    for code in Code::ALL {
        let _ = writeln!(text, "| {} | {} |", code.as_str(), code.about());
    }
    text
}

/// A game's rules, each with tests that show it.
fn game(content: &Content) -> String {
    let rules = &content.rules;
    let players = from_to(rules.min_players, rules.max_players);
    let mut text = format!(
        "{MADE}# {}\n\n{}\n\nFor {players}. `cardwright play {}`\n",
        rules.name, rules.about, rules.id
    );
    text.push_str("\n## Scenarios\n\n");
    for (name, scenario) in rules.scenarios.entries() {
        let _ = writeln!(text, "- `{name}`, {}: {}", scenario.title, scenario.about);
    }
    text.push_str("\n## Rules\n");
    for (name, sentence) in rules.numbered.entries() {
        let _ = write!(text, "\n### {name}\n\n{sentence}\n\n");
        let citing: Vec<&TestDef> =
            content.tests.iter().filter(|test| test.rule.as_deref() == Some(name)).collect();
        for test in citing.iter().take(MOST_TESTS) {
            let path = content.sources.path(test.file);
            let path = path.strip_prefix("./").unwrap_or(path);
            let _ = writeln!(text, "- [{}](../../../../{path})", test.name.replace(['[', ']'], ""));
        }
        if citing.len() > MOST_TESTS {
            let _ = writeln!(text, "- and {} more", citing.len() - MOST_TESTS);
        }
    }
    text
}
