//! Why something is not offered, and where points came from, in lines for people.

use anyhow::Result;
use cardwright::kernel::{CardId, DefId, Player, Subject};
use cardwright::table::{Reason, Table};

use crate::find;
use crate::library::compile_noting;
use crate::terminal::{FAINT, STRONG};
use crate::text::{line, pad, width};

/// The same table once more, with all noted that explains it.
pub fn explained(table: &Table) -> Result<Table> {
    let game = compile_noting(&table.game().content)?;
    Ok(Table::explained(&game, &table.record(), None)?)
}

/// Why what a word names is not among a player's options.
pub fn about(table: &Table, player: Player, word: &str) -> Vec<String> {
    let look = table.look();
    let options: Vec<String> = table.ask(player).map_or(Vec::new(), |ask| {
        (0..ask.options.len()).map(|ix| line(&ask.label(ix, &look, table.names()))).collect()
    });
    let wanted = word.to_lowercase();
    let offered = |(ix, label): (usize, &String)| {
        let has = label.to_lowercase().contains(&wanted) || wanted == (ix + 1).to_string();
        has.then(|| format!("{STRONG}{label}{STRONG:#} is offered: it is option {}", ix + 1))
    };
    let mut lines: Vec<String> = options.iter().enumerate().filter_map(offered).collect();
    match find::card_loosely(look.rules, word) {
        Ok(_) if !lines.is_empty() => {}
        Ok(def) => lines.extend(about_card(table, player, def)),
        Err(why) => {
            let reasons = table.why_not_called(word, player);
            if reasons.is_empty() && lines.is_empty() {
                lines.push(format!("{why}; and no rule that was asked names it"));
            } else if !reasons.is_empty() {
                lines.push(format!("what was left out and names {STRONG}{}{STRONG:#}:", line(word)));
                lines.extend(reasons.iter().map(reason));
            }
        }
    }
    lines
}

/// Of each copy of a card that the player knows why it is not offered.
fn about_card(table: &Table, player: Player, def: DefId) -> Vec<String> {
    let look = table.look();
    let knows = |card: &CardId| look.state.knows(Some(player), *card);
    let copies: Vec<CardId> = look.copies(def).filter(knows).collect();
    let mut lines = Vec::new();
    for card in copies {
        let place = look.state.zone_kind_of(card).map(|zone| line(&look.rules.zones[zone.ix()].title));
        let name = line(look.name(card));
        let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
        let reasons = table.why_not(card);
        if reasons.is_empty() {
            lines.push(format!("{STRONG}{name}{STRONG:#}{place}: no rule asked about it for this question"));
            continue;
        }
        lines.push(format!("{STRONG}{name}{STRONG:#}{place}:"));
        lines.extend(reasons.iter().map(reason));
    }
    if lines.is_empty() {
        lines.push(format!("you know of no {} on the table", line(&look.rules.def(def).name)));
    }
    lines
}

/// How many of a token a player has.
fn count(table: &Table, player: Player, token: &str) -> i32 {
    let look = table.look();
    let token = look.rules.token(token);
    token.map_or(0, |token| look.state.token(look.rules, Subject::Player(player), token, player))
}

/// A reason, with where the script asked.
pub fn reason(reason: &Reason) -> String {
    match &reason.place {
        Some((path, at)) => format!("  {}  {FAINT}{}:{at}{FAINT:#}", line(&reason.text), line(path)),
        None => format!("  {}", line(&reason.text)),
    }
}

/// Where a player's points came from: the parts of the score, what cards were worth, how tokens changed.
pub fn points(table: &Table, player: Player) -> Vec<String> {
    let name = line(&table.names()[player.ix()]);
    let mut lines = vec![format!("{STRONG}{name}{STRONG:#}")];
    let place = |place: &Option<(String, usize)>| {
        place.as_ref().map_or_else(String::new, |(path, at)| format!("  {FAINT}{}:{at}{FAINT:#}", line(path)))
    };
    if let Ok(parts) = table.score_parts(player)
        && !parts.is_empty()
    {
        let columns = parts.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
        lines.extend(
            parts.iter().map(|(label, points)| format!("  {}  {points:>4}", pad(&line(label), columns))),
        );
    }
    let gave = table.gave(player);
    if !gave.is_empty() {
        lines.push(format!("{FAINT}what cards are worth{FAINT:#}"));
        lines.extend(gave.iter().map(|gave| {
            let (card, operation) = (line(&gave.card), line(&gave.operation));
            format!("  {:>+4}  {card}: {operation}{}", gave.points, place(&gave.place))
        }));
    }
    let mut token = "";
    let mut gains = table.gains(player);
    // What only keeps the books of the scripts is no more told here than on the board.
    gains.retain(|gain| {
        let rules = table.look().rules;
        rules.token(&gain.token).is_some_and(|token| rules.tokens[token.ix()].shown)
    });
    for gain in &gains {
        if gain.token != token {
            token = &gain.token;
            let now = i64::from(count(table, player, token));
            let gained: i64 = gains.iter().filter(|other| other.token == token).map(|other| other.by).sum();
            lines.push(format!("{FAINT}{}: {now} now{FAINT:#}", line(token)));
            if now != gained {
                lines.push(format!("  {:>+4}  at the start", now - gained));
            }
        }
        let by = gain.card.as_ref().map_or_else(|| "a rule".to_owned(), |card| line(card));
        let times = if gain.times > 1 { format!(", {} times", gain.times) } else { String::new() };
        lines.push(format!("  {:>+4}  {by}{times}{}", gain.by, place(&gain.place)));
    }
    if lines.len() == 1 {
        lines.push("  nothing yet".to_owned());
    }
    lines
}
