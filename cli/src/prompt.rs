//! Where lines come from: a terminal, with editing and completion, or anything else, line by line.

use std::borrow::Cow;
use std::io::{BufRead as _, Write as _};

use anyhow::Result;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Editor, Helper};

use crate::terminal;

/// What came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line.
    Text(String),
    /// There is no more.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Where lines come from.
pub enum Prompt {
    /// A person at a terminal.
    Terminal(Box<Editor<Words, MemHistory>>),
    /// Lines from elsewhere.
    Piped,
}

impl Prompt {
    /// A terminal's if there is one.
    pub fn new() -> Result<Self> {
        if !terminal::is_person() {
            return Ok(Self::Piped);
        }
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Words(Vec::new())));
        Ok(Self::Terminal(Box::new(editor)))
    }

    /// Whether a person sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// Asks for a line; Tab completes these words.
    pub fn ask(&mut self, prompt: &str, words: &[String]) -> Result<Line> {
        match self {
            Self::Terminal(editor) => {
                editor.set_helper(Some(Words(words.to_vec())));
                match editor.readline(prompt) {
                    Ok(line) => Ok(Line::Text(line)),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(error) => Err(error.into()),
                }
            }
            Self::Piped => {
                let mut bytes = Vec::new();
                let mut out = anstream::stdout();
                write!(out, "{prompt}")?;
                out.flush()?;
                if std::io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    writeln!(out)?;
                    return Ok(Line::End);
                }
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                // Nobody typed it, so it is shown, for the output to be read like a game.
                writeln!(out, "{}", crate::text::line(&line))?;
                Ok(Line::Text(line))
            }
        }
    }

    /// Asks a question with yes or no; anything but a clear no is a yes.
    pub fn confirm(&mut self, question: &str) -> Result<bool> {
        match self.ask(&format!("{question} [Y/n] "), &[])? {
            Line::Text(line) => Ok(!line.trim().to_lowercase().starts_with('n')),
            Line::End | Line::Interrupted => Ok(false),
        }
    }
}

/// Words that Tab completes.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&self.0, line.get(..pos).unwrap_or(line)))
    }
}

/// From where on a line is completed, and to what: after the last comma, and after the letter of a word to the table.
fn complete(words: &[String], line: &str) -> (usize, Vec<String>) {
    let mut start = line.rfind(',').map_or(0, |comma| comma + 1);
    if let Some(rest) = line.strip_prefix("c ").or_else(|| line.strip_prefix("card ")) {
        start = line.len() - rest.len();
    }
    start += line[start..].len() - line[start..].trim_start().len();
    let typed = line[start..].to_lowercase();
    let mut found: Vec<String> = words
        .iter()
        .filter(|word| !typed.is_empty() && word.to_lowercase().starts_with(&typed))
        .cloned()
        .collect();
    found.dedup();
    (start, found)
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        prompt.into()
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        false
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_completes_the_part_after_the_last_comma() {
        let words = ["Old Lamp", "Old Lantern", "Candle"].map(String::from);
        assert_eq!(complete(&words, "old l"), (0, vec!["Old Lamp".into(), "Old Lantern".into()]));
        assert_eq!(complete(&words, "candle, old la"), (8, vec!["Old Lamp".into(), "Old Lantern".into()]));
        assert_eq!(complete(&words, "c can"), (2, vec!["Candle".into()]));
        assert_eq!(complete(&words, ""), (0, vec![]));
    }
}
