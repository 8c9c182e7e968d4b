//! The course of the game: whose turn it is, what comes next, how it ends; and what is said about it.

use super::args::{array, unknown};
use crate::kernel::{Outcome, Part, Player, Players};
use crate::script::run::{Run, Verb, oops, with};
use rhai::plugin::*;
use rhai::{Array, Dynamic, INT, ImmutableString};
use smallvec::SmallVec;
use std::sync::Arc;

/// Verbs that steer the game and write its log.
#[export_module]
#[allow(missing_docs, reason = "the attribute generates functions of its own beside the documented ones")]
pub mod flow {
    use super::*;

    /// Names the rule function (of no arguments) that is called next, and again until another is named.
    /// Errors: no such function.
    #[rhai_fn(name = "next", return_raw)]
    pub fn next(phase: ImmutableString) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            if *run.state.phase == *phase {
                return Ok(());
            }
            if !run.game.has_function(&phase, 0) {
                return unknown("phase function", &phase, run.game.function_names());
            }
            run.state.phase = Arc::from(phase.as_str());
            Ok(())
        })
    }

    /// The phase that is called next, as `next` named it; empty where none was named.
    #[rhai_fn(name = "phase", return_raw)]
    pub fn phase() -> Verb<ImmutableString> {
        with(|run| Ok((&*run.state.phase).into()))
    }

    /// Makes it a player's turn (or `nobody`'s).
    #[rhai_fn(name = "set_active", return_raw)]
    pub fn set_active(player: INT) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            run.state.active = run.player_or_nobody(player)?;
            Ok(())
        })
    }

    /// Puts a player into a team; 0 is none.
    #[rhai_fn(name = "set_team", return_raw)]
    pub fn set_team(player: INT, team: INT) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let player = run.player_arg(player)?;
            let Ok(team) = u8::try_from(team) else { return oops("teams are numbered 1 to 255") };
            run.state.set_team(player, team);
            Ok(())
        })
    }

    /// A player leaves the game before its end.
    #[rhai_fn(name = "put_out", return_raw)]
    pub fn put_out(player: INT) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let player = run.player_arg(player)?;
            run.state.put_out(player);
            Ok(())
        })
    }

    /// Ends the game. `winners` is an array of players, empty when all lose together.
    #[rhai_fn(name = "end_game", return_raw)]
    pub fn end_game(winners: Array, reason: ImmutableString) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let winners = run.players_arg(&Dynamic::from_array(winners.clone()))?;
            run.state.outcome =
                Some(Outcome { winners, scores: Vec::new(), reason: Arc::from(reason.as_str()) });
            Ok(())
        })
    }

    /// Ends the game with a score for each seat, in seat order; the highest wins, and all who have it.
    /// Players who are out do not win. Errors: not one score for each seat.
    #[rhai_fn(name = "end_by_score", return_raw)]
    pub fn end_by_score(scores: Array, reason: ImmutableString) -> Verb<()> {
        with(|run| {
            run.may_change()?;
            let scores: Vec<i64> = scores.iter().filter_map(|score| score.as_int().ok()).collect();
            if scores.len() != run.state.player_count() {
                return oops(format!("{} scores for {} seats", scores.len(), run.state.player_count()));
            }
            let winners = best(run, &scores);
            run.state.outcome = Some(Outcome { winners, scores, reason: Arc::from(reason.as_str()) });
            Ok(())
        })
    }

    /// Those who have won, by seat; none while the game goes on.
    #[rhai_fn(name = "winners", return_raw)]
    pub fn winners() -> Verb<Array> {
        with(|run| {
            let winners = run.state.outcome.as_ref().map(|outcome| outcome.winners).unwrap_or_default();
            Ok(array(winners.iter()))
        })
    }

    /// Whether the game has ended.
    #[rhai_fn(name = "is_over", return_raw)]
    pub fn is_over() -> Verb<bool> {
        with(|run| Ok(run.state.outcome.is_some()))
    }

    /// Writes to the log, for all to read. `{}` stands for the next part (a card, a zone, a number, a text), `{p}` for the
    /// next part as a player. A card is named only to those who know it.
    /// Errors: more or fewer parts than places for them. Example: `say("{p} discards {}", [me, it])`.
    #[rhai_fn(name = "say", return_raw)]
    pub fn say(text: ImmutableString, parts: Array) -> Verb<()> {
        write(Players::ALL, &text, &parts)
    }

    /// Writes plain words to the log, for all to read.
    #[rhai_fn(name = "say", return_raw)]
    pub fn say_plain(text: ImmutableString) -> Verb<()> {
        write(Players::ALL, &text, &[])
    }

    /// Writes to the log, for some players only.
    #[rhai_fn(name = "tell", return_raw)]
    pub fn tell(players: Dynamic, text: ImmutableString, parts: Array) -> Verb<()> {
        let readers = with(|run| run.players_arg(&players))?;
        write(readers, &text, &parts)
    }

    /// Whether a player is somebody: `nobody` stands for no card and no player.
    #[rhai_fn(name = "is_player")]
    pub fn is_player(player: INT) -> bool {
        u8::try_from(player).is_ok_and(|seat| Player(seat).is_somebody())
    }
}

fn best(run: &Run, scores: &[i64]) -> Players {
    let playing = || run.state.players().filter(|player| !run.state.is_out(*player));
    let most = playing().map(|player| scores[player.ix()]).max();
    playing().filter(|player| Some(scores[player.ix()]) == most).collect()
}

fn write(readers: Players, text: &str, given: &[Dynamic]) -> Verb<()> {
    with(|run| {
        if !run.logging || run.trial.is_some() {
            return Ok(());
        }
        let mut parts: SmallVec<[Part; 4]> = SmallVec::new();
        let mut given = given.iter();
        for hole in text.match_indices('{').map(|(ix, _)| &text[ix..]) {
            let player = hole.starts_with("{p}");
            if !player && !hole.starts_with("{}") {
                continue;
            }
            let Some(value) = given.next() else {
                return oops(format!("`{text}` has more {{}} than parts are given"));
            };
            parts.push(part(run, value, player)?);
        }
        if given.next().is_some() {
            return oops(format!("`{text}` has fewer {{}} than parts are given"));
        }
        run.write(&text.replace("{p}", "{}"), parts, readers)
    })
}

fn part(run: &Run, value: &Dynamic, player: bool) -> Verb<Part> {
    match value.as_int() {
        Ok(seat) if player => Ok(Part::Player(run.player_or_nobody(seat)?)),
        Ok(number) => Ok(run.look().part(number)),
        Err(_) => Ok(Part::Text(Arc::from(value.to_string()))),
    }
}
