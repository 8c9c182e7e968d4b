//! `docs`: a word that an author may meet, with what it means and an example.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::ValueHint;

use crate::args::With;
use crate::exit::Exit;
use crate::library::Library;
use crate::page::styled;
use crate::reference::{self, Entry};
use crate::terminal::{FAINT, GOOD, STRONG};
use crate::text::{cut, line, pad};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright docs take_top                a verb
  cardwright docs REWARD --game missions  a trigger, as that game has it
  cardwright docs --game missions         all that a game declares, its rule functions too
  cardwright docs                         all verbs, keys of files, words of queries")]
pub struct Args {
    /// The word; all are listed if none is named.
    word: Vec<String>,
    /// The game whose words are meant.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    with: With,
    /// Write the pages of the book that are made from the code into this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["word", "game"], value_hint = ValueHint::DirPath)]
    book: Option<PathBuf>,
}

/// Looks it up.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    if let Some(folder) = &args.book {
        return write_book(library, folder);
    }
    let mut entries = match &args.game {
        Some(game) => entries_of(library, game, &args.with)?,
        None if args.with.folders.is_empty() => Vec::new(),
        None => bail!("say with --game which game the expansion is for"),
    };
    let word = line(&args.word.join(" "));
    if word.is_empty() && args.game.is_some() {
        return list(&entries);
    }
    entries.extend(reference::of_language());
    if word.is_empty() {
        return list(&entries);
    }
    let mut found = reference::find(&entries, &word);
    let elsewhere;
    if found.is_empty() && args.game.is_none() {
        elsewhere = of_all_games(library)?;
        found = reference::find(&elsewhere, &word);
        entries.extend(elsewhere.iter().cloned());
    }
    if found.is_empty() {
        let near = reference::near(&entries, &word);
        let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
        match near.split_last() {
            Some((last, [])) => bail!("nothing is called `{word}`; did you mean {last}?"),
            Some((last, rest)) => {
                bail!("nothing is called `{word}`; did you mean {} or {last}?", rest.join(", "))
            }
            None => bail!("nothing is called `{word}`; `cardwright docs` lists all"),
        }
    }
    let mut out = anstream::stdout();
    for (ix, entry) in found.into_iter().enumerate() {
        write!(out, "{}{}", if ix == 0 { "" } else { "\n" }, styled(&entry.page()))?;
    }
    Ok(Exit::Good)
}

/// What a game declares, as far as it can be read.
fn entries_of(library: &Library, game: &str, with: &With) -> Result<Vec<Entry>> {
    let game = library.find(game)?;
    let (content, faults) = library.read(&game, &with.folders)?;
    match content {
        Some(content) => Ok(reference::of_game(&content)),
        None => Err(crate::faults::Broken(faults).into()),
    }
}

fn of_all_games(library: &Library) -> Result<Vec<Entry>> {
    let mut all = Vec::new();
    for game in library.games()? {
        let content = library.read(&game.id, &[])?.0;
        all.extend(content.iter().flat_map(reference::of_game));
    }
    Ok(all)
}

fn list(entries: &[Entry]) -> Result<Exit> {
    const NAMES: usize = 24;
    let columns = crate::terminal::size().0.min(120);
    let mut out = anstream::stdout();
    let mut kind = "";
    // Values of fields are listed with their fields.
    for entry in entries.iter().filter(|entry| entry.kind != "value of a field") {
        if entry.kind != kind {
            kind = &entry.kind;
            writeln!(out, "\n{STRONG}{kind}{STRONG:#}")?;
        }
        let short = cut(&line(&entry.short), columns.saturating_sub(NAMES + 3));
        writeln!(out, "  {} {FAINT}{short}{FAINT:#}", pad(&line(&entry.name), NAMES))?;
    }
    Ok(Exit::Good)
}

fn write_book(library: &Library, folder: &Path) -> Result<Exit> {
    let mut contents = Vec::new();
    for game in library.games()? {
        contents.push(library.content(&game.id, &[])?);
    }
    for (path, text) in reference::pages(&contents) {
        let path = folder.join("src").join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
        writeln!(anstream::stdout(), "{GOOD}written{GOOD:#} {}", line(&path.to_string_lossy()))?;
    }
    Ok(Exit::Good)
}
