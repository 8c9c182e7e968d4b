//! The Rhai host: verbs, the checker, and the running of steps. Above the kernel and the content, below the table.

pub(crate) mod ask;
mod check;
mod compile;
mod engine;
pub(crate) mod exec;
mod fault;
mod game;
mod recent;
pub mod reference;
mod replaces;
pub(crate) mod run;
pub(crate) mod token;
pub mod verbs;
mod vm;
mod walk;
pub(crate) mod why;

pub use exec::Unusable;
pub use fault::Fault;
pub use game::{Game, Runner, Spot, Tried};
pub use run::{Round, Worth};
