//! What a player types, understood: an answer by number or by name, or a word to the table.

use std::collections::HashSet;

use cardwright::content::nearest;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// These options, counted from 0.
    Picks(Vec<u16>),
    /// Take back the last answer.
    Undo,
    /// What can be typed.
    Help,
    /// Why something is not offered, or where points came from.
    Why(String),
    /// The log; all of it?
    Log(bool),
    /// The zones, or one of them.
    View(Option<String>),
    /// A card by name, or of an option by its number.
    Card(String),
    /// The map, or the part of it around something.
    Map(Option<String>),
    /// The question once more, with the table.
    Again,
    /// No more for now.
    Quit,
    /// None of these; why.
    Unclear(String),
}

/// What is being asked, as far as answers go.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// What the options are called.
    pub labels: &'a [String],
    /// The fewest to choose.
    pub min: usize,
    /// The most.
    pub max: usize,
}

/// Words to the table, for completion and help; a single letter will do where it stands first.
pub const WORDS: [(&str, &str, &str); 8] = [
    ("u", "undo", "take back your last answer, if nothing hidden was seen since"),
    ("v", "view", "the piles on the table; `v 2` or `v NAME` looks at one"),
    ("c", "card", "`c NAME` or `c NUMBER` shows a card"),
    ("m", "map", "the map; `m NAME` or `m 1424` around there, `m all`, `m FILE.svg` as a picture"),
    ("l", "log", "what happened lately; `l all` for the whole game"),
    ("t", "table", "the table and the question once more"),
    ("?", "help", "this help; `? NAME` tells why something is not offered, `? score` where points came from"),
    ("q", "quit", "stop here"),
];

/// Understands a line.
pub fn understand(line: &str, question: &Question<'_>) -> Typed {
    let line = line.trim();
    if line.is_empty() {
        return Typed::Nothing;
    }
    // `?score` is `? score`.
    if let Some(what) = line.strip_prefix('?').filter(|what| what.starts_with(char::is_alphanumeric)) {
        return Typed::Why(what.to_owned());
    }
    let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(a, b)| (a, b.trim()));
    let first = first.to_lowercase();
    let word = WORDS.iter().find(|(letter, word, _)| first == *letter || first == *word).map(|word| word.1);
    let whole = |typed| if rest.is_empty() { Some(typed) } else { None };
    let command = match word {
        Some("undo") => whole(Typed::Undo),
        Some("help") if !rest.is_empty() && first == "?" => Some(Typed::Why(rest.to_owned())),
        Some("help") => whole(Typed::Help),
        Some("table") => whole(Typed::Again),
        Some("quit") => whole(Typed::Quit),
        Some("log") if rest.eq_ignore_ascii_case("all") => Some(Typed::Log(true)),
        Some("log") => whole(Typed::Log(false)),
        Some("view") => Some(Typed::View((!rest.is_empty()).then(|| rest.to_owned()))),
        Some("map") => Some(Typed::Map((!rest.is_empty()).then(|| rest.to_owned()))),
        Some("card") if !rest.is_empty() => Some(Typed::Card(rest.to_owned())),
        Some("card") => Some(Typed::Unclear("which card? `c NAME` or `c NUMBER`".to_owned())),
        _ => None,
    };
    // An option that is called so is meant rather than the word, unless the word is typed by its letter.
    let option = first.len() > 1 && question.labels.iter().any(|label| label.eq_ignore_ascii_case(line));
    match command {
        Some(command) if !option => command,
        _ => picks(line, question).map_or_else(Typed::Unclear, Typed::Picks),
    }
}

/// Whether the options are numbers, so that a number typed means the number and not the position.
pub fn are_numbers(labels: &[String]) -> bool {
    !labels.is_empty() && labels.iter().all(|label| label.parse::<i64>().is_ok())
}

fn picks(line: &str, question: &Question<'_>) -> Result<Vec<u16>, String> {
    let (min, max) = (question.min, question.max);
    if min == 0 && ["none", "0", "-"].contains(&line.to_lowercase().as_str()) && !are_numbers(question.labels)
    {
        return Ok(Vec::new());
    }
    let mut picks: Vec<u16> = Vec::new();
    match one(line, question.labels, &picks) {
        Ok(pick) => picks.push(pick),
        Err(why) if max == 1 => return Err(why),
        Err(_) => {
            for part in parts(line) {
                picks.push(one(part, question.labels, &picks)?);
            }
        }
    }
    if picks.len() < min || picks.len() > max {
        return Err(format!("choose {}, not {}", how_many(min, max, question.labels.len()), picks.len()));
    }
    Ok(picks)
}

/// The parts of an answer that names several: between commas, or between spaces where all are numbers.
fn parts(line: &str) -> Vec<&str> {
    let words = || line.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    if words().all(|word| word.parse::<u64>().is_ok()) {
        return words().collect();
    }
    line.split(',').map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The option that a word names. Of options with one name it is the first that is not chosen yet.
fn one(word: &str, labels: &[String], chosen: &[u16]) -> Result<u16, String> {
    let free = |ix: &usize| !chosen.contains(&(*ix as u16));
    if let Ok(number) = word.parse::<usize>()
        && !are_numbers(labels)
    {
        return match number {
            1.. if number <= labels.len() && free(&(number - 1)) => Ok((number - 1) as u16),
            1.. if number <= labels.len() => Err(format!("{number} is chosen twice")),
            _ => Err(format!("there is no option {number}; there are {}", labels.len())),
        };
    }
    let wanted = word.to_lowercase();
    let lower: Vec<String> = labels.iter().map(|label| label.to_lowercase()).collect();
    if let Some(ix) = (0..lower.len()).filter(free).find(|ix| lower[*ix] == wanted) {
        return Ok(ix as u16);
    }
    for begins in [true, false] {
        if !begins && wanted.chars().count() < 3 {
            break;
        }
        let fits =
            |ix: &usize| if begins { lower[*ix].starts_with(&wanted) } else { lower[*ix].contains(&wanted) };
        let mut found: Vec<usize> = (0..lower.len()).filter(free).filter(fits).collect();
        // Two of one name are as good as one another.
        let mut seen = HashSet::new();
        found.retain(|ix| seen.insert(&lower[*ix]));
        match found[..] {
            [] => {}
            [only] => return Ok(only as u16),
            [first, second, ..] => {
                return Err(format!("`{word}` may be `{}` or `{}`", labels[first], labels[second]));
            }
        }
    }
    Err(match nearest(word, labels.iter().map(String::as_str)) {
        Some(near) => format!("no option is called `{word}`; did you mean `{near}`?"),
        None => format!("no option is called `{word}`; type a number, or ? for help"),
    })
}

/// How many to choose, in words.
pub fn how_many(min: usize, max: usize, options: usize) -> String {
    match (min, max.min(options)) {
        (min, max) if min == max => format!("{max}"),
        (0, max) if max == options => "any number".to_owned(),
        (0, max) => format!("up to {max}"),
        (min, max) => format!("{min} to {max}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &str, labels: &[&str], min: usize, max: usize) -> Typed {
        let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
        understand(line, &Question { labels: &labels, min, max })
    }

    const LAMPS: [&str; 4] = ["Old Lamp", "Old Lantern", "Candle", "Candle"];

    #[test]
    fn an_option_is_named_by_number_or_by_enough_of_its_name() {
        assert_eq!(typed("2", &LAMPS, 1, 1), Typed::Picks(vec![1]));
        assert_eq!(
            typed(" old la ", &LAMPS, 1, 1),
            Typed::Unclear("`old la` may be `Old Lamp` or `Old Lantern`".into())
        );
        assert_eq!(typed("OLD LAN", &LAMPS, 1, 1), Typed::Picks(vec![1]));
        assert_eq!(typed("lantern", &LAMPS, 1, 1), Typed::Picks(vec![1]));
        assert_eq!(typed("candle", &LAMPS, 1, 1), Typed::Picks(vec![2]));
    }

    #[test]
    fn several_are_named_between_commas_or_by_numbers() {
        assert_eq!(typed("3 1", &LAMPS, 1, 3), Typed::Picks(vec![2, 0]));
        assert_eq!(typed("1,2", &LAMPS, 2, 2), Typed::Picks(vec![0, 1]));
        assert_eq!(typed("candle, candle", &LAMPS, 2, 2), Typed::Picks(vec![2, 3]));
        assert_eq!(typed("1 1", &LAMPS, 2, 2), Typed::Unclear("1 is chosen twice".into()));
        assert_eq!(typed("1 2 3", &LAMPS, 0, 2), Typed::Unclear("choose up to 2, not 3".into()));
    }

    #[test]
    fn none_is_an_answer_where_none_need_be_chosen() {
        assert_eq!(typed("0", &LAMPS, 0, 2), Typed::Picks(vec![]));
        assert_eq!(typed("none", &LAMPS, 0, 1), Typed::Picks(vec![]));
        assert_eq!(typed("0", &LAMPS, 1, 1), Typed::Unclear("there is no option 0; there are 4".into()));
        assert_eq!(typed("", &LAMPS, 0, 2), Typed::Nothing);
    }

    #[test]
    fn where_options_are_numbers_a_number_is_meant() {
        assert_eq!(typed("3", &["0", "1", "2", "3"], 1, 1), Typed::Picks(vec![3]));
        assert_eq!(typed("0", &["0", "1", "2", "3"], 1, 1), Typed::Picks(vec![0]));
    }

    #[test]
    fn words_to_the_table_are_understood() {
        assert_eq!(typed("u", &LAMPS, 1, 1), Typed::Undo);
        assert_eq!(typed("?", &LAMPS, 1, 1), Typed::Help);
        assert_eq!(typed("? red lamp", &LAMPS, 1, 1), Typed::Why("red lamp".into()));
        assert_eq!(typed("v", &LAMPS, 1, 1), Typed::View(None));
        assert_eq!(typed("V deck of stars", &LAMPS, 1, 1), Typed::View(Some("deck of stars".into())));
        assert_eq!(typed("c Candle", &LAMPS, 1, 1), Typed::Card("Candle".into()));
        assert_eq!(typed("m", &LAMPS, 1, 1), Typed::Map(None));
        assert_eq!(typed("map Old Rock", &LAMPS, 1, 1), Typed::Map(Some("Old Rock".into())));
        assert_eq!(typed("l all", &LAMPS, 1, 1), Typed::Log(true));
        assert_eq!(typed("q", &LAMPS, 1, 1), Typed::Quit);
    }

    #[test]
    fn an_option_called_like_a_word_can_be_chosen() {
        assert_eq!(typed("table", &["Table", "Chair"], 1, 1), Typed::Picks(vec![0]));
        assert_eq!(typed("t", &["Table", "Chair"], 1, 1), Typed::Again);
    }

    #[test]
    fn an_unknown_option_is_told_with_the_nearest() {
        let told = Typed::Unclear("no option is called `candel`; did you mean `Candle`?".into());
        assert_eq!(typed("candel", &LAMPS, 1, 1), told);
    }
}
