//! A card tried at the keyboard, or from lines that are piped in.

mod shown;
mod testing;

use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::Result;
use cardwright::content::{Diagnostics, clean};
use cardwright::kernel::{DefId, Picks, Player};
use cardwright::script::Game;
use cardwright::testing::Offer;

use super::command::{Command, understand};
use super::deed::Deed;
use super::layout::layout;
use super::sitting::{Came, Plan, Sitting};
use super::{say, show};
use crate::answer::{self, Question, Typed};
use crate::exit::Exit;
use crate::faults::{Broken, of_script};
use crate::find;
use crate::play::board;
use crate::prompt::{Line, Prompt};
use crate::terminal::{FAINT, GOOD, size};
use crate::text::{count, line, wrap};
use crate::watch::{Scan, Target, settled};
use shown::{help, told};

/// Lines of the log that `l` shows.
const LATELY: usize = 20;

/// What is to be tried.
#[derive(Debug)]
pub struct Asked {
    /// The game that it is of.
    pub target: Target,
    /// The card, as it was typed.
    pub card: String,
    /// How many play; the game's fewest, if nobody says.
    pub players: Option<usize>,
    /// The seed of chance.
    pub seed: u64,
}

/// A card being tried.
pub struct Session {
    asked: Asked,
    prompt: Prompt,
    sitting: Sitting,
    card: DefId,
    folders: Vec<PathBuf>,
    scan: Scan,
    /// Whether the files have faults now, and what lies there is of before.
    is_broken: bool,
    offers: Vec<Offer>,
    /// How much of the log was shown, and what else was.
    logged: usize,
    shown: Vec<String>,
    shown_offers: Vec<String>,
}

/// How a part of the conversation ended.
enum Next {
    Go,
    Stop(Exit),
}

impl Session {
    /// Tries a card until the author has enough of it. A card with faults is waited for.
    pub fn run(asked: Asked, mut prompt: Prompt) -> Result<Exit> {
        let folders = asked.target.source.folders(&asked.target.with);
        loop {
            let scan = Scan::of(&folders);
            let why = match read(&asked.target) {
                Ok(game) => match lay(&game, &asked) {
                    Ok((sitting, card)) => {
                        let mut session = Self {
                            asked,
                            prompt,
                            sitting,
                            card,
                            folders,
                            scan,
                            is_broken: false,
                            offers: Vec::new(),
                            logged: 0,
                            shown: Vec::new(),
                            shown_offers: Vec::new(),
                        };
                        return session.talk();
                    }
                    // What the command line asks for and no file will mend.
                    Err(why) => return Err(why),
                },
                Err(faults) if folders.is_empty() => return Err(Broken(faults).into()),
                Err(faults) => Broken(faults).render(),
            };
            say(&why)?;
            match prompt.ask("mend it and press Enter, or `q` > ", &[])? {
                Line::Text(text) if text.trim().eq_ignore_ascii_case("q") => return Ok(Exit::Faults),
                Line::Text(_) => {}
                Line::End => return Ok(Exit::Faults),
                Line::Interrupted => return Ok(Exit::Interrupted),
            }
        }
    }

    fn talk(&mut self) -> Result<Exit> {
        self.introduce()?;
        self.show_table(true)?;
        loop {
            self.look_at_files()?;
            let prompt = match self.sitting.ask() {
                Some(ask) if ask.player != Player(1) => {
                    format!("{}> ", line(&self.sitting.bench.names()[ask.player.ix()]))
                }
                _ => "> ".to_owned(),
            };
            let words = self.words();
            let typed = match self.prompt.ask(&prompt, &words)? {
                Line::Text(text) => text,
                Line::End => return Ok(Exit::faults_if(self.is_broken)),
                Line::Interrupted => return Ok(Exit::Interrupted),
            };
            // Whoever saved while typing means what is saved.
            if self.look_at_files()? && understand(&typed) == Command::Reload {
                continue;
            }
            let next =
                if self.sitting.ask().is_some() { self.answer(&typed)? } else { self.command(&typed)? };
            if let Next::Stop(exit) = next {
                return Ok(exit);
            }
        }
    }

    fn command(&mut self, typed: &str) -> Result<Next> {
        let look = self.sitting.bench.look();
        let rules = self.sitting.game.rules.clone();
        let arrange = |text| Deed::Run { text, arranges: true };
        let deed = match understand(typed) {
            Command::Nothing => return Ok(Next::Go),
            Command::Quit => return Ok(Next::Stop(Exit::faults_if(self.is_broken))),
            Command::Press(number) => match self.offers.get(number.wrapping_sub(1)) {
                Some(Offer { hindrance: Some(why), .. }) => Err(format!("not now: {why}")),
                Some(offer) => Ok(Deed::Use {
                    card: offer.op.card,
                    id: rules.def(look.state.card(offer.op.card).def).id.clone(),
                    trigger: offer.trigger.clone(),
                    label: offer.label.clone(),
                    nth: show::nth(&self.sitting.bench, offer.op),
                }),
                None => Err(format!("nothing has the number {number}; `t` lists what can be done")),
            },
            Command::Do(text) => Ok(Deed::Run { text, arranges: false }),
            Command::Call(text) => Ok(Deed::Run { text: say::call(&rules, &text), arranges: false }),
            Command::Set(text) => say::set(&look, &text, look.copies(self.card).last()).map(arrange),
            Command::Move(text) => say::shift(&look, &text).map(arrange),
            Command::Make(text) => say::make(&look, &text, &self.usual_zone()).map(arrange),
            Command::Back => return self.back(),
            Command::Reload => {
                self.reload()?;
                return Ok(Next::Go);
            }
            Command::Test(name) => {
                self.write_test(&name)?;
                return Ok(Next::Go);
            }
            Command::Table => {
                self.show_table(true)?;
                return Ok(Next::Go);
            }
            Command::Expect(text) => {
                self.expect(&text)?;
                return Ok(Next::Go);
            }
            Command::Log(all) => {
                self.log(all)?;
                return Ok(Next::Go);
            }
            Command::View(which) => {
                self.view(which.as_deref())?;
                return Ok(Next::Go);
            }
            Command::Card(which) => {
                self.show_card(&which)?;
                return Ok(Next::Go);
            }
            Command::Save(file) => {
                self.save(&file)?;
                return Ok(Next::Go);
            }
            Command::Help => {
                help()?;
                return Ok(Next::Go);
            }
            Command::Unclear(why) => Err(why),
        };
        match deed {
            Ok(deed) => {
                let arranges = deed.arranges();
                let came = self.sitting.act(deed, typed);
                self.came(came, arranges)
            }
            Err(why) => {
                warn(&why)?;
                Ok(Next::Go)
            }
        }
    }

    /// Where one more card is made if nobody says: where the first copy was put.
    fn usual_zone(&self) -> String {
        let look = self.sitting.bench.look();
        let first =
            self.sitting.plan.placed.iter().find(|placed| placed.card == look.rules.def(self.card).id);
        let zone = first.map_or(String::new(), |placed| {
            let owner = match &placed.owner {
                super::layout::Whose::Table => String::new(),
                super::layout::Whose::Player(seat) => format!("/{seat}"),
                super::layout::Whose::Card(host) => format!("/{host}"),
            };
            format!("{}{owner}", placed.zone)
        });
        say::zone(&look, &zone).unwrap_or_default()
    }

    /// Tells what came of something.
    fn came(&mut self, came: Came, quiet: bool) -> Result<Next> {
        match came {
            Came::Done(gave) => {
                let log = self.sitting.bench.log_since(self.logged);
                print(&board::log_lines(&log, size().0))?;
                self.logged = self.sitting.bench.log_len();
                if let Some(gave) = gave.filter(|_| !quiet) {
                    let gave =
                        self.sitting.bench.read(&gave.to_string()).map_or(String::new(), |read| read.shown);
                    say(&format!("{FAINT}it gave {gave}{FAINT:#}\n"))?;
                }
                self.show_table(false)?;
            }
            Came::Asked => self.show_table(false)?,
            Came::Refused(reason) => warn(&format!("it cannot be carried out: {reason}"))?,
            Came::Failed(fault) => {
                say(&of_script(&self.sitting.game, &fault).render())?;
                warn("the table is as it was before")?;
            }
        }
        Ok(Next::Go)
    }

    fn answer(&mut self, typed: &str) -> Result<Next> {
        let Some(ask) = self.sitting.ask() else { return Ok(Next::Go) };
        let whole = typed;
        // Of several who may act first, another than the first asked: `2: ANSWER`.
        let seat =
            typed.split_once(':').and_then(|(seat, rest)| Some((seat.trim().parse::<u8>().ok()?, rest)));
        let of = seat.and_then(|(seat, rest)| {
            let asks = self.sitting.open_to_all().iter();
            Some((asks.into_iter().find(|ask| ask.player == Player(seat))?, rest))
        });
        let (ask, typed) = of.unwrap_or((ask, typed));
        let (look, names) = (self.sitting.bench.look(), self.sitting.bench.names());
        let labels: Vec<String> =
            (0..ask.options.len()).map(|ix| line(&ask.label(ix, &look, names))).collect();
        let player = ask.player;
        let meant = answer::understand(typed, &Question { labels: &labels, min: ask.min, max: ask.max });
        match (meant, understand(typed)) {
            (Typed::Nothing, _) => {}
            (Typed::Picks(picks), _) => {
                let came = self.sitting.answer(player, &Picks::from_slice(&picks), whole);
                return self.came(came, false);
            }
            (Typed::Undo, _) | (_, Command::Back) => return self.back(),
            (Typed::Quit, _) => return Ok(Next::Stop(Exit::faults_if(self.is_broken))),
            (Typed::Help, _) => help()?,
            (Typed::Again, _) => self.show_table(true)?,
            (Typed::Log(all), _) => self.log(all)?,
            (Typed::View(which), _) => self.view(which.as_deref())?,
            (Typed::Card(which), _) => {
                match which.parse::<usize>().ok().and_then(|n| labels.get(n.wrapping_sub(1))) {
                    Some(label) => self.show_card(&label.clone())?,
                    None => self.show_card(&which)?,
                }
            }
            (_, Command::Expect(text)) => self.expect(&text)?,
            (_, Command::Reload) => self.reload()?,
            (_, Command::Save(file)) => self.save(&file)?,
            (
                _,
                Command::Do(_)
                | Command::Call(_)
                | Command::Set(_)
                | Command::Move(_)
                | Command::Make(_)
                | Command::Press(_)
                | Command::Test(_),
            ) if typed.trim().parse::<usize>().is_err() => {
                warn("something is asked: answer first, or take it `back`")?;
            }
            (Typed::Unclear(why), _) => warn(&why)?,
            (Typed::Why(_), _) => warn("why something cannot be used stands beside it: `t` shows the table")?,
            (Typed::Map(_), _) => warn("the map is not drawn here; `e` reads what stands where")?,
        }
        Ok(Next::Go)
    }

    fn back(&mut self) -> Result<Next> {
        match self.sitting.back() {
            Ok(Some(taken)) => {
                self.logged = self.sitting.bench.log_len();
                say(&format!("{FAINT}taken back: {}{FAINT:#}\n", line(&taken)))?;
                self.show_table(false)?;
            }
            Ok(None) => warn("there is nothing to take back")?,
            Err(why) => warn(&why)?,
        }
        Ok(Next::Go)
    }

    /// Reads the files again if any of them changed; gives whether one did.
    fn look_at_files(&mut self) -> Result<bool> {
        if Scan::of(&self.folders) == self.scan {
            return Ok(false);
        }
        let now = settled(&self.folders, &self.scan);
        let changed = now.changed_since(&self.scan);
        self.scan = now;
        let read = |file: &std::path::Path| {
            let shown = file.to_string_lossy();
            self.sitting.game.content.sources.iter().any(|(path, _)| path == shown)
        };
        let concerns = changed.iter().any(|file| self.asked.target.may_use(file, read));
        if concerns {
            self.reload()?;
        }
        Ok(concerns)
    }

    /// Reads the files, and does with them all that was done.
    fn reload(&mut self) -> Result<()> {
        self.scan = Scan::of(&self.folders);
        let game = match read(&self.asked.target) {
            Ok(game) => game,
            Err(faults) => {
                self.is_broken = true;
                say(&Broken(faults).render())?;
                return warn("the table stays as it is, by the text as it was; mend the files");
            }
        };
        let id = self.sitting.game.rules.def(self.card).id.clone();
        let Some(card) = game.rules.card(&id) else {
            self.is_broken = true;
            return warn(&format!("the card `{id}` is gone; the table stays as it is until it is back"));
        };
        match self.sitting.again(&game) {
            Ok((sitting, misfit)) => {
                self.is_broken = false;
                (self.sitting, self.card) = (sitting, card);
                self.logged = self.sitting.bench.log_len();
                match misfit {
                    None => say(&format!("{GOOD}read again{GOOD:#}; the position is kept\n"))?,
                    Some(misfit) => {
                        say("read again; the position is kept up to where it no longer fits:\n")?;
                        warn(&told(&misfit))?;
                    }
                }
                self.show_table(false)
            }
            Err(why) => {
                self.is_broken = true;
                warn(&format!("the table cannot be laid out any more: {why}; it stays as it is"))
            }
        }
    }
}

/// Reads and compiles the game.
fn read(target: &Target) -> Result<Rc<Game>, Diagnostics> {
    let (content, faults) = target.read();
    match content {
        Some(content) if !faults.has_errors() => Game::compile(content.into()),
        _ => Err(faults),
    }
}

/// Lays out the table for a card.
fn lay(game: &Rc<Game>, asked: &Asked) -> Result<(Sitting, DefId)> {
    let card = find::card_loosely(&game.rules, &asked.card)?;
    let scenarios = &game.rules.scenarios;
    let (min, max) =
        if scenarios.is_empty() { (1, 1) } else { (scenarios[0].min_players, scenarios[0].max_players) };
    let players = asked.players.unwrap_or(min);
    if !(min..=max).contains(&players) {
        anyhow::bail!("{}; it is for {min} to {max}", count(players, "player"));
    }
    let plan = Plan { players, seed: asked.seed, placed: layout(&game.content, card) };
    let sitting = Sitting::new(game, &plan).map_err(anyhow::Error::msg)?;
    Ok((sitting, card))
}

fn print(lines: &[String]) -> Result<()> {
    let mut out = anstream::stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

fn say(text: &str) -> Result<()> {
    let mut out = anstream::stdout();
    write!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Says something beside the table, in lines that fit.
fn warn(text: &str) -> Result<()> {
    let lines: Vec<String> = text.lines().flat_map(|text| wrap(&clean(text), size().0)).collect();
    print(&lines)
}
