//! `show`: a card, from whatever game it is; or a game's map.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use cardwright::content::Content;
use cardwright::kernel::{CardDef, DefId, FieldId, OpBody, Rules, Says};
use serde_json::{Value, json};

use super::print_json;
use crate::args::{Format, With};
use crate::exit::Exit;
use crate::face::{Face, draw_one};
use crate::library::Library;
use crate::terminal::{FAINT, STRONG, size};
use crate::text::line;
use crate::{find, map};

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright show tricorder
  cardwright show \"away team\" --game missions --script
  cardwright show adventure-game --map map.svg")]
pub struct Args {
    /// The card's name or id, whatever its case; with --map, the game.
    #[arg(required = true, num_args = 1..)]
    card: Vec<String>,
    /// The game to look in; all if none is named.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Show its scripts too.
    #[arg(long)]
    script: bool,
    /// Draw the game's map as SVG, into a file or to standard output.
    #[arg(
        long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-",
        conflicts_with_all = ["script", "format", "game"]
    )]
    map: Option<PathBuf>,
    #[command(flatten)]
    with: With,
    /// For whom the output is.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Shows it.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let wanted = args.card.join(" ");
    if let Some(file) = &args.map {
        return draw_map(library, &wanted, &args.with, file);
    }
    let games = match &args.game {
        Some(game) => vec![library.find(game)?],
        None => library.games()?.into_iter().map(|game| game.id).collect(),
    };
    // A game with faults elsewhere still has cards to look at; expansions belong to the one game that is named.
    let with = if args.game.is_some() || games.len() == 1 { &args.with.folders[..] } else { &[] };
    if with.is_empty() && !args.with.folders.is_empty() {
        bail!("say with --game which game the expansion is for");
    }
    let mut contents = Vec::new();
    for game in &games {
        contents.extend(library.read(game, with)?.0);
    }
    let mut found: Vec<(&Content, DefId)> =
        contents.iter().filter_map(|content| Some((content, find::card(&content.rules, &wanted)?))).collect();
    if found.is_empty() {
        let loosely = contents.iter().map(|content| (content, find::card_loosely(&content.rules, &wanted)));
        found = loosely.filter_map(|(content, card)| Some((content, card.ok()?))).collect();
    }
    if found.is_empty() {
        let names =
            contents.iter().flat_map(|content| content.rules.cards.iter().map(|card| card.name.as_str()));
        bail!("{}", find::unknown_among(&wanted, names));
    }
    if args.format == Format::Json {
        print_json(&found.iter().map(|(content, card)| data(content, *card)).collect::<Vec<_>>())?;
        return Ok(Exit::Good);
    }
    let mut out = anstream::stdout();
    for (content, card) in found {
        write!(out, "{}", shown(content, card, args.script))?;
    }
    Ok(Exit::Good)
}

/// Draws the map of a game as it is printed.
fn draw_map(library: &Library, game: &str, with: &With, file: &Path) -> Result<Exit> {
    let game = library.find(game)?;
    let content = library.read(&game, &with.folders)?.0;
    let Some((map, content)) =
        content.as_ref().and_then(|content| Some((content.rules.map.as_ref()?, content)))
    else {
        bail!("the game `{game}` has no map");
    };
    let svg = map::svg(map, &map.printed(&content.rules), &content.rules.name);
    if file == Path::new("-") {
        write!(anstream::stdout(), "{svg}")?;
    } else {
        std::fs::write(file, svg).with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    Ok(Exit::Good)
}

fn shown(content: &Content, card: DefId, script: bool) -> String {
    let rules = &content.rules;
    let def = rules.def(card);
    let mut text = String::new();
    let mut add = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    for line in draw_one(&Face::printed(rules, def), size().0) {
        add(line);
    }
    let place = content.card_place(card).map_or("", |(file, _)| content.sources.path(*file));
    let copies = if def.copies == 1 { "1 copy".to_owned() } else { format!("{} copies", def.copies) };
    let done = if def.implemented { "" } else { ", its text is not yet done" };
    add(format!(
        "{FAINT}{} · {copies} · source: {}{done} · {}{FAINT:#}",
        line(&rules.name),
        def.source,
        line(place)
    ));
    for (field, words) in &def.texts {
        add(format!("{FAINT}{}: {}{FAINT:#}", line(&rules.fields[field.ix()].title), line(words)));
    }
    if script {
        for (title, code) in scripts(content, def) {
            add(format!("\n{STRONG}{title}{STRONG:#}"));
            for code in code.trim_matches('\n').lines() {
                add(format!("    {}", cardwright::content::clean(code)));
            }
        }
    }
    text
}

/// The operations' headings and scripts.
fn scripts(content: &Content, def: &CardDef) -> Vec<(String, String)> {
    let rules = &content.rules;
    let operation = |op: &cardwright::kernel::OpDef| {
        let mut title = rules.triggers.name(op.trigger.ix()).to_string();
        if let Some(event) = op.event {
            title = format!("{title} to {}", rules.events.name(event.ix()));
        }
        if !op.label.is_empty() {
            title = format!("{title} ({})", line(&op.label));
        }
        let code = match &op.body {
            OpBody::Script(script) => content.script(*script).text.to_string(),
            OpBody::Nothing => said(rules, &op.says),
            OpBody::Change(_) => "(a lasting change; see the card's file)".to_owned(),
        };
        (title, code)
    };
    def.ops.iter().map(operation).collect()
}

fn data(content: &Content, card: DefId) -> Value {
    let rules = &content.rules;
    let def = rules.def(card);
    let fields = rules.fields.entries().enumerate().filter_map(|(ix, (name, field))| {
        let tags: Vec<&str> = field
            .tags()
            .filter(|tag| def.has((*tag).into()))
            .map(|tag| &*field.values[tag - field.first_tag])
            .collect();
        let number = def.number(ix.into());
        let text = def.texts.iter().find(|(id, _)| id.ix() == ix).map(|(_, text)| text);
        let value = match (number, text) {
            (Some(number), _) => json!(number),
            (_, Some(text)) => json!(text),
            _ if tags.is_empty() => return None,
            _ => json!(tags),
        };
        Some((name.to_owned(), value))
    });
    let scripts = scripts(content, def).into_iter().map(|(on, script)| json!({ "on": on, "script": script }));
    json!({
        "game": rules.id,
        "id": def.id,
        "name": def.name,
        "text": def.text,
        "source": def.source,
        "set": def.set,
        "copies": def.copies,
        "implemented": def.implemented,
        "fields": fields.collect::<serde_json::Map<_, _>>(),
        "operations": scripts.collect::<Vec<_>>(),
    })
}

/// What an operation without a script says in its fields.
fn said(rules: &Rules, says: &Says) -> String {
    let title = |field: &FieldId| rules.fields[field.ix()].title.as_str();
    let tags = says.tags.iter().map(|tag| line(rules.tag_name(*tag)));
    let numbers = says.numbers.iter().map(|(field, number)| format!("{} {number}", title(field)));
    let texts = says.texts.iter().map(|(_, text)| line(text));
    let links = says.links.iter().map(|(field, card)| format!("{} {}", title(field), rules.def(*card).id));
    tags.chain(texts).chain(numbers).chain(links).collect::<Vec<_>>().join(" · ")
}
