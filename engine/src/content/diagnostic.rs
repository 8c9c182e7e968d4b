//! Faults as values: what is wrong, where, and what would help. How they look is the affair of [`super::render`].

use std::ops::Range;
use std::sync::Arc;

use super::code::Code;
use super::source::{FileId, Sources};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing can be played before it is mended.
    Error,
    /// It can be played, but is hardly meant so.
    Warning,
    /// Nothing is wrong; worth knowing.
    Note,
}

impl Severity {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place in a file, in bytes.
pub type Place = (FileId, Range<usize>);

/// One fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What kind of fault it is.
    pub code: Code,
    /// One line: lower case, no full stop, names in backticks.
    pub message: String,
    /// The file, where it belongs to one.
    pub file: Option<FileId>,
    /// The bytes of the file that are meant.
    pub span: Option<Range<usize>>,
    /// What to say right at the place.
    pub label: Option<String>,
    /// Another place that matters, and what to say there.
    pub also: Option<(Place, String)>,
    /// More to know.
    pub notes: Vec<String>,
    /// What would mend it.
    pub help: Option<String>,
}

impl Diagnostic {
    fn new(severity: Severity, code: Code, message: String) -> Self {
        Self {
            severity,
            code,
            message,
            file: None,
            span: None,
            label: None,
            also: None,
            notes: Vec::new(),
            help: None,
        }
    }

    /// An error.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// A warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    /// A note.
    pub fn note(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, message.into())
    }

    /// Says where it is.
    #[must_use]
    pub fn at(mut self, file: FileId, span: Range<usize>) -> Self {
        self.file = Some(file);
        self.span = Some(span);
        self
    }

    /// Says which file it is about, as a whole.
    #[must_use]
    pub fn in_file(mut self, file: FileId) -> Self {
        self.file = Some(file);
        self
    }

    /// Says something right at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn also(mut self, place: Place, label: impl Into<String>) -> Self {
        self.also = Some((place, label.into()));
        self
    }

    /// Adds something to know.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what would mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }
}

/// Faults, with the files that they are found in.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    sources: Arc<Sources>,
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// No faults yet, in these files.
    pub fn new(sources: Arc<Sources>) -> Self {
        Self { sources, list: Vec::new() }
    }

    /// The files.
    pub fn sources(&self) -> &Arc<Sources> {
        &self.sources
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Sorted by file and position, each once.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<&Diagnostic> = self.list.iter().collect();
        sorted
            .sort_by_cached_key(|one| (place_key(one, &self.sources), one.severity, one.code, &one.message));
        sorted.dedup();
        sorted
    }

    /// As they came.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether something must be mended before a game can be played.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|one| one.severity == Severity::Error)
    }

    /// How many there are of a severity, each counted once.
    pub fn count(&self, severity: Severity) -> usize {
        self.sorted().iter().filter(|one| one.severity == severity).count()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}

/// A manifest comes before its cards: what is wrong there may be why much is wrong in them.
fn place_key<'a>(one: &Diagnostic, sources: &'a Sources) -> (bool, Option<&'a str>, usize, usize) {
    let span = one.span.clone().unwrap_or(0..0);
    let path = one.file.map(|file| sources.path(file));
    let is_manifest =
        path.is_some_and(|path| path.ends_with("game.toml") || path.ends_with("expansion.toml"));
    (!is_manifest, path, span.start, span.end)
}
