//! `test`: runs the tests that stand beside the cards.

use std::io::Write as _;

use anyhow::Result;
use cardwright::content::{Content, Diagnostics, TestDef, render};
use cardwright::testing::run_tests;
use serde_json::{Value, json};

use super::check::named_or_all;
use super::print_json;
use crate::args::{Format, With};
use crate::exit::Exit;
use crate::library::Library;
use crate::terminal::{BAD, GOOD};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright test                              all tests of all games
  cardwright test missions --filter borg       those whose name, card, rule or file has `borg` in it
  cardwright test missions --with my-cards     with an expansion's")]
pub struct Args {
    /// The games; all if none is named.
    games: Vec<String>,
    #[command(flatten)]
    with: With,
    /// Run only tests whose name, card, rule or file contains this, whatever its case.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs them.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let filter = args.filter.as_deref().unwrap_or_default().to_lowercase();
    let (mut passed, mut failed) = (0, 0);
    let mut told: Vec<Value> = Vec::new();
    let mut err = anstream::stderr();
    for id in named_or_all(library, &args.games)? {
        let game = library.game(&id, &args.with.folders)?;
        let report = run_tests(&game, |test| filter.is_empty() || has(&game.content, test, &filter));
        passed += report.passed;
        failed += report.failures.len();
        for failure in &report.failures {
            let mut one = Diagnostics::new(game.content.sources.clone());
            one.push(failure.diagnostic.clone());
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
    if args.format == Format::Json {
        print_json(&json!({ "passed": passed, "failed": failed, "failures": told }))?;
    } else {
        let style = if failed == 0 { GOOD } else { BAD };
        writeln!(anstream::stdout(), "{style}{passed} passed, {failed} failed{style:#}")?;
    }
    Ok(Exit::faults_if(failed > 0))
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
