//! What a game's tests run, and what they never do.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Report, run_tests};
use crate::content::{Content, Purpose, TestDef};
use crate::kernel::{DefId, OpBody, ScriptId};
use crate::script::{Game, Spot};

/// What tests ran, of one game or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The statements of rule files and cards, by the file's path.
    pub files: BTreeMap<String, Statements>,
    /// The operations of cards.
    pub operations: Vec<Operation>,
    /// The numbered rules, and whether a test cites each.
    pub rules: Vec<(String, bool)>,
}

/// The statements of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statements(BTreeMap<(usize, usize), bool>);

/// An operation of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The card's name.
    pub card: String,
    /// Its trigger, with its label where it has one.
    pub name: String,
    /// The file that it stands in, and the line.
    pub place: (String, usize),
    /// Whether a test ran it; of one without a script, whether a test lays its card out.
    pub run: bool,
}

impl Statements {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many ran.
    pub fn run(&self) -> usize {
        self.0.values().filter(|run| **run).count()
    }

    /// The lines with a statement that never ran. Lines that follow each other, with nothing between them that ran, are
    /// one range.
    pub fn missed(&self) -> Vec<RangeInclusive<usize>> {
        let mut found: Vec<RangeInclusive<usize>> = Vec::new();
        let mut open = false;
        for ((line, _), run) in &self.0 {
            match found.last_mut() {
                Some(last) if !run && (open || last.end() == line) => *last = *last.start()..=*line,
                _ if !run => found.push(*line..=*line),
                _ => {}
            }
            open = !run;
        }
        found
    }
}

impl Coverage {
    /// Runs the tests that are wanted of a game that was made ready to note what runs
    /// ([`Runner::Program`](crate::script::Runner::Program)).
    pub fn of(game: &Rc<Game>, wanted: impl Fn(&TestDef) -> bool) -> (Report, Self) {
        game.take_run();
        let report = run_tests(game, &wanted);
        let run: FxHashSet<Spot> = game.take_run().into_iter().collect();
        let content = &*game.content;
        let tests: Vec<&TestDef> = content.tests.iter().filter(|test| wanted(test)).collect();
        let cited: FxHashSet<&str> = tests.iter().filter_map(|test| test.rule.as_deref()).collect();
        let rules = content.rules.numbered.names().map(|rule| (rule.to_string(), cited.contains(rule)));
        let coverage = Self {
            files: statements(content, &game.noted(), &run),
            operations: operations(content, &tests, &run),
            rules: rules.collect(),
        };
        (report, coverage)
    }

    /// Adds what another game's tests ran: what one of them runs of a file that both share has run.
    pub fn join(&mut self, other: Self) {
        for (path, statements) in other.files {
            let mine = self.files.entry(path).or_default();
            for (spot, run) in statements.0 {
                *mine.0.entry(spot).or_default() |= run;
            }
        }
        self.operations.extend(other.operations);
        self.rules.extend(other.rules);
    }

    /// How many statements ran, and of how many.
    pub fn statements(&self) -> (usize, usize) {
        let files = self.files.values();
        files.fold((0, 0), |(run, all), file| (run + file.run(), all + file.len()))
    }
}

fn statements(content: &Content, noted: &[Spot], run: &FxHashSet<Spot>) -> BTreeMap<String, Statements> {
    let mut files: BTreeMap<String, Statements> = BTreeMap::new();
    for spot in noted {
        let script = content.script(spot.script);
        if matches!(script.purpose, Purpose::TestDo { .. } | Purpose::TestExpect { .. }) {
            continue;
        }
        let at = script.position(spot.line.into(), spot.column.into());
        let at = content.sources.line_column(script.file, at);
        let file = files.entry(content.sources.path(script.file).to_string()).or_default();
        *file.0.entry((at.line, at.column)).or_default() |= run.contains(spot);
    }
    files
}

fn operations(content: &Content, tests: &[&TestDef], run: &FxHashSet<Spot>) -> Vec<Operation> {
    let ran: FxHashSet<ScriptId> = run.iter().map(|spot| spot.script).collect();
    let given = tests.iter().flat_map(|test| &test.given).flat_map(|(_, cards)| cards);
    let laid_out: FxHashSet<DefId> = given.copied().collect();
    let mut found = Vec::new();
    for (ix, card) in content.rules.cards.iter().enumerate() {
        for op in &card.ops {
            let (place, run) = match op.body {
                OpBody::Script(script) => {
                    let place = content.script(script);
                    ((place.file, place.span.start), ran.contains(&script))
                }
                OpBody::Nothing | OpBody::Change(_) => {
                    let Some((file, span)) = content.card_place(ix.into()) else { continue };
                    ((*file, span.start), laid_out.contains(&ix.into()))
                }
            };
            let trigger = content.rules.triggers.name(op.trigger.ix());
            let name =
                if op.label.is_empty() { trigger.to_string() } else { format!("{trigger} {}", op.label) };
            let line = content.sources.line_column(place.0, place.1).line;
            let place = (content.sources.path(place.0).to_string(), line);
            found.push(Operation { card: card.name.clone(), name, place, run });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statements(of: &[(usize, usize, bool)]) -> Statements {
        Statements(of.iter().map(|(line, column, run)| ((*line, *column), *run)).collect())
    }

    #[test]
    fn lines_that_never_ran_are_told_as_ranges() {
        // Line 2 has one statement that ran and one that did not; 4 and 6 follow each other with nothing between them.
        let file = statements(&[
            (1, 1, true),
            (2, 1, true),
            (2, 9, false),
            (3, 1, true),
            (4, 1, false),
            (6, 1, false),
            (6, 8, false),
            (7, 1, true),
            (9, 1, false),
        ]);
        assert_eq!(file.missed(), [2..=2, 4..=6, 9..=9]);
        assert_eq!((file.run(), file.len()), (4, 9));
    }

    #[test]
    fn what_one_game_runs_of_a_shared_file_has_run() {
        let game = |run: [bool; 2]| Coverage {
            files: [("std.rhai".to_string(), statements(&[(1, 1, run[0]), (2, 1, run[1])]))].into(),
            ..Coverage::default()
        };
        let mut both = game([true, false]);
        both.join(game([false, true]));
        assert_eq!(both.statements(), (2, 2));
    }
}
