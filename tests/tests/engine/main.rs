//! What the engine does, shown on games of a few lines each; every number is worked out by hand beside it.

mod agents;
mod by_hand;
mod choices;
mod closures;
mod costs;
mod decks;
mod effects;
mod hidden;
mod map;
mod program;
mod random_scripts;
mod reactions;
mod records;
mod undo;
