//! `test`: runs the tests that stand beside the cards.

use std::io::Write as _;
use std::rc::Rc;

use anyhow::{Result, bail};
use cardwright::content::{Content, Diagnostics, TestDef, render};
use cardwright::script::Game;
use cardwright::testing::{Coverage, Failure, reasons, run_tests};
use serde_json::{Value, json};

use super::check::named_or_all;
use super::print_json;
use crate::args::{Format, With};
use crate::exit::Exit;
use crate::library::Library;
use crate::terminal::{BAD, FAINT, GOOD, STRONG};
use crate::text::line;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright test                              all tests of all games
  cardwright test missions --filter borg       those whose name, card, rule or file has `borg` in it
  cardwright test missions --with my-cards     with an expansion's
  cardwright test missions --coverage          what no test runs: lines, operations, rules")]
pub struct Args {
    /// The games; all if none is named.
    games: Vec<String>,
    #[command(flatten)]
    with: With,
    /// Run only tests whose name, card, rule or file contains this, whatever its case.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Tell what these tests never run: lines of scripts, operations of cards, numbered rules.
    #[arg(long)]
    coverage: bool,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs them.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let filter = args.filter.as_deref().unwrap_or_default().to_lowercase();
    let (mut passed, mut failed) = (0, 0);
    let mut told: Vec<Value> = Vec::new();
    let mut coverage = args.coverage.then(Coverage::default);
    let mut err = anstream::stderr();
    let mut met = 0;
    for id in named_or_all(library, &args.games)? {
        let game = if args.coverage {
            library.game_noting(&id, &args.with.folders)?
        } else {
            library.game(&id, &args.with.folders)?
        };
        let wanted = |test: &TestDef| filter.is_empty() || has(&game.content, test, &filter);
        let report = match &mut coverage {
            Some(all) => {
                let (report, mut found) = Coverage::of(&game, wanted);
                // One game need not use all that games share.
                if !args.games.is_empty() {
                    found.files.retain(|path, _| !path.contains("scripts/std/"));
                }
                all.join(found);
                report
            }
            None => run_tests(&game, wanted),
        };
        met += report.passed + report.failures.len();
        passed += report.passed;
        failed += report.failures.len();
        // Why a test failed is looked for only where one did: then the scripts are made ready to note it.
        let noting = match report.failures.is_empty() {
            true => None,
            false => Some(library.game_noting(&id, &args.with.folders)?),
        };
        for failure in &report.failures {
            let mut one = Diagnostics::new(game.content.sources.clone());
            let mut diagnostic = failure.diagnostic.clone();
            if let Some(noting) = &noting {
                diagnostic.notes.extend(why(noting, failure));
            }
            one.push(diagnostic);
            if args.format == Format::Json {
                let difference =
                    failure.difference.as_deref().map(|text| anstream::adapter::strip_str(text).to_string());
                told.push(json!({
                    "game": id,
                    "test": failure.name,
                    "finding": one.findings().into_iter().next(),
                    "difference": difference,
                }));
                continue;
            }
            write!(err, "{}", render(&one, true))?;
            if let Some(difference) = &failure.difference {
                writeln!(err, "{difference}\n")?;
            }
        }
    }
    if met == 0 && !filter.is_empty() {
        bail!("no test has `{filter}` in its name, card, rule or file");
    }
    if args.format == Format::Json {
        let coverage = coverage.as_ref().map(data);
        print_json(&json!({ "passed": passed, "failed": failed, "failures": told, "coverage": coverage }))?;
    } else {
        if let Some(coverage) = &coverage {
            print(coverage)?;
        }
        let style = if failed == 0 { GOOD } else { BAD };
        writeln!(anstream::stdout(), "{style}{passed} passed, {failed} failed{style:#}")?;
    }
    Ok(Exit::faults_if(failed > 0))
}

/// What was found wanting in a test that failed.
fn why(game: &Rc<Game>, failure: &Failure) -> Vec<String> {
    let at = (failure.diagnostic.file, &failure.name);
    let test = game.content.tests.iter().find(|test| (Some(test.file), &test.name) == at);
    let reasons = test.map(|test| reasons(game, test)).unwrap_or_default();
    let told = reasons.into_iter().map(|reason| match reason.place {
        Some((path, at)) => format!("{}, asked at {path}:{at}", reason.text),
        None => reason.text,
    });
    told.collect()
}

/// Tells what was never run, then how much was.
fn print(coverage: &Coverage) -> Result<()> {
    let mut out = anstream::stdout();
    for (path, statements) in &coverage.files {
        for lines in statements.missed() {
            let (first, last) = (lines.start(), lines.end());
            let end = if first == last { String::new() } else { format!("-{last}") };
            writeln!(out, "{}:{first}{end} {FAINT}never runs{FAINT:#}", line(path))?;
        }
    }
    for operation in coverage.operations.iter().filter(|operation| !operation.run) {
        let (path, at) = &operation.place;
        let (card, name) = (line(&operation.card), line(&operation.name));
        writeln!(out, "{}:{at} {FAINT}no test uses{FAINT:#} {STRONG}{card}{STRONG:#}: {name}", line(path))?;
    }
    for (rule, _) in coverage.rules.iter().filter(|(_, cited)| !cited) {
        writeln!(out, "{FAINT}no test cites the rule{FAINT:#} {}", line(rule))?;
    }
    let (run, all) = coverage.statements();
    let used = coverage.operations.iter().filter(|operation| operation.run).count();
    let cited = coverage.rules.iter().filter(|(_, cited)| *cited).count();
    writeln!(
        out,
        "{STRONG}{run} of {all} statements run, {used} of {} operations used, {cited} of {} rules cited{STRONG:#}",
        coverage.operations.len(),
        coverage.rules.len()
    )?;
    Ok(())
}

fn data(coverage: &Coverage) -> Value {
    let files = coverage.files.iter().map(|(path, statements)| {
        let missed: Vec<_> = statements.missed().iter().map(|lines| [*lines.start(), *lines.end()]).collect();
        json!({ "file": path, "statements": statements.len(), "run": statements.run(), "missed": missed })
    });
    let operations = coverage.operations.iter().map(|operation| {
        let (path, at) = &operation.place;
        json!({ "card": operation.card, "operation": operation.name, "file": path, "line": at,
            "run": operation.run })
    });
    let rules = coverage.rules.iter().map(|(rule, cited)| json!({ "rule": rule, "cited": cited }));
    let (run, all) = coverage.statements();
    json!({
        "statements": all,
        "run": run,
        "files": files.collect::<Vec<_>>(),
        "operations": operations.collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
    })
}

/// Whether a test has to do with a word.
fn has(content: &Content, test: &TestDef, word: &str) -> bool {
    let card = test.card.map(|card| content.rules.def(card));
    let names = [
        Some(test.name.as_str()),
        test.rule.as_deref(),
        card.map(|card| card.name.as_str()),
        card.map(|card| card.id.as_str()),
        Some(content.sources.path(test.file)),
    ];
    names.into_iter().flatten().any(|name| name.to_lowercase().contains(word))
}
