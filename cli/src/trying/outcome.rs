//! What is different on a table after something was done, as expressions that a test can expect.

use cardwright::kernel::{Belongs, CardId, FieldKind, Player, Subject, TokenId, ZoneId};
use cardwright::testing::Bench;

use super::example::Names;

/// All that changed, each as an expression that is true now.
pub fn changes(
    before: &Bench,
    after: &Bench,
    cards: &[CardId],
    names: &Names<'_>,
) -> Result<Vec<String>, String> {
    let (was, now) = (before.look(), after.look());
    let rules = now.rules;
    let is_there = |card: CardId| was.state.has_card(card);
    let mut found = Vec::new();
    for card in cards {
        let zone = now.state.zone_of(*card);
        if !is_there(*card) || was.state.zone_of(*card) != zone {
            found.push(format!("is_in({}, {})", names.card(*card)?, names.zone(zone)?));
        }
        let down = now.state.card(*card).face_down;
        if down != (is_there(*card) && was.state.card(*card).face_down) {
            let not = if down { "" } else { "!" };
            found.push(format!("{not}is_face_down({})", names.card(*card)?));
        }
    }
    let players: Vec<Player> = now.state.players().collect();
    for (ix, token) in rules.tokens.iter().enumerate() {
        let id = TokenId::from(ix);
        let name = rules.tokens.name(ix);
        let holders: Vec<(Subject, String)> = match token.on {
            Belongs::Table => vec![(Subject::Table, String::new())],
            Belongs::Player => {
                players.iter().map(|player| (Subject::Player(*player), player.0.to_string())).collect()
            }
            Belongs::Card => {
                let named = |card: &CardId| Ok((Subject::Card(*card), names.card(*card)?));
                cards.iter().map(named).collect::<Result<_, String>>()?
            }
            Belongs::Zone => {
                let named = |zone: ZoneId| Some((Subject::Zone(zone), names.zone(zone).ok()?));
                now.state.zones().filter(|zone| was.state.has_zone(*zone)).filter_map(named).collect()
            }
        };
        let seats: &[Player] = if token.per_player { &players } else { &players[..1] };
        for (on, holder) in holders {
            for seat in seats {
                let count = now.state.token(rules, on, id, *seat);
                let known = !matches!(on, Subject::Card(card) if !is_there(card));
                let then = if known { was.state.token(rules, on, id, *seat) } else { token.start };
                if count == then {
                    continue;
                }
                found.push(match (holder.is_empty(), token.per_player) {
                    (true, _) => format!("tokens(\"{name}\") == {count}"),
                    (false, false) => format!("tokens({holder}, \"{name}\") == {count}"),
                    (false, true) => format!("tokens({holder}, \"{name}\", {}) == {count}", seat.0),
                });
            }
        }
    }
    for (ix, _) in rules.fields.iter().enumerate().filter(|(_, field)| field.kind == FieldKind::Number) {
        for card in cards.iter().filter(|card| is_there(**card)) {
            let number = now.number(*card, ix.into());
            if let Some(number) = number.filter(|_| number != was.number(*card, ix.into())) {
                found.push(format!(
                    "number({}, \"{}\") == {number}",
                    names.card(*card)?,
                    rules.fields.name(ix)
                ));
            }
        }
    }
    for (ix, _) in rules.values.iter().enumerate().filter(|(_, value)| value.on == Belongs::Player) {
        for player in &players {
            let number = now.value(Subject::Player(*player), ix.into());
            if number != was.value(Subject::Player(*player), ix.into()) {
                found.push(format!("value({}, \"{}\") == {number}", player.0, rules.values.name(ix)));
            }
        }
    }
    if now.state.active != was.state.active {
        found.push(format!("active() == {}", now.state.active.0));
    }
    if let (Some(outcome), None) = (&now.state.outcome, &was.state.outcome) {
        let winners: Vec<String> = outcome.winners.iter().map(|player| player.0.to_string()).collect();
        found.push("is_over()".to_owned());
        found.push(format!("winners() == [{}]", winners.join(", ")));
    }
    Ok(found)
}
