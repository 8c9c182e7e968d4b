//! Running the [[test]] tables that stand beside cards: given, done, answered, expected.

mod answers;
mod bench;
mod by_hand;
mod coverage;
mod expect;
mod mutate;

use std::rc::Rc;

pub use bench::{Bench, Tried};
pub use by_hand::{Offer, Reading};
pub use coverage::{Coverage, Operation, Statements};
pub use mutate::{Fate, Mutant, Mutants};

use crate::content::{Code, Diagnostic, Diagnostics, OwnerSpec, SubjectSpec, TestDef};
use crate::kernel::{Asker, CardId, DefId, Player, Subject};
use crate::script::exec::run_script;
use crate::script::{Fault, Game};
use crate::table::{Reason, told as told_as_reasons};

/// What came of a game's tests.
#[derive(Debug)]
pub struct Report {
    /// How many came out as they say.
    pub passed: usize,
    /// Those that did not.
    pub failures: Vec<Failure>,
}

/// A test that did not come out as it says.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What it was to show.
    pub name: String,
    /// What is wrong and where.
    pub diagnostic: Diagnostic,
    /// Both sides of an expectation that does not hold, set against each other (with ANSI colours).
    pub difference: Option<String>,
}

impl Report {
    /// The failures as diagnostics.
    pub fn diagnostics(&self, game: &Game) -> Diagnostics {
        let mut all = Diagnostics::new(game.content.sources.clone());
        all.extend(self.failures.iter().map(|failure| failure.diagnostic.clone()));
        all
    }
}

/// Runs the tests that are wanted.
pub fn run_tests(game: &Rc<Game>, wanted: impl Fn(&TestDef) -> bool) -> Report {
    let mut report = Report { passed: 0, failures: Vec::new() };
    for test in game.content.tests.iter().filter(|test| wanted(test)) {
        match run_test(game, test) {
            Ok(()) => report.passed += 1,
            Err(failure) => report.failures.push(*failure),
        }
    }
    report
}

/// Runs one test.
///
/// # Errors
/// What did not come out as the test says.
pub fn run_test(game: &Rc<Game>, test: &TestDef) -> Result<(), Box<Failure>> {
    let mut bench = Bench::new(game, test.players, test.seed);
    lay_out(&mut bench, test)?;
    let done = act(&mut bench, game, test);
    match (&test.fails, done) {
        (None, Ok(())) => {}
        (None, Err(failure)) => return Err(failure),
        (Some(part), Ok(())) => {
            return Err(fail(test, format!("it was to fail with `{part}`, and did not fail")));
        }
        (Some(part), Err(failure)) => {
            let told = told(&failure.diagnostic);
            if !told.contains(part.as_str()) {
                return Err(fail(test, format!("it was to fail with `{part}`, but: {told}")));
            }
        }
    }
    for script in &test.expect {
        expect::expect(&mut bench, game, test, *script)?;
    }
    Ok(())
}

/// Why a test came out as it did: what was found wanting when what it does could not go on, told of the cards that its
/// answers name if anything is. Of a game that was made ready to note what runs
/// ([`Runner::Program`](crate::script::Runner::Program)) places and conditions are known too.
pub fn reasons(game: &Rc<Game>, test: &TestDef) -> Vec<Reason> {
    let mut bench = Bench::new(game, test.players, test.seed);
    if lay_out(&mut bench, test).is_err() {
        return Vec::new();
    }
    bench.explain();
    if act(&mut bench, game, test).is_ok() {
        return Vec::new();
    }
    let wants = bench.wants();
    let look = bench.look();
    let is_named = |card: &CardId| {
        let def = look.rules.def(look.state.card(*card).def);
        test.answers.iter().any(|answer| answer.names(&def.id, &def.name))
    };
    let about: Vec<_> = wants.iter().filter(|want| want.about.iter().any(is_named)).collect();
    let meant = if about.is_empty() { wants.iter().collect() } else { about };
    // What was asked last is nearest to what failed.
    let last = meant.len().saturating_sub(MOST_REASONS);
    told_as_reasons(game, meant[last..].iter().copied())
}

/// The most reasons that are told of a test.
const MOST_REASONS: usize = 8;

fn told(diagnostic: &Diagnostic) -> String {
    let notes = diagnostic.notes.iter().map(String::as_str);
    std::iter::once(diagnostic.message.as_str())
        .chain(diagnostic.label.as_deref())
        .chain(notes)
        .collect::<Vec<_>>()
        .join("; ")
}

fn lay_out(bench: &mut Bench, test: &TestDef) -> Result<(), Box<Failure>> {
    for (zone, cards) in &test.given {
        for def in cards {
            let owner = match zone.owner {
                OwnerSpec::Table => Some(Subject::Table),
                OwnerSpec::Player(player) => Some(Subject::Player(player)),
                OwnerSpec::Card(host) => first_copy(bench, host).map(Subject::Card),
            };
            if owner.and_then(|owner| bench.put(*def, zone.kind, owner)).is_none() {
                return Err(fail(test, "a card is given to a zone that is not there".to_string()));
            }
        }
    }
    for tokens in &test.tokens {
        let on = match tokens.on {
            SubjectSpec::Table => Some(Subject::Table),
            SubjectSpec::Player(player) => Some(Subject::Player(player)),
            SubjectSpec::Card(def) => first_copy(bench, def).map(Subject::Card),
            SubjectSpec::Zone(zone) => {
                let owner = match zone.owner {
                    OwnerSpec::Table => Some(Subject::Table),
                    OwnerSpec::Player(player) => Some(Subject::Player(player)),
                    OwnerSpec::Card(host) => first_copy(bench, host).map(Subject::Card),
                };
                owner.and_then(|owner| bench.look().state.zone(zone.kind, owner)).map(Subject::Zone)
            }
        };
        let of = if tokens.player.is_somebody() { tokens.player } else { Player(1) };
        if on.and_then(|on| bench.set_token(on, tokens.token, of, tokens.count)).is_none() {
            return Err(fail(test, "a token is given to something that is not there".to_string()));
        }
    }
    Ok(())
}

fn first_copy(bench: &Bench, def: DefId) -> Option<CardId> {
    bench.look().copies(def).next()
}

/// Does what the test does, answering as it says.
fn act(bench: &mut Bench, game: &Rc<Game>, test: &TestDef) -> Result<(), Box<Failure>> {
    let Some(script) = test.script else {
        let message = "it has answers, and nothing is done that could ask for them";
        return if test.answers.is_empty() { Ok(()) } else { Err(fail(test, message.to_string())) };
    };
    let asker = Asker { me: Player(1), card: None };
    let mut answers = answers::Answers::new(&test.answers);
    let mut rounds = Vec::new();
    loop {
        match bench.attempt(&rounds, || run_script(script, asker, None)) {
            Tried::Done(_) => break,
            Tried::Asked(decision) => {
                let labelled = answers::labelled(&decision, bench);
                match answers.next(&decision, &labelled, bench) {
                    Ok(round) => rounds.push(round),
                    Err(why) => {
                        return Err(fail_at(game, test, script, why, labelled.notes()));
                    }
                }
            }
            Tried::Refused(reason) => {
                return Err(fail_at(
                    game,
                    test,
                    script,
                    format!("it cannot be carried out: {reason}"),
                    vec![],
                ));
            }
            Tried::Failed(fault) => return Err(fault_failure(game, test, &fault)),
        }
    }
    match answers.left() {
        0 => Ok(()),
        n => {
            let plural = if n == 1 { "answer is" } else { "answers are" };
            Err(fail_at(game, test, script, format!("{n} {plural} left that nothing asked for"), vec![]))
        }
    }
}

fn fail(test: &TestDef, message: String) -> Box<Failure> {
    let diagnostic = Diagnostic::error(Code::TestFailed, format!("test `{}` failed", test.name))
        .at(test.file, test.span.clone())
        .label(message);
    Box::new(Failure { name: test.name.clone(), diagnostic, difference: None })
}

fn fail_at(
    game: &Game,
    test: &TestDef,
    script: crate::kernel::ScriptId,
    label: String,
    notes: Vec<String>,
) -> Box<Failure> {
    let place = game.content.script(script);
    let mut failure = fail(test, label);
    failure.diagnostic = failure.diagnostic.clone().at(place.file, place.span.clone());
    failure.diagnostic.notes = notes;
    failure
}

/// A test in which a script failed points at the script.
fn fault_failure(game: &Game, test: &TestDef, fault: &Fault) -> Box<Failure> {
    let mut failure = fail(test, fault.message.clone());
    if let Some(diagnostic) = fault_diagnostic(game, fault) {
        let told = format!("test `{}` failed: {}", test.name, fault.message);
        failure.diagnostic = Diagnostic { message: told, code: Code::TestFailed, ..diagnostic };
    }
    failure
}

/// A script's fault as a diagnostic, where its place is known.
pub fn fault_diagnostic(game: &Game, fault: &Fault) -> Option<Diagnostic> {
    let script = game.content.script(fault.script?);
    let span = script.word_at(fault.line.max(1), fault.column.max(1));
    let mut diagnostic = Diagnostic::error(Code::ScriptFault, fault.message.clone()).at(script.file, span);
    if !fault.trail.is_empty() {
        diagnostic = diagnostic.with_note(format!("in {}", fault.trail.join(" > ")));
    }
    Some(diagnostic)
}
