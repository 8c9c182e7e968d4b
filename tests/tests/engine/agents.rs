//! Bots: that they come to an end, and that what fails while they try things out is told.

use cardwright::agent::Greedy;
use cardwright::kernel::Player;
use cardwright::table::{Setup, Table};
use cardwright_tests::small::{shown, small};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Promenade"
players = [1, 1]

[scenarios.standard]
title = "walk"

[zones]
field = {}

[tokens]
steps = { on = "player", max = 3 }
side = { on = "player", max = 1 }
"#;

// Walking to the other side and back costs nothing, and going home wins nothing.
const RULES: &str = r#"
fn setup() { next("turn"); }
fn turn() {
    let what = choose(1, "Where to?", ["across", "home"]);
    if what == "home" {
        end_game([], "home again");
    }
    set_tokens(1, "side", 1 - tokens(1, "side"));
}
fn estimate(player) { 1 }
"#;

#[test]
fn a_greedy_bot_does_not_walk_in_circles_for_ever() {
    let game = small(MANIFEST, &[], RULES);
    let mut table = Table::start(&game, &Setup::new(1, 1)).expect("the game starts");
    table.seat(Player(1), Box::new(Greedy::new(1)));
    table.set_paced(true);
    let mut decisions = 0;
    while table.outcome().is_none() {
        table.advance().expect("no script fails");
        decisions += 1;
        assert!(decisions < 100, "it walks for ever");
    }
    // Three times across from each of both sides, then home.
    assert_eq!(table.record().decisions.len(), 7);
}

/// Plays a game of one greedy bot to its end and gives what failed while it tried things out.
fn failed_in_trial(rules: &str) -> Vec<String> {
    let game = small(MANIFEST, &[], rules);
    let mut table = Table::start(&game, &Setup::new(1, 1)).expect("the game starts");
    table.seat(Player(1), Box::new(Greedy::new(1)));
    table.advance().expect("no script fails in the game itself");
    assert!(table.outcome().is_some());
    let told =
        game.take_tried().iter().map(|one| format!("{} {}", one.times, shown(&game, &one.fault))).collect();
    assert_eq!(game.take_tried(), [], "it is told once");
    told
}

#[test]
fn an_option_that_fails_when_a_bot_tries_it_is_told() {
    // The bot tries both options once, and takes the one that works.
    let rules = r#"
fn setup() { next("turn"); }
fn turn() {
    if choose(1, "Where to?", ["across", "home"]) == "across" {
        size("fei" + "ld");
    }
    end_game([], "home");
}
fn estimate(player) { 1 }
"#;
    assert_eq!(
        failed_in_trial(rules),
        ["1 scripts/small/rules.rhai:5:9: unknown zone `feild`; did you mean `field`?"]
    );
}

#[test]
fn an_estimate_that_fails_is_told() {
    let rules = |estimate: &str| {
        format!(
            "fn setup() {{ next(\"turn\"); }}\n\
             fn turn() {{ if choose(1, \"Go on?\", [\"yes\", \"no\"]) == \"no\" {{ end_game([], \"\"); }} add(1, \"steps\", 1); \
             if tokens(1, \"steps\") == 3 {{ end_game([], \"\"); }} }}\n{estimate}"
        )
    };
    let cases = [
        (
            "fn estimate(player) { tokens(player, \"stp\" + \"es\") }",
            "unknown token `stpes`; did you mean `steps`?",
        ),
        ("fn estimate(player) { \"much\" }", "`estimate` must give a whole number, not string"),
        (
            "fn estimate(player) { choose(player, \"How much?\", [1, 2]) }",
            "`estimate` only looks: it cannot ask anyone",
        ),
    ];
    for (estimate, message) in cases {
        let told = failed_in_trial(&rules(estimate));
        assert!(told.len() == 1 && told[0].ends_with(message), "{told:?}");
    }
    assert_eq!(failed_in_trial(&rules("fn estimate(player) { -tokens(player, \"steps\") }")), [""; 0]);
}
