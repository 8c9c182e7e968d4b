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
    let id = &rules.def(card).id;
    let hand = hand(rules, card);
    let play = in_play(rules, card, hand);
    let mut placed = Vec::new();
    let mut put = |card: &str, zone: ZoneKind, owner: Whose| {
        let zone = rules.zones.name(zone.ix()).to_string();
        placed.push(Placed { card: card.to_owned(), zone, owner });
    };
    for zone in hand.into_iter().chain(play) {
        match rules.zones[zone.ix()].belongs {
            Belongs::Player => put(id, zone, Whose::Player(1)),
            Belongs::Card => {
                // What it lies on must be there first.
                if let Some((host, place, owner)) = host(content, card, zone) {
                    put(&rules.def(host).id, place, owner);
                    put(id, zone, Whose::Card(rules.def(host).id.clone()));
                }
            }
            Belongs::Table | Belongs::Zone => put(id, zone, Whose::Table),
        }
    }
    placed
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

/// A zone of each player that only its owner sees: of those where the card's operations are live the first, else where
/// any are, else any.
fn hand(rules: &Rules, card: DefId) -> Option<ZoneKind> {
    let own = zones(rules).filter(|zone| {
        let def = &rules.zones[zone.ix()];
        def.belongs == Belongs::Player && def.seen == Seen::Owner
    });
    // Of those with as many, the first.
    let best = own.map(|zone| (live(rules, card, zone), lively(rules, zone), zone));
    best.fold(None, |best: Option<(usize, usize, ZoneKind)>, one| match best {
        Some(best) if (best.0, best.1) >= (one.0, one.1) => Some(best),
        _ => Some(one),
    })
    .map(|(_, _, zone)| zone)
}

/// The zone where most of the card's operations are live that are not live in the hand; where none are, the one where
/// most of the game's triggers are.
fn in_play(rules: &Rules, card: DefId, hand: Option<ZoneKind>) -> Option<ZoneKind> {
    let order = |zone: ZoneKind| match rules.zones[zone.ix()].belongs {
        Belongs::Player => 2,
        Belongs::Table | Belongs::Zone => 1,
        Belongs::Card => 0,
    };
    let mut best: Option<((usize, usize, u8), ZoneKind)> = None;
    for zone in zones(rules).filter(|zone| Some(*zone) != hand) {
        let worth = (live(rules, card, zone), lively(rules, zone), order(zone));
        // Without any operation of its own there, it is put nowhere where it needs something to lie on.
        if worth.1 > 0 && (worth.0 > 0 || order(zone) > 0) && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, zone));
        }
    }
    best.map(|(_, zone)| zone)
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
