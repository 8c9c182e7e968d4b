//! Where a score came from.

use super::Table;
use crate::kernel::Player;
use crate::script::Fault;
use crate::script::exec::{StepEnd, call, step};

impl Table {
    /// Where a player's score comes from as things stand: each part with its points, in the game's own order. A game tells
    /// it by the rule function `score_parts(player)`, which gives an array of `[label, points]`; without one the list is
    /// empty. Nothing is changed by asking.
    ///
    /// # Errors
    /// The function failed, or did not give such an array.
    pub fn score_parts(&self, player: Player) -> Result<Vec<(String, i64)>, Fault> {
        if !self.game().has_function("score_parts", 1) {
            return Ok(Vec::new());
        }
        let mut copy = self.run().fork();
        copy.start.clone_from(&self.run().state);
        copy.rewind();
        let (_, end, given) = step(copy, || call("score_parts", (i64::from(player),)));
        if let StepEnd::Failed(fault) = end {
            return Err(fault);
        }
        let part = |part: &rhai::Dynamic| {
            let part = part.as_array_ref().ok()?;
            match &part[..] {
                [label, points] => Some((label.to_string(), points.as_int().ok()?)),
                _ => None,
            }
        };
        let parts = given.as_array_ref().ok().and_then(|list| list.iter().map(part).collect());
        parts.ok_or_else(|| Fault {
            message: "`score_parts` must give an array of `[label, points]`".to_owned(),
            script: self.game().function_home("score_parts"),
            line: 0,
            column: 0,
            trail: Vec::new(),
        })
    }
}
