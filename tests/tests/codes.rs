//! Every code has a page, and every page tells the truth: its wrong files get the code, and both ways to mend them do
//! not, nor any other fault.

use std::rc::Rc;
use std::sync::Arc;

use cardwright::agent::{Agent, RandomAgent};
use cardwright::content::{Code, Diagnostic, Diagnostics, Files, Severity, load, render};
use cardwright::kernel::Player;
use cardwright::script::Game;
use cardwright::table::{Setup, StartError, Table};
use cardwright::testing::{fault_diagnostic, run_tests};
use cardwright_tests::pages::{Example, Part, parts};

/// Whether a game is played to find a fault: those of other codes are found without.
fn is_played(code: Code) -> bool {
    code == Code::ScriptFault
}

/// All that is said of an example: by the check, by its tests and, where that is wanted, by a game of it.
fn told(example: &Example, play: bool) -> Diagnostics {
    let expansions = example.expansions();
    let expansions: Vec<&dyn Files> = expansions.iter().map(|one| one as &dyn Files).collect();
    let (content, mut all) = load(&example.own(), &example.game, &expansions);
    let Some(content) = content.map(Arc::new) else { return all };
    let (game, of_scripts) = Game::compile_checked(content.clone());
    all.extend(of_scripts.iter().cloned());
    all.extend(content.gaps());
    if let Some(game) = game.filter(|_| !all.has_errors()) {
        let failures = run_tests(&game, |_| true).failures;
        all.extend(failures.into_iter().map(|failure| failure.diagnostic));
        if play {
            all.extend(played(&game));
        }
    }
    all
}

/// The fault with which a game between bots ends, if it does.
fn played(game: &Rc<Game>) -> Option<Diagnostic> {
    let bots = (1..=2).map(|seat| (Player(seat), Box::new(RandomAgent::new(1)) as Box<dyn Agent>)).collect();
    match Table::start_with(game, &Setup::new(2, 1), bots) {
        Err(StartError::Fault(fault)) => fault_diagnostic(game, &fault),
        _ => None,
    }
}

/// Whether a code is told, of something that is not so in the base already.
fn has(all: &Diagnostics, code: Code) -> bool {
    let base = told(&Example::of(&[]), false);
    let in_base = |message: &str| base.iter().any(|one| one.message == message);
    all.iter().any(|one| one.code == code && !in_base(&one.message))
}

/// Whether something is said that must be mended, apart from cards and rules without tests.
fn is_faulty(all: &Diagnostics) -> bool {
    let gap = |one: &Diagnostic| matches!(one.code, Code::UncitedRule | Code::UntestedCard);
    all.iter().any(|one| one.severity != Severity::Note && !gap(one))
}

#[test]
fn every_page_is_laid_out_alike() {
    for code in Code::ALL {
        let page = code.page();
        let about = code.about();
        let first =
            about.chars().next().map(|c| c.to_lowercase().collect::<String>() + &about[c.len_utf8()..]);
        let title = format!("# {}: {}\n", code.as_str(), first.unwrap_or_default().trim_end_matches('.'));
        assert!(page.starts_with(&title), "{page}");
        let parts = parts(page);
        let titles: Vec<&str> = parts.iter().map(|part| part.title.as_str()).collect();
        assert!(
            matches!(titles[..], ["Wrong", one, two] if one.starts_with("Mended: ") && two.starts_with("Mended: ")),
            "{}: {titles:?}",
            code.as_str()
        );
        assert!(page.lines().all(|line| line.len() < 500), "{}", code.as_str());
    }
}

#[test]
fn what_a_page_calls_wrong_gets_its_code_and_what_mends_it_does_not() {
    let mut untrue = String::new();
    for code in Code::ALL {
        let parts = parts(code.page());
        let [wrong, mended @ ..] = &parts[..] else { continue };
        let all = told(&Example::of(&[wrong]), is_played(*code));
        if !has(&all, *code) {
            untrue += &format!("{} is not told of what is wrong:\n{}\n", code.as_str(), render(&all, false));
        }
        for way in mended {
            let over: [&Part; 2] = [wrong, way];
            let all = told(&Example::of(&over), is_played(*code));
            if has(&all, *code) || is_faulty(&all) {
                untrue += &format!(
                    "{} is not mended by `{}`:\n{}\n",
                    code.as_str(),
                    way.title,
                    render(&all, false)
                );
            }
        }
    }
    assert!(untrue.is_empty(), "\n{untrue}");
}
