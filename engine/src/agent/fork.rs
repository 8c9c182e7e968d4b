//! A fork: a copy of the game in which an agent tries things out.

use rhai::Dynamic;

use crate::kernel::{Answer, Ask, Decision, Outcome, Picks, Player, Random};
use crate::script::Fault;
use crate::script::exec::{StepEnd, call, step};
use crate::script::run::{Round, Run, Verb};

/// A copy of a game as one player could think it to be.
pub struct Fork {
    run: Option<Box<Run>>,
    decision: Option<Decision>,
    /// Answers of several asked at once, until all are there.
    partial: Round,
    player: Player,
    /// How many steps were finished since the fork was made.
    steps: usize,
}

impl std::fmt::Debug for Fork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fork").field("player", &self.player).finish_non_exhaustive()
    }
}

impl Clone for Fork {
    fn clone(&self) -> Self {
        Self {
            run: self.run.as_ref().map(|run| run.fork()),
            decision: self.decision.clone(),
            partial: self.partial.clone(),
            player: self.player,
            steps: self.steps,
        }
    }
}

/// Steps that a fork goes through without anyone being asked.
const STEPS: usize = 10_000;

/// What became of an answer given in a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Went {
    /// The game goes on.
    On,
    /// The answer cannot be carried out, or led to a fault.
    Nowhere,
}

impl Fork {
    /// A fork of the moment in which a decision is open; nothing, if the new deal does not come to it.
    pub(super) fn deal(run: &Run, decision: &Decision, player: Player, random: &mut Random) -> Option<Self> {
        let chance = random.seed();
        let mut run = redeal(run, decision, player, random, Some(chance))?;
        let decision = run.decision.take();
        Some(Self { run: Some(run), decision, partial: Round::new(), player, steps: 0 })
    }

    /// The player who tries things out here.
    pub fn player(&self) -> Player {
        self.player
    }

    /// What is asked now, of anyone.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// What this fork's player is asked now.
    pub fn ask(&self) -> Option<&Ask> {
        self.decision.as_ref()?.ask(self.player)
    }

    /// How the game ended here, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.run.as_ref()?.state.outcome.as_ref()
    }

    /// Whether the step in which the fork was made has come to its end.
    pub fn step_ended(&self) -> bool {
        self.steps > 0
    }

    /// Gives an answer and goes on to the next question that someone must answer.
    pub fn answer(&mut self, player: Player, picks: &Picks) -> Went {
        let Some(decision) = &self.decision else { return Went::Nowhere };
        let Some(ask) = decision.ask(player) else { return Went::Nowhere };
        if ask.accept(picks).is_err() {
            return Went::Nowhere;
        }
        self.partial.retain(|answer| answer.player != player);
        self.partial.push(Answer { player, picks: picks.clone() });
        let waiting =
            decision.kind == crate::kernel::DecisionKind::Each && self.partial.len() < decision.asks.len();
        if waiting {
            return Went::On;
        }
        let round = std::mem::take(&mut self.partial);
        if let Some(run) = &mut self.run {
            run.rounds.push(round);
        }
        if self.go_on() { Went::On } else { Went::Nowhere }
    }

    /// Gives this fork's player's answer and lets the others answer; nothing, if it leads nowhere.
    pub(super) fn answer_and_wait(&mut self, picks: &Picks, random: &mut Random) -> Option<()> {
        let went = self.answer(self.player, picks);
        (went == Went::On && self.let_others_answer(random) == Went::On).then_some(())
    }

    /// Lets every other player answer at random until this fork's player is asked, the step ends or the game does.
    pub fn let_others_answer(&mut self, random: &mut Random) -> Went {
        loop {
            let Some(decision) = &self.decision else { return Went::On };
            let answered = |player| self.partial.iter().any(|answer| answer.player == player);
            let next = decision.asks.iter().find(|ask| ask.player != self.player && !answered(ask.player));
            let Some(ask) = next else { return Went::On };
            if decision.kind == crate::kernel::DecisionKind::First && decision.ask(self.player).is_some() {
                return Went::On;
            }
            let answers = ask.answers(64);
            let ix = random.below(answers.len() as u32) as usize;
            let (player, picks) = (ask.player, answers.into_iter().nth(ix).unwrap_or_default());
            if self.answer(player, &picks) == Went::Nowhere {
                return Went::Nowhere;
            }
        }
    }

    /// How good this is for the fork's player: the game's own estimate; a finished game counts above all estimates.
    pub fn estimate(&mut self) -> i64 {
        const WON: i64 = 1_000_000_000;
        if let Some(outcome) = self.outcome() {
            let score = outcome.scores.get(self.player.ix()).copied().unwrap_or(0);
            let won = outcome.winners.contains(self.player);
            return if won { WON.saturating_add(score) } else { score - WON };
        }
        let seat = i64::from(self.player);
        let Some(run) = self.run.take() else { return 0 };
        if !run.game.hooks.estimate {
            self.run = Some(run);
            return 0;
        }
        // The estimate may change nothing, whatever its script does.
        let mut copy = run.fork();
        copy.start.clone_from(&run.state);
        copy.rewind();
        self.run = Some(run);
        let (run, end, value) = step(copy, || call("estimate", (seat,)));
        let fault = match (end, value.as_int()) {
            (StepEnd::Done, Ok(n)) => return n,
            (StepEnd::Done, Err(kind)) => {
                Fault::unplaced(format!("`estimate` must give a whole number, not {kind}"))
            }
            (StepEnd::Asked, _) => Fault::unplaced("`estimate` only looks: it cannot ask anyone"),
            (StepEnd::Refused(why), _) => Fault::unplaced(format!("`estimate` was refused: {why}")),
            (StepEnd::Failed(fault), _) => fault,
        };
        run.game.failed_in_trial(fault);
        0
    }

    fn go_on(&mut self) -> bool {
        let Some(mut run) = self.run.take() else { return false };
        let ok = loop {
            run.rewind();
            let act = running(&run);
            let (back, end, _) = step(run, act);
            run = back;
            match end {
                StepEnd::Asked => {
                    self.decision = run.decision.take();
                    break true;
                }
                StepEnd::Done => {
                    self.decision = None;
                    run.commit();
                    self.steps += 1;
                    // After what is tried on a bench comes nothing more.
                    if run.state.outcome.is_some() || run.tried.take().is_some() {
                        break true;
                    }
                    // A game that goes on and on without a question leads nowhere.
                    if self.steps > STEPS {
                        break false;
                    }
                }
                StepEnd::Refused(_) => break false,
                StepEnd::Failed(fault) => {
                    run.game.failed_in_trial(fault);
                    break false;
                }
            }
        };
        self.run = Some(run);
        ok
    }
}

/// Deals the beginning of a running step anew in all that a player does not know now, and runs it to where it stands.
/// Nothing, if it does not come to the same question. With `chance`, all chance after it is another.
pub(crate) fn redeal(
    run: &Run,
    decision: &Decision,
    player: Player,
    random: &mut Random,
    chance: Option<u64>,
) -> Option<Box<Run>> {
    let mut copy = run.fork();
    let unknown = run.state.unknown_to(player);
    // Cards that this very step has made cannot be dealt anew where they lay before it: they lay nowhere.
    if unknown.iter().any(|card| !copy.start.has_card(*card)) {
        return None;
    }
    copy.start.deal_anew(&run.game.rules, &unknown, random);
    copy.rounds.truncate(run.read);
    copy.reseed = chance.map(|seed| (run.read, seed));
    copy.rewind();
    let act = running(&copy);
    let (copy, end, _) = step(copy, act);
    let now = copy.decision.as_ref().filter(|_| matches!(end, StepEnd::Asked))?;
    let same = now.kind == decision.kind
        && now.asked().eq(decision.asked())
        && now.asks.iter().zip(&decision.asks).all(|(now, then)| same_size(now, then))
        && now.ask(player) == decision.ask(player)
        // What others answered may have led elsewhere from the new deal.
        && copy.state.looks_alike(&run.state, player);
    same.then_some(copy)
}

/// What the running step carries out: its phase, or what is tried.
fn running(run: &Run) -> impl FnOnce() -> Verb<Dynamic> + use<> {
    let (phase, tried) = (run.start.phase.clone(), run.tried.clone());
    move || match tried {
        Some((name, argument)) => call(&name, (argument,)),
        None => call(&phase, ()),
    }
}

fn same_size(now: &Ask, then: &Ask) -> bool {
    now.options.len() == then.options.len() && (now.min, now.max) == (then.min, then.max)
}
