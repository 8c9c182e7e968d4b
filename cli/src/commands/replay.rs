//! `replay`: plays a record again.

use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{ResumeError, Table};

use crate::args::With;
use crate::exit::Exit;
use crate::faults::Misfit;
use crate::library::{Library, there};
use crate::play::ending;
use crate::terminal::FAINT;
use crate::text::{count, line};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright replay game.record           the whole log, and how it ended
  cardwright replay game.record --to 12   as far as the twelfth decision")]
pub struct Args {
    /// The record, as `play --record` wrote it.
    file: PathBuf,
    /// Stop after so many decisions.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    #[command(flatten)]
    with: With,
}

/// Replays it.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let record = load(&args.file)?;
    let game = game_of(library, &record, &args.with)?;
    let (table, misfit) = match Table::resume(&game, &record, args.to) {
        Ok(table) => (table, None),
        Err(error) => match fits_until(&error) {
            Some(fits) => {
                let fitting = Table::resume(&game, &record, Some(fits)).map_err(|_| misfit(&error))?;
                (fitting, Some(misfit(&error)))
            }
            None => return Err(misfit(&error).into()),
        },
    };
    let mut out = anstream::stdout();
    for told in table.log_since(0, None) {
        writeln!(out, "{}", line(&told))?;
    }
    if let Some(misfit) = misfit {
        return Err(misfit.into());
    }
    match table.outcome() {
        Some(_) => write!(out, "{}", ending(&table))?,
        None => {
            let decisions = count(table.record().decisions.len(), "decision");
            writeln!(out, "{FAINT}after {decisions} of {}{FAINT:#}", record.decisions.len())?;
            if let Some(asked) = table.asked() {
                writeln!(out, "{} is asked: {}", line(&asked.who.join(", ")), line(&asked.prompt))?;
            }
        }
    }
    Ok(Exit::Good)
}

/// Reads a record.
pub fn load(file: &std::path::Path) -> Result<Record> {
    there(file, "file")?;
    Record::load(file).with_context(|| format!("`{}` cannot be read as a record", file.display()))
}

/// The game that a record is of; says so if its files have changed since.
pub fn game_of(library: &Library, record: &Record, with: &With) -> Result<Rc<Game>> {
    let game = library.game(&record.head.game, &with.folders)?;
    let content = &game.content;
    let missing = |name: &&String| !content.expansion_names().contains(name);
    if let Some(name) = record.head.expansions.iter().find(missing) {
        bail!("the record was played with the expansion `{}`; name its folder with --with", line(name));
    }
    if content.fingerprint != record.head.content {
        let note =
            "note: the game's files have changed since the record was written; each decision is checked";
        writeln!(anstream::stderr(), "{note}")?;
    }
    Ok(game)
}

/// How many decisions of a record fit before the first that does not.
fn fits_until(error: &ResumeError) -> Option<usize> {
    match error {
        ResumeError::Differs { n, .. } | ResumeError::Answer { n, .. } => Some(n.saturating_sub(1)),
        _ => None,
    }
}

/// What is said of a record that does not fit.
pub fn misfit(error: &ResumeError) -> Misfit {
    Misfit(error.to_string())
}
