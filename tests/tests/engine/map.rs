//! A map that the manifest declares: distances, what scripts ask of it, and what each player sees standing on it.

use cardwright::kernel::Player;
use cardwright::kernel::map::{Colour, Piece};
use cardwright_tests::small::{answers, labels, small, start};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Small"
players = 2

[scenarios.standard]

[map]
title = "the bay"
columns = [1, 20]
rows = [1, 30]
field = "spot"
token = "at"
owner = "crew"
colours = { Red = "red" }
focus = "sailing"

[map.pieces]
rock = { zones = ["rocks"], symbol = "*" }
boat = { title = "a boat", zones = ["fleet", "cellar"], only = "Boat", symbol = "^", moves = true }

[map.marks]
leaky = { token = "holes", count = 2, sign = "!", colour = "yellow" }

[zones]
rocks = {}
fleet = { of = "player" }
cellar = { of = "player", seen = "owner" }

[tokens]
at = { on = "card", max = 9999, stays = true }
holes = { on = "card", max = 3 }
sailing = { on = "card", max = 1 }

[fields]
kind = { kind = "one of", values = ["Rock", "Boat"], required = true }
crew = { kind = "one of", values = ["Red", "Green"] }
spot = { kind = "number" }
"#;

const CARDS: [(&str, &str); 4] = [
    ("near-rock", "name = \"Near Rock\"\nkind = \"Rock\"\nspot = 1424\nsource = \"original\""),
    ("far-rock", "name = \"Far Rock\"\nkind = \"Rock\"\nspot = 1719\nsource = \"original\""),
    ("gull", "name = \"Gull\"\nkind = \"Boat\"\ncrew = \"Red\"\nspot = 101\nsource = \"original\""),
    ("tern", "name = \"Tern\"\nkind = \"Boat\"\ncrew = \"Green\"\nsource = \"original\""),
];

const RULES: &str = r#"
fn setup() {
    create_all("Rock", "rocks");
    create("gull", zone("fleet", 1));
    create("tern", zone("cellar", 2));
    set_tokens("tern", "at", 1501);
    next("turn");
}

fn turn() {
    choose(1, "How far?", [
        hexes_between(1424, 1719), hex("gull"), hex("tern"), hexes_to_nearest("rocks", 1425),
        in_reach("rocks", 1424, 5).len(), in_reach("rocks", 1424, 6).len(), hexes_around(101, 1).len(),
    ]);
    set_tokens("gull", "at", 1424);
    set_tokens("gull", "holes", 2);
    set_tokens("gull", "sailing", 1);
    choose(1, "Who is there?", [
        option("the gull stands on the rock", at_hex("rocks", hex("gull")) == copies("near-rock")[0]),
        option(`${is_card(at_hex("rocks", 1425))}`, 0),
    ]);
}
"#;

fn in_short(pieces: &[Piece]) -> Vec<(i32, &str, Colour, usize, bool)> {
    pieces
        .iter()
        .map(|piece| (piece.hex, piece.name.as_str(), piece.colour, piece.marks.len(), piece.is_focus))
        .collect()
}

#[test]
fn scripts_measure_on_the_map() {
    let game = small(MANIFEST, &CARDS, RULES);
    let mut table = start(&game, 2);
    // Three columns across lead from row 24 up to 22 and a half, and from there it is three to row 19, which is half a
    // hex low: six. The gull stands where it is printed, the tern where its token says. From 1425 it is one to 1424.
    // Around 101, which is low, in the corner: 102, 201 and 202.
    assert_eq!(labels(&table, 1), ["6", "101", "1501", "1", "0", "1", "3"]);
    answers(&mut table, 1, &["6"]);
    assert_eq!(labels(&table, 1), ["the gull stands on the rock", "false"]);
}

#[test]
fn each_player_sees_on_the_map_what_they_may_know() {
    let game = small(MANIFEST, &CARDS, RULES);
    let mut table = start(&game, 2);
    let map = game.rules.map.as_ref().expect("declared");
    let seen =
        |table: &cardwright::table::Table, player: Player| map.seen(&game.rules, &table.view(Some(player)));
    let rocks = [(1424, "Near Rock", Colour::White, 0, false), (1719, "Far Rock", Colour::White, 0, false)];
    let gull = (101, "Gull", Colour::Red, 0, false);
    assert_eq!(in_short(&seen(&table, Player(1))), [gull, rocks[0], rocks[1]]);
    let tern = (1501, "Tern", Colour::White, 0, false);
    assert_eq!(in_short(&seen(&table, Player(2))), [gull, rocks[0], tern, rocks[1]]);
    assert_eq!(in_short(&seen(&table, Player::NOBODY)), [gull, rocks[0], rocks[1]]);
    let owner = seen(&table, Player(1))[0].clone();
    assert_eq!((owner.owner.as_deref(), owner.player, owner.kind), (Some("Red"), Some(Player(1)), 1));

    // With two holes it has the colour of what leaks, and the map is looked at around it.
    answers(&mut table, 1, &["6"]);
    let gull = (1424, "Gull", Colour::Yellow, 1, true);
    assert_eq!(in_short(&seen(&table, Player(1))), [rocks[0], gull, rocks[1]]);
}

#[test]
fn the_printed_map_has_what_is_printed_with_a_hex() {
    let game = small(MANIFEST, &CARDS, RULES);
    let map = game.rules.map.as_ref().expect("declared");
    let names: Vec<String> = map.printed(&game.rules).into_iter().map(|piece| piece.name).collect();
    assert_eq!(names, ["Gull", "Near Rock", "Far Rock"]);
}

#[test]
fn without_a_map_nothing_is_measured() {
    let manifest = MANIFEST.replace("[map", "[words.map").replace("[map.", "[words.");
    let start = manifest.find("[words.map]").expect("there");
    let end = manifest.find("[zones]").expect("there");
    let manifest = format!("{}{}", &manifest[..start], &manifest[end..]);
    let game = small(&manifest, &CARDS, "fn setup() { hexes_between(101, 102); }");
    let fault = cardwright::table::Table::start(&game, &cardwright::table::Setup::new(2, 1)).err();
    assert!(fault.expect("it fails").to_string().contains("declares no `[map]`"));
}
