//! Cards tried by hand on a bench: what can be done and why not, questions, and answers as a test would say them.

use cardwright::content::AnswerSpec;
use cardwright::kernel::{Answer, Picks, Player, Subject};
use cardwright::script::Round;
use cardwright::testing::{Bench, Tried};
use cardwright_tests::small::small;
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Forge"
players = [2, 2]

[scenarios.standard]
title = "a day"

[zones]
hand = { of = "player", seen = "owner" }
shelf = {}

[tokens]
ore = { on = "player", max = 9, start = 4 }
used = { on = "card", max = 1 }

[events]
bell = { data = ["player"] }

[triggers]
PLAY = { live = ["hand", "shelf"], exhausts = "used" }
ANSWER = { live = ["hand"], event = true }
"#;

const ANVIL: &str = r#"
name = "Anvil"
source = "original"
[[PLAY]]
label = "strike"
cost = "3 ore"
do = '''
say("it rings");
let what = choose_some(me, "What?", ["a nail", "a nail", "a hook"], 1, 2);
must(what.len() == 2, "one is too few");
add(me, "ore", roll(6));
'''
[[PLAY]]
label = "break"
when = "false"
do = "1"
[[PLAY]]
label = "melt"
do = 'fail("it is too cold");'
[[ANSWER]]
to = "bell"
do = 'add(me, "ore", 1);'
"#;

const RULES: &str = "fn setup() { end_by_score([0, 0], \"\"); }";

fn bench() -> (Bench, cardwright::kernel::CardId, cardwright::kernel::CardId) {
    let game = small(MANIFEST, &[("anvil", ANVIL)], RULES);
    let mut bench = Bench::new(&game, 2, 1);
    let anvil = game.rules.card("anvil").expect("it is there");
    let zone = |name| game.rules.zone(name).expect("it is there");
    let mine = bench.put(anvil, zone("hand"), Subject::Player(Player(1))).expect("it lies there");
    let shelf = bench.put(anvil, zone("shelf"), Subject::Table).expect("it lies there");
    (bench, mine, shelf)
}

fn round(picks: &[u16]) -> Round {
    Round::from_elem(Answer { player: Player(1), picks: Picks::from_slice(picks) }, 1)
}

#[test]
fn each_operation_is_offered_or_says_why_not() {
    let (mut bench, mine, shelf) = bench();
    let told = |bench: &mut Bench, card| -> Vec<(String, Option<String>)> {
        bench.offers(card).into_iter().map(|offer| (offer.label, offer.hindrance)).collect()
    };
    let wanted = [
        ("strike", None),
        ("break", Some("its condition does not hold: `false`")),
        ("melt", Some("it is too cold")),
        ("", Some("it answers the event `bell`; let that happen: `do emit(\"bell\", #{ player: ... })`")),
    ];
    let wanted = wanted.map(|(label, why)| (label.to_owned(), why.map(str::to_owned)));
    assert_eq!(told(&mut bench, mine), wanted);
    let shelf = told(&mut bench, shelf);
    assert_eq!(shelf[0].1.as_deref(), Some("its cost cannot be paid: nobody controls it there"));
    assert_eq!(bench.offers(mine)[0].cost, "3 ore");
    // Nothing of all that was tried has stayed.
    assert_eq!(
        bench.read("[tokens(1, \"ore\"), tokens(\"anvil\", \"used\")]").expect("read").shown,
        "[4, 0]"
    );
    assert_eq!(bench.log_len(), 0);
}

#[test]
fn what_is_asked_is_answered_and_what_is_refused_leaves_no_trace() {
    let (mut bench, mine, _) = bench();
    let op = bench.offers(mine)[0].op;
    let Tried::Asked(decision) = bench.press(op, &[]) else { panic!("it asks") };
    let ask = &decision.asks[0];
    // The table as it is while it asks: 3 of 4 are paid.
    assert_eq!(bench.read("tokens(1, \"ore\")").expect("read").shown, "1");
    assert_eq!(bench.log_since(0), ["it rings"]);
    let Tried::Refused(reason) = bench.press(op, &[round(&[2])]) else { panic!("one is refused") };
    assert_eq!(reason, "one is too few");
    assert_eq!(bench.read("tokens(1, \"ore\")").expect("read").shown, "4");
    // Of two that are called alike a test means the first that is not chosen yet.
    let several = |texts: &[&str]| {
        AnswerSpec::Several(texts.iter().map(|text| AnswerSpec::Text((*text).to_owned())).collect())
    };
    let spec = |picks: &[u16]| bench.spec(ask, &Picks::from_slice(picks));
    assert_eq!(spec(&[2, 0]), Some(several(&["a hook", "a nail"])));
    assert_eq!(spec(&[0, 1]), Some(several(&["a nail", "a nail"])));
    assert_eq!(spec(&[1, 2]), None);
    assert!(matches!(bench.press(op, &[round(&[2, 0])]), Tried::Done(_)));
    let ore = bench.read("tokens(1, \"ore\")").expect("read").literal;
    assert!((2..=7).any(|ore_now| ore.as_deref() == Some(&*ore_now.to_string())), "{ore:?}");
    assert_eq!(bench.offers(mine)[0].hindrance.as_deref(), Some("it was used already"));
}

#[test]
fn values_are_read_in_words_and_as_scripts_write_them() {
    let (mut bench, ..) = bench();
    let mut read = |text: &str| bench.read(text).map(|reading| (reading.shown, reading.literal));
    let literal = |shown: &str| Ok((shown.to_owned(), Some(shown.to_owned())));
    assert_eq!(read("1 + 1"), literal("2"));
    assert_eq!(read("1 == 2"), literal("false"));
    assert_eq!(read("name(\"anvil\")"), literal("\"Anvil\""));
    assert_eq!(read("zone(\"hand\", 2)"), Ok(("Player 2's hand".to_owned(), None)));
    assert_eq!(read("in_zone(\"shelf\")"), Ok(("[Anvil]".to_owned(), None)));
    assert_eq!(read("choose(me, \"?\", [1, 2])"), Err("it asks someone".to_owned()));
    assert_eq!(read("fail(\"no\")"), Err("no".to_owned()));
    assert!(matches!(bench.carry_out("add(1, \"ore\", -2)", &[]), Tried::Done(Some(-2))));
    assert_eq!(bench.read("tokens(1, \"ore\")").expect("read").shown, "2");
}
