//! Decks: what the players chose before the game, and what is in it.

use super::args::unknown;
use crate::content::DeckDef;
use crate::script::run::{Run, Verb, limits, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, INT, ImmutableString};

fn deck<'r>(run: &'r Run, name: &str) -> Verb<&'r DeckDef> {
    let decks = &run.game.content.decks;
    match run.game.content.deck(name) {
        Some(ix) => Ok(&decks[ix]),
        None => unknown("deck", name, decks.iter().map(|deck| deck.id.as_str())),
    }
}

/// Verbs about decks.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod decks {
    use super::*;

    /// The ids of all decks that the game has, as an array.
    #[rhai_fn(name = "all_decks", return_raw)]
    pub fn all_decks() -> Verb<Array> {
        with(|run| Ok(run.game.content.decks.iter().map(|deck| Dynamic::from(run.share(&deck.id))).collect()))
    }

    /// The id of the deck that a player chose before the game; empty where none was chosen.
    #[rhai_fn(name = "chosen_deck", return_raw)]
    pub fn chosen_deck(player: INT) -> Verb<ImmutableString> {
        with(|run| {
            let player = run.player_arg(player)?;
            let chosen = run.decks.get(player.ix()).copied().flatten();
            Ok(run.share(chosen.map_or("", |ix| &run.game.content.decks[ix].id)))
        })
    }

    /// What a deck is called. Errors: no such deck.
    #[rhai_fn(name = "deck_name", return_raw)]
    pub fn deck_name(deck: ImmutableString) -> Verb<ImmutableString> {
        with(|run| Ok(run.share(&super::deck(run, &deck)?.name)))
    }

    /// The names of a deck's parts, as an array. Errors: no such deck.
    #[rhai_fn(name = "deck_parts", return_raw)]
    pub fn deck_parts(deck: ImmutableString) -> Verb<Array> {
        with(|run| {
            Ok(super::deck(run, &deck)?
                .parts
                .iter()
                .map(|(part, _)| Dynamic::from(run.share(part)))
                .collect())
        })
    }

    /// The ids of a part's cards, each as often as the deck has it; none where the deck has no such part.
    /// Errors: no such deck.
    #[rhai_fn(name = "deck_cards", return_raw)]
    pub fn deck_cards(deck: ImmutableString, part: ImmutableString) -> Verb<Array> {
        with(|run| {
            let cards = super::deck(run, &deck)?.part(&part).iter();
            let copies = cards.flat_map(|(def, n)| std::iter::repeat_n(*def, *n as usize));
            Ok(copies.map(|def| Dynamic::from(run.share(&run.game.rules.def(def).id))).collect())
        })
    }

    /// How many cards of a part match a query, which is asked of what is printed. Errors: no such deck.
    /// Example: `deck_count("the-fleet", "draw", "Ship")`.
    #[rhai_fn(name = "deck_count", return_raw)]
    pub fn deck_count(deck: ImmutableString, part: ImmutableString, query: ImmutableString) -> Verb<INT> {
        with(|run| {
            let pred = run.game.selector(&query).or_else(oops)?;
            let cards = super::deck(run, &deck)?.part(&part).iter();
            let matching = cards.filter(|(def, _)| pred.matches_print(&run.game.rules, *def));
            Ok(matching.map(|(_, n)| INT::from(*n)).sum())
        })
    }

    /// Makes the cards of a part at the bottom of a zone, in the order of the deck. Gives how many.
    /// Errors: no such deck; more than 100000 cards in a game.
    #[rhai_fn(name = "create_deck", return_raw)]
    pub fn create_deck(deck: ImmutableString, part: ImmutableString, zone: Dynamic) -> Verb<INT> {
        with(|run| {
            let zone = run.zone_arg(&zone)?;
            let game = run.game.clone();
            let cards = super::deck(run, &deck)?.part(&part).to_vec();
            let mut made = 0;
            for (def, n) in cards {
                for _ in 0..n {
                    if run.state.card_count() >= limits::CARDS {
                        return oops(format!("more than {} cards in one game", limits::CARDS));
                    }
                    run.state.create(&game.rules, def, zone);
                    made += 1;
                }
            }
            Ok(made)
        })
    }
}
