//! The second way to run a script: the interpreter's syntax tree is walked once, when a game is loaded, every name is
//! resolved, and what comes of it is run here, several times as fast.
//!
//! Values, native functions, limits and errors are the interpreter's own, and what this room does not know (an exception
//! that is caught, `this`) is left to it, function by function. So both ways mean the same; a test plays games in both.

mod eval;
mod lists;
mod lower;
mod native;
mod node;
mod place;

use std::cell::RefCell;
use std::rc::Rc;

use rhai::{AST, Dynamic, EvalAltResult, FnPtr, ImmutableString, Position, ScriptFuncDef};
use rustc_hash::FxHashMap;

pub(super) use eval::Vm;
use node::Node;

use super::Spot;
use super::compile::Compiled;
use super::run::Verb;
use crate::kernel::ScriptId;

/// A function made ready to run.
pub(super) struct Function {
    name: ImmutableString,
    params: usize,
    /// How many variables it has at once, parameters included.
    slots: usize,
    /// Nothing, if the interpreter must run it.
    body: Option<Node>,
}

/// A script of its own made ready to run: its variables begin with `me`, `card` and `event`.
pub(super) struct Unit {
    slots: usize,
    body: Node,
}

/// All scripts of a game, made ready to run.
#[derive(Default)]
pub(super) struct Program {
    functions: Vec<Function>,
    by_name: FxHashMap<ImmutableString, Vec<(usize, usize)>>,
    units: Vec<Option<Unit>>,
    /// Functions without a name, by the name that the interpreter gives them.
    closures: RefCell<FxHashMap<ImmutableString, Rc<Function>>>,
    natives: RefCell<native::Natives>,
    /// The statements that are noted when they run.
    pub(super) spots: RefCell<Vec<Spot>>,
}

/// Names that a script of its own has, in the order of its first variables.
pub(super) const GIVEN: [&str; 3] = ["me", "card", "event"];

impl Program {
    /// Makes all scripts ready. `noting`: for each script, whether the lines that run are to be noted.
    pub fn new(compiled: &Compiled, noting: bool) -> Self {
        let mut program = Self::default();
        let mut bodies = Vec::new();
        for (id, file) in &compiled.files {
            for function in file.iter_fn_def().filter(|function| !is_unnamed(&function.name)) {
                let number = program.declare(function.name.clone(), function.params.len());
                bodies.push((number, *id, function));
            }
        }
        for (number, id, function) in bodies {
            // Of functions that an expansion replaces, the last stands.
            let lowered = lower::function(&program, function, noting.then_some(id));
            program.functions[number] = Function::new(function, lowered);
        }
        for (id, file) in &compiled.files {
            program.add_closures(file, noting.then_some(*id));
        }
        for (ix, ast) in compiled.scripts.iter().enumerate() {
            let noted = noting.then_some(ScriptId::from(ix));
            let unit = ast.as_ref().and_then(|ast| program.unit(ast, noted));
            program.units.push(unit);
        }
        program
    }

    fn declare(&mut self, name: ImmutableString, params: usize) -> usize {
        if let Some(number) = self.find(&name, params) {
            return number;
        }
        let number = self.functions.len();
        self.by_name.entry(name.clone()).or_default().push((params, number));
        self.functions.push(Function { name, params, slots: 0, body: None });
        number
    }

    /// A rule function's number.
    pub fn find(&self, name: &str, params: usize) -> Option<usize> {
        let named = self.by_name.get(name)?;
        named.iter().find(|(with, _)| *with == params).map(|(_, number)| *number)
    }

    /// A script of its own, with the functions without a name that it makes; nothing if the interpreter must run it.
    pub fn unit(&self, ast: &AST, noted: Option<ScriptId>) -> Option<Unit> {
        self.add_closures(ast, noted);
        lower::unit(self, ast, noted)
    }

    /// The script of a number.
    pub fn script(&self, id: ScriptId) -> Option<&Unit> {
        self.units.get(id.ix())?.as_ref()
    }

    fn add_closures(&self, ast: &AST, noted: Option<ScriptId>) {
        for function in ast.iter_fn_def().filter(|function| is_unnamed(&function.name)) {
            let lowered = lower::function(self, function, noted);
            let ready = Rc::new(Function::new(function, lowered));
            self.closures.borrow_mut().insert(function.name.clone(), ready);
        }
    }

    fn closure(&self, name: &str) -> Option<Rc<Function>> {
        self.closures.borrow().get(name).cloned()
    }
}

impl Function {
    fn new(function: &ScriptFuncDef, lowered: Option<lower::Lowered>) -> Self {
        let (name, params) = (function.name.clone(), function.params.len());
        let slots = lowered.as_ref().map_or(0, |lowered| lowered.slots);
        Self { name, params, slots, body: lowered.map(|lowered| lowered.body) }
    }
}

/// Whether a function has no name but the one that the interpreter gives it.
fn is_unnamed(name: &str) -> bool {
    name.starts_with("anon$")
}

/// Calls a function that a script handed over, from within a verb.
pub(super) fn call_given(game: &super::Game, function: &FnPtr, args: &[Dynamic]) -> Verb<Dynamic> {
    Vm::new(game).call_given(function, args, Position::NONE).map_err(eval::Exit::into_error)
}

/// An error at a place, where it has none yet.
fn at(mut error: Box<EvalAltResult>, position: Position) -> Box<EvalAltResult> {
    if error.position().is_none() {
        error.set_position(position);
    }
    error
}
