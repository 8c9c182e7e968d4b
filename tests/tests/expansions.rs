//! The example expansions: without fault, what they replace is told, their tests and those of their games pass, and
//! whole games with them are sound.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::{Agent, RandomAgent};
use cardwright::content::{Content, Diagnostics, Disk, load, render};
use cardwright::kernel::{Player, Random};
use cardwright::script::Game;
use cardwright::table::{Setup, Table};
use cardwright::testing::run_tests;
use cardwright_tests::root;
use pretty_assertions::assert_eq;

fn folder(name: &str) -> PathBuf {
    root().join("tests/expansions").join(name)
}

/// A game with an expansion, compiled, and what is said of it.
fn game_with(game: &str, expansion: &str) -> (Rc<Game>, Diagnostics) {
    let (content, mut told) = load(&Disk::new(root()), game, &[&Disk::new(folder(expansion))]);
    let content: Arc<Content> = content.expect("the manifests can be read").into();
    let (game, of_scripts) = Game::compile_checked(content.clone());
    told.extend(of_scripts.iter().cloned());
    assert!(!told.has_errors(), "{}", render(&told, false));
    assert_eq!(content.gaps(), []);
    (game.expect("it has no errors"), told)
}

fn messages(told: &Diagnostics) -> Vec<String> {
    told.findings().into_iter().map(|one| format!("{} {}", one.severity, one.message)).collect()
}

fn all_tests_pass(game: &Rc<Game>) {
    let report = run_tests(game, |_| true);
    assert!(report.failures.is_empty(), "{}", render(&report.diagnostics(game), false));
}

fn bots(players: usize, seed: u64) -> Vec<(Player, Box<dyn Agent>)> {
    let bot = |ix: usize| RandomAgent::new(Random::seed_of_run(seed, ix as u64));
    (0..players).map(|ix| (Player::at(ix), Box::new(bot(ix)) as Box<dyn Agent>)).collect()
}

/// Plays whole games at random and plays their records again.
fn games_replay(game: &Rc<Game>, scenario: &str, players: usize, runs: u64) {
    for seed in 0..runs {
        let setup = Setup { scenario: Some(scenario.to_owned()), ..Setup::new(players, seed) };
        let table = Table::start_with(game, &setup, bots(players, seed)).expect("the game is played");
        assert!(table.outcome().is_some(), "game {seed} ends");
        table.check().expect("the state is sound");
        let again = Table::resume(game, &table.record(), None).expect("the record fits");
        assert_eq!(again.fingerprint(), table.fingerprint());
    }
}

#[test]
fn shore_leave_uses_what_missions_does_not() {
    let (game, told) = game_with("missions", "shore-leave");
    assert_eq!(
        messages(&told),
        [
            "note `Shore Leave` replaces the rule function `turn()`",
            "note `Shore Leave` replaces the rule function `turn_options()`",
        ]
    );
    assert!(game.content.expansions[0].cards >= 8);
    all_tests_pass(&game);
    games_replay(&game, "shore-leave", 3, 40);
}

#[test]
fn free_traders_use_what_next_phase_does_not() {
    let (game, told) = game_with("next-phase", "free-traders");
    assert_eq!(messages(&told), ["note `Free Traders` replaces the rule function `own_points(_)`"]);
    assert!(game.content.expansions[0].cards >= 8);
    all_tests_pass(&game);
    games_replay(&game, "free-traders", 2, 2);
}

#[test]
fn the_base_game_stays_as_it_is_without_the_expansion() {
    let (content, _) = load(&Disk::new(root()), "missions", &[]);
    let rules = content.expect("it can be read").rules;
    assert!(rules.card("dabo-wheel").is_none() && rules.scenarios.find("shore-leave").is_none());
}
