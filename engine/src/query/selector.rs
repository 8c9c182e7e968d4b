//! Selectors: what is asked of one card.
//! `|` joins weaker than `&`; `!`, `other` and `no` belong to what follows them.

use super::lexer::{Token, multiplier};
use super::parser::Parser;
use super::resolve::{Place, Resolved};
use super::words::Meaning;
use super::{QueryError, QueryErrorKind};
use crate::kernel::{Attribute, Cmp, FieldId, Pred};

impl Parser<'_> {
    pub fn selector(&mut self) -> Result<Pred, QueryError> {
        let mut parts = vec![self.every_selector()?];
        while self.eat(Token::Or) {
            parts.push(self.every_selector()?);
        }
        Ok(one_or(parts, Pred::Either))
    }

    fn every_selector(&mut self) -> Result<Pred, QueryError> {
        let mut parts = vec![self.unary_selector(true)?];
        while self.eat(Token::And) {
            parts.push(self.unary_selector(true)?);
        }
        Ok(one_or(parts, Pred::All))
    }

    /// Reads one condition; `comparing` says whether a comparison after its name belongs to it.
    pub(super) fn unary_selector(&mut self, comparing: bool) -> Result<Pred, QueryError> {
        self.deeper(|parser| {
            parser.grow(1)?;
            if parser.eat(Token::Not) {
                return Ok(Pred::Not(Box::new(parser.unary_selector(comparing)?)));
            }
            if parser.eat(Token::Open) {
                let inner = parser.selector()?;
                return parser.close(Token::Close, "`&`, `|` or `)`").map(|()| inner);
            }
            if parser.eat(Token::OpenCard) {
                let inner = parser.selector()?;
                return parser.close(Token::CloseCard, "`&`, `|` or `]`").map(|()| inner);
            }
            match parser.keyword_selector(comparing)? {
                Some(pred) => Ok(pred),
                None => parser.named_selector(comparing),
            }
        })
    }

    /// Reads a condition that begins with a keyword.
    pub(super) fn keyword_selector(&mut self, comparing: bool) -> Result<Option<Pred>, QueryError> {
        let Some(keyword) = self.keyword() else {
            return Ok(None);
        };
        if matches!(keyword, "of" | "distinct" | "same") {
            let error = self.expected(Place::Card.noun());
            return Err(
                error.help((keyword != "of").then(|| format!("`{keyword}` stands in goals and measures")))
            );
        }
        self.at += 1;
        Ok(Some(match keyword {
            "self" => Pred::This,
            "here" => Pred::Here,
            "mine" => Pred::Mine,
            "theirs" => Pred::Theirs,
            "other" => {
                let other = Pred::Not(Box::new(Pred::This));
                if self.begins_operand() {
                    Pred::All(vec![self.unary_selector(comparing)?, other])
                } else {
                    other
                }
            }
            "no" => Pred::Not(Box::new(Pred::HasField(self.field(Place::Field)?.0))),
            "any" if matches!(self.peek(), Some(Token::Word | Token::Quoted)) && self.begins_operand() => {
                Pred::HasField(self.field(Place::Field)?.0)
            }
            "in" => self.zone()?,
            // `any` and `all` by themselves.
            _ => Pred::Always,
        }))
    }

    fn named_selector(&mut self, comparing: bool) -> Result<Pred, QueryError> {
        let start = self.at;
        let found = self.resolve(Place::Card)?;
        let compared = if comparing { self.eat_comparison()? } else { None };
        let meanings = self.pick(&found, compared.is_some())?;
        let Some((cmp, number)) = compared else {
            if self.words.is_counted_meaning(meanings[0])
                && comparing
                && self.peek() == Some(Token::Word)
                && let Some(level) = multiplier(self.source(self.at))
            {
                let help = format!("write `{} >= {level}`", found.name);
                return Err(self.expected("`&`, `|` or the end").help(help));
            }
            return self.condition(&found, &meanings);
        };
        match self.attribute(meanings[0]) {
            Some(attribute) => Ok(Pred::Compare(attribute, cmp, number)),
            None => {
                let span = self.span_of(start, self.at);
                let is = self.words.describe(meanings[0]);
                Err(QueryError::new(span, QueryErrorKind::NoNumber { name: found.name, is }))
            }
        }
    }

    /// What a name alone asks of one card.
    pub(super) fn condition(&mut self, found: &Resolved, meanings: &[Meaning]) -> Result<Pred, QueryError> {
        let cards: Vec<Pred> = meanings
            .iter()
            .filter_map(|meaning| match meaning {
                Meaning::Card(def) => Some(Pred::Def(*def)),
                _ => None,
            })
            .collect();
        if !cards.is_empty() {
            self.grow(cards.len())?;
            return Ok(one_or(cards, Pred::Either));
        }
        match meanings[0] {
            Meaning::Tag(tag) => Ok(Pred::Tag(tag)),
            Meaning::Word(ix) => {
                let word = &self.words.macros[ix];
                self.check_depth(word.depth)?;
                self.grow(word.size)?;
                Ok(word.pred.clone())
            }
            Meaning::Token(token) => Ok(Pred::Compare(Attribute::Token(token), Cmp::AtLeast, 1)),
            Meaning::Value(value) => Ok(Pred::Compare(Attribute::Value(value), Cmp::NotEqual, 0)),
            Meaning::Field(_) | Meaning::Zone(_) | Meaning::Card(_) => Err(self.needs_comparison(found)),
        }
    }

    pub(super) fn needs_comparison(&self, found: &Resolved) -> QueryError {
        let name = found.name.clone();
        let help = format!("write `{name} >= 1`, or `any {name}` for cards that have it");
        QueryError::new(found.span.clone(), QueryErrorKind::NeedsComparison { name }).help(help)
    }

    /// The number of a card that a name stands for.
    pub(super) fn attribute(&self, meaning: Meaning) -> Option<Attribute> {
        match meaning {
            Meaning::Field(field) => Some(Attribute::Number(field)),
            Meaning::Token(token) => Some(Attribute::Token(token)),
            Meaning::Value(value) => Some(Attribute::Value(value)),
            Meaning::Tag(tag) if self.words.is_counted(tag) => Some(Attribute::Count(tag)),
            _ => None,
        }
    }

    /// Of all that a name means here, the one thing meant, or several cards of one name.
    pub(super) fn pick(&self, found: &Resolved, comparing: bool) -> Result<Vec<Meaning>, QueryError> {
        let likely = |meaning: &Meaning| {
            if comparing { self.attribute(*meaning).is_some() } else { !matches!(meaning, Meaning::Field(_)) }
        };
        let mut meanings: Vec<Meaning> = found.meanings.iter().copied().filter(likely).collect();
        if meanings.is_empty() {
            meanings.clone_from(&found.meanings);
        }
        if meanings.len() == 1 || meanings.iter().all(|meaning| matches!(meaning, Meaning::Card(_))) {
            return Ok(meanings);
        }
        let mut forms: Vec<String> =
            meanings.iter().map(|meaning| self.words.qualified(&found.name, *meaning)).collect();
        forms.dedup();
        let kind = QueryErrorKind::Ambiguous { name: found.name.clone(), forms };
        Err(QueryError::new(found.span.clone(), kind))
    }

    /// Reads the name of a field, and gives it back with the name.
    pub(super) fn field(&mut self, place: Place) -> Result<(FieldId, Resolved), QueryError> {
        let found = self.resolve(place)?;
        let fields: Vec<FieldId> = found
            .meanings
            .iter()
            .filter_map(|meaning| match meaning {
                Meaning::Field(field) => Some(*field),
                _ => None,
            })
            .collect();
        match fields[..] {
            [field] => Ok((field, found)),
            _ => Err(self.pick(&found, true).err().unwrap_or_else(|| self.expected(place.noun()))),
        }
    }

    fn zone(&mut self) -> Result<Pred, QueryError> {
        let found = self.resolve(Place::Zone)?;
        let zones: Vec<Pred> = found
            .meanings
            .iter()
            .filter_map(|meaning| match meaning {
                Meaning::Zone(zone) => Some(Pred::In(*zone)),
                _ => None,
            })
            .collect();
        // Kinds of zones that share a title are all meant by it.
        self.grow(zones.len())?;
        Ok(one_or(zones, Pred::Either))
    }
}

/// A list of one is the one itself.
pub fn one_or<T>(mut parts: Vec<T>, join: impl FnOnce(Vec<T>) -> T) -> T {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Table;
    use crate::kernel::{FieldId, Player, Pred, Subject};

    const ALL: [&str; 6] = ["T'Orva", "Press 1", "Any Way", "3 Ring Bell", "Drum x2", "No Mood"];

    #[track_caller]
    fn selects(text: &str, cards: &[&str]) {
        assert_eq!(Table::with(&ALL).select(text), cards, "{text}");
    }

    #[test]
    fn and_binds_tighter_than_or() {
        selects("Foreman | Machine & make:tin", &["T'Orva", "Press 1"]);
        selects("(Foreman | Machine) & attack < 4", &["T'Orva", "3 Ring Bell"]);
        selects("!(Machine | Person)", &["No Mood"]);
    }

    #[test]
    fn names_are_the_longest_that_are_known() {
        selects("press 1", &["Press 1"]);
        selects("press-1", &["Press 1"]);
        selects("any way", &["Any Way"]);
        selects("3 ring bell", &["3 Ring Bell"]);
        selects("drum x2", &["Drum x2"]);
        selects("no mood", &["No Mood"]);
        selects("GUILD  of tin", &["Any Way"]);
        selects("t’orva", &["T'Orva"]);
        selects("\"t'orva\" | torva", &["T'Orva"]);
    }

    #[test]
    fn keywords_ask_of_place_and_person() {
        selects("self", &["T'Orva"]);
        selects("other Person", &["Any Way"]);
        selects("other", &ALL[1..]);
        selects("other Person | self", &["T'Orva", "Any Way"]);
        selects("mine & in hand & all", &ALL);
        selects("theirs | in scrap heap | in scrap_heap", &[]);
        selects("any skills", &["T'Orva", "Any Way", "3 Ring Bell"]);
        selects("no skills", &["Press 1", "Drum x2", "No Mood"]);
        selects("any attack", &["T'Orva", "Press 1", "Any Way", "Drum x2"]);
    }

    #[test]
    fn numbers_of_a_card_are_compared() {
        selects("attack >= 4", &["Press 1", "Drum x2"]);
        selects("MENDING ≥ 2", &["T'Orva"]);
        selects("MENDING = 1", &["Any Way"]);
        selects("attack > -1 & attack != 0", &["T'Orva", "Press 1", "Any Way", "Drum x2"]);
    }

    #[test]
    fn tokens_and_values_of_a_card_are_there_or_not() {
        let mut table = Table::with(&ALL);
        assert!(table.select("rust | blanked").is_empty());
        let rust = table.rules.token("rust").expect("declared");
        table.state.set_token(&table.rules, Subject::Card(table.pool[1]), rust, Player::NOBODY, 2);
        assert_eq!(table.select("rust"), ["Press 1"]);
        assert!(table.select("rust >= 3").is_empty());
        assert_eq!(table.select("!blanked & rust = 2"), ["Press 1"]);
    }

    #[test]
    fn cards_that_share_a_name_are_all_meant() {
        let mut rules = super::super::fixture::rules();
        let twin = crate::kernel::CardDef { name: "Press 1".to_owned(), ..Default::default() };
        rules.cards.insert("press-1-back", twin).expect("another id");
        let words = super::super::Words::new(&rules);
        let both =
            [rules.card("press-1"), rules.card("press-1-back")].map(|def| Pred::Def(def.expect("a card")));
        assert_eq!(words.selector("Press 1"), Ok(Pred::Either(both.to_vec())));
    }

    #[test]
    fn lists_are_kept_flat_and_single_parts_bare() {
        let words = Table::with(&[]).words;
        let field = |ix| Pred::HasField(FieldId(ix));
        assert_eq!(words.selector("((any type))"), Ok(field(0)));
        assert_eq!(
            words.selector("any type & any make & any mood"),
            Ok(Pred::All(vec![field(0), field(1), field(2)]))
        );
    }
}
