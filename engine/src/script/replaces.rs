//! What expansions replace: rule functions of the game, functions of other expansions, verbs.

use rhai::{AST, Position};

use super::compile::at;
use super::verbs;
use crate::content::{Code, Content, Diagnostic, Place, Severity};
use crate::kernel::ScriptId;

/// A function in a file.
struct Found<'a> {
    name: &'a str,
    params: usize,
    place: Place,
    /// The expansion that it belongs to, by its position; none for the game.
    of: Option<usize>,
}

/// A note for each function of the game (or verb) that an expansion replaces, and a warning where two expansions
/// have one function: then that of the later counts, and the other expansion may not work as its author meant.
pub(super) fn replaced(content: &Content, files: &[(ScriptId, AST)]) -> Vec<Diagnostic> {
    let mut earlier: Vec<Found<'_>> = Vec::new();
    let mut told = Vec::new();
    for (id, ast) in files {
        let of = content.expansions.iter().position(|expansion| expansion.rule_files.contains(id));
        let here: Vec<Found<'_>> = ast
            .iter_fn_def()
            .filter(|function| !function.name.starts_with("anon$"))
            .map(|function| {
                let (name, params) = (function.name.as_str(), function.params.len());
                Found { name, params, place: place(content, *id, name), of }
            })
            .collect();
        if let Some(of) = of {
            told.extend(here.iter().filter_map(|found| tell(content, &earlier, found, of)));
        }
        earlier.extend(here);
    }
    told
}

fn tell(content: &Content, earlier: &[Found<'_>], found: &Found<'_>, of: usize) -> Option<Diagnostic> {
    let call = format!("{}({})", found.name, "_, ".repeat(found.params).trim_end_matches(", "));
    let same = |other: &&Found<'_>| (other.name, other.params) == (found.name, found.params);
    let fault = |severity, code, message: String| Diagnostic {
        severity,
        ..Diagnostic::note(code, message).at(found.place.0, found.place.1.clone())
    };
    let replaces = |what: &str| {
        let message = format!("`{}` replaces the {what} `{call}`", content.expansions[of].name);
        fault(Severity::Note, Code::Replaces, message)
    };
    match earlier.iter().rev().find(same) {
        Some(other) => Some(match other.of.filter(|other| *other != of) {
            Some(theirs) => {
                let (first, second) = (&content.expansions[theirs].name, &content.expansions[of].name);
                let message = format!(
                    "`{first}` and `{second}` both have the rule function `{call}`; the later counts"
                );
                fault(Severity::Warning, Code::ReplacedTwice, message)
            }
            None if other.of == Some(of) => {
                let message = format!("the expansion has the rule function `{call}` twice; the later counts");
                fault(Severity::Warning, Code::ReplacedTwice, message)
            }
            None => replaces("rule function"),
        })
        .map(|told| told.also(other.place.clone(), "the other one")),
        None => {
            let mut verbs = verbs::families().iter().flat_map(|family| &family.verbs);
            let is_verb =
                verbs.any(|verb| (verb.name.as_str(), verb.params.len()) == (found.name, found.params));
            is_verb.then(|| replaces("verb"))
        }
    }
}

/// Where a function's name stands in its file.
fn place(content: &Content, id: ScriptId, name: &str) -> Place {
    let script = content.script(id);
    let head = format!("fn {name}");
    let whole =
        |at: &usize| !script.text[at + head.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let start = script.text.match_indices(&head).map(|(at, _)| at).find(whole);
    let start = start.map(|at| script.offset + at + "fn ".len());
    match start {
        Some(start) => (script.file, start..start + name.len()),
        // Written in a way that nobody writes: the file will do.
        None => {
            let begin = at(content, id, Position::NONE, Code::Replaces, "");
            (script.file, begin.span.unwrap_or(0..0))
        }
    }
}
