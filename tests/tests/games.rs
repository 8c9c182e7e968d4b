//! What holds of every game at every moment, shown on thousands of games played at random.

use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::{Agent, Greedy, RandomAgent};
use cardwright::content::Content;
use cardwright::kernel::{Player, Random};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{Setup, Table};
use cardwright_tests::{content, content_in, game, root};
use pretty_assertions::assert_eq;
use rayon::prelude::*;

/// Runs games side by side, each thread with a game of its own, and fails with the first game's number that fails.
fn for_games(content: &Arc<Content>, runs: u64, play: impl Fn(&Rc<Game>, u64) + Sync) {
    (0..runs).into_par_iter().for_each_init(|| game(content), |game, run| play(game, run));
}

fn bots(players: usize, seed: u64) -> Vec<(Player, Box<dyn Agent>)> {
    (0..players)
        .map(|ix| {
            let agent = RandomAgent::new(Random::seed_of_run(seed, ix as u64));
            (Player::at(ix), Box::new(agent) as Box<dyn Agent>)
        })
        .collect()
}

/// Plays a game decision by decision, as people would, with the same answers that random bots would give, and checks
/// what must hold at every decision.
fn play_suspended(game: &Rc<Game>, players: usize, seed: u64) -> Table {
    let mut table = Table::start(game, &Setup::new(players, seed)).expect("the game starts");
    let mut agents = bots(players, seed);
    let mut decisions = 0;
    while table.pending().is_some() {
        table.check().expect("the state is sound");
        for player in table.waiting_for() {
            let (_, agent) = &mut agents[player.ix()];
            let picks = table.advice(player, agent.as_mut()).expect("the answer fits");
            table.answer(player, &picks).expect("the answer can be carried out");
        }
        decisions += 1;
        assert!(decisions < 10_000, "the game does not end");
    }
    table.check().expect("the state is sound");
    table
}

fn play_in_line(game: &Rc<Game>, players: usize, seed: u64) -> Table {
    Table::start_with(game, &Setup::new(players, seed), bots(players, seed)).expect("the game is played")
}

fn suspended_in_line_and_replayed_are_one_game(game: &Rc<Game>, players: usize, seed: u64) {
    let suspended = play_suspended(game, players, seed);
    let in_line = play_in_line(game, players, seed);
    assert!(in_line.outcome().is_some(), "the game ends");
    assert_eq!(suspended.fingerprint(), in_line.fingerprint());
    assert_eq!(suspended.record().decisions, in_line.record().decisions);
    assert_eq!(suspended.view(None), in_line.view(None));
    let text = suspended.record().to_text();
    let record = Record::from_text(&text).expect("a record reads as it was written");
    let replayed = Table::resume(game, &record, None).expect("a record fits its game");
    assert_eq!(replayed.fingerprint(), suspended.fingerprint());
    assert_eq!(replayed.record().to_text(), text);
}

/// Every seventh decision or so, what a player sees is held against what they would see if all that they cannot know
/// were dealt anew: it must be the same to the letter.
fn views_hide_what_is_hidden(game: &Rc<Game>, players: usize, seed: u64) {
    let mut table = Table::start(game, &Setup::new(players, seed)).expect("the game starts");
    let mut agents = bots(players, seed);
    let mut random = Random::new(seed);
    while let Some(asked) = table.waiting_for().first().copied() {
        if random.below(7) == 0 {
            for viewer in (0..players).map(Player::at) {
                let Some(other) = table.dealt_anew(viewer, seed) else { continue };
                let (seen, then) = (table.view(Some(viewer)), other.view(Some(viewer)));
                let then = cardwright::kernel::View { log: seen.log.clone(), ..then };
                assert_eq!(seen, then, "player {} sees something hidden", viewer.0);
            }
        }
        let picks = table.advice(asked, agents[asked.ix()].1.as_mut()).expect("the answer fits");
        table.answer(asked, &picks).expect("the answer can be carried out");
    }
}

/// Two positions that a player cannot tell apart get the same answer from the same bot.
fn bots_know_no_more_than_their_player(game: &Rc<Game>, players: usize, seed: u64) -> usize {
    let mut table = Table::start(game, &Setup::new(players, seed)).expect("the game starts");
    let mut agents = bots(players, seed);
    let mut compared = 0;
    while let Some(asked) = table.waiting_for().first().copied() {
        if let Some(other) = table.dealt_anew(asked, seed + 1) {
            let advice = |table: &Table| table.advice(asked, &mut Greedy::new(seed).budget(60));
            assert_eq!(advice(&table), advice(&other), "a bot tells apart what its player cannot");
            compared += usize::from(table.fingerprint() != other.fingerprint());
        }
        let picks = table.advice(asked, agents[asked.ix()].1.as_mut()).expect("the answer fits");
        table.answer(asked, &picks).expect("the answer can be carried out");
    }
    compared
}

fn missions_players(run: u64) -> usize {
    2 + (run % 5) as usize
}

#[test]
fn two_thousand_missions_games_are_sound_and_replay_to_the_byte() {
    for_games(&content("missions"), 2_000, |game, run| {
        suspended_in_line_and_replayed_are_one_game(game, missions_players(run), run);
    });
}

#[test]
fn no_view_of_missions_shows_a_hidden_card() {
    for_games(&content("missions"), 200, |game, run| {
        views_hide_what_is_hidden(game, missions_players(run), run);
    });
}

#[test]
fn no_bot_profits_from_a_hidden_card() {
    let content = content("missions");
    let compared: usize = (0..6u64)
        .into_par_iter()
        .map_init(|| game(&content), |game, run| bots_know_no_more_than_their_player(game, 3, run))
        .sum();
    assert!(compared > 50, "only {compared} positions differed in what is hidden");
}

#[test]
fn greedy_missions_games_end() {
    for_games(&content("missions"), 8, |game, run| {
        let agents = (0..3)
            .map(|ix| {
                (Player::at(ix), Box::new(Greedy::new(run * 10 + ix as u64).budget(300)) as Box<dyn Agent>)
            })
            .collect();
        let table = Table::start_with(game, &Setup::new(3, run), agents).expect("the game is played");
        assert!(table.outcome().is_some());
        table.check().expect("the state is sound");
    });
}

#[test]
fn crazy_eights_games_are_sound_and_replay_to_the_byte() {
    for_games(&content_in(root().join("tests/games"), "crazy-eights"), 500, |game, run| {
        suspended_in_line_and_replayed_are_one_game(game, 2, run);
        views_hide_what_is_hidden(game, 2, run);
    });
}

#[test]
fn lantern_market_games_are_sound_and_replay_to_the_byte() {
    let content = content_in(root().join("tests/games"), "lantern-market");
    for_games(&content, 300, |game, run| {
        let players = 2 + (run % 3) as usize;
        suspended_in_line_and_replayed_are_one_game(game, players, run);
        if run % 10 == 0 {
            views_hide_what_is_hidden(game, players, run);
        }
    });
}

#[test]
fn every_trigger_of_the_kernel_is_used_in_lantern_market() {
    let content = content_in(root().join("tests/games"), "lantern-market");
    let rules = &content.rules;
    for (ix, trigger) in cardwright::kernel::KERNEL_TRIGGERS.iter().enumerate() {
        let used = rules.cards.iter().flat_map(|card| &card.ops).filter(|op| op.trigger.ix() == ix).count();
        assert!(used >= 2, "{trigger} stands on {used} cards");
    }
    let lines: usize = content.rule_files.iter().map(|file| content.script(*file).text.lines().count()).sum();
    assert!(lines < 250, "{lines} lines of rules");
}
