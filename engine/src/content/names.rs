//! Names: the id a name gives, the nearest known name to an unknown one, and names made safe to print.

use std::borrow::Cow;

/// The id that a name gives: lower case, apostrophes dropped, everything else that is no letter or digit a dash.
pub fn slug(name: &str) -> String {
    let mut id = String::with_capacity(name.len());
    for c in name.chars().filter(|c| !matches!(c, '\'' | '’' | '‘')) {
        if c.is_alphanumeric() {
            id.extend(c.to_lowercase());
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.truncate(id.trim_end_matches('-').len());
    id
}

/// The candidate that a word was most likely meant to be, if one is near enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let most = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The help for an unknown word: "did you mean `x`?".
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// The names as people list them: "`a`, `b` or `c`".
pub(super) fn either(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// Text that a terminal shows as it is: control characters and those that turn the direction of writing are replaced.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unsafe) {
        Cow::Owned(text.chars().map(|c| if is_unsafe(c) { '\u{FFFD}' } else { c }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// As [`clean`], but each character is replaced by one of as many bytes, so that positions stay right.
pub(super) fn clean_in_place(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let replaced = |c: char| match c.len_utf8() {
        _ if !is_unsafe(c) => c,
        1 => '?',
        2 => '·',
        _ => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(replaced).collect())
}

fn is_unsafe(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
        || matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_made_from_a_name_by_one_rule() {
        for (name, id) in [
            ("Survey Shuttle", "survey-shuttle"),
            ("Miller's  Lamp!", "millers-lamp"),
            ("  A.B. (two) ", "a-b-two"),
            ("Élan 2", "élan-2"),
            ("!?", ""),
        ] {
            assert_eq!(slug(name), id);
        }
    }

    #[test]
    fn only_a_near_name_is_suggested() {
        let known = ["meadow", "market", "PLAY"];
        assert_eq!(did_you_mean("medow", known).as_deref(), Some("did you mean `meadow`?"));
        assert_eq!(did_you_mean("plya", known).as_deref(), Some("did you mean `PLAY`?"));
        assert_eq!(did_you_mean("orchard", known), None);
        assert_eq!(did_you_mean(&"m".repeat(10_000), known), None);
    }

    #[test]
    fn what_would_steer_a_terminal_is_replaced() {
        assert_eq!(clean("a\u{1b}[31mb\u{202E}c\u{9b}"), "a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}");
        let text = "a\u{1b}b\u{202E}c\u{9b}d";
        assert_eq!(clean_in_place(text).len(), text.len());
        assert_eq!(clean_in_place(text), "a?b\u{FFFD}c·d");
    }

    #[test]
    fn choices_are_listed_as_people_do() {
        assert_eq!(either(&["a"]), "`a`");
        assert_eq!(either(&["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
