//! What was done, written as a test that its author has looked at.

use anyhow::Result;
use cardwright::kernel::CardId;

use super::{Session, say, warn};
use crate::prompt::Line;
use crate::terminal::{FAINT, GOOD, KEY};
use crate::text::line;
use crate::trying::example::Example;
use crate::trying::written::Home;

impl Session {
    /// Writes what was done as a test: shows it, lets expectations be dropped, and puts it into the card's file.
    pub(super) fn write_test(&mut self, name: &str) -> Result<()> {
        if self.is_broken {
            return warn("the files have faults; a test can be written when they are mended");
        }
        let Some(home) = Home::of(&self.sitting.game.content, self.card) else {
            return warn("nobody knows in which file the card stands");
        };
        let Some(name) = self.name_of_test(name)? else { return warn("no test was written") };
        if self.is_known(&home, &name) {
            return warn(&format!("`{}` has a test of this name already", line(&home.path)));
        }
        let example = match self.example(&home, &name) {
            Ok(example) => example,
            Err(why) => {
                say(&why)?;
                return if why.ends_with('\n') { Ok(()) } else { say("\n") };
            }
        };
        let Some(dropped) = self.choose(&home, &example)? else { return warn("no test was written") };
        let test = example.toml(home.header, &dropped);
        if let Err(why) = home.passes(&self.asked.target, &test, &name) {
            say(&why)?;
            return warn("the test does not pass by itself, so it was not written");
        }
        if !self.asked.target.is_on_disk(&home.path) {
            say(&format!("{test}\n"))?;
            return warn(&format!(
                "the card is built into the program; the test belongs at the end of `{}` in a folder of your own",
                line(&home.path)
            ));
        }
        match home.write(&test) {
            Ok(()) => {
                say(&format!("{GOOD}written{GOOD:#} to {}; it passes\n", line(&home.path)))?;
                self.look_at_files().map(drop)
            }
            Err(why) => warn(&format!("{why:#}")),
        }
    }

    fn name_of_test(&mut self, name: &str) -> Result<Option<String>> {
        let name = line(name);
        if !name.is_empty() {
            return Ok(Some(name));
        }
        match self.prompt.ask("what does it show? ", &[])? {
            Line::Text(text) if !text.trim().is_empty() => Ok(Some(line(&text))),
            _ => Ok(None),
        }
    }

    fn is_known(&self, home: &Home, name: &str) -> bool {
        let content = &self.sitting.game.content;
        content.tests.iter().any(|test| test.name == name && content.sources.path(test.file) == home.path)
    }

    /// The smallest test that comes out as it did here: a copy of the card that had no part in it is left out if it can be.
    fn example(&mut self, home: &Home, name: &str) -> Result<Example, String> {
        let look = self.sitting.bench.look();
        let named: Vec<CardId> = self.sitting.done.iter().flat_map(|done| done.deed.cards()).collect();
        let copies: Vec<CardId> = look.copies(self.card).take(2).collect();
        // A script that names the card means the first copy, so the second is left out rather than that.
        let idle = copies.iter().rev().filter(|card| copies.len() == 2 && !named.contains(card));
        let idle: Vec<CardId> = idle.copied().collect();
        let target = &self.asked.target;
        let mut why = String::new();
        for without in idle.into_iter().map(Some).chain([None]) {
            let example = Example::of(&self.sitting, name, without).and_then(|mut example| {
                example.expect_looked(&mut self.sitting, without)?;
                Ok(example)
            });
            match example {
                Ok(example) if example.expect.is_empty() => {
                    why = "nothing has changed that a test could expect; look at something first: `e EXPRESSION`".into();
                }
                Ok(example) => match home.passes(target, &example.toml(home.header, &[]), name) {
                    Ok(()) => return Ok(example),
                    Err(fault) => why = fault,
                },
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// Shows the test and lets its author drop what it expects; nothing if it is not to be written.
    fn choose(&mut self, home: &Home, example: &Example) -> Result<Option<Vec<usize>>> {
        let mut dropped: Vec<usize> = Vec::new();
        loop {
            say(&format!("{FAINT}for {}:{FAINT:#}\n", line(&home.path)))?;
            let test = example.toml(home.header, &dropped);
            say(&format!("{test}\n"))?;
            for (ix, expected) in example.expect.iter().enumerate() {
                let mark = if dropped.contains(&ix) { "dropped: " } else { "" };
                say(&format!("{KEY}{:>4}{KEY:#}  {mark}{}\n", ix + 1, line(expected)))?;
            }
            let text = match self
                .prompt
                .ask("write it? y, n, or a number to drop or keep what is expected > ", &[])?
            {
                Line::Text(text) => text.trim().to_lowercase(),
                Line::End | Line::Interrupted => return Ok(None),
            };
            match text.as_str() {
                "y" | "yes" if dropped.len() == example.expect.len() => {
                    warn("a test must expect something; keep at least one")?;
                }
                "y" | "yes" => return Ok(Some(dropped)),
                "n" | "no" | "q" => return Ok(None),
                _ => {
                    let numbers =
                        text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
                    for word in numbers {
                        match word.parse::<usize>().ok().filter(|n| (1..=example.expect.len()).contains(n)) {
                            Some(number) => match dropped.iter().position(|ix| *ix == number - 1) {
                                Some(at) => drop(dropped.remove(at)),
                                None => dropped.push(number - 1),
                            },
                            None => {
                                warn(&format!("`{}` is neither y nor n nor one of the numbers", line(word)))?
                            }
                        }
                    }
                }
            }
        }
    }
}
