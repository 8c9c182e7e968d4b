//! What authors type for cards, zones, tokens and calls, as statements.

use cardwright::content::{did_you_mean, slug};
use cardwright::kernel::{Belongs, CardId, DefId, Look, Rules, ZoneKind};

use super::command::words;
use crate::find;
use crate::library::same;

/// `set TOKEN N on SUBJECT`.
pub fn set(look: &Look<'_>, typed: &str, usual: Option<CardId>) -> Result<String, String> {
    let (head, on) = match typed.split_once(" on ") {
        Some((head, on)) => (head.trim(), Some(on.trim())),
        None => (typed, None),
    };
    let (name, count) =
        head.rsplit_once(char::is_whitespace).ok_or("which token, and how many? `set TOKEN N`")?;
    let count: i64 = count.parse().map_err(|_| format!("how many? `{count}` is no number"))?;
    let rules = look.rules;
    let tokens = || rules.tokens.entries();
    let Some((token, def)) =
        tokens().find(|(id, def)| same(id, name.trim()) || same(&def.title, name.trim()))
    else {
        let known = rules.tokens.names().chain(tokens().map(|(_, def)| def.title.as_str()));
        return Err(unknown("token", name, known));
    };
    let (on, seat) = match on.and_then(|on| on.rsplit_once('/')) {
        Some((subject, seat)) if seat.parse::<u8>().is_ok() && !subject.eq_ignore_ascii_case("player") => {
            (Some(subject), seat)
        }
        _ => (on, "1"),
    };
    let player = |on: &str| {
        let word = on.to_lowercase();
        let seat = word.strip_prefix("player").unwrap_or(&word).trim_matches(['/', ' ']).to_owned();
        seat.parse::<u8>()
            .map(|seat| seat.to_string())
            .map_err(|_| format!("the token `{token}` lies on players; `set {token} {count} on 1`"))
    };
    let subject = match (def.on, on) {
        (Belongs::Player, None) => "1".to_owned(),
        (Belongs::Player, Some(on)) => player(on)?,
        (Belongs::Table, None) => "table".to_owned(),
        (Belongs::Table, Some(on)) if same(on, "table") => "table".to_owned(),
        (Belongs::Table, Some(_)) => {
            return Err(format!("the token `{token}` lies on the table; `set {token} {count}`"));
        }
        (Belongs::Card, None) => {
            let card = usual.ok_or_else(|| format!("on which card? `set {token} {count} on CARD`"))?;
            format!("#{}", card.ix() + 1)
        }
        (Belongs::Card, Some(on)) => format!("#{}", card(look, on)?.ix() + 1),
        (Belongs::Zone, None) => return Err(format!("on which zone? `set {token} {count} on ZONE`")),
        (Belongs::Zone, Some(on)) => zone(look, on)?,
    };
    let of = if def.per_player { format!(", {seat}") } else { String::new() };
    Ok(format!("set_tokens({subject}, \"{token}\", {count}{of})"))
}

/// `move CARD ZONE`.
pub fn shift(look: &Look<'_>, typed: &str) -> Result<String, String> {
    let mut why = "which card, and where to? `move #1 ZONE`".to_owned();
    for (at, _) in typed.match_indices(' ') {
        let (head, rest) = (typed[..at].trim(), typed[at..].trim());
        match (card(look, head), zone(look, rest)) {
            (Ok(card), Ok(zone)) => return Ok(format!("move_to(#{}, {zone})", card.ix() + 1)),
            (Ok(_), Err(zone)) => why = zone,
            (Err(card), _) if !why.starts_with("unknown zone") => why = card,
            (Err(_), _) => {}
        }
    }
    Err(why)
}

/// `make CARD ZONE`.
pub fn make(look: &Look<'_>, typed: &str, usual: &str) -> Result<String, String> {
    let made = |def: DefId, zone: &str| format!("create(\"{}\", {zone})", look.rules.def(def).id);
    if let Some(def) = find::card(look.rules, typed) {
        return Ok(made(def, usual));
    }
    let mut why = None;
    for (at, _) in typed.match_indices(' ') {
        let (head, rest) = (typed[..at].trim(), typed[at..].trim());
        let Some(def) = find::card(look.rules, head) else { continue };
        match zone(look, rest) {
            Ok(zone) => return Ok(made(def, &zone)),
            Err(zone) => why = Some(zone),
        }
    }
    Err(why.unwrap_or_else(|| find::unknown(typed, look.rules)))
}

/// `call FUNCTION ARGUMENTS`.
pub fn call(rules: &Rules, typed: &str) -> String {
    let mut words = words(typed).into_iter();
    let function = words.next().unwrap_or_default();
    if function.contains('(') {
        return typed.to_owned();
    }
    let argument = |word: String| {
        let is_script =
            word.starts_with(['"', '#', '[', '-']) || word.contains('(') || word.parse::<i64>().is_ok();
        if is_script || ["true", "false", "table", "nobody"].contains(&word.as_str()) {
            return word;
        }
        match find::card(rules, &word) {
            Some(card) => format!("\"{}\"", rules.def(card).id),
            None => format!("\"{word}\""),
        }
    };
    let arguments: Vec<String> = words.map(argument).collect();
    format!("{function}({})", arguments.join(", "))
}

/// A card on the table: `#2`, or by name or id the first copy.
pub fn card(look: &Look<'_>, typed: &str) -> Result<CardId, String> {
    if let Some(number) = typed.strip_prefix('#') {
        let count = look.state.card_count();
        let found = number.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
        return found
            .map(|number| CardId::from(number - 1))
            .ok_or_else(|| format!("there is no card {typed}; there are #1 to #{count}"));
    }
    match find::card(look.rules, typed) {
        Some(def) => look.copies(def).next().ok_or_else(|| {
            let name = &look.rules.def(def).name;
            format!("no copy of `{name}` is on the table; `make {name}` makes one")
        }),
        None => {
            let there = look.state.all_cards().map(|card| look.name(card));
            Err(unknown("card", typed, there.collect::<Vec<_>>()))
        }
    }
}

/// A zone as a script names it: `hand`, `hand/2`, `seeds/#3`, by name or title.
pub fn zone(look: &Look<'_>, typed: &str) -> Result<String, String> {
    let (name, owner) =
        typed.split_once('/').map_or((typed, None), |(name, owner)| (name, Some(owner.trim())));
    let rules = look.rules;
    let kind = kind(rules, name.trim()).ok_or_else(|| {
        let known = rules.zones.names().chain(rules.zones.iter().map(|zone| zone.title.as_str()));
        unknown("zone", name, known)
    })?;
    let name = rules.zones.name(kind.ix());
    Ok(match rules.zones[kind.ix()].belongs {
        Belongs::Player => {
            let seat = owner.unwrap_or("1");
            let there = seat.parse().is_ok_and(|seat: usize| (1..=look.state.player_count()).contains(&seat));
            if !there {
                return Err(format!("whose {name}? `{name}/1` to `{name}/{}`", look.state.player_count()));
            }
            format!("zone(\"{name}\", {seat})")
        }
        Belongs::Card => {
            let owner = owner.ok_or_else(|| format!("on which card? `{name}/CARD`"))?;
            format!("zone(\"{name}\", #{})", card(look, owner)?.ix() + 1)
        }
        Belongs::Table | Belongs::Zone => format!("\"{name}\""),
    })
}

fn kind(rules: &Rules, name: &str) -> Option<ZoneKind> {
    let found =
        rules.zones.entries().position(|(id, zone)| same(id, name) || slug(&zone.title) == slug(name));
    found.map(Into::into)
}

fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match did_you_mean(word, known) {
        Some(help) => format!("unknown {what} `{word}`; {help}"),
        None => format!("unknown {what} `{word}`"),
    }
}
