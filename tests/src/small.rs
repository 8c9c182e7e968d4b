//! Small games written inside a test: a manifest, some cards, the rules.

use std::rc::Rc;

use cardwright::content::{Diagnostics, Memory, render};
use cardwright::kernel::Player;
use cardwright::script::{Fault, Game};
use cardwright::table::{AnswerError, Setup, Table};
use cardwright::testing::fault_diagnostic;

use crate::broken::told;

/// The files of a game called `small`. A card's file is given by its id.
pub fn files(manifest: &str, cards: &[(&str, &str)], rules: &str) -> Memory {
    let fixed = [("cards/small/game.toml", manifest), ("scripts/small/rules.rhai", rules)];
    let fixed = fixed.map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()));
    let cards = cards.iter().map(|(id, text)| (format!("cards/small/{id}.toml"), text.as_bytes().to_vec()));
    fixed.into_iter().chain(cards).collect()
}

/// A small game, which must be without a fault.
pub fn small(manifest: &str, cards: &[(&str, &str)], rules: &str) -> Rc<Game> {
    let files = files(manifest, cards, rules);
    let faults = told(&files, "small", &[]);
    assert!(faults.is_empty(), "{}", render(&faults, false));
    let (content, _) = cardwright::content::load(&files, "small", &[]);
    Game::compile(content.expect("it was loaded just now").into()).expect("it was compiled just now")
}

/// A table at its first decision.
pub fn start(game: &Rc<Game>, players: usize) -> Table {
    Table::start(game, &Setup::new(players, 1)).expect("the game starts")
}

/// Answers for a player by the label of an option.
///
/// # Errors
/// What [`Table::answer`] gives.
pub fn answer(table: &mut Table, player: u8, label: &str) -> Result<(), AnswerError> {
    let asked = table.ask(Player(player)).unwrap_or_else(|| panic!("player {player} is asked nothing"));
    let labels = labels(table, player);
    let pick = labels.iter().position(|one| one == label);
    let pick = pick.unwrap_or_else(|| panic!("`{label}` is no option of `{}`: {labels:?}", asked.prompt));
    table.answer(Player(player), &[pick as u16])
}

/// Answers for a player, one label after another.
pub fn answers(table: &mut Table, player: u8, labels: &[&str]) {
    for label in labels {
        answer(table, player, label).unwrap_or_else(|why| panic!("`{label}` cannot be answered: {why}"));
    }
}

/// What a player can choose from now.
pub fn labels(table: &Table, player: u8) -> Vec<String> {
    let Some(ask) = table.ask(Player(player)) else { return Vec::new() };
    (0..ask.options.len()).map(|ix| ask.label(ix, &table.look(), table.names())).collect()
}

/// A fault with its place in the file: `path:line:column: message`.
pub fn shown(game: &Game, fault: &Fault) -> String {
    let mut one = Diagnostics::new(game.content.sources.clone());
    one.extend(fault_diagnostic(game, fault));
    match &one.findings()[..] {
        [at] => format!(
            "{}:{}:{}: {}",
            at.file.as_deref().unwrap_or_default(),
            at.line.unwrap_or_default(),
            at.column.unwrap_or_default(),
            fault.message
        ),
        _ => fault.message.clone(),
    }
}
