//! Tokens as players read them.

use cardwright::kernel::TokenDef;

use crate::text::line;

/// How many there are of a token, by its title; nothing where there are none or where players are not shown it.
pub fn in_words(token: &TokenDef, counts: &[i32]) -> Option<String> {
    if !token.shown || counts.iter().all(|count| *count == 0) {
        return None;
    }
    let title = line(&token.title);
    if (token.min, token.max, token.per_player) == (0, 1, false) {
        // There or not there: no number says more.
        return Some(title);
    }
    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
    Some(format!("{title} {}", counts.join("/")))
}

#[cfg(test)]
mod tests {
    use cardwright::kernel::Belongs;

    use super::*;

    fn token(min: i32, max: i32, per_player: bool, shown: bool) -> TokenDef {
        let title = "hit".to_owned();
        TokenDef { title, on: Belongs::Card, per_player, min, max, start: 0, stays: false, shown }
    }

    #[test]
    fn tokens_are_counted_by_title() {
        assert_eq!(in_words(&token(0, 9, false, true), &[2]).as_deref(), Some("hit 2"));
        assert_eq!(in_words(&token(0, 9, true, true), &[0, 3]).as_deref(), Some("hit 0/3"));
        assert_eq!(in_words(&token(0, 9, false, true), &[0]), None);
    }

    #[test]
    fn of_one_at_most_the_title_says_all() {
        assert_eq!(in_words(&token(0, 1, false, true), &[1]).as_deref(), Some("hit"));
        assert_eq!(in_words(&token(0, 1, false, true), &[0]), None);
        // Whose it is, or on which side of nothing, takes a number.
        assert_eq!(in_words(&token(0, 1, true, true), &[0, 1]).as_deref(), Some("hit 0/1"));
        assert_eq!(in_words(&token(-1, 1, false, true), &[-1]).as_deref(), Some("hit -1"));
    }

    #[test]
    fn what_only_keeps_the_books_is_not_told() {
        assert_eq!(in_words(&token(0, 9, false, false), &[2]), None);
        assert_eq!(in_words(&token(0, 1, false, false), &[1]), None);
    }
}
