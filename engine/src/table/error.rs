//! What can go wrong at a table.

use crate::kernel::BadAnswer;
use crate::record::Asked;
use crate::script::Fault;

/// Why a game cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The game has no scenario of this name.
    #[error("unknown scenario `{name}`{}", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    UnknownScenario {
        /// The name.
        name: String,
        /// The nearest known one.
        near: Option<String>,
    },
    /// The game has no deck of this name.
    #[error("unknown deck `{name}`{}", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    UnknownDeck {
        /// The name.
        name: String,
        /// The nearest known one.
        near: Option<String>,
    },
    /// The game has no scenario at all.
    #[error("the game has no scenario")]
    NoScenario,
    /// The scenario is not for so many players.
    #[error("{given} player{}; it is for {min} to {max}", if *given == 1 { "" } else { "s" })]
    Players {
        /// How many were given.
        given: usize,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// A script failed.
    #[error("a script failed: {0}")]
    Fault(#[from] Fault),
}

/// Why an answer was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// It does not fit what is asked, or cannot be carried out.
    #[error(transparent)]
    Bad(#[from] BadAnswer),
    /// A script failed; the game is as it was before the answer.
    #[error("a script failed: {0}")]
    Fault(#[from] Fault),
}

/// Why nothing was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UndoError {
    /// Nobody has decided anything yet.
    #[error("there is nothing to take back")]
    Nothing,
    /// Since then chance was used or something hidden was seen.
    #[error("chance was used or a hidden card was seen since then; only practice games go back past that")]
    Barrier,
    /// The table keeps nothing to undo with.
    #[error("this table keeps nothing to take back with")]
    NotKept,
}

/// Why a record cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It is of another game.
    #[error("the record is of `{record}`, not of `{game}`")]
    OtherGame {
        /// The record's game.
        record: String,
        /// The game at hand.
        game: String,
    },
    /// The game cannot be started as the record says.
    #[error(transparent)]
    Start(#[from] StartError),
    /// At a decision something else is asked now than was then.
    #[error("decision {n} no longer fits: then {then}; now {}", asked_now(then, now.as_deref()))]
    Differs {
        /// The decision's number, from 1.
        n: usize,
        /// What was asked then.
        then: Box<Asked>,
        /// What is asked now.
        now: Option<Box<Asked>>,
    },
    /// An answer cannot be given now.
    #[error("the answer to decision {n} cannot be given now: {why}")]
    Answer {
        /// The decision's number, from 1.
        n: usize,
        /// Why.
        why: AnswerError,
    },
}

/// What is asked now, set against what was asked then: only what the options are may have changed.
fn asked_now(then: &Asked, now: Option<&Asked>) -> String {
    match now {
        None => "nothing is asked".to_string(),
        Some(now) if now.to_string() == then.to_string() => {
            "the same is asked with other options".to_string()
        }
        Some(now) => now.to_string(),
    }
}
