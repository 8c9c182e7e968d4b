//! Why things are as they are: what was found wanting while a step ran, and which text gave which points. It is noted
//! only in a run that was asked to; the conditions of scripts and the places only in a game that was made ready to note
//! what runs.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use rhai::Dynamic;
use smallvec::SmallVec;

use super::game::{Game, Spot};
use super::run::{Run, with};
use super::token::{Token, tokens};
use crate::kernel::{CardId, Handle, OpRef, Player, ScriptId, TokenId};
use crate::query::{QueryToken, lex};

/// The most that is kept: a step that asks more is told of its end only.
const MOST: usize = 100_000;

/// The cards that a statement is about: those that its variables hold.
type About = SmallVec<[CardId; 4]>;

/// What a run notes.
#[derive(Debug, Default)]
pub(crate) struct Why {
    /// The statement that runs, and the cards that it is about.
    here: RefCell<(Option<Spot>, About)>,
    wants: RefCell<Vec<Want>>,
    gains: RefCell<Vec<Gain>>,
    /// How many gains there were when the step began.
    mark: usize,
    gave: RefCell<Vec<Gave>>,
}

/// Something that was found wanting.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Want {
    /// The cards that it was about.
    pub about: About,
    /// The statement that asked.
    pub at: Option<Spot>,
    /// What is wanting, in words.
    pub text: String,
    /// The lines of the script that were left out for it.
    pub skipped: Option<RangeInclusive<u16>>,
}

/// Tokens that a player got or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gain {
    pub player: Player,
    pub token: TokenId,
    pub by: i64,
    /// The card whose text did it, if one did.
    pub card: Option<CardId>,
    pub at: Option<Spot>,
}

/// Points that a card's text was worth when it was last asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gave {
    pub op: OpRef,
    pub points: i64,
}

impl Why {
    fn want(&self, want: Want) {
        let mut wants = self.wants.borrow_mut();
        if wants.len() < MOST && !wants.contains(&want) {
            wants.push(want);
        }
    }

    /// What was found wanting since the last answer.
    pub fn wants(&self) -> Vec<Want> {
        self.wants.borrow().clone()
    }

    /// Every gain so far.
    pub fn gains(&self) -> Vec<Gain> {
        self.gains.borrow().clone()
    }

    /// What texts were worth.
    pub fn gave(&self) -> Vec<Gave> {
        self.gave.borrow().clone()
    }

    /// An answer was given: what was wanting before it is of no interest.
    pub fn answered(&self) {
        self.wants.borrow_mut().clear();
    }

    /// The step begins again.
    pub fn rewind(&self) {
        self.wants.borrow_mut().clear();
        self.gains.borrow_mut().truncate(self.mark);
    }

    /// The step is over.
    pub fn commit(&mut self) {
        self.mark = self.gains.borrow().len();
        self.answered();
    }

    /// How many gains there are, to come back to after something was tried.
    pub fn gained(&self) -> usize {
        self.gains.borrow().len()
    }

    /// Forgets what was gained after that.
    pub fn back_to(&self, gained: usize) {
        self.gains.borrow_mut().truncate(gained);
    }
}

/// The cards that variables hold.
fn cards_in(run: &Run, locals: &[Dynamic]) -> About {
    let card = |value: &Dynamic| match Handle::decode(value.as_int().ok()?) {
        Handle::Card(card) => Some(card),
        Handle::Op(op) => Some(op.card),
        _ => None,
    };
    let mut found: About = locals.iter().filter_map(card).filter(|card| run.state.has_card(*card)).collect();
    found.dedup();
    found
}

/// A statement begins; gives the one that ran before, to be gone back to with [`back`].
pub(super) fn begin(spot: Spot, locals: &[Dynamic]) {
    let _ = with(|run| {
        if let Some(why) = &run.why {
            *why.here.borrow_mut() = (Some(spot), cards_in(run, locals));
        }
        Ok(())
    });
}

/// The statement that runs now.
pub(super) fn here() -> Option<(Option<Spot>, About)> {
    with(|run| Ok(run.why.as_ref().map(|why| why.here.borrow().clone()))).ok().flatten()
}

/// Goes back to a statement that ran before others were begun inside of it.
pub(super) fn back(to: (Option<Spot>, About)) {
    let _ = with(|run| {
        if let Some(why) = &run.why {
            *why.here.borrow_mut() = to;
        }
        Ok(())
    });
}

/// A condition of a script does not hold, with what was compared in it.
pub(super) fn unmet(watch: &Condition, compared: Option<(&Dynamic, &Dynamic)>, locals: &[Dynamic]) {
    let _ = with(|run| {
        let Some(why) = &run.why else { return Ok(()) };
        let shown = |value: &Dynamic| {
            let plain = value.is_bool() || value.is_string();
            let number = value.as_int().ok().filter(|n| matches!(Handle::decode(*n), Handle::Number(_)));
            (plain || number.is_some()).then(|| value.to_string())
        };
        let is = compared.and_then(|(left, right)| Some((shown(left)?, shown(right)?)));
        let is = is.map(|(left, right)| format!(" (it is {left} against {right})")).unwrap_or_default();
        let text = format!("`{}` does not hold{is}", condition_text(&run.game, watch));
        let about = cards_in(run, locals);
        why.want(Want { about, at: Some(watch.at), text, skipped: watch.skipped.clone() });
        Ok(())
    });
}

/// A condition that is watched.
#[derive(Debug)]
pub(super) struct Condition {
    /// Where it begins.
    pub at: Spot,
    /// Whether it is one of several that must all hold.
    pub is_part: bool,
    /// The lines that are left out when it does not hold.
    pub skipped: Option<RangeInclusive<u16>>,
}

/// The text of a condition: up to where another part, its block or its statement ends.
fn condition_text(game: &Game, condition: &Condition) -> String {
    let script = game.content.script(condition.at.script);
    let start = script.place_in_text(condition.at.line.into(), condition.at.column.into());
    let text = &script.text[start..];
    let mut depth = 0;
    let end = tokens(text).into_iter().find_map(|(token, span)| {
        let ends = depth == 0
            && match token {
                Token::Begin => &text[span.clone()] == "{",
                Token::Comma | Token::Semicolon => true,
                Token::Sign => condition.is_part && &text[span.clone()] == "&&",
                _ => false,
            };
        match token {
            Token::Open | Token::Begin => depth += 1,
            Token::Close | Token::End => depth -= 1,
            _ => {}
        }
        (ends || depth < 0).then_some(span.start)
    });
    let text = &text[..end.unwrap_or(text.len())];
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Run {
    fn noted(&self, text: impl FnOnce() -> String, about: Option<CardId>) {
        let Some(why) = &self.why else { return };
        let (at, mut cards) = why.here.borrow().clone();
        if let Some(card) = about {
            cards = About::from_elem(card, 1);
        }
        why.want(Want { about: cards, at, text: text(), skipped: None });
    }

    /// A query leaves a card out.
    pub(super) fn left_out(&self, query: &str, card: CardId) {
        self.noted(
            || {
                let fails = |part: &&str| {
                    let pred = self.game.selector(&(*part).into());
                    pred.is_ok_and(|pred| !pred.matches(&self.look(), self.asker(), card))
                };
                let parts = conjuncts(query);
                let part = parts.iter().find(|part| fails(part));
                format!("it is not `{}`", part.copied().unwrap_or(query))
            },
            Some(card),
        );
    }

    /// A goal is not met by a pool of cards.
    pub(super) fn not_met(&self, goal: &str, pool: &[CardId]) {
        self.noted(|| self.lacking(goal, pool), None);
    }

    /// What of a goal is lacking.
    pub(super) fn lacking(&self, goal: &str, pool: &[CardId]) -> String {
        let lacks = |part: &str| {
            let compiled = self.game.goal(&part.into()).ok()?;
            let (look, asker) = (self.look(), self.asker());
            if compiled.holds(&look, asker, pool) {
                return None;
            }
            Some(match compiled.found(&look, asker, pool) {
                Some((found, wanted)) => format!("`{part}` ({found} of {wanted})"),
                None => format!("`{part}`"),
            })
        };
        let lacking: Vec<String> = conjuncts(goal).into_iter().filter_map(lacks).collect();
        match &lacking[..] {
            [] => format!("the goal `{goal}` is not met"),
            parts => format!("the goal `{goal}` lacks {}", parts.join(", ")),
        }
    }

    /// An operation cannot be used.
    pub(super) fn not_used(&self, op: OpRef, why: &str) {
        self.noted(|| format!("{}: {why}", self.op_name(op)), Some(op.card));
    }

    /// Something cannot be carried out.
    pub(super) fn refused(&self, reason: &str) {
        self.noted(|| reason.to_string(), None);
    }

    /// A player's tokens changed.
    pub(super) fn gained(&self, player: Player, token: TokenId, by: i64) {
        let Some(why) = self.why.as_ref().filter(|_| by != 0) else { return };
        let card = self.frames.iter().rev().find_map(|frame| frame.asker.card);
        let at = why.here.borrow().0;
        let mut gains = why.gains.borrow_mut();
        if gains.len() < MOST {
            gains.push(Gain { player, token, by, card, at });
        }
    }

    /// A card's text was worth something.
    pub(super) fn gave(&self, op: OpRef, points: i64) {
        let Some(why) = &self.why else { return };
        let mut gave = why.gave.borrow_mut();
        gave.retain(|other| other.op != op);
        gave.push(Gave { op, points });
    }

    /// What an operation is called: its trigger and its label.
    pub(crate) fn op_name(&self, op: OpRef) -> String {
        let Some(def) = self.op_def(op) else { return "an operation".to_string() };
        let trigger = self.game.rules.triggers.name(def.trigger.ix());
        if def.label.is_empty() { trigger.to_string() } else { format!("{trigger} {}", def.label) }
    }
}

/// The parts of a query that must all hold.
fn conjuncts(query: &str) -> Vec<&str> {
    let Ok(tokens) = lex(query) else { return vec![query] };
    let mut depth = 0;
    let mut parts = Vec::new();
    let mut start = 0;
    for (token, span) in tokens {
        match token {
            QueryToken::Open | QueryToken::OpenCard => depth += 1,
            QueryToken::Close | QueryToken::CloseCard => depth -= 1,
            // What is joined by `|` is one part with all that is joined to it.
            QueryToken::Or if depth == 0 => return vec![query],
            QueryToken::And if depth == 0 => {
                parts.push(query[start..span.start].trim());
                start = span.end;
            }
            _ => {}
        }
    }
    parts.push(query[start..].trim());
    parts
}

/// Where a statement stands: the file, and the line.
pub(crate) fn place(game: &Game, spot: Spot) -> (String, usize) {
    let script = game.content.script(spot.script);
    let at = script.position(spot.line.into(), spot.column.into());
    let at = game.content.sources.line_column(script.file, at);
    (game.content.sources.path(script.file).to_string(), at.line)
}

/// Where a script begins.
pub(crate) fn place_of_script(game: &Game, script: ScriptId) -> (String, usize) {
    let script = game.content.script(script);
    let at = game.content.sources.line_column(script.file, script.offset);
    (game.content.sources.path(script.file).to_string(), at.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_the_parts_that_must_all_hold() {
        assert_eq!(conjuncts("red & (a & b) & 2+ power"), ["red", "(a & b)", "2+ power"]);
        assert_eq!(conjuncts("red & a | b"), ["red & a | b"]);
    }
}
