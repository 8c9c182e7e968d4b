//! A test put into its card's file: behind what the card says, and nothing else in the file is touched.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use cardwright::content::{Content, render};
use cardwright::kernel::DefId;
use cardwright::script::Game;
use cardwright::testing::run_test;

use crate::interrupt;
use crate::watch::Target;

/// A card's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// Its path, as it is shown.
    pub path: String,
    /// Its text.
    pub text: String,
    /// What stands above a test in it.
    pub header: &'static str,
    /// Where the test goes.
    at: usize,
}

impl Home {
    /// The file of a card.
    pub fn of(content: &Content, card: DefId) -> Option<Self> {
        let (file, place) = content.card_place(card)?;
        let text = content.sources.text(*file).to_owned();
        let others = (0..content.rules.cards.len()).filter_map(|ix| content.card_place(ix.into()));
        let later = others.filter(|(other, span)| other == file && span.start > place.start);
        let next = later.map(|(_, span)| span.start).min();
        let path = content.sources.path(*file).to_owned();
        let (header, at) = spot(&text, place, next);
        Some(Self { path, text, header, at })
    }

    /// The text with a test in its place.
    pub fn with(&self, test: &str) -> String {
        let (before, after) = self.text.split_at(self.at);
        format!("{before}{}{after}", self.piece(test))
    }

    /// What is put in: the test with an empty line before it, and one behind it where something follows.
    fn piece(&self, test: &str) -> String {
        let before = &self.text[..self.at];
        let mut piece = String::new();
        if !before.is_empty() && !before.ends_with('\n') {
            piece.push('\n');
        }
        let is_open = !before.is_empty() && !before.ends_with("\n\n") && !before.ends_with("\n\r\n");
        if is_open {
            piece.push('\n');
        }
        piece.push_str(test);
        if self.at < self.text.len() && !self.text[self.at..].starts_with(['\n', '\r']) {
            piece.push('\n');
        }
        if self.text.contains("\r\n") { piece.replace('\n', "\r\n") } else { piece }
    }

    /// Whether the test, put in its place, passes; if not, why.
    pub fn passes(&self, target: &Target, test: &str, name: &str) -> Result<(), String> {
        let text = self.with(test);
        let (content, faults) = target.read_with(Some((&self.path, &text)));
        let game = match content {
            Some(content) if !faults.has_errors() => {
                Game::compile(content.into()).map_err(|faults| render(&faults, true))?
            }
            _ => return Err(render(&faults, true)),
        };
        let is_it = |test: &&cardwright::content::TestDef| {
            test.name == name && game.content.sources.path(test.file) == self.path
        };
        match game.content.tests.iter().rfind(is_it) {
            None => Err("the test would not be found in the file".to_owned()),
            Some(test) => run_test(&game, test).map_err(|failure| {
                let report = cardwright::testing::Report { passed: 0, failures: vec![*failure] };
                render(&report.diagnostics(&game), true)
            }),
        }
    }

    /// Writes the test into the file.
    pub fn write(&self, test: &str) -> Result<()> {
        let now = fs::read(&self.path).with_context(|| format!("cannot read `{}`", self.path))?;
        if now != self.text.as_bytes() {
            bail!("`{}` was changed meanwhile; `reload`, then try again", self.path);
        }
        let _whole = interrupt::saving();
        let written = if self.at == self.text.len() {
            let file = OpenOptions::new().append(true).open(&self.path);
            file.and_then(|mut file| file.write_all(self.piece(test).as_bytes()))
        } else {
            fs::write(&self.path, self.with(test))
        };
        written.with_context(|| format!("cannot write `{}`", self.path))
    }
}

/// What stands above a test of a card and where it goes: at the end, or before the next card of the file.
fn spot(text: &str, place: &Range<usize>, next: Option<usize>) -> (&'static str, usize) {
    let is_card = |line: &str| line.trim() == "[[card]]";
    if !text[..place.start.min(text.len())].lines().any(is_card) {
        return ("[[test]]", text.len());
    }
    let Some(next) = next else {
        // A test of no card in particular may stand behind the last card; those of the card go before it.
        return ("[[card.test]]", text.len());
    };
    let mut at = text.get(..next).and_then(|before| before.rfind("[[card]]")).unwrap_or(text.len());
    // What is said above the next card belongs to it.
    while let Some(line) = text[..at].strip_suffix('\n').map(|rest| rest.rfind('\n').map_or(0, |ix| ix + 1)) {
        if !text[line..at].trim_start().starts_with('#') {
            break;
        }
        at = line;
    }
    ("[[card.test]]", at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(text: &str, card: &str, next: Option<&str>) -> Home {
        let start = |name: &str| text.find(name).expect("it is there");
        let (header, at) = spot(text, &(start(card)..start(card) + 1), next.map(start));
        Home { path: "x.toml".into(), text: text.to_owned(), header, at }
    }

    #[test]
    fn a_test_goes_to_the_end_of_a_card_that_has_a_file_of_its_own() {
        let text = "name = \"Lamp\"\r\n\r\n[[ACTIVATION]]\r\ndo = '1'\r\n";
        let home = home(text, "\"Lamp", None);
        assert_eq!(home.header, "[[test]]");
        assert_eq!(home.with("[[test]]\nname = \"x\"\n"), format!("{text}\r\n[[test]]\r\nname = \"x\"\r\n"));
        let open = Home { text: "name = \"Lamp\"".into(), at: 13, ..home };
        assert_eq!(open.with("[[test]]\n"), "name = \"Lamp\"\n\n[[test]]\n");
    }

    #[test]
    fn a_test_of_a_card_among_others_goes_before_the_next() {
        let text = "[[card]]\nname = \"Lamp\"\n\n# The other.\n[[card]]\nname = \"Bell\"\n";
        let lamp = home(text, "\"Lamp", Some("\"Bell"));
        assert_eq!(
            lamp.with("[[card.test]]\nname = \"x\"\n"),
            "[[card]]\nname = \"Lamp\"\n\n[[card.test]]\nname = \"x\"\n\n# The other.\n[[card]]\nname = \"Bell\"\n"
        );
        let bell = home(text, "\"Bell", None);
        assert_eq!(bell.with("[[card.test]]\n"), format!("{text}\n[[card.test]]\n"));
    }
}
