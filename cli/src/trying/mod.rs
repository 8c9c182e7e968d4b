//! A card tried by hand: a small table, what is done on it as a record that can be taken back and done again with
//! changed files, and what was done written down as a test.

mod command;
mod deed;
mod example;
mod layout;
mod outcome;
mod say;
mod session;
mod show;
mod sitting;
mod written;

pub use session::{Asked, Session};
