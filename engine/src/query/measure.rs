//! Measures and costs: numbers found among cards, and amounts of tokens.
//! What a goal compares is a measure too, so what can be measured is here.

use std::ops::Range;

use super::goal::both;
use super::lexer::Token;
use super::parser::Parser;
use super::resolve::{Place, Resolved};
use super::words::{Meaning, Words};
use super::{QueryError, QueryErrorKind};
use crate::kernel::{Attribute, Belongs, Cmp, FieldId, Measure, Pred, Price, TagId};

/// What a term or a measure is about.
pub enum Subject {
    /// Cards that match, which are counted.
    Cards(Pred),
    /// A counted value, whose levels are added up.
    Levels(Attribute, Pred),
    /// A rule value of cards: the cards that have it are counted, or it is added up where it is compared.
    Flag(Attribute, Pred),
    /// A number of cards, which is added up.
    Number(Attribute, Resolved),
    /// Something of the asker's own, with its name.
    Own(Measure, String),
    /// Different values of a field, or (if so) equal ones, with the field's name.
    Spread(FieldId, bool, String),
}

impl Subject {
    /// Whether an amount of it is an amount of cards.
    pub const fn counts_cards(&self) -> bool {
        matches!(self, Self::Cards(_) | Self::Flag(..))
    }

    /// Its number, among the cards that `of` leaves.
    pub fn measure(self, of: Option<Pred>, span: Range<usize>) -> Result<Measure, QueryError> {
        Ok(match self {
            Self::Cards(pred) => Measure::Count(both(pred, of)),
            Self::Levels(attribute, pred) => Measure::Sum(attribute, both(pred, of)),
            Self::Flag(attribute, _) | Self::Number(attribute, _) => {
                Measure::Sum(attribute, of.unwrap_or(Pred::Always))
            }
            Self::Own(measure, _) if of.is_none() => measure,
            Self::Own(_, name) => return Err(QueryError::new(span, QueryErrorKind::NotOfCards { name })),
            Self::Spread(field, true, _) => Measure::Same(field, of.unwrap_or(Pred::Always)),
            Self::Spread(field, false, _) => Measure::Distinct(field, of.unwrap_or(Pred::Always)),
        })
    }
}

impl Words {
    pub(super) fn is_counted_meaning(&self, meaning: Meaning) -> bool {
        matches!(meaning, Meaning::Tag(tag) if self.is_counted(tag))
    }
}

impl Parser<'_> {
    pub(super) fn subject_of(
        &mut self,
        found: Resolved,
        meanings: &[Meaning],
    ) -> Result<Subject, QueryError> {
        let words = self.words;
        let levels = |tag: TagId| Subject::Levels(Attribute::Count(tag), Pred::Tag(tag));
        Ok(match meanings[0] {
            Meaning::Tag(tag) if words.is_counted(tag) => levels(tag),
            Meaning::Token(token) if words.token_places[token.ix()] == Belongs::Card => {
                let attribute = Attribute::Token(token);
                Subject::Levels(attribute, Pred::Compare(attribute, Cmp::AtLeast, 1))
            }
            Meaning::Value(value) if words.value_places[value.ix()] == Belongs::Card => {
                let attribute = Attribute::Value(value);
                Subject::Flag(attribute, Pred::Compare(attribute, Cmp::NotEqual, 0))
            }
            Meaning::Token(token) => Subject::Own(Measure::Token(token), found.name),
            Meaning::Value(value) => Subject::Own(Measure::Value(value), found.name),
            Meaning::Field(field) => Subject::Number(Attribute::Number(field), found),
            Meaning::Tag(_) | Meaning::Card(_) | Meaning::Word(_) | Meaning::Zone(_) => {
                Subject::Cards(self.condition(&found, meanings)?)
            }
        })
    }

    pub(super) fn stands_before_of(&self) -> bool {
        self.peek() == Some(Token::Word) && self.source(self.at).eq_ignore_ascii_case("of")
    }

    /// Reads a measure: a number with or without `of`, or a selector, whose cards are counted.
    pub fn measure(&mut self) -> Result<Measure, QueryError> {
        let start = self.at;
        if self.measures_by_name() {
            let subject = self.subject(true)?;
            let of = if self.eat_of() { Some(self.unary_selector(false)?) } else { None };
            // `X & Y` after a plain name is a selector after all.
            if self.peek().is_none() {
                let is_flag = matches!(subject, Subject::Flag(..)) && of.is_none();
                let span = self.span_of(start, self.at);
                return match subject {
                    Subject::Flag(_, pred) if is_flag => Ok(Measure::Count(pred)),
                    subject => subject.measure(of, span),
                };
            }
            if of.is_some() || matches!(subject, Subject::Spread(..) | Subject::Own(..)) {
                return Err(self.expected("the end").help("`[ ]` groups what follows `of`".to_owned()));
            }
            self.at = start;
        }
        self.selector().map(Measure::Count)
    }

    /// Whether a measure that begins here begins with a name of something measured, or `distinct` or `same`.
    fn measures_by_name(&self) -> bool {
        match self.keyword() {
            Some(keyword) => matches!(keyword, "distinct" | "same"),
            None => matches!(self.peek(), Some(Token::Word | Token::Quoted)),
        }
    }

    /// Reads a cost.
    pub fn cost(&mut self) -> Result<Vec<Price>, QueryError> {
        let mut prices: Vec<Price> = Vec::new();
        if self.peek().is_none() {
            return Ok(prices);
        }
        loop {
            let before = self.eat_amount()?;
            let found = self.resolve(Place::Price)?;
            let after = if before.is_none() { self.eat_multiplier()? } else { None };
            let amount = before.or(after).unwrap_or(1);
            match self.pick(&found, true)?[0] {
                Meaning::Token(token) => match prices.iter_mut().find(|(other, _)| *other == token) {
                    Some((_, sum)) => *sum = sum.saturating_add(amount),
                    None => prices.push((token, amount)),
                },
                _ => return Err(self.expected(Place::Price.noun())),
            }
            if !self.eat(Token::Comma) {
                break;
            }
        }
        match self.peek() {
            None => Ok(prices),
            Some(_) => Err(self.expected("`,` or the end")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::QueryErrorKind;
    use super::super::fixture::Table;

    #[test]
    fn a_measure_is_a_number_or_counts_cards() {
        let table = Table::with(&["T'Orva", "Press 1", "Any Way"]);
        for (text, number) in [
            ("attack", 8),
            ("attack of Person", 4),
            ("attack of [Person & other]", 1),
            ("distinct make", 2),
            ("same make of Machine", 1),
            ("MENDING", 3),
            ("MENDING of Foreman", 2),
            ("[MENDING]", 2),
            ("MENDING & Person", 2),
            ("MENDING >= 2", 1),
            ("Person", 2),
            ("Press 1 | Foreman", 2),
            ("attack >= 3", 2),
            ("hand size", 5),
            ("research", 0),
            ("blanked", 0),
            ("all", 3),
        ] {
            assert_eq!(table.measure(text), number, "{text}");
        }
    }

    #[test]
    fn a_cost_is_a_list_of_tokens() {
        let table = Table::with(&[]);
        let token = |name| table.rules.token(name).expect("declared");
        let prices = vec![(token("action"), 1), (token("research"), 5)];
        assert_eq!(table.words.cost("1 action, 2 research, Research x3"), Ok(prices));
        assert_eq!(table.words.cost("action"), Ok(vec![(token("action"), 1)]));
        assert_eq!(table.words.cost(" "), Ok(vec![]));
        let fault = |text| table.words.cost(text).expect_err("it is no cost").kind;
        assert_eq!(fault("0 action"), QueryErrorKind::TooFew);
        assert_eq!(fault("99999999999 action"), QueryErrorKind::NumberTooLarge("99999999999".to_owned()));
        for text in ["action research", "1 action,", "2 weather", "2 Person", "1 action & 1 rust"] {
            assert!(table.words.cost(text).is_err(), "{text}");
        }
    }
}
