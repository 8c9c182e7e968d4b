//! Captain's Chair: random games of every pairing of crews and of Cadet Training are sound, end and replay to the byte.

use std::rc::Rc;

use cardwright::agent::{Agent, Greedy, RandomAgent};
use cardwright::kernel::{Player, Random};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{Setup, Table};
use cardwright_tests::{content, game};
use pretty_assertions::assert_eq;
use rayon::prelude::*;

const CREWS: [&str; 6] = ["Georgiou", "Soval", "Kirk", "Archer", "Rebner", "Khan"];

fn scenario(name: &str, players: usize, seed: u64) -> Setup {
    Setup { scenario: Some(name.into()), ..Setup::new(players, seed) }
}

/// The position of an option among those that a player is asked about.
fn option(table: &Table, player: Player, label: &str) -> Option<u16> {
    let ask = table.ask(player)?;
    let found = (0..ask.options.len()).find(|ix| ask.label(*ix, &table.look(), table.names()) == label);
    found.map(|ix| ix as u16)
}

/// Lets each player pick the crew that is wanted, then plays to the end at random; gives the table at the end.
fn play(game: &Rc<Game>, setup: &Setup, crews: &[&str], seed: u64) -> Table {
    let mut table = Table::start(game, setup).expect("the game starts");
    let mut agents: Vec<_> = (0..2).map(|ix| RandomAgent::new(Random::seed_of_run(seed, ix))).collect();
    let mut decisions = 0;
    while let Some(player) = table.waiting_for().first().copied() {
        let wanted = crews.get(player.ix()).and_then(|crew| option(&table, player, crew));
        let picks = match wanted {
            Some(ix) if decisions < 4 => [ix].into_iter().collect(),
            _ => table.advice(player, &mut agents[player.ix()] as &mut dyn Agent).expect("the answer fits"),
        };
        table.answer(player, &picks).expect("the answer can be carried out");
        if decisions % 16 == 0 {
            table.check().expect("the state is sound");
        }
        decisions += 1;
        assert!(decisions < 10_000, "the game does not end");
    }
    table.check().expect("the state is sound");
    assert!(table.outcome().is_some(), "the game ends");
    table
}

fn replays(game: &Rc<Game>, table: &Table) {
    let text = table.record().to_text();
    let record = Record::from_text(&text).expect("a record reads as it was written");
    let replayed = Table::resume(game, &record, None).expect("a record fits its game");
    assert_eq!(replayed.fingerprint(), table.fingerprint());
    assert_eq!(replayed.record().to_text(), text);
}

#[test]
fn every_pairing_of_crews_plays_to_the_end_and_replays() {
    let content = content("captains-chair");
    let pairs: Vec<(usize, usize)> = (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))).collect();
    (0..15 * 100usize).into_par_iter().for_each_init(
        || game(&content),
        |game, run| {
            let (a, b) = pairs[run % 15];
            let seed = run as u64;
            let table = play(game, &scenario("standard", 2, seed), &[CREWS[a], CREWS[b]], seed);
            if run < 60 {
                replays(game, &table);
            }
        },
    );
}

#[test]
fn every_cadet_ends_the_training() {
    let content = content("captains-chair");
    (0..6 * 10usize).into_par_iter().for_each_init(
        || game(&content),
        |game, run| {
            let seed = run as u64;
            let table = play(game, &scenario("cadet", 1, seed), &[CREWS[run % 6]], seed);
            if run < 12 {
                replays(game, &table);
            }
        },
    );
}

#[test]
fn no_view_shows_a_hidden_card() {
    let content = content("captains-chair");
    (0..6u64).into_par_iter().for_each_init(
        || game(&content),
        |game, run| {
            let mut table = Table::start(game, &scenario("first", 2, run)).expect("the game starts");
            let mut agents: Vec<_> =
                (0..2).map(|ix| RandomAgent::new(Random::seed_of_run(run, ix))).collect();
            let mut random = Random::new(run);
            while let Some(asked) = table.waiting_for().first().copied() {
                if random.below(16) == 0 {
                    for viewer in [Player(1), Player(2)] {
                        let Some(other) = table.dealt_anew(viewer, run) else { continue };
                        let (seen, then) = (table.view(Some(viewer)), other.view(Some(viewer)));
                        let then = cardwright::kernel::View { log: seen.log.clone(), ..then };
                        assert_eq!(seen, then, "player {} sees something hidden", viewer.0);
                    }
                }
                let picks =
                    table.advice(asked, &mut agents[asked.ix()] as &mut dyn Agent).expect("the answer fits");
                table.answer(asked, &picks).expect("the answer can be carried out");
            }
        },
    );
}

#[test]
fn greedy_games_end() {
    let content = content("captains-chair");
    (0..2u64).into_par_iter().for_each_init(
        || game(&content),
        |game, run| {
            let agents = (0..2)
                .map(|ix| {
                    (Player::at(ix), Box::new(Greedy::new(run * 2 + ix as u64).budget(20)) as Box<dyn Agent>)
                })
                .collect();
            let table =
                Table::start_with(game, &scenario("first", 2, run), agents).expect("the game is played");
            assert!(table.outcome().is_some());
            table.check().expect("the state is sound");
        },
    );
}
