//! A game at the terminal: what is shown, what is asked, what is kept.

pub mod board;
mod chart;
mod keep;
pub mod question;
mod session;

use cardwright::kernel::{Outcome, Player, decision::player_name};
use cardwright::table::Table;

pub use keep::Keep;
pub use session::Session;

use crate::terminal::{FAINT, GOOD, STRONG};
use crate::text::{line, pad, width};

/// How a game ended: who won, with what scores, why, and where the points came from; nothing while it goes on.
pub fn ending(table: &Table) -> String {
    let Some(outcome) = table.outcome() else { return String::new() };
    let parts = (0..table.names().len()).map(|ix| table.score_parts(Player::at(ix)));
    let parts: Vec<_> = parts.map(Result::unwrap_or_default).collect();
    format!("{}{}", told(outcome, table.names()), score_table(&parts, table.names()))
}

/// Where the points came from: a line for each part, a column for each player.
fn score_table(parts: &[Vec<(String, i64)>], names: &[String]) -> String {
    let Some(first) = parts.first().filter(|first| !first.is_empty()) else { return String::new() };
    let heads: Vec<String> = (0..names.len()).map(|ix| line(&player_name(Player::at(ix), names))).collect();
    let labels = first.iter().map(|(label, _)| width(label)).max().unwrap_or(0).max(width("in all"));
    let row = |label: &str, points: &mut dyn Iterator<Item = i64>| {
        let mut row = format!("  {}", pad(label, labels));
        for (head, points) in heads.iter().zip(points) {
            row.push_str(&format!("  {points:>columns$}", columns = width(head).max(4)));
        }
        row + "\n"
    };
    let mut text = format!("\n  {FAINT}{}", pad("", labels));
    for head in &heads {
        text.push_str(&format!("  {head:>4}"));
    }
    text.push_str(&format!("{FAINT:#}\n"));
    for (ix, (label, _)) in first.iter().enumerate() {
        let mut points = parts.iter().map(|parts| parts.get(ix).map_or(0, |(_, points)| *points));
        text.push_str(&row(&line(label), &mut points));
    }
    let mut sums = parts.iter().map(|parts| parts.iter().map(|(_, points)| points).sum());
    text.push_str(&row("in all", &mut sums));
    text
}

fn told(outcome: &Outcome, names: &[String]) -> String {
    let name = |player: Player| line(&player_name(player, names));
    let winners: Vec<String> = outcome.winners.iter().map(name).collect();
    let won = match &winners[..] {
        [] => "Nobody wins".to_owned(),
        [one] => format!("{one} wins"),
        [rest @ .., last] => format!("{} and {last} share the victory", rest.join(", ")),
    };
    let reason = line(&outcome.reason);
    let mut text = format!("\n{GOOD}{won}{GOOD:#}{}{reason}\n", if reason.is_empty() { "" } else { ": " });
    let mut scores: Vec<(Player, i64)> =
        outcome.scores.iter().enumerate().map(|(ix, score)| (Player::at(ix), *score)).collect();
    scores.sort_by_key(|(player, score)| (std::cmp::Reverse(*score), *player));
    let columns = scores.iter().map(|(player, _)| width(&name(*player))).max().unwrap_or(0);
    for (player, score) in scores {
        let style = if outcome.winners.contains(player) { STRONG } else { anstyle::Style::new() };
        text.push_str(&format!("  {style}{}  {score:>4}{style:#}\n", pad(&name(player), columns)));
    }
    text
}

#[cfg(test)]
mod tests {
    use cardwright::kernel::Players;

    use super::*;

    #[test]
    fn the_end_names_winners_scores_and_why() {
        let names = ["Ann", "Bob", "Cy"].map(String::from);
        let winners = Players::just(Player(1)).with(Players::just(Player(3)));
        let outcome = Outcome { winners, scores: vec![7, 3, 7], reason: "the deck is empty".into() };
        let text = anstream::adapter::strip_str(&told(&outcome, &names)).to_string();
        assert_eq!(
            text,
            "\nAnn and Cy share the victory: the deck is empty\n  Ann     7\n  Cy      7\n  Bob     3\n"
        );
    }

    #[test]
    fn the_parts_of_a_score_stand_under_their_players() {
        let names = ["Ann", "Robert"].map(String::from);
        let parts = |a, b| vec![("Glory".to_owned(), a), ("Incidents".to_owned(), b)];
        let text =
            anstream::adapter::strip_str(&score_table(&[parts(4, -1), parts(12, 0)], &names)).to_string();
        let wanted = "\n              Ann  Robert\n  Glory         4      12\n  Incidents    -1       0\n  in all        3      12\n";
        assert_eq!(text, wanted);
        assert_eq!(score_table(&[Vec::new(), Vec::new()], &names), "");
    }
}
