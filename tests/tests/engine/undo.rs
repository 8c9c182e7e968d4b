//! Taking back: to the last decision of a person, and not past what cannot be unseen.

use std::rc::Rc;

use cardwright::kernel::Player;
use cardwright::script::Game;
use cardwright::table::{Setup, Table, UndoError};
use cardwright_tests::small::{answer, answers, small};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Dice"
players = [1, 2]

[scenarios.standard]
title = "a night"

[zones]
deck = { seen = "nobody" }
hand = { of = "player", seen = "owner" }

[tokens]
coin = { on = "player", max = 99 }
"#;

const RULES: &str = r#"
fn setup() {
    for n in 0..3 { create("die", "deck"); }
    set_active(1);
    next("turn");
}
fn turn() {
    let what = choose(1, "Do what?", ["count", "roll", "draw", "trip"]);
    let times = choose(1, "How often?", [1, 2]);
    add(1, "coin", times);
    say("{p} does {}", [1, what]);
    if what == "roll" { add(1, "coin", roll(6)); }
    if what == "draw" { take_top("deck", times, zone("hand", 1)); }
    next(if what == "trip" { "fall" } else { "turn" });
}
fn fall() { let none = []; none[3]; }
"#;

fn table(practice: bool) -> (Rc<Game>, Table) {
    let game = small(MANIFEST, &[("die", "name = \"Die\"\n")], RULES);
    let setup = Setup { practice, ..Setup::new(1, 1) };
    let table = Table::start(&game, &setup).expect("the game starts");
    (game, table)
}

#[test]
fn each_answer_is_taken_back_within_a_turn_and_beyond() {
    let (_, mut table) = table(false);
    assert_eq!(table.undo(), Err(UndoError::Nothing));
    let mut before = vec![(table.fingerprint(), table.record(), table.view(None).log)];
    for label in ["count", "2", "count", "1", "count"] {
        answers(&mut table, 1, &[label]);
        before.push((table.fingerprint(), table.record(), table.view(None).log));
    }
    while before.len() > 1 {
        before.pop();
        table.undo().expect("nothing was hidden");
        let now = (table.fingerprint(), table.record(), table.view(None).log);
        assert_eq!(Some(&now), before.last());
    }
    assert_eq!(table.undo(), Err(UndoError::Nothing));
    answers(&mut table, 1, &["roll"]);
}

#[test]
fn chance_and_hidden_cards_are_not_taken_back_except_in_practice() {
    for what in ["roll", "draw"] {
        let (_, mut table) = table(false);
        answers(&mut table, 1, &[what]);
        // Nothing was rolled or drawn yet.
        table.undo().expect("nothing was hidden");
        answers(&mut table, 1, &[what, "2"]);
        let after = table.fingerprint();
        assert_eq!(table.undo(), Err(UndoError::Barrier));
        // Also not in two strides: the next answer can be taken back, but no more.
        answers(&mut table, 1, &["count"]);
        table.undo().expect("nothing was hidden since");
        assert_eq!(table.undo(), Err(UndoError::Barrier));
        assert_eq!(table.fingerprint(), after);
        table.set_practice(true);
        table.undo().expect("in practice");
        assert_eq!(table.ask(Player(1)).map(|ask| &*ask.prompt), Some("How often?"));
        // Chance is part of the state: what is done again comes out the same.
        answers(&mut table, 1, &["2"]);
        assert_eq!(table.fingerprint(), after);
    }
}

#[test]
fn a_step_after_the_answer_that_fails_takes_the_answer_back() {
    let (_, mut table) = table(false);
    answers(&mut table, 1, &["count", "1", "trip"]);
    let (before, record) = (table.fingerprint(), table.record());
    let failed = answer(&mut table, 1, "2").expect_err("the next phase fails").to_string();
    assert_eq!(failed, "a script failed: position 3 of an array of 0 (in `fall`)");
    assert_eq!((table.fingerprint(), table.record()), (before, record));
    assert_eq!(table.view(None).log, ["Player 1 does count"]);
    table.undo().expect("the answer before it can be taken back");
    answers(&mut table, 1, &["count", "1"]);
    assert_eq!(table.view(None).log, ["Player 1 does count", "Player 1 does count"]);
}

#[test]
fn a_table_that_keeps_nothing_takes_nothing_back() {
    let (game, _) = table(false);
    let mut table = Table::start(&game, &Setup::new(1, 1).fast()).expect("the game starts");
    answers(&mut table, 1, &["count", "1"]);
    assert_eq!(table.undo(), Err(UndoError::NotKept));
    // Where it cannot go back, it says that it is broken.
    answers(&mut table, 1, &["trip"]);
    assert!(answer(&mut table, 1, "1").is_err());
    assert!(table.fault().is_some());
}
