//! What stays the same during a game: the kinds of zones, tokens, fields, values, triggers and events that a
//! game declares, and its card definitions. Built once by whoever reads the files; the kernel reads no file.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::map::MapDef;
use super::{DefId, EventId, FieldId, Goal, Pred, ScriptId, TagId, TokenId, TriggerId, ValueId, ZoneKind};

/// A list whose entries also have unique names.
#[derive(Clone, Debug)]
pub struct Named<T> {
    items: Vec<T>,
    names: Vec<Arc<str>>,
    index: FxHashMap<Arc<str>, u32>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { items: Vec::new(), names: Vec::new(), index: FxHashMap::default() }
    }
}

impl<T> Named<T> {
    /// Appends an entry and gives its position; a name that is taken keeps its first entry and gives `None`.
    pub fn insert(&mut self, name: impl Into<Arc<str>>, item: T) -> Option<usize> {
        let name = name.into();
        if self.index.contains_key(&name) {
            return None;
        }
        let ix = self.items.len();
        self.index.insert(name.clone(), ix as u32);
        self.names.push(name);
        self.items.push(item);
        Some(ix)
    }

    /// The position of a name.
    #[inline]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).map(|ix| *ix as usize)
    }

    /// The name at a position.
    pub fn name(&self, ix: usize) -> &Arc<str> {
        &self.names[ix]
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// All entries, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Names and entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &T)> {
        self.names().zip(&self.items)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The entry at a position, to change.
    pub fn get_mut(&mut self, ix: usize) -> Option<&mut T> {
        self.items.get_mut(ix)
    }
}

impl<T> std::ops::Index<usize> for Named<T> {
    type Output = T;

    #[inline]
    fn index(&self, ix: usize) -> &T {
        &self.items[ix]
    }
}

/// Everything about a game that stays the same while it is played.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The game's short name, the name of its folder.
    pub id: String,
    /// Its full title.
    pub name: String,
    /// One paragraph on what it is.
    pub about: String,
    /// The fewest players.
    pub min_players: usize,
    /// The most players.
    pub max_players: usize,
    /// The ways to play it; the first is the usual one. Never empty.
    pub scenarios: Named<ScenarioDef>,
    /// The kinds of zones.
    pub zones: Named<ZoneDef>,
    /// The kinds of tokens.
    pub tokens: Named<TokenDef>,
    /// The fields of cards.
    pub fields: Named<FieldDef>,
    /// How many tags all fields have together.
    pub tag_count: usize,
    /// The rule values.
    pub values: Named<ValueDef>,
    /// The triggers.
    pub triggers: Named<TriggerDef>,
    /// The events; the kernel's own come first (see [`KERNEL_EVENTS`]).
    pub events: Named<EventDef>,
    /// The numbered rules that tests cite, with the sentence each stands for.
    pub numbered: Named<String>,
    /// Fields that are printed on a card's back: what everyone knows of a face-down card.
    pub backs: Vec<FieldId>,
    /// Where goals and counts look when they are not told.
    pub pool: Pool,
    /// The card definitions by id, in the order of their files' names.
    pub cards: Named<CardDef>,
    /// Graphs of cards that refer to one another.
    pub graphs: Named<GraphDef>,
    /// The map on which cards stand, if the game has one.
    pub map: Option<MapDef>,
    /// For each event, the operations that listen to it.
    pub listeners: Vec<Vec<(DefId, u16)>>,
    /// For each definition, its operations that listen: the event, the operation, and its place among the event's.
    pub listening: Vec<Vec<(EventId, u16, usize)>>,
}

/// Events that the kernel emits by itself, with the names of their data. Every game has them.
pub const KERNEL_EVENTS: [(&str, &[&str]); 3] = [
    ("moved", &["card", "from", "to", "player"]),
    ("token_changed", &["on", "token", "by", "player"]),
    ("shuffled", &["zone", "player"]),
];

/// [`KERNEL_EVENTS`]: a card went from one zone to another.
pub const MOVED: EventId = EventId(0);
/// [`KERNEL_EVENTS`]: a token's count changed.
pub const TOKEN_CHANGED: EventId = EventId(1);
/// [`KERNEL_EVENTS`]: a zone was shuffled.
pub const SHUFFLED: EventId = EventId(2);

/// Triggers that every game has, in this order, whether or not its manifest says more of them.
pub const KERNEL_TRIGGERS: [&str; 5] = ["PLAY", "ACTIVATION", "REACTION", "FLIP", "REWARD"];

impl Rules {
    /// The kind of zone of this name.
    pub fn zone(&self, name: &str) -> Option<ZoneKind> {
        self.zones.find(name).map(Into::into)
    }

    /// The token of this name.
    pub fn token(&self, name: &str) -> Option<TokenId> {
        self.tokens.find(name).map(Into::into)
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<FieldId> {
        self.fields.find(name).map(Into::into)
    }

    /// The rule value of this name.
    pub fn value(&self, name: &str) -> Option<ValueId> {
        self.values.find(name).map(Into::into)
    }

    /// The trigger of this name.
    pub fn trigger(&self, name: &str) -> Option<TriggerId> {
        self.triggers.find(name).map(Into::into)
    }

    /// The event of this name.
    pub fn event(&self, name: &str) -> Option<EventId> {
        self.events.find(name).map(Into::into)
    }

    /// The card definition of this id.
    pub fn card(&self, id: &str) -> Option<DefId> {
        self.cards.find(id).map(Into::into)
    }

    /// The definition behind a handle.
    #[inline]
    pub fn def(&self, def: DefId) -> &CardDef {
        &self.cards[def.ix()]
    }

    /// The card definition of this name, whatever its case.
    pub fn card_named(&self, name: &str) -> Option<DefId> {
        let wanted = name.to_lowercase();
        self.cards.iter().position(|card| card.name.to_lowercase() == wanted).map(Into::into)
    }

    /// The field that a tag belongs to, and the tag's position among its values.
    pub fn tag_field(&self, tag: TagId) -> (FieldId, usize) {
        let (ix, field) = self
            .fields
            .iter()
            .enumerate()
            .find(|(_, field)| field.tags().contains(&tag.ix()))
            .expect("every tag belongs to a field");
        (ix.into(), tag.ix() - field.first_tag)
    }

    /// What a tag is called.
    pub fn tag_name(&self, tag: TagId) -> &str {
        let (field, ix) = self.tag_field(tag);
        &self.fields[field.ix()].values[ix]
    }

    /// Works out what can be known at load: for now, who listens to which event.
    pub fn index(&mut self) {
        let mut listeners = vec![Vec::new(); self.events.len()];
        let mut listening = vec![Vec::new(); self.cards.len()];
        for (def, card) in self.cards.iter().enumerate() {
            for (op_ix, op) in card.ops.iter().enumerate() {
                if let Some(event) = op.event {
                    listening[def].push((event, op_ix as u16, listeners[event.ix()].len()));
                    listeners[event.ix()].push((DefId::from(def), op_ix as u16));
                }
            }
        }
        self.listeners = listeners;
        self.listening = listening;
    }
}

/// A way to play a game.
#[derive(Clone, Debug, Default)]
pub struct ScenarioDef {
    /// What it is called.
    pub title: String,
    /// One sentence on it.
    pub about: String,
    /// The rule function that sets the table; it names the first phase.
    pub setup: String,
    /// The fewest players, where it differs from the game's.
    pub min_players: usize,
    /// The most players, where it differs from the game's.
    pub max_players: usize,
}

/// A graph of cards: chains that begin at some cards, lead on through fields, and come to an end.
#[derive(Clone, Debug, Default)]
pub struct GraphDef {
    /// Where chains begin.
    pub entries: Option<Arc<Pred>>,
    /// The cards that must be reached.
    pub members: Option<Arc<Pred>>,
    /// The cards at which a chain may end.
    pub ends: Option<Arc<Pred>>,
    /// The fields, of cards or of their operations, that lead on.
    pub through: Vec<FieldId>,
    /// The triggers whose every operation must lead on.
    pub steps: Vec<TriggerId>,
}

/// Who something belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Belongs {
    /// There is one, for all.
    #[default]
    Table,
    /// There is one for each player.
    Player,
    /// There is one for each card.
    Card,
    /// There is one for each zone (tokens only).
    Zone,
}

/// Who sees the faces of the cards in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Seen {
    /// Everyone.
    #[default]
    Everyone,
    /// The player whose zone it is.
    Owner,
    /// The players of its owner's team.
    Team,
    /// Nobody.
    Nobody,
}

/// A kind of zone.
#[derive(Clone, Debug, Default)]
pub struct ZoneDef {
    /// What players call it.
    pub title: String,
    /// Whose it is.
    pub belongs: Belongs,
    /// Who sees its cards.
    pub seen: Seen,
    /// Who sees a card that lies face down in it although the zone is open.
    pub seen_face_down: Seen,
    /// Whether a card in it is controlled by its owner, wherever the zone is and whosever.
    pub owners_keep: bool,
    /// Of which zone everyone knows which cards it is made of, this one included, though not how they lie: they are dealt
    /// anew among themselves. The zone itself, or another that its cards come from; nothing where any card may lie.
    pub apart: Option<ZoneKind>,
}

/// A kind of token: a named whole number with bounds.
#[derive(Clone, Debug)]
pub struct TokenDef {
    /// What players call it.
    pub title: String,
    /// What it lies on.
    pub on: Belongs,
    /// Whether it is counted for each player apart (each side's pieces at one place).
    pub per_player: bool,
    /// The least there can be.
    pub min: i32,
    /// The most there can be.
    pub max: i32,
    /// How many there are at first.
    pub start: i32,
    /// Whether a card that leaves its zone keeps it.
    pub stays: bool,
    /// Whether players are shown it beside the table. What only keeps the books of the scripts is not; views have it all
    /// the same.
    pub shown: bool,
}

/// What kind of thing a field says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// One of the listed values, or none.
    OneOf,
    /// Any of the listed values.
    AnyOf,
    /// Listed values, each a number of times.
    Counts,
    /// A whole number, or nothing.
    Number,
    /// Words that no rule reads.
    Text,
    /// A goal in the query language, kept as its words and checked when the card is loaded.
    Goal,
    /// Other cards, by their ids.
    Cards,
}

/// A field of cards.
#[derive(Clone, Debug)]
pub struct FieldDef {
    /// What players call it.
    pub title: String,
    /// What kind of thing it says.
    pub kind: FieldKind,
    /// The values it can have, for the kinds that list them.
    pub values: Vec<String>,
    /// The tag of the first value; the others follow.
    pub first_tag: usize,
    /// Which cards must have it.
    pub required: Required,
}

/// Which cards must have a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Required {
    /// None of them.
    #[default]
    Never,
    /// All of them.
    Always,
    /// Those that a question to what is printed on them picks.
    Of {
        /// The question in its author's words.
        query: String,
        /// The question.
        pred: Arc<Pred>,
    },
}

impl Required {
    /// Whether a card must have the field.
    pub fn of(&self, rules: &Rules, card: &CardDef) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Of { pred, .. } => pred.matches_card(rules, card),
        }
    }

    /// Whether every card must have the field.
    pub fn is_always(&self) -> bool {
        *self == Self::Always
    }
}

impl FieldDef {
    /// The tags of this field's values.
    pub fn tags(&self) -> std::ops::Range<usize> {
        self.first_tag..self.first_tag + self.values.len()
    }

    /// Whether its values are tags.
    pub fn is_tagged(&self) -> bool {
        matches!(self.kind, FieldKind::OneOf | FieldKind::AnyOf | FieldKind::Counts)
    }
}

/// A rule value: a number (or a yes/no) of the table, each player or each card that only effects change.
#[derive(Clone, Debug)]
pub struct ValueDef {
    /// What players call it.
    pub title: String,
    /// Whose it is; never a zone's.
    pub on: Belongs,
    /// What it is with no effect on it.
    pub base: i32,
}

/// A trigger: a named way in which a card's operations are used.
#[derive(Clone, Debug, Default)]
pub struct TriggerDef {
    /// What players call it.
    pub title: String,
    /// The kinds of zones in which it is live.
    pub live: Vec<ZoneKind>,
    /// What must also hold of the card for it to be live.
    pub live_if: Option<Arc<Pred>>,
    /// The token that using it puts on the card, and that keeps it from being used again.
    pub exhausts: Option<TokenId>,
    /// Whether a player may leave it: an operation of it that answers an event is asked for, not carried out at once.
    pub optional: bool,
    /// Whether its operations must name an event that they answer.
    pub needs_event: bool,
    /// Whether its operations are lasting changes rather than scripts when they name no event.
    pub continuous: bool,
}

/// A kind of event.
#[derive(Clone, Debug, Default)]
pub struct EventDef {
    /// What a player is asked who may answer it; empty for a plain question.
    pub title: String,
    /// The names of its data, in the order in which they are kept.
    pub data: Vec<String>,
}

/// A set of zones of one player, and what must hold of a card there to count.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The kinds of zones.
    pub zones: Vec<ZoneKind>,
    /// What must hold of a card.
    pub only: Option<Arc<Pred>>,
    /// The number fields whose totals are worth showing to players.
    pub totals: Vec<FieldId>,
}

/// What is printed on a card, in a form made for asking.
#[derive(Clone, Debug, Default)]
pub struct CardDef {
    /// The id: its file's name.
    pub id: String,
    /// The name.
    pub name: String,
    /// The rules text, for people.
    pub text: String,
    /// Where its facts come from: rulebook, public or original.
    pub source: String,
    /// The card set (the folder) that it belongs to; empty for a card at the top.
    pub set: String,
    /// How many copies the game has.
    pub copies: u32,
    /// Whether its text does what it says; cards that are present as data only say so.
    pub implemented: bool,
    /// One bit for each tag.
    pub tags: Vec<u64>,
    /// How often each counted tag is printed, sorted by tag.
    pub counts: Vec<(TagId, i32)>,
    /// The numbers, by field.
    pub numbers: Vec<(FieldId, i32)>,
    /// The texts, by field.
    pub texts: Vec<(FieldId, String)>,
    /// The cards that it refers to, by field, in the order of its file.
    pub links: Vec<(FieldId, DefId)>,
    /// Its operations, in the order of its file.
    pub ops: Vec<OpDef>,
}

impl CardDef {
    /// Whether a tag is printed on it.
    #[inline]
    pub fn has(&self, tag: TagId) -> bool {
        self.tags.get(tag.ix() / 64).is_some_and(|word| word & (1 << (tag.ix() % 64)) != 0)
    }

    /// Prints a tag on it.
    pub fn set_tag(&mut self, tag: TagId) {
        let word = tag.ix() / 64;
        if self.tags.len() <= word {
            self.tags.resize(word + 1, 0);
        }
        self.tags[word] |= 1 << (tag.ix() % 64);
    }

    /// The number printed in a field.
    pub fn number(&self, field: FieldId) -> Option<i32> {
        self.numbers.iter().find(|(id, _)| *id == field).map(|(_, number)| *number)
    }
}

/// An amount of a token to pay.
pub type Price = (TokenId, i32);

/// One operation of a card.
#[derive(Clone, Debug)]
pub struct OpDef {
    /// The trigger it stands under.
    pub trigger: TriggerId,
    /// What tells it from the card's other operations, where the author says so.
    pub label: String,
    /// The event that it answers.
    pub event: Option<EventId>,
    /// What must be met for it to be used.
    pub requires: Option<Arc<Requirement>>,
    /// A condition that only a script can tell.
    pub when: Option<ScriptId>,
    /// What it costs.
    pub cost: Vec<Price>,
    /// What it does.
    pub body: OpBody,
    /// What it says in fields of its own.
    pub says: Says,
}

/// What must be met for an operation to be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// The goal.
    pub goal: Goal,
    /// As the author wrote it.
    pub text: String,
}

/// What an operation says in fields, as a card does.
#[derive(Clone, Debug, Default)]
pub struct Says {
    /// The values, by tag.
    pub tags: Vec<TagId>,
    /// The numbers, by field.
    pub numbers: Vec<(FieldId, i32)>,
    /// The texts, by field.
    pub texts: Vec<(FieldId, String)>,
    /// The cards that it refers to, by field.
    pub links: Vec<(FieldId, DefId)>,
}

impl Says {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.numbers.is_empty() && self.texts.is_empty() && self.links.is_empty()
    }
}

/// What an operation does.
#[derive(Clone, Debug)]
pub enum OpBody {
    /// It runs a script; the script's result is the operation's.
    Script(ScriptId),
    /// It has no script: rules read what it says in its fields.
    Nothing,
    /// It changes how things are read while its card is live.
    Change(Arc<ContinuousDef>),
}

/// A change that holds while its card is live.
#[derive(Clone, Debug)]
pub struct ContinuousDef {
    /// What it changes.
    pub targets: Targets,
    /// How.
    pub change: Change,
    /// It holds only while this does.
    pub condition: Option<Arc<Goal>>,
}

/// What a change is made to.
#[derive(Clone, Debug)]
pub enum Targets {
    /// The card that makes it.
    This,
    /// Exactly this.
    One(super::Subject),
    /// Every card that matches when it is read.
    Cards(Arc<Pred>),
    /// The player who controls the card that makes it.
    Controller,
    /// Every player.
    EveryPlayer,
    /// The table.
    Table,
}

/// How something is read while an effect holds.
#[derive(Clone, Debug)]
pub enum Change {
    /// A rule value.
    Value(ValueId, NumberChange),
    /// A card's number.
    Number(FieldId, NumberChange),
    /// A value of a field is there.
    Include(TagId),
    /// A value of a field is not there.
    Exclude(TagId),
    /// A field has just these values.
    Set(FieldId, Vec<TagId>),
    /// Nothing is read differently; a script runs when an event happens.
    Later(Box<LaterDef>),
}

/// How a number is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberChange {
    /// So much is added (or taken away).
    Add(i32),
    /// It is this.
    Set(i32),
    /// It is multiplied.
    Times(i32),
    /// It is at least this.
    AtLeast(i32),
    /// It is at most this.
    AtMost(i32),
}

impl NumberChange {
    /// The number after the change.
    pub const fn apply(self, number: i32) -> i32 {
        match self {
            Self::Add(n) => number.saturating_add(n),
            Self::Set(n) => n,
            Self::Times(n) => number.saturating_mul(n),
            Self::AtLeast(n) => {
                if number < n {
                    n
                } else {
                    number
                }
            }
            Self::AtMost(n) => {
                if n < number {
                    n
                } else {
                    number
                }
            }
        }
    }
}

/// A rule function to call when an event happens.
#[derive(Clone, Debug)]
pub struct LaterDef {
    /// The event.
    pub event: EventId,
    /// The name of the function.
    pub function: Arc<str>,
    /// What it is called with.
    pub argument: i64,
}
