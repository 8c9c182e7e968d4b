//! Where files come from: a folder on disk, or a table built into the program; and the texts that were read.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file that is read.
pub const MAX_FILE: u64 = 4 * 1024 * 1024;
const MAX_FILES: usize = 50_000;
const MAX_DEPTH: usize = 32;

/// A set of files with paths such as `cards/<game>/game.toml` and `scripts/std/tools.rhai`, always with `/`.
pub trait Files {
    /// The paths of all files in a folder and the folders in it, sorted; of a folder that is not there, none.
    /// The empty folder name stands for all there is.
    ///
    /// # Errors
    /// When a folder cannot be read, or links lead in a circle.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// When there is no such file, it cannot be read, or it is larger than [`MAX_FILE`] (`FileTooLarge`).
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// The path as a person would open it.
    fn shown(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// Files in a folder on disk.
#[derive(Clone, Debug)]
pub struct Disk {
    root: PathBuf,
}

impl Disk {
    /// The files below a folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    fn walk(
        &self,
        folder: &Path,
        name: &str,
        open: &mut Vec<PathBuf>,
        found: &mut Vec<String>,
    ) -> io::Result<()> {
        let real = folder.canonicalize()?;
        if open.contains(&real) || open.len() >= MAX_DEPTH {
            let message = format!("`{}` is a link into a circle, or lies too deep", folder.display());
            return Err(io::Error::other(message));
        }
        open.push(real);
        for entry in folder.read_dir()? {
            let entry = entry?;
            // A name that is not UTF-8 cannot be a card's id or be named in a manifest.
            let Some(file) = entry.file_name().to_str().map(str::to_owned) else { continue };
            if file.starts_with('.') {
                continue;
            }
            let path = if name.is_empty() { file } else { format!("{name}/{file}") };
            if entry.path().is_dir() {
                self.walk(&entry.path(), &path, open, found)?;
            } else if found.len() >= MAX_FILES {
                return Err(io::Error::other(format!("more than {MAX_FILES} files")));
            } else {
                found.push(path);
            }
        }
        open.pop();
        Ok(())
    }
}

impl Files for Disk {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let start = self.root.join(folder);
        let mut found = Vec::new();
        if start.is_dir() {
            self.walk(&start, folder, &mut Vec::new(), &mut found)?;
        }
        found.sort();
        Ok(found)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let path = self.root.join(path);
        let facts = path.metadata()?;
        if !facts.is_file() {
            return Err(io::Error::other("not a plain file"));
        }
        if facts.len() > MAX_FILE {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        std::fs::read(path)
    }

    fn shown(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }
}

/// Files in memory: built into the program, or made up by a test.
#[derive(Clone, Debug, Default)]
pub struct Memory(pub BTreeMap<String, Cow<'static, [u8]>>);

impl<P: Into<String>, T: Into<Cow<'static, [u8]>>> FromIterator<(P, T)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(iter: I) -> Self {
        Self(iter.into_iter().map(|(path, text)| (path.into(), text.into())).collect())
    }
}

impl Files for Memory {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let within = |path: &&String| {
            folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        Ok(self.0.keys().filter(within).cloned().collect())
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let bytes = self.0.get(path).ok_or(io::ErrorKind::NotFound)?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes.to_vec())
    }
}

/// A file that was read (or could not be).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A line and a column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The texts of all files of a run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<(String, Arc<str>)>,
}

impl Sources {
    /// Keeps a text; the path is as a person would open it.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.files.push((path.into(), text.into()));
        FileId(self.files.len() as u32 - 1)
    }

    /// The path of a file.
    pub fn path(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |(path, _)| path)
    }

    /// The text of a file; empty where it could not be read.
    pub fn text(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |(_, text)| text)
    }

    /// The text of a file, to keep.
    pub fn shared_text(&self, file: FileId) -> Arc<str> {
        self.files.get(file.0 as usize).map_or_else(|| "".into(), |(_, text)| text.clone())
    }

    /// Every file's path and text, in the order in which they were read.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), &**text))
    }

    /// Where a byte of a file is.
    pub fn line_column(&self, file: FileId, byte: usize) -> LineColumn {
        let text = self.text(file);
        let before = &text[..floor_boundary(text, byte)];
        let line_start = before.rfind('\n').map_or(0, |ix| ix + 1);
        LineColumn {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// The nearest byte at or before this one where a character begins.
pub(super) fn floor_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_memory_holds_only_its_own_files() {
        let files: Memory =
            [("cards/a/x.toml", b"1".to_vec()), ("cards/ab/y.toml", b"2".to_vec())].into_iter().collect();
        assert_eq!(files.list("cards/a").expect("listed"), ["cards/a/x.toml"]);
        assert_eq!(files.list("").expect("listed").len(), 2);
        assert_eq!(files.read("cards/z.toml").expect_err("absent").kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn columns_count_characters() {
        let mut sources = Sources::default();
        let file = sources.add("x.toml", "a\nöä b");
        assert_eq!(sources.line_column(file, 6), LineColumn { line: 2, column: 3 });
        assert_eq!(sources.line_column(file, 999), LineColumn { line: 2, column: 5 });
    }

    #[test]
    fn a_circle_of_links_is_an_error() {
        let root = std::env::temp_dir().join(format!("cardwright-links-{}", std::process::id()));
        std::fs::create_dir_all(root.join("cards")).expect("made");
        std::fs::write(root.join("cards/x.toml"), "").expect("written");
        let disk = Disk::new(&root);
        assert_eq!(disk.list("cards").expect("listed"), ["cards/x.toml"]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&root, root.join("cards/loop")).expect("linked");
            assert!(disk.list("cards").is_err());
        }
        assert!(disk.read("cards").is_err());
        std::fs::remove_dir_all(&root).expect("removed");
    }
}
