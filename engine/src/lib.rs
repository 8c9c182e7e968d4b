//! Cardwright: a card's text is a script.

pub mod kernel;
pub mod query;
