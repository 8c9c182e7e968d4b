//! How a game stands, its faults and its failing tests, and what is different from how it stood before.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cardwright::content::{Code, Diagnostic, Diagnostics, Severity, render};
use cardwright::script::Game;
use cardwright::testing::run_tests;

use super::Target;
use crate::terminal::{BAD, FAINT, GOOD};
use crate::text::{count, line};

/// Something that is wrong.
#[derive(Clone, Debug)]
struct Wrong {
    /// What makes it the same as one before, wherever in its file it has moved to.
    same: String,
    /// What it says, for noticing that it says something else.
    says: String,
    /// It in full, with colours.
    full: String,
    /// It in a line.
    short: String,
    /// The file that it is shown in, for the end of a line.
    place: String,
    /// Whether nothing is wrong, but something is missing.
    is_gap: bool,
}

/// How a game stands.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    game: String,
    faults: Vec<Wrong>,
    failing: Vec<Wrong>,
    /// The tests, by name.
    tests: Vec<String>,
    errors: usize,
    warnings: usize,
    gaps: usize,
    read: BTreeSet<PathBuf>,
    /// Two with one fingerprint were read from the same texts.
    pub fingerprint: String,
}

impl Standing {
    /// Reads, checks and tests a game as it is now. While it has faults its tests are not run, and stand as before.
    pub fn of(target: &Target, before: Option<&Self>) -> Self {
        let (content, mut faults) = target.read();
        let mut now = Self { game: target.game.clone(), ..Self::default() };
        now.read = faults.sources().iter().map(|(path, _)| PathBuf::from(path)).collect();
        let mut game = None;
        if let Some(content) = content {
            now.fingerprint.clone_from(&content.fingerprint);
            let content = Arc::new(content);
            let (compiled, of_scripts) = Game::compile_checked(content.clone());
            faults.extend(of_scripts.iter().cloned());
            for mut gap in content.gaps() {
                now.gaps += 1;
                gap.severity = Severity::Note;
                faults.push(gap);
            }
            game = compiled.filter(|_| !faults.has_errors());
        }
        now.errors = faults.count(Severity::Error);
        now.warnings = faults.count(Severity::Warning);
        now.faults = faults.sorted().into_iter().map(|one| fault(one, &faults)).collect();
        match (game, before) {
            (Some(game), _) => {
                let report = run_tests(&game, |_| true);
                let all = &game.content;
                now.tests = all.tests.iter().map(|test| test.name.clone()).collect();
                now.failing = report
                    .failures
                    .iter()
                    .map(|failure| {
                        let mut wrong = fault(&failure.diagnostic, &report.diagnostics(&game));
                        if let Some(difference) = &failure.difference {
                            wrong.full.push_str(&format!("{difference}\n\n"));
                        }
                        wrong.same.clone_from(&failure.name);
                        wrong.short = format!("`{}`", line(&failure.name));
                        wrong
                    })
                    .collect();
            }
            (None, Some(before)) => {
                now.failing.clone_from(&before.failing);
                now.tests.clone_from(&before.tests);
            }
            (None, None) => {}
        }
        now
    }

    /// Whether a file was read for the game.
    pub fn has_read(&self, file: &Path) -> bool {
        self.read.contains(file)
    }

    /// What is different from before, and how it stands now.
    pub fn told(&self, before: Option<&Self>, took: Duration) -> String {
        // What was missing from the beginning is only counted; `check` tells it.
        let gaps = self.faults.iter().filter(|one| one.is_gap).cloned().collect();
        let nothing = Self { faults: gaps, ..Self::default() };
        let before = before.unwrap_or(&nothing);
        let mut text = String::new();
        let mut add = |line: String| text.push_str(&line);
        for one in beyond(&self.faults, &before.faults, |one| &one.same) {
            add(one.full.clone());
        }
        for one in beyond(&before.faults, &self.faults, |one| &one.same) {
            add(format!("{GOOD}gone{GOOD:#} {}{}\n", one.short, one.place));
        }
        for one in beyond(&self.failing, &before.failing, |one| &one.says) {
            add(one.full.clone());
        }
        for one in beyond(&before.failing, &self.failing, |one| &one.same) {
            let what = if self.tests.contains(&one.same) { "passes again" } else { "gone" };
            add(format!("{GOOD}{what}{GOOD:#} {}{}\n", one.short, one.place));
        }
        add(self.summary(took));
        text
    }

    fn summary(&self, took: Duration) -> String {
        let game = line(&self.game);
        let good = self.errors == 0 && self.failing.is_empty();
        let (style, verdict) = if good { (GOOD, "good") } else { (BAD, "faults") };
        let mut parts = Vec::new();
        if self.errors > 0 {
            parts.push(count(self.errors, "error"));
            parts.push("tests wait until it can be read".to_owned());
        } else if self.failing.is_empty() {
            parts.push(format!("{} pass", count(self.tests.len(), "test")));
        } else {
            parts.push(format!("{} of {} fail", self.failing.len(), count(self.tests.len(), "test")));
        }
        if self.warnings > 0 {
            parts.push(count(self.warnings, "warning"));
        }
        if self.gaps > 0 {
            parts.push(count(self.gaps, "gap"));
        }
        let took = took.as_secs_f64();
        format!("{style}{verdict}{style:#} {game}: {} {FAINT}({took:.2} s){FAINT:#}\n", parts.join(", "))
    }
}

/// Those of one list that the other has not, each as often as it is there more often.
fn beyond<'a>(these: &'a [Wrong], those: &[Wrong], by: fn(&Wrong) -> &String) -> Vec<&'a Wrong> {
    let mut rest: Vec<&String> = those.iter().map(by).collect();
    let is_new = |one: &&Wrong| match rest.iter().position(|other| *other == by(one)) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    };
    these.iter().filter(is_new).collect()
}

fn fault(one: &Diagnostic, all: &Diagnostics) -> Wrong {
    let sources = all.sources();
    let mut alone = Diagnostics::new(sources.clone());
    alone.push(one.clone());
    let path = one.file.map_or("", |file| sources.path(file));
    // The line as it reads, not its number: lines move when something is written above them.
    let words = one.file.zip(one.span.as_ref()).map_or("", |(file, span)| {
        let text = sources.text(file);
        text.lines().nth(sources.line_column(file, span.start).line - 1).unwrap_or_default().trim()
    });
    let code = if one.code == Code::TestFailed { "" } else { one.code.as_str() };
    let same = format!("{path}|{code}|{}|{words}|{:?}", one.message, one.label);
    let kind = one.severity.as_str();
    let place = if path.is_empty() { String::new() } else { format!(" {FAINT}({}){FAINT:#}", line(path)) };
    Wrong {
        says: format!("{same}|{:?}", one.notes),
        same,
        full: render(&alone, true),
        short: format!("{kind}[{}]: {}", one.code.as_str(), line(&one.message)),
        place,
        is_gap: one.severity == Severity::Note,
    }
}
