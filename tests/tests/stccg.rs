//! The Star Trek CCG between each pair of its starter decks: sound and replayable games, hidden seeds, bots that complete
//! missions.
//!
//! `STCCG_GAMES` is how many random games are played between each pair; the full proof is 500. A tenth of it is how many
//! greedy games are; with fewer than 10, one between every third pair.

use std::io;
use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::{Agent, Greedy, RandomAgent, Seat};
use cardwright::content::{Content, Disk, Files};
use cardwright::kernel::{BadAnswer, CardId, Look, Picks, Player, Random, Subject, TokenId, View};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{AnswerError, Setup, StartError, Table};
use cardwright_tests::{broken, content, game, nothing_failed_in_trial, root};
use pretty_assertions::assert_eq;
use rayon::prelude::*;

const DECKS: [&str; 4] = ["federation", "klingon", "mixed", "romulan"];

fn random_games() -> u64 {
    std::env::var("STCCG_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// The pairs that greedy bots play, and how often.
fn greedy_games() -> (Vec<[&'static str; 2]>, u64) {
    match random_games() / 10 {
        0 => (pairs().into_iter().step_by(3).collect(), 1),
        games => (pairs(), games),
    }
}

/// Every pair of decks, a deck against itself among them.
fn pairs() -> Vec<[&'static str; 2]> {
    DECKS.iter().enumerate().flat_map(|(ix, one)| DECKS[ix..].iter().map(|two| [*one, *two])).collect()
}

fn setup(decks: [&str; 2], seed: u64) -> Setup {
    Setup { decks: decks.iter().map(|deck| Some((*deck).to_string())).collect(), ..Setup::new(2, seed) }
}

fn bots(seed: u64, agent: impl Fn(u64) -> Box<dyn Agent>) -> Vec<(Player, Box<dyn Agent>)> {
    (0..2).map(|ix| (Player::at(ix), agent(Random::seed_of_run(seed, ix as u64)))).collect()
}

fn random(seed: u64) -> Box<dyn Agent> {
    Box::new(RandomAgent::new(seed))
}

/// Games side by side, so many between each of some pairs of decks, each thread with a game of its own. Gives what each
/// came to.
fn for_games<T: Send>(
    pairs: Vec<[&'static str; 2]>,
    runs: u64,
    play: impl Fn(&Rc<Game>, [&str; 2], u64) -> T + Sync,
) -> Vec<T> {
    let content: Arc<Content> = content("stccg");
    let games: Vec<_> = pairs.into_iter().flat_map(|pair| (0..runs).map(move |run| (pair, run))).collect();
    games
        .into_par_iter()
        .map_init(|| self::game(&content), |game, (pair, run)| play(game, pair, run))
        .collect()
}

/// Gives a random bot's answer, and another while what it answers cannot be carried out.
fn answer_at_random(table: &mut Table, asked: Player, agent: &mut dyn Agent) {
    for _ in 0..100 {
        let picks = table.advice(asked, agent).expect("the answer fits");
        match table.answer(asked, &picks) {
            Ok(()) => return,
            Err(AnswerError::Bad(BadAnswer::Refused(_))) => {}
            Err(why) => panic!("the answer can be given: {why}"),
        }
    }
    let ask = table.ask(asked).expect("it is asked still");
    let labels = (0..ask.options.len()).map(|ix| ask.label(ix, &table.look(), table.names()));
    let labels: Vec<String> = labels.collect();
    panic!("nothing that is offered can be carried out: {} {labels:?}", ask.prompt);
}

/// Plays decision by decision, as people would, with the answers of random bots. The state is held to be sound at every
/// decision; every so often each player's view is searched for what they may not see.
fn play_suspended(game: &Rc<Game>, decks: [&str; 2], seed: u64) -> Table {
    let mut table = Table::start(game, &setup(decks, seed)).expect("the game starts");
    let mut agents = bots(seed, random);
    let mut looks = Random::new(seed);
    let mut decisions = 0;
    while let Some(asked) = table.waiting_for().first().copied() {
        table.check().expect("the state is sound");
        if looks.below(100) == 0 {
            views_hide_what_is_hidden(&mut table, seed);
        }
        if looks.below(20) == 0 {
            views_hide_seeds(&table);
        }
        answer_at_random(&mut table, asked, agents[asked.ix()].1.as_mut());
        decisions += 1;
        assert!(decisions < 10_000, "the game does not end");
    }
    table.check().expect("the state is sound");
    table
}

/// A player's view is the same to the letter, whatever lies in what the player cannot know.
fn views_hide_what_is_hidden(table: &mut Table, seed: u64) {
    for viewer in (0..2).map(Player::at) {
        let Some(other) = table.dealt_anew(viewer, seed) else { continue };
        let (seen, then) = (table.view(Some(viewer)), other.view(Some(viewer)));
        let then = View { log: seen.log.clone(), ..then };
        assert_eq!(seen, then, "player {} sees something hidden", viewer.0);
    }
}

fn has_token(look: &Look<'_>, token: TokenId, card: CardId) -> bool {
    look.state.token(look.rules, Subject::Card(card), token, Player::NOBODY) > 0
}

/// The seed cards that lie under missions.
fn seeds(look: &Look<'_>) -> Vec<CardId> {
    let line = look.rules.zone("spaceline").expect("declared");
    let seeds = look.rules.zone("seeds").expect("declared");
    let line = look.state.zone(line, Subject::Table).expect("it is the table's");
    let under = look.state.cards_in(line).map(|mission| {
        let zone = look.state.zone(seeds, Subject::Card(mission)).expect("each card has one");
        look.state.cards_in(zone).collect::<Vec<_>>()
    });
    under.flatten().collect()
}

/// No view, its log and questions among it, names a seed card that its player neither seeded nor met nor scanned. A name
/// that the player can read elsewhere, on a copy that they know, is left out of it.
fn views_hide_seeds(table: &Table) {
    let look = table.look();
    let met = look.rules.token("met").expect("declared");
    for viewer in (0..2).map(Player::at) {
        let knows = |card| look.state.knows(Some(viewer), card);
        let known: Vec<&str> =
            look.state.all_cards().filter(|card| knows(*card)).map(|card| look.name(card)).collect();
        let view = format!("{:?}", table.view(Some(viewer)));
        // Their interrupts with which a player may look at seed cards.
        let scanned = view.contains("plays Scan") || view.contains("plays Full Planet Scan");
        for seed in seeds(&look) {
            let own = look.state.card(seed).owner == viewer;
            let was_met = has_token(&look, met, seed);
            let name = look.name(seed);
            if knows(seed) {
                assert!(own || was_met || scanned, "player {} knows {name}", viewer.0);
            } else {
                assert!(!own, "player {} has forgotten {name}", viewer.0);
                let told = name.len() > 3 && view.contains(name) && !known.contains(&name);
                assert!(!told, "player {} can read of {name}", viewer.0);
            }
        }
    }
}

/// Who answers what was answered before.
struct Again(std::vec::IntoIter<Picks>);

impl Agent for Again {
    fn decide(&mut self, _: &Seat<'_>) -> Picks {
        self.0.next().expect("as many questions as before")
    }

    fn name(&self) -> &str {
        "again"
    }
}

/// The same answers given by bots in line, without a stop.
fn play_in_line(game: &Rc<Game>, decks: [&str; 2], seed: u64, record: &Record) -> Table {
    let answers = |player: Player| -> Box<dyn Agent> {
        let all = record.decisions.iter().flat_map(|decision| &decision.answers);
        let own: Vec<Picks> = all
            .filter(|answer| answer.player == player)
            .map(|answer| answer.picks.iter().copied().collect())
            .collect();
        Box::new(Again(own.into_iter()))
    };
    let agents = (0..2).map(Player::at).map(|player| (player, answers(player))).collect();
    Table::start_with(game, &setup(decks, seed), agents).expect("the game is played")
}

#[test]
fn random_games_of_each_pair_are_sound_hide_what_is_hidden_and_replay_to_the_byte() {
    for_games(pairs(), random_games(), |game, decks, run| {
        let suspended = play_suspended(game, decks, run);
        assert!(suspended.outcome().is_some(), "the game ends");
        let text = suspended.record().to_text();
        let record = Record::from_text(&text).expect("a record reads as it was written");
        let in_line = play_in_line(game, decks, run, &record);
        assert_eq!(in_line.fingerprint(), suspended.fingerprint());
        let replayed = Table::resume(game, &record, None).expect("a record fits its game");
        assert_eq!(replayed.fingerprint(), suspended.fingerprint());
        assert_eq!(replayed.record().to_text(), text);
    });
}

/// How many missions were completed in a game.
fn completed(table: &Table) -> usize {
    let look = table.look();
    let by = look.rules.token("completed_by").expect("declared");
    look.state.all_cards().filter(|card| has_token(&look, by, *card)).count()
}

#[test]
fn greedy_bots_complete_missions_in_most_games() {
    let (pairs, runs) = greedy_games();
    let games = for_games(pairs, runs, |game, decks, run| {
        let greedy = |seed| Box::new(Greedy::new(seed).budget(40)) as Box<dyn Agent>;
        let table =
            Table::start_with(game, &setup(decks, run), bots(run, greedy)).expect("the game is played");
        assert!(table.outcome().is_some(), "the game ends");
        table.check().expect("the state is sound");
        let record = table.record();
        let replayed = Table::resume(game, &record, None).expect("a record fits its game");
        assert_eq!(replayed.fingerprint(), table.fingerprint());
        nothing_failed_in_trial(game);
        completed(&table)
    });
    let with_one = games.iter().filter(|completed| **completed > 0).count();
    assert!(
        with_one * 10 > games.len() * 7,
        "a mission was completed in {with_one} games of {}",
        games.len()
    );
}

/// After the seed phase each seed card is known to the one who seeded it, and to nobody else.
#[test]
fn a_seed_is_known_to_its_seeder_alone() {
    for_games(pairs(), 1, |game, pair, _| {
        let mut table = Table::start(game, &setup(pair, 7)).expect("the game starts");
        let mut agents = bots(7, random);
        while &*table.look().state.phase != "begin_turn" && &*table.look().state.phase != "turn" {
            let asked = table.waiting_for()[0];
            answer_at_random(&mut table, asked, agents[asked.ix()].1.as_mut());
        }
        let look = table.look();
        let seeds = seeds(&look);
        for seed in &seeds {
            for player in look.state.players() {
                let own = look.state.card(*seed).owner == player;
                assert_eq!(look.state.knows(Some(player), *seed), own, "{}", look.name(*seed));
            }
        }
        assert!(seeds.len() > 20, "only {} seed cards", seeds.len());
    });
}

#[test]
fn an_unknown_deck_is_told_with_the_nearest_one() {
    let content = content("stccg");
    let error = Table::start(&game(&content), &setup(["romulans", "klingon"], 1)).expect_err("no such deck");
    assert!(matches!(&error, StartError::UnknownDeck { name, .. } if name == "romulans"));
    assert_eq!(error.to_string(), "unknown deck `romulans`; did you mean `romulan`?");
}

/// The project's files, and a deck beside the four.
struct WithDeck(Disk, &'static str);

const DECK: &str = "cards/stccg/decks/wrong.toml";

impl Files for WithDeck {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut all = self.0.list(folder)?;
        if DECK.starts_with(folder) {
            all.push(DECK.to_string());
            all.sort();
        }
        Ok(all)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if path == DECK { Ok(self.1.as_bytes().to_vec()) } else { self.0.read(path) }
    }
}

/// What an author is told of a deck.
fn told_of(deck: &'static str) -> Vec<String> {
    let faults = broken::told(&WithDeck(Disk::new(root()), deck), "stccg", &[]);
    faults.iter().map(|fault| fault.message.clone()).collect()
}

#[test]
fn an_illegal_deck_is_told_all_that_is_against_it() {
    let told = told_of(
        r#"name = "Wrong"
about = "Everything is against it."
missions = ["excavation", "excavation", "archer"]
seeds = ["data", "q-flash", "u-s-s-nebula"]
outposts = []
draw = ["jean-luc-picard x2", "excavation"]
treasures = ["horgahn"]
"#,
    );
    for part in [
        "it has a part treasures",
        "it has 2 missions of 3 cards there, and needs just 6",
        "it seeds cards that cannot be seeded under a mission",
        "it needs just one outpost",
        "its draw deck has 3 cards, and needs 30",
        "its draw deck has cards that are never drawn",
        "it seeds a Q-Flash and has no Q-Continuum",
        "it has the unique card excavation twice",
        "it has the unique card jean-luc-picard twice",
    ] {
        assert!(told.iter().any(|message| message.contains(part)), "{part}: {told:#?}");
    }
}
