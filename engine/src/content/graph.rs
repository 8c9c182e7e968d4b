//! Graphs of cards that refer to one another: that every card is reached, and that every chain comes to an end.

use std::sync::Arc;

use super::declare::entries;
use super::page::Page;
use super::{Code, Diagnostic, Place};
use crate::kernel::{DefId, FieldKind, GraphDef, OpDef, Pred, Rules};
use crate::query::Words;

/// The keys of a graph.
pub(super) const KEYS: [&str; 5] = ["entries", "members", "ends", "through", "steps"];

/// Reads the graphs that a manifest declares.
pub(super) fn read(page: &Page, words: &Words, rules: &mut Rules) {
    for (entry, table) in entries(page, "graphs", &KEYS) {
        let query = |key| {
            let found = table.get(key);
            if found.is_none() && key != "ends" {
                page.missing(&entry.item.span, &format!("the graph `{}`", entry.key), key);
            }
            found.and_then(|item| page.query(item, key, |text| words.selector(text))).map(Arc::new)
        };
        let (members, ends) = (query("members"), query("ends"));
        let mut graph = GraphDef { entries: query("entries"), members, ends, ..GraphDef::default() };
        for one in table.get("through").map_or(&[][..], |item| page.one_or_more(item)) {
            let links = || rules.fields.entries().filter(|(_, field)| field.kind == FieldKind::Cards);
            let find =
                |name: &str| rules.field(name).filter(|id| rules.fields[id.ix()].kind == FieldKind::Cards);
            let how = ("through", Code::UnknownField, "field of cards");
            graph.through.extend(page.find(one, how, find, || links().map(|(name, _)| name)));
        }
        for one in table.get("steps").map_or(&[][..], |item| page.one_or_more(item)) {
            let how = ("steps", Code::UnknownTrigger, "trigger");
            let find = |name: &str| rules.trigger(name);
            graph.steps.extend(page.find(one, how, find, || rules.triggers.names()));
        }
        rules.graphs.insert(entry.key.as_str(), graph);
    }
}

/// What is wrong with the graphs of a game.
pub(super) fn check(rules: &Rules, places: &[Place]) -> Vec<Diagnostic> {
    rules.graphs.entries().flat_map(|(name, graph)| Walk::new(rules, graph).faults(name, places)).collect()
}

struct Walk<'a> {
    rules: &'a Rules,
    graph: &'a GraphDef,
    /// Where each card leads, by definition.
    leads: Vec<Vec<usize>>,
}

impl<'a> Walk<'a> {
    fn new(rules: &'a Rules, graph: &'a GraphDef) -> Self {
        let on = |links: &[(crate::kernel::FieldId, DefId)]| -> Vec<usize> {
            links.iter().filter(|(field, _)| graph.through.contains(field)).map(|(_, to)| to.ix()).collect()
        };
        let leads = rules
            .cards
            .iter()
            .map(|card| {
                let mut to = on(&card.links);
                to.extend(card.ops.iter().flat_map(|op| on(&op.says.links)));
                to
            })
            .collect();
        Self { rules, graph, leads }
    }

    fn is(&self, pred: &Option<Arc<Pred>>, ix: usize) -> bool {
        pred.as_ref().is_some_and(|pred| pred.matches_print(self.rules, ix.into()))
    }

    fn faults(&self, name: &str, places: &[Place]) -> Vec<Diagnostic> {
        let all = || 0..self.rules.cards.len();
        let entries = all().filter(|ix| self.is(&self.graph.entries, *ix));
        let reached = spread(entries.collect(), &self.leads);
        let mut back = vec![Vec::new(); self.leads.len()];
        for (from, to) in self.leads.iter().enumerate() {
            to.iter().for_each(|to| back[*to].push(from));
        }
        let ended = spread(all().filter(|ix| self.may_end(*ix)).collect(), &back);
        let mut found = Vec::new();
        let mut fault = |ix: usize, code, message: String| {
            let fault = Diagnostic::error(code, message);
            found.push(match places.get(ix) {
                Some((file, span)) => fault.at(*file, span.clone()),
                None => fault,
            });
        };
        for ix in all() {
            let card = &self.rules.cards[ix];
            let member = self.is(&self.graph.members, ix);
            if member && !reached[ix] {
                let message = format!("nothing in `{name}` leads to the card `{}`", card.id);
                fault(ix, Code::Unreached, message);
            }
            if (member || reached[ix]) && !ended[ix] {
                let message = format!("no way in `{name}` from the card `{}` comes to an end", card.id);
                fault(ix, Code::Endless, message);
            }
            for op in card.ops.iter().filter(|op| (member || reached[ix]) && self.is_dead(op)) {
                let message = format!("`{}` of the card `{}` leads nowhere", op.label, card.id);
                fault(ix, Code::DeadStep, message);
            }
        }
        found
    }

    /// Whether a chain may end at a card: at one of the declared ends, or where nothing leads on and none is declared.
    fn may_end(&self, ix: usize) -> bool {
        match &self.graph.ends {
            Some(_) => self.is(&self.graph.ends, ix),
            None => self.leads[ix].is_empty(),
        }
    }

    fn is_dead(&self, op: &OpDef) -> bool {
        let leads = op.says.links.iter().any(|(field, _)| self.graph.through.contains(field));
        self.graph.steps.contains(&op.trigger) && !leads
    }
}

/// All that can be reached from some places.
fn spread(mut open: Vec<usize>, leads: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; leads.len()];
    while let Some(ix) = open.pop() {
        if !std::mem::replace(&mut reached[ix], true) {
            open.extend(&leads[ix]);
        }
    }
    reached
}
