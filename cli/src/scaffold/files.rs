//! Files that are about to be written, all or none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// Files that are about to be written.
#[derive(Debug, Default)]
pub struct Scaffold {
    files: Vec<(PathBuf, String)>,
}

impl Scaffold {
    /// Adds a file.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) {
        self.files.push((path.into(), text.into()));
    }

    /// Adds a file unless it is there already.
    pub fn add_if_missing(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) {
        let path = path.into();
        if !path.exists() {
            self.add(path, text);
        }
    }

    /// Writes them and gives their paths; nothing is written when one of them is there.
    pub fn write(&self) -> Result<Vec<&Path>> {
        if let Some((path, _)) = self.files.iter().find(|(path, _)| path.exists()) {
            bail!("`{}` is there already; nothing was written", path.display());
        }
        for (path, text) in &self.files {
            write_new(path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        Ok(self.files.iter().map(|(path, _)| path.as_path()).collect())
    }
}

/// Writes a file that is not there; one that appeared meanwhile is left alone.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    io::Write::write_all(&mut fs::File::create_new(path)?, text.as_bytes())
}

/// A template with each `{{key}}` filled in; `{{quoted_key}}` as a string of TOML.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let (key, after) = after.split_once("}}").unwrap_or((after, ""));
        let value = |key: &str| values.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value);
        match key.strip_prefix("quoted_") {
            Some(key) => filled.push_str(&quoted(value(key))),
            None => filled.push_str(value(key)),
        }
        rest = after;
    }
    filled + rest
}

/// A text as a basic string of TOML.
pub fn quoted(text: &str) -> String {
    // JSON's escapes are TOML's too.
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_once() {
        assert_eq!(fill("a {{x}} b {{y}}", &[("x", "{{y}}"), ("y", "1")]), "a {{y}} b 1");
        assert_eq!(fill("n = {{quoted_x}}", &[("x", "a\\b")]), "n = \"a\\\\b\"");
        assert_eq!(quoted("say \"hi\""), r#""say \"hi\"""#);
    }

    #[test]
    fn nothing_is_written_over_a_file() {
        let folder = tempfile::tempdir().expect("made");
        let mut scaffold = Scaffold::default();
        scaffold.add(folder.path().join("inner/new.toml"), "new");
        scaffold.add(folder.path().join("old.toml"), "new");
        fs::write(folder.path().join("old.toml"), "old").expect("written");
        assert!(scaffold.write().expect_err("it is there").to_string().contains("old.toml"));
        assert!(!folder.path().join("inner").exists());
        fs::remove_file(folder.path().join("old.toml")).expect("removed");
        assert_eq!(scaffold.write().expect("written").len(), 2);
    }
}
