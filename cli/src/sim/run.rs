//! Playing many games on all cores. Each thread compiles its own game; what was read from the files is shared.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, Result};
use cardwright::agent::{Agent, Seat};
use cardwright::content::Content;
use cardwright::kernel::{Picks, Random};
use cardwright::script::{Fault, Game};
use cardwright::table::{Setup, StartError, Table};
use indicatif::ProgressBar;

use super::choices::{Counter, Last};
use super::{Failure, Tally};
use crate::interrupt;
use crate::library::compile;
use crate::seats::Seats;

/// Games that a thread takes at a time.
const BATCH: u64 = 4;

/// What is to be played.
#[derive(Debug)]
pub struct Plan {
    /// The game.
    pub content: Arc<Content>,
    /// The scenario.
    pub scenario: String,
    /// The decks, in the order of the seats.
    pub decks: Vec<Option<String>>,
    /// Who sits where.
    pub seats: Seats,
    /// The players' names.
    pub names: Vec<String>,
    /// How many games.
    pub games: u64,
    /// The seed of the run; each game's own comes from it.
    pub seed: u64,
    /// How many threads; one for each core if nothing is said.
    pub threads: Option<usize>,
}

/// Plays them.
pub fn run(plan: &Plan, bar: &ProgressBar) -> Result<Tally> {
    let threads = plan.threads.unwrap_or(0);
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let next = AtomicU64::new(0);
    let parts = pool.broadcast(|_| work(plan, &next, bar));
    let mut tally = Tally::new(plan.seats.0.len(), plan.content.rules.cards.len());
    for part in parts {
        tally.join(part?);
    }
    tally.sort();
    Ok(tally)
}

fn work(plan: &Plan, next: &AtomicU64, bar: &ProgressBar) -> Result<Tally> {
    let game = compile(&plan.content)?;
    let mut tally = Tally::new(plan.seats.0.len(), plan.content.rules.cards.len());
    let counter = Counter::new(&plan.names, plan.content.rules.cards.len());
    loop {
        let first = next.fetch_add(BATCH, Ordering::Relaxed);
        if first >= plan.games || interrupt::is_stopped() {
            tally.choices = counter.borrow().all();
            tally.tried = game.take_tried().iter().map(|one| (told(&game, &one.fault), one.times)).collect();
            return Ok(tally);
        }
        let batch = first..(first + BATCH).min(plan.games);
        for ix in batch.clone().take_while(|_| !interrupt::is_stopped()) {
            let seed = Random::seed_of_run(plan.seed, ix);
            if let Err(message) = play(&game, plan, (ix, seed), &counter, &mut tally) {
                tally.failures.push(Failure { game: ix, seed, message });
            }
        }
        bar.inc(batch.end - batch.start);
    }
}

/// Plays one game and adds what came of it.
fn play(
    game: &Rc<Game>,
    plan: &Plan,
    (ix, seed): (u64, u64),
    counter: &Rc<RefCell<Counter>>,
    tally: &mut Tally,
) -> Result<(), String> {
    let asked = Rc::new(Cell::new(0));
    let counted = |bot| {
        let (asked, counter) = (asked.clone(), counter.clone());
        Box::new(Counted { bot, asked, counter, picks: Picks::new(), last: Last::default() })
    };
    let bots =
        plan.seats.bots(seed).into_iter().map(|(player, bot)| (player, counted(bot) as Box<dyn Agent>));
    let setup = Setup {
        scenario: Some(plan.scenario.clone()),
        players: plan.names.clone(),
        seed,
        practice: false,
        decks: plan.decks.clone(),
        keep: false,
    };
    let table = Table::start_with(game, &setup, bots.collect()).map_err(|error| match error {
        StartError::Fault(fault) => told(game, &fault),
        error => error.to_string(),
    })?;
    let Some(outcome) = table.outcome() else { return Err("the game does not go on".to_owned()) };
    tally.add((ix, seed), outcome, table.look().state, asked.get(), table.steps());
    Ok(())
}

/// A fault in one line, with its place.
fn told(game: &Game, fault: &Fault) -> String {
    let Some(script) = fault.script.map(|script| game.content.script(script)) else {
        return fault.to_string();
    };
    let at = game
        .content
        .sources
        .line_column(script.file, script.position(fault.line.max(1), fault.column.max(1)));
    format!("{}:{}:{}: {fault}", game.content.sources.path(script.file), at.line, at.column)
}

/// A bot, how often it was asked, and what it was offered.
struct Counted {
    bot: Box<dyn Agent>,
    asked: Rc<Cell<u32>>,
    counter: Rc<RefCell<Counter>>,
    picks: Picks,
    last: Last,
}

impl Agent for Counted {
    fn decide(&mut self, seat: &Seat<'_>) -> Picks {
        self.asked.set(self.asked.get() + 1);
        // Asked again, since what was chosen could not be carried out.
        if seat.is_refused(&self.picks) {
            self.counter.borrow_mut().take_back(&mut self.last);
        }
        let picks = self.bot.decide(seat);
        if seat.ask().accept(&picks).is_ok() && !seat.is_refused(&picks) {
            self.counter.borrow_mut().add(seat, &picks, &mut self.last);
        }
        self.picks.clone_from(&picks);
        picks
    }

    fn name(&self) -> &str {
        self.bot.name()
    }
}
