//! The static checker: what can be known to be wrong with a script without running it.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, Engine, Expr, Position, ScriptFuncDef, Shared};
use rustc_hash::FxHashMap;

use super::compile::{Compiled, at};
use super::verbs;
use super::walk::{Binding, Call, Reader, walk, walk_function};
use crate::content::{Code, Content, Diagnostic, Purpose, did_you_mean, nearest};
use crate::kernel::ScriptId;

/// Functions of the interpreter itself, beside those of its library.
const KEYWORDS: [&str; 7] = ["Fn", "call", "curry", "type_of", "is_shared", "is_def_fn", "is_def_var"];

/// What an empty list is called.
const NOTHING: &str = "nothing";

/// Checks every script.
pub(crate) fn check(content: &Content, compiled: &Compiled, engine: &Engine) -> Vec<Diagnostic> {
    let known = Known::new(content, compiled, engine);
    let mut found = Vec::new();
    check_setups(content, &known, &mut found);
    found.extend(super::replaces::replaced(content, &compiled.files));
    for (id, ast) in &compiled.files {
        check_rule_file(content, &known, *id, ast, &mut found);
    }
    for (ix, ast) in compiled.scripts.iter().enumerate() {
        if let Some(ast) = ast {
            check_script(content, &known, ix.into(), ast, &mut found);
        }
    }
    found
}

/// Each scenario begins with a rule function, which must be there.
fn check_setups(content: &Content, known: &Known<'_>, found: &mut Vec<Diagnostic>) {
    for (setup, (file, span)) in &content.setups {
        if known.rules.get(setup.as_str()).is_some_and(|arities| arities.contains(&0)) {
            continue;
        }
        let message = format!("no rule function `{setup}()`, with which this scenario begins");
        let help = did_you_mean(setup, known.rules.keys().copied())
            .or_else(|| Some(format!("write `fn {setup}() {{ ... }}` in a rule file of the game")));
        found.push(Diagnostic::error(Code::UnknownFunction, message).at(*file, span.clone()).help(help));
    }
}

fn check_rule_file(
    content: &Content,
    known: &Known<'_>,
    id: ScriptId,
    ast: &AST,
    found: &mut Vec<Diagnostic>,
) {
    if let Some(first) = ast.statements().first() {
        let message = "a rule file holds functions only; this stands outside of any";
        found.push(at(content, id, first.position(), Code::ScriptSyntax, message));
    }
    for function in ast.iter_fn_def() {
        check_function(content, known, id, function, found);
    }
}

fn check_function(
    content: &Content,
    known: &Known<'_>,
    id: ScriptId,
    function: &Shared<ScriptFuncDef>,
    found: &mut Vec<Diagnostic>,
) {
    let mut check = Check { content, known, id, event: None, own: Vec::new(), found };
    walk_function(function, &mut check);
}

fn check_script(content: &Content, known: &Known<'_>, id: ScriptId, ast: &AST, found: &mut Vec<Diagnostic>) {
    let mut event = None;
    let mut own = Vec::new();
    let mut given = vec!["me", "card"];
    if let Purpose::Operation { card, op } | Purpose::Condition { card, op } =
        content.scripts[id.ix()].purpose
        && let Some(def) = content.rules.def(card).ops.get(usize::from(op))
        && let Some(answers) = def.event
    {
        given.push("event");
        event = Some(answers);
    }
    for function in ast.iter_fn_def() {
        if function.name.starts_with("anon$") {
            check_function(content, known, id, function, found);
        } else {
            let message =
                format!("a card's script defines no functions, and this defines `{}`", function.name);
            let help = Some("put it into a rule file".to_owned());
            found.push(at(content, id, Position::NONE, Code::ScriptSyntax, message).help(help));
            own.push(function.name.to_string());
        }
    }
    let mut check = Check { content, known, id, event, own, found };
    walk(ast.statements(), &given, &mut check);
}

/// One way in which a function can be called.
#[derive(Clone, Debug)]
struct Signature {
    params: Vec<String>,
    /// A verb or rule function, whose parameters' names say what texts stand for.
    named: bool,
}

/// Every function that there is, by name.
struct Known<'a> {
    functions: FxHashMap<String, Vec<Signature>>,
    /// The rule functions, each with the numbers of its parameters.
    rules: BTreeMap<&'a str, Vec<usize>>,
    content: &'a Content,
}

impl<'a> Known<'a> {
    fn new(content: &'a Content, compiled: &'a Compiled, engine: &Engine) -> Self {
        let mut functions: FxHashMap<String, Vec<Signature>> = FxHashMap::default();
        for signature in engine.gen_fn_signatures(true) {
            let (name, params) = signature.split_once('(').unwrap_or((&signature, ")"));
            let params = params.rsplit_once(')').map_or("", |(params, _)| params);
            let params = split_params(params);
            functions.entry(name.to_string()).or_default().push(Signature { params, named: false });
        }
        for verb in verbs::families().iter().flat_map(|family| &family.verbs) {
            let signature = Signature { params: verb.params.clone(), named: true };
            functions.entry(verb.name.clone()).or_default().insert(0, signature);
        }
        for function in compiled.files.iter().flat_map(|(_, ast)| ast.iter_fn_def()) {
            let params = function.params.iter().map(|param| param.to_string()).collect();
            let signatures = functions.entry(function.name.to_string()).or_default();
            // A rule function stands in the place of a verb of the same name and number of arguments.
            signatures.insert(0, Signature { params, named: true });
        }
        let sorted = |arities: &Vec<usize>| {
            let mut arities = arities.clone();
            arities.sort_unstable();
            arities
        };
        let rules =
            compiled.functions.iter().map(|(name, arities)| (name.as_str(), sorted(arities))).collect();
        Self { functions, rules, content }
    }

    fn nearest(&self, name: &str) -> Option<&str> {
        let names: BTreeSet<&str> = self.functions.keys().map(String::as_str).collect();
        nearest(name, names.into_iter().chain(KEYWORDS))
    }
}

/// The parameters of a printed signature, whose types may hold commas of their own.
fn split_params(params: &str) -> Vec<String> {
    let mut split = Vec::new();
    let mut depth = 0;
    let mut current = String::new();
    for c in params.chars() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                split.push(std::mem::take(&mut current));
                continue;
            }
            _ => {}
        }
        current.push(c);
    }
    if !current.trim().is_empty() {
        split.push(current);
    }
    split
}

struct Check<'a> {
    content: &'a Content,
    known: &'a Known<'a>,
    id: ScriptId,
    event: Option<crate::kernel::EventId>,
    /// Functions that the script itself defines, where it may not: their calls are no further fault.
    own: Vec<String>,
    found: &'a mut Vec<Diagnostic>,
}

impl Reader for Check<'_> {
    fn is_constant(&self, name: &str) -> bool {
        verbs::CONSTANTS.iter().any(|(known, _)| *known == name)
    }

    fn variable(&mut self, name: &str, binding: Binding, reach: &[String], position: Position) {
        if binding != Binding::Unknown {
            return;
        }
        let message = format!("unknown variable `{name}`");
        let help = match name {
            "event" => {
                Some("`event` is there where the operation says which event it answers: to = \"...\"".into())
            }
            "me" => Some("a rule function is given its player as an argument, or asks `asker()`".into()),
            "card" => Some("a rule function is given its card as an argument, or asks `this_card()`".into()),
            _ if self.known.functions.contains_key(name) => {
                Some(format!("`{name}` is a function: `{name}(...)`"))
            }
            _ => {
                let constants = verbs::CONSTANTS.iter().map(|(known, _)| *known);
                let known = reach.iter().rev().map(String::as_str).chain(constants);
                did_you_mean(name, known.chain(["true", "false"]))
            }
        };
        self.report(position, Code::UnknownVariable, message, help);
    }

    fn property(&mut self, of: &str, name: &str, position: Position) {
        let Some(event) = self.event.filter(|_| of == "event") else { return };
        let data = &self.content.rules.events[event.ix()].data;
        if data.iter().any(|known| known == name) {
            return;
        }
        let title = self.content.rules.events.name(event.ix());
        let help = nearest(name, data.iter().map(String::as_str))
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| Some(format!("it has {}", list(data.iter().map(String::as_str)))));
        self.report(position, Code::UnknownEvent, format!("event `{title}` has no `{name}`"), help);
    }

    fn call(&mut self, call: &Call<'_>) {
        let own = self.own.iter().any(|own| own == call.name);
        if own || call.name.starts_with("anon$") || KEYWORDS.contains(&call.name) {
            return;
        }
        let Some(signatures) = self.known.functions.get(call.name) else {
            let help = self.known.nearest(call.name).map(|near| format!("did you mean `{near}`?"));
            let message = format!("unknown function `{}`", call.name);
            self.report(call.position, Code::UnknownFunction, message, help);
            return;
        };
        let given = call.args.len() + usize::from(call.method);
        let mut fitting = signatures.iter().filter(|signature| signature.params.len() == given);
        let Some(signature) = fitting.next() else {
            // A method may be called on `this`, which is no parameter.
            if call.method && signatures.iter().any(|s| s.params.len() == call.args.len()) {
                return;
            }
            self.wrong_count(call, signatures, given);
            return;
        };
        if signature.named {
            let skipped = usize::from(call.method);
            for (param, arg) in signature.params.iter().skip(skipped).zip(call.args) {
                self.argument(call, param, arg);
            }
        }
    }
}

impl Check<'_> {
    fn report(&mut self, position: Position, code: Code, message: String, help: Option<String>) {
        self.found.push(at(self.content, self.id, position, code, message).help(help));
    }

    fn wrong_count(&mut self, call: &Call<'_>, signatures: &[Signature], given: usize) {
        let mut counts: Vec<usize> = signatures.iter().map(|s| s.params.len()).collect();
        counts.sort_unstable();
        counts.dedup();
        let message = format!("`{}` takes {}, not {given}", call.name, arguments(&counts));
        let help = signatures.iter().find(|s| s.named).map(|signature| {
            let params: Vec<&str> = signature.params.iter().map(|p| param_name(p)).collect();
            format!("it is written `{}({})`", call.name, params.join(", "))
        });
        self.report(call.position, Code::UnknownFunction, message, help);
    }

    /// Checks a text given for a parameter whose name says what it must name.
    fn argument(&mut self, call: &Call<'_>, param: &str, arg: &Expr) {
        if let Expr::Map(parts, _) = arg {
            self.keys(call, parts.0.iter().map(|(key, _)| (key.name.as_str(), key.pos)));
            if call.name.starts_with("change") {
                parts.0.iter().for_each(|(key, value)| self.setting(&key.name, value));
            }
            return;
        }
        if call.name == "emit" && call.args.len() == 1 {
            self.keys(call, std::iter::empty());
        }
        let Expr::StringConstant(text, position) = arg else { return };
        let (content, rules) = (self.content, &self.content.rules);
        let (code, kind, names): (Code, &str, Vec<&str>) = match param_name(param) {
            "query" => return self.query(text, *position, |text| content.words.selector(text).err()),
            "goal" => return self.query(text, *position, |text| content.words.goal(text).err()),
            "measure" => return self.query(text, *position, |text| content.words.measure(text).err()),
            "zone" | "from" | "to" if call.name != "to" => {
                (Code::UnknownZone, "zone", rules.zones.names().collect())
            }
            "token" => (Code::UnknownToken, "token", rules.tokens.names().collect()),
            "field" => (Code::UnknownField, "field", rules.fields.names().collect()),
            "value" if call.name == "value" => (Code::UnknownValue, "value", rules.values.names().collect()),
            "trigger" => (Code::UnknownTrigger, "trigger", rules.triggers.names().collect()),
            "event" => (Code::UnknownEvent, "event", rules.events.names().collect()),
            "phase" => return self.function(text, 0, "phase function", *position),
            "function" => return self.function(text, 1, "rule function", *position),
            "name" if call.name.starts_with("change") => {
                let names = rules.fields.names().chain(rules.values.names()).collect();
                (Code::UnknownField, "field or value", names)
            }
            "id" | "card" => return self.card(text, *position),
            _ => return,
        };
        if !names.iter().any(|name| *name == text.as_str()) {
            let help = did_you_mean(text, names.iter().copied());
            self.report(*position, code, format!("unknown {kind} `{text}`"), help);
        }
    }

    /// Checks that a text names a rule function with so many parameters.
    fn function(&mut self, text: &str, params: usize, kind: &str, position: Position) {
        let Some(arities) = self.known.rules.get(text) else {
            let help = did_you_mean(text, self.known.rules.keys().copied());
            return self.report(position, Code::UnknownFunction, format!("unknown {kind} `{text}`"), help);
        };
        if !arities.contains(&params) {
            let wanted = arguments(&[params]);
            let message = format!("`{text}` takes {}, and here it is given {wanted}", arguments(arities));
            self.report(position, Code::UnknownFunction, message, None);
        }
    }

    fn card(&mut self, text: &str, position: Position) {
        let rules = &self.content.rules;
        if rules.card(text).is_some() || rules.card_named(text).is_some() {
            return;
        }
        let known = rules.cards.iter().flat_map(|card| [card.id.as_str(), card.name.as_str()]);
        let help = did_you_mean(text, known);
        self.report(position, Code::UnknownCard, format!("unknown card `{text}`"), help);
    }

    fn keys<'k>(&mut self, call: &Call<'_>, keys: impl Iterator<Item = (&'k str, Position)>) {
        let known: Vec<String> = match (call.name, call.args.first()) {
            ("emit", Some(Expr::StringConstant(event, _))) => match self.content.rules.event(event) {
                Some(event) => self.content.rules.events[event.ix()].data.clone(),
                None => return,
            },
            ("change" | "change_all", _) => verbs::effects::KEYS.map(str::to_string).to_vec(),
            _ => return,
        };
        let given: Vec<(&str, Position)> = keys.collect();
        for (key, position) in &given {
            if !known.iter().any(|name| name == key) {
                let help = did_you_mean(key, known.iter().map(String::as_str))
                    .or_else(|| Some(format!("known are {}", list(known.iter().map(String::as_str)))));
                self.report(*position, Code::UnknownKey, format!("unknown key `{key}`"), help);
            }
        }
        if call.name == "emit" {
            // A key that is nearly the right one was told of already.
            let is_near = |name: &str| given.iter().any(|(key, _)| nearest(key, [name]).is_some());
            let absent = known.iter().map(String::as_str).filter(|name| !is_near(name));
            let absent = list(absent);
            if absent != NOTHING {
                let message = format!("the event is told without its {absent}");
                self.report(call.position, Code::UnknownEvent, message, None);
            }
        }
    }

    /// Checks a text given for a setting of a change.
    fn setting(&mut self, key: &str, value: &Expr) {
        let Expr::StringConstant(text, position) = value else { return };
        let content = self.content;
        match key {
            "only_while" => self.query(text, *position, |text| content.words.goal(text).err()),
            "lasts" => {
                let ends = ["step", "leaves", "game"];
                if ends.contains(&text.as_str()) || content.rules.event(text).is_some() {
                    return;
                }
                let help = did_you_mean(text, content.rules.events.names().chain(ends))
                    .or_else(|| Some("it is \"step\", \"leaves\", \"game\" or an event".to_owned()));
                self.report(*position, Code::UnknownEvent, format!("unknown event `{text}`"), help);
            }
            _ => {}
        }
    }

    fn query(
        &mut self,
        text: &str,
        position: Position,
        compile: impl Fn(&str) -> Option<crate::query::QueryError>,
    ) {
        let Some(error) = compile(text) else { return };
        let mut diagnostic = at(self.content, self.id, position, Code::BadQuery, error.to_string());
        // The query stands in the file letter by letter, unless the string has escapes.
        let script = &self.content.scripts[self.id.ix()];
        let start = script.position(position.line().unwrap_or(1), position.position().unwrap_or(1) + 1);
        let file = self.content.sources.text(script.file);
        if script.exact && file.get(start..start + text.len()) == Some(text) {
            let span = &error.span;
            diagnostic = diagnostic.at(script.file, start + span.start..start + span.end);
        }
        self.found.push(diagnostic.help(error.help));
    }
}

/// So many arguments, in words: "2, 3 or 4 arguments".
fn arguments(counts: &[usize]) -> String {
    let words: Vec<String> = counts.iter().map(ToString::to_string).collect();
    let plural = if counts == [1] { "" } else { "s" };
    match words.split_last() {
        Some((last, [])) => format!("{last} argument{plural}"),
        Some((last, rest)) => format!("{} or {last} argument{plural}", rest.join(", ")),
        None => "no arguments".to_owned(),
    }
}

fn param_name(param: &str) -> &str {
    param.split(':').next().unwrap_or(param).trim()
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { NOTHING.to_string() } else { quoted.join(", ") }
}

impl std::fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Known").field("game", &self.content.rules.id).finish_non_exhaustive()
    }
}
