//! The interpreter, set up for card texts: no files, no clock, no `eval`, whole numbers only, everything bounded.

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicStringPackage,
    LanguageCorePackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{AST, Engine, INT, ImmutableString, Module, OptimizationLevel, Scope, Token};

use super::run::count_operation;
use super::verbs;

/// An interpreter with the verbs.
pub(crate) fn new_engine() -> Engine {
    let mut engine = Engine::new_raw();
    engine.disable_symbol("eval");
    engine.disable_symbol("print");
    engine.disable_symbol("debug");
    engine.disable_symbol("import");
    engine.disable_symbol("export");
    // A word that the language keeps for later and that card texts need now.
    #[allow(deprecated, reason = "the interpreter's one way to give a reserved word back")]
    engine.on_parse_token(|token, _, _| match token {
        Token::Reserved(word) if word.as_str() == "is" => Token::Identifier(word),
        token => token,
    });
    // The checker reads scripts as they are written; what is checked is then optimized.
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_allow_looping(true);
    engine.set_allow_shadowing(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_call_levels(48);
    engine.set_max_expr_depths(128, 128);
    engine.set_max_variables(256);
    engine.set_max_functions(4_096);
    engine.set_max_string_size(65_536);
    engine.set_max_array_size(16_384);
    engine.set_max_map_size(1_024);
    engine.on_progress(|_| count_operation().then(rhai::Dynamic::default));
    engine.register_global_module(vocabulary().into());
    engine
}

/// The verbs and what the language itself brings, as one module with a table of its own: a call is looked up in one
/// place, and not in a list of each package's functions.
fn vocabulary() -> Module {
    let mut all = Module::new();
    LanguageCorePackage::init(&mut all);
    ArithmeticPackage::init(&mut all);
    LogicPackage::init(&mut all);
    BasicIteratorPackage::init(&mut all);
    BasicStringPackage::init(&mut all);
    MoreStringPackage::init(&mut all);
    BasicArrayPackage::init(&mut all);
    BasicMapPackage::init(&mut all);
    // The language's own way to add a number to a text asks each time how a number is written; queries are made so.
    all.set_native_fn("+", |text: ImmutableString, n: INT| Ok(text + n.to_string()));
    for module in verbs::modules() {
        all.combine(module);
    }
    all.register_lazy_functions();
    all.build_index();
    all
}

/// A script made quicker to run. Verbs read and change the state, so nothing of theirs may be worked out ahead: only
/// constants are folded.
pub(crate) fn optimized(engine: &Engine, ast: AST) -> AST {
    engine.optimize_ast(&Scope::new(), ast, OptimizationLevel::Simple)
}
