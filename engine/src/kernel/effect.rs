//! Effects: changes that the kernel keeps, that are always derived when something is read, and that end by themselves.
//! A *continuous* effect is there while its card is live; a *lasting* one is made by a script and has an end.

use std::sync::Arc;

use super::{
    CardId, Change, ContinuousDef, EventId, FieldId, Goal, LaterDef, OpBody, OpRef, Player, Rules, State,
    TagId, Targets, ValueId,
};

/// When a lasting effect ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// At the end of the running step.
    Step,
    /// When this event happens.
    Event(EventId),
    /// When the card that made it leaves the zone in which it made it.
    SourceMoves,
    /// Never.
    GameEnds,
}

/// An effect that holds now.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Its place in the order in which effects came to be.
    pub stamp: u32,
    /// The card whose text makes it, if a card's does.
    pub source: Option<CardId>,
    /// The player that a lasting one was made for: `mine` in its questions. A continuous one is whoever's controls its
    /// card when it is read.
    pub owner: Player,
    /// What it is and what it does.
    pub what: EffectKind,
}

/// All effects, oldest first, and what they touch: most of what is read is touched by none, and is known to be so at once.
#[derive(Debug, Default)]
pub(super) struct Effects {
    list: Vec<Effect>,
    touched: Touch,
}

/// What effects touch, as bits: a bit may stand for several fields, values or rule values.
pub(super) type Touch = u64;

/// The bit of a value of a field.
#[inline]
pub(super) const fn touch_tag(tag: TagId) -> Touch {
    1 << (tag.ix() % 32)
}

/// The bit of a number.
#[inline]
pub(super) const fn touch_number(field: FieldId) -> Touch {
    1 << (32 + field.ix() % 16)
}

/// The bit of a rule value.
#[inline]
pub(super) const fn touch_value(value: ValueId) -> Touch {
    1 << (48 + value.ix() % 16)
}

/// What a change touches.
fn touch(change: &Change) -> Touch {
    match change {
        Change::Value(value, _) => touch_value(*value),
        Change::Number(field, _) => touch_number(*field),
        Change::Include(tag) | Change::Exclude(tag) => touch_tag(*tag),
        // All values of the field; which these are the rules would have to say.
        Change::Set(..) => 0xffff_ffff,
        Change::Later(_) => 0,
    }
}

impl Clone for Effects {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), touched: self.touched }
    }

    // Keeps the buffer, as the state does.
    fn clone_from(&mut self, source: &Self) {
        self.list.clone_from(&source.list);
        self.touched = source.touched;
    }
}

impl Effects {
    fn push(&mut self, effect: Effect) {
        self.touched |= touch(effect.change());
        self.list.push(effect);
    }

    /// Ends the effects that are not kept.
    pub fn retain(&mut self, keep: impl FnMut(&Effect) -> bool) {
        let before = self.list.len();
        self.list.retain(keep);
        if self.list.len() != before {
            self.touched = self.list.iter().fold(0, |all, effect| all | touch(effect.change()));
        }
    }

    /// Whether any effect may touch what these bits stand for.
    #[inline]
    pub fn touch(&self, bits: Touch) -> bool {
        self.touched & bits != 0
    }
}

impl std::ops::Deref for Effects {
    type Target = [Effect];

    fn deref(&self) -> &[Effect] {
        &self.list
    }
}

/// The two kinds of effects.
#[derive(Clone, Debug)]
pub enum EffectKind {
    /// There while its card is live: which operation of the card it is, and the change.
    Continuous(OpRef, Arc<ContinuousDef>),
    /// Made by a script.
    Lasting(Box<LastingDef>),
}

/// A change that a script made.
#[derive(Clone, Debug)]
pub struct LastingDef {
    /// What it changes.
    pub targets: Targets,
    /// How.
    pub change: Change,
    /// It holds only while this does.
    pub condition: Option<Arc<Goal>>,
    /// When it ends.
    pub until: Until,
}

impl Effect {
    /// What it changes.
    pub fn targets(&self) -> &Targets {
        match &self.what {
            EffectKind::Continuous(_, def) => &def.targets,
            EffectKind::Lasting(def) => &def.targets,
        }
    }

    /// How it changes it.
    pub fn change(&self) -> &Change {
        match &self.what {
            EffectKind::Continuous(_, def) => &def.change,
            EffectKind::Lasting(def) => &def.change,
        }
    }

    /// What must hold for it.
    pub fn condition(&self) -> Option<&Goal> {
        match &self.what {
            EffectKind::Continuous(_, def) => def.condition.as_deref(),
            EffectKind::Lasting(def) => def.condition.as_deref(),
        }
    }
}

impl State {
    /// The effects that hold, oldest first.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Begins a lasting effect.
    pub fn begin(&mut self, source: Option<CardId>, owner: Player, def: LastingDef) {
        self.add_effect(source, owner, EffectKind::Lasting(Box::new(def)));
    }

    /// Ends the lasting effects that last until an event, and gives the functions to call at it, oldest first,
    /// each with the card and player it was made for.
    pub fn happen(&mut self, event: EventId) -> Vec<(Option<CardId>, Player, LaterDef)> {
        let due = |effect: &Effect| match &effect.what {
            EffectKind::Lasting(def) => match (&def.change, def.until) {
                (Change::Later(later), _) => later.event == event,
                (_, Until::Event(end)) => end == event,
                _ => false,
            },
            EffectKind::Continuous(..) => false,
        };
        if !self.effects.iter().any(due) {
            return Vec::new();
        }
        let mut calls = Vec::new();
        self.effects.retain(|effect| {
            if !due(effect) {
                return true;
            }
            if let Change::Later(later) = effect.change() {
                calls.push((effect.source, effect.owner, (**later).clone()));
            }
            false
        });
        calls
    }

    /// Ends the effects that last for one step.
    pub fn end_step(&mut self) {
        self.retain_lasting(|def| def.until != Until::Step);
    }

    /// Ends every lasting effect that a card made.
    pub fn end_effects_of(&mut self, card: CardId) {
        self.effects.retain(|effect| {
            effect.source != Some(card) || matches!(effect.what, EffectKind::Continuous(..))
        });
    }

    fn retain_lasting(&mut self, keep: impl Fn(&LastingDef) -> bool) {
        self.effects.retain(|effect| match &effect.what {
            EffectKind::Lasting(def) => keep(def),
            EffectKind::Continuous(..) => true,
        });
    }

    fn add_effect(&mut self, source: Option<CardId>, owner: Player, what: EffectKind) {
        self.stamp += 1;
        self.effects.push(Effect { stamp: self.stamp, source, owner, what });
    }

    /// A card has come into a zone: its continuous effects that are live there begin.
    pub(super) fn enter(&mut self, rules: &Rules, card: CardId) {
        let def = rules.def(self.card(card).def);
        let kind = self.kind(self.zone_of(card));
        for (ix, op) in def.ops.iter().enumerate() {
            if let OpBody::Change(change) = &op.body
                && rules.triggers[op.trigger.ix()].live.contains(&kind)
            {
                let op = OpRef { card, op: ix as u16 };
                self.add_effect(Some(card), Player::NOBODY, EffectKind::Continuous(op, change.clone()));
            }
        }
    }

    /// A card leaves its zone: what held only while it lay there ends.
    pub(super) fn leave(&mut self, rules: &Rules, card: CardId) {
        self.drop_tokens(rules, card);
        if self.effects.is_empty() {
            return;
        }
        self.effects.retain(|effect| {
            effect.source != Some(card)
                || match &effect.what {
                    EffectKind::Continuous(..) => false,
                    EffectKind::Lasting(def) => def.until != Until::SourceMoves,
                }
        });
    }
}
