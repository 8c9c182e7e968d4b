//! Operations that answer events: whose turn it is does not matter, what was interrupted goes on, and exhaustion.

use cardwright::kernel::Player;
use cardwright_tests::small::{answer, answers, labels, small, start};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Market"
players = [2, 4]

[scenarios.standard]
title = "a day"

[zones]
hand = { of = "player", seen = "owner" }
stall = { of = "player" }

[tokens]
coin = { on = "player", max = 20, start = 5 }
tired = { on = "card", max = 1 }

[events]
sold = { data = ["player", "card", "price"] }

[triggers]
PLAY = { live = ["hand"] }
REACTION = { live = ["stall"], exhausts = "tired" }
PASSIVE = { live = ["stall"], event = true }
"#;

const RULES: &str = r#"
fn setup() {
    create("cheese", zone("hand", 1));
    for player in [1, 2] {
        create("thief", zone("stall", player));
    }
    set_active(1);
    next("turn");
}
fn turn() {
    if choose(active(), "Do what?", ["sell", "rest"]) == "sell" {
        run_trigger("cheese", "PLAY");
    }
}
"#;

// Sold for 4: the event comes between the two halves of the sale.
const CHEESE: &str = r#"
name = "Cheese"
[[PLAY]]
do = '''
add(me, "coin", 1);
emit("sold", #{ player: me, card: card, price: 4 });
add(me, "coin", 3);
say("{p} has sold {}", [me, card]);
'''
"#;

// Takes one coin from whoever sells.
const THIEF: &str = r#"
name = "Thief"
[[REACTION]]
to = "sold"
when = 'event.player != me'
do = '''
let many = choose_number(me, "Take how many?", 1, 2);
add(event.player, "coin", -many);
add(me, "coin", many);
'''
"#;

fn coins(table: &cardwright::table::Table) -> Vec<i32> {
    table.view(None).players.iter().map(|player| player.tokens[0].counts[0]).collect()
}

#[test]
fn a_reaction_interrupts_on_the_other_players_turn_and_the_operation_goes_on() {
    let game = small(MANIFEST, &[("cheese", CHEESE), ("thief", THIEF)], RULES);
    let mut table = start(&game, 2);
    answers(&mut table, 1, &["sell"]);
    // The thief of the seller does not react to its own sale, so only player 2 is asked, on player 1's turn.
    assert_eq!(table.waiting_for(), [Player(2)]);
    assert_eq!(table.look().state.active, Player(1));
    assert_eq!(labels(&table, 2), ["Thief", "no reaction"]);
    // In the middle of the sale: 5 and the first coin.
    assert_eq!(coins(&table), [6, 5]);
    answers(&mut table, 2, &["Thief", "2"]);
    // 5 + 1 - 2 + 3 and 5 + 2.
    assert_eq!(coins(&table), [7, 7]);
    assert_eq!(table.view(None).log, ["Player 1 has sold Cheese"]);
}

#[test]
fn an_exhausted_card_does_not_react_again() {
    let game = small(MANIFEST, &[("cheese", CHEESE), ("thief", THIEF)], RULES);
    let mut table = start(&game, 2);
    answers(&mut table, 1, &["sell"]);
    answers(&mut table, 2, &["no reaction"]);
    // Not used, so not exhausted: it is offered again at the next sale, and used.
    answers(&mut table, 1, &["sell"]);
    answers(&mut table, 2, &["Thief", "1"]);
    answers(&mut table, 1, &["sell"]);
    // Nobody but player 1 is asked: the sale went through. 5 + 3 x 4 - 1.
    assert_eq!(table.waiting_for(), [Player(1)]);
    assert_eq!(coins(&table), [16, 6]);
}

#[test]
fn reactions_are_offered_in_the_order_of_play_from_the_active_player() {
    let rules = RULES.replace("[1, 2]", "players()").replace("set_active(1)", "set_active(3)");
    let cheese = CHEESE.replace("me", "3");
    let cheese = cheese.replace("na3", "name");
    let game = small(MANIFEST, &[("cheese", &cheese), ("thief", THIEF)], &rules);
    let mut table = start(&game, 4);
    answers(&mut table, 3, &["sell"]);
    for player in [4, 1, 2] {
        assert_eq!(table.waiting_for(), [Player(player)]);
        answers(&mut table, player, &["no reaction"]);
    }
    assert_eq!(table.waiting_for(), [Player(3)]);
}

#[test]
fn a_reaction_can_set_off_another() {
    // A guard takes it back from whoever takes coins: its event is told in the middle of the thief's reaction.
    let thief =
        THIEF.replace("add(me, \"coin\", many);", "add(me, \"coin\", many);\nemit(\"stolen\", #{ by: me });");
    let guard = "name = \"Guard\"\n[[REACTION]]\nto = \"stolen\"\nwhen = 'event.by != me'\ndo = 'add(event.by, \"coin\", -1); add(me, \"coin\", 1);'\n";
    let manifest = MANIFEST.replace("[triggers]", "stolen = { data = [\"by\"] }\n\n[triggers]");
    let rules = RULES.replace("set_active(1);", "create(\"guard\", zone(\"stall\", 1)); set_active(1);");
    let game = small(&manifest, &[("cheese", CHEESE), ("thief", &thief), ("guard", guard)], &rules);
    let mut table = start(&game, 2);
    answers(&mut table, 1, &["sell"]);
    answers(&mut table, 2, &["Thief", "1"]);
    answers(&mut table, 1, &["Guard"]);
    // 5 + 1 - 1 + 1 + 3 and 5 + 1 - 1.
    assert_eq!(coins(&table), [9, 5]);
}

#[test]
fn what_answers_an_event_without_a_choice_is_not_asked_about() {
    let tax = "name = \"Tax\"\n[[PASSIVE]]\nto = \"sold\"\nwhen = 'event.price > 3'\ndo = 'add(event.player, \"coin\", -1);'\n";
    let rules = RULES
        .replace("create(\"thief\", zone(\"stall\", player))", "create(\"tax\", zone(\"stall\", player))");
    let game = small(MANIFEST, &[("cheese", CHEESE), ("tax", tax)], &rules);
    let mut table = start(&game, 2);
    answers(&mut table, 1, &["sell"]);
    // 5 + 4 and a coin for each of the two taxes.
    assert_eq!(coins(&table), [7, 5]);
}

#[test]
fn a_reaction_whose_answer_is_refused_is_asked_about_again() {
    let thief = THIEF.replace("add(me", "must(many < 2, \"not so many\");\nadd(me");
    let game = small(MANIFEST, &[("cheese", CHEESE), ("thief", &thief)], RULES);
    let mut table = start(&game, 2);
    answers(&mut table, 1, &["sell"]);
    answers(&mut table, 2, &["Thief"]);
    let before = table.fingerprint();
    assert!(answer(&mut table, 2, "2").is_err());
    assert_eq!(table.fingerprint(), before);
    answers(&mut table, 2, &["1"]);
    assert_eq!(coins(&table), [8, 6]);
}
