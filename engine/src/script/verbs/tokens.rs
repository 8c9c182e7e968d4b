//! Tokens: adding, taking and setting them.

use super::moves::event_data;
use crate::kernel::{Belongs, CardId, Handle, Player, Subject, TOKEN_CHANGED, TokenId};
use crate::script::exec::emit;
use crate::script::run::{Run, Verb, oops, with};
use rhai::plugin::*;
use rhai::{Dynamic, INT, ImmutableString};

/// Adds to a token's count, within its bounds, and tells those who listen. Gives by how much it changed.
pub(crate) fn change_token(on: Subject, token: TokenId, of: Player, by: i64) -> Verb<i64> {
    let now = with(|run| Ok(run.state.token(&run.game.rules, on, token, of)))?;
    set_count(on, token, of, i64::from(now).saturating_add(by))
}

/// Sets a token's count, within its bounds, and tells those who listen. Gives by how much it changed.
pub(super) fn set_count(on: Subject, token: TokenId, of: Player, count: i64) -> Verb<i64> {
    let change = with(|run| {
        run.may_change()?;
        let game = run.game.clone();
        match run.state.set_token(&game.rules, on, token, of, count) {
            Some(change) => {
                if let Subject::Player(player) = on {
                    run.gained(player, token, change.into());
                }
                Ok(i64::from(change))
            }
            None => {
                let name = game.rules.tokens.name(token.ix());
                oops(format!("`{name}` does not lie on things of this kind"))
            }
        }
    })?;
    if change != 0 {
        emit(TOKEN_CHANGED, |run| {
            let on = match on {
                Subject::Table => Handle::Table.encode(),
                Subject::Player(player) => player.into(),
                Subject::Card(card) => CardId::into(card),
                Subject::Zone(zone) => zone.into(),
            };
            let mut data = event_data([("on", on), ("by", change), ("player", run.me().into())]);
            let name: ImmutableString = run.game.rules.tokens.name(token.ix()).as_ref().into();
            data.insert("token".into(), name.into());
            data
        })?;
    }
    Ok(change)
}

/// Verbs that change tokens. Counts stay within the token's bounds.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod tokens {
    use super::*;

    /// Adds tokens to the asker (or to the asking card, or to the table, whatever the token lies on).
    /// A negative number takes away. Gives by how much the count changed, which is less than `n` at a bound.
    /// Errors: a token of cards where no card asks; a token of zones.
    #[rhai_fn(name = "add", return_raw)]
    pub fn add_own(token: ImmutableString, n: INT) -> Verb<INT> {
        let (on, id, me) = with(|run| {
            let (on, id) = own(run, &token)?;
            Ok((on, id, run.me()))
        })?;
        change_token(on, id, me, n)
    }

    /// Adds tokens to something: a player, a card, a zone or the table. Gives by how much the count changed.
    /// Errors: the token does not lie on things of this kind. Example: `add(me, "action", -1)`.
    #[rhai_fn(name = "add", return_raw)]
    pub fn add(on: Dynamic, token: ImmutableString, n: INT) -> Verb<INT> {
        let (on, id, me) = with(|run| Ok((run.subject_arg(&on)?, run.token_arg(&token)?, run.me())))?;
        change_token(on, id, me, n)
    }

    /// Adds one player's tokens to something, for tokens that are counted per player.
    #[rhai_fn(name = "add", return_raw)]
    pub fn add_of(on: Dynamic, token: ImmutableString, n: INT, player: INT) -> Verb<INT> {
        let (on, id, of) =
            with(|run| Ok((run.subject_arg(&on)?, run.token_arg(&token)?, run.player_arg(player)?)))?;
        change_token(on, id, of, n)
    }

    /// Sets how many tokens there are on something. Gives by how much the count changed.
    #[rhai_fn(name = "set_tokens", return_raw)]
    pub fn set_tokens(on: Dynamic, token: ImmutableString, n: INT) -> Verb<INT> {
        let (on, id, me) = with(|run| Ok((run.subject_arg(&on)?, run.token_arg(&token)?, run.me())))?;
        set_count(on, id, me, n)
    }

    /// Sets how many of one player's tokens there are on something.
    #[rhai_fn(name = "set_tokens", return_raw)]
    pub fn set_tokens_of(on: Dynamic, token: ImmutableString, n: INT, player: INT) -> Verb<INT> {
        let (on, id, of) =
            with(|run| Ok((run.subject_arg(&on)?, run.token_arg(&token)?, run.player_arg(player)?)))?;
        set_count(on, id, of, n)
    }
}

fn own(run: &Run, token: &ImmutableString) -> Verb<(Subject, crate::kernel::TokenId)> {
    let id = run.token_arg(token)?;
    let subject = match run.game.rules.tokens[id.ix()].on {
        Belongs::Player => Subject::Player(run.me()),
        Belongs::Table => Subject::Table,
        Belongs::Card => match run.asker().card {
            Some(card) => Subject::Card(card),
            None => return oops(format!("on which card? say add(card, \"{token}\", n)")),
        },
        Belongs::Zone => return oops(format!("on which zone? say add(zone, \"{token}\", n)")),
    };
    Ok((subject, id))
}
