//! What an author is told of each mistake, to the letter. `UPDATE=1 cargo test -p cardwright-tests --test broken` writes
//! the expectations anew: then read them as an author would.

use std::collections::BTreeSet;
use std::fs;

use cardwright::content::render;
use cardwright_tests::broken::{base, cases, told};
use pretty_assertions::assert_eq;

#[test]
fn the_game_that_the_cases_are_made_from_is_without_a_fault() {
    let faults = told(&base(), "harbour", &[]);
    assert!(faults.is_empty(), "{}", render(&faults, false));
}

#[test]
fn every_mistake_is_told_as_expected() {
    let update = std::env::var_os("UPDATE").is_some();
    let cases = cases();
    assert!(cases.len() >= 45, "only {} cases were found", cases.len());
    let mut wanted = String::new();
    let mut found = String::new();
    let mut silent = Vec::new();
    for case in cases {
        let told = render(&case.told(), false);
        if told.is_empty() {
            silent.push(case.name.clone());
        }
        if update {
            fs::write(case.expected(), &told).expect("the expectation can be written");
        }
        let expected = fs::read_to_string(case.expected());
        let expected =
            expected.unwrap_or_else(|_| panic!("`{}` has no expectation: run with UPDATE=1", case.name));
        if expected != told {
            wanted += &format!("{}\n{expected}", case.name);
            found += &format!("{}\n{told}", case.name);
        }
    }
    assert!(silent.is_empty(), "nothing is told of {silent:?}");
    assert_eq!(found, wanted);
}

#[test]
fn every_message_is_one_short_line() {
    for case in cases() {
        let faults = case.told();
        let mut places = BTreeSet::new();
        for one in faults.findings() {
            let message = &one.message;
            assert!(!message.contains('\n') && message.chars().count() <= 120, "{}: {message}", case.name);
            assert!(!message.ends_with('.') && !message.is_empty(), "{}: {message}", case.name);
            assert!(!message.starts_with(char::is_uppercase), "{}: {message}", case.name);
            assert!(one.file.is_some() || one.code.starts_with('P'), "{}: {message}", case.name);
            let place = (one.file, one.line, one.column, one.code);
            assert!(places.insert(place), "{}: two faults at one place: {message}", case.name);
        }
    }
}
