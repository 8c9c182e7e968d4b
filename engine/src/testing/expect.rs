//! Expectations: an expression that must be true; of a comparison that is not, both sides are shown.

use std::rc::Rc;

use pretty_assertions::StrComparison;
use rhai::{Dynamic, Expr, Stmt};

use super::{Bench, Failure, fail_at};
use crate::content::TestDef;
use crate::kernel::{Asker, Player, ScriptId};
use crate::script::Game;
use crate::script::exec::{run_script, run_text};

const ASKER: Asker = Asker { me: Player(1), card: None };

/// Checks one expectation.
pub(super) fn expect(
    bench: &mut Bench,
    game: &Rc<Game>,
    test: &TestDef,
    script: ScriptId,
) -> Result<(), Box<Failure>> {
    let result = bench.evaluate(|| run_script(script, ASKER, None));
    match result.as_ref().map(Dynamic::as_bool) {
        Ok(Ok(true)) => return Ok(()),
        Ok(Ok(false)) => {}
        Ok(Err(kind)) => {
            let label = format!("an expectation is true or false, not {kind}");
            return Err(fail_at(game, test, script, label, vec![]));
        }
        Err(why) => return Err(fail_at(game, test, script, why.clone(), vec![])),
    }
    let mut notes = Vec::new();
    let mut difference = None;
    if let Some((left, right)) = sides(game, script) {
        let shown = |bench: &mut Bench, text: &str| {
            bench.evaluate(|| run_text(text, ASKER)).map_or_else(|why| why, |value| value.to_string())
        };
        let (is, wanted) = (shown(bench, left), shown(bench, right));
        notes.push(format!("{} is {is}", left.trim()));
        notes.push(format!("{} is {wanted}", right.trim()));
        difference = Some(StrComparison::new(&is, &wanted).to_string());
    }
    let mut failure = fail_at(game, test, script, "this does not hold".to_string(), notes);
    failure.difference = difference;
    Err(failure)
}

/// The texts of both sides of a comparison.
fn sides(game: &Game, script: ScriptId) -> Option<(&str, &str)> {
    let ast = game.scripts[script.ix()].as_ref()?;
    let (call, position) = match ast.statements() {
        [Stmt::Expr(expr)] => match &**expr {
            Expr::FnCall(call, position) => (call, *position),
            _ => return None,
        },
        [Stmt::FnCall(call, position)] => (call, *position),
        _ => return None,
    };
    let operator = call.name.as_str();
    if !matches!(operator, "==" | "!=" | "<" | "<=" | ">" | ">=") {
        return None;
    }
    let script = game.content.script(script);
    let at = script.position(position.line()?, position.position()?) - script.offset;
    let left = script.text.get(..at)?;
    let right = script.text.get(at..)?.strip_prefix(operator)?;
    Some((left, right))
}
