//! `check`: every fault of every file, found without playing.

use std::io::Write as _;
use std::sync::Arc;

use anyhow::{Result, bail};
use cardwright::content::{Content, Diagnostics, Severity, render};
use cardwright::script::Game;
use serde_json::json;

use super::print_json;
use crate::args::{Format, With};
use crate::exit::Exit;
use crate::faults::for_more;
use crate::library::Library;
use crate::terminal::{BAD, GOOD};
use crate::text::count;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright check                              all games
  cardwright check missions --with my-cards     a game with an expansion
  cardwright check --content . --format json    the files in this folder, for an editor")]
pub struct Args {
    /// The games; all if none is named.
    games: Vec<String>,
    #[command(flatten)]
    with: With,
    /// Take gaps (rules that no test cites, cards without tests) and warnings for faults.
    #[arg(long)]
    strict: bool,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What a game has.
struct Found {
    game: String,
    content: Option<Arc<Content>>,
    faults: Diagnostics,
    gaps: usize,
}

/// Checks them.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let games = named_or_all(library, &args.games)?;
    let mut all = Vec::new();
    for game in games {
        all.push(check(library, game, args)?);
    }
    let faulty =
        |found: &Found| found.faults.has_errors() || args.strict && found.faults.count(Severity::Warning) > 0;
    let exit = Exit::faults_if(all.iter().any(faulty));
    if args.format == Format::Json {
        let findings = all.iter().flat_map(|found| found.faults.findings());
        print_json(&json!({
            "games": all.iter().map(data).collect::<Vec<_>>(),
            "findings": findings.collect::<Vec<_>>(),
        }))?;
        return Ok(exit);
    }
    let mut err = anstream::stderr();
    for found in &all {
        write!(err, "{}", render(&found.faults, true))?;
    }
    // Once, after all that is told.
    if let Some(first) = all.iter().map(|found| for_more(&found.faults)).find(|more| !more.is_empty()) {
        write!(err, "{first}")?;
    }
    let mut out = anstream::stdout();
    for found in &all {
        let style = if faulty(found) { BAD } else { GOOD };
        let verdict = if faulty(found) { "faults" } else { "good" };
        writeln!(out, "{style}{verdict}{style:#} {}: {}", found.game, summary(found))?;
    }
    Ok(exit)
}

/// All games; without one there is nothing that could be good.
pub fn all(library: &Library) -> Result<Vec<String>> {
    let games: Vec<String> = library.games()?.into_iter().map(|game| game.id).collect();
    if games.is_empty() {
        bail!("there are no games here: a game is a folder in `cards` with a `game.toml`");
    }
    Ok(games)
}

/// The games that are named, or all.
pub fn named_or_all(library: &Library, named: &[String]) -> Result<Vec<String>> {
    if named.is_empty() {
        return all(library);
    }
    named.iter().map(|game| library.find(game)).collect()
}

fn check(library: &Library, game: String, args: &Args) -> Result<Found> {
    let (content, mut faults) = library.read(&game, &args.with.folders)?;
    let content = content.map(Arc::new);
    let mut gaps = 0;
    if let Some(content) = &content {
        let (_, of_scripts) = Game::compile_checked(content.clone());
        faults.extend(of_scripts.iter().cloned());
        for mut gap in content.gaps() {
            gaps += 1;
            if !args.strict {
                gap.severity = Severity::Note;
            }
            faults.push(gap);
        }
    }
    Ok(Found { game, content, faults, gaps })
}

fn summary(found: &Found) -> String {
    let mut parts = Vec::new();
    if let Some(content) = &found.content {
        parts.push(count(content.rules.cards.len(), "card"));
        parts.push(count(content.tests.len(), "test"));
        parts.push(count(content.scripts.len(), "script"));
        if content.unimplemented() > 0 {
            parts.push(format!("{} not yet done", content.unimplemented()));
        }
    }
    parts.push(count(found.faults.count(Severity::Error), "error"));
    parts.push(count(found.faults.count(Severity::Warning), "warning"));
    parts.push(count(found.gaps, "gap"));
    parts.join(", ")
}

fn data(found: &Found) -> serde_json::Value {
    let content = found.content.as_ref();
    json!({
        "game": found.game,
        "cards": content.map_or(0, |content| content.rules.cards.len()),
        "tests": content.map_or(0, |content| content.tests.len()),
        "scripts": content.map_or(0, |content| content.scripts.len()),
        "unimplemented": content.map_or(0, |content| content.unimplemented()),
        "errors": found.faults.count(Severity::Error),
        "warnings": found.faults.count(Severity::Warning),
        "gaps": found.gaps,
    })
}
