//! Compiling: every script's text to a syntax tree, and the rule files to one library of functions.

use rhai::{AST, Engine, ParseError, ParseErrorType, Position};
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
    if let Some(fraction) = fraction(content, id, error) {
        return fraction;
    }
    let help = match error.err_type() {
        ParseErrorType::Reserved(word) if word == "print" || word == "debug" => {
            Some("`say(\"...\")` writes to the game's log".to_owned())
        }
        _ => None,
    };
    at(content, id, error.position(), Code::ScriptSyntax, in_words(error.err_type())).help(help)
}

/// The parser's message in the words of all other messages.
fn in_words(error: &ParseErrorType) -> String {
    match error {
        ParseErrorType::MissingToken(token, why) if token == "," && why.contains("function call") => {
            let name = why.rsplit('\'').nth(1).unwrap_or_default();
            return format!("expected `,` or `)` in the call of `{name}`");
        }
        ParseErrorType::MissingToken(token, why) if token == ")" && why.contains("function call") => {
            let name = why.rsplit('\'').nth(1).unwrap_or_default();
            return format!("expected `)` at the end of the call of `{name}`");
        }
        ParseErrorType::MissingToken(token, why) => return format!("expected `{token}` {why}"),
        ParseErrorType::Reserved(word) => return format!("`{word}` cannot be used in scripts"),
        ParseErrorType::FnDuplicatedDefinition(name, params) => {
            let plural = if *params == 1 { "" } else { "s" };
            return format!("there is a function `{name}` with {params} parameter{plural} already");
        }
        _ => {}
    }
    let message = error.to_string().replace('\'', "`").replace("eserved keyword", "eserved word");
    let mut message: String = match message.chars().next() {
        Some(first) => first.to_lowercase().chain(message.chars().skip(1)).collect(),
        None => message,
    };
    while message.ends_with('.') {
        message.pop();
    }
    if message.contains("is disabled") {
        let word = message.split('`').nth(1).unwrap_or_default();
        return format!("`{word}` cannot be used in scripts");
    }
    match message.strip_prefix("expecting ") {
        Some(rest) => format!("expected {rest}"),
        None => message,
    }
}

/// A number with a fraction, which the parser takes for a property of a whole number.
fn fraction(content: &Content, id: ScriptId, error: &ParseError) -> Option<Diagnostic> {
    if !matches!(error.err_type(), ParseErrorType::PropertyExpected) {
        return None;
    }
    let script = &content.scripts[id.ix()];
    let position = error.position();
    let line = script.text.lines().nth(position.line()?.checked_sub(1)?)?;
    let point = position.position()?.checked_sub(2)?;
    let before: String = line.chars().take(point).collect();
    let digits = before.chars().rev().take_while(char::is_ascii_digit).count();
    let after = line.chars().skip(point + 1).take_while(char::is_ascii_digit).count();
    if digits == 0 || after == 0 || line.chars().nth(point) != Some('.') {
        return None;
    }
    let number: String = line.chars().skip(point - digits).take(digits + 1 + after).collect();
    let message = format!("scripts have whole numbers only, not `{number}`");
    let diagnostic = at(content, id, Position::NONE, Code::ScriptSyntax, message);
    let start = script.position(position.line()?, point - digits + 1);
    let span = if script.exact { start..start + number.len() } else { script.span.clone() };
    Some(diagnostic.at(script.file, span))
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
