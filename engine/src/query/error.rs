//! What is wrong with a query: where, what, and what was perhaps meant.
//! Pointing at it in a file is the business of whoever read the file.

use std::fmt;
use std::ops::Range;

/// A fault in a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Where in the query's text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: QueryErrorKind,
    /// What to write instead, where that can be guessed.
    pub help: Option<String>,
}

/// What is wrong with a query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryErrorKind {
    /// The text is longer than [`super::MAX_LENGTH`].
    #[error("the query is longer than {} bytes", super::MAX_LENGTH)]
    TooLong,
    /// It is nested deeper than [`super::MAX_DEPTH`].
    #[error("the query is nested more than {} deep", super::MAX_DEPTH)]
    TooDeep,
    /// It has more parts than [`super::MAX_SIZE`].
    #[error("the query has more than {} parts", super::MAX_SIZE)]
    TooLarge,
    /// It asks for more separate cards than [`super::MAX_SEPARATE`].
    #[error("a goal can ask for at most {} separate cards", super::MAX_SEPARATE)]
    TooManySeparate,
    /// A character that the language does not use.
    #[error("unexpected character `{0}`")]
    BadCharacter(char),
    /// A quoted name without its second quote.
    #[error("a quoted name is not closed")]
    OpenQuote,
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A name that nothing has.
    #[error("unknown name `{name}`")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A name of something that makes no sense here.
    #[error("expected {expected}, but `{name}` is {is}")]
    WrongPlace {
        /// The name.
        name: String,
        /// What it names.
        is: String,
        /// What should be named.
        expected: &'static str,
    },
    /// A name of several things.
    #[error("`{name}` is ambiguous: write {}", .forms.join(" or "))]
    Ambiguous {
        /// The name.
        name: String,
        /// How to name each of them alone, in backticks.
        forms: Vec<String>,
    },
    /// A name of something that is not a number is compared with one.
    #[error("`{name}` is {is} and has no number to compare")]
    NoNumber {
        /// The name.
        name: String,
        /// What it names.
        is: String,
    },
    /// A number is named, but nothing is asked of it.
    #[error("`{name}` is a number and must be compared with one")]
    NeedsComparison {
        /// The name.
        name: String,
    },
    /// A number that is too far from 0.
    #[error("the number `{0}` is too large")]
    NumberTooLarge(String),
    /// An amount below 1.
    #[error("an amount is at least 1")]
    TooFew,
    /// A term between `+` that is not about one card.
    #[error("only terms that are about one card can be joined by `+`")]
    NotOneCard,
    /// A measure of a player or of the table is asked of cards.
    #[error("`{name}` does not belong to cards, so `of` means nothing here")]
    NotOfCards {
        /// The name.
        name: String,
    },
    /// A new word for which there is a meaning already.
    #[error("`{name}` is already {is}")]
    Taken {
        /// The word.
        name: String,
        /// What it names.
        is: String,
    },
}

impl QueryError {
    pub(super) fn new(span: Range<usize>, kind: QueryErrorKind) -> Self {
        Self { span, kind, help: None }
    }

    pub(super) fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for QueryError {}
