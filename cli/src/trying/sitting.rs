//! A table on which a card is tried, and the record of all that was done on it: the position is what the record comes
//! to, so taking back is doing it again without the last, and a changed file is doing it again with the new text.

use std::rc::Rc;

use cardwright::content::AnswerSpec;
use cardwright::kernel::{Answer, Ask, Decision, DecisionKind, Picks, Player};
use cardwright::record::Asked;
use cardwright::script::{Fault, Game, Round};
use cardwright::testing::{Bench, Tried};

use super::deed::{Answered, Deed, Done};
use super::layout::{Placed, put};

/// How a table is laid out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many play.
    pub players: usize,
    /// The seed of chance.
    pub seed: u64,
    /// The cards, in the order in which they are put.
    pub placed: Vec<Placed>,
}

/// A question that waits for its answer.
struct Open {
    done: Done,
    decision: Decision,
    /// Of several who answer at once, those who have.
    partial: Vec<(Answer, Option<AnswerSpec>, String)>,
}

/// A table, and how it came to be as it is.
pub struct Sitting {
    /// The game.
    pub game: Rc<Game>,
    /// How it was laid out.
    pub plan: Plan,
    /// The table.
    pub bench: Bench,
    /// What was done to its end.
    pub done: Vec<Done>,
    open: Option<Open>,
    /// The expressions looked at before anything was done.
    looked: Vec<String>,
}

/// What came of something that was done or answered.
#[derive(Debug)]
pub enum Came {
    /// It is done; the number that it gave, if any.
    Done(Option<i64>),
    /// Something is asked.
    Asked,
    /// It cannot be carried out; nothing is changed.
    Refused(String),
    /// A script failed; nothing is changed.
    Failed(Fault),
}

/// Where a record and a changed file part.
#[derive(Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The step, from 1, and what was typed for it.
    pub step: (usize, String),
    /// What does not fit.
    pub why: Why,
}

/// Why a step does not fit any more.
#[derive(Debug, PartialEq, Eq)]
pub enum Why {
    /// Something else is asked, or nothing; with the decision's number within the step, from 1.
    Differs(usize, Box<Asked>, Option<Box<Asked>>),
    /// Something is asked where nothing was.
    Asks(usize, Box<Asked>),
    /// It cannot be carried out, or fails.
    Cannot(String),
}

impl Sitting {
    /// Lays out a table.
    pub fn new(game: &Rc<Game>, plan: &Plan) -> Result<Self, String> {
        let mut bench = Bench::new(game, plan.players, plan.seed);
        for placed in &plan.placed {
            put(&mut bench, game, placed)?;
        }
        Ok(Self {
            game: game.clone(),
            plan: plan.clone(),
            bench,
            done: Vec::new(),
            open: None,
            looked: Vec::new(),
        })
    }

    /// The table after the first so many things that were done.
    pub fn after(&self, steps: usize) -> Result<Self, String> {
        let mut fresh = Self::new(&self.game, &self.plan)?;
        fresh.play(&self.done[..steps.min(self.done.len())], None);
        Ok(fresh)
    }

    /// What is asked.
    pub fn decision(&self) -> Option<&Decision> {
        self.open.as_ref().map(|open| &open.decision)
    }

    /// What is to be answered next, if anything is.
    pub fn ask(&self) -> Option<&Ask> {
        let open = self.open.as_ref()?;
        let answered = |ask: &&Ask| {
            ask.forced().is_none() && !open.partial.iter().any(|(answer, ..)| answer.player == ask.player)
        };
        open.decision.asks.iter().find(answered)
    }

    /// The questions of which only one is answered, by whoever acts first; none, where all are answered.
    pub fn open_to_all(&self) -> &[Ask] {
        match &self.open {
            Some(open) if open.decision.kind == DecisionKind::First => &open.decision.asks,
            _ => &[],
        }
    }

    /// Does something.
    pub fn act(&mut self, deed: Deed, typed: &str) -> Came {
        let done = Done::new(deed, typed);
        let tried = done.deed.attempt(&mut self.bench, &self.game, &[]);
        self.came(done, tried)
    }

    fn came(&mut self, mut done: Done, tried: Tried) -> Came {
        match tried {
            Tried::Done(gave) => {
                done.gave = gave;
                self.done.push(done);
                Came::Done(gave)
            }
            Tried::Asked(decision) => {
                self.open = Some(Open { done, decision: *decision, partial: Vec::new() });
                Came::Asked
            }
            Tried::Refused(reason) => Came::Refused(reason),
            Tried::Failed(fault) => Came::Failed(fault),
        }
    }

    /// Answers what is asked of a player.
    pub fn answer(&mut self, player: Player, picks: &Picks, typed: &str) -> Came {
        let Some(mut open) = self.open.take() else { return Came::Refused("nothing is asked".to_owned()) };
        let Some(ask) = open.decision.ask(player) else {
            self.open = Some(open);
            return Came::Refused("that player is not asked".to_owned());
        };
        let spec = self.bench.spec(ask, picks).filter(|_| {
            // A test takes an answer for that of the first who could give it.
            let (look, names) = (self.bench.look(), self.bench.names());
            let label = |ask: &Ask, ix: usize| ask.label(ix, &look, names);
            let chosen: Vec<String> = picks.iter().map(|pick| label(ask, usize::from(*pick))).collect();
            let earlier = open.decision.asks.iter().take_while(|other| other.player != player);
            open.decision.kind != DecisionKind::First
                || !earlier
                    .flat_map(|ask| (0..ask.options.len()).map(move |ix| (ask, ix)))
                    .any(|(ask, ix)| chosen.contains(&label(ask, ix)))
        });
        open.partial.push((Answer { player, picks: picks.clone() }, spec, typed.to_owned()));
        let Some(round) = whole(&open) else {
            self.open = Some(open);
            return Came::Asked;
        };
        let specs = open.partial.iter().map(|(_, spec, _)| spec.clone()).collect();
        let typed = open.partial.iter().map(|(.., typed)| typed.clone()).collect();
        let asked = Asked::of(&open.decision, &self.bench.look(), self.bench.names());
        let before = open.done.clone();
        open.done.answers.push(Answered { asked, round, specs, typed });
        let tried = open.done.deed.attempt(&mut self.bench, &self.game, &open.done.rounds());
        let came = self.came(open.done, tried);
        if matches!(came, Came::Refused(_) | Came::Failed(_)) {
            // Back to the question.
            let tried = before.deed.attempt(&mut self.bench, &self.game, &before.rounds());
            self.came(before, tried);
        }
        came
    }

    /// Notes that an expression was looked at, for a test of what was done.
    pub fn looked_at(&mut self, text: &str) {
        let looked = self.done.last_mut().map_or(&mut self.looked, |done| &mut done.looked);
        if self.open.is_none() && !looked.iter().any(|known| known == text) {
            looked.push(text.to_owned());
        }
    }

    /// The expressions looked at since the last thing was done.
    pub fn looked(&self) -> &[String] {
        self.done.last().map_or(&self.looked, |done| &done.looked)
    }

    /// Takes back the last answer, or else the last thing done; gives what was typed for it, or nothing if there is
    /// nothing. Neither chance that was used nor cards that were seen hold it up.
    pub fn back(&mut self) -> Result<Option<String>, String> {
        let mut steps = std::mem::take(&mut self.done);
        let mut last = match self.open.take() {
            Some(mut open) => {
                if let Some((.., typed)) = open.partial.pop() {
                    (self.done, self.open) = (steps, Some(open));
                    return Ok(Some(typed));
                }
                open.done
            }
            None => match steps.pop() {
                Some(done) => done,
                None => return Ok(None),
            },
        };
        let (taken, open) = match last.answers.pop() {
            Some(answered) => (answered.typed.join(", "), Some(last)),
            None => (last.typed, None),
        };
        let mut fresh = Self::new(&self.game, &self.plan)?;
        fresh.looked = std::mem::take(&mut self.looked);
        // What could be done once can be done again.
        let _ = fresh.play(&steps, open.as_ref());
        *self = fresh;
        Ok(Some(taken))
    }

    /// The same record with another game: the table stands as far as it fits, and what does not fit is told.
    pub fn again(&self, game: &Rc<Game>) -> Result<(Self, Option<Misfit>), String> {
        let mut fresh = Self::new(game, &self.plan)?;
        fresh.looked.clone_from(&self.looked);
        let misfit = fresh.play(&self.done, self.open.as_ref().map(|open| &open.done));
        Ok((fresh, misfit))
    }

    /// Does steps again, the last of them as far as it was answered.
    fn play(&mut self, steps: &[Done], open: Option<&Done>) -> Option<Misfit> {
        let last = open.map(|open| (open, false));
        for (ix, (step, whole)) in steps.iter().map(|done| (done, true)).chain(last).enumerate() {
            if let Err(why) = self.play_one(step, whole) {
                return Some(Misfit { step: (ix + 1, step.typed.clone()), why });
            }
        }
        None
    }

    fn play_one(&mut self, step: &Done, whole: bool) -> Result<(), Why> {
        let mut done = Done { answers: Vec::new(), ..step.clone() };
        let mut answers = step.answers.iter();
        loop {
            let tried = done.deed.attempt(&mut self.bench, &self.game, &done.rounds());
            match (tried, answers.next()) {
                (Tried::Asked(decision), then) => {
                    let now = Asked::of(&decision, &self.bench.look(), self.bench.names());
                    match then {
                        Some(then) if then.asked == now => done.answers.push(then.clone()),
                        then => {
                            let misfit = then.map(|then| then.asked.clone());
                            let number = done.answers.len() + 1;
                            self.open = Some(Open { done, decision: *decision, partial: Vec::new() });
                            return match misfit {
                                Some(then) => Err(Why::Differs(number, Box::new(then), Some(Box::new(now)))),
                                None if whole => Err(Why::Asks(number, Box::new(now))),
                                None => Ok(()),
                            };
                        }
                    }
                }
                (Tried::Done(gave), None) => {
                    done.gave = gave;
                    self.done.push(done);
                    return Ok(());
                }
                (Tried::Done(_), Some(then)) => {
                    let number = done.answers.len() + 1;
                    // It was carried out without the answer: that is taken back.
                    self.undo_last();
                    return Err(Why::Differs(number, Box::new(then.asked.clone()), None));
                }
                (Tried::Refused(reason), _) => return self.stopped(done, reason),
                (Tried::Failed(fault), _) => return self.stopped(done, fault.to_string()),
            }
        }
    }

    /// A step that cannot be done again; what was answered before the answer that it stopped at stays.
    fn stopped(&mut self, mut done: Done, reason: String) -> Result<(), Why> {
        if done.answers.pop().is_some()
            && let Tried::Asked(decision) = done.deed.attempt(&mut self.bench, &self.game, &done.rounds())
        {
            self.open = Some(Open { done, decision: *decision, partial: Vec::new() });
        }
        Err(Why::Cannot(reason))
    }

    fn undo_last(&mut self) {
        if let Ok(mut fresh) = Self::new(&self.game, &self.plan) {
            fresh.looked.clone_from(&self.looked);
            fresh.play(&self.done, None);
            *self = fresh;
        }
    }

    /// What was typed for all this, to be typed again.
    pub fn typed(&self) -> Vec<&str> {
        let open = self.open.iter();
        let half = open.clone().flat_map(|open| open.partial.iter().map(|(.., typed)| typed.as_str()));
        let steps = self.done.iter().chain(open.map(|open| &open.done));
        let lines = steps.flat_map(|done| {
            let answers = done.answers.iter().flat_map(|answered| answered.typed.iter().map(String::as_str));
            std::iter::once(done.typed.as_str()).chain(answers)
        });
        lines.chain(half).collect()
    }
}

/// The round of answers, once all who are asked have answered; those without a choice need not be asked.
fn whole(open: &Open) -> Option<Round> {
    let given = |player: Player| {
        open.partial.iter().map(|(answer, ..)| answer).find(|answer| answer.player == player).cloned()
    };
    if open.decision.kind == DecisionKind::First {
        return open.partial.first().map(|(answer, ..)| Round::from_elem(answer.clone(), 1));
    }
    let answer =
        |ask: &Ask| given(ask.player).or_else(|| Some(Answer { player: ask.player, picks: ask.forced()? }));
    open.decision.asks.iter().map(answer).collect()
}
