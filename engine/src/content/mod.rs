//! Files to definitions: manifests, cards and tests, with every fault of every file told in one run.
//! Scripts are found here but not read: whoever runs them asks [`Script`] where their lines are.

mod card;
mod change;
mod code;
mod deck;
mod declare;
mod diagnostic;
mod example;
mod expansion;
mod gaps;
mod graph;
mod list;
mod load;
mod manifest;
mod map;
mod names;
mod operation;
mod page;
mod render;
pub mod schema;
mod script;
mod source;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;

pub use code::Code;
pub use deck::DeckDef;
pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity};
pub use example::{AnswerSpec, OwnerSpec, SubjectSpec, TestDef, TokenSpec, ZoneSpec};
pub use expansion::{ExpansionInfo, expansion_game};
pub use list::{GameEntry, games};
pub use load::load;
pub use names::{clean, did_you_mean, nearest, slug};
pub use render::{Finding, render};
pub use script::{Purpose, Script};
pub use source::{Disk, FileId, Files, LineColumn, MAX_FILE, Memory, Sources};

use crate::kernel::{DefId, Rules, ScriptId};
use crate::query::Words;

/// All that the files of a game and its expansions say.
#[derive(Clone, Debug)]
pub struct Content {
    /// The definitions that the kernel plays by.
    pub rules: Arc<Rules>,
    /// The words of the query language.
    pub words: Arc<Words>,
    /// The scripts, by [`ScriptId`].
    pub scripts: Vec<Script>,
    /// The files of rule functions: the shared ones, then the game's, then each expansion's.
    /// Of two functions with one name, the later counts.
    pub rule_files: Vec<ScriptId>,
    /// The tests, in the order of their files.
    pub tests: Vec<TestDef>,
    /// The decks that players can choose, in the order of their files.
    pub decks: Vec<DeckDef>,
    /// The texts of all files.
    pub sources: Arc<Sources>,
    /// A digest of all files: two loads with one fingerprint play alike.
    pub fingerprint: String,
    /// The expansions, in the order given.
    pub expansions: Vec<ExpansionInfo>,
    /// Where each card stands, by [`DefId`].
    card_places: Vec<Place>,
    /// Where each numbered rule is declared, in their order.
    rule_places: Vec<Option<Place>>,
    /// The rule functions that scenarios begin with, with where each is named.
    pub(crate) setups: Vec<(String, Place)>,
}

impl Content {
    /// A script.
    pub fn script(&self, script: ScriptId) -> &Script {
        &self.scripts[script.ix()]
    }

    /// Whether a script is a rule file that games share.
    pub fn is_shared(&self, script: ScriptId) -> bool {
        self.sources.path(self.script(script).file).contains("scripts/std/")
    }

    /// Where a card stands.
    pub fn card_place(&self, card: DefId) -> Option<&Place> {
        self.card_places.get(card.ix())
    }

    /// The position of a deck, by its id or its name.
    pub fn deck(&self, name: &str) -> Option<usize> {
        let by_id = self.decks.iter().position(|deck| deck.id == name);
        by_id.or_else(|| self.decks.iter().position(|deck| deck.name.eq_ignore_ascii_case(name)))
    }

    /// The names of the expansions in play.
    pub fn expansion_names(&self) -> Vec<String> {
        self.expansions.iter().map(|expansion| expansion.name.clone()).collect()
    }

    /// How many cards say that their text is not yet done.
    pub fn unimplemented(&self) -> usize {
        self.rules.cards.iter().filter(|card| !card.implemented).count()
    }
}
