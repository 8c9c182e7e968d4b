//! The map: where cards stand, and how far it is from one hex to another.

use super::args::array;
use crate::kernel::map::MapDef;
use crate::kernel::{CardId, Look};
use crate::script::run::{Run, Verb, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, INT};

/// Verbs of the map that the game's manifest declares. A hex is its column times 100 and its row.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod map {
    use super::*;

    /// The hex on which a card stands: that of the map's token, or the one that is printed on it; 0 if it stands nowhere.
    #[rhai_fn(name = "hex", return_raw)]
    pub fn hex(card: Dynamic) -> Verb<INT> {
        with(|run| {
            let card = run.card_arg(&card)?;
            Ok(standing(map_of(run)?, &run.look(), card).into())
        })
    }

    /// How many hexes there are from one to another; the first is not counted. Example: `hexes_between(1424, 1719)`.
    #[rhai_fn(name = "hexes_between", return_raw)]
    pub fn hexes_between(hex: INT, other: INT) -> Verb<INT> {
        let (hex, other) = (number(hex)?, number(other)?);
        with(|run| Ok(map_of(run)?.distance(hex, other).into()))
    }

    /// The first card of a zone that stands on a hex, or `nobody`.
    #[rhai_fn(name = "at_hex", return_raw)]
    pub fn at_hex(zone: Dynamic, hex: INT) -> Verb<INT> {
        let hex = number(hex)?;
        with(|run| {
            let (map, look, zone) = (map_of(run)?, run.look(), run.zone_arg(&zone)?);
            let mut there = run.state.cards_in(zone).filter(|card| standing(map, &look, *card) == hex);
            Ok(there.next().map_or(0, INT::from))
        })
    }

    /// The cards of a zone that stand on a hex.
    #[rhai_fn(name = "all_at_hex", return_raw)]
    pub fn all_at_hex(zone: Dynamic, hex: INT) -> Verb<Array> {
        let hex = number(hex)?;
        with(|run| {
            let (map, look, zone) = (map_of(run)?, run.look(), run.zone_arg(&zone)?);
            Ok(array(run.state.cards_in(zone).filter(|card| standing(map, &look, *card) == hex)))
        })
    }

    /// The cards of a zone that stand at most `reach` hexes from one, those that stand on it left out.
    #[rhai_fn(name = "in_reach", return_raw)]
    pub fn in_reach(zone: Dynamic, hex: INT, reach: INT) -> Verb<Array> {
        let hex = number(hex)?;
        with(|run| {
            let (map, look, zone) = (map_of(run)?, run.look(), run.zone_arg(&zone)?);
            let is_near = |card: &CardId| {
                let there = standing(map, &look, *card);
                there != 0 && there != hex && INT::from(map.distance(hex, there)) <= reach
            };
            Ok(array(run.state.cards_in(zone).filter(is_near)))
        })
    }

    /// How many hexes it is to the nearest card of a zone; -1 if none of its cards stands on the map.
    #[rhai_fn(name = "hexes_to_nearest", return_raw)]
    pub fn hexes_to_nearest(zone: Dynamic, hex: INT) -> Verb<INT> {
        let hex = number(hex)?;
        with(|run| {
            let (map, look, zone) = (map_of(run)?, run.look(), run.zone_arg(&zone)?);
            let standing = run.state.cards_in(zone).map(|card| standing(map, &look, card));
            let far = standing.filter(|there| *there != 0).map(|there| map.distance(hex, there)).min();
            Ok(far.unwrap_or(-1).into())
        })
    }

    /// The hexes of the map that are at most `reach` from one, by column and row; the hex itself is left out.
    #[rhai_fn(name = "hexes_around", return_raw)]
    pub fn hexes_around(hex: INT, reach: INT) -> Verb<Array> {
        let hex = number(hex)?;
        with(|run| {
            let map = map_of(run)?;
            let all = map
                .columns()
                .flat_map(|column| map.rows().map(move |row| crate::kernel::map::hex(column, row)));
            let is_near = |there: &i32| *there != hex && INT::from(map.distance(hex, *there)) <= reach;
            Ok(all.filter(is_near).map(|there| INT::from(there).into()).collect())
        })
    }
}

fn map_of(run: &Run) -> Verb<&MapDef> {
    match &run.game.rules.map {
        Some(map) => Ok(map),
        None => oops("the game's manifest declares no `[map]`"),
    }
}

fn standing(map: &MapDef, look: &Look<'_>, card: CardId) -> i32 {
    map.hex_of(look, card).unwrap_or(0)
}

fn number(hex: INT) -> Verb<i32> {
    match i32::try_from(hex) {
        Ok(hex) if (0..10_000).contains(&hex) => Ok(hex),
        _ => oops(format!("a hex is wanted here, such as 1424, not {hex}")),
    }
}
