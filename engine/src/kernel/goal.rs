//! What can be asked of many cards at once: counts, sums, different values, separate cards, and what a player has.
//! The goal language compiles to this; the cards asked are called the pool.

use smallvec::SmallVec;

use super::matching::{Matching, max_matching};
use super::{Asker, Attribute, CardId, Cmp, FieldId, Look, Pred, Subject, TokenId, ValueId};

/// A list of cards, short enough to stay on the stack.
pub type Cards = SmallVec<[CardId; 32]>;

/// A number found by looking at a pool of cards.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// How many cards match.
    Count(Pred),
    /// A number of the matching cards, added up.
    Sum(Attribute, Pred),
    /// How many cards can each show a different value of a field, one value each.
    Distinct(FieldId, Pred),
    /// The most cards that share one value of a field.
    Same(FieldId, Pred),
    /// A token of the asker, or of the table.
    Token(TokenId),
    /// A rule value of the asker, or of the table.
    Value(ValueId),
}

/// Something to be met, answered yes or no.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Always met.
    Always,
    /// A number compares so.
    Compare(Measure, Cmp, i32),
    /// Each of these is matched by a card of its own.
    Separate(Vec<Pred>),
    /// The opposite.
    Not(Box<Goal>),
    /// All of these.
    All(Vec<Goal>),
    /// At least one of these.
    Either(Vec<Goal>),
}

impl Measure {
    /// The number.
    pub fn number(&self, look: &Look<'_>, asker: Asker, pool: &[CardId]) -> i32 {
        let matching = |pred| pool.iter().filter(move |card| Pred::matches(pred, look, asker, **card));
        match self {
            Self::Count(pred) => matching(pred).count() as i32,
            Self::Sum(attribute, pred) => matching(pred)
                .map(|card| look.attribute(*card, *attribute, asker.me))
                .fold(0, i32::saturating_add),
            Self::Distinct(..) | Self::Same(..) => self.of(look, asker, pool).0,
            Self::Token(token) => look.own_token(asker, *token),
            Self::Value(value) => look.own_value(asker, *value),
        }
    }

    /// The number, and the cards that make it up.
    pub fn of(&self, look: &Look<'_>, asker: Asker, pool: &[CardId]) -> (i32, Cards) {
        let matching = |pred: &Pred| -> Cards {
            pool.iter().copied().filter(|card| pred.matches(look, asker, *card)).collect()
        };
        match self {
            Self::Count(pred) => {
                let cards = matching(pred);
                (cards.len() as i32, cards)
            }
            Self::Sum(attribute, pred) => {
                let mut sum = 0i32;
                let mut cards = matching(pred);
                cards.retain(|card| {
                    let n = look.attribute(*card, *attribute, asker.me);
                    sum = sum.saturating_add(n);
                    n != 0
                });
                (sum, cards)
            }
            Self::Distinct(field, pred) => {
                let cards = matching(pred);
                let values = &look.rules.fields[field.ix()];
                let found = max_matching(cards.len(), values.values.len(), |card, value| {
                    look.has_tag(cards[card], (values.first_tag + value).into())
                });
                (found.size() as i32, found.pick(&cards))
            }
            Self::Same(field, pred) => {
                let cards = matching(pred);
                let best = look.rules.fields[field.ix()]
                    .tags()
                    .map(|tag| cards.iter().copied().filter(|card| look.has_tag(*card, tag.into())).collect())
                    .max_by_key(|sharing: &Cards| sharing.len())
                    .unwrap_or_default();
                (best.len() as i32, best)
            }
            Self::Token(_) | Self::Value(_) => (self.number(look, asker, pool), Cards::new()),
        }
    }
}

impl Goal {
    /// Whether the pool meets it.
    pub fn holds(&self, look: &Look<'_>, asker: Asker, pool: &[CardId]) -> bool {
        match self {
            Self::Always => true,
            // The most frequent question by far, answered without a list.
            Self::Compare(Measure::Count(pred), Cmp::AtLeast, 1) => {
                pool.iter().any(|card| pred.matches(look, asker, *card))
            }
            Self::Compare(measure, cmp, n) => cmp.holds(measure.number(look, asker, pool), *n),
            Self::Separate(slots) => separate(slots, look, asker, pool).size() == slots.len(),
            Self::Not(inner) => !inner.holds(look, asker, pool),
            Self::All(parts) => parts.iter().all(|part| part.holds(look, asker, pool)),
            Self::Either(parts) => parts.iter().any(|part| part.holds(look, asker, pool)),
        }
    }

    /// How much of it was found, and how much is wanted; nothing where it is no single number.
    pub fn found(&self, look: &Look<'_>, asker: Asker, pool: &[CardId]) -> Option<(i32, i32)> {
        match self {
            Self::Compare(measure, _, n) => Some((measure.number(look, asker, pool), *n)),
            Self::Separate(slots) => {
                Some((separate(slots, look, asker, pool).size() as i32, slots.len() as i32))
            }
            _ => None,
        }
    }

    /// The cards of the pool that meet it, each once; empty where it is not met or needs no card.
    pub fn contributors(&self, look: &Look<'_>, asker: Asker, pool: &[CardId]) -> Cards {
        let mut found = Cards::new();
        self.collect(look, asker, pool, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect(&self, look: &Look<'_>, asker: Asker, pool: &[CardId], found: &mut Cards) {
        if !self.holds(look, asker, pool) {
            return;
        }
        match self {
            Self::Always | Self::Not(_) => {}
            Self::Compare(measure, Cmp::AtLeast | Cmp::More | Cmp::Equal, _) => {
                found.extend(measure.of(look, asker, pool).1);
            }
            Self::Compare(..) => {}
            Self::Separate(slots) => {
                let matching = separate(slots, look, asker, pool);
                found.extend(matching.rights().map(|ix| pool[ix]));
            }
            Self::All(parts) | Self::Either(parts) => {
                parts.iter().for_each(|part| part.collect(look, asker, pool, found));
            }
        }
    }
}

fn separate(slots: &[Pred], look: &Look<'_>, asker: Asker, pool: &[CardId]) -> Matching {
    max_matching(slots.len(), pool.len(), |slot, card| slots[slot].matches(look, asker, pool[card]))
}

impl Look<'_> {
    /// A token where the asker would look for it: on themself, on the card that asks, or on the table.
    pub fn own_token(&self, asker: Asker, token: TokenId) -> i32 {
        use super::Belongs;
        let subject = match self.rules.tokens[token.ix()].on {
            Belongs::Player => Subject::Player(asker.me),
            Belongs::Card => match asker.card {
                Some(card) => Subject::Card(card),
                None => return 0,
            },
            Belongs::Table => Subject::Table,
            Belongs::Zone => return 0,
        };
        self.state.token(self.rules, subject, token, asker.me)
    }

    /// A rule value where the asker would look for it, with all effects.
    pub fn own_value(&self, asker: Asker, value: ValueId) -> i32 {
        use super::Belongs;
        let subject = match self.rules.values[value.ix()].on {
            Belongs::Player => Subject::Player(asker.me),
            Belongs::Card => match asker.card {
                Some(card) => Subject::Card(card),
                None => return 0,
            },
            Belongs::Table | Belongs::Zone => Subject::Table,
        };
        self.value(subject, value)
    }
}
