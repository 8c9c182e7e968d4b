//! What the integration tests share: finding the project's games and starting them.

pub mod broken;
pub mod pages;
pub mod small;

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use cardwright::content::{Content, Disk, load, render};
use cardwright::script::Game;

/// The project's folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The content of one of the project's games, which must be without a fault.
pub fn content(game: &str) -> Arc<Content> {
    content_in(root(), game)
}

/// The content of a game in a folder that is laid out like the project's, which must be without a fault.
pub fn content_in(root: PathBuf, game: &str) -> Arc<Content> {
    let (content, faults) = load(&Disk::new(root), game, &[]);
    assert!(faults.is_empty(), "{}", render(&faults, false));
    Arc::new(content.expect("content without faults is there"))
}

/// A game, compiled; its scripts must be without a fault.
pub fn game(content: &Arc<Content>) -> Rc<Game> {
    let (game, faults) = Game::compile_checked(content.clone());
    assert!(faults.is_empty(), "{}", render(&faults, false));
    game.expect("scripts without faults are there")
}

/// Panics if a script has failed while bots tried things out, which no game shows: they go another way.
pub fn nothing_failed_in_trial(game: &Game) {
    let told: Vec<String> = game.take_tried().iter().map(|tried| small::shown(game, &tried.fault)).collect();
    assert!(told.is_empty(), "failed while bots tried things out: {told:#?}");
}
