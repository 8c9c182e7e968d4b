//! `score`: what a hand of cards is worth, and which cards make it so.

use std::collections::HashMap;
use std::io::Write as _;
use std::rc::Rc;

use anyhow::{Result, bail};
use cardwright::agent::Greedy;
use cardwright::kernel::{CardId, DefId, FieldKind, Handle, Player, Rules, Subject};
use cardwright::script::Game;
use cardwright::testing::Bench;
use serde_json::json;

use super::print_json;
use crate::args::{Format, With};
use crate::exit::Exit;
use crate::face::in_words;
use crate::faults::of_script;
use crate::find;
use crate::library::Library;
use crate::terminal::{FAINT, STRONG, size};
use crate::text::{line, pad, width, wrap};

/// The field whose order cards are listed in, where a game has it.
const ORDER: &str = "number";
/// The seat that holds the cards.
const HOLDER: Player = Player(1);

/// Ways to choose that are tried where there are too many to try all.
const WAYS: usize = 8_000;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright score missions tricorder \"away team\" bridge
  cardwright score missions --best \"Borg Cube\" Lore Sovak --format json")]
pub struct Args {
    /// The game.
    game: String,
    /// The cards, by name or id, whatever their case.
    #[arg(required = true)]
    cards: Vec<String>,
    /// Make the best choices that the cards leave to the end of the game.
    #[arg(long)]
    best: bool,
    #[command(flatten)]
    with: With,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A card of the hand.
struct Scored {
    name: String,
    number: String,
    points: i64,
    from: Vec<String>,
}

/// Scores them.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let game = library.game(&args.game, &args.with.folders)?;
    let cards = named(&game.rules, &args.cards)?;
    let Score { total, mut scored, choices } = score(&game, &cards, args.best)?;
    scored.sort_by(|one, other| one.number.cmp(&other.number));
    if args.format == Format::Json {
        let cards =
            scored.iter().map(|card| json!({ "card": card.name, "points": card.points, "from": card.from }));
        print_json(&json!({ "total": total, "cards": cards.collect::<Vec<_>>(), "choices": choices }))?;
        return Ok(Exit::Good);
    }
    print(total, &scored, &choices)?;
    Ok(Exit::Good)
}

/// The cards that are named, no more copies of one than there are.
fn named(rules: &Rules, words: &[String]) -> Result<Vec<DefId>> {
    let mut cards: Vec<DefId> = Vec::new();
    for word in words {
        let Some(card) = find::card(rules, word) else { bail!("{}", find::unknown(word, rules)) };
        let (def, so_far) = (rules.def(card), cards.iter().filter(|other| **other == card).count());
        if so_far >= def.copies.max(1) as usize {
            bail!(
                "`{}` is named {} times, but the game has {} of it",
                def.name,
                so_far + 1,
                def.copies.max(1)
            );
        }
        cards.push(card);
    }
    Ok(cards)
}

/// What a hand scores, and what was chosen for it.
struct Score {
    total: i64,
    scored: Vec<Scored>,
    choices: Vec<String>,
}

fn score(game: &Rc<Game>, cards: &[DefId], best: bool) -> Result<Score> {
    let rules = &game.rules;
    let wanted = [("points", true), ("score", true), ("choices", best)];
    let lacks = |(name, needed): &&(&str, bool)| *needed && !game.has_function(name, 1);
    if let Some((name, _)) = wanted.iter().find(lacks) {
        bail!("`{}` has no rule function `{name}`, so hands cannot be scored", rules.id);
    }
    let Some(zone) = rules.pool.zones.first().copied() else {
        bail!(
            "`{}` does not say with `pool` where a player's cards lie, so hands cannot be scored",
            rules.id
        );
    };
    let mut bench = Bench::new(game, rules.min_players.max(1), 1);
    for card in cards {
        if bench.put(*card, zone, Subject::Player(HOLDER)).is_none() {
            bail!("`{}` has no zone `{}` of a player", rules.id, rules.zones.name(zone.ix()));
        }
    }
    let fault = |fault| of_script(game, &fault);
    let holder = i64::from(HOLDER.0);
    if best {
        bench.seat(HOLDER, Box::new(Greedy::thorough(1).budget(WAYS)));
        bench.play_out("choices", holder).map_err(fault)?;
    }
    let choices = bench.log();
    let zone = bench.look().state.zone(zone, Subject::Player(HOLDER));
    let held: Vec<CardId> = zone.map(|zone| bench.look().state.cards_in(zone).collect()).unwrap_or_default();
    let mut scored = Vec::new();
    for card in held {
        let points = bench.call("points", (Handle::Card(card).encode(),)).map_err(fault)?.unwrap_or(0);
        scored.push(told(&bench, card, points));
    }
    let total = bench.call("score", (holder,)).map_err(fault)?.unwrap_or(0);
    Ok(Score { total, scored, choices })
}

/// What was just found of a card's points.
fn told(bench: &Bench, card: CardId, points: i64) -> Scored {
    let look = bench.look();
    let worths: HashMap<CardId, _> = bench.worths().iter().map(|(card, worth)| (*card, worth)).collect();
    // A card that scores as another does has no worth of its own.
    let from: Vec<CardId> = match worths.get(&card) {
        Some(worth) => worth.from.clone(),
        None => bench.worths().iter().map(|(other, _)| *other).collect(),
    };
    let def = look.rules.def(look.state.card(card).def);
    let field = look.rules.field(ORDER).filter(|id| look.rules.fields[id.ix()].kind == FieldKind::Text);
    let number = def.texts.iter().find(|(id, _)| Some(*id) == field).map(|(_, text)| text.clone());
    Scored {
        name: def.name.clone(),
        number: number.unwrap_or_default(),
        points,
        from: from.into_iter().map(|giver| look.name(giver).to_owned()).collect(),
    }
}

fn print(total: i64, scored: &[Scored], choices: &[String]) -> Result<()> {
    let mut out = anstream::stdout();
    let columns = size().0;
    for choice in choices {
        writeln!(out, "{}", line(choice))?;
    }
    let widest =
        |text: fn(&Scored) -> &str| scored.iter().map(|card| width(&line(text(card)))).max().unwrap_or(0);
    let (numbers, names) = (widest(|card| &card.number), widest(|card| &card.name).max("total".len()));
    let number = |text: &str| if numbers == 0 { String::new() } else { format!("{}  ", pad(text, numbers)) };
    let indent = numbers + if numbers == 0 { 0 } else { 2 } + names + 2 + 5 + 2;
    for card in scored {
        let from: Vec<String> = card.from.iter().map(|name| line(name)).collect();
        let from = wrap(&in_words(&from, usize::MAX), columns.saturating_sub(indent).max(20));
        let first = from.first().map_or("", String::as_str);
        let row =
            format!("{}{}  {:>5}", number(&line(&card.number)), pad(&line(&card.name), names), card.points);
        match first {
            "" => writeln!(out, "{row}")?,
            first => writeln!(out, "{row}  {FAINT}{first}{FAINT:#}")?,
        }
        for more in from.iter().skip(1) {
            writeln!(out, "{}{FAINT}{more}{FAINT:#}", " ".repeat(indent))?;
        }
    }
    writeln!(out, "{STRONG}{}{}  {total:>5}{STRONG:#}", number(""), pad("total", names))?;
    Ok(())
}
