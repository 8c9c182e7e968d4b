//! What tests run and what they notice: `test --coverage`, `mutate`; and why something failed or is not offered:
//! `explain`, `?` in play.

mod support;

use std::fs;
use std::path::Path;

use support::GAMES;

/// Runs the program: its exit code, what it says, and what it complains of.
fn run_with(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let run = support::run_with(args, input);
    (run.code, run.out, run.err)
}

/// An expansion of Lantern Market with one ware, and what its test expects of its two coins.
fn expansion(folder: &Path, expect: &str) {
    fs::create_dir_all(folder.join("wares")).expect("made");
    let write = |path: &str, text: &str| fs::write(folder.join(path), text).expect("written");
    write("expansion.toml", "name = \"Dragons\"\ngame = \"lantern-market\"\n");
    write(
        "wares/paper-dragon.toml",
        &format!(
            r#"name = "Paper Dragon"
kind = "Ware"
goods = ["Light"]
price = 1
source = "original"
text = "Set out: get 2 coins; with the street full, 1 more."

[[PLAY]]
do = '''
add(me, "coin", 2);
if size("street") > 3 {{
    add(me, "coin", 1);
}}
'''

[[test]]
name = "the dragon brings coins"
given = {{ "hand/1" = ["paper-dragon"] }}
do = 'run_trigger("paper-dragon", "PLAY");'
expect = ['{expect}']
"#
        ),
    );
}

fn with_expansion(expect: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("made");
    expansion(folder.path(), expect);
    let with = folder.path().to_str().expect("text");
    let mut all = args.to_vec();
    all.extend(["--content", GAMES, "--with", with]);
    let (code, out, err) = run_with(&all, "");
    (code, out.replace(with, "DIR").replace(GAMES, "GAMES"), err.replace(with, "DIR"))
}

#[test]
fn coverage_names_the_line_that_no_test_runs() {
    // Nobody fills the street, so the line inside of the condition never runs.
    let (code, out, err) = with_expansion(
        "tokens(1, \"coin\") == 5",
        &["test", "lantern-market", "--coverage", "--filter", "paper-dragon"],
    );
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("DIR/wares/paper-dragon.toml:12 never runs"), "{out}");
    assert!(!out.contains("paper-dragon.toml:10"), "{out}");
    assert!(out.contains("1 passed, 0 failed"), "{out}");
    // With one test of one card nothing else is used.
    assert!(out.contains("no test uses Tea Urn: REACTION"), "{out}");
    assert!(out.contains("no test cites the rule effort"), "{out}");
}

#[test]
fn mutate_tells_the_changes_that_a_weak_test_does_not_notice() {
    // The player begins with 3 coins and gets 2. Tried are: the call left out (3), set instead of add (2), 3 coins (6),
    // 1 coin (4); of the condition `>=`, 4, 2 and nothing else, and inside of it the call, set, 2 and 0: eleven changes.
    // Of an empty street nothing is noticed of the condition and what is inside of it, whatever is expected.
    let changes = |expect| {
        let (code, out, err) =
            with_expansion(expect, &["mutate", "paper dragon", "--game", "lantern-market"]);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        out
    };
    let exact = changes("tokens(1, \"coin\") == 5");
    assert!(exact.ends_with("lantern-market: 4 of 11 changes caught (36 in 100)\n"), "{exact}");
    let weak = changes("tokens(1, \"coin\") > 3");
    assert!(weak.ends_with("lantern-market: 2 of 11 changes caught (18 in 100)\n"), "{weak}");
    let told = "DIR/wares/paper-dragon.toml:10:17 `2` made `3`: the test that runs it does not notice\n";
    assert!(weak.contains(told), "{weak}");
    assert!(!exact.contains(told), "{exact}");
}

#[test]
fn mutate_fails_below_the_least_and_leaves_out_tests_that_fail_already() {
    let args = ["mutate", "paper dragon", "--game", "lantern-market", "--least"];
    let with = |least, expect| with_expansion(expect, &[&args[..], &[least]].concat());
    assert_eq!(with("36", "tokens(1, \"coin\") == 5").0, Some(0), "4 of 11 are 36.4 in 100");
    assert_eq!(with("37", "tokens(1, \"coin\") == 5").0, Some(1));
    let (code, out, err) = with("1", "tokens(1, \"coin\") == 9");
    assert_eq!(code, Some(1));
    assert_eq!(err, "note: the test `the dragon brings coins` fails already, and is left out\n");
    assert!(out.contains("no test runs it"), "{out}");
}

#[test]
fn a_failed_test_says_what_was_wanting() {
    let folder = tempfile::tempdir().expect("made");
    let with = folder.path().to_str().expect("text");
    fs::create_dir(folder.path().join("tests")).expect("made");
    fs::write(folder.path().join("expansion.toml"), "name = \"More\"\ngame = \"lantern-market\"\n")
        .expect("written");
    let test = r#"
[[test]]
name = "a stage for three coins"
given = { "hand/1" = ["puppet-stage", "tea-urn"] }
tokens = { "player/1" = { effort = 1, coin = 3 } }
do = 'set_active(1); act();'
answers = ["Set out Puppet Stage"]
expect = ['is_in("puppet-stage", "stall")']
"#;
    fs::write(folder.path().join("tests/more.toml"), test).expect("written");
    let (code, _, err) = run_with(&["test", "lantern-market", "--content", GAMES, "--with", with], "");
    assert_eq!(code, Some(1));
    assert!(err.contains("no option is `Set out Puppet Stage`"), "{err}");
    // The stage costs 4.
    assert!(err.contains("note: it is not `price <= 3`, asked at"), "{err}");
    assert!(err.contains("/lantern-market/rules.rhai:"), "{err}");
}

#[test]
fn a_kept_game_is_explained_card_by_card() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("a.record");
    let file = file.to_str().expect("text");
    let input = "1\n".repeat(400);
    let (_, end, _) = run_with(&["play", "missions", "--seed", "3", "--record", file], &input);
    let (code, out, err) = run_with(&["explain", file], "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    // What the cards of each player are worth adds up to the score that the game ended with.
    let mut sums: Vec<(String, i64)> = Vec::new();
    for line in out.lines() {
        match line.trim().split_once(' ') {
            _ if !line.starts_with(' ') && !line.contains("cards are worth") && !line.contains("now") => {
                sums.push((line.to_string(), 0));
            }
            Some((points, rest)) if rest.contains(": REWARD") => {
                assert!(rest.contains("cards/missions/"), "{rest}");
                sums.last_mut().expect("a player").1 += points.parse::<i64>().expect("points");
            }
            _ => {}
        }
    }
    assert_eq!(sums.len(), 3, "{out}");
    for (name, points) in sums {
        let scored = end.lines().rev().find(|line| line.trim_start().starts_with(&name)).expect("a score");
        assert!(scored.trim_end().ends_with(&format!(" {points}")), "{name}: {points}, not {scored}");
    }
}

#[test]
fn in_play_a_question_mark_tells_why_a_card_is_not_offered() {
    // In this game Gossip waits in the street and wants song or sweets; nothing is set out yet.
    let args = ["play", "lantern-market", "--content", GAMES, "--players", "2", "--seed", "3"];
    let (code, out, _) = run_with(&args, "? gossip\n? serve\n? nonsense\nq\n");
    assert_eq!(code, Some(0));
    assert!(out.contains("the goal `Song | Sweet` lacks `Song | Sweet`"), "{out}");
    assert!(out.contains("`can_serve(me, visitor)` does not hold, for Gossip"), "{out}");
    assert!(out.contains("no rule that was asked names it"), "{out}");
    let (_, out, _) = run_with(&args, "1\n? score\nq\n");
    // Two efforts at the beginning of the turn, one of them used for drawing.
    assert!(out.contains("effort: 1 now"), "{out}");
    assert!(out.contains("+2  a rule") && out.contains("-1  a rule"), "{out}");
}

#[test]
fn what_cannot_be_explained_is_told() {
    let (code, _, err) = run_with(&["explain", "C03"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("unknown code `C03`"), "{err}");
    let (code, _, err) = run_with(&["explain", "no.record"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("no file `no.record`"), "{err}");
}

#[test]
fn a_record_of_a_newer_version_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("a.record");
    let file = file.to_str().expect("text");
    run_with(&["play", "missions", "--seed", "3", "--record", file], "1\n");
    let text = fs::read_to_string(file).expect("it was kept");
    assert!(text.contains("\"format\":1"), "{text}");
    fs::write(file, text.replace("\"format\":1", "\"format\":2")).expect("written");
    let (code, _, err) = run_with(&["replay", file], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("the record has format 2") && err.contains("update cardwright to read it"), "{err}");
}

#[test]
fn before_anything_was_scored_the_score_is_told_as_things_stand() {
    // The hand of this seed has Tomalak and Bok, captains of the Romulans and the Ferengi, and Ambassador Sarek: Sarek
    // gives 5 for each of the two, Enemies to Friends 12 for an enemy with an ambassador.
    let (_, out, _) = run_with(&["play", "missions", "--seed", "3"], "? score\nq\n");
    let told = |line: &str| assert!(out.lines().any(|one| one.starts_with(line)), "{line}: {out}");
    told("what cards are worth");
    told("   +10  Ambassador Sarek: REWARD");
    told("   +12  Enemies to Friends: REWARD");
}
