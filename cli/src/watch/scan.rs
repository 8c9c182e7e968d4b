//! How files stand on the disk: enough to tell which were changed since, whatever way an editor saves them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The kinds of files that games are made of.
const ENDINGS: [&str; 2] = ["toml", "rhai"];
/// Folders inside each other, at most; links may lead in a circle.
const DEPTH: usize = 32;
/// An editor that writes a file in place empties it first; so long it is given to fill it.
const FILLING: Duration = Duration::from_millis(300);
/// How long nothing may have changed for a save to be over.
const QUIET: Duration = Duration::from_millis(20);

/// What is looked at of a file: another file in its place is noticed as well as another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts {
    len: u64,
    changed: Option<SystemTime>,
    file: u64,
}

/// All files that matter below some folders, as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan(BTreeMap<PathBuf, Facts>);

impl Scan {
    /// Looks at the files below these folders; what is not there has none.
    pub fn of<'a>(roots: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        let mut scan = Self::default();
        for root in roots {
            scan.walk(root, 0);
        }
        scan
    }

    fn walk(&mut self, folder: &Path, depth: usize) {
        let Ok(entries) = folder.read_dir() else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            // What is removed meanwhile is not there.
            let Ok(facts) = path.metadata() else { continue };
            if hidden {
            } else if facts.is_dir() && depth < DEPTH {
                self.walk(&path, depth + 1);
            } else if path.extension().is_some_and(|end| ENDINGS.iter().any(|known| end == *known)) {
                let facts = Facts { len: facts.len(), changed: facts.modified().ok(), file: number(&facts) };
                self.0.insert(path, facts);
            }
        }
    }

    /// The files that are not as they were: changed, new, or gone.
    pub fn changed_since(&self, before: &Self) -> Vec<PathBuf> {
        let changed = self.0.iter().filter(|(path, facts)| before.0.get(*path) != Some(facts));
        let gone = before.0.keys().filter(|path| !self.0.contains_key(*path));
        changed.map(|(path, _)| path.clone()).chain(gone.cloned()).collect()
    }

    /// Whether one of these files is empty.
    fn has_empty(&self, paths: &[PathBuf]) -> bool {
        paths.iter().any(|path| self.0.get(path).is_some_and(|facts| facts.len == 0))
    }
}

/// Waits until a save is over, and looks then: nothing changes any more, and what was emptied is filled again.
pub fn settled(roots: &[PathBuf], before: &Scan) -> Scan {
    let mut now = Scan::of(roots);
    let begun = std::time::Instant::now();
    while now != *before && begun.elapsed() < 2 * FILLING {
        std::thread::sleep(QUIET);
        let then = std::mem::replace(&mut now, Scan::of(roots));
        let filling = now.has_empty(&now.changed_since(before)) && begun.elapsed() < FILLING;
        if now == then && !filling {
            break;
        }
    }
    now
}

#[cfg(unix)]
fn number(facts: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(facts)
}

#[cfg(not(unix))]
fn number(_: &std::fs::Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_written_renamed_or_removed_is_noticed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("made");
        let roots = [folder.path().to_path_buf()];
        let file = |name: &str| folder.path().join(name);
        for name in ["a.toml", "b.toml", ".c.toml.swp", "d.toml~", "notes.md"] {
            fs::write(file(name), "1").expect("written");
        }
        let first = Scan::of(&roots);
        assert!(Scan::of(&roots).changed_since(&first).is_empty());
        fs::write(file("d.toml~"), "22").expect("written");
        fs::write(file("notes.md"), "22").expect("written");
        assert!(Scan::of(&roots).changed_since(&first).is_empty());
        // As editors do it: a new file takes the old one's name.
        fs::write(file("x"), "1").expect("written");
        fs::rename(file("x"), file("a.toml")).expect("renamed");
        fs::remove_file(file("b.toml")).expect("removed");
        assert_eq!(Scan::of(&roots).changed_since(&first), [file("a.toml"), file("b.toml")]);
        fs::remove_dir_all(folder.path()).expect("removed");
        assert_eq!(Scan::of(&roots), Scan::default());
    }
}
