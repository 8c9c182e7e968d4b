//! What things cost. `cargo bench -p cardwright` measures; `cargo bench -p cardwright -- --test` only runs everything once.

mod by_hand;

use std::cell::Cell;
use std::hint::black_box;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use cardwright::agent::{Agent, RandomAgent, Seat};
use cardwright::content::{Disk, Files, Memory, load, render};
use cardwright::kernel::{Asker, Picks, Player, Random, Subject};
use cardwright::script::Game;
use cardwright::table::{Setup, Table};
use criterion::{Criterion, criterion_group};

use by_hand::Played;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn compile(files: &dyn Files, name: &str) -> Rc<Game> {
    let (content, faults) = load(files, name, &[]);
    assert!(faults.is_empty(), "{}", render(&faults, false));
    let content = content.expect("content without faults is there");
    Game::compile(content.into()).unwrap_or_else(|faults| panic!("{}", render(&faults, false)))
}

fn missions() -> Rc<Game> {
    compile(&Disk::new(root()), "missions")
}

fn crazy_eights() -> Rc<Game> {
    compile(&Disk::new(root().join("tests/games")), "crazy-eights")
}

/// A game that does one thing a thousand times, the thing that the scenario names.
fn tiny() -> Rc<Game> {
    let manifest = r#"
        name = "Tiny"
        about = "One thing, a thousand times."
        players = [2, 2]
        pool = { zones = ["hand"] }
        [scenarios]
        asking = { title = "asking", about = "One question a turn.", setup = "set_asking" }
        reacting = { title = "reacting", about = "One card and one answer a turn.", setup = "set_reacting" }
        [zones]
        field = { title = "field" }
        hand = { title = "hand", of = "player" }
        [tokens]
        turns = { title = "turns", on = "player" }
        [fields]
        colour = { title = "colour", kind = "one of", values = ["Red", "Green", "Blue"] }
        size = { title = "size", kind = "number" }
        [triggers]
        PLAY = { title = "played", live = ["hand"] }
        REACTION = { title = "answer", live = ["hand"] }
        [events]
        rang = { data = ["player"] }
    "#;
    let cards = r#"
        [[card]]
        name = "Bell"
        source = "original"
        PLAY = 'emit("rang", #{ player: me });'
        [[card]]
        name = "Echo"
        source = "original"
        [[card.REACTION]]
        to = "rang"
        when = "event.player != me"
        do = 'add("turns", 1);'
        [[card]]
        name = "Red Stone"
        colour = "Red"
        size = 1
        copies = 20
        source = "original"
        [[card]]
        name = "Green Stone"
        colour = "Green"
        size = 2
        copies = 20
        source = "original"
        [[card]]
        name = "Blue Stone"
        colour = "Blue"
        size = 3
        copies = 20
        source = "original"
    "#;
    let rules = r#"
        fn set_asking() { create_all("any colour", "field"); set_active(1); next("ask"); }
        fn ask() { choose(1, "Which?", [1, 2]); count_turn(); }
        fn set_reacting() {
            create("bell", zone("hand", 1));
            create("echo", zone("hand", 2));
            set_active(1);
            next("ring");
        }
        fn ring() { run_trigger("bell", "PLAY"); count_turn(); }
        fn count_turn() {
            add(active(), "turns", 1);
            if tokens(active(), "turns") == 1000 { end_game([1], "a thousand turns"); }
        }
    "#;
    let files: Memory = [
        ("cards/tiny/game.toml", manifest.as_bytes()),
        ("cards/tiny/cards.toml", cards.as_bytes()),
        ("scripts/tiny/rules.rhai", rules.as_bytes()),
    ]
    .into_iter()
    .collect();
    compile(&files, "tiny")
}

fn bots(seeds: impl IntoIterator<Item = u64>) -> Vec<(Player, Box<dyn Agent>)> {
    let agents = seeds.into_iter().map(|seed| Box::new(RandomAgent::new(seed)) as Box<dyn Agent>);
    agents.enumerate().map(|(ix, agent)| (Player::at(ix), agent)).collect()
}

fn seeds(players: usize, seed: u64) -> impl Iterator<Item = u64> {
    (0..players as u64).map(move |ix| Random::seed_of_run(seed, ix))
}

fn play_in_line(game: &Rc<Game>, players: usize, seed: u64) -> Table {
    let setup = Setup::new(players, seed).fast();
    Table::start_with(game, &setup, bots(seeds(players, seed))).expect("the game is played")
}

/// How long so many of the thousand turns of a scenario take.
fn turns(game: &Rc<Game>, scenario: &str, turns: u64) -> Duration {
    const TURNS: u64 = 1_000;
    let games = turns.div_ceil(TURNS);
    let setup = Setup { scenario: Some(scenario.to_string()), ..Setup::new(2, 1).fast() };
    let start = Instant::now();
    for _ in 0..games {
        let table = Table::start_with(game, &setup, bots([1, 2])).expect("the game is played");
        assert!(table.outcome().is_some());
    }
    start.elapsed().mul_f64(turns as f64 / (games * TURNS) as f64)
}

/// How long so many answers take, each of which runs the step anew; what the players think is not counted.
fn answers(game: &Rc<Game>, players: usize, answers: u64) -> Duration {
    let mut spent = Duration::ZERO;
    let mut left = answers;
    for seed in 0.. {
        let mut agents = bots(seeds(players, seed));
        let mut table = Table::start(game, &Setup::new(players, seed)).expect("the game starts");
        while let Some(player) = table.waiting_for().first().copied() {
            if left == 0 {
                return spent;
            }
            left -= 1;
            let picks = table.advice(player, agents[player.ix()].1.as_mut()).expect("the answer fits");
            let start = Instant::now();
            table.answer(player, &picks).expect("the answer can be carried out");
            spent += start.elapsed();
        }
    }
    spent
}

fn decisions(c: &mut Criterion) {
    let (tiny, eights, missions) = (tiny(), crazy_eights(), missions());
    c.bench_function("a decision answered in line", |b| b.iter_custom(|n| turns(&tiny, "asking", n)));
    c.bench_function("a PLAY with a REACTION", |b| b.iter_custom(|n| turns(&tiny, "reacting", n)));
    c.bench_function("an answer to a suspended decision, Crazy Eights", |b| {
        b.iter_custom(|n| answers(&eights, 2, n));
    });
    c.bench_function("an answer to a suspended decision, Missions for 4", |b| {
        b.iter_custom(|n| answers(&missions, 4, n));
    });
}

fn selector(c: &mut Criterion) {
    let game = tiny();
    let setup = Setup { scenario: Some("asking".to_string()), ..Setup::new(2, 1) };
    let table = Table::start(&game, &setup).expect("the game starts");
    let look = table.look();
    let zone = game.rules.zone("field").and_then(|kind| look.state.zone(kind, Subject::Table));
    let zone = zone.expect("the game has a field");
    assert_eq!(look.state.len(zone), 60);
    let query = "(Red | Blue) & !self & size >= 2".into();
    c.bench_function("a selector over 60 cards", |b| {
        b.iter(|| {
            let pred = game.selector(&query).expect("the query reads");
            let matches = |card: &_| pred.matches(&look, Asker::default(), *card);
            assert_eq!(black_box(look.state.cards_in(zone).filter(matches).count()), 20);
        });
    });
}

fn loading(c: &mut Criterion) {
    c.bench_function("loading all of Missions", |b| b.iter(missions));
}

fn games(c: &mut Criterion) {
    let (eights, missions) = (crazy_eights(), missions());
    let mut seed = 0;
    c.bench_function("a game of Missions, 4 random players", |b| {
        b.iter(|| {
            seed += 1;
            play_in_line(&missions, 4, seed)
        });
    });
    c.bench_function("a game of Crazy Eights, scripted", |b| {
        b.iter(|| {
            seed += 1;
            play_in_line(&eights, 2, seed)
        });
    });
    c.bench_function("a game of Crazy Eights, by hand", |b| {
        b.iter(|| {
            seed += 1;
            play_by_hand(seed)
        });
    });
}

fn play_by_hand(seed: u64) -> Played {
    by_hand::play(seed, [0, 1].map(|ix| Random::seed_of_run(seed, ix)))
}

/// A random agent that counts how often it is asked.
struct Counted(RandomAgent, Rc<Cell<u32>>);

impl Agent for Counted {
    fn decide(&mut self, seat: &Seat<'_>) -> Picks {
        self.1.set(self.1.get() + 1);
        self.0.decide(seat)
    }

    fn name(&self) -> &str {
        self.0.name()
    }
}

/// The same game by its script.
fn play_scripted(game: &Rc<Game>, seed: u64) -> Played {
    let decisions = Rc::new(Cell::new(0));
    let agents = seeds(2, seed)
        .enumerate()
        .map(|(ix, seed)| {
            let agent = Counted(RandomAgent::new(seed), decisions.clone());
            (Player::at(ix), Box::new(agent) as Box<dyn Agent>)
        })
        .collect();
    let table = Table::start_with(game, &Setup::new(2, seed).fast(), agents).expect("the game is played");
    let outcome = table.outcome().expect("every game ends");
    Played {
        won: [Player(1), Player(2)].map(|player| outcome.winners.contains(player)),
        scores: [0, 1].map(|ix| outcome.scores.get(ix).copied().unwrap_or(0)),
        decisions: decisions.get(),
    }
}

/// Shows that script and Rust play the same games, and says how much longer the script takes.
fn compare() {
    const GAMES: u64 = 1_000;
    let game = crazy_eights();
    let mut decisions = 0;
    for seed in 0..GAMES {
        let by_hand = play_by_hand(seed);
        assert_eq!(play_scripted(&game, seed), by_hand, "the game of seed {seed}");
        decisions += by_hand.decisions;
    }
    // In turns, so that whatever else the machine does slows both.
    let (mut scripted, mut rust) = (Duration::ZERO, Duration::ZERO);
    for first in (0..GAMES).step_by(50) {
        let start = Instant::now();
        for seed in first..first + 50 {
            black_box(play_in_line(&game, 2, seed));
        }
        scripted += start.elapsed();
        let start = Instant::now();
        for _ in 0..10 {
            for seed in first..first + 50 {
                black_box(play_by_hand(seed));
            }
        }
        rust += start.elapsed() / 10;
    }
    let rate = |time: Duration| GAMES as f64 / time.as_secs_f64();
    println!(
        "Crazy Eights, {GAMES} games of {:.1} decisions, the same by script and by hand: {:.0} games a second by \
         script, {:.0} by hand; the script takes {:.0} times as long.",
        f64::from(decisions) / GAMES as f64,
        rate(scripted),
        rate(rust),
        scripted.as_secs_f64() / rust.as_secs_f64(),
    );
}

criterion_group!(benches, decisions, selector, loading, games);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    compare();
}
