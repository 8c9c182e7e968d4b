//! Cards by what people call them.

use anyhow::{Result, bail};
use cardwright::content::{nearest, slug};
use cardwright::kernel::{DefId, Rules};

use crate::library::same;

/// The card of a name or an id, whatever its case and punctuation.
pub fn card(rules: &Rules, word: &str) -> Option<DefId> {
    let id = slug(word);
    rules
        .cards
        .entries()
        .position(|(known, card)| same(&card.name, word) || known == id || slug(&card.name) == id)
        .map(Into::into)
}

/// As [`card`], but the beginning or any part of a name will do if only one card's has it.
pub fn card_loosely(rules: &Rules, word: &str) -> Result<DefId> {
    if let Some(card) = card(rules, word) {
        return Ok(card);
    }
    let wanted = word.to_lowercase();
    for begins in [true, false] {
        let fits = |name: &str| {
            let name = name.to_lowercase();
            if begins { name.starts_with(&wanted) } else { name.contains(&wanted) }
        };
        let found: Vec<usize> = (0..rules.cards.len()).filter(|ix| fits(&rules.cards[*ix].name)).collect();
        match found[..] {
            [] => {}
            [one] => return Ok(one.into()),
            [one, other, ..] => {
                bail!("`{word}` may be `{}` or `{}`", rules.cards[one].name, rules.cards[other].name)
            }
        }
    }
    bail!("{}", unknown(word, rules))
}

/// What is said of a name that no card has.
pub fn unknown(word: &str, rules: &Rules) -> String {
    unknown_among(word, rules.cards.iter().map(|card| card.name.as_str()))
}

/// What is said of a name that none of these is.
pub fn unknown_among<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, names.clone()).or_else(|| holding(word, names)) {
        Some(near) => format!("unknown card `{word}`; did you mean `{near}`?"),
        None => format!("unknown card `{word}`"),
    }
}

/// The first name that holds all of a word.
fn holding<'a>(word: &str, mut names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = word.to_lowercase();
    names.find(|name| !wanted.is_empty() && name.to_lowercase().contains(&wanted))
}

#[cfg(test)]
mod tests {
    use cardwright::kernel::CardDef;

    use super::*;

    fn rules() -> Rules {
        let mut rules = Rules::default();
        for name in ["Miller's Lamp", "Mill", "Old Lantern"] {
            let card = CardDef { id: slug(name), name: name.into(), ..CardDef::default() };
            rules.cards.insert(card.id.clone(), card);
        }
        rules
    }

    #[test]
    fn case_and_punctuation_do_not_matter() {
        let rules = rules();
        for word in ["MILLER'S LAMP", "millers-lamp", "Millers lamp", "miller’s lamp"] {
            assert_eq!(card(&rules, word), Some(0.into()), "{word}");
        }
        assert_eq!(card(&rules, "Lamp"), None);
    }

    #[test]
    fn part_of_a_name_will_do_if_only_one_has_it() {
        let rules = rules();
        assert_eq!(card_loosely(&rules, "old").expect("one"), 2.into());
        assert_eq!(card_loosely(&rules, "mill").expect("by its whole name"), 1.into());
        assert_eq!(card_loosely(&rules, "lam").expect("one"), 0.into());
        let told = card_loosely(&rules, "l").expect_err("three have it").to_string();
        assert_eq!(told, "`l` may be `Miller's Lamp` or `Mill`");
        let told = card_loosely(&rules, "old lanten").expect_err("none").to_string();
        assert_eq!(told, "unknown card `old lanten`; did you mean `Old Lantern`?");
    }
}
