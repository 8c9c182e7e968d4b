//! Guesses at what was meant by a name that nothing has. A guess is never used, only offered.

use super::lexer::{Token, is_number, lex, normal};
use super::parser::KEYWORDS;
use super::words::{Meaning, Words};

/// Names longer than this are not compared with others; the work grows with the square of the length.
const LONGEST: usize = 64;

impl Words {
    /// The known name that is nearest to one in its compared form, with how far it is; names that are
    /// `wanted` come first among equals.
    pub(super) fn nearest(
        &self,
        key: &str,
        wanted: impl Fn(Meaning) -> bool,
    ) -> Option<(usize, &str, Meaning)> {
        let length = key.chars().count();
        if length > LONGEST {
            return None;
        }
        let allowed = ((length + 1) / 3).clamp(1, 4);
        self.spelled
            .iter()
            .filter(|(name, _)| name.chars().count().abs_diff(length) <= allowed)
            .map(|(name, meaning)| (strsim::osa_distance(key, &normal(name)), name.as_str(), *meaning))
            .filter(|(distance, ..)| *distance <= allowed && *distance < length)
            .min_by_key(|(distance, _, meaning)| (*distance, !wanted(*meaning)))
    }
}

/// A name as it must be written in a query: in quotes where it would not be read as one name otherwise.
pub fn written(name: &str) -> String {
    let words_only = lex(name)
        .is_ok_and(|tokens| !tokens.is_empty() && tokens.iter().all(|(token, _)| *token == Token::Word));
    let key = normal(name);
    if words_only && !is_number(&key) && !KEYWORDS.contains(&key.as_str()) {
        name.to_owned()
    } else {
        format!("\"{name}\"")
    }
}
