//! Looking: what lies where, what it shows, how many there are.

use super::args::{array, unknown};
use crate::kernel::{Asker, CardId, Cards, CardsIn, DefId, FieldId, Handle, Measure, Subject};
use crate::script::run::{Run, Verb, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, INT, ImmutableString};

/// Verbs that look at the table and change nothing.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod look {
    use super::*;

    /// Counts the cards that match a query, where the game's counts look by default.
    /// Example: `count("Blue & Wizard")`.
    #[rhai_fn(name = "count", return_raw)]
    pub fn count(query: ImmutableString) -> Verb<INT> {
        with(|run| {
            if run.frames.is_empty() {
                return Ok(matching(run, &query, pool(run))?.count() as INT);
            }
            let found: Cards = matching(run, &query, pool(run))?.collect();
            note(run, &found);
            Ok(found.len() as INT)
        })
    }

    /// Counts the cards of a zone that match a query. Example: `count("Wizard", "discard")`.
    #[rhai_fn(name = "count", return_raw)]
    pub fn count_in(query: ImmutableString, zone: Dynamic) -> Verb<INT> {
        with(|run| Ok(matching(run, &query, in_zone_cards(run, &zone)?)?.count() as INT))
    }

    /// The cards that match a query, where the game's counts look by default.
    #[rhai_fn(name = "cards", return_raw)]
    pub fn cards(query: ImmutableString) -> Verb<Array> {
        with(|run| Ok(array(matching(run, &query, pool(run))?)))
    }

    /// The cards of a zone that match a query, from top to bottom.
    #[rhai_fn(name = "cards", return_raw)]
    pub fn cards_in(query: ImmutableString, zone: Dynamic) -> Verb<Array> {
        with(|run| Ok(array(matching(run, &query, in_zone_cards(run, &zone)?)?)))
    }

    /// Of an array of cards, those that match a query.
    #[rhai_fn(name = "filter_cards", return_raw)]
    pub fn filter_cards(list: Array, query: ImmutableString) -> Verb<Array> {
        with(|run| {
            let cards = run.cards_arg(&list)?;
            Ok(array(matching(run, &query, cards)?))
        })
    }

    /// A number found by looking at the cards where the game's counts look by default: a number field added up,
    /// `distinct FIELD of X`, `same FIELD of X`. Example: `sum("attack of Ship")`.
    #[rhai_fn(name = "sum", return_raw)]
    pub fn sum(measure: ImmutableString) -> Verb<INT> {
        with(|run| {
            let wanted = run.game.measure(&measure).or_else(oops)?;
            Ok(measured(run, &wanted).into())
        })
    }

    /// The same, looking only at an array of cards.
    #[rhai_fn(name = "sum", return_raw)]
    pub fn sum_of(measure: ImmutableString, list: Array) -> Verb<INT> {
        with(|run| {
            let wanted = run.game.measure(&measure).or_else(oops)?;
            let cards = run.cards_arg(&list)?;
            Ok(wanted.number(&run.look(), run.asker(), &cards).into())
        })
    }

    /// Whether a goal is met by the cards where the game's counts look by default.
    /// Example: `meets("2 Wizard & 10+ power")`.
    #[rhai_fn(name = "meets", return_raw)]
    pub fn meets(goal: ImmutableString) -> Verb<bool> {
        with(|run| {
            let wanted = run.game.goal(&goal).or_else(oops)?;
            let (pool, asker) = (pool(run), run.asker());
            let met = wanted.holds(&run.look(), asker, &pool);
            if !met {
                run.not_met(&goal, &pool);
            }
            if met && !run.frames.is_empty() {
                let cards = wanted.contributors(&run.look(), asker, &pool);
                note(run, &cards);
            }
            Ok(met)
        })
    }

    /// Whether a goal is met by an array of cards.
    #[rhai_fn(name = "meets", return_raw)]
    pub fn meets_with(goal: ImmutableString, list: Array) -> Verb<bool> {
        with(|run| {
            let wanted = run.game.goal(&goal).or_else(oops)?;
            let cards = run.cards_arg(&list)?;
            let met = wanted.holds(&run.look(), run.asker(), &cards);
            if !met {
                run.not_met(&goal, &cards);
            }
            Ok(met)
        })
    }

    /// The cards that meet a goal, each once; none when it is not met.
    #[rhai_fn(name = "contributors", return_raw)]
    pub fn contributors(goal: ImmutableString) -> Verb<Array> {
        with(|run| {
            let wanted = run.game.goal(&goal).or_else(oops)?;
            Ok(array(wanted.contributors(&run.look(), run.asker(), &pool(run))))
        })
    }

    /// The cards among an array that meet a goal, each once; none when it is not met.
    #[rhai_fn(name = "contributors", return_raw)]
    pub fn contributors_among(goal: ImmutableString, list: Array) -> Verb<Array> {
        with(|run| {
            let wanted = run.game.goal(&goal).or_else(oops)?;
            let cards = run.cards_arg(&list)?;
            Ok(array(wanted.contributors(&run.look(), run.asker(), &cards)))
        })
    }

    /// The cards that a player controls and that match a query, wherever they lie, in the order in which they were
    /// made. The query is asked as that player would. Example: `cards_of(me, "Ship & in harbour")`.
    #[rhai_fn(name = "cards_of", return_raw)]
    pub fn cards_of(player: INT, query: ImmutableString) -> Verb<Array> {
        with(|run| {
            let player = run.player_arg(player)?;
            let pred = run.game.selector(&query).or_else(oops)?;
            let (look, asker) = (run.look(), Asker { me: player, card: run.asker().card });
            let matching = run
                .state
                .all_cards()
                .filter(|card| pred.matches(&look, asker, *card) && run.state.controller(*card) == player);
            Ok(array(matching))
        })
    }

    /// How many matching cards can each show a different value of a field, one value each.
    #[rhai_fn(name = "distinct", return_raw)]
    pub fn distinct(field: ImmutableString, query: ImmutableString) -> Verb<INT> {
        with(|run| {
            let pred = run.game.selector(&query).or_else(oops)?;
            let measure = Measure::Distinct(run.field_arg(&field)?, (*pred).clone());
            Ok(measured(run, &measure).into())
        })
    }

    /// A zone: the asker's own of this name (or the table's).
    #[rhai_fn(name = "zone", return_raw)]
    pub fn zone(zone: ImmutableString) -> Verb<INT> {
        with(|run| Ok(run.zone_arg(&Dynamic::from(zone.clone()))?.into()))
    }

    /// A zone of a player or of a card. Example: `zone("hand", 2)`.
    #[rhai_fn(name = "zone", return_raw)]
    pub fn zone_of_owner(zone: ImmutableString, owner: Dynamic) -> Verb<INT> {
        with(|run| Ok(run.zone_of_arg(&zone, &owner)?.into()))
    }

    /// The cards of a zone, from top to bottom.
    #[rhai_fn(name = "in_zone", return_raw)]
    pub fn in_zone(zone: Dynamic) -> Verb<Array> {
        with(|run| {
            let zone = run.zone_arg(&zone)?;
            Ok(array(run.state.cards_in(zone)))
        })
    }

    /// How many cards a zone holds.
    #[rhai_fn(name = "size", return_raw)]
    pub fn size(zone: Dynamic) -> Verb<INT> {
        with(|run| {
            let zone = run.zone_arg(&zone)?;
            Ok(run.state.len(zone) as INT)
        })
    }

    /// The top card of a zone; an empty zone gives `nobody`, which is no card.
    #[rhai_fn(name = "top", return_raw)]
    pub fn top(zone: Dynamic) -> Verb<INT> {
        with(|run| Ok(run.state.top(run.zone_arg(&zone)?).map_or(0, INT::from)))
    }

    /// The bottom card of a zone; an empty zone gives `nobody`, which is no card.
    #[rhai_fn(name = "bottom", return_raw)]
    pub fn bottom(zone: Dynamic) -> Verb<INT> {
        with(|run| Ok(run.state.bottom(run.zone_arg(&zone)?).map_or(0, INT::from)))
    }

    /// The zone that a card lies in.
    #[rhai_fn(name = "zone_of", return_raw)]
    pub fn zone_of(card: Dynamic) -> Verb<INT> {
        with(|run| Ok(run.state.zone_of(run.card_arg(&card)?).into()))
    }

    /// Whether a card lies in a zone: of this name, whoever's it is, or in just this one.
    /// Example: `is_in(card, "hand")`, `is_in(card, zone("hand", 2))`.
    #[rhai_fn(name = "is_in", return_raw)]
    pub fn is_in(card: Dynamic, zone: Dynamic) -> Verb<bool> {
        with(|run| {
            let card = run.card_arg(&card)?;
            match zone.as_immutable_string_ref() {
                Ok(name) => Ok(run.state.zone_kind_of(card) == Some(run.zone_kind_arg(&name)?)),
                Err(_) => Ok(run.state.zone_of(card) == run.zone_arg(&zone)?),
            }
        })
    }

    /// Whether something is a card at all (an empty zone's `top` is none).
    #[rhai_fn(name = "is_card", return_raw)]
    pub fn is_card(thing: Dynamic) -> Verb<bool> {
        let number = thing.as_int().unwrap_or(0);
        with(|run| Ok(matches!(Handle::decode(number), Handle::Card(card) if run.state.has_card(card))))
    }

    /// Whether a card matches a query. Example: `is(event.card, "Wizard | Location")`.
    #[rhai_fn(name = "is", return_raw)]
    pub fn is(card: Dynamic, query: ImmutableString) -> Verb<bool> {
        with(|run| {
            let card = run.card_arg(&card)?;
            Ok(matching(run, &query, [card])?.next().is_some())
        })
    }

    /// A number that a card shows in a field; 0 where it shows none.
    #[rhai_fn(name = "number", return_raw)]
    pub fn number(card: Dynamic, field: ImmutableString) -> Verb<INT> {
        with(|run| {
            let card = run.card_arg(&card)?;
            Ok(run.look().number(card, run.field_arg(&field)?).unwrap_or(0).into())
        })
    }

    /// The values that a card shows in a field, as an array of their names.
    #[rhai_fn(name = "values", return_raw)]
    pub fn values(card: Dynamic, field: ImmutableString) -> Verb<Array> {
        with(|run| {
            let (card, field) = (run.card_arg(&card)?, run.field_arg(&field)?);
            let names = run.look().tags(card, field);
            Ok(names.iter().map(|tag| Dynamic::from(run.share(run.game.rules.tag_name(*tag)))).collect())
        })
    }

    /// Every value that a field can have, as an array of their names.
    #[rhai_fn(name = "field_values", return_raw)]
    pub fn field_values(field: ImmutableString) -> Verb<Array> {
        with(|run| {
            let field = run.field_arg(&field)?;
            let values = &run.game.rules.fields[field.ix()].values;
            Ok(values.iter().map(|name| Dynamic::from(run.share(name))).collect())
        })
    }

    /// The words that a card has in a text field; empty where it has none.
    #[rhai_fn(name = "text", return_raw)]
    pub fn text(card: Dynamic, field: ImmutableString) -> Verb<ImmutableString> {
        with(|run| {
            let (card, field) = (run.card_arg(&card)?, run.field_arg(&field)?);
            let def = run.game.rules.def(run.state.card(card).def);
            let text = def.texts.iter().find(|(id, _)| *id == field);
            Ok(text.map_or_else(ImmutableString::new, |(_, text)| run.share(text)))
        })
    }

    /// The rules text of a card, as it is printed.
    #[rhai_fn(name = "printed_text", return_raw)]
    pub fn printed_text(card: Dynamic) -> Verb<ImmutableString> {
        with(|run| {
            let card = run.card_arg(&card)?;
            Ok(run.share(&run.game.rules.def(run.state.card(card).def).text))
        })
    }

    /// The ids of the cards that a card refers to in a field. Example: `links(card, "road")`.
    #[rhai_fn(name = "links", return_raw)]
    pub fn links(card: Dynamic, field: ImmutableString) -> Verb<Array> {
        with(|run| {
            let (card, field) = (run.card_arg(&card)?, run.field_arg(&field)?);
            Ok(ids(run, &run.game.rules.def(run.state.card(card).def).links, field))
        })
    }

    /// The ids of the cards that an operation refers to in a field of its own.
    #[rhai_fn(name = "op_links", return_raw)]
    pub fn op_links(op: INT, field: ImmutableString) -> Verb<Array> {
        with(|run| {
            let (op, field) = (run.op_arg(op)?, run.field_arg(&field)?);
            Ok(run.op_def(op).map(|def| ids(run, &def.says.links, field)).unwrap_or_default())
        })
    }

    /// The number that an operation says in a field of its own; 0 where it says none.
    #[rhai_fn(name = "op_number", return_raw)]
    pub fn op_number(op: INT, field: ImmutableString) -> Verb<INT> {
        with(|run| {
            let (op, field) = (run.op_arg(op)?, run.field_arg(&field)?);
            let numbers = run.op_def(op).map(|def| &def.says.numbers[..]).unwrap_or_default();
            Ok(numbers.iter().find(|(id, _)| *id == field).map_or(0, |(_, number)| (*number).into()))
        })
    }

    /// The words that an operation says in a text field of its own; empty where it says none.
    #[rhai_fn(name = "op_text", return_raw)]
    pub fn op_text(op: INT, field: ImmutableString) -> Verb<ImmutableString> {
        with(|run| {
            let (op, field) = (run.op_arg(op)?, run.field_arg(&field)?);
            let texts = run.op_def(op).map(|def| &def.says.texts[..]).unwrap_or_default();
            let text = texts.iter().find(|(id, _)| *id == field);
            Ok(text.map_or_else(ImmutableString::new, |(_, text)| run.share(text)))
        })
    }

    /// The values that an operation says in a field of its own, as an array of their names.
    #[rhai_fn(name = "op_values", return_raw)]
    pub fn op_values(op: INT, field: ImmutableString) -> Verb<Array> {
        with(|run| {
            let (op, field) = (run.op_arg(op)?, run.field_arg(&field)?);
            let range = run.game.rules.fields[field.ix()].tags();
            let tags = run.op_def(op).map(|def| &def.says.tags[..]).unwrap_or_default();
            let names = tags.iter().filter(|tag| range.contains(&tag.ix()));
            Ok(names.map(|tag| Dynamic::from(run.share(run.game.rules.tag_name(*tag)))).collect())
        })
    }

    /// The label of an operation; empty where it has none.
    #[rhai_fn(name = "op_label", return_raw)]
    pub fn op_label(op: INT) -> Verb<ImmutableString> {
        with(|run| {
            let op = run.op_arg(op)?;
            Ok(run.op_def(op).map_or_else(ImmutableString::new, |def| run.share(&def.label)))
        })
    }

    /// What something is called: a card, a zone, an operation; a plain number is that number.
    #[rhai_fn(name = "name", return_raw)]
    pub fn name(thing: Dynamic) -> Verb<ImmutableString> {
        with(|run| {
            let number = match thing.as_int() {
                Ok(number) => number,
                Err(_) => run.card_arg(&thing)?.into(),
            };
            Ok(crate::kernel::decision::call(number, &run.look(), &run.names, None).into())
        })
    }

    /// A player's name.
    #[rhai_fn(name = "player_name", return_raw)]
    pub fn player_name(player: INT) -> Verb<ImmutableString> {
        with(|run| {
            let player = run.player_arg(player)?;
            Ok(crate::kernel::decision::player_name(player, &run.names).into())
        })
    }

    /// The id of the definition that a card is a copy of.
    #[rhai_fn(name = "id", return_raw)]
    pub fn id(card: Dynamic) -> Verb<ImmutableString> {
        with(|run| {
            let card = run.card_arg(&card)?;
            Ok(run.share(&run.game.rules.def(run.state.card(card).def).id))
        })
    }

    /// The player a card belongs to, or `nobody`.
    #[rhai_fn(name = "owner", return_raw)]
    pub fn owner(card: Dynamic) -> Verb<INT> {
        with(|run| Ok(run.state.card(run.card_arg(&card)?).owner.into()))
    }

    /// The player who controls a card: in whose zone it lies, or under whose card; or `nobody`.
    #[rhai_fn(name = "controller", return_raw)]
    pub fn controller(card: Dynamic) -> Verb<INT> {
        with(|run| Ok(run.state.controller(run.card_arg(&card)?).into()))
    }

    /// The card that a card lies under or on; `nobody` where it lies in no card's zone.
    #[rhai_fn(name = "host", return_raw)]
    pub fn host(card: Dynamic) -> Verb<INT> {
        with(|run| Ok(run.state.host(run.card_arg(&card)?).map_or(0, INT::from)))
    }

    /// Whether a card lies face down.
    #[rhai_fn(name = "is_face_down", return_raw)]
    pub fn is_face_down(card: Dynamic) -> Verb<bool> {
        with(|run| Ok(run.state.card(run.card_arg(&card)?).face_down))
    }

    /// A rule value: the asker's own, or the table's, with all effects. Example: `value("hand_size")`.
    #[rhai_fn(name = "value", return_raw)]
    pub fn own_value(value: ImmutableString) -> Verb<INT> {
        with(|run| Ok(run.look().own_value(run.asker(), run.value_arg(&value)?).into()))
    }

    /// A rule value of a player, a card or the table, with all effects.
    #[rhai_fn(name = "value", return_raw)]
    pub fn value_of(of: Dynamic, value: ImmutableString) -> Verb<INT> {
        with(|run| {
            let (of, value) = (run.subject_arg(&of)?, run.value_arg(&value)?);
            Ok(run.look().value(of, value).into())
        })
    }

    /// How many of a token the asker has (or the asking card, or the table).
    #[rhai_fn(name = "tokens", return_raw)]
    pub fn own_tokens(token: ImmutableString) -> Verb<INT> {
        with(|run| Ok(run.look().own_token(run.asker(), run.token_arg(&token)?).into()))
    }

    /// How many of a token there are on something: a player, a card, a zone or the table.
    #[rhai_fn(name = "tokens", return_raw)]
    pub fn tokens_on(on: Dynamic, token: ImmutableString) -> Verb<INT> {
        with(|run| count_tokens(run, &on, &token, run.me()))
    }

    /// How many of one player's tokens there are on something, for tokens that are counted per player.
    #[rhai_fn(name = "tokens", return_raw)]
    pub fn tokens_of(on: Dynamic, token: ImmutableString, player: INT) -> Verb<INT> {
        with(|run| count_tokens(run, &on, &token, run.player_arg(player)?))
    }

    /// Every player still in the game, starting with whose turn it is.
    #[rhai_fn(name = "players", return_raw)]
    pub fn players() -> Verb<Array> {
        with(|run| Ok(array(run.state.players_from(run.state.active))))
    }

    /// How many seats the table has.
    #[rhai_fn(name = "player_count", return_raw)]
    pub fn player_count() -> Verb<INT> {
        with(|run| Ok(run.state.player_count() as INT))
    }

    /// Whose turn it is, or `nobody`.
    #[rhai_fn(name = "active", return_raw)]
    pub fn active() -> Verb<INT> {
        with(|run| Ok(run.state.active.into()))
    }

    /// The player whose text is asking: in an operation its card's controller, else whose turn it is.
    #[rhai_fn(name = "asker", return_raw)]
    pub fn asker() -> Verb<INT> {
        with(|run| Ok(run.me().into()))
    }

    /// The card whose text is asking; `nobody` in a rule function that no card called.
    #[rhai_fn(name = "this_card", return_raw)]
    pub fn this_card() -> Verb<INT> {
        with(|run| Ok(run.asker().card.map_or(0, INT::from)))
    }

    /// The next player still in the game after one, going round by seat.
    #[rhai_fn(name = "next_player", return_raw)]
    pub fn next_player(player: INT) -> Verb<INT> {
        with(|run| Ok(run.state.after(run.player_arg(player)?).into()))
    }

    /// The players of no common team with one, still in the game, going round from that player.
    #[rhai_fn(name = "opponents", return_raw)]
    pub fn opponents(player: INT) -> Verb<Array> {
        with(|run| {
            let player = run.player_arg(player)?;
            let team = run.state.team_of(player);
            Ok(array(run.state.players_from(player).filter(|other| !team.contains(*other))))
        })
    }

    /// A player and all of the same team, by seat.
    #[rhai_fn(name = "teammates", return_raw)]
    pub fn teammates(player: INT) -> Verb<Array> {
        with(|run| Ok(array(run.state.team_of(run.player_arg(player)?).iter())))
    }

    /// The number of a player's team, 0 for none.
    #[rhai_fn(name = "team", return_raw)]
    pub fn team(player: INT) -> Verb<INT> {
        with(|run| Ok(run.state.team(run.player_arg(player)?).into()))
    }

    /// Whether a player has left the game.
    #[rhai_fn(name = "is_out", return_raw)]
    pub fn is_out(player: INT) -> Verb<bool> {
        with(|run| Ok(run.state.is_out(run.player_arg(player)?)))
    }

    /// Whether a player knows what a card is.
    #[rhai_fn(name = "knows", return_raw)]
    pub fn knows(player: INT, card: Dynamic) -> Verb<bool> {
        with(|run| {
            let (player, card) = (run.player_arg(player)?, run.card_arg(&card)?);
            Ok(run.state.card(card).known.contains(player))
        })
    }

    /// Every copy in the game of a definition, wherever it lies.
    #[rhai_fn(name = "copies", return_raw)]
    pub fn copies(id: ImmutableString) -> Verb<Array> {
        with(|run| {
            let rules = &run.game.rules;
            let Some(def) = rules.card(&id).or_else(|| rules.card_named(&id)) else {
                return unknown("card", &id, rules.cards.names());
            };
            Ok(array(run.look().copies(def)))
        })
    }

    /// The position of a card in its zone, counted from 1 at the top.
    #[rhai_fn(name = "position", return_raw)]
    pub fn position(card: Dynamic) -> Verb<INT> {
        with(|run| {
            let card = run.card_arg(&card)?;
            let zone = run.state.zone_of(card);
            let at = run.state.cards_in(zone).position(|other| other == card);
            Ok(at.map_or(0, |ix| ix as INT + 1))
        })
    }

    /// The player or card that a zone belongs to; `nobody` for a zone of the table.
    #[rhai_fn(name = "zone_owner", return_raw)]
    pub fn zone_owner(zone: Dynamic) -> Verb<INT> {
        with(|run| {
            Ok(match run.state.zone_owner(run.zone_arg(&zone)?) {
                Subject::Player(player) => player.into(),
                Subject::Card(card) => card.into(),
                Subject::Table | Subject::Zone(_) => 0,
            })
        })
    }

    /// Whether a query is about the asker: kept apart so that `mine` and `theirs` can be asked of another player.
    /// Counts matching cards in a zone as that player would.
    #[rhai_fn(name = "count_for", return_raw)]
    pub fn count_for(player: INT, query: ImmutableString) -> Verb<INT> {
        with(|run| {
            let me = run.player_arg(player)?;
            let pred = run.game.selector(&query).or_else(oops)?;
            let look = run.look();
            let asker = Asker { me, card: None };
            let pool = look.pool(me);
            Ok(pool.iter().filter(|card| pred.matches(&look, asker, **card)).count() as INT)
        })
    }
}

/// The cards that match a query, one after another.
fn matching<'a>(
    run: &'a Run,
    query: &'a ImmutableString,
    pool: impl IntoIterator<Item = CardId> + 'a,
) -> Verb<impl Iterator<Item = CardId> + 'a> {
    let pred = run.game.selector(query).or_else(oops)?;
    let (look, asker) = (run.look(), run.asker());
    Ok(pool.into_iter().filter(move |card| {
        let matches = pred.matches(&look, asker, *card);
        if !matches && run.why.is_some() {
            run.left_out(query, *card);
        }
        matches
    }))
}

/// A number found where the game's counts look by default; which cards make it up is noted where someone may ask.
fn measured(run: &mut Run, measure: &Measure) -> i32 {
    let pool = pool(run);
    if run.frames.is_empty() {
        return measure.number(&run.look(), run.asker(), &pool);
    }
    let (n, cards) = measure.of(&run.look(), run.asker(), &pool);
    note(run, &cards);
    n
}

fn pool(run: &Run) -> Cards {
    run.look().pool(run.asker().me)
}

fn in_zone_cards<'a>(run: &'a Run, zone: &Dynamic) -> Verb<CardsIn<'a>> {
    Ok(run.state.cards_in(run.zone_arg(zone)?))
}

/// Remembers, for a card's worth, which cards counted.
fn note(run: &mut Run, cards: &[CardId]) {
    if let Some(frame) = run.frames.last_mut() {
        frame.from.extend_from_slice(cards);
    }
}

fn count_tokens(run: &Run, on: &Dynamic, token: &ImmutableString, of: crate::kernel::Player) -> Verb<INT> {
    let (on, token_id) = (run.subject_arg(on)?, run.token_arg(token)?);
    if !run.state.takes_token(on, token_id) {
        return oops(format!("`{token}` does not lie on things of this kind"));
    }
    Ok(run.state.token(&run.game.rules, on, token_id, of).into())
}

/// The ids of the cards that stand in a field.
fn ids(run: &crate::script::run::Run, links: &[(FieldId, DefId)], field: FieldId) -> Array {
    let of_field = links.iter().filter(|(id, _)| *id == field);
    of_field.map(|(_, def)| Dynamic::from(run.share(&run.game.rules.def(*def).id))).collect()
}
