//! Cardwright: a card's text is a script.
//!
//! The engine knows zones, tokens and triggers, and knows no game. Games are TOML files (a manifest and cards) and Rhai
//! scripts; this crate reads them ([`content`]), checks and compiles them ([`script`]), and plays them ([`table`]).
//! Bots are [`agent`]s. [`table::Table`] has an example of a whole game in a few lines.

pub mod agent;
pub mod content;
pub mod kernel;
pub mod query;
pub mod record;
pub mod script;
pub mod table;
pub mod testing;
