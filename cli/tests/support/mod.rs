//! What several of these tests need: the program run with an input, folders copied, a program's words read as they come.
#![allow(dead_code, reason = "each test program takes of it what it needs")]

use std::fs;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};

/// The folder with the small games.
pub const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/games");

/// How the program ended, and what it said.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs the program with lines to read.
pub fn run_with(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Run { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// What a program says, read while it runs.
pub fn said_by(mut out: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let said = Arc::new(Mutex::new(String::new()));
    let kept = said.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(n @ 1..) = out.read(&mut bytes) {
            kept.lock().expect("no reader panics").push_str(&String::from_utf8_lossy(&bytes[..n]));
        }
    });
    said
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("it is a folder") {
        let entry = entry.expect("it can be read");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("copied");
        }
    }
}
