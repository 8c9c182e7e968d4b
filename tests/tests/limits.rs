//! What does not end, or grows without end, is an error soon; it says what and where, leaves no trace, and the game goes on.

use std::rc::Rc;
use std::time::{Duration, Instant};

use cardwright::content::{load, render};
use cardwright::kernel::{BadAnswer, Player};
use cardwright::script::Game;
use cardwright::table::{AnswerError, Setup, StartError, Table};
use cardwright::testing::run_tests;
use cardwright_tests::broken::told;
use cardwright_tests::small::{answer, answers, files, shown, small, start};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Limits"
players = [1, 2]

[scenarios.standard]
title = "two"

[zones]
deck = {}
table = {}

[tokens]
coin = { on = "player", max = 5 }

[fields]
kind = { kind = "one of", values = ["Stone"] }

[events]
rung = { data = ["player"] }
struck = { data = ["player"] }

[triggers]
PLAY = { live = ["deck"] }
ECHO = { live = ["table"], event = true }
"#;

const RULES: &str = "
fn setup() { create_all(\"any\", \"deck\"); next(\"turn\"); }
fn turn() {
    if choose(1, \"Do what?\", [\"rest\", \"act\"]) == \"act\" { run_trigger(top(\"deck\"), \"PLAY\"); }
    add(1, \"coin\", 1);
}
";

/// Longer than any of these takes by far; a script without limits would take for ever.
const SOON: Duration = Duration::from_secs(60);

fn stone(script: &str) -> String {
    format!("name = \"Stone\"\nkind = \"Stone\"\n\n[[PLAY]]\ndo = '''\n{script}\n'''\n")
}

/// Plays a card that does too much, and gives what is told of it and where. The state must be as it was, the same must be
/// asked still, and another answer must be possible.
fn told_of(script: &str, more_rules: &str) -> String {
    let begun = Instant::now();
    let game = small(MANIFEST, &[("stone", &stone(script))], &format!("{RULES}{more_rules}"));
    let mut table = start(&game, 1);
    let (before, asked) = (table.fingerprint(), table.asked());
    let Err(AnswerError::Fault(fault)) = answer(&mut table, 1, "act") else {
        panic!("the script is carried out: {script}")
    };
    assert_eq!(table.fingerprint(), before);
    assert_eq!(table.asked(), asked);
    assert_eq!(table.record().decisions, []);
    answers(&mut table, 1, &["rest"]);
    assert_eq!(table.record().decisions.len(), 1);
    assert!(begun.elapsed() < SOON, "it took {:?}", begun.elapsed());
    shown(&game, &fault)
}

/// A script was stopped in this line of its file; where in the line is as it happens.
fn is_stopped(told: &str, line: usize) {
    assert!(told.starts_with(&format!("cards/small/stone.toml:{line}:")), "{told}");
    assert!(told.ends_with(": the step does not end: too much was evaluated"), "{told}");
}

#[test]
fn an_endless_loop() {
    is_stopped(&told_of("let n = 0;\nwhile true { n += 1; }", ""), 7);
}

#[test]
fn a_rule_function_that_calls_itself_without_end() {
    let told = told_of("dig(1);", "fn dig(n) {\n    dig(n + 1)\n}\n");
    assert_eq!(told, "cards/small/stone.toml:6:1: functions call each other without end");
}

/// As deep as both limits allow together: an operation inside an operation, each below forty calls.
#[test]
fn deep_calls_in_each_of_many_operations_inside_each_other() {
    let rules = "fn dig(n) {
        if n > 0 { return dig(n - 1); }
        for op in operations(this_card(), \"PLAY\") { resolve(op); }
    }";
    let told = told_of("dig(40);", rules);
    assert!(told.contains("operations set each other off without end"), "{told}");
}

/// A price whose paying uses the very operation that is paid for.
#[test]
fn a_price_that_is_paid_by_paying_it() {
    let rules = "fn can_pay(player, cost) { true }
    fn pay(player, cost) { for op in operations(top(\"deck\"), \"PLAY\") { use_op(op); } }
    fn again() { pay(1, #{}); }";
    let game = small(
        MANIFEST,
        &[("stone", "name = \"Stone\"\nkind = \"Stone\"\n\n[[PLAY]]\ncost = \"1 coin\"\ndo = 'again();'\n")],
        &format!("{RULES}{rules}"),
    );
    let mut table = start(&game, 1);
    let Err(AnswerError::Fault(fault)) = answer(&mut table, 1, "act") else { panic!("it ends") };
    assert_eq!(fault.message, "scripts run inside of scripts without end");
}

#[test]
fn something_put_off_that_sets_itself_off_again() {
    let again = "later(\"rung\", \"again\", 1); emit(\"rung\", #{ player: 1 });";
    let told = told_of(again, &format!("fn again(n) {{ {again} }}\n"));
    assert!(told.ends_with(": operations set each other off without end: `Stone`"), "{told}");
}

#[test]
fn a_text_that_grows_without_end() {
    let told = told_of("let text = \"stone\";\nwhile true { text += text; }", "");
    assert_eq!(told, "cards/small/stone.toml:7:19: a text that is too long");
}

#[test]
fn an_array_that_grows_without_end() {
    let told = told_of("let all = [1];\nwhile true { all += all; }", "");
    assert_eq!(told, "cards/small/stone.toml:7:18: an array that is too long");
    let told = told_of("let all = [[]];\nwhile true { all += all; all[0] = all; }", "");
    assert!(told.ends_with("an array that is too long"), "{told}");
    let told = told_of("let all = [];\nall.pad(1000000000, 7);", "");
    assert_eq!(told, "cards/small/stone.toml:7:5: an array that is too long");
    let told = told_of("let all = [];\nwhile true { all.push(7); }", "");
    assert_eq!(told, "cards/small/stone.toml:7:18: an array that is too long");
}

#[test]
fn a_map_that_grows_without_end() {
    let told = told_of("let all = #{};\nlet n = 0;\nwhile true { n += 1; all[n.to_string()] = n; }", "");
    assert_eq!(told, "cards/small/stone.toml:8:26: a map that is too large");
}

#[test]
fn thousands_of_decisions_in_one_step() {
    // Each is forced, so that nobody is asked; still there are 3,000.
    let told = told_of("for n in 0..3000 {\n    choose(1, \"Which?\", [n]);\n}", "");
    assert_eq!(told, "cards/small/stone.toml:7:5: more than 2000 decisions in one step; does it ever end?");
}

#[test]
fn more_cards_than_any_game_has() {
    let told = told_of("for n in 0..200000 {\n    create(\"stone\", \"table\");\n}", "");
    assert_eq!(told, "cards/small/stone.toml:7:5: more than 100000 cards in one game");
}

#[test]
fn more_log_than_anyone_reads() {
    let told = told_of("for n in 0..30000 {\n    say(\"knock\");\n}", "");
    assert_eq!(told, "cards/small/stone.toml:7:5: more than 20000 lines of log in one step");
}

#[test]
fn operations_that_set_each_other_off() {
    let bell = "name = \"Bell\"\n\n[[ECHO]]\nto = \"rung\"\ndo = 'emit(\"struck\", #{ player: me });'\n";
    let gong = "name = \"Gong\"\n\n[[ECHO]]\nto = \"struck\"\ndo = 'emit(\"rung\", #{ player: me });'\n";
    let stone = stone("emit(\"rung\", #{ player: me });");
    let rules = format!(
        "{RULES}\nfn lay_out() {{ setup(); move_to(\"bell\", \"table\"); move_to(\"gong\", \"table\"); move_to(\"stone\", \"deck\"); }}"
    );
    let manifest = MANIFEST.replace("title = \"two\"", "title = \"two\"\nsetup = \"lay_out\"");
    let game = small(&manifest, &[("stone", &stone), ("bell", bell), ("gong", gong)], &rules);
    let mut table = start(&game, 1);
    let before = table.fingerprint();
    let Err(AnswerError::Fault(fault)) = answer(&mut table, 1, "act") else { panic!("it ends") };
    assert_eq!(
        shown(&game, &fault),
        "cards/small/bell.toml:5:7: operations set each other off without end: `Bell` from `Gong` from `Bell` from `Gong`"
    );
    assert_eq!(table.fingerprint(), before);
}

#[test]
fn a_phase_that_comes_again_and_again_while_nobody_decides() {
    let rules = "fn setup() { next(\"spin\"); }\nfn spin() { }\n";
    let game = small(MANIFEST, &[], rules);
    let begun = Instant::now();
    let Err(StartError::Fault(fault)) = Table::start(&game, &Setup::new(1, 1)) else { panic!("it ends") };
    assert_eq!(
        fault.to_string(),
        "the phase `spin` was run 10000 times in a row and nobody decided anything"
    );
    assert!(begun.elapsed() < SOON);
}

#[test]
fn an_expression_nested_too_deeply_is_told_before_play() {
    let deep = format!("let n = {}1{};", "(".repeat(500), ")".repeat(500));
    let faults = told(&files(MANIFEST, &[("stone", &stone(&deep))], RULES), "small", &[]);
    let text = render(&faults, false);
    assert_eq!(faults.findings().len(), 1, "{text}");
    assert_eq!(faults.findings()[0].message, "expression exceeds maximum complexity");
    assert_eq!(faults.findings()[0].line, Some(6));
}

#[test]
fn a_query_nested_too_deeply_is_told_before_play() {
    let deep = format!("{}Stone{}", "(".repeat(10_000), ")".repeat(10_000));
    let script = format!("cards(\"{deep}\");");
    let faults = told(&files(MANIFEST, &[("stone", &stone(&script))], RULES), "small", &[]);
    let messages: Vec<String> = faults.findings().into_iter().map(|one| one.message).collect();
    assert_eq!(messages, ["the query is nested more than 64 deep"]);
    // Made up while the script runs, it cannot be found before.
    let told = told_of(
        "let query = \"Stone\";\nfor n in 0..5000 { query = \"(\" + query + \")\"; }\ncards(query);",
        "",
    );
    assert!(told.starts_with("cards/small/stone.toml:8:1: in the query `((((("), "{told}");
    assert!(told.ends_with("the query is nested more than 64 deep") && told.len() < 300, "{told}");
}

#[test]
fn a_test_whose_expectation_does_not_end_fails() {
    let script = stone("add(me, \"coin\", 1);");
    let test = "\n[[test]]\nname = \"it ends\"\nexpect = ['let n = 0; while true { n += 1; } n == 1']\n";
    let game = small(MANIFEST, &[("stone", &(script + test))], RULES);
    let begun = Instant::now();
    let report = run_tests(&game, |_| true);
    assert_eq!((report.passed, report.failures.len()), (0, 1));
    let text = render(&report.diagnostics(&game), false);
    assert!(text.contains("too much was evaluated") && text.contains("stone.toml:11:"), "{text}");
    assert!(begun.elapsed() < SOON);
}

fn half_way(script: &str) -> (Rc<Game>, Table, String) {
    let game = small(MANIFEST, &[("stone", &stone(script))], RULES);
    let table = start(&game, 2);
    let before = table.fingerprint();
    (game, table, before)
}

#[test]
fn a_script_that_fails_half_way_leaves_no_trace() {
    let script = "move_to(card, \"table\");\nadd(me, \"coin\", 2);\ncreate(\"stone\", \"deck\");\nsay(\"{} rolls\", [card]);\nroll(6);\ntop(\"deck\") + [][1]";
    let script = script.replace("add(me", "add(1");
    let (game, mut table, before) = half_way(&script);
    let Err(AnswerError::Fault(fault)) = answer(&mut table, 1, "act") else { panic!("it fails") };
    assert_eq!(shown(&game, &fault), "cards/small/stone.toml:11:18: position 1 of an array of 0");
    assert_eq!(fault.trail, ["`Stone`"]);
    assert_eq!(table.fingerprint(), before);
    assert_eq!(table.view(None).log, Vec::<String>::new());
    assert_eq!(answer(&mut table, 1, "act"), Err(AnswerError::Fault(fault)));
    assert_eq!(table.fingerprint(), before);
}

#[test]
fn what_fails_by_rule_refuses_the_answer_and_asks_again() {
    let (_, mut table, before) =
        half_way("add(1, \"coin\", 3);\nmust(tokens(1, \"coin\") == 4, \"one coin is too few\");");
    let asked = table.asked();
    let refused = AnswerError::Bad(BadAnswer::Refused("one coin is too few".to_string()));
    assert_eq!(answer(&mut table, 1, "act"), Err(refused));
    assert_eq!((table.fingerprint(), table.asked()), (before, asked));
    // A rest gives a coin: then three more are four.
    answers(&mut table, 1, &["rest", "act"]);
    let coins = &table.view(None).players[0].tokens[0].counts;
    // 1 for the first rest, 3 by the card, 1 at the end of the turn, and no more than 5.
    assert_eq!(coins, &[5]);
    assert_eq!(table.record().decisions.len(), 2);
}

#[test]
fn the_answer_that_is_refused_is_the_one_that_led_there() {
    let script = "let first = choose(1, \"First?\", [\"a\", \"b\"]);\nlet second = choose(1, \"Second?\", [\"c\", \"d\"]);\nif first + second == \"bd\" { fail(\"not both\"); }";
    let (_, mut table, _) = half_way(script);
    answers(&mut table, 1, &["act", "b"]);
    assert_eq!(answer(&mut table, 1, "d"), Err(BadAnswer::Refused("not both".to_string()).into()));
    assert_eq!(table.ask(Player(1)).map(|ask| &*ask.prompt), Some("Second?"));
    answers(&mut table, 1, &["c"]);
    assert_eq!(table.record().decisions.len(), 3);
}

#[test]
fn a_setup_that_fails_is_told_when_the_game_starts() {
    let rules = "fn setup() {\n    move_to(\"stone\", \"table\");\n}\n";
    let files = files(MANIFEST, &[("stone", &stone("rest();"))], &(rules.to_string() + "fn rest() { }"));
    let (content, _) = load(&files, "small", &[]);
    let game = Game::compile(content.expect("loaded").into()).expect("compiled");
    let Err(StartError::Fault(fault)) = Table::start(&game, &Setup::new(1, 1)) else { panic!("it fails") };
    assert_eq!(shown(&game, &fault), "scripts/small/rules.rhai:2:5: no copy of `stone` is in this game");
    assert_eq!(fault.trail, ["`setup`"]);
}
