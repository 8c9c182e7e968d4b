//! Every game's own tests, the [[test]] tables beside its cards.

use cardwright::content::render;
use cardwright::testing::run_tests;
use cardwright_tests::{content, game};

#[test]
fn missions_cards_do_what_their_tests_say() {
    let game = game(&content("missions"));
    let report = run_tests(&game, |_| true);
    let faults = report.diagnostics(&game);
    assert!(report.failures.is_empty(), "{} passed\n{}", report.passed, render(&faults, false));
    assert!(report.passed >= 2 * 74, "only {} tests were found", report.passed);
}
