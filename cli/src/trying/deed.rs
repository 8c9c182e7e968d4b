//! One thing done on the table, in a form that outlasts a change of the files, and the questions answered on the way.

use cardwright::content::AnswerSpec;
use cardwright::kernel::{CardId, OpRef};
use cardwright::record::Asked;
use cardwright::script::{Game, Round};
use cardwright::testing::{Bench, Tried};

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// An operation of a card is used.
    Use {
        /// The card.
        card: CardId,
        /// What card it was, by id.
        id: String,
        /// Its trigger.
        trigger: String,
        /// What tells it from others of the trigger.
        label: String,
        /// Which it is of those that have one trigger.
        nth: usize,
    },
    /// A statement is carried out; `#2` in it is the second card that came to the table.
    Run {
        /// The statement.
        text: String,
        /// Whether it only arranges the table: a test that begins after it is given the table as it then lies.
        arranges: bool,
    },
}

/// A question and its answer.
#[derive(Clone, Debug)]
pub struct Answered {
    /// What was asked.
    pub asked: Asked,
    /// The answers.
    pub round: Round,
    /// As a test would say them, one for each player who had a choice; nothing where no test can.
    pub specs: Option<Vec<AnswerSpec>>,
    /// What was typed.
    pub typed: Vec<String>,
}

/// Something done, with all that was answered on the way.
#[derive(Clone, Debug)]
pub struct Done {
    /// What.
    pub deed: Deed,
    /// What was typed for it.
    pub typed: String,
    /// The questions, in the order asked.
    pub answers: Vec<Answered>,
    /// The number that it gave, if it gave one.
    pub gave: Option<i64>,
    /// The expressions looked at since.
    pub looked: Vec<String>,
}

impl Done {
    /// Nothing answered yet.
    pub fn new(deed: Deed, typed: &str) -> Self {
        Self { deed, typed: typed.to_owned(), answers: Vec::new(), gave: None, looked: Vec::new() }
    }

    /// The answers so far.
    pub fn rounds(&self) -> Vec<Round> {
        self.answers.iter().map(|answered| answered.round.clone()).collect()
    }
}

impl Deed {
    /// Does it, with answers.
    pub fn attempt(&self, bench: &mut Bench, game: &Game, answers: &[Round]) -> Tried {
        match self {
            Self::Use { .. } => match self.op(bench, game) {
                Some(op) => bench.press(op, answers),
                None => Tried::Refused("there is no such operation any more".to_owned()),
            },
            Self::Run { text, .. } => {
                let count = bench.look().state.card_count();
                match with_cards(text, |number| {
                    (1..=count).contains(&number).then(|| i64::from(CardId(number as u32 - 1)).to_string())
                }) {
                    Ok(text) => bench.carry_out(&text, answers),
                    Err(number) => Tried::Refused(format!("there is no card #{number}; there are {count}")),
                }
            }
        }
    }

    fn op(&self, bench: &Bench, game: &Game) -> Option<OpRef> {
        let Self::Use { card, id, trigger, label, nth } = self else { return None };
        let look = bench.look();
        if !look.state.has_card(*card) {
            return None;
        }
        let def = look.rules.def(look.state.card(*card).def);
        let trigger = game.rules.trigger(trigger)?;
        let ops = || def.ops.iter().enumerate().filter(|(_, op)| op.trigger == trigger);
        let named = ops().find(|(_, op)| !label.is_empty() && op.label == *label);
        let (op, _) = named.or_else(|| ops().nth(*nth)).filter(|_| def.id == *id)?;
        Some(OpRef { card: *card, op: op as u16 })
    }

    /// Whether it only arranges the table.
    pub fn arranges(&self) -> bool {
        matches!(self, Self::Run { arranges: true, .. })
    }

    /// The cards that it names by number.
    pub fn cards(&self) -> Vec<CardId> {
        match self {
            Self::Use { card, .. } => vec![*card],
            Self::Run { text, .. } => {
                let mut found = Vec::new();
                let _ = with_cards(text, |number| {
                    found.extend(number.checked_sub(1).map(CardId::from));
                    Some(String::new())
                });
                found
            }
        }
    }
}

/// A text with each `#N` that stands outside of quotes replaced; the first for which there is nothing ends it.
pub fn with_cards(text: &str, mut name: impl FnMut(usize) -> Option<String>) -> Result<String, usize> {
    let mut out = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some('"'), '\\') => {
                out.push(c);
                out.extend(chars.next().map(|(_, next)| next));
                continue;
            }
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '`' | '\'') => quote = Some(c),
            (None, '#') => {
                let digits: String = text[at + 1..].chars().take_while(char::is_ascii_digit).collect();
                if let Ok(number) = digits.parse::<usize>() {
                    out.push_str(&name(number).ok_or(number)?);
                    for _ in 0..digits.len() {
                        chars.next();
                    }
                    continue;
                }
            }
            _ => {}
        }
        out.push(c);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_named_by_number_outside_of_quotes() {
        let named = |text: &str| with_cards(text, |number| (number < 9).then(|| format!("<{number}>")));
        assert_eq!(named(r##"f(#2, "#3 \" #4", #{ a: #12 })"##), Err(12));
        assert_eq!(
            named(r##"f(#2, "#3 \" #4", #{ a: #1 }) + `#5`"##).as_deref(),
            Ok(r##"f(<2>, "#3 \" #4", #{ a: <1> }) + `#5`"##)
        );
        let deed = Deed::Run { text: "move_to(#3, zone(\"hand\", 1))".into(), arranges: false };
        assert_eq!(deed.cards(), [CardId(2)]);
    }
}
