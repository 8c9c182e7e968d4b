//! What is shown of a card that is being tried: the table, questions, and what was asked for.

use anyhow::Result;
use cardwright::kernel::{CardId, Player};

use super::{LATELY, Session, print, say, warn};
use crate::face::{Face, draw_one};
use crate::find;
use crate::play::{board, question};
use crate::terminal::{FAINT, KEY, STRONG, size};
use crate::text::{count, line, wrap};
use crate::trying::command::WORDS;
use crate::trying::deed::with_cards;
use crate::trying::sitting::{Misfit, Why};
use crate::trying::{say as named, show};

impl Session {
    pub(super) fn introduce(&self) -> Result<()> {
        let look = self.sitting.bench.look();
        let name = line(&self.sitting.game.rules.name);
        let mut lines = vec![format!(
            "{STRONG}{name}{STRONG:#}  {FAINT}{}{FAINT:#}",
            count(self.sitting.plan.players, "player")
        )];
        lines.extend(show::face(&look, self.card, size().0));
        for copy in look.copies(self.card) {
            let lies = show::place(&self.sitting.bench, look.state.zone_of(copy));
            lines.push(format!("{FAINT}{} was put into {lies}{FAINT:#}", show::called(&look, copy)));
        }
        lines.push(format!(
            "{FAINT}a number uses what it stands before; `?` tells what else can be typed{FAINT:#}"
        ));
        print(&lines)
    }

    /// What happened, and what of the table is different from what was last shown.
    pub(super) fn show_table(&mut self, all: bool) -> Result<()> {
        let (columns, rows) = size();
        let bench = &mut self.sitting.bench;
        let len = bench.log_len();
        let mut lines = board::log_lines(&bench.log_since(self.logged.min(len)), columns);
        self.logged = len;
        let table = show::table(bench, columns);
        let asked = self.sitting.ask().is_some();
        let (offers, list) = if asked {
            Default::default()
        } else {
            show::offers(&mut self.sitting.bench, self.card, columns)
        };
        if all || self.shown != table {
            lines.push(String::new());
            lines.extend(table.iter().cloned());
        }
        self.shown = table;
        match self.sitting.ask() {
            Some(ask) => {
                let bench = &self.sitting.bench;
                let room = rows.saturating_sub(4).max(8);
                let asks = match self.sitting.open_to_all() {
                    [] => std::slice::from_ref(ask),
                    several => several,
                };
                for ask in asks {
                    let name = line(&bench.names()[ask.player.ix()]);
                    if asks.len() > 1 {
                        let to = ask.player.0;
                        lines.push(format!("{FAINT}{name} may act first: `{to}: ANSWER`{FAINT:#}"));
                    } else if ask.player != Player(1) {
                        lines.push(format!("{FAINT}{name} is asked:{FAINT:#}"));
                    }
                    let shown = question::shown(ask, &bench.look(), bench.names(), columns, room);
                    lines.extend(shown.lines);
                }
            }
            None => {
                if all || self.shown_offers != offers {
                    lines.extend(offers.iter().cloned());
                }
                (self.shown_offers, self.offers) = (offers, list);
            }
        }
        print(&lines)
    }

    /// What Tab completes.
    pub(super) fn words(&self) -> Vec<String> {
        let look = self.sitting.bench.look();
        let rules = look.rules;
        let mut words: Vec<String> = match self.sitting.ask() {
            Some(ask) => {
                let names = self.sitting.bench.names();
                (0..ask.options.len()).map(|ix| line(&ask.label(ix, &look, names))).collect()
            }
            None => WORDS.iter().map(|(_, word, _)| (*word).to_owned()).collect(),
        };
        let names = rules.cards.iter().map(|card| line(&card.name));
        words.extend(names.clone().flat_map(|name| [format!("make {name}"), name]));
        words.extend(rules.tokens.names().map(|token| format!("set {token}")));
        words.extend(self.sitting.game.function_names().iter().map(|function| format!("call {function}")));
        for card in look.state.all_cards().take(12) {
            let number = card.ix() + 1;
            words.extend(rules.zones.names().map(|zone| format!("move #{number} {zone}")));
        }
        words.sort();
        words.dedup();
        words
    }

    /// Shows what an expression is.
    pub(super) fn expect(&mut self, text: &str) -> Result<()> {
        match with_cards(text, |number| {
            let card = CardId::from(number.checked_sub(1)?);
            self.sitting.bench.look().state.has_card(card).then(|| i64::from(card).to_string())
        }) {
            Err(number) => warn(&format!("there is no card #{number}")),
            Ok(numbers) => match self.sitting.bench.read(&numbers) {
                Ok(reading) => {
                    self.sitting.looked_at(text);
                    say(&format!("{} is {STRONG}{}{STRONG:#}\n", line(text), line(&reading.shown)))
                }
                Err(why) => warn(&why),
            },
        }
    }

    pub(super) fn log(&self, all: bool) -> Result<()> {
        let log = self.sitting.bench.log_since(0);
        let from = if all { 0 } else { log.len().saturating_sub(LATELY) };
        if log.is_empty() {
            return warn("nothing was said yet");
        }
        print(&board::log_lines(&log[from..], size().0))
    }

    pub(super) fn view(&self, which: Option<&str>) -> Result<()> {
        let bench = &self.sitting.bench;
        let (columns, rows) = size();
        let (view, look) = (bench.view(None, self.sitting.decision()), bench.look());
        let Some(which) = which else { return print(&board::zones(&view, look.rules, columns)) };
        match board::find_zone(&view, which) {
            Some(zone) => print(&board::zone(&view, zone, &look, columns, rows.saturating_sub(3))),
            None => warn(&format!("no pile is called `{}`; `v` lists them", line(which))),
        }
    }

    pub(super) fn show_card(&self, which: &str) -> Result<()> {
        let look = self.sitting.bench.look();
        let face = if which.starts_with('#') {
            named::card(&look, which).map(|card| Face::now(&look, card))
        } else {
            let card = find::card_loosely(look.rules, which).map_err(|why| why.to_string());
            card.map(|card| Face::printed(look.rules, look.rules.def(card)))
        };
        match face {
            Ok(face) => print(&draw_one(&face, size().0)),
            Err(why) => warn(&why),
        }
    }

    /// Keeps what was typed.
    pub(super) fn save(&self, file: &str) -> Result<()> {
        let mut text = self.sitting.typed().join("\n");
        text.push('\n');
        match std::fs::write(file, text) {
            Ok(()) => {
                let card = &self.sitting.game.rules.def(self.card).id;
                warn(&format!("kept; `cardwright try {card} < {}` does it again", line(file)))
            }
            Err(error) => warn(&format!("cannot write `{}`: {error}", line(file))),
        }
    }
}

/// Where a record and the files part, in words.
pub(super) fn told(misfit: &Misfit) -> String {
    let (number, typed) = &misfit.step;
    let step = format!("step {number} (`{}`)", line(typed));
    match &misfit.why {
        Why::Cannot(reason) => format!("{step} cannot be done now: {reason}"),
        Why::Differs(n, then, None) => format!("{step}, decision {n}: then {then}; now nothing is asked"),
        Why::Asks(n, now) => format!("{step}, decision {n}: then nothing was asked; now {now}"),
        Why::Differs(n, then, Some(now)) if now.to_string() == then.to_string() => {
            format!("{step}, decision {n}: then {then}; now the same is asked with other options")
        }
        Why::Differs(n, then, Some(now)) => format!("{step}, decision {n}: then {then}; now {now}"),
    }
}

pub(super) fn help() -> Result<()> {
    let mut lines = vec![
        "A number uses the operation it stands before; a question is answered as in a game.".to_owned(),
        "CARD is a name, or #2 for the second card that came to the table.".to_owned(),
    ];
    for (short, word, about) in WORDS {
        let first = if short.is_empty() { "    ".to_owned() } else { format!("{short} or") };
        let about = wrap(about, size().0.saturating_sub(16).max(20));
        lines.push(format!(
            "  {KEY}{first:<4}{KEY:#} {STRONG}{word:<7}{STRONG:#} {}",
            about.first().map_or("", String::as_str)
        ));
        lines.extend(about.iter().skip(1).map(|line| format!("               {line}")));
    }
    print(&lines)
}
