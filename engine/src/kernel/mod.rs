//! The state of play and everything that can be done to it. No script, no file, no game is known here.

mod deal;
pub mod decision;
mod effect;
mod goal;
mod ids;
mod layout;
mod log;
mod look;
pub mod map;
mod matching;
mod predicate;
mod random;
mod rules;
mod state;
pub mod view;

pub use decision::{Answer, Ask, BadAnswer, Choice, Decision, DecisionKind, Picks, Value};
pub use effect::{Effect, EffectKind, LastingDef, Until};
pub use goal::{Cards, Goal, Measure};
pub use ids::{
    CardId, DefId, EventId, FieldId, Handle, MAX_PLAYERS, OpRef, Player, Players, ScriptId, Subject, TagId,
    TokenId, TriggerId, ValueId, ZoneId, ZoneKind,
};
pub use log::{Entry, Part};
pub use look::Look;
pub use matching::{Matching, Taker, max_matching, share_out};
pub use predicate::{Asker, Attribute, Cmp, Pred};
pub use random::Random;
pub use rules::{
    Belongs, CardDef, Change, ContinuousDef, EventDef, FieldDef, FieldKind, GraphDef, KERNEL_EVENTS,
    KERNEL_TRIGGERS, LaterDef, MOVED, Named, NumberChange, OpBody, OpDef, Pool, Price, Required, Requirement,
    Rules, SHUFFLED, Says, ScenarioDef, Seen, TOKEN_CHANGED, Targets, TokenDef, TriggerDef, ValueDef,
    ZoneDef,
};
pub use state::{Card, CardsIn, Outcome, Spot, State};
pub use view::View;
