//! Asking players. A question with one possible answer is not asked.

use super::args::whole;
use crate::kernel::{Ask, Choice, DecisionKind, Picks, Value};
use crate::script::ask::{ask, ask_one};
use crate::script::exec;
use crate::script::run::{Run, Verb, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, FnPtr, INT, ImmutableString, Map};
use std::sync::Arc;

/// An option with a label of its own: what the player reads, and what the script gets.
#[derive(Clone, Debug)]
pub struct Labelled {
    label: ImmutableString,
    value: Dynamic,
}

/// Options as the kernel keeps them.
fn options(run: &Run, list: &Array) -> Verb<Vec<Choice>> {
    let mut options = Vec::with_capacity(list.len());
    for value in list {
        options.push(option(run, value)?);
    }
    Ok(options)
}

fn option(run: &Run, value: &Dynamic) -> Verb<Choice> {
    if let Some(number) = whole(value) {
        return Ok(Choice { label: None, value: Value::Number(number) });
    }
    if let Ok(text) = value.as_immutable_string_ref() {
        return Ok(Choice { label: None, value: Value::Text(run.word(&text)) });
    }
    match value.read_lock::<Labelled>() {
        Some(labelled) => {
            let label = Arc::<str>::from(labelled.label.as_str());
            let value = match labelled.value.as_int() {
                Ok(number) => Value::Number(number),
                Err(_) => Value::Text(label.clone()),
            };
            Ok(Choice { label: Some(label), value })
        }
        None => oops(format!(
            "an option is a card, a number, a text or option(label, value), not {}",
            value.type_name()
        )),
    }
}

/// What the script gets for a chosen option.
fn chosen(list: &Array, ix: u16) -> Verb<Dynamic> {
    match list.get(usize::from(ix)) {
        Some(value) => Ok(match value.read_lock::<Labelled>() {
            Some(labelled) => labelled.value.clone(),
            None => value.clone(),
        }),
        None => oops("an option was chosen that is not there"),
    }
}

fn ask_player(player: i64, prompt: &ImmutableString, list: &Array, min: usize, max: usize) -> Verb<Picks> {
    ask_one(with(|run| question(run, player, prompt, list, min, max))?)
}

/// A question to one player.
fn question(
    run: &Run,
    player: i64,
    prompt: &ImmutableString,
    list: &Array,
    min: usize,
    max: usize,
) -> Verb<Ask> {
    let (player, prompt) = (run.player_arg(player)?, run.word(prompt));
    Ok(Ask { player, prompt, options: options(run, list)?, min, max })
}

/// The options that a function gave.
fn listed(given: &Dynamic) -> Verb<Array> {
    match given.clone().into_array() {
        Ok(list) => Ok(list),
        Err(kind) => oops(format!("a function that gives options must give an array, not {kind}")),
    }
}

/// One question to each of several players, each with the options that a function gives for them.
fn ask_for_each(
    players: &Array,
    prompt: &ImmutableString,
    choices: &Dynamic,
) -> Verb<(Vec<Ask>, Vec<Array>)> {
    let mut asks = Vec::new();
    let mut lists = Vec::new();
    for seat in players {
        let Ok(seat) = seat.as_int() else { return oops("players are seat numbers") };
        let list = match choices.clone().try_cast::<Array>() {
            Some(list) => list,
            None => match choices.clone().try_cast::<FnPtr>() {
                Some(function) => listed(&exec::call_given(&function, &[seat.into()])?)?,
                None => return oops("the options are an array, or a function of a player that gives one"),
            },
        };
        asks.push(with(|run| question(run, seat, prompt, &list, 1, 1))?);
        lists.push(list);
    }
    Ok((asks, lists))
}

/// Verbs that ask players something.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod choices {
    use super::*;

    /// An option with a label of its own: the player reads `label`, the script gets `value`.
    #[rhai_fn(name = "option")]
    pub fn labelled(label: ImmutableString, value: Dynamic) -> Dynamic {
        Dynamic::from(Labelled { label, value })
    }

    /// Asks a player to choose one of some options (cards, numbers, texts, `option(..)`s) and gives it.
    /// An empty array of options is an error. Example: `choose(me, "Discard which card?", in_zone("hand"))`.
    #[rhai_fn(name = "choose", return_raw)]
    pub fn choose(player: INT, prompt: ImmutableString, choices: Array) -> Verb<Dynamic> {
        if choices.is_empty() {
            return oops(format!("there is nothing to choose for `{prompt}`"));
        }
        match ask_player(player, &prompt, &choices, 1, 1)?.first() {
            Some(ix) => chosen(&choices, *ix),
            None => oops("nothing was chosen"),
        }
    }

    /// Asks a player to choose some of the options, at least `min` and at most `max`; fewer options than `min` are
    /// all chosen. Gives an array, in the order chosen.
    #[rhai_fn(name = "choose_some", return_raw)]
    pub fn choose_some(
        player: INT,
        prompt: ImmutableString,
        choices: Array,
        min: INT,
        max: INT,
    ) -> Verb<Array> {
        let most = choices.len();
        let min = usize::try_from(min).unwrap_or(0).min(most);
        let max = usize::try_from(max).unwrap_or(0).min(most).max(min);
        let picks = ask_player(player, &prompt, &choices, min, max)?;
        picks.into_iter().map(|ix| chosen(&choices, ix)).collect()
    }

    /// Asks a player yes or no; gives true for yes. Example: `if may(me, "Draw a card?") { ... }`.
    #[rhai_fn(name = "may", return_raw)]
    pub fn may(player: INT, prompt: ImmutableString) -> Verb<bool> {
        let choices: Array = vec!["yes".into(), "no".into()];
        Ok(ask_player(player, &prompt, &choices, 1, 1)?.first() == Some(&0))
    }

    /// Asks a player for a number from `from` to `to`, and gives it. Errors: a range that is empty or wider than 10000.
    #[rhai_fn(name = "choose_number", return_raw)]
    pub fn choose_number(player: INT, prompt: ImmutableString, from: INT, to: INT) -> Verb<INT> {
        if to < from || to - from >= 10_000 {
            return oops(format!("a number from {from} to {to} cannot be asked for"));
        }
        let choices: Array = (from..=to).map(Dynamic::from_int).collect();
        let picks = ask_player(player, &prompt, &choices, 1, 1)?;
        Ok(from + picks.first().map_or(0, |ix| *ix as INT))
    }

    /// Asks a player to choose one of several players, who are shown by name. Gives the player.
    /// Errors: an empty array.
    #[rhai_fn(name = "choose_player", return_raw)]
    pub fn choose_player(player: INT, prompt: ImmutableString, players: Array) -> Verb<INT> {
        let named: Array = with(|run| {
            players
                .iter()
                .map(|seat| {
                    let Ok(number) = seat.as_int() else { return oops("players are seat numbers") };
                    let name = crate::kernel::decision::player_name(run.player_arg(number)?, &run.names);
                    Ok(labelled(name.into(), seat.clone()))
                })
                .collect()
        })?;
        match choose(player, prompt, named)?.as_int() {
            Ok(seat) => Ok(seat),
            Err(_) => oops("a player was to be chosen"),
        }
    }

    /// Asks several players secretly and at once, each to choose one option: an array for all, or a function of a
    /// player that gives theirs. Gives an array of what they chose, in the order of the players. Errors: a player with nothing to choose.
    #[rhai_fn(name = "each_choose", return_raw)]
    pub fn each_choose(players: Array, prompt: ImmutableString, choices: Dynamic) -> Verb<Array> {
        let (asks, lists) = ask_for_each(&players, &prompt, &choices)?;
        if lists.iter().any(|list| list.is_empty()) {
            return oops(format!("a player has nothing to choose for `{prompt}`"));
        }
        let seats: Vec<_> = asks.iter().map(|ask| ask.player).collect();
        let round = ask(DecisionKind::Each, asks)?;
        let mut answers = Array::new();
        for (player, list) in seats.into_iter().zip(&lists) {
            let answer = round.iter().find(|answer| answer.player == player);
            let ix = answer.and_then(|answer| answer.picks.first()).copied().unwrap_or(0);
            answers.push(chosen(list, ix)?);
        }
        Ok(answers)
    }

    /// Asks several players at once, and whoever acts first decides: for a team that shares a turn. The options are an
    /// array for all, or a function of a player that gives theirs; players without options are left out.
    /// Gives `#{ player, choice }`. Errors: nobody has anything to choose.
    #[rhai_fn(name = "first_choose", return_raw)]
    pub fn first_choose(players: Array, prompt: ImmutableString, choices: Dynamic) -> Verb<Map> {
        let (asks, lists) = ask_for_each(&players, &prompt, &choices)?;
        let (asks, lists): (Vec<_>, Vec<_>) =
            asks.into_iter().zip(lists).filter(|(_, list)| !list.is_empty()).unzip();
        let seats: Vec<_> = asks.iter().map(|ask| ask.player).collect();
        let round = ask(DecisionKind::First, asks)?;
        let Some(answer) = round.first() else {
            return oops(format!("nobody has anything to choose for `{prompt}`"));
        };
        let list = seats.iter().position(|seat| *seat == answer.player).and_then(|ix| lists.get(ix));
        let ix = answer.picks.first().copied().unwrap_or(0);
        let mut result = Map::new();
        result.insert("player".into(), INT::from(answer.player).into());
        result.insert(
            "choice".into(),
            match list {
                Some(list) => chosen(list, ix)?,
                None => return oops("someone answered who was not asked"),
            },
        );
        Ok(result)
    }

    /// Asks a player to put cards (or other options) into an order. Gives them as an array, first to last.
    #[rhai_fn(name = "arrange", return_raw)]
    pub fn arrange(player: INT, prompt: ImmutableString, choices: Array) -> Verb<Array> {
        let mut rest = choices;
        let mut order = Array::new();
        while !rest.is_empty() {
            let picks = ask_player(player, &prompt, &rest, 1, 1)?;
            let ix = picks.first().copied().unwrap_or(0);
            order.push(chosen(&rest, ix)?);
            drop(rest.remove(usize::from(ix)));
        }
        Ok(order)
    }
}
