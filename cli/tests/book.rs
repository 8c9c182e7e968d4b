//! The book tells the truth: its pages are all there, its commands do what it says, its files pass, what it quotes
//! stands where it says, and its generated pages are those that the program would write.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use support::said_by;

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

/// A program that goes on while the chapter does, and what it has said.
struct Running {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Running {
    fn begin(folder: &Path, args: &[String]) -> Self {
        let mut run = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        run.args(args).current_dir(folder).stdout(Stdio::piped());
        let mut child = run.spawn().expect("the program runs");
        let said = said_by(child.stdout.take().expect("piped"));
        Self { child, said }
    }

    /// Waits until all lines of a block were said, in their order, and forgets what was said up to there.
    fn wait_for(&self, chapter: &str, text: &str) {
        let begun = Instant::now();
        loop {
            let mut said = self.said.lock().expect("no reader panics");
            match rest_after(&without_times(&said), text) {
                Ok(rest) => {
                    *said = rest;
                    return;
                }
                Err(line) => {
                    assert!(begun.elapsed() < LONGEST, "{chapter}: `{line}` was not told, but\n{said}");
                }
            }
            drop(said);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Longer than anything is waited for.
const LONGEST: Duration = Duration::from_secs(60);

/// How long something took, as the book says it.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.strip_suffix(" s)").and_then(|line| line.rsplit_once(" (")) {
        Some((line, time)) if time.parse::<f64>().is_ok() => format!("{line} (TIME s)\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// What follows the last of some lines that stand in a text in this order, though others may stand between; else the
/// first that does not.
fn rest_after(text: &str, lines: &str) -> Result<String, String> {
    let mut rest = text.lines();
    for wanted in lines.lines() {
        rest.find(|line| *line == wanted).ok_or_else(|| wanted.to_owned())?;
    }
    Ok(rest.map(|line| format!("{line}\n")).collect())
}

/// A conversation: a command, what is typed, and what is told to it.
fn talk(chapter: &str, folder: &Path, text: &str) {
    let (command, lines) = text.split_once('\n').expect("a command and what follows");
    let words = words(command.strip_prefix("$ ").expect("a command begins with `$`"));
    let typed = lines.lines().filter_map(|line| match line.strip_prefix("> ") {
        None if line.starts_with("write it?") => line.rsplit_once("> ").map(|(_, typed)| typed),
        typed => typed,
    });
    let typed: String = typed.map(|line| format!("{line}\n")).collect();
    let mut run = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    run.args(&words[1..]).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = run.spawn().expect("the program runs");
    child.stdin.take().expect("piped").write_all(typed.as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{chapter}: {command}\n{told}");
    if let Err(line) = rest_after(&told, lines) {
        panic!("{chapter}: `{line}` was not told, or not there, but\n{told}");
    }
}

/// Does what a chapter says in a new folder, and gives how long its commands took.
fn follow(chapter: &str) -> Duration {
    let folder = tempfile::tempdir().expect("made");
    let folder = folder.path();
    let mut told = String::new();
    let mut taken = Duration::ZERO;
    let mut running: Option<Running> = None;
    for block in blocks(&read(&book().join(chapter))) {
        let (language, rest) = block.head.split_once(' ').unwrap_or((&block.head, ""));
        match (language, rest) {
            ("sh", "") => {
                told.clear();
                for line in block.text.lines() {
                    let (wanted, command) = line.strip_prefix("! ").map_or((0, line), |command| (1, command));
                    let words = words(command);
                    assert_eq!(words[0], "cardwright", "{chapter}: {line}");
                    if words[1] == "watch" {
                        running = Some(Running::begin(folder, &words[1..]));
                        continue;
                    }
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
            ("console", "") => talk(chapter, folder, &block.text),
            ("text", _) if running.is_some() => {
                running.iter().for_each(|running| running.wait_for(chapter, &block.text));
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
