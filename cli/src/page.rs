//! Pages of Markdown as a terminal shows them: headings stand out, code is set in, nothing is hidden.

use std::fmt::Write as _;

use cardwright::content::clean;

use crate::terminal::{FACT, FAINT, STRONG, size};
use crate::text::wrap;

/// The widest line of running text.
const WIDEST: usize = 100;

/// A page for the terminal. It may hold colours; [`anstream`] takes them out where they are not wanted.
pub fn styled(page: &str) -> String {
    let columns = size().0.min(WIDEST);
    let mut text = String::new();
    let mut in_code = false;
    for line in clean(page).lines() {
        // Writing to a string cannot fail.
        let _ = match (line.strip_prefix("```"), in_code) {
            (Some(head), false) => {
                in_code = true;
                match head.split_once(' ') {
                    Some((_, file)) => writeln!(text, "    {FAINT}{file}:{FAINT:#}"),
                    None => Ok(()),
                }
            }
            (Some(_), true) => {
                in_code = false;
                Ok(())
            }
            (None, true) => writeln!(text, "    {FACT}{line}{FACT:#}"),
            (None, false) if line.starts_with('#') => {
                writeln!(text, "{STRONG}{}{STRONG:#}", line.trim_start_matches('#').trim_start())
            }
            (None, false) if line.is_empty() => writeln!(text),
            (None, false) => {
                let hang = if line.starts_with("- ") { "  " } else { "" };
                let lines = wrap(line, columns - hang.len());
                let mut lines = lines.iter();
                lines
                    .next()
                    .map_or(Ok(()), |first| writeln!(text, "{first}"))
                    .and_then(|()| lines.try_for_each(|line| writeln!(text, "{hang}{line}")))
            }
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_set_in_and_headings_lose_their_signs() {
        let page = "# One\n\nSome words.\n\n```toml cards/a.toml append\nx = 1\n```\n- a point\n";
        let plain = anstream::adapter::strip_str(&styled(page)).to_string();
        assert_eq!(plain, "One\n\nSome words.\n\n    cards/a.toml append:\n    x = 1\n- a point\n");
    }
}
