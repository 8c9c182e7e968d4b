//! A card's operations: what stands under its triggers.

use std::ops::Range;
use std::sync::Arc;

use super::card::{Head, read_says};
use super::change;
use super::declare::is_trigger_name;
use super::page::Page;
use super::script::{Purpose, Scripts};
use super::tree::{Entry, Item, Table, Value};
use super::{Code, Diagnostic};
use crate::kernel::{EventId, OpBody, OpDef, Price, Requirement, Rules, Says, TriggerDef, TriggerId};
use crate::query::Words;

/// More operations than any card has.
const MOST: usize = 1_000;
/// The keys of every operation.
pub(super) const KEYS: [&str; 6] = ["label", "cost", "requires", "when", "to", "do"];

/// What reading a card needs of the rest.
pub(super) struct Known<'a> {
    pub rules: &'a Rules,
    pub words: &'a Words,
}

/// The operations of a card.
pub(super) fn read_operations(head: &Head<'_>, known: &Known<'_>, scripts: &mut Scripts) -> Vec<OpDef> {
    let mut reader = Reader { head, page: head.page, known, scripts, ops: Vec::new() };
    for entry in head.table.entries.iter().filter(|entry| is_trigger_name(&entry.key)) {
        match known.rules.trigger(&entry.key) {
            // A field may have such a name only by mistake, which its declaration has reported.
            Some(trigger) => reader.trigger(entry, trigger),
            None => {
                let names = known.rules.triggers.names();
                head.page.unknown(Code::UnknownTrigger, "trigger", &entry.key, &entry.key_span, names);
            }
        }
    }
    reader.ops
}

struct Reader<'a> {
    head: &'a Head<'a>,
    page: &'a Page,
    known: &'a Known<'a>,
    scripts: &'a mut Scripts,
    ops: Vec<OpDef>,
}

/// The trigger that an operation stands under, and where.
struct Under<'a> {
    trigger: TriggerId,
    def: &'a TriggerDef,
    entry: &'a Entry,
}

impl Reader<'_> {
    fn trigger(&mut self, entry: &Entry, trigger: TriggerId) {
        let under = Under { trigger, def: &self.known.rules.triggers[trigger.ix()], entry };
        let before = self.ops.len();
        for item in self.page.one_or_more(&entry.item) {
            match &item.value {
                Value::Table(table) => self.operation(&under, table, &item.span),
                _ => self.short(&under, item),
            }
        }
        if under.def.live.is_empty() && self.ops.len() > before {
            let heard = |op: &OpDef| op.event.is_some() || matches!(op.body, OpBody::Change(_));
            let nowhere = format!("`{}` is live in no zone, so this", entry.key);
            let fault = if self.ops[before..].iter().any(heard) {
                Diagnostic::error(Code::NeverFires, format!("{nowhere} can never fire"))
            } else {
                Diagnostic::warning(
                    Code::NeverFires,
                    format!("{nowhere} is run only where a rule says `resolve`"),
                )
            };
            let help = format!("give `[triggers.{}]` a list of zones, `live`", entry.key);
            self.page.report(fault.at(self.page.file, entry.key_span.clone()).help(Some(help)));
        }
    }

    /// An operation that is only its script.
    fn short(&mut self, under: &Under<'_>, item: &Item) {
        let key = &under.entry.key;
        if self.page.text(item, key).is_none() || !self.fits_script(under, None, &item.span) {
            return;
        }
        let purpose = Purpose::Operation { card: self.head.def, op: self.ops.len() as u16 };
        if let Some(script) = self.scripts.add_item(self.page, key, item, purpose) {
            self.push(under, Common::default(), OpBody::Script(script));
        }
    }

    fn operation(&mut self, under: &Under<'_>, table: &Table, span: &Range<usize>) {
        // A key that means something to every operation is never read as a field.
        let fields = self.known.rules.fields.names();
        let keys: Vec<&str> = KEYS.into_iter().chain(change::KEYS).chain(fields).collect();
        self.page.check_keys(table, &format!("an operation of `{}`", under.entry.key), &keys);
        let common = self.common(table);
        if let Some(item) = table.get("change") {
            if self.fits_change(under, table, item) {
                for change in change::read_changes(self.page, self.known, table, item) {
                    self.push(under, common.clone(), OpBody::Change(Arc::new(change)));
                }
            }
            return;
        }
        if let Some(stray) = table.entries.iter().find(|entry| change::KEYS.contains(&&*entry.key)) {
            let message = format!("`{}` belongs to a lasting change, which names `change`", stray.key);
            self.page.error(Code::BadOperation, &stray.key_span, message);
        }
        let fits = self.fits_script(under, table.get("to"), span);
        let Some(item) = table.get("do") else {
            if fits && !common.says.is_empty() {
                self.push(under, common, OpBody::Nothing);
                return;
            }
            // Where the trigger wants a change, that was said.
            if fits {
                self.page.missing(span, &format!("an operation of `{}`", under.entry.key), "do");
            }
            return;
        };
        let op = self.ops.len() as u16;
        let body =
            self.scripts.add_item(self.page, "do", item, Purpose::Operation { card: self.head.def, op });
        if let Some(script) = body {
            self.push(under, common, OpBody::Script(script));
        }
    }

    fn push(&mut self, under: &Under<'_>, common: Common, body: OpBody) {
        if self.ops.len() >= MOST {
            let message = format!("a card has at most {MOST} operations");
            self.page.error(Code::BadOperation, &under.entry.key_span, message);
            return;
        }
        let Common { label, event, requires, when, cost, says } = common;
        self.ops.push(OpDef { trigger: under.trigger, label, event, requires, when, cost, body, says });
    }

    /// What operations of all kinds have.
    fn common(&mut self, table: &Table) -> Common {
        let (page, known) = (self.page, self.known);
        let label = table.get("label").and_then(|item| page.text(item, "label"));
        let event = table.get("to").and_then(|item| {
            let how = ("to", Code::UnknownEvent, "event");
            page.find(item, how, |name| known.rules.event(name), || known.rules.events.names())
        });
        let goal = table.get("requires").and_then(|item| {
            page.query(item, "requires", |text| {
                known.words.goal(text).map(|goal| Requirement { goal, text: text.to_owned() })
            })
        });
        let purpose = Purpose::Condition { card: self.head.def, op: self.ops.len() as u16 };
        let when = table.get("when").and_then(|item| self.scripts.add_item(page, "when", item, purpose));
        Common {
            label: label.unwrap_or_default().to_owned(),
            event,
            requires: goal.map(Arc::new),
            when,
            cost: table.get("cost").map(|item| self.cost(item)).unwrap_or_default(),
            says: self.says(table),
        }
    }

    /// What the operation says in fields; none of them is one of its own keys.
    fn says(&self, table: &Table) -> Says {
        let field = |key: &str| !KEYS.contains(&key) && !change::KEYS.contains(&key);
        read_says(self.page, table, self.known.rules, field)
    }

    fn cost(&self, item: &Item) -> Vec<Price> {
        let cost = self.page.query(item, "cost", |text| self.known.words.cost(text)).unwrap_or_default();
        let tokens = &self.known.rules.tokens;
        for (token, _) in &cost {
            let together: i64 = cost.iter().filter(|(id, _)| id == token).map(|(_, n)| i64::from(*n)).sum();
            let most = tokens[token.ix()].max;
            if together > i64::from(most) {
                let name = tokens.name(token.ix());
                self.page.report(
                    Diagnostic::error(Code::Unpayable, format!("a cost no one can pay: {together} `{name}`"))
                        .at(self.page.file, item.span.clone())
                        .label(format!("there can be at most {most}")),
                );
                break;
            }
        }
        cost
    }

    /// Whether a script may stand here: with `to` where the trigger wants an event, without where it has none.
    fn fits_script(&self, under: &Under<'_>, to: Option<&Item>, span: &Range<usize>) -> bool {
        let key = &under.entry.key;
        let (page, def) = (self.page, under.def);
        match to {
            None if def.continuous => {
                let message = format!("an operation of `{key}` without `to` must be a lasting change");
                page.report(
                    Diagnostic::error(Code::BadOperation, message)
                        .at(page.file, span.clone())
                        .help(Some("name the event with `to`, or what it changes with `change`".to_owned())),
                );
                false
            }
            None if def.needs_event => {
                let message = format!("an operation of `{key}` must name the event that it answers");
                page.report(
                    Diagnostic::error(Code::NeedsEvent, message)
                        .at(page.file, span.clone())
                        .help(Some(format!("write it under `[[{key}]]` with `to`"))),
                );
                false
            }
            Some(to) if !def.needs_event && !def.continuous => {
                page.error(
                    Code::NoEventHere,
                    &to.span,
                    format!("`{key}` answers no event, so `to` has no place here"),
                );
                false
            }
            _ => true,
        }
    }

    fn fits_change(&self, under: &Under<'_>, table: &Table, change: &Item) -> bool {
        let key = &under.entry.key;
        if !under.def.continuous {
            let message = format!("`{key}` has no lasting changes");
            self.page.report(
                Diagnostic::error(Code::BadOperation, message)
                    .at(self.page.file, change.span.clone())
                    .help(Some("let `do` make the change".to_owned())),
            );
            return false;
        }
        let odd = table.entries.iter().find(|entry| ["do", "to", "when", "cost"].contains(&&*entry.key));
        if let Some(entry) = odd {
            let message = format!("a lasting change has no `{}`", entry.key);
            self.page.error(Code::BadOperation, &entry.key_span, message);
        }
        odd.is_none()
    }
}

#[derive(Clone, Default)]
struct Common {
    label: String,
    event: Option<EventId>,
    requires: Option<Arc<Requirement>>,
    when: Option<crate::kernel::ScriptId>,
    cost: Vec<Price>,
    says: Says,
}
