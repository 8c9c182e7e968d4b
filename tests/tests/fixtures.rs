//! The fixture games' own tests: those of Lantern Market's cards, and the examples of the reference, which are tests of
//! the workbench.

use cardwright::content::{Disk, games, render};
use cardwright::testing::run_tests;
use cardwright_tests::{content_in, game, root};
use pretty_assertions::assert_eq;

#[test]
fn every_test_of_every_fixture_game_passes() {
    let folder = root().join("tests/games");
    let mut passed = 0;
    for entry in games(&Disk::new(&folder)).expect("they can be listed") {
        let game = game(&content_in(folder.clone(), &entry.id));
        let report = run_tests(&game, |_| true);
        assert!(report.failures.is_empty(), "{}", render(&report.diagnostics(&game), false));
        passed += report.passed;
    }
    assert!(passed > 200, "only {passed} tests were run");
}

#[test]
fn lantern_market_shows_every_rule_and_every_card() {
    let content = content_in(root().join("tests/games"), "lantern-market");
    assert_eq!(content.gaps(), []);
    assert!(content.rules.cards.iter().all(|card| card.source == "original" && !card.text.is_empty()));
    let (cards, tests) = (content.rules.cards.len(), content.tests.len());
    assert!(cards >= 25 && tests >= 40);
}
