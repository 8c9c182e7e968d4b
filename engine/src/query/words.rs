//! The dictionary: every name that a query can use, and what it names.
//! Built once from a game's rules; the game's own words are added to it afterwards, in their order.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::lexer::{is_number, lex, normal};
use super::parser::{KEYWORDS, Parser};
use super::{QueryError, QueryErrorKind};
use crate::kernel::{
    Belongs, DefId, FieldId, FieldKind, Goal, Measure, Pred, Price, Rules, TagId, TokenId, ValueId, ZoneKind,
};

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Tag(TagId),
    Field(FieldId),
    Card(DefId),
    Zone(ZoneKind),
    Token(TokenId),
    Value(ValueId),
    Word(usize),
}

/// The kinds of words that queries are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A word of the language itself.
    Keyword,
    /// A value of a field.
    FieldValue,
    /// A field.
    Field,
    /// A card's name or id.
    Card,
    /// A kind of zone.
    Zone,
    /// A kind of token.
    Token,
    /// A rule value.
    Value,
    /// A word of the game's own.
    Word,
}

#[derive(Clone, Debug)]
pub(super) struct FieldInfo {
    pub title: String,
    pub kind: FieldKind,
    pub tags: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub pred: Pred,
    pub size: usize,
    pub depth: usize,
}

/// The dictionary of a game's query words, and the compiler that uses it.
#[derive(Clone, Debug, Default)]
pub struct Words {
    names: FxHashMap<String, Vec<Meaning>>,
    pub(super) spelled: Vec<(String, Meaning)>,
    pub(super) longest: usize,
    pub(super) fields: Vec<FieldInfo>,
    pub(super) token_places: Vec<Belongs>,
    pub(super) value_places: Vec<Belongs>,
    pub(super) macros: Vec<Macro>,
}

impl Words {
    /// The names of a game: field values, fields, cards, zones, tokens and rule values, by name and by title.
    pub fn new(rules: &Rules) -> Self {
        let mut words = Self {
            fields: rules
                .fields
                .iter()
                .map(|field| FieldInfo { title: field.title.clone(), kind: field.kind, tags: field.tags() })
                .collect(),
            token_places: rules.tokens.iter().map(|token| token.on).collect(),
            value_places: rules.values.iter().map(|value| value.on).collect(),
            ..Self::default()
        };
        for (ix, (name, field)) in rules.fields.entries().enumerate() {
            if field.title.is_empty() {
                name.clone_into(&mut words.fields[ix].title);
            }
            words.add_both(&field.title, name, Meaning::Field(ix.into()));
            for (tag, value) in field.tags().zip(&field.values) {
                words.add(value, Meaning::Tag(tag.into()));
            }
        }
        for (ix, (name, zone)) in rules.zones.entries().enumerate() {
            words.add_both(&zone.title, name, Meaning::Zone(ix.into()));
        }
        for (ix, (name, token)) in rules.tokens.entries().enumerate() {
            words.add_both(&token.title, name, Meaning::Token(ix.into()));
        }
        for (ix, (name, value)) in rules.values.entries().enumerate() {
            words.add_both(&value.title, name, Meaning::Value(ix.into()));
        }
        for (ix, (id, card)) in rules.cards.entries().enumerate() {
            words.add_both(&card.name, id, Meaning::Card(ix.into()));
        }
        words
    }

    fn add_both(&mut self, title: &str, name: &str, meaning: Meaning) {
        self.add(title, meaning);
        self.add(name, meaning);
    }

    fn add(&mut self, name: &str, meaning: Meaning) {
        let key = normal(name);
        if key.is_empty() {
            return;
        }
        self.longest = self.longest.max(key.split(' ').count());
        let meanings = self.names.entry(key).or_default();
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
            self.spelled.push((name.to_owned(), meaning));
        }
    }

    /// Adds a word of the game's own that stands for a selector; it may use those defined before it.
    pub fn define(&mut self, name: &str, text: &str) -> Result<(), QueryError> {
        let key = normal(name);
        let taken = |is: String| {
            let kind = QueryErrorKind::Taken { name: name.to_owned(), is };
            Err(QueryError::new(0..text.len(), kind))
        };
        if KEYWORDS.contains(&key.as_str()) {
            return taken("a word of the query language".to_owned());
        }
        if is_number(&key) || key.is_empty() {
            return taken("not a name".to_owned());
        }
        let rival = self.meanings(&key).iter().find(|m| !matches!(m, Meaning::Zone(_) | Meaning::Field(_)));
        if let Some(rival) = rival {
            return taken(self.describe(*rival));
        }
        let mut parser = Parser::new(self, text, lex(text)?);
        let pred = parser.whole(Parser::selector)?;
        let word = Macro { size: parser.size(), depth: depth_of(&pred), pred };
        self.macros.push(word);
        self.add(name, Meaning::Word(self.macros.len() - 1));
        Ok(())
    }

    /// Compiles a question to one card.
    pub fn selector(&self, text: &str) -> Result<Pred, QueryError> {
        Parser::new(self, text, lex(text)?).whole(Parser::selector)
    }

    /// Compiles a goal: what a pool of cards, and the player who asks, must have.
    pub fn goal(&self, text: &str) -> Result<Goal, QueryError> {
        Parser::new(self, text, lex(text)?).whole(Parser::goal)
    }

    /// Compiles a measure: a number found by looking at a pool of cards.
    pub fn measure(&self, text: &str) -> Result<Measure, QueryError> {
        Parser::new(self, text, lex(text)?).whole(Parser::measure)
    }

    /// Compiles a cost: amounts of tokens, with commas between them. No text is no cost.
    pub fn cost(&self, text: &str) -> Result<Vec<Price>, QueryError> {
        Parser::new(self, text, lex(text)?).whole(Parser::cost)
    }

    /// Every word that queries know, with its kind: the language's own first, then the game's in their order.
    pub fn all(&self) -> Vec<(String, WordKind)> {
        let keywords = KEYWORDS.iter().map(|word| ((*word).to_owned(), WordKind::Keyword));
        let named = self.spelled.iter().map(|(name, meaning)| {
            let kind = match meaning {
                Meaning::Tag(_) => WordKind::FieldValue,
                Meaning::Field(_) => WordKind::Field,
                Meaning::Card(_) => WordKind::Card,
                Meaning::Zone(_) => WordKind::Zone,
                Meaning::Token(_) => WordKind::Token,
                Meaning::Value(_) => WordKind::Value,
                Meaning::Word(_) => WordKind::Word,
            };
            (name.clone(), kind)
        });
        keywords.chain(named).collect()
    }

    /// What a name in its compared form names.
    pub(super) fn meanings(&self, key: &str) -> &[Meaning] {
        self.names.get(key).map_or(&[], Vec::as_slice)
    }

    pub(super) fn field_of(&self, tag: TagId) -> Option<&FieldInfo> {
        self.fields.iter().find(|field| field.tags.contains(&tag.ix()))
    }

    pub(super) fn is_counted(&self, tag: TagId) -> bool {
        self.field_of(tag).is_some_and(|field| field.kind == FieldKind::Counts)
    }

    /// What a meaning is, with its article.
    pub(super) fn describe(&self, meaning: Meaning) -> String {
        match meaning {
            Meaning::Tag(tag) => match self.field_of(tag) {
                Some(field) => format!("a value of `{}`", field.title),
                None => "a field's value".to_owned(),
            },
            Meaning::Field(field) => match self.fields[field.ix()].kind {
                FieldKind::Number => "a number of cards".to_owned(),
                _ => "a field".to_owned(),
            },
            Meaning::Card(_) => "a card".to_owned(),
            Meaning::Zone(_) => "a zone".to_owned(),
            Meaning::Token(token) => format!("a token of {}", place(self.token_places[token.ix()])),
            Meaning::Value(value) => format!("a rule value of {}", place(self.value_places[value.ix()])),
            Meaning::Word(_) => "a word of the game's own".to_owned(),
        }
    }
}

const fn place(of: Belongs) -> &'static str {
    match of {
        Belongs::Table => "the table",
        Belongs::Player => "players",
        Belongs::Card => "cards",
        Belongs::Zone => "zones",
    }
}

fn depth_of(pred: &Pred) -> usize {
    match pred {
        Pred::Not(inner) => 1 + depth_of(inner),
        Pred::All(parts) | Pred::Either(parts) => 1 + parts.iter().map(depth_of).max().unwrap_or(0),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Table, rules};
    use super::*;

    #[test]
    fn a_word_of_the_game_stands_for_its_selector() {
        let mut table = Table::with(&["T'Orva", "Press 1", "Any Way"]);
        table.words.define("mender", "MENDING | Night Watch").expect("it is right");
        table.words.define("old mender", "mender & other").expect("it uses an earlier word");
        assert_eq!(table.select("MENDER"), ["T'Orva", "Any Way"]);
        assert_eq!(table.select("old mender | Machine"), ["Press 1", "Any Way"]);
        assert!(table.meets("2 mender & old mender + Foreman"));
    }

    #[test]
    fn a_word_has_one_meaning() {
        let mut words = Words::new(&rules());
        words.define("mender", "MENDING").expect("it is right");
        for (name, message) in [
            ("Mender", "`Mender` is already a word of the game's own"),
            ("person", "`person` is already a value of `Type`"),
            ("any", "`any` is already a word of the query language"),
            ("press 1", "`press 1` is already a card"),
        ] {
            let error = words.define(name, "Person").expect_err("it is taken");
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn all_words_are_listed_with_their_kinds() {
        let mut words = Words::new(&rules());
        words.define("mender", "MENDING").expect("it is right");
        let all = words.all();
        for (name, kind) in [
            ("distinct", WordKind::Keyword),
            ("Foreman", WordKind::FieldValue),
            ("Motto", WordKind::Field),
            ("Do Kettles Have Rights?", WordKind::Card),
            ("press-1", WordKind::Card),
            ("scrap_heap", WordKind::Zone),
            ("rust", WordKind::Token),
            ("hand size", WordKind::Value),
            ("mender", WordKind::Word),
        ] {
            assert!(all.contains(&(name.to_owned(), kind)), "{name}");
        }
    }

    #[test]
    fn depth_length_and_size_are_bounded() {
        let mut words = Words::new(&rules());
        for open in ["(", "[", "!", "other "] {
            let text = format!("{}Person", open.repeat(10_000));
            assert_eq!(words.selector(&text).expect_err("too deep").kind, QueryErrorKind::TooDeep);
            assert_eq!(words.goal(&text).expect_err("too deep").kind, QueryErrorKind::TooDeep);
        }
        let text = "Person & ".repeat(10_000);
        assert_eq!(words.selector(&text).expect_err("too long").kind, QueryErrorKind::TooLong);
        let text = "2000000000 Person + Person";
        assert_eq!(words.goal(text).expect_err("too many").kind, QueryErrorKind::TooManySeparate);
        assert!(words.selector(&"zz ".repeat(20_000)).is_err());
        // Each word is twice as large as the one before it.
        words.define("w0", "Person | Machine").expect("it is small");
        let fault = (1..40).find_map(|ix| {
            let before = ix - 1;
            words.define(&format!("w{ix}"), &format!("w{before} | w{before}")).err()
        });
        assert_eq!(fault.expect("it ends").kind, QueryErrorKind::TooLarge);
    }

    #[test]
    fn no_text_makes_it_panic() {
        const PARTS: [&str; 44] = [
            "Person",
            "make:",
            "Tin",
            "3 Ring Bell",
            "Any Way",
            "MENDING",
            "attack",
            "research",
            "hand",
            "rust",
            "blanked",
            "self",
            "other",
            "any",
            "no",
            "in",
            "of",
            "distinct",
            "same",
            "mood",
            "x2",
            "3",
            "-1",
            "+",
            "&",
            "|",
            "!",
            "(",
            ")",
            "[",
            "]",
            ">=",
            "<",
            ",",
            ":",
            "\"",
            "\"T'Orva\"",
            "’",
            "é",
            "?",
            "🂡",
            "99999999999",
            "7",
            "İ",
        ];
        let words = Words::new(&rules());
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |bound: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 33) as usize % bound
        };
        let mut right = 0;
        for _ in 0..4_000 {
            let mut text = String::new();
            for _ in 0..below(9) {
                text.push_str(PARTS[below(PARTS.len())]);
                text.push_str(["", " ", " "][below(3)]);
            }
            let errors = [
                words.selector(&text).err(),
                words.goal(&text).err(),
                words.measure(&text).err(),
                words.cost(&text).err(),
            ];
            for error in errors {
                match error {
                    None => right += 1,
                    Some(error) => {
                        assert!(text.get(error.span.clone()).is_some(), "`{text}`: {:?}", error.span);
                        assert!(!error.to_string().contains('\n'), "`{text}`");
                    }
                }
            }
        }
        assert!(right > 100, "only {right} texts were queries");
    }
}
