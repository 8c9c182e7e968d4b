//! What can be asked of one card. The selector language compiles to this.

use super::{Belongs, CardId, DefId, FieldId, Look, Player, Subject, TagId, TokenId, ValueId, ZoneKind};

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// Less than.
    Less,
    /// At most.
    AtMost,
    /// Equal to.
    Equal,
    /// Not equal to.
    NotEqual,
    /// At least.
    AtLeast,
    /// More than.
    More,
}

impl Cmp {
    /// Whether `left` compares so to `right`.
    #[inline]
    pub const fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }
}

/// Who asks: `mine`, `self` and `other` are read against this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// The player who asks, or nobody.
    pub me: Player,
    /// The card whose text asks, if a card's text does.
    pub card: Option<CardId>,
}

/// A number that a card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A number field; a card without it has 0.
    Number(FieldId),
    /// How often a counted value is there (a skill's level).
    Count(TagId),
    /// A rule value of the card.
    Value(ValueId),
    /// Tokens on the card; of tokens counted per player, the asker's.
    Token(TokenId),
}

/// A question to one card, answered yes or no.
#[derive(Clone, Debug, PartialEq)]
pub enum Pred {
    /// Yes.
    Always,
    /// It has this value in this value's field.
    Tag(TagId),
    /// It has some value in this field (or, for a number, has one at all).
    HasField(FieldId),
    /// One of its numbers compares so.
    Compare(Attribute, Cmp, i32),
    /// It is a copy of this definition.
    Def(DefId),
    /// It is the card whose text asks.
    This,
    /// It lies in the same zone as the card whose text asks.
    Here,
    /// It lies in a zone of this kind.
    In(ZoneKind),
    /// The asker controls it.
    Mine,
    /// Another player controls it.
    Theirs,
    /// The opposite.
    Not(Box<Pred>),
    /// All of these.
    All(Vec<Pred>),
    /// At least one of these.
    Either(Vec<Pred>),
}

impl Pred {
    /// Whether the card answers yes.
    pub fn matches(&self, look: &Look<'_>, asker: Asker, card: CardId) -> bool {
        match self {
            Self::Always => true,
            Self::Tag(tag) => look.has_tag(card, *tag),
            Self::HasField(field) => look.has_field(card, *field),
            Self::Compare(attribute, cmp, n) => cmp.holds(look.attribute(card, *attribute, asker.me), *n),
            Self::Def(def) => look.state.card(card).def == *def,
            Self::This => asker.card == Some(card),
            Self::Here => {
                asker.card.is_some_and(|asking| look.state.zone_of(asking) == look.state.zone_of(card))
            }
            Self::In(kind) => look.state.zone_kind_of(card) == Some(*kind),
            Self::Mine => look.state.controller(card) == asker.me && asker.me.is_somebody(),
            Self::Theirs => {
                let controller = look.state.controller(card);
                controller.is_somebody() && controller != asker.me
            }
            Self::Not(inner) => !inner.matches(look, asker, card),
            Self::All(parts) => parts.iter().all(|part| part.matches(look, asker, card)),
            Self::Either(parts) => parts.iter().any(|part| part.matches(look, asker, card)),
        }
    }

    /// Whether a printed card answers yes, read without a game: what depends on one is no.
    pub fn matches_print(&self, rules: &super::Rules, def: DefId) -> bool {
        self.matches_card(rules, rules.def(def))
    }

    /// The same of a card that need not be one of the game's yet.
    pub fn matches_card(&self, rules: &super::Rules, card: &super::CardDef) -> bool {
        match self {
            Self::Always => true,
            Self::Tag(tag) => card.has(*tag),
            Self::HasField(field) => {
                let field_def = &rules.fields[field.ix()];
                if field_def.is_tagged() {
                    field_def.tags().any(|tag| card.has(tag.into()))
                } else {
                    card.number(*field).is_some()
                        || card.texts.iter().any(|(id, _)| id == field)
                        || card.links.iter().any(|(id, _)| id == field)
                }
            }
            Self::Compare(attribute, cmp, n) => {
                let number = match attribute {
                    Attribute::Number(field) => card.number(*field).unwrap_or(0),
                    Attribute::Count(tag) => printed_count(card, *tag),
                    Attribute::Value(value) => rules.values[value.ix()].base,
                    Attribute::Token(token) => rules.tokens[token.ix()].start,
                };
                cmp.holds(number, *n)
            }
            Self::Def(id) => std::ptr::eq(rules.def(*id), card),
            Self::This | Self::Here | Self::In(_) | Self::Mine | Self::Theirs => false,
            Self::Not(inner) => !inner.matches_card(rules, card),
            Self::All(parts) => parts.iter().all(|part| part.matches_card(rules, card)),
            Self::Either(parts) => parts.iter().any(|part| part.matches_card(rules, card)),
        }
    }

    /// Whether what is printed on a card is all that it asks for.
    pub fn is_of_print(&self) -> bool {
        match self {
            Self::Always | Self::Tag(_) | Self::HasField(_) | Self::Def(_) => true,
            Self::Compare(attribute, ..) => matches!(attribute, Attribute::Number(_) | Attribute::Count(_)),
            Self::This | Self::Here | Self::In(_) | Self::Mine | Self::Theirs => false,
            Self::Not(inner) => inner.is_of_print(),
            Self::All(parts) | Self::Either(parts) => parts.iter().all(Self::is_of_print),
        }
    }
}

/// How often a counted value is printed on a card; of a value that is not counted, once if it is there.
pub(super) fn printed_count(card: &super::CardDef, tag: TagId) -> i32 {
    match card.counts.iter().find(|(id, _)| *id == tag) {
        Some((_, n)) => *n,
        None => i32::from(card.has(tag)),
    }
}

impl Look<'_> {
    /// A number of a card, with all effects.
    pub fn attribute(&self, card: CardId, attribute: Attribute, me: Player) -> i32 {
        match attribute {
            Attribute::Number(field) => self.number(card, field).unwrap_or(0),
            Attribute::Count(tag) => self.tag_count(card, tag),
            Attribute::Value(value) => self.value(Subject::Card(card), value),
            Attribute::Token(token) => {
                let def = &self.rules.tokens[token.ix()];
                if def.on != Belongs::Card {
                    return 0;
                }
                self.state.token(self.rules, Subject::Card(card), token, me)
            }
        }
    }
}
