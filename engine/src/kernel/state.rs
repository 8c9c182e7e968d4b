//! The state of play: where every card lies, what tokens there are, which effects hold, whose turn it is.
//! Flat arrays, so that keeping a copy before a step costs little; every change to them is a function here.

use std::sync::Arc;

use super::effect::Effects;
use super::layout::Layout;
use super::{
    Belongs, CardId, DefId, MAX_PLAYERS, Player, Players, Random, Rules, Seen, Subject, TokenId, ZoneId,
    ZoneKind,
};

const NONE: u32 = u32::MAX;

/// A card of a running game. Where it lies is kept as a chain through its zone, from top to bottom.
#[derive(Clone, Debug)]
pub struct Card {
    /// What it is a copy of. Changes when a two-sided card is turned.
    pub def: DefId,
    /// The player it belongs to, or nobody.
    pub owner: Player,
    /// Whether it lies face down where cards lie face up.
    pub face_down: bool,
    /// Who knows what it is.
    pub known: Players,
    zone: u32,
    above: u32,
    below: u32,
}

#[derive(Clone, Copy, Debug)]
struct Chain {
    top: u32,
    bottom: u32,
    len: u32,
}

/// Where in a zone a card is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Above all others.
    Top,
    /// Below all others.
    Bottom,
    /// So many cards below the top.
    Below(usize),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Those who won; nobody, when all lost together.
    pub winners: Players,
    /// Each player's score, by seat, where the game counts one.
    pub scores: Vec<i64>,
    /// In a few words, why it ended.
    pub reason: Arc<str>,
}

/// The state of play.
#[derive(Debug)]
pub struct State {
    cards: Vec<Card>,
    zones: Vec<Chain>,
    // One row for each subject, all its tokens side by side; a token counted per player takes a row's worth of seats.
    table_tokens: Vec<i32>,
    player_tokens: Vec<i32>,
    card_tokens: Vec<i32>,
    zone_tokens: Vec<i32>,
    layout: Arc<Layout>,
    pub(super) effects: Effects,
    pub(super) stamp: u32,
    /// The generator of all chance in this game.
    pub random: Random,
    /// Whose turn it is, or nobody.
    pub active: Player,
    /// The rule function to call next.
    pub phase: Arc<str>,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
    teams: [u8; MAX_PLAYERS],
    out: Players,
    players: u8,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            cards: self.cards.clone(),
            zones: self.zones.clone(),
            table_tokens: self.table_tokens.clone(),
            player_tokens: self.player_tokens.clone(),
            card_tokens: self.card_tokens.clone(),
            zone_tokens: self.zone_tokens.clone(),
            layout: self.layout.clone(),
            effects: self.effects.clone(),
            stamp: self.stamp,
            random: self.random.clone(),
            active: self.active,
            phase: self.phase.clone(),
            outcome: self.outcome.clone(),
            teams: self.teams,
            out: self.out,
            players: self.players,
        }
    }

    // Keeps the buffers: the copy that is made before every step allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.cards.clone_from(&source.cards);
        self.zones.clone_from(&source.zones);
        self.table_tokens.clone_from(&source.table_tokens);
        self.player_tokens.clone_from(&source.player_tokens);
        self.card_tokens.clone_from(&source.card_tokens);
        self.zone_tokens.clone_from(&source.zone_tokens);
        self.layout.clone_from(&source.layout);
        self.effects.clone_from(&source.effects);
        self.stamp = source.stamp;
        self.random.clone_from(&source.random);
        self.active = source.active;
        if !Arc::ptr_eq(&self.phase, &source.phase) {
            self.phase = source.phase.clone();
        }
        self.outcome.clone_from(&source.outcome);
        self.teams = source.teams;
        self.out = source.out;
        self.players = source.players;
    }
}

impl State {
    /// An empty table: no cards, tokens as they start, nobody's turn.
    pub fn new(rules: &Rules, players: usize, random: Random) -> Self {
        let layout = Layout::new(rules, players);
        let mut table_tokens = Vec::new();
        let mut player_row = Vec::new();
        for (token, place) in rules.tokens.iter().zip(&layout.tokens) {
            let cells = if place.per_player { players } else { 1 };
            let row = match place.on {
                Belongs::Table => &mut table_tokens,
                Belongs::Player => &mut player_row,
                Belongs::Card | Belongs::Zone => continue,
            };
            row.extend(std::iter::repeat_n(token.start, cells));
        }
        let zones = layout.fixed.len();
        let mut state = Self {
            cards: Vec::new(),
            zones: vec![Chain { top: NONE, bottom: NONE, len: 0 }; zones],
            table_tokens,
            player_tokens: player_row.repeat(players),
            card_tokens: Vec::new(),
            zone_tokens: Vec::new(),
            layout: Arc::new(layout),
            effects: Effects::default(),
            stamp: 0,
            random,
            active: Player::NOBODY,
            phase: Arc::from(""),
            outcome: None,
            teams: [0; MAX_PLAYERS],
            out: Players::NONE,
            players: players as u8,
        };
        for _ in 0..zones {
            state.zone_tokens.extend_from_slice(&state.layout.starts.zone);
        }
        state
    }

    /// How many players sit at the table.
    pub fn player_count(&self) -> usize {
        self.players as usize
    }

    /// Every seat, in order.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.players as usize).map(Player::at)
    }

    /// The players still in the game, starting with one and going round by seat.
    pub fn players_from(&self, first: Player) -> impl Iterator<Item = Player> + use<> {
        let (n, out) = (self.players as usize, self.out);
        let start = if first.is_somebody() { first.ix() } else { 0 };
        (0..n).map(move |step| Player::at((start + step) % n)).filter(move |p| !out.contains(*p))
    }

    /// The next player still in the game, going round by seat; the same one when no other is left.
    pub fn after(&self, player: Player) -> Player {
        let n = self.players as usize;
        let start = if player.is_somebody() { player.ix() } else { n - 1 };
        (1..=n).map(|step| Player::at((start + step) % n)).find(|p| !self.out.contains(*p)).unwrap_or(player)
    }

    /// Whether a player has left the game before its end.
    pub fn is_out(&self, player: Player) -> bool {
        self.out.contains(player)
    }

    /// A player leaves the game before its end.
    pub fn put_out(&mut self, player: Player) {
        self.out = self.out.with(Players::just(player));
    }

    /// The number of a player's team; 0 is none.
    pub fn team(&self, player: Player) -> u8 {
        self.teams.get(player.ix()).copied().unwrap_or(0)
    }

    /// Puts a player into a team.
    pub fn set_team(&mut self, player: Player, team: u8) {
        if let Some(slot) = self.teams.get_mut(player.ix()) {
            *slot = team;
        }
    }

    /// A player and all of the same team.
    pub fn team_of(&self, player: Player) -> Players {
        match self.team(player) {
            0 => Players::just(player),
            team => self.players().filter(|other| self.team(*other) == team).collect(),
        }
    }

    /// The players at the table, as a set.
    pub fn everyone(&self) -> Players {
        self.players().collect()
    }

    // Zones

    /// The zone of a kind: the table's one, a player's or a card's.
    /// Nothing when the owner is not of the kind that this zone has, or does not exist.
    pub fn zone(&self, kind: ZoneKind, owner: Subject) -> Option<ZoneId> {
        let place = self.layout.zones[kind.ix()];
        let ix = match (place.belongs, owner) {
            (Belongs::Table, _) => place.first,
            (Belongs::Player, Subject::Player(player)) if player.ix() < self.players as usize => {
                place.first + player.ix() as u32
            }
            (Belongs::Card, Subject::Card(card)) if card.ix() < self.cards.len() => {
                self.layout.fixed.len() as u32 + card.0 * self.layout.card_zones + place.first
            }
            _ => return None,
        };
        Some(ZoneId(ix))
    }

    /// Every zone there is now.
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> + use<> {
        (0..self.zones.len()).map(Into::into)
    }

    /// The kind of a zone.
    pub fn kind(&self, zone: ZoneId) -> ZoneKind {
        self.layout.kind_and_owner(zone).0
    }

    /// Whose a zone is: a player, a card, or the table.
    pub fn zone_owner(&self, zone: ZoneId) -> Subject {
        self.layout.kind_and_owner(zone).1
    }

    /// The player a zone belongs to, through the card that it belongs to if need be.
    pub fn zone_player(&self, zone: ZoneId) -> Player {
        match self.zone_owner(zone) {
            Subject::Player(player) => player,
            Subject::Card(card) => self.controller(card),
            Subject::Table | Subject::Zone(_) => Player::NOBODY,
        }
    }

    /// How many cards a zone holds.
    #[inline]
    pub fn len(&self, zone: ZoneId) -> usize {
        self.zones[zone.ix()].len as usize
    }

    /// Whether a zone holds no card.
    pub fn is_empty(&self, zone: ZoneId) -> bool {
        self.len(zone) == 0
    }

    /// The cards of a zone, from top to bottom.
    pub fn cards_in(&self, zone: ZoneId) -> CardsIn<'_> {
        CardsIn { cards: &self.cards, next: self.zones[zone.ix()].top }
    }

    /// The top card of a zone.
    pub fn top(&self, zone: ZoneId) -> Option<CardId> {
        card_id(self.zones[zone.ix()].top)
    }

    /// The bottom card of a zone.
    pub fn bottom(&self, zone: ZoneId) -> Option<CardId> {
        card_id(self.zones[zone.ix()].bottom)
    }

    // Cards

    /// A card.
    ///
    /// # Panics
    /// If the handle is of another game; the script host refuses such handles before they come here.
    #[inline]
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.ix()]
    }

    /// Whether a handle names a card of this game.
    pub fn has_card(&self, card: CardId) -> bool {
        card.ix() < self.cards.len()
    }

    /// Whether a handle names a zone of this game.
    pub fn has_zone(&self, zone: ZoneId) -> bool {
        zone.ix() < self.zones.len()
    }

    /// How many cards the game has.
    pub fn card_count(&self) -> usize {
        self.cards.len()
    }

    /// Every card, in the order in which they were made.
    pub fn all_cards(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len()).map(Into::into)
    }

    /// The zone that a card lies in.
    #[inline]
    pub fn zone_of(&self, card: CardId) -> ZoneId {
        ZoneId(self.cards[card.ix()].zone)
    }

    /// The kind of zone that a card lies in; nothing for a handle of no card.
    pub fn zone_kind_of(&self, card: CardId) -> Option<ZoneKind> {
        self.cards.get(card.ix()).map(|card| self.kind(ZoneId(card.zone)))
    }

    /// Who controls a card: the player whose zone it lies in, or who controls the card under which it lies;
    /// in the table's zones, and in zones where owners keep control, its owner.
    pub fn controller(&self, card: CardId) -> Player {
        let mut at = card;
        // A chain of cards under cards cannot be longer than there are cards.
        for _ in 0..=self.cards.len() {
            let (kind, owner) = self.layout.kind_and_owner(self.zone_of(at));
            match owner {
                _ if self.layout.zones[kind.ix()].owners_keep => return self.cards[at.ix()].owner,
                Subject::Player(player) => return player,
                Subject::Card(host) => at = host,
                Subject::Table | Subject::Zone(_) => return self.cards[at.ix()].owner,
            }
        }
        Player::NOBODY
    }

    /// The card under (or on) which a card lies, if it lies in a zone of a card.
    pub fn host(&self, card: CardId) -> Option<CardId> {
        match self.zone_owner(self.zone_of(card)) {
            Subject::Card(host) => Some(host),
            _ => None,
        }
    }

    /// Makes a card and puts it at the bottom of a zone.
    pub fn create(&mut self, rules: &Rules, def: DefId, zone: ZoneId) -> CardId {
        let card = CardId::from(self.cards.len());
        let owner = self.zone_player(zone);
        self.cards.push(Card {
            def,
            owner,
            face_down: false,
            known: Players::NONE,
            zone: NONE,
            above: NONE,
            below: NONE,
        });
        self.card_tokens.extend_from_slice(&self.layout.starts.card);
        for _ in 0..self.layout.card_zones {
            self.zones.push(Chain { top: NONE, bottom: NONE, len: 0 });
            self.zone_tokens.extend_from_slice(&self.layout.starts.zone);
        }
        self.link(card, zone, Spot::Bottom);
        self.cards[card.ix()].known = self.viewers(rules, zone, false);
        self.enter(rules, card);
        card
    }

    /// Puts a card somewhere; its effects and its temporary tokens leave the old place with it.
    /// Gives whether someone now sees a card that they did not know (which undo must not give away).
    pub fn put(&mut self, rules: &Rules, card: CardId, zone: ZoneId, spot: Spot) -> bool {
        let from = self.zone_of(card);
        self.unlink(card);
        if from != zone {
            self.leave(rules, card);
        }
        self.link(card, zone, spot);
        if from != zone {
            self.cards[card.ix()].face_down = false;
            self.enter(rules, card);
        }
        let seen = self.show(card, self.viewers(rules, zone, self.cards[card.ix()].face_down));
        // With the card go the zones that it owns, perhaps to another player.
        let under = from != zone && self.show_under(rules, card);
        seen || under
    }

    /// Lets the viewers of the zones that a card owns know what lies there, and so on down.
    fn show_under(&mut self, rules: &Rules, host: CardId) -> bool {
        let mut seen = false;
        let first = self.layout.fixed.len() as u32 + host.0 * self.layout.card_zones;
        for zone in (first..first + self.layout.card_zones).map(ZoneId) {
            for card in self.cards_in(zone).collect::<Vec<_>>() {
                let viewers = self.viewers(rules, zone, self.cards[card.ix()].face_down);
                seen |= self.show(card, viewers);
                seen |= self.show_under(rules, card);
            }
        }
        seen
    }

    /// Whether `card` may be put into `zone`: not under itself, nor under what lies under it.
    pub fn may_put(&self, card: CardId, zone: ZoneId) -> bool {
        let mut owner = self.zone_owner(zone);
        for _ in 0..=self.cards.len() {
            match owner {
                Subject::Card(host) if host == card => return false,
                Subject::Card(host) => owner = self.zone_owner(self.zone_of(host)),
                _ => return true,
            }
        }
        false
    }

    /// Turns a card face down or up where it lies. Gives whether someone newly sees it.
    pub fn turn(&mut self, rules: &Rules, card: CardId, face_down: bool) -> bool {
        self.cards[card.ix()].face_down = face_down;
        let viewers = self.viewers(rules, self.zone_of(card), face_down);
        self.show(card, viewers)
    }

    /// Whether someone knows what a card is: a player; with [`Player::NOBODY`] one who sees what everyone sees; with
    /// `None` one who may see all.
    pub fn knows(&self, who: Option<Player>, card: CardId) -> bool {
        let known = self.cards[card.ix()].known;
        match who {
            None => true,
            Some(Player::NOBODY) => known.contains_all(self.everyone()),
            Some(player) => known.contains(player),
        }
    }

    /// Lets players know what a card is. Gives whether any of them did not know it.
    pub fn show(&mut self, card: CardId, to: Players) -> bool {
        let known = &mut self.cards[card.ix()].known;
        let new = to.0 & !known.0 != 0;
        *known = known.with(to);
        new
    }

    /// Makes a card a copy of another definition (a two-sided card is turned over).
    pub fn become_copy(&mut self, rules: &Rules, card: CardId, def: DefId) {
        self.leave(rules, card);
        self.cards[card.ix()].def = def;
        self.enter(rules, card);
    }

    /// Puts a card into another player's possession, wherever it lies.
    pub fn set_owner(&mut self, card: CardId, owner: Player) {
        self.cards[card.ix()].owner = owner;
    }

    /// Mixes a zone. Afterwards only those know its cards who may see into it.
    pub fn shuffle(&mut self, rules: &Rules, zone: ZoneId) {
        let mut order: Vec<CardId> = self.cards_in(zone).collect();
        self.random.shuffle(&mut order);
        self.rechain(zone, &order);
        for card in order {
            let face_down = self.cards[card.ix()].face_down;
            self.cards[card.ix()].known = self.viewers(rules, zone, face_down);
        }
    }

    /// Gives a zone's cards a new order. The list must hold exactly the zone's cards.
    pub(super) fn rechain(&mut self, zone: ZoneId, order: &[CardId]) {
        for (ix, card) in order.iter().enumerate() {
            let slot = &mut self.cards[card.ix()];
            slot.zone = zone.0;
            slot.above = if ix == 0 { NONE } else { order[ix - 1].0 };
            slot.below = order.get(ix + 1).map_or(NONE, |next| next.0);
        }
        self.zones[zone.ix()] = Chain {
            top: order.first().map_or(NONE, |card| card.0),
            bottom: order.last().map_or(NONE, |card| card.0),
            len: order.len() as u32,
        };
    }

    /// Who sees the cards that lie in a zone.
    pub fn viewers(&self, rules: &Rules, zone: ZoneId, face_down: bool) -> Players {
        let def = &rules.zones[self.kind(zone).ix()];
        let seen = match (def.seen, face_down) {
            (Seen::Everyone, true) => def.seen_face_down,
            (seen, _) => seen,
        };
        match seen {
            Seen::Everyone => self.everyone(),
            Seen::Owner => Players::just(self.zone_player(zone)),
            Seen::Team => self.team_of(self.zone_player(zone)),
            Seen::Nobody => Players::NONE,
        }
    }

    pub(super) fn set_place(&mut self, card: CardId, known: Players, face_down: bool, tokens: &[i32]) {
        let slot = &mut self.cards[card.ix()];
        (slot.known, slot.face_down) = (known, face_down);
        let first = card.ix() * tokens.len();
        self.card_tokens[first..first + tokens.len()].copy_from_slice(tokens);
    }

    /// Whether all that lies open for everyone, cards left out, is the same in another state of the same game.
    pub(super) fn same_in_the_open(&self, other: &Self) -> bool {
        self.cards.len() == other.cards.len()
            && self.table_tokens == other.table_tokens
            && self.player_tokens == other.player_tokens
            && self.active == other.active
            && self.outcome == other.outcome
            && (self.teams, self.out) == (other.teams, other.out)
    }

    pub(super) fn card_token_row(&self, card: CardId) -> &[i32] {
        let width = self.layout.widths.card as usize;
        &self.card_tokens[card.ix() * width..(card.ix() + 1) * width]
    }

    fn link(&mut self, card: CardId, zone: ZoneId, spot: Spot) {
        let chain = self.zones[zone.ix()];
        let (above, below) = match spot {
            Spot::Top => (NONE, chain.top),
            Spot::Bottom => (chain.bottom, NONE),
            Spot::Below(depth) => {
                let mut above = NONE;
                let mut below = chain.top;
                for _ in 0..depth {
                    if below == NONE {
                        break;
                    }
                    above = below;
                    below = self.cards[below as usize].below;
                }
                (above, below)
            }
        };
        let slot = &mut self.cards[card.ix()];
        (slot.zone, slot.above, slot.below) = (zone.0, above, below);
        let chain = &mut self.zones[zone.ix()];
        chain.len += 1;
        match above {
            NONE => chain.top = card.0,
            above => self.cards[above as usize].below = card.0,
        }
        match below {
            NONE => self.zones[zone.ix()].bottom = card.0,
            below => self.cards[below as usize].above = card.0,
        }
    }

    fn unlink(&mut self, card: CardId) {
        let Card { zone, above, below, .. } = self.cards[card.ix()];
        match above {
            NONE => self.zones[zone as usize].top = below,
            above => self.cards[above as usize].below = below,
        }
        match below {
            NONE => self.zones[zone as usize].bottom = above,
            below => self.cards[below as usize].above = above,
        }
        self.zones[zone as usize].len -= 1;
    }

    // Tokens

    /// How many of a token there are on something. `of` is whose, for a token counted per player.
    /// Nothing of the kind that this token lies on has none.
    pub fn token(&self, _rules: &Rules, on: Subject, token: TokenId, of: Player) -> i32 {
        self.token_cell(on, token, of).map_or(0, |(row, cell)| self.row(row)[cell])
    }

    /// Sets a token's count, held within its bounds. Gives by how much it changed, or nothing if there is no such place.
    pub fn set_token(
        &mut self,
        rules: &Rules,
        on: Subject,
        token: TokenId,
        of: Player,
        count: i64,
    ) -> Option<i32> {
        let (row, cell) = self.token_cell(on, token, of)?;
        let def = &rules.tokens[token.ix()];
        let count = count.clamp(def.min.into(), def.max.into()) as i32;
        let slot = &mut self.row_mut(row)[cell];
        let change = count - *slot;
        *slot = count;
        Some(change)
    }

    /// Whether a token can lie on something.
    pub fn takes_token(&self, on: Subject, token: TokenId) -> bool {
        self.token_cell(on, token, Player(1)).is_some()
    }

    fn token_cell(&self, on: Subject, token: TokenId, of: Player) -> Option<(Belongs, usize)> {
        let place = self.layout.tokens[token.ix()];
        let widths = self.layout.widths;
        let (width, row) = match (place.on, on) {
            (Belongs::Table, Subject::Table) => (widths.table, 0),
            (Belongs::Player, Subject::Player(player)) if player.ix() < self.players as usize => {
                (widths.player, player.ix())
            }
            (Belongs::Card, Subject::Card(card)) if self.has_card(card) => (widths.card, card.ix()),
            (Belongs::Zone, Subject::Zone(zone)) if self.has_zone(zone) => (widths.zone, zone.ix()),
            _ => return None,
        };
        let seat = if place.per_player {
            if of.ix() >= self.players as usize {
                return None;
            }
            of.ix()
        } else {
            0
        };
        Some((place.on, row * width as usize + place.first as usize + seat))
    }

    fn row(&self, on: Belongs) -> &[i32] {
        match on {
            Belongs::Table => &self.table_tokens,
            Belongs::Player => &self.player_tokens,
            Belongs::Card => &self.card_tokens,
            Belongs::Zone => &self.zone_tokens,
        }
    }

    fn row_mut(&mut self, on: Belongs) -> &mut [i32] {
        match on {
            Belongs::Table => &mut self.table_tokens,
            Belongs::Player => &mut self.player_tokens,
            Belongs::Card => &mut self.card_tokens,
            Belongs::Zone => &mut self.zone_tokens,
        }
    }

    /// Takes the tokens off a card that do not stay when it leaves its place.
    pub(super) fn drop_tokens(&mut self, rules: &Rules, card: CardId) {
        let width = self.layout.widths.card as usize;
        for (place, def) in self.layout.tokens.iter().zip(rules.tokens.iter()) {
            if place.on != Belongs::Card || def.stays {
                continue;
            }
            let cells = if place.per_player { self.players as usize } else { 1 };
            let first = card.ix() * width + place.first as usize;
            self.card_tokens[first..first + cells].fill(def.start);
        }
    }

    /// Everything about this state as one text, for comparing two states to the byte.
    pub fn fingerprint(&self) -> String {
        format!("{self:?}")
    }

    /// Checks what must always hold: each card is in exactly one zone, chains are whole, tokens are within bounds.
    ///
    /// # Errors
    /// The first thing found that does not hold, in words.
    pub fn check(&self, rules: &Rules) -> Result<(), String> {
        let mut found = vec![0u32; self.cards.len()];
        for (ix, chain) in self.zones.iter().enumerate() {
            let mut above = NONE;
            let mut at = chain.top;
            let mut len = 0;
            while at != NONE {
                let card = &self.cards[at as usize];
                if card.zone != ix as u32 || card.above != above {
                    return Err(format!("card {at} is chained into zone {ix} but says otherwise"));
                }
                found[at as usize] += 1;
                len += 1;
                if len > self.cards.len() as u32 {
                    return Err(format!("zone {ix} has no end"));
                }
                above = at;
                at = card.below;
            }
            if chain.bottom != above || chain.len != len {
                return Err(format!("zone {ix} counts {} cards and holds {len}", chain.len));
            }
        }
        if let Some(card) = found.iter().position(|n| *n != 1) {
            return Err(format!("card {card} is in {} zones", found[card]));
        }
        for (ix, (place, def)) in self.layout.tokens.iter().zip(rules.tokens.iter()).enumerate() {
            let row = self.row(place.on);
            let widths = self.layout.widths;
            let width = match place.on {
                Belongs::Table => widths.table,
                Belongs::Player => widths.player,
                Belongs::Card => widths.card,
                Belongs::Zone => widths.zone,
            } as usize;
            let cells = if place.per_player { self.players as usize } else { 1 };
            for row in row.chunks(width.max(1)) {
                let cells = &row[place.first as usize..place.first as usize + cells];
                if let Some(count) = cells.iter().find(|n| **n < def.min || **n > def.max) {
                    return Err(format!("token `{}` counts {count}", rules.tokens.name(ix)));
                }
            }
        }
        Ok(())
    }
}

/// The cards of a zone, from top to bottom.
#[derive(Clone, Debug)]
pub struct CardsIn<'a> {
    cards: &'a [Card],
    next: u32,
}

impl Iterator for CardsIn<'_> {
    type Item = CardId;

    #[inline]
    fn next(&mut self) -> Option<CardId> {
        let card = card_id(self.next)?;
        self.next = self.cards[card.ix()].below;
        Some(card)
    }
}

const fn card_id(raw: u32) -> Option<CardId> {
    if raw == NONE { None } else { Some(CardId(raw)) }
}
