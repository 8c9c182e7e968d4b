//! What was done on a table, as a `[[test]]`.

use cardwright::content::AnswerSpec;
use cardwright::kernel::{Belongs, CardId, Player, Subject, TokenId, ZoneId};
use cardwright::testing::Bench;

use super::deed::{Deed, with_cards};
use super::outcome::changes;
use super::sitting::Sitting;

/// A test, before it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// What it shows.
    pub name: String,
    players: Option<usize>,
    seed: Option<u64>,
    given: Vec<(String, Vec<String>)>,
    tokens: Vec<(String, Vec<(String, i32)>)>,
    done: Vec<String>,
    answers: Vec<AnswerSpec>,
    /// What must hold.
    pub expect: Vec<String>,
}

/// How a test calls cards and zones: by the order in which it makes its cards.
pub struct Names<'a> {
    bench: &'a Bench,
    /// The cards that it lays out, in its order, and then those that are made.
    order: Vec<CardId>,
}

impl Names<'_> {
    /// A card, as a script of the test names it.
    pub fn card(&self, card: CardId) -> Result<String, String> {
        let look = self.bench.look();
        let id = &look.rules.def(look.state.card(card).def).id;
        let same = |other: &&CardId| look.state.card(**other).def == look.state.card(card).def;
        match self.order.iter().filter(same).position(|other| *other == card) {
            Some(0) => Ok(format!("\"{id}\"")),
            Some(nth) => Ok(format!("copies(\"{id}\")[{nth}]")),
            None => Err(format!("`{}` is not part of the test", look.name(card))),
        }
    }

    /// A zone, as a script of the test names it.
    pub fn zone(&self, zone: ZoneId) -> Result<String, String> {
        let look = self.bench.look();
        let name = look.rules.zones.name(look.state.kind(zone).ix());
        Ok(match look.state.zone_owner(zone) {
            Subject::Player(player) => format!("zone(\"{name}\", {})", player.0),
            Subject::Card(card) => format!("zone(\"{name}\", {})", self.card(card)?),
            _ => format!("\"{name}\""),
        })
    }

    /// A card, as the keys and lists of a test name it: only its first copy has a name there.
    fn key(&self, card: CardId) -> Option<String> {
        let named = self.card(card).ok()?;
        named.strip_prefix('"').and_then(|id| id.strip_suffix('"')).map(str::to_owned)
    }
}

impl Example {
    /// What was done since the table was last only arranged; `without` a card that has no part in it.
    pub fn of(sitting: &Sitting, name: &str, without: Option<CardId>) -> Result<Self, String> {
        let begun = sitting.done.iter().position(|done| !done.deed.arranges()).unwrap_or(sitting.done.len());
        let before = sitting.after(begun)?;
        let (was, now) = (&before.bench, &sitting.bench);
        let (first, all) = (was.look().state.card_count(), now.look().state.card_count());
        let mut example = Self { name: name.to_owned(), ..Self::default() };
        let scenario = &sitting.game.rules.scenarios;
        let usual = if scenario.is_empty() { 1 } else { scenario[0].min_players };
        example.players = Some(sitting.plan.players).filter(|players| *players != usual);
        example.seed = Some(sitting.plan.seed).filter(|seed| *seed != 1);
        let mut order = Vec::new();
        example.lay_out(was, without, &mut order)?;
        let laid = order.len();
        order.extend((first..all).map(CardId::from));
        let named_before = Names { bench: was, order: order[..laid].to_vec() };
        example.put_tokens(was, &named_before)?;
        let names = Names { bench: now, order };
        for (ix, done) in sitting.done.iter().enumerate().skip(begun) {
            let unchanged = || -> Result<bool, String> {
                let of = |steps| Ok::<_, String>(sitting.after(steps)?.bench.look().state.fingerprint());
                Ok(of(ix)? == of(ix + 1)?)
            };
            match &done.deed {
                Deed::Use { card, trigger, nth, .. } => {
                    let look = now.look();
                    let def = look.rules.def(look.state.card(*card).def);
                    let of = look.rules.trigger(trigger);
                    let alone = def.ops.iter().filter(|op| Some(op.trigger) == of).count() == 1;
                    let card = names.card(*card)?;
                    match done.gave {
                        // What only says a number is asked for it.
                        Some(gave) if alone && done.answers.is_empty() && unchanged()? => {
                            example.expect.push(format!("worth({card}, \"{trigger}\") == {gave}"));
                        }
                        _ if alone => example.done.push(format!("use_op(usable({card}, \"{trigger}\")[0]);")),
                        _ => example.done.push(format!("use_op(operations({card}, \"{trigger}\")[{nth}]);")),
                    }
                }
                Deed::Run { text, .. } => example.done.push(statement(&named(text, &names)?)),
            }
            for answered in &done.answers {
                let specs = answered.specs.clone().ok_or_else(|| {
                    format!(
                        "no test can tell the answer `{}` from another to `{}`",
                        answered.typed.join(", "),
                        answered.asked.prompt
                    )
                })?;
                example.answers.extend(specs);
            }
        }
        example.expect.extend(changes(was, now, &names.order, &names)?);
        Ok(example)
    }

    /// What was looked at is expected too.
    pub fn expect_looked(&mut self, sitting: &mut Sitting, without: Option<CardId>) -> Result<(), String> {
        let looked = sitting.looked().to_vec();
        let all = sitting.bench.look().state.card_count();
        let mut order = Vec::new();
        let begun = sitting.done.iter().position(|done| !done.deed.arranges()).unwrap_or(sitting.done.len());
        let before = sitting.after(begun)?;
        Self::default().lay_out(&before.bench, without, &mut order)?;
        order.extend((before.bench.look().state.card_count()..all).map(CardId::from));
        for text in looked {
            let numbers = with_cards(&text, |number| {
                Some(i64::from(CardId(u32::try_from(number.checked_sub(1)?).ok()?)).to_string())
            });
            let Ok(numbers) = numbers else { continue };
            let Ok(reading) = sitting.bench.read(&numbers) else { continue };
            let names = Names { bench: &sitting.bench, order: order.clone() };
            let text = named(&text, &names)?;
            let expected = match reading.literal.as_deref() {
                Some("true") => text,
                Some("false") => format!("!({text})"),
                Some(literal) => format!("{text} == {literal}"),
                None => continue,
            };
            if !self.expect.contains(&expected) {
                self.expect.push(expected);
            }
        }
        Ok(())
    }

    /// The cards by zones, from the top; what lies on a card comes after the card.
    fn lay_out(
        &mut self,
        bench: &Bench,
        without: Option<CardId>,
        order: &mut Vec<CardId>,
    ) -> Result<(), String> {
        let look = bench.look();
        let mut zones: Vec<ZoneId> = look.state.zones().filter(|zone| !look.state.is_empty(*zone)).collect();
        zones.sort_by_key(|zone| (look.state.kind(*zone), *zone));
        let mut waiting: Vec<ZoneId> = Vec::new();
        while !zones.is_empty() {
            for zone in std::mem::take(&mut zones) {
                let name = look.rules.zones.name(look.state.kind(zone).ix());
                let key = match look.state.zone_owner(zone) {
                    Subject::Player(player) => format!("{name}/{}", player.0),
                    Subject::Card(host) if order.contains(&host) => {
                        let names = Names { bench, order: order.clone() };
                        let host =
                            names.key(host).ok_or("a test can put cards only on the first copy of a card")?;
                        format!("{name}/{host}")
                    }
                    Subject::Card(_) => {
                        waiting.push(zone);
                        continue;
                    }
                    _ => name.to_string(),
                };
                let cards: Vec<CardId> =
                    look.state.cards_in(zone).filter(|card| Some(*card) != without).collect();
                if cards.is_empty() {
                    continue;
                }
                let ids = cards.iter().map(|card| look.rules.def(look.state.card(*card).def).id.clone());
                self.given.push((key, ids.collect()));
                order.extend(cards);
            }
            let before = waiting.len();
            zones = std::mem::take(&mut waiting);
            let stuck = zones.iter().all(
                |zone| !matches!(look.state.zone_owner(*zone), Subject::Card(host) if order.contains(&host)),
            );
            if before > 0 && stuck {
                return Err("a card lies on one that is not part of the test".to_owned());
            }
        }
        Ok(())
    }

    /// The tokens that are not as they are at first.
    fn put_tokens(&mut self, bench: &Bench, names: &Names<'_>) -> Result<(), String> {
        let look = bench.look();
        let players: Vec<Player> = look.state.players().collect();
        for (ix, token) in look.rules.tokens.iter().enumerate() {
            let id = TokenId::from(ix);
            let name = look.rules.tokens.name(ix).to_string();
            let holders: Vec<Subject> = match token.on {
                Belongs::Table => vec![Subject::Table],
                Belongs::Player => players.iter().map(|player| Subject::Player(*player)).collect(),
                Belongs::Card => names.order.iter().map(|card| Subject::Card(*card)).collect(),
                Belongs::Zone => look.state.zones().map(Subject::Zone).collect(),
            };
            let seats: &[Player] = if token.per_player { &players } else { &players[..1] };
            for on in holders {
                for seat in seats {
                    let count = look.state.token(look.rules, on, id, *seat);
                    if count == token.start {
                        continue;
                    }
                    let place = match on {
                        Subject::Table => Some("table".to_owned()),
                        Subject::Player(player) => Some(format!("player/{}", player.0)),
                        Subject::Card(card) => names.key(card).map(|id| format!("card/{id}")),
                        Subject::Zone(zone) => {
                            zone_key(bench, names, zone).map(|zone| format!("zone/{zone}"))
                        }
                    };
                    let of = if token.per_player { format!("/{}", seat.0) } else { String::new() };
                    match (place, on) {
                        (Some(place), _) => self.put_token(format!("{place}{of}"), name.clone(), count),
                        (None, Subject::Card(card)) => {
                            let of = if token.per_player { format!(", {}", seat.0) } else { String::new() };
                            let card = names.card(card)?;
                            self.done.push(format!("set_tokens({card}, \"{name}\", {count}{of});"));
                        }
                        (None, _) => return Err(format!("a test cannot lay out the {name} of this zone")),
                    }
                }
            }
        }
        Ok(())
    }

    fn put_token(&mut self, place: String, token: String, count: i32) {
        match self.tokens.iter_mut().find(|(known, _)| *known == place) {
            Some((_, counts)) => counts.push((token, count)),
            None => self.tokens.push((place, vec![(token, count)])),
        }
    }

    /// The test as it is written, under a header, with those expectations that are kept.
    pub fn toml(&self, header: &str, dropped: &[usize]) -> String {
        let mut text = format!("{header}\nname = {}\n", quoted(&self.name));
        let mut add = |line: String| text.push_str(&(line + "\n"));
        if let Some(players) = self.players {
            add(format!("players = {players}"));
        }
        if let Some(seed) = self.seed {
            add(format!("seed = {seed}"));
        }
        if !self.given.is_empty() {
            let zones = self.given.iter().map(|(zone, cards)| {
                let cards: Vec<String> = cards.iter().map(|card| quoted(card)).collect();
                format!("{} = [{}]", key(zone), cards.join(", "))
            });
            add(format!("given = {{ {} }}", zones.collect::<Vec<_>>().join(", ")));
        }
        if !self.tokens.is_empty() {
            let places = self.tokens.iter().map(|(place, counts)| {
                let counts: Vec<String> =
                    counts.iter().map(|(token, count)| format!("{} = {count}", key(token))).collect();
                format!("{} = {{ {} }}", key(place), counts.join(", "))
            });
            add(format!("tokens = {{ {} }}", places.collect::<Vec<_>>().join(", ")));
        }
        match &self.done[..] {
            [] => {}
            [one] if !one.contains(['\'', '\n']) => add(format!("do = '{one}'")),
            several => add(format!("do = '''\n{}\n'''", several.join("\n"))),
        }
        if !self.answers.is_empty() {
            let answers: Vec<String> = self.answers.iter().map(answer).collect();
            add(format!("answers = [{}]", answers.join(", ")));
        }
        let kept = self.expect.iter().enumerate().filter(|(ix, _)| !dropped.contains(ix));
        let kept: Vec<String> = kept.map(|(_, expected)| script(expected)).collect();
        match &kept[..] {
            [one] => add(format!("expect = [{one}]")),
            several => add(format!("expect = [\n    {},\n]", several.join(",\n    "))),
        }
        text
    }
}

fn zone_key(bench: &Bench, names: &Names<'_>, zone: ZoneId) -> Option<String> {
    let look = bench.look();
    let name = look.rules.zones.name(look.state.kind(zone).ix());
    Some(match look.state.zone_owner(zone) {
        Subject::Player(player) => format!("{name}/{}", player.0),
        Subject::Card(card) => format!("{name}/{}", names.key(card)?),
        _ => name.to_string(),
    })
}

/// A statement with its cards named as the test names them.
fn named(text: &str, names: &Names<'_>) -> Result<String, String> {
    let mut why = String::new();
    let named = with_cards(text, |number| {
        let card = CardId(u32::try_from(number.checked_sub(1)?).ok()?);
        if !names.bench.look().state.has_card(card) {
            return None;
        }
        names.card(card).inspect_err(|error| why.clone_from(error)).ok()
    });
    named.map_err(|number| if why.is_empty() { format!("there is no card #{number}") } else { why })
}

fn statement(text: &str) -> String {
    let text = text.trim();
    if text.ends_with([';', '}']) { text.to_owned() } else { format!("{text};") }
}

fn answer(spec: &AnswerSpec) -> String {
    match spec {
        AnswerSpec::Text(text) => quoted(text),
        AnswerSpec::Number(number) => number.to_string(),
        AnswerSpec::Several(several) => {
            format!("[{}]", several.iter().map(answer).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A script in a string of TOML in which nothing is escaped, where that can be.
fn script(text: &str) -> String {
    if text.contains('\'') { format!("'''{text}'''") } else { format!("'{text}'") }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

fn key(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { quoted(word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_written_as_authors_write_them() {
        let example = Example {
            name: "the \"drum\" is beaten".into(),
            players: Some(3),
            seed: None,
            given: vec![
                ("hand/1".into(), vec!["drum".into()]),
                ("shelf".into(), vec!["a".into(), "b".into()]),
            ],
            tokens: vec![("player/1".into(), vec![("coin".into(), 4)])],
            done: vec!["use_op(usable(\"drum\", \"PLAY\")[0]);".into()],
            answers: vec![AnswerSpec::Text("Bob".into()), AnswerSpec::Several(vec![AnswerSpec::Number(2)])],
            expect: vec!["a() == 1".into(), "b()".into(), "c('x')".into()],
        };
        assert_eq!(
            example.toml("[[test]]", &[1]),
            r#"[[test]]
name = "the \"drum\" is beaten"
players = 3
given = { "hand/1" = ["drum"], shelf = ["a", "b"] }
tokens = { "player/1" = { coin = 4 } }
do = 'use_op(usable("drum", "PLAY")[0]);'
answers = ["Bob", [2]]
expect = [
    'a() == 1',
    '''c('x')''',
]
"#
        );
        assert!(example.toml("[[test]]", &[1, 2]).ends_with("expect = ['a() == 1']\n"));
    }
}
