//! `watch`: checks and tests at every save, and says what changed.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use clap::ValueHint;
use rayon::prelude::*;

use crate::args::With;
use crate::exit::Exit;
use crate::terminal::{FAINT, size};
use crate::text::line;
use crate::watch::{Standing, Target, Watch, Watched, watched};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright watch my-expansion                    an expansion, with the game that it is for
  cardwright watch cards/missions/galaxy           the game whose folder this lies in
  cardwright --content . watch                     all games of a folder
  cardwright watch --game missions --with my-cards --with others

Ctrl-C ends it.")]
pub struct Args {
    /// An expansion, a folder that holds `cards` and `scripts`, or any folder inside of one; this folder if none is named.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    dirs: Vec<PathBuf>,
    /// Only this game. May be given several times.
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    #[command(flatten)]
    with: With,
}

/// Watches, until it is stopped.
pub fn run(args: &Args, content: Option<&Path>) -> Result<Exit> {
    let Watched { targets, folders } = watched(&args.dirs, &args.games, &args.with.folders, content)?;
    let mut watch = Watch::new(folders.clone());
    let mut standings: Vec<Option<Standing>> = targets.iter().map(|_| None).collect();
    let names: Vec<String> = folders.iter().map(|folder| line(&folder.to_string_lossy())).collect();
    say(&format!("{FAINT}watching {}; Ctrl-C ends{FAINT:#}\n", names.join(", ")))?;
    let begun = Instant::now();
    let first: Vec<Standing> = targets.par_iter().map(|target| Standing::of(target, None)).collect();
    for (now, standing) in first.into_iter().zip(&mut standings) {
        say(&now.told(None, begun.elapsed()))?;
        *standing = Some(now);
    }
    loop {
        let saved = watch.next();
        let mut files = saved.files;
        let mut since = saved.since;
        loop {
            let seen = look(&targets, &standings, &files);
            // What was written meanwhile may be half of it: it is read once more before anything is said.
            let more = watch.changed();
            if more.is_empty() {
                tell(seen, &mut standings, &files, since)?;
                break;
            }
            since = since.max(Instant::now());
            files.extend(more);
        }
    }
}

/// Those of the games that a change concerns, as they stand now.
fn look(targets: &[Target], standings: &[Option<Standing>], files: &[PathBuf]) -> Vec<(usize, Standing)> {
    let concerned = targets.iter().zip(standings).enumerate().filter(|(_, (target, before))| {
        let read = |file: &Path| before.as_ref().is_some_and(|before| before.has_read(file));
        files.iter().any(|file| target.may_use(file, read))
    });
    let concerned: Vec<(usize, (&Target, &Option<Standing>))> = concerned.collect();
    // Each game by itself, on as many processors as there are.
    let seen = concerned.into_par_iter();
    seen.map(|(ix, (target, before))| (ix, Standing::of(target, before.as_ref()))).collect()
}

fn tell(
    seen: Vec<(usize, Standing)>,
    standings: &mut [Option<Standing>],
    files: &[PathBuf],
    since: Instant,
) -> Result<()> {
    let is_same = |(ix, now): &(usize, Standing)| {
        let before = standings[*ix].as_ref();
        !now.fingerprint.is_empty() && before.is_some_and(|before| before.fingerprint == now.fingerprint)
    };
    // Saved, and nothing is different.
    if seen.iter().all(is_same) {
        return Ok(());
    }
    let mut text = heading(files);
    for (ix, now) in seen {
        text.push_str(&now.told(standings[ix].as_ref(), since.elapsed()));
        standings[ix] = Some(now);
    }
    say(&text)
}

/// Which files were saved.
fn heading(files: &[PathBuf]) -> String {
    const MOST: usize = 3;
    let mut names: Vec<String> = files.iter().map(|file| line(&file.to_string_lossy())).collect();
    names.sort();
    names.dedup();
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    // At a terminal what belongs together is told apart from what came before.
    let rule = if std::io::stdout().is_terminal() { "─".repeat(size().0) + "\n" } else { String::new() };
    format!("{FAINT}{rule}{}{FAINT:#}\n", names.join(", "))
}

fn say(text: &str) -> Result<()> {
    let mut out = anstream::stdout();
    write!(out, "{text}")?;
    Ok(out.flush()?)
}
