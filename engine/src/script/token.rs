//! A script's text cut into the tokens in which single changes are made, each with its place.

use std::ops::Range;

use logos::Logos;

/// The smallest part of a script. Brackets of all kinds are told apart only where calls are looked for.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"\s+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(crate) enum Token {
    /// A name or a word of the language.
    #[regex(r"[\p{L}_][\p{L}\p{N}_]*")]
    Word,
    /// A whole number.
    #[regex(r"[0-9][0-9_]*")]
    Number,
    /// A text between double quotes.
    #[regex(r#""([^"\\]|\\.)*""#)]
    Text,
    /// A text with values in it, or a character.
    #[regex(r"`[^`]*`")]
    #[regex(r"'([^'\\]|\\.)+'")]
    Other,
    /// A sign that a change may be made of.
    #[regex(r"==|!=|<=|>=|<|>|&&|\|\||\+=|-=|\+|-|\*|/|%|!")]
    Sign,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// What opens a block, a list or a map.
    #[regex(r"#?\{|\[")]
    Begin,
    /// What closes it.
    #[regex(r"\}|\]")]
    End,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `.`
    #[token(".")]
    Dot,
    /// Whatever else: no change is made of it.
    #[regex(r"=>|=|\.\.=?|\||:|\?|&|\^|~|@|\$")]
    Rest,
}

/// The tokens of a script; what is no token is left out.
pub(crate) fn tokens(text: &str) -> Vec<(Token, Range<usize>)> {
    Token::lexer(text).spanned().filter_map(|(token, span)| Some((token.ok()?, span))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_hide_what_is_in_them() {
        let text = "// a > b\ndraw(2, \"x > \\\" y\"); /* 3 */ `${1}`";
        let found: Vec<_> = tokens(text).into_iter().map(|(_, span)| &text[span]).collect();
        assert_eq!(found, ["draw", "(", "2", ",", "\"x > \\\" y\"", ")", ";", "`${1}`"]);
    }

    #[test]
    fn signs_of_two_characters_are_one() {
        let text = "a<=b && !c != d => 1..=2";
        let signs = tokens(text).into_iter().filter(|(token, _)| *token == Token::Sign);
        assert_eq!(signs.map(|(_, span)| &text[span]).collect::<Vec<_>>(), ["<=", "&&", "!", "!="]);
    }
}
