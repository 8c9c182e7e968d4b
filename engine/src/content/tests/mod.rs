//! A small valid game, and what is said of it when it is not.

mod expansions;
mod faults;
mod graphs;
mod mutations;
mod required;

use std::borrow::Cow;
use std::collections::BTreeMap;

use pretty_assertions::assert_eq;

use super::*;
use crate::kernel::{Change, NumberChange, OpBody, Player, Targets};

const GAME: &str = r#"name = "Village Fair"
about = "Stalls and lamps."
players = [2, 4]
backs = ["pile"]
pool = { zones = ["stall"], only = "!closed" }

[scenarios.standard]
title = "A day at the fair"

[scenarios.long]
title = "Three days"
players = [3, 4]

[zones.hand]
of = "player"
seen = "owner"
[zones.stall]
of = "player"
[zones.meadow]
[zones.basket]
of = "card"

[tokens.coin]
on = "player"
max = 9
start = 2
[tokens.tired]
on = "card"
max = 1
[tokens.guests]
on = "card"
per_player = true

[fields.kind]
kind = "one of"
values = ["Vendor", "Lamp", "Tent"]
required = true
[fields.wares]
kind = "counts"
values = ["Bread", "Glass Beads"]
[fields.marks]
kind = "any of"
values = ["Old", "Loud"]
[fields.glow]
kind = "number"
[fields.pile]
kind = "text"

[values.hand_size]
on = "player"
base = 5
[values.closed]
on = "card"
base = false

[events.rained]
data = ["player"]

[triggers.PLAY]
live = ["hand"]
[triggers.REACTION]
live = ["stall"]
live_if = "!closed"
exhausts = "tired"
[triggers.PASSIVE]
live = ["stall"]
event = true
change = true

[words]
bright = "shining & !closed"
shining = "glow >= 2"

[rules]
lamps-glow = "A lamp gives light."
"#;

const LAMP: &str = r#"name = "Miller's Lamp"
text = "Play: get a coin."
kind = "Lamp"
wares = ["Glass Beads x2", "Bread"]
marks = "Old"
glow = 3
source = "original"
copies = 2

[[PLAY]]
cost = "2 coin"
requires = "bright"
do = '''
add(me, "coin", 1);
'''

[[REACTION]]
to = "rained"
when = 'event.player == me'
do = 'add(me, "coin", 2)'

[[PASSIVE]]
change = "hand_size"
add = 1
while = "Vendor x2"

[[PASSIVE]]
change = "marks"
on = "Tent"
include = ["Old", "Loud"]

[[test]]
name = "the lamp gives a coin"
rule = "lamps-glow"
players = 3
scenario = "long"
given = { "hand/1" = ["millers-lamp", "Baker"], "basket/baker" = ["millers-lamp"], meadow = [] }
tokens = { "player/1" = { coin = 3 }, "card/baker/2" = { guests = 4 }, "card/baker" = { tired = 1 } }
do = 'play("millers-lamp")'
answers = ["Baker", 2, ["a", "b"]]
expect = ['tokens(1, "coin") == 2']
"#;

const CROWD: &str = r#"[[card]]
name = "Baker"
kind = "Vendor"
PLAY = 'gain(1)'

[[card]]
id = "pavilion"
name = "Big Tent"
kind = "Tent"
implemented = false
"#;

pub(super) fn fixture() -> BTreeMap<String, Cow<'static, [u8]>> {
    [
        ("cards/fair/game.toml", GAME),
        ("cards/fair/lights/millers-lamp.toml", LAMP),
        ("cards/fair/crowd.toml", CROWD),
        ("cards/fair/tests/whole.toml", "[[test]]\nname = \"it starts\"\nexpect = ['true']\n"),
        ("scripts/std/tools.rhai", "fn gain(n) { }"),
        ("scripts/fair/rules.rhai", "fn setup() { }"),
    ]
    .into_iter()
    .map(|(path, text)| (path.to_owned(), Cow::Borrowed(text.as_bytes())))
    .collect()
}

fn with(path: &str, text: String) -> Memory {
    let mut files = fixture();
    files.insert(path.to_owned(), Cow::Owned(text.into_bytes()));
    Memory(files)
}

/// What is said, one line a fault: place, code, message, help.
fn told(files: &Memory, expansions: &[&dyn Files]) -> Vec<String> {
    let (_, diagnostics) = load(files, "fair", expansions);
    let line = |one: Finding| {
        let file = one.file.unwrap_or_default();
        let file = file.strip_prefix("cards/fair/").unwrap_or(&file).to_owned();
        let place =
            one.line.zip(one.column).map_or(file.clone(), |(line, column)| format!("{file}:{line}:{column}"));
        let help = one.help.map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{place}: {} {}{help}", one.code, one.message)
    };
    diagnostics.findings().into_iter().map(line).collect()
}

fn loaded() -> Content {
    let (content, diagnostics) = load(&Memory(fixture()), "fair", &[]);
    assert!(diagnostics.is_empty(), "{}", render(&diagnostics, false));
    content.expect("a valid game")
}

#[test]
fn a_valid_game_becomes_definitions() {
    let content = loaded();
    let rules = &content.rules;
    assert_eq!(rules.cards.names().collect::<Vec<_>>(), ["baker", "pavilion", "millers-lamp"]);
    let lamp = rules.def(rules.card("millers-lamp").expect("there"));
    assert_eq!((lamp.set.as_str(), lamp.copies, lamp.source.as_str()), ("lights", 2, "original"));
    assert_eq!(lamp.number(rules.field("glow").expect("there")), Some(3));
    assert_eq!(
        lamp.counts.iter().map(|(tag, n)| (rules.tag_name(*tag), *n)).collect::<Vec<_>>(),
        [("Bread", 1), ("Glass Beads", 2)]
    );
    assert_eq!(lamp.ops.len(), 5);
    assert_eq!(lamp.ops[0].cost, [(rules.token("coin").expect("there"), 2)]);
    let OpBody::Change(change) = &lamp.ops[2].body else { panic!("a change") };
    assert!(matches!(change.targets, Targets::Controller) && change.condition.is_some());
    assert!(matches!(change.change, Change::Value(_, NumberChange::Add(1))));
    assert!(
        matches!(&lamp.ops[4].body, OpBody::Change(change) if matches!(change.change, Change::Include(_)))
    );
    assert_eq!(rules.listeners[rules.event("rained").expect("there").ix()].len(), 1);
    assert!(rules.triggers[rules.trigger("REACTION").expect("there").ix()].live_if.is_some());
    assert_eq!(content.rule_files.len(), 2);
    assert_eq!(&*content.script(content.rule_files[0]).text, "fn gain(n) { }");
    assert_eq!(content.unimplemented(), 1);
    assert_eq!(content.fingerprint.len(), 16);
}

#[test]
fn players_are_shown_tokens_unless_the_manifest_says_otherwise() {
    let (wanted, rest) = ("[tokens.tired]\n", "[tokens.tired]\nshown = false\n");
    let game = with("cards/fair/game.toml", GAME.replace(wanted, rest));
    assert_eq!(told(&game, &[]), [""; 0]);
    let (content, _) = load(&game, "fair", &[]);
    let rules = &content.expect("a valid game").rules;
    let shown: Vec<_> = rules.tokens.entries().map(|(name, token)| (name, token.shown)).collect();
    assert_eq!(shown, [("coin", true), ("tired", false), ("guests", true)]);
}

#[test]
fn a_test_becomes_a_definition() {
    let content = loaded();
    let test = &content.tests[0];
    assert_eq!((test.players, test.scenario, test.seed), (3, 1, 1));
    assert_eq!(test.given.len(), 3);
    assert_eq!(test.given[0].0.owner, OwnerSpec::Player(Player(1)));
    assert!(matches!(test.given[1].0.owner, OwnerSpec::Card(_)));
    assert_eq!(test.tokens[1].player, Player(2));
    assert_eq!(test.answers.len(), 3);
    assert_eq!(
        test.answers[2],
        AnswerSpec::Several(vec![AnswerSpec::Text("a".to_owned()), AnswerSpec::Text("b".to_owned())])
    );
    let script = content.script(test.script.expect("there"));
    assert_eq!(&content.sources.text(script.file)[script.word_at(1, 1)], "play");
    assert_eq!(content.tests[1].card, None);
}

#[test]
fn content_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Content>();
    shared::<Diagnostics>();
}

#[test]
fn the_fingerprint_knows_every_byte() {
    let lamp = LAMP.replace("copies = 2", "copies = 3");
    let (changed, _) = load(&with("cards/fair/lights/millers-lamp.toml", lamp), "fair", &[]);
    assert_ne!(changed.expect("loaded").fingerprint, loaded().fingerprint);
}

#[test]
fn gaps_are_rules_and_cards_without_tests() {
    let content = loaded();
    let gaps: Vec<String> = content.gaps().into_iter().map(|gap| gap.message).collect();
    assert_eq!(gaps, ["the card `Baker` has no test"]);
    let uncited = GAME.to_owned() + "stalls-close = \"x\"\n";
    let (content, _) = load(&with("cards/fair/game.toml", uncited), "fair", &[]);
    assert_eq!(content.expect("loaded").gaps()[0].message, "no test cites the rule `stalls-close`");
}

#[test]
fn games_are_listed_without_loading_them() {
    let mut files = fixture();
    files.insert("cards/broken/game.toml".to_owned(), Cow::Borrowed(b"name = "));
    let games = games(&Memory(files)).expect("listed");
    assert_eq!(
        games.iter().map(|game| (&*game.id, &*game.name, game.players, game.cards)).collect::<Vec<_>>(),
        [("broken", "broken", None, 0), ("fair", "Village Fair", Some((2, 4)), 3),]
    );
    let (content, diagnostics) = load(&Memory(fixture()), "fiar", &[]);
    assert!(content.is_none());
    assert_eq!(diagnostics.findings()[0].message, "unknown game `fiar`");
    assert_eq!(diagnostics.findings()[0].help.as_deref(), Some("did you mean `fair`?"));
}
