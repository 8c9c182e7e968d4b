//! What all games have: verbs, names, words of the query language, keys of files, codes of faults.

use cardwright::content::{Code, schema};
use cardwright::kernel::{KERNEL_EVENTS, KERNEL_TRIGGERS, Rules};
use cardwright::query::{WordKind, Words};
use cardwright::script::reference;
use cardwright::script::verbs::{VerbInfo, families};
use serde_json::Value;

use super::entry::{Entry, block};
use super::examples;

/// Everything that belongs to no game.
pub fn of_language() -> Vec<Entry> {
    let mut entries = verbs();
    entries.extend(
        reference::names().map(|(name, about)| Entry::new(name, "name in scripts", about, about.to_owned())),
    );
    entries.extend(kernel());
    entries.extend(keywords());
    entries.extend(keys());
    entries.extend(Code::ALL.iter().map(|code| {
        let page = code.page().split_once('\n').map_or("", |(_, rest)| rest.trim_start());
        Entry::new(code.as_str(), "code of a fault", code.about(), page.to_owned())
    }));
    entries
}

/// An entry for each name of verbs, in all the ways in which it can be called.
fn verbs() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for family in families() {
        for verb in &family.verbs {
            if entries.last().is_some_and(|entry| entry.name == verb.name) {
                continue;
            }
            let ways: Vec<&VerbInfo> = family.verbs.iter().filter(|other| other.name == verb.name).collect();
            let kind = format!("verb ({})", family.title.to_lowercase());
            entries.push(Entry::new(&verb.name, &kind, &verb.docs, body(&verb.name, &ways)));
        }
    }
    entries
}

fn body(name: &str, ways: &[&VerbInfo]) -> String {
    let mut text = String::new();
    for verb in ways {
        text.push_str(&block("rhai", &reference::signature(verb)));
        text.push_str(&format!("\n{}\n", verb.docs));
        if let Some(gives) = reference::gives(verb) {
            text.push_str(&format!("\nGives: {gives}.\n"));
        }
        text.push('\n');
    }
    for example in examples::of_verb(name) {
        text.push_str(&block("toml", &example));
    }
    text
}

/// The engine's own triggers and events.
fn kernel() -> Vec<Entry> {
    let triggers = KERNEL_TRIGGERS.into_iter().map(|name| {
        let about = match name {
            "PLAY" => "A card is played. The game's rules say when, with `run_trigger` or `use_op`.",
            "ACTIVATION" => "A player uses a card. The game's rules offer what `usable` gives.",
            "REACTION" => "A card answers an event, named with `to`. Its player may leave it.",
            "FLIP" => "A card is turned up, most often from a deck. The game's rules say when.",
            _ => "What a card is worth, or what its goal brings. Rules ask with `worth`.",
        };
        let more = "Where it is live, and whether using it exhausts the card, the game's manifest says under `[triggers]`.";
        Entry::new(name, "trigger of every game", about, format!("{about}\n\n{more}\n"))
    });
    let events = KERNEL_EVENTS.into_iter().map(|(name, data)| {
        let about = match name {
            "moved" => "A card went from one zone to another.",
            "token_changed" => "A token's count changed.",
            _ => "A zone was shuffled.",
        };
        let data: Vec<String> = data.iter().map(|name| format!("`event.{name}`")).collect();
        Entry::new(name, "event of every game", about, format!("{about}\n\nIts data: {}.\n", data.join(", ")))
    });
    triggers.chain(events).collect()
}

/// The words of the query language, each with the examples in which it stands.
fn keywords() -> Vec<Entry> {
    let all = Words::new(&Rules::default()).all();
    let all = all.into_iter().filter(|(_, kind)| *kind == WordKind::Keyword);
    all.map(|(word, _)| {
        let examples = examples::of_queries();
        let has = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
        let lines: Vec<String> = examples
            .iter()
            .filter(|example| has(example.text))
            .map(|example| format!("- {} `{}`: {}", example.kind, example.text, example.about))
            .collect();
        let short = lines.first().map(|line| line.trim_start_matches("- ").to_owned()).unwrap_or_default();
        Entry::new(&word, "word of queries", &short, format!("In queries:\n\n{}\n", lines.join("\n")))
    })
    .collect()
}

/// The keys of files, with what their schemas say of them.
fn keys() -> Vec<Entry> {
    let rules = Rules::default();
    let mut entries = Vec::new();
    describe(&schema::card(&rules), "key of cards", &mut entries);
    describe(&schema::card(&rules)["definitions"]["test"], "key of tests", &mut entries);
    let manifest = schema::game();
    describe(&manifest, "key of a game's manifest", &mut entries);
    for (section, inner) in manifest["properties"].as_object().into_iter().flatten() {
        let inner =
            if inner["additionalProperties"].is_object() { &inner["additionalProperties"] } else { inner };
        describe(inner, &format!("key of `{section}` in a manifest"), &mut entries);
    }
    for (kind, schema) in operation_schemas(&rules) {
        describe(&schema, kind, &mut entries);
    }
    entries
}

/// The tables under a trigger: with a script, and as lasting changes. They are read off a game with one trigger each.
pub fn operation_schemas(rules: &Rules) -> Vec<(&'static str, Value)> {
    let mut rules = rules.clone();
    let changes = cardwright::kernel::TriggerDef { continuous: true, ..Default::default() };
    let answers = cardwright::kernel::TriggerDef { needs_event: true, ..Default::default() };
    rules.triggers.insert("CHANGES", changes);
    rules.triggers.insert("ANSWERS", answers);
    let schema = schema::card(&rules);
    let table = |name: &str| {
        let forms = schema["properties"][name]["anyOf"].as_array().cloned().unwrap_or_default();
        forms.into_iter().find(|form| form["type"] == "object").unwrap_or_default()
    };
    let of_operations = table("ANSWERS");
    let mut of_changes = table("CHANGES");
    if let (Some(all), Some(known)) =
        (of_changes["properties"].as_object_mut(), of_operations["properties"].as_object())
    {
        all.retain(|key, _| !known.contains_key(key));
    }
    vec![("key of operations", of_operations), ("key of lasting changes", of_changes)]
}

/// An entry for each property of a schema.
fn describe(schema: &Value, kind: &str, entries: &mut Vec<Entry>) {
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        let about = value["description"].as_str().unwrap_or_default();
        let choices = value["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let choices: Vec<String> = choices.map(|choice| format!("`{choice}`")).collect();
        let mut body = about.to_owned();
        if !choices.is_empty() {
            body.push_str(&format!("\n\nOne of: {}.", choices.join(", ")));
        }
        entries.push(Entry::new(key, kind, about, body));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_queries_has_an_example() {
        for entry in keywords() {
            assert!(entry.body.contains("\n- "), "`{}` stands in no example", entry.name);
        }
    }

    #[test]
    fn every_entry_says_something() {
        for entry in of_language() {
            assert!(
                !entry.body.trim().is_empty() && !entry.short.is_empty(),
                "{}: {}",
                entry.kind,
                entry.name
            );
        }
    }
}
