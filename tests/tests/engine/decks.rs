//! Decks that players choose, requirements that cards carry as goals, and who controls what lies on others' cards.

use cardwright::content::{Memory, render};
use cardwright::kernel::Player;
use cardwright::table::{Setup, Table};
use cardwright::testing::Bench;
use cardwright_tests::broken::told;
use cardwright_tests::small::{files, small};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Orchard"
players = [2, 2]

[scenarios.standard]
title = "a year"

[zones]
barn = { of = "player" }
ground = { of = "card", owners_keep = true }
shade = { of = "card" }

[fields]
kind = { kind = "any of", values = ["Pome", "Drupe"] }
wants = { kind = "goal" }
height = { kind = "number" }

[triggers]
PASSIVE = { live = ["ground"], change = true }
"#;

const PEAR: &str = "name = \"Pear\"\nkind = \"Pome\"\nheight = 2\n";
const PLUM: &str = "name = \"Plum\"\nkind = \"Drupe\"\nwants = \"2 Pear | height > 5\"\n";
const LADDER: &str =
    "name = \"Ladder\"\n[[PASSIVE]]\nchange = \"height\"\nadd = 1\non = \"here & mine & Pear\"\n";

const RULES: &str = r#"
fn setup() {
    for player in players() {
        let deck = chosen_deck(player);
        if deck != "" { create_deck(deck, "trees", zone("barn", player)); }
    }
    end_game([1], "it is late");
}
fn deck_faults(deck) {
    if deck_count(deck, "trees", "Pear") > 3 { ["it has more than three pears"] } else { [] }
}
fn pears(n) { deck_count("wide", "trees", "Pear") + deck_cards("wide", "trees").len() * 10 }
fn wants(n) {
    let list = [];
    for ix in range(0, n) { list.push(create("pear", zone("barn", 1))); }
    if meets(text(create("plum", zone("barn", 1)), "wants"), list) { 1 } else { 0 }
}
fn ladder(n) {
    let plum = create("plum", zone("barn", 1));
    let ground = zone("ground", plum);
    let mine = create("pear", ground);
    let theirs = create("pear", ground);
    set_owner(theirs, 2);
    create("ladder", ground);
    let shade = create("pear", zone("shade", theirs));
    number(mine, "height") * 100 + number(theirs, "height") * 10 + controller(theirs) + controller(shade)
}
fn of_player(n) { ladder(0); cards_of(n, "Pear").len() }
"#;

fn orchard(deck: &str) -> Memory {
    let mut files = files(MANIFEST, &[("pear", PEAR), ("plum", PLUM), ("ladder", LADDER)], RULES);
    files.0.insert("cards/small/decks/wide.toml".to_string(), deck.as_bytes().to_vec().into());
    files
}

const WIDE: &str = "name = \"Wide\"\nabout = \"Many pears.\"\ntrees = [\"pear x2\", \"Plum\"]\n";

fn game() -> std::rc::Rc<cardwright::script::Game> {
    let files = orchard(WIDE);
    let faults = told(&files, "small", &[]);
    assert!(faults.is_empty(), "{}", render(&faults, false));
    let (content, _) = cardwright::content::load(&files, "small", &[]);
    cardwright::script::Game::compile(content.expect("it was loaded just now").into()).expect("it compiles")
}

#[test]
fn a_deck_is_chosen_by_id_or_name_and_kept_in_the_record() {
    let game = game();
    let setup = Setup { decks: vec![None, Some("Wide".to_string())], ..Setup::new(2, 1) };
    let table = Table::start(&game, &setup).expect("the game starts");
    let barn = |player| {
        let look = table.look();
        let kind = look.rules.zone("barn").expect("declared");
        look.state.zone(kind, cardwright::kernel::Subject::Player(player)).map(|zone| look.state.len(zone))
    };
    assert_eq!((barn(Player(1)), barn(Player(2))), (Some(0), Some(3)));
    assert_eq!(table.record().head.decks, [None, Some("Wide".to_string())]);
}

#[test]
fn a_deck_is_counted_before_there_is_a_card_of_it() {
    let mut bench = Bench::new(&game(), 2, 1);
    assert_eq!(bench.call("pears", (0_i64,)).expect("it runs"), Some(32));
}

#[test]
fn a_goal_of_a_card_is_met_or_not() {
    let mut bench = Bench::new(&game(), 2, 1);
    assert_eq!(bench.call("wants", (1_i64,)).expect("it runs"), Some(0));
    assert_eq!(bench.call("wants", (2_i64,)).expect("it runs"), Some(1));
}

#[test]
fn owners_keep_control_where_the_manifest_says_so() {
    let mut bench = Bench::new(&game(), 2, 1);
    // Mine is 2 + 1, theirs 2; theirs is player 2's, and so is what lies in its shade.
    assert_eq!(bench.call("ladder", (0_i64,)).expect("it runs"), Some(300 + 20 + 2 + 2));
    let mut bench = Bench::new(&game(), 2, 1);
    assert_eq!(bench.call("of_player", (2_i64,)).expect("it runs"), Some(2));
}

fn faults(files: &Memory) -> String {
    render(&told(files, "small", &[]), false)
}

#[test]
fn a_card_that_a_deck_misspells_is_told_with_the_nearest_one() {
    let told = faults(&orchard("name = \"Wide\"\ntrees = [\"paer x2\", \"plum\"]\n"));
    assert!(told.contains("unknown card `paer x2`") && told.contains("decks/wide.toml:2:10"), "{told}");
}

#[test]
fn what_the_rules_have_against_a_deck_is_told_at_its_name() {
    let told = faults(&orchard("name = \"Wide\"\ntrees = { pear = 4 }\n"));
    assert!(told.contains("the deck `wide`: it has more than three pears"), "{told}");
    assert!(told.contains("decks/wide.toml:1:8"), "{told}");
}

#[test]
fn a_goal_that_cannot_be_read_is_told_where_it_stands() {
    let mut files = orchard(WIDE);
    let plum = "name = \"Plum\"\nwants = \"2 Paer\"\n";
    files.0.insert("cards/small/plum.toml".to_string(), plum.as_bytes().to_vec().into());
    let told = faults(&files);
    assert!(told.contains("unknown name `Paer`") && told.contains("plum.toml:2:12"), "{told}");
}

#[test]
fn a_game_without_decks_has_none() {
    let game = small(MANIFEST, &[("pear", PEAR)], "fn setup() { end_game([1], \"\"); }");
    assert!(game.content.decks.is_empty());
}
