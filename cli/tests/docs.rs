//! What is told of words, codes and declarations.

use std::process::Command;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/games");

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_cardwright")).args(args).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn told(args: &[&str]) -> String {
    let (code, out, err) = run(args);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    out
}

#[test]
fn a_verb_is_told_with_its_example() {
    let out = told(&["docs", "take_top"]);
    for part in ["take_top(from, n, to)", "one by one", "do = 'take_top(\"sack\", 2, \"hand\");'"] {
        assert!(out.contains(part), "{out}");
    }
}

#[test]
fn a_word_of_a_game_is_told_with_its_comment_and_where_it_is_used() {
    let of = |word: &str| told(&["docs", word, "--game", "lantern-market", "--content", GAMES]);
    let cases = [
        ("effort", "What a player can still do this turn."),
        ("effort", "a number on each player, from 0 to 9, 0 at the start"),
        ("stall", "there is one for each player, and everyone sees"),
        ("goods", "any of, each with how often, `Sweet`, `Hot`, `Light`, `Song`"),
        ("Light", "a value of the field `goods`"),
        ("FLIP", "live in `street`"),
        ("came", "Its data: `event.card`."),
        ("serve", "A visitor can be served when unspent wares"),
        ("serve", "Serves a visitor with the wares that meet its wish."),
        ("can_serve", "expect = ["),
    ];
    for (word, part) in cases {
        let out = of(word);
        let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part), "{word}: {out}");
    }
}

#[test]
fn keys_names_codes_and_words_of_queries_are_told() {
    for (word, part) in [
        ("copies", "How many of it the game has"),
        ("seen_face_down", "One of: `everyone`, `owner`, `team`, `nobody`."),
        ("requires", "A goal that must be met"),
        ("at_most", "no more than this"),
        ("me", "the player who controls the card"),
        ("distinct", "goal `2 distinct colour`"),
        ("c0312", "Mended: use one of the values"),
        ("moved", "`event.card`, `event.from`, `event.to`, `event.player`"),
    ] {
        let out = told(&["docs", word]);
        assert!(out.contains(part), "{word}: {out}");
    }
    assert!(told(&["docs"]).contains("verb (chance)"));
    assert!(told(&["docs", "--game", "missions"]).contains("with_any"));
}

#[test]
fn a_word_that_nobody_knows_is_told_with_the_nearest() {
    let (code, out, err) = run(&["docs", "tak_top"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert_eq!(err, "error: nothing is called `tak_top`; did you mean `take_top`?\n");
    let (_, _, err) = run(&["explain", "C0313x"]);
    assert_eq!(err, "error: unknown code `C0313x`; did you mean `C0313`?\n");
    // Without a game, all games are looked through.
    assert!(told(&["docs", "extra_turn"]).contains("token of missions"));
}

#[test]
fn codes_are_explained_and_listed() {
    let out = told(&["explain", "s0202"]);
    assert!(
        out.starts_with("S0202: a script calls a function")
            && out.contains("Mended: use a verb that is there")
    );
    assert!(told(&["explain"]).lines().count() >= 50);
}

#[test]
fn definitions_have_verbs_names_and_the_functions_of_a_game() {
    let verbs = told(&["definitions"]);
    assert!(
        verbs.starts_with("module static;")
            && verbs.contains("fn take_top(from: ?, n: int, to: ?) -> array;")
    );
    assert!(!verbs.contains("fn with_any("));
    let game = told(&["definitions", "missions"]);
    let with_any =
        "/// `points` once, if another card of the hand matches.\nfn with_any(points: ?, query: ?) -> ?;\n";
    assert!(game.starts_with(&verbs) && game.contains(with_any) && game.contains("let me: int;"));
}

#[test]
fn schemas_are_json_and_need_a_game_only_where_they_are_of_one() {
    for args in [
        &["schema", "missions"][..],
        &["schema", "--manifest"],
        &["schema", "--deck"],
        &["schema", "missions", "--tests"],
    ] {
        let schema: serde_json::Value = serde_json::from_str(&told(args)).expect("JSON");
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    }
    let (code, _, err) = run(&["schema"]);
    assert_eq!((code, err.contains("say for which game")), (Some(2), true), "{err}");
}
