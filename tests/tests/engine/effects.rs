//! Changes that hold for a while, and what is done later; bonuses that cards share.

use std::rc::Rc;

use cardwright::kernel::{Player, Subject};
use cardwright::script::Game;
use cardwright::testing::Bench;
use cardwright_tests::small::small;
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Garden"
players = [2, 2]
pool = { zones = ["bed"] }

[scenarios.standard]
title = "a year"

[zones]
shed = { of = "player" }
bed = { of = "player" }

[tokens]
water = { on = "player", max = 9 }

[fields]
kind = { kind = "any of", values = ["Rose", "Weed", "Tree"] }

[values]
hands = { on = "player", base = 5 }

[events]
frost = {}

[triggers]
PLAY = { live = ["bed"] }
PASSIVE = { live = ["bed"], change = true }
REWARD = { live = ["bed"] }
"#;

const RULES: &str = r#"
fn setup() { end_game([1], "nothing grows"); }
fn hands() { value(1, "hands") }
fn frost() { emit("frost"); }
fn begin(how) { change(1, "hands", how); hands() }
fn for_a_step() { begin(#{ add: 2, lasts: "step" }) }
fn till_frost() { begin(#{ add: 3, lasts: "frost" }) }
fn for_good() { begin(#{ at_most: 4, lasts: "game" }) }
fn while_roses() { begin(#{ add: 1, lasts: "game", only_while: "2 Rose" }) }
fn use_rake() { run_trigger("rake", "PLAY"); hands() }
fn to_shed(n) { move_to(["rake", "gnome", "rose-bush"][n], zone("shed", 1)); hands() }
fn to_bed(n) { move_to(["rake", "gnome", "rose-bush"][n], zone("bed", 1)); hands() }
fn plan() { later("frost", "melt", 3); tokens(1, "water") }
fn melt(n) { add(1, "water", n); }
fn water() { tokens(1, "water") }
fn weeds() { count("Weed") }
fn trees() { count("Tree") }
fn bee() { worth("bee", "REWARD") }
fn wasp() { worth("wasp", "REWARD") }
"#;

const CARDS: [(&str, &str); 10] = [
    ("rake", "name = \"Rake\"\nPLAY = 'change(me, \"hands\", #{ add: 1, lasts: \"leaves\" });'\n"),
    ("gnome", "name = \"Gnome\"\n[[PASSIVE]]\nchange = \"hands\"\nadd = 2\n"),
    ("rose-bush", "name = \"Rose Bush\"\nkind = \"Rose\"\n"),
    ("oak", "name = \"Oak\"\nkind = \"Tree\"\n"),
    ("thistle", "name = \"Thistle\"\nkind = \"Weed\"\n"),
    ("dog-rose", "name = \"Dog Rose\"\nkind = [\"Rose\", \"Tree\"]\n"),
    ("ivy", "name = \"Ivy\"\n[[PASSIVE]]\nchange = \"kind\"\non = \"Tree\"\ninclude = \"Weed\"\n"),
    ("moss", "name = \"Moss\"\n[[PASSIVE]]\nchange = \"kind\"\non = \"Weed\"\ninclude = \"Tree\"\n"),
    ("bee", "name = \"Bee\"\nREWARD = 'bonus(5, \"Rose\", 1); bonus(3, \"Rose | Tree\");'\n"),
    ("wasp", "name = \"Wasp\"\nREWARD = 'bonus_each_different(2, \"kind\", \"any kind\");'\n"),
];

fn garden() -> Rc<Game> {
    small(MANIFEST, &CARDS, RULES)
}

/// A bench with these cards in player 1's bed.
fn bench(game: &Rc<Game>, bed: &[&str]) -> Bench {
    let mut bench = Bench::new(game, 2, 1);
    let zone = game.rules.zone("bed").expect("declared");
    for id in bed {
        let card = game.rules.card(id).unwrap_or_else(|| panic!("no card `{id}`"));
        bench.put(card, zone, Subject::Player(Player(1))).expect("the bed is there");
    }
    bench
}

fn gives(bench: &mut Bench, function: &str) -> i64 {
    bench.call(function, ()).expect("it is carried out").expect("it gives a number")
}

#[test]
fn a_change_lasts_a_step_or_until_an_event_or_for_good() {
    let game = garden();
    let mut bench = bench(&game, &[]);
    // 5 and 2 within the step; then 5 again.
    assert_eq!((gives(&mut bench, "for_a_step"), gives(&mut bench, "hands")), (7, 5));
    assert_eq!((gives(&mut bench, "till_frost"), gives(&mut bench, "hands")), (8, 8));
    // At most 4, made later than the 3 more: 8, then 4.
    assert_eq!((gives(&mut bench, "for_good"), gives(&mut bench, "hands")), (4, 4));
    bench.call("frost", ()).expect("it is carried out");
    assert_eq!(gives(&mut bench, "hands"), 4);
    // Only now does more count from the 4 on: changes are read in the order in which they began.
    assert_eq!(gives(&mut bench, "till_frost"), 7);
}

#[test]
fn a_change_ends_when_the_card_that_made_it_leaves() {
    let game = garden();
    let mut bench = bench(&game, &["rake"]);
    assert_eq!(gives(&mut bench, "use_rake"), 6);
    assert_eq!(gives(&mut bench, "use_rake"), 7);
    assert_eq!(bench.call("to_shed", (0_i64,)), Ok(Some(5)));
    assert_eq!(bench.call("to_bed", (0_i64,)), Ok(Some(5)));
}

#[test]
fn a_change_holds_only_while_its_goal_does() {
    let game = garden();
    let mut bench = bench(&game, &["rose-bush"]);
    assert_eq!(gives(&mut bench, "while_roses"), 5);
    let zone = game.rules.zone("bed").expect("declared");
    let dog_rose = game.rules.card("dog-rose").expect("there");
    bench.put(dog_rose, zone, Subject::Player(Player(1)));
    assert_eq!(gives(&mut bench, "hands"), 6);
    assert_eq!(bench.call("to_shed", (2_i64,)), Ok(Some(5)));
}

#[test]
fn a_continuous_change_is_there_while_its_card_is_live() {
    let game = garden();
    let mut bench = bench(&game, &["gnome", "gnome"]);
    // 5 and 2 for each gnome; it moves the first.
    assert_eq!(gives(&mut bench, "hands"), 9);
    assert_eq!(bench.call("to_shed", (1_i64,)), Ok(Some(7)));
    assert_eq!(bench.call("to_bed", (1_i64,)), Ok(Some(9)));
}

#[test]
fn effects_that_depend_on_each_other_in_a_circle_end() {
    let game = garden();
    let mut plain = bench(&game, &["oak", "thistle", "rose-bush"]);
    assert_eq!((gives(&mut plain, "weeds"), gives(&mut plain, "trees")), (1, 1));
    // Trees are weeds and weeds are trees: the oak and the thistle are both, the rose is neither.
    let mut circle = bench(&game, &["oak", "thistle", "rose-bush", "ivy", "moss"]);
    assert_eq!((gives(&mut circle, "weeds"), gives(&mut circle, "trees")), (2, 2));
}

#[test]
fn what_was_put_off_is_done_once_at_its_event() {
    let game = garden();
    let mut bench = bench(&game, &[]);
    assert_eq!(gives(&mut bench, "plan"), 0);
    bench.call("frost", ()).expect("it is carried out");
    assert_eq!(gives(&mut bench, "water"), 3);
    bench.call("frost", ()).expect("it is carried out");
    assert_eq!(gives(&mut bench, "water"), 3);
}

#[test]
fn each_card_gives_one_bonus_at_most_for_the_highest_total() {
    let game = garden();
    for (bed, points) in [
        // The one rose gives 5 rather than 3.
        (&["bee", "rose-bush"][..], 5),
        // The rose 5, the oak 3.
        (&["bee", "rose-bush", "oak"], 8),
        // One rose 5; the other and the oak 3 each.
        (&["bee", "rose-bush", "rose-bush", "oak"], 11),
        (&["bee", "thistle"], 0),
    ] {
        assert_eq!(gives(&mut bench(&game, bed), "bee"), points, "{bed:?}");
    }
    for (bed, points) in [
        // It shows a rose or a tree, not both: one value.
        (&["wasp", "dog-rose"][..], 2),
        // The rose shows Rose, so the dog rose shows Tree: two values.
        (&["wasp", "dog-rose", "rose-bush"], 4),
        // Three cards, but Rose and Tree only.
        (&["wasp", "dog-rose", "rose-bush", "oak"], 4),
        (&["wasp", "dog-rose", "rose-bush", "thistle"], 6),
    ] {
        assert_eq!(gives(&mut bench(&game, bed), "wasp"), points, "{bed:?}");
    }
}
