//! Examples of the verbs and of the query language: tests of a small game, the workbench, cut out of their files.

/// The files; `tests/tests/reference.rs` runs them, as `cardwright test workbench` does.
const FILES: [&str; 11] = [
    include_str!("../../../tests/games/cards/workbench/tests/looking.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/moving.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/tokens.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/chance.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/asking.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/decks.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/operations.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/effects.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/course.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/map.toml"),
    include_str!("../../../tests/games/cards/workbench/tests/queries.toml"),
];

/// An example of the query language.
pub struct QueryExample {
    /// `selector`, `goal` or `measure`.
    pub kind: &'static str,
    /// The text.
    pub text: &'static str,
    /// What it asks for.
    pub about: &'static str,
}

/// The tests of a file, each with its name.
pub fn tests_of(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.split("[[test]]\n").skip(1).filter_map(|test| {
        let line = test.lines().next()?;
        let name = line.strip_prefix("name = ")?;
        Some((name.get(1..name.len().checked_sub(1)?)?, test.trim_end()))
    })
}

/// The examples of a verb, as they stand in their file.
pub fn of_verb(verb: &str) -> Vec<String> {
    let is_of = |name: &str| name.split_once(": ").is_some_and(|(of, _)| of == verb);
    let all = FILES.into_iter().flat_map(tests_of).filter(|(name, _)| is_of(name));
    all.map(|(_, test)| format!("[[test]]\n{test}")).collect()
}

/// The examples of the query language, in their order.
pub fn of_queries() -> Vec<QueryExample> {
    let all = FILES.into_iter().flat_map(tests_of);
    all.filter_map(|(name, _)| {
        let (kind, rest) = name.split_once(" `")?;
        let (text, about) = rest.split_once("`: ")?;
        Some(QueryExample { kind, text, about })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use cardwright::script::verbs::families;

    use super::*;

    #[test]
    fn every_verb_has_an_example_in_which_it_stands() {
        let toys = include_str!("../../../tests/games/cards/workbench/toys.toml");
        for verb in families().iter().flat_map(|family| &family.verbs) {
            let examples = of_verb(&verb.name);
            let called = |example: &String| example.contains(&format!("{}(", verb.name));
            assert!(examples.iter().any(called), "`{}` has no example", verb.name);
            for line in examples.iter().flat_map(|example| example.lines()) {
                if let Some(card) = line.strip_prefix("# On the card: ") {
                    assert!(toys.contains(card), "no card says `{card}`");
                }
            }
        }
    }

    #[test]
    fn every_example_is_of_a_verb_or_a_query() {
        let verbs: Vec<&str> =
            families().iter().flat_map(|family| &family.verbs).map(|verb| verb.name.as_str()).collect();
        for (name, _) in FILES.into_iter().flat_map(tests_of) {
            let verb = name.split_once(": ").is_some_and(|(verb, _)| verbs.contains(&verb));
            let query = ["selector `", "goal `", "measure `"].iter().any(|kind| name.starts_with(kind));
            assert!(verb || query, "{name}");
        }
        assert!(of_queries().len() >= 30);
    }
}
