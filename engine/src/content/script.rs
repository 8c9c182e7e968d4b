//! Scripts as they stand in files: their text, what they are for, and where each of their lines is.
//! Nothing here reads Rhai.

use std::ops::Range;
use std::sync::Arc;

use super::page::Page;
use super::source::FileId;
use super::tree::{Item, Value};
use super::{Code, Diagnostic};
use crate::kernel::{DefId, ScriptId};

/// What a script is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A file of rule functions.
    Rules,
    /// What an operation of a card does.
    Operation {
        /// The card.
        card: DefId,
        /// Which of its operations.
        op: u16,
    },
    /// Whether an operation of a card can be used.
    Condition {
        /// The card.
        card: DefId,
        /// Which of its operations.
        op: u16,
    },
    /// What a test does.
    TestDo {
        /// The test's position in the list of tests.
        test: usize,
    },
    /// What must hold after a test.
    TestExpect {
        /// The test's position in the list of tests.
        test: usize,
    },
}

impl Purpose {
    /// The card whose text it is.
    pub const fn card(self) -> Option<DefId> {
        match self {
            Self::Operation { card, .. } | Self::Condition { card, .. } => Some(card),
            Self::Rules | Self::TestDo { .. } | Self::TestExpect { .. } => None,
        }
    }
}

/// A script.
#[derive(Clone, Debug)]
pub struct Script {
    /// The file it stands in.
    pub file: FileId,
    /// The byte of the file where its text begins.
    pub offset: usize,
    /// Whether its text stands in the file as it is, without escapes, so that places in it can be told.
    pub exact: bool,
    /// The bytes of the file that hold it, quotes and all.
    pub span: Range<usize>,
    /// The text.
    pub text: Arc<str>,
    /// What it is for.
    pub purpose: Purpose,
}

impl Script {
    /// The byte of the file for a line and a column of the script, both counted from 1, the column in characters.
    /// What lies beyond the text is at its end.
    pub fn position(&self, line: usize, column: usize) -> usize {
        if self.exact { self.offset + self.place_in_text(line, column) } else { self.offset }
    }

    /// The byte of the script's text for a line and a column, as [`Script::position`] counts them.
    pub fn place_in_text(&self, line: usize, column: usize) -> usize {
        let mut line_start = 0;
        for _ in 1..line.max(1) {
            match self.text[line_start..].find('\n') {
                Some(ix) => line_start += ix + 1,
                None => return self.text.len(),
            }
        }
        let rest = &self.text[line_start..];
        let line_end = rest.find('\n').unwrap_or(rest.len());
        let within = rest[..line_end].char_indices().nth(column.max(1) - 1).map_or(line_end, |(ix, _)| ix);
        line_start + within
    }

    /// The bytes of the file for something that begins at a line and column: the word there, or one character.
    pub fn word_at(&self, line: usize, column: usize) -> Range<usize> {
        if !self.exact {
            return self.span.clone();
        }
        let start = self.position(line, column);
        let rest = &self.text[(start - self.offset).min(self.text.len())..];
        let word = match rest.chars().next() {
            // A text with its quotes, as long as it ends in its line.
            Some(quote @ ('"' | '`')) => {
                let line = rest.lines().next().unwrap_or(rest);
                line[1..].find(quote).map_or(1, |ix| ix + 2)
            }
            _ => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
        };
        let one = rest.chars().next().filter(|c| *c != '\n').map_or(0, char::len_utf8);
        start..start + word.max(one)
    }
}

/// The scripts of a load, numbered as they are found.
#[derive(Debug, Default)]
pub(super) struct Scripts(pub Vec<Script>);

impl Scripts {
    /// A rule file, whole.
    pub fn add_file(&mut self, file: FileId, text: Arc<str>) -> ScriptId {
        let span = 0..text.len();
        self.add(Script { file, offset: 0, exact: true, span, text, purpose: Purpose::Rules })
    }

    /// The script in a string.
    pub fn add_item(&mut self, page: &Page, key: &str, item: &Item, purpose: Purpose) -> Option<ScriptId> {
        let text = page.text(item, key)?;
        let offset = page.text_offset(item);
        if offset.is_none() {
            page.report(
                Diagnostic::warning(Code::InexactScript, "a script in a string with escapes")
                    .at(page.file, item.span.clone())
                    .label("faults in it cannot be shown at their place")
                    .help(Some("put it between `'''` and `'''`, without backslashes".to_owned())),
            );
        }
        Some(self.add(Script {
            file: page.file,
            offset: offset.unwrap_or(item.span.start),
            exact: offset.is_some(),
            span: item.span.clone(),
            text: text.into(),
            purpose,
        }))
    }

    fn add(&mut self, script: Script) -> ScriptId {
        self.0.push(script);
        ScriptId::from(self.0.len() - 1)
    }
}

/// Where the text of a string begins in the file, if it stands there letter by letter.
pub(super) fn text_offset(file: &str, item: &Item) -> Option<usize> {
    let Value::Text(text) = &item.value else { return None };
    let raw = file.get(item.span.clone())?;
    let opening = ["'''\r\n", "'''\n", "'''", "\"\"\"\r\n", "\"\"\"\n", "\"\"\"", "'", "\""];
    let quotes = opening.iter().find(|quotes| raw.starts_with(**quotes))?;
    raw[quotes.len()..].starts_with(text.as_str()).then_some(item.span.start + quotes.len())
}

#[cfg(test)]
mod tests {
    use super::super::tree;
    use super::*;

    fn script_in(file: &str) -> Script {
        let (table, faults) = tree::parse(file);
        assert!(faults.is_empty());
        let item = &table.entries[0].item;
        let Value::Text(text) = &item.value else { panic!("not a string") };
        let offset = text_offset(file, item);
        Script {
            file: FileId(0),
            offset: offset.unwrap_or(item.span.start),
            exact: offset.is_some(),
            span: item.span.clone(),
            text: text.as_str().into(),
            purpose: Purpose::Rules,
        }
    }

    #[test]
    fn a_place_in_a_script_is_a_place_in_the_file() {
        for file in [
            "do = '''\nlet é = 1;\n  here'''",
            "do = '''let é = 1;\n  here'''",
            "do = '''\r\nlet é = 1;\r\n  here'''",
            "do = \"\"\"\nlet é = 1;\n  here\"\"\"",
        ] {
            let script = script_in(file);
            assert!(script.exact);
            assert_eq!(&file[script.word_at(2, 3)], "here", "{file}");
            assert_eq!(&file[script.word_at(1, 5)], "é");
            assert_eq!(script.position(9, 9), script.offset + script.text.len());
        }
        for file in ["do = 'draw(1)'", "do = \"draw(1)\""] {
            let script = script_in(file);
            assert_eq!(&file[script.word_at(1, 1)], "draw");
            assert_eq!(script.position(0, 0), script.offset);
        }
    }

    #[test]
    fn a_string_with_escapes_has_no_places() {
        for file in ["do = \"say(\\\"x\\\")\"", "do = \"\"\"a \\\n  b\"\"\""] {
            let script = script_in(file);
            assert!(!script.exact);
            assert_eq!(script.word_at(1, 3), script.span);
        }
    }
}
