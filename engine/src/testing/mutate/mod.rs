//! Do the tests mean anything? Scripts are changed in one place at a time, and the tests are run: a change that none of
//! them notices is a rule that none of them holds.

mod change;

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::change::{Params, changes};
use super::run_test;
use crate::content::{Content, Purpose};
use crate::kernel::ScriptId;
use crate::script::token::{Token, tokens};
use crate::script::{Game, Spot, verbs};

/// A change of one place in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The script.
    pub script: ScriptId,
    /// The bytes of the script's text that are replaced.
    pub span: Range<usize>,
    /// What stands there instead.
    pub becomes: String,
    /// The tests that run the function or text that it is in, those that run least first.
    tests: Arc<[usize]>,
}

/// What came of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A test noticed it.
    Caught {
        /// The test's name.
        by: String,
    },
    /// These many tests ran it, and none noticed.
    Missed {
        /// How many.
        ran: usize,
    },
    /// What it makes is no script, or names what is not there.
    NoScript,
}

/// All changes of a game's scripts, and what its tests run of them.
#[derive(Debug)]
pub struct Mutants {
    /// The changes, in the order of the scripts.
    pub all: Vec<Mutant>,
    /// The tests that fail as things are: they can tell nothing of a change.
    pub failing: Vec<String>,
}

/// A part of a script that tests run or do not: the body of a rule function, or a card's text.
struct Part {
    script: ScriptId,
    within: Range<usize>,
    /// The function's name; empty for a card's text.
    name: String,
}

impl Mutants {
    /// All changes of the scripts that are wanted, of a game that was made ready to note what runs.
    pub fn of(game: &Rc<Game>, wanted: impl Fn(&Content, ScriptId) -> bool) -> Self {
        let content = &*game.content;
        let scripts = (0..content.scripts.len()).map(ScriptId::from).filter(|script| {
            !matches!(content.script(*script).purpose, Purpose::TestDo { .. } | Purpose::TestExpect { .. })
                && wanted(content, *script)
        });
        let for_bots = for_bots(content);
        let parts = scripts.flat_map(|script| parts(content, script));
        let parts: Vec<Part> = parts.filter(|part| !for_bots.contains(&part.name)).collect();
        let (ran, failing) = ran(game, &parts);
        let params = params(game);
        let mut all = Vec::new();
        for (Part { script, within, .. }, tests) in parts.into_iter().zip(ran) {
            // One game need not use all that games share.
            if tests.is_empty() && content.is_shared(script) {
                continue;
            }
            let text = &content.script(script).text[within.clone()];
            all.extend(changes(text, &params).into_iter().map(|change| Mutant {
                script,
                span: within.start + change.span.start..within.start + change.span.end,
                becomes: change.becomes,
                tests: tests.clone(),
            }));
        }
        Self { all, failing }
    }
}

impl Mutant {
    /// Makes the change and runs the tests that can notice it.
    pub fn fate(&self, content: &Content) -> Fate {
        let mut changed = content.clone();
        let script = &mut changed.scripts[self.script.ix()];
        let mut text = script.text.to_string();
        text.replace_range(self.span.clone(), &self.becomes);
        script.text = text.into();
        let Ok(game) = Game::compile(Arc::new(changed)) else { return Fate::NoScript };
        let noticed = self.tests.iter().find_map(|test| {
            let test = &content.tests[*test];
            run_test(&game, test).is_err().then(|| test.name.clone())
        });
        match noticed {
            Some(by) => Fate::Caught { by },
            None => Fate::Missed { ran: self.tests.len() },
        }
    }

    /// What stands there as it is.
    pub fn was<'a>(&self, content: &'a Content) -> &'a str {
        &content.script(self.script).text[self.span.clone()]
    }
}

/// A script's parts: the functions of a rule file, a card's text as a whole.
fn parts(content: &Content, script: ScriptId) -> Vec<Part> {
    let text = &*content.script(script).text;
    if content.script(script).purpose != Purpose::Rules {
        return vec![Part { script, within: 0..text.len(), name: String::new() }];
    }
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut begins = 0;
    let (mut before, mut function) = ("", "");
    for (token, span) in &tokens {
        match (token, &text[span.clone()]) {
            // The body of a function: its parameters have nothing to change.
            (Token::Begin, "{") if depth == 0 => (depth, begins) = (1, span.start),
            (Token::Word, name) if depth == 0 && before == "fn" => function = name,
            (Token::Begin, _) => depth += 1,
            (Token::End, _) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push(Part { script, within: begins..span.end, name: function.to_string() });
                }
            }
            _ => {}
        }
        before = &text[span.clone()];
    }
    found
}

/// The functions that only bots ask: how good a position looks is no rule. They are `estimate` and whatever nothing but
/// these calls.
fn for_bots(content: &Content) -> FxHashSet<String> {
    let scripts = (0..content.scripts.len()).map(ScriptId::from);
    let mut calls: Vec<(String, FxHashSet<&str>)> = Vec::new();
    for part in scripts.flat_map(|script| parts(content, script)) {
        let text = &content.script(part.script).text[part.within.clone()];
        let words = tokens(text).into_iter().filter(|(token, _)| *token == Token::Word);
        calls.push((part.name, words.map(|(_, span)| &text[span]).collect()));
    }
    let mut found: FxHashSet<String> = FxHashSet::from_iter(["estimate".to_string()]);
    loop {
        let before = found.len();
        let is_for_bots = |name: &String| {
            let mut callers = calls.iter().filter(|(_, words)| words.contains(name.as_str()));
            let others = callers.clone().any(|(caller, _)| found.contains(caller));
            others && callers.all(|(caller, _)| caller == name || found.contains(caller))
        };
        let more: Vec<String> = calls
            .iter()
            .map(|(name, _)| name)
            .filter(|name| !name.is_empty() && is_for_bots(name))
            .cloned()
            .collect();
        found.extend(more);
        if found.len() == before {
            return found;
        }
    }
}

/// For each part, the tests that run it, those that run least first; and the tests that fail.
fn ran(game: &Rc<Game>, parts: &[Part]) -> (Vec<Arc<[usize]>>, Vec<String>) {
    let content = &*game.content;
    let mut of_script: FxHashMap<ScriptId, Vec<usize>> = FxHashMap::default();
    for (ix, part) in parts.iter().enumerate() {
        of_script.entry(part.script).or_default().push(ix);
    }
    let part_of = |spot: &Spot| {
        let script = content.script(spot.script);
        let at = script.place_in_text(spot.line.into(), spot.column.into());
        let mut those = of_script.get(&spot.script)?.iter();
        those.find(|part| parts[**part].within.contains(&at)).copied()
    };
    let mut ran: Vec<Vec<(usize, usize)>> = vec![Vec::new(); parts.len()];
    let mut known: FxHashMap<Spot, Option<usize>> = FxHashMap::default();
    let mut failing = Vec::new();
    game.take_run();
    for (ix, test) in content.tests.iter().enumerate() {
        let passes = run_test(game, test).is_ok();
        let spots = game.take_run();
        if !passes {
            failing.push(test.name.clone());
            continue;
        }
        let hit: FxHashSet<usize> =
            spots.iter().filter_map(|spot| *known.entry(*spot).or_insert_with(|| part_of(spot))).collect();
        hit.into_iter().for_each(|part| ran[part].push((spots.len(), ix)));
    }
    let sorted = ran.into_iter().map(|mut tests| {
        tests.sort_unstable();
        tests.into_iter().map(|(_, test)| test).collect()
    });
    (sorted.collect(), failing)
}

/// The parameters of all verbs and rule functions.
fn params(game: &Game) -> Params {
    let verbs = verbs::families().iter().flat_map(|family| &family.verbs);
    let verbs = verbs.map(|verb| ((verb.name.clone(), verb.params.len()), verb.params.clone()));
    let functions = game.ast.iter_functions().map(|function| {
        let params: Vec<String> = function.params.iter().map(ToString::to_string).collect();
        ((function.name.to_string(), params.len()), params)
    });
    verbs.chain(functions).collect()
}
