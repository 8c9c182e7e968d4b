//! The step that is running: its state, what has been answered in it, what has been said.
//!
//! Verbs reach it through a thread-local slot, since a script cannot hold a borrow. A run inside a run (a bot that
//! tries something out while it is asked) takes the slot and gives it back.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, EvalAltResult, Position};
use smallvec::SmallVec;

use super::Game;
use super::fault::Fault;
use super::why::Why;
use crate::agent::Agents;
use crate::kernel::{
    Answer, Asker, CardId, Decision, Entry, Look, OpRef, Part, Player, Players, State, Taker,
};
use crate::record::Asked;

/// What a verb gives.
pub(crate) type Verb<T> = Result<T, Box<EvalAltResult>>;

/// The answers to one decision: one of the one player asked or of the one who acted first, or one of each.
pub type Round = SmallVec<[Answer; 1]>;

/// A limit that a step runs into when its scripts do not end.
pub(crate) mod limits {
    /// Nodes of scripts that one step may evaluate.
    pub const OPERATIONS: u64 = 20_000_000;
    /// Operations inside operations.
    pub const DEPTH: usize = 48;
    /// Scripts inside scripts: operations, conditions, and rule functions that the engine calls.
    pub const NESTED: usize = 96;
    /// Bytes of stack that a script finds free when it begins.
    pub const STACK: usize = 1 << 20;
    /// Decisions in one step.
    pub const DECISIONS: usize = 2_000;
    /// Runs of a speculation before it gives up.
    pub const TRIES: usize = 256;
    /// Entries of the log that one step may add.
    pub const LOG: usize = 20_000;
    /// Cards that a game may make.
    pub const CARDS: usize = 100_000;
}

/// Why a run stops before its end without being at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Someone must be asked.
    Asked,
    /// What was answered cannot be carried out.
    Refused,
    /// A script failed; the fault is kept in the run.
    Failed,
    /// The game is over, and the script would have asked someone.
    Over,
}

impl Stop {
    /// The error that ends every script on the way out; scripts cannot catch it.
    pub fn error(self) -> Box<EvalAltResult> {
        Box::new(EvalAltResult::ErrorTerminated(Dynamic::from_int(self as i64), Position::NONE))
    }
}

/// An operation that is being carried out.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    /// The operation, if it is one of a card and not a rule function.
    pub op: Option<OpRef>,
    /// Who asks in its queries.
    pub asker: Asker,
    /// The bonuses that it has named so far.
    pub bonuses: Vec<Bonus>,
    /// The cards that were counted on the way.
    pub from: Vec<CardId>,
    /// The cards that its script says counted, where it says so.
    pub counted: Option<Vec<CardId>>,
}

/// A bonus for cards of the pool, to be shared out when the operation ends.
#[derive(Debug)]
pub(crate) struct Bonus {
    pub taker: Taker,
    pub pool: Rc<[CardId]>,
}

/// What a card was found to be worth, and which cards made it so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// The points.
    pub points: i64,
    /// The cards that gave them, each once, in the order in which they lie.
    pub from: Vec<CardId>,
}

/// Answers that are tried one after another to see whether something can be carried out at all.
#[derive(Debug, Default)]
pub(crate) struct Trial {
    /// For each decision so far, the answers that can be given and which is being tried.
    pub path: Vec<(Vec<Answer>, usize)>,
    /// The decision that comes next.
    pub at: usize,
}

/// Where a step's bookkeeping stands.
#[derive(Debug)]
pub(crate) struct Mark {
    log: usize,
    frames: usize,
    bonuses: usize,
    from: usize,
    barrier: bool,
    gained: usize,
}

/// A running step.
pub(crate) struct Run {
    pub game: Rc<Game>,
    pub state: State,
    /// The state at the beginning of the step, to go back to.
    pub start: State,
    /// What has been answered in this step, and how much of it the script has read.
    pub rounds: Vec<Round>,
    pub read: usize,
    /// Whether chance was used or something hidden seen: first before any answer, then after each.
    pub barriers: Vec<bool>,
    pub barrier: bool,
    chance_mark: u64,
    /// A fork's own chance begins when it goes on from this many answers.
    pub reseed: Option<(usize, u64)>,
    /// Answers that were tried in this step and could not be carried out: after how many answers, and what.
    pub refused: Vec<(usize, Answer)>,
    pub agents: Agents,
    /// The rule function, with its argument, that is tried instead of the phase: on a bench there are no phases.
    pub tried: Option<(Rc<str>, i64)>,
    /// Whether the step stops at the decisions of bots too, instead of asking them in line.
    pub paced: bool,
    /// What was asked for each answer, where a record is kept.
    pub asked: Vec<Asked>,
    pub recording: bool,
    // Whether the state is no longer the one that the step began with.
    dirty: bool,
    pub names: Rc<[String]>,
    /// The deck that each player chose, by its position among the game's.
    pub decks: Rc<[Option<usize>]>,
    pub log: Vec<Entry>,
    /// How long the log was when the step began.
    pub log_mark: usize,
    pub logging: bool,
    pub frames: Vec<Frame>,
    pub decision: Option<Decision>,
    pub refusal: Option<String>,
    pub fault: Option<Fault>,
    pub trial: Option<Trial>,
    pub worths: Vec<(CardId, Worth)>,
    pub decisions: usize,
    /// How many scripts run inside one another now.
    pub nested: usize,
    /// Whether something is only being weighed: then nothing may change and nobody is asked.
    pub weighing: usize,
    /// What was found wanting and what was gained, where that is noted.
    pub why: Option<Box<Why>>,
}

thread_local! {
    static RUNNING: RefCell<Option<Box<Run>>> = const { RefCell::new(None) };
    static OPERATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Puts a run into the slot, does something, and takes it out again; what was in the slot before is back afterwards.
pub(crate) fn within<R>(run: Box<Run>, act: impl FnOnce() -> R) -> (Box<Run>, R) {
    let before = RUNNING.with(|slot| slot.borrow_mut().replace(run));
    let operations = OPERATIONS.replace(0);
    let result = act();
    OPERATIONS.set(operations);
    let run = RUNNING.with(|slot| std::mem::replace(&mut *slot.borrow_mut(), before));
    (run.expect("whatever takes a run out of the slot puts it back"), result)
}

/// Takes the run out of the slot while something else runs.
pub(crate) fn aside<R>(act: impl FnOnce(&mut Run) -> R) -> Verb<R> {
    let mut run = RUNNING.with(|slot| slot.borrow_mut().take()).ok_or_else(not_running)?;
    let operations = OPERATIONS.get();
    let result = act(&mut run);
    OPERATIONS.set(operations);
    RUNNING.with(|slot| *slot.borrow_mut() = Some(run));
    Ok(result)
}

/// Works on the run in the slot.
#[inline]
pub(crate) fn with<R>(act: impl FnOnce(&mut Run) -> Verb<R>) -> Verb<R> {
    RUNNING.with(|slot| match slot.borrow_mut().as_mut() {
        Some(run) => act(run),
        None => Err(not_running()),
    })
}

/// Counts one evaluated node; tells the interpreter to stop when there were too many.
#[inline]
pub(crate) fn count_operation() -> bool {
    OPERATIONS.with(|counted| {
        let n = counted.get() + 1;
        counted.set(n);
        n > limits::OPERATIONS
    })
}

fn not_running() -> Box<EvalAltResult> {
    "verbs work only while a game is being played".into()
}

/// An error for the author, in words.
pub(crate) fn oops<T>(message: impl Into<String>) -> Verb<T> {
    Err(Box::new(EvalAltResult::ErrorRuntime(message.into().into(), Position::NONE)))
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("rounds", &self.rounds).field("read", &self.read).finish_non_exhaustive()
    }
}

impl Run {
    /// A run over a state, ready for its first step.
    pub fn new(game: Rc<Game>, state: State, names: Rc<[String]>) -> Box<Self> {
        let start = state.clone();
        Box::new(Self {
            game,
            chance_mark: state.random.used(),
            state,
            start,
            rounds: Vec::new(),
            read: 0,
            barriers: Vec::new(),
            barrier: false,
            reseed: None,
            refused: Vec::new(),
            agents: Agents::default(),
            tried: None,
            paced: false,
            asked: Vec::new(),
            recording: false,
            dirty: false,
            names,
            decks: Rc::from([]),
            log: Vec::new(),
            log_mark: 0,
            logging: true,
            frames: Vec::new(),
            decision: None,
            refusal: None,
            fault: None,
            trial: None,
            worths: Vec::new(),
            decisions: 0,
            nested: 0,
            weighing: 0,
            why: None,
        })
    }

    /// Looks at the state.
    #[inline]
    pub fn look(&self) -> Look<'_> {
        Look::new(&self.game.rules, &self.state)
    }

    /// Who asks in queries now.
    #[inline]
    pub fn asker(&self) -> Asker {
        match self.frames.last() {
            Some(frame) => frame.asker,
            None => Asker { me: self.state.active, card: None },
        }
    }

    /// The player whose things are meant when none is named.
    pub fn me(&self) -> Player {
        self.asker().me
    }

    /// Whether chance was used or something hidden seen since this was last asked.
    pub fn take_barrier(&mut self) -> bool {
        let used = self.state.random.used();
        let barrier = std::mem::take(&mut self.barrier) || used != self.chance_mark;
        self.chance_mark = used;
        barrier
    }

    /// Everything that one running of the step's script changes is as before it.
    pub fn rewind(&mut self) {
        if std::mem::replace(&mut self.dirty, true) {
            self.state.clone_from(&self.start);
        }
        self.log.truncate(self.log_mark);
        if let Some(why) = &self.why {
            why.rewind();
        }
        self.reset();
    }

    /// The step is over: what it did stands, and the next begins from there.
    pub fn commit(&mut self) {
        self.state.end_step();
        self.start.clone_from(&self.state);
        self.dirty = false;
        self.rounds.clear();
        self.asked.clear();
        self.refused.clear();
        self.reseed = None;
        self.log_mark = self.log.len();
        if let Some(why) = &mut self.why {
            why.commit();
        }
        self.reset();
    }

    /// A copy for trying things out: without agents, log or record.
    pub fn fork(&self) -> Box<Self> {
        let mut copy = Self::new(self.game.clone(), self.state.clone(), self.names.clone());
        copy.start = self.start.clone();
        copy.decks = self.decks.clone();
        copy.dirty = true;
        copy.rounds = self.rounds.clone();
        copy.read = self.read;
        copy.reseed = self.reseed;
        copy.tried = self.tried.clone();
        copy.logging = false;
        copy
    }

    /// Where everything beside the state stands now, to come back to after something was tried.
    pub fn mark(&self) -> Mark {
        let frame = self.frames.last();
        Mark {
            log: self.log.len(),
            frames: self.frames.len(),
            bonuses: frame.map_or(0, |frame| frame.bonuses.len()),
            from: frame.map_or(0, |frame| frame.from.len()),
            barrier: self.barrier,
            gained: self.why.as_ref().map_or(0, |why| why.gained()),
        }
    }

    /// Everything beside the state is as it was.
    pub fn back_to(&mut self, mark: &Mark) {
        self.log.truncate(mark.log);
        self.frames.truncate(mark.frames);
        if let Some(frame) = self.frames.last_mut() {
            frame.bonuses.truncate(mark.bonuses);
            frame.from.truncate(mark.from);
        }
        self.barrier = mark.barrier;
        if let Some(why) = &self.why {
            why.back_to(mark.gained);
        }
    }

    /// Takes back the last answer of the step.
    pub fn pop_round(&mut self) -> Option<Round> {
        let round = self.rounds.pop();
        self.asked.truncate(self.rounds.len());
        round
    }

    /// The bookkeeping of a step begins anew; the state stays.
    pub fn reset(&mut self) {
        self.read = 0;
        self.barriers.clear();
        self.barrier = false;
        self.chance_mark = self.state.random.used();
        self.frames.clear();
        self.decision = None;
        self.refusal = None;
        self.trial = None;
        self.decisions = 0;
        self.nested = 0;
        self.weighing = 0;
    }

    /// An error while something is only being weighed.
    pub fn may_change(&self) -> Verb<()> {
        if self.weighing > 0 {
            return oops(
                "what a card is worth is only weighed: nothing is changed and nobody is asked meanwhile",
            );
        }
        Ok(())
    }

    /// Adds to the log, if anyone keeps it.
    pub fn write(&mut self, text: &str, parts: SmallVec<[Part; 4]>, readers: Players) -> Verb<()> {
        if self.log.len() - self.log_mark >= limits::LOG {
            return oops(format!("more than {} lines of log in one step", limits::LOG));
        }
        self.log.push(Entry { text: Arc::from(text), parts, readers });
        Ok(())
    }
}
