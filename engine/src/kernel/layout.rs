//! Where each kind of zone and token stands in the state's flat arrays: arithmetic that is worked out once for a game.

use super::{Belongs, CardId, Player, Rules, Subject, ZoneId, ZoneKind};

/// Where each kind of zone and token stands in the flat arrays; the same for the whole game.
#[derive(Debug)]
pub(super) struct Layout {
    pub zones: Vec<ZonePlace>,
    // The zones of the table and the players, before those that cards own, and how many each card owns.
    pub fixed: Vec<(ZoneKind, Subject)>,
    pub card_zones: u32,
    pub card_kinds: Vec<ZoneKind>,
    pub tokens: Vec<TokenPlace>,
    pub widths: Widths,
    pub starts: Starts,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Widths {
    pub table: u32,
    pub player: u32,
    pub card: u32,
    pub zone: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    pub card: Vec<i32>,
    pub zone: Vec<i32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ZonePlace {
    pub belongs: Belongs,
    pub owners_keep: bool,
    pub first: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TokenPlace {
    pub on: Belongs,
    pub first: u32,
    pub per_player: bool,
}

impl Layout {
    pub fn new(rules: &Rules, players: usize) -> Self {
        let mut fixed = Vec::new();
        let mut card_kinds = Vec::new();
        let zones = rules
            .zones
            .iter()
            .enumerate()
            .map(|(ix, def)| {
                let kind = ZoneKind::from(ix);
                let first = match def.belongs {
                    Belongs::Card => {
                        card_kinds.push(kind);
                        card_kinds.len() - 1
                    }
                    Belongs::Player => {
                        let owners = (0..players).map(Player::at).map(Subject::Player);
                        fixed.extend(owners.map(|owner| (kind, owner)));
                        fixed.len() - players
                    }
                    Belongs::Table | Belongs::Zone => {
                        fixed.push((kind, Subject::Table));
                        fixed.len() - 1
                    }
                };
                ZonePlace { belongs: def.belongs, owners_keep: def.owners_keep, first: first as u32 }
            })
            .collect();
        let mut widths = Widths::default();
        let mut starts = Starts::default();
        let tokens = rules
            .tokens
            .iter()
            .map(|def| {
                let cells = if def.per_player { players as u32 } else { 1 };
                let width = match def.on {
                    Belongs::Table => &mut widths.table,
                    Belongs::Player => &mut widths.player,
                    Belongs::Card => &mut widths.card,
                    Belongs::Zone => &mut widths.zone,
                };
                let first = *width;
                *width += cells;
                match def.on {
                    Belongs::Card => &mut starts.card,
                    Belongs::Zone => &mut starts.zone,
                    Belongs::Table | Belongs::Player => {
                        return TokenPlace { on: def.on, first, per_player: def.per_player };
                    }
                }
                .extend(std::iter::repeat_n(def.start, cells as usize));
                TokenPlace { on: def.on, first, per_player: def.per_player }
            })
            .collect();
        Self { zones, fixed, card_zones: card_kinds.len() as u32, card_kinds, tokens, widths, starts }
    }

    pub fn kind_and_owner(&self, zone: ZoneId) -> (ZoneKind, Subject) {
        match self.fixed.get(zone.ix()) {
            Some(place) => *place,
            None => {
                let ix = zone.0 - self.fixed.len() as u32;
                let kind = self.card_kinds[(ix % self.card_zones) as usize];
                (kind, Subject::Card(CardId(ix / self.card_zones)))
            }
        }
    }
}
