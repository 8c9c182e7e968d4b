//! `try`: a card on a small table, to be tried by hand.

use std::path::Path;

use anyhow::{Result, bail};

use crate::args::With;
use crate::exit::Exit;
use crate::find;
use crate::library::{Library, there};
use crate::prompt::Prompt;
use crate::trying::{Asked, Session};
use crate::watch::{Source, Target};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright try sovak                                     a card of a game, one in hand and one in play
  cardwright try earl-grey --with more-tea                 a card of an expansion, read again at every save
  cardwright try spice-rack --game lantern-market --content lantern-market --players 3

At the prompt `?` tells what can be typed. Lines can be piped in.")]
pub struct Args {
    /// The card, by name or id.
    #[arg(required = true, num_args = 1..)]
    card: Vec<String>,
    /// The game, where the card or the expansion does not say.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How many play; the fewest that can, if nobody says.
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// The seed of chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    with: With,
}

/// Tries it.
pub fn run(library: &Library, args: &Args, content: Option<&Path>) -> Result<Exit> {
    let card = args.card.join(" ");
    for folder in &args.with.folders {
        there(folder, "folder")?;
    }
    let game = game(library, args, &card)?;
    let source = Source { root: content.map(Path::to_path_buf) };
    let target = Target { game, with: args.with.folders.clone(), source };
    let asked = Asked { target, card, players: args.players, seed: args.seed };
    Session::run(asked, Prompt::new()?)
}

/// The game that is named, that the expansions are for, or that has the card.
fn game(library: &Library, args: &Args, card: &str) -> Result<String> {
    if let Some(game) = &args.game {
        return library.find(game);
    }
    if let Some(game) = args.with.game() {
        return library.find(&game);
    }
    let games = library.games()?;
    if let [only] = &games[..] {
        return Ok(only.id.clone());
    }
    let has = |id: &str| {
        // A game with faults may have the card all the same.
        let content = library.read(id, &args.with.folders).ok().and_then(|(content, _)| content);
        content.is_some_and(|content| find::card(&content.rules, card).is_some())
    };
    let having: Vec<&str> = games.iter().map(|game| game.id.as_str()).filter(|id| has(id)).collect();
    match having[..] {
        [one] => Ok(one.to_owned()),
        [] => {
            bail!("no game has a card `{card}`; `--game GAME` names the game, `--with DIR` adds an expansion")
        }
        [one, other, ..] => bail!("`{card}` is a card of `{one}` and of `{other}`; say which with --game"),
    }
}
