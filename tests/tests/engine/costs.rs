//! Costs, requirements, and whether something could be carried out at all.

use cardwright::kernel::BadAnswer;
use cardwright::table::Table;
use cardwright_tests::small::{answer, answers, labels, small, start};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Forge"
players = [1, 2]
pool = { zones = ["shelf"] }

[scenarios.standard]
title = "a day"

[zones]
hand = { of = "player", seen = "owner" }
shelf = { of = "player" }

[tokens]
ore = { on = "player", min = 1, max = 6, start = 4 }
wood = { on = "player", max = 6, start = 2 }

[triggers]
PLAY = { live = ["hand"] }
"#;

// The options are what could be done, and a way to do nothing.
const RULES: &str = r#"
fn setup() { create_all("any", zone("hand", 1)); set_active(1); next("turn"); }
fn turn() {
    let ops = [];
    for it in in_zone("hand") {
        for op in usable(it, "PLAY") { ops.push(op); }
    }
    ops += [option("rest", 0), option("wait", 0)];
    let op = choose(1, "Do what?", ops);
    if op != 0 { use_op(op); }
}
"#;

const NAIL: &str = "name = \"Nail\"\n[[PLAY]]\ncost = \"2 ore\"\ndo = 'move_to(card, \"shelf\");'\n";
const BED: &str = "name = \"Bed\"\n[[PLAY]]\ncost = \"1 ore, 2 wood\"\nrequires = \"Nail\"\ndo = 'move_to(card, \"shelf\");'\n";

fn held(table: &Table) -> Vec<i32> {
    table.view(None).players[0].tokens.iter().map(|token| token.counts[0]).collect()
}

#[test]
fn a_cost_is_taken_and_never_below_the_least() {
    let game = small(MANIFEST, &[("nail", NAIL), ("bed", BED)], RULES);
    let mut table = start(&game, 1);
    // The bed requires a nail on the shelf.
    assert_eq!(labels(&table, 1), ["Nail", "rest", "wait"]);
    answers(&mut table, 1, &["Nail"]);
    assert_eq!(held(&table), [2, 2]);
    assert_eq!(labels(&table, 1), ["Bed", "rest", "wait"]);
    answers(&mut table, 1, &["Bed"]);
    // 2 - 1 ore, which is the least there can be, and 2 - 2 wood.
    assert_eq!(held(&table), [1, 0]);
}

#[test]
fn what_cannot_be_paid_is_not_offered() {
    let nails = NAIL.replace("[[PLAY]]", "copies = 2\n[[PLAY]]");
    let game = small(MANIFEST, &[("nail", &nails)], RULES);
    let mut table = start(&game, 1);
    answers(&mut table, 1, &["Nail"]);
    // 2 ore are held, of which one must stay, and the second nail costs 2.
    assert_eq!(held(&table), [2, 2]);
    assert_eq!(labels(&table, 1), ["rest", "wait"]);
}

/// Wood can stand for ore, one for one; its player says how many.
const OWN: &str = r#"
fn can_pay(player, cost) { tokens(player, "ore") - 1 + tokens(player, "wood") >= cost.ore }
fn pay(player, cost) {
    let wood = choose_number(player, "How many with wood?", 0, cost.ore);
    add(player, "ore", wood - cost.ore);
    say("{p} pays {} ore", [player, cost.ore - wood]);
    must(tokens(player, "wood") >= wood, "there is not so much wood");
    add(player, "wood", -wood);
}
"#;

#[test]
fn a_game_pays_in_its_own_way() {
    let dear = NAIL.replace("2 ore", "5 ore");
    let game = small(MANIFEST, &[("nail", &dear)], &(RULES.to_string() + OWN));
    let mut table = start(&game, 1);
    // 4 ore of which one stays, and 2 wood: just enough for 5.
    assert_eq!(labels(&table, 1), ["Nail", "rest", "wait"]);
    answers(&mut table, 1, &["Nail", "2"]);
    assert_eq!(held(&table), [1, 0]);
}

#[test]
fn a_cost_half_paid_and_then_refused_leaves_no_trace() {
    let dear = NAIL.replace("2 ore", "5 ore");
    let game = small(MANIFEST, &[("nail", &dear)], &(RULES.to_string() + OWN));
    let mut table = start(&game, 1);
    answers(&mut table, 1, &["Nail"]);
    let (before, log) = (table.fingerprint(), table.view(None).log);
    let why = BadAnswer::Refused("there is not so much wood".to_string());
    assert_eq!(answer(&mut table, 1, "4"), Err(why.into()));
    assert_eq!((table.fingerprint(), table.view(None).log), (before, log));
    assert_eq!(held(&table), [4, 2]);
    answers(&mut table, 1, &["2"]);
    assert_eq!(table.view(None).log, ["Player 1 pays 3 ore"]);
}

/// Only `c` and then `2` gets through.
const TRIES: &str = r#"
fn setup() { create_all("any", zone("hand", 1)); set_active(1); next("turn"); }
fn turn() {
    let op = operations("lock", "PLAY")[0];
    let can = can_resolve(op);
    let could = possible(|| { must(choose(1, "?", [1, 2]) == 3, "no"); });
    if choose(1, if can { "It opens" } else { "It stays shut" }, ["open", "rest"]) == "open" { use_op(op); }
    must(!could, "what is impossible was called possible");
}
"#;

const LOCK: &str = r#"
name = "Lock"
[[PLAY]]
do = '''
add(1, "ore", -1);
let first = choose(1, "Which key?", ["a", "b", "c"]);
say("tried {}", [first]);
roll(6);
let second = choose_number(1, "How often?", 1, 2);
move_to(card, zone("shelf", 1));
if first != "c" || second != 2 { fail("it does not turn"); }
'''
"#;

#[test]
fn whether_it_can_be_done_is_tried_with_each_answer_and_leaves_no_trace() {
    let game = small(MANIFEST, &[("lock", LOCK)], TRIES);
    let mut table = start(&game, 1);
    assert_eq!(table.ask(cardwright::kernel::Player(1)).map(|ask| &*ask.prompt), Some("It opens"));
    // Six answers were tried; nothing was taken, said, rolled or moved.
    assert_eq!(held(&table), [4, 2]);
    assert_eq!(table.view(None).log, Vec::<String>::new());
    assert_eq!(table.look().state.random.used(), 0);
    answers(&mut table, 1, &["open", "c", "2"]);
    assert_eq!(held(&table), [3, 2]);
    assert_eq!(table.view(None).log, ["tried c"]);
}

#[test]
fn what_no_answer_gets_through_cannot_be_done() {
    let shut = LOCK.replace("second != 2", "second != 3");
    let game = small(MANIFEST, &[("lock", &shut)], TRIES);
    let table = start(&game, 1);
    assert_eq!(table.ask(cardwright::kernel::Player(1)).map(|ask| &*ask.prompt), Some("It stays shut"));
}

#[test]
fn a_number_of_tokens_stays_within_its_bounds_and_the_change_is_told() {
    let rules = r#"
fn setup() { set_active(1); next("turn"); }
fn turn() {
    let much = add(1, "ore", 50);
    let few = add(1, "ore", -50);
    let set = set_tokens(1, "wood", -3);
    choose(1, "" + much + " " + few + " " + set, ["on", "off"]);
}
"#;
    let game = small(MANIFEST, &[], rules);
    let table = start(&game, 1);
    // From 4 up to 6 is 2; from 6 down to 1 is -5; from 2 down to 0 is -2.
    assert_eq!(table.ask(cardwright::kernel::Player(1)).map(|ask| &*ask.prompt), Some("2 -5 -2"));
    assert_eq!(held(&table), [1, 0]);
}
