//! Ctrl-C: the terminal is left as it was, a record that is being written is finished, and the player is told how to go
//! on. What counts something up stops counting and tells what it has.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::exit::Exit;
use crate::terminal;

static SAVING: Mutex<()> = Mutex::new(());
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());
/// Whether the first interruption only asks to stop, and whether it has.
static GENTLE: AtomicBool = AtomicBool::new(false);
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Ends the program properly when it is interrupted or told to end.
pub fn install() {
    terminal::remember();
    // Without a handler the program still ends, only less politely.
    let _ = ctrlc::set_handler(|| {
        if GENTLE.load(Ordering::Relaxed) && !STOPPED.swap(true, Ordering::Relaxed) {
            let _ = writeln!(anstream::stderr(), "\nstopping; Ctrl-C again ends at once");
            return;
        }
        let _saved = saving();
        terminal::restore();
        say_last_words();
        std::process::exit(i32::from(Exit::Interrupted.code()));
    });
}

/// From now on the first interruption only asks to stop: see [`is_stopped`].
pub fn be_gentle() {
    GENTLE.store(true, Ordering::Relaxed);
}

/// Whether what is under way is to stop and tell what it has.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// While this is held, an interruption waits.
pub fn saving() -> MutexGuard<'static, ()> {
    SAVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What to say if the program is interrupted from now on.
pub fn set_last_words(words: String) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = words;
}

/// Says it, on a line of its own.
pub fn say_last_words() {
    let words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut err = anstream::stderr();
    // Whoever closed standard error does not want to know.
    let _ = if std::io::stderr().is_terminal() { writeln!(err) } else { Ok(()) };
    let _ = if words.is_empty() { Ok(()) } else { writeln!(err, "{words}") };
}
