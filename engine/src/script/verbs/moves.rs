//! Moving cards: making them, putting them somewhere, turning and showing them.

use super::args::{array, unknown};
use crate::kernel::{CardId, MOVED, Player, Players, SHUFFLED, Spot, Subject, ZoneId};
use crate::script::exec::emit;
use crate::script::run::{Verb, limits, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, INT, ImmutableString, Map};

/// Puts a card into a zone and tells those who listen.
pub(crate) fn put(card: CardId, zone: ZoneId, spot: Spot) -> Verb<()> {
    let from = with(|run| {
        run.may_change()?;
        if !run.state.may_put(card, zone) {
            return oops("a card cannot lie under itself");
        }
        let from = run.state.zone_of(card);
        let game = run.game.clone();
        if run.state.put(&game.rules, card, zone, spot) {
            run.barrier = true;
        }
        Ok(from)
    })?;
    if from == zone {
        return Ok(());
    }
    emit(MOVED, |run| {
        let data = [
            ("card", i64::from(card)),
            ("from", from.into()),
            ("to", zone.into()),
            ("player", run.me().into()),
        ];
        event_data(data)
    })
}

/// Mixes a zone and tells those who listen.
pub(crate) fn mix(zone: ZoneId) -> Verb<()> {
    with(|run| {
        run.may_change()?;
        let game = run.game.clone();
        run.state.shuffle(&game.rules, zone);
        Ok(())
    })?;
    emit(SHUFFLED, |run| event_data([("zone", i64::from(zone)), ("player", run.me().into())]))
}

/// An event's data.
pub(super) fn event_data<const N: usize>(data: [(&str, i64); N]) -> Map {
    data.into_iter().map(|(key, value)| (key.into(), Dynamic::from_int(value))).collect()
}

/// The cards of a zone, copied out so that they can be moved.
pub(super) fn cards_of(zone: &Dynamic) -> Verb<(ZoneId, Vec<CardId>)> {
    with(|run| {
        let zone = run.zone_arg(zone)?;
        Ok((zone, run.state.cards_in(zone).collect()))
    })
}

/// Where a card's own zone of a kind is, for `subject`.
pub(super) fn zone_for(name: &ImmutableString, subject: Subject) -> Verb<ZoneId> {
    with(|run| {
        let kind = run.zone_kind_arg(name)?;
        match run.state.zone(kind, subject) {
            Some(zone) => Ok(zone),
            None => oops(format!("there is no zone `{name}` there")),
        }
    })
}

/// Verbs that move cards.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod moves {
    use super::*;

    /// Makes one card, a copy of the definition with this id or name, at the bottom of a zone. Gives the card.
    /// Errors: a game cannot have more than 100000 cards.
    #[rhai_fn(name = "create", return_raw)]
    pub fn create(id: ImmutableString, zone: Dynamic) -> Verb<INT> {
        with(|run| {
            run.may_change()?;
            let game = run.game.clone();
            let Some(def) = game.rules.card(&id).or_else(|| game.rules.card_named(&id)) else {
                return unknown("card", &id, game.rules.cards.names());
            };
            let zone = run.zone_arg(&zone)?;
            if run.state.card_count() >= limits::CARDS {
                return oops(format!("more than {} cards in one game", limits::CARDS));
            }
            Ok(run.state.create(&game.rules, def, zone).into())
        })
    }

    /// Makes every copy of every definition that matches a query, at the bottom of a zone. Gives how many.
    /// The query is asked of what is printed. Errors: a game cannot have more than 100000 cards.
    #[rhai_fn(name = "create_all", return_raw)]
    pub fn create_all(query: ImmutableString, zone: Dynamic) -> Verb<INT> {
        with(|run| {
            run.may_change()?;
            let game = run.game.clone();
            let pred = game.selector(&query).or_else(oops)?;
            let zone = run.zone_arg(&zone)?;
            let mut made = 0;
            for def in (0..game.rules.cards.len()).map(crate::kernel::DefId::from) {
                if !pred.matches_print(&game.rules, def) {
                    continue;
                }
                for _ in 0..game.rules.def(def).copies {
                    if run.state.card_count() >= limits::CARDS {
                        return oops(format!("more than {} cards in one game", limits::CARDS));
                    }
                    run.state.create(&game.rules, def, zone);
                    made += 1;
                }
            }
            Ok(made)
        })
    }

    /// Puts a card on top of a zone. Errors: a card cannot lie under itself.
    /// Example: `move_to(card, "discard")`.
    #[rhai_fn(name = "move_to", return_raw)]
    pub fn move_to(card: Dynamic, zone: Dynamic) -> Verb<()> {
        let (card, zone) = with(|run| Ok((run.card_arg(&card)?, run.zone_arg(&zone)?)))?;
        put(card, zone, Spot::Top)
    }

    /// Puts a card at the bottom of a zone. Errors: a card cannot lie under itself.
    #[rhai_fn(name = "move_under", return_raw)]
    pub fn move_under(card: Dynamic, zone: Dynamic) -> Verb<()> {
        let (card, zone) = with(|run| Ok((run.card_arg(&card)?, run.zone_arg(&zone)?)))?;
        put(card, zone, Spot::Bottom)
    }

    /// Puts a card into a zone so that `above` cards lie above it.
    #[rhai_fn(name = "move_below", return_raw)]
    pub fn move_below(card: Dynamic, zone: Dynamic, above: INT) -> Verb<()> {
        let (card, zone) = with(|run| Ok((run.card_arg(&card)?, run.zone_arg(&zone)?)))?;
        put(card, zone, Spot::Below(above.max(0) as usize))
    }

    /// Moves all cards of a zone onto another, keeping their order. Gives how many.
    #[rhai_fn(name = "move_all", return_raw)]
    pub fn move_all(from: Dynamic, to: Dynamic) -> Verb<INT> {
        let (_, mut cards) = cards_of(&from)?;
        let to = with(|run| run.zone_arg(&to))?;
        cards.reverse();
        for card in &cards {
            put(*card, to, Spot::Top)?;
        }
        Ok(cards.len() as INT)
    }

    /// Moves up to `n` cards from the top of a zone onto another, one by one. Gives them, in the order moved.
    #[rhai_fn(name = "take_top", return_raw)]
    pub fn take_top(from: Dynamic, n: INT, to: Dynamic) -> Verb<Array> {
        let (from, to) = with(|run| Ok((run.zone_arg(&from)?, run.zone_arg(&to)?)))?;
        let mut moved = Array::new();
        for _ in 0..n {
            let Some(card) = with(|run| Ok(run.state.top(from)))? else { break };
            put(card, to, Spot::Top)?;
            moved.push(Dynamic::from_int(card.into()));
        }
        Ok(moved)
    }

    /// Mixes a zone's cards.
    #[rhai_fn(name = "shuffle", return_raw)]
    pub fn shuffle(zone: Dynamic) -> Verb<()> {
        mix(with(|run| run.zone_arg(&zone))?)
    }

    /// Turns a card face down where it lies.
    #[rhai_fn(name = "face_down", return_raw)]
    pub fn face_down(card: Dynamic) -> Verb<()> {
        turn(&card, true)
    }

    /// Turns a card face up where it lies.
    #[rhai_fn(name = "face_up", return_raw)]
    pub fn face_up(card: Dynamic) -> Verb<()> {
        turn(&card, false)
    }

    /// Shows a card (or an array of cards) to players: they know it from now on, until it is shuffled away.
    #[rhai_fn(name = "reveal", return_raw)]
    pub fn reveal(card: Dynamic, players: Dynamic) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let to: Players = run.players_arg(&players)?;
            let cards = match card.as_array_ref() {
                Ok(list) => run.cards_arg(&list)?,
                Err(_) => vec![run.card_arg(&card)?],
            };
            for card in cards {
                if run.state.show(card, to) {
                    run.barrier = true;
                }
            }
            Ok(())
        })
    }

    /// Turns a card into a copy of the definition with this id: the other side of a two-sided card.
    #[rhai_fn(name = "become", return_raw)]
    pub fn become_id(card: Dynamic, id: ImmutableString) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let card = run.card_arg(&card)?;
            let game = run.game.clone();
            let Some(def) = game.rules.card(&id) else {
                return unknown("card", &id, game.rules.cards.names());
            };
            run.state.become_copy(&game.rules, card, def);
            Ok(())
        })
    }

    /// Makes a card belong to a player (or to `nobody`), wherever it lies.
    #[rhai_fn(name = "set_owner", return_raw)]
    pub fn set_owner(card: Dynamic, player: INT) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let (card, player) = (run.card_arg(&card)?, run.player_or_nobody(player)?);
            run.state.set_owner(card, player);
            Ok(())
        })
    }

    /// Puts a card into its owner's zone of this name, on top. Errors: the owner has no such zone.
    #[rhai_fn(name = "return_to", return_raw)]
    pub fn return_to(card: Dynamic, zone: ImmutableString) -> Verb<()> {
        let (card, owner) = with(|run| {
            let card = run.card_arg(&card)?;
            Ok((card, run.state.card(card).owner))
        })?;
        let subject = if owner == Player::NOBODY { Subject::Table } else { Subject::Player(owner) };
        put(card, zone_for(&zone, subject)?, Spot::Top)
    }

    /// Every card in the game, in the order in which they were made.
    #[rhai_fn(name = "all_cards", return_raw)]
    pub fn all_cards() -> Verb<Array> {
        with(|run| Ok(array(run.state.all_cards())))
    }
}

fn turn(card: &Dynamic, down: bool) -> Verb<()> {
    with(|run| {
        run.may_change()?;
        let card = run.card_arg(card)?;
        let game = run.game.clone();
        if run.state.turn(&game.rules, card, down) {
            run.barrier = true;
        }
        Ok(())
    })
}
