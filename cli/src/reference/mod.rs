//! The reference: every word that an author may meet, with what it means and an example that is run as a test.

mod book;
mod entry;
mod examples;
mod game;
mod language;

pub use book::pages;
pub use entry::{Entry, find, near};
pub use game::of_game;
pub use language::of_language;
