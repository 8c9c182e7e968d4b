//! Scripts are run by nodes that are made of the interpreter's tree, not by the interpreter: both must mean the same, in
//! whole games and in every corner of the language, faults and their places included.

use std::rc::Rc;

use cardwright::agent::{Agent, RandomAgent};
use cardwright::content::{load, render};
use cardwright::kernel::{Player, Random};
use cardwright::script::{Game, Runner};
use cardwright::table::{AnswerError, Setup, Table};
use cardwright_tests::content;
use cardwright_tests::small::{answer, files, shown};
use pretty_assertions::assert_eq;

const WAYS: [Runner; 2] = [Runner::Interpreter, Runner::Program { noting: false }];

fn played(game: &Rc<Game>, players: usize, seed: u64) -> (String, String) {
    let bot = |ix: usize| -> (Player, Box<dyn Agent>) {
        (Player::at(ix), Box::new(RandomAgent::new(Random::seed_of_run(seed, ix as u64))))
    };
    let agents = (0..players).map(bot).collect();
    let table = Table::start_with(game, &Setup::new(players, seed), agents).expect("the game is played");
    assert!(table.outcome().is_some(), "the game ends");
    (table.fingerprint(), table.record().to_text())
}

#[test]
fn whole_games_are_the_same_both_ways() {
    for (id, games) in
        [("missions", 20), ("captains-chair", 4), ("next-phase", 1), ("adventure-game", 3), ("stccg", 3)]
    {
        let content = content(id);
        let [interpreter, program] = WAYS.map(|way| {
            let (game, _) = Game::compile_for(content.clone(), way);
            game.expect("the game is without a fault")
        });
        for seed in 0..games {
            assert_eq!(played(&program, 2, seed), played(&interpreter, 2, seed), "{id}, seed {seed}");
        }
    }
}

const MANIFEST: &str = r#"
name = "Corners"
players = [1, 2]

[scenarios.standard]
title = "one"

[zones]
deck = {}

[tokens]
coin = { on = "player", max = 5 }

[fields]
kind = { kind = "one of", values = ["Stone"] }

[events]
rung = { data = ["player"] }

[triggers]
PLAY = { live = ["deck"] }
ECHO = { live = ["deck"], event = true }
"#;

const RULES: &str = r#"
fn setup() { create_all("any", "deck"); set_active(1); next("turn"); }
fn turn() { if choose(1, "Do what?", ["rest", "act"]) == "act" { run_trigger(top("deck"), "PLAY"); } }
fn double(n) { n * 2 }
fn double(n, times) { let sum = n; for i in 1..times { sum += n; } sum }
fn first_of(list) { for item in list { return item; } "none" }
fn fails(n) { if n > 0 { return fails(n - 1); } zone("nowhere" + n) }
fn pushes(list) { list.push(99); list }
fn catches(n) { try { zone("nowhere" + n); } catch (why) { return "caught"; } "not caught" }
fn holds(list, test) { list.filter(test).len() }
fn big(n) { n > 2 }
fn deep(n) { deep(n + 1) }
fn leaves() { [1, 2, 3].map(|n| { if n == 2 { return "two"; } n }) }
"#;

/// What a script gives, or what is told of it and where.
pub fn given(script: &str, way: Runner) -> String {
    let card = format!(
        "name = \"Stone\"\nkind = \"Stone\"\n\n[[PLAY]]\ndo = '''\nlet result = {{ {script} }};\nsay(\"{{}}\", [`${{result}}`]);\n'''\n"
    );
    let files = files(MANIFEST, &[("stone", &card)], RULES);
    let (content, faults) = load(&files, "small", &[]);
    assert!(faults.is_empty(), "{script}");
    let (game, faults) = Game::compile_for(content.expect("it is there").into(), way);
    if !faults.is_empty() {
        return format!("REFUSED {}", render(&faults, false));
    }
    let game = game.expect("it is there");
    let mut table = Table::start(&game, &Setup::new(1, 1)).expect("the game starts");
    match answer(&mut table, 1, "act") {
        Ok(()) => table.log_since(0, Some(Player(1))).join("\n"),
        Err(AnswerError::Fault(fault)) => format!("{} in {}", shown(&game, &fault), fault.trail.join(" > ")),
        Err(other) => other.to_string(),
    }
}

/// Each with what it gives, worked out by hand from the language's reference; nothing where only the two ways are held
/// against each other, since the words of a fault are the interpreter's affair.
const CORNERS: &[(&str, Option<&str>)] = &[
    ("1 + 2 * 3 - 8 / 3 % 2", Some("7")),
    ("-7 / 2 + -7 % 4", Some("-6")),
    ("9223372036854775807 + 1", None),
    ("1 / 0", None),
    ("let n = -9223372036854775807 - 1; -n", None),
    ("2 ** 10 + (6 & 3) + (1 << 4)", Some("1042")),
    ("\"a\" + \"b\" + 3", Some("ab3")),
    ("\"a\" < \"b\" && !(2 > 3) || false", Some("true")),
    ("1 == \"1\" || () != () || true == 1", Some("false")),
    ("'x' == \"x\"", None),
    ("[1, 2] == [1, 2]", None),
    ("() ?? 5", Some("5")),
    // An operand is what it was when it was met, whatever the other one does to a variable.
    ("let n = 2; n + { n = 5; 1 }", Some("3")),
    ("let n = 1; let sum = { n = 4; 1 } + n; sum", Some("5")),
    ("let n = 2; n == 2 && { n = 7; true } && n == 7 && !(n < 7 || n > 7)", Some("true")),
    ("let least = 2; [1, 2, 3].filter(|n| n >= least).len() == least", Some("true")),
    ("let least = 2; least < [1, 2, 3].filter(|n| n >= least).len()", Some("false")),
    ("let a = 1; if a == 1 { let b = 5; } let c = 7; { let a = 2; } a + c", Some("8")),
    // A function that may take what it is given leaves a variable as it was.
    (
        "let s = \"abc\"; let t = to_upper(s); let n = [s]; let m = len(n); s + t + m + n.len()",
        Some("abcABC11"),
    ),
    ("if 1 { 2 } else { 3 }", None),
    ("if 1 + 1 { 2 } else { 3 }", None),
    ("if true && 1 { 2 } else { 3 }", None),
    (
        "let m = #{ a: 1, b: #{ c: [1, 2] } }; m.b.c[1] += 5; m.a -= 3; m.d = 4; m[\"e\"] = 5; m.b.c[1] * 1000 + m.a * -100 + m.d * 10 + m[\"e\"]",
        Some("7245"),
    ),
    ("let m = #{ a: 1 }; m.b", None),
    ("let m = #{ a: 1 }; m.b += 1", None),
    ("let l = [1, 2, 3]; l[-1] * 10 + l[0]", Some("31")),
    ("let l = [1, 2, 3]; l[3]", None),
    ("let l = [1, 2, 3]; l[-4] = 1", None),
    ("let l = [[1], [2]]; l[0].push(7); l[1][0] = 9; l", Some("[[1, 7], [9]]")),
    ("let l = [3, 1, 2]; l.sort(); l.reverse(); l.insert(1, 9); l.remove(0); l", Some("[9, 2, 1]")),
    ("let l = [1, 2]; push(l, 3); l.len()", Some("3")),
    ("let l = [1, 2]; pushes(l); l.len()", Some("2")),
    ("let l = [1, 2]; let k = l; k.push(3); l.len()", Some("2")),
    ("[1, 2, 3, 4].filter(|n| n % 2 == 0).map(|n| n * n)", Some("[4, 16]")),
    ("[5, 6, 7].filter(|n, ix| ix > 0)", Some("[6, 7]")),
    (
        "let least = 2; let seen = 0; let l = [1, 2, 3].filter(|n| { seen += 1; n >= least }); l.len() * 10 + seen",
        Some("23"),
    ),
    ("let n = 1; let f = || n += 1; f.call(); f.call(); n", Some("3")),
    ("let add = |a, b| a + b; add.call(2, 3)", Some("5")),
    ("[1, 2, 3].some(|n| n == 2) && [1, 2].all(|n| n > 0) && [4, 5].find(|n| n > 4) == 5", Some("true")),
    ("[1, 2, 3].reduce(|sum, n| sum + n, 10)", Some("16")),
    ("let l = [3, 1, 2]; l.sort(|a, b| b - a); l", Some("[3, 2, 1]")),
    ("[1, 2, 3].index_of(|n| n == 3)", Some("2")),
    ("[1, 2, 3].filter(Fn(\"big\")).len() + holds([1, 5, 9], Fn(\"big\"))", Some("3")),
    ("holds([1, 5, 9], |n| n < 9)", Some("2")),
    ("leaves()", Some(r#"[1, "two", 3]"#)),
    ("[1, 2].map(|n| zone(\"nowhere\" + n))", None),
    ("[1, \"a\"].filter(|n| n + [] == 3)", None),
    ("let f = Fn(\"double\"); f.call(4) + f.call(4, 3)", Some("20")),
    ("double(4) + double(4, 3)", Some("20")),
    ("first_of([7, 8]) + first_of([])", None),
    ("`${first_of([])} and ${[1, \"x\"]} and ${1 == 1}`", Some(r#"none and [1, "x"] and true"#)),
    (
        "let out = \"\"; for (n, ix) in [5, 6, 7] { if ix == 1 { continue; } out += n + \"/\" + ix + \" \"; } out",
        None,
    ),
    (
        "let sum = 0; for i in 0..5 { if i == 3 { break; } sum += i; } for i in 1..=3 { sum += i; } sum",
        Some("9"),
    ),
    ("let sum = 0; for c in \"abc\" { sum += 1; } for i in range(0, 10, 4) { sum += i; } sum", Some("15")),
    ("let l = 5; for n in l { n }", None),
    ("let n = 0; while n < 10 { n += 3; if n == 6 { break; } } n", Some("6")),
    ("let n = 0; do { n += 1; if n == 2 { continue; } } while n < 4; n", Some("4")),
    ("let n = 0; do { n += 3; } until n > 7; n", Some("9")),
    ("let n = 0; do { n += 1; if n == 5 { break; } } while true; n", Some("5")),
    ("do { } while 7;", None),
    ("let n = 0; let got = loop { n += 1; if n == 4 { break n * 10; } }; got", Some("40")),
    ("switch 3 { 1 | 2 => \"low\", 3..5 => \"middle\", _ => \"high\" }", Some("middle")),
    ("switch \"b\" { \"a\" => 1, \"b\" if 1 > 2 => 2, _ => 3 }", Some("3")),
    ("switch 5 { 1..=5 => \"in\", _ => \"out\" }", Some("in")),
    ("switch [1] { 1 => 1, _ => 2 }", Some("2")),
    ("switch 9 { 1 => 1 }", Some("")),
    ("let x = 1; { let x = 2; x += 1; } x", Some("1")),
    ("let x = 1; let x = x + 1; x", Some("2")),
    ("let x = if 1 > 2 { 5 } else if true { 6 } else { 7 }; x", Some("6")),
    ("const k = 5; k + 1", Some("6")),
    ("let n = 1; if n { 2 }", None),
    ("let n = 5; let yes = true; n && yes", None),
    (
        "3 in [1, 2, 3] && \"b\" in [\"a\", 1, \"b\"] && !(4 in [1]) && 2 in 1..3 && \"ell\" in \"hello\"",
        Some("true"),
    ),
    ("[1, 2].contains([1])", None),
    ("\"hello\".len() + \"a,b\".split(\",\").len() + \"x\".to_upper().len()", Some("8")),
    ("let s = \"hello\"; s.sub_string(1, 3) + s[0]", None),
    ("\"abc\"[1]", None),
    ("max(3, 4) + min(5, 2) + abs(-3)", Some("9")),
    ("type_of(1) + type_of(\"a\") + type_of([])", None),
    ("let m = #{ a: 1, b: 2 }; m.keys().len() + m.values().len() + m.len()", Some("6")),
    ("#{ a: 1 }.a", Some("1")),
    ("[1, 2, 3].len", None),
    ("fails(3)", None),
    ("catches(1) + catches(2)", Some("caughtcaught")),
    ("deep(1)", None),
    ("zone(\"nowher\" + 1)", None),
    ("tokens(1, \"coin\") + add(1, \"coin\", 2) + tokens(1, \"coin\")", None),
    ("tokens(7, \"coin\")", None),
    ("add(1, \"coin\", [])", None),
    ("count(\"kind:Stone\", zone(\"deck\"))", Some("1")),
    ("possible(|| { must(tokens(1, \"coin\") > 0, \"poor\"); })", Some("false")),
    ("let list = []; for i in 0..20000 { list.push(i); }", None),
    ("let text = \"ab\"; while true { text += text; }", None),
    ("let x = [1]; x.nothing(2)", None),
    ("return 4; 5", None),
    ("let l = [1, 2, 3]; l.retain(|n| n > 1); l.truncate(1); l", Some("[2]")),
    ("let l = [1, 2, 3, 4]; let d = l.drain(|n| n < 3); d + l", Some("[1, 2, 3, 4]")),
    ("let a = #{ list: [1, 2] }; a.list.push(3); a.list.len() + a.list.filter(|n| n > 1).len()", Some("5")),
    ("let f = |x| x.len(); f.call([1, 2])", Some("2")),
    ("let m = #{ f: |x| x + 1 }; m.f(4)", None),
    ("nobody + 1", Some("1")),
];

#[test]
fn every_corner_of_the_language_is_the_same_both_ways() {
    let mut interpreted = String::new();
    let mut programmed = String::new();
    for (script, wanted) in CORNERS {
        let [interpreter, program] = WAYS.map(|way| given(script, way));
        if let Some(wanted) = wanted {
            assert_eq!(&program, wanted, "{script}");
        }
        interpreted += &format!("{script}\n    {interpreter}\n");
        programmed += &format!("{script}\n    {program}\n");
    }
    assert_eq!(programmed, interpreted);
}
