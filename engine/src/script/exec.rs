//! Carrying out: rule functions, operations of cards, and the answers to events.

use std::rc::Rc;

use rhai::{AST, Dynamic, EvalAltResult, FnPtr, Map, Scope};
use smallvec::SmallVec;

use super::fault::from_error;
use super::run::{Frame, Run, Stop, Trial, Verb, Worth, limits, oops, with};
use super::vm::{self, Unit, Vm};
use super::{Fault, Game, ask};
use crate::kernel::{
    Asker, CardId, EventId, OpBody, OpDef, OpRef, Player, Price, ScriptId, Subject, TriggerId, share_out,
};

/// Why an operation cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// It does not work from where its card lies.
    NotLive,
    /// It was used and its card is not refreshed.
    Exhausted,
    /// What it requires is not met.
    Requires,
    /// Its condition does not hold.
    When,
    /// Its cost cannot be paid.
    Cost,
    /// It is not something that is used: it changes how things are read.
    Change,
}

impl std::fmt::Display for Unusable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotLive => "it does not work from where the card lies",
            Self::Exhausted => "it was used already",
            Self::Requires => "what it requires is not met",
            Self::When => "its condition does not hold",
            Self::Cost => "its cost cannot be paid",
            Self::Change => "it always holds and is not used",
        })
    }
}

fn game() -> Verb<Rc<Game>> {
    with(|run| Ok(run.game.clone()))
}

/// Calls a rule function. A failure is kept as the step's fault, in the function's own file, and ends the step.
pub(crate) fn call(name: &str, args: impl rhai::FuncArgs) -> Verb<Dynamic> {
    let game = game()?;
    let mut values: SmallVec<[Dynamic; 2]> = SmallVec::new();
    args.parse(&mut values);
    let called = inside(|| match game.program.find(name, values.len()) {
        Some(number) => Vm::new(&game).call_from_outside(number, values),
        None => game.call_interpreted(name, values),
    });
    called.map_err(|error| {
        let error = match *error {
            EvalAltResult::ErrorInFunctionCall(function, _, inner, _) if function == name => inner,
            _ => error,
        };
        keep_fault(&game, game.function_home(name), Some(name), error)
    })
}

/// Runs a compiled script with `card`, `me` and, where it answers something, `event`.
fn evaluate(game: &Game, unit: Option<&Unit>, ast: &AST, asker: Asker, event: Option<&Map>) -> Verb<Dynamic> {
    let (me, card) = (i64::from(asker.me), asker.card.map_or(0, i64::from));
    if let Some(unit) = unit {
        return inside(|| Vm::new(game).run(unit, me, card, event));
    }
    let mut scope = Scope::new();
    scope.push_constant("me", me);
    scope.push_constant("card", card);
    if let Some(event) = event {
        scope.push_constant("event", event.clone());
    }
    inside(|| game.run_interpreted(ast, &mut scope))
}

/// Runs a script inside of what runs already.
///
/// The limit of calls begins anew in each script that runs inside another, so the depth of those has a limit too, and
/// each finds room on the stack for all that its own limit allows.
fn inside(act: impl FnOnce() -> Verb<Dynamic>) -> Verb<Dynamic> {
    with(|run| {
        run.nested += 1;
        if run.nested > limits::NESTED { oops("scripts run inside of scripts without end") } else { Ok(()) }
    })?;
    let result = stacker::maybe_grow(limits::STACK, 4 * limits::STACK, act);
    with(|run| {
        run.nested -= 1;
        Ok(())
    })?;
    result
}

/// Runs a script of the game. A failure is kept as the step's fault, and ends the step.
pub(crate) fn run_script(id: ScriptId, asker: Asker, event: Option<&Map>) -> Verb<Dynamic> {
    let game = game()?;
    let Some(ast) = &game.scripts[id.ix()] else { return oops("this script could not be compiled") };
    let unit = game.program.script(id);
    evaluate(&game, unit, ast, asker, event).map_err(|error| keep_fault(&game, Some(id), None, error))
}

/// Calls a function that a script handed over.
pub(crate) fn call_given(function: &FnPtr, args: &[Dynamic]) -> Verb<Dynamic> {
    vm::call_given(&*game()?, function, args)
}

/// Runs a text that is no script of the game.
pub(crate) fn run_text(text: &str, asker: Asker) -> Verb<Dynamic> {
    let game = game()?;
    let ast = match game.engine.compile(text) {
        Ok(ast) => ast,
        Err(error) => return oops(error.to_string()),
    };
    let unit = game.program.unit(&ast, None);
    evaluate(&game, unit.as_ref(), &ast, asker, None)
}

/// Turns an error that is not a stop into the step's fault.
pub(crate) fn keep_fault(
    game: &Game,
    script: Option<ScriptId>,
    function: Option<&str>,
    error: Box<rhai::EvalAltResult>,
) -> Box<rhai::EvalAltResult> {
    if stop_of(&error).is_some() {
        return error;
    }
    let kept = with(|run| {
        let mut trail = run.trail();
        trail.extend(function.map(|name| format!("`{name}`")));
        run.fault.get_or_insert_with(|| from_error(game, script, &error, trail));
        Ok(())
    });
    match kept {
        Ok(()) => Stop::Failed.error(),
        Err(_) => error,
    }
}

/// The stop that an error carries, through all the functions that it came up through.
pub(crate) fn stop_of(error: &rhai::EvalAltResult) -> Option<Stop> {
    match error {
        rhai::EvalAltResult::ErrorTerminated(token, _) => match token.as_int().ok()? {
            0 => Some(Stop::Asked),
            1 => Some(Stop::Refused),
            2 => Some(Stop::Failed),
            3 => Some(Stop::Over),
            _ => None,
        },
        rhai::EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => stop_of(inner),
        _ => None,
    }
}

impl Run {
    fn trail(&self) -> Vec<String> {
        let frames = self.frames.iter().filter_map(|frame| frame.op);
        frames.map(|op| format!("`{}`", self.look().name(op.card))).collect()
    }

    pub(crate) fn op_def(&self, op: OpRef) -> Option<&OpDef> {
        if !self.state.has_card(op.card) {
            return None;
        }
        self.game.rules.def(self.state.card(op.card).def).ops.get(usize::from(op.op))
    }

    /// Why an operation cannot be used, with what is lacking.
    pub(crate) fn told(&self, op: OpRef, why: &Unusable) -> String {
        let Some(def) = self.op_def(op) else { return why.to_string() };
        let look = self.look();
        let player = self.state.controller(op.card);
        let rules = &self.game.rules;
        match why {
            Unusable::NotLive => {
                let live = &rules.triggers[def.trigger.ix()].live;
                let here = self.state.zone_kind_of(op.card);
                let title = |zone: &crate::kernel::ZoneKind| format!("`{}`", rules.zones.name(zone.ix()));
                match here {
                    Some(zone) if !live.contains(&zone) && !live.is_empty() => {
                        let from: Vec<String> = live.iter().map(title).collect();
                        format!("{why}: it lies in {}, and works from {}", title(&zone), from.join(", "))
                    }
                    _ => why.to_string(),
                }
            }
            Unusable::Requires => match &def.requires {
                Some(required) => {
                    format!("{why}: {}", self.lacking(&required.text, &look.pool(player)))
                }
                None => why.to_string(),
            },
            Unusable::When => match def.when {
                Some(when) => format!("{why}: `{}`", self.game.content.script(when).text.trim()),
                None => why.to_string(),
            },
            Unusable::Cost => {
                let price = |(token, n): &Price| {
                    let held = self.state.token(rules, Subject::Player(player), *token, player);
                    format!("{n} {} (there are {held})", rules.tokens.name(token.ix()))
                };
                format!("{why}: {}", def.cost.iter().map(price).collect::<Vec<_>>().join(", "))
            }
            Unusable::Exhausted | Unusable::Change => why.to_string(),
        }
    }

    fn push_frame(&mut self, op: OpRef, asker: Asker) -> Verb<()> {
        self.push(Frame { op: Some(op), asker, ..Frame::default() })
    }

    /// Begins something inside of what is being carried out. What was put off counts as well, so that things that set
    /// each other off by events end.
    fn push(&mut self, frame: Frame) -> Verb<()> {
        if self.frames.len() >= limits::DEPTH {
            let mut names: Vec<String> = self.trail();
            names.reverse();
            names.truncate(4);
            return oops(format!("operations set each other off without end: {}", names.join(" from ")));
        }
        self.frames.push(frame);
        Ok(())
    }
}

/// Carries out an operation's text and gives its result, bonuses included. Nothing is checked, exhausted or paid.
pub(crate) fn run_op(op: OpRef, event: Option<&Map>) -> Verb<(Dynamic, Worth)> {
    run_op_as(op, op.card, event)
}

/// Carries out an operation's text as if it stood on `card`.
pub(crate) fn run_op_as(op: OpRef, card: CardId, event: Option<&Map>) -> Verb<(Dynamic, Worth)> {
    let (script, asker) = with(|run| {
        let Some(def) = run.op_def(op) else { return oops("there is no such operation") };
        let script = match def.body {
            OpBody::Script(script) => Some(script),
            OpBody::Nothing => None,
            OpBody::Change(_) => return oops("this operation always holds and is not used"),
        };
        let asker = Asker { me: run.state.controller(card), card: Some(card) };
        run.push_frame(op, asker)?;
        Ok((script, asker))
    })?;
    let result = match script {
        Some(script) => run_script(script, asker, event)?,
        None => Dynamic::UNIT,
    };
    let worth = with(|run| {
        let frame = run.frames.pop().unwrap_or_default();
        Ok(close(frame))
    })?;
    Ok((result, worth))
}

/// Shares out the bonuses that an operation named.
fn close(frame: Frame) -> Worth {
    // What the script says counted is what counted; else what it looked at.
    let mut from = frame.counted.unwrap_or(frame.from);
    let mut points = 0;
    // Bonuses of one operation look at one pool, unless its script named others: each pool is shared out for itself.
    let mut rest = frame.bonuses;
    while let Some(first) = rest.first() {
        let pool = first.pool.clone();
        let (same, other): (Vec<_>, Vec<_>) = rest.into_iter().partition(|bonus| bonus.pool == pool);
        rest = other;
        let takers: Vec<_> = same.into_iter().map(|bonus| bonus.taker).collect();
        for (giver, taker) in share_out(pool.len(), &takers).iter().enumerate() {
            if let Some(taker) = taker {
                points += takers[*taker].points;
                from.push(pool[giver]);
            }
        }
    }
    from.sort_unstable();
    from.dedup();
    Worth { points, from }
}

/// Why an operation cannot be used now, or nothing if it can. Its event, where it answers one, is given.
pub(crate) fn why_not(op: OpRef, event: Option<&Map>) -> Verb<Option<Unusable>> {
    let why = check(op, event)?;
    if let Some(why) = &why {
        with(|run| {
            if run.why.is_some() {
                run.not_used(op, &run.told(op, why));
            }
            Ok(())
        })?;
    }
    Ok(why)
}

fn check(op: OpRef, event: Option<&Map>) -> Verb<Option<Unusable>> {
    let checked = with(|run| {
        let Some(def) = run.op_def(op) else { return oops("there is no such operation") };
        if matches!(def.body, OpBody::Change(_)) {
            return Ok(Err(Unusable::Change));
        }
        let look = run.look();
        if !look.is_live(op.card, def.trigger) {
            return Ok(Err(Unusable::NotLive));
        }
        let player = run.state.controller(op.card);
        if let Some(token) = run.game.rules.triggers[def.trigger.ix()].exhausts
            && run.state.token(&run.game.rules, Subject::Card(op.card), token, player) > 0
        {
            return Ok(Err(Unusable::Exhausted));
        }
        let asker = Asker { me: player, card: Some(op.card) };
        if let Some(required) = &def.requires
            && !required.goal.holds(&look, asker, &look.pool(player))
        {
            return Ok(Err(Unusable::Requires));
        }
        Ok(Ok((def.when, def.cost.clone(), asker)))
    })?;
    let (when, cost, asker) = match checked {
        Ok(checked) => checked,
        Err(why) => return Ok(Some(why)),
    };
    if let Some(when) = when {
        with(|run| run.push_frame(op, asker))?;
        let holds = run_script(when, asker, event)?;
        with(|run| {
            run.frames.pop();
            Ok(())
        })?;
        match holds.as_bool() {
            Ok(true) => {}
            Ok(false) => return Ok(Some(Unusable::When)),
            Err(kind) => {
                let error = format!("a condition must give true or false, not {kind}");
                return Err(keep_fault(&*game()?, Some(when), None, error.into()));
            }
        }
    }
    if !cost.is_empty() && !can_pay(asker.me, &cost)? {
        return Ok(Some(Unusable::Cost));
    }
    Ok(None)
}

fn cost_map(game: &Game, cost: &[Price]) -> Map {
    let name = |token: crate::kernel::TokenId| game.rules.tokens.name(token.ix()).as_ref().into();
    cost.iter().map(|(token, n)| (name(*token), i64::from(*n).into())).collect()
}

fn can_pay(player: Player, cost: &[Price]) -> Verb<bool> {
    let game = game()?;
    if game.hooks.can_pay {
        let can = call("can_pay", (i64::from(player), cost_map(&game, cost)))?;
        return match can.as_bool() {
            Ok(can) => Ok(can),
            Err(kind) => oops(format!("`can_pay` must give true or false, not {kind}")),
        };
    }
    with(|run| {
        let rules = &run.game.rules;
        Ok(cost.iter().all(|(token, n)| {
            let held = run.state.token(rules, Subject::Player(player), *token, player);
            held - rules.tokens[token.ix()].min >= *n
        }))
    })
}

fn pay(player: Player, cost: &[Price]) -> Verb<()> {
    let game = game()?;
    if game.hooks.pay {
        return call("pay", (i64::from(player), cost_map(&game, cost))).map(|_| ());
    }
    for (token, n) in cost {
        super::verbs::tokens::change_token(Subject::Player(player), *token, player, -i64::from(*n))?;
    }
    Ok(())
}

/// Uses an operation: checks it, exhausts its card, pays its cost, carries it out.
pub(crate) fn use_op(op: OpRef, event: Option<&Map>) -> Verb<Dynamic> {
    if let Some(why) = why_not(op, event)? {
        let told =
            with(|run| Ok(format!("`{}` cannot be used: {}", run.look().name(op.card), run.told(op, &why))));
        return oops(told?);
    }
    let (exhausts, cost, player) = with(|run| {
        let Some(def) = run.op_def(op) else { return oops("there is no such operation") };
        let exhausts = run.game.rules.triggers[def.trigger.ix()].exhausts;
        Ok((exhausts, def.cost.clone(), run.state.controller(op.card)))
    })?;
    if let Some(token) = exhausts {
        super::verbs::tokens::change_token(Subject::Card(op.card), token, player, 1)?;
    }
    if !cost.is_empty() {
        pay(player, &cost)?;
    }
    let (result, worth) = run_op(op, event)?;
    if result.is_unit() && worth.points != 0 { Ok(worth.points.into()) } else { Ok(result) }
}

/// What a card's operations of a trigger are worth together: what their scripts give and the bonuses they name.
pub(crate) fn worth(card: CardId, trigger: TriggerId) -> Verb<Worth> {
    let ops = with(|run| {
        let def = run.game.rules.def(run.state.card(card).def);
        let ops = def.ops.iter().enumerate().filter(|(_, op)| op.trigger == trigger);
        Ok(ops.map(|(ix, _)| OpRef { card, op: ix as u16 }).collect::<Vec<_>>())
    })?;
    let mut total = Worth::default();
    for op in ops {
        if why_not(op, None)?.is_some() {
            continue;
        }
        with(|run| {
            run.weighing += 1;
            Ok(())
        })?;
        let weighed = run_op(op, None);
        with(|run| {
            run.weighing -= 1;
            if let Ok((result, worth)) = &weighed
                && run.why.is_some()
            {
                run.gave(op, result.as_int().unwrap_or(0).saturating_add(worth.points));
            }
            Ok(())
        })?;
        let (result, worth) = weighed?;
        let given = match result.as_int() {
            Ok(given) => given,
            Err(_) if result.is_unit() => 0,
            Err(kind) => return oops(format!("a worth must be a whole number, not {kind}")),
        };
        total.points = total.points.saturating_add(given).saturating_add(worth.points);
        total.from.extend(worth.from);
    }
    if total.points == 0 {
        total.from.clear();
    }
    total.from.sort_unstable();
    total.from.dedup();
    with(|run| {
        run.worths.retain(|(other, _)| *other != card);
        run.worths.push((card, total.clone()));
        Ok(())
    })?;
    Ok(total)
}

/// Tells everyone who listens that something happened. Costs nothing when nobody does.
pub(crate) fn emit(event: EventId, data: impl FnOnce(&Run) -> Map) -> Verb<()> {
    let heard = with(|run| {
        let listeners = !run.game.rules.listeners[event.ix()].is_empty();
        Ok((listeners || !run.state.effects().is_empty()).then(|| run.game.clone()))
    })?;
    let Some(game) = heard else { return Ok(()) };
    let due = with(|run| Ok(run.state.happen(event)))?;
    for (card, me, later) in due {
        let asker = Asker { me, card };
        with(|run| run.push(Frame { asker, ..Frame::default() }))?;
        let done = call(&later.function, (later.argument,));
        with(|run| {
            run.frames.pop();
            Ok(())
        })?;
        done.map(|_| ())?;
    }
    if game.rules.listeners[event.ix()].is_empty() {
        return Ok(());
    }
    let data = with(|run| Ok(data(run)))?;
    answer_event(event, &data)
}

fn answer_event(event: EventId, data: &Map) -> Verb<()> {
    let listening = with(|run| Ok(run.listening(event)))?;
    let (optional, at_once): (Vec<_>, Vec<_>) = listening.into_iter().partition(|(_, opt)| *opt);
    for (op, _) in at_once {
        if why_not(op, Some(data))?.is_none() {
            use_op(op, Some(data)).map(|_| ())?;
        }
    }
    if optional.is_empty() {
        return Ok(());
    }
    let order: Vec<Player> = with(|run| Ok(run.state.players_from(run.state.active).collect()))?;
    for player in order {
        let mut mine: Vec<OpRef> = with(|run| {
            let mine = optional.iter().filter(|(op, _)| run.state.controller(op.card) == player);
            Ok(mine.map(|(op, _)| *op).collect())
        })?;
        while !mine.is_empty() {
            let mut usable = Vec::new();
            for op in &mine {
                if why_not(*op, Some(data))?.is_none() {
                    usable.push((i64::from(*op), op.card));
                }
            }
            if usable.is_empty() {
                break;
            }
            let prompt = with(|run| Ok(run.event_prompt(event)))?;
            let Some(ix) = ask::ask_which(player, &prompt, &usable, "no reaction")? else { break };
            let chosen = usable[ix].0;
            mine.retain(|op| i64::from(*op) != chosen);
            if let crate::kernel::Handle::Op(op) = crate::kernel::Handle::decode(chosen) {
                use_op(op, Some(data)).map(|_| ())?;
            }
        }
    }
    Ok(())
}

impl Run {
    /// What a player is asked who may answer an event.
    fn event_prompt(&self, event: EventId) -> String {
        let events = &self.game.rules.events;
        match events[event.ix()].title.as_str() {
            "" => format!("React to {}?", events.name(event.ix()).replace('_', " ")),
            title => title.to_string(),
        }
    }

    /// The operations that listen to an event, in the order of play, and whether their players may leave them.
    fn listening(&self, event: EventId) -> Vec<(OpRef, bool)> {
        let look = self.look();
        let order: Vec<Player> = self.state.players_from(self.state.active).collect();
        let turn = |card| order.iter().position(|p| *p == self.state.controller(card)).unwrap_or(usize::MAX);
        let rules = &self.game.rules;
        let mut found = Vec::new();
        for card in self.state.all_cards() {
            let def = self.state.card(card).def;
            for (heard, op, place) in &rules.listening[def.ix()] {
                let trigger = rules.def(def).ops[usize::from(*op)].trigger;
                if *heard == event && look.is_live(card, trigger) {
                    let optional = rules.triggers[trigger.ix()].optional;
                    found.push((turn(card), *place, OpRef { card, op: *op }, optional));
                }
            }
        }
        found.sort_by_key(|(turn, place, ..)| (*turn, *place));
        found.into_iter().map(|(_, _, op, optional)| (op, optional)).collect()
    }
}

/// Whether something could be carried out at all: it is tried with each answer in turn, and undone.
pub(crate) fn can_resolve(act: impl Fn() -> Verb<()>) -> Verb<bool> {
    let (saved, outer, mark) = with(|run| {
        let outer = run.trial.replace(Trial::default());
        Ok((run.state.clone(), outer, run.mark()))
    })?;
    let mut resolved = Ok(false);
    for _ in 0..limits::TRIES {
        let done = act();
        let again = with(|run| {
            run.state.clone_from(&saved);
            run.back_to(&mark);
            run.refusal = None;
            Ok(run.trial.as_mut().is_some_and(Trial::advance))
        })?;
        match done {
            Ok(()) => {
                resolved = Ok(true);
                break;
            }
            Err(error) if stop_of(&error) == Some(Stop::Over) => {
                resolved = Ok(true);
                break;
            }
            Err(error) if stop_of(&error) == Some(Stop::Refused) => {}
            Err(error) => {
                resolved = Err(error);
                break;
            }
        }
        if !again {
            break;
        }
    }
    with(|run| {
        run.trial = outer;
        Ok(())
    })?;
    resolved
}

/// How one running of a step ended.
#[derive(Debug)]
pub(crate) enum StepEnd {
    /// It ran to its end.
    Done,
    /// Someone must be asked; the decision is in the run.
    Asked,
    /// The last answer cannot be carried out.
    Refused(String),
    /// A script failed.
    Failed(Fault),
}

/// Runs a function of the rules, or a script, as one step.
pub(crate) fn step(run: Box<Run>, act: impl FnOnce() -> Verb<Dynamic>) -> (Box<Run>, StepEnd, Dynamic) {
    let (mut run, result) = super::run::within(run, || {
        let done = act();
        match done {
            Ok(value) => Ok(value),
            Err(error) => Err(keep_fault(&*game()?, None, None, error)),
        }
    });
    let (end, value) = match result {
        Ok(value) => (StepEnd::Done, value),
        Err(error) => {
            let end = match stop_of(&error) {
                Some(Stop::Asked) => StepEnd::Asked,
                Some(Stop::Over) => StepEnd::Done,
                Some(Stop::Refused) => StepEnd::Refused(run.refusal.take().unwrap_or_default()),
                _ => StepEnd::Failed(
                    run.fault.take().unwrap_or_else(|| from_error(&run.game, None, &error, Vec::new())),
                ),
            };
            (end, Dynamic::UNIT)
        }
    };
    if run.barriers.len() <= run.read {
        let barrier = run.take_barrier();
        run.barriers.push(barrier);
    }
    (run, end, value)
}
