//! A game at the terminal: what is shown, what is asked, what is kept.

mod board;
mod chart;
mod keep;
mod question;
mod session;

use cardwright::kernel::{Outcome, Player, decision::player_name};

pub use keep::Keep;
pub use session::Session;

use crate::terminal::{GOOD, STRONG};
use crate::text::{line, pad, width};

/// How a game ended: who won, with what scores, and why.
pub fn ending(outcome: &Outcome, names: &[String]) -> String {
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
        let told = anstream::adapter::strip_str(&ending(&outcome, &names)).to_string();
        assert_eq!(
            told,
            "\nAnn and Cy share the victory: the deck is empty\n  Ann     7\n  Cy      7\n  Bob     3\n"
        );
    }
}
