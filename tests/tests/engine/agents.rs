//! Bots: that they come to an end.

use cardwright::agent::Greedy;
use cardwright::kernel::Player;
use cardwright::table::{Setup, Table};
use cardwright_tests::small::small;
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
