//! Compiling: every script's text to a syntax tree, and the rule files to one library of functions.

use rhai::{AST, Engine, ParseError, Position};
use rustc_hash::FxHashMap;

use crate::content::{Code, Content, Diagnostic, Diagnostics, Purpose};
use crate::kernel::ScriptId;

/// All scripts of a game, compiled.
pub(crate) struct Compiled {
    /// The rule functions of all rule files.
    pub rules: AST,
    /// Each rule file by itself, for the checker.
    pub files: Vec<(ScriptId, AST)>,
    /// The other scripts, by script.
    pub scripts: Vec<Option<AST>>,
    /// For each rule function's name, the numbers of parameters it comes with.
    pub functions: FxHashMap<String, Vec<usize>>,
    /// The file of each rule function.
    pub homes: FxHashMap<String, ScriptId>,
    /// What could not be compiled.
    pub diagnostics: Diagnostics,
}

/// Compiles every script.
pub(crate) fn compile_all(engine: &Engine, content: &Content) -> Compiled {
    let mut compiled = Compiled {
        rules: AST::empty(),
        files: Vec::new(),
        scripts: content.scripts.iter().map(|_| None).collect(),
        functions: FxHashMap::default(),
        homes: FxHashMap::default(),
        diagnostics: Diagnostics::new(content.sources.clone()),
    };
    for id in &content.rule_files {
        match engine.compile(&*content.scripts[id.ix()].text) {
            Ok(ast) => compiled.add_rules(*id, ast),
            Err(error) => compiled.diagnostics.push(syntax(content, *id, &error)),
        }
    }
    for (ix, script) in content.scripts.iter().enumerate() {
        if script.purpose == Purpose::Rules {
            continue;
        }
        match engine.compile(&*script.text) {
            Ok(ast) => compiled.scripts[ix] = Some(ast),
            Err(error) => compiled.diagnostics.push(syntax(content, ix.into(), &error)),
        }
    }
    compiled
}

impl Compiled {
    fn add_rules(&mut self, id: ScriptId, ast: AST) {
        for function in ast.iter_functions() {
            let arities = self.functions.entry(function.name.to_string()).or_default();
            if !arities.contains(&function.params.len()) {
                arities.push(function.params.len());
            }
            self.homes.insert(function.name.to_string(), id);
        }
        self.rules = self.rules.merge(&ast.clone_functions_only());
        self.files.push((id, ast));
    }
}

/// The diagnostic of a script that is not a script.
fn syntax(content: &Content, id: ScriptId, error: &ParseError) -> Diagnostic {
    let message = error.err_type().to_string();
    let mut message = match message.chars().next() {
        Some(first) => first.to_lowercase().chain(message.chars().skip(1)).collect(),
        None => message,
    };
    while message.ends_with('.') {
        message.pop();
    }
    at(content, id, error.position(), Code::ScriptSyntax, message)
}

/// A diagnostic at a position of a script.
pub(crate) fn at(
    content: &Content,
    id: ScriptId,
    position: Position,
    code: Code,
    message: impl Into<String>,
) -> Diagnostic {
    let script = &content.scripts[id.ix()];
    let span = script.word_at(position.line().unwrap_or(1), position.position().unwrap_or(1));
    Diagnostic::error(code, message).at(script.file, span)
}
