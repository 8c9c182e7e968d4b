//! The table on which a card is tried, in words: every card by its number, and what can be done with the copies.

use cardwright::kernel::{
    Belongs, CardId, DefId, Look, OpRef, Player, Subject, TokenId, ZoneId, decision::player_name,
};
use cardwright::testing::{Bench, Offer};

use crate::face::{Face, draw_one, in_words};
use crate::terminal::{FAINT, KEY, STRONG};
use crate::text::{line, width, wrap};
use crate::token;

/// More cards of a zone than this are only counted.
const MOST_CARDS: usize = 12;
/// The widest line.
const WIDEST: usize = 100;

/// The card as it is printed.
pub fn face(look: &Look<'_>, card: DefId, columns: usize) -> Vec<String> {
    draw_one(&Face::printed(look.rules, look.rules.def(card)), columns)
}

/// Everything on the table, a line for each player and each zone that holds something.
pub fn table(bench: &Bench, columns: usize) -> Vec<String> {
    let look = bench.look();
    let columns = columns.min(WIDEST);
    let mut lines = Vec::new();
    let mut add = |mark: &str, text: &str, set_in: usize| {
        for (ix, piece) in wrap(text, columns.saturating_sub(set_in + 2).max(20)).iter().enumerate() {
            let mark = if ix == 0 { mark } else { " " };
            lines.push(format!("{KEY}{mark}{KEY:#} {}{piece}", " ".repeat(set_in + 2 * usize::from(ix > 0))));
        }
    };
    let of_table = tokens(&look, Subject::Table, Belongs::Table);
    if !of_table.is_empty() {
        add(" ", &format!("table: {}", of_table.join(", ")), 0);
    }
    for zone in zones(&look, |owner| owner == Subject::Table || matches!(owner, Subject::Zone(_))) {
        add(" ", &zone_line(bench, &look, zone), 0);
    }
    for player in look.state.players() {
        let mark = if look.state.active == player { "▸" } else { " " };
        let own = tokens(&look, Subject::Player(player), Belongs::Player);
        let own = if own.is_empty() { String::new() } else { format!(": {}", own.join(", ")) };
        add(mark, &format!("{}{own}", line(&player_name(player, bench.names()))), 0);
        for zone in zones(&look, |owner| owner == Subject::Player(player)) {
            add(" ", &zone_line(bench, &look, zone), 2);
        }
    }
    for zone in zones(&look, |owner| matches!(owner, Subject::Card(_))) {
        add(" ", &zone_line(bench, &look, zone), 0);
    }
    lines
}

fn zones(look: &Look<'_>, of: impl Fn(Subject) -> bool) -> Vec<ZoneId> {
    let held = |zone: &ZoneId| {
        !look.state.is_empty(*zone) || !tokens(look, Subject::Zone(*zone), Belongs::Zone).is_empty()
    };
    let all = look.state.zones().filter(|zone| of(look.state.zone_owner(*zone)));
    all.filter(held).collect()
}

fn zone_line(bench: &Bench, look: &Look<'_>, zone: ZoneId) -> String {
    let title = place(bench, zone);
    let cards: Vec<String> = look
        .state
        .cards_in(zone)
        .map(|card| {
            let mut more = tokens(look, Subject::Card(card), Belongs::Card);
            if look.state.card(card).face_down {
                more.insert(0, "face down".to_owned());
            }
            let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
            format!("{}{more}", called(look, card))
        })
        .collect();
    let own = tokens(look, Subject::Zone(zone), Belongs::Zone);
    let own = if own.is_empty() { String::new() } else { format!(" ({})", own.join(", ")) };
    let cards = if cards.is_empty() { "no cards".to_owned() } else { in_words(&cards, MOST_CARDS) };
    format!("{title}{own}: {cards}")
}

/// A card by number and name.
pub fn called(look: &Look<'_>, card: CardId) -> String {
    format!("#{} {}", card.ix() + 1, line(look.name(card)))
}

/// A zone by whose it is and its title.
pub fn place(bench: &Bench, zone: ZoneId) -> String {
    let look = bench.look();
    let title = line(&look.rules.zones[look.state.kind(zone).ix()].title);
    match look.state.zone_owner(zone) {
        Subject::Player(player) => format!("{}'s {title}", line(&player_name(player, bench.names()))),
        Subject::Card(card) => format!("{title} of {}", called(&look, card)),
        _ => title,
    }
}

/// The tokens that are there and that players are shown.
fn tokens(look: &Look<'_>, on: Subject, kind: Belongs) -> Vec<String> {
    let all = look.rules.tokens.iter().enumerate().filter(|(_, token)| token.on == kind);
    all.filter_map(|(ix, def)| {
        let id = TokenId::from(ix);
        let seats: Vec<Player> =
            if def.per_player { look.state.players().collect() } else { vec![Player(1)] };
        let counts: Vec<i32> =
            seats.into_iter().map(|seat| look.state.token(look.rules, on, id, seat)).collect();
        token::in_words(def, &counts)
    })
    .collect()
}

/// What can be done with each copy of a card, numbered through.
pub fn offers(bench: &mut Bench, card: DefId, columns: usize) -> (Vec<String>, Vec<Offer>) {
    let copies: Vec<CardId> = bench.look().copies(card).collect();
    let mut lines = Vec::new();
    let mut all = Vec::new();
    for copy in copies {
        let offers = bench.offers(copy);
        let look = bench.look();
        let lies = place(bench, look.state.zone_of(copy));
        lines.push(format!("{STRONG}{}{STRONG:#} in {lies}", called(&look, copy)));
        if offers.is_empty() {
            lines.push(format!("  {FAINT}nothing can be done with it by itself{FAINT:#}"));
        }
        for offer in offers {
            all.push(offer);
            let offer = &all[all.len() - 1];
            let label =
                if offer.label.is_empty() { String::new() } else { format!(": {}", line(&offer.label)) };
            let cost =
                if offer.cost.is_empty() { String::new() } else { format!(", for {}", line(&offer.cost)) };
            let what = format!("{}{label}{cost}", line(&offer.title));
            match &offer.hindrance {
                None => {
                    let pieces = wrap(&what, columns.min(WIDEST).saturating_sub(6).max(20));
                    lines.extend(pieces.iter().enumerate().map(|(ix, piece)| {
                        let number = if ix == 0 { all.len().to_string() } else { String::new() };
                        format!("{KEY}{number:>4}{KEY:#}  {piece}")
                    }));
                }
                Some(why) => lines.extend(not_now(&format!("({})", all.len()), &what, why, columns)),
            }
        }
    }
    (lines, all)
}

/// What cannot be done now, and why not: beside it where there is room.
fn not_now(number: &str, what: &str, why: &str, columns: usize) -> Vec<String> {
    let columns = columns.min(WIDEST);
    let whole = format!("{number:>5} {what}  no: {why}");
    if width(&whole) <= columns {
        return vec![format!("{FAINT}{whole}{FAINT:#}")];
    }
    let mut lines: Vec<String> = Vec::new();
    for (ix, piece) in wrap(what, columns.saturating_sub(6).max(20)).iter().enumerate() {
        let number = if ix == 0 { number } else { "" };
        lines.push(format!("{FAINT}{number:>5} {piece}{FAINT:#}"));
    }
    let pieces = wrap(&format!("no: {why}"), columns.saturating_sub(10).max(20));
    lines.extend(pieces.iter().map(|piece| format!("        {FAINT}{piece}{FAINT:#}")));
    lines
}

/// Which operation an offer is, in a form that outlasts a change of the file.
pub fn nth(bench: &Bench, op: OpRef) -> usize {
    let look = bench.look();
    let ops = &look.rules.def(look.state.card(op.card).def).ops;
    let trigger = ops[usize::from(op.op)].trigger;
    ops[..usize::from(op.op)].iter().filter(|other| other.trigger == trigger).count()
}
