//! What was offered in many games, and how often it was chosen: options that no bot ever takes tell of a card that is
//! too dear, a text that nobody can use, or a bot that does not see its worth.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::Seat;
use cardwright::kernel::{Ask, DefId, Handle, Value};
use rustc_hash::FxHashMap;

/// Questions for a number among more than this are left out: each number would be an option.
const MOST_NUMBERS: usize = 30;
/// What stands for choosing none where none may be chosen.
const NOTHING: &str = "(nothing)";
/// One of the units in which [`Offer::due`] is added up: whole numbers, so that the order does not matter.
const UNIT: u64 = 1 << 20;
/// Options that chance would have chosen less often than this tell nothing when they never are: it happens to one in
/// a thousand, and there are hundreds of options.
const LEAST_DUE: f64 = 7.0;
/// What is chosen so many times more seldom than by chance is hardly ever chosen.
const HARDLY: f64 = 10.0;

/// An option: the question's words and its own, with what differs from game to game left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The question. Numbers in it are `#`, players `a player`.
    pub prompt: Arc<str>,
    /// The card, operation or word.
    pub option: Arc<str>,
}

/// How often an option was offered, and chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// In how many questions it was offered; several copies of a card in one question count once.
    pub offered: u64,
    /// In how many of them it was chosen.
    pub chosen: u64,
    /// How often it would have been chosen, were all options of a question as likely.
    due: u64,
}

impl Offer {
    /// How often it would have been chosen, were all options of a question as likely.
    pub fn due(self) -> f64 {
        self.due as f64 / UNIT as f64
    }

    /// Whether it was never chosen, and that is no accident.
    pub fn is_never_chosen(self) -> bool {
        self.chosen == 0 && self.due() >= LEAST_DUE
    }

    /// What is to be said of it.
    pub fn verdict(self) -> &'static str {
        if self.is_never_chosen() {
            "never"
        } else if self.is_hardly_chosen() {
            "hardly ever"
        } else if self.chosen == 0 {
            "seldom offered"
        } else {
            ""
        }
    }

    /// Whether it was chosen, but ten times more seldom than by chance.
    pub fn is_hardly_chosen(self) -> bool {
        self.chosen > 0 && self.chosen as f64 * HARDLY < self.due()
    }
}

/// All options of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices(pub BTreeMap<Choice, Offer>);

impl Choices {
    /// Adds what another thread found.
    pub fn join(&mut self, other: Self) {
        for (choice, offer) in other.0 {
            let mine = self.0.entry(choice).or_default();
            mine.offered += offer.offered;
            mine.chosen += offer.chosen;
            mine.due += offer.due;
        }
    }

    /// Those that something holds of, the most telling first.
    pub fn telling(&self, is: impl Fn(Offer) -> bool) -> Vec<(&Choice, Offer)> {
        let mut found: Vec<_> = self.0.iter().map(|(choice, offer)| (choice, *offer)).collect();
        found.retain(|(_, offer)| is(*offer));
        found.sort_by(|one, other| other.1.due.cmp(&one.1.due).then_with(|| one.0.cmp(other.0)));
        found
    }

    /// How many were never chosen, but are too seldom offered to tell.
    pub fn untold(&self) -> usize {
        self.0.values().filter(|offer| offer.chosen == 0 && !offer.is_never_chosen()).count()
    }
}

/// Texts by number: hashed once for each question, kept once.
#[derive(Debug, Default)]
struct Texts {
    ids: FxHashMap<Arc<str>, u32>,
    kept: Vec<Arc<str>>,
}

impl Texts {
    fn id(&mut self, text: &str, plain: impl Fn(&str) -> String) -> u32 {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let plain: Arc<str> = plain(text).into();
        let id = match self.ids.get(&plain) {
            Some(id) => *id,
            None => {
                self.kept.push(plain.clone());
                self.kept.len() as u32 - 1
            }
        };
        self.ids.insert(plain, id);
        self.ids.insert(text.into(), id);
        id
    }
}

/// An option that has no words of its own.
enum Thing<'a> {
    /// A card that its player knows, and its name.
    Card(DefId, &'a str),
    /// Whatever else, as it is called.
    Other(String),
}

/// Counts while games are played, for all bots of a thread.
#[derive(Debug)]
pub struct Counter {
    players: Vec<String>,
    prompts: Texts,
    options: Texts,
    /// The numbers of the options that are cards, by card.
    cards: Vec<Option<u32>>,
    offers: FxHashMap<(u32, u32), Offer>,
}

/// What was counted last, so that it can be taken back, should the answer turn out not to be possible.
#[derive(Debug, Default)]
pub struct Last(Vec<((u32, u32), Offer)>);

impl Counter {
    /// Nothing yet, of games of players with these names and with so many different cards.
    pub fn new(players: &[String], cards: usize) -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Self {
            players: players.to_vec(),
            prompts: Texts::default(),
            options: Texts::default(),
            cards: vec![None; cards],
            offers: FxHashMap::default(),
        }))
    }

    /// Counts one answer.
    pub fn add(&mut self, seat: &Seat<'_>, picks: &[u16], last: &mut Last) {
        let rules = &seat.game().rules;
        let thing = |ix| match seat.card(ix) {
            Some(card) => Thing::Card(card, &rules.def(card).name),
            None => Thing::Other(seat.label(ix)),
        };
        self.count(seat.ask(), picks, thing, last);
    }

    /// Counts one answer; `thing` tells what an option is that has no words.
    fn count<'a>(&mut self, ask: &Ask, picks: &[u16], thing: impl Fn(usize) -> Thing<'a>, last: &mut Last) {
        last.0.clear();
        // Where all must be taken only the order is chosen.
        if ask.min >= ask.options.len() || is_long_range(ask) {
            return;
        }
        let players = &self.players;
        let prompt = self.prompts.id(&ask.prompt, |text| without_numbers(&without_names(text, players)));
        let plain = |text: &str| without_names(&crate::text::line(text), players);
        let may_be_none = ask.min == 0;
        let options = ask.options.len() + usize::from(may_be_none);
        let chosen = picks.len().max(1) as u64;
        let share = UNIT * chosen / options as u64;
        for (ix, choice) in ask.options.iter().enumerate() {
            let id = match (&choice.label, &choice.value) {
                (Some(text), _) | (None, Value::Text(text)) => self.options.id(text, plain),
                (None, Value::Number(_)) => match thing(ix) {
                    Thing::Card(card, name) => {
                        *self.cards[card.ix()].get_or_insert_with(|| self.options.id(name, plain))
                    }
                    Thing::Other(label) => self.options.id(&label, plain),
                },
            };
            let is_chosen = u64::from(picks.contains(&(ix as u16)));
            last.0.push(((prompt, id), Offer { offered: 1, chosen: is_chosen, due: share }));
        }
        if may_be_none {
            let id = self.options.id(NOTHING, plain);
            let is_chosen = u64::from(picks.is_empty());
            last.0.push(((prompt, id), Offer { offered: 1, chosen: is_chosen, due: share }));
        }
        // Several copies of a card are one option.
        last.0.sort_unstable_by_key(|(key, _)| *key);
        last.0.dedup_by(|copy, kept| {
            let is_same = copy.0 == kept.0;
            if is_same {
                kept.1.chosen |= copy.1.chosen;
                kept.1.due = (kept.1.due + copy.1.due).min(UNIT);
            }
            is_same
        });
        for (key, offer) in &last.0 {
            let mine = self.offers.entry(*key).or_default();
            mine.offered += offer.offered;
            mine.chosen += offer.chosen;
            mine.due += offer.due;
        }
    }

    /// Takes back what was counted last.
    pub fn take_back(&mut self, last: &mut Last) {
        for (key, offer) in last.0.drain(..) {
            let mine = self.offers.entry(key).or_default();
            mine.offered -= offer.offered;
            mine.chosen -= offer.chosen;
            mine.due -= offer.due;
        }
    }

    /// All that was counted.
    pub fn all(&self) -> Choices {
        let choice = |(prompt, option): &(u32, u32)| Choice {
            prompt: self.prompts.kept[*prompt as usize].clone(),
            option: self.options.kept[*option as usize].clone(),
        };
        let offered = self.offers.iter().filter(|(_, offer)| offer.offered > 0);
        Choices(offered.map(|(key, offer)| (choice(key), *offer)).collect())
    }
}

/// Whether a number among many is asked for.
fn is_long_range(ask: &Ask) -> bool {
    let is_number = |value: &Value| matches!(value, Value::Number(number) if matches!(Handle::decode(*number), Handle::Number(_)));
    ask.options.len() > MOST_NUMBERS
        && ask.options.iter().all(|choice| choice.label.is_none() && is_number(&choice.value))
}

/// A text in which no player has a name.
fn without_names(text: &str, players: &[String]) -> String {
    players.iter().fold(text.to_owned(), |text, name| {
        let mut plain = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(at) = rest.find(name.as_str()) {
            let end = at + name.len();
            plain.push_str(&rest[..at]);
            // `Bot 1` does not stand in `Bot 12`.
            let goes_on = rest[end..].starts_with(|c: char| c.is_alphanumeric());
            plain.push_str(if goes_on { name } else { "a player" });
            rest = &rest[end..];
        }
        plain + rest
    })
}

/// A question in which numbers are `#`.
fn without_numbers(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in crate::text::line(text).chars() {
        if !c.is_ascii_digit() {
            plain.push(c);
        } else if !plain.ends_with('#') {
            plain.push('#');
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use cardwright::kernel::{Choice as Option_, Player};

    use super::*;

    fn ask(prompt: &str, options: &[&str], min: usize, max: usize) -> Ask {
        let option = |text: &&str| Option_ { label: None, value: Value::Text((*text).into()) };
        Ask {
            player: Player(1),
            prompt: prompt.into(),
            options: options.iter().map(option).collect(),
            min,
            max,
        }
    }

    fn counted(asks: &[(Ask, &[u16])]) -> Vec<(String, u64, u64, f64)> {
        let counter = Counter::new(&["Bot 1".to_owned(), "Bot 2".to_owned()], 0);
        for (ask, picks) in asks {
            counter.borrow_mut().count(ask, picks, |ix| Thing::Other(ix.to_string()), &mut Last::default());
        }
        let all = counter.borrow().all();
        let told = |(choice, offer): (&Choice, &Offer)| {
            (format!("{} {}", choice.prompt, choice.option), offer.offered, offer.chosen, offer.due())
        };
        all.0.iter().map(told).collect()
    }

    #[test]
    fn questions_that_differ_in_numbers_and_names_are_one() {
        let asks: [(Ask, &[u16]); 3] = [
            (ask("Bot 2, pay 12?", &["yes", "no"], 1, 1), &[0]),
            (ask("Bot 1, pay 3?", &["yes", "no"], 1, 1), &[0]),
            (ask("Bot 12, pay 3?", &["yes", "no"], 1, 1), &[1]),
        ];
        let told = [
            ("Bot #, pay #? no".to_owned(), 1, 1, 0.5),
            ("Bot #, pay #? yes".to_owned(), 1, 0, 0.5),
            ("a player, pay #? no".to_owned(), 2, 0, 1.0),
            ("a player, pay #? yes".to_owned(), 2, 2, 1.0),
        ];
        assert_eq!(counted(&asks), told);
    }

    #[test]
    fn copies_count_once_and_taking_none_is_an_option() {
        // Of four (two apples, a pear, nothing), none is taken: a quarter each, two quarters for the apples.
        let asks: [(Ask, &[u16]); 1] = [(ask("Eat?", &["apple", "apple", "pear"], 0, 2), &[])];
        let told = [
            ("Eat? (nothing)".to_owned(), 1, 1, 0.25),
            ("Eat? apple".to_owned(), 1, 0, 0.5),
            ("Eat? pear".to_owned(), 1, 0, 0.25),
        ];
        assert_eq!(counted(&asks), told);
    }

    #[test]
    fn an_order_is_no_choice_and_neither_is_a_long_range() {
        let mut range = ask("How many?", &[], 1, 1);
        range.options = (0..31).map(|n| Option_ { label: None, value: Value::Number(n) }).collect();
        let asks: [(Ask, &[u16]); 2] = [(ask("In which order?", &["a", "b"], 2, 2), &[1, 0]), (range, &[7])];
        assert_eq!(counted(&asks), []);
    }

    #[test]
    fn an_answer_that_was_not_possible_is_taken_back() {
        let counter = Counter::new(&[], 0);
        let mut last = Last::default();
        counter.borrow_mut().count(
            &ask("?", &["a", "b"], 1, 1),
            &[0],
            |ix| Thing::Other(ix.to_string()),
            &mut last,
        );
        counter.borrow_mut().take_back(&mut last);
        assert_eq!(counter.borrow().all(), Choices::default());
        counter.borrow_mut().take_back(&mut last);
    }

    #[test]
    fn what_is_never_chosen_is_told_only_where_it_tells_something() {
        let offer = |offered, chosen, due: f64| Offer { offered, chosen, due: (due * UNIT as f64) as u64 };
        assert!(offer(14, 0, 7.0).is_never_chosen() && !offer(13, 0, 6.5).is_never_chosen());
        assert!(offer(90, 1, 10.5).is_hardly_chosen() && !offer(90, 1, 9.5).is_hardly_chosen());
        assert!(!offer(90, 0, 30.0).is_hardly_chosen());
    }
}
