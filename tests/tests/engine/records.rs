//! Going on with a record when the game's text has changed.

use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{ResumeError, Table};
use cardwright_tests::small::{answers, small, start};
use pretty_assertions::assert_eq;
use std::rc::Rc;

const MANIFEST: &str = r#"
name = "Inn"
players = [2, 2]

[scenarios.standard]
title = "an evening"

[zones]
kitchen = {}

[tokens]
coin = { on = "player", max = 9, start = 3 }

[triggers]
PLAY = { live = ["kitchen"] }
"#;

const RULES: &str = r#"
fn setup() { create("stew", "kitchen"); set_active(1); next("turn"); }
fn turn() {
    if may(active(), "Eat?") { run_trigger("stew", "PLAY"); }
    set_active(next_player(active()));
}
"#;

const STEW: &str = "name = \"Stew\"\nPLAY = 'let n = choose(active(), \"How much?\", [1, 2]); add(active(), \"coin\", -n);'\n";

fn inn(stew: &str) -> Rc<Game> {
    small(MANIFEST, &[("stew", stew)], RULES)
}

fn evening() -> Record {
    let mut table = start(&inn(STEW), 2);
    answers(&mut table, 1, &["yes", "2"]);
    answers(&mut table, 2, &["no"]);
    answers(&mut table, 1, &["yes", "1"]);
    table.record()
}

#[test]
fn a_record_goes_on_when_the_changed_text_asks_the_same() {
    let record = evening();
    let cheaper = STEW.replace("-n", "1 - n");
    let table = Table::resume(&inn(&cheaper), &record, None).expect("the same is asked");
    // 3 - 1 - 0 instead of 3 - 2 - 1.
    assert_eq!(table.view(None).players[0].tokens[0].counts, [2]);
    assert_eq!(table.record().decisions, record.decisions);
}

#[test]
fn where_a_changed_text_asks_something_else_it_is_said_what_and_when() {
    let record = evening();
    let fuller = STEW.replace("[1, 2]", "[1, 2, 3]");
    let why = Table::resume(&inn(&fuller), &record, None).expect_err("another question");
    assert_eq!(
        why.to_string(),
        "decision 2 no longer fits: then Player 1 was asked `How much?` with 2 options; \
         now Player 1 was asked `How much?` with 3 options"
    );
    // The same number of options, but others: an answer is never taken for another.
    let other = STEW.replace("[1, 2]", "[1, 3]");
    assert!(matches!(Table::resume(&inn(&other), &record, None), Err(ResumeError::Differs { n: 2, .. })));
    let none = STEW.replace("let n = choose(active(), \"How much?\", [1, 2]);", "let n = 1;");
    let why = Table::resume(&inn(&none), &record, None).expect_err("nobody is asked how much");
    assert_eq!(
        why.to_string(),
        "decision 2 no longer fits: then Player 1 was asked `How much?` with 2 options; \
         now Player 2 was asked `Eat?` with 2 options"
    );
    // What came before can still be looked at.
    let table = Table::resume(&inn(&none), &record, Some(1)).expect("the first decision is the same");
    assert_eq!(table.record().decisions.len(), 1);
}

#[test]
fn an_answer_that_the_changed_text_refuses_is_named() {
    let record = evening();
    let strict = STEW.replace("add(", "must(n < 2, \"too much\"); add(");
    let why = Table::resume(&inn(&strict), &record, None).expect_err("two is too much");
    let ResumeError::Answer { n: 2, .. } = &why else { panic!("{why}") };
    assert!(why.to_string().starts_with("the answer to decision 2 cannot be given now"), "{why}");
    assert!(why.to_string().contains("too much"), "{why}");
}

#[test]
fn a_record_of_another_game_is_refused() {
    let mut record = evening();
    record.head.game = "tavern".to_string();
    let why = Table::resume(&inn(STEW), &record, None).expect_err("another game");
    assert_eq!(why.to_string(), "the record is of `tavern`, not of `small`");
}
