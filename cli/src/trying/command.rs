//! What is typed at the table on which a card is tried.

use cardwright::content::did_you_mean;

use crate::text::line;

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing was typed.
    Nothing,
    /// Use the operation of this number.
    Press(usize),
    /// Carry out a statement.
    Do(String),
    /// Call a rule function with what follows.
    Call(String),
    /// Set a token: what was typed after `set`.
    Set(String),
    /// Move a card.
    Move(String),
    /// Make a card.
    Make(String),
    /// Show what an expression is.
    Expect(String),
    /// Take back.
    Back,
    /// Read the files again.
    Reload,
    /// Write a test, by this name.
    Test(String),
    /// Show the table and what can be done.
    Table,
    /// The log; all of it?
    Log(bool),
    /// The zones, or one of them.
    View(Option<String>),
    /// A card by name.
    Card(String),
    /// Keep what was typed in a file.
    Save(String),
    /// What can be typed.
    Help,
    /// No more.
    Quit,
    /// None of these; why.
    Unclear(String),
}

/// The words: short, long, and what they do.
pub const WORDS: [(&str, &str, &str); 17] = [
    ("p", "press", "use an operation by its number; the number alone will do"),
    ("", "do", "`do add(1, \"coin\", 2)`: any statement; #2 in it is card #2"),
    ("", "call", "`call FUNCTION 1 #2`: a function of the game's rules"),
    ("", "set", "`set TOKEN N`, `set TOKEN N on CARD`, `on 2` (a player), `on table`"),
    ("", "move", "`move CARD ZONE`, `move #1 hand/2`"),
    ("", "make", "`make CARD`, `make CARD ZONE`: one more card"),
    ("e", "expect", "`e tokens(1, \"coin\")`: what it is; a test can then expect it"),
    ("b", "back", "take back the last answer, or the last thing done, whatever was seen"),
    ("", "test", "`test NAME`: write what was done as a test, and choose what it expects"),
    ("r", "reload", "read the files again; it is done by itself when they change"),
    ("t", "table", "the table, and what can be done"),
    ("v", "view", "the piles on the table; `v 2` or `v NAME` looks at one"),
    ("c", "card", "`c NAME` or `c #2` shows a card"),
    ("l", "log", "what happened lately; `l all` for all"),
    ("", "save", "`save FILE`: keep what was typed; `try CARD < FILE` does it again"),
    ("?", "help", "this help"),
    ("q", "quit", "stop here"),
];

/// Understands a line.
pub fn understand(typed: &str) -> Command {
    let typed = typed.trim();
    if typed.is_empty() {
        return Command::Nothing;
    }
    if let Ok(number) = typed.parse() {
        return Command::Press(number);
    }
    let (first, rest) = typed.split_once(char::is_whitespace).map_or((typed, ""), |(a, b)| (a, b.trim()));
    let lower = first.to_lowercase();
    let known = WORDS.iter().find(|(short, long, _)| lower == *long || !short.is_empty() && lower == *short);
    // As in a game.
    let word = if lower == "u" || lower == "undo" { Some("back") } else { known.map(|known| known.1) };
    let all = rest.to_owned();
    let with = |make: fn(String) -> Command, how: &str| {
        if rest.is_empty() { Command::Unclear(format!("what? {how}")) } else { make(all.clone()) }
    };
    match word {
        Some("press") => match rest.parse() {
            Ok(number) => Command::Press(number),
            Err(_) => Command::Unclear("which? `press 1`; `t` lists what can be done".to_owned()),
        },
        Some("do") => with(Command::Do, "`do add(1, \"coin\", 2)`"),
        Some("call") => with(Command::Call, "`call FUNCTION 1 #2`"),
        Some("set") => with(Command::Set, "`set TOKEN N on CARD`"),
        Some("move") => with(Command::Move, "`move CARD ZONE`"),
        Some("make") => with(Command::Make, "`make CARD ZONE`"),
        Some("expect") => with(Command::Expect, "`e tokens(1, \"coin\")`"),
        Some("card") => with(Command::Card, "`c NAME`"),
        Some("save") => with(Command::Save, "`save FILE`"),
        Some("back") => Command::Back,
        Some("test") => Command::Test(all),
        Some("reload") => Command::Reload,
        Some("table") => Command::Table,
        Some("log") => Command::Log(rest.eq_ignore_ascii_case("all")),
        Some("view") => Command::View((!rest.is_empty()).then_some(all)),
        Some("help") => Command::Help,
        Some("quit") => Command::Quit,
        _ => {
            let help = did_you_mean(&lower, WORDS.iter().map(|(_, word, _)| *word));
            let help = help.unwrap_or_else(|| "`?` tells what can be typed".to_owned());
            Command::Unclear(format!("`{}` is nothing to do here; {help}", line(first)))
        }
    }
}

/// The words of a call: between spaces, what stands in quotes together.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut now = String::new();
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                now.push(c);
            }
            c if c.is_whitespace() && !quoted => {
                if !now.is_empty() {
                    words.push(std::mem::take(&mut now));
                }
            }
            c => now.push(c),
        }
    }
    if !now.is_empty() {
        words.push(now);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_number_or_begins_with_a_word() {
        assert_eq!(understand(" 2 "), Command::Press(2));
        assert_eq!(understand("p 2"), Command::Press(2));
        assert_eq!(understand("do  f(1);"), Command::Do("f(1);".into()));
        assert_eq!(understand("EXPECT x == 1"), Command::Expect("x == 1".into()));
        assert_eq!(understand("test"), Command::Test(String::new()));
        assert_eq!(understand("u"), Command::Back);
        assert_eq!(understand("l all"), Command::Log(true));
        assert_eq!(understand("set"), Command::Unclear("what? `set TOKEN N on CARD`".into()));
        let told = "`mvoe` is nothing to do here; did you mean `move`?";
        assert_eq!(understand("mvoe #1 hand"), Command::Unclear(told.into()));
    }

    #[test]
    fn what_stands_in_quotes_is_one_word() {
        assert_eq!(words(r#"f 1 "Old Lamp"  #2"#), ["f", "1", "\"Old Lamp\"", "#2"]);
    }
}
