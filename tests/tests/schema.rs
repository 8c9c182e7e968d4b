//! The schemas of files hold for every file of every game, and not for files with mistakes that a schema can see.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright::content::{Content, Disk, load, schema};
use cardwright_tests::broken;
use cardwright_tests::root;
use jsonschema::Validator;
use serde_json::Value;

/// The files of a game by what they hold.
struct Schemas {
    card: Validator,
    tests: Validator,
    deck: Validator,
    game: Validator,
}

impl Schemas {
    fn of(content: &Content) -> Self {
        let made = |schema: Value| jsonschema::validator_for(&schema).expect("the schema is one");
        let rules = &content.rules;
        Self {
            card: made(schema::card(rules)),
            tests: made(schema::tests(rules)),
            deck: made(schema::deck()),
            game: made(schema::game()),
        }
    }

    /// What is wrong with a file, by its path below the game's folder.
    fn faults(&self, path: &str, text: &str) -> Vec<String> {
        let data: Value = match toml::from_str(text) {
            Ok(data) => data,
            Err(error) => return vec![error.to_string()],
        };
        let schema = match path {
            "game.toml" => &self.game,
            path if path.starts_with("tests/") => &self.tests,
            path if path.starts_with("decks/") => &self.deck,
            _ => &self.card,
        };
        schema.iter_errors(&data).map(|error| format!("{path}: {}: {error}", error.instance_path())).collect()
    }
}

fn toml_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            found.extend(toml_files(&path));
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
    found
}

fn content(folder: &Path, game: &str) -> Arc<Content> {
    load(&Disk::new(folder), game, &[]).0.expect("the manifest can be read").into()
}

#[test]
fn every_file_of_every_game_fits_its_schema() {
    let mut seen = 0;
    for place in ["", "tests/games"] {
        let place = root().join(place);
        for game in cardwright::content::games(&Disk::new(&place)).expect("they can be listed") {
            let schemas = Schemas::of(&content(&place, &game.id));
            let folder = place.join("cards").join(&game.id);
            for file in toml_files(&folder) {
                let path =
                    file.strip_prefix(&folder).expect("it lies there").to_string_lossy().replace('\\', "/");
                let text = fs::read_to_string(&file).expect("it can be read");
                let faults = schemas.faults(&path, &text);
                assert!(faults.is_empty(), "{}: {}", game.id, faults.join("\n"));
                seen += 1;
            }
        }
    }
    assert!(seen > 900, "only {seen} files were found");
}

/// Mistakes of the broken cards that a schema cannot see: what stands inside scripts, queries and ids, and what depends
/// on other files or the file's name.
const UNSEEN: [&str; 27] = [
    "cost-no-one-can-pay",
    "change-that-does-not-fit",
    "field-number-too-large",
    "expansion-",
    "expansions-",
    "file-is-no-text",
    "file-with-",
    "game-unknown",
    "goal-",
    "manifest-broken",
    "manifest-declared-twice",
    "manifest-kernel-event",
    "manifest-players-reversed",
    "manifest-rule-file-missing",
    "manifest-rules-of-no-functions",
    "manifest-setup-unknown",
    "manifest-token-bounds",
    "manifest-trigger-live-unknown",
    "manifest-word-broken",
    "manifest-without-",
    "name-is-not-the-file",
    "operation-",
    "rules-",
    "script-",
    "condition-",
    "test-",
    "two-cards-of-one-id",
];

#[test]
fn mistakes_that_a_schema_can_see_are_seen() {
    let harbour = Schemas::of(&content(&root().join("tests/broken/base"), "harbour"));
    let mut seen = 0;
    let mut missed = Vec::new();
    for case in broken::cases() {
        let folder = root().join("tests/broken").join(&case.name).join("cards/harbour");
        if !folder.is_dir() || UNSEEN.iter().any(|start| case.name.starts_with(start)) {
            continue;
        }
        let faults: Vec<String> = toml_files(&folder)
            .iter()
            .flat_map(|file| {
                let path = file.strip_prefix(&folder).expect("it lies there").to_string_lossy().into_owned();
                harbour.faults(&path, &String::from_utf8_lossy(&fs::read(file).expect("it can be read")))
            })
            .collect();
        seen += 1;
        if faults.is_empty() {
            missed.push(case.name);
        }
    }
    assert!(missed.is_empty(), "the schema sees nothing wrong with {missed:?}");
    assert!(seen >= 25, "only {seen} mistakes were tried");
}

#[test]
fn a_card_is_held_to_the_declarations_of_its_game() {
    let harbour = Schemas::of(&content(&root().join("tests/broken/base"), "harbour"));
    let good = "name = \"Gull\"\nkind = \"Boat\"\n";
    let faults = |more: &str| harbour.faults("gull.toml", &format!("{good}{more}"));
    for fine in [
        "",
        "skills = [\"Netting x2\", \"Mending\"]",
        "skills = { Netting = 2 }",
        "trades = \"Cook\"",
        "PLAY = 'draw'",
        "[[PLAY]]\ncost = \"1 coin, 2 moored\"\ndo = ''",
        "[[PASSIVE]]\nchange = \"hand_size\"\nadd = 1",
        "[[PASSIVE]]\nto = \"landed\"\ndo = ''",
        "[[test]]\nname = \"x\"\nexpect = ['true']\ngiven = { \"hand/1\" = [\"gull\"], sea = [] }\n\
         tokens = { \"player/2\" = { coin = 9 }, \"card/gull\" = { moored = 1 } }",
    ] {
        assert_eq!(faults(fine), Vec::<String>::new(), "{fine}");
    }
    for wrong in [
        "skills = [\"Neting x2\"]",
        "skills = { Netting = 0 }",
        "kind2 = \"Boat\"",
        "size = \"large\"",
        "copies = 1001",
        "source = \"web\"",
        "PLYA = ''",
        "REACTION = ''",
        "[[PLAY]]\nto = \"landed\"\ndo = ''",
        "[[PLAY]]\ncost = \"1 coni\"\ndo = ''",
        "[[REACTION]]\nto = \"lnded\"\ndo = ''",
        "[[REACTION]]\ndo = ''",
        "[[PASSIVE]]\nchange = \"hand_size\"",
        "[[PASSIVE]]\nchange = \"handsize\"\nadd = 1",
        "[[test]]\nname = \"x\"",
        "[[test]]\nname = \"x\"\nexpect = []\ngiven = { hand = [] }",
        "[[test]]\nname = \"x\"\nexpect = []\ntokens = { \"player/1\" = { moored = 1 } }",
        "[[test]]\nname = \"x\"\nexpect = []\ntokens = { \"player/1\" = { coin = 10 } }",
        "[[test]]\nname = \"x\"\nexpect = []\nrule = \"laning\"",
    ] {
        assert!(!faults(wrong).is_empty(), "{wrong}");
    }
    assert!(!harbour.faults("gull.toml", "kind = \"Boat\"\n").is_empty(), "a card has a name");
    assert!(!harbour.faults("gull.toml", "name = \"Gull\"\n").is_empty(), "the kind is required");
    let listed = "[[card]]\nname = \"Gull\"\nkind = \"Boat\"\n";
    assert_eq!(harbour.faults("birds.toml", listed), Vec::<String>::new());
    assert!(!harbour.faults("birds.toml", &format!("name = \"x\"\n{listed}")).is_empty());
}
