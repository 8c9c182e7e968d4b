//! Next Phase, whole games: at random and greedy, in every scenario and with every number of players.
//!
//! `NEXT_PHASE_GAMES` is how many random games are played of each, `NEXT_PHASE_GREEDY_GAMES` how many greedy ones; the
//! full proof is 500 and 50.

use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::{Agent, Greedy, RandomAgent};
use cardwright::content::Content;
use cardwright::kernel::{Asker, Look, Player, Random, Subject, View};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{Setup, Table};
use cardwright_tests::{content, game, nothing_failed_in_trial};
use pretty_assertions::assert_eq;
use rayon::prelude::*;

const WAYS: [(&str, usize); 13] = [
    ("exploration", 2),
    ("exploration", 3),
    ("exploration", 4),
    ("borg-invasion", 1),
    ("borg-invasion", 2),
    ("borg-invasion", 3),
    ("borg-invasion", 4),
    ("borg-invasion-hard", 2),
    ("borg-invasion-teams", 2),
    ("borg-invasion-teams", 4),
    ("reunification", 2),
    ("reunification", 3),
    ("reunification", 4),
];

/// A number of games that the environment may name.
fn games(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// Plays games of some ways side by side, each thread with a game of its own.
fn for_ways(ways: &[(&str, usize)], runs: u64, play: impl Fn(&Rc<Game>, &Setup) + Sync) {
    let content: Arc<Content> = content("next-phase");
    let all: Vec<Setup> = ways
        .iter()
        .flat_map(|(scenario, players)| (0..runs).map(move |seed| setup(scenario, *players, seed)))
        .collect();
    all.par_iter().for_each_init(|| game(&content), |game, setup| play(game, setup));
}

fn setup(scenario: &str, players: usize, seed: u64) -> Setup {
    Setup { scenario: Some(scenario.to_owned()), ..Setup::new(players, seed) }
}

fn bots(setup: &Setup, agent: impl Fn(u64) -> Box<dyn Agent>) -> Vec<(Player, Box<dyn Agent>)> {
    (0..setup.players.len())
        .map(|ix| (Player::at(ix), agent(Random::seed_of_run(setup.seed, ix as u64))))
        .collect()
}

fn random(seed: u64) -> Box<dyn Agent> {
    Box::new(RandomAgent::new(seed))
}

/// Plays decision by decision, as people would. Every so often what a player sees is held against what they would see if
/// all that they cannot know were dealt anew.
fn play_suspended(game: &Rc<Game>, setup: &Setup) -> Table {
    let mut table = Table::start(game, setup).expect("the game starts");
    let mut agents = bots(setup, random);
    let mut looks = Random::new(setup.seed);
    let mut decisions = 0;
    while table.pending().is_some() {
        if decisions % 16 == 0 {
            table.check().expect("the state is sound");
            points_add_up(&table, game);
        }
        if looks.below(200) == 0 {
            views_hide_what_is_hidden(&mut table, setup);
        }
        let asked = table.waiting_for()[0];
        let picks = table.advice(asked, agents[asked.ix()].1.as_mut()).expect("the answer fits");
        table.answer(asked, &picks).expect("the answer can be carried out");
        decisions += 1;
        assert!(decisions < 100_000, "the game does not end");
    }
    table.check().expect("the state is sound");
    points_add_up(&table, game);
    table
}

/// The parts of a score are what is printed on the flagship and on the cards of the Points Area, Hidden ones included; the
/// board tells the same without the Hidden ones.
fn points_add_up(table: &Table, game: &Rc<Game>) {
    let view = table.view(None);
    let rules = &game.content.rules;
    let field = rules.field("mission_points").expect("cards have Mission Points");
    for player in &view.players {
        let mut all = 0;
        let mut open = 0;
        let zones = view.zones.iter().filter(|zone| zone.owner == Some(player.seat));
        for card in
            zones.filter(|zone| zone.kind == "flagship" || zone.kind == "points").flat_map(|zone| &zone.cards)
        {
            let id = card
                .id
                .as_deref()
                .and_then(|id| rules.card(id))
                .expect("all cards are known to who may see all");
            let points = i64::from(rules.cards[id.ix()].number(field).unwrap_or(0));
            all += points;
            open += if card.face_down { 0 } else { points };
        }
        let parts = table.score_parts(player.seat).expect("the parts of the score are told");
        if parts.is_empty() {
            // Against the Borg no points count, and none are told.
            (all, open) = (0, 0);
        }
        assert_eq!(parts.iter().map(|part| part.1).sum::<i64>(), all, "the score of {}", player.name);
        let told = player
            .tokens
            .iter()
            .find(|token| token.token == "open_points")
            .map_or(0, |token| token.counts[0]);
        assert_eq!(i64::from(told), open, "what the board tells of {}", player.name);
    }
}

fn views_hide_what_is_hidden(table: &mut Table, setup: &Setup) {
    for viewer in (0..setup.players.len()).map(Player::at) {
        let Some(other) = table.dealt_anew(viewer, setup.seed) else { continue };
        let (seen, then) = (table.view(Some(viewer)), other.view(Some(viewer)));
        let then = View { log: seen.log.clone(), ..then };
        assert_eq!(seen, then, "player {} sees something hidden", viewer.0);
    }
}

#[test]
fn random_games_end_are_sound_hide_what_is_hidden_and_replay_to_the_byte() {
    for_ways(&WAYS, games("NEXT_PHASE_GAMES").unwrap_or(1), |game, setup| {
        let suspended = play_suspended(game, setup);
        let in_line = Table::start_with(game, setup, bots(setup, random)).expect("the game is played");
        assert!(in_line.outcome().is_some(), "the game ends");
        assert_eq!(suspended.view(None), in_line.view(None));
        let text = suspended.record().to_text();
        let record = Record::from_text(&text).expect("a record reads as it was written");
        let replayed = Table::resume(game, &record, None).expect("a record fits its game");
        assert_eq!(replayed.fingerprint(), suspended.fingerprint());
        assert_eq!(replayed.record().to_text(), text);
    });
}

#[test]
fn greedy_games_end() {
    // One of each way takes minutes: without a number only the quickest are played.
    let quick = [("exploration", 2), ("borg-invasion", 1), ("borg-invasion-teams", 2), ("reunification", 2)];
    let named = games("NEXT_PHASE_GREEDY_GAMES");
    for_ways(if named.is_some() { &WAYS[..] } else { &quick[..] }, named.unwrap_or(1), |game, setup| {
        let greedy = |seed| Box::new(Greedy::new(seed).budget(60)) as Box<dyn Agent>;
        let table = Table::start_with(game, setup, bots(setup, greedy)).expect("the game is played");
        assert!(table.outcome().is_some());
        table.check().expect("the state is sound");
        nothing_failed_in_trial(game);
    });
}

/// The box's card groups to their exact counts: the kind, then what each is told by, with how many copies there are.
#[test]
fn the_box_has_the_cards_that_the_rulebook_counts() {
    let content = content("next-phase");
    let rules = &content.rules;
    let copies = |query: &str| -> u32 {
        let pred = content.words.selector(query).expect("a selector");
        let state = cardwright::kernel::State::new(rules, 1, Random::new(0));
        let mut total = 0;
        for (ix, card) in rules.cards.iter().enumerate() {
            let mut state = state.clone();
            let zone = state
                .zone(rules.zone("starbase_deck").expect("declared"), Subject::Table)
                .expect("the table's");
            let one = state.create(rules, ix.into(), zone);
            let look = Look::new(rules, &state);
            if pred.matches(&look, Asker::default(), one) {
                total += card.copies;
            }
        }
        total
    };
    let counted = [
        ("Blue", 90),
        ("Blue & Maneuver", 27),
        ("Blue & Setup", 20),
        ("Blue & Character", 41),
        ("Special", 2),
        ("Purple", 15),
        ("Gold & Starter", 4),
        ("Gold & Mission", 14),
        ("Gold & Event", 11),
        ("Green & Event", 14),
        ("Green & Starship & !Starter", 8),
        ("Green & Mission", 3),
        ("Green & Starter", 4),
        ("Teal & Event", 9),
        ("Teal & Mission", 16),
        ("Teal & Starter", 9),
    ];
    for (query, wanted) in counted {
        assert_eq!(copies(query), wanted, "{query}");
    }
}
