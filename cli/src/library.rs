//! The games at hand: built in, or in a folder; with expansions.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use cardwright::content::{self, Content, Diagnostics, Disk, Files, GameEntry, did_you_mean, nearest};
use cardwright::script::{Game, Runner};

use crate::embedded;
use crate::faults::Broken;

/// The games at hand.
pub struct Library {
    files: Box<dyn Files>,
}

impl Library {
    /// The games built into the program, or those of a folder.
    pub fn open(folder: Option<&Path>) -> Result<Self> {
        let Some(folder) = folder else { return Ok(Self { files: Box::new(embedded::files()) }) };
        there(folder, "folder")?;
        if !folder.join("cards").is_dir() {
            bail!("`{}` has no folder `cards`, so there are no games in it", folder.display());
        }
        Ok(Self { files: Box::new(Disk::new(folder)) })
    }

    /// All games.
    pub fn games(&self) -> Result<Vec<GameEntry>> {
        content::games(&*self.files).context("cannot list the games")
    }

    /// The short name of a game, whatever its case; also by its title.
    pub fn find(&self, name: &str) -> Result<String> {
        let games = self.games()?;
        let same = |game: &&GameEntry| same(&game.id, name) || same(&game.name, name);
        if let Some(game) = games.iter().find(same) {
            return Ok(game.id.clone());
        }
        let ids = || games.iter().map(|game| game.id.as_str());
        let help = did_you_mean(name, ids().chain(games.iter().map(|game| game.name.as_str())));
        match help {
            Some(help) => bail!("unknown game `{name}`; {help}"),
            None if games.is_empty() => bail!("unknown game `{name}`; there are no games here"),
            None => bail!("unknown game `{name}`; there is {}", ids().collect::<Vec<_>>().join(", ")),
        }
    }

    /// Reads a game: all that can be read, and all faults.
    pub fn read(&self, game: &str, with: &[PathBuf]) -> Result<(Option<Content>, Diagnostics)> {
        for folder in with {
            there(folder, "folder")?;
        }
        let disks: Vec<Disk> = with.iter().map(Disk::new).collect();
        let expansions: Vec<&dyn Files> = disks.iter().map(|disk| disk as &dyn Files).collect();
        Ok(content::load(&*self.files, game, &expansions))
    }

    /// Reads a game that is to be used.
    pub fn content(&self, game: &str, with: &[PathBuf]) -> Result<Arc<Content>> {
        let game = self.find(game)?;
        match self.read(&game, with)? {
            (Some(content), faults) if !faults.has_errors() => Ok(Arc::new(content)),
            (_, faults) => Err(Broken(faults).into()),
        }
    }

    /// Reads and compiles a game so that the statements that run are noted.
    pub fn game_noting(&self, game: &str, with: &[PathBuf]) -> Result<Rc<Game>> {
        compile_noting(&self.content(game, with)?)
    }

    /// Reads and compiles a game that is to be played.
    pub fn game(&self, game: &str, with: &[PathBuf]) -> Result<Rc<Game>> {
        compile(&self.content(game, with)?)
    }
}

/// Compiles a game.
pub fn compile(content: &Arc<Content>) -> Result<Rc<Game>> {
    Game::compile(content.clone()).map_err(|faults| Broken(faults).into())
}

/// Compiles a game so that the statements that run are noted.
pub fn compile_noting(content: &Arc<Content>) -> Result<Rc<Game>> {
    match Game::compile_for(content.clone(), Runner::Program { noting: true }) {
        (Some(game), faults) if !faults.has_errors() => Ok(game),
        (_, faults) => Err(Broken(faults).into()),
    }
}

/// Whether two names are the same but for case.
pub fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Makes sure that a file or folder is there; if not, the error names the nearest that is.
pub fn there(path: &Path, what: &str) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside: Vec<String> = parent
        .read_dir()
        .map(|entries| entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect())
        .unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match nearest(&name, beside.iter().map(String::as_str)) {
        Some(near) => {
            bail!("no {what} `{}`; did you mean `{}`?", path.display(), path.with_file_name(near).display())
        }
        None => bail!("no {what} `{}`", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_told_with_the_nearest() {
        let folder = tempfile::tempdir().expect("made");
        std::fs::write(folder.path().join("game.record"), "").expect("written");
        let error = there(&folder.path().join("gane.record"), "file").expect_err("it is not there");
        assert!(error.to_string().ends_with("game.record`?"), "{error}");
        assert!(there(folder.path(), "folder").is_ok());
    }

    #[test]
    fn a_folder_without_cards_is_no_library() {
        let folder = tempfile::tempdir().expect("made");
        assert!(Library::open(Some(folder.path())).is_err());
    }
}
