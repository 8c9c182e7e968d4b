//! JSON Schemas of the files that authors write, for editors: made from the lists that the loader itself reads by.

use serde_json::{Map, Value, json};

use super::card::{MOST_COPIES, MOST_TIMES, SOURCES};
use super::declare::{
    CARD_KEYS, EVENT_KEYS, FIELD_KEYS, FIELD_KINDS, OWNERS, PLACES, SECTIONS, TOKEN_KEYS, TRIGGER_KEYS,
    VALUE_KEYS, VIEWERS, ZONE_KEYS,
};
use super::manifest::{OWN, POOL_KEYS, SCENARIO_KEYS, SHARED};
use super::{change, example, expansion, graph, map, operation};
use crate::kernel::{Belongs, FieldDef, FieldKind, MAX_PLAYERS, Rules, TokenDef, TriggerDef, ZoneDef};

/// The draft that editors' TOML plug-ins understand.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// The schema as it is written into a file.
pub fn text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

/// The schema of a game's files of cards.
pub fn card(rules: &Rules) -> Value {
    let properties = card_properties(rules);
    let required: Vec<&str> =
        rules.fields.entries().filter(|(_, f)| f.required.is_always()).map(|(name, _)| name).collect();
    let required: Vec<&str> = ["name"].into_iter().chain(required).collect();
    let mut at_top = properties.clone();
    at_top.insert(
        "card".to_owned(),
        json!({
            "description": "Cards that are read together may share a file, each under `[[card]]`.",
            "type": "array",
            "items": { "$ref": "#/definitions/card" },
        }),
    );
    let several: Map<String, Value> =
        ["card", "test"].iter().map(|key| ((*key).to_owned(), json!(true))).collect();
    json!({
        "$schema": DRAFT,
        "title": format!("Cards of {}", rules.name),
        "type": "object",
        "properties": at_top,
        "additionalProperties": false,
        "anyOf": [
            { "required": required, "not": { "required": ["card"] } },
            { "required": ["card"], "properties": several, "propertyNames": { "enum": ["card", "test"] } },
        ],
        "definitions": {
            "card": {
                "type": "object",
                "properties": properties,
                "additionalProperties": false,
                "required": required,
            },
            "test": test(rules),
        },
    })
}

/// The schema of a game's files of tests.
pub fn tests(rules: &Rules) -> Value {
    json!({
        "$schema": DRAFT,
        "title": format!("Tests of {}", rules.name),
        "type": "object",
        "properties": { "test": { "type": "array", "items": { "$ref": "#/definitions/test" } } },
        "additionalProperties": false,
        "definitions": { "test": test(rules) },
    })
}

/// The schema of files of decks.
pub fn deck() -> Value {
    json!({
        "$schema": DRAFT,
        "title": "A deck",
        "type": "object",
        "properties": {
            "name": string("What the deck is called."),
            "about": string("One paragraph on how it wants to be played."),
        },
        "additionalProperties": {
            "description": "A part: cards by name or id, `\"card x2\"` for two.",
            "anyOf": [
                { "type": "array", "items": { "type": "string" } },
                { "type": "object", "additionalProperties": { "type": "integer", "minimum": 1 } },
            ],
        },
        "required": ["name"],
    })
}

/// The schema of the manifests of games.
pub fn game() -> Value {
    manifest("A game", OWN.into_iter().chain(SHARED).chain(SECTIONS), &["name", "players"], false)
}

/// The schema of the manifests of a game's expansions.
pub fn expansion(rules: &Rules) -> Value {
    let keys = expansion::KEYS.into_iter().chain(SHARED).chain(SECTIONS);
    let mut schema = manifest(&format!("An expansion of {}", rules.name), keys, &["name", "game"], true);
    schema["properties"]["game"]["const"] = json!(rules.id);
    schema
}

fn manifest<'k>(title: &str, keys: impl Iterator<Item = &'k str>, required: &[&str], extends: bool) -> Value {
    json!({
        "$schema": DRAFT,
        "title": title,
        "type": "object",
        "properties": properties(keys, |key| manifest_key(key, extends)),
        "additionalProperties": false,
        "required": required,
    })
}

/// What a key of a manifest may hold.
fn manifest_key(key: &str, extends: bool) -> Value {
    match key {
        "name" => string("What it is called."),
        "about" => string("One paragraph on what it is."),
        "game" => string("The short name of the game that the expansion is for."),
        "version" => string("The expansion's version, in its author's words."),
        "players" => players("The fewest and the most players, or one number."),
        "backs" => one_or_more(
            string("A field that is printed on the cards' backs."),
            "Fields that everyone sees of a face-down card.",
        ),
        "pool" => {
            table(&POOL_KEYS, &[], "Where counts and goals look when they name no zone.", |key| match key {
                "zones" => one_or_more(
                    json!({ "type": "string" }),
                    "The zones, of the asker's own where players have them.",
                ),
                "only" => string("A query that cards there must match to be counted."),
                "totals" => one_or_more(
                    json!({ "type": "string" }),
                    "Number fields whose sums over a player's pool are shown beside the player.",
                ),
                _ => Value::Null,
            })
        }
        "map" => {
            table(&map::KEYS, &["columns", "rows", "pieces"], "A map of hexes, which is drawn.", map_key)
        }
        "scripts" => one_or_more(
            json!({ "type": "string" }),
            "The rule files, by path below `scripts/`; all of the game's folder if left out.",
        ),
        "graphs" => section(
            "Chains of cards that refer to one another: `check` proves that every card is reached and that every chain ends.",
            table(&graph::KEYS, &["entries", "members", "through", "steps"], "A graph of cards.", graph_key),
        ),
        "scenarios" => section(
            "The ways to play; the first is the usual one.",
            table(&SCENARIO_KEYS, &[], "A way to play.", scenario_key),
        ),
        "words" => section("Words of the game's own for the query language.", string("A query.")),
        "rules" => section(
            "The game's rules as sentences with short names; tests cite them.",
            string("The rule, in one sentence."),
        ),
        "zones" => section(
            "The kinds of zones. A card lies in exactly one zone, always.",
            table(&ZONE_KEYS, &[], "A kind of zone.", zone_key),
        ),
        "tokens" => section(
            "The kinds of tokens: whole numbers with bounds, on cards, players, zones or the table.",
            table(&TOKEN_KEYS, &[], "A kind of token.", token_key),
        ),
        "fields" => section(
            "What is printed on cards and can be asked about.",
            table(&FIELD_KEYS, if extends { &[] } else { &["kind"] }, "A field of cards.", field_key),
        ),
        "values" => section(
            "Rule values: numbers or yes/no that only effects change.",
            table(&VALUE_KEYS, &[], "A rule value.", value_key),
        ),
        "events" => section(
            "What can happen and be answered.",
            table(&EVENT_KEYS, &[], "A kind of event.", event_key),
        ),
        "triggers" => {
            let mut triggers = section(
                "The ways in which cards' scripts are run.",
                table(&TRIGGER_KEYS, &[], "A trigger.", trigger_key),
            );
            triggers["propertyNames"] = json!({ "pattern": "^[^a-z]+$" });
            triggers
        }
        _ => Value::Null,
    }
}

fn map_key(key: &str) -> Value {
    match key {
        "title" => string("What it is called."),
        "columns" | "rows" => json!({
            "description": "The first and the last, from 0 to 99.",
            "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 99 },
            "minItems": 2, "maxItems": 2,
        }),
        "lower" => choice(
            map::LOWERS.iter().map(|(name, _)| *name),
            "Which columns stand half a hex lower: those with an odd or with an even number.",
        ),
        "field" => string("The number field in which a card says its hex: column, then row with two digits."),
        "token" => string("The token that counts the hex of what moves."),
        "focus" => string("The token that says around which hex a region is shown."),
        "owner" => string("The field by whose value pieces are coloured."),
        "colours" => section("The colour of each of the owner's values.", colour("A colour.")),
        "pieces" => section(
            "What stands on the map.",
            table(&map::PIECE_KEYS, &["zones"], "A kind of pieces.", piece_key),
        ),
        "marks" => section(
            "What is marked beside a piece, by its tokens.",
            table(&map::MARK_KEYS, &["token"], "A mark.", mark_key),
        ),
        "areas" => {
            section("Areas around a hex.", table(&map::AREA_KEYS, &["around", "reach"], "An area.", area_key))
        }
        _ => Value::Null,
    }
}

fn colour(about: &str) -> Value {
    choice(map::COLOURS.iter().map(|(name, _)| *name), about)
}

fn piece_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it."),
        "zones" => one_or_more(json!({ "type": "string" }), "The zones whose cards stand on the map."),
        "only" => string("A query that they must match."),
        "symbol" => string("One character that stands for it; the title's first if left out."),
        "shape" => choice(map::SHAPES.iter().map(|(name, _)| *name), "How the picture shows it."),
        "moves" => {
            json!({ "description": "Whether it moves: then it is drawn above the others.", "type": "boolean" })
        }
        _ => Value::Null,
    }
}

fn mark_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it."),
        "token" => string("The token on a piece that is marked."),
        "count" => json!({ "description": "The count that is marked; 1 if left out.", "type": "integer" }),
        "sign" => string("One character; the title's first if left out."),
        "colour" => colour("Its colour."),
        _ => Value::Null,
    }
}

fn area_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it."),
        "around" => json!({ "description": "The hex in its middle.", "type": "integer" }),
        "reach" => json!({ "description": "How many hexes it reaches.", "type": "integer", "minimum": 0 }),
        "colour" => colour("Its colour."),
        _ => Value::Null,
    }
}

fn graph_key(key: &str) -> Value {
    match key {
        "entries" => string("A query: the cards at which chains begin."),
        "members" => string("A query: the cards that must be reached."),
        "ends" => string("A query: the cards at which a chain may end; those that lead nowhere if left out."),
        "through" => one_or_more(json!({ "type": "string" }), "The fields of kind `cards` that lead on."),
        "steps" => one_or_more(json!({ "type": "string" }), "The triggers whose operations must lead on."),
        _ => Value::Null,
    }
}

fn scenario_key(key: &str) -> Value {
    match key {
        "title" => string("What it is called."),
        "about" => string("One sentence on what is special."),
        "setup" => string("The rule function that begins the game; `setup` if left out."),
        "players" => players("The fewest and the most players, where they differ from the game's."),
        _ => Value::Null,
    }
}

fn zone_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it."),
        "of" => choice(
            OWNERS.iter().map(|(name, _)| *name),
            "Whether there is one for the table, for each player or for each card; for the table if left out.",
        ),
        "seen" => {
            choice(VIEWERS.iter().map(|(name, _)| *name), "Who sees the cards in it; everyone if left out.")
        }
        "seen_face_down" => choice(
            VIEWERS.iter().map(|(name, _)| *name),
            "Who sees cards that lie face down in it; nobody if left out.",
        ),
        "owners_keep" => flag("Whether cards here stay under their owners' control, wherever the zone is."),
        "apart" => json!({
            "description": "Whether everyone knows which cards the zone began with, so that bots deal it anew by itself; or the zone that its cards come from, with whose they are dealt.",
            "type": ["boolean", "string"],
        }),
        _ => Value::Null,
    }
}

fn token_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it."),
        "on" => choice(PLACES.iter().map(|(name, _)| *name), "What it lies on; the table if left out."),
        "per_player" => flag("Whether each player's are counted apart."),
        "min" => whole("The fewest there can be; 0 if left out."),
        "max" => whole("The most there can be; 1000000 if left out."),
        "start" => whole("How many there are at the start."),
        "stays" => flag("Whether it stays on a card that moves to another zone."),
        "shown" => {
            flag("Whether players see it beside the table; true if left out. Views have it all the same.")
        }
        _ => Value::Null,
    }
}

fn field_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it; empty for a field that is not printed."),
        "kind" => choice(
            FIELD_KINDS.iter().map(|(name, _)| *name),
            "What the field holds: one value, any of its values, counted values, a number, text, a goal, or cards.",
        ),
        "values" => one_or_more(json!({ "type": "string" }), "The values that it can have."),
        "required" => described(
            json!({ "type": ["boolean", "string"] }),
            "Whether every card must have it; or a query: those that it picks, as they are printed, must.",
        ),
        _ => Value::Null,
    }
}

fn value_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it."),
        "on" => choice(
            OWNERS.iter().map(|(name, _)| *name),
            "Whether the table, each player or each card has one; the table if left out.",
        ),
        "base" => described(
            json!({ "type": ["integer", "boolean"] }),
            "What it is before effects change it; 0 if left out.",
        ),
        _ => Value::Null,
    }
}

fn event_key(key: &str) -> Value {
    match key {
        "title" => string("What a player is asked who may answer it."),
        "data" => one_or_more(
            json!({ "type": "string" }),
            "The names of its data; scripts read them as `event.name`.",
        ),
        _ => Value::Null,
    }
}

fn trigger_key(key: &str) -> Value {
    match key {
        "title" => string("What players call it."),
        "live" => {
            one_or_more(json!({ "type": "string" }), "The zones in which operations under it can be used.")
        }
        "live_if" => string("A query that a card must match for it to be live."),
        "exhausts" => string(
            "A token on cards: using an operation puts one on the card, and a card that has it cannot be used.",
        ),
        "event" => flag("Whether its operations answer events, named with `to`."),
        "optional" => flag("Whether a player may leave it."),
        "change" => flag("Whether its operations are lasting changes, made with `change`."),
        _ => Value::Null,
    }
}

fn card_properties(rules: &Rules) -> Map<String, Value> {
    let mut all = properties(CARD_KEYS.into_iter(), card_key);
    for (name, field) in rules.fields.entries() {
        all.insert(name.to_owned(), field_value(field));
    }
    for (name, trigger) in rules.triggers.entries() {
        all.insert(name.to_owned(), trigger_value(rules, trigger));
    }
    all
}

fn card_key(key: &str) -> Value {
    match key {
        "name" => string("What the card is called. Its id follows from it: lower case, with dashes."),
        "text" => string("The rules text, for people."),
        "source" => choice(SOURCES.iter().map(|(name, _)| *name), "Where its facts come from."),
        "copies" => {
            json!({ "description": "How many of it the game has; 1 if left out.", "type": "integer", "minimum": 0, "maximum": MOST_COPIES })
        }
        "implemented" => flag("Whether its text does what it says; true if left out."),
        "note" => string("A doubt about the card and how it was settled."),
        "id" => string("The id, where it does not follow from the name."),
        "test" => {
            json!({ "description": "Tests of the card.", "type": "array", "items": { "$ref": "#/definitions/test" } })
        }
        _ => Value::Null,
    }
}

/// What a field of a card may hold.
fn field_value(field: &FieldDef) -> Value {
    let title = format!("{}.", field.title);
    let values = json!({ "enum": field.values });
    match field.kind {
        FieldKind::OneOf => described(values, &title),
        FieldKind::AnyOf => one_or_more(values, &title),
        FieldKind::Counts => json!({
            "description": title,
            "anyOf": [
                counted(field),
                { "type": "array", "items": counted(field) },
                {
                    "type": "object",
                    "properties": field.values.iter().map(|value| (value.clone(), json!({ "type": "integer", "minimum": 1, "maximum": MOST_TIMES }))).collect::<Map<_, _>>(),
                    "additionalProperties": false,
                },
            ],
        }),
        FieldKind::Number => whole(&title),
        FieldKind::Text => string(&title),
        FieldKind::Goal => string(&format!("{title} A goal in the query language.")),
        FieldKind::Cards => one_or_more(json!({ "type": "string" }), &format!("{title} Ids of cards.")),
    }
}

/// A value of a field of counts, for completion, or with how often.
fn counted(field: &FieldDef) -> Value {
    let names: Vec<String> = field.values.iter().map(|value| in_pattern(value)).collect();
    json!({ "anyOf": [
        { "enum": field.values },
        { "type": "string", "pattern": format!("^({}) +x[1-9][0-9]?$", names.join("|")) },
    ] })
}

/// What may stand under a trigger: a script, or tables with more to say.
fn trigger_value(rules: &Rules, trigger: &TriggerDef) -> Value {
    let operation = operation(rules, trigger);
    let mut forms = Vec::new();
    if !trigger.needs_event && !trigger.continuous {
        forms.push(json!({ "description": "The script.", "type": "string" }));
    }
    forms.push(operation.clone());
    let listed = if forms.len() == 2 { json!({ "anyOf": forms }) } else { operation };
    forms.push(json!({ "type": "array", "items": listed }));
    let live: Vec<&str> = trigger.live.iter().map(|zone| rules.zones[zone.ix()].title.as_str()).collect();
    let live = if live.is_empty() { "nowhere".to_owned() } else { live.join(", ") };
    json!({ "description": format!("{}. Live in: {live}.", trigger.title), "anyOf": forms })
}

fn operation(rules: &Rules, trigger: &TriggerDef) -> Value {
    let answers = trigger.needs_event || trigger.continuous;
    let keys = operation::KEYS.into_iter().filter(|key| answers || *key != "to");
    let mut all = properties(keys, |key| operation_key(rules, key));
    if trigger.continuous {
        all.extend(properties(change::KEYS.into_iter(), |key| change_key(rules, key)));
    }
    for (name, field) in rules.fields.entries() {
        all.entry(name.to_owned()).or_insert_with(|| field_value(field));
    }
    let mut schema =
        json!({ "type": "object", "properties": all, "additionalProperties": false, "minProperties": 1 });
    if trigger.continuous {
        let whole = |way: &&str| json!({ "required": ["change", way], "not": { "anyOf": [{ "required": ["do"] }, { "required": ["to"] }] } });
        let ways: Vec<Value> = change::HOW.iter().map(whole).collect();
        let script = json!({ "required": ["to"], "not": { "required": ["change"] } });
        // Exactly one way: two are a mistake.
        schema["oneOf"] = ways.into_iter().chain([script]).collect();
    } else if trigger.needs_event {
        schema["required"] = json!(["to"]);
    }
    schema
}

fn operation_key(rules: &Rules, key: &str) -> Value {
    match key {
        "label" => string("What players call this operation, where a card has several."),
        "cost" => {
            let titles = rules.tokens.iter().map(|token| token.title.as_str());
            let tokens: Vec<String> = rules.tokens.names().chain(titles).map(in_pattern).collect();
            let price = format!("([0-9]+ +)?\"?({})\"?( +x[0-9]+)?", tokens.join("|"));
            let pattern = format!("^\\s*({price}(\\s*,\\s*{price})*)?\\s*$");
            json!({ "description": "What it costs: amounts of tokens, such as \"1 coin, 2 wood\".", "type": "string", "pattern": pattern })
        }
        "requires" => string("A goal that must be met for it to be used."),
        "when" => string("A script that must give true for it to be used."),
        "to" => choice(rules.events.names(), "The event that it answers."),
        "do" => string("The script: what it does."),
        _ => Value::Null,
    }
}

fn change_key(rules: &Rules, key: &str) -> Value {
    let number = |about| described(json!({ "type": ["integer", "boolean"] }), about);
    match key {
        "change" => {
            let fields = rules.fields.entries().filter(|(_, field)| {
                !matches!(field.kind, FieldKind::Text | FieldKind::Goal | FieldKind::Cards)
            });
            choice(
                rules.values.names().chain(fields.map(|(name, _)| name)),
                "The rule value or field that is changed while the card is live.",
            )
        }
        "on" => {
            string("What it is changed on: \"self\", \"me\", \"everyone\", \"table\" or a query for cards.")
        }
        "while" => string("A goal that must be met for the change to hold."),
        "add" => number("Adds to a number."),
        "times" => number("Multiplies a number."),
        "at_least" => number("Makes a number no less than this."),
        "at_most" => number("Makes a number no more than this."),
        "set" => described(
            json!({ "type": ["integer", "boolean", "string", "array"] }),
            "Sets a number, or the values of a field.",
        ),
        "include" => one_or_more(json!({ "type": "string" }), "Values that the field has too."),
        "exclude" => one_or_more(json!({ "type": "string" }), "Values that the field has not."),
        _ => Value::Null,
    }
}

fn test(rules: &Rules) -> Value {
    let min = rules.scenarios.iter().map(|scenario| scenario.min_players).min().unwrap_or(1);
    let max = rules.scenarios.iter().map(|scenario| scenario.max_players).max().unwrap_or(MAX_PLAYERS);
    let key = |key: &str| match key {
        "name" => string("What the test shows, as a sentence."),
        "rule" => choice(rules.numbered.names(), "The rule that it shows."),
        "players" => {
            json!({ "description": "How many play; the fewest if left out.", "type": "integer", "minimum": min, "maximum": max })
        }
        "scenario" => choice(rules.scenarios.names(), "The scenario; the first if left out."),
        "seed" => json!({ "description": "The seed of chance.", "type": "integer", "minimum": 0 }),
        "given" => json!({
            "description": "The cards that lie in zones at the start, from the top: `\"hand/1\" = [\"card-id\"]`.",
            "type": "object",
            "propertyNames": { "pattern": format!("^({})$", zone_patterns(rules)) },
            "additionalProperties": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] },
        }),
        "tokens" => test_tokens(rules),
        "do" => string("The script: what is done."),
        "answers" => described(
            json!({ "type": ["array", "string", "integer", "boolean"] }),
            "What is answered, by label, card or number, in the order asked.",
        ),
        "expect" => one_or_more(json!({ "type": "string" }), "Scripts that must give true afterwards."),
        "fails" => string("What is done must fail, with a message that contains this."),
        _ => Value::Null,
    };
    json!({
        "type": "object",
        "properties": properties(example::KEYS.into_iter(), key),
        "additionalProperties": false,
        "required": ["name"],
        "anyOf": [{ "required": ["expect"] }, { "required": ["fails", "do"] }],
    })
}

/// The tokens of a test: which can lie where it is said.
fn test_tokens(rules: &Rules) -> Value {
    let on = |place: Belongs| {
        let of: Vec<(&str, &TokenDef)> =
            rules.tokens.entries().filter(|(_, token)| token.on == place).collect();
        let bounds = |(name, token): (&str, &TokenDef)| {
            let about = format!("{}.", token.title);
            (
                name.to_owned(),
                json!({ "description": about, "type": "integer", "minimum": token.min, "maximum": token.max }),
            )
        };
        json!({ "type": "object", "properties": of.into_iter().map(bounds).collect::<Map<_, _>>(), "additionalProperties": false })
    };
    json!({
        "description": "The tokens at the start: `\"player/1\" = { coin = 3 }`, on `table`, `card/card-id` or `zone/hand/1`.",
        "type": "object",
        "patternProperties": {
            "^table(/[0-9]+)?$": on(Belongs::Table),
            "^player/[0-9]+(/[0-9]+)?$": on(Belongs::Player),
            "^card/.+$": on(Belongs::Card),
            "^zone/.+$": on(Belongs::Zone),
        },
        "additionalProperties": false,
    })
}

/// The places that can be meant by a zone's name: `deck`, `hand/1`, `hold/card-id`.
fn zone_patterns(rules: &Rules) -> String {
    let place = |(name, zone): (&str, &ZoneDef)| match zone.belongs {
        Belongs::Table | Belongs::Zone => in_pattern(name),
        Belongs::Player => format!("{}/[0-9]+", in_pattern(name)),
        Belongs::Card => format!("{}/.+", in_pattern(name)),
    };
    rules.zones.entries().map(place).collect::<Vec<_>>().join("|")
}

/// A name as a pattern that only it matches.
fn in_pattern(name: &str) -> String {
    let mut pattern = String::new();
    for c in name.chars() {
        if "\\^$.|?*+()[]{}/".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

fn properties<'k>(keys: impl Iterator<Item = &'k str>, of: impl Fn(&str) -> Value) -> Map<String, Value> {
    keys.map(|key| (key.to_owned(), of(key))).collect()
}

fn table(keys: &[&str], required: &[&str], about: &str, of: impl Fn(&str) -> Value) -> Value {
    json!({
        "description": about,
        "type": "object",
        "properties": properties(keys.iter().copied(), of),
        "additionalProperties": false,
        "required": required,
    })
}

fn section(about: &str, entry: Value) -> Value {
    json!({ "description": about, "type": "object", "additionalProperties": entry })
}

fn described(mut schema: Value, about: &str) -> Value {
    schema["description"] = json!(about);
    schema
}

fn string(about: &str) -> Value {
    json!({ "description": about, "type": "string" })
}

fn flag(about: &str) -> Value {
    json!({ "description": about, "type": "boolean" })
}

fn whole(about: &str) -> Value {
    json!({ "description": about, "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX })
}

fn choice<'n>(names: impl Iterator<Item = &'n str>, about: &str) -> Value {
    json!({ "description": about, "enum": names.collect::<Vec<_>>() })
}

fn one_or_more(one: Value, about: &str) -> Value {
    json!({ "description": about, "anyOf": [one, { "type": "array", "items": one }] })
}

fn players(about: &str) -> Value {
    let number = json!({ "type": "integer", "minimum": 1, "maximum": MAX_PLAYERS });
    json!({ "description": about, "anyOf": [number, { "type": "array", "items": number, "minItems": 2, "maxItems": 2 }] })
}

#[cfg(test)]
mod tests {
    use super::super::{Memory, load};
    use super::*;

    /// The places of a schema that describe nothing: a key that the loader reads and this file does not know.
    fn holes(schema: &Value, path: &str, found: &mut Vec<String>) {
        match schema {
            Value::Null => found.push(path.to_owned()),
            Value::Object(map) => {
                map.iter().for_each(|(key, inner)| holes(inner, &format!("{path}/{key}"), found));
            }
            Value::Array(list) => list.iter().for_each(|inner| holes(inner, path, found)),
            _ => {}
        }
    }

    #[test]
    fn every_key_that_is_read_is_described() {
        let (content, _) = load(&Memory(super::super::tests::fixture()), "fair", &[]);
        let rules = content.expect("a valid game").rules;
        let mut found = Vec::new();
        for schema in [card(&rules), tests(&rules), deck(), game(), expansion(&rules)] {
            holes(&schema, "", &mut found);
        }
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_name_is_no_pattern() {
        assert_eq!(in_pattern("a.b (c)"), r"a\.b \(c\)");
    }
}
