//! The table in words and faces, as one player may see it.

use cardwright::kernel::view::{CardView, TokenView, View, ZoneView};
use cardwright::kernel::{
    Belongs, CardId, FieldId, Handle, Look, Player, Rules, Seen, decision::player_name,
};

use crate::face::{Face, draw_all, heading, in_words};
use crate::terminal::{FAINT, KEY, STRONG};
use crate::text::{line, pad, width, wrap_to};
use crate::token;

/// More lines than this are not read before every question.
const MOST_LINES: usize = 3;
/// What lies on the table for all is told in at most so many.
const MOST_LINES_OF_TABLE: usize = 5;
/// More names than this are not read either: a row of nine is, a pile is not.
const MOST_NAMES: usize = 9;
/// More cards than this are shown in words.
const MOST_FACES: usize = 12;
/// More cards in a hidden zone are no hand but a store, to look at when one wants to.
const MOST_IN_HAND: usize = 30;

/// The table and each player in a line or two.
pub fn status(view: &View, look: &Look<'_>, columns: usize) -> Vec<String> {
    let rules = look.rules;
    let names: Vec<String> = view.players.iter().map(|player| line(&player.name)).collect();
    let column = names.iter().map(|name| width(name)).max().unwrap_or(0).max("table".len()) + 2;
    let mut lines = Vec::new();
    let mut add = |name: &str, mark: &str, parts: Vec<String>, most: usize| {
        let rest = wrap_to(&parts.join(" · "), columns.saturating_sub(column + 2).max(20), most);
        for (ix, text) in rest.iter().enumerate() {
            let (mark, name) = if ix == 0 { (mark, name) } else { (" ", "") };
            lines.push(format!("{KEY}{mark}{KEY:#} {STRONG}{}{STRONG:#}{text}", pad(name, column)));
        }
    };
    // That a deck is empty matters; of a place where cards lie open, that some lie there.
    let is_told = |zone: &&ZoneView| !zone.cards.is_empty() || !is_open(zone, rules);
    let of_table =
        view.zones.iter().filter(|zone| zone.owner.is_none() && zone.host.is_none()).filter(is_told);
    // Counts first: of what does not fit, the last is left out.
    let mut parts = tokens_in_words(&view.tokens, rules);
    parts.extend(of_table.map(|zone| zone_in_words(view, zone, rules)));
    add("table", " ", parts, MOST_LINES_OF_TABLE);
    for (player, name) in view.players.iter().zip(&names) {
        let own = view.zones.iter().filter(|zone| zone.owner == Some(player.seat) && !zone.cards.is_empty());
        let mut parts = totals(look, player.seat, view.viewer);
        parts.extend(tokens_in_words(&player.tokens, rules));
        parts.extend(own.map(|zone| zone_in_words(view, zone, rules)));
        if player.out {
            parts.push("out of the game".to_owned());
        }
        if parts.is_empty() {
            parts.push("nothing".to_owned());
        }
        add(name, if view.active == player.seat { "▸" } else { " " }, parts, MOST_LINES);
    }
    lines
}

/// The totals that the game declares for what counts for a player, of the cards that the viewer knows.
fn totals(look: &Look<'_>, player: Player, viewer: Option<Player>) -> Vec<String> {
    let fields = &look.rules.pool.totals;
    if fields.is_empty() {
        return Vec::new();
    }
    let mut cards = look.pool(player);
    cards.retain(|card| look.state.knows(viewer, *card));
    let total = |field: &FieldId| {
        let sum: i32 = cards.iter().filter_map(|card| look.number(*card, *field)).sum();
        format!("{} {sum}", line(&look.rules.fields[field.ix()].title))
    };
    vec![fields.iter().map(total).collect::<Vec<_>>().join(", ")]
}

/// A zone in a few words: how many cards, what is known of them, and what lies on them.
fn zone_in_words(view: &View, zone: &ZoneView, rules: &Rules) -> String {
    let mut words = format!("{} {}", line(&zone.title), zone.cards.len());
    let known: Vec<String> = zone.cards.iter().filter_map(|card| card_in_words(view, card, rules)).collect();
    // What lies on a card and is known to who looks is told too: it is not in their hand.
    let is_known = zone.host.is_some() && known.len() == zone.cards.len();
    if says_what_it_holds(&zone.title, zone.cards.len(), &known) {
        // An Ensign pile of 21 is one of 21 times Ensign.
    } else if (is_open(zone, rules) || is_known) && !known.is_empty() {
        words = format!("{words}: {}", in_words(&known, MOST_NAMES));
    } else if zone.owner.is_some() {
        let backs: Vec<String> = zone.cards.iter().map(|card| line(&card.back.join(" "))).collect();
        words.push_str(&backs_in_words(&backs));
    }
    for token in tokens_in_words(&zone.tokens, rules) {
        words = format!("{words}, {token}");
    }
    words
}

/// Whether a zone's title names the one kind of card that it holds, with nothing on any.
fn says_what_it_holds(title: &str, cards: usize, known: &[String]) -> bool {
    let Some(name) = known.first() else { return false };
    let in_spaces = |text: &str| format!(" {} ", line(text).to_lowercase());
    let is_one_name = known.len() == cards && known.iter().all(|other| other == name);
    is_one_name && in_spaces(title).contains(&in_spaces(name))
}

fn is_open(zone: &ZoneView, rules: &Rules) -> bool {
    rules.zone(&zone.kind).is_some_and(|kind| rules.zones[kind.ix()].seen == Seen::Everyone)
}

/// A card by name, with its tokens and what lies on it: `Indri VIII (Away Teams 2/1; Ships 1: Shenzhou)`.
fn card_in_words(view: &View, card: &CardView, rules: &Rules) -> Option<String> {
    let name = line(card.name.as_deref()?);
    let mut more = tokens_in_words(&card.tokens, rules);
    let on_it = view.zones.iter().filter(|zone| zone.host_card.is_some() && zone.host_card == card.card);
    more.extend(on_it.map(|zone| zone_in_words(view, zone, rules)));
    Some(if more.is_empty() { name } else { format!("{name} ({})", more.join("; ")) })
}

/// What can be told of cards by their backs, where they differ.
fn backs_in_words(backs: &[String]) -> String {
    let mut kinds: Vec<&String> = backs.iter().filter(|back| !back.is_empty()).collect();
    kinds.sort();
    kinds.dedup();
    if kinds.is_empty() {
        return String::new();
    }
    let counted = |kind: &&String| format!("{} {kind}", backs.iter().filter(|back| back == kind).count());
    format!(" ({})", kinds.iter().map(counted).collect::<Vec<_>>().join(", "))
}

/// The tokens that are there and that players are shown.
fn tokens_in_words(tokens: &[TokenView], rules: &Rules) -> Vec<String> {
    let known =
        tokens.iter().filter_map(|token| Some((&rules.tokens[rules.token(&token.token)?.ix()], token)));
    known.filter_map(|(def, token)| token::in_words(def, &token.counts)).collect()
}

/// The cards that a player holds where others do not see them.
pub fn hand(look: &Look<'_>, player: Player) -> Vec<CardId> {
    let state = look.state;
    let own = |zone: &cardwright::kernel::ZoneId| {
        let def = &look.rules.zones[state.kind(*zone).ix()];
        def.belongs == Belongs::Player && def.seen != Seen::Everyone && state.zone_player(*zone) == player
    };
    let is_known = |card: &CardId| state.card(*card).known.contains(player);
    let hands =
        state.zones().filter(own).map(|zone| state.cards_in(zone).filter(is_known).collect::<Vec<_>>());
    hands.filter(|cards| cards.len() <= MOST_IN_HAND).flatten().collect()
}

/// Every zone in a line of its own, numbered.
pub fn zones(view: &View, rules: &Rules, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    // What lies on a card that is told of is told there.
    let is_told = |zone: &ZoneView| {
        let host = |card: &CardView| card.card.is_some() && card.card == zone.host_card;
        let hosts = |other: &ZoneView| is_open(other, rules) && other.cards.iter().any(host);
        view.zones.iter().any(hosts)
    };
    let is_empty = |zone: &ZoneView| zone.cards.is_empty() && tokens_in_words(&zone.tokens, rules).is_empty();
    let shown = |zone: &ZoneView| !is_empty(zone) && !is_told(zone);
    for (ix, zone) in view.zones.iter().enumerate().filter(|(_, zone)| shown(zone)) {
        let words = format!("{}{}", whose(view, zone), zone_in_words(view, zone, rules));
        for (row, text) in wrap_to(&words, columns.saturating_sub(5).max(20), MOST_LINES).iter().enumerate() {
            let number = if row == 0 { format!("{}", ix + 1) } else { String::new() };
            lines.push(format!("{KEY}{number:>3}{KEY:#}  {text}"));
        }
    }
    lines
}

/// The zone that a player means: by number, or by the beginning of its title (their own first).
pub fn find_zone<'a>(view: &'a View, word: &str) -> Option<&'a ZoneView> {
    if let Ok(number) = word.parse::<usize>() {
        return view.zones.get(number.checked_sub(1)?);
    }
    let wanted = word.to_lowercase();
    let called = |zone: &&ZoneView| {
        let title = zone.title.to_lowercase();
        let whole = format!("{}{title}", whose(view, zone).to_lowercase());
        title.starts_with(&wanted) || zone.kind.starts_with(&wanted) || whole.starts_with(&wanted)
    };
    let mut found: Vec<&ZoneView> = view.zones.iter().filter(called).collect();
    found.sort_by_key(|zone| zone.owner != view.viewer);
    found.first().copied()
}

/// One zone with its cards.
pub fn zone(view: &View, zone: &ZoneView, look: &Look<'_>, columns: usize, rows: usize) -> Vec<String> {
    let title = format!("{}{}", whose(view, zone), zone.title);
    let mut lines = vec![heading(&title, zone.cards.len())];
    if zone.cards.len() > MOST_FACES || zone.cards.iter().all(|card| card.name.is_none()) {
        let name = |card: &CardView| match &card.name {
            Some(name) => line(name),
            None if card.back.is_empty() => "a face-down card".to_owned(),
            None => format!("a face-down {} card", line(&card.back.join(" "))),
        };
        let names: Vec<String> = zone.cards.iter().map(name).collect();
        let words = if names.is_empty() { "no cards".to_owned() } else { in_words(&names, usize::MAX) };
        lines.extend(
            wrap_to(&words, columns.saturating_sub(2).max(20), usize::MAX)
                .iter()
                .map(|text| format!("  {text}")),
        );
        return lines;
    }
    let face = |card: &CardView| match card.card.map(Handle::decode) {
        Some(Handle::Card(id)) => {
            let mut face = Face::now(look, id);
            let tokens = tokens_in_words(&card.tokens, look.rules);
            if !tokens.is_empty() {
                face.facts = [face.facts]
                    .into_iter()
                    .chain(tokens)
                    .filter(|fact| !fact.is_empty())
                    .collect::<Vec<_>>()
                    .join(" · ");
            }
            face
        }
        _ => Face::hidden(&card.back),
    };
    let faces: Vec<Face> = zone.cards.iter().map(face).collect();
    lines.extend(draw_all(&faces, columns, rows));
    lines
}

fn whose(view: &View, zone: &ZoneView) -> String {
    let names: Vec<String> = view.players.iter().map(|player| line(&player.name)).collect();
    match (zone.owner, &zone.host) {
        (Some(owner), _) if Some(owner) == view.viewer => "your ".to_owned(),
        (Some(owner), _) => format!("{}'s ", player_name(owner, &names)),
        (None, Some(host)) => format!("{}: ", line(host)),
        (None, None) => String::new(),
    }
}

/// The log, each line after a dot.
pub fn log_lines(log: &[String], columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for told in log {
        for (ix, text) in wrap_to(told, columns.saturating_sub(4).max(20), usize::MAX).iter().enumerate() {
            let mark = if ix == 0 { "·" } else { " " };
            lines.push(format!("{FAINT}{mark}{FAINT:#} {text}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backs_are_told_where_there_are_any() {
        let backs = ["Sun", "Moon", "Sun"].map(String::from);
        assert_eq!(backs_in_words(&backs), " (1 Moon, 2 Sun)");
        assert_eq!(backs_in_words(&[String::new()]), "");
    }

    #[test]
    fn a_title_can_say_what_a_zone_holds() {
        let says = |title, known: &[&str], cards| {
            let known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
            says_what_it_holds(title, cards, &known)
        };
        assert!(says("Ensign pile", &["Ensign", "Ensign"], 2));
        assert!(says("The ensign pile", &["Ensign"], 1));
        // Another card among them, one with something on it, one that is not known, and a part of a word.
        assert!(!says("Ensign pile", &["Ensign", "Lieutenant"], 2));
        assert!(!says("Ensign pile", &["Ensign (damage 1)", "Ensign (damage 1)"], 2));
        assert!(!says("Ensign pile", &["Ensign"], 2));
        assert!(!says("Ensigns", &["Ensign"], 1));
        assert!(!says("Ensign pile", &[], 0));
    }

    #[test]
    fn a_long_line_of_the_log_hangs_under_its_dot() {
        let lines = log_lines(&["Ann takes the lamp from the pile.".to_owned()], 24);
        let plain: Vec<String> =
            lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(plain, ["· Ann takes the lamp", "  from the pile."]);
    }
}
