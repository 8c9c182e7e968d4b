//! `watch` says what a save changed, whatever way the editor saves, and nothing else.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use support::{copy, said_by};

/// Longer than a save takes to be told on a busy machine; a test that waits so long has failed.
const LONGEST: Duration = Duration::from_secs(30);

/// A running `watch`, and what it has said.
struct Watching {
    child: Child,
    said: Arc<Mutex<String>>,
    read: usize,
}

impl Watching {
    fn begin(folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("watch").args(args).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let said = said_by(child.stdout.take().expect("piped"));
        Self { child, said, read: 0 }
    }

    /// What is said next, up to the line that sums it up; without the time that it took.
    fn next(&mut self) -> String {
        let begun = Instant::now();
        loop {
            let said = self.said.lock().expect("no reader panics")[self.read..].to_owned();
            let end = said.match_indices(" s)\n").map(|(at, _)| at + 4).next();
            if let Some(end) = end {
                self.read += end;
                let told = &said[..end];
                let time = told.rfind(" (").expect("the time stands in brackets");
                return told[..time].to_owned();
            }
            assert!(begun.elapsed() < LONGEST, "nothing more was said than {said:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The last line that is said next: what the game's standing is.
    fn verdict(&mut self) -> String {
        self.next().lines().last().unwrap_or_default().to_owned()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const TOP: &str = r#"name = "Humming Top"
colour = "Blue"
kind = "Toy"
source = "original"
text = "Play: 1 coin."
PLAY = 'add("coin", 1);'

[[test]]
name = "it gives a coin"
given = { "hand/1" = ["humming-top"] }
do = 'run_trigger("humming-top", "PLAY")'
# 3 coins at the start, and 1.
expect = ['tokens(1, "coin") == 4']
"#;

/// A game, and an expansion of it with one card.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("made");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/games");
    for part in ["cards/workbench", "scripts/workbench"] {
        copy(&games.join(part), &folder.path().join("games").join(part));
    }
    let cards = folder.path().join("tops/cards");
    fs::create_dir_all(&cards).expect("made");
    fs::write(folder.path().join("tops/expansion.toml"), "name = \"Tops\"\ngame = \"workbench\"\n")
        .expect("written");
    fs::write(cards.join("humming-top.toml"), TOP).expect("written");
    (folder, cards)
}

/// How many tests the game has by itself.
fn tests_of_the_game(folder: &Path) -> usize {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["--content", "games", "test", "workbench"])
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    told.split(' ').next().and_then(|n| n.parse().ok()).expect("a number of tests")
}

#[test]
fn a_fault_and_a_failing_test_are_told_when_they_come_and_when_they_go() {
    let (folder, cards) = folder();
    let tests = tests_of_the_game(folder.path()) + 1;
    let good = format!("good workbench: {tests} tests pass, 4 gaps");
    let mut watch = Watching::begin(folder.path(), &["tops", "--content", "games"]);
    let first = watch.next();
    assert_eq!(first, format!("watching games/cards, games/scripts, tops; Ctrl-C ends\n{good}"));
    let file = cards.join("humming-top.toml");

    // A word that there is not, in the sixth line.
    fs::write(&file, TOP.replace("add(\"coin\"", "ad(\"coin\"")).expect("written");
    assert_eq!(
        watch.next(),
        "\
tops/cards/humming-top.toml
error[S0202]: unknown function `ad`
 --> tops/cards/humming-top.toml:6:9
  |
6 | PLAY = 'ad(\"coin\", 1);'
  |         ^^
  |
  = help: did you mean `add`?

faults workbench: 1 error, tests wait until it can be read, 4 gaps"
    );

    // The same fault two lines further down is not told again.
    let moved = TOP.replace("add(\"coin\"", "ad(\"coin\"").replace("kind =", "# one\n# two\nkind =");
    fs::write(&file, moved).expect("written");
    assert_eq!(
        watch.next(),
        "tops/cards/humming-top.toml\nfaults workbench: 1 error, tests wait until it can be read, 4 gaps"
    );

    // Mended, but now it gives two coins.
    fs::write(&file, TOP.replace("add(\"coin\", 1)", "add(\"coin\", 2)")).expect("written");
    assert_eq!(
        watch.next(),
        format!(
            "\
tops/cards/humming-top.toml
gone error[S0202]: unknown function `ad` (tops/cards/humming-top.toml)
error[R0301]: test `it gives a coin` failed
  --> tops/cards/humming-top.toml:13:11
   |
13 | expect = ['tokens(1, \"coin\") == 4']
   |           ^^^^^^^^^^^^^^^^^^^^^^^^ this does not hold
   |
   = note: tokens(1, \"coin\") is 5
   = note: 4 is 4

Diff < left / right > :
<5
>4


faults workbench: 1 of {tests} tests fail, 4 gaps"
        )
    );

    // Fails in another way: that is told too.
    fs::write(&file, TOP.replace("add(\"coin\", 1)", "add(\"coin\", 3)")).expect("written");
    let told = watch.next();
    assert!(told.contains("note: tokens(1, \"coin\") is 6"), "{told}");

    fs::write(&file, TOP).expect("written");
    assert_eq!(
        watch.next(),
        format!(
            "tops/cards/humming-top.toml\npasses again `it gives a coin` (tops/cards/humming-top.toml)\n{good}"
        )
    );
}

#[test]
fn it_does_not_matter_how_an_editor_saves() {
    let (folder, cards) = folder();
    let tests = tests_of_the_game(folder.path()) + 1;
    let mut watch = Watching::begin(folder.path(), &["tops", "--content", "games"]);
    watch.next();
    let file = cards.join("humming-top.toml");
    let fails = format!("faults workbench: 1 of {tests} tests fail, 4 gaps");
    let passes = format!("good workbench: {tests} tests pass, 4 gaps");
    let wrong = TOP.replace("add(\"coin\", 1)", "add(\"coin\", 2)");

    // Beside it, and then in its place; the old one kept as a copy.
    fs::write(cards.join(".humming-top.toml.swp"), "b0VIM").expect("written");
    fs::write(cards.join("4913"), "").expect("written");
    fs::remove_file(cards.join("4913")).expect("removed");
    fs::rename(&file, cards.join("humming-top.toml~")).expect("renamed");
    fs::write(&file, &wrong).expect("written");
    assert_eq!(watch.verdict(), fails);

    fs::write(cards.join("new"), TOP).expect("written");
    fs::rename(cards.join("new"), &file).expect("renamed");
    assert_eq!(watch.verdict(), passes);

    // Emptied first, then filled in pieces: only the end is told.
    fs::write(&file, "").expect("written");
    std::thread::sleep(Duration::from_millis(30));
    let (one, other) = wrong.split_at(wrong.len() / 2);
    fs::write(&file, one).expect("written");
    std::thread::sleep(Duration::from_millis(10));
    fs::write(&file, format!("{one}{other}")).expect("written");
    let told = watch.next();
    assert_eq!(told.lines().last(), Some(&*fails), "{told}");
    assert!(!told.contains("error[C"), "{told}");

    // Saved with nothing changed: nothing is said, and the next that is said is of the next change.
    fs::write(&file, &wrong).expect("written");
    std::thread::sleep(Duration::from_millis(300));
    fs::write(&file, TOP).expect("written");
    assert_eq!(watch.verdict(), passes);
}

#[test]
fn files_and_folders_that_come_and_go_are_noticed() {
    let (folder, cards) = folder();
    let own = tests_of_the_game(folder.path());
    let good = |more: usize| format!("good workbench: {} tests pass, 4 gaps", own + more);
    let mut watch = Watching::begin(folder.path(), &["tops/cards", "--content", "games"]);
    watch.next();
    // A second card, in a folder that was not there.
    fs::create_dir(cards.join("small")).expect("made");
    let second = TOP.replace("Humming Top", "Small Top").replace("humming-top", "small-top");
    fs::write(cards.join("small/small-top.toml"), &second).expect("written");
    assert_eq!(watch.verdict(), good(2));
    // Renamed, it no longer fits its name.
    fs::rename(cards.join("small/small-top.toml"), cards.join("small/tiny-top.toml")).expect("renamed");
    let told = watch.next();
    assert!(told.contains("error[C") && told.contains("small-top"), "{told}");
    fs::remove_dir_all(cards.join("small")).expect("removed");
    let told = watch.next();
    assert!(told.contains("\ngone error[C") && told.ends_with(&good(1)), "{told}");

    // The whole expansion is gone for a while.
    let away = folder.path().join("elsewhere");
    fs::rename(folder.path().join("tops"), &away).expect("renamed");
    let told = watch.next();
    assert!(told.contains("no `expansion.toml` in `tops"), "{told}");
    fs::rename(&away, folder.path().join("tops")).expect("renamed");
    let told = watch.next();
    assert!(told.contains("\ngone error[") && told.ends_with(&good(1)), "{told}");
    // And it is watched again.
    let file = cards.join("humming-top.toml");
    fs::write(&file, TOP.replace("== 4", "== 5")).expect("written");
    assert_eq!(watch.verdict(), format!("faults workbench: 1 of {} tests fail, 4 gaps", own + 1));
}

#[test]
fn a_rule_that_all_cards_use_is_tested_with_all() {
    let (folder, _) = folder();
    let mut watch = Watching::begin(folder.path(), &["games"]);
    let own = tests_of_the_game(folder.path());
    assert_eq!(watch.verdict(), format!("good workbench: {own} tests pass, 4 gaps"));
    let rules = folder.path().join("games/scripts/workbench");
    let file = fs::read_dir(&rules).expect("it is there").next().expect("a file").expect("readable").path();
    let text = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, text.replace("add(player, \"coin\", 1);", "add(player, \"coin\", 0);"))
        .expect("written");
    assert!(watch.verdict().starts_with("faults workbench: "));
    fs::write(&file, text).expect("written");
    assert_eq!(watch.verdict(), format!("good workbench: {own} tests pass, 4 gaps"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_as_it_ends_the_others() {
    let (folder, _) = folder();
    let mut watch = Watching::begin(folder.path(), &["tops", "--content", "games"]);
    watch.next();
    let killed = Command::new("kill").arg("-INT").arg(watch.child.id().to_string()).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(watch.child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn what_cannot_be_watched_is_said() {
    let (folder, _) = folder();
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .arg("watch")
            .args(args)
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, told) = run(&[]);
    assert_eq!(code, Some(2));
    assert!(told.contains("here is neither an `expansion.toml` nor a folder `cards`"), "{told}");
    let (code, told) = run(&["top"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("no folder `top`; did you mean `tops`?"), "{told}");
    let (_, told) = run(&["--game", "missions"]);
    assert!(told.contains("neither"), "{told}");
}
