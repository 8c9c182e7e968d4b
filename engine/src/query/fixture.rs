//! A little game for the tests of queries: brass and tin machines, people who mend them, and what they are made of.

use std::sync::Arc;

use super::Words;
use crate::kernel::{
    Asker, Belongs, CardDef, CardId, FieldDef, FieldKind, Look, Player, Random, Required, Rules, State,
    Subject, TokenDef, ValueDef, ZoneDef,
};

fn field(rules: &mut Rules, name: &str, title: &str, kind: FieldKind, values: &[&str]) {
    let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
    let first_tag = rules.tag_count;
    rules.tag_count += values.len();
    let def = FieldDef { title: title.to_owned(), kind, values, first_tag, required: Required::Never };
    rules.fields.insert(name, def).expect("fields have different names");
}

fn token(rules: &mut Rules, name: &str, on: Belongs) {
    let title = name.to_owned();
    let def = TokenDef { title, on, per_player: false, min: 0, max: 99, start: 0, stays: false, shown: true };
    rules.tokens.insert(name, def).expect("tokens have different names");
}

fn card(rules: &mut Rules, name: &str, tags: &[(&str, i32)], attack: Option<i32>) {
    let mut def = CardDef { name: name.to_owned(), copies: 1, ..CardDef::default() };
    for (tag, n) in tags {
        let found = rules.fields.iter().find_map(|field| {
            field.values.iter().position(|value| value == tag).map(|ix| (field, field.first_tag + ix))
        });
        let (field, tag) = found.expect("the value is declared");
        if field.kind == FieldKind::Counts {
            def.counts.push((tag.into(), *n));
        }
        def.set_tag(tag.into());
    }
    if let Some(n) = attack {
        let attack = rules.field("attack").expect("there is such a field");
        def.numbers.push((attack, n));
    }
    let id: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    rules.cards.insert(id.replace(' ', "-"), def).expect("cards have different ids");
}

/// The game.
pub fn rules() -> Rules {
    let mut rules = Rules::default();
    field(&mut rules, "type", "Type", FieldKind::AnyOf, &["Foreman", "Machine", "Person", "Chief Person"]);
    field(&mut rules, "make", "Make", FieldKind::AnyOf, &["Brass", "Tin", "Guild of Tin", "7"]);
    field(&mut rules, "mood", "Mood", FieldKind::OneOf, &["Calm", "Brass", "Wild"]);
    field(&mut rules, "skills", "Skills", FieldKind::Counts, &["MENDING", "Night Watch"]);
    field(&mut rules, "attack", "attack", FieldKind::Number, &[]);
    field(&mut rules, "cunning", "cunning", FieldKind::Number, &[]);
    field(&mut rules, "motto", "Motto", FieldKind::Text, &[]);
    for (name, belongs) in
        [("hand", Belongs::Player), ("scrap_heap", Belongs::Player), ("square", Belongs::Table)]
    {
        let def = ZoneDef { title: name.replace('_', " "), belongs, ..ZoneDef::default() };
        rules.zones.insert(name, def).expect("zones have different names");
    }
    token(&mut rules, "action", Belongs::Player);
    token(&mut rules, "research", Belongs::Player);
    token(&mut rules, "rust", Belongs::Card);
    token(&mut rules, "weather", Belongs::Zone);
    for (name, on) in [("blanked", Belongs::Card), ("hand size", Belongs::Player)] {
        let def = ValueDef { title: name.to_owned(), on, base: i32::from(on == Belongs::Player) * 5 };
        rules.values.insert(name, def).expect("values have different names");
    }
    card(&mut rules, "Press 1", &[("Machine", 1), ("Tin", 1)], Some(4));
    card(
        &mut rules,
        "T'Orva",
        &[("Person", 1), ("Foreman", 1), ("Tin", 1), ("MENDING", 2), ("Calm", 1)],
        Some(3),
    );
    card(&mut rules, "Do Kettles Have Rights?", &[("Wild", 1)], None);
    card(&mut rules, "Any Way", &[("Person", 1), ("Guild of Tin", 1), ("MENDING", 1), ("Wild", 1)], Some(1));
    card(&mut rules, "3 Ring Bell", &[("Machine", 1), ("Night Watch", 1)], None);
    card(&mut rules, "No Mood", &[], None);
    card(&mut rules, "Drum x2", &[("Machine", 1)], Some(20));
    card(&mut rules, "Tin", &[("Machine", 1)], None);
    rules.index();
    rules
}

/// A state of the game, and who asks about it.
pub struct Table {
    pub rules: Arc<Rules>,
    pub words: Words,
    pub state: State,
    pub asker: Asker,
    pub pool: Vec<CardId>,
}

impl Table {
    /// A table at which player 1 holds these cards; the first of them asks.
    pub fn with(cards: &[&str]) -> Self {
        let rules = rules();
        let mut state = State::new(&rules, 2, Random::new(1));
        let hand = rules.zone("hand").and_then(|kind| state.zone(kind, Subject::Player(Player(1))));
        let hand = hand.expect("player 1 has a hand");
        let pool: Vec<CardId> = cards
            .iter()
            .map(|name| state.create(&rules, rules.card_named(name).expect("the card exists"), hand))
            .collect();
        let words = Words::new(&rules);
        let asker = Asker { me: Player(1), card: pool.first().copied() };
        Self { rules: Arc::new(rules), words, state, asker, pool }
    }

    pub fn look(&self) -> Look<'_> {
        Look::new(&self.rules, &self.state)
    }

    /// The names of the cards that a selector matches.
    pub fn select(&self, text: &str) -> Vec<&str> {
        let pred = self.words.selector(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        let look = self.look();
        let found = self.pool.iter().filter(|card| pred.matches(&look, self.asker, **card));
        found.map(|card| self.rules.def(self.state.card(*card).def).name.as_str()).collect()
    }

    /// Whether a goal is met.
    pub fn meets(&self, text: &str) -> bool {
        let goal = self.words.goal(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        goal.holds(&self.look(), self.asker, &self.pool)
    }

    /// What a measure comes to.
    pub fn measure(&self, text: &str) -> i32 {
        let measure = self.words.measure(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        measure.of(&self.look(), self.asker, &self.pool).0
    }
}
