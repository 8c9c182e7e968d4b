//! A running game: it is started, asks, is answered, can be undone, seen, saved and gone on with.

mod advance;
mod error;
mod resume;
mod score;
mod undo;
mod why;

use std::rc::Rc;
use std::sync::Arc;

pub use error::{AnswerError, ResumeError, StartError, UndoError};
pub(crate) use why::told;
pub use why::{Gain, Gave, Reason};

use crate::agent::{Agent, Seat};
use crate::kernel::view::{Beside, View, view};
use crate::kernel::{Answer, Ask, Decision, DecisionKind, Look, Outcome, Picks, Player, Random, State};
use crate::record::{Asked, FORMAT, Head, Record, RecordedAnswer, RecordedDecision};
use crate::script::run::{Round, Run};
use crate::script::{Fault, Game};

/// How a game is to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The scenario; nothing for the game's usual one.
    pub scenario: Option<String>,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// Whether anything may be undone, also past chance and past cards that were seen.
    pub practice: bool,
    /// The deck of each player, by id or name, in the order of their seats; the game chooses where there is none.
    pub decks: Vec<Option<String>>,
    /// Whether what happens is kept, for undo, the log and the record. Without, a game of bots is faster.
    pub keep: bool,
}

impl Setup {
    /// So many players, named by their seats, with a seed.
    pub fn new(players: usize, seed: u64) -> Self {
        Self {
            scenario: None,
            players: (1..=players).map(|seat| format!("Player {seat}")).collect(),
            seed,
            practice: false,
            decks: Vec::new(),
            keep: true,
        }
    }

    /// Keeps no log, no record and nothing to undo with.
    #[must_use]
    pub fn fast(mut self) -> Self {
        self.keep = false;
        self
    }
}

/// A step that is over.
struct Past {
    start: State,
    log: usize,
    rounds: Vec<Round>,
    asked: Vec<Asked>,
    barriers: Vec<bool>,
}

/// A running game.
///
/// ```
/// use cardwright::agent::RandomAgent;
/// use cardwright::content::{Disk, load};
/// use cardwright::kernel::Player;
/// use cardwright::script::Game;
/// use cardwright::table::{Setup, Table};
///
/// let (content, faults) = load(&Disk::new("../tests/games"), "crazy-eights", &[]);
/// let content = content.expect("the game's files are in order");
/// assert!(faults.is_empty());
/// let game = Game::compile(content.into()).expect("the game's scripts are in order");
/// let mut table = Table::start(&game, &Setup::new(2, 7)).expect("two can play it");
/// table.seat(Player(2), Box::new(RandomAgent::new(1)));
/// table.advance().expect("no script fails");
/// while let Some(ask) = table.ask(Player(1)) {
///     println!("{}", ask.prompt);
///     table.answer(Player(1), &[0]).expect("the first option can be chosen");
/// }
/// let outcome = table.outcome().expect("every game ends");
/// println!("{}", outcome.reason);
/// ```
pub struct Table {
    run: Option<Box<Run>>,
    pending: Option<Decision>,
    partial: Round,
    past: Vec<Past>,
    setup: Setup,
    scenario: String,
    steps: usize,
    idle: usize,
    fault: Option<Fault>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("scenario", &self.scenario)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Sets the table and plays to the first decision of a player who is not a bot; there are no bots yet, so to the
    /// first decision of all.
    ///
    /// # Errors
    /// An unknown scenario, a number of players that it is not for, or a script that failed.
    pub fn start(game: &Rc<Game>, setup: &Setup) -> Result<Self, StartError> {
        let mut table = Self::set(game, setup)?;
        table.advance()?;
        Ok(table)
    }

    /// Sets the table and plays with bots at some seats, to the first decision of a player who is not a bot.
    ///
    /// # Errors
    /// As [`Table::start`].
    pub fn start_with(
        game: &Rc<Game>,
        setup: &Setup,
        agents: Vec<(Player, Box<dyn Agent>)>,
    ) -> Result<Self, StartError> {
        let mut table = Self::set(game, setup)?;
        for (player, agent) in agents {
            table.seat(player, agent);
        }
        table.advance()?;
        Ok(table)
    }

    fn set(game: &Rc<Game>, setup: &Setup) -> Result<Self, StartError> {
        let rules = &game.rules;
        let names = rules.scenarios.names();
        let ix = match &setup.scenario {
            None => 0,
            Some(name) => rules.scenarios.find(name).ok_or_else(|| StartError::UnknownScenario {
                name: name.clone(),
                near: crate::content::nearest(name, names).map(str::to_string),
            })?,
        };
        if rules.scenarios.is_empty() {
            return Err(StartError::NoScenario);
        }
        let scenario = &rules.scenarios[ix];
        let (min, max) = (scenario.min_players, scenario.max_players);
        let players = setup.players.len();
        if players < min || players > max {
            return Err(StartError::Players { given: players, min, max });
        }
        let mut decks = Vec::new();
        for chosen in &setup.decks {
            decks.push(match chosen {
                None => None,
                Some(name) => Some(game.content.deck(name).ok_or_else(|| {
                    StartError::UnknownDeck {
                        name: name.clone(),
                        near: crate::content::nearest(name, game.content.decks.iter().map(|deck| &*deck.id))
                            .map(str::to_string),
                    }
                })?),
            });
        }
        let mut state = State::new(rules, players, Random::new(setup.seed));
        state.phase = Arc::from(scenario.setup.as_str());
        let mut run = Run::new(game.clone(), state, Rc::from(setup.players.clone()));
        run.decks = Rc::from(decks);
        run.logging = setup.keep;
        run.recording = setup.keep;
        Ok(Self {
            run: Some(run),
            pending: None,
            partial: Round::new(),
            past: Vec::new(),
            scenario: rules.scenarios.name(ix).to_string(),
            setup: setup.clone(),
            steps: 0,
            idle: 0,
            fault: None,
        })
    }

    fn run(&self) -> &Run {
        self.run.as_ref().expect("the run is away only while a step runs")
    }

    fn run_mut(&mut self) -> &mut Run {
        self.run.as_mut().expect("the run is away only while a step runs")
    }

    /// The game.
    pub fn game(&self) -> &Rc<Game> {
        &self.run().game
    }

    /// Puts a bot on a seat. It answers from the next [`Table::advance`] or [`Table::answer`] on.
    pub fn seat(&mut self, player: Player, agent: Box<dyn Agent>) {
        self.run_mut().agents.seat(player, Some(agent));
    }

    /// Takes the bot from a seat.
    pub fn unseat(&mut self, player: Player) {
        self.run_mut().agents.seat(player, None);
    }

    /// Whether a bot sits there.
    pub fn is_bot(&self, player: Player) -> bool {
        self.run().agents.sits(player)
    }

    /// Lets the bots answer one decision at each [`Table::advance`], and none after an answer, so that whoever shows or
    /// saves the game sees every decision. The game is the same.
    pub fn set_paced(&mut self, paced: bool) {
        self.run_mut().paced = paced;
    }

    /// What is being asked, if anything is.
    pub fn pending(&self) -> Option<&Decision> {
        self.pending.as_ref()
    }

    /// What a player is being asked and has not answered yet.
    pub fn ask(&self, player: Player) -> Option<&Ask> {
        let answered = self.partial.iter().any(|answer| answer.player == player);
        self.pending.as_ref()?.ask(player).filter(|_| !answered)
    }

    /// Those who are asked something and have not answered yet, bots left out.
    pub fn waiting_for(&self) -> Vec<Player> {
        let Some(decision) = &self.pending else { return Vec::new() };
        decision.asked().filter(|player| self.ask(*player).is_some() && !self.is_bot(*player)).collect()
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.run().state.outcome.as_ref()
    }

    /// The fault that keeps the game from going on, if one does.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The state as it is now, in the middle of a step if something is being asked.
    pub fn look(&self) -> Look<'_> {
        self.run().look()
    }

    /// The players' names, by seat.
    pub fn names(&self) -> &[String] {
        &self.run().names
    }

    /// How many steps are over.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The table as a player sees it; [`Player::NOBODY`] sees what all can see, `None` sees all.
    pub fn view(&self, viewer: Option<Player>) -> View {
        let run = self.run();
        let beside = Beside { names: &run.names, decision: self.pending.as_ref(), log: &run.log };
        view(&run.look(), beside, viewer)
    }

    /// How many lines the log has; they never change once a decision was asked after them, except by undo.
    pub fn log_len(&self) -> usize {
        self.run().log.len()
    }

    /// The log from a line on, as a player may read it.
    pub fn log_since(&self, from: usize, reader: Option<Player>) -> Vec<String> {
        let run = self.run();
        let lines = run.log.iter().skip(from);
        lines.filter_map(|entry| entry.read(&run.game.rules, &run.names, reader)).collect()
    }

    /// Lets an agent advise a player who is not a bot.
    pub fn advice(&self, player: Player, agent: &mut dyn Agent) -> Option<Picks> {
        let decision = self.pending.as_ref()?;
        let ask = self.ask(player)?;
        let picks = agent.decide(&Seat::new(self.run(), decision, player)?);
        ask.accept(&picks).is_ok().then_some(picks)
    }

    /// This moment as it could just as well be for all that a player knows: everything they cannot know is dealt anew,
    /// and the running step is run again to where it stands. Nothing, where that led elsewhere. No log, no undo.
    #[must_use]
    pub fn dealt_anew(&self, player: Player, seed: u64) -> Option<Self> {
        let decision = self.pending.as_ref()?;
        let run = crate::agent::redeal(self.run(), decision, player, &mut Random::new(seed), None)?;
        Some(Self {
            run: Some(run),
            pending: self.pending.clone(),
            partial: self.partial.clone(),
            past: Vec::new(),
            setup: Setup { keep: false, ..self.setup.clone() },
            scenario: self.scenario.clone(),
            steps: self.steps,
            idle: 0,
            fault: None,
        })
    }

    /// Everything about the state as one text, for comparing two games to the byte.
    pub fn fingerprint(&self) -> String {
        self.run().state.fingerprint()
    }

    /// Checks what must always hold of the state.
    ///
    /// # Errors
    /// The first thing found that does not hold.
    pub fn check(&self) -> Result<(), String> {
        self.run().state.check(&self.game().rules)
    }

    /// Gives a player's answer: the positions of the chosen options. The game goes on as far as it can.
    ///
    /// # Errors
    /// An answer that does not fit or cannot be carried out changes nothing. A script that fails leaves the game as it
    /// was before the answer.
    pub fn answer(&mut self, player: Player, picks: &[u16]) -> Result<(), AnswerError> {
        use crate::kernel::BadAnswer;
        let decision = self.pending.as_ref().ok_or(BadAnswer::NothingAsked)?;
        let ask = self.ask(player).ok_or(BadAnswer::NotAsked(player.0))?;
        ask.accept(picks)?;
        let answer = Answer { player, picks: Picks::from_slice(picks) };
        let (kind, asked) = (decision.kind, decision.asked().collect::<Vec<_>>());
        if kind != DecisionKind::Each {
            return self.give(Round::from_elem(answer, 1));
        }
        self.partial.push(answer);
        if self.partial.len() < asked.len() {
            return Ok(());
        }
        let mut round = std::mem::take(&mut self.partial);
        round.sort_by_key(|answer| asked.iter().position(|player| *player == answer.player));
        self.give(round)
    }

    /// The record so far.
    pub fn record(&self) -> Record {
        let run = self.run();
        let past = self.past.iter().flat_map(|past| past.asked.iter().zip(&past.rounds));
        let now = run.asked.iter().zip(&run.rounds);
        let mut decisions: Vec<RecordedDecision> = past
            .chain(now)
            .enumerate()
            .map(|(ix, (asked, round))| recorded(ix + 1, asked.clone(), round, false))
            .collect();
        if let (false, Some(decision)) = (self.partial.is_empty(), &self.pending) {
            let asked = Asked::of(decision, &run.look(), &run.names);
            decisions.push(recorded(decisions.len() + 1, asked, &self.partial, true));
        }
        let seats = run.state.players().map(|player| run.agents.name(player).unwrap_or("person").to_string());
        Record {
            head: Head {
                format: FORMAT,
                engine: env!("CARGO_PKG_VERSION").to_string(),
                game: run.game.rules.id.clone(),
                scenario: self.scenario.clone(),
                content: run.game.content.fingerprint.clone(),
                expansions: run.game.content.expansion_names(),
                players: run.names.to_vec(),
                seats: seats.collect(),
                decks: self.setup.decks.clone(),
                seed: self.setup.seed,
            },
            decisions,
        }
    }
}

fn recorded(n: usize, asked: Asked, round: &Round, open: bool) -> RecordedDecision {
    let answers =
        round.iter().map(|answer| RecordedAnswer { player: answer.player, picks: answer.picks.to_vec() });
    RecordedDecision { n, asked, answers: answers.collect(), open }
}
