//! Many games of bots, and what came of them.

mod run;
mod tally;

pub use run::{Plan, run};
pub use tally::{CardTally, Failure, Tally};
