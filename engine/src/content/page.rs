//! One file being read: typed access to its tree that reports every mismatch where it stands, and goes on.

use std::cell::{Cell, RefCell};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::declare::By;
use super::names::{did_you_mean, either};
use super::source::FileId;
use super::tree::{self, Entry, Item, Table, TomlFault, Value};
use super::{Code, Diagnostic, Place, script};
use crate::query::QueryError;

/// More faults of one file than anyone mends before trying again.
const MOST_FAULTS: usize = 500;

/// What was declared, by what it is and its name: where, and by whom.
type Declared = FxHashMap<(String, String), (Place, By)>;

/// Where the faults of a load are gathered, and who declared what: of two that declare one name, the second is told
/// where the first stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Sink {
    found: Rc<RefCell<Vec<Diagnostic>>>,
    declared: Rc<RefCell<Declared>>,
}

impl Sink {
    pub fn report(&self, diagnostic: Diagnostic) {
        self.found.borrow_mut().push(diagnostic);
    }

    pub fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.found.borrow_mut())
    }
}

/// A file with its tree.
#[derive(Debug)]
pub(super) struct Page {
    pub file: FileId,
    /// The path within its set of files.
    pub path: String,
    pub root: Table,
    text: Arc<str>,
    /// The lines that are no TOML: what is odd there is a consequence of that.
    broken: Vec<Range<usize>>,
    sink: Sink,
    reported: Cell<usize>,
}

impl Page {
    /// Reads the tree and reports what is wrong with it.
    pub fn parse(file: FileId, path: &str, text: Arc<str>, sink: &Sink) -> Self {
        let (root, faults) = tree::parse(&text);
        let broken = report_toml(file, &text, faults, sink);
        Self { file, path: path.to_owned(), root, text, broken, sink: sink.clone(), reported: Cell::new(0) }
    }

    /// Takes a fault, unless it only follows from broken TOML.
    pub fn report(&self, diagnostic: Diagnostic) {
        if !self.broken.is_empty() {
            let follows = matches!(diagnostic.code, Code::MissingKey | Code::WrongId);
            let touches = |span: &Range<usize>| {
                self.broken.iter().any(|line| span.start <= line.end && line.start <= span.end)
            };
            let here = diagnostic.file == Some(self.file);
            if here && (follows || diagnostic.span.as_ref().is_some_and(touches)) {
                return;
            }
        }
        self.reported.set(self.reported.get() + 1);
        if !self.is_full() {
            self.sink.report(diagnostic);
        }
    }

    /// Whether so many faults were found that no more are wanted.
    fn is_full(&self) -> bool {
        self.reported.get() > MOST_FAULTS
    }

    pub fn error(&self, code: Code, span: &Range<usize>, message: impl Into<String>) {
        self.report(Diagnostic::error(code, message).at(self.file, span.clone()));
    }

    /// The help for an unknown word, as long as anyone will read it.
    pub fn did_you_mean<'a>(&self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        if self.is_full() { None } else { did_you_mean(word, known) }
    }

    /// A word that names nothing known.
    pub fn unknown<'a>(
        &self,
        code: Code,
        what: &str,
        word: &str,
        span: &Range<usize>,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let help = self.did_you_mean(word, known);
        let message = format!("unknown {what} `{word}`");
        self.report(Diagnostic::error(code, message).at(self.file, span.clone()).help(help));
    }

    /// Who declared a thing before, and where; from now on this page did.
    pub fn declares(&self, by: By, what: &str, name: &str, span: &Range<usize>) -> Option<(Place, By)> {
        let now = ((self.file, span.clone()), by);
        self.sink.declared.borrow_mut().insert((what.to_owned(), name.to_owned()), now)
    }

    /// Who declared a thing, and where.
    pub fn declared(&self, what: &str, name: &str) -> Option<(Place, By)> {
        self.sink.declared.borrow().get(&(what.to_owned(), name.to_owned())).cloned()
    }

    pub fn missing(&self, span: &Range<usize>, owner: &str, key: &str) {
        self.error(Code::MissingKey, span, format!("{owner} needs `{key}`"));
    }

    /// Reports the keys that are none of these.
    pub fn check_keys(&self, table: &Table, owner: &str, keys: &[&str]) {
        for entry in table.entries.iter().filter(|entry| !keys.contains(&&*entry.key)) {
            let what = format!("key in {owner}:");
            self.unknown(Code::UnknownKey, &what, &entry.key, &entry.key_span, keys.iter().copied());
        }
    }

    /// Says that a value is of another kind than is wanted.
    pub fn wrong(&self, item: &Item, key: &str, wanted: &str) {
        let message = format!("`{key}` must be {wanted}, not {}", item.value.kind());
        self.error(Code::WrongType, &item.span, message);
    }

    pub fn text<'t>(&self, item: &'t Item, key: &str) -> Option<&'t str> {
        match &item.value {
            Value::Text(text) => Some(text),
            _ => {
                self.wrong(item, key, "a string");
                None
            }
        }
    }

    pub fn flag(&self, item: &Item, key: &str) -> Option<bool> {
        match item.value {
            Value::Flag(flag) => Some(flag),
            _ => {
                self.wrong(item, key, "true or false");
                None
            }
        }
    }

    pub fn whole(&self, item: &Item, key: &str, bounds: RangeInclusive<i64>) -> Option<i64> {
        match item.value {
            Value::Whole(number) if bounds.contains(&number) => Some(number),
            Value::Whole(_) => {
                let message = format!("`{key}` must be from {} to {}", bounds.start(), bounds.end());
                self.error(Code::WrongNumber, &item.span, message);
                None
            }
            _ => {
                self.wrong(item, key, "a whole number");
                None
            }
        }
    }

    pub fn number(&self, item: &Item, key: &str) -> Option<i32> {
        let number = self.whole(item, key, i64::from(i32::MIN)..=i64::from(i32::MAX))?;
        i32::try_from(number).ok()
    }

    pub fn table<'t>(&self, item: &'t Item, key: &str) -> Option<&'t Table> {
        match &item.value {
            Value::Table(table) => Some(table),
            _ => {
                self.wrong(item, key, "a table");
                None
            }
        }
    }

    pub fn list<'t>(&self, item: &'t Item, key: &str) -> &'t [Item] {
        match &item.value {
            Value::List(list) => list,
            _ => {
                self.wrong(item, key, "a list");
                &[]
            }
        }
    }

    /// A list, or one thing that stands for a list of one.
    pub fn one_or_more<'t>(&self, item: &'t Item) -> &'t [Item] {
        match &item.value {
            Value::List(list) => list,
            _ => std::slice::from_ref(item),
        }
    }

    /// The tables of `[[key]]`.
    pub fn tables<'t>(&self, table: &'t Table, key: &str) -> Vec<(&'t Range<usize>, &'t Table)> {
        let Some(item) = table.get(key) else { return Vec::new() };
        let tables = self.list(item, key).iter();
        tables.filter_map(|one| Some((&one.span, self.table(one, key)?))).collect()
    }

    /// The entries of `[key.name]`.
    pub fn section(&self, key: &str) -> &[Entry] {
        let table = self.root.get(key).and_then(|item| self.table(item, key));
        table.map_or(&[], |table| &table.entries)
    }

    pub fn choice<T: Copy>(&self, item: &Item, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let word = self.text(item, key)?;
        let found = choices.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            let message = format!("`{key}` must be {}", either(&names));
            self.report(
                Diagnostic::error(Code::WrongChoice, message)
                    .at(self.file, item.span.clone())
                    .help(did_you_mean(word, names)),
            );
        }
        found.map(|(_, choice)| *choice)
    }

    /// A word that must name something.
    pub fn find<'a, T, I: IntoIterator<Item = &'a str>>(
        &self,
        item: &Item,
        (key, code, what): (&str, Code, &str),
        find: impl FnOnce(&str) -> Option<T>,
        known: impl FnOnce() -> I,
    ) -> Option<T> {
        let word = self.text(item, key)?;
        let found = find(word);
        if found.is_none() {
            self.unknown(code, what, word, &item.span, known());
        }
        found
    }

    /// A text of the query language; its faults are shown within it.
    pub fn query<T>(
        &self,
        item: &Item,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, QueryError>,
    ) -> Option<T> {
        let text = self.text(item, key).filter(|_| !self.is_full())?;
        match parse(text) {
            Ok(parsed) => Some(parsed),
            Err(error) => {
                let span = match self.text_offset(item) {
                    Some(offset) => {
                        let end = error.span.end.min(text.len());
                        offset + error.span.start.min(end)..offset + end
                    }
                    None => item.span.clone(),
                };
                self.report(
                    Diagnostic::error(Code::BadQuery, error.to_string()).at(self.file, span).help(error.help),
                );
                None
            }
        }
    }

    /// Where a string's text begins in the file, if it stands there without escapes.
    pub fn text_offset(&self, item: &Item) -> Option<usize> {
        script::text_offset(&self.text, item)
    }
}

/// Reports one fault a line, and the first few of a file: the rest mostly follows from them. Gives the lines.
fn report_toml(file: FileId, text: &str, mut faults: Vec<TomlFault>, sink: &Sink) -> Vec<Range<usize>> {
    const MOST: usize = 10;
    faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
    let mut lines: Vec<Range<usize>> = Vec::new();
    for fault in faults {
        if lines.last().is_some_and(|line| fault.span.start <= line.end) {
            continue;
        }
        let start = text.get(..fault.span.start).and_then(|before| before.rfind('\n')).map_or(0, |ix| ix + 1);
        let end = text.get(fault.span.start..).and_then(|after| after.find('\n'));
        let end = end.map_or(text.len(), |ix| fault.span.start + ix);
        // Without its header, nobody knows what a section's keys belong to.
        let is_header = text.get(start..end).is_some_and(|line| line.trim_start().starts_with('['));
        let end = if is_header { text[end..].find("\n[").map_or(text.len(), |ix| end + ix) } else { end };
        lines.push(start..end);
        if lines.len() <= MOST {
            let code = if fault.too_deep { Code::TooDeep } else { Code::BadToml };
            let help = fault.help.map(str::to_owned);
            sink.report(Diagnostic::error(code, fault.message).at(file, fault.span).help(help));
        }
    }
    lines
}
