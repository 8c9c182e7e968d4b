//! Who is asked what: forced choices, secret bids, a team of whom the first to act decides.

use cardwright::kernel::{DecisionKind, Player};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::Table;
use cardwright_tests::small::{answer, answers, small, start};
use pretty_assertions::assert_eq;
use std::rc::Rc;

const MANIFEST: &str = r#"
name = "Auction"
players = [3, 4]

[scenarios.standard]
title = "one lot"

[zones]
lots = {}

[tokens]
coin = { on = "player", max = 9, start = 3 }
"#;

fn bids() -> Rc<Game> {
    let rules = r#"
fn setup() { next("bid"); }
fn bid() {
    let bids = each_choose(players(), "Bid how much?", |player| [0, 1, 2, player]);
    for player in players() {
        add(player, "coin", -bids[player - 1]);
    }
    say("the bids are {}, {} and {}", bids);
    choose(1, "Again?", ["yes", "no"]);
}
"#;
    small(MANIFEST, &[], rules)
}

fn coins(table: &Table) -> Vec<i32> {
    table.view(None).players.iter().map(|player| player.tokens[0].counts[0]).collect()
}

#[test]
fn a_secret_bid_is_seen_by_nobody_before_all_have_bid() {
    let game = bids();
    let mut table = start(&game, 3);
    assert_eq!(table.pending().map(|decision| decision.kind), Some(DecisionKind::Each));
    let everyone = || [Player(0), Player(1), Player(2), Player(3)].map(Some);
    let before = everyone().map(|who| table.view(who));
    answers(&mut table, 2, &["1"]);
    assert_eq!(table.waiting_for(), [Player(1), Player(3)]);
    // What the others see is the same to the letter, whatever was bid.
    for (who, before) in everyone().into_iter().zip(before).filter(|(who, _)| *who != Some(Player(2))) {
        assert_eq!(table.view(who), before);
    }
    answers(&mut table, 3, &["3"]);
    assert_eq!(coins(&table), [3, 3, 3]);
    answers(&mut table, 1, &["0"]);
    // 3 - 0, 3 - 1, 3 - 3.
    assert_eq!(coins(&table), [3, 2, 0]);
    assert_eq!(table.view(Some(Player(1))).log, ["the bids are 0, 1 and 3"]);
}

#[test]
fn bids_that_wait_for_others_are_kept_in_the_record() {
    let game = bids();
    let mut table = start(&game, 3);
    answers(&mut table, 3, &["2"]);
    let text = table.record().to_text();
    let record = Record::from_text(&text).expect("a record reads as it was written");
    assert!(record.decisions[0].open);
    let mut resumed = Table::resume(&game, &record, None).expect("it fits");
    assert_eq!(resumed.waiting_for(), [Player(1), Player(2)]);
    assert_eq!(resumed.record().to_text(), text);
    for table in [&mut table, &mut resumed] {
        answers(table, 1, &["1"]);
        answers(table, 2, &["0"]);
        assert_eq!(coins(table), [2, 3, 1]);
    }
    assert_eq!(table.fingerprint(), resumed.fingerprint());
}

#[test]
fn who_has_no_choice_is_not_waited_for() {
    let rules = r#"
fn setup() { next("bid"); }
fn bid() {
    let bids = each_choose(players(), "Bid?", |player| if player == 2 { [7] } else { [0, 1] });
    say("{}{}{}", bids);
    let alone = choose(1, "Only this?", ["it"]);
    let all = choose_some(1, "All of them?", [1, 2, 3], 3, 3);
    let none = choose_some(1, "None?", [], 0, 2);
    let ordered = arrange(1, "In which order?", ["x", "y", "z"]);
    say("{} {} {} {}", [alone, all.len(), none.len(), ordered[0] + ordered[1] + ordered[2]]);
}
"#;
    let game = small(MANIFEST, &[], rules);
    let mut table = start(&game, 3);
    // Player 2 has one option only and still counts as asked; nothing is gained by waiting for them.
    answers(&mut table, 1, &["1"]);
    answers(&mut table, 3, &["0"]);
    // Of the five questions to player 1, only the order asks; and its last place is forced.
    assert_eq!(table.ask(Player(1)).map(|ask| &*ask.prompt), Some("In which order?"));
    answers(&mut table, 1, &["z", "x"]);
    assert_eq!(table.view(None).log[..2], ["170", "it 3 0 zxy"]);
}

#[test]
fn of_a_team_whoever_acts_first_decides() {
    let rules = r#"
fn setup() { set_team(1, 1); set_team(3, 1); set_team(2, 2); set_active(1); next("act"); }
fn act() {
    let done = first_choose(teammates(2), "Never?", |player| []);
}
"#;
    // A team in which nobody has anything to choose is the author's mistake, and said.
    let game = small(MANIFEST, &[], rules);
    assert!(Table::start(&game, &cardwright::table::Setup::new(3, 1)).is_err());

    let rules = r#"
fn setup() { set_team(1, 1); set_team(3, 1); set_team(2, 2); set_active(1); next("act"); }
fn act() {
    let done = first_choose([1, 3], "Who acts?", |player| ["left", "right " + player]);
    say("{p} goes {}", [done.player, done.choice]);
    add(done.player, "coin", 1);
}
"#;
    let game = small(MANIFEST, &[], rules);
    let mut table = start(&game, 3);
    assert_eq!(table.waiting_for(), [Player(1), Player(3)]);
    assert!(table.answer(Player(2), &[0]).is_err());
    answers(&mut table, 3, &["right 3"]);
    assert_eq!(table.view(None).log, ["Player 3 goes right 3"]);
    assert_eq!(coins(&table), [3, 3, 4]);
    // Nobody else's answer is waited for, and either may go next.
    answers(&mut table, 1, &["left"]);
    assert_eq!(coins(&table), [4, 3, 4]);
    let record = table.record();
    assert_eq!(record.decisions.iter().map(|one| one.answers[0].player.0).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(Table::resume(&game, &record, None).expect("it fits").fingerprint(), table.fingerprint());
}

#[test]
fn an_answer_that_does_not_fit_changes_nothing() {
    let rules = "fn setup() { next(\"pick\"); }\nfn pick() { choose_some(1, \"Which?\", [\"a\", \"b\", \"c\"], 1, 2); }\n";
    let game = small(MANIFEST, &[], rules);
    let mut table = start(&game, 3);
    let before = table.fingerprint();
    for (picks, why) in [
        (&[3][..], "there is no option 4; there are 3"),
        (&[1, 1], "option 2 is chosen twice"),
        (&[], "0 chosen, but it must be 1 to 2"),
        (&[0, 1, 2], "3 chosen, but it must be 1 to 2"),
    ] {
        let refused = table.answer(Player(1), picks).expect_err("it does not fit").to_string();
        assert_eq!(refused, why);
        assert_eq!(table.fingerprint(), before);
    }
    assert!(answer(&mut table, 1, "b").is_ok());
}

#[test]
fn a_game_that_has_ended_asks_nobody_any_more() {
    let rules = r#"
fn setup() { next("bid"); }
fn bid() {
    add(1, "coin", 1);
    if choose(1, "End it?", ["yes", "no"]) == "yes" { end_game([1], "it is enough"); }
    let more = choose(2, "And now?", ["one", "two"]);
    add(1, "coin", 4);
}
"#;
    let game = small(MANIFEST, &[], rules);
    let mut table = start(&game, 3);
    answers(&mut table, 1, &["yes"]);
    // What was done before the question stands: 3 + 1; nothing after it is done.
    assert_eq!(coins(&table), [4, 3, 3]);
    assert_eq!(table.outcome().map(|outcome| &*outcome.reason), Some("it is enough"));
    assert!(table.waiting_for().is_empty());
    let record = Record::from_text(&table.record().to_text()).expect("a record reads as it was written");
    let again = Table::resume(&game, &record, None).expect("a record fits its game");
    assert_eq!(again.fingerprint(), table.fingerprint());
}
