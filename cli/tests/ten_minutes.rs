//! The page "Ten minutes, timed" counts what is read and typed; its table is counted here from the same texts.

use std::path::{Path, PathBuf};
use std::process::Command;

use pretty_assertions::assert_eq;

/// Words read in a minute.
const READ: f64 = 200.0;
/// Keys pressed in a minute: 30 words of five.
const TYPED: f64 = 150.0;
/// What a new card may take.
const MOST_MINUTES: f64 = 10.0;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/ten-minutes.md");
    std::fs::read_to_string(path).expect("the page is there")
}

/// Words that have a letter or digit: lines of a frame are not read.
fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

#[derive(Default)]
struct Step {
    words: usize,
    keys: usize,
    /// What its last command printed.
    told: String,
}

/// Does a step of the page in a folder, and counts.
fn follow(step: &str, folder: &Path) -> Step {
    let mut counted = Step { words: words(step), ..Step::default() };
    let mut rest = step;
    while let Some(at) = rest.find("```") {
        let (head, text) = rest[at + 3..].split_once('\n').expect("a fence has a line");
        let (text, after) = text.split_once("```").expect("a block is closed");
        rest = after;
        if head == "sh" {
            for command in text.lines() {
                counted.keys += command.chars().count() + 1;
                let words_of: Vec<&str> = command.split('"').collect();
                // What stands between quotes is one word.
                let args = words_of.iter().enumerate().flat_map(|(ix, part)| {
                    if ix % 2 == 1 { vec![*part] } else { part.split_whitespace().collect() }
                });
                let args: Vec<&str> = args.skip(1).collect();
                let run =
                    Command::new(env!("CARGO_BIN_EXE_cardwright")).args(args).current_dir(folder).output();
                let run = run.expect("the program runs");
                assert!(run.status.success(), "{command}");
                counted.told = String::from_utf8_lossy(&run.stdout).into_owned();
                counted.words += words(&counted.told) + words(&String::from_utf8_lossy(&run.stderr));
            }
        } else if let Some(file) = head.strip_prefix("toml ") {
            let file: PathBuf = folder.join(file);
            let made = std::fs::read_to_string(&file).expect("`new` wrote it");
            counted.words += words(&made);
            let is_new = |line: &&str| !line.is_empty() && made.lines().all(|known| known != *line);
            counted.keys += text.lines().filter(is_new).map(|line| line.chars().count() + 1).sum::<usize>();
            std::fs::write(&file, text).expect("written");
        }
    }
    counted
}

#[test]
fn a_new_card_takes_the_words_and_keys_that_the_page_says_and_under_ten_minutes() {
    let page = page();
    let steps =
        &page[page.find("\n1\\. ").expect("a first step")..page.find("How it is counted").expect("the end")];
    let folder = tempfile::tempdir().expect("made");
    let mut starts: Vec<usize> = (1..=5).filter_map(|n| steps.find(&format!("\n{n}\\. "))).collect();
    starts.push(steps.len());
    let counted: Vec<Step> =
        starts.windows(2).map(|ends| follow(&steps[ends[0]..ends[1]], folder.path())).collect();
    let (words, keys) =
        counted.iter().fold((0, 0), |(words, keys), step| (words + step.words, keys + step.keys));
    let minutes = |words: usize, keys: usize| words as f64 / READ + keys as f64 / TYPED;
    let row = |name: &str, words: usize, keys: usize| {
        format!("| {name} | {words} | {keys} | {:.1} |", minutes(words, keys))
    };
    let names = ["1. begin", "2. look", "3. write", "4. check and test", "5. play"];
    let mut table: Vec<String> =
        names.iter().zip(&counted).map(|(name, step)| row(name, step.words, step.keys)).collect();
    table.push(row("together", words, keys));
    let written: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert_eq!(written, table, "the table of the page must be\n{}", table.join("\n"));
    assert!(minutes(words, keys) < MOST_MINUTES);

    // Played means: the card is there to be played.
    let hand = counted[4].told.split("your hand").nth(1).unwrap_or_default();
    assert!(hand.contains("Night Nurse"), "{}", counted[4].told);
}
