//! A card's text may hand functions of its own to the verbs of arrays, also from inside one another.

use cardwright_tests::small::{small, start};
use pretty_assertions::assert_eq;

const MANIFEST: &str = r#"
name = "Sieve"
players = [1, 1]

[scenarios.standard]
title = "one sieve"

[zones]
pile = {}

[tokens]
left = { on = "table", max = 99 }

[triggers]
ACTIVATION = { live = ["pile"] }
"#;

#[test]
fn a_closure_of_an_operation_is_found_wherever_it_is_called() {
    let card = r#"
name = "Sieve"
ACTIVATION = 'add(table, "left", sieved([1, 2, 3, 4].filter(|n| n > 1 && [2, 3].filter(|m| m == n).len() == 1)));'
"#;
    let rules = r#"
fn setup() {
    let sieve = create("sieve", "pile");
    use_op(operations(sieve, "ACTIVATION")[0]);
    choose(1, "Again?", ["yes", "no"]);
}
fn sieved(list) { list.map(|n| 10 * n).filter(|n| n < 30).len() + 10 * list.len() }
"#;
    let table = start(&small(MANIFEST, &[("sieve", card)], rules), 1);
    // 2 and 3 pass the first sieve, 20 alone the second: 1 + 10 * 2.
    assert_eq!(table.view(None).tokens[0].counts, [21]);
}
