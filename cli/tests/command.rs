//! The program as people and other programs meet it: what it prints, where, and with which exit code.

mod support;

use std::path::Path;
use std::process::{Command, Stdio};

use support::{GAMES, Run, copy, run_with};

fn run(args: &[&str]) -> Run {
    run_with(args, "")
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&run(args).out).expect("the output is JSON")
}

#[test]
fn a_game_is_played_to_its_end_through_a_pipe() {
    let args = ["play", "crazy-eights", "--content", GAMES, "--players", "2", "--seed", "7"];
    let game = run_with(&args, &"1\n".repeat(500));
    assert_eq!((game.code, game.err.as_str()), (Some(0), ""));
    assert!(
        game.out.contains(" wins") || game.out.contains("Nobody") || game.out.contains("share"),
        "{}",
        game.out
    );
    assert!(!game.out.contains('\u{1b}'), "no control codes without a terminal");
    let again = run_with(&args, &"1\n".repeat(500));
    assert_eq!(game.out, again.out, "a seed and answers make one game");
}

#[test]
fn bots_alone_play_the_game_that_the_simulation_played() {
    let args = ["sim", "missions", "-n", "1", "--seed", "9", "--players", "2", "--format", "json"];
    let sim = json(&args);
    let seed = cardwright::kernel::Random::seed_of_run(9, 0).to_string();
    let game = run(&["play", "missions", "--auto", "--seats", "random", "--players", "2", "--seed", &seed]);
    let winner = if sim["wins"][0] == 1 { "Bot 1" } else { "Bot 2" };
    assert!(
        game.out.contains(&format!("{winner} ")) && game.out.contains(&sim["scores"]["most"].to_string())
    );
}

#[test]
fn a_game_that_was_left_is_gone_on_with_and_replayed() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("a game.record");
    let file = file.to_str().expect("text");
    let begun = run_with(&["play", "missions", "--seed", "3", "--record", file], "1\n");
    assert_eq!(begun.code, Some(0));
    assert!(begun.err.contains(&format!("cardwright play --record '{file}'")), "{}", begun.err);
    let quit = run_with(&["play", "--record", file], "1\n1\nq\n");
    assert_eq!(quit.code, Some(0), "{}", quit.err);
    let rest = run_with(&["play", "--record", file], &"1\n".repeat(300));
    assert!(rest.out.contains("win") || rest.out.contains("share"), "{}", rest.out);
    let replayed = run(&["replay", file]);
    assert_eq!(replayed.code, Some(0));
    let end = |text: &str| text.lines().rev().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(end(&replayed.out), end(&rest.out));
    let early = run(&["replay", file, "--to", "2"]);
    assert!(early.out.contains("after 2 decisions"), "{}", early.out);

    let text = std::fs::read_to_string(file).expect("there");
    let forged = text.replacen("\"digest\":\"", "\"digest\":\"x", 1);
    std::fs::write(file, forged).expect("written");
    let misfit = run(&["replay", file]);
    assert_eq!(misfit.code, Some(1));
    assert!(misfit.err.contains("decision 1 no longer fits"), "{}", misfit.err);
}

#[test]
fn what_is_unknown_is_told_in_one_line_with_the_nearest() {
    let cases: [(&[&str], &str); 9] = [
        (&["play", "mission"], "unknown game `mission`; did you mean `missions`?"),
        (&["show", "tricordr"], "unknown card `tricordr`; did you mean `Tricorder`?"),
        (&["score", "missions", "bridg"], "unknown card `bridg`; did you mean `Bridge`?"),
        (&["play", "missions", "--seats", "gredy"], "unknown seat `gredy`; did you mean `greedy`?"),
        (
            &["sim", "missions", "--scenario", "standart"],
            "unknown scenario `standart`; did you mean `standard`?",
        ),
        (&["sim", "missions", "--players", "7"], "`missions` is for 2 to 6 players, not for 7"),
        (&["replay", "no-such.record"], "no file `no-such.record`"),
        (&["check", "missions", "--with", "no-such-folder"], "no folder `no-such-folder`"),
        (&["games", "--content", "no-such-folder"], "no folder `no-such-folder`"),
    ];
    for (args, told) in cases {
        let told = format!("error: {told}\n");
        let run = run(args);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(2), "", told.as_str()), "{args:?}");
    }
}

#[test]
fn a_wrong_answer_is_told_and_asked_again() {
    let game =
        run_with(&["play", "missions", "--seed", "3"], "99\nbridge over water\n?\nv\nl\nc tricorder\n");
    assert!(game.err.contains("there is no option 99"), "{}", game.err);
    assert!(game.err.contains("no option is called `bridge over water`"), "{}", game.err);
    assert!(game.out.contains("take back your last answer"), "{}", game.out);
    assert!(game.out.contains("your hand 7"), "{}", game.out);
    assert!(game.out.contains("╭ Tricorder"), "{}", game.out);
}

#[test]
fn the_board_tells_declared_totals_and_a_row_of_nine_by_name() {
    let played = run_with(&["play", "next-phase", "--seed", "3", "--seats", "person,random"], "q\n");
    let words = played.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let row = words.split("Search Area 9: ").nth(1).and_then(|rest| rest.split(" · ").next());
    assert_eq!(row.map(|names| names.split(", ").count()), Some(9), "{}", played.out);
    for total in ["XP 0, Speed ", "Attack ", "Diplomacy ", "Defense ", "Shields ", "flagship 1: "] {
        assert!(words.contains(total), "{total} is missing in {}", played.out);
    }
    // The first line is the game's title, however long.
    assert!(played.out.lines().skip(1).all(|line| line.chars().count() <= 80), "{}", played.out);
}

#[test]
fn programs_get_json() {
    let sim = json(&["sim", "missions", "-n", "6", "--players", "3", "--threads", "2", "--format", "json"]);
    assert_eq!((&sim["games"], &sim["errors"]), (&6.into(), &0.into()));
    assert!(sim["games_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
    assert_eq!(sim["wins"].as_array().map(Vec::len), Some(3));
    assert!(
        sim["cards"]
            .as_array()
            .is_some_and(|cards| cards.iter().all(|card| card["with"]["players"].is_u64()))
    );

    let score = json(&["score", "missions", "BRIDGE", "lieutenant worf", "--format", "json"]);
    let points: i64 =
        score["cards"].as_array().into_iter().flatten().filter_map(|card| card["points"].as_i64()).sum();
    assert_eq!(score["total"].as_i64(), Some(points));
    assert_eq!(score["cards"][0]["card"], "Bridge");
    assert!(
        score["cards"][1]["from"].as_array().is_some_and(|from| from.contains(&"Bridge".into())),
        "{score}"
    );

    let hand = ["borg cube", "captain jean-luc picard", "lieutenant worf", "bridge", "lore", "sovak"];
    let best = json(&[&["score", "missions", "--best", "--format", "json"], &hand[..]].concat());
    assert_eq!(best["total"], 57, "the best choice is to blank Lore and Sovak");

    let check = json(&["check", "missions", "--format", "json"]);
    assert_eq!((&check["games"][0]["game"], &check["games"][0]["errors"]), (&"missions".into(), &0.into()));
    let show = json(&["show", "tricorder", "--format", "json"]);
    assert_eq!(show[0]["id"], "tricorder");
    assert!(json(&["games", "--format", "json"]).as_array().is_some_and(|games| !games.is_empty()));
    let test = json(&["test", "missions", "--filter", "tricorder", "--format", "json"]);
    assert_eq!(test["failed"], 0);
}

#[test]
fn threads_do_not_matter_to_a_simulation() {
    let with = |threads| {
        let mut sim = json(&["sim", "missions", "-n", "9", "--threads", threads, "--format", "json"]);
        sim["games_per_second"] = 0.into();
        sim
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn faults_found_end_with_one() {
    let folder = tempfile::tempdir().expect("made");
    copy(Path::new(GAMES), folder.path());
    let manifest = folder.path().join("cards/crazy-eights/game.toml");
    let text = std::fs::read_to_string(&manifest).expect("there");
    std::fs::write(&manifest, format!("nonsense = 1\n{text}")).expect("written");
    let content = folder.path().to_str().expect("text");
    let check = run(&["check", "--content", content]);
    assert_eq!(check.code, Some(1));
    assert!(check.err.contains("`nonsense`") && check.err.contains("game.toml:1:1"), "{}", check.err);
    assert!(check.out.contains("faults crazy-eights:"), "{}", check.out);
    assert_eq!(run(&["play", "crazy-eights", "--auto", "--content", content]).code, Some(1));
}

#[test]
fn help_and_completions_are_there() {
    for command in [
        "play",
        "games",
        "show",
        "check",
        "test",
        "sim",
        "replay",
        "score",
        "completions",
        "new",
        "schema",
        "definitions",
        "docs",
        "explain",
    ] {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, Some(0));
        assert!(help.out.contains("Examples:"), "{command}");
    }
    assert!(run(&["completions", "bash"]).out.contains("cardwright"));
    assert_eq!(run(&["nonsense"]).code, Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_kept() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("game.record");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["play", "missions", "--seed", "3", "--record"])
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // Held open to the end: a closed input would end the game by itself.
    let input = child.stdin.take().expect("piped");
    let mut out = std::io::BufReader::new(child.stdout.take().expect("piped"));
    let mut seen = Vec::new();
    std::io::BufRead::read_until(&mut out, b'>', &mut seen).expect("it asks");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(kill.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(input);
    assert!(cardwright::record::Record::load(&file).is_ok());
}

#[test]
fn a_games_map_is_drawn_as_svg_into_a_file_or_to_standard_output() {
    let printed = run(&["show", "adventure-game", "--map"]);
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    assert!(printed.out.starts_with("<svg ") && printed.out.ends_with("</svg>\n"));
    // Thirty columns of thirty-one hexes; what stands on them has its name.
    assert_eq!(printed.out.matches("class=\"hex\"").count(), 930);
    for name in ["New Paris", "Star Base 4", "Organia", "Zaurak"] {
        assert!(printed.out.contains(&format!(">{name}</text>")), "{name}");
    }
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("map.svg");
    let written = run(&["show", "adventure-game", "--map", file.to_str().expect("text")]);
    assert_eq!((written.code, written.out.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(file).expect("written"), printed.out);
    let none = run(&["show", "missions", "--map"]);
    assert_eq!(none.code, Some(2));
    assert!(none.err.contains("the game `missions` has no map"), "{}", none.err);
}

#[test]
fn in_a_game_the_map_is_shown_where_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("seen.svg");
    let typed = format!("m 1515\nm zaurak\nm nowhere\nm {}\nq\n", file.to_str().expect("text"));
    let args = ["play", "adventure-game", "--seats", "person,person", "--seed", "4"];
    let game = run_with(&args, &typed);
    assert!(game.out.contains("around 1515: Organia"), "{}", game.out);
    assert!(game.out.contains("around 2928: Zaurak") && game.out.contains("*Zaurak"), "{}", game.out);
    assert!(game.err.contains("nothing on the map is called `nowhere`"), "{}", game.err);
    assert!(std::fs::read_to_string(file).expect("written").contains(">Zaurak</text>"));
    assert!(game.out.lines().all(|line| line.chars().count() <= 80), "{}", game.out);
    let without = run_with(&["play", "missions", "--seed", "4"], "m\nq\n");
    assert!(without.err.contains("this game has no map"), "{}", without.err);
}

#[test]
fn what_would_do_nothing_is_refused() {
    let folder = tempfile::tempdir().expect("made");
    std::fs::create_dir(folder.path().join("cards")).expect("made");
    let empty = folder.path().to_str().expect("text");
    let told = |args: &[&str]| {
        let run = run(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}{}", run.out, run.err);
        run.err
    };
    for command in ["check", "test", "mutate"] {
        assert!(told(&[command, "--content", empty]).contains("there are no games here"), "{command}");
    }
    let err = told(&["test", "missions", "--filter", "zzz"]);
    assert_eq!(err, "error: no test has `zzz` in its name, card, rule or file\n");
    let err = told(&["sim", "stccg", "-n", "5", "--deck", "romulans", "--deck", "klingon"]);
    assert_eq!(err, "error: unknown deck `romulans`; did you mean `romulan`?\n");
    assert!(told(&["sim", "missions", "-n", "0"]).contains("0 is not in 1.."));
    // Its text has nothing but words.
    let err = told(&["mutate", "sample", "--sample", "0"]);
    assert!(err.contains("0 is not in 1.."), "{err}");
}
