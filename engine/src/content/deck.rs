//! Decks: lists of cards by part, that a player can choose before the game.

use super::card::{CardNames, stem};
use super::page::Page;
use super::tree::{Entry, Value};
use super::{Code, Diagnostic, Place};
use crate::kernel::DefId;

/// The most copies of one card in one part.
const MOST: i64 = 1_000;

/// A deck.
#[derive(Clone, Debug)]
pub struct DeckDef {
    /// Its id: its file's name.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// One paragraph on how it wants to be played.
    pub about: String,
    /// Its parts, in the order of the file: each a name and the cards with how many of each.
    pub parts: Vec<(String, Vec<(DefId, u32)>)>,
    /// Where it stands.
    pub place: Place,
}

impl DeckDef {
    /// The cards of a part, with how many of each; none where it has no such part.
    pub fn part(&self, name: &str) -> &[(DefId, u32)] {
        self.parts.iter().find(|(part, _)| part == name).map_or(&[], |(_, cards)| cards)
    }
}

/// Whether a path below a game's folder is a file that holds a deck.
pub(super) fn is_deck_file(path: &str) -> bool {
    path.ends_with(".toml") && path.starts_with("decks/")
}

/// Reads the files of decks. Of two decks with one id, both are told of, and the first is kept.
pub(super) fn read_decks<'p>(pages: impl Iterator<Item = &'p Page>, cards: &CardNames) -> Vec<DeckDef> {
    let mut decks: Vec<DeckDef> = Vec::new();
    for page in pages {
        let deck = read_deck(page, &page.path, cards);
        match decks.iter().find(|other| other.id == deck.id) {
            Some(other) => {
                let fault =
                    Diagnostic::error(Code::DuplicateId, format!("two decks have the id `{}`", deck.id));
                let (file, span) = deck.place;
                page.report(fault.at(file, span).also(other.place.clone(), "the other one"));
            }
            None => decks.push(deck),
        }
    }
    decks
}

/// Reads a deck's file.
fn read_deck(page: &Page, path: &str, cards: &CardNames) -> DeckDef {
    let text = |key| page.root.get(key).and_then(|item| page.text(item, key)).unwrap_or_default().to_owned();
    if page.root.get("name").is_none() {
        page.missing(&(0..0), "a deck", "name");
    }
    let parts = page.root.entries.iter().filter(|entry| !["name", "about"].contains(&&*entry.key));
    DeckDef {
        id: stem(path).to_owned(),
        name: text("name"),
        about: text("about"),
        parts: parts.map(|entry| (entry.key.clone(), read_part(page, entry, cards))).collect(),
        place: (page.file, page.root.get("name").map_or(0..0, |item| item.span.clone())),
    }
}

/// A part: a list of `"card"` and `"card x2"`, or a table of numbers.
fn read_part(page: &Page, part: &Entry, cards: &CardNames) -> Vec<(DefId, u32)> {
    let find = |name: &str, span: &std::ops::Range<usize>| {
        let found = cards.find(name);
        if found.is_none() {
            page.unknown(Code::UnknownCard, "card", name, span, cards.all());
        }
        found
    };
    if let Value::Table(table) = &part.item.value {
        let one = |entry: &Entry| {
            let n = page.whole(&entry.item, &entry.key, 1..=MOST)?;
            Some((find(&entry.key, &entry.key_span)?, n as u32))
        };
        return table.entries.iter().filter_map(one).collect();
    }
    let items = page.list(&part.item, &part.key).iter();
    items
        .filter_map(|item| {
            let word = page.text(item, &part.key)?;
            let counted = word.rsplit_once(" x").and_then(|(name, n)| {
                let n = n.parse::<u32>().ok().filter(|n| (1..=MOST as u32).contains(n))?;
                Some((cards.find(name.trim_end())?, n))
            });
            counted.or_else(|| Some((find(word, &item.span)?, 1)))
        })
        .collect()
}
