//! The Star Trek CCG between each pair of its starter decks: sound and replayable games, hidden seeds, bots that score.

use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::{Agent, RandomAgent};
use cardwright::content::Content;
use cardwright::kernel::{BadAnswer, Player, Random, Subject, View};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{AnswerError, Setup, StartError, Table};
use cardwright_tests::{content, game};
use pretty_assertions::assert_eq;
use rayon::prelude::*;

/// Games between each pair of decks: played three ways and compared, and at random.
const COMPARED: u64 = 1;
const RANDOM: u64 = 3;

const DECKS: [&str; 4] = ["federation", "klingon", "mixed", "romulan"];

/// Every pair of decks, a deck against itself among them.
fn pairs() -> Vec<[&'static str; 2]> {
    DECKS.iter().enumerate().flat_map(|(ix, one)| DECKS[ix..].iter().map(|two| [*one, *two])).collect()
}

fn setup(decks: [&str; 2], seed: u64) -> Setup {
    Setup { decks: decks.iter().map(|deck| Some((*deck).to_string())).collect(), ..Setup::new(2, seed) }
}

fn bots(seed: u64) -> Vec<(Player, Box<dyn Agent>)> {
    (0..2)
        .map(|ix| {
            let agent = RandomAgent::new(Random::seed_of_run(seed, ix as u64));
            (Player::at(ix), Box::new(agent) as Box<dyn Agent>)
        })
        .collect()
}

/// Games side by side, so many between each pair of decks, each thread with a game of its own.
fn for_games(content: &Arc<Content>, runs: u64, play: impl Fn(&Rc<Game>, [&str; 2], u64) + Sync) {
    let games: Vec<_> = pairs().into_iter().flat_map(|pair| (0..runs).map(move |run| (pair, run))).collect();
    games.into_par_iter().for_each_init(|| game(content), |game, (pair, run)| play(game, pair, run));
}

/// Gives a random bot's answer, and another while what it answers cannot be carried out. Gives how often that was so.
fn answer_at_random(table: &mut Table, asked: Player, agent: &mut dyn Agent) -> usize {
    let mut refused = 0;
    loop {
        let picks = table.advice(asked, agent).expect("the answer fits");
        match table.answer(asked, &picks) {
            Ok(()) => return refused,
            Err(AnswerError::Bad(BadAnswer::Refused(_))) if refused < 100 => refused += 1,
            Err(why) => panic!("the answer can be given: {why}"),
        }
    }
}

/// Plays decision by decision, as people would, with the answers of random bots. Gives how many were refused as well.
fn play_suspended(game: &Rc<Game>, decks: [&str; 2], seed: u64) -> (Table, usize) {
    let mut table = Table::start(game, &setup(decks, seed)).expect("the game starts");
    let mut agents = bots(seed);
    let (mut decisions, mut refused) = (0, 0);
    while let Some(asked) = table.waiting_for().first().copied() {
        if decisions % 16 == 0 {
            table.check().expect("the state is sound");
        }
        refused += answer_at_random(&mut table, asked, agents[asked.ix()].1.as_mut());
        decisions += 1;
        assert!(decisions < 10_000, "the game does not end");
    }
    table.check().expect("the state is sound");
    (table, refused)
}

#[test]
fn random_games_of_each_pair_are_sound_and_replay_to_the_byte() {
    for_games(&content("stccg"), COMPARED, |game, decks, run| {
        let (suspended, refused) = play_suspended(game, decks, run);
        let in_line = Table::start_with(game, &setup(decks, run), bots(run)).expect("the game is played");
        assert!(in_line.outcome().is_some(), "the game ends");
        // Asked again after a refusal, a bot in line takes the first answer that is left, and here another at random.
        if refused == 0 {
            assert_eq!(suspended.fingerprint(), in_line.fingerprint());
        }
        let text = suspended.record().to_text();
        let record = Record::from_text(&text).expect("a record reads as it was written");
        let replayed = Table::resume(game, &record, None).expect("a record fits its game");
        assert_eq!(replayed.fingerprint(), suspended.fingerprint());
        assert_eq!(replayed.record().to_text(), text);
    });
}

#[test]
fn random_games_of_each_pair_end() {
    for_games(&content("stccg"), RANDOM, |game, decks, run| {
        let table =
            Table::start_with(game, &setup(decks, run).fast(), bots(run)).expect("the game is played");
        assert!(table.outcome().is_some(), "the game ends");
        table.check().expect("the state is sound");
    });
}

/// A player's view is the same to the letter, whatever lies in what the player cannot know.
#[test]
fn no_view_shows_a_hidden_card() {
    let game = game(&content("stccg"));
    for (decks, run) in [(["federation", "klingon"], 1), (["mixed", "romulan"], 2)] {
        let mut table = Table::start(&game, &setup(decks, run)).expect("the game starts");
        let mut agents = bots(run);
        let mut random = Random::new(run);
        while let Some(asked) = table.waiting_for().first().copied() {
            if random.below(60) == 0 {
                for viewer in (0..2).map(Player::at) {
                    let Some(other) = table.dealt_anew(viewer, run) else { continue };
                    let (seen, then) = (table.view(Some(viewer)), other.view(Some(viewer)));
                    let then = View { log: seen.log.clone(), ..then };
                    assert_eq!(seen, then, "player {} sees something hidden", viewer.0);
                }
            }
            answer_at_random(&mut table, asked, agents[asked.ix()].1.as_mut());
        }
    }
}

/// After the seed phase each seed card is known to the one who seeded it, and to nobody else.
#[test]
fn a_seed_is_known_to_its_seeder_alone() {
    let content = content("stccg");
    let game = game(&content);
    for pair in pairs() {
        let mut table = Table::start(&game, &setup(pair, 7)).expect("the game starts");
        let mut agents = bots(7);
        while &*table.look().state.phase != "begin_turn" && &*table.look().state.phase != "turn" {
            let asked = table.waiting_for()[0];
            answer_at_random(&mut table, asked, agents[asked.ix()].1.as_mut());
        }
        let look = table.look();
        let (seeds, line) = (look.rules.zone("seeds"), look.rules.zone("spaceline"));
        let (seeds, line) = (seeds.expect("declared"), line.expect("declared"));
        let line = look.state.zone(line, Subject::Table).expect("it is the table's");
        let mut seen = 0;
        for mission in look.state.cards_in(line) {
            let under = look.state.zone(seeds, Subject::Card(mission)).expect("each card has one");
            for seed in look.state.cards_in(under) {
                for player in look.state.players() {
                    let own = look.state.card(seed).owner == player;
                    assert_eq!(look.state.knows(Some(player), seed), own, "{}", look.name(seed));
                }
                seen += 1;
            }
        }
        assert!(seen > 20, "only {seen} seed cards");
    }
}

#[test]
fn an_unknown_deck_is_told_with_the_nearest_one() {
    let content = content("stccg");
    let error = Table::start(&game(&content), &setup(["romulans", "klingon"], 1)).expect_err("no such deck");
    assert!(matches!(&error, StartError::UnknownDeck { name, .. } if name == "romulans"));
    assert_eq!(error.to_string(), "unknown deck `romulans`; did you mean `romulan`?");
}
