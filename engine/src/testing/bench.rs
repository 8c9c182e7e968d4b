//! A bench: an otherwise empty table on which single cards and rule functions are tried.

use std::rc::Rc;

use rhai::{Dynamic, FuncArgs};

use super::by_hand::ASKS;
use crate::agent::Agent;
use crate::kernel::{
    CardId, Decision, DefId, Entry, Look, Player, Random, State, Subject, TokenId, ZoneKind,
};
use crate::script::exec::{StepEnd, call, step};
use crate::script::run::{Round, Run, Verb, Worth};
use crate::script::why::Want;
use crate::script::{Fault, Game};

/// A table with nothing on it but what is put there. Player 1 has the turn.
pub struct Bench {
    run: Option<Box<Run>>,
}

impl std::fmt::Debug for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bench").finish_non_exhaustive()
    }
}

/// How trying something ended.
#[derive(Debug)]
pub enum Tried {
    /// It was carried out; what it gave, as a number where it is one.
    Done(Option<i64>),
    /// Someone must answer first.
    Asked(Box<Decision>),
    /// It cannot be carried out.
    Refused(String),
    /// A script failed.
    Failed(Fault),
}

impl Bench {
    /// An empty table for so many players.
    pub fn new(game: &Rc<Game>, players: usize, seed: u64) -> Self {
        let mut state = State::new(&game.rules, players, Random::new(seed));
        state.active = Player(1);
        let names: Vec<String> = (1..=players).map(|seat| format!("Player {seat}")).collect();
        Self { run: Some(Run::new(game.clone(), state, Rc::from(names))) }
    }

    fn run(&self) -> &Run {
        self.run.as_ref().expect("the run is away only while something is tried")
    }

    fn change<R>(&mut self, act: impl FnOnce(&mut State, &Game) -> R) -> R {
        let run = self.run.as_mut().expect("the run is away only while something is tried");
        let game = run.game.clone();
        let result = act(&mut run.state, &game);
        run.commit();
        result
    }

    /// Puts a copy of a card at the bottom of a zone; nothing if there is no such zone.
    pub fn put(&mut self, def: DefId, zone: ZoneKind, owner: Subject) -> Option<CardId> {
        self.change(|state, game| {
            let zone = state.zone(zone, owner)?;
            Some(state.create(&game.rules, def, zone))
        })
    }

    /// Sets a token's count; nothing if it does not lie there.
    pub fn set_token(&mut self, on: Subject, token: TokenId, of: Player, count: i32) -> Option<i32> {
        self.change(|state, game| state.set_token(&game.rules, on, token, of, count.into()))
    }

    /// Puts a bot on a seat, to answer what is asked while something is tried.
    pub fn seat(&mut self, player: Player, agent: Box<dyn Agent>) {
        if let Some(run) = &mut self.run {
            run.agents.seat(player, Some(agent));
        }
    }

    /// Calls a rule function. What it does to the table stays.
    ///
    /// # Errors
    /// A script that failed; also one that asks someone who is no bot, or that cannot be carried out.
    pub fn call(&mut self, name: &str, args: impl FuncArgs + Clone) -> Result<Option<i64>, Fault> {
        let tried = self.attempt(&[], || call(name, args));
        let message = match tried {
            Tried::Done(value) => return Ok(value),
            Tried::Failed(fault) => return Err(fault),
            Tried::Refused(reason) => format!("`{name}` cannot be carried out: {reason}"),
            Tried::Asked(decision) => {
                let prompt = decision.asks.first().map(|ask| ask.prompt.to_string()).unwrap_or_default();
                format!("`{name}` asks `{prompt}`, and nobody answers")
            }
        };
        Err(Fault::unplaced(message))
    }

    /// Calls a rule function that asks: the bots on their seats try out their answers before they give them.
    ///
    /// # Errors
    /// As [`Bench::call`].
    pub fn play_out(&mut self, name: &str, argument: i64) -> Result<Option<i64>, Fault> {
        self.set_tried(Some((Rc::from(name), argument)));
        let called = self.call(name, (argument,));
        self.set_tried(None);
        called
    }

    fn set_tried(&mut self, tried: Option<(Rc<str>, i64)>) {
        if let Some(run) = &mut self.run {
            run.tried = tried;
        }
    }

    /// Tries something with these answers; it stays only when it was carried out to its end.
    pub(crate) fn attempt(&mut self, rounds: &[Round], act: impl FnOnce() -> Verb<Dynamic>) -> Tried {
        let Some(mut run) = self.run.take() else { return Tried::Done(None) };
        run.rewind();
        run.rounds = rounds.to_vec();
        run.worths.clear();
        let (mut run, end, value) = step(run, act);
        let tried = match end {
            StepEnd::Done => {
                run.commit();
                Tried::Done(value.as_int().ok())
            }
            StepEnd::Asked => match run.decision.take() {
                Some(decision) => Tried::Asked(Box::new(decision)),
                None => Tried::Refused("nothing was asked".to_string()),
            },
            StepEnd::Refused(reason) => Tried::Refused(reason),
            StepEnd::Failed(fault) => Tried::Failed(fault),
        };
        self.run = Some(run);
        tried
    }

    /// What was refused or failed has left no trace; what is asked about stays to be looked at.
    pub(super) fn settled(&mut self, tried: Tried) -> Tried {
        if let (Tried::Refused(_) | Tried::Failed(_), Some(run)) = (&tried, &mut self.run) {
            run.rewind();
        }
        tried
    }

    /// Evaluates something and leaves no trace.
    pub(crate) fn evaluate(&mut self, act: impl FnOnce() -> Verb<Dynamic>) -> Result<Dynamic, String> {
        let Some(run) = &self.run else { return Err("nothing can be evaluated now".to_string()) };
        let mut copy = run.fork();
        copy.start.clone_from(&run.state);
        copy.rewind();
        match step(copy, act) {
            (_, StepEnd::Done, value) => Ok(value),
            (_, StepEnd::Asked, _) => Err(ASKS.to_string()),
            (_, StepEnd::Refused(reason), _) => Err(reason),
            (_, StepEnd::Failed(fault), _) => Err(fault.to_string()),
        }
    }

    /// Notes from now on why things are as they are.
    pub(crate) fn explain(&mut self) {
        if let Some(run) = &mut self.run {
            run.why = Some(Box::default());
        }
    }

    /// What was found wanting since the last answer, where it is noted.
    pub(crate) fn wants(&self) -> Vec<Want> {
        self.run().why.as_ref().map(|why| why.wants()).unwrap_or_default()
    }

    /// What cards were found to be worth while the last thing was tried, and which cards made it so.
    pub fn worths(&self) -> &[(CardId, Worth)] {
        &self.run().worths
    }

    /// The state.
    pub fn look(&self) -> Look<'_> {
        self.run().look()
    }

    /// What was said while things were tried, as player 1 reads it.
    pub fn log(&self) -> Vec<String> {
        let run = self.run();
        let lines =
            run.log.iter().filter_map(|entry| entry.read(&run.game.rules, &run.names, Some(Player(1))));
        lines.collect()
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.run().log
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.run().names
    }
}
