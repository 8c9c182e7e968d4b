//! Text laid out in columns of a terminal.

use cardwright::content::clean;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A text for one line: nothing in it can steer the terminal, and it has no line breaks.
pub fn line(text: &str) -> String {
    clean(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text if it fits, or as much of it as does, with dots.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > most {
            break;
        }
        kept.push(c);
    }
    kept.truncate(kept.trim_end().len());
    if most > 0 {
        kept.push('…');
    }
    kept
}

/// The text with spaces after it, to fill so many columns.
pub fn pad(text: &str, columns: usize) -> String {
    let mut padded = cut(text, columns);
    padded.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&padded))));
    padded
}

/// The text broken into lines between words; a word longer than a line is broken too.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    let mut now = String::new();
    for word in line(text).split(' ').filter(|word| !word.is_empty()) {
        let gap = usize::from(!now.is_empty());
        if width(&now) + gap + width(word) <= columns {
            if gap == 1 {
                now.push(' ');
            }
            now.push_str(word);
            continue;
        }
        if !now.is_empty() {
            lines.push(std::mem::take(&mut now));
        }
        for c in word.chars() {
            if width(&now) + c.width().unwrap_or(0) > columns && !now.is_empty() {
                lines.push(std::mem::take(&mut now));
            }
            now.push(c);
        }
    }
    if !now.is_empty() {
        lines.push(now);
    }
    lines
}

/// As [`wrap`], but no more than so many lines; the last shows that there is more.
pub fn wrap_to(text: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines = wrap(text, columns);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{last} …"), columns);
            if !last.ends_with('…') {
                *last = cut(last, columns.saturating_sub(1)) + "…";
            }
        }
    }
    lines
}

/// A number of things: "1 card", "2 cards".
pub fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// For how many players something is: "1 player", "2 to 4 players".
pub fn from_to(min: usize, max: usize) -> String {
    if min == max { count(min, "player") } else { format!("{min} to {max} players") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("extraordinary", 5), ["extra", "ordin", "ary"]);
        assert_eq!(wrap("", 5), [""; 0]);
    }

    #[test]
    fn what_does_not_fit_ends_in_dots() {
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("abcd", 4), "abcd");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(wrap_to("one two three four", 7, 2), ["one two", "three …"]);
        assert_eq!(wrap_to("one two three four", 20, 2), ["one two three four"]);
        assert!(wrap_to("aaaaaaa bbbbbbb ccccccc", 7, 2).iter().all(|line| width(line) <= 7));
    }

    #[test]
    fn padding_counts_columns() {
        assert_eq!(pad("日本", 5), "日本 ");
        assert_eq!(pad("abc", 2), "a…");
    }

    #[test]
    fn a_line_cannot_steer_the_terminal() {
        assert_eq!(line("a\u{1b}[31m\nb"), "a\u{FFFD}[31m b");
    }

    #[test]
    fn things_are_counted_in_words() {
        assert_eq!(count(1, "card"), "1 card");
        assert_eq!(count(0, "card"), "0 cards");
        assert_eq!(from_to(1, 1), "1 player");
        assert_eq!(from_to(2, 2), "2 players");
        assert_eq!(from_to(1, 4), "1 to 4 players");
    }
}
