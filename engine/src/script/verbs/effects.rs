//! Effects: changes that hold for a while and end by themselves, and things to do later.

use super::args::{settings, small, unknown};
use crate::kernel::{Change, FieldKind, LastingDef, LaterDef, NumberChange, TagId, Targets, Until};
use crate::script::run::{Run, Verb, oops, with};
use rhai::plugin::*;
use rhai::{Dynamic, INT, ImmutableString, Map};
use std::sync::Arc;

/// The settings that a change can have.
pub(crate) const KEYS: [&str; 10] =
    ["add", "set", "times", "at_least", "at_most", "include", "exclude", "lasts", "only_while", "whose"];

/// Verbs that begin and end effects.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod effects {
    use super::*;

    /// Begins a change to what is read of a card, a player or the table. `name` is a field or a rule value; the
    /// settings say how: one of `add`, `set`, `times`, `at_least`, `at_most` for numbers, `set`, `include`, `exclude`
    /// for fields with values; `lasts` until when: an event's name, "step", "leaves" (until the asking card leaves its
    /// zone) or "game"; `only_while` a goal that must hold for it; `whose` the player whose `mine` and pool that means, if
    /// not the asker.
    /// Errors: unknown settings, two changes at once, or one that does not fit what it changes.
    /// Example: `change(me, "hand_size", #{ add: 1, lasts: "turn_ended" })`.
    #[rhai_fn(name = "change", return_raw)]
    pub fn change(target: Dynamic, name: ImmutableString, how: Map) -> Verb<()> {
        with(|run| {
            let targets = Targets::One(run.subject_arg(&target)?);
            begin(run, targets, &name, &how)
        })
    }

    /// Begins such a change to every card that matches a query, whenever it is read; `whose` is the player whose `mine`
    /// it means, if not the asker.
    /// Example: `change_all("in field & mine", "attack", #{ add: 1, lasts: "turn_ended", whose: 2 })`.
    #[rhai_fn(name = "change_all", return_raw)]
    pub fn change_all(query: ImmutableString, name: ImmutableString, how: Map) -> Verb<()> {
        with(|run| {
            let pred = run.game.selector(&query).or_else(oops)?;
            begin(run, Targets::Cards(Arc::new((*pred).clone())), &name, &how)
        })
    }

    /// Calls a rule function with one argument when an event happens next. Errors: no such function of one argument.
    /// Example: `later("turn_ended", "give_back", card)`.
    #[rhai_fn(name = "later", return_raw)]
    pub fn later(event: ImmutableString, function: ImmutableString, argument: INT) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let event = run.event_arg(&event)?;
            if !run.game.has_function(&function, 1) {
                return unknown("function of one argument", &function, run.game.function_names());
            }
            let asker = run.asker();
            let later = LaterDef { event, function: Arc::from(function.as_str()), argument };
            run.state.begin(
                asker.card,
                asker.me,
                LastingDef {
                    targets: Targets::Table,
                    change: Change::Later(Box::new(later)),
                    condition: None,
                    until: Until::Event(event),
                },
            );
            Ok(())
        })
    }

    /// Ends every lasting change that a card's text began.
    #[rhai_fn(name = "end_changes", return_raw)]
    pub fn end_changes(card: Dynamic) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let card = run.card_arg(&card)?;
            run.state.end_effects_of(card);
            Ok(())
        })
    }
}

fn begin(run: &mut Run, targets: Targets, name: &str, how: &Map) -> Verb<()> {
    run.may_change()?;
    settings(how, &KEYS)?;
    let change = reading(run, name, how)?;
    let until = until(run, how)?;
    let condition = match how.get("only_while") {
        None => None,
        Some(goal) => match goal.as_immutable_string_ref() {
            Ok(text) => Some(Arc::new((*run.game.goal(&text).or_else(oops)?).clone())),
            Err(kind) => return oops(format!("`only_while` is a goal, not {kind}")),
        },
    };
    let asker = run.asker();
    let me = match how.get("whose") {
        None => asker.me,
        Some(player) => match player.as_int() {
            Ok(seat) => run.player_arg(seat)?,
            Err(kind) => return oops(format!("`whose` is a player, not {kind}")),
        },
    };
    run.state.begin(asker.card, me, LastingDef { targets, change, condition, until });
    Ok(())
}

fn until(run: &Run, how: &Map) -> Verb<Until> {
    let Some(until) = how.get("lasts") else {
        return oops("say how long the change lasts: lasts: \"step\", \"leaves\", \"game\" or an event");
    };
    let Ok(until) = until.as_immutable_string_ref() else {
        return oops("`lasts` is \"step\", \"leaves\", \"game\" or the name of an event");
    };
    Ok(match until.as_str() {
        "step" => Until::Step,
        "leaves" => Until::SourceMoves,
        "game" => Until::GameEnds,
        _ => Until::Event(run.event_arg(&until)?),
    })
}

fn number_change(how: &Map) -> Verb<Option<NumberChange>> {
    let mut found = None;
    for (key, make) in [
        ("add", NumberChange::Add as fn(i32) -> NumberChange),
        ("set", NumberChange::Set),
        ("times", NumberChange::Times),
        ("at_least", NumberChange::AtLeast),
        ("at_most", NumberChange::AtMost),
    ] {
        if let Some(n) = how.get(key) {
            let Ok(n) = n.as_int() else { return oops(format!("`{key}` is a whole number here")) };
            if found.replace(make(small(n))).is_some() {
                return oops("a change does one thing: two are given");
            }
        }
    }
    Ok(found)
}

fn reading(run: &Run, name: &str, how: &Map) -> Verb<Change> {
    let rules = &run.game.rules;
    let one_thing = "say what changes: add, set, times, at_least, at_most";
    if let Some(value) = rules.value(name) {
        return match number_change(how)? {
            Some(by) => Ok(Change::Value(value, by)),
            None => oops(one_thing),
        };
    }
    let Some(field) = rules.field(name) else {
        return unknown("field or value", name, rules.fields.names().chain(rules.values.names()));
    };
    match rules.fields[field.ix()].kind {
        FieldKind::Number => match number_change(how)? {
            Some(by) => Ok(Change::Number(field, by)),
            None => oops(one_thing),
        },
        FieldKind::Text | FieldKind::Goal => {
            oops(format!("`{name}` is text; nothing reads it, so nothing changes it"))
        }
        FieldKind::Cards => oops(format!("`{name}` names cards; nothing changes that")),
        _ => {
            let given: Vec<_> =
                ["set", "include", "exclude"].iter().filter(|key| how.contains_key(**key)).collect();
            let [key] = given[..] else {
                return oops("say what changes: one of set, include, exclude");
            };
            let tags = tags(run, field, &how[*key])?;
            match (*key, &tags[..]) {
                ("set", _) => Ok(Change::Set(field, tags)),
                ("include", [tag]) => Ok(Change::Include(*tag)),
                ("exclude", [tag]) => Ok(Change::Exclude(*tag)),
                _ => oops(format!("`{key}` takes one value")),
            }
        }
    }
}

fn tags(run: &Run, field: crate::kernel::FieldId, given: &Dynamic) -> Verb<Vec<TagId>> {
    let def = &run.game.rules.fields[field.ix()];
    let one = |value: &Dynamic| -> Verb<TagId> {
        let Ok(name) = value.as_immutable_string_ref() else {
            return oops(format!("a value of `{}` is a text", def.title));
        };
        match def.values.iter().position(|known| known.eq_ignore_ascii_case(&name)) {
            Some(ix) => Ok((def.first_tag + ix).into()),
            None => unknown(&format!("{} value", def.title), &name, def.values.iter().map(String::as_str)),
        }
    };
    match given.as_array_ref() {
        Ok(list) => list.iter().map(one).collect(),
        Err(_) => Ok(vec![one(given)?]),
    }
}
