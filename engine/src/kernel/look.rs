//! Reading the state: what is printed, then what effects make of it. Nothing that is read here is kept anywhere.

use std::cell::RefCell;

use smallvec::SmallVec;

use super::effect::{touch_number, touch_tag, touch_value};
use super::predicate::printed_count;
use super::{
    Asker, CardId, Cards, Change, Effect, EffectKind, FieldId, NumberChange, OpRef, Player, Rules, State,
    Subject, TagId, Targets, TriggerId, ValueId,
};

/// A state together with the rules that say what it means.
///
/// An effect whose condition reads what the effect itself changes does not see itself: while its condition is being
/// worked out, it is as if it were not there. So reading always ends.
#[derive(Debug)]
pub struct Look<'a> {
    /// What stays the same.
    pub rules: &'a Rules,
    /// What changes.
    pub state: &'a State,
    // The stamps of effects whose questions are being answered right now.
    asking: RefCell<SmallVec<[u32; 8]>>,
}

impl<'a> Look<'a> {
    /// Looks at a state.
    #[inline]
    pub fn new(rules: &'a Rules, state: &'a State) -> Self {
        Self { rules, state, asking: RefCell::new(SmallVec::new()) }
    }

    /// Whether a card shows a value.
    pub fn has_tag(&self, card: CardId, tag: TagId) -> bool {
        let printed = self.rules.def(self.state.card(card).def).has(tag);
        if !self.state.effects.touch(touch_tag(tag)) {
            return printed;
        }
        let mut shown = printed;
        self.each_effect(
            Subject::Card(card),
            |change| match change {
                Change::Include(_) => shown = true,
                Change::Exclude(_) => shown = false,
                Change::Set(_, tags) => shown = tags.contains(&tag),
                _ => {}
            },
            |change| self.is_about(change, tag),
        );
        shown
    }

    /// How often a card shows a value (a skill's level). Each effect that includes it adds one level.
    pub fn tag_count(&self, card: CardId, tag: TagId) -> i32 {
        let mut count = printed_count(self.rules.def(self.state.card(card).def), tag);
        if !self.state.effects.touch(touch_tag(tag)) {
            return count;
        }
        self.each_effect(
            Subject::Card(card),
            |change| match change {
                Change::Include(_) => count += 1,
                Change::Exclude(_) => count = 0,
                Change::Set(_, tags) => count = tags.iter().filter(|other| **other == tag).count() as i32,
                _ => {}
            },
            |change| self.is_about(change, tag),
        );
        count
    }

    /// Whether a change is to whether a card shows a value.
    fn is_about(&self, change: &Change, tag: TagId) -> bool {
        match change {
            Change::Include(other) | Change::Exclude(other) => *other == tag,
            Change::Set(field, _) => self.rules.fields[field.ix()].tags().contains(&tag.ix()),
            _ => false,
        }
    }

    /// The values that a card shows in a field.
    pub fn tags(&self, card: CardId, field: FieldId) -> SmallVec<[TagId; 8]> {
        let tags = self.rules.fields[field.ix()].tags();
        tags.map(TagId::from).filter(|tag| self.has_tag(card, *tag)).collect()
    }

    /// Whether a card shows anything in a field.
    pub fn has_field(&self, card: CardId, field: FieldId) -> bool {
        let def = &self.rules.fields[field.ix()];
        if def.is_tagged() {
            return def.tags().any(|tag| self.has_tag(card, tag.into()));
        }
        let printed = self.rules.def(self.state.card(card).def);
        self.number(card, field).is_some()
            || printed.texts.iter().any(|(id, _)| *id == field)
            || printed.links.iter().any(|(id, _)| *id == field)
    }

    /// A number of a card. A change to a number that is not printed begins from 0.
    pub fn number(&self, card: CardId, field: FieldId) -> Option<i32> {
        let mut number = self.rules.def(self.state.card(card).def).number(field);
        if !self.state.effects.touch(touch_number(field)) {
            return number;
        }
        self.each_effect(
            Subject::Card(card),
            |change| {
                if let Change::Number(_, by) = change {
                    number = Some(by.apply(number.unwrap_or(0)));
                }
            },
            |change| matches!(change, Change::Number(other, _) if *other == field),
        );
        number
    }

    /// A rule value of the table, a player or a card.
    pub fn value(&self, of: Subject, value: ValueId) -> i32 {
        let mut number = self.rules.values[value.ix()].base;
        if !self.state.effects.touch(touch_value(value)) {
            return number;
        }
        self.each_effect(
            of,
            |change| {
                if let Change::Value(_, by) = change {
                    number = by.apply(number);
                }
            },
            |change| matches!(change, Change::Value(other, _) if *other == value),
        );
        number
    }

    /// The changes to a subject that count now, oldest first; for "why is this number so".
    pub fn changes(&self, of: Subject) -> Vec<(Option<CardId>, Change)> {
        let mut found = Vec::new();
        for effect in self.state.effects.iter() {
            if self.applies(effect, of) {
                found.push((effect.source, effect.change().clone()));
            }
        }
        found
    }

    fn each_effect(&self, of: Subject, mut apply: impl FnMut(&Change), concerns: impl Fn(&Change) -> bool) {
        for effect in self.state.effects.iter() {
            if concerns(effect.change()) && self.applies(effect, of) {
                apply(effect.change());
            }
        }
    }

    fn applies(&self, effect: &Effect, of: Subject) -> bool {
        // The cheap half first: most effects are on something else altogether.
        let plain = match (effect.targets(), of) {
            (Targets::This, Subject::Card(card)) => effect.source == Some(card),
            (Targets::One(one), of) => *one == of,
            (Targets::Controller, Subject::Player(player)) => self.asker_of(effect).me == player,
            (Targets::EveryPlayer, Subject::Player(_)) | (Targets::Table, Subject::Table) => true,
            (Targets::Cards(_), Subject::Card(_)) => true,
            _ => false,
        };
        if !plain {
            return false;
        }
        let live_if = match &effect.what {
            EffectKind::Continuous(op, _) => self.live_if(*op),
            EffectKind::Lasting(_) => None,
        };
        let pred = match (effect.targets(), of) {
            (Targets::Cards(pred), Subject::Card(card)) => Some((&**pred, card)),
            _ => None,
        };
        if live_if.is_none() && pred.is_none() && effect.condition().is_none() {
            return true;
        }
        if self.asking.borrow().contains(&effect.stamp) {
            return false;
        }
        self.asking.borrow_mut().push(effect.stamp);
        let asker = self.asker_of(effect);
        let holds = live_if.zip(effect.source).is_none_or(|(pred, source)| pred.matches(self, asker, source))
            && pred.is_none_or(|(pred, card)| pred.matches(self, asker, card))
            && effect.condition().is_none_or(|goal| goal.holds(self, asker, &self.pool(asker.me)));
        self.asking.borrow_mut().pop();
        holds
    }

    /// Who asks, in an effect's questions: of a continuous one whoever controls its card now.
    fn asker_of(&self, effect: &Effect) -> Asker {
        match (&effect.what, effect.source) {
            (EffectKind::Continuous(..), Some(card)) => {
                Asker { me: self.state.controller(card), card: Some(card) }
            }
            _ => Asker { me: effect.owner, card: effect.source },
        }
    }

    fn live_if(&self, op: OpRef) -> Option<&'a super::Pred> {
        let def = self.rules.def(self.state.card(op.card).def);
        let trigger = def.ops.get(op.op as usize)?.trigger;
        self.rules.triggers[trigger.ix()].live_if.as_deref()
    }

    /// The cards where a player's goals and counts look: those in the manifest's pool zones that are not left out.
    pub fn pool(&self, player: Player) -> Cards {
        let pool = &self.rules.pool;
        let mut cards = Cards::new();
        for kind in &pool.zones {
            let owner = Subject::Player(player);
            if let Some(zone) = self.state.zone(*kind, owner) {
                cards.extend(self.state.cards_in(zone));
            }
        }
        if let Some(only) = &pool.only {
            cards.retain(|card| only.matches(self, Asker { me: player, card: None }, *card));
        }
        cards
    }

    /// Whether a trigger's operations can be used from where the card lies now.
    pub fn is_live(&self, card: CardId, trigger: TriggerId) -> bool {
        let def = &self.rules.triggers[trigger.ix()];
        self.state.zone_kind_of(card).is_some_and(|kind| def.live.contains(&kind))
            && def.live_if.as_ref().is_none_or(|pred| {
                let asker = Asker { me: self.state.controller(card), card: Some(card) };
                pred.matches(self, asker, card)
            })
    }

    /// A card's name.
    pub fn name(&self, card: CardId) -> &'a str {
        &self.rules.def(self.state.card(card).def).name
    }

    /// Every copy of a definition, in the order in which they were made.
    pub fn copies(&self, def: super::DefId) -> impl Iterator<Item = CardId> + '_ {
        self.state.all_cards().filter(move |card| self.state.card(*card).def == def)
    }

    /// Whether a change to a number would be one of `Set`, for reading changes aloud.
    pub fn reads_as(change: NumberChange) -> String {
        match change {
            NumberChange::Add(n) if n < 0 => format!("{n}"),
            NumberChange::Add(n) => format!("+{n}"),
            NumberChange::Set(n) => format!("is {n}"),
            NumberChange::Times(n) => format!("times {n}"),
            NumberChange::AtLeast(n) => format!("at least {n}"),
            NumberChange::AtMost(n) => format!("at most {n}"),
        }
    }
}
