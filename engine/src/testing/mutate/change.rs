//! The changes that are tried on a script, one at a time: what a tired author could have written instead.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::kernel::Cmp;
use crate::query::{self, QueryToken};
use crate::script::token::{Token, tokens};

/// One change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The bytes that it replaces.
    pub span: Range<usize>,
    /// What stands there instead.
    pub becomes: String,
}

/// What is only said to players is no rule; it is left as it is.
const SPOKEN: [&str; 2] = ["say", "tell"];
/// Parameters that take what is only said.
const SPOKEN_PARAMETERS: [&str; 3] = ["prompt", "label", "reason"];

/// The names of the parameters of each function, by name and number of arguments.
pub(super) type Params = FxHashMap<(String, usize), Vec<String>>;

/// A call that is open while the tokens are gone through, or another bracket.
struct Call<'a> {
    name: Option<&'a str>,
    method: bool,
    /// The first token of its arguments.
    first: usize,
    /// The commas that stand between its arguments so far.
    commas: usize,
    spoken: bool,
}

impl Call<'_> {
    /// The name of the parameter whose argument is being read.
    fn parameter<'p>(&self, tokens: &[(Token, Range<usize>)], params: &'p Params) -> Option<&'p str> {
        let before = usize::from(self.method);
        let all = params.get(&(self.name?.to_string(), args_of(tokens, self.first) + before))?;
        all.get(self.commas + before).map(String::as_str)
    }
}

fn is_spoken(parameter: &str) -> bool {
    SPOKEN_PARAMETERS.contains(&parameter)
}

/// All changes of a script.
pub(super) fn changes(text: &str, params: &Params) -> Vec<Change> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut open: Vec<Call<'_>> = Vec::new();
    for (ix, (token, span)) in tokens.iter().enumerate() {
        let word = &text[span.clone()];
        let before = ix.checked_sub(1).map(|ix| (tokens[ix].0, &text[tokens[ix].1.clone()]));
        let next = tokens.get(ix + 1).map(|(token, _)| *token);
        let spoken = open
            .last()
            .is_some_and(|call| call.spoken || call.parameter(&tokens, params).is_some_and(is_spoken));
        let mut change = |becomes: &str| {
            if !spoken {
                found.push(Change { span: span.clone(), becomes: becomes.to_string() });
            }
        };
        match token {
            Token::Number => numbers(word).iter().for_each(|number| change(number)),
            Token::Sign => {
                if let Some(other) = other_sign(word) {
                    change(other);
                }
            }
            Token::Word => {
                let other = match (word, next) {
                    ("true", _) => Some("false"),
                    ("false", _) => Some("true"),
                    (_, Some(Token::Open)) => other_function(word),
                    _ => None,
                };
                other.into_iter().for_each(&mut change);
                let begins = match before {
                    None => true,
                    Some((Token::Semicolon, _)) => true,
                    Some((Token::Begin | Token::End, sign)) => matches!(sign, "{" | "}"),
                    _ => false,
                };
                if begins
                    && !SPOKEN.contains(&word)
                    && let Some(end) = end_of_call(&tokens, ix)
                {
                    found.push(Change { span: span.start..end, becomes: "()".to_string() });
                }
            }
            Token::Text if is_whole(before.map(|before| before.0), next) => {
                if let Some(param) = open.last().and_then(|call| call.parameter(&tokens, params)) {
                    queries(&text[span.start + 1..span.end - 1], param, span.start + 1, &mut found);
                }
            }
            Token::Open => {
                let name = before.filter(|(token, _)| *token == Token::Word).map(|(_, word)| word);
                let method = name.is_some() && ix >= 2 && tokens[ix - 2].0 == Token::Dot;
                let spoken = spoken || name.is_some_and(|name| SPOKEN.contains(&name));
                open.push(Call { name, method, first: ix + 1, commas: 0, spoken });
            }
            Token::Begin => {
                open.push(Call { name: None, method: false, first: ix + 1, commas: 0, spoken });
            }
            Token::Close | Token::End => drop(open.pop()),
            Token::Comma => {
                if let Some(call) = open.last_mut() {
                    call.commas += 1;
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a text is an argument by itself.
fn is_whole(before: Option<Token>, next: Option<Token>) -> bool {
    matches!(before, Some(Token::Open | Token::Comma)) && matches!(next, Some(Token::Close | Token::Comma))
}

/// One more, and one less.
fn numbers(number: &str) -> Vec<String> {
    let Ok(number) = number.replace('_', "").parse::<i64>() else { return Vec::new() };
    let less = (number > 0).then(|| (number - 1).to_string());
    number.checked_add(1).map(|more| more.to_string()).into_iter().chain(less).collect()
}

fn other_sign(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "==" => "!=",
        "!=" => "==",
        "<" => "<=",
        "<=" => "<",
        ">" => ">=",
        ">=" => ">",
        "&&" => "||",
        "||" => "&&",
        "+" | "/" => "-",
        "-" | "*" | "%" => "+",
        "+=" => "-=",
        "-=" => "+=",
        "!" => "",
        _ => return None,
    })
}

/// Functions that an author may take for each other, since they are written alike.
const TWINS: [[&str; 2]; 8] = [
    ["min", "max"],
    ["top", "bottom"],
    ["face_up", "face_down"],
    ["add", "set_tokens"],
    ["usable", "operations"],
    ["can_use", "can_resolve"],
    ["owner", "controller"],
    ["opponents", "teammates"],
];

/// A function that is used just like another.
fn other_function(name: &str) -> Option<&'static str> {
    TWINS.iter().find_map(|[one, other]| match name {
        _ if name == *one => Some(*other),
        _ if name == *other => Some(*one),
        _ => None,
    })
}

/// Where a call ends that begins at a token and is a statement of its own; nothing, if what stands there is none.
fn end_of_call(tokens: &[(Token, Range<usize>)], first: usize) -> Option<usize> {
    if tokens.get(first + 1)?.0 != Token::Open {
        return None;
    }
    let close = first + 2 + args_end(tokens, first + 2)?;
    (tokens.get(close + 1)?.0 == Token::Semicolon).then_some(tokens[close].1.end)
}

/// How many tokens there are to the bracket that closes.
fn args_end(tokens: &[(Token, Range<usize>)], first: usize) -> Option<usize> {
    let mut depth = 0;
    tokens.get(first..)?.iter().position(|(token, _)| {
        match token {
            Token::Open | Token::Begin => depth += 1,
            Token::Close | Token::End => depth -= 1,
            _ => {}
        }
        depth < 0
    })
}

/// How many arguments stand there.
fn args_of(tokens: &[(Token, Range<usize>)], first: usize) -> usize {
    let end = first + args_end(tokens, first).unwrap_or(0);
    let mut depth = 0;
    let mut commas = 0;
    for (token, _) in &tokens[first..end] {
        match token {
            Token::Open | Token::Begin => depth += 1,
            Token::Close | Token::End => depth -= 1,
            Token::Comma if depth == 0 => commas += 1,
            _ => {}
        }
    }
    if end == first { 0 } else { commas + 1 }
}

/// The changes of a selector, goal, measure or cost.
fn queries(text: &str, param: &str, offset: usize, found: &mut Vec<Change>) {
    if !matches!(param, "query" | "goal" | "measure" | "cost") {
        return;
    }
    let Ok(tokens) = query::lex(text) else { return };
    let mut change = |span: &Range<usize>, becomes: String| {
        found.push(Change { span: offset + span.start..offset + span.end, becomes });
    };
    for (token, span) in &tokens {
        match token {
            QueryToken::And => change(span, "|".to_string()),
            QueryToken::Or => change(span, "&".to_string()),
            QueryToken::Not => change(span, String::new()),
            QueryToken::Compare(cmp) => change(span, other_comparison(*cmp).to_string()),
            QueryToken::Word => numbers(&text[span.clone()]).into_iter().for_each(|n| change(span, n)),
            _ => {}
        }
    }
    if param == "query" && !tokens.is_empty() {
        change(&(0..text.len()), format!("!({text})"));
    }
}

fn other_comparison(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Less => "<=",
        Cmp::AtMost => "<",
        Cmp::Equal => "!=",
        Cmp::NotEqual => "=",
        Cmp::AtLeast => ">",
        Cmp::More => ">=",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each changed text, with what stands where the change was made.
    fn changed(text: &str) -> Vec<String> {
        let known = [("count", &["query"][..]), ("ask", &["prompt", "n"])];
        let named = |(name, params): (&str, &[&str])| {
            ((name.to_string(), params.len()), params.iter().map(ToString::to_string).collect())
        };
        let params = known.into_iter().map(named).collect();
        let changes = changes(text, &params).into_iter();
        changes.map(|change| format!("{} > {}", &text[change.span.clone()], change.becomes)).collect()
    }

    #[test]
    fn numbers_signs_and_flags_are_changed() {
        assert_eq!(changed("x >= 2 && !y"), [">= > >", "2 > 3", "2 > 1", "&& > ||", "! > "]);
        assert_eq!(changed("if true { 0 }"), ["true > false", "0 > 1"]);
    }

    #[test]
    fn a_call_that_is_a_statement_is_left_out() {
        assert_eq!(changed("foo(a); bar(b)"), ["foo(a) > ()"]);
    }

    #[test]
    fn what_is_only_said_stays() {
        assert_eq!(changed("say(\"{} coins\", [n + 1]);"), Vec::<String>::new());
        assert_eq!(
            changed("ask(\"Sell \" + (n - 1), n - 1)"),
            ["- > +", "1 > 2", "1 > 0"],
            "of the number alone"
        );
    }

    #[test]
    fn a_verb_becomes_one_that_is_used_alike() {
        assert_eq!(changed("top(x)"), ["top > bottom"]);
        assert_eq!(changed("bottom(x)"), ["bottom > top"]);
        assert_eq!(changed("min(a, b)"), ["min > max"]);
    }

    #[test]
    fn each_twin_is_a_verb_or_a_function_of_the_language() {
        let known = crate::script::verbs::names();
        for name in TWINS.iter().flatten().filter(|name| !matches!(**name, "min" | "max")) {
            assert!(known.iter().any(|verb| verb == name), "no verb `{name}`");
        }
    }

    #[test]
    fn selectors_are_changed_inside_and_as_a_whole() {
        assert_eq!(
            changed("count(\"red & value > 3\")"),
            ["& > |", "> > >=", "3 > 4", "3 > 2", "red & value > 3 > !(red & value > 3)",]
        );
        assert_eq!(changed("count(\"red\" + x)"), ["+ > -"], "a part of a text is none");
    }
}
