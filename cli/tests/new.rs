//! What `new` makes passes `check` and `test` as it stands, for every game, and fits its own schema.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run(folder: &Path, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright")).args(args).current_dir(folder).output();
    let output = output.expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn good(folder: &Path, args: &[&str]) -> String {
    let run = run(folder, args);
    assert_eq!(run.code, Some(0), "{args:?}\n{}{}", run.out, run.err);
    run.out
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a schema says of a file.
fn faults(schema: &Value, file: &Path) -> Vec<String> {
    let data: Value = toml::from_str(&read(file)).expect("the file is TOML");
    let schema = jsonschema::validator_for(schema).expect("the schema is one");
    schema.iter_errors(&data).map(|error| error.to_string()).collect()
}

/// The schema that a file names in its first line.
fn schema_of(file: &Path) -> Value {
    let text = read(file);
    let named =
        text.lines().next().and_then(|line| line.strip_prefix("#:schema ")).expect("a schema is named");
    serde_json::from_str(&read(&file.with_file_name(named))).expect("the schema is JSON")
}

#[test]
fn an_expansion_of_any_game_is_without_fault_and_is_tested() {
    let folder = tempfile::tempdir().expect("made");
    let folder = folder.path();
    let games: Value = serde_json::from_str(&good(folder, &["games", "--format", "json"])).expect("JSON");
    let games: Vec<&str> =
        games.as_array().into_iter().flatten().filter_map(|game| game["id"].as_str()).collect();
    assert!(games.len() >= 5);
    for game in games {
        let name = format!("More of {game}");
        let id = format!("more-of-{game}");
        good(folder, &["new", "expansion", &name, "--game", game]);
        good(folder, &["new", "card", "Ann's Second Card", "--in", &id, "--set", "late"]);
        good(folder, &["new", "card", r#"A "Third" \ Card"#, "--in", &id]);
        let check = good(folder, &["check", game, "--with", &id, "--strict"]);
        assert!(check.starts_with("good "), "{check}");
        assert_eq!(good(folder, &["test", game, "--with", &id, "--filter", &id]), "4 passed, 0 failed\n");
        // The game's own tests hold with it too.
        let all = good(folder, &["test", game, "--with", &id]);
        assert!(all.ends_with(" passed, 0 failed\n"), "{all}");
        let card = folder.join(&id).join("cards/late/anns-second-card.toml");
        for file in [&card, &folder.join(&id).join("expansion.toml")] {
            assert_eq!(faults(&schema_of(file), file), Vec::<String>::new(), "{}", file.display());
        }
        let again = run(folder, &["new", "card", "Ann's Second Card", "--in", &id]);
        assert!(again.err.contains("there is a card `anns-second-card` already"), "{}", again.err);
    }
}

#[test]
fn a_game_is_without_fault_tested_and_played() {
    let folder = tempfile::tempdir().expect("made");
    let folder = folder.path();
    good(folder, &["new", "game", "Snail Race"]);
    good(folder, &["new", "card", "Old Snail", "--in", "snail-race"]);
    assert!(
        good(folder, &["--content", "snail-race", "check", "--strict"])
            .starts_with("good snail-race: 4 cards")
    );
    assert_eq!(good(folder, &["--content", "snail-race", "test"]), "7 passed, 0 failed\n");
    let sim = good(folder, &["--content", "snail-race", "sim", "snail-race", "-n", "50", "--format", "json"]);
    let sim: Value = serde_json::from_str(&sim).expect("JSON");
    assert_eq!((&sim["games"], &sim["errors"]), (&50.into(), &0.into()));
    let cards = folder.join("snail-race/cards/snail-race");
    for file in ["game.toml", "kitchen.toml", "baker.toml", "thief.toml", "old-snail.toml"] {
        let file = cards.join(file);
        assert_eq!(faults(&schema_of(&file), &file), Vec::<String>::new(), "{}", file.display());
    }

    // A second game beside the first.
    good(folder, &["--content", "snail-race", "new", "game", "Slug Race"]);
    assert_eq!(good(folder, &["--content", "snail-race", "test"]), "13 passed, 0 failed\n");
}

#[test]
fn nothing_is_written_over_or_into_nowhere() {
    let folder = tempfile::tempdir().expect("made");
    let folder = folder.path();
    good(folder, &["new", "game", "Snail Race"]);
    let manifest = folder.join("snail-race/cards/snail-race/game.toml");
    std::fs::write(&manifest, "name = \"mine\"\n").expect("written");
    let again = run(folder, &["new", "game", "Snail Race"]);
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("is there already; nothing was written"), "{}", again.err);
    assert_eq!(read(&manifest), "name = \"mine\"\n");
    let nowhere = run(folder, &["new", "card", "Snail"]);
    assert_eq!(nowhere.code, Some(2));
    assert!(
        nowhere.err.contains("begin with `cardwright new expansion NAME --game GAME`"),
        "{}",
        nowhere.err
    );
    let nameless = run(folder, &["new", "game", "!?"]);
    assert!(nameless.err.contains("has no letters or digits"), "{}", nameless.err);
}
