//! The games that a set of files holds, told without loading them.

use std::io;

use super::deck::is_deck_file;
use super::names::clean;
use super::source::Files;
use super::tree::{self, Table, Value};

/// A game that could be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// Its short name.
    pub id: String,
    /// Its title; where the manifest has none, its short name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// The fewest and the most players, where the manifest says.
    pub players: Option<(usize, usize)>,
    /// How many cards it has.
    pub cards: usize,
}

/// The games, by short name. Broken manifests are listed as far as they can be read.
///
/// # Errors
/// When the files cannot be listed.
pub fn games(files: &dyn Files) -> io::Result<Vec<GameEntry>> {
    let paths = files.list("cards")?;
    Ok(paths.iter().filter_map(|path| Some(entry(files, game_of(path)?, &paths))).collect())
}

/// The short name of the game whose manifest this is.
pub(super) fn game_of(path: &str) -> Option<&str> {
    let game = path.strip_prefix("cards/")?.strip_suffix("/game.toml")?;
    (!game.contains('/')).then_some(game)
}

fn entry(files: &dyn Files, id: &str, paths: &[String]) -> GameEntry {
    let text = |path: &str| {
        files.read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    };
    let (manifest, _) = tree::parse(&text(&format!("cards/{id}/game.toml")));
    let say = |key| match manifest.get(key).map(|item| &item.value) {
        Some(Value::Text(text)) => clean(text).into_owned(),
        _ => String::new(),
    };
    let folder = format!("cards/{id}/");
    let cards = paths.iter().filter(|path| path.strip_prefix(&folder).is_some_and(is_card_file));
    let name = say("name");
    GameEntry {
        id: id.to_owned(),
        name: if name.is_empty() { id.to_owned() } else { name },
        about: say("about"),
        players: players(&manifest),
        cards: cards.map(|path| cards_in(&text(path))).sum(),
    }
}

/// Whether a path below a game's folder is a file of cards.
pub(super) fn is_card_file(path: &str) -> bool {
    path.ends_with(".toml") && path != "game.toml" && !is_test_file(path) && !is_deck_file(path)
}

/// Whether a path below a game's folder is a file of tests only.
pub(super) fn is_test_file(path: &str) -> bool {
    path.ends_with(".toml") && path.starts_with("tests/")
}

fn cards_in(text: &str) -> usize {
    text.lines().filter(|line| line.trim_start().starts_with("[[card]]")).count().max(1)
}

fn players(manifest: &Table) -> Option<(usize, usize)> {
    let number = |value: &Value| match value {
        Value::Whole(number) => usize::try_from(*number).ok(),
        _ => None,
    };
    match &manifest.get("players")?.value {
        Value::List(list) if list.len() == 2 => Some((number(&list[0].value)?, number(&list[1].value)?)),
        value => number(value).map(|number| (number, number)),
    }
}
