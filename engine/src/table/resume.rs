//! Going on with a recorded game: it is played again, decision by decision, and each is held against the record.

use std::rc::Rc;

use super::{ResumeError, Setup, StartError, Table};
use crate::kernel::{Answer, Picks};
use crate::record::{Asked, Record};
use crate::script::Game;
use crate::script::run::Round;

impl Table {
    /// Plays a record again, up to a number of decisions (all, if `None`), and gives the table as it was then. Bots take
    /// their seats only afterwards, by [`Table::seat`].
    ///
    /// # Errors
    /// At which decision the record no longer fits the game, what was asked then and what is asked now.
    pub fn resume(game: &Rc<Game>, record: &Record, to: Option<usize>) -> Result<Self, ResumeError> {
        Self::played_again(game, record, to, false)
    }

    /// `explained`: whether it is noted why things are as they are.
    pub(super) fn played_again(
        game: &Rc<Game>,
        record: &Record,
        to: Option<usize>,
        explained: bool,
    ) -> Result<Self, ResumeError> {
        if record.head.game != game.rules.id {
            return Err(ResumeError::OtherGame {
                record: record.head.game.clone(),
                game: game.rules.id.clone(),
            });
        }
        let setup = Setup {
            scenario: Some(record.head.scenario.clone()),
            players: record.head.players.clone(),
            seed: record.head.seed,
            practice: false,
            decks: record.head.decks.clone(),
            keep: true,
        };
        let mut table = Self::set(game, &setup)?;
        if explained {
            table.run_mut().why = Some(Box::default());
        }
        table.advance().map_err(StartError::from)?;
        for decision in record.decisions.iter().take(to.unwrap_or(usize::MAX)) {
            let now = table.asked();
            if now.as_ref() != Some(&decision.asked) {
                return Err(ResumeError::Differs {
                    n: decision.n,
                    then: Box::new(decision.asked.clone()),
                    now: now.map(Box::new),
                });
            }
            let round: Round = decision
                .answers
                .iter()
                .map(|answer| Answer { player: answer.player, picks: Picks::from_slice(&answer.picks) })
                .collect();
            let given = if decision.open {
                round.into_iter().try_for_each(|answer| table.answer(answer.player, &answer.picks))
            } else {
                match table.pending.as_ref().map(|pending| pending.accept(&round)) {
                    Some(Err(why)) => Err(why.into()),
                    _ => table.give(round),
                }
            };
            given.map_err(|why| ResumeError::Answer { n: decision.n, why })?;
        }
        Ok(table)
    }

    /// What is being asked, in the form in which a record keeps it.
    pub fn asked(&self) -> Option<Asked> {
        let run = self.run();
        self.pending.as_ref().map(|decision| Asked::of(decision, &run.look(), &run.names))
    }

    /// Lets anything be undone from now on, or no longer.
    pub fn set_practice(&mut self, practice: bool) {
        self.setup.practice = practice;
    }
}
