//! The query language: what cards, goals, measures and costs say, compiled to the kernel's questions.
//! Its words are those of the game's rules, so it is compiled against a dictionary of them, [`Words`].
//! Nothing is asked of a state here; a compiled query does that by itself.

mod error;
#[cfg(test)]
mod fixture;
mod goal;
mod lexer;
mod measure;
mod nearest;
mod parser;
mod resolve;
mod selector;
mod words;

pub use error::{QueryError, QueryErrorKind};
pub(crate) use lexer::{Token as QueryToken, lex};
pub use words::{WordKind, Words};

/// The longest query text, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;
/// How deeply a query may be nested, the game's own words that it uses included.
pub const MAX_DEPTH: usize = 64;
/// How many parts a compiled query may have, the game's own words that it uses included.
pub const MAX_SIZE: usize = 16 * 1024;
/// How many separate cards a goal may ask for with `+`.
pub const MAX_SEPARATE: usize = 64;
