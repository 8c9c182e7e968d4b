//! The reference of all verbs and the definitions that editors read, both made from the verbs' one table.

use std::fmt::Write;

use super::engine::new_engine;
use super::verbs::{CONSTANTS, VerbInfo, families};
use crate::content::Content;

const INTRO: &str = "# Verbs

Players are seat numbers, from 1. Cards, zones and operations are handles: numbers that a script passes on and never works
out. Where a card is wanted, its name or id as a text stands for the first copy in the game; where a zone is wanted, its
name stands for the asker's own. A name that is not known and a thing of the wrong kind are errors everywhere; what else
can go wrong stands with the verb.
";

/// How a verb is written: `choose(player, prompt, choices)`.
pub fn signature(verb: &VerbInfo) -> String {
    format!("{}({})", verb.name, verb.params.join(", "))
}

/// The reference as Markdown: a head for each family, an entry for each verb.
pub fn markdown() -> String {
    let mut text = String::from(INTRO);
    for family in families() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}\n", family.title);
        for verb in &family.verbs {
            let _ = write!(text, "\n### `{}`\n\n{}\n", signature(verb), verb.docs);
            if let Some(gives) = gives(verb) {
                let _ = write!(text, "\nGives: {gives}.\n");
            }
        }
    }
    text.push_str("\n## Names that every script has\n\n");
    for (name, about) in names() {
        let _ = writeln!(text, "- `{name}`: {about}");
    }
    text
}

/// Names that card scripts have beside the verbs, with what they stand for.
pub const VARIABLES: [(&str, &str); 3] = [
    ("me", "In a card's script, the player who controls the card."),
    ("card", "In a card's script, the card."),
    ("event", "In an operation that answers an event, its data."),
];

/// All names that scripts have beside functions, with what they stand for.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    VARIABLES.into_iter().chain(CONSTANTS.into_iter().map(|(name, _)| (name, about_constant(name))))
}

fn about_constant(name: &str) -> &'static str {
    match name {
        "nobody" => "No player and no card.",
        _ => "The table, as something that tokens lie on and values belong to.",
    }
}

/// What a verb gives, in words; nothing for one that gives nothing.
pub fn gives(verb: &VerbInfo) -> Option<&'static str> {
    let result = type_name(&verb.result);
    (result != "()").then(|| words_for(result))
}

/// A rule function of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The parameters' names.
    pub params: Vec<String>,
    /// What its doc comment says.
    pub docs: String,
    /// The path of its file.
    pub path: String,
    /// Its line there, from 1.
    pub line: usize,
}

impl Function {
    /// How it is written: `draw_cycling(deck, discards, to, n)`.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.params.join(", "))
    }
}

/// The rule functions of a game, in the order of their files, those that were replaced left out. Of files that are no
/// scripts nothing is told.
pub fn functions(content: &Content) -> Vec<Function> {
    let engine = new_engine();
    let mut found: Vec<Function> = Vec::new();
    for id in &content.rule_files {
        let script = content.script(*id);
        let Ok(ast) = engine.compile(&*script.text) else { continue };
        let mut here: Vec<Function> = ast
            .iter_functions()
            .filter(|function| !function.name.starts_with("anon$"))
            .map(|function| Function {
                name: function.name.to_string(),
                params: function.params.iter().map(|param| (*param).to_string()).collect(),
                docs: docs(function.comments.iter().copied()),
                path: content.sources.path(script.file).to_owned(),
                line: line_of(&script.text, function.name),
            })
            .collect();
        here.sort_by_key(|function| function.line);
        found.retain(|old| {
            !here.iter().any(|new| (&new.name, new.params.len()) == (&old.name, old.params.len()))
        });
        found.extend(here);
    }
    found
}

/// The words of doc comments.
fn docs<'a>(comments: impl Iterator<Item = &'a str>) -> String {
    let lines = comments.flat_map(str::lines).map(|line| line.trim_start().trim_start_matches("///").trim());
    lines.collect::<Vec<_>>().join("\n")
}

/// The line on which a function begins.
fn line_of(text: &str, name: &str) -> usize {
    let head = format!("fn {name}");
    let begins = |line: &str| {
        let rest = line.trim_start().trim_start_matches("private ").strip_prefix(&head);
        rest.is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    text.lines().position(begins).map_or(1, |ix| ix + 1)
}

/// The verbs, the names that every script has, and a game's rule functions as a definition file (`.d.rhai`).
pub fn definitions_of(content: &Content) -> String {
    let mut text = definitions();
    for (name, about) in VARIABLES {
        let kind = if name == "event" { "map" } else { "int" };
        let _ = writeln!(text, "/// {about}\nlet {name}: {kind};\n");
    }
    for function in functions(content) {
        for line in function.docs.lines().filter(|line| !line.is_empty()) {
            let _ = writeln!(text, "/// {line}");
        }
        let params: Vec<String> = function.params.iter().map(|param| format!("{param}: ?")).collect();
        let _ = writeln!(text, "fn {}({}) -> ?;\n", function.name, params.join(", "));
    }
    text
}

/// The verbs as a definition file (`.d.rhai`) for editors.
pub fn definitions() -> String {
    let mut text = String::from("module static;\n\n");
    for (name, _) in CONSTANTS {
        let _ = writeln!(text, "/// {}\nconst {name}: int;\n", about_constant(name));
    }
    for verb in families().iter().flat_map(|family| &family.verbs) {
        for line in verb.docs.lines() {
            let _ = writeln!(text, "/// {line}");
        }
        let params: Vec<String> = verb
            .params
            .iter()
            .zip(&verb.types)
            .map(|(name, kind)| format!("{name}: {}", rhai_type(type_name(kind))))
            .collect();
        let result = rhai_type(type_name(&verb.result));
        let _ = writeln!(text, "fn {}({}) -> {result};\n", verb.name, params.join(", "));
    }
    text
}

/// A type as the table has it, without the wrapping of results.
fn type_name(kind: &str) -> &str {
    let kind = kind.trim().trim_start_matches('&').trim_start_matches("mut ");
    let inner = kind.strip_prefix("Verb<").or_else(|| kind.strip_prefix("RhaiResultOf<"));
    inner.and_then(|inner| inner.strip_suffix('>')).unwrap_or(kind).trim()
}

fn rhai_type(kind: &str) -> &str {
    match kind {
        "INT" | "i64" => "int",
        "ImmutableString" | "String" | "str" => "string",
        "Array" => "array",
        "Map" => "map",
        "FnPtr" => "Fn",
        "()" => "()",
        "bool" => "bool",
        _ => "?",
    }
}

fn words_for(kind: &str) -> &'static str {
    match rhai_type(kind) {
        "int" => "a number, or a card, zone, player or operation",
        "string" => "a text",
        "array" => "an array",
        "map" => "a map",
        "bool" => "true or false",
        _ => "what was chosen or given",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_documented_in_sentences() {
        for verb in families().iter().flat_map(|family| &family.verbs) {
            assert!(
                verb.docs.ends_with('.') || verb.docs.ends_with('`'),
                "{}: {}",
                signature(verb),
                verb.docs
            );
            assert!(verb.params.iter().all(|name| name != "_"), "{}", signature(verb));
        }
    }

    #[test]
    fn reference_and_definitions_have_every_verb() {
        let (reference, definitions) = (markdown(), definitions());
        for verb in families().iter().flat_map(|family| &family.verbs) {
            assert!(reference.contains(&format!("### `{}`", signature(verb))));
            assert!(definitions.contains(&format!("fn {}(", verb.name)));
        }
        assert!(definitions.contains("fn choose(player: int, prompt: string, choices: array) -> ?;"));
    }
}
