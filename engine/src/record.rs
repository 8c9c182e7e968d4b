//! The record of a game: the save, the replay and the bug report. A game is a pure function of it.
//!
//! It is kept as JSON Lines: the first line says which game and who plays, each further line is one decision, with what
//! was asked beside what was answered, so that a changed card is noticed and an answer is never taken for another.

use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::kernel::{Decision, DecisionKind, Look, Player, decision::player_name};

/// The version of the format that this engine writes.
pub const FORMAT: u32 = 1;

/// A game, its players, its seed and all decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What was played.
    pub head: Head,
    /// The decisions, in order.
    pub decisions: Vec<RecordedDecision>,
}

/// What was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the format.
    pub format: u32,
    /// The version of the engine that wrote it.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The fingerprint of the game's files.
    pub content: String,
    /// The expansions that were in play, by name.
    #[serde(default)]
    pub expansions: Vec<String>,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// What sat at each seat: `person`, or a kind of bot.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The deck that each player chose, by seat, where decks were chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<Option<String>>,
    /// The seed of all chance.
    pub seed: u64,
}

/// One decision: what was asked and what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedDecision {
    /// Its number, from 1.
    pub n: usize,
    /// What was asked.
    pub asked: Asked,
    /// The answers, one for each player who gave one.
    pub answers: Vec<RecordedAnswer>,
    /// Whether others have yet to answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// What was asked, short enough to keep: enough to tell whether it is still the same question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// How many were asked, and how.
    pub kind: DecisionKind,
    /// Who was asked, by name.
    pub who: Vec<String>,
    /// The question (of the first, where several were asked).
    pub prompt: String,
    /// How many options there were, for each asked.
    pub options: Vec<usize>,
    /// A digest of questions and options.
    pub digest: String,
}

/// One player's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAnswer {
    /// The seat.
    pub player: Player,
    /// The options chosen, counted from 0.
    pub picks: Vec<u16>,
}

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It holds nothing.
    #[error("the record is empty")]
    Empty,
    /// A line is not what it should be.
    #[error("line {line} of the record: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// It was written by a later version.
    #[error("the record has format {0}; this version reads format {FORMAT}: update cardwright to read it")]
    Newer(u32),
}

impl Asked {
    /// What a decision asks.
    pub fn of(decision: &Decision, look: &Look<'_>, names: &[String]) -> Self {
        let mut hash = blake3::Hasher::new();
        for ask in &decision.asks {
            hash.update(&[ask.player.0, decision.kind as u8]);
            hash.update(&(ask.min as u64).to_le_bytes());
            hash.update(&(ask.max as u64).to_le_bytes());
            hash.update(ask.prompt.as_bytes());
            for ix in 0..ask.options.len() {
                hash.update(&[0]);
                hash.update(ask.label(ix, look, names).as_bytes());
            }
            hash.update(&[1]);
        }
        Self {
            kind: decision.kind,
            who: decision.asked().map(|player| player_name(player, names)).collect(),
            prompt: decision.asks.first().map(|ask| ask.prompt.to_string()).unwrap_or_default(),
            options: decision.asks.iter().map(|ask| ask.options.len()).collect(),
            digest: hash.finalize().to_hex()[..16].to_string(),
        }
    }
}

impl std::fmt::Display for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let options: Vec<String> = self.options.iter().map(ToString::to_string).collect();
        write!(f, "{} was asked `{}` with {} options", self.who.join(", "), self.prompt, options.join(", "))
    }
}

impl Record {
    /// The record as text: one line for the head, one for each decision.
    pub fn to_text(&self) -> String {
        let mut text = line(&self.head);
        for decision in &self.decisions {
            text.push_str(&line(decision));
        }
        text
    }

    /// Reads a record from its text.
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(ix, line)| (ix + 1, line));
        let (at, first) = lines.next().ok_or(RecordError::Empty)?;
        if let Ok(version) = serde_json::from_str::<Version>(first)
            && version.format > FORMAT
        {
            return Err(RecordError::Newer(version.format));
        }
        let head = parse(at, first)?;
        let decisions = lines.map(|(at, line)| parse(at, line)).collect::<Result<_, _>>()?;
        Ok(Self { head, decisions })
    }

    /// Reads a record from a file.
    ///
    /// # Errors
    /// That the file cannot be read, or what is wrong with it.
    pub fn load(path: &Path) -> Result<Self, RecordError> {
        Self::from_text(&std::fs::read_to_string(path)?)
    }

    /// Writes the record to a file: all of it, or nothing, never half.
    ///
    /// # Errors
    /// That the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), RecordError> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let beside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
        let written = std::fs::File::create(&beside)
            .and_then(|mut file| file.write_all(self.to_text().as_bytes()).and_then(|()| file.sync_all()))
            .and_then(|()| std::fs::rename(&beside, path));
        if written.is_err() {
            // The first error is the one to tell of.
            let _ = std::fs::remove_file(&beside);
        }
        Ok(written?)
    }
}

#[derive(Deserialize)]
struct Version {
    format: u32,
}

fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("a record holds nothing that JSON cannot");
    line.push('\n');
    line
}

fn parse<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, RecordError> {
    serde_json::from_str(text).map_err(|error| RecordError::Line { line, message: error.to_string() })
}
