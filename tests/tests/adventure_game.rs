//! The Adventure Game: its book, its secrets and whole games of it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::{Agent, Greedy, RandomAgent};
use cardwright::content::Content;
use cardwright::kernel::{FieldId, OpDef, Player, Random};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{Setup, Table};
use cardwright_tests::{content, game, nothing_failed_in_trial};
use pretty_assertions::assert_eq;
use rayon::prelude::*;

const GAME: &str = "adventure-game";

/// How many random games are played of each kind; of greedy games it is a tenth. `ADVENTURE_GAMES=500` plays those of
/// the proof, which takes minutes.
fn games() -> u64 {
    let wanted = std::env::var("ADVENTURE_GAMES").ok();
    wanted.map_or(20, |number| number.parse().expect("`ADVENTURE_GAMES` is a number"))
}

fn for_games(content: &Arc<Content>, runs: u64, play: impl Fn(&Rc<Game>, u64) + Sync) {
    (0..runs).into_par_iter().for_each_init(|| game(content), |game, run| play(game, run));
}

fn setup(scenario: &str, players: usize, seed: u64) -> Setup {
    Setup { scenario: Some(scenario.to_owned()), ..Setup::new(players, seed) }
}

fn bots(players: usize, seed: u64) -> Bots {
    (0..players)
        .map(|ix| {
            let agent = RandomAgent::new(Random::seed_of_run(seed, ix as u64));
            (Player::at(ix), Box::new(agent) as Box<dyn Agent>)
        })
        .collect()
}

type Bots = Vec<(Player, Box<dyn Agent>)>;

/// Plays decision by decision and checks the state at each; the same game in one go and played again from its record
/// must come out the same.
fn played_and_replayed(game: &Rc<Game>, setup: &Setup, bots: &dyn Fn() -> Bots) {
    let mut table = Table::start(game, setup).expect("the game starts");
    let mut agents = bots();
    let mut decisions = 0;
    while table.pending().is_some() {
        table.check().expect("the state is sound");
        for player in table.waiting_for() {
            let picks = table.advice(player, agents[player.ix()].1.as_mut()).expect("the answer fits");
            table.answer(player, &picks).expect("the answer can be carried out");
        }
        decisions += 1;
        assert!(decisions < 10_000, "the game does not end");
    }
    table.check().expect("the state is sound");
    assert!(table.outcome().is_some(), "the game ends");
    let in_line = Table::start_with(game, setup, bots()).expect("the game is played");
    assert_eq!(table.fingerprint(), in_line.fingerprint());
    let text = table.record().to_text();
    let record = Record::from_text(&text).expect("a record reads as it was written");
    let replayed = Table::resume(game, &record, None).expect("a record fits its game");
    assert_eq!(replayed.fingerprint(), table.fingerprint());
    assert_eq!(replayed.record().to_text(), text);
}

#[test]
fn random_games_are_sound_and_replay() {
    for_games(&content(GAME), games(), |game, run| {
        let scenario = if run % 5 == 0 { "chain-of-command" } else { "standard" };
        played_and_replayed(game, &setup(scenario, 2, run), &|| bots(2, run));
    });
}

#[test]
fn solitaire_games_are_sound_and_replay() {
    for_games(&content(GAME), games(), |game, run| {
        played_and_replayed(game, &setup("solitaire", 1, run), &|| bots(1, run));
    });
}

#[test]
fn greedy_games_are_sound_and_replay() {
    for_games(&content(GAME), games().div_ceil(10), |game, run| {
        let greedy = |ix: usize| Box::new(Greedy::new(run * 2 + ix as u64).budget(40)) as Box<dyn Agent>;
        played_and_replayed(game, &Setup::new(2, run), &|| {
            (0..2).map(|ix| (Player::at(ix), greedy(ix))).collect()
        });
        nothing_failed_in_trial(game);
    });
}

/// All that a view says, as text.
fn text_of(table: &Table, viewer: Player) -> String {
    serde_json::to_string(&table.view(Some(viewer))).expect("a view can be written")
}

/// Where an agent is says the file card in its cover, by its id and name; the log tells its player where it goes. None of
/// that is anywhere in what the Federation and a bystander see, and the Klingon player sees it.
#[test]
fn no_view_but_the_klingons_says_where_an_agent_is() {
    let found = std::sync::atomic::AtomicUsize::new(0);
    for_games(&content(GAME), games().div_ceil(5), |game, run| {
        let mut table = Table::start(game, &setup("standard", 2, run)).expect("the game starts");
        let mut agents = bots(2, run);
        let tells = |text: &str| {
            [r#""file-"#, "File on ", "Out of play", "Agent goes to "]
                .iter()
                .filter(|sign| text.contains(**sign))
                .count()
        };
        while let Some(asked) = table.waiting_for().first().copied() {
            for viewer in [Player(1), Player::NOBODY] {
                let text = text_of(&table, viewer);
                assert_eq!(tells(&text), 0, "player {} reads of an agent: {text}", viewer.0);
            }
            if asked == Player(2) && tells(&text_of(&table, asked)) == 4 {
                found.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            let picks = table.advice(asked, agents[asked.ix()].1.as_mut()).expect("the answer fits");
            table.answer(asked, &picks).expect("the answer can be carried out");
        }
    });
    // The search finds all signs where they may stand.
    assert!(found.into_inner() > 10);
}

/// What the Federation and a bystander see does not change with where the agents are.
#[test]
fn views_do_not_change_with_where_agents_are() {
    for_games(&content(GAME), games().div_ceil(5), |game, run| {
        let mut table = Table::start(game, &setup("standard", 2, run)).expect("the game starts");
        let mut agents = bots(2, run);
        let mut random = Random::new(run);
        while let Some(asked) = table.waiting_for().first().copied() {
            if random.below(15) == 0 {
                for viewer in (0..2).map(Player::at) {
                    let Some(other) = table.dealt_anew(viewer, run) else { continue };
                    let (seen, then) = (table.view(Some(viewer)), other.view(Some(viewer)));
                    let then = cardwright::kernel::View { log: seen.log.clone(), ..then };
                    assert_eq!(seen, then, "player {} sees something hidden", viewer.0);
                }
            }
            let picks = table.advice(asked, agents[asked.ix()].1.as_mut()).expect("the answer fits");
            table.answer(asked, &picks).expect("the answer can be carried out");
        }
    });
}

fn count(content: &Content, kind: &str) -> usize {
    of_kind(content, kind).len()
}

fn of_kind<'a>(content: &'a Content, kind: &str) -> Vec<&'a cardwright::kernel::CardDef> {
    let rules = &content.rules;
    let tag = (0..rules.tag_count)
        .map(cardwright::kernel::TagId::from)
        .find(|tag| {
            let (field, _) = rules.tag_field(*tag);
            &**rules.fields.name(field.ix()) == "kind" && rules.tag_name(*tag) == kind
        })
        .expect("the kind is declared");
    rules.cards.iter().filter(|card| card.has(tag)).collect()
}

#[test]
fn the_box_is_full() {
    let content = content(GAME);
    let kinds = ["Planet", "Star", "Event", "Officer", "Replacement", "Commissioner", "Agent", "Ship"];
    let counted: BTreeMap<&str, usize> = kinds.iter().map(|kind| (*kind, count(&content, kind))).collect();
    assert_eq!(
        counted,
        [
            ("Planet", 40),
            ("Star", 44),
            ("Event", 36),
            ("Officer", 14),
            ("Replacement", 6),
            ("Commissioner", 3),
            ("Agent", 3),
            ("Ship", 8)
        ]
        .into_iter()
        .collect()
    );
    assert!(count(&content, "Decision") + count(&content, "Resolution") >= 400);
}

#[test]
fn every_decision_has_three_or_four_options_for_each_side() {
    let content = content(GAME);
    let rules = &content.rules;
    let side = |op: &OpDef, name: &str| {
        op.says.tags.iter().all(|tag| {
            let (field, _) = rules.tag_field(*tag);
            &**rules.fields.name(field.ix()) != "side" || rules.tag_name(*tag) == name
        })
    };
    for page in of_kind(&content, "Decision") {
        let options: Vec<&OpDef> = page.ops.iter().filter(|op| !op.label.is_empty()).collect();
        if options.is_empty() {
            continue;
        }
        for name in ["Federation", "Klingon"] {
            let open = options.iter().filter(|op| side(op, name)).count();
            assert!((3..=4).contains(&open), "{} has {open} options for {name}", page.id);
        }
    }
}

#[test]
fn a_third_of_the_resolutions_ask_for_a_skill() {
    let content = content(GAME);
    let rules = &content.rules;
    let skills: FieldId = rules.field("skills").expect("declared");
    let asks = |op: &OpDef| op.says.tags.iter().any(|tag| rules.tag_field(*tag).0 == skills);
    let pages = of_kind(&content, "Resolution");
    let with_skill = pages.iter().filter(|page| page.ops.iter().any(asks)).count();
    assert!(with_skill * 3 >= pages.len(), "{with_skill} of {}", pages.len());
}
