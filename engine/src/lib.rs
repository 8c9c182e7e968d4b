//! Cardwright: a card's text is a script.

pub mod content;
pub mod kernel;
pub mod query;
