//! The verbs: what scripts can say. One module for each family; the modules' own metadata is the one table from which
//! registration, the checker, the reference and the editor definitions are made.

mod args;
pub(crate) mod chance;
pub(crate) mod choices;
pub(crate) mod decks;
pub(crate) mod effects;
pub(crate) mod flow;
pub(crate) mod look;
pub(crate) mod map;
pub(crate) mod moves;
pub(crate) mod operations;
pub(crate) mod tokens;

use std::sync::OnceLock;

use rhai::{Engine, Module, Shared, exported_module};

use crate::kernel::Handle;

/// A family of verbs.
#[derive(Clone, Debug)]
pub struct Family {
    /// What it is called.
    pub title: &'static str,
    /// Its verbs, in the order of the source.
    pub verbs: Vec<VerbInfo>,
}

/// One verb: everything that is known of it outside its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerbInfo {
    /// The name.
    pub name: String,
    /// The parameters' names. A name says what a text given there must name: `zone`, `token`, `query`...
    pub params: Vec<String>,
    /// The type of each parameter.
    pub types: Vec<String>,
    /// The type of the result.
    pub result: String,
    /// What it does.
    pub docs: String,
}

fn families_of_modules() -> [(&'static str, Module); 10] {
    [
        ("Looking", exported_module!(look::look)),
        ("Moving cards", exported_module!(moves::moves)),
        ("Decks", exported_module!(decks::decks)),
        ("Tokens", exported_module!(tokens::tokens)),
        ("The map", exported_module!(map::map)),
        ("Chance", exported_module!(chance::chance)),
        ("Asking players", exported_module!(choices::choices)),
        ("Operations and events", exported_module!(operations::operations)),
        ("Effects", exported_module!(effects::effects)),
        ("The course of the game", exported_module!(flow::flow)),
    ]
}

/// Names that every script can use, with what they stand for.
pub const CONSTANTS: [(&str, i64); 2] = [("nobody", 0), ("table", Handle::Table.encode())];

/// The modules to register with an interpreter.
pub(crate) fn modules() -> Vec<Module> {
    let mut constants = Module::new();
    for (name, value) in CONSTANTS {
        constants.set_var(name, value);
    }
    let families = families_of_modules().into_iter().map(|(_, module)| module);
    families.chain([constants]).collect()
}

/// Every verb, by family.
pub fn families() -> &'static [Family] {
    static FAMILIES: OnceLock<Vec<Family>> = OnceLock::new();
    FAMILIES.get_or_init(|| {
        families_of_modules().into_iter().map(|(title, module)| family(title, module)).collect()
    })
}

fn family(title: &'static str, module: Module) -> Family {
    let mut engine = Engine::new_raw();
    engine.register_global_module(Shared::new(module));
    let mut verbs: Vec<VerbInfo> = engine.collect_fn_metadata(None, |info| Some(verb(info.metadata)), false);
    verbs.sort_by(|a, b| (&a.name, a.params.len()).cmp(&(&b.name, b.params.len())));
    Family { title, verbs }
}

fn verb(info: &rhai::FuncMetadata) -> VerbInfo {
    let (params, types) = info
        .params_info
        .iter()
        .map(|param| match param.split_once(':') {
            Some((name, kind)) => (name.trim().to_string(), kind.trim().to_string()),
            None => (param.to_string(), String::new()),
        })
        .unzip();
    let docs: Vec<&str> = info
        .comments
        .iter()
        .flat_map(|block| block.lines())
        .map(|line| line.trim_start().trim_start_matches("///").trim())
        .collect();
    VerbInfo {
        name: info.name.to_string(),
        params,
        types,
        result: info.return_type.to_string(),
        docs: docs.join("\n"),
    }
}

/// The names of all verbs, each once, sorted.
pub fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names: Vec<String> =
            families().iter().flat_map(|family| &family.verbs).map(|verb| verb.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    })
}
