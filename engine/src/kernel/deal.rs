//! Dealing anew: what a player cannot know is changed for something else that it could be, so that whoever plays on
//! from there (a bot that tries things out) learns nothing from it.

use std::collections::BTreeMap;

use super::{CardId, EffectKind, Player, Players, Random, Rules, State, TagId, ZoneId, ZoneKind};

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
    ///
    /// The result depends on which cards and which places there are, not on how the cards lie in them now: from two
    /// positions that a player cannot tell apart, the same chance deals the same position.
    pub fn deal_anew(&mut self, rules: &Rules, cards: &[CardId], random: &mut Random) {
        let mut zones: BTreeMap<ZoneId, Vec<CardId>> = BTreeMap::new();
        for card in cards {
            let zone = self.zone_of(*card);
            zones.entry(zone).or_insert_with(|| self.cards_in(zone).collect());
        }
        let dealt = |card: &CardId| cards.contains(card);
        // The places of each group in the order of zones; its cards in the order in which they were made.
        let mut groups: BTreeMap<(Option<ZoneKind>, Back), Vec<CardId>> = BTreeMap::new();
        for card in zones.values().flatten().filter(|card| dealt(card)) {
            let back = (self.card(*card).owner, self.back(rules, *card));
            let apart = rules.zones[self.kind(self.zone_of(*card)).ix()].apart;
            groups.entry((apart, back)).or_default().push(*card);
        }
        let mut replaced: BTreeMap<CardId, CardId> = BTreeMap::new();
        for places in groups.values() {
            let mut order = places.clone();
            order.sort_unstable();
            random.shuffle(&mut order);
            replaced.extend(places.iter().copied().zip(order));
        }
        self.replace(rules, &replaced, zones);
    }

    /// Whether a player sees the same in both states: the same number of cards in each place, the same ones where they
    /// know them, the same tokens.
    pub fn looks_alike(&self, other: &Self, player: Player) -> bool {
        let seen = |state: &Self, card: CardId| {
            let place = state.card(card);
            let known = place.known.contains(player);
            (known.then(|| (card, place.def, state.card_token_row(card).to_vec())), place.face_down)
        };
        let zone = |zone: ZoneId| {
            let (mine, others) = (self.cards_in(zone), other.cards_in(zone));
            mine.map(|one| seen(self, one)).eq(others.map(|one| seen(other, one)))
        };
        self.same_in_the_open(other) && self.zones().all(zone)
    }

    fn replace(
        &mut self,
        rules: &Rules,
        replaced: &BTreeMap<CardId, CardId>,
        zones: BTreeMap<ZoneId, Vec<CardId>>,
    ) {
        // Continuous effects begin anew for all of them, in one order, whoever moved.
        self.effects.retain(|effect| match &effect.what {
            EffectKind::Continuous(op, _) => !replaced.contains_key(&op.card),
            EffectKind::Lasting(_) => true,
        });
        let places: Vec<(CardId, Players, bool, Vec<i32>)> = replaced
            .iter()
            .map(|(old, new)| {
                let place = self.card(*old);
                (*new, place.known, place.face_down, self.card_token_row(*old).to_vec())
            })
            .collect();
        for (zone, order) in &zones {
            let order: Vec<CardId> =
                order.iter().map(|card| replaced.get(card).copied().unwrap_or(*card)).collect();
            self.rechain(*zone, &order);
        }
        for (card, known, face_down, tokens) in places {
            self.set_place(card, known, face_down, &tokens);
        }
        for card in replaced.keys() {
            self.enter(rules, *card);
        }
    }
}
