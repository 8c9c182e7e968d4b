//! The games that are built into the program.

use std::borrow::Cow;

use cardwright::content::Memory;
use include_dir::{Dir, include_dir};

static CARDS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../cards");
static SCRIPTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../scripts");

/// The files that are built in.
pub fn files() -> Memory {
    let mut memory = Memory::default();
    add(&mut memory, "cards", &CARDS);
    add(&mut memory, "scripts", &SCRIPTS);
    memory
}

fn add(memory: &mut Memory, root: &str, folder: &Dir<'static>) {
    for file in folder.files() {
        // Backslashes where the program is built on Windows.
        let path = file.path().to_string_lossy().replace('\\', "/");
        memory.0.insert(format!("{root}/{path}"), Cow::Borrowed(file.contents()));
    }
    for inner in folder.dirs() {
        add(memory, root, inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_at_the_top() {
        let files = files();
        assert!(files.0.keys().any(|path| path.starts_with("cards/") && path.ends_with("/game.toml")));
        assert!(files.0.keys().any(|path| path.starts_with("scripts/") && path.ends_with(".rhai")));
    }
}
