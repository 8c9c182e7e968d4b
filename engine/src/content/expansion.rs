//! Expansions: a folder whose `expansion.toml` says what it adds to which game.

use super::declare::{self, By};
use super::manifest::{self, Draft};
use super::names::slug;
use super::page::Page;
use super::tree::{self, Value};
use super::{Code, Diagnostic};
use crate::kernel::ScriptId;

/// An expansion that is part of the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpansionInfo {
    /// What it is called.
    pub name: String,
    /// Its version, in its author's words.
    pub version: String,
    /// One paragraph on what it is.
    pub about: String,
    /// How many cards it adds.
    pub cards: usize,
    /// Its files of rule functions.
    pub rule_files: Vec<ScriptId>,
}

impl ExpansionInfo {
    /// The set that its cards belong to where they lie in no folder of their own.
    pub(super) fn set(&self) -> String {
        slug(&self.name)
    }
}

/// Keys that only an expansion has, beside the sections that games have too.
pub(super) const KEYS: [&str; 4] = ["name", "game", "version", "about"];

/// The game that the manifest of an expansion says it is for; whatever else is wrong with it.
pub fn expansion_game(manifest: &str) -> Option<String> {
    match &tree::parse(manifest).0.get("game")?.value {
        Value::Text(game) => Some(game.clone()),
        _ => None,
    }
}

/// Reads the manifest of an expansion into the game's, all but its queries. Nothing, where it is for another game: what it
/// declares and refers to could only be wrong here.
pub(super) fn read_expansion(page: &Page, draft: &mut Draft) -> Option<ExpansionInfo> {
    let keys: Vec<&str> = KEYS.into_iter().chain(manifest::SHARED).chain(declare::SECTIONS).collect();
    page.check_keys(&page.root, "an expansion's manifest", &keys);
    for key in ["name", "game"] {
        if page.root.get(key).is_none() {
            page.missing(&(0..0), "an expansion", key);
        }
    }
    let text = |key| page.root.get(key).and_then(|item| page.text(item, key)).unwrap_or_default().to_owned();
    let (game, id) = (text("game"), draft.rules.id.clone());
    if let Some(item) = page.root.get("game").filter(|_| game != id) {
        page.report(
            Diagnostic::error(
                Code::WrongGame,
                format!("this expansion is for the game `{game}`, not for `{id}`"),
            )
            .at(page.file, item.span.clone()),
        );
        return None;
    }
    declare::declare(page, By::Expansion, &mut draft.rules);
    manifest::read_shared(page, By::Expansion, draft);
    Some(ExpansionInfo {
        name: text("name"),
        version: text("version"),
        about: text("about"),
        cards: 0,
        rule_files: Vec::new(),
    })
}
