//! From words to what they name: the longest known name that fits its place, or what is wrong with it.

use std::ops::Range;

use super::lexer::{Token, is_number, multiplier, normal};
use super::nearest::written;
use super::parser::Parser;
use super::words::{Meaning, Words};
use super::{QueryError, QueryErrorKind};
use crate::kernel::{Belongs, FieldKind};

/// Where a name stands, which says what it can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Something asked of one card.
    Card,
    /// Something asked of a pool of cards or of a player.
    Term,
    /// A field.
    Field,
    /// A field with listed values.
    Listed,
    /// A zone.
    Zone,
    /// A token that can be paid.
    Price,
}

impl Place {
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Card => "something to ask of a card",
            Self::Term => "something to ask of cards or a player",
            Self::Field => "a field",
            Self::Listed => "a field with listed values",
            Self::Zone => "a zone",
            Self::Price => "a token that can be paid",
        }
    }

    fn accepts(self, words: &Words, meaning: Meaning) -> bool {
        match (self, meaning) {
            (Self::Card | Self::Term, Meaning::Tag(_) | Meaning::Card(_) | Meaning::Word(_)) => true,
            (Self::Card | Self::Term, Meaning::Field(field)) => {
                words.fields[field.ix()].kind == FieldKind::Number
            }
            (Self::Card, Meaning::Token(token)) => words.token_places[token.ix()] == Belongs::Card,
            (Self::Card, Meaning::Value(value)) => words.value_places[value.ix()] == Belongs::Card,
            (Self::Term | Self::Price, Meaning::Token(token)) => {
                words.token_places[token.ix()] != Belongs::Zone
            }
            (Self::Term, Meaning::Value(_)) => true,
            (Self::Field, Meaning::Field(_)) | (Self::Zone, Meaning::Zone(_)) => true,
            (Self::Listed, Meaning::Field(field)) => !words.fields[field.ix()].tags.is_empty(),
            _ => false,
        }
    }
}

/// A name that was read.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Everything it names that fits its place; never empty.
    pub meanings: Vec<Meaning>,
    /// Where it stands.
    pub span: Range<usize>,
    /// The name as written.
    pub name: String,
}

impl Parser<'_> {
    /// The longest name that begins here and names something acceptable: how many parts it takes, and what it names.
    pub(super) fn longest_name(&self, accept: impl Fn(Meaning) -> bool) -> Option<(usize, Vec<Meaning>)> {
        let accepted = |key: &str| -> Vec<Meaning> {
            self.words.meanings(key).iter().copied().filter(|meaning| accept(*meaning)).collect()
        };
        if self.peek() == Some(Token::Quoted) {
            let found = accepted(&normal(unquoted(self.source(self.at))));
            return (!found.is_empty()).then_some((1, found));
        }
        let mut best = None;
        let mut key = String::new();
        for words in 1..=self.words.longest {
            if self.token(self.at + words - 1) != Some(Token::Word) {
                break;
            }
            let word = self.source(self.at + words - 1);
            if words > 1 {
                key.push(' ');
            }
            key.push_str(&normal(word));
            // A number by itself is a number; a value of that name must be qualified or quoted.
            if words == 1 && is_number(word) {
                continue;
            }
            let found = accepted(&key);
            if !found.is_empty() {
                best = Some((words, found));
            }
        }
        best
    }

    /// Reads a name of something that fits a place.
    pub(super) fn resolve(&mut self, place: Place) -> Result<Resolved, QueryError> {
        if !matches!(self.peek(), Some(Token::Word | Token::Quoted)) {
            return Err(self.expected(place.noun()));
        }
        if let Some(length) = self.qualifier() {
            return self.resolve_qualified(length, place);
        }
        let words = self.words;
        match self.longest_name(|meaning| place.accepts(words, meaning)) {
            Some((length, meanings)) => Ok(self.take(length, meanings)),
            None => Err(self.no_such_name(place)),
        }
    }

    fn take(&mut self, length: usize, meanings: Vec<Meaning>) -> Resolved {
        let span = self.span_of(self.at, self.at + length);
        self.at += length;
        Resolved { meanings, name: unquoted(&self.text[span.clone()]).to_owned(), span }
    }

    /// How many parts stand before a colon, where this is a qualified name.
    fn qualifier(&self) -> Option<usize> {
        if self.peek() == Some(Token::Quoted) {
            return (self.token(self.at + 1) == Some(Token::Colon)).then_some(1);
        }
        let is_word = |ix: &usize| self.token(self.at + ix) == Some(Token::Word);
        let length = (0..=self.words.longest).take_while(is_word).count();
        (self.token(self.at + length) == Some(Token::Colon)).then_some(length)
    }

    fn resolve_qualified(&mut self, length: usize, place: Place) -> Result<Resolved, QueryError> {
        let words = self.words;
        let start = self.at;
        let span = self.span_of(start, start + length);
        let key = normal(unquoted(&self.text[span.clone()]));
        let field = words.meanings(&key).iter().find_map(|meaning| match meaning {
            Meaning::Field(field) => Some(*field),
            _ => None,
        });
        let belongs = |meaning: Meaning| match (field, meaning) {
            (Some(field), Meaning::Tag(tag)) => words.fields[field.ix()].tags.contains(&tag.ix()),
            (None, Meaning::Card(_)) => key == "card",
            (None, Meaning::Token(_)) => key == "token",
            (None, Meaning::Value(_)) => key == "value",
            (None, Meaning::Field(_)) => key == "field",
            (None, Meaning::Word(_)) => key == "word",
            _ => false,
        };
        if field.is_none() && !["card", "token", "value", "field", "word"].contains(&key.as_str()) {
            return Err(self.no_such_name(Place::Field));
        }
        self.at += length + 1;
        if !matches!(self.peek(), Some(Token::Word | Token::Quoted)) {
            return Err(self.expected("a name"));
        }
        let found = self.longest_name(|meaning| belongs(meaning) && place.accepts(words, meaning));
        // After a colon even a bare number is a name.
        let number = || {
            let all = words.meanings(self.source(self.at)).iter().copied();
            let found: Vec<_> = all.filter(|m| belongs(*m) && place.accepts(words, *m)).collect();
            (!found.is_empty()).then_some((1, found))
        };
        match found.or_else(number) {
            Some((length, meanings)) => {
                let mut found = self.take(length, meanings);
                found.span.start = span.start;
                Ok(found)
            }
            None => Err(self.no_name_where(place, belongs)),
        }
    }

    fn no_such_name(&self, place: Place) -> QueryError {
        match self.longest_name(|_| true) {
            Some((length, meanings)) => {
                let span = self.span_of(self.at, self.at + length);
                let name = unquoted(&self.text[span.clone()]).to_owned();
                let meaning = meanings[0];
                let help = self.words.how_to_write(&name, meaning, place);
                let is = self.words.describe(meaning);
                QueryError::new(span, QueryErrorKind::WrongPlace { name, is, expected: place.noun() })
                    .help(help)
            }
            None => self.no_name_where(place, |_| true),
        }
    }

    /// The fault of an unknown name, with the nearest known one. Where one of the first words is near to a name, the
    /// fault is theirs.
    fn no_name_where(&self, place: Place, belongs: impl Fn(Meaning) -> bool) -> QueryError {
        let words = self.words;
        let is_part = |ix: &usize| {
            let word = self.source(self.at + ix);
            let is_keyword = *ix > 0 && (multiplier(word).is_some() || word.eq_ignore_ascii_case("of"));
            self.token(self.at + ix) == Some(Token::Word) && !is_keyword
        };
        let run = (0..8).take_while(is_part).count().max(1);
        if is_number(self.source(self.at)) {
            return self.expected(place.noun()).help((place == Place::Card).then(|| {
                "only goals count cards; of one card, compare a number, as in `X >= 2`".to_owned()
            }));
        }
        let guess = (1..=run)
            .rev()
            .filter_map(|length| {
                let span = self.span_of(self.at, self.at + length);
                let key = normal(unquoted(&self.text[span]));
                let (distance, name, meaning) =
                    words.nearest(&key, |meaning| belongs(meaning) && place.accepts(words, meaning))?;
                Some((distance, length, name, meaning))
            })
            .min_by_key(|(distance, ..)| *distance);
        let length = guess.map_or(run, |(_, length, ..)| length);
        let span = self.span_of(self.at, self.at + length);
        let name = shortened(unquoted(&self.text[span.clone()]));
        let help = guess.map(|(_, _, near, meaning)| {
            if !belongs(meaning) {
                return format!("`{}` is {}", written(near), words.describe(meaning));
            }
            let mut help = format!("did you mean `{}`?", written(near));
            if !place.accepts(words, meaning) {
                help = format!("{help} it is {}", words.describe(meaning));
                if let Some(how) = words.how_to_write(near, meaning, place) {
                    help = format!("{help}; {how}");
                }
            }
            help
        });
        QueryError::new(span, QueryErrorKind::Unknown { name }).help(help)
    }
}

impl Words {
    /// How something is written where a name alone does not do.
    fn how_to_write(&self, name: &str, meaning: Meaning, place: Place) -> Option<String> {
        let name = written(name);
        let asks = matches!(place, Place::Card | Place::Term);
        match meaning {
            Meaning::Zone(_) if asks => Some(format!("write `in {name}`")),
            Meaning::Field(field) if asks => match self.fields[field.ix()].kind {
                FieldKind::Number => Some(format!("write `{name} >= 1`")),
                _ => Some(format!("write `any {name}`, or one of its values")),
            },
            Meaning::Token(_) | Meaning::Value(_) if place == Place::Card => {
                Some(format!("a goal can ask for it, as in `2+ {name}`"))
            }
            Meaning::Tag(tag) if matches!(place, Place::Field | Place::Listed) => {
                self.field_of(tag).map(|field| format!("its field is `{}`", written(&field.title)))
            }
            _ => None,
        }
    }

    /// A meaning's name written so that it can mean nothing else.
    pub(super) fn qualified(&self, name: &str, meaning: Meaning) -> String {
        let of = match meaning {
            Meaning::Tag(tag) => self.field_of(tag).map_or(String::new(), |field| written(&field.title)),
            Meaning::Card(_) => "card".to_owned(),
            Meaning::Token(_) => "token".to_owned(),
            Meaning::Value(_) => "value".to_owned(),
            Meaning::Field(_) => "field".to_owned(),
            Meaning::Word(_) => "word".to_owned(),
            Meaning::Zone(_) => return format!("`in {}`", written(name)),
        };
        format!("`{of}:{}`", written(name))
    }
}

/// A name without its quotes.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// A name short enough to be shown.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::QueryError;
    use super::super::fixture::Table;

    /// The part that is pointed at, the message and the help.
    fn shown(text: &str, error: Result<(), QueryError>) -> [String; 3] {
        let error = error.expect_err("it is wrong");
        [text[error.span.clone()].to_owned(), error.to_string(), error.help.unwrap_or_default()]
    }

    #[track_caller]
    fn selector_says(text: &str, expected: [&str; 3]) {
        assert_eq!(shown(text, Table::with(&[]).words.selector(text).map(drop)), expected);
    }

    #[track_caller]
    fn goal_says(text: &str, expected: [&str; 3]) {
        assert_eq!(shown(text, Table::with(&[]).words.goal(text).map(drop)), expected);
    }

    #[test]
    fn an_unknown_name_is_shown_with_the_nearest() {
        selector_says("Person & Machin", ["Machin", "unknown name `Machin`", "did you mean `Machine`?"]);
        selector_says("zzzzzz yyyyy", ["zzzzzz yyyyy", "unknown name `zzzzzz yyyyy`", ""]);
        goal_says("2 Presn x3", ["Presn", "unknown name `Presn`", "did you mean `Person`?"]);
        selector_says(
            "Do Kettles Have Rights",
            [
                "Do Kettles Have Rights",
                "unknown name `Do Kettles Have Rights`",
                "did you mean `\"Do Kettles Have Rights?\"`?",
            ],
        );
        selector_says(
            "hnad",
            ["hnad", "unknown name `hnad`", "did you mean `hand`? it is a zone; write `in hand`"],
        );
    }

    #[test]
    fn a_name_in_the_wrong_place_is_explained() {
        selector_says(
            "Person & hand",
            ["hand", "expected something to ask of a card, but `hand` is a zone", "write `in hand`"],
        );
        selector_says(
            "research",
            [
                "research",
                "expected something to ask of a card, but `research` is a token of players",
                "a goal can ask for it, as in `2+ research`",
            ],
        );
        selector_says("in Person", ["Person", "expected a zone, but `Person` is a value of `Type`", ""]);
        selector_says(
            "any Person",
            ["Person", "expected a field, but `Person` is a value of `Type`", "its field is `Type`"],
        );
        selector_says(
            "mood",
            [
                "mood",
                "expected something to ask of a card, but `mood` is a field",
                "write `any mood`, or one of its values",
            ],
        );
        goal_says(
            "3 distinct attack",
            ["attack", "expected a field with listed values, but `attack` is a number of cards", ""],
        );
    }

    #[test]
    fn an_ambiguous_name_must_be_qualified() {
        selector_says("Brass", ["Brass", "`Brass` is ambiguous: write `Make:Brass` or `Mood:Brass`", ""]);
        selector_says("tin", ["tin", "`tin` is ambiguous: write `Make:tin` or `card:tin`", ""]);
        let table = Table::with(&["Press 1", "Tin"]);
        assert_eq!(table.select("make:tin"), ["Press 1"]);
        assert_eq!(table.select("card : \"Tin\""), ["Tin"]);
        assert!(table.select("mood:Brass | Make:7 | Make:Guild of Tin | \"7\"").is_empty());
    }

    #[test]
    fn a_qualified_name_must_be_one_of_its_field() {
        selector_says("mood:Brss", ["Brss", "unknown name `Brss`", "did you mean `Brass`?"]);
        selector_says(
            "mood:Machine",
            ["Machine", "unknown name `Machine`", "`Machine` is a value of `Type`"],
        );
        selector_says("moo:Brass", ["moo", "unknown name `moo`", "did you mean `Mood`?"]);
        selector_says("mood:", ["", "expected a name, found the end", ""]);
    }

    #[test]
    fn what_is_no_query_is_told_so() {
        selector_says("", ["", "expected something to ask of a card, found the end", ""]);
        selector_says("(Person", ["", "expected `&`, `|` or `)`, found the end", ""]);
        selector_says(
            "Person Machine",
            ["Machine", "expected `&`, `|` or the end, found `Machine`", "join two conditions with `&`"],
        );
        selector_says(
            "MENDING x2",
            ["x2", "expected `&`, `|` or the end, found `x2`", "write `MENDING >= 2`"],
        );
        selector_says(
            "3 Person",
            [
                "3",
                "expected something to ask of a card, found `3`",
                "only goals count cards; of one card, compare a number, as in `X >= 2`",
            ],
        );
        selector_says(
            "Person >= 2",
            ["Person >= 2", "`Person` is a value of `Type` and has no number to compare", ""],
        );
        selector_says(
            "attack",
            [
                "attack",
                "`attack` is a number and must be compared with one",
                "write `attack >= 1`, or `any attack` for cards that have it",
            ],
        );
        goal_says(
            "distinct make of Person",
            [
                "distinct make of Person",
                "`distinct make` is a number and must be compared with one",
                "write `2 distinct make`",
            ],
        );
        goal_says("0 Person", ["0", "an amount is at least 1", "`!X` asks that there is no `X`"]);
    }
}
