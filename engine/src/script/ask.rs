//! Asking: where a script's question finds its answer, or the step stops until there is one.

use std::sync::Arc;

use super::run::{Round, Run, Stop, Trial, Verb, aside, limits, oops, with};
use crate::agent::Seat;
use crate::kernel::{Answer, Ask, CardId, Choice, Decision, DecisionKind, Player};
use crate::record::Asked;

/// Asks players something and gives the answers: of each player asked, or of the one who acted first.
///
/// An answer that was given before is given again; a forced one is not asked for; a bot is asked in line. Otherwise the
/// step stops here, to be run again when the answer is there.
pub(crate) fn ask(kind: DecisionKind, asks: Vec<Ask>) -> Verb<Round> {
    with(|run| run.check_asks(&asks))?;
    // A game that has ended ends at once: what is left of the step asks nobody any more.
    if with(|run| Ok(run.state.outcome.is_some()))? {
        return Err(Stop::Over.error());
    }
    if asks.is_empty() {
        return Ok(Round::new());
    }
    if let Some(round) = forced(kind, &asks) {
        return Ok(round);
    }
    let about = with(|run| Ok(run.asker().card))?;
    let decision = Decision { kind, asks, about };
    match with(|run| run.known_answer(&decision))? {
        Known::Answer(round) => Ok(round),
        Known::Ask => aside(|run| run.ask_in_line(decision))?,
    }
}

/// The answer when nobody has a choice.
fn forced(kind: DecisionKind, asks: &[Ask]) -> Option<Round> {
    match kind {
        DecisionKind::First if asks.len() > 1 => None,
        _ => asks.iter().map(|ask| Some(Answer { player: ask.player, picks: ask.forced()? })).collect(),
    }
}

enum Known {
    Answer(Round),
    Ask,
}

impl Run {
    fn check_asks(&mut self, asks: &[Ask]) -> Verb<()> {
        self.may_change()?;
        // What is only tried has a limit of its own.
        self.decisions += usize::from(self.trial.is_none());
        if self.decisions > limits::DECISIONS {
            return oops(format!("more than {} decisions in one step; does it ever end?", limits::DECISIONS));
        }
        for ask in asks {
            if ask.player.ix() >= self.state.player_count() {
                return oops(format!("nobody sits at seat {}, so nobody can be asked", ask.player.0));
            }
            if ask.options.len() > usize::from(u16::MAX) {
                return oops("a decision has more than 65535 options");
            }
            if ask.min > ask.options.len() {
                return oops(format!("`{}` wants {} of {} options", ask.prompt, ask.min, ask.options.len()));
            }
        }
        Ok(())
    }

    fn known_answer(&mut self, decision: &Decision) -> Verb<Known> {
        if self.trial.is_some() {
            return self.tried_answer(decision).map(Known::Answer);
        }
        let barrier = self.take_barrier();
        self.barriers.push(barrier);
        let Some(round) = self.rounds.get(self.read).cloned() else { return Ok(Known::Ask) };
        if let Err(why) = decision.accept(&round) {
            return oops(format!("a recorded answer does not fit what is asked now: {why}"));
        }
        self.begin_answer(decision);
        Ok(Known::Answer(round))
    }

    fn begin_answer(&mut self, decision: &Decision) {
        if let Some(why) = &self.why {
            why.answered();
        }
        if self.recording && self.asked.len() == self.read {
            let asked = Asked::of(decision, &self.look(), &self.names);
            self.asked.push(asked);
        }
        self.read += 1;
        self.take_barrier();
        if let Some((after, seed)) = self.reseed
            && after + 1 == self.read
        {
            self.state.random = crate::kernel::Random::new(seed);
            self.take_barrier();
        }
    }

    /// Asks the bots, if only bots are asked and nobody wants to see each decision; else stops the step.
    fn ask_in_line(&mut self, decision: Decision) -> Verb<Round> {
        let all_bots = decision.asked().all(|player| self.agents.sits(player));
        if self.paced || !all_bots {
            self.decision = Some(decision);
            return Err(Stop::Asked.error());
        }
        match self.ask_bots(&decision) {
            Some(round) => {
                self.rounds.push(round.clone());
                self.begin_answer(&decision);
                Ok(round)
            }
            None => {
                self.refusal.get_or_insert_with(|| "no answer can be carried out".to_string());
                Err(Stop::Refused.error())
            }
        }
    }

    /// The bots' answers; nothing if each of theirs was refused before.
    pub(crate) fn ask_bots(&mut self, decision: &Decision) -> Option<Round> {
        let mut round = Round::new();
        for ask in &decision.asks {
            if decision.kind == DecisionKind::First && !round.is_empty() {
                break;
            }
            if ask.options.is_empty() && decision.kind == DecisionKind::First {
                continue;
            }
            round.push(self.ask_bot(decision, ask.player)?);
        }
        Some(round)
    }

    /// One bot's answer: never one that was refused before or that does not fit.
    pub(crate) fn ask_bot(&mut self, decision: &Decision, player: Player) -> Option<Answer> {
        let ask = decision.ask(player)?;
        if let Some(picks) = ask.forced() {
            return Some(Answer { player, picks });
        }
        let mut agent = self.agents.take(player)?;
        let picks = Seat::new(self, decision, player).map(|seat| agent.decide(&seat));
        self.agents.give_back(player, agent);
        let picks = picks?;
        let refused = |picks: &[u16]| self.is_refused(player, picks) || ask.accept(picks).is_err();
        if !refused(&picks) {
            return Some(Answer { player, picks });
        }
        let picks = ask.answers(limits::TRIES).into_iter().find(|picks| !refused(picks))?;
        Some(Answer { player, picks })
    }

    /// Whether an answer to the decision that is open now was tried and could not be carried out.
    pub(crate) fn is_refused(&self, player: Player, picks: &[u16]) -> bool {
        self.refused.iter().any(|(after, answer)| {
            *after == self.read && answer.player == player && answer.picks[..] == *picks
        })
    }

    /// In a speculation, the next answer to try.
    fn tried_answer(&mut self, decision: &Decision) -> Verb<Round> {
        let Some(trial) = &mut self.trial else { return oops("no answers are being tried") };
        let answers_of = |ask: &Ask| -> Vec<Answer> {
            let answers = ask.answers(limits::TRIES).into_iter();
            answers.map(|picks| Answer { player: ask.player, picks }).collect()
        };
        // Whoever of several may act first: an answer of any of them is one to try.
        let questions: Vec<Vec<Answer>> = match decision.kind {
            DecisionKind::First => vec![decision.asks.iter().flat_map(answers_of).collect()],
            DecisionKind::One | DecisionKind::Each => decision.asks.iter().map(answers_of).collect(),
        };
        let round: Option<Round> = questions.into_iter().map(|answers| trial.next(answers)).collect();
        round.ok_or_else(|| Stop::Refused.error())
    }
}

impl Trial {
    fn next(&mut self, answers: Vec<Answer>) -> Option<Answer> {
        if self.at == self.path.len() {
            self.path.push((answers, 0));
        }
        let (answers, tried) = &self.path[self.at];
        let answer = answers.get(*tried).cloned();
        self.at += 1;
        answer
    }

    /// Goes on to the next untried answers; gives whether there are any.
    pub fn advance(&mut self) -> bool {
        self.path.truncate(self.at);
        self.at = 0;
        while let Some((answers, tried)) = self.path.last_mut() {
            *tried += 1;
            if *tried < answers.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Decision {
    /// Checks a round of answers against the questions.
    pub(crate) fn accept(&self, round: &[Answer]) -> Result<(), crate::kernel::BadAnswer> {
        use crate::kernel::BadAnswer;
        for answer in round {
            let ask = self.ask(answer.player).ok_or(BadAnswer::NotAsked(answer.player.0))?;
            ask.accept(&answer.picks)?;
        }
        let expected = if self.kind == DecisionKind::Each { self.asks.len() } else { 1 };
        if round.len() != expected {
            return Err(BadAnswer::HowMany { chosen: round.len(), min: expected, max: expected });
        }
        Ok(())
    }
}

/// Asks one player and gives the positions chosen.
pub(crate) fn ask_one(ask: Ask) -> Verb<crate::kernel::Picks> {
    let round = self::ask(DecisionKind::One, vec![ask])?;
    match round.into_iter().next() {
        Some(answer) => Ok(answer.picks),
        None => oops("nobody answered"),
    }
}

/// Asks a player which of some cards' operations to use, or none.
pub(crate) fn ask_which(
    player: Player,
    prompt: &str,
    ops: &[(i64, CardId)],
    none: &str,
) -> Verb<Option<usize>> {
    let mut options: Vec<Choice> =
        ops.iter().map(|(op, _)| Choice { label: None, value: crate::kernel::Value::Number(*op) }).collect();
    let label = Some(Arc::from(none));
    options.push(Choice { label, value: crate::kernel::Value::Number(0) });
    let picks = ask_one(Ask { player, prompt: Arc::from(prompt), options, min: 1, max: 1 })?;
    Ok(picks.first().map(|ix| usize::from(*ix)).filter(|ix| *ix < ops.len()))
}
