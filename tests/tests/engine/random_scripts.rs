//! Scripts put together by chance: both ways to run them must give the same, faults and their places included. What the
//! list of corners in `program.rs` does not think of is met here.

use cardwright::script::Runner;
use proptest::prelude::*;
use proptest::sample::select;

use super::program::given;

/// A text made of the parts that `{}` stands for.
fn filled(template: &str, parts: &[String]) -> String {
    parts.iter().fold(template.to_owned(), |text, part| text.replacen("{}", part, 1))
}

/// One of some templates, filled with parts of one kind.
fn one_of(
    templates: &'static [&'static str],
    part: impl Strategy<Value = String> + 'static,
) -> BoxedStrategy<String> {
    (select(templates), prop::collection::vec(part, 3)).prop_map(|(text, parts)| filled(text, &parts)).boxed()
}

/// Whole numbers, some of which change a variable on the way, or fail.
fn number() -> BoxedStrategy<String> {
    let leaf = select(vec!["a", "b", "0", "1", "2", "-3", "l.len()", "l[0]", "l[-1]", "m.n", "s.len()"]);
    leaf.prop_map(str::to_owned)
        .prop_recursive(4, 24, 3, |inner| {
            one_of(
                &[
                    "({} + {})",
                    "({} - {})",
                    "({} * {})",
                    "({} / {})",
                    "({} % {})",
                    "(-{})",
                    "(if {} > {} { {} } else { 7 })",
                    "(if {} == 2 || {} < 1 { a } else { {} })",
                    // `t` is changed only here: of `t = t + { t = 1; 2 }` the interpreter makes `t += ...`, which is another.
                    "({ t = 0 + {}; b } + t)",
                    "(t + { t = 0 + {}; b })",
                    "double({})",
                    "double({}, 3)",
                    "l[{}]",
                    "m[\"n\"]",
                    "[1, 2, {}].filter(|x| x > b).len()",
                    "([{}, a].filter(|x| x >= a).len() + a)",
                    "[{}, {}].map(|x| x * a).len()",
                    "(switch {} { 0 => 4, 1 => {}, _ => b })",
                    "(|x| x + a).call({})",
                    "tokens(1, \"coin\")",
                    "add(1, \"coin\", {})",
                ],
                inner,
            )
        })
        .boxed()
}

/// Statements.
fn statements() -> BoxedStrategy<String> {
    let simple = one_of(
        &[
            "a = {};",
            "b += {};",
            "a -= {};",
            "b *= {};",
            "l.push({});",
            "l[0] = {};",
            "l += [{}];",
            "m.n = {};",
            "m.n += {};",
            "s += {};",
            "s = `${{}} and ${{}}`;",
            "let a = {};",
            "let c = {}; b = c;",
            "if l.contains({}) { b = {}; }",
            "if !({} < {}) && b != 3 { a = {}; }",
            "if {} { a = 1; }",
        ],
        number(),
    );
    simple
        .prop_recursive(3, 16, 2, |inner| {
            one_of(
                &[
                    "{} {}",
                    "if a > b { {} } else { {} }",
                    "for i in 0..3 { {} if a > 5 { continue; } {} }",
                    "for x in l { {} if l.len() > 9 { break; } }",
                    "let n = 0; while n < 3 { n += 1; {} }",
                    "let k = 0; do { k += 1; {} } while false; k = 0; do { k += 1; { {} } } while k < 3;",
                    "{ let b = 2; {} }",
                    "switch a { 1 | 2 => { {} } _ if b > 1 => { {} } _ => () }",
                    "try { {} } catch { b = 9; }",
                    "let f = || { {} }; f.call(); {}",
                ],
                inner,
            )
        })
        .boxed()
}

/// A fault without the column and the type of the value that was no truth value: the interpreter leaves out what cannot
/// matter (`if 0 > 0`) and points at what is left, and of a shared variable it tells how it is shared, not what is in it.
fn in_short(told: &str) -> String {
    let Some((file, rest)) = told.split_once(".toml:") else { return told.to_owned() };
    let mut parts = rest.splitn(3, ':');
    let (line, _, message) = (parts.next(), parts.next(), parts.next().unwrap_or_default());
    let message = match message.split_once("a value of type ").zip(message.split_once(" where ")) {
        Some(((before, _), (_, after))) => format!("{before}a value where {after}"),
        None => message.to_owned(),
    };
    format!("{file}:{}:{message}", line.unwrap_or_default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_script_made_by_chance_is_the_same_both_ways(statements in statements(), last in number()) {
        let script = format!(
            "let a = 2; let b = 1; let t = 5; let l = [3, 1]; let m = #{{ n: 4 }}; let s = \"x\";\n{statements}\nlet last = {last};\n\
             [a, b, t, l, m.n, s, last]"
        );
        let [interpreted, run, noted] =
            [Runner::Interpreter, Runner::Program { noting: false }, Runner::Program { noting: true }]
                .map(|way| in_short(&given(&script, way)));
        prop_assert_eq!(run, interpreted.clone(), "{}", script);
        prop_assert_eq!(noted, interpreted, "noted: {}", script);
    }
}
