//! The reference of all verbs and the definitions that editors read, both made from the verbs' one table.

use std::fmt::Write;

use super::verbs::{CONSTANTS, VerbInfo, families};

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
            let result = type_name(&verb.result);
            if result != "()" {
                let _ = write!(text, "\nGives: {}.\n", words_for(result));
            }
        }
    }
    text.push_str("\n## Names that every script has\n\n");
    text.push_str("- `me`: in a card's script, the player who controls the card\n");
    text.push_str("- `card`: in a card's script, the card\n");
    text.push_str("- `event`: in an operation that answers an event, its data\n");
    for (name, _) in CONSTANTS {
        let _ = writeln!(text, "- `{name}`");
    }
    text
}

/// The verbs as a definition file (`.d.rhai`) for editors.
pub fn definitions() -> String {
    let mut text = String::from("module static;\n\n");
    for (name, _) in CONSTANTS {
        let _ =
            writeln!(text, "/// Stands for no player and no card, or for the table.\nconst {name}: int;\n");
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

fn words_for(kind: &str) -> &str {
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
