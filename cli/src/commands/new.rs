//! `new`: a card, an expansion or a game to begin with, which passes `check` and `test` as it stands.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use cardwright::content::schema;
use cardwright::content::{Content, slug};
use clap::{Subcommand, ValueHint};

use crate::args::quoted;
use crate::exit::Exit;
use crate::library::Library;
use crate::scaffold::{self, Model, Scaffold};
use crate::terminal::{FAINT, GOOD};
use crate::text::line;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright new game \"Snail Race\"                     a game of three cards, in the folder snail-race
  cardwright new expansion \"More Tea\" --game missions  an expansion with one card, in the folder more-tea
  cardwright new card \"Earl Grey\" --in more-tea        one more card in it")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

/// What is to be made.
#[derive(Debug, Subcommand)]
enum What {
    /// A card of a game or an expansion.
    Card {
        /// What it is called; its file's name follows from it.
        #[arg(required = true, num_args = 1..)]
        name: Vec<String>,
        /// The game, where the folder does not say.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// The folder of the expansion, or the one that holds `cards` and `scripts`.
        #[arg(long = "in", value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
        /// The folder of cards within it, for a set of their own.
        #[arg(long, value_name = "SET")]
        set: Option<String>,
    },
    /// An expansion of a game.
    Expansion {
        /// What it is called; its folder's name follows from it.
        #[arg(required = true, num_args = 1..)]
        name: Vec<String>,
        /// The game.
        #[arg(long, value_name = "GAME")]
        game: String,
        /// Where its folder is made.
        #[arg(long = "in", value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
    /// A game.
    Game {
        /// What it is called; its folders' name follows from it.
        #[arg(required = true, num_args = 1..)]
        name: Vec<String>,
        /// Not a game of three cards, but the one that the book's tutorial ends with: 25 cards of a night market.
        #[arg(long)]
        example: bool,
        /// Where its folder is made; a folder that holds `cards` takes it in beside other games.
        #[arg(long = "in", value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
}

/// Makes it.
pub fn run(library: &Library, args: &Args, content: Option<&Path>) -> Result<Exit> {
    let here = |folder: &Option<PathBuf>| {
        folder.clone().or_else(|| content.map(Path::to_path_buf)).unwrap_or_default()
    };
    match &args.what {
        What::Card { name, game, folder, set } => {
            let (name, id) = named(name)?;
            new_card(library, &here(folder), (&name, &id), game.as_deref(), set.as_deref())
        }
        What::Expansion { name, game, folder } => {
            let (name, id) = named(name)?;
            let content = library.content(game, &[])?;
            let folder = folder.clone().unwrap_or_default().join(&id);
            let new = scaffold::expansion(&content, &folder, &id, &name);
            let with = format!("{} --with {}", content.rules.id, quoted(&folder));
            written(&new, &[format!("check {with}"), format!("test {with}"), format!("play {with}")])
        }
        What::Game { name, example, folder } => {
            let (name, id) = named(name)?;
            let folder = here(folder);
            let top = if folder.join("cards").is_dir() { folder } else { folder.join(&id) };
            let new = if *example { scaffold::example } else { scaffold::game }(&top, &id, &name);
            let after = |command| format!("--content {} {command} {id}", quoted(&top));
            let exit = written(&new, &[after("check"), after("test"), after("play")])?;
            write_schemas(&top, &id)?;
            Ok(exit)
        }
    }
}

/// The name and the id that follows from it.
fn named(words: &[String]) -> Result<(String, String)> {
    let name = line(&words.join(" "));
    let id = slug(&name);
    if id.is_empty() {
        bail!("the name `{name}` has no letters or digits");
    }
    Ok((name, id))
}

fn new_card(
    library: &Library,
    folder: &Path,
    (name, id): (&str, &str),
    game: Option<&str>,
    set: Option<&str>,
) -> Result<Exit> {
    let set = set.unwrap_or_default();
    let up = "../".repeat(Path::new(set).components().count());
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if folder.join("expansion.toml").is_file() {
        let of = game_of(&folder.join("expansion.toml"))?;
        if let Some(game) = game.filter(|game| library.find(game).ok().as_ref() != Some(&of)) {
            bail!("the expansion in `{}` is for `{of}`, not for `{game}`", shown.display());
        }
        let content = readable(library.read(&library.find(&of)?, &[shown.to_path_buf()])?.0, shown)?;
        let after = format!("{of} --with {}", quoted(shown));
        let schema = format!("{up}../card.schema.json");
        return make_card(&content, &folder.join("cards").join(set), (name, id), &schema, &after);
    }
    if !folder.join("cards").is_dir() {
        bail!(
            "`{}` is no expansion and has no folder `cards`; begin with `cardwright new expansion NAME --game GAME`, or say --in",
            shown.display()
        );
    }
    let library = Library::open(Some(shown))?;
    let game = match game {
        Some(game) => library.find(game)?,
        None => match &library.games()?[..] {
            [only] => only.id.clone(),
            _ => bail!("say with --game which game the card is for"),
        },
    };
    let content = readable(library.read(&game, &[])?.0, shown)?;
    let after = format!("{game} --content {}", quoted(shown));
    let cards = folder.join("cards").join(&game);
    make_card(&content, &cards.join(set), (name, id), &format!("{up}card.schema.json"), &after)
}

fn make_card(
    content: &Content,
    folder: &Path,
    (name, id): (&str, &str),
    schema: &str,
    after: &str,
) -> Result<Exit> {
    if let Some(card) = content.rules.card(id)
        && let Some((file, _)) = content.card_place(card)
    {
        bail!("there is a card `{id}` already, in `{}`", content.sources.path(*file));
    }
    let (check, test) = (format!("cardwright check {after}"), format!("cardwright test {after}"));
    let model = Model { content, schema, check: &check, test: &test };
    let mut new = Scaffold::default();
    new.add(folder.join(format!("{id}.toml")), scaffold::card(&model, id, name));
    written(&new, &[format!("check {after}"), format!("test {after} --filter {id}")])
}

fn readable(content: Option<Content>, folder: &Path) -> Result<Content> {
    content.ok_or_else(|| anyhow::anyhow!("the game's manifest cannot be read; check `{}`", folder.display()))
}

/// The game that an expansion's manifest names.
fn game_of(manifest: &Path) -> Result<String> {
    match cardwright::content::expansion_game(&std::fs::read_to_string(manifest)?) {
        Some(game) => Ok(game),
        None => bail!("`{}` does not say with `game` which game it is for", manifest.display()),
    }
}

/// The schemas of the cards and tests of a game that was written just now.
fn write_schemas(top: &Path, id: &str) -> Result<()> {
    let content = Library::open(Some(top))?.content(id, &[])?;
    let folder = top.join("cards").join(id);
    std::fs::write(folder.join("card.schema.json"), schema::text(&schema::card(&content.rules)))?;
    Ok(std::fs::write(folder.join("tests.schema.json"), schema::text(&schema::tests(&content.rules)))?)
}

/// Writes the files and says what to do with them.
fn written(new: &Scaffold, then: &[String]) -> Result<Exit> {
    let mut out = anstream::stdout();
    for path in new.write()? {
        writeln!(out, "{GOOD}new{GOOD:#} {}", line(&path.to_string_lossy()))?;
    }
    for command in then {
        writeln!(out, "{FAINT}next: cardwright {command}{FAINT:#}")?;
    }
    Ok(Exit::Good)
}
