//! `try`: a card is tried by hand, what was done is taken back, done again with changed files, and written as a test.

mod support;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pretty_assertions::assert_eq;
use support::{copy, said_by};

/// Longer than an answer takes on a busy machine; a test that waits so long has failed.
const LONGEST: Duration = Duration::from_secs(30);

/// A card being tried, line by line.
struct Trying {
    child: Child,
    input: ChildStdin,
    said: Arc<Mutex<String>>,
    read: usize,
}

impl Trying {
    fn begin(folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("try").args(args).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program runs");
        let said = said_by(child.stdout.take().expect("piped"));
        let input = child.stdin.take().expect("piped");
        Self { child, input, said, read: 0 }
    }

    /// What is said up to the next prompt.
    fn next(&mut self) -> String {
        let begun = Instant::now();
        loop {
            let said = self.said.lock().expect("no reader panics")[self.read..].to_owned();
            if let Some(told) = said.strip_suffix("> ") {
                self.read += said.len();
                return told.to_owned();
            }
            assert!(begun.elapsed() < LONGEST, "no prompt after {said:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Types a line and gives what is said to it.
    fn say(&mut self, line: &str) -> String {
        self.input.write_all(format!("{line}\n").as_bytes()).expect("it is read");
        let told = self.next();
        let echo = format!("{line}\n");
        told.strip_prefix(&echo).unwrap_or_else(|| panic!("`{line}` is not shown in {told:?}")).to_owned()
    }

    /// What an expression is.
    fn read(&mut self, expression: &str) -> String {
        let told = self.say(&format!("e {expression}"));
        told.trim_end().strip_prefix(&format!("{expression} is ")).unwrap_or(&told).to_owned()
    }

    fn end(mut self) -> Option<i32> {
        self.input.write_all(b"q\n").expect("it is read");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Trying {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A text whose lines may be broken anywhere.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const TOP: &str = r#"name = "Humming Top"
colour = "Blue"
kind = "Toy"
source = "original"
text = "Play: 1 coin. Use, for 2 coins: give a coin to someone, or wind it up."
# A word about playing.
PLAY = 'add("coin", 1); say("{p} hums.", [me]);'

[[ACTIVATION]]
cost = "2 coin"
do = '''
let what = choose(me, "What of it?", ["give", "wind"]);
if what == "give" {
    let to = choose_player(me, "Give a coin to whom?", opponents(me));
    add(to, "coin", 1);
} else {
    add(me, "coin", roll(6));
}
'''"#;

/// A game, and an expansion of it with one card, whose file does not end in a line break.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("made");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/games");
    for part in ["cards/workbench", "scripts/workbench"] {
        copy(&games.join(part), &folder.path().join("games").join(part));
    }
    let file = folder.path().join("tops/cards/humming-top.toml");
    fs::create_dir_all(folder.path().join("tops/cards")).expect("made");
    fs::write(folder.path().join("tops/expansion.toml"), "name = \"Tops\"\ngame = \"workbench\"\n")
        .expect("written");
    fs::write(&file, TOP).expect("written");
    (folder, file)
}

const WITH: [&str; 5] = ["humming-top", "--content", "games", "--with", "tops"];

fn test(folder: &Path, filter: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["--content", "games", "test", "workbench", "--with", "tops", "--filter", filter])
        .current_dir(folder)
        .output()
        .expect("the program runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_copy_lies_in_hand_and_one_in_play_and_what_can_be_done_is_listed() {
    let (folder, _) = folder();
    let mut top = Trying::begin(folder.path(), &WITH);
    let told = top.next();
    let list = told.split("tells what else can be typed\n").nth(1).expect("the table follows");
    assert_eq!(
        list,
        "
  shelf: #2 Humming Top
▸ Player 1: coins 3
    Player 1's hand: #1 Humming Top
  Player 2: coins 3
#1 Humming Top in Player 1's hand
   1  play
   2  use, for 2 coin
#2 Humming Top in shelf
  (3) play
        no: it does not work from where the card lies: it lies in `shelf`, and
        works from `hand`
  (4) use, for 2 coin  no: its cost cannot be paid: nobody controls it there
"
    );
    let told = top.say("1");
    assert!(told.starts_with("· Player 1 hums.\n"), "{told}");
    assert_eq!(top.read(r#"tokens(1, "coin")"#), "4");
    let told = top.say("3");
    assert!(
        told.starts_with("not now: it does not work from where the card lies: it lies in `shelf`"),
        "{told}"
    );
    // The shelf is nobody's; with an owner its card can be paid for: 3 coins and 1.
    let told = top.say("do set_owner(#2, 1)");
    assert!(told.ends_with("   4  use, for 2 coin\n"), "{told}");
    let told = top.say("4");
    assert!(told.ends_with("What of it?\n  1  give\n  2  wind\n"), "{told}");
    let told = top.say("give");
    // Of two players only one can be given it, so nobody is asked; 2 of 4 coins are paid.
    assert!(told.contains("▸ Player 1: coins 2\n") && told.contains("Player 2: coins 4\n"), "{told}");
    assert!(told.contains("  (4) use, for 2 coin  no: it was used already\n"), "{told}");
    assert_eq!(top.say("set coin 1").lines().nth(2), Some("▸ Player 1: coins 1"));
    let told = top.say("t");
    assert!(
        told.contains("  (2) use, for 2 coin  no: its cost cannot be paid: 2 coin (there are 1)\n"),
        "{told}"
    );
    assert_eq!(top.end(), Some(0));
}

#[test]
fn everything_can_be_taken_back_also_what_chance_did() {
    let (folder, _) = folder();
    let mut top = Trying::begin(folder.path(), &[&WITH[..], &["--players", "3"]].concat());
    top.next();
    top.say("2");
    let told = top.say("wind");
    assert!(told.contains("▸ Player 1: coins "), "{told}");
    let rolled = top.read(r#"tokens(1, "coin")"#);
    // The answer first, then the use; the same roll comes again.
    let told = top.say("b");
    assert!(told.starts_with("taken back: wind\n") && told.contains("What of it?"), "{told}");
    // The use is paid for, and nothing is rolled yet.
    assert_eq!(top.read(r#"tokens(1, "coin")"#), "1");
    top.say("2");
    assert_eq!(top.read(r#"tokens(1, "coin")"#), rolled);
    top.say("back");
    // Of three players two can be given it.
    let told = top.say("1");
    assert!(told.ends_with("Give a coin to whom?\n  1  Player 2\n  2  Player 3\n"), "{told}");
    assert!(top.say("set coin 9").starts_with("something is asked: answer first"));
    top.say("Player 3");
    assert_eq!(top.read(r#"tokens(3, "coin")"#), "4");
    for taken in ["Player 3", "1", "2"] {
        let told = top.say("b");
        assert!(told.starts_with(&format!("taken back: {taken}\n")), "{told}");
    }
    assert_eq!(top.say("b"), "there is nothing to take back\n");
    assert_eq!(top.read(r#"tokens(3, "coin")"#), "3");
}

#[test]
fn tokens_are_set_and_cards_moved_made_and_anything_done() {
    let (folder, _) = folder();
    let mut top = Trying::begin(folder.path(), &WITH);
    top.next();
    top.say("set coins 7 on player 2");
    assert_eq!(top.read(r#"tokens(2, "coin")"#), "7");
    top.say("set hour 5");
    assert_eq!(top.read(r#"tokens("hour")"#), "5");
    top.say("set worn 1 on #1");
    assert_eq!(top.read(r#"tokens(#1, "worn")"#), "1");
    top.say("set wish 2 on Humming Top/2");
    assert_eq!(top.read(r#"tokens(#1, "wish", 2)"#), "2");
    top.say("move #1 bin/2");
    assert_eq!(top.read(r#"is_in(#1, zone("bin", 2))"#), "true");
    top.say("make Blue Kite");
    assert_eq!(top.read(r#"in_zone(zone("hand", 1))"#), "[Blue Kite]");
    top.say("make red-drum inside/#3");
    assert_eq!(top.read("host(#4)"), "Blue Kite");
    top.say("call give_coin 2");
    assert_eq!(top.read(r#"tokens(2, "coin")"#), "8");
    top.say(r#"do add(2, "coin", -3); move_to(#2, "sack")"#);
    assert_eq!(top.read(r#"[tokens(2, "coin"), size("shelf")]"#), "[5, 0]");

    assert_eq!(top.say("set con 1"), "unknown token `con`; did you mean `coin`?\n");
    assert_eq!(top.say("set coin many"), "how many? `many` is no number\n");
    assert_eq!(top.say("move #9 hand"), "there is no card #9; there are #1 to #4\n");
    assert_eq!(top.say("move #1 shelv"), "unknown zone `shelv`; did you mean `shelf`?\n");
    assert_eq!(
        top.say("move Red Cart hand"),
        "no copy of `Red Cart` is on the table; `make Red Cart` makes one\n"
    );
    assert_eq!(top.say("do fail(\"no\")"), "it cannot be carried out: no\n");
    let told = top.say("do ad(1)");
    assert!(
        told.contains("unknown function `ad") && told.ends_with("the table is as it was before\n"),
        "{told}"
    );
    assert_eq!(top.say("mvoe"), "`mvoe` is nothing to do here; did you mean `move`?\n");
    assert_eq!(top.read(r#"tokens(2, "coin")"#), "5");
}

#[test]
fn a_changed_card_is_tried_on_from_the_same_position() {
    let (folder, file) = folder();
    let mut top = Trying::begin(folder.path(), &[&WITH[..], &["--players", "3"]].concat());
    top.next();
    top.say("1");
    top.say("2");
    top.say("give");
    top.say("Player 2");
    // 3 and 1, 2 paid; Player 2 has one more.
    assert_eq!(top.read(r#"[tokens(1, "coin"), tokens(2, "coin")]"#), "[2, 4]");

    // Playing gives 4 now, and the gift is 2: the answers fit as before. 3 + 4 - 2 and 3 + 2.
    let better = TOP
        .replace("add(\"coin\", 1)", "add(\"coin\", 4)")
        .replace("add(to, \"coin\", 1)", "add(to, \"coin\", 2)");
    fs::write(&file, &better).expect("written");
    let told = top.say("");
    assert!(told.starts_with("read again; the position is kept\n"), "{told}");
    assert_eq!(top.read(r#"[tokens(1, "coin"), tokens(2, "coin")]"#), "[5, 5]");

    // A fault: told, and the table stays.
    fs::write(&file, better.replace("say(", "sya(")).expect("written");
    let told = top.say("r");
    assert!(told.contains("unknown function `sya`"), "{told}");
    assert!(told.ends_with("the table stays as it is, by the text as it was; mend the files\n"), "{told}");
    assert_eq!(top.read(r#"tokens(1, "coin")"#), "5");

    // Another word to choose: the second decision is not reached, for the first is another.
    fs::write(&file, better.replace("\"give\", \"wind\"", "\"give\", \"wind\", \"keep\"")).expect("written");
    let told = top.say("r");
    let told = told.split_once("read again").expect("it is read").1;
    let misfit = "step 2 (`2`), decision 1: then Player 1 was asked `What of it?` with 2 options; now Player 1 was \
                  asked `What of it?` with 3 options";
    assert!(in_a_line(told).contains(misfit), "{told}");
    assert!(told.ends_with("What of it?\n  1  give\n  2  wind\n  3  keep\n"), "{told}");
    // Up to there the position is kept: 3 and 4, 2 paid.
    assert_eq!(top.read(r#"tokens(1, "coin")"#), "5");

    // The operation is gone altogether.
    top.say("keep");
    fs::write(&file, TOP.split("[[ACTIVATION]]").next().expect("the beginning")).expect("written");
    let told = top.say("r");
    assert!(
        in_a_line(&told).contains("step 2 (`2`) cannot be done now: there is no such operation any more"),
        "{told}"
    );
    assert_eq!(top.read(r#"tokens(1, "coin")"#), "4");
}

#[test]
fn a_card_with_faults_is_waited_for() {
    let (folder, file) = folder();
    fs::write(&file, TOP.replace("colour = \"Blue\"", "colour = \"Bleu\"")).expect("written");
    let mut top = Trying::begin(folder.path(), &WITH);
    let told = top.next();
    assert!(
        told.contains("did you mean `Blue`?") && told.ends_with("mend it and press Enter, or `q` "),
        "{told}"
    );
    let told = top.say("");
    assert!(told.contains("did you mean `Blue`?"), "{told}");
    fs::write(&file, TOP).expect("written");
    assert!(top.say("").contains("▸ Player 1: coins 3\n"));
    assert_eq!(top.end(), Some(0));

    fs::write(&file, TOP.replace("colour = \"Blue\"", "colour = \"Bleu\"")).expect("written");
    let mut top = Trying::begin(folder.path(), &WITH);
    top.next();
    assert_eq!(top.end(), Some(1));
}

#[test]
fn what_was_done_becomes_a_test_that_passes() {
    let (folder, file) = folder();
    let mut top = Trying::begin(folder.path(), &[&WITH[..], &["--players", "3"]].concat());
    top.next();
    assert!(in_a_line(&top.say("test nothing")).contains("nothing has changed that a test could expect"));
    top.say("set coin 5");
    top.say("2");
    top.say("give");
    top.say("Player 3");
    top.say("e is_over()");
    let told = top.say("test a coin goes to the third player");
    assert!(told.contains("   4  !(is_over())\n"), "{told}");
    let told = top.say("2");
    assert!(told.contains("   2  dropped: tokens(3, \"coin\") == 4\n"), "{told}");
    let told = top.say("2 4");
    assert!(told.contains("   2  tokens(3, \"coin\") == 4\n"), "{told}");
    let told = top.say("y");
    assert!(told.starts_with("written to tops/cards/humming-top.toml; it passes\n"), "{told}");
    assert!(told.contains("read again; the position is kept\n"), "{told}");
    // 5 coins, 2 paid; the third player's 3 and 1.
    let wanted = format!(
        "{TOP}

[[test]]
name = \"a coin goes to the third player\"
players = 3
given = {{ \"hand/1\" = [\"humming-top\"] }}
tokens = {{ \"player/1\" = {{ coin = 5 }} }}
do = 'use_op(usable(\"humming-top\", \"ACTIVATION\")[0]);'
answers = [\"give\", \"Player 3\"]
expect = [
    'tokens(1, \"coin\") == 3',
    'tokens(3, \"coin\") == 4',
    'tokens(\"humming-top\", \"worn\") == 1',
]
"
    );
    assert_eq!(fs::read_to_string(&file).expect("it is there"), wanted);
    assert_eq!(test(folder.path(), "third"), "1 passed, 0 failed\n");
    let told = top.say("test a coin goes to the third player");
    assert!(told.contains("has a test of this name already"), "{told}");

    // Both copies have a part, a card is made on the way, and the author wants no test after all.
    top.say("make blue-kite");
    top.say("set coin 9");
    top.say("do set_owner(#2, 1)");
    top.say("4");
    top.say("wind");
    top.say("do move_to(#2, zone(\"bin\", 1))");
    let told = top.say("test two tops");
    assert!(
        told.contains("given = { shelf = [\"humming-top\"], \"hand/1\" = [\"humming-top\"] }\n"),
        "{told}"
    );
    assert!(told.contains("use_op(usable(copies(\"humming-top\")[1], \"ACTIVATION\")[0]);\n"), "{told}");
    assert!(told.contains("is_in(\"humming-top\", zone(\"bin\", 1))"), "{told}");
    assert!(told.contains("is_in(\"blue-kite\", zone(\"hand\", 1))"), "{told}");
    assert_eq!(top.say("n"), "no test was written\n");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), wanted);
}

#[test]
fn what_a_card_is_worth_becomes_a_test_of_its_worth() {
    let (folder, _) = folder();
    let mut cart = Trying::begin(folder.path(), &["red-cart", "--content", "games"]);
    cart.next();
    // Its size is 5.
    assert!(cart.say("1").contains("it gave 5\n"));
    let told = cart.say("test the cart is worth its size");
    assert!(told.contains("expect = ['worth(\"red-cart\", \"REWARD\") == 5']\n"), "{told}");
    assert!(cart.say("y").starts_with("written to games/cards/workbench/toys.toml"));
    let text =
        fs::read_to_string(folder.path().join("games/cards/workbench/toys.toml")).expect("it is there");
    let before = include_str!("../../tests/games/cards/workbench/toys.toml");
    let (test, next) =
        ("[[card.test]]\nname = \"the cart is worth its size\"", "[[card]]\nname = \"Blue Hammer\"");
    let at = text.find(test).expect("it was written");
    // Before the next card of the file; what else stands there is as it was.
    let end = at + text[at..].find(next).expect("the next card follows");
    assert_eq!(format!("{}{}", &text[..at], &text[end..]), before);
    assert_eq!(test_of_game(folder.path()), "1 passed, 0 failed\n");
}

fn test_of_game(folder: &Path) -> String {
    test(folder, "worth its size")
}

#[test]
fn the_author_answers_for_all_players() {
    let (folder, _) = folder();
    let mut top = Trying::begin(folder.path(), &WITH);
    top.next();
    // Each secretly: one after another, and nothing is done before both have answered.
    let told = top.say(r#"do let bid = each_choose([1, 2], "How many?", [1, 2]); set_tokens(1, "coin", 10 * bid[0] + bid[1])"#);
    assert!(told.ends_with("How many?\n  1  2\n"), "{told}");
    let told = top.say("2");
    assert!(told.contains("Player 2 is asked:\nHow many?\n"), "{told}");
    assert!(told.ends_with("  1  2\nPlayer 2"), "{told}");
    top.say("b");
    top.say("1");
    top.say("2");
    // 12, and a player holds 20 at most.
    assert_eq!(top.read(r#"tokens(1, "coin")"#), "12");
    // Whoever acts first.
    let told = top.say(r#"do let first = first_choose([1, 2], "Who rings?", ["ring", "knock"]); set_tokens(first.player, "coin", 7)"#);
    assert!(told.contains("Player 2 may act first: `2: ANSWER`\n"), "{told}");
    top.say("2: knock");
    assert_eq!(top.read(r#"[tokens(1, "coin"), tokens(2, "coin")]"#), "[12, 7]");
    // In a test the same answer would be the first player's.
    let told = top.say("test bids and a bell");
    assert!(in_a_line(&told).contains("no test can tell the answer `2: knock` from another"), "{told}");
    top.say("b");
    top.say("b");
    top.say(r#"do first_choose([1, 2], "Who rings?", |player| [`ring ${player}`, `knock ${player}`]); set_tokens(2, "coin", 7)"#);
    top.say("2: knock 2");
    let told = top.say("test bids and a bell");
    assert!(told.contains("answers = [1, 2, \"knock 2\"]\n"), "{told}");
}

#[test]
fn what_was_typed_can_be_kept_and_done_again() {
    let (folder, _) = folder();
    let mut top = Trying::begin(folder.path(), &WITH);
    top.next();
    for line in ["make blue-kite", "b", "1", "2", "give"] {
        top.say(line);
    }
    assert_eq!(top.say("save top.lines"), "kept; `cardwright try humming-top < top.lines` does it again\n");
    assert_eq!(fs::read_to_string(folder.path().join("top.lines")).expect("kept"), "1\n2\ngive\n");
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .arg("try")
        .args(WITH)
        .stdin(fs::File::open(folder.path().join("top.lines")).expect("it is there"))
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(0));
    // 3 and 1, 2 paid.
    assert!(String::from_utf8_lossy(&output.stdout).contains("▸ Player 1: coins 2\n"));
}

#[test]
fn what_cannot_be_tried_is_said() {
    let (folder, _) = folder();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("try").args(args).current_dir(folder.path()).stdin(Stdio::null());
        let output = command.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, told) = run(&["no-such-card"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("no game has a card `no-such-card`"), "{told}");
    let (code, told) = run(&["sovakk", "--game", "missions"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("did you mean `Sovak`?"), "{told}");
    let (_, told) = run(&["sovak", "--game", "missions", "--players", "9"]);
    assert!(told.contains("9 players; it is for"), "{told}");
}
