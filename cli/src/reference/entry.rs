//! What is known of a word.

use cardwright::content::nearest;

/// What is known of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word.
    pub name: String,
    /// What it is: "verb", "token", "field"...
    pub kind: String,
    /// The game that it belongs to; none for what all games have.
    pub game: Option<String>,
    /// One line on it, for lists.
    pub short: String,
    /// All of it, as Markdown.
    pub body: String,
}

impl Entry {
    /// An entry of the language itself.
    pub fn new(name: &str, kind: &str, short: &str, body: String) -> Self {
        let first = short.lines().next().unwrap_or_default();
        Self { name: name.to_owned(), kind: kind.to_owned(), game: None, short: first.to_owned(), body }
    }

    /// The same, of a game.
    pub fn of(self, game: &str) -> Self {
        Self { game: Some(game.to_owned()), ..self }
    }

    /// The entry as a page.
    pub fn page(&self) -> String {
        let game = self.game.as_ref().map(|game| format!(" of {game}")).unwrap_or_default();
        format!("# {}: {}{game}\n\n{}\n", self.name, self.kind, self.body.trim_end())
    }
}

/// The entries for a word, whatever its case.
pub fn find<'e>(entries: &'e [Entry], word: &str) -> Vec<&'e Entry> {
    let exact: Vec<&Entry> = entries.iter().filter(|entry| entry.name == word).collect();
    if !exact.is_empty() {
        return exact;
    }
    let same = |entry: &&Entry| entry.name.to_lowercase() == word.to_lowercase();
    entries.iter().filter(same).collect()
}

/// The nearest words to one that nobody knows: the nearest by spelling, then those that contain it.
pub fn near(entries: &[Entry], word: &str) -> Vec<String> {
    const MOST: usize = 5;
    let lower = word.to_lowercase();
    let mut names: Vec<String> = nearest(word, entries.iter().map(|entry| entry.name.as_str()))
        .map(str::to_owned)
        .into_iter()
        .collect();
    for entry in entries {
        let holds = lower.chars().count() >= 3 && entry.name.to_lowercase().contains(&lower);
        if holds && !names.contains(&entry.name) && names.len() < MOST {
            names.push(entry.name.clone());
        }
    }
    names
}

/// A block of code in Markdown.
pub fn block(language: &str, code: &str) -> String {
    format!("```{language}\n{}\n```\n", code.trim_matches('\n'))
}
