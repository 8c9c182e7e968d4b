//! Where the copies of a card are put before it is tried: one in hand, one in play, as far as the manifest tells.

use cardwright::content::{Content, OwnerSpec};
use cardwright::kernel::{Belongs, CardId, DefId, Player, Rules, Seen, Subject, ZoneKind};
use cardwright::script::Game;
use cardwright::testing::Bench;

/// A card put on the table, by names that outlast a change of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The card's id.
    pub card: String,
    /// The zone's name.
    pub zone: String,
    /// Whose zone it is.
    pub owner: Whose,
}

/// Whose a zone is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The table's.
    Table,
    /// A player's, by seat.
    Player(u8),
    /// The first copy's of a card.
    Card(String),
}

/// Where the copies of a card begin: in hand first, then in play, then what the second lies on.
pub fn layout(content: &Content, card: DefId) -> Vec<Placed> {
    let rules = &content.rules;
    let hand = hand(rules, card);
    let known = in_tests(content, card, hand);
    let in_play = known.into_iter().chain(in_play(rules, card, hand));
    let in_play = in_play.into_iter().find_map(|zone| place(content, card, zone));
    let in_hand = hand.and_then(|zone| place(content, card, zone));
    in_hand.into_iter().chain(in_play).flatten().collect()
}

/// A copy in a zone, with what it lies on before it.
fn place(content: &Content, card: DefId, zone: ZoneKind) -> Option<Vec<Placed>> {
    let rules = &content.rules;
    let put = |card: DefId, zone: ZoneKind, owner: Whose| Placed {
        card: rules.def(card).id.clone(),
        zone: rules.zones.name(zone.ix()).to_string(),
        owner,
    };
    Some(match rules.zones[zone.ix()].belongs {
        Belongs::Player => vec![put(card, zone, Whose::Player(1))],
        Belongs::Table | Belongs::Zone => vec![put(card, zone, Whose::Table)],
        Belongs::Card => {
            let (host, at, owner) = host(content, card, zone).or_else(|| usual_host(content, card))?;
            vec![put(host, at, owner), put(card, zone, Whose::Card(rules.def(host).id.clone()))]
        }
    })
}

/// How many of a card's operations are live in a zone.
fn live(rules: &Rules, card: DefId, zone: ZoneKind) -> usize {
    let ops = rules.def(card).ops.iter();
    ops.filter(|op| rules.triggers[op.trigger.ix()].live.contains(&zone)).count()
}

/// How many of the game's triggers are live in a zone.
fn lively(rules: &Rules, zone: ZoneKind) -> usize {
    rules.triggers.iter().filter(|trigger| trigger.live.contains(&zone)).count()
}

fn zones(rules: &Rules) -> impl Iterator<Item = ZoneKind> {
    (0..rules.zones.len()).map(ZoneKind::from)
}

/// A zone of each player that only its owner sees: one where the card's operations are live, of those the one called
/// `hand`, else the one where most are.
fn hand(rules: &Rules, card: DefId) -> Option<ZoneKind> {
    let own = zones(rules).filter(|zone| {
        let def = &rules.zones[zone.ix()];
        def.belongs == Belongs::Player && def.seen == Seen::Owner
    });
    let worth = |zone: &ZoneKind| {
        let live = live(rules, card, *zone);
        (live > 0, &**rules.zones.name(zone.ix()) == "hand", live, lively(rules, *zone))
    };
    // Of those with as many, the first.
    own.collect::<Vec<_>>().into_iter().rev().max_by_key(worth)
}

/// The other zones, best first: where most of the card's operations are live; of those, players' before the table's and
/// those of cards, and where most of the game's triggers are.
fn in_play(rules: &Rules, card: DefId, hand: Option<ZoneKind>) -> Vec<ZoneKind> {
    let order = |zone: ZoneKind| match rules.zones[zone.ix()].belongs {
        Belongs::Player => 2,
        Belongs::Table | Belongs::Zone => 1,
        Belongs::Card => 0,
    };
    let worth = |zone: ZoneKind| (live(rules, card, zone), order(zone), lively(rules, zone));
    let is_play = |zone: &ZoneKind| {
        let (live, order, lively) = worth(*zone);
        // Without any operation of its own there, it is put nowhere where it needs something to lie on.
        Some(*zone) != hand && lively > 0 && (live > 0 || order > 0)
    };
    let mut found: Vec<ZoneKind> = zones(rules).filter(is_play).collect();
    found.sort_by_key(|zone| std::cmp::Reverse(worth(*zone)));
    found
}

/// Where the game's tests put a card that has no operation of its own in play: it, or those that show what it shows.
fn in_tests(content: &Content, card: DefId, hand: Option<ZoneKind>) -> Option<ZoneKind> {
    let rules = &content.rules;
    if zones(rules).any(|zone| Some(zone) != hand && live(rules, card, zone) > 0) {
        return None;
    }
    let kinds = |def: DefId| {
        let required = rules.fields.iter().filter(|field| field.required.is_always() && field.is_tagged());
        required
            .flat_map(|field| field.tags())
            .filter(|tag| rules.def(def).has((*tag).into()))
            .collect::<Vec<_>>()
    };
    let own = kinds(card);
    let mut weights = vec![0; rules.zones.len()];
    for (zone, cards) in content.tests.iter().flat_map(|test| &test.given) {
        let like = |other: &&DefId| **other == card || !own.is_empty() && kinds(**other) == own;
        let weight = |other: &DefId| if *other == card { 100 } else { 1 };
        weights[zone.kind.ix()] += cards.iter().filter(like).map(weight).sum::<usize>();
    }
    let others = zones(rules).filter(|zone| Some(*zone) != hand && weights[zone.ix()] > 0);
    others.collect::<Vec<_>>().into_iter().rev().max_by_key(|zone| weights[zone.ix()])
}

/// The card that the game's tests most often put on the table, or first of as many.
fn usual_host(content: &Content, card: DefId) -> Option<(DefId, ZoneKind, Whose)> {
    let mut counts: Vec<(usize, (DefId, ZoneKind))> = Vec::new();
    let on_table = |owner: &OwnerSpec| *owner == OwnerSpec::Table;
    let given = content.tests.iter().flat_map(|test| &test.given).filter(|(zone, _)| on_table(&zone.owner));
    for (zone, cards) in given {
        for found in cards.iter().filter(|other| **other != card).map(|other| (*other, zone.kind)) {
            match counts.iter_mut().find(|(_, known)| *known == found) {
                Some((count, _)) => *count += 1,
                None => counts.push((1, found)),
            }
        }
    }
    let most = counts.iter().map(|(count, _)| *count).max()?;
    counts.into_iter().find(|(count, _)| *count == most).map(|(_, (host, zone))| (host, zone, Whose::Table))
}

/// On what, and where that lies, such a zone's cards lie in the game's own tests: most often, or first of as many.
fn host(content: &Content, card: DefId, zone: ZoneKind) -> Option<(DefId, ZoneKind, Whose)> {
    let rules = &content.rules;
    let mut hosts: Vec<(usize, (DefId, ZoneKind, Whose))> = Vec::new();
    let given = content.tests.iter().flat_map(|test| test.given.iter().map(move |given| (test, given)));
    for (test, (spec, cards)) in given {
        let OwnerSpec::Card(host) = spec.owner else { continue };
        if spec.kind != zone || host == card {
            continue;
        }
        let lies = test.given.iter().find(|(_, cards)| cards.contains(&host));
        let Some((place, _)) = lies else { continue };
        let owner = match place.owner {
            OwnerSpec::Table => Whose::Table,
            OwnerSpec::Player(Player(seat)) => Whose::Player(seat),
            OwnerSpec::Card(_) => continue,
        };
        // Where the same card or one like it lies counts for more than where any does.
        let like = |other: &DefId| {
            let triggers = |def: DefId| rules.def(def).ops.iter().map(|op| op.trigger).collect::<Vec<_>>();
            1 + usize::from(triggers(*other) == triggers(card)) + 8 * usize::from(*other == card)
        };
        let weight = cards.iter().map(like).max().unwrap_or(1);
        let found = (host, place.kind, owner);
        match hosts.iter_mut().find(|(_, other)| *other == found) {
            Some((known, _)) => *known += weight,
            None => hosts.push((weight, found)),
        }
    }
    let most = hosts.iter().map(|(weight, _)| *weight).max()?;
    hosts.into_iter().find(|(weight, _)| *weight == most).map(|(_, found)| found)
}

/// Puts a card where it belongs.
pub fn put(bench: &mut Bench, game: &Game, placed: &Placed) -> Result<CardId, String> {
    let rules = &game.rules;
    let def = rules.card(&placed.card).ok_or_else(|| format!("there is no card `{}`", placed.card))?;
    let zone = rules.zone(&placed.zone).ok_or_else(|| format!("there is no zone `{}`", placed.zone))?;
    let owner = match &placed.owner {
        Whose::Table => Some(Subject::Table),
        Whose::Player(seat) => Some(Subject::Player(Player(*seat))),
        Whose::Card(host) => {
            rules.card(host).and_then(|host| bench.look().copies(host).next()).map(Subject::Card)
        }
    };
    owner
        .and_then(|owner| bench.put(def, zone, owner))
        .ok_or_else(|| format!("nothing has a zone `{}` for `{}` to lie in", placed.zone, placed.card))
}
