//! A game from its first question to its end, or to where its players leave it.

use std::collections::HashMap;
use std::io::Write as _;

use anyhow::{Result, bail};
use cardwright::kernel::{CardId, Player};
use cardwright::script::Fault;
use cardwright::table::{AnswerError, Table};

use super::question::{self, Shown};
use super::{Keep, board, chart, ending};
use crate::answer::{Question, Typed, understand};
use crate::exit::Exit;
use crate::face::{Face, draw_all, draw_one, heading, in_words};
use crate::faults::of_script;
use crate::prompt::{Line, Prompt};
use crate::seats::Seats;
use crate::terminal::{FAINT, size, wipe};
use crate::text::{count, line, wrap};
use crate::{find, interrupt, why};

/// Lines of the log that `l` shows.
const LATELY: usize = 20;
/// Rounds of nobody doing anything before the game is given up.
const STUCK: usize = 3;

/// A game that is being played.
pub struct Session {
    /// The table.
    pub table: Table,
    /// Who sits where.
    pub seats: Seats,
    /// Where answers come from.
    pub prompt: Prompt,
    /// Where the record is kept, if it is.
    pub keep: Option<Keep>,
    /// How to go on later.
    pub go_on: String,
    /// What was shown so far.
    pub so_far: SoFar,
}

/// What was shown so far.
#[derive(Debug, Default)]
pub struct SoFar {
    /// How much of the log each player has read; those who watch are nobody.
    read: HashMap<Player, usize>,
    /// The table, as each player last saw it.
    status: HashMap<Player, Vec<String>>,
    /// The hand, as each player last saw it.
    hand: HashMap<Player, Vec<CardId>>,
    /// Who sits at the keyboard.
    at_keyboard: Option<Player>,
    /// How many decisions there were when last looked, and for how long there have been so many.
    decisions: (usize, usize),
    /// Whether a script failed.
    faulty: bool,
    /// What was told of scripts that failed while bots tried them out.
    tried: Vec<String>,
}

impl Session {
    /// Plays to the end, or until the players stop.
    pub fn run(mut self) -> Result<Exit> {
        interrupt::set_last_words(self.go_on.clone());
        loop {
            if let Err(fault) = self.table.advance() {
                return self.give_up(&fault);
            }
            self.tell_what_failed_in_trial()?;
            self.save()?;
            if self.seats.people().count() < 2 {
                let watcher = self.seats.people().next();
                self.tell(watcher)?;
            }
            if self.table.outcome().is_some() {
                return self.end();
            }
            match self.table.waiting_for().first() {
                Some(player) => {
                    if let Some(exit) = self.ask(*player)? {
                        return Ok(exit);
                    }
                }
                None => self.check_progress()?,
            }
        }
    }

    fn save(&mut self) -> Result<()> {
        match &mut self.keep {
            Some(keep) => keep.save(&self.table.record()),
            None => Ok(()),
        }
    }

    fn check_progress(&mut self) -> Result<()> {
        let now = self.table.record().decisions.len();
        let (before, times) = self.so_far.decisions;
        let times = if now == before { times + 1 } else { 0 };
        self.so_far.decisions = (now, times);
        if times > STUCK {
            bail!("the game does not go on: nobody can answer what is asked");
        }
        Ok(())
    }

    /// Asks a player until they have answered; gives how the program ends if they leave instead.
    fn ask(&mut self, player: Player) -> Result<Option<Exit>> {
        self.hand_over(player)?;
        self.tell(Some(player))?;
        let mut show_all = false;
        let mut show = true;
        loop {
            let Some(shown) = self.question(player) else { return Ok(None) };
            if show {
                self.show(player, &shown, show_all)?;
            }
            (show, show_all) = (false, false);
            let words = self.words(&shown);
            let prompt = if self.seats.people().count() > 1 {
                format!("{}> ", line(&self.table.names()[player.ix()]))
            } else {
                "> ".to_owned()
            };
            let text = match self.prompt.ask(&prompt, &words)? {
                Line::Text(text) => text,
                Line::End => return self.leave("the input ended before the game did").map(Some),
                Line::Interrupted => {
                    interrupt::say_last_words();
                    return Ok(Some(Exit::Interrupted));
                }
            };
            let Some(ask) = self.table.ask(player) else { return Ok(None) };
            let typed = understand(&text, &Question { labels: &shown.labels, min: ask.min, max: ask.max });
            match typed {
                Typed::Nothing => {}
                Typed::Again => (show, show_all) = (true, true),
                Typed::Picks(picks) => match self.table.answer(player, &picks) {
                    Ok(()) => return Ok(None),
                    // Whoever is not there to see it cannot answer otherwise.
                    Err(AnswerError::Fault(fault)) if !self.prompt.is_terminal() => {
                        return self.give_up(&fault).map(Some);
                    }
                    Err(AnswerError::Fault(fault)) => {
                        self.so_far.faulty = true;
                        write!(anstream::stderr(), "{}", of_script(self.table.game(), &fault).render())?;
                        self.warn("the game is as it was before this answer; answer otherwise, or `q`")?;
                    }
                    Err(why) => self.warn(&why.to_string())?,
                },
                Typed::Undo => match self.table.undo() {
                    Ok(()) => {
                        self.undone()?;
                        return Ok(None);
                    }
                    Err(why) => self.warn(&why.to_string())?,
                },
                Typed::Help => self.help()?,
                Typed::Why(what) => self.explain(player, &what)?,
                Typed::Log(all) => self.show_log(player, all)?,
                Typed::View(which) => self.view(player, which.as_deref())?,
                Typed::Card(which) => self.card(&which, &shown)?,
                Typed::Map(which) => self.map(player, which.as_deref())?,
                Typed::Quit => return self.leave("").map(Some),
                Typed::Unclear(why) => self.warn(&why)?,
            }
        }
    }

    /// Where several people share a keyboard, nobody sees what the one before them saw.
    fn hand_over(&mut self, player: Player) -> Result<()> {
        let before = self.so_far.at_keyboard.replace(player);
        if self.seats.people().count() < 2 || before == Some(player) || !self.prompt.is_terminal() {
            return Ok(());
        }
        wipe();
        let name = line(&self.table.names()[player.ix()]);
        self.prompt.ask(&format!("Pass the keyboard to {name}, then press Enter. "), &[])?;
        wipe();
        self.so_far.status.remove(&player);
        self.so_far.hand.remove(&player);
        Ok(())
    }

    /// Tells what happened since this reader last looked.
    fn tell(&mut self, reader: Option<Player>) -> Result<()> {
        let len = self.table.log_len();
        // Of a game that is gone on with, only the last lines are told.
        let read = self.so_far.read.insert(reader.unwrap_or(Player::NOBODY), len);
        let from = read.unwrap_or(len.saturating_sub(LATELY)).min(len);
        let told = self.table.log_since(from, reader);
        self.print(&board::log_lines(&told, size().0))
    }

    fn question(&self, player: Player) -> Option<Shown> {
        let (columns, rows) = size();
        let ask = self.table.ask(player)?;
        let status = board::status(&self.table.view(Some(player)), &self.table.look(), columns);
        // The table stands above the question, an empty line above both and the answer below.
        let room = rows.saturating_sub(status.len() + 2).max(8);
        Some(question::shown(ask, &self.table.look(), self.table.names(), columns, room))
    }

    /// Shows the question, and before it what of the table and the hand has changed since the player last looked.
    fn show(&mut self, player: Player, shown: &Shown, all: bool) -> Result<()> {
        let (columns, rows) = size();
        let look = self.table.look();
        let status = board::status(&self.table.view(Some(player)), &look, columns);
        let hand = board::hand(&look, player);
        let drawn = |card: &CardId| shown.has_faces && shown.cards.contains(&Some(*card));
        let mut lines = vec![String::new()];
        let hand_is_new = self.so_far.hand.get(&player) != Some(&hand);
        let rest: Vec<CardId> = hand.iter().copied().filter(|card| !drawn(card)).collect();
        let is_chosen_from = rest.len() < hand.len();
        let shows_hand = !rest.is_empty() && (all || hand_is_new);
        if shows_hand && is_chosen_from && !all {
            let names: Vec<String> = rest.iter().map(|card| line(look.name(*card))).collect();
            let also = format!("also in your hand: {}", in_words(&names, usize::MAX));
            lines.extend(wrap(&also, columns).iter().map(|line| format!("{FAINT}{line}{FAINT:#}")));
        } else if shows_hand {
            let room = rows.saturating_sub(lines.len() + status.len() + shown.lines.len() + 3).max(8);
            let faces: Vec<Face> = rest.iter().map(|card| Face::now(&look, *card)).collect();
            let title = if is_chosen_from { "also in your hand" } else { "your hand" };
            lines.push(heading(title, rest.len()));
            lines.extend(draw_all(&faces, columns, room));
        }
        // Right above the question, where it is seen on a small screen too.
        if all || self.so_far.status.get(&player) != Some(&status) {
            lines.extend(status.iter().cloned());
        }
        let room = rows.saturating_sub(shown.lines.len() + 3);
        lines.extend(chart::beside(&look, &self.table.view(Some(player)), shown, columns, room));
        lines.extend(shown.lines.iter().cloned());
        self.print(&lines)?;
        self.so_far.status.insert(player, status);
        self.so_far.hand.insert(player, hand);
        Ok(())
    }

    /// What Tab completes: the options and all cards by name.
    fn words(&self, shown: &Shown) -> Vec<String> {
        let cards = self.table.game().rules.cards.iter().map(|card| line(&card.name));
        let mut words: Vec<String> = shown.labels.iter().cloned().chain(cards).collect();
        words.sort();
        words.dedup();
        words
    }

    fn undone(&mut self) -> Result<()> {
        let len = self.table.log_len();
        for read in self.so_far.read.values_mut() {
            *read = (*read).min(len);
        }
        self.so_far.status.clear();
        self.so_far.hand.clear();
        self.print(&[format!("{FAINT}taken back{FAINT:#}")])
    }

    fn help(&self) -> Result<()> {
        self.print(&question::help(self.table.game().rules.map.is_some(), size().0))
    }

    /// Why something is not offered, or where the player's points came from.
    fn explain(&self, player: Player, what: &str) -> Result<()> {
        let explained = match why::explained(&self.table) {
            Ok(explained) => explained,
            Err(error) => return self.warn(&error.to_string()),
        };
        if ["score", "points"].contains(&what.to_lowercase().as_str()) {
            return self.print(&why::points(&explained, player));
        }
        self.print(&why::about(&explained, player, what))
    }

    fn show_log(&self, player: Player, all: bool) -> Result<()> {
        let log = self.table.log_since(0, Some(player));
        let from = if all { 0 } else { log.len().saturating_sub(LATELY) };
        self.print(&board::log_lines(&log[from..], size().0))
    }

    fn view(&self, player: Player, which: Option<&str>) -> Result<()> {
        let (columns, rows) = size();
        let (view, look) = (self.table.view(Some(player)), self.table.look());
        let Some(which) = which else { return self.print(&board::zones(&view, look.rules, columns)) };
        match board::find_zone(&view, which) {
            Some(zone) => self.print(&board::zone(&view, zone, &look, columns, rows.saturating_sub(3))),
            None => {
                let titles = view.zones.iter().map(|zone| zone.title.as_str());
                let near = cardwright::content::did_you_mean(which, titles);
                let help = near.unwrap_or_else(|| "`v` lists them".to_owned());
                self.warn(&format!("no pile is called `{}`; {help}", line(which)))
            }
        }
    }

    fn map(&self, player: Player, which: Option<&str>) -> Result<()> {
        let view = self.table.view(Some(player));
        match chart::asked(&self.table.game().rules, &view, which, size()) {
            Ok(lines) => self.print(&lines),
            Err(why) => self.warn(&why.to_string()),
        }
    }

    fn card(&self, which: &str, shown: &Shown) -> Result<()> {
        let look = self.table.look();
        let numbered = which.parse::<usize>().ok().and_then(|n| *shown.cards.get(n.checked_sub(1)?)?);
        let face = match numbered {
            Some(card) => Face::now(&look, card),
            None => match find::card_loosely(look.rules, which) {
                Ok(card) => Face::printed(look.rules, look.rules.def(card)),
                Err(why) => return self.warn(&why.to_string()),
            },
        };
        self.print(&draw_one(&face, size().0))
    }

    /// The players leave before the end.
    fn leave(&mut self, why: &str) -> Result<Exit> {
        self.save()?;
        if !why.is_empty() {
            self.warn(why)?;
        }
        // Not broken into lines, so that it can be pasted.
        writeln!(anstream::stderr(), "{}", self.go_on)?;
        Ok(Exit::faults_if(self.so_far.faulty))
    }

    fn end(&mut self) -> Result<Exit> {
        if self.seats.people().count() > 1 {
            // The game is over: nothing need be hidden any more.
            let last = self.so_far.at_keyboard.unwrap_or(Player::NOBODY);
            let read = self.so_far.read.get(&last).copied().unwrap_or(0);
            self.so_far.read.insert(Player::NOBODY, read);
            self.tell(None)?;
        }
        if self.table.outcome().is_some() {
            write!(anstream::stdout(), "{}", ending(&self.table))?;
        }
        Ok(Exit::faults_if(self.so_far.faulty))
    }

    /// A script failed and the game cannot go on. What reproduces it is kept.
    fn give_up(&mut self, fault: &Fault) -> Result<Exit> {
        self.save()?;
        write!(anstream::stderr(), "{}", of_script(self.table.game(), fault).render())?;
        let record = self.table.record();
        let told = match &self.keep {
            Some(_) => self.go_on.clone(),
            None => {
                let file = format!("cardwright-{}-{}.record", record.head.game, record.head.seed);
                let file = std::env::temp_dir().join(file);
                Keep::new(file.clone()).save(&record)?;
                format!("the record that reproduces it is `{}`", file.display())
            }
        };
        let played = count(record.decisions.len(), "decision");
        writeln!(anstream::stderr(), "the game cannot go on after {played}; {told}")?;
        Ok(Exit::Faults)
    }

    /// Scripts that failed while a bot tried them out: the game goes on without them, but someone must mend them.
    fn tell_what_failed_in_trial(&mut self) -> Result<()> {
        let game = self.table.game();
        let mut err = anstream::stderr();
        for tried in game.take_tried() {
            if self.so_far.tried.contains(&tried.fault.message) {
                continue;
            }
            self.so_far.faulty = true;
            write!(err, "{}", of_script(game, &tried.fault).render())?;
            writeln!(err, "a bot met this while it tried something out, and went another way")?;
            self.so_far.tried.push(tried.fault.message);
        }
        Ok(())
    }

    fn print(&self, lines: &[String]) -> Result<()> {
        let mut out = anstream::stdout();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(out.flush()?)
    }

    /// Says something beside the game, in lines that fit.
    fn warn(&self, text: &str) -> Result<()> {
        let mut err = anstream::stderr();
        for line in wrap(text, size().0) {
            writeln!(err, "{line}")?;
        }
        Ok(())
    }
}
