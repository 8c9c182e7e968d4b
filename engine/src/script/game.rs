//! A game made ready to play: its definitions, and every script compiled once. One thread's own.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{
    AST, Caches, Dynamic, Engine, EvalAltResult, GlobalRuntimeState, ImmutableString, Position, Scope,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::check;
use super::engine::{new_engine, optimized};
use super::exec::{StepEnd, call, step};
use super::fault::Fault;
use super::recent::{Compiled, RecentNames, Texts};
use super::run::{Run, Verb};
use super::vm::Program;
use crate::content::{Code, Content, Diagnostic, Diagnostics};
use crate::kernel::{Goal, Measure, Pred, Random, Rules, ScriptId, State};

/// Names of rule functions that the engine itself calls, where a game has them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hooks {
    /// `fn can_pay(player, cost)`.
    pub can_pay: bool,
    /// `fn pay(player, cost)`.
    pub pay: bool,
    /// `fn estimate(player)`.
    pub estimate: bool,
}

/// How scripts are run. All ways mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// By the interpreter alone, as a measure of the other.
    Interpreter,
    /// By nodes whose names are resolved when the game is loaded.
    Program {
        /// Whether the statements that run are noted: see [`Game::take_run`].
        noting: bool,
    },
}

/// Where a statement of a script begins; line and column are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The script.
    pub script: ScriptId,
    /// The line.
    pub line: u16,
    /// The column, in characters.
    pub column: u16,
}

impl Spot {
    pub(super) fn at(script: ScriptId, position: Position) -> Option<Self> {
        let small = |n: usize| u16::try_from(n).ok();
        Some(Self { script, line: small(position.line()?)?, column: small(position.position()?)? })
    }
}

/// A game made ready to play.
pub struct Game {
    /// Everything that was read from its files.
    pub content: Arc<Content>,
    /// What stays the same while it is played.
    pub rules: Arc<Rules>,
    pub(crate) engine: Engine,
    /// The rule functions of all rule files; later files' functions replace earlier ones of the same name.
    pub(crate) ast: AST,
    /// The operations and conditions of cards, by script.
    pub(crate) scripts: Vec<Option<AST>>,
    pub(crate) hooks: Hooks,
    /// The same scripts, made ready to run without the interpreter.
    pub(super) program: Program,
    /// The statements that ran, where that is noted.
    noted: RefCell<FxHashSet<Spot>>,
    /// What failed while bots tried things out.
    tried: RefCell<Vec<Tried>>,
    /// For each rule function's name, the numbers of parameters it comes with.
    functions: FxHashMap<String, Vec<usize>>,
    homes: FxHashMap<String, ScriptId>,
    /// Which function each call means, as far as the interpreter found it out: one table for each script that runs
    /// inside another. All scripts of a game call the same functions, so what one found out holds for all.
    pub(crate) caches: RefCell<Vec<Caches>>,
    calls: RefCell<FxHashMap<String, Vec<Call>>>,
    selectors: Compiled<Pred>,
    goals: Compiled<Goal>,
    measures: Compiled<Measure>,
    pub(super) names: RecentNames,
    pub(super) texts: Texts,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("id", &self.rules.id).finish_non_exhaustive()
    }
}

/// A script that failed while bots tried things out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// How it failed the first time.
    pub fault: Fault,
    /// How often.
    pub times: u64,
}

/// More different faults than this are not remembered.
const TRIED: usize = 50;

/// A script that calls a rule function, and with how many arguments.
type Call = (usize, Rc<AST>);

/// The name under which a rule function that the engine calls is given one of its arguments.
pub(crate) fn argument(ix: usize) -> String {
    format!("argument_{ix}")
}

impl Game {
    /// Compiles and checks every script of a game.
    ///
    /// # Errors
    /// All faults found in all scripts, when one of them is an error.
    pub fn compile(content: Arc<Content>) -> Result<Rc<Self>, Diagnostics> {
        let (game, diagnostics) = Self::compile_checked(content);
        match game {
            Some(game) if !diagnostics.has_errors() => Ok(game),
            _ => Err(diagnostics),
        }
    }

    /// Compiles and checks every script of a game; gives warnings too.
    pub fn compile_checked(content: Arc<Content>) -> (Option<Rc<Self>>, Diagnostics) {
        Self::compile_for(content, Runner::Program { noting: false })
    }

    /// Compiles and checks every script of a game, to be run in a given way.
    pub fn compile_for(content: Arc<Content>, runner: Runner) -> (Option<Rc<Self>>, Diagnostics) {
        let engine = new_engine();
        let mut compiled = super::compile::compile_all(&engine, &content);
        let mut diagnostics = std::mem::take(&mut compiled.diagnostics);
        // Where a rule file is no script, what it would define is unknown, and each use of it would be told as a fault.
        if compiled.files.len() == content.rule_files.len() {
            diagnostics.extend(check::check(&content, &compiled, &engine));
        }
        let function = |name: &str, params: usize| {
            compiled.functions.get(name).is_some_and(|arities| arities.contains(&params))
        };
        let hooks = Hooks {
            can_pay: function("can_pay", 2),
            pay: function("pay", 2),
            estimate: function("estimate", 1),
        };
        let program = match runner {
            Runner::Interpreter => Program::default(),
            Runner::Program { noting } => Program::new(&compiled, noting),
        };
        let closures = compiled.scripts.iter().flatten().filter(|ast| ast.has_functions());
        let rules = closures.fold(compiled.rules, |all, ast| all.merge(&ast.clone_functions_only()));
        let script = |ast: Option<AST>| ast.map(|ast| optimized(&engine, ast));
        let game = Self {
            rules: content.rules.clone(),
            ast: optimized(&engine, rules),
            scripts: compiled.scripts.into_iter().map(script).collect(),
            engine,
            hooks,
            program,
            noted: RefCell::default(),
            tried: RefCell::default(),
            functions: compiled.functions,
            homes: compiled.homes,
            caches: RefCell::default(),
            calls: RefCell::default(),
            selectors: Compiled::default(),
            goals: Compiled::default(),
            measures: Compiled::default(),
            names: RecentNames::default(),
            texts: Texts::default(),
            content,
        };
        let game = Rc::new(game);
        if !diagnostics.has_errors() {
            diagnostics.extend(game.deck_faults());
        }
        (Some(game), diagnostics)
    }

    /// What the game's rules have against its decks, told by its function `deck_faults`, where it has one.
    fn deck_faults(self: &Rc<Self>) -> Vec<Diagnostic> {
        if !self.has_function("deck_faults", 1) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for deck in &self.content.decks {
            let state = State::new(&self.rules, self.rules.min_players.max(1), Random::new(0));
            let run = Run::new(self.clone(), state, Rc::from([]));
            let (_, end, told) = step(run, || call("deck_faults", (ImmutableString::from(&*deck.id),)));
            let told: Vec<String> = match (end, told.into_typed_array::<ImmutableString>()) {
                (StepEnd::Done, Ok(told)) => told.iter().map(ToString::to_string).collect(),
                (StepEnd::Failed(fault), _) => vec![fault.to_string()],
                _ => vec!["`deck_faults` must give an array of texts".to_string()],
            };
            let (file, span) = &deck.place;
            found.extend(told.into_iter().map(|told| {
                Diagnostic::error(Code::BadDeck, format!("the deck `{}`: {told}", deck.id))
                    .at(*file, span.clone())
            }));
        }
        found
    }

    /// What the interpreter keeps while it runs.
    pub(super) fn global(&self) -> GlobalRuntimeState {
        let mut global = self.engine.new_global_runtime_state();
        global.lib.push(self.ast.shared_lib().clone());
        global
    }

    /// Lets the interpreter run a script beside the game's rule functions.
    pub(super) fn interpreted(
        &self,
        script: &AST,
        caches: &mut Caches,
        scope: &mut Scope<'_>,
    ) -> Verb<Dynamic> {
        #[allow(deprecated, reason = "the interpreter's way to run statements with a library of one's own")]
        self.engine.eval_statements_raw(&mut self.global(), caches, scope, script.statements())
    }

    /// Lets the interpreter call a rule function.
    pub(super) fn call_interpreted(
        &self,
        name: &str,
        args: impl IntoIterator<Item = Dynamic>,
    ) -> Verb<Dynamic> {
        let mut scope = Scope::new();
        for (ix, value) in args.into_iter().enumerate() {
            scope.push_dynamic(argument(ix), value);
        }
        let Some(call) = self.call_of(name, scope.len()) else {
            return Err(Box::new(EvalAltResult::ErrorFunctionNotFound(name.to_string(), Position::NONE)));
        };
        self.run_interpreted(&call, &mut scope)
    }

    /// Lets the interpreter run a script, with what it remembers of earlier ones.
    pub(super) fn run_interpreted(&self, script: &AST, scope: &mut Scope<'_>) -> Verb<Dynamic> {
        let mut caches = self.caches.borrow_mut().pop().unwrap_or_default();
        let result = self.interpreted(script, &mut caches, scope);
        self.caches.borrow_mut().push(caches);
        result
    }

    /// Notes that a statement ran.
    pub(super) fn note(&self, spot: Spot) {
        self.noted.borrow_mut().insert(spot);
    }

    /// The statements that are noted when they run, where the game was made ready for it. What only the interpreter can
    /// run is not among them.
    pub fn noted(&self) -> Vec<Spot> {
        self.program.spots.borrow().clone()
    }

    /// The statements that ran since this was last asked, in no order.
    pub fn take_run(&self) -> Vec<Spot> {
        self.noted.take().into_iter().collect()
    }

    /// Remembers that a script failed while a bot tried things out. The bot goes another way, and nobody else is told.
    pub(crate) fn failed_in_trial(&self, fault: Fault) {
        let mut tried = self.tried.borrow_mut();
        if let Some(known) = tried.iter_mut().find(|known| known.fault.is_like(&fault)) {
            known.times += 1;
        } else if tried.len() < TRIED {
            tried.push(Tried { fault, times: 1 });
        }
    }

    /// The scripts that failed while bots tried things out since this was last asked, each place and message once:
    /// faults that no game shows, since the bots take care not to meet them.
    pub fn take_tried(&self) -> Vec<Tried> {
        self.tried.take()
    }

    /// The file in which a rule function stands.
    pub(crate) fn function_home(&self, name: &str) -> Option<ScriptId> {
        self.homes.get(name).copied()
    }

    /// Whether the game has a rule function of this name with this many parameters.
    pub fn has_function(&self, name: &str, params: usize) -> bool {
        self.functions.get(name).is_some_and(|arities| arities.contains(&params))
    }

    /// The names of all rule functions, each once, sorted.
    pub fn function_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.functions.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// The script that calls a rule function with what its scope holds as [`argument`]s, compiled once; nothing, if
    /// there is no such function.
    pub(crate) fn call_of(&self, name: &str, params: usize) -> Option<Rc<AST>> {
        let known = |call: &&Call| call.0 == params;
        if let Some((_, call)) = self.calls.borrow().get(name).and_then(|calls| calls.iter().find(known)) {
            return Some(call.clone());
        }
        if !self.has_function(name, params) {
            return None;
        }
        let arguments: Vec<String> = (0..params).map(argument).collect();
        let call = Rc::new(self.engine.compile(format!("{name}({})", arguments.join(", "))).ok()?);
        self.calls.borrow_mut().entry(name.to_string()).or_default().push((params, call.clone()));
        Some(call)
    }

    /// A selector, compiled once for each text.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    pub fn selector(&self, text: &ImmutableString) -> Result<Rc<Pred>, String> {
        self.selectors.find(text, |text| self.content.words.selector(text))
    }

    /// A goal, compiled once for each text.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    pub fn goal(&self, text: &ImmutableString) -> Result<Rc<Goal>, String> {
        self.goals.find(text, |text| self.content.words.goal(text))
    }

    /// A measure, compiled once for each text.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    pub fn measure(&self, text: &ImmutableString) -> Result<Rc<Measure>, String> {
        self.measures.find(text, |text| self.content.words.measure(text))
    }
}
