//! What must hold of the house itself: who may use whom, what stands where, that the documents tell the truth.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use cardwright::content::{Content, Diagnostics, Disk, Files, Memory, load, render};
use cardwright::script::Game;
use cardwright::testing::{Report, run_tests};
use cardwright_tests::root;
use pretty_assertions::assert_eq;

/// Names of people, peoples, places and things in the games, none of which the engine may know.
const GAME_WORDS: &str = "
    borg klingon romulan ferengi cardassian vulcan bajoran betazoid federation starfleet enterprise picard kirk
    dilithium latinum flagship starbase stardate spaceline dilemma tricorder phaser holodeck
    affiliation lifeform reputation captain commissioner specialty
    duty officer|away team|mission attempt|neutral zone|star trek
";

/// For each room of the engine, the rooms it may use.
const ARROWS: [(&str, &[&str]); 8] = [
    ("kernel", &[]),
    ("query", &["kernel"]),
    ("content", &["kernel", "query"]),
    ("record", &["kernel"]),
    // A bot is asked in the middle of a script, and runs scripts to answer.
    ("script", &["kernel", "query", "content", "record", "agent"]),
    ("agent", &["kernel", "script"]),
    ("table", &["kernel", "content", "record", "script", "agent"]),
    ("testing", &["kernel", "query", "content", "script", "agent", "table"]),
];

/// Every file below a folder, what starts with a dot and what is built left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            let name = name(&path);
            if name.starts_with('.') || name == "target" {
                continue;
            }
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn files_ending(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let ends = |path: &PathBuf| path.extension().is_some_and(|end| endings.iter().any(|known| end == *known));
    files(folder).into_iter().filter(ends).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The path from the project's folder on.
fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// Where a word or several stand in a text, as words and not inside of others. The text is in lower case.
fn has_word(text: &str, word: &str) -> bool {
    let plain = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        let end = text[at + word.len()..].chars().next().filter(|c| *c != 's');
        plain(text[..at].chars().next_back()) && plain(end)
    })
}

#[test]
fn only_what_belongs_there_stands_at_the_top() {
    let known = [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "NOTICE",
        "README.md",
        "cards",
        "cli",
        "engine",
        "scripts",
        "target",
        "tests",
    ];
    let entries = fs::read_dir(root()).expect("the project's folder can be read");
    let stray: Vec<String> = entries
        .map(|entry| name(&entry.expect("the entry can be read").path()))
        // Records are what playing leaves behind; git leaves them out.
        .filter(|name| {
            !name.starts_with('.') && !name.ends_with(".record") && !known.contains(&name.as_str())
        })
        .collect();
    assert_none(&stray);
}

#[test]
fn the_engine_knows_no_word_of_any_game() {
    let words: Vec<&str> = GAME_WORDS
        .lines()
        .flat_map(|line| {
            if line.contains('|') { line.split('|').collect() } else { line.split(' ').collect::<Vec<_>>() }
        })
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .collect();
    let mut found = Vec::new();
    for path in files(&root().join("engine")) {
        for (ix, line) in String::from_utf8_lossy(&fs::read(&path).expect("read")).lines().enumerate() {
            let line = line.to_lowercase().replace(['_', '-'], " ");
            let here = words.iter().filter(|word| has_word(&line, word));
            found.extend(here.map(|word| format!("{}:{}: `{word}`", shown(&path), ix + 1)));
        }
    }
    assert_none(&found);
}

/// The rooms that a text names after `crate::`.
fn rooms_used(text: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        // `$crate::` and `pub(in crate::x)` count as well; another crate's name before it does not.
        let rest = &text[at + "crate::".len()..];
        let listed = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default(),
        };
        let first = |part: &str| part.trim().split("::").next().unwrap_or_default().to_owned();
        rooms.extend(listed.split(',').map(first));
    }
    rooms
}

#[test]
fn arrows_between_the_rooms_of_the_engine_point_down() {
    let source = root().join("engine/src");
    let mut found = Vec::new();
    for path in files_ending(&source, &["rs"]) {
        let inside = path.strip_prefix(&source).expect("it lies there");
        let room =
            inside.components().next().map(|part| part.as_os_str().to_string_lossy().replace(".rs", ""));
        let room = room.unwrap_or_default();
        let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| *known == room) else {
            if room != "lib" {
                found.push(format!("{}: a room that the map does not know", shown(&path)));
            }
            continue;
        };
        let rooms = ARROWS.iter().map(|(room, _)| *room);
        for used in rooms_used(&read(&path)).iter().filter(|used| rooms.clone().any(|room| room == *used)) {
            if *used != room && !allowed.contains(&used.as_str()) {
                found.push(format!("{}: `{room}` uses `{used}`", shown(&path)));
            }
        }
    }
    assert_none(&found);
}

#[test]
fn the_kernel_knows_no_script_no_toml_and_no_file() {
    let mut found = Vec::new();
    for path in files_ending(&root().join("engine/src/kernel"), &["rs"]) {
        let text = read(&path);
        let used = ["rhai", "toml::", "std::fs", "std::io", "std::path", "std::time", "println!"];
        found.extend(
            used.iter().filter(|used| text.contains(**used)).map(|used| format!("{}: {used}", shown(&path))),
        );
    }
    assert_none(&found);
}

#[test]
fn no_file_is_longer_than_can_be_read() {
    // Cards that are read together, as a book is, may make a long file. So may a page that is made for looking words up.
    let is_made =
        |path: &Path| String::from_utf8_lossy(&fs::read(path).expect("read")).starts_with("<!-- Made by");
    let is_book = |path: &Path| shown(path).starts_with("cards/") || is_made(path);
    let all = files_ending(&root(), &["rs", "rhai", "toml", "md"]).into_iter();
    let long = all.filter(|path| !is_book(path)).filter_map(|path| {
        // Broken files may be broken in length.
        let lines = String::from_utf8_lossy(&fs::read(&path).expect("read")).lines().count();
        (lines >= 800).then(|| format!("{}: {lines} lines", shown(&path)))
    });
    assert_none(&long.collect::<Vec<_>>());
}

#[test]
fn nothing_is_left_to_do_in_code() {
    let left = ["todo", "unimplemented", "dbg"].map(|name| format!("{name}!("));
    let mut found = Vec::new();
    for path in files_ending(&root(), &["rs"]) {
        for (ix, line) in read(&path).lines().enumerate() {
            if left.iter().any(|left| line.contains(left.as_str())) {
                found.push(format!("{}:{}: {}", shown(&path), ix + 1, line.trim()));
            }
        }
    }
    assert_none(&found);
}

#[test]
fn every_card_names_its_source_and_has_a_test() {
    let mut found = Vec::new();
    let mut cards = 0;
    for path in files_ending(&root().join("cards"), &["toml"]) {
        let parts = shown(&path);
        let parts: Vec<&str> = parts.split('/').collect();
        if parts.ends_with(&["game.toml"]) || ["tests", "decks"].contains(&parts[2]) {
            continue;
        }
        let text = read(&path);
        let lines = |start: &str| text.lines().filter(|line| line.trim_start().starts_with(start)).count();
        let here = lines("[[card]]").max(1);
        cards += here;
        if lines("source =") < here {
            found.push(format!("{}: no `source`", shown(&path)));
        }
        if lines("[[test]]") + lines("[[card.test]]") == 0 {
            found.push(format!("{}: no `[[test]]`", shown(&path)));
        }
    }
    assert_none(&found);
    assert!(cards >= 74, "only {cards} cards were found");
}

/// A heading as a link names it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_of_the_documents_lead_somewhere() {
    let mut found = Vec::new();
    for path in files_ending(&root(), &["md"]) {
        let text = read(&path);
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let to = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            let is_there = to.exists()
                && (heading.is_empty()
                    || read(&to).lines().any(|line| line.starts_with('#') && anchor(line) == heading));
            if !is_there {
                found.push(format!("{}: {target}", shown(&path)));
            }
        }
    }
    assert_none(&found);
}

/// The blocks of a document that are in a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let ends = |rest: &str| rest.split("\n```").next().unwrap_or_default().to_owned() + "\n";
    text.match_indices(&fence).map(|(at, _)| ends(&text[at + fence.len()..])).collect()
}

#[test]
fn commands_of_the_documents_exist() {
    let mut commands = 0;
    let mut found = Vec::new();
    for document in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"] {
        for line in blocks(&read(&root().join(document)), "sh").iter().flat_map(|block| block.lines()) {
            let words: Vec<&str> = line.split_whitespace().take_while(|word| *word != "#").collect();
            let Some((_, given)) = line.split_once(" -- ").filter(|_| words.starts_with(&["cargo", "run"]))
            else {
                continue;
            };
            let command = given.trim().strip_prefix("--content . ").unwrap_or(given.trim());
            let command = command.split_whitespace().next().unwrap_or_default();
            commands += 1;
            if !root().join(format!("cli/src/commands/{command}.rs")).is_file() {
                found.push(format!("{document}: {line}"));
            }
        }
    }
    assert_none(&found);
    assert!(commands >= 8, "only {commands} commands were found");
}

#[test]
fn the_example_of_the_readme_is_the_one_that_is_tested() {
    let example = blocks(&read(&root().join("README.md")), "rust").concat();
    let commented: String =
        example.lines().map(|line| format!("/// {line}").trim_end().to_owned() + "\n").collect();
    assert!(read(&root().join("engine/src/table/mod.rs")).contains(&commented), "\n{commented}");
    assert!(example.lines().count() < 25);
}

const CARD: &str = "cards/missions/galaxy/tea-earl-grey.toml";

/// Missions with one card more, loaded and compiled, with all faults.
fn missions_with(card: &str) -> (Option<Rc<Game>>, Diagnostics) {
    let disk = Disk::new(root());
    let mut all = Memory::default();
    for path in ["cards", "scripts"].iter().flat_map(|folder| disk.list(folder).expect("it can be listed")) {
        all.0.insert(path.clone(), disk.read(&path).expect("it can be read").into());
    }
    all.0.insert(CARD.to_owned(), card.as_bytes().to_vec().into());
    let (content, mut faults) = load(&all, "missions", &[]);
    let content: Arc<Content> = content.expect("the manifest is there").into();
    let (game, of_scripts) = Game::compile_checked(content);
    faults.extend(of_scripts.iter().cloned());
    (game, faults)
}

fn test_card(card: &str) -> (Report, String) {
    let (game, faults) = missions_with(card);
    assert!(faults.is_empty(), "{}", render(&faults, false));
    let game = game.expect("it has no fault");
    let id = game.rules.card("tea-earl-grey");
    let report = run_tests(&game, |test| test.card == id);
    let told = render(&report.diagnostics(&game), false);
    (report, told)
}

#[test]
fn the_card_of_the_readme_works_and_its_faults_are_told_as_shown() {
    let readme = read(&root().join("README.md"));
    let card = blocks(&readme, "toml").concat();
    assert_eq!(card.lines().count(), 10);
    let [unknown, wrong] = &blocks(&readme, "text")[..] else { panic!("two faults are shown") };
    let told = |text: &str| text.replace("./cards", "cards");

    // With the new card among the others, all that was true of them still is.
    let (game, _) = missions_with(&card);
    let all = run_tests(&game.expect("it has no fault"), |_| true);
    assert_eq!(all.failures.iter().map(|failure| &failure.name).collect::<Vec<_>>(), Vec::<&String>::new());
    let (report, failures) = test_card(&card);
    assert_eq!((report.passed, report.failures.len()), (1, 0), "{failures}");
    let (_, failures) = test_card(&card.replace("== 11", "== 13"));
    assert_eq!(failures.trim_end(), told(wrong).trim_end());
    let (_, faults) = missions_with(&card.replace("with_any", "with_anny"));
    assert_eq!(render(&faults, false).trim_end(), told(unknown).trim_end());
}
