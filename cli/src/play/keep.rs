//! The record of the game that is being played, kept in a file after every decision.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use cardwright::record::Record;

use crate::interrupt;

/// A file that a game is kept in.
#[derive(Debug)]
pub struct Keep {
    file: PathBuf,
    saved: Option<Record>,
}

impl Keep {
    /// A file for a game.
    pub fn new(file: PathBuf) -> Self {
        Self { file, saved: None }
    }

    /// Saves the record, if it says something new.
    pub fn save(&mut self, record: &Record) -> Result<()> {
        if self.saved.as_ref() == Some(record) {
            return Ok(());
        }
        let saving = interrupt::saving();
        record
            .save(&self.file)
            .with_context(|| format!("cannot write the record `{}`", self.file.display()))?;
        drop(saving);
        self.saved = Some(record.clone());
        Ok(())
    }
}
