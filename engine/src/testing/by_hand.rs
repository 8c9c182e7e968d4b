//! A card tried by hand: what can be done with it now and what keeps it from being done, doing it, reading what is so.

use rhai::Dynamic;

use super::answers::spec;
use super::bench::{Bench, Tried};
use crate::content::AnswerSpec;
use crate::kernel::view::{Beside, View, view};
use crate::kernel::{
    Ask, Asker, CardId, Decision, Handle, KERNEL_EVENTS, OpBody, OpRef, Picks, Player, decision::call,
};
use crate::script::Unusable;
use crate::script::exec::{can_resolve, run_text, use_op, why_not};
use crate::script::run::{Round, with};

const ASKER: Asker = Asker { me: Player(1), card: None };

/// An operation of a card on the bench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The operation.
    pub op: OpRef,
    /// The name of its trigger.
    pub trigger: String,
    /// What players call its trigger.
    pub title: String,
    /// What tells it from the card's other operations; may be empty.
    pub label: String,
    /// What it costs, as its card says it; empty where it costs nothing.
    pub cost: String,
    /// Why it cannot be used now; nothing, if it can.
    pub hindrance: Option<String>,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// In words: cards, zones and players' things by name.
    pub shown: String,
    /// As a script would write it, where it is a number, a text, or true or false.
    pub literal: Option<String>,
}

/// Things done by hand. What is carried out to its end stays; what is asked about, refused or failed leaves no trace
/// but the question.
///
/// ```
/// use cardwright::content::{Disk, load};
/// use cardwright::kernel::{Player, Subject};
/// use cardwright::script::Game;
/// use cardwright::testing::{Bench, Tried};
///
/// let (content, _) = load(&Disk::new("../tests/games"), "workbench", &[]);
/// let game = Game::compile(content.expect("it can be read").into()).expect("it is in order");
/// let mut bench = Bench::new(&game, 2, 1);
/// let hand = game.rules.zone("hand").expect("players have hands");
/// let drum = game.rules.card("red-drum").expect("there is a drum");
/// let drum = bench.put(drum, hand, Subject::Player(Player(1))).expect("it lies there");
/// let offers = bench.offers(drum);
/// assert_eq!((offers[0].trigger.as_str(), &offers[0].hindrance), ("PLAY", &None));
/// // The drum gives two coins to the three that each player begins with.
/// assert!(matches!(bench.press(offers[0].op, &[]), Tried::Done(_)));
/// assert_eq!(bench.read(r#"tokens(1, "coin")"#).expect("it can be read").shown, "5");
/// ```
impl Bench {
    /// Uses an operation: checks it, exhausts its card, pays its cost, carries it out.
    pub fn press(&mut self, op: OpRef, answers: &[Round]) -> Tried {
        let tried = self.attempt(answers, || use_op(op, None));
        self.settled(tried)
    }

    /// Carries out what a text says, as player 1.
    pub fn carry_out(&mut self, text: &str, answers: &[Round]) -> Tried {
        let tried = self.attempt(answers, || run_text(text, ASKER));
        self.settled(tried)
    }

    /// Reads an expression, as player 1; nothing of what it does stays.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&mut self, text: &str) -> Result<Reading, String> {
        let value = self.evaluate(|| run_text(text, ASKER))?;
        Ok(Reading { shown: self.shown(&value), literal: literal(&value) })
    }

    /// A card's operations, in the order of its file.
    pub fn offers(&mut self, card: CardId) -> Vec<Offer> {
        let count = {
            let look = self.look();
            look.rules.def(look.state.card(card).def).ops.len()
        };
        (0..count as u16).map(|op| self.offer(OpRef { card, op })).collect()
    }

    fn offer(&mut self, op: OpRef) -> Offer {
        let hindrance = self.hindrance(op);
        let look = self.look();
        let rules = look.rules;
        let def = &rules.def(look.state.card(op.card).def).ops[usize::from(op.op)];
        let price = |(token, n): &crate::kernel::Price| format!("{n} {}", rules.tokens.name(token.ix()));
        Offer {
            op,
            trigger: rules.triggers.name(def.trigger.ix()).to_string(),
            title: rules.triggers[def.trigger.ix()].title.clone(),
            label: def.label.clone(),
            cost: def.cost.iter().map(price).collect::<Vec<_>>().join(", "),
            hindrance,
        }
    }

    /// Why an operation cannot be used now. All that is known of it is found out here.
    fn hindrance(&mut self, op: OpRef) -> Option<String> {
        if let Some(event) = self.event_of(op) {
            return Some(event);
        }
        let mut reason = None;
        let refused = self.evaluate(|| {
            if let Some(why) = why_not(op, None)? {
                let told = with(|run| Ok(run.told(op, &why)))?;
                reason = Some((why, told));
            }
            Ok(Dynamic::UNIT)
        });
        if let Err(why) = refused {
            return Some(why);
        }
        if let Some((why, told)) = reason {
            let unowned = !self.look().state.controller(op.card).is_somebody();
            return Some(match why {
                Unusable::Cost if unowned => format!("{why}: nobody controls it there"),
                _ => told,
            });
        }
        let mut can = true;
        let tried = self.evaluate(|| {
            can = can_resolve(|| use_op(op, None).map(|_| ()))?;
            Ok(Dynamic::UNIT)
        });
        match tried {
            Err(why) => Some(why),
            Ok(_) if can => None,
            Ok(_) => Some(match self.evaluate(|| use_op(op, None)) {
                // What is refused before anything is asked says why itself.
                Err(why) if why != ASKS => why,
                _ => "whatever is answered, it cannot be carried out".to_owned(),
            }),
        }
    }

    /// What an operation waits for, if it answers an event.
    fn event_of(&self, op: OpRef) -> Option<String> {
        let look = self.look();
        let def = &look.rules.def(look.state.card(op.card).def).ops[usize::from(op.op)];
        let event = def.event?;
        let name = look.rules.events.name(event.ix());
        let does =
            if matches!(def.body, OpBody::Change(_)) { "holds from the event" } else { "answers the event" };
        // What the engine tells of by itself happens by itself.
        if KERNEL_EVENTS.iter().any(|(known, _)| *known == &**name) {
            return Some(format!("it {does} `{name}`, which happens by itself"));
        }
        let data = &look.rules.events[event.ix()].data;
        let data: Vec<String> = data.iter().map(|name| format!("{name}: ...")).collect();
        let with = if data.is_empty() { String::new() } else { format!(", #{{ {} }}", data.join(", ")) };
        Some(format!("it {does} `{name}`; let that happen: `do emit(\"{name}\"{with})`"))
    }

    /// A value in words.
    fn shown(&self, value: &Dynamic) -> String {
        if let Ok(number) = value.as_int() {
            return match Handle::decode(number) {
                Handle::Number(number) => number.to_string(),
                _ => call(number, &self.look(), self.names(), None),
            };
        }
        match value.as_array_ref() {
            Ok(list) => {
                let list: Vec<String> = list.iter().map(|one| self.shown(one)).collect();
                format!("[{}]", list.join(", "))
            }
            Err(_) if value.is_unit() => "nothing".to_owned(),
            Err(_) => literal(value).unwrap_or_else(|| value.to_string()),
        }
    }

    /// The answer to one question as a test would say it; nothing, where no test can say just this.
    pub fn spec(&self, ask: &Ask, picks: &Picks) -> Option<AnswerSpec> {
        spec(ask, picks, self)
    }

    /// The table as a player sees it, `None` sees all; what is asked can be shown with it.
    pub fn view(&self, viewer: Option<Player>, decision: Option<&Decision>) -> View {
        let beside = Beside { names: self.names(), decision, log: self.entries() };
        view(&self.look(), beside, viewer)
    }

    /// The log from a line on, as someone reads it who may see all.
    pub fn log_since(&self, from: usize) -> Vec<String> {
        let look = self.look();
        let lines = self.entries().iter().skip(from);
        lines.filter_map(|entry| entry.read(look.rules, self.names(), None)).collect()
    }

    /// How many lines the log has.
    pub fn log_len(&self) -> usize {
        self.entries().len()
    }
}

/// What evaluating says of something that asks.
pub(super) const ASKS: &str = "it asks someone";

/// A value as a script would write it.
fn literal(value: &Dynamic) -> Option<String> {
    if let Ok(number) = value.as_int() {
        return matches!(Handle::decode(number), Handle::Number(_)).then(|| number.to_string());
    }
    if let Ok(flag) = value.as_bool() {
        return Some(flag.to_string());
    }
    let text = value.as_immutable_string_ref().ok()?;
    let plain = !text.contains(|c: char| c.is_control() || c == '"' || c == '\\');
    plain.then(|| format!("\"{}\"", *text))
}
