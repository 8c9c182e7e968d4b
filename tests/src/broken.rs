//! The broken cards: a small valid game in `tests/broken/base`, and beside it a folder for each mistake.
//!
//! A case's files stand in the place of the base's, or beside them. A case with a `game.toml` of its own is a game of its
//! own. Files in its folder `with/` are an expansion, those in `with-2/` a second one; `game.txt` names another game to
//! load.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright::content::{Diagnostics, Disk, Files, Memory, load};
use cardwright::script::Game;

use crate::root;

/// The file that holds what a case is told.
pub const EXPECTED: &str = "expected.txt";
const EXPANSIONS: [&str; 2] = ["with/", "with-2/"];
const MANIFEST: &str = "cards/harbour/game.toml";

/// One mistake.
#[derive(Debug)]
pub struct Case {
    /// What the folder is called.
    pub name: String,
    folder: PathBuf,
}

/// Every case, by name.
pub fn cases() -> Vec<Case> {
    let folder = root().join("tests/broken");
    let entries = folder.read_dir().expect("the broken cards are there");
    let mut cases: Vec<Case> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.is_dir() && !path.ends_with("base"))
        .map(|folder| Case { name: folder.file_name().unwrap_or_default().to_string_lossy().into(), folder })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// The valid game that the cases are made from.
pub fn base() -> Memory {
    Memory(files(&root().join("tests/broken/base")))
}

impl Case {
    /// Where its expectation stands.
    pub fn expected(&self) -> PathBuf {
        self.folder.join(EXPECTED)
    }

    /// What an author is told of it.
    pub fn told(&self) -> Diagnostics {
        let mut own = files(&self.folder);
        own.remove(EXPECTED);
        let game = own
            .remove("game.txt")
            .map_or("harbour".into(), |bytes| String::from_utf8_lossy(&bytes).trim().to_string());
        let (with, own): (BTreeMap<_, _>, BTreeMap<_, _>) =
            own.into_iter().partition(|(path, _)| EXPANSIONS.iter().any(|prefix| path.starts_with(prefix)));
        let mut all = if own.contains_key(MANIFEST) { BTreeMap::new() } else { base().0 };
        all.extend(own);
        let there = EXPANSIONS.iter().filter(|prefix| self.folder.join(prefix).is_dir());
        let expansions: Vec<Within> =
            there.map(|prefix| Within { prefix, files: Memory(with.clone()) }).collect();
        let expansions: Vec<&dyn Files> = expansions.iter().map(|one| one as &dyn Files).collect();
        told(&Memory(all), &game, &expansions)
    }
}

/// All that is found to be wrong with a game, its scripts included.
pub fn told(files: &dyn Files, game: &str, expansions: &[&dyn Files]) -> Diagnostics {
    let (content, mut faults) = load(files, game, expansions);
    if let Some(content) = content {
        let (_, more) = Game::compile_checked(Arc::new(content));
        faults.extend(more.iter().cloned());
    }
    faults
}

fn files(folder: &Path) -> BTreeMap<String, std::borrow::Cow<'static, [u8]>> {
    let disk = Disk::new(folder);
    let paths = disk.list("").expect("the folder can be read");
    paths
        .into_iter()
        .map(|path| (path.clone(), disk.read(&path).expect("the file can be read").into()))
        .collect()
}

/// The files of a folder within others, shown with the folder's name.
struct Within {
    prefix: &'static str,
    files: Memory,
}

impl Files for Within {
    fn list(&self, folder: &str) -> std::io::Result<Vec<String>> {
        let within = format!("{}{folder}", self.prefix);
        let paths = self.files.list(within.trim_end_matches('/'))?;
        Ok(paths.iter().filter_map(|path| path.strip_prefix(self.prefix)).map(str::to_string).collect())
    }

    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        self.files.read(&self.shown(path))
    }

    fn shown(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }
}
