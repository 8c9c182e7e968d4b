//! The book tells the truth: its pages are all there, its commands do what it says, its files pass, what it quotes
//! stands where it says, and its generated pages are those that the program would write.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn book() -> PathBuf {
    root().join("cli/book/src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every page below a folder, by its path there.
fn pages(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(&inner).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let path =
                    path.strip_prefix(folder).expect("it lies there").to_string_lossy().replace('\\', "/");
                found.insert(path);
            }
        }
    }
    found
}

/// A block of code: what stands behind its fence, and its lines.
struct Block {
    head: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(head)) => open = Some(Block { head: head.to_owned(), text: String::new() }),
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    found
}

/// The words of a command, as a shell would take them.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("there is always one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Does what a chapter says in a new folder, and gives how long its commands took.
fn follow(chapter: &str) -> Duration {
    let folder = tempfile::tempdir().expect("made");
    let folder = folder.path();
    let mut told = String::new();
    let mut taken = Duration::ZERO;
    for block in blocks(&read(&book().join(chapter))) {
        let (language, rest) = block.head.split_once(' ').unwrap_or((&block.head, ""));
        match (language, rest) {
            ("sh", "") => {
                told.clear();
                for line in block.text.lines() {
                    let (wanted, command) = line.strip_prefix("! ").map_or((0, line), |command| (1, command));
                    let words = words(command);
                    assert_eq!(words[0], "cardwright", "{chapter}: {line}");
                    let begun = Instant::now();
                    let mut run = Command::new(env!("CARGO_BIN_EXE_cardwright"));
                    run.args(&words[1..]).current_dir(folder);
                    let output = run.output().expect("the program runs");
                    taken += begun.elapsed();
                    let out = String::from_utf8_lossy(&output.stdout).into_owned();
                    let err = String::from_utf8_lossy(&output.stderr).into_owned();
                    assert_eq!(output.status.code(), Some(wanted), "{chapter}: {line}\n{out}{err}");
                    told.push_str(&out);
                    told.push_str(&err);
                }
            }
            ("text", _) => {
                for line in block.text.lines() {
                    assert!(
                        told.lines().any(|other| other == line),
                        "{chapter}: `{line}` was not told, but\n{told}"
                    );
                }
            }
            ("toml" | "rhai", rest) if rest.starts_with("from ") => {
                let path = root().join("tests/games").join(&rest["from ".len()..]);
                assert!(
                    read(&path).contains(&block.text),
                    "{chapter}: {} has no\n{}",
                    path.display(),
                    block.text
                );
            }
            ("toml" | "rhai", path) if !path.is_empty() => {
                let path = folder.join(path);
                fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("made");
                fs::write(path, &block.text).expect("written");
            }
            ("toml", "") => assert!(block.text.parse::<toml::Table>().is_ok(), "{chapter}: {}", block.text),
            _ => panic!("{chapter}: what is a block of `{}`?", block.head),
        }
    }
    taken
}

#[test]
fn what_a_chapter_says_can_be_done_and_comes_out_as_it_says() {
    let written = pages(&book()).into_iter().filter(|page| !is_made(page));
    let mut commands = 0;
    for chapter in written {
        let page = read(&book().join(&chapter));
        let lines = blocks(&page).into_iter().filter(|block| block.head == "sh");
        commands += lines.map(|block| block.text.lines().count()).sum::<usize>();
        follow(&chapter);
    }
    assert!(commands >= 30, "only {commands} commands were found");
}

#[test]
fn ten_minutes_leave_the_machine_five_seconds() {
    // A program that is not optimised, on a machine that does other things as well, is given more.
    let most = if cfg!(debug_assertions) { 30 } else { 5 };
    let taken = follow("ten-minutes.md");
    assert!(taken < Duration::from_secs(most), "{taken:?}");
}

fn is_made(page: &str) -> bool {
    read(&book().join(page)).starts_with("<!-- Made by `cardwright docs --book`")
}

#[test]
fn every_page_stands_in_the_summary() {
    let summary = read(&book().join("SUMMARY.md"));
    let links =
        summary.match_indices("](").map(|(at, _)| summary[at + 2..].split(')').next().unwrap_or_default());
    let listed: BTreeSet<String> = links.map(str::to_owned).collect();
    let mut there = pages(&book());
    there.remove("SUMMARY.md");
    assert_eq!(listed, there);
}

#[test]
fn every_link_leads_somewhere() {
    let mut lost = Vec::new();
    for page in pages(&book()) {
        let path = book().join(&page);
        let text = read(&path);
        // What stands in blocks of code is no link.
        let prose = text.split("```").step_by(2).collect::<Vec<_>>().concat();
        for (at, _) in prose.match_indices("](") {
            let link = prose[at + 2..].split(')').next().unwrap_or_default();
            let file = link.split('#').next().unwrap_or_default();
            if !link.contains("://") && !path.with_file_name(file).exists() {
                lost.push(format!("{page}: {link}"));
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
}

#[test]
fn what_is_made_from_the_code_is_as_the_code_has_it() {
    let folder = tempfile::tempdir().expect("made");
    let run = |to: &Path| {
        let root = root();
        let args = ["--content", ".", "docs", "--book"];
        let output =
            Command::new(env!("CARGO_BIN_EXE_cardwright")).args(args).arg(to).current_dir(&root).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    if std::env::var_os("UPDATE").is_some() {
        run(&root().join("cli/book").canonicalize().expect("it is there"));
    }
    run(folder.path());
    let made = folder.path().join("src");
    for page in pages(&made) {
        let (now, then) = (read(&made.join(&page)), read(&book().join(&page)));
        assert!(now == then, "`{page}` is out of date: run with UPDATE=1\n{}", first_difference(&then, &now));
    }
    let there: BTreeSet<String> = pages(&book()).into_iter().filter(|page| is_made(page)).collect();
    assert_eq!(there, pages(&made));
}

fn first_difference(then: &str, now: &str) -> String {
    let differs = then.lines().zip(now.lines()).find(|(then, now)| then != now);
    differs.map(|(then, now)| format!("- {then}\n+ {now}")).unwrap_or_default()
}
