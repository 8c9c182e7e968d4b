//! The map while a game is played: beside a question that is about places, and when it is asked for.

use anyhow::{Context as _, Result, bail};
use cardwright::kernel::map::{MapDef, Piece};
use cardwright::kernel::{Look, Rules, View};

use super::question::Shown;
use crate::map::{find, middle, region, svg, whole};
use crate::terminal::{FAINT, STRONG};
use crate::text::line;

/// With fewer lines than this left, the map is drawn all the same; what came before scrolls away.
const LEAST: usize = 12;
/// Fewer options that stand on the map do not make a question one of places.
const FEW: usize = 2;

/// The map beside a question: around what is being moved, or where the options are; else nothing.
pub fn beside(look: &Look<'_>, view: &View, shown: &Shown, columns: usize, lines: usize) -> Vec<String> {
    let Some(map) = &look.rules.map else { return Vec::new() };
    let pieces = map.seen(look.rules, view);
    let around = pieces.iter().find(|piece| piece.is_focus).map(|piece| piece.hex).or_else(|| {
        // Only of places: who moves is known from them.
        let is_place = |name: &str, hex: i32| {
            pieces.iter().any(|piece| piece.hex == hex && piece.name == name && !map.pieces[piece.kind].moves)
        };
        let hexes: Vec<i32> = shown
            .cards
            .iter()
            .flatten()
            .filter_map(|card| map.hex_of(look, *card).filter(|hex| is_place(look.name(*card), *hex)))
            .collect();
        middle(&hexes).filter(|_| hexes.len() >= FEW)
    });
    around.map_or_else(Vec::new, |around| region(map, &pieces, around, columns, lines.max(LEAST) - 2))
}

/// What a player sees who asks for the map.
pub fn asked(
    rules: &Rules,
    view: &View,
    which: Option<&str>,
    (columns, rows): (usize, usize),
) -> Result<Vec<String>> {
    let Some(map) = &rules.map else { bail!("this game has no map") };
    let pieces = map.seen(rules, view);
    match which {
        Some(word) if word.eq_ignore_ascii_case("all") => Ok(whole(map, &pieces, columns)),
        Some(file) if file.to_lowercase().ends_with(".svg") => {
            std::fs::write(file, svg(map, &pieces, &rules.name))
                .with_context(|| format!("cannot write `{}`", line(file)))?;
            Ok(vec![format!("{FAINT}the map is in `{}`{FAINT:#}", line(file))])
        }
        Some(word) => match find(map, &pieces, word) {
            Some(hex) => Ok(around(map, &pieces, hex, columns, rows)),
            None => bail!("nothing on the map is called `{}`; `m all` shows all of it", line(word)),
        },
        None => {
            let moves = |piece: &&Piece| map.pieces[piece.kind].moves && piece.player == view.viewer;
            let own = pieces.iter().find(|piece| piece.is_focus).or_else(|| pieces.iter().find(moves));
            let hexes: Vec<i32> = pieces.iter().map(|piece| piece.hex).collect();
            match own.map(|piece| piece.hex).or_else(|| middle(&hexes)) {
                Some(hex) => Ok(around(map, &pieces, hex, columns, rows)),
                None => Ok(whole(map, &pieces, columns)),
            }
        }
    }
}

/// The map around a hex, with its name above.
fn around(map: &MapDef, pieces: &[Piece], hex: i32, columns: usize, rows: usize) -> Vec<String> {
    let there: Vec<String> =
        pieces.iter().filter(|piece| piece.hex == hex).map(|piece| line(&piece.name)).collect();
    let mut title = format!("{}, around {hex:04}", line(&map.title));
    if !there.is_empty() {
        title = format!("{title}: {}", there.join(", "));
    }
    if let Some(focus) = pieces.iter().find(|piece| piece.is_focus && piece.hex != hex) {
        title = format!("{title}; {} hexes from {}", map.distance(focus.hex, hex), line(&focus.name));
    }
    let mut lines = vec![format!("{STRONG}{}{STRONG:#}", crate::text::cut(&title, columns))];
    lines.extend(region(map, pieces, hex, columns, rows.saturating_sub(5)));
    lines
}
