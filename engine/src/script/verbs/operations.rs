//! Operations and events: what a card can do, whether it can do it now, and doing it.

use super::args::{array, unknown};
use crate::kernel::{OpRef, Taker};
use crate::script::exec;
use crate::script::run::{Bonus, Run, Stop, Verb, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, FnPtr, INT, ImmutableString, Map};
use smallvec::SmallVec;
use std::rc::Rc;

/// Verbs that use cards' operations and tell of events.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod operations {
    use super::*;

    /// A card's operations of a trigger, whether or not they can be used now.
    #[rhai_fn(name = "operations", return_raw)]
    pub fn operations_of(card: Dynamic, trigger: ImmutableString) -> Verb<Array> {
        with(|run| Ok(array(ops(run, &card, Some(&trigger))?)))
    }

    /// A card's operations of a trigger that can be used now: live, not exhausted, requirements met, cost payable.
    #[rhai_fn(name = "usable", return_raw)]
    pub fn usable(card: Dynamic, trigger: ImmutableString) -> Verb<Array> {
        let all = with(|run| ops(run, &card, Some(&trigger)))?;
        let mut found = Vec::new();
        for op in all {
            if exec::why_not(op, None)?.is_none() {
                found.push(op);
            }
        }
        Ok(array(found))
    }

    /// Whether an operation can be used now.
    #[rhai_fn(name = "can_use", return_raw)]
    pub fn can_use(op: INT) -> Verb<bool> {
        let op = with(|run| run.op_arg(op))?;
        Ok(exec::why_not(op, None)?.is_none())
    }

    /// Why an operation cannot be used now, in words; empty when it can.
    #[rhai_fn(name = "why_not", return_raw)]
    pub fn why_not(op: INT) -> Verb<ImmutableString> {
        let op = with(|run| run.op_arg(op))?;
        let why = exec::why_not(op, None)?;
        with(|run| Ok(why.map_or_else(String::new, |why| run.told(op, &why)).into()))
    }

    /// Uses an operation: checks it, exhausts its card, pays its cost, carries it out. Gives its result.
    /// Errors: an operation that cannot be used now; see `why_not`.
    #[rhai_fn(name = "use_op", return_raw)]
    pub fn use_op(op: INT) -> Verb<Dynamic> {
        let op = with(|run| run.op_arg(op))?;
        exec::use_op(op, None)
    }

    /// Carries out an operation's text without checking, exhausting or paying.
    #[rhai_fn(name = "resolve", return_raw)]
    pub fn resolve(op: INT) -> Verb<Dynamic> {
        let op = with(|run| run.op_arg(op))?;
        Ok(exec::run_op(op, None)?.0)
    }

    /// Carries out an operation's text as if it stood on another card: `card` and "this card" are that card, `me` its
    /// controller. Nothing is checked, exhausted or paid. For cards that use the texts of others.
    #[rhai_fn(name = "resolve_as", return_raw)]
    pub fn resolve_as(op: INT, card: Dynamic) -> Verb<Dynamic> {
        let (op, card) = with(|run| Ok((run.op_arg(op)?, run.card_arg(&card)?)))?;
        Ok(exec::run_op_as(op, card, None)?.0)
    }

    /// Carries out every operation that a card has under a trigger, in the order of its text. Gives how many.
    #[rhai_fn(name = "run_trigger", return_raw)]
    pub fn run_trigger(card: Dynamic, trigger: ImmutableString) -> Verb<INT> {
        let all = with(|run| ops(run, &card, Some(&trigger)))?;
        let mut used = 0;
        for op in all {
            if exec::why_not(op, None)?.is_none() {
                exec::use_op(op, None).map(|_| ())?;
                used += 1;
            }
        }
        Ok(used)
    }

    /// What a card's operations of a trigger are worth: the numbers that they give and the bonuses that they name.
    /// Errors: an operation that gives something other than a number or nothing.
    #[rhai_fn(name = "worth", return_raw)]
    pub fn worth(card: Dynamic, trigger: ImmutableString) -> Verb<INT> {
        let (card, trigger) = with(|run| Ok((run.card_arg(&card)?, run.trigger_arg(&trigger)?)))?;
        Ok(exec::worth(card, trigger)?.points)
    }

    /// Whether an operation could be carried out to its end, with whatever answers. It is tried and undone.
    #[rhai_fn(name = "can_resolve", return_raw)]
    pub fn can_resolve(op: INT) -> Verb<bool> {
        let op = with(|run| run.op_arg(op))?;
        if exec::why_not(op, None)?.is_some() {
            return Ok(false);
        }
        exec::can_resolve(|| exec::use_op(op, None).map(|_| ()))
    }

    /// Whether a function could run to its end, with whatever answers, without `fail`. It is tried and undone.
    #[rhai_fn(name = "possible", return_raw)]
    pub fn possible(function: FnPtr) -> Verb<bool> {
        exec::can_resolve(|| exec::call_given(&function, &[]).map(|_| ()))
    }

    /// Says that what was begun cannot be carried out: the answer that led here is refused and may be given anew.
    #[rhai_fn(name = "fail", return_raw)]
    pub fn fail(reason: ImmutableString) -> Verb<()> {
        with(|run| {
            run.refused(&reason);
            run.refusal = Some(reason.to_string());
            Ok(())
        })?;
        Err(Stop::Refused.error())
    }

    /// `fail`s unless something is so.
    #[rhai_fn(name = "must", return_raw)]
    pub fn must(condition: bool, reason: ImmutableString) -> Verb<()> {
        if condition { Ok(()) } else { fail(reason) }
    }

    /// Tells of an event that has no data. Errors: the event is declared with data.
    #[rhai_fn(name = "emit", return_raw)]
    pub fn emit_plain(event: ImmutableString) -> Verb<()> {
        emit(event, Map::new())
    }

    /// Tells of an event: cards that listen to it answer now. The data's names are those the manifest declares.
    /// Errors: data that is not declared, or declared data that is missing.
    /// Example: `emit("taken", #{ player: me, card: it })`.
    #[rhai_fn(name = "emit", return_raw)]
    pub fn emit(event: ImmutableString, data: Map) -> Verb<()> {
        let id = with(|run| {
            let id = run.event_arg(&event)?;
            let declared = &run.game.rules.events[id.ix()].data;
            for key in data.keys() {
                if !declared.iter().any(|name| name == key.as_str()) {
                    let known = declared.iter().map(String::as_str);
                    return unknown(&format!("data of event `{event}`:"), key, known);
                }
            }
            for name in declared {
                if !data.contains_key(name.as_str()) {
                    return oops(format!("event `{event}` is told without its `{name}`"));
                }
            }
            Ok(id)
        })?;
        exec::emit(id, |_| data)
    }

    /// Says which cards a worth comes from, beside those that give bonuses. Without it, these are the cards that the
    /// script counted on the way.
    #[rhai_fn(name = "counted", return_raw)]
    pub fn counted(list: Array) -> Verb<()> {
        with(|run| {
            let cards = run.cards_arg(&list)?;
            if let Some(frame) = run.frames.last_mut() {
                frame.counted.get_or_insert_default().extend(cards);
            }
            Ok(())
        })
    }

    /// The cards that a card's worth came from when it was last asked for, in the order in which they were made.
    #[rhai_fn(name = "worth_from", return_raw)]
    pub fn worth_from(card: Dynamic) -> Verb<Array> {
        with(|run| {
            let card = run.card_arg(&card)?;
            let found = run.worths.iter().find(|(other, _)| *other == card);
            Ok(found.map(|(_, worth)| array(worth.from.iter().copied())).unwrap_or_default())
        })
    }

    /// Names a bonus for each card that matches a query where the game's counts look. When the operation ends, its
    /// bonuses are shared out so that each card gives at most one of them, for the highest total.
    /// Errors: outside of an operation. Example: `bonus(4, "other & Blue")`.
    #[rhai_fn(name = "bonus", return_raw)]
    pub fn bonus(points: INT, query: ImmutableString) -> Verb<()> {
        bonus_up_to(points, query, INT::MAX)
    }

    /// The same, for at most so many cards.
    #[rhai_fn(name = "bonus", return_raw)]
    pub fn bonus_up_to(points: INT, query: ImmutableString, most: INT) -> Verb<()> {
        with(|run| {
            let pred = run.game.selector(&query).or_else(oops)?;
            let (look, asker) = (run.look(), run.asker());
            let pool = look.pool(asker.me);
            let fits = pool.iter().map(|card| pred.matches(&look, asker, *card)).collect();
            let taker = Taker { points, most: usize::try_from(most).unwrap_or(0), fits };
            add_bonus(run, taker, &pool)
        })
    }

    /// Names a bonus for each different value of a field among the matching cards: each card shows one value for it.
    #[rhai_fn(name = "bonus_each_different", return_raw)]
    pub fn bonus_each_different(points: INT, field: ImmutableString, query: ImmutableString) -> Verb<()> {
        with(|run| {
            let pred = run.game.selector(&query).or_else(oops)?;
            let field = run.field_arg(&field)?;
            let tags = run.game.rules.fields[field.ix()].tags();
            let pool = run.look().pool(run.asker().me);
            let asker = run.asker();
            let matching: SmallVec<[bool; 32]> = {
                let look = run.look();
                pool.iter().map(|card| pred.matches(&look, asker, *card)).collect()
            };
            for tag in tags {
                let fits: SmallVec<[bool; 32]> = {
                    let look = run.look();
                    let shows = |(card, fits): (&crate::kernel::CardId, &bool)| {
                        *fits && look.has_tag(*card, tag.into())
                    };
                    pool.iter().zip(&matching).map(shows).collect()
                };
                if fits.iter().any(|fits| *fits) {
                    add_bonus(run, Taker { points, most: 1, fits }, &pool)?;
                }
            }
            Ok(())
        })
    }
}

fn ops(run: &Run, card: &Dynamic, trigger: Option<&ImmutableString>) -> Verb<Vec<OpRef>> {
    let card = run.card_arg(card)?;
    let trigger = trigger.map(|name| run.trigger_arg(name)).transpose()?;
    let def = run.game.rules.def(run.state.card(card).def);
    Ok(def
        .ops
        .iter()
        .enumerate()
        .filter(|(_, op)| trigger.is_none_or(|trigger| op.trigger == trigger))
        .map(|(ix, _)| OpRef { card, op: ix as u16 })
        .collect())
}

fn add_bonus(run: &mut Run, taker: Taker, pool: &[crate::kernel::CardId]) -> Verb<()> {
    let Some(frame) = run.frames.last_mut() else {
        return oops("a bonus is named in a card's operation");
    };
    let pool = match frame.bonuses.last() {
        Some(bonus) if *bonus.pool == *pool => bonus.pool.clone(),
        _ => Rc::from(pool),
    };
    frame.bonuses.push(Bonus { taker, pool });
    Ok(())
}
