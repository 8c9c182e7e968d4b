//! How faults look: as text in the manner of rustc, and as data for tools.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;

use super::diagnostic::{Diagnostic, Diagnostics, Severity};
use super::names::{clean, clean_in_place};
use super::source::{FileId, Sources, floor_boundary};

/// More faults than anyone reads in one go; the rest is only counted.
const MOST_SHOWN: usize = 200;
/// The most of a line that is shown around a place.
const WIDEST: usize = 2_000;

/// The faults as text, sorted by file and position.
pub fn render(diagnostics: &Diagnostics, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let sorted = diagnostics.sorted();
    let mut text = String::new();
    for one in sorted.iter().take(MOST_SHOWN) {
        text.push_str(&render_one(one, diagnostics.sources(), &renderer));
        text.push_str("\n\n");
    }
    if sorted.len() > MOST_SHOWN {
        let _ = write!(text, "and {} more\n\n", sorted.len() - MOST_SHOWN);
    }
    text
}

fn render_one(one: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match one.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(clean(&one.message)).id(one.code.as_str()));
    match (one.file, &one.span) {
        (Some(file), Some(span)) => {
            let label = one.label.as_deref().map(clean);
            group = group.element(snippet(sources, file, span, AnnotationKind::Primary, label));
        }
        (Some(file), None) => group = group.element(Origin::path(clean(sources.path(file)))),
        (None, _) => {}
    }
    if let Some(((file, span), label)) = &one.also {
        group = group.element(snippet(sources, *file, span, AnnotationKind::Context, Some(clean(label))));
    }
    for note in &one.notes {
        group = group.element(Level::NOTE.message(clean(note)));
    }
    if let Some(help) = &one.help {
        group = group.element(Level::HELP.message(clean(help)));
    }
    renderer.render(&[group])
}

/// The lines of a place. Only these are handed on, so that a large file costs no more than a small one.
fn snippet<'a>(
    sources: &'a Sources,
    file: FileId,
    span: &Range<usize>,
    kind: AnnotationKind,
    label: Option<Cow<'a, str>>,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = sources.text(file);
    let (start, end) = (floor_boundary(text, span.start), floor_boundary(text, span.end.max(span.start)));
    let line_start = text[..start].rfind('\n').map_or(0, |ix| ix + 1);
    let first_line_end = text[start..].find('\n').map_or(text.len(), |ix| start + ix);
    // A place of many lines is shown by its first.
    let end = end.min(first_line_end);
    let window_end = floor_boundary(text, first_line_end.min(end + WIDEST));
    let window = &text[line_start..window_end];
    let window = window.strip_suffix('\r').unwrap_or(window);
    let (from, to) = (start - line_start, (end - line_start).min(window.len()));
    Snippet::source(clean_in_place(window))
        .line_start(text[..start].matches('\n').count() + 1)
        .path(clean(sources.path(file)))
        .annotation(kind.span(from.min(to)..to).label(label))
}

/// A fault as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file's path.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1, in characters.
    pub column: Option<usize>,
    /// The line where it ends.
    pub end_line: Option<usize>,
    /// The column just after its end.
    pub end_column: Option<usize>,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The code.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to say at the place.
    pub label: Option<String>,
    /// More to know.
    pub notes: Vec<String>,
    /// What would mend it.
    pub help: Option<String>,
}

impl Diagnostics {
    /// The faults as data, sorted by file and position.
    pub fn findings(&self) -> Vec<Finding> {
        self.sorted().into_iter().map(|one| finding(one, self.sources())).collect()
    }

    /// The faults as a JSON array.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self.findings()).expect("a finding is plain data")
    }
}

fn finding(one: &Diagnostic, sources: &Sources) -> Finding {
    let text = |text: &str| clean(text).into_owned();
    let place = one
        .file
        .zip(one.span.clone())
        .map(|(file, span)| (sources.line_column(file, span.start), sources.line_column(file, span.end)));
    Finding {
        file: one.file.map(|file| text(sources.path(file))),
        line: place.map(|(start, _)| start.line),
        column: place.map(|(start, _)| start.column),
        end_line: place.map(|(_, end)| end.line),
        end_column: place.map(|(_, end)| end.column),
        severity: one.severity.as_str(),
        code: one.code.as_str(),
        message: text(&one.message),
        label: one.label.as_deref().map(text),
        notes: one.notes.iter().map(|note| text(note)).collect(),
        help: one.help.as_deref().map(text),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pretty_assertions::assert_eq;

    use super::super::code::Code;
    use super::*;

    fn one_fault(text: &str, fault: impl FnOnce(FileId) -> Diagnostic) -> Diagnostics {
        let mut sources = Sources::default();
        let file = sources.add("cards/fair/lamp.toml", text);
        let mut diagnostics = Diagnostics::new(Arc::new(sources));
        diagnostics.push(fault(file));
        diagnostics
    }

    #[test]
    fn a_fault_is_shown_at_its_line_with_help() {
        let fault = one_fault("name = \"Lamp\"\ncolour = \"red\"\n", |file| {
            Diagnostic::error(Code::UnknownKey, "unknown key `colour`")
                .at(file, 14..20)
                .label("no field of this game")
                .help(Some("did you mean `color`?".to_owned()))
        });
        assert_eq!(
            render(&fault, false),
            "\
error[C0201]: unknown key `colour`
 --> cards/fair/lamp.toml:2:1
  |
2 | colour = \"red\"
  | ^^^^^^ no field of this game
  |
  = help: did you mean `color`?

"
        );
        let json = fault.to_json();
        assert_eq!(json[0]["line"], 2);
        assert_eq!(json[0]["column"], 1);
        assert_eq!(json[0]["end_column"], 7);
        assert_eq!(json[0]["code"], "C0201");
    }

    #[test]
    fn nothing_printed_can_steer_a_terminal() {
        let fault = one_fault("name = \"a\u{1b}[2J\u{202E}\u{9b}b\"\n", |file| {
            Diagnostic::error(Code::WrongId, "bad \u{1b}[2J name").at(file, 7..19)
        });
        let shown = render(&fault, false);
        assert!(!shown.contains(['\u{1b}', '\u{202E}', '\u{9b}']), "{shown}");
    }

    #[test]
    fn the_same_fault_is_shown_once_and_any_span_can_be_shown() {
        for span in [0..0, Range { start: 3, end: 1 }, 900..1000, 5..6, 6..usize::MAX] {
            let mut faults = one_fault("a = \"ö\"", |file| {
                Diagnostic::error(Code::WrongType, "no").at(file, span.clone())
            });
            let again = faults.iter().next().cloned();
            faults.extend(again);
            assert_eq!(render(&faults, false).matches("error[C0202]").count(), 1);
        }
    }
}
