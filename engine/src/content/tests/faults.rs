//! Every fault, with exactly what is said of it and where.

use std::borrow::Cow;

use pretty_assertions::assert_eq;

use super::super::{MAX_FILE, Memory};
use super::{GAME, LAMP, fixture, told, with};

fn lamp_told(from: &str, to: &str) -> Vec<String> {
    assert!(LAMP.contains(from), "{from}");
    let short = |line: String| line.replace("lights/millers-lamp.toml:", "");
    told(&with("cards/fair/lights/millers-lamp.toml", LAMP.replacen(from, to, 1)), &[])
        .into_iter()
        .map(short)
        .collect()
}

fn game_told(from: &str, to: &str) -> Vec<String> {
    assert!(GAME.contains(from), "{from}");
    told(&with("cards/fair/game.toml", GAME.replacen(from, to, 1)), &[])
}

#[test]
fn each_fault_of_a_card_is_told_at_its_place() {
    for (from, to, said) in [
        ("kind = \"Lamp\"", "", "1:8: C0203 the card `Miller's Lamp` needs `kind`"),
        (
            "kind = \"Lamp\"",
            "kind = \"Lamb\"",
            "3:8: C0312 unknown value of `kind`: `Lamb` (did you mean `Lamp`?)",
        ),
        ("glow = 3", "glow = \"3\"", "6:8: C0202 `glow` must be a whole number, not a string"),
        ("glow = 3", "glow = 9999999999", "6:8: C0204 `glow` must be from -2147483648 to 2147483647"),
        ("glow = 3", "glwo = 3", "6:1: C0311 unknown field `glwo` (did you mean `glow`?)"),
        (
            "glow = 3",
            "play = 'x'",
            "6:1: C0311 unknown field `play` (triggers are written in capitals: `PLAY`)",
        ),
        ("glow = 3", "PLYA = 'x'", "6:1: C0316 unknown trigger `PLYA` (did you mean `PLAY`?)"),
        (
            "Glass Beads x2",
            "Glas Beads x2",
            "4:10: C0312 unknown value of `wares`: `Glas Beads x2` (did you mean `Glass Beads`?)",
        ),
        (
            "Miller's Lamp\"\n",
            "Old Lamp\"\n",
            "1:8: C0302 the card `Old Lamp` stands in `millers-lamp.toml` (call the file `old-lamp.toml`)",
        ),
        ("\"original\"", "\"me\"", "7:10: C0205 `source` must be `rulebook`, `public` or `original`"),
        ("\"2 coin\"", "\"10 coin\"", "11:8: C0402 a cost no one can pay: 10 `coin`"),
        ("\"bright\"", "\"brihgt\"", "12:13: C0401 unknown name `brihgt` (did you mean `bright`?)"),
        ("to = \"rained\"", "to = \"raind\"", "18:6: C0317 unknown event `raind` (did you mean `rained`?)"),
        (
            "to = \"rained\"",
            "",
            "17:1: C0404 an operation of `REACTION` must name the event that it answers (write it under `[[REACTION]]` with `to`)",
        ),
        (
            "cost = \"2 coin\"",
            "to = \"rained\"",
            "11:6: C0405 `PLAY` answers no event, so `to` has no place here",
        ),
        (
            "cost = \"2 coin\"",
            "change = \"glow\"",
            "11:10: C0407 `PLAY` has no lasting changes (let `do` make the change)",
        ),
        (
            "cost = \"2 coin\"",
            "csot = \"2 coin\"",
            "11:1: C0201 unknown key in an operation of `PLAY`: `csot` (did you mean `cost`?)",
        ),
        (
            "do = 'add(me, \"coin\", 2)'",
            "do = \"add(me, \\\"coin\\\", 2)\"",
            "20:6: S0101 a script in a string with escapes (put it between `'''` and `'''`, without backslashes)",
        ),
        ("do = 'add(me, \"coin\", 2)'", "", "17:1: C0203 an operation of `REACTION` needs `do`"),
        (
            "\"hand_size\"\nadd",
            "\"hand_size\"\nexclude",
            "24:1: C0406 `hand_size` is a number: it cannot `exclude`",
        ),
        (
            "\"hand_size\"\nadd",
            "\"hand_siez\"\nadd",
            "23:10: C0315 unknown value or field `hand_siez` (did you mean `hand_size`?)",
        ),
        (
            "add = 1\n",
            "add = 1\non = \"self\"\n",
            "25:6: C0406 `hand_size` is a player's, so it is not changed on cards",
        ),
        (
            "add = 1\n",
            "add = 1\nset = 1\n",
            "25:1: C0406 a change needs exactly one of `add`, `set`, `include`, `exclude`, `times`, `at_least` or `at_most`",
        ),
        (
            "change = \"hand_size\"\nadd = 1",
            "do = 'x'",
            "22:1: C0407 an operation of `PASSIVE` without `to` must be a lasting change (name the event with `to`, or what it changes with `change`)",
        ),
        (
            "\"lamps-glow\"",
            "\"lamp-glow\"",
            "34:8: C0318 unknown rule `lamp-glow` (did you mean `lamps-glow`?)",
        ),
        (
            "scenario = \"long\"",
            "scenario = \"lon\"",
            "36:12: C0320 unknown scenario `lon` (did you mean `long`?)",
        ),
        ("players = 3", "players = 2", "35:11: C0204 `players` must be from 3 to 4"),
        ("\"Baker\"], ", "\"Bakr\"], ", "37:39: C0319 unknown card `Bakr` (did you mean `baker`?)"),
        ("\"hand/1\"", "\"hand/5\"", "37:11: R0202 no seat `5`: this test has the players 1 to 3"),
        (
            "\"hand/1\"",
            "hand",
            "37:11: R0202 of the zone `hand` there is one for each player (write `hand/1`)",
        ),
        ("meadow", "medow", "37:84: C0313 unknown zone `medow` (did you mean `meadow`?)"),
        ("coin = 3", "coni = 3", "38:27: C0314 unknown token `coni` (did you mean `coin`?)"),
        ("coin = 3", "coin = 10", "38:34: C0204 `coin` must be from 0 to 9"),
        ("coin = 3", "tired = 1", "38:27: R0202 the token `tired` lies on cards"),
        (
            "{ tired = 1",
            "{ guests = 1",
            "38:89: R0202 the token `guests` is counted for each player (add the player's seat: `card/card-id/1`)",
        ),
        ("\"player/1\"", "\"plaer/1\"", "38:12: R0202 nothing is called `plaer/1` (did you mean `player`?)"),
        ("expect = ", "expects = ", "41:1: C0201 unknown key in a test: `expects` (did you mean `expect`?)"),
    ] {
        let told = lamp_told(from, to);
        assert!(told.iter().any(|line| line == said), "{from} -> {to}\nwanted {said}\ntold {told:#?}");
        assert!(told.len() <= 3, "{from} -> {to}\ntold {told:#?}");
    }
}

#[test]
fn each_fault_of_a_manifest_is_told_at_its_place() {
    for (from, to, said) in [
        (
            "players = [2, 4]\nbacks",
            "players = [4, 2]\nbacks",
            "game.toml:3:11: C0204 `players` has more as its fewest than as its most",
        ),
        (
            "about =",
            "abuot =",
            "game.toml:2:1: C0201 unknown key in a game's manifest: `abuot` (did you mean `about`?)",
        ),
        ("[\"pile\"]", "[\"pil\"]", "game.toml:4:10: C0311 unknown field `pil` (did you mean `pile`?)"),
        (
            "seen = \"owner\"",
            "seen = \"onwer\"",
            "game.toml:16:8: C0205 `seen` must be `everyone`, `owner`, `team` or `nobody` (did you mean `owner`?)",
        ),
        (
            "start = 2",
            "start = 12",
            "game.toml:23:1: C0204 the token `coin` starts at 12, outside its bounds 0 to 9",
        ),
        ("kind = \"number\"", "", "game.toml:44:1: C0203 the field `glow` needs `kind`"),
        (
            "[fields.pile]",
            "[fields.text]",
            "game.toml:46:9: C0303 no field can be called `text`: it is a key of every card",
        ),
        (
            "[events.rained]",
            "[events.moved]",
            "game.toml:56:9: C0303 the event `moved` is there in every game (use the one that is there, or choose another name)",
        ),
        (
            "seen = \"owner\"",
            "seen = \"owner\"\napart = \"stal\"",
            "game.toml:17:9: C0313 unknown zone `stal` (did you mean `stall`?)",
        ),
        (
            "seen = \"owner\"",
            "seen = \"owner\"\napart = 1",
            "game.toml:17:9: C0202 `apart` must be true, false or the name of a zone, not a number",
        ),
        (
            "live = [\"hand\"]",
            "live = [\"hnad\"]",
            "game.toml:60:9: C0313 unknown zone `hnad` (did you mean `hand`?)",
        ),
        (
            "exhausts = \"tired\"",
            "exhausts = \"coin\"",
            "game.toml:64:12: C0205 `exhausts` must be a token on cards",
        ),
        (
            "live_if = \"!closed\"",
            "live_if = \"!clsoed\"",
            "game.toml:63:13: C0401 unknown name `clsoed` (did you mean `closed`?)",
        ),
        (
            "[triggers.PASSIVE]",
            "[triggers.Passive]",
            "game.toml:65:11: C0205 the trigger `Passive` is not in capitals (call it `PASSIVE`)",
        ),
        (
            "[triggers.REACTION]\nlive = [\"stall\"]",
            "[triggers.REACTION]",
            "lights/millers-lamp.toml:17:3: C0403 `REACTION` is live in no zone, so this can never fire (give `[triggers.REACTION]` a list of zones, `live`)",
        ),
        ("glow >= 2", "glwo >= 2", "game.toml:72:12: C0401 unknown name `glwo` (did you mean `glow`?)"),
        (
            "players = [2, 4]\nbacks",
            "scripts = [\"fair/ruels.rhai\"]\nplayers = [2, 4]\nbacks",
            "game.toml:3:12: S0102 unknown rule file `fair/ruels.rhai` (did you mean `fair/rules.rhai`?)",
        ),
    ] {
        let told = game_told(from, to);
        assert!(told.iter().any(|line| line == said), "{from} -> {to}\nwanted {said}\ntold {told:#?}");
    }
}

#[test]
fn broken_toml_hides_nothing_else_and_invents_nothing() {
    let lamp = LAMP.replace("marks = \"Old\"", "marks = ").replace("glow = 3", "glwo = 3");
    assert_eq!(
        told(&with("cards/fair/lights/millers-lamp.toml", lamp), &[]),
        [
            "lights/millers-lamp.toml:5:9: C0104 a key without a value",
            "lights/millers-lamp.toml:6:1: C0311 unknown field `glwo` (did you mean `glow`?)",
        ]
    );
}

#[test]
fn two_cards_of_one_id_are_told_of_at_both_places() {
    let twin = "name = \"Baker\"\nkind = \"Vendor\"\n".to_owned();
    assert_eq!(
        told(&with("cards/fair/more/baker.toml", twin), &[]),
        [
            "crowd.toml:2:8: C0301 two cards have the id `baker`",
            "more/baker.toml:1:8: C0301 two cards have the id `baker`",
        ]
    );
}

#[test]
fn files_that_are_no_text_are_faults() {
    let mut files = fixture();
    files.insert("cards/fair/a.toml".to_owned(), Cow::Borrowed(b"x = 1\n\xff"));
    files.insert("cards/fair/b.toml".to_owned(), Cow::Owned(vec![b' '; MAX_FILE as usize + 1]));
    assert_eq!(
        told(&Memory(files), &[]),
        ["a.toml: C0102 the file is not UTF-8 text (line 2)", "b.toml: C0103 the file is larger than 4 MB",]
    );
}
