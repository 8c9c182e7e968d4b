//! A new card for any game: its fields, its first operation and its test are chosen by what the game's own cards have.

use cardwright::content::{Content, Purpose};
use cardwright::kernel::{Belongs, CardDef, FieldDef, FieldId, FieldKind, OpBody, Rules, TagId, TriggerId};

use super::files::{fill, quoted};

const TEMPLATE: &str = include_str!("../../templates/card.toml");
/// The most values of a field that are listed.
const MOST_VALUES: usize = 8;

/// What a new card is made after.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The game, with the expansion that the card belongs to.
    pub content: &'a Content,
    /// Where the schema lies, seen from the card's file.
    pub schema: &'a str,
    /// What to type to check the card.
    pub check: &'a str,
    /// What to type to run its tests.
    pub test: &'a str,
}

/// What the card does, and how its test shows it.
struct Sample {
    text: String,
    operation: String,
    test: String,
    done: String,
    expect: String,
}

/// The file of a new card.
pub fn card(model: &Model<'_>, id: &str, name: &str) -> String {
    let rules = &model.content.rules;
    let trigger = usual_trigger(rules);
    let sample = sample(model.content, trigger, id);
    let given = match trigger.and_then(|trigger| zone_for(rules, trigger)).or_else(|| any_zone(rules)) {
        Some(zone) => format!("{{ {} = [{}] }}", quoted(&zone), quoted(id)),
        None => "{}".to_owned(),
    };
    fill(
        TEMPLATE,
        &[
            ("schema", model.schema),
            ("name", name),
            ("id", id),
            ("game", &rules.id),
            ("game_name", &rules.name),
            ("fields", &required(rules, trigger)),
            ("text", &sample.text),
            ("operation", &sample.operation),
            ("test_name", &sample.test),
            ("given", &given),
            ("do", &sample.done),
            ("expect", &sample.expect),
            ("watch", &model.check.replacen("check", "watch --game", 1)),
            ("try", &model.check.replacen("check", &format!("try {id} --game"), 1)),
            ("check", model.check),
            ("test", model.test),
            ("more", optional(rules, trigger).trim_end()),
        ],
    )
}

/// The cards that a new one may be like: not those of a graph, which something must lead to.
fn models(rules: &Rules) -> impl Iterator<Item = &CardDef> {
    let members: Vec<_> = rules.graphs.iter().filter_map(|graph| graph.members.as_ref()).collect();
    let free = move |ix: usize| !members.iter().any(|members| members.matches_print(rules, ix.into()));
    rules.cards.iter().enumerate().filter(move |(ix, _)| free(*ix)).map(|(_, card)| card)
}

/// The trigger under which most of the game's cards have a script that is run without an event.
fn usual_trigger(rules: &Rules) -> Option<TriggerId> {
    let fits = |ix: &usize| {
        let def = &rules.triggers[*ix];
        !def.live.is_empty() && !def.needs_event && !def.continuous
    };
    let scripts = |ix: usize| {
        let ops = models(rules).flat_map(|card| &card.ops);
        ops.filter(|op| op.trigger.ix() == ix && matches!(op.body, OpBody::Script(_))).count()
    };
    // Of those with as many, the first.
    (0..rules.triggers.len()).filter(fits).rev().max_by_key(|ix| scripts(*ix)).map(Into::into)
}

fn sample(content: &Content, trigger: Option<TriggerId>, id: &str) -> Sample {
    let rules = &content.rules;
    let Some(trigger) = trigger else {
        return Sample {
            text: String::new(),
            operation: String::new(),
            test: "the card is there".to_owned(),
            done: String::new(),
            expect: format!("id({}) == {}", quoted(id), quoted(id)),
        };
    };
    let def = &rules.triggers[trigger.ix()];
    let name = rules.triggers.name(trigger.ix());
    let live: Vec<&str> = def.live.iter().map(|zone| rules.zones[zone.ix()].title.as_str()).collect();
    let about = format!(
        "\n# What it does while it lies in: {}. `cardwright docs {name} --game {}` says more.\n",
        live.join(", "),
        rules.id
    );
    let run = format!("do = 'run_trigger({}, \"{name}\");'\n", quoted(id));
    if &**name == "REWARD" && asks_worth(content) {
        return Sample {
            text: "2 points.".to_owned(),
            operation: format!("{about}{name} = '2'\n"),
            test: "it is worth 2 points".to_owned(),
            done: String::new(),
            expect: format!("worth({}, \"{name}\") == 2", quoted(id)),
        };
    }
    match usual_token(content) {
        Some((token, title, start)) => Sample {
            text: format!("{}: 1 {title}.", capital(&def.title)),
            operation: format!("{about}[[{name}]]\ndo = '''\nadd(me, \"{token}\", 1);\n'''\n"),
            test: format!("it gives its player one of: {title}"),
            done: run,
            expect: format!("tokens(1, \"{token}\") == {}", start + 1),
        },
        None => Sample {
            text: format!("{}: say so.", capital(&def.title)),
            operation: format!("{about}[[{name}]]\ndo = '''\nsay(\"{{p}} uses {{}}.\", [me, card]);\n'''\n"),
            test: "it has one operation".to_owned(),
            done: format!("do = 'must(run_trigger({}, \"{name}\") == 1, \"one\");'\n", quoted(id)),
            expect: format!("id({}) == {}", quoted(id), quoted(id)),
        },
    }
}

/// Whether the game's rules ask what cards are worth.
fn asks_worth(content: &Content) -> bool {
    content.rule_files.iter().any(|file| content.script(*file).text.contains("worth("))
}

/// The token of players that the game's cards speak of most, with its title and how many there are at the start.
fn usual_token(content: &Content) -> Option<(String, String, i32)> {
    let rules = &content.rules;
    let of_cards = |purpose: &Purpose| matches!(purpose, Purpose::Operation { .. });
    let spoken_of = |name: &str| {
        let named = format!("\"{name}\"");
        let scripts = content.scripts.iter().filter(|script| of_cards(&script.purpose));
        scripts.filter(|script| script.text.contains(&named)).count()
    };
    let tokens = rules.tokens.entries();
    let mine = tokens.filter(|(_, def)| def.on == Belongs::Player && !def.per_player && def.start < def.max);
    // A text in the manner of the game's cards needs a token that they use.
    let (count, name, def) =
        mine.map(|(name, def)| (spoken_of(name), name, def)).max_by_key(|(count, ..)| *count)?;
    (count > 0).then(|| (name.to_owned(), def.title.clone(), def.start))
}

/// A zone in which a trigger is live: the first player's, or the table's.
fn zone_for(rules: &Rules, trigger: TriggerId) -> Option<String> {
    let live = &rules.triggers[trigger.ix()].live;
    let of = |belongs| live.iter().find(move |zone| rules.zones[zone.ix()].belongs == belongs);
    let mine = of(Belongs::Player).map(|zone| format!("{}/1", rules.zones.name(zone.ix())));
    mine.or_else(|| of(Belongs::Table).map(|zone| rules.zones.name(zone.ix()).to_string()))
}

fn any_zone(rules: &Rules) -> Option<String> {
    let of = |belongs| rules.zones.entries().find(move |(_, zone)| zone.belongs == belongs);
    let mine = of(Belongs::Player).map(|(name, _)| format!("{name}/1"));
    mine.or_else(|| of(Belongs::Table).map(|(name, _)| name.to_owned()))
}

/// The lines of the fields that a card must have, with values that the game's cards often have.
fn required(rules: &Rules, trigger: Option<TriggerId>) -> String {
    let begun = begun(rules, trigger);
    let lines = rules.fields.entries().enumerate().filter(|(_, (_, field))| field.required.of(rules, &begun));
    let line = |(ix, (name, field)): (usize, (&str, &FieldDef))| {
        format!("{name} = {}{}", example(rules, ix.into(), field, trigger), values(field))
    };
    let lines: Vec<String> = lines.map(line).collect();
    lines.join("\n")
}

/// A card with the fields that every card must have: what it must have besides is asked of it.
fn begun(rules: &Rules, trigger: Option<TriggerId>) -> CardDef {
    let mut card = CardDef { tags: vec![0; rules.tag_count.div_ceil(64)], ..CardDef::default() };
    for (ix, field) in rules.fields.iter().enumerate().filter(|(_, field)| field.required.is_always()) {
        if let Some(tag) = usual(rules, field, trigger) {
            card.set_tag(tag);
        } else if field.kind == FieldKind::Number {
            card.numbers.push((ix.into(), usual_number(rules, ix.into(), trigger)));
        }
    }
    card
}

/// Comments for the fields that a card may have.
fn optional(rules: &Rules, trigger: Option<TriggerId>) -> String {
    let begun = begun(rules, trigger);
    let free = rules.fields.entries().enumerate().filter(|(_, (_, field))| !field.required.of(rules, &begun));
    free.map(|(ix, (name, field))| {
        format!("#    {name} = {}{}\n", example(rules, ix.into(), field, None), values(field))
    })
    .collect()
}

/// A value that can stand in a field.
fn example(rules: &Rules, id: FieldId, field: &FieldDef, trigger: Option<TriggerId>) -> String {
    match field.kind {
        FieldKind::Number => usual_number(rules, id, trigger).to_string(),
        FieldKind::Text | FieldKind::Goal => {
            let mut texts = rules.cards.iter().flat_map(|card| &card.texts);
            let text = texts.find(|(field, _)| *field == id).map_or("", |(_, text)| text.as_str());
            let short = if field.kind == FieldKind::Text { "" } else { text };
            quoted(short)
        }
        FieldKind::Cards => {
            let first = models(rules).next().map_or("", |card| card.id.as_str());
            format!("[{}]", quoted(first))
        }
        FieldKind::OneOf | FieldKind::AnyOf | FieldKind::Counts => {
            let value = usual(rules, field, trigger).map_or("", |tag| rules.tag_name(tag));
            if field.kind == FieldKind::OneOf { quoted(value) } else { format!("[{}]", quoted(value)) }
        }
    }
}

/// The cards that a new one with this trigger may be like.
fn alike(rules: &Rules, trigger: Option<TriggerId>) -> impl Iterator<Item = &CardDef> {
    let like =
        move |card: &&CardDef| trigger.is_none_or(|trigger| card.ops.iter().any(|op| op.trigger == trigger));
    models(rules).filter(like)
}

fn usual_number(rules: &Rules, id: FieldId, trigger: Option<TriggerId>) -> i32 {
    alike(rules, trigger).find_map(|card| card.number(id)).unwrap_or(1)
}

/// The value of a field that most cards have; of those that as many have, the first.
fn usual(rules: &Rules, field: &FieldDef, trigger: Option<TriggerId>) -> Option<TagId> {
    let shown = |tag: &usize| alike(rules, trigger).filter(|card| card.has((*tag).into())).count();
    field.tags().filter(|_| field.is_tagged()).rev().max_by_key(shown).map(Into::into)
}

/// A comment that lists a field's values.
fn values(field: &FieldDef) -> String {
    let most = field.values.iter().take(MOST_VALUES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = field.values.len().saturating_sub(MOST_VALUES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    match field.kind {
        FieldKind::OneOf => format!("    # one of: {most}{more}"),
        FieldKind::AnyOf => format!("    # any of: {most}{more}"),
        FieldKind::Counts => format!("    # any of, \"x2\" for twice: {most}{more}"),
        FieldKind::Number => "    # a whole number".to_owned(),
        FieldKind::Text => "    # words".to_owned(),
        FieldKind::Goal => "    # a goal in the query language".to_owned(),
        FieldKind::Cards => "    # ids of cards".to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
