//! What scripts said not long ago, found by where it lies in memory: a text that stands in a script, or on a card, is
//! the same every time it is met.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rhai::ImmutableString;
use rustc_hash::FxHashMap;

use crate::kernel::{EventId, FieldId, TokenId, TriggerId, ValueId, ZoneKind};
use crate::query::QueryError;

/// So many are remembered.
const RECENT: usize = 256;
/// So many texts of cards are remembered.
const TEXTS: usize = 1024;
// A game asks the same few hundred questions again and again; a script that makes up new ones without end
// must not fill the memory.
const CACHED: usize = 20_000;

/// The place of a text among so many: neighbours in memory have places of their own.
fn slot(text: &str, slots: usize) -> usize {
    (text.as_ptr().addr() >> 4) % slots
}

/// What was found for texts. Each text is kept alive here, so that no other text comes to lie where it does.
pub(super) struct Recent<T>(RefCell<Vec<Slot<T>>>);

type Slot<T> = Option<(ImmutableString, T)>;

impl<T: Clone> Default for Recent<T> {
    fn default() -> Self {
        Self(RefCell::new(vec![None; RECENT]))
    }
}

impl<T: Clone> Recent<T> {
    /// What is known of a text; else what is found now, which is then known.
    #[inline]
    pub fn find<E>(&self, text: &ImmutableString, find: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let slot = slot(text, RECENT);
        if let Some((known, found)) = &self.0.borrow()[slot]
            && known.ptr_eq(text)
        {
            return Ok(found.clone());
        }
        let found = find()?;
        self.0.borrow_mut()[slot] = Some((text.clone(), found.clone()));
        Ok(found)
    }
}

/// Queries, compiled once for each text.
pub(super) struct Compiled<T> {
    recent: Recent<Rc<T>>,
    all: RefCell<FxHashMap<ImmutableString, Rc<T>>>,
}

impl<T> Default for Compiled<T> {
    fn default() -> Self {
        Self { recent: Recent::default(), all: RefCell::default() }
    }
}

impl<T> Compiled<T> {
    /// What was compiled from a text; else what is compiled now.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    pub fn find(
        &self,
        text: &ImmutableString,
        compile: impl FnOnce(&str) -> Result<T, QueryError>,
    ) -> Result<Rc<T>, String> {
        self.recent.find(text, || {
            if let Some(found) = self.all.borrow().get(text) {
                return Ok(found.clone());
            }
            let compiled = Rc::new(compile(text).map_err(|error| {
                let shown = shortened(text);
                match &error.help {
                    Some(help) => format!("in the query `{shown}`: {error}; {help}"),
                    None => format!("in the query `{shown}`: {error}"),
                }
            })?);
            let mut all = self.all.borrow_mut();
            if all.len() >= CACHED {
                all.clear();
            }
            all.insert(text.clone(), compiled.clone());
            Ok(compiled)
        })
    }
}

/// What the names stand for that scripts use.
#[derive(Default)]
pub(super) struct RecentNames {
    pub tokens: Recent<TokenId>,
    pub zones: Recent<ZoneKind>,
    pub fields: Recent<FieldId>,
    pub values: Recent<ValueId>,
    pub triggers: Recent<TriggerId>,
    pub events: Recent<EventId>,
    /// Questions and options as players read them.
    pub words: Recent<Arc<str>>,
}

/// The texts of cards as scripts have them, each made once and not at every look.
pub(super) struct Texts(RefCell<Vec<ImmutableString>>);

impl Default for Texts {
    fn default() -> Self {
        Self(RefCell::new(vec![ImmutableString::new(); TEXTS]))
    }
}

impl Texts {
    /// A text, shared with whoever asked for it before.
    pub fn share(&self, text: &str) -> ImmutableString {
        let mut known = self.0.borrow_mut();
        let known = &mut known[slot(text, TEXTS)];
        if *known != text {
            *known = text.into();
        }
        known.clone()
    }
}

/// As much of a text as a message has room for.
fn shortened(text: &str) -> std::borrow::Cow<'_, str> {
    const ROOM: usize = 120;
    match text.char_indices().nth(ROOM) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]).into(),
    }
}
