//! What one player may see of the table, as data of its own: nothing in it leads back to the state.

use serde::{Deserialize, Serialize};

use super::decision::player_name;
use super::{
    Belongs, CardId, Decision, DecisionKind, Entry, Look, Player, Rules, Seen, Subject, TagId, ZoneId,
};

/// The table as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The game.
    pub game: String,
    /// Whose view it is: a player's; nobody's ([`Player::NOBODY`]), who sees what all can see; `None` for one who may
    /// see all.
    pub viewer: Option<Player>,
    /// Whose turn it is.
    pub active: Player,
    /// The players.
    pub players: Vec<PlayerView>,
    /// The table's tokens.
    pub tokens: Vec<TokenView>,
    /// The zones, in the manifest's order; zones of cards only where they hold something.
    pub zones: Vec<ZoneView>,
    /// What the viewer is being asked.
    pub asked: Option<AskView>,
    /// Who is being asked something.
    pub waiting_for: Vec<Player>,
    /// The log as the viewer may read it.
    pub log: Vec<String>,
    /// How the game ended, once it has.
    pub outcome: Option<OutcomeView>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayerView {
    /// The seat.
    pub seat: Player,
    /// The name.
    pub name: String,
    /// The team, 0 for none.
    pub team: u8,
    /// Whether they have left the game.
    pub out: bool,
    /// Their tokens.
    pub tokens: Vec<TokenView>,
}

/// A token and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TokenView {
    /// The token.
    pub token: String,
    /// How many; one number for each seat where they are counted per player.
    pub counts: Vec<i32>,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ZoneView {
    /// Its kind, as the manifest names it.
    pub kind: String,
    /// What players call it.
    pub title: String,
    /// The player it belongs to, if it is a player's.
    pub owner: Option<Player>,
    /// The name of the card it belongs to, if it is a card's.
    pub host: Option<String>,
    /// That card's number in this game, where the viewer knows the card.
    pub host_card: Option<i64>,
    /// Its cards, from top to bottom.
    pub cards: Vec<CardView>,
    /// Its tokens.
    pub tokens: Vec<TokenView>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardView {
    /// Its number in this game; nothing where the viewer does not know the card.
    pub card: Option<i64>,
    /// The id of its definition, where the viewer knows it.
    pub id: Option<String>,
    /// Its name, where the viewer knows it.
    pub name: Option<String>,
    /// What is printed on its back.
    pub back: Vec<String>,
    /// Whether it lies face down where cards lie face up.
    pub face_down: bool,
    /// Its tokens, those that are not at their start.
    pub tokens: Vec<TokenView>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskView {
    /// How many are asked, and how.
    pub kind: DecisionKind,
    /// The question.
    pub prompt: String,
    /// The options, as the player reads them.
    pub options: Vec<OptionView>,
    /// The fewest to choose.
    pub min: usize,
    /// The most.
    pub max: usize,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OptionView {
    /// What the player reads.
    pub label: String,
    /// The id of the card that it is, where it is one that the player knows.
    pub card: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OutcomeView {
    /// Those who won.
    pub winners: Vec<Player>,
    /// The scores, by seat.
    pub scores: Vec<i64>,
    /// Why it ended.
    pub reason: String,
}

/// What a view is made from, beside the state.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The players' names, by seat.
    pub names: &'a [String],
    /// What is being asked.
    pub decision: Option<&'a Decision>,
    /// The log.
    pub log: &'a [Entry],
}

/// The table as a player sees it; [`Player::NOBODY`] sees what all can see, `None` sees all.
pub fn view(look: &Look<'_>, beside: Beside<'_>, viewer: Option<Player>) -> View {
    let Look { rules, state, .. } = look;
    let asked = beside.decision.and_then(|decision| {
        let ask = decision.ask(viewer?)?;
        let options = (0..ask.options.len()).map(|ix| OptionView {
            label: ask.label(ix, look, beside.names),
            card: option_card(look, ask, ix),
        });
        Some(AskView {
            kind: decision.kind,
            prompt: ask.prompt.to_string(),
            options: options.collect(),
            min: ask.min,
            max: ask.max,
        })
    });
    View {
        game: rules.id.clone(),
        viewer,
        active: state.active,
        players: state.players().map(|player| player_view(look, beside.names, player)).collect(),
        tokens: tokens(look, Subject::Table, Belongs::Table, false),
        zones: zones(look, viewer),
        asked,
        waiting_for: beside.decision.map(|d| d.asked().collect()).unwrap_or_default(),
        log: beside.log.iter().filter_map(|entry| entry.read(rules, beside.names, viewer)).collect(),
        outcome: state.outcome.as_ref().map(|outcome| OutcomeView {
            winners: outcome.winners.iter().collect(),
            scores: outcome.scores.clone(),
            reason: outcome.reason.to_string(),
        }),
    }
}

fn option_card(look: &Look<'_>, ask: &super::Ask, ix: usize) -> Option<String> {
    let super::Value::Number(number) = ask.options[ix].value else { return None };
    let card = match super::Handle::decode(number) {
        super::Handle::Card(card) => card,
        super::Handle::Op(op) => op.card,
        _ => return None,
    };
    let known = look.state.has_card(card) && look.state.card(card).known.contains(ask.player);
    known.then(|| look.rules.def(look.state.card(card).def).id.clone())
}

fn player_view(look: &Look<'_>, names: &[String], seat: Player) -> PlayerView {
    PlayerView {
        seat,
        name: player_name(seat, names),
        team: look.state.team(seat),
        out: look.state.is_out(seat),
        tokens: tokens(look, Subject::Player(seat), Belongs::Player, false),
    }
}

fn zones(look: &Look<'_>, viewer: Option<Player>) -> Vec<ZoneView> {
    let mut zones: Vec<ZoneId> = look.state.zones().collect();
    zones.sort_by_key(|zone| (look.state.kind(*zone), *zone));
    zones
        .into_iter()
        .filter(|zone| {
            !matches!(look.state.zone_owner(*zone), Subject::Card(_)) || !look.state.is_empty(*zone)
        })
        .map(|zone| zone_view(look, viewer, zone))
        .collect()
}

fn zone_view(look: &Look<'_>, viewer: Option<Player>, zone: ZoneId) -> ZoneView {
    let kind = look.state.kind(zone);
    let (owner, host, host_card) = match look.state.zone_owner(zone) {
        Subject::Player(player) => (Some(player), None, None),
        Subject::Card(card) => {
            let name = super::decision::call(card.into(), look, &[], viewer);
            (None, Some(name), look.state.knows(viewer, card).then(|| card.into()))
        }
        _ => (None, None, None),
    };
    ZoneView {
        kind: look.rules.zones.name(kind.ix()).to_string(),
        title: look.rules.zones[kind.ix()].title.clone(),
        owner,
        host,
        host_card,
        cards: look.state.cards_in(zone).map(|card| card_view(look, viewer, card)).collect(),
        tokens: tokens(look, Subject::Zone(zone), Belongs::Zone, true),
    }
}

fn card_view(look: &Look<'_>, viewer: Option<Player>, card: CardId) -> CardView {
    let state = look.state.card(card);
    let known = look.state.knows(viewer, card);
    let def = look.rules.def(state.def);
    let zone = look.state.kind(look.state.zone_of(card));
    let is_open = look.rules.zones[zone.ix()].seen == Seen::Everyone;
    CardView {
        card: known.then(|| card.into()),
        id: known.then(|| def.id.clone()),
        name: known.then(|| def.name.clone()),
        back: back_names(look.rules, &look.state.back(look.rules, card)),
        face_down: state.face_down,
        // What lies on a card in someone's hand is as hidden as the card; what lies on one that is face down on the
        // table is there for all to see.
        tokens: if known || is_open {
            tokens(look, Subject::Card(card), Belongs::Card, true)
        } else {
            Vec::new()
        },
    }
}

fn back_names(rules: &Rules, tags: &[TagId]) -> Vec<String> {
    tags.iter().map(|tag| rules.tag_name(*tag).to_string()).collect()
}

fn tokens(look: &Look<'_>, on: Subject, belongs: Belongs, only_changed: bool) -> Vec<TokenView> {
    let Look { rules, state, .. } = look;
    rules
        .tokens
        .entries()
        .enumerate()
        .filter(|(_, (_, def))| def.on == belongs)
        .filter_map(|(ix, (name, def))| {
            let seats: Vec<Player> = if def.per_player { state.players().collect() } else { vec![Player(1)] };
            let counts: Vec<i32> =
                seats.into_iter().map(|seat| state.token(rules, on, ix.into(), seat)).collect();
            let changed = counts.iter().any(|count| *count != def.start);
            (changed || !only_changed).then(|| TokenView { token: name.to_string(), counts })
        })
        .collect()
}
