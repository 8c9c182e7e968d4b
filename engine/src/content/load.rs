//! The order in which a load goes: list, read, declare, name the cards, then all that refers to those names.

use std::io;
use std::sync::Arc;

use super::card::{self, CardNames, Head};
use super::deck::{is_deck_file, read_decks};
use super::declare::{self, By};
use super::example::Examples;
use super::expansion::{self, ExpansionInfo};
use super::list::{game_of, is_card_file, is_test_file};
use super::manifest::{self, Draft};
use super::names::{did_you_mean, either};
use super::operation::{Known, read_operations};
use super::page::{Page, Sink};
use super::script::Scripts;
use super::source::{FileId, Files, Sources};
use super::{Code, Content, Diagnostic, Diagnostics, Place};
use super::{graph, map};
use crate::kernel::ScriptId;

/// Loads a game with expansions: all that can be read, and all faults of all files.
///
/// The content is there whenever the game's manifest could be read, so that its scripts can be checked in the same run;
/// it must not be played while the faults have errors among them.
pub fn load(files: &dyn Files, game: &str, expansions: &[&dyn Files]) -> (Option<Content>, Diagnostics) {
    let mut loader = Loader::default();
    let content = loader.load(files, game, expansions);
    let sources = Arc::new(loader.sources);
    let mut diagnostics = Diagnostics::new(sources.clone());
    diagnostics.extend(loader.sink.take());
    (content.map(|content| Content { sources, ..content }), diagnostics)
}

#[derive(Default)]
struct Loader {
    sources: Sources,
    sink: Sink,
    hash: blake3::Hasher,
}

/// The files of a game or an expansion, read.
#[derive(Default)]
struct Pack {
    manifest: Option<Page>,
    /// The card files, each with the set it belongs to.
    cards: Vec<(Page, String)>,
    tests: Vec<Page>,
    decks: Vec<Page>,
    /// The rule files, by path.
    scripts: Vec<(String, FileId)>,
}

impl Loader {
    fn load(&mut self, files: &dyn Files, game: &str, expansions: &[&dyn Files]) -> Option<Content> {
        self.hash(game.as_bytes());
        let paths = self.list(files, "cards")?;
        let folder = format!("cards/{game}/");
        if !paths.iter().filter_map(|path| game_of(path)).any(|id| id == game) {
            let known: Vec<&str> = paths.iter().filter_map(|path| game_of(path)).collect();
            let help = did_you_mean(game, known.iter().copied())
                .or_else(|| (!known.is_empty()).then(|| format!("there is {}", either(&known))));
            self.sink
                .report(Diagnostic::error(Code::UnknownGame, format!("unknown game `{game}`")).help(help));
            return None;
        }
        let paths: Vec<&str> = paths.iter().filter_map(|path| path.strip_prefix(&folder)).collect();
        let mut pack = self.pack(files, &folder, &paths, "game.toml");
        let manifest = pack.manifest.take()?;
        let mut draft = manifest::read_game(&manifest, game);
        let mut scripts = Scripts::default();
        let rule_files = self.game_scripts(files, game, &manifest, &draft, &mut scripts);
        let mut manifests = vec![(manifest, By::Game)];
        let mut packs = vec![pack];
        let mut infos = Vec::new();
        let mut rule_files = rule_files;
        for files in expansions {
            if let Some((page, pack, mut info)) = self.expansion(*files, &mut draft) {
                let add =
                    |(_, file): &(String, FileId)| scripts.add_file(*file, self.sources.shared_text(*file));
                info.rule_files = pack.scripts.iter().map(add).collect();
                rule_files.extend(&info.rule_files);
                manifests.push((page, By::Expansion));
                packs.push(pack);
                infos.push(info);
            }
        }
        Some(self.assemble(draft, manifests, packs, infos, scripts, rule_files))
    }

    fn expansion(&mut self, files: &dyn Files, draft: &mut Draft) -> Option<(Page, Pack, ExpansionInfo)> {
        let paths = self.list(files, "")?;
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        if !paths.contains(&"expansion.toml") {
            let message = format!("no `expansion.toml` in `{}`", files.shown(""));
            self.sink.report(Diagnostic::error(Code::UnreadablePack, message));
            return None;
        }
        let mut pack = self.pack(files, "", &paths, "expansion.toml");
        let scripts = paths.iter().filter(|path| path.ends_with(".rhai"));
        pack.scripts =
            scripts.filter_map(|path| Some(((*path).to_owned(), self.read(files, path)?))).collect();
        let page = pack.manifest.take()?;
        let info = expansion::read_expansion(&page, draft)?;
        for (_, set) in &mut pack.cards {
            let folder = set.strip_prefix("cards").map(|rest| rest.trim_start_matches('/').to_owned());
            *set = folder.unwrap_or_else(|| set.clone());
            if set.is_empty() {
                *set = info.set();
            }
        }
        Some((page, pack, info))
    }

    /// All that follows once every name is declared.
    fn assemble(
        &mut self,
        draft: Draft,
        manifests: Vec<(Page, By)>,
        packs: Vec<Pack>,
        mut expansions: Vec<ExpansionInfo>,
        mut scripts: Scripts,
        rule_files: Vec<ScriptId>,
    ) -> Content {
        let Draft { mut rules, rule_places, setups, .. } = draft;
        declare::assign_tags(&mut rules);
        let mut card_places: Vec<Place> = Vec::new();
        let mut heads: Vec<Head<'_>> = Vec::new();
        for (ix, pack) in packs.iter().enumerate() {
            let before = heads.len();
            for (page, set) in &pack.cards {
                heads.extend(card::read_cards(page, set, &mut rules, &mut card_places));
            }
            if let Some(info) = ix.checked_sub(1).and_then(|ix| expansions.get_mut(ix)) {
                info.cards = heads.len() - before;
            }
        }
        let pages: Vec<(&Page, By)> = manifests.iter().map(|(page, by)| (page, *by)).collect();
        let words = manifest::define_words(&pages, &rules);
        for (page, _) in &pages {
            manifest::read_queries(page, &words, &mut rules);
        }
        let known = Known { rules: &rules, words: &words };
        card::check_goals(&heads, &rules, &words);
        let ops: Vec<_> = heads.iter().map(|head| read_operations(head, &known, &mut scripts)).collect();
        let tests = read_tests(&known, &packs, &heads, &mut scripts);
        let names = CardNames::new(&rules);
        let decks = packs.iter().flat_map(|pack| &pack.decks);
        let decks = read_decks(decks, &names);
        let links: Vec<_> = heads.iter().map(|head| card::read_links(head, &rules)).collect();
        for ((head, ops), links) in heads.iter().zip(ops).zip(links) {
            if let Some(card) = rules.cards.get_mut(head.def.ix()) {
                card.ops = ops;
                card.links = links;
            }
        }
        card::check_required(&heads, &rules, &card_places);
        for diagnostic in
            graph::check(&rules, &card_places).into_iter().chain(map::check(&rules, &card_places))
        {
            self.sink.report(diagnostic);
        }
        let rule_places = rules.numbered.names().map(|name| rule_places.get(name).cloned()).collect();
        rules.index();
        Content {
            rules: Arc::new(rules),
            words: Arc::new(words),
            scripts: scripts.0,
            rule_files,
            tests,
            decks,
            sources: Arc::default(),
            fingerprint: self.hash.finalize().to_hex()[..16].to_owned(),
            expansions,
            card_places,
            rule_places,
            setups,
        }
    }

    /// The shared rule files, then the game's: those its manifest names, or all in its folder.
    fn game_scripts(
        &mut self,
        files: &dyn Files,
        game: &str,
        manifest: &Page,
        draft: &Draft,
        scripts: &mut Scripts,
    ) -> Vec<ScriptId> {
        let mut wanted = self.list(files, "scripts/std").unwrap_or_default();
        match &draft.scripts {
            None => wanted.extend(self.list(files, &format!("scripts/{game}")).unwrap_or_default()),
            Some(named) => {
                let there = self.list(files, "scripts").unwrap_or_default();
                for (name, span) in named {
                    let path = format!("scripts/{name}");
                    if there.contains(&path) {
                        wanted.push(path);
                    } else {
                        let known = there.iter().filter_map(|path| path.strip_prefix("scripts/"));
                        manifest.unknown(Code::MissingScript, "rule file", name, span, known);
                    }
                }
            }
        }
        let wanted = wanted.iter().filter(|path| path.ends_with(".rhai"));
        wanted
            .filter_map(|path| {
                let file = self.read(files, path)?;
                Some(scripts.add_file(file, self.sources.shared_text(file)))
            })
            .collect()
    }

    /// The manifest, cards and tests of a folder; the paths are within it.
    fn pack(&mut self, files: &dyn Files, folder: &str, paths: &[&str], manifest: &str) -> Pack {
        let mut pack = Pack::default();
        for path in paths.iter().filter(|path| path.ends_with(".toml")) {
            let Some(file) = self.read(files, &format!("{folder}{path}")) else { continue };
            let page = Page::parse(file, path, self.sources.shared_text(file), &self.sink);
            if *path == manifest {
                pack.manifest = Some(page);
            } else if is_deck_file(path) {
                pack.decks.push(page);
            } else if is_test_file(path) {
                pack.tests.push(page);
            } else if is_card_file(path) {
                let set = path.rsplit_once('/').map_or("", |(set, _)| set).to_owned();
                pack.cards.push((page, set));
            }
        }
        pack
    }

    fn list(&self, files: &dyn Files, folder: &str) -> Option<Vec<String>> {
        let listed = files.list(folder);
        if let Err(error) = &listed {
            let message = format!("cannot list the files of `{}`: {error}", files.shown(folder));
            self.sink.report(Diagnostic::error(Code::UnreadablePack, message));
        }
        listed.ok()
    }

    /// Reads a file; why it cannot be read is a fault like others.
    fn read(&mut self, files: &dyn Files, path: &str) -> Option<FileId> {
        let shown = files.shown(path);
        let bytes = match files.read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let file = self.sources.add(shown, "");
                let (code, message) = match error.kind() {
                    io::ErrorKind::FileTooLarge => {
                        (Code::TooLarge, "the file is larger than 4 MB".to_owned())
                    }
                    _ => (Code::Unreadable, format!("cannot read the file: {error}")),
                };
                self.sink.report(Diagnostic::error(code, message).in_file(file));
                return None;
            }
        };
        self.hash(path.as_bytes());
        self.hash(&bytes);
        match String::from_utf8(bytes) {
            Ok(text) => Some(self.sources.add(shown, text)),
            Err(error) => {
                let line =
                    error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n').count();
                let file = self.sources.add(shown, "");
                let message = format!("the file is not UTF-8 text (line {line})");
                self.sink.report(Diagnostic::error(Code::NotUtf8, message).in_file(file));
                None
            }
        }
    }

    /// Takes a part into the fingerprint, with its length, so that two parts cannot pass for two others.
    fn hash(&mut self, part: &[u8]) {
        self.hash.update(&(part.len() as u64).to_le_bytes());
        self.hash.update(part);
    }
}

fn read_tests(
    known: &Known<'_>,
    packs: &[Pack],
    heads: &[Head<'_>],
    scripts: &mut Scripts,
) -> Vec<super::TestDef> {
    let cards = CardNames::new(known.rules);
    let mut examples = Examples { known, cards: &cards, scripts, tests: Vec::new() };
    for head in heads {
        examples.read(head.page, head.table, Some(head.def));
    }
    for pack in packs {
        for page in pack.cards.iter().map(|(page, _)| page).filter(|page| page.root.get("card").is_some()) {
            examples.read(page, &page.root, None);
        }
        for page in &pack.tests {
            page.check_keys(&page.root, "a file of tests", &["test"]);
            examples.read(page, &page.root, None);
        }
    }
    examples.tests
}
