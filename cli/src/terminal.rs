//! The terminal: how large it is, whether there is one, and the few styles that are used.

use std::io::{IsTerminal as _, Write as _};

use anstyle::{AnsiColor, Style};

/// Names and headings.
pub const STRONG: Style = Style::new().bold();
/// What matters less.
pub const FAINT: Style = Style::new().dimmed();
/// Numbers to type.
pub const KEY: Style = AnsiColor::Yellow.on_default().bold();
/// What cards say of themselves.
pub const FACT: Style = AnsiColor::Cyan.on_default();
/// What went well.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What went wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// Colours that tell kinds of cards apart.
pub const TONES: [Style; 6] = [
    AnsiColor::Blue.on_default(),
    AnsiColor::Magenta.on_default(),
    AnsiColor::Green.on_default(),
    AnsiColor::Yellow.on_default(),
    AnsiColor::Cyan.on_default(),
    AnsiColor::Red.on_default(),
];

/// Columns and rows when nobody says how many there are.
const USUAL: (usize, usize) = (80, 24);

/// Columns and rows.
pub fn size() -> (usize, usize) {
    match terminal_size::terminal_size() {
        Some((width, height)) => (usize::from(width.0).clamp(20, 200), usize::from(height.0).max(10)),
        None => USUAL,
    }
}

/// Whether a person sits there: both ends are a terminal.
pub fn is_person() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Wipes the screen and what can be scrolled back to, so that the next player does not see it.
pub fn wipe() {
    let mut out = std::io::stdout();
    let _ = out.write_all(b"\x1b[2J\x1b[3J\x1b[H").and_then(|()| out.flush());
}

#[cfg(unix)]
mod modes {
    use std::sync::{Mutex, PoisonError};

    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    static MODES: Mutex<Option<Termios>> = Mutex::new(None);

    /// Keeps the terminal's settings.
    pub fn remember() {
        *MODES.lock().unwrap_or_else(PoisonError::into_inner) = tcgetattr(std::io::stdin()).ok();
    }

    /// Puts them back.
    pub fn restore() {
        if let Some(modes) = &*MODES.lock().unwrap_or_else(PoisonError::into_inner) {
            // A terminal that is gone needs no settings.
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, modes);
        }
    }
}

#[cfg(not(unix))]
mod modes {
    /// There is nothing to keep.
    pub fn remember() {}

    /// There is nothing to put back.
    pub fn restore() {}
}

pub use modes::{remember, restore};
