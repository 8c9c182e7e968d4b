//! A TOML file as a tree whose every node knows its bytes, in the order of the file.
//! Reading never stops at the first fault: what can be read is there, beside a list of what could not.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Tables in tables in tables: deeper than any file that means something.
const DEEPEST: usize = 24;

/// A value and its bytes; of a table with a header, the header's bytes.
#[derive(Debug)]
pub(super) struct Item {
    pub span: Range<usize>,
    pub value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    Text(String),
    Whole(i64),
    Flag(bool),
    List(Vec<Item>),
    Table(Table),
    /// A float, a date, a number beyond 64 bits: nothing that a file of ours can say.
    Other(&'static str),
}

impl Value {
    /// What it is, for people.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Whole(_) => "a number",
            Self::Flag(_) => "a yes/no",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Other(kind) => kind,
        }
    }
}

#[derive(Debug)]
pub(super) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub item: Item,
}

#[derive(Debug, Default)]
pub(super) struct Table {
    pub entries: Vec<Entry>,
}

impl Table {
    pub fn get(&self, key: &str) -> Option<&Item> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.item)
    }
}

/// What was wrong with a file's TOML.
#[derive(Debug)]
pub(super) struct TomlFault {
    pub span: Range<usize>,
    pub message: String,
    pub help: Option<&'static str>,
    pub too_deep: bool,
}

/// Reads a file's text: all that can be read, and all faults.
pub(super) fn parse(text: &str) -> (Table, Vec<TomlFault>) {
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut faults: Vec<TomlFault> = errors
        .into_iter()
        .map(|error| in_words(text, error.span().unwrap_or(0..0), error.message()))
        .collect();
    let table = table(root.into_inner(), 0, &mut faults);
    (table, faults)
}

/// The parser's message in words for an author, at the place where the mistake is rather than where it was noticed.
fn in_words(text: &str, span: Range<usize>, message: &str) -> TomlFault {
    let too_deep = message.contains("recursion limit");
    let told = |span, message: &str, help| TomlFault { span, message: message.to_owned(), help, too_deep };
    let here = text.get(span.start..).unwrap_or_default();
    if message.starts_with("invalid multi-line") {
        // It is noticed at the end of the file; what was not closed is the last that was opened.
        let quotes = if message.contains("literal") { "'''" } else { "\"\"\"" };
        let open = text.rfind(quotes).map_or(span, |ix| ix..ix + quotes.len());
        return told(open, "a string of several lines that is not closed", None);
    }
    if message.starts_with("invalid basic string, expected `\"`")
        || message.starts_with("invalid literal string, expected `'`")
    {
        return told(span, "a string that is not closed at the end of its line", None);
    }
    if message.starts_with("string values must be quoted")
        && here.lines().next().is_none_or(|l| l.trim().is_empty())
    {
        return told(span, "a key without a value", None);
    }
    if message.starts_with("missing comma between array elements") {
        return told(span, message, Some("is the list before this closed with `]`?"));
    }
    if message == "duplicate key" {
        let key = text.get(span.clone()).unwrap_or_default();
        return told(span, &format!("`{key}` is there twice"), None);
    }
    told(span, message, None)
}

fn table(from: DeTable<'_>, depth: usize, faults: &mut Vec<TomlFault>) -> Table {
    let mut entries: Vec<Entry> = from
        .into_iter()
        .map(|(key, value)| Entry {
            key_span: key.span(),
            key: key.into_inner().into_owned(),
            item: item(value, depth, faults),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    Table { entries }
}

fn item(from: Spanned<DeValue<'_>>, depth: usize, faults: &mut Vec<TomlFault>) -> Item {
    let span = from.span();
    let value = match from.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Boolean(flag) => Value::Flag(flag),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Whole(number),
            Err(_) => Value::Other("a number too large to read"),
        },
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Datetime(_) => Value::Other("a date"),
        nested if depth >= DEEPEST => {
            dismantle(nested);
            faults.push(TomlFault {
                span: span.clone(),
                message: "nested too deeply".to_owned(),
                help: None,
                too_deep: true,
            });
            Value::Other("too deep a table")
        }
        DeValue::Array(list) => {
            Value::List(list.into_iter().map(|one| item(one, depth + 1, faults)).collect())
        }
        DeValue::Table(inner) => Value::Table(table(inner, depth + 1, faults)),
    };
    Item { span, value }
}

/// Drops a tree level by level: dropped as a whole, one of some thousand levels would exhaust the stack.
fn dismantle(value: DeValue<'_>) {
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value {
            DeValue::Array(list) => rest.extend(list.into_iter().map(Spanned::into_inner)),
            DeValue::Table(table) => rest.extend(table.into_iter().map(|(_, value)| value.into_inner())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_the_order_of_the_file() {
        let (table, faults) = parse("b = 1\na = 2\n[z]\nx = 1\n[c]\n");
        assert!(faults.is_empty());
        let keys: Vec<&str> = table.entries.iter().map(|entry| &*entry.key).collect();
        assert_eq!(keys, ["b", "a", "z", "c"]);
    }

    #[test]
    fn a_tree_of_thousands_of_levels_is_a_fault() {
        let key = vec!["a"; 79].join(".");
        let deep = format!("[{key}]\n{}{}", format!("{key} = {{").repeat(78), "}".repeat(78));
        let read = std::thread::Builder::new().stack_size(1 << 20).spawn(move || parse(&deep).1);
        let faults = read.expect("started").join().expect("no overflow");
        assert!(faults.iter().any(|fault| fault.too_deep));
        let brackets = format!("x = {}", "[".repeat(100_000));
        assert!(!parse(&brackets).1.is_empty());
    }
}
