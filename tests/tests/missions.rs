//! What bots make of the choices that Missions leaves to the end of the game.

use cardwright::agent::Greedy;
use cardwright::kernel::{Player, Subject};
use cardwright::testing::Bench;
use cardwright_tests::{content, game};
use pretty_assertions::assert_eq;

/// What a hand scores after a bot, trying so many ways, has made its choices.
fn chosen_by(hand: &[&str], ways: usize) -> i64 {
    let game = game(&content("missions"));
    let mut bench = Bench::new(&game, 2, 1);
    let zone = game.rules.zone("hand").expect("the game has hands");
    for id in hand {
        let card = game.rules.card(id).unwrap_or_else(|| panic!("no card `{id}`"));
        bench.put(card, zone, Subject::Player(Player(1))).expect("player 1 has a hand");
    }
    bench.seat(Player(1), Box::new(Greedy::new(7).budget(ways)));
    bench.play_out("choices", 1).expect("the bot answers all that is asked");
    bench.call("score", (1i64,)).expect("a hand can be scored").expect("a score is a number")
}

/// More ways than any of these hands has.
const ALL: usize = 2_000_000;

#[test]
fn choices_that_hang_together_are_made_for_the_best() {
    // Who is blanked for the Cube, which lifeform has the plague and whom Wesley copies: 22 x 8 x 3 ways, of which the
    // bot may try a hundred.
    let hand = [
        "borg-cube",
        "mysterious-plague",
        "ensign-wesley-crusher",
        "lieutenant-worf",
        "commander-kurn",
        "computer",
        "engine-room",
    ];
    assert_eq!(chosen_by(&hand, 100), chosen_by(&hand, ALL));
}

#[test]
fn the_bot_as_it_plays_finds_the_best_of_thousands_of_ways() {
    // With Thought Maker also whose affiliation becomes what.
    let hand = [
        "borg-cube",
        "mysterious-plague",
        "thought-maker",
        "commander-sela",
        "photon-torpedoes",
        "chancellor-gowron",
        "conflicting-orders",
    ];
    assert_eq!(chosen_by(&hand, 2_000), chosen_by(&hand, ALL));
}
