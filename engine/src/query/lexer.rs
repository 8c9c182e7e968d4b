//! Cuts a query into words and signs. Which words belong together to one name is not known here.

use std::ops::Range;

use logos::Logos;

use super::{MAX_LENGTH, QueryError, QueryErrorKind};
use crate::kernel::Cmp;

/// The smallest part of a query.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"\s+")]
pub enum Token {
    /// A word of a name, a keyword or a number.
    #[regex(r"[\p{L}\p{N}\p{M}_.'’‘ʼ\-]+")]
    Word,
    /// A name in double quotes.
    #[regex(r#""[^"]*""#)]
    Quoted,
    /// `|`
    #[token("|")]
    Or,
    /// `&`
    #[token("&")]
    And,
    /// `!`
    #[token("!")]
    Not,
    /// `+`
    #[token("+")]
    Plus,
    /// `,`
    #[token(",")]
    Comma,
    /// `:`
    #[token(":")]
    Colon,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `[`
    #[token("[")]
    OpenCard,
    /// `]`
    #[token("]")]
    CloseCard,
    /// A comparison.
    #[token("<", |_| Cmp::Less)]
    #[token("<=", |_| Cmp::AtMost)]
    #[token("≤", |_| Cmp::AtMost)]
    #[token("=", |_| Cmp::Equal)]
    #[token("==", |_| Cmp::Equal)]
    #[token("!=", |_| Cmp::NotEqual)]
    #[token("≠", |_| Cmp::NotEqual)]
    #[token(">=", |_| Cmp::AtLeast)]
    #[token("≥", |_| Cmp::AtLeast)]
    #[token(">", |_| Cmp::More)]
    Compare(Cmp),
}

/// The parts of a query, each with its place.
pub fn lex(text: &str) -> Result<Vec<(Token, Range<usize>)>, QueryError> {
    if text.len() > MAX_LENGTH {
        return Err(QueryError::new(0..text.len(), QueryErrorKind::TooLong));
    }
    Token::lexer(text)
        .spanned()
        .map(|(token, span)| token.map(|token| (token, span.clone())).map_err(|()| bad_character(text, span)))
        .collect()
}

fn bad_character(text: &str, span: Range<usize>) -> QueryError {
    match text[span.start..].chars().next() {
        None | Some('"') => QueryError::new(span.start..text.len(), QueryErrorKind::OpenQuote),
        Some(found) => {
            let span = span.start..span.start + found.len_utf8();
            QueryError::new(span, QueryErrorKind::BadCharacter(found))
                .help("a name with such a character stands in double quotes".to_owned())
        }
    }
}

/// A name in the form in which names are compared: lower case, single spaces, straight apostrophes.
pub fn normal(name: &str) -> String {
    let mut found = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !found.is_empty() {
            found.push(' ');
        }
        found.extend(word.chars().flat_map(char::to_lowercase).map(|c| match c {
            '’' | '‘' | 'ʼ' => '\'',
            c => c,
        }));
    }
    found
}

/// Whether a word is a whole number.
pub fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The digits of a multiplier such as `x2`.
pub fn multiplier(word: &str) -> Option<&str> {
    let digits = word.strip_prefix(['x', 'X'])?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let found = lex(text).expect("it lexes");
        found.into_iter().map(|(token, span)| (token, &text[span])).collect()
    }

    #[test]
    fn words_keep_apostrophes_hyphens_dots_and_digits() {
        let found = tokens("T'Or’a well-worn v1.5>=-2");
        let words: Vec<_> = found.iter().map(|(_, text)| *text).collect();
        assert_eq!(words, ["T'Or’a", "well-worn", "v1.5", ">=", "-2"]);
        assert_eq!(found[3].0, Token::Compare(Cmp::AtLeast));
    }

    #[test]
    fn a_stray_character_is_pointed_at() {
        let error = lex("brass ? tin").expect_err("a question mark is no sign");
        assert_eq!((error.span, error.kind), (6..7, QueryErrorKind::BadCharacter('?')));
        assert_eq!(lex("a \"b c").expect_err("open").kind, QueryErrorKind::OpenQuote);
    }

    #[test]
    fn names_are_compared_in_one_form() {
        assert_eq!(normal("  Ärger  D’Or "), "ärger d'or");
    }
}
