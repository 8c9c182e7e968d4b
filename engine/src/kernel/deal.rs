//! Dealing anew: what a player cannot know is changed for something else that it could be, so that whoever plays on
//! from there (a bot that tries things out) learns nothing from it.

use std::collections::BTreeMap;

use super::{CardId, EffectKind, Player, Players, Random, Rules, State, TagId, ZoneId};

/// What everyone knows of a face-down card: whose it is and what is printed on its back.
type Back = (Player, Vec<TagId>);

impl State {
    /// The cards that a player does not know.
    pub fn unknown_to(&self, player: Player) -> Vec<CardId> {
        self.all_cards().filter(|card| !self.card(*card).known.contains(player)).collect()
    }

    /// What is printed on a card's back.
    pub fn back(&self, rules: &Rules, card: CardId) -> Vec<TagId> {
        let def = rules.def(self.card(card).def);
        rules
            .backs
            .iter()
            .flat_map(|field| rules.fields[field.ix()].tags())
            .map(TagId::from)
            .filter(|tag| def.has(*tag))
            .collect()
    }

    /// Deals some cards anew among the places where they lie now: each goes where one of the same back and owner lay.
    /// What players know, whether a card lies face down and the tokens on it stay with the place.
    pub fn deal_anew(&mut self, rules: &Rules, cards: &[CardId], random: &mut Random) {
        let mut groups: BTreeMap<Back, Vec<CardId>> = BTreeMap::new();
        for card in cards {
            let key = (self.card(*card).owner, self.back(rules, *card));
            groups.entry(key).or_default().push(*card);
        }
        let mut replaced: BTreeMap<CardId, CardId> = BTreeMap::new();
        for places in groups.values() {
            let mut dealt = places.clone();
            random.shuffle(&mut dealt);
            replaced.extend(places.iter().copied().zip(dealt));
        }
        let moved: Vec<CardId> =
            replaced.iter().filter(|(old, new)| old != new).map(|(_, new)| *new).collect();
        self.effects.retain(|effect| match &effect.what {
            EffectKind::Continuous(op, _) => !moved.contains(&op.card),
            EffectKind::Lasting(_) => true,
        });
        let mut zones: BTreeMap<ZoneId, Vec<CardId>> = BTreeMap::new();
        let mut places: Vec<(CardId, Players, bool, Vec<i32>)> = Vec::new();
        for (old, new) in &replaced {
            let zone = self.zone_of(*old);
            zones.entry(zone).or_insert_with(|| self.cards_in(zone).collect());
            let (known, face_down) = (self.card(*old).known, self.card(*old).face_down);
            places.push((*new, known, face_down, self.card_token_row(*old).to_vec()));
        }
        for (zone, order) in zones {
            let order: Vec<CardId> =
                order.into_iter().map(|card| replaced.get(&card).copied().unwrap_or(card)).collect();
            self.rechain(zone, &order);
        }
        for (card, known, face_down, tokens) in places {
            self.set_place(card, known, face_down, &tokens);
        }
        for card in moved {
            self.enter(rules, card);
        }
    }
}
