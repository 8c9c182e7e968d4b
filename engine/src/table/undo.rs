//! Taking back. It goes to the last decision of someone who is no bot, and not past what cannot be unseen.

use super::{Past, Table, UndoError};
use crate::script::run::Round;

impl Table {
    /// Takes back the last answer that someone other than a bot gave, and all that came after it.
    ///
    /// # Errors
    /// Nothing to take back; or, except in practice, chance used or a hidden card seen since: then nothing is changed.
    pub fn undo(&mut self) -> Result<(), UndoError> {
        if !self.setup.keep {
            return Err(UndoError::NotKept);
        }
        let open = self.partial.iter().any(|answer| !self.is_bot(answer.player));
        if open {
            // One of several who answer at once takes back an answer that nobody has seen.
            self.partial.retain(|answer| self.run.as_ref().is_some_and(|run| run.agents.sits(answer.player)));
            return Ok(());
        }
        let back = self.last_own()?;
        self.pending = None;
        self.fault = None;
        let run = self.run.as_mut().ok_or(UndoError::Nothing)?;
        match back {
            Back::InStep(keep) => {
                while run.rounds.len() > keep {
                    run.pop_round();
                }
            }
            Back::ToPast(step, keep) => {
                self.go_back_to(step, keep);
            }
        }
        let run = self.run.as_mut().ok_or(UndoError::Nothing)?;
        run.refused.clear();
        run.reset();
        // What could be asked once can be asked again; a fault here would be told by the next answer.
        let _ = self.advance();
        Ok(())
    }

    /// A step that was over begins again, with so many of its answers.
    pub(super) fn go_back_to(&mut self, step: usize, keep: usize) {
        let Some(run) = &mut self.run else { return };
        let mut rest = self.past.drain(step..);
        let Some(past) = rest.next() else { return };
        drop(rest);
        run.state.clone_from(&past.start);
        run.start = past.start;
        run.log.truncate(past.log);
        run.log_mark = past.log;
        run.rounds = past.rounds;
        run.asked = past.asked;
        run.rounds.truncate(keep);
        run.asked.truncate(keep);
        run.refused.clear();
        run.reset();
        self.steps = self.past.len();
        self.idle = 0;
    }

    fn own(&self, round: &Round) -> bool {
        round.iter().any(|answer| !self.is_bot(answer.player))
    }

    fn last_own(&self) -> Result<Back, UndoError> {
        let run = self.run();
        let free = |barriers: &[bool]| self.setup.practice || !barriers.iter().any(|barrier| *barrier);
        if let Some(ix) = run.rounds.iter().rposition(|round| self.own(round)) {
            return match free(run.barriers.get(ix + 1..).unwrap_or_default()) {
                true => Ok(Back::InStep(ix)),
                false => Err(UndoError::Barrier),
            };
        }
        let mut clear = free(&run.barriers);
        for (step, Past { rounds, barriers, .. }) in self.past.iter().enumerate().rev() {
            if let Some(ix) = rounds.iter().rposition(|round| self.own(round)) {
                clear &= free(barriers.get(ix + 1..).unwrap_or_default());
                return if clear { Ok(Back::ToPast(step, ix)) } else { Err(UndoError::Barrier) };
            }
            clear &= free(barriers);
        }
        Err(UndoError::Nothing)
    }
}

enum Back {
    /// So many answers of the running step are kept.
    InStep(usize),
    /// A step that was over runs again, with so many of its answers.
    ToPast(usize, usize),
}
