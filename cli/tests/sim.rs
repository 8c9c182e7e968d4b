//! `sim` as people and other programs meet it: what it compares, draws and writes, and what it refuses.

use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_eq;
use serde_json::Value;

/// An expansion for Missions.
const SHORE_LEAVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/expansions/shore-leave");
/// One for Next Phase, with a scenario of its own.
const FREE_TRADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/expansions/free-traders");
/// The folder with a small game.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/games");

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run(args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright")).arg("sim").args(args).output();
    let output = output.expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn good(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.code, Some(0), "{args:?}\n{}{}", run.out, run.err);
    run.out
}

/// The small games of Missions with and without the expansion.
fn compared<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let args = ["missions", "-n", "40", "--players", "2", "--with", SHORE_LEAVE, "--compare"];
    args.into_iter().chain(more.iter().copied()).collect()
}

fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().expect("a table has a head").iter().map(str::to_owned).collect();
    let rows =
        reader.records().map(|row| row.expect("a row fits its head").iter().map(str::to_owned).collect());
    std::iter::once(head).chain(rows).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn an_expansion_is_compared_with_the_game_without_it() {
    let found: Value = serde_json::from_str(&good(&compared(&["--format", "json"]))).expect("JSON");
    assert_eq!((&found["games"], &found["pairs"]), (&40.into(), &40.into()));
    assert_eq!(found["expansions"], serde_json::json!(["Shore Leave"]));
    let list = |key: &str| found[key].as_array().cloned().unwrap_or_default();
    let ids: Vec<String> =
        list("measures").iter().filter_map(|one| one["id"].as_str().map(str::to_owned)).collect();
    let all = ["wins.1", "wins.2", "score.1", "score.2", "decisions", "steps", "shared", "nobody", "broken"];
    assert_eq!(ids, all);
    for one in list("measures").iter().chain(&list("cards")) {
        let figure = |side: &str, key: &str| one[side][key].as_f64().expect("a number");
        let moved = figure("with", "value") - figure("without", "value");
        assert!((moved - figure("difference", "value")).abs() < 0.002, "{one}");
        let (low, high) = (figure("difference", "low"), figure("difference", "high"));
        assert!(low <= moved + 0.002 && moved - 0.002 <= high, "{one}");
        assert_eq!(one["seen"], Value::from(low > 0.0 || high < 0.0), "{one}");
        // Where nothing moved, no number of games would show it.
        let is_needed = one["seen"] == false && figure("difference", "value") != 0.0;
        assert_eq!(one["games_needed"].is_u64(), is_needed, "{one}");
    }
    // Both runs are told whole, and each is what it would be alone.
    let alone = ["missions", "-n", "40", "--players", "2", "--format", "json"];
    let mut without: Value = serde_json::from_str(&good(&alone)).expect("JSON");
    let mut with: Value =
        serde_json::from_str(&good(&[&alone[..], &["--with", SHORE_LEAVE]].concat())).expect("JSON");
    for (run, side) in [(&mut without, "without"), (&mut with, "with")] {
        run["games_per_second"] = found[side]["games_per_second"].clone();
        assert_eq!(*run, found[side], "{side}");
    }
    let new = list("new_cards");
    assert!(new.iter().any(|card| card["id"] == "horgahn"), "{new:?}");
    assert!(list("cards").iter().all(|card| card["id"] != "horgahn"));

    let text = good(&compared(&[]));
    assert!(
        text.starts_with("Star Trek: Missions: 40 games without and with Shore Leave, on the same seeds")
    );
    assert!(text.contains("no difference can be seen") && text.contains("new cards"), "{text}");
    assert!(text.contains("Would take: so many"), "{text}");
}

#[test]
fn a_scenario_that_only_the_expansion_has_is_compared_with_the_usual_one() {
    let args = ["next-phase", "-n", "2", "--with", FREE_TRADERS, "--compare", "--scenario", "free-traders"];
    let text = good(&args);
    let told = text.lines().find(|line| line.starts_with("without: scenario ")).unwrap_or_default();
    assert!(told.ends_with("; with: scenario free-traders"), "{text}");
    assert!(text.contains("fewer than 30 games"), "{text}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let cases: [(&[&str], &str); 8] = [
        (
            &["missions", "--compare"],
            "there is nothing to compare with: name an expansion, `--compare --with DIR`",
        ),
        (
            &["missions", "--table", "cards"],
            "`--table` says which table `--format csv` writes; `--csv DIR` writes all of them",
        ),
        (
            &["missions", "--format", "csv", "--table", "compare"],
            "the table `compare` tells what moved between two runs: add `--compare --with DIR`",
        ),
        (
            &["missions", "--format", "json", "--chart"],
            "`--chart` draws below the text; `--svg FILE` draws beside any format",
        ),
        (
            &["missions", "--compare", "--with", SHORE_LEAVE, "--scenario", "shore"],
            "unknown scenario `shore`; there is standard, shore-leave",
        ),
        // Where nothing could be written is told before anything is played.
        (&["missions", "--svg", GAMES], "is a folder; `--svg` wants a file"),
        (
            &["missions", "--svg", "../tests/gams/a.svg"],
            "no folder `../tests/gams`; did you mean `../tests/games`?",
        ),
        (&["missions", "--csv", "../README.md/tables"], "cannot make `../README.md/tables`"),
    ];
    for (args, told) in cases {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.err.starts_with("error: ") && run.err.contains(told), "{args:?}: {}", run.err);
    }
}

#[test]
fn tables_are_csv_and_tell_each_run() {
    let folder = tempfile::tempdir().expect("made");
    let tables = folder.path().join("some/tables");
    let shown = good(&compared(&["--csv", tables.to_str().expect("text"), "--format", "csv"]));
    assert_eq!(shown, read(&tables.join("compare.csv")));
    let seats = rows(&read(&tables.join("seats.csv")));
    let first: Vec<&str> = seats.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(first, ["run", "without", "without", "with", "with"]);
    let games = rows(&read(&tables.join("games.csv")));
    let head = ["run", "game", "seed", "decisions", "steps", "winners", "fault", "score_1", "score_2"];
    assert_eq!(games[0], head);
    assert_eq!(games.len(), 1 + 40 + 40);
    assert_eq!((&games[1][..3], &games[41][..3]).0[1..], games[41][1..3], "both runs have the same seeds");
    for row in &games[1..] {
        assert!(!row[5].is_empty() && row[6].is_empty() && row[7].parse::<i64>().is_ok(), "{row:?}");
    }
    // A seat's wins are the games in which it is among the winners.
    let won =
        games.iter().filter(|row| row[0] == "with" && row[5].split(' ').any(|seat| seat == "2")).count();
    assert_eq!(seats[4][5], won.to_string());
    let choices = rows(&read(&tables.join("choices.csv")));
    assert_eq!(choices[0], ["run", "prompt", "option", "offered", "chosen", "by_chance", "verdict"]);
    for row in &choices[1..] {
        let number = |ix: usize| row[ix].parse::<f64>().expect("a number");
        assert!(number(4) <= number(3) && number(5) <= number(3) && number(3) > 0.0, "{row:?}");
    }
    assert!(rows(&read(&tables.join("cards.csv"))).len() > 100);

    let cards = rows(&good(&["missions", "-n", "5", "--format", "csv"]));
    assert_eq!(cards[0][..3], ["run", "id", "card"]);
    assert!(cards[1..].iter().all(|row| row[0] == "without"));
}

#[test]
fn a_picture_is_xml_and_has_every_chart() {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("moved.svg");
    let told = run(&compared(&["--svg", file.to_str().expect("text")]));
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.err.contains("the charts are in "), "{}", told.err);
    let svg = read(&file);
    let document = roxmltree::Document::parse(&svg).expect("it is XML");
    let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    let headings = [
        "New cards: win rate of those who had them, with its 95% interval",
        "Win rate of those who had the card: what moved most",
        "Length of a game",
        "decisions in a game",
    ];
    for heading in headings {
        assert!(texts.contains(&heading), "{heading}");
    }
    assert_eq!(document.root_element().attribute("role"), Some("img"));
}

#[test]
fn charts_have_no_colour_in_a_pipe_and_fit_80_columns() {
    let text = good(&compared(&["--chart", "--all"]));
    assert!(!text.contains('\u{1b}'), "no control codes without a terminal");
    assert!(text.contains("○ without   ● with, and its interval") && text.contains("without ░"), "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn threads_do_not_matter_to_charts_tables_and_what_moved() {
    let with = |threads| {
        let folder = tempfile::tempdir().expect("made");
        let (svg, tables) = (folder.path().join("a.svg"), folder.path().join("tables"));
        let paths = [svg.to_str().expect("text"), tables.to_str().expect("text")];
        // Few: players who think are slow where nothing is optimised.
        let game = ["missions", "-n", "10", "--with", SHORE_LEAVE, "--compare", "--seats", "greedy,random"];
        let args = ["--threads", threads, "--svg", paths[0], "--csv", paths[1]];
        let text = good(&[&game[..], &args].concat());
        // The second line tells how long it took.
        let text: Vec<String> =
            text.lines().enumerate().filter(|(ix, _)| *ix != 1).map(|(_, line)| line.to_owned()).collect();
        let files = ["seats", "cards", "games", "choices", "compare"]
            .map(|name| read(&tables.join(format!("{name}.csv"))));
        (text, read(&svg), files)
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn an_option_that_no_bot_takes_is_told() {
    // Greedy players of Crazy Eights are offered cards that are worse than another at every turn; whatever they leave
    // out, the table of all options and the short list must say the same of it.
    let args = ["crazy-eights", "--content", GAMES, "-n", "12", "--seats", "greedy", "--format"];
    let data: Value = serde_json::from_str(&good(&[&args[..], &["json"]].concat())).expect("JSON");
    let choices = data["choices"].as_array().expect("a list");
    assert!(!choices.is_empty());
    for one in choices {
        let figure = |key: &str| one[key].as_f64().expect("a number");
        let wanted = match (figure("chosen"), figure("by_chance")) {
            (0.0, due) if due >= 7.0 => "never",
            (0.0, _) => "seldom offered",
            (chosen, due) if chosen * 10.0 < due => "hardly ever",
            _ => "",
        };
        assert_eq!(one["verdict"], wanted, "{one}");
    }
    let text = good(&[&args[..], &["text", "--choices"]].concat());
    let told = text.lines().skip_while(|line| !line.starts_with("what was offered")).skip(1).count();
    assert_eq!(told, choices.len());
}

#[test]
fn a_card_that_fails_only_while_bots_try_it_is_told() {
    // A greedy bot tries the card, sees that it leads nowhere, and never plays it: no game breaks off.
    let folder = tempfile::tempdir().expect("made");
    let dir = folder.path().to_str().expect("text");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write(
        "cards/lamps/game.toml",
        "name = \"Lamps\"\nplayers = [1, 2]\n[scenarios.standard]\ntitle = \"one\"\n[zones]\nhand = { of = \"player\", seen = \"owner\" }\n\
         [fields]\nkind = { kind = \"one of\", values = [\"Lamp\"] }\n[triggers.PLAY]\nlive = [\"hand\"]\n",
    );
    write(
        "cards/lamps/dim.toml",
        "name = \"Dim\"\nkind = \"Lamp\"\n\n[[PLAY]]\ndo = 'size(\"h\" + \"nad\");'\n",
    );
    write(
        "scripts/lamps/rules.rhai",
        "fn setup() { create(\"dim\", zone(\"hand\", 1)); next(\"turn\"); }\n\
         fn turn() { if choose(1, \"Light it?\", [\"yes\", \"no\"]) == \"yes\" { run_trigger(top(zone(\"hand\", 1)), \"PLAY\"); } end_game([1], \"night\"); }\n\
         fn estimate(player) { 1 }\n",
    );
    let args = ["lamps", "--content", dir, "--players", "1", "-n", "6", "--seats", "greedy"];
    let found = run(&args);
    assert_eq!(found.code, Some(1), "{}", found.err);
    assert!(!found.out.contains("broke off"), "{}", found.out);
    // Six games, one question each, its two options tried once each.
    let wanted = "cards/lamps/dim.toml:5:7: unknown zone `hnad`; did you mean `hand`? (in `Dim`)";
    assert!(
        found.err.contains("failed 6 times while bots tried it out: ") && found.err.contains(wanted),
        "{}",
        found.err
    );
    let data: Value =
        serde_json::from_str(&run(&[&args[..], &["--format", "json"]].concat()).out).expect("JSON");
    assert_eq!(
        data["failed_while_trying"].as_object().expect("a table").values().collect::<Vec<_>>(),
        [&Value::from(6)]
    );
}

/// Whoever has seen enough ends it, and is told what was seen.
#[cfg(unix)]
#[test]
fn an_interrupted_run_tells_the_games_that_were_played() {
    use std::process::Stdio;
    use std::time::Duration;

    let program = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["sim", "missions", "-n", "10000000", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_secs(3));
    let kill =
        Command::new("kill").args(["-INT", &program.id().to_string()]).status().expect("kill is there");
    assert!(kill.success());
    let output = program.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let data: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let games = data["games"].as_u64().expect("a number");
    let length = &data["length"];
    assert!(games > 0 && games < 10_000_000 && length.is_object(), "{games} games, {length}");
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains(&format!("interrupted after {games} of 10000000 games")), "{told}");
}
