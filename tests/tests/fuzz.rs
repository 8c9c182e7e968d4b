//! Whatever the files hold, loading, compiling and running their tests ends, nothing panics, and each fault can be shown.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use cardwright::content::{Content, Diagnostics, Disk, Files, Memory, load, render};
use cardwright::record::Record;
use cardwright::script::Game;
use cardwright::table::{Setup, Table};
use cardwright::testing::run_tests;
use cardwright_tests::{content, content_in, root};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The files of a game below a folder, its scripts among them.
fn files_of(folder: &str, game: &str) -> Memory {
    let disk = Disk::new(root().join(folder));
    let list = |path: String| disk.list(&path).expect("the folder can be read");
    let paths = list(format!("cards/{game}")).into_iter().chain(list(format!("scripts/{game}")));
    paths.map(|path| (path.clone(), disk.read(&path).expect("the file can be read"))).collect()
}

static EIGHTS: LazyLock<Memory> = LazyLock::new(|| files_of("tests/games", "crazy-eights"));
static MISSIONS: LazyLock<Memory> = LazyLock::new(|| files_of("", "missions"));
static WORDS: LazyLock<Arc<Content>> = LazyLock::new(|| content("missions"));

/// Every place lies within its file and between characters; every fault can be shown, and shows nothing that steers a
/// terminal.
fn are_shown(faults: &Diagnostics) {
    for one in faults.iter() {
        let also = one.also.as_ref().map(|(place, _)| place.clone());
        for (file, span) in one.file.zip(one.span.clone()).into_iter().chain(also) {
            let text = faults.sources().text(file);
            assert!(span.start <= span.end && span.end <= text.len(), "{one:?} in {} bytes", text.len());
            assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{one:?}");
        }
        assert!(!one.message.is_empty() && !one.message.contains('\n'), "{one:?}");
    }
    let shown = render(faults, false);
    assert!(!shown.contains(['\u{1b}', '\u{202E}', '\u{9b}']), "{shown}");
    assert_eq!(faults.to_json().as_array().map(Vec::len), Some(faults.findings().len()));
}

/// Loads, compiles and, where no error is told, starts a game and runs the tests.
fn is_handled(files: &Memory, game: &str) {
    let (content, mut faults) = load(files, game, &[]);
    let compiled = content.and_then(|content| {
        let (game, more) = Game::compile_checked(Arc::new(content));
        faults.extend(more.iter().cloned());
        game
    });
    are_shown(&faults);
    if faults.has_errors() {
        return;
    }
    let game = compiled.expect("a game without an error is compiled");
    let report = run_tests(&game, |test| test.name.len() % 4 == 0);
    are_shown(&report.diagnostics(&game));
    let players = game.rules.scenarios[0].min_players;
    if let Ok(table) = Table::start(&game, &Setup::new(players, 1)) {
        table.check().expect("the state is sound");
    }
}

/// One change to a file's bytes.
#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Delete(Index, usize),
    Repeat(Index, usize, Index),
    Insert(Index, &'static str),
    DropLine(Index),
    RepeatLine(Index, Index),
    SwapTokens(Index, Index),
}

const BITS: [&str; 30] = [
    "'''",
    "\"\"\"",
    "\"",
    "'",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "#{",
    "=",
    "\n",
    ".",
    ",",
    "(",
    ")",
    "|",
    "é",
    "\u{202E}",
    "\u{1b}[2J",
    "-99999999999999999999",
    "0.5",
    "true",
    "x2",
    "me",
    "loop { }",
    "fn f() { f() }",
    "\0",
    "\r\n",
];

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Flip(at, byte)),
        (at(), 1..40usize).prop_map(|(at, n)| Change::Delete(at, n)),
        (at(), 1..80usize, at()).prop_map(|(at, n, to)| Change::Repeat(at, n, to)),
        (at(), select(&BITS[..])).prop_map(|(at, bit)| Change::Insert(at, bit)),
        at().prop_map(Change::DropLine),
        (at(), at()).prop_map(|(from, to)| Change::RepeatLine(from, to)),
        (at(), at()).prop_map(|(a, b)| Change::SwapTokens(a, b)),
    ]
}

/// Runs of letters and digits, and what stands between them.
fn tokens(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes
        .chunk_by(|a, b| a.is_ascii_alphanumeric() == b.is_ascii_alphanumeric())
        .map(<[u8]>::to_vec)
        .collect()
}

fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn apply(change: &Change, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let len = bytes.len();
    match change {
        Change::Flip(at, byte) => bytes[at.index(len)] ^= byte,
        Change::Delete(at, n) => drop(bytes.drain(at.index(len)..(at.index(len) + n).min(len))),
        Change::Repeat(at, n, to) => {
            let copy = bytes[at.index(len)..(at.index(len) + n).min(len)].to_vec();
            let to = to.index(len);
            bytes.splice(to..to, copy);
        }
        Change::Insert(at, bit) => {
            let at = at.index(len);
            bytes.splice(at..at, bit.bytes());
        }
        Change::DropLine(at) => {
            let mut lines = lines(bytes);
            lines.remove(at.index(lines.len()));
            *bytes = lines.concat();
        }
        Change::RepeatLine(from, to) => {
            let mut lines = lines(bytes);
            let line = lines[from.index(lines.len())].clone();
            lines.insert(to.index(lines.len()), line);
            *bytes = lines.concat();
        }
        Change::SwapTokens(a, b) => {
            let mut tokens = tokens(bytes);
            let (a, b) = (a.index(tokens.len()), b.index(tokens.len()));
            tokens.swap(a, b);
            *bytes = tokens.concat();
        }
    }
}

fn changed(files: &Memory, changes: &[(Index, Change)]) -> Memory {
    let mut files: BTreeMap<_, _> = files.0.clone();
    let paths: Vec<String> = files.keys().cloned().collect();
    for (file, change) in changes {
        if let Some(bytes) = files.get_mut(file.get(&paths)) {
            apply(change, bytes.to_mut());
        }
    }
    Memory(files)
}

fn with(path: &str, bytes: Vec<u8>) -> Memory {
    let mut files = EIGHTS.clone();
    files.0.insert(path.to_string(), Cow::Owned(bytes));
    files
}

/// A text of words that mean something and signs that mean something, mostly in no order that does.
fn query() -> impl Strategy<Value = String> {
    let words = [
        "Federation",
        "Personnel",
        "Galaxy",
        "hand",
        "in",
        "any",
        "no",
        "other",
        "self",
        "mine",
        "distinct",
        "same",
        "of",
        "affiliation",
        "x2",
        "x",
        "26+",
        "3",
        "-1",
        "99999999999",
        "&",
        "|",
        "!",
        "(",
        ")",
        "[",
        "]",
        "+",
        ">=",
        "<",
        "=",
        ",",
        ":",
        "\"",
        "\"Data\"",
        "é",
        "blanked",
    ];
    prop_oneof![
        proptest::collection::vec(select(words.to_vec()), 0..14).prop_map(|words| words.join(" ")),
        "\\PC{0,40}",
        (0..3000usize, select(vec!["(", "!", "[", "other ", "no "])).prop_map(|(n, open)| open.repeat(n)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_can_stand_for_a_file(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..300),
            "\\PC{0,200}".prop_map(String::into_bytes),
            proptest::collection::vec(select(&BITS[..]), 0..60).prop_map(|bits| bits.concat().into_bytes()),
        ],
        path in select(vec![
            "cards/crazy-eights/game.toml",
            "cards/crazy-eights/joker.toml",
            "cards/crazy-eights/tests/whole.toml",
            "scripts/crazy-eights/more.rhai",
            "scripts/std/tools.rhai",
        ]),
    ) {
        is_handled(&with(path, bytes), "crazy-eights");
    }

    #[test]
    fn a_script_of_any_text_can_stand_on_a_card(text in "[^']{0,120}") {
        let card = format!("name = \"Joker\"\nsuit = \"Clubs\"\nrank = 1\nPLAY = '''\n{text}\n'''\n");
        is_handled(&with("cards/crazy-eights/joker.toml", card.into_bytes()), "crazy-eights");
    }

    #[test]
    fn a_small_game_can_be_changed_anywhere(changes in proptest::collection::vec((any::<Index>(), change()), 1..4)) {
        is_handled(&changed(&EIGHTS, &changes), "crazy-eights");
    }

    #[test]
    fn any_query_is_read_or_refused_with_a_place(text in query()) {
        let words = &WORDS.words;
        let errors = [
            words.selector(&text).err(),
            words.goal(&text).err(),
            words.measure(&text).err(),
            words.cost(&text).err(),
        ];
        for error in errors.into_iter().flatten() {
            let span = error.span.clone();
            prop_assert!(span.start <= span.end && span.end <= text.len(), "{error:?} in {text:?}");
            prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{error:?} in {text:?}");
            prop_assert!(!error.to_string().contains('\n'), "{error}");
        }
    }

    #[test]
    fn any_text_is_a_record_or_is_refused(
        text in "\\PC{0,200}",
        changes in proptest::collection::vec(change(), 0..4),
    ) {
        let _ = Record::from_text(&text);
        let game = Game::compile(content_in(root().join("tests/games"), "crazy-eights")).expect("it is in order");
        let mut table = Table::start(&game, &Setup::new(2, 3)).expect("it starts");
        for _ in 0..6 {
            let player = table.waiting_for()[0];
            table.answer(player, &[0]).expect("the first option can be chosen");
        }
        let mut bytes = table.record().to_text().into_bytes();
        changes.iter().for_each(|change| apply(change, &mut bytes));
        let Ok(record) = Record::from_text(&String::from_utf8_lossy(&bytes)) else { return Ok(()) };
        // Whatever it says is played again, or refused in one line.
        if let Err(why) = Table::resume(&game, &record, None) {
            prop_assert!(!why.to_string().contains('\n'), "{why}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_large_game_can_be_changed_anywhere(changes in proptest::collection::vec((any::<Index>(), change()), 1..8)) {
        is_handled(&changed(&MISSIONS, &changes), "missions");
    }
}
