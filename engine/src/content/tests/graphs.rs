//! Cards that refer to cards: fields of cards and of operations, and graphs of them.

use pretty_assertions::assert_eq;

use super::{GAME, Memory, fixture, told, with};
use std::borrow::Cow;

const WALKS: &str = r#"
[fields.path]
kind = "cards"
[fields.first]
kind = "cards"

[triggers.WAY]
live = ["stall"]

[graphs.walks]
entries = "Vendor"
members = "Tent"
ends = "Loud"
through = ["path", "first"]
steps = "WAY"
"#;

const FAIR: &str = r#"[[card]]
name = "Baker"
kind = "Vendor"
first = ["pavilion"]

[[card]]
name = "Pavilion"
kind = "Tent"
WAY = [{ label = "left", path = "stage", glow = 2, marks = "Old" }, { label = "right", path = ["maze", "stage"] }]

[[card]]
name = "Maze"
kind = "Tent"
WAY = [{ label = "back", path = "pavilion" }]

[[card]]
name = "Stage"
kind = "Tent"
marks = "Loud"
"#;

fn fair(from: &str, to: &str) -> Vec<String> {
    assert!(FAIR.contains(from), "{from}");
    let mut files = fixture();
    files.insert("cards/fair/game.toml".to_owned(), Cow::Owned(format!("{GAME}{WALKS}").into_bytes()));
    files.insert("cards/fair/crowd.toml".to_owned(), Cow::Owned(FAIR.replacen(from, to, 1).into_bytes()));
    told(&Memory(files), &[]).into_iter().filter(|line| line.starts_with("crowd")).collect()
}

#[test]
fn a_sound_graph_has_no_faults() {
    assert_eq!(fair("Baker", "Baker"), [""; 0]);
}

#[test]
fn each_fault_of_a_graph_is_told_at_the_card() {
    for (from, to, said) in [
        (
            "first = [\"pavilion\"]",
            "first = [\"pavillon\"]",
            &["crowd.toml:4:10: C0319 unknown card `pavillon` (did you mean `pavilion`?)"][..],
        ),
        ("\"maze\", ", "", &["crowd.toml:12:8: C0501 nothing in `walks` leads to the card `maze`"]),
        (
            "path = \"pavilion\"",
            "path = \"maze\"",
            &["crowd.toml:12:8: C0502 no way in `walks` from the card `maze` comes to an end"],
        ),
        (
            "label = \"back\", path = \"pavilion\"",
            "label = \"back\", glow = 1",
            &[
                "crowd.toml:12:8: C0502 no way in `walks` from the card `maze` comes to an end",
                "crowd.toml:12:8: C0503 `back` of the card `maze` leads nowhere",
            ],
        ),
    ] {
        let mut told = fair(from, to);
        // What is told of other cards follows from a dead reference.
        told.retain(|line| said.contains(&line.as_str()));
        assert_eq!(told, said);
    }
}

#[test]
fn a_graph_goes_through_fields_of_cards() {
    let wrong = format!("{GAME}{}", WALKS.replace("[\"path\", ", "[\"pile\", \"pth\", "));
    let mut told = told(&with("cards/fair/game.toml", wrong), &[]);
    told.retain(|line| line.starts_with("game"));
    assert_eq!(
        told,
        [
            "game.toml:89:12: C0311 unknown field of cards `pile`",
            "game.toml:89:20: C0311 unknown field of cards `pth` (did you mean `path`?)",
        ]
    );
}
