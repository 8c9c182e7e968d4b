//! A test's answers, found among the options by label, card name, card id or number.

use super::Bench;
use crate::content::{AnswerSpec, slug};
use crate::kernel::{Answer, Ask, Decision, DecisionKind, Picks};
use crate::script::run::Round;

/// The options of a decision, as its players read them.
pub(super) struct Labelled(Vec<(String, Vec<String>)>);

pub(super) fn labelled(decision: &Decision, bench: &Bench) -> Labelled {
    let look = bench.look();
    let options = |ask: &Ask| (0..ask.options.len()).map(|ix| ask.label(ix, &look, bench.names())).collect();
    Labelled(decision.asks.iter().map(|ask| (ask.prompt.to_string(), options(ask))).collect())
}

impl Labelled {
    pub fn notes(&self) -> Vec<String> {
        let shown = |labels: &Vec<String>| {
            labels.iter().map(|label| format!("`{label}`")).collect::<Vec<_>>().join(", ")
        };
        self.0.iter().map(|(prompt, labels)| format!("asked was `{prompt}`: {}", shown(labels))).collect()
    }
}

/// The answers that are left.
pub(super) struct Answers<'a> {
    rest: &'a [AnswerSpec],
}

impl<'a> Answers<'a> {
    pub fn new(answers: &'a [AnswerSpec]) -> Self {
        Self { rest: answers }
    }

    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// The answers to a decision: the next one, or of several who are asked at once the next for each.
    pub fn next(&mut self, decision: &Decision, labels: &Labelled, bench: &Bench) -> Result<Round, String> {
        match decision.kind {
            DecisionKind::First => {
                let spec = self.take()?;
                let found = decision.asks.iter().zip(&labels.0).find_map(|(ask, (_, labels))| {
                    let picks = picks(ask, labels, spec, bench).ok()?;
                    Some(Answer { player: ask.player, picks })
                });
                found.map(|answer| Round::from_elem(answer, 1)).ok_or_else(|| no_option(spec))
            }
            DecisionKind::One | DecisionKind::Each => decision
                .asks
                .iter()
                .zip(&labels.0)
                .map(|(ask, (_, labels))| {
                    let picks = match ask.forced() {
                        Some(picks) => picks,
                        None => picks(ask, labels, self.take()?, bench)?,
                    };
                    Ok(Answer { player: ask.player, picks })
                })
                .collect(),
        }
    }

    fn take(&mut self) -> Result<&'a AnswerSpec, String> {
        let (first, rest) = self.rest.split_first().ok_or("something is asked, and no answer is left")?;
        self.rest = rest;
        Ok(first)
    }
}

fn no_option(spec: &AnswerSpec) -> String {
    match spec {
        AnswerSpec::Text(text) => format!("no option is `{text}`"),
        AnswerSpec::Number(n) => format!("no option is {n}"),
        AnswerSpec::Several(_) => "not all of these are options".to_string(),
    }
}

fn picks(ask: &Ask, labels: &[String], spec: &AnswerSpec, bench: &Bench) -> Result<Picks, String> {
    let wanted = match spec {
        AnswerSpec::Several(several) => several.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut picks = Picks::new();
    for spec in wanted {
        let found = (0..labels.len())
            .find(|ix| !picks.contains(&(*ix as u16)) && is_meant(ask, *ix, &labels[*ix], spec, bench));
        match found {
            Some(ix) => picks.push(ix as u16),
            None => return Err(no_option(spec)),
        }
    }
    ask.accept(&picks).map_err(|why| why.to_string())?;
    Ok(picks)
}

/// What a test would say for these picks: what [`picks`] finds again.
pub(super) fn spec(ask: &Ask, picks: &Picks, bench: &Bench) -> Option<AnswerSpec> {
    use crate::kernel::{Handle, Value};
    let look = bench.look();
    let labels: Vec<String> = (0..ask.options.len()).map(|ix| ask.label(ix, &look, bench.names())).collect();
    let mut before = Picks::new();
    let mut specs = Vec::new();
    for pick in picks {
        let ix = usize::from(*pick);
        let label = labels.get(ix)?;
        let number = label.parse().ok().map(AnswerSpec::Number);
        let id = match ask.options[ix].value {
            Value::Number(number) => match Handle::decode(number) {
                Handle::Card(card) => Some(look.rules.def(look.state.card(card).def).id.clone()),
                _ => None,
            },
            Value::Text(_) => None,
        };
        let ways = [number, Some(AnswerSpec::Text(label.clone())), id.map(AnswerSpec::Text)];
        let found = |spec: &AnswerSpec| {
            let free = |ix: &usize| !before.contains(&(*ix as u16));
            (0..labels.len()).filter(free).find(|ix| is_meant(ask, *ix, &labels[*ix], spec, bench))
        };
        specs.push(ways.into_iter().flatten().find(|spec| found(spec) == Some(ix))?);
        before.push(*pick);
    }
    match (ask.min, ask.max) {
        (1, 1) => specs.pop(),
        _ => Some(AnswerSpec::Several(specs)),
    }
}

fn is_meant(ask: &Ask, ix: usize, label: &str, spec: &AnswerSpec, bench: &Bench) -> bool {
    use crate::kernel::{Handle, Value};
    match spec {
        AnswerSpec::Number(n) => ask.options[ix].value == Value::Number(*n) || label == n.to_string(),
        AnswerSpec::Text(text) if label.eq_ignore_ascii_case(text) || slug(label) == *text => true,
        AnswerSpec::Text(text) => match ask.options[ix].value {
            Value::Number(number) => match Handle::decode(number) {
                Handle::Card(card) => {
                    let look = bench.look();
                    look.rules.def(look.state.card(card).def).id == *text
                }
                _ => false,
            },
            Value::Text(_) => false,
        },
        AnswerSpec::Several(_) => false,
    }
}
