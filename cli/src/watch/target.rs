//! Which games are meant by the folders that are to be watched.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use cardwright::content::{self, Content, Diagnostics, Disk, Files, expansion_game};

use crate::embedded;
use crate::library::{Library, there};
use crate::text::line;

/// Where games are read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The folder that holds `cards` and `scripts`; without one, the games built into the program.
    pub root: Option<PathBuf>,
}

impl Source {
    fn files(&self) -> Box<dyn Files> {
        match &self.root {
            Some(root) => Box::new(Disk::new(root)),
            None => Box::new(embedded::files()),
        }
    }

    /// The folders whose files a game of this source with these expansions is made of, as far as they are on a disk.
    pub fn folders(&self, with: &[PathBuf]) -> Vec<PathBuf> {
        let own = self.root.iter().flat_map(|root| [root.join("cards"), root.join("scripts")]);
        own.chain(with.iter().cloned()).collect()
    }
}

/// A game with the expansions that are watched with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The game.
    pub game: String,
    /// Its expansions.
    pub with: Vec<PathBuf>,
    /// Where it is read from.
    pub source: Source,
}

impl Target {
    /// Reads the game, whatever is there.
    pub fn read(&self) -> (Option<Content>, Diagnostics) {
        self.read_with(None)
    }

    /// Reads the game as if a file, by its path as it is shown, held this text.
    pub fn read_with(&self, changed: Option<(&str, &str)>) -> (Option<Content>, Diagnostics) {
        let over = |files: Box<dyn Files>| Over { files, changed };
        let disks: Vec<Over<'_>> = self.with.iter().map(|with| over(Box::new(Disk::new(with)))).collect();
        let expansions: Vec<&dyn Files> = disks.iter().map(|disk| disk as &dyn Files).collect();
        content::load(&over(self.source.files()), &self.game, &expansions)
    }

    /// Whether the file of this path, as it is shown, is one on the disk and not built in.
    pub fn is_on_disk(&self, path: &str) -> bool {
        let within = |folder: &PathBuf| Path::new(path).starts_with(folder);
        self.source.folders(&self.with).iter().any(within)
    }

    /// Whether a change to a file may concern the game: one of its folders', of the shared rules', or one that it read.
    pub fn may_use(&self, file: &Path, was_read: impl Fn(&Path) -> bool) -> bool {
        let within = |folder: &PathBuf| file.starts_with(folder);
        let own = self.source.root.iter().any(|root| {
            let scripts = root.join("scripts");
            within(&root.join("cards").join(&self.game))
                || within(&scripts.join(&self.game))
                || within(&scripts.join("std"))
        });
        own || self.with.iter().any(within) || was_read(file)
    }
}

/// Files of which one is read as if it held another text.
struct Over<'a> {
    files: Box<dyn Files>,
    changed: Option<(&'a str, &'a str)>,
}

impl Files for Over<'_> {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.files.list(folder)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match self.changed {
            Some((changed, text)) if self.files.shown(path) == changed => Ok(text.as_bytes().to_vec()),
            _ => self.files.read(path),
        }
    }

    fn shown(&self, path: &str) -> String {
        self.files.shown(path)
    }
}

/// All that is watched.
#[derive(Debug)]
pub struct Watched {
    /// The games.
    pub targets: Vec<Target>,
    /// The folders on the disk.
    pub folders: Vec<PathBuf>,
}

/// What a folder is.
enum Kind {
    /// An expansion, or a folder in one.
    Expansion(PathBuf),
    /// A folder that holds `cards`, or one inside; then the game whose folder it is or lies in.
    Content(PathBuf, Option<String>),
}

/// What is meant by these folders and options.
pub fn watched(
    folders: &[PathBuf],
    games: &[String],
    with: &[PathBuf],
    content: Option<&Path>,
) -> Result<Watched> {
    let mut with = with.to_vec();
    let mut source = Source { root: content.map(Path::to_path_buf) };
    let mut named: Vec<String> = Vec::new();
    let mut whole = folders.is_empty() && content.is_some() && with.is_empty();
    let here = [PathBuf::from(".")];
    let is_here = folders.is_empty() && content.is_none() && with.is_empty();
    for folder in if is_here { &here } else { folders } {
        there(folder, "folder")?;
        match kind(folder) {
            Some(Kind::Expansion(folder)) if with.contains(&folder) => {}
            Some(Kind::Expansion(folder)) => with.push(folder),
            Some(Kind::Content(root, game)) => {
                if source.root.as_ref().is_some_and(|other| !same(other, &root)) {
                    bail!("`{}` is not in the folder whose games are watched", folder.display());
                }
                source.root.get_or_insert(root);
                whole |= game.is_none();
                named.extend(game);
            }
            None if is_here => bail!(
                "which folder? here is neither an `expansion.toml` nor a folder `cards`; `watch DIR` or `watch --with DIR` watches one"
            ),
            None => bail!("`{}` is in no expansion and in no folder that holds `cards`", folder.display()),
        }
    }
    let library = Library::open(source.root.as_deref())?;
    let mut expansions: Vec<(PathBuf, Option<String>)> = Vec::new();
    for folder in with {
        there(&folder, "folder")?;
        let manifest = std::fs::read_to_string(folder.join("expansion.toml")).unwrap_or_default();
        expansions.push((folder, expansion_game(&manifest)));
    }
    if !games.is_empty() {
        named = games.iter().map(|game| library.find(game)).collect::<Result<_>>()?;
    } else if whole {
        named = library.games()?.into_iter().map(|game| game.id).collect();
    } else {
        named.extend(expansions.iter().filter_map(|(_, game)| game.clone()));
    }
    let mut once: Vec<String> = Vec::new();
    named.retain(|game| !once.contains(game) && (once.push(game.clone()), true).1);
    if named.is_empty() {
        bail!("of which game? the expansion does not say; name it with --game");
    }
    let of = |game: &str| {
        let meant = expansions.iter().filter(|(_, own)| own.as_deref().is_none_or(|own| own == game));
        meant.map(|(folder, _)| folder.clone()).collect()
    };
    let target = |game: String| Target { with: of(&game), source: source.clone(), game: line(&game) };
    let targets: Vec<Target> = named.into_iter().map(target).collect();
    let with: Vec<PathBuf> = expansions.into_iter().map(|(folder, _)| folder).collect();
    let folders = source.folders(&with);
    if folders.is_empty() {
        bail!(
            "the games built into the program do not change; `watch DIR` or `--content DIR` watches a folder"
        );
    }
    Ok(Watched { targets, folders })
}

fn same(one: &Path, other: &Path) -> bool {
    one == other
        || one.canonicalize().ok().is_some_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// What a folder is, by what lies in it or in the nearest folder above.
fn kind(folder: &Path) -> Option<Kind> {
    let whole = folder.canonicalize().ok();
    // As it was typed, as long as that leads there.
    folder.ancestors().chain(whole.iter().flat_map(|whole| whole.ancestors())).find_map(|above| {
        let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
        if above.join("expansion.toml").is_file() {
            return Some(Kind::Expansion(above.to_path_buf()));
        }
        let has_games = above
            .join("cards")
            .read_dir()
            .is_ok_and(|entries| entries.flatten().any(|entry| entry.path().join("game.toml").is_file()));
        if !has_games {
            return None;
        }
        let root = above.canonicalize().ok()?;
        let inside = whole.as_ref()?.strip_prefix(&root).ok()?;
        let mut parts = inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
        let game = parts
            .next()
            .and(parts.next())
            .filter(|game| above.join("cards").join(game).join("game.toml").is_file());
        Some(Kind::Content(above.to_path_buf(), game))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder_of_games() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("made");
        for inner in ["cards/fair/red", "cards/race", "scripts/fair", "scripts/std", "more/cards"] {
            fs::create_dir_all(folder.path().join(inner)).expect("made");
        }
        for game in ["fair", "race"] {
            let manifest = folder.path().join("cards").join(game).join("game.toml");
            fs::write(manifest, format!("name = \"{game}\"\n")).expect("written");
        }
        fs::write(folder.path().join("more/expansion.toml"), "game = \"fair\"\n").expect("written");
        folder
    }

    fn games(watched: &Watched) -> Vec<&str> {
        watched.targets.iter().map(|target| target.game.as_str()).collect()
    }

    #[test]
    fn a_folder_means_the_game_or_the_expansion_that_it_lies_in() {
        let folder = folder_of_games();
        let at = |inner: &str| vec![folder.path().join(inner)];
        let meant = |inner: &str| watched(&at(inner), &[], &[], None).expect("it is understood");
        assert_eq!(games(&meant("")), ["fair", "race"]);
        assert_eq!(games(&meant("cards/fair/red")), ["fair"]);
        assert_eq!(games(&meant("scripts/fair")), ["fair"]);
        // Rules that all share concern all.
        assert_eq!(games(&meant("scripts/std")), ["fair", "race"]);
        let more = watched(&at("more/cards"), &[], &[], Some(folder.path())).expect("understood");
        assert_eq!(games(&more), ["fair"]);
        assert_eq!(more.targets[0].with, at("more"));
        assert!(more.folders.contains(&folder.path().join("more")));
        let nowhere = tempfile::tempdir().expect("made");
        let told = watched(&[nowhere.path().to_path_buf()], &[], &[], None).expect_err("nothing there");
        assert!(told.to_string().contains("is in no expansion"), "{told}");
    }

    #[test]
    fn a_change_concerns_the_games_that_can_see_it() {
        let folder = folder_of_games();
        let all = watched(&[folder.path().to_path_buf()], &[], &[], None).expect("understood");
        let concerned = |file: &str| {
            let file = folder.path().join(file);
            let seen = all.targets.iter().filter(|target| target.may_use(&file, |_| false));
            seen.map(|target| target.game.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(concerned("cards/fair/red/hat.toml"), ["fair"]);
        assert_eq!(concerned("scripts/race/rules.rhai"), ["race"]);
        assert_eq!(concerned("scripts/std/tools.rhai"), ["fair", "race"]);
    }
}
