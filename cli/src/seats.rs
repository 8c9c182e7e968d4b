//! Who sits where: people and bots, as the command line says.

use std::rc::Rc;

use anyhow::{Result, bail};
use cardwright::agent::{self, Agent};
use cardwright::content::did_you_mean;
use cardwright::kernel::{Player, Random, Rules, ScenarioDef};
use cardwright::table::Table;

use crate::text::{count, from_to};

/// What a person's seat is called.
pub const PERSON: &str = "person";
/// How many play when nobody says how many, if the game allows it.
const USUAL: usize = 3;
/// The bot of a seat that nobody speaks of.
const USUAL_BOT: &str = "greedy";

/// Who sits where: a kind for each seat, [`PERSON`] or one of [`agent::KINDS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(pub Vec<&'static str>);

/// What the command line says of the seats.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// How many play.
    pub players: Option<usize>,
    /// What sits at each seat; the last bot named also sits at the others.
    pub seats: &'a [String],
    /// What sits at the first seat, and at the others, when nothing is said.
    pub usual: (&'static str, &'static str),
}

impl Wish<'_> {
    /// A person against bots.
    pub const USUAL: (&'static str, &'static str) = (PERSON, USUAL_BOT);
    /// Bots alone.
    pub const BOTS: (&'static str, &'static str) = (USUAL_BOT, USUAL_BOT);
}

impl Seats {
    /// Seats for a scenario of a game.
    pub fn of(wish: Wish<'_>, game: &str, scenario: &ScenarioDef) -> Result<Self> {
        let (min, max) = (scenario.min_players, scenario.max_players);
        let named = wish.seats.iter().map(|word| kind(word)).collect::<Result<Vec<_>>>()?;
        let players = wish.players.unwrap_or_else(|| match named.len() {
            0 | 1 => USUAL.clamp(min, max.max(min)),
            several => several.max(min),
        });
        if players < min || players > max {
            bail!("`{game}` is for {}, not for {players}", from_to(min, max));
        }
        if named.len() > players {
            bail!("{} seats are named for {}", named.len(), count(players, "player"));
        }
        let rest = named.iter().rev().find(|kind| **kind != PERSON).copied();
        let mut seats = if named.is_empty() { vec![wish.usual.0] } else { named };
        seats.resize(players, rest.unwrap_or(wish.usual.1));
        Ok(Self(seats))
    }

    /// The seats of a record; of a record that does not say, all are people's.
    pub fn of_record(seats: &[String], players: usize) -> Result<Self> {
        let mut seats = seats.iter().map(|word| kind(word)).collect::<Result<Vec<_>>>()?;
        seats.resize(players, PERSON);
        Ok(Self(seats))
    }

    /// Whether a person sits there.
    pub fn is_person(&self, player: Player) -> bool {
        self.0.get(player.ix()) == Some(&PERSON)
    }

    /// The seats of people.
    pub fn people(&self) -> impl Iterator<Item = Player> {
        (0..self.0.len()).map(Player::at).filter(|player| self.is_person(*player))
    }

    /// The players' names: those given, and for the rest names that say who sits there.
    pub fn names(&self, given: &[String]) -> Result<Vec<String>> {
        if given.len() > self.0.len() {
            bail!("{} names are given for {}", given.len(), count(self.0.len(), "player"));
        }
        let mut names: Vec<String> = Vec::with_capacity(self.0.len());
        for (ix, kind) in self.0.iter().enumerate() {
            let name = match given.get(ix).map(|name| crate::text::line(name)) {
                Some(name) if !name.is_empty() => name,
                _ if *kind == PERSON => format!("Player {}", ix + 1),
                _ => format!("Bot {}", ix + 1),
            };
            if names.contains(&name) {
                bail!("two players are called `{name}`");
            }
            names.push(name);
        }
        Ok(names)
    }

    /// The bots. Their own chance comes from the game's seed, so that a seed says all that happens.
    pub fn bots(&self, seed: u64) -> Vec<(Player, Box<dyn Agent>)> {
        let bot = |(ix, kind): (usize, &&str)| {
            let seed = Random::seed_of_run(seed, ix as u64 + 1);
            Some((Player::at(ix), agent::by_name(kind, seed)?))
        };
        self.0.iter().enumerate().filter_map(bot).collect()
    }

    /// Puts the bots on their seats.
    pub fn sit_down(&self, table: &mut Table, seed: u64) {
        for (player, bot) in self.bots(seed) {
            table.seat(player, bot);
        }
    }
}

/// The kind of seat that a word names.
fn kind(word: &str) -> Result<&'static str> {
    let kinds = || std::iter::once(PERSON).chain(agent::KINDS);
    let wanted = word.trim().to_lowercase();
    if let Some(kind) = kinds().find(|kind| *kind == wanted) {
        return Ok(kind);
    }
    match did_you_mean(&wanted, kinds()) {
        Some(help) => bail!("unknown seat `{word}`; {help}"),
        None => bail!("unknown seat `{word}`; there is {}", kinds().collect::<Vec<_>>().join(", ")),
    }
}

/// The scenario that is meant: by short name, whatever its case; the usual one if none is named.
pub fn scenario<'a>(rules: &'a Rules, wanted: Option<&str>) -> Result<(Rc<str>, &'a ScenarioDef)> {
    let names = || rules.scenarios.names();
    let ix = match wanted {
        None => 0,
        Some(wanted) => match names().position(|name| crate::library::same(name, wanted)) {
            Some(ix) => ix,
            None => match did_you_mean(wanted, names()) {
                Some(help) => bail!("unknown scenario `{wanted}`; {help}"),
                None => {
                    bail!("unknown scenario `{wanted}`; there is {}", names().collect::<Vec<_>>().join(", "))
                }
            },
        },
    };
    if rules.scenarios.is_empty() {
        bail!("`{}` has no scenario", rules.id);
    }
    Ok((Rc::from(&**rules.scenarios.name(ix)), &rules.scenarios[ix]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(players: Option<usize>, words: &[&str]) -> Result<Seats> {
        let scenario = ScenarioDef { min_players: 2, max_players: 6, ..ScenarioDef::default() };
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        Seats::of(Wish { players, seats: &words, usual: Wish::USUAL }, "fair", &scenario)
    }

    #[test]
    fn one_person_plays_against_bots() {
        assert_eq!(seats(None, &[]).expect("fits").0, ["person", "greedy", "greedy"]);
        assert_eq!(seats(Some(2), &[]).expect("fits").0, ["person", "greedy"]);
    }

    #[test]
    fn the_last_bot_named_sits_at_the_other_seats() {
        assert_eq!(
            seats(Some(4), &["person", "random"]).expect("fits").0,
            ["person", "random", "random", "random"]
        );
        assert_eq!(seats(None, &["Random"]).expect("fits").0, ["random"; 3]);
        assert_eq!(seats(None, &["person", "person"]).expect("fits").0, ["person"; 2]);
        assert_eq!(seats(Some(3), &["person"]).expect("fits").0, ["person", "greedy", "greedy"]);
    }

    #[test]
    fn wrong_seats_are_told_in_a_line() {
        let told = |players, words: &[&str]| seats(players, words).expect_err("wrong").to_string();
        assert_eq!(told(None, &["gredy"]), "unknown seat `gredy`; did you mean `greedy`?");
        assert_eq!(told(Some(9), &[]), "`fair` is for 2 to 6 players, not for 9");
        assert_eq!(told(Some(2), &["random"; 3]), "3 seats are named for 2 players");
    }

    #[test]
    fn nobody_shares_a_name() {
        let seats = seats(Some(3), &[]).expect("fits");
        assert_eq!(seats.names(&["Ann".into()]).expect("given"), ["Ann", "Bot 2", "Bot 3"]);
        assert!(seats.names(&["Bot 2".into()]).is_err());
    }
}
