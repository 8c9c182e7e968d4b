//! A place in a query's words, and the small steps that every part of the language takes from there.
//! What the parts mean is in the files named after them.

use std::ops::Range;

use super::lexer::{Token, is_number, multiplier, normal};
use super::words::Words;
use super::{MAX_DEPTH, MAX_SIZE, QueryError, QueryErrorKind};
use crate::kernel::Cmp;

/// The words that mean something by themselves, where no longer name begins with them.
pub const KEYWORDS: [&str; 12] =
    ["self", "here", "other", "mine", "theirs", "any", "all", "no", "in", "of", "distinct", "same"];

/// Reads one query, by recursive descent.
pub struct Parser<'a> {
    pub(super) words: &'a Words,
    pub(super) text: &'a str,
    tokens: Vec<(Token, Range<usize>)>,
    pub(super) at: usize,
    depth: usize,
    size: usize,
}

impl<'a> Parser<'a> {
    pub fn new(words: &'a Words, text: &'a str, tokens: Vec<(Token, Range<usize>)>) -> Self {
        Self { words, text, tokens, at: 0, depth: 0, size: 0 }
    }

    /// Reads something that must be all there is.
    pub fn whole<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, QueryError>,
    ) -> Result<T, QueryError> {
        let found = read(self)?;
        if self.peek().is_none() {
            return Ok(found);
        }
        let error = self.expected("`&`, `|` or the end");
        // Two names side by side: perhaps one name that is misspelt, perhaps a forgotten sign.
        match self.peek() {
            Some(Token::Word | Token::Quoted) => Err(error.help("join two conditions with `&`".to_owned())),
            _ => Err(error),
        }
    }

    /// How many parts were compiled so far.
    pub fn size(&self) -> usize {
        self.size
    }

    pub(super) fn peek(&self) -> Option<Token> {
        self.token(self.at)
    }

    pub(super) fn token(&self, ix: usize) -> Option<Token> {
        self.tokens.get(ix).map(|(token, _)| *token)
    }

    /// The text of a part; of the end, nothing.
    pub(super) fn source(&self, ix: usize) -> &'a str {
        self.tokens.get(ix).map_or("", |(_, span)| &self.text[span.clone()])
    }

    /// Where a part stands; of the end, the end of the text.
    pub(super) fn span(&self, ix: usize) -> Range<usize> {
        self.tokens.get(ix).map_or(self.text.len()..self.text.len(), |(_, span)| span.clone())
    }

    /// Where some parts stand, from `start` up to the one before `end`.
    pub(super) fn span_of(&self, start: usize, end: usize) -> Range<usize> {
        let from = self.span(start).start;
        from..self.span(end.max(start + 1) - 1).end.max(from)
    }

    pub(super) fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    pub(super) fn close(&mut self, token: Token, expected: &'static str) -> Result<(), QueryError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// The fault that something else should stand here.
    pub(super) fn expected(&self, expected: &'static str) -> QueryError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(_) => format!("`{}`", self.source(self.at)),
        };
        QueryError::new(self.span(self.at), QueryErrorKind::Expected { expected, found })
    }

    /// Reads something that lies one level deeper.
    pub(super) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, QueryError>,
    ) -> Result<T, QueryError> {
        self.check_depth(1)?;
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    pub(super) fn check_depth(&self, more: usize) -> Result<(), QueryError> {
        if self.depth + more > MAX_DEPTH {
            return Err(QueryError::new(self.span(self.at), QueryErrorKind::TooDeep));
        }
        Ok(())
    }

    /// Takes note of so many compiled parts more.
    pub(super) fn grow(&mut self, parts: usize) -> Result<(), QueryError> {
        self.size += parts;
        if self.size > MAX_SIZE {
            return Err(QueryError::new(self.span(self.at.saturating_sub(1)), QueryErrorKind::TooLarge));
        }
        Ok(())
    }

    /// The keyword that stands here, unless a longer name begins with it.
    pub(super) fn keyword(&self) -> Option<&'static str> {
        if self.peek() != Some(Token::Word) {
            return None;
        }
        let word = normal(self.source(self.at));
        let found = KEYWORDS.into_iter().find(|keyword| *keyword == word)?;
        self.longest_name(|_| true).is_none_or(|(words, _)| words < 2).then_some(found)
    }

    /// Whether `of` stands here; where it may, no name can begin.
    pub(super) fn eat_of(&mut self) -> bool {
        let found = self.peek() == Some(Token::Word) && self.source(self.at).eq_ignore_ascii_case("of");
        self.at += usize::from(found);
        found
    }

    /// The number of a multiplier such as `x2`, where one stands here.
    pub(super) fn eat_multiplier(&mut self) -> Result<Option<i32>, QueryError> {
        if self.peek() != Some(Token::Word) {
            return Ok(None);
        }
        match multiplier(self.source(self.at)) {
            Some(digits) => self.parse_amount(digits).map(Some),
            None => Ok(None),
        }
    }

    /// The number of a term such as `3 X`, unless a longer name begins with it.
    pub(super) fn eat_amount(&mut self) -> Result<Option<i32>, QueryError> {
        let is_name = || self.longest_name(|_| true).is_some_and(|(words, _)| words > 1);
        if self.peek() != Some(Token::Word) || !is_number(self.source(self.at)) || is_name() {
            return Ok(None);
        }
        self.parse_amount(self.source(self.at)).map(Some)
    }

    fn parse_amount(&mut self, digits: &str) -> Result<i32, QueryError> {
        let number = self.parse_number(digits)?;
        if number < 1 {
            return Err(QueryError::new(self.span(self.at - 1), QueryErrorKind::TooFew)
                .help("`!X` asks that there is no `X`".to_owned()));
        }
        Ok(number)
    }

    fn parse_number(&mut self, digits: &str) -> Result<i32, QueryError> {
        let number = digits.parse().map_err(|_| {
            QueryError::new(self.span(self.at), QueryErrorKind::NumberTooLarge(digits.to_owned()))
        })?;
        self.at += 1;
        Ok(number)
    }

    /// A comparison with a number, where one stands here.
    pub(super) fn eat_comparison(&mut self) -> Result<Option<(Cmp, i32)>, QueryError> {
        let Some(Token::Compare(cmp)) = self.peek() else {
            return Ok(None);
        };
        self.at += 1;
        if self.peek() != Some(Token::Word) || !is_number(self.source(self.at)) {
            return Err(self.expected("a number"));
        }
        self.parse_number(self.source(self.at)).map(|number| Some((cmp, number)))
    }

    /// Whether something that can be asked of a card could begin here.
    pub(super) fn begins_operand(&self) -> bool {
        match self.peek() {
            Some(Token::Quoted | Token::Open | Token::OpenCard | Token::Not) => true,
            Some(Token::Word) => {
                let word = self.source(self.at);
                !word.eq_ignore_ascii_case("of") && multiplier(word).is_none()
            }
            _ => false,
        }
    }
}
