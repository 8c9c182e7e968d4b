//! Who sees what: a stack of face-down cards under a card, a hand, the log, and one who only looks on.

use cardwright::agent::{Agent, Greedy};
use cardwright::kernel::{Player, View};
use cardwright::table::{Setup, Table};
use cardwright_tests::small::{answers, small, start};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Letters"
players = [2, 2]
backs = ["paper"]

[scenarios.standard]
title = "post"

[zones]
desk = {}
hand = { of = "player", seen = "owner" }
board = { of = "player" }
pouch = { of = "card", seen = "owner" }

[tokens]
seal = { on = "card", max = 3 }

[fields]
paper = { kind = "one of", values = ["Blue", "White"] }

[triggers]
PLAY = { live = ["hand"] }
"#;

// Player 1's bag holds a blue letter under a white one; player 2 has a letter in hand with a seal on it.
const RULES: &str = r#"
fn setup() {
    let bag = create("bag", zone("board", 1));
    let blue = create("blue-letter", zone("hand", 1));
    let white = create("white-letter", zone("hand", 1));
    move_to(blue, zone("pouch", bag));
    move_to(white, zone("pouch", bag));
    let mine = create("white-letter", zone("hand", 2));
    add(mine, "seal", 2);
    say("{p} puts {} into {}", [1, blue, bag]);
    tell(2, "you hold {}", [mine]);
    set_active(1);
    next("turn");
}
fn turn() {
    let what = choose(1, "Do what?", ["show", "lay down", "turn down", "mix"]);
    if what == "show" { reveal(top(zone("pouch", "bag")), [2]); }
    if what == "lay down" { move_to(top(zone("pouch", "bag")), "desk"); }
    if what == "turn down" { face_down(top("desk")); }
    if what == "mix" { shuffle("desk"); }
}
"#;

const CARDS: [(&str, &str); 3] = [
    ("bag", "name = \"Bag\"\n"),
    ("blue-letter", "name = \"Blue Letter\"\npaper = \"Blue\"\n"),
    ("white-letter", "name = \"White Letter\"\npaper = \"White\"\n"),
];

fn table() -> Table {
    start(&small(MANIFEST, &CARDS, RULES), 2)
}

/// The cards of a zone as a view shows them: the name, or the back in brackets; `v` marks one that lies face down.
fn zone(view: &View, kind: &str, owner: Option<u8>) -> Vec<String> {
    let of =
        |zone: &&cardwright::kernel::view::ZoneView| zone.kind == kind && zone.owner == owner.map(Player);
    let zone = view.zones.iter().find(of).unwrap_or_else(|| panic!("no zone `{kind}`"));
    let name = |card: &cardwright::kernel::view::CardView| {
        let name = card.name.clone().unwrap_or_else(|| format!("[{}]", card.back.join(" ")));
        if card.face_down { format!("{name} v") } else { name }
    };
    zone.cards.iter().map(name).collect()
}

/// What a viewer sees: both players, one who looks on, one who may see all.
fn seen(table: &Table, kind: &str, owner: Option<u8>) -> [Vec<String>; 4] {
    let who = [Some(Player(1)), Some(Player(2)), Some(Player::NOBODY), None];
    who.map(|who| zone(&table.view(who), kind, owner))
}

#[test]
fn a_stack_under_a_card_is_known_to_its_owner_and_shows_backs_to_others() {
    let table = table();
    let names = vec!["White Letter".to_string(), "Blue Letter".to_string()];
    let backs = vec!["[White]".to_string(), "[Blue]".to_string()];
    assert_eq!(seen(&table, "pouch", None), [names.clone(), backs.clone(), backs, names]);
    // Everyone sees under which card it lies.
    let view = table.view(Some(Player(2)));
    let pouch = view.zones.iter().find(|zone| zone.kind == "pouch").expect("it holds something");
    assert_eq!(pouch.host.as_deref(), Some("Bag"));
}

#[test]
fn a_hand_hides_its_cards_and_what_lies_on_them() {
    let table = table();
    let (name, back) = (vec!["White Letter".to_string()], vec!["[White]".to_string()]);
    assert_eq!(seen(&table, "hand", Some(2)), [back.clone(), name.clone(), back, name]);
    let seals = |who| {
        let view = table.view(who);
        let hand = view.zones.iter().find(|zone| zone.kind == "hand" && zone.owner == Some(Player(2)));
        hand.map(|hand| hand.cards[0].tokens.len())
    };
    assert_eq!(
        [Some(Player(1)), Some(Player(2)), Some(Player::NOBODY), None].map(seals),
        [0, 1, 0, 1].map(Some)
    );
}

#[test]
fn the_log_names_a_card_only_to_those_who_know_it() {
    let table = table();
    let log = |who| table.view(who).log;
    assert_eq!(log(Some(Player(1))), ["Player 1 puts Blue Letter into Bag"]);
    assert_eq!(log(Some(Player(2))), ["Player 1 puts a card into Bag", "you hold White Letter"]);
    assert_eq!(log(Some(Player::NOBODY)), ["Player 1 puts a card into Bag"]);
    assert_eq!(log(None), ["Player 1 puts Blue Letter into Bag", "you hold White Letter"]);
}

#[test]
fn a_card_that_was_shown_stays_known_until_it_is_mixed() {
    let mut table = table();
    answers(&mut table, 1, &["show"]);
    assert_eq!(zone(&table.view(Some(Player(2))), "pouch", None), ["White Letter", "[Blue]"]);
    // Now both players know the upper one, so it is no secret to one who looks on.
    assert_eq!(zone(&table.view(Some(Player::NOBODY)), "pouch", None), ["White Letter", "[Blue]"]);
    // On the desk everyone sees it; face down everyone has seen it; mixed face down, nobody knows.
    answers(&mut table, 1, &["lay down"]);
    assert_eq!(zone(&table.view(Some(Player::NOBODY)), "desk", None), ["White Letter"]);
    answers(&mut table, 1, &["turn down"]);
    assert_eq!(zone(&table.view(Some(Player(2))), "desk", None), ["White Letter v"]);
    answers(&mut table, 1, &["mix"]);
    let back = vec!["[White] v".to_string()];
    assert_eq!(seen(&table, "desk", None)[..3], [back.clone(), back.clone(), back]);
}

#[test]
fn the_question_is_shown_to_the_one_who_is_asked() {
    let table = table();
    assert!(table.view(Some(Player(1))).asked.is_some());
    for who in [Some(Player(2)), Some(Player::NOBODY)] {
        let view = table.view(who);
        assert_eq!((view.asked, view.waiting_for), (None, vec![Player(1)]));
    }
}

const DECKS: &str = r#"
name = "Two decks"
players = [1, 2]

[scenarios.standard]
title = "one look"

[zones]
blues = { seen = "nobody", apart = true }
whites = { seen = "nobody", apart = true }
lent = { seen = "nobody", apart = "whites" }
"#;

#[test]
fn decks_of_which_everyone_knows_the_cards_are_dealt_anew_each_for_itself() {
    let cards = [
        ("white-three", "name = \"White Three\"\n"),
        ("blue-one", "name = \"Blue One\"\n"),
        ("blue-two", "name = \"Blue Two\"\n"),
        ("white-one", "name = \"White One\"\n"),
        ("white-two", "name = \"White Two\"\n"),
    ];
    let rules = r#"
fn setup() {
    for id in ["blue-one", "blue-two"] { create(id, "blues"); }
    for id in ["white-one", "white-two"] { create(id, "whites"); }
    create("white-three", "lent");
    next("turn");
}
fn turn() { choose(1, "Which?", ["this", "that"]); }
"#;
    let table = start(&small(DECKS, &cards, rules), 1);
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let Some(other) = table.dealt_anew(Player(1), seed) else { continue };
        let view = other.view(None);
        for (kind, sort) in [("blues", "Blue"), ("whites", "White"), ("lent", "White")] {
            let here = zone(&view, kind, None);
            assert!(here.iter().all(|name| name.contains(sort)), "{kind}: {here:?}");
            orders.insert(here);
        }
    }
    // The two blue cards lie in two orders. Of the three white ones any may be lent, and the two others lie in either
    // order: three for the one that is lent, six for the others.
    assert_eq!(orders.len(), 2 + 3 + 6);
}

/// Cards that the running step has made lie nowhere before it, so no other deal can be made of them: the bot does
/// without one.
#[test]
fn a_bot_that_is_asked_while_the_table_is_set_does_without_a_fork() {
    let rules = "fn setup() {
        create_all(\"White\", \"desk\");
        for card in in_zone(\"desk\") { move_to(card, zone(\"hand\", 2)); }
        choose(1, \"Who begins?\", [\"I\", \"you\"]);
        end_game([1], \"that is all\");
    }";
    let game = small(MANIFEST, &CARDS, rules);
    let bots: Vec<(Player, Box<dyn Agent>)> = vec![(Player(1), Box::new(Greedy::new(1)))];
    let table = Table::start_with(&game, &Setup::new(2, 1), bots).expect("the bot answers");
    assert!(table.outcome().is_some());
}
