//! The examples of the pages that explain codes: files laid over the small game of `tests/broken/base`.
//!
//! A block's first line says which file it is, and perhaps how it is to be taken: `append` (after what is there),
//! `prepend`, `restored` (as the base has it), `removed`, `unreadable`, `latin1` (in that encoding), `padded` (with
//! megabytes after it). A block of the shell names the game that is checked.

use std::collections::BTreeMap;
use std::io;

use cardwright::content::{Files, Memory};

use crate::broken::base;

/// A block of a page.
#[derive(Clone, Debug)]
struct Block {
    path: String,
    how: Vec<String>,
    text: String,
}

/// A part of a page: its heading and its files.
#[derive(Clone, Debug)]
pub struct Part {
    /// The heading.
    pub title: String,
    blocks: Vec<Block>,
}

/// The parts of a page.
pub fn parts(page: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(head)) => {
                let mut words = head.split(' ').map(str::to_owned);
                let language = words.next().unwrap_or_default();
                let path = words.next().unwrap_or(language);
                open = Some(Block { path, how: words.collect(), text: String::new() });
            }
            (Some(_), Some(_)) => {
                if let (Some(part), Some(block)) = (parts.last_mut(), open.take()) {
                    part.blocks.push(block);
                }
            }
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {
                if let Some(title) = line.strip_prefix("## ") {
                    parts.push(Part { title: title.to_owned(), blocks: Vec::new() });
                }
            }
        }
    }
    parts
}

/// The files of a game and of expansions beside it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The game that is checked.
    pub game: String,
    files: BTreeMap<String, Vec<u8>>,
    unreadable: Vec<String>,
}

impl Example {
    /// The base, with parts laid over it one after another.
    pub fn of(parts: &[&Part]) -> Self {
        let files = base().0.into_iter().map(|(path, bytes)| (path, bytes.into_owned())).collect();
        let mut example = Self { game: "harbour".to_owned(), files, unreadable: Vec::new() };
        for block in parts.iter().flat_map(|part| &part.blocks) {
            example.lay(block);
        }
        example
    }

    fn lay(&mut self, block: &Block) {
        if block.path == "sh" {
            self.game = block.text.split_whitespace().last().unwrap_or_default().to_owned();
            return;
        }
        let is = |how: &str| block.how.iter().any(|word| word == how);
        let path = block.path.clone();
        self.unreadable.retain(|other| *other != path);
        if is("removed") {
            self.files.remove(&path);
            return;
        }
        if is("restored") {
            let bytes = base().0.remove(&path).expect("the base has it");
            self.files.insert(path, bytes.into_owned());
            return;
        }
        let mut text = block.text.clone();
        let there = || String::from_utf8(self.files[&path].clone()).expect("the base is text");
        if is("append") {
            let mut before = there();
            if is("first") {
                // A function of the base that is written anew.
                let name = text.split('(').next().unwrap_or_default().to_owned();
                before = before.replacen(&format!("{name}("), "fn old(", 1);
            }
            text = format!("{before}\n{text}");
        } else if is("prepend") {
            text = format!("{text}{}", there());
        }
        if is("padded") {
            text.push_str(&"# Nothing.\n".repeat(500_000));
        }
        if is("unreadable") {
            self.unreadable.push(path.clone());
        }
        let bytes = if is("latin1") { text.chars().map(|c| c as u8).collect() } else { text.into_bytes() };
        self.files.insert(path, bytes);
    }

    /// The game's own files.
    pub fn own(&self) -> Overlay {
        self.below("", |path| !path.starts_with("with"))
    }

    /// The expansions that have files.
    pub fn expansions(&self) -> Vec<Overlay> {
        let there = ["with/", "with-2/"]
            .into_iter()
            .filter(|prefix| self.files.keys().any(|path| path.starts_with(prefix)));
        there.map(|prefix| self.below(prefix, |path| path.starts_with(prefix))).collect()
    }

    fn below(&self, prefix: &str, is_there: impl Fn(&str) -> bool) -> Overlay {
        let kept = self.files.iter().filter(|(path, _)| is_there(path));
        let inner = kept.map(|(path, bytes)| (path[prefix.len()..].to_owned(), bytes.clone())).collect();
        Overlay { files: inner, unreadable: self.unreadable.clone() }
    }
}

/// Files, some of which cannot be read.
#[derive(Debug)]
pub struct Overlay {
    files: Memory,
    unreadable: Vec<String>,
}

impl Files for Overlay {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.files.list(folder)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if self.unreadable.iter().any(|other| other == path) {
            return Err(io::Error::from(io::ErrorKind::PermissionDenied));
        }
        let bytes = self.files.read(path)?;
        // What a disk refuses before it reads.
        if bytes.len() > cardwright::content::MAX_FILE as usize {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        Ok(bytes)
    }

    fn shown(&self, path: &str) -> String {
        path.to_owned()
    }
}
