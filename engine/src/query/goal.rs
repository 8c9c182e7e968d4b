//! Goals: what is asked of many cards at once, and of the player who asks.
//! `( )` groups goals, `[ ]` groups what is asked of one card; `+` wants a card of its own for each side.

use super::lexer::Token;
use super::measure::Subject;
use super::parser::Parser;
use super::resolve::Place;
use super::selector::one_or;
use super::{MAX_SEPARATE, QueryError, QueryErrorKind};
use crate::kernel::{Cmp, Goal, Measure, Pred};

/// A term, before it is known whether it stands alone or between `+`.
enum Term {
    /// So many cards that match.
    Cards(Pred, i32),
    /// Anything else.
    Goal(Goal),
}

impl Parser<'_> {
    pub fn goal(&mut self) -> Result<Goal, QueryError> {
        let mut parts = vec![self.every_goal()?];
        while self.eat(Token::Or) {
            parts.push(self.every_goal()?);
        }
        Ok(one_or(parts, Goal::Either))
    }

    fn every_goal(&mut self) -> Result<Goal, QueryError> {
        let mut parts = vec![self.unary_goal()?];
        while self.eat(Token::And) {
            parts.push(self.unary_goal()?);
        }
        Ok(one_or(parts, Goal::All))
    }

    fn unary_goal(&mut self) -> Result<Goal, QueryError> {
        self.deeper(|parser| {
            parser.grow(1)?;
            if parser.eat(Token::Not) {
                return Ok(Goal::Not(Box::new(parser.unary_goal()?)));
            }
            parser.separate()
        })
    }

    fn separate(&mut self) -> Result<Goal, QueryError> {
        let mut start = self.at;
        let first = self.term()?;
        if self.peek() != Some(Token::Plus) {
            return Ok(match first {
                Term::Goal(goal) => goal,
                Term::Cards(pred, n) => Goal::Compare(Measure::Count(pred), Cmp::AtLeast, n),
            });
        }
        let mut slots = Vec::new();
        let mut term = first;
        loop {
            let Term::Cards(pred, n) = term else {
                let span = self.span_of(start, self.at);
                return Err(QueryError::new(span, QueryErrorKind::NotOneCard)
                    .help("`[ ]` makes one card's condition of it, as in `[A >= 2] + B`".to_owned()));
            };
            let n = usize::try_from(n).unwrap_or(MAX_SEPARATE);
            if slots.len().saturating_add(n) > MAX_SEPARATE {
                let span = self.span_of(start, self.at);
                return Err(QueryError::new(span, QueryErrorKind::TooManySeparate));
            }
            // What is repeated was read once, so it is counted here.
            self.grow((n - 1).saturating_mul(self.at - start))?;
            slots.resize(slots.len() + n, pred);
            if !self.eat(Token::Plus) {
                return Ok(Goal::Separate(slots));
            }
            start = self.at;
            term = self.term()?;
        }
    }

    fn term(&mut self) -> Result<Term, QueryError> {
        if self.eat(Token::Open) {
            let inner = self.goal()?;
            self.close(Token::Close, "`&`, `|` or `)`")?;
            return Ok(Term::Goal(inner));
        }
        let start = self.at;
        let amount = self.eat_amount()?;
        let or_more = amount.is_some() && self.eat(Token::Plus);
        let subject = self.subject(or_more)?;
        let mut of = None;
        let mut compared = None;
        let mut amount = amount;
        loop {
            let is_new_number = amount.is_none() && compared.is_none();
            if of.is_none() && self.eat_of() {
                of = Some(self.unary_selector(false)?);
            } else if is_new_number && let Some(found) = self.eat_comparison()? {
                compared = Some(found);
            } else if is_new_number && let Some(found) = self.eat_multiplier()? {
                amount = Some(found);
            } else {
                break;
            }
        }
        let span = self.span_of(start, self.at);
        let (cmp, number) = match (compared, amount) {
            (Some(compared), _) => compared,
            (None, Some(amount)) if or_more || !subject.counts_cards() => (Cmp::AtLeast, amount),
            (None, amount) => return self.count(subject, amount, of, span),
        };
        Ok(Term::Goal(Goal::Compare(subject.measure(of, span)?, cmp, number)))
    }

    /// A term without a comparison: so many cards, or that there is something at all.
    fn count(
        &self,
        subject: Subject,
        amount: Option<i32>,
        of: Option<Pred>,
        span: std::ops::Range<usize>,
    ) -> Result<Term, QueryError> {
        match subject {
            Subject::Own(measure, _) if of.is_none() => {
                let (cmp, number) = match measure {
                    Measure::Value(_) => (Cmp::NotEqual, 0),
                    _ => (Cmp::AtLeast, 1),
                };
                Ok(Term::Goal(Goal::Compare(measure, cmp, number)))
            }
            Subject::Own(..) => {
                subject.measure(of, span).map(|measure| Term::Goal(Goal::Compare(measure, Cmp::AtLeast, 1)))
            }
            Subject::Number(_, found) => {
                let name = found.name.clone();
                let help = format!("write `1+ {name}`, or `any {name}` for a card that has it");
                Err(QueryError::new(found.span, QueryErrorKind::NeedsComparison { name }).help(help))
            }
            Subject::Spread(_, same, field) => {
                let keyword = if same { "same" } else { "distinct" };
                let kind = QueryErrorKind::NeedsComparison { name: format!("{keyword} {field}") };
                Err(QueryError::new(span, kind).help(format!("write `2 {keyword} {field}`")))
            }
            Subject::Cards(pred) | Subject::Levels(_, pred) | Subject::Flag(_, pred) => {
                Ok(Term::Cards(both(pred, of), amount.unwrap_or(1)))
            }
        }
    }

    /// Reads what a goal's term or a measure is about.
    pub(super) fn subject(&mut self, comparing: bool) -> Result<Subject, QueryError> {
        if self.peek() == Some(Token::OpenCard) {
            return self.unary_selector(true).map(Subject::Cards);
        }
        if let Some(keyword @ ("distinct" | "same")) = self.keyword() {
            self.at += 1;
            let (field, found) = self.field(Place::Listed)?;
            return Ok(Subject::Spread(field, keyword == "same", found.name));
        }
        if let Some(pred) = self.keyword_selector(false)? {
            return Ok(Subject::Cards(pred));
        }
        let found = self.resolve(Place::Term)?;
        let comparing =
            comparing || matches!(self.peek(), Some(Token::Compare(_))) || self.stands_before_of();
        let meanings = self.pick(&found, comparing)?;
        self.subject_of(found, &meanings)
    }
}

/// Both conditions, where there are two.
pub fn both(pred: Pred, of: Option<Pred>) -> Pred {
    match (pred, of) {
        (pred, None) | (Pred::Always, Some(pred)) => pred,
        (pred, Some(of)) => Pred::All(vec![pred, of]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::QueryErrorKind;
    use super::super::fixture::Table;
    use crate::kernel::{Attribute, Cmp, Goal, Measure, Player, Pred, Subject};

    #[track_caller]
    fn check(cards: &[&str], met: &[&str], unmet: &[&str]) {
        let table = Table::with(cards);
        for text in met {
            assert!(table.meets(text), "`{text}` should be met");
        }
        for text in unmet {
            assert!(!table.meets(text), "`{text}` should not be met");
        }
    }

    #[test]
    fn conditions_may_be_met_by_different_cards_unless_bracketed() {
        check(
            &["T'Orva", "3 Ring Bell"],
            &["Foreman & Machine", "[Foreman & Person]", "!3 Person", "(Machine | Wild) & self"],
            &["[Foreman & Machine]", "Foreman & Wild", "!Machine", "2 [Foreman & Person]"],
        );
    }

    #[test]
    fn cards_are_counted_and_levels_are_added_up() {
        check(
            &["T'Orva", "Any Way", "3 Ring Bell"],
            &["2 Person", "Person x2", "MENDING x3", "3 mending", "3+ MENDING", "MENDING = 3", "2 [MENDING]"],
            &["3 Person", "MENDING x4", "3 [MENDING]", "Person > 2", "2 other Person"],
        );
        let words = Table::with(&[]).words;
        let Ok(Pred::Tag(tag)) = words.selector("MENDING") else { panic!("a value is a tag") };
        let sum = Measure::Sum(Attribute::Count(tag), Pred::Tag(tag));
        assert_eq!(words.goal("MENDING x2"), Ok(Goal::Compare(sum, Cmp::AtLeast, 2)));
        assert_eq!(words.goal("MENDING"), Ok(Goal::Compare(Measure::Count(Pred::Tag(tag)), Cmp::AtLeast, 1)));
    }

    #[test]
    fn numbers_are_added_up_over_the_pool() {
        check(
            &["T'Orva", "Press 1", "Any Way"],
            &[
                "8+ attack",
                "attack >= 8",
                "attack < 9",
                "4 + attack of Person",
                "attack of Person = 4",
                "attack = 4 of Person",
            ],
            &["9+ attack", "attack > 8", "5+ attack of [Person | Wild]", "1+ cunning"],
        );
    }

    #[test]
    fn a_card_whose_name_begins_with_a_number_is_a_card() {
        check(
            &["3 Ring Bell", "3 Ring Bell", "Drum x2", "Press 1"],
            &["3 Ring Bell", "2 3 Ring Bell", "3 ring bell x2", "drum x2", "Press 1", "1 press 1"],
            &["3 3 Ring Bell", "Drum x2 x2", "press 1 x2"],
        );
    }

    #[test]
    fn values_of_a_field_are_counted_apart_or_alike() {
        check(
            &["T'Orva", "Press 1", "Any Way"],
            &[
                "2 distinct make",
                "distinct make >= 2",
                "2 same make of [make:Tin]",
                "same type = 2 of Person",
                "3 distinct type",
            ],
            &[
                "3 distinct make",
                "2 distinct make of Person & Wild & Machine x2",
                "2 same mood",
                "distinct mood > 1 of Foreman",
            ],
        );
    }

    #[test]
    fn separate_terms_want_a_card_each() {
        check(
            &["T'Orva", "Any Way"],
            &["Foreman + Person", "2 Person", "[MENDING >= 2] + MENDING", "Foreman + Wild & MENDING x3"],
            &["Foreman + Foreman", "2 Person + MENDING", "Foreman + make:Tin", "!Foreman + Person"],
        );
        let words = Table::with(&[]).words;
        for text in
            ["MENDING x2 + Foreman", "Foreman + attack > 3", "(Foreman) + Person", "Foreman + research"]
        {
            assert_eq!(words.goal(text).map_err(|e| e.kind), Err(QueryErrorKind::NotOneCard), "{text}");
        }
    }

    #[test]
    fn tokens_and_values_of_the_asker_are_their_own() {
        let mut table = Table::with(&["Press 1"]);
        assert!(table.meets("!research & hand size >= 5 & hand size & !blanked"));
        let research = table.rules.token("research").expect("declared");
        let rust = table.rules.token("rust").expect("declared");
        table.state.set_token(&table.rules, Subject::Player(Player(1)), research, Player::NOBODY, 3);
        table.state.set_token(&table.rules, Subject::Card(table.pool[0]), rust, Player::NOBODY, 2);
        assert!(table.meets("research & research >= 3 & 2+ research & 3 research & !4+ research"));
        assert!(table.meets("rust & 2+ rust & 2 rust & !2 [rust]"));
        let error = table.words.goal("3 research of Person").expect_err("tokens of a player");
        assert_eq!(
            (error.span, error.kind),
            (0..20, QueryErrorKind::NotOfCards { name: "research".to_owned() })
        );
    }
}
