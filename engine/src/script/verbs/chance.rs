//! Chance: dice, random cards, mixed lists. All of it comes from the game's seed.

use crate::script::run::{Verb, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, INT};

/// Verbs of chance.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod chance {
    use super::*;

    /// Rolls a die: a number from 1 to `sides`.
    #[rhai_fn(name = "roll", return_raw)]
    pub fn roll(sides: INT) -> Verb<INT> {
        let sides = self::sides(sides)?;
        with(|run| Ok(INT::from(run.state.random.below(sides)) + 1))
    }

    /// Rolls several dice and gives them as an array.
    #[rhai_fn(name = "roll_dice", return_raw)]
    pub fn roll_dice(n: INT, sides: INT) -> Verb<Array> {
        let sides = self::sides(sides)?;
        if !(0..=1_000).contains(&n) {
            return oops(format!("at most 1000 dice are rolled at once, not {n}"));
        }
        with(|run| Ok((0..n).map(|_| (INT::from(run.state.random.below(sides)) + 1).into()).collect()))
    }

    /// One of an array, each as likely as any other. An empty array is an error.
    #[rhai_fn(name = "random", return_raw)]
    pub fn random(list: Array) -> Verb<Dynamic> {
        with(|run| {
            let ix = run.state.random.below(list.len() as u32) as usize;
            match list.get(ix) {
                Some(item) => Ok(item.clone()),
                None => oops("nothing can be picked from an empty list"),
            }
        })
    }

    /// A random card of a zone; an empty zone gives `nobody`, which is no card.
    #[rhai_fn(name = "random_card", return_raw)]
    pub fn random_card(zone: Dynamic) -> Verb<INT> {
        with(|run| {
            let zone = run.zone_arg(&zone)?;
            let ix = run.state.random.below(run.state.len(zone) as u32) as usize;
            Ok(run.state.cards_in(zone).nth(ix).map_or(0, INT::from))
        })
    }

    /// An array in a random order.
    #[rhai_fn(name = "mixed", return_raw)]
    pub fn mixed(list: Array) -> Verb<Array> {
        with(|run| {
            let mut list = list.clone();
            run.state.random.shuffle(&mut list);
            Ok(list)
        })
    }
}

fn sides(sides: INT) -> Verb<u32> {
    match u32::try_from(sides) {
        Ok(n) if n > 0 => Ok(n),
        _ => oops(format!("a die needs at least one side, not {sides}")),
    }
}
