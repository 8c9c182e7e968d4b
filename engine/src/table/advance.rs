//! Going on: step after step, until someone who is no bot must answer or the game is over.

use super::{AnswerError, Past, Table};
use crate::kernel::{Answer, BadAnswer, DecisionKind};
use crate::script::Fault;
use crate::script::exec::{StepEnd, call, step};
use crate::script::run::{Round, Run};

/// Steps in a row in which nobody decides anything.
const IDLE: usize = 10_000;
/// Steps of one game.
const STEPS: usize = 1_000_000;

/// How far the game came.
enum Came {
    /// To a decision, or to the end.
    Here,
    /// The given answer cannot be carried out.
    Refused(String),
}

impl Table {
    /// Plays on as far as the bots can: to the next decision of someone else, or to the end of the game. At a paced
    /// table the bots answer one decision at most.
    ///
    /// # Errors
    /// A script that failed. The step that it failed in has left no trace, and the same fault is given again.
    pub fn advance(&mut self) -> Result<(), Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        if self.pending.is_some() {
            return self.bots_answer();
        }
        match self.go_on(None) {
            Ok(_) if self.run().paced => Ok(()),
            Ok(_) => self.bots_answer(),
            Err(fault) => {
                self.fault = Some(fault.clone());
                Err(fault)
            }
        }
    }

    /// Bots that sit at a decision which waits for people too, or that was open when they sat down, answer.
    fn bots_answer(&mut self) -> Result<(), Fault> {
        while let Some(round) = self.gather() {
            match self.give(round) {
                Ok(()) if self.run().paced => break,
                Ok(()) => {}
                Err(AnswerError::Fault(fault)) => {
                    self.fault = Some(fault.clone());
                    return Err(fault);
                }
                // Remembered as refused: the bots answer otherwise, if there is another answer.
                Err(AnswerError::Bad(_)) if self.can_still_answer() => {}
                Err(AnswerError::Bad(_)) => break,
            }
        }
        Ok(())
    }

    fn can_still_answer(&self) -> bool {
        self.run().refused.len() < 1_000
    }

    /// The answers of all, if nobody is left who must be waited for.
    fn gather(&mut self) -> Option<Round> {
        let decision = self.pending.take()?;
        let run = self.run.as_mut()?;
        run.read = run.rounds.len();
        let round = match decision.kind {
            DecisionKind::Each => {
                for ask in &decision.asks {
                    if self.partial.iter().any(|answer| answer.player == ask.player) {
                        continue;
                    }
                    let answer = match ask.forced() {
                        Some(picks) => Some(Answer { player: ask.player, picks }),
                        None => run.ask_bot(&decision, ask.player),
                    };
                    self.partial.extend(answer);
                }
                (self.partial.len() == decision.asks.len()).then(|| {
                    let mut round = std::mem::take(&mut self.partial);
                    round.sort_by_key(|answer| decision.asked().position(|player| player == answer.player));
                    round
                })
            }
            DecisionKind::One | DecisionKind::First => {
                let all_bots = decision.asked().all(|player| run.agents.sits(player));
                if all_bots { run.ask_bots(&decision) } else { None }
            }
        };
        self.pending = Some(decision);
        round
    }

    /// Gives a whole round of answers and goes on.
    pub(super) fn give(&mut self, round: Round) -> Result<(), AnswerError> {
        let step = self.past.len();
        let run = self.run_mut();
        let at = run.rounds.len();
        run.rounds.push(round);
        let given = match self.go_on(Some(at)) {
            Ok(Came::Here) => Ok(()),
            Ok(Came::Refused(reason)) => Err(BadAnswer::Refused(reason).into()),
            Err(fault) => {
                self.take_back_to(step, at, &fault);
                Err(AnswerError::Fault(fault))
            }
        };
        match given {
            Ok(()) => {
                self.fault = None;
                Ok(self.bots_answer_once()?)
            }
            Err(why) => Err(why),
        }
    }

    /// The step of an answer went through, but one that followed failed before anyone was asked: the answer is taken back,
    /// so that another can be given. A table that keeps nothing cannot go back, and stays where the fault is.
    fn take_back_to(&mut self, step: usize, at: usize, fault: &Fault) {
        if self.pending.is_some() {
            return;
        }
        self.go_back_to(step, at);
        if self.setup.keep && self.go_on(None).is_ok() {
            return;
        }
        self.fault = Some(fault.clone());
    }

    // Inside `bots_answer` the loop there goes on; from a person's answer it begins here.
    fn bots_answer_once(&mut self) -> Result<(), Fault> {
        let waits = self.pending.as_ref().is_some_and(|decision| {
            decision.asked().any(|player| self.is_bot(player)) || decision.kind == DecisionKind::Each
        });
        if waits && !self.run().paced { self.bots_answer() } else { Ok(()) }
    }

    /// Runs steps. `given` is the position in the step of the answer that was just given.
    fn go_on(&mut self, given: Option<usize>) -> Result<Came, Fault> {
        self.pending = None;
        let mut given = given;
        let mut refusal: Option<String> = None;
        let mut failure: Option<Fault> = None;
        loop {
            let Some(mut run) = self.run.take() else { return Ok(Came::Here) };
            if run.state.outcome.is_some() && given.is_none() {
                self.run = Some(run);
                return Ok(Came::Here);
            }
            run.rewind();
            let phase = run.state.phase.clone();
            let (mut run, end, _) = step(run, || call(&phase, ()));
            match end {
                StepEnd::Asked => {
                    self.pending = run.decision.take();
                    self.run = Some(run);
                    return match (refusal, failure) {
                        (_, Some(fault)) => Err(fault),
                        (Some(reason), None) => Ok(Came::Refused(reason)),
                        (None, None) => Ok(Came::Here),
                    };
                }
                StepEnd::Done => {
                    given = None;
                    let idle = run.rounds.is_empty();
                    self.finish_step(&mut run);
                    self.idle = if idle { self.idle + 1 } else { 0 };
                    self.steps += 1;
                    self.run = Some(run);
                    self.check_progress(&phase)?;
                }
                StepEnd::Refused(reason) => {
                    let taken_back = take_back(&mut run);
                    let own = given.is_some_and(|at| at >= run.rounds.len());
                    self.run = Some(run);
                    if !taken_back {
                        return Err(self.stuck(&reason));
                    }
                    if own {
                        refusal = Some(reason);
                    }
                }
                StepEnd::Failed(fault) => {
                    let own = given.is_some_and(|at| at < run.rounds.len());
                    if !own || failure.is_some() {
                        run.rewind();
                        self.run = Some(run);
                        return Err(failure.unwrap_or(fault));
                    }
                    // The step is run again without the answer that led to the fault, to ask the same again.
                    while run.rounds.len() > given.unwrap_or(0) {
                        run.pop_round();
                    }
                    self.run = Some(run);
                    failure = Some(fault);
                }
            }
        }
    }

    fn finish_step(&mut self, run: &mut Run) {
        if self.setup.keep {
            self.past.push(Past {
                start: run.start.clone(),
                log: run.log_mark,
                rounds: std::mem::take(&mut run.rounds),
                asked: std::mem::take(&mut run.asked),
                barriers: std::mem::take(&mut run.barriers),
            });
        }
        run.commit();
    }

    fn check_progress(&self, phase: &str) -> Result<(), Fault> {
        let message = if self.idle > IDLE {
            format!("the phase `{phase}` was run {IDLE} times in a row and nobody decided anything")
        } else if self.steps > STEPS {
            format!("the game has not ended after {STEPS} steps")
        } else {
            return Ok(());
        };
        Err(Fault::unplaced(message))
    }

    fn stuck(&self, reason: &str) -> Fault {
        let phase = &self.run().state.phase;
        Fault::unplaced(format!("`{phase}` cannot be carried out, whatever is answered: {reason}"))
    }
}

/// Takes back the last answer of the step and remembers that it cannot be carried out.
fn take_back(run: &mut Run) -> bool {
    let Some(round) = run.pop_round() else { return false };
    let after = run.rounds.len();
    run.refused.retain(|(at, _)| *at <= after);
    run.refused.extend(round.into_iter().map(|answer| (after, answer)));
    true
}
