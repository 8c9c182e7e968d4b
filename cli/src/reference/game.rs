//! What a game declares: zones, tokens, fields and their values, triggers, events, rules and rule functions; each with
//! the comment that stands above it and with a test or a card of the game in which it is used.

use cardwright::content::{Content, Purpose, TestDef};
use cardwright::kernel::{
    Belongs, CardDef, FieldDef, FieldKind, Required, Seen, TokenDef, TriggerDef, ZoneDef,
};
use cardwright::script::reference;

use super::entry::{Entry, block};

/// More values of a field than anyone reads.
const MOST_VALUES: usize = 40;

/// Everything that a game declares.
pub fn of_game(content: &Content) -> Vec<Entry> {
    let rules = &content.rules;
    let id = &rules.id;
    let mut entries = Vec::new();
    let mut add = |name: &str, kind: &str, section: &str, about: String, example: Option<String>| {
        let comment = comment(content, section, name);
        let short = comment.clone().unwrap_or_else(|| about.clone());
        let mut body = String::new();
        for part in [comment.map(|text| text + "\n"), Some(about + "\n"), example].into_iter().flatten() {
            body.push_str(&part);
            body.push('\n');
        }
        entries.push(Entry::new(name, kind, &short, body).of(id));
    };
    for (name, zone) in rules.zones.entries() {
        add(
            name,
            "zone",
            "zones",
            about_zone(zone),
            test_with(content, &[&format!("\"{name}\""), &format!("\"{name}/")]),
        );
    }
    for (name, token) in rules.tokens.entries() {
        add(name, "token", "tokens", about_token(token), test_with(content, &[&format!("\"{name}\"")]));
    }
    for (ix, (name, field)) in rules.fields.entries().enumerate() {
        let has = |card: &CardDef| has_field(card, ix, field);
        add(name, "field", "fields", about_field(field), card_with(content, has));
        for value in &field.values {
            let tag = field.values.iter().position(|other| other == value).map(|at| field.first_tag + at);
            let has = |card: &CardDef| tag.is_some_and(|tag| card.has(tag.into()));
            let about = format!(
                "{}: a value of the field `{name}`. A query finds cards that have it: `count(\"{value}\")`.",
                field.title
            );
            add(value, "value of a field", "", about, card_with(content, has));
        }
    }
    for (name, value) in rules.values.entries() {
        let about = format!(
            "{}: a number of {}, {} before effects change it. Scripts read it with `value`.",
            value.title,
            owner(value.on),
            value.base
        );
        add(name, "rule value", "values", about, test_with(content, &[&format!("\"{name}\"")]));
    }
    for (ix, (name, trigger)) in rules.triggers.entries().enumerate() {
        let has = |card: &CardDef| card.ops.iter().any(|op| op.trigger.ix() == ix);
        add(name, "trigger", "triggers", about_trigger(content, trigger), card_with(content, has));
    }
    for (ix, (name, event)) in rules.events.entries().enumerate() {
        let data: Vec<String> = event.data.iter().map(|name| format!("`event.{name}`")).collect();
        let data = if data.is_empty() { "no data".to_owned() } else { data.join(", ") };
        let has = |card: &CardDef| card.ops.iter().any(|op| op.event.is_some_and(|event| event.ix() == ix));
        add(name, "event", "events", format!("Its data: {data}."), card_with(content, has));
    }
    for (name, sentence) in rules.numbered.entries() {
        let cites = content.tests.iter().find(|test| test.rule.as_deref() == Some(name));
        add(name, "rule", "", sentence.clone(), cites.map(|test| test_block(content, test)));
    }
    for (name, scenario) in rules.scenarios.entries() {
        add(name, "scenario", "", format!("{}: {}", scenario.title, scenario.about), None);
    }
    for function in reference::functions(content) {
        let call = format!("{}(", function.name);
        let body = format!(
            "{}\n{}\n\nIn `{}`, line {}.\n\n{}",
            block("rhai", &function.signature()),
            function.docs,
            function.path,
            function.line,
            test_with(content, &[&call]).or_else(|| card_calling(content, &call)).unwrap_or_default()
        );
        entries.push(Entry::new(&function.name, "rule function", &function.docs, body).of(id));
    }
    entries
}

fn owner(belongs: Belongs) -> &'static str {
    match belongs {
        Belongs::Table => "the table",
        Belongs::Player => "each player",
        Belongs::Card => "each card",
        Belongs::Zone => "each zone",
    }
}

fn about_zone(zone: &ZoneDef) -> String {
    let seen = match zone.seen {
        Seen::Everyone => "everyone sees what lies there",
        Seen::Owner => "its owner sees what lies there",
        Seen::Team => "its owner's team sees what lies there",
        Seen::Nobody => "nobody sees what lies there",
    };
    format!("{}: there is one for {}, and {seen}.", zone.title, owner(zone.belongs))
}

fn about_token(token: &TokenDef) -> String {
    let each = if token.per_player { ", each player's counted apart" } else { "" };
    let on = owner(token.on);
    format!(
        "{}: a number on {on}{each}, from {} to {}, {} at the start.",
        token.title, token.min, token.max, token.start
    )
}

fn about_field(field: &FieldDef) -> String {
    let kind = match field.kind {
        FieldKind::OneOf => "one of",
        FieldKind::AnyOf => "any of",
        FieldKind::Counts => "any of, each with how often,",
        FieldKind::Number => "a whole number",
        FieldKind::Text => "words",
        FieldKind::Goal => "a goal in the query language",
        FieldKind::Cards => "ids of cards",
    };
    let values: Vec<String> =
        field.values.iter().take(MOST_VALUES).map(|value| format!("`{value}`")).collect();
    let more = field.values.len().saturating_sub(MOST_VALUES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let required = match &field.required {
        Required::Never => String::new(),
        Required::Always => " Every card has it.".to_owned(),
        Required::Of { query, .. } => format!(" Every card of `{query}` has it."),
    };
    format!("{}: {kind} {}{more}.{required}", field.title, values.join(", ")).replace(" .", ".")
}

fn about_trigger(content: &Content, trigger: &TriggerDef) -> String {
    let rules = &content.rules;
    let live: Vec<String> =
        trigger.live.iter().map(|zone| format!("`{}`", rules.zones.name(zone.ix()))).collect();
    let mut about = match live.is_empty() {
        true => format!("{}: live nowhere; only rules run it.", trigger.title),
        false => format!("{}: live in {}.", trigger.title, live.join(", ")),
    };
    if let Some(token) = trigger.exhausts {
        about.push_str(&format!(" Using it puts the token `{}` on the card.", rules.tokens.name(token.ix())));
    }
    if trigger.continuous {
        about.push_str(" Its operations are changes that last while the card lies there.");
    }
    if trigger.needs_event {
        about.push_str(if trigger.optional {
            " It answers an event, if its player wants."
        } else {
            " It answers an event."
        });
    }
    about
}

fn has_field(card: &CardDef, ix: usize, field: &FieldDef) -> bool {
    let tagged = field.is_tagged() && field.tags().any(|tag| card.has(tag.into()));
    tagged
        || card.number(ix.into()).is_some()
        || card.texts.iter().any(|(id, _)| id.ix() == ix)
        || card.links.iter().any(|(id, _)| id.ix() == ix)
}

/// The comment right above a declaration, if there is one.
fn comment(content: &Content, section: &str, name: &str) -> Option<String> {
    if section.is_empty() {
        return None;
    }
    let manifests = content
        .sources
        .iter()
        .filter(|(path, _)| path.ends_with("/game.toml") || path.ends_with("expansion.toml"));
    manifests.filter_map(|(_, text)| comment_in(text, section, name)).next()
}

fn comment_in(text: &str, section: &str, name: &str) -> Option<String> {
    let mut within = false;
    let mut above: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(remark) = line.strip_prefix('#') {
            above.push(remark.trim());
            continue;
        }
        let is_head = line.starts_with('[');
        let here = if is_head {
            within = line == format!("[{section}]");
            line == format!("[{section}.{name}]")
        } else {
            within && line.split_once('=').is_some_and(|(key, _)| key.trim().trim_matches('"') == name)
        };
        if here {
            return (!above.is_empty()).then(|| above.join(" "));
        }
        above.clear();
    }
    None
}

/// A test of the game in whose text one of these stands: the shortest.
fn test_with(content: &Content, words: &[&str]) -> Option<String> {
    let all = content.tests.iter().map(|test| test_text(content, test));
    let with = all.filter(|text| words.iter().any(|word| text.contains(word)));
    with.min_by_key(|text| text.len()).map(|text| block("toml", text))
}

fn test_block(content: &Content, test: &TestDef) -> String {
    block("toml", test_text(content, test))
}

/// A test as it stands in its file.
fn test_text<'c>(content: &'c Content, test: &TestDef) -> &'c str {
    let text = content.sources.text(test.file);
    let at = test.span.start.min(text.len());
    let start = text[..at].rfind("\n[[").map_or(0, |ix| ix + 1);
    let end = text[at..].find("\n[").map_or(text.len(), |ix| at + ix);
    // What stands after an empty line belongs to what follows.
    let cut = text[start..end].trim_end();
    cut.rsplit_once("\n\n")
        .filter(|(_, rest)| rest.lines().all(|line| line.starts_with('#')))
        .map_or(cut, |(kept, _)| kept)
}

/// A card of the game of which something is so: the one with the shortest text in a file of its own.
fn card_with(content: &Content, is_so: impl Fn(&CardDef) -> bool) -> Option<String> {
    let cards = content.rules.cards.iter().enumerate().filter(|(_, card)| is_so(card));
    let shown = cards.filter_map(|(ix, _)| {
        let (file, _) = content.card_place(ix.into())?;
        let (path, text) = (content.sources.path(*file), content.sources.text(*file));
        let card = text.split("\n[[test]]").next()?.trim();
        (!text.contains("[[card")).then(|| format!("# {path}\n{card}"))
    });
    shown.min_by_key(String::len).map(|text| block("toml", &text))
}

/// A card of the game whose scripts call a function.
fn card_calling(content: &Content, call: &str) -> Option<String> {
    let scripts = content.scripts.iter().filter(|script| script.text.contains(call));
    let callers: Vec<usize> = scripts
        .filter_map(|script| match script.purpose {
            Purpose::Operation { card, .. } | Purpose::Condition { card, .. } => Some(card.ix()),
            _ => None,
        })
        .collect();
    let cards = callers.iter().filter_map(|ix| content.rules.cards.iter().nth(*ix));
    let ids: Vec<&str> = cards.map(|card| card.id.as_str()).collect();
    card_with(content, |card| ids.contains(&card.id.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_above_a_declaration_is_its_documentation() {
        let text =
            "[zones]\n# What is\n# held.\nhand = { of = \"player\" }\ndeck = {}\n\n# Far.\n\n[tokens.coin]\n";
        assert_eq!(comment_in(text, "zones", "hand").as_deref(), Some("What is held."));
        assert_eq!(comment_in(text, "zones", "deck"), None);
        assert_eq!(comment_in(text, "tokens", "coin"), None);
    }
}
