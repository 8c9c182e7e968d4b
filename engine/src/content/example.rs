//! Tests as authors write them: `[[test]]` tables beside a card or in a file of their own.

use std::ops::Range;

use super::card::CardNames;
use super::names::did_you_mean;
use super::operation::Known;
use super::page::Page;
use super::script::{Purpose, Scripts};
use super::source::FileId;
use super::tree::{Entry, Item, Table, Value};
use super::{Code, Diagnostic};
use crate::kernel::{Belongs, DefId, Player, ScriptId, TokenId, ZoneKind};

/// The keys of a test.
pub(super) const KEYS: [&str; 11] =
    ["name", "rule", "players", "scenario", "seed", "given", "tokens", "do", "answers", "expect", "fails"];
/// More cards or tokens than a test needs to lay out.
const MOST_TOKENS: i64 = i32::MAX as i64;

/// A test: a position, what is done, what is answered, and what must then hold.
#[derive(Clone, Debug)]
pub struct TestDef {
    /// What it shows.
    pub name: String,
    /// The numbered rule that it cites.
    pub rule: Option<String>,
    /// How many play.
    pub players: usize,
    /// The scenario, by its position among the game's.
    pub scenario: usize,
    /// The seed of chance.
    pub seed: u64,
    /// The cards that lie in zones at its start, from the top.
    pub given: Vec<(ZoneSpec, Vec<DefId>)>,
    /// The tokens that lie there at its start.
    pub tokens: Vec<TokenSpec>,
    /// What is done.
    pub script: Option<ScriptId>,
    /// What is answered, in the order asked.
    pub answers: Vec<AnswerSpec>,
    /// What must hold after it.
    pub expect: Vec<ScriptId>,
    /// What is done must fail, with a message that contains this.
    pub fails: Option<String>,
    /// The card in whose file it stands.
    pub card: Option<DefId>,
    /// The file.
    pub file: FileId,
    /// The bytes to point at.
    pub span: Range<usize>,
}

/// A zone of a game that is not yet there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneSpec {
    /// The kind of zone.
    pub kind: ZoneKind,
    /// Whose.
    pub owner: OwnerSpec,
}

/// The owner of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerSpec {
    /// The table.
    Table,
    /// A player.
    Player(Player),
    /// The first copy of a card.
    Card(DefId),
}

/// What tokens lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectSpec {
    /// The table.
    Table,
    /// A player.
    Player(Player),
    /// The first copy of a card.
    Card(DefId),
    /// A zone.
    Zone(ZoneSpec),
}

/// Tokens at the start of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenSpec {
    /// What they lie on.
    pub on: SubjectSpec,
    /// The token.
    pub token: TokenId,
    /// Whose they are, of tokens that are counted for each player; else nobody.
    pub player: Player,
    /// How many.
    pub count: i32,
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerSpec {
    /// A label, or a card's name.
    Text(String),
    /// A number.
    Number(i64),
    /// Several at once.
    Several(Vec<AnswerSpec>),
}

impl AnswerSpec {
    /// Whether it has the name or the id of a card in it.
    pub fn names(&self, id: &str, name: &str) -> bool {
        match self {
            Self::Text(text) => text == id || text.to_lowercase().contains(&name.to_lowercase()),
            Self::Number(_) => false,
            Self::Several(several) => several.iter().any(|one| one.names(id, name)),
        }
    }
}

/// Reads tests into the list of all of them.
pub(super) struct Examples<'a> {
    pub known: &'a Known<'a>,
    pub cards: &'a CardNames,
    pub scripts: &'a mut Scripts,
    pub tests: Vec<TestDef>,
}

/// The page of a test, with what the places in it depend on.
struct Setting<'a> {
    page: &'a Page,
    players: usize,
}

impl Examples<'_> {
    /// The tests in a table.
    pub fn read(&mut self, page: &Page, table: &Table, card: Option<DefId>) {
        for (span, test) in page.tables(table, "test") {
            self.test(page, test, span, card);
        }
    }

    fn test(&mut self, page: &Page, table: &Table, span: &Range<usize>, card: Option<DefId>) {
        page.check_keys(table, "a test", &KEYS);
        let rules = self.known.rules;
        let text = |key| table.get(key).and_then(|item| page.text(item, key)).map(str::to_owned);
        if table.get("name").is_none() {
            page.missing(span, "a test", "name");
        }
        let scenario = table.get("scenario").and_then(|item| {
            let how = ("scenario", Code::UnknownScenario, "scenario");
            page.find(item, how, |name| rules.scenarios.find(name), || rules.scenarios.names())
        });
        let rule = table.get("rule").and_then(|item| {
            let how = ("rule", Code::UnknownRule, "rule");
            page.find(item, how, |name| rules.numbered.find(name), || rules.numbered.names())
        });
        let scenario = scenario.unwrap_or(0);
        let players = self.players(page, table, scenario);
        let at = Setting { page, players };
        let number = self.tests.len();
        let done = table.get("do");
        let script =
            done.and_then(|item| self.scripts.add_item(page, "do", item, Purpose::TestDo { test: number }));
        let expect = table.get("expect").map_or(&[][..], |item| page.one_or_more(item));
        let expect: Vec<ScriptId> = expect
            .iter()
            .filter_map(|item| {
                self.scripts.add_item(page, "expect", item, Purpose::TestExpect { test: number })
            })
            .collect();
        check_shows_something(page, table, span);
        let seed = table.get("seed").and_then(|item| page.whole(item, "seed", 0..=i64::MAX));
        let answers = table.get("answers").map(|item| at.answers(page.one_or_more(item))).unwrap_or_default();
        let given = at.table_of(table, "given").iter().filter_map(|entry| self.given(&at, entry)).collect();
        let tokens = at.table_of(table, "tokens").iter().flat_map(|entry| self.tokens(&at, entry)).collect();
        self.tests.push(TestDef {
            name: text("name").unwrap_or_default(),
            rule: rule.map(|ix| rules.numbered.name(ix).to_string()),
            players,
            scenario,
            seed: seed.unwrap_or(1) as u64,
            given,
            tokens,
            script,
            answers,
            expect,
            fails: text("fails"),
            card,
            file: page.file,
            span: table.get("name").map_or(span.clone(), |item| item.span.clone()),
        });
    }

    fn players(&self, page: &Page, table: &Table, scenario: usize) -> usize {
        let def = &self.known.rules.scenarios[scenario];
        let bounds = def.min_players as i64..=def.max_players as i64;
        let players = table.get("players").and_then(|item| page.whole(item, "players", bounds));
        players.map_or(def.min_players, |players| players as usize)
    }

    fn given(&self, at: &Setting<'_>, entry: &Entry) -> Option<(ZoneSpec, Vec<DefId>)> {
        let zone = self.zone(at, &entry.key, &entry.key_span);
        let cards = at.page.one_or_more(&entry.item).iter();
        let cards =
            cards.filter_map(|item| self.card(at, at.page.text(item, "given")?, &item.span)).collect();
        Some((zone?, cards))
    }

    fn card(&self, at: &Setting<'_>, name: &str, span: &Range<usize>) -> Option<DefId> {
        let found = self.cards.find(name);
        if found.is_none() {
            let cards = &self.known.rules.cards;
            let known = cards.names().chain(cards.iter().map(|card| card.name.as_str()));
            at.page.unknown(Code::UnknownCard, "card", name, span, known);
        }
        found
    }

    /// `zone`, `zone/seat` or `zone/card`.
    fn zone(&self, at: &Setting<'_>, place: &str, span: &Range<usize>) -> Option<ZoneSpec> {
        let rules = self.known.rules;
        let (name, owner) = place.split_once('/').map_or((place, None), |(name, owner)| (name, Some(owner)));
        let Some(kind) = rules.zone(name) else {
            at.page.unknown(Code::UnknownZone, "zone", name, span, rules.zones.names());
            return None;
        };
        let owner = match (rules.zones[kind.ix()].belongs, owner) {
            (Belongs::Table | Belongs::Zone, None) => OwnerSpec::Table,
            (Belongs::Player, Some(seat)) => OwnerSpec::Player(at.seat(seat, span)?),
            (Belongs::Card, Some(card)) => OwnerSpec::Card(self.card(at, card, span)?),
            (belongs, _) => {
                let (whose, form) = match belongs {
                    Belongs::Player => ("there is one for each player", format!("{name}/1")),
                    Belongs::Card => ("there is one for each card", format!("{name}/card-id")),
                    Belongs::Table | Belongs::Zone => ("there is one for all", name.to_owned()),
                };
                at.bad_place(format!("of the zone `{name}` {whose}"), span, Some(format!("write `{form}`")));
                return None;
            }
        };
        Some(ZoneSpec { kind, owner })
    }

    /// `"player/1" = { coin = 2 }`.
    fn tokens(&self, at: &Setting<'_>, entry: &Entry) -> Vec<TokenSpec> {
        let place = self.subject(at, &entry.key, &entry.key_span);
        let Some(table) = at.page.table(&entry.item, &entry.key) else { return Vec::new() };
        let counts = table.entries.iter();
        counts.filter_map(|one| self.token(at, place?, one)).collect()
    }

    fn token(
        &self,
        at: &Setting<'_>,
        (on, player): (SubjectSpec, Option<Player>),
        one: &Entry,
    ) -> Option<TokenSpec> {
        let rules = self.known.rules;
        let Some(token) = rules.token(&one.key) else {
            at.page.unknown(Code::UnknownToken, "token", &one.key, &one.key_span, rules.tokens.names());
            return None;
        };
        let def = &rules.tokens[token.ix()];
        let fits = match on {
            SubjectSpec::Table => Belongs::Table,
            SubjectSpec::Player(_) => Belongs::Player,
            SubjectSpec::Card(_) => Belongs::Card,
            SubjectSpec::Zone(_) => Belongs::Zone,
        };
        if fits != def.on {
            let home = match def.on {
                Belongs::Table => "the table",
                Belongs::Player => "players",
                Belongs::Card => "cards",
                Belongs::Zone => "zones",
            };
            at.bad_place(format!("the token `{}` lies on {home}", one.key), &one.key_span, None);
            return None;
        }
        if def.per_player != player.is_some() {
            let (how, help) = if def.per_player {
                ("is counted for each player", "add the player's seat: `card/card-id/1`")
            } else {
                ("is not counted for each player", "leave out the seat at the end")
            };
            at.bad_place(format!("the token `{}` {how}", one.key), &one.key_span, Some(help.to_owned()));
            return None;
        }
        let bounds = i64::from(def.min)..=i64::from(def.max).min(MOST_TOKENS);
        let count = at.page.whole(&one.item, &one.key, bounds)? as i32;
        Some(TokenSpec { on, token, player: player.unwrap_or(Player::NOBODY), count })
    }

    /// `table`, `player/1`, `card/id` or `zone/name/owner`, each with `/seat` for tokens counted for each player.
    fn subject(
        &self,
        at: &Setting<'_>,
        place: &str,
        span: &Range<usize>,
    ) -> Option<(SubjectSpec, Option<Player>)> {
        let mut parts = place.split('/');
        let kind = parts.next().unwrap_or_default();
        let on = match (kind, parts.next()) {
            ("table", None) => return Some((SubjectSpec::Table, None)),
            ("table", Some(seat)) => return Some((SubjectSpec::Table, Some(at.seat(seat, span)?))),
            ("player", Some(seat)) => SubjectSpec::Player(at.seat(seat, span)?),
            ("card", Some(card)) => SubjectSpec::Card(self.card(at, card, span)?),
            ("zone", Some(name)) => {
                let known = self.known.rules.zone(name);
                let shared =
                    known.is_some_and(|kind| self.known.rules.zones[kind.ix()].belongs == Belongs::Table);
                let owner = if shared { None } else { parts.next() };
                let zone = owner.map_or_else(|| name.to_owned(), |owner| format!("{name}/{owner}"));
                SubjectSpec::Zone(self.zone(at, &zone, span)?)
            }
            _ => {
                let help = did_you_mean(kind, ["table", "player", "card", "zone"]).or_else(|| {
                    Some("write `table`, `player/1`, `card/card-id` or `zone/name/1`".to_owned())
                });
                at.bad_place(format!("nothing is called `{place}`"), span, help);
                return None;
            }
        };
        match parts.next() {
            None => Some((on, None)),
            Some(seat) => Some((on, Some(at.seat(seat, span)?))),
        }
    }
}

impl Setting<'_> {
    fn bad_place(&self, message: String, span: &Range<usize>, help: Option<String>) {
        self.page
            .report(Diagnostic::error(Code::BadPlace, message).at(self.page.file, span.clone()).help(help));
    }

    fn seat(&self, seat: &str, span: &Range<usize>) -> Option<Player> {
        let found = seat.parse::<usize>().ok().filter(|seat| (1..=self.players).contains(seat));
        if found.is_none() {
            let message = format!("no seat `{seat}`: this test has the players 1 to {}", self.players);
            self.bad_place(message, span, None);
        }
        found.map(|seat| Player::at(seat - 1))
    }

    fn table_of<'t>(&self, table: &'t Table, key: &str) -> &'t [Entry] {
        let inner = table.get(key).and_then(|item| self.page.table(item, key));
        inner.map_or(&[], |table| &table.entries)
    }

    fn answers(&self, items: &[Item]) -> Vec<AnswerSpec> {
        let one = |item: &Item| match &item.value {
            Value::Text(text) => Some(AnswerSpec::Text(text.clone())),
            Value::Whole(number) => Some(AnswerSpec::Number(*number)),
            Value::List(list) => Some(AnswerSpec::Several(self.answers(list))),
            Value::Flag(flag) => Some(AnswerSpec::Text(if *flag { "yes" } else { "no" }.to_owned())),
            other => {
                let message =
                    format!("an answer is a label, a number or a list of them, not {}", other.kind());
                self.page.error(Code::WrongType, &item.span, message);
                None
            }
        };
        items.iter().filter_map(one).collect()
    }
}

fn check_shows_something(page: &Page, table: &Table, span: &Range<usize>) {
    let has = |key| table.get(key).is_some();
    if !has("expect") && !has("fails") {
        page.error(Code::BadTest, span, "a test must say what to `expect`, or how it `fails`");
    } else if has("fails") && !has("do") {
        page.error(Code::BadTest, span, "a test that `fails` must `do` something");
    }
}
