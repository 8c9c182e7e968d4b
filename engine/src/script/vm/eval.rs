//! Running nodes.

use std::cell::{Cell, OnceCell};
use std::fmt::Write;

use rhai::{Dynamic, EvalAltResult, GlobalRuntimeState, ImmutableString, Map, Position};
use smallvec::SmallVec;

use super::native::{First, check_size};
use super::node::{Binary, Call, Do, Failing, For, Native, Node, Operator, Over, Statement, Switch, While};
use super::place::write_back;
use super::{Function, Unit, at};
use crate::script::Game;
use crate::script::run::{Verb, count_operation};
use crate::script::why::{self, Condition};

/// Calls inside each other, as many as the interpreter allows.
const LEVELS: usize = 48;
/// Bytes of stack that a call finds free when it begins.
const STACK: usize = 256 << 10;

/// A function's variables.
pub(super) type Frame = SmallVec<[Dynamic; 8]>;

/// How a node ends that does not give its value to the node around it.
pub(in crate::script) enum Exit {
    Error(Box<EvalAltResult>),
    Return(Dynamic),
    Break(Dynamic),
    Continue,
}

impl From<Box<EvalAltResult>> for Exit {
    fn from(error: Box<EvalAltResult>) -> Self {
        Self::Error(error)
    }
}

impl Exit {
    /// The error; what leaves a loop is none, and cannot leave a function.
    pub(in crate::script) fn into_error(self) -> Box<EvalAltResult> {
        match self {
            Self::Error(error) => error,
            _ => "a loop was left that is none".into(),
        }
    }
}

pub(super) type Value = Result<Dynamic, Exit>;

/// One run of a script, with all functions that it calls.
pub(in crate::script) struct Vm<'g> {
    pub(super) game: &'g Game,
    level: Cell<usize>,
    /// What the interpreter keeps while it runs, made when it is first needed.
    pub(super) global: OnceCell<GlobalRuntimeState>,
}

/// Makes room for as many variables.
#[inline]
pub(super) fn fill(frame: &mut Frame, slots: usize) {
    while frame.len() < slots {
        frame.push(Dynamic::UNIT);
    }
}

impl Function {
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::new();
        fill(&mut frame, self.slots);
        frame
    }
}

impl<'g> Vm<'g> {
    pub fn new(game: &'g Game) -> Self {
        Self { game, level: Cell::new(0), global: OnceCell::new() }
    }

    /// Runs a script of its own with what it is given.
    pub fn run(&self, unit: &Unit, me: i64, card: i64, event: Option<&Map>) -> Verb<Dynamic> {
        let mut frame = Frame::new();
        frame.push(Dynamic::from_int(me));
        frame.push(Dynamic::from_int(card));
        frame.push(event.map_or(Dynamic::UNIT, |event| event.clone().into()));
        fill(&mut frame, unit.slots);
        match self.eval(&unit.body, &mut frame) {
            Ok(value) | Err(Exit::Return(value)) => Ok(value),
            Err(exit) => Err(exit.into_error()),
        }
    }

    /// Calls a rule function from outside; an error is the function's own, not that of its call.
    pub fn call_from_outside(&self, number: usize, args: impl IntoIterator<Item = Dynamic>) -> Verb<Dynamic> {
        let function = &self.game.program.functions[number];
        let error = match self.call_function(number, args, Position::NONE) {
            Ok(value) => return Ok(value),
            Err(exit) => exit.into_error(),
        };
        Err(match *error {
            EvalAltResult::ErrorInFunctionCall(name, _, inner, _) if function.name == name => inner,
            error => Box::new(error),
        })
    }

    pub(super) fn call_function(
        &self,
        number: usize,
        args: impl IntoIterator<Item = Dynamic>,
        position: Position,
    ) -> Value {
        let function = &self.game.program.functions[number];
        if function.body.is_none() {
            let error = match self.game.call_interpreted(&function.name, args) {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            return Err(Exit::Error(at(error, position)));
        }
        let mut frame = function.frame();
        frame.iter_mut().zip(args).for_each(|(slot, arg)| *slot = arg);
        self.enter(function, &mut frame, position)
    }

    /// Runs a function whose arguments are in its frame.
    pub(super) fn enter(&self, function: &Function, frame: &mut [Dynamic], position: Position) -> Value {
        let Some(body) = &function.body else { return Ok(Dynamic::UNIT) };
        self.count(position)?;
        if self.level.get() >= LEVELS {
            return Err(Exit::Error(Box::new(EvalAltResult::ErrorStackOverflow(position))));
        }
        self.level.set(self.level.get() + 1);
        let result = stacker::maybe_grow(STACK, 16 * STACK, || self.eval(body, frame));
        self.level.set(self.level.get() - 1);
        match result {
            Err(Exit::Return(value)) => Ok(value),
            Err(Exit::Error(error)) => Err(Exit::Error(left(function, error, position))),
            result => result,
        }
    }

    /// Counts what runs, so that nothing runs for ever.
    fn count(&self, position: Position) -> Result<(), Exit> {
        match count_operation() {
            true => Err(Exit::Error(Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, position)))),
            false => Ok(()),
        }
    }

    #[inline]
    pub(super) fn eval(&self, node: &Node, locals: &mut [Dynamic]) -> Value {
        match at_hand(node, locals) {
            Some(value) => Ok(value.clone()),
            None => self.work_out(node, locals),
        }
    }

    fn work_out(&self, node: &Node, locals: &mut [Dynamic]) -> Value {
        match node {
            Node::Const(value) => Ok(value.clone()),
            Node::Local(slot) => Ok(locals[*slot].flatten_clone()),
            Node::Call(call) => self.call(call, locals),
            Node::Native(call) => self.native_call(call, locals),
            Node::Chain(chain) => self.chain(chain, locals),
            Node::Binary(binary) => self.binary(binary, locals),
            Node::Block(statements) => self.block(statements, locals),
            Node::If(parts) => match self.holds(&parts.condition, parts.position, locals)? {
                true => self.eval(&parts.then, locals),
                false => self.eval(&parts.other, locals),
            },
            Node::Let(slot, value) => {
                let value = self.eval(value, locals)?;
                locals[*slot] = value;
                Ok(Dynamic::UNIT)
            }
            Node::Assign(assign) => self.assign(assign, locals),
            Node::For(parts) => self.go_over(parts, locals),
            Node::And(parts) => Ok((!self.any(parts, false, locals)?).into()),
            Node::Or(parts) => Ok(self.any(parts, true, locals)?.into()),
            Node::Return(value) => {
                let value = value.as_ref().map_or(Ok(Dynamic::UNIT), |value| self.eval(value, locals))?;
                Err(Exit::Return(value))
            }
            node => self.rare(node, locals),
        }
    }

    /// What is met less often; apart, so that the frame of what is met often stays small.
    #[inline(never)]
    fn rare(&self, node: &Node, locals: &mut [Dynamic]) -> Value {
        match node {
            Node::Unary(unary) => {
                let mut value = self.eval(&unary.operand, locals)?;
                match unary.operator {
                    Operator::Not if value.is_bool() => Ok((!value.as_bool().unwrap_or(false)).into()),
                    Operator::Negate if value.as_int().is_ok_and(|n| n != i64::MIN) => {
                        Ok((-value.as_int().unwrap_or(0)).into())
                    }
                    _ => Ok(self.native(&unary.native, &mut [&mut value], First::Value)?),
                }
            }
            Node::Array(items, position) => {
                let mut list = rhai::Array::with_capacity(items.len());
                for item in items {
                    list.push(self.eval(item, locals)?);
                }
                let nested = list.iter().any(|item| item.is_array() || item.is_map());
                let list = Dynamic::from_array(list);
                check_size(&list, nested, *position)?;
                Ok(list)
            }
            Node::Map(parts, position) => {
                let mut map = parts.0.clone();
                for (key, value) in &parts.1 {
                    let value = self.eval(value, locals)?;
                    map.insert(key.as_str().into(), value);
                }
                let map = Dynamic::from_map(map);
                check_size(&map, true, *position)?;
                Ok(map)
            }
            Node::Text(parts, position) => self.text(parts, *position, locals),
            Node::Watch(watch) => self.watch(&watch.0, &watch.1, locals),
            Node::Coalesce(parts) => {
                let mut value = Dynamic::UNIT;
                for part in parts {
                    value = self.eval(part, locals)?;
                    if !value.is_unit() {
                        break;
                    }
                }
                Ok(value)
            }
            Node::Closure(parts) => {
                let mut function = parts.0.clone();
                for slot in &parts.1 {
                    function.add_curry(share(&mut locals[*slot]));
                }
                Ok(Dynamic::from(function))
            }
            Node::Share(slots) => {
                slots.iter().for_each(|slot| drop(share(&mut locals[*slot])));
                Ok(Dynamic::UNIT)
            }
            Node::Switch(switch) => self.switch(switch, locals),
            Node::While(parts) => self.repeat(parts, locals),
            Node::Do(parts) => self.repeat_after(parts, locals),
            Node::Break(value) => {
                let value = value.as_ref().map_or(Ok(Dynamic::UNIT), |value| self.eval(value, locals))?;
                Err(Exit::Break(value))
            }
            Node::Continue => Err(Exit::Continue),
            Node::Fail(why, name, position) => Err(Exit::Error(Box::new(match why {
                Failing::UnknownVariable => EvalAltResult::ErrorVariableNotFound(name.to_string(), *position),
                Failing::ConstantChanged => {
                    EvalAltResult::ErrorAssignmentToConstant(name.to_string(), *position)
                }
            }))),
            _ => self.eval(node, locals),
        }
    }

    fn block(&self, statements: &[Statement], locals: &mut [Dynamic]) -> Value {
        if statements.first().is_some_and(|first| first.noted.is_some()) {
            return self.noted_block(statements, locals);
        }
        let mut value = Dynamic::UNIT;
        for statement in statements {
            self.count(statement.position)?;
            value = self.eval(&statement.node, locals)?;
        }
        Ok(value)
    }

    /// A block whose statements are noted when they run.
    #[inline(never)]
    fn noted_block(&self, statements: &[Statement], locals: &mut [Dynamic]) -> Value {
        let outer = why::here();
        let mut value = Ok(Dynamic::UNIT);
        for statement in statements {
            if let Some(spot) = statement.noted {
                self.game.note(spot);
                why::begin(spot, locals);
            }
            value = self.count(statement.position).and_then(|()| self.eval(&statement.node, locals));
            if value.is_err() {
                break;
            }
        }
        outer.into_iter().for_each(why::back);
        value
    }

    /// A condition of which it is noted that it does not hold, and for which values.
    fn watch(&self, inner: &Node, condition: &Condition, locals: &mut [Dynamic]) -> Value {
        let Node::Binary(binary) = inner else {
            let value = self.eval(inner, locals)?;
            if value.as_bool() == Ok(false) {
                why::unmet(condition, None, locals);
            }
            return Ok(value);
        };
        let (left, right) = (self.eval(&binary.left, locals)?, self.eval(&binary.right, locals)?);
        let value = self.operate(binary, &left, &right)?;
        if value.as_bool() == Ok(false) {
            why::unmet(condition, Some((&left, &right)), locals);
        }
        Ok(value)
    }

    /// Whether a condition holds. What compares says so at once, without a value in between.
    fn holds(&self, node: &Node, position: Position, locals: &mut [Dynamic]) -> Result<bool, Exit> {
        let value = match node {
            Node::Binary(binary) => {
                let compared = self.operands(binary, locals, |left, right| {
                    match compare(binary.operator, left, right) {
                        Some(holds) => Ok(Ok(holds)),
                        None => self.operate(binary, left, right).map(Err),
                    }
                })?;
                match compared {
                    Ok(holds) => return Ok(holds),
                    Err(value) => value,
                }
            }
            Node::And(parts) => return Ok(!self.any(parts, false, locals)?),
            Node::Or(parts) => return self.any(parts, true, locals),
            node => self.eval(node, locals)?,
        };
        value.as_bool().map_err(|kind| {
            Exit::Error(Box::new(EvalAltResult::ErrorMismatchDataType("bool".into(), kind.into(), position)))
        })
    }

    /// Whether one of some conditions holds, or does not; those after it are not asked.
    fn any(&self, parts: &[(Node, Position)], wanted: bool, locals: &mut [Dynamic]) -> Result<bool, Exit> {
        for (part, position) in parts {
            if self.holds(part, *position, locals)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn call(&self, call: &Call, locals: &mut [Dynamic]) -> Value {
        let function = &self.game.program.functions[call.function];
        if function.body.is_none() {
            let args: Result<Vec<_>, _> = call.args.iter().map(|arg| self.eval(arg, locals)).collect();
            return self.call_function(call.function, args?, call.position);
        }
        let mut frame = Frame::new();
        for arg in &call.args {
            frame.push(self.eval(arg, locals)?);
        }
        fill(&mut frame, function.slots);
        self.enter(function, &mut frame, call.position)
    }

    fn native_call(&self, call: &Native, locals: &mut [Dynamic]) -> Value {
        match &call.args[..] {
            [] => self.native_with(call, &mut [], locals),
            [one] => {
                let one = self.eval(one, locals)?;
                self.native_with(call, &mut [one], locals)
            }
            [one, two] => {
                let one = self.eval(one, locals)?;
                let two = self.eval(two, locals)?;
                self.native_with(call, &mut [one, two], locals)
            }
            all => {
                let mut args = SmallVec::<[Dynamic; 4]>::new();
                for arg in all {
                    args.push(self.eval(arg, locals)?);
                }
                self.native_with(call, &mut args, locals)
            }
        }
    }

    /// Calls a native function with what was worked out for it.
    fn native_with(&self, call: &Native, args: &mut [Dynamic], locals: &mut [Dynamic]) -> Value {
        let Some(variable) = call.variable else {
            return match args.split_first_mut() {
                Some((first, rest)) => self.method(call, first, rest, First::Value),
                None => Ok(self.native(call, &mut [], First::Value)?),
            };
        };
        let place = &mut locals[variable.slot];
        if variable.constant {
            let mut copy = place.clone();
            return self.method(call, &mut copy, args, First::Value);
        }
        if place.is_shared() {
            let mut copy = place.flatten_clone();
            let done = self.method(call, &mut copy, args, First::Place);
            write_back(&mut locals[variable.slot], copy);
            return done;
        }
        self.method(call, place, args, First::Place)
    }

    fn binary(&self, binary: &Binary, locals: &mut [Dynamic]) -> Value {
        self.operands(binary, locals, |left, right| self.operate(binary, left, right))
    }

    /// Does something with two operands. What is there already is not copied for it.
    #[inline]
    fn operands<R>(
        &self,
        binary: &Binary,
        locals: &mut [Dynamic],
        act: impl FnOnce(&Dynamic, &Dynamic) -> Result<R, Exit>,
    ) -> Result<R, Exit> {
        if let (Some(left), Some(right)) = (at_hand(&binary.left, locals), at_hand(&binary.right, locals)) {
            return act(left, right);
        }
        // The left one is a value before the right one is worked out: either can change the other's variable.
        let left = self.eval(&binary.left, locals)?;
        if let Some(right) = at_hand(&binary.right, locals) {
            return act(&left, right);
        }
        let right = self.work_out(&binary.right, locals)?;
        act(&left, &right)
    }

    #[inline]
    fn operate(&self, binary: &Binary, left: &Dynamic, right: &Dynamic) -> Value {
        if let Some(value) = compare(binary.operator, left, right) {
            return Ok(value.into());
        }
        if let Some(value) = arithmetic(binary.operator, left, right) {
            if value.is_string() {
                check_size(&value, false, binary.native.position)?;
            }
            return Ok(value);
        }
        Ok(self.native(&binary.native, &mut [&mut left.clone(), &mut right.clone()], First::Value)?)
    }

    fn text(&self, parts: &[Node], position: Position, locals: &mut [Dynamic]) -> Value {
        let mut text = String::new();
        for part in parts {
            let mut value = self.eval(part, locals)?;
            if let Ok(part) = value.as_immutable_string_ref() {
                text.push_str(&part);
                continue;
            }
            if value.is_int() || value.is_bool() || value.is_char() {
                // Writing into a text does not fail.
                let _ = write!(text, "{value}");
                continue;
            }
            let written = self.native(&super::lower::text_of(position), &mut [&mut value], First::Value)?;
            text.push_str(&written.to_string());
        }
        let text = Dynamic::from(ImmutableString::from(text));
        check_size(&text, false, position)?;
        Ok(text)
    }

    fn switch(&self, switch: &Switch, locals: &mut [Dynamic]) -> Value {
        let value = self.eval(&switch.value, locals)?;
        let case = switch.cases.iter().find(|(case, _)| same(case, &value));
        let mut chosen = None;
        for ix in case.iter().flat_map(|(_, branches)| branches) {
            if self.is_open(switch, *ix, locals)? {
                chosen = Some(*ix);
                break;
            }
        }
        if let (None, Ok(n)) = (chosen, value.as_int()) {
            for (_, _, ix) in switch.ranges.iter().filter(|(from, to, _)| (*from..*to).contains(&n)) {
                if self.is_open(switch, *ix, locals)? {
                    chosen = Some(*ix);
                    break;
                }
            }
        }
        match chosen.or(switch.default) {
            Some(ix) => self.eval(&switch.branches[ix].node, locals),
            None => Ok(Dynamic::UNIT),
        }
    }

    fn is_open(&self, switch: &Switch, branch: usize, locals: &mut [Dynamic]) -> Result<bool, Exit> {
        match &switch.branches[branch].condition {
            Some((condition, position)) => self.holds(condition, *position, locals),
            None => Ok(true),
        }
    }

    fn repeat(&self, parts: &While, locals: &mut [Dynamic]) -> Value {
        loop {
            self.count(parts.position)?;
            if let Some((condition, position)) = &parts.condition
                && !self.holds(condition, *position, locals)?
            {
                return Ok(Dynamic::UNIT);
            }
            match self.eval(&parts.body, locals) {
                Ok(_) | Err(Exit::Continue) => {}
                Err(Exit::Break(value)) => return Ok(value),
                Err(exit) => return Err(exit),
            }
        }
    }

    fn repeat_after(&self, parts: &Do, locals: &mut [Dynamic]) -> Value {
        loop {
            self.count(parts.position)?;
            match self.eval(&parts.body, locals) {
                Ok(_) => {}
                Err(Exit::Continue) => continue,
                Err(Exit::Break(value)) => return Ok(value),
                Err(exit) => return Err(exit),
            }
            if self.holds(&parts.condition, parts.asked, locals)? != parts.goes_on {
                return Ok(Dynamic::UNIT);
            }
        }
    }

    fn go_over(&self, parts: &For, locals: &mut [Dynamic]) -> Value {
        let values = match &parts.over {
            Over::Range(from, to, last) => {
                let (from, to) = (self.eval(from, locals)?, self.eval(to, locals)?);
                let (Ok(from), Ok(to)) = (from.as_int(), to.as_int()) else {
                    return Err(Exit::Error(Box::new(EvalAltResult::ErrorFor(parts.position))));
                };
                let to = if *last { to.saturating_add(1) } else { to };
                return self.for_each(parts, (from..to).map(Dynamic::from_int), locals);
            }
            Over::Values(values) => self.eval(values, locals)?,
        };
        if values.is_array() {
            let list = values.into_array().unwrap_or_default();
            return self.for_each(parts, list.into_iter(), locals);
        }
        if let Some(range) = values.clone().try_cast::<std::ops::Range<i64>>() {
            return self.for_each(parts, range.map(Dynamic::from_int), locals);
        }
        if let Some(range) = values.clone().try_cast::<std::ops::RangeInclusive<i64>>() {
            return self.for_each(parts, range.map(Dynamic::from_int), locals);
        }
        // Whatever else can be gone over, the interpreter knows.
        let list =
            self.native(&super::lower::listed(parts.position), &mut [&mut values.clone()], First::Value)?;
        self.for_each(parts, list.into_array().unwrap_or_default().into_iter(), locals)
    }

    fn for_each(&self, parts: &For, values: impl Iterator<Item = Dynamic>, locals: &mut [Dynamic]) -> Value {
        for (ix, value) in values.enumerate() {
            self.count(parts.position)?;
            locals[parts.slot] = value;
            if let Some(counter) = parts.counter {
                locals[counter] = Dynamic::from_int(ix as i64);
            }
            match self.eval(&parts.body, locals) {
                Ok(_) | Err(Exit::Continue) => {}
                Err(Exit::Break(value)) => return Ok(value),
                Err(exit) => return Err(exit),
            }
        }
        Ok(Dynamic::UNIT)
    }
}

/// The value of a node that is there already; nothing where it must be worked out.
#[inline]
fn at_hand<'a>(node: &'a Node, locals: &'a [Dynamic]) -> Option<&'a Dynamic> {
    match node {
        Node::Const(value) => Some(value),
        Node::Local(slot) => Some(&locals[*slot]).filter(|value| !value.is_shared()),
        _ => None,
    }
}

/// Makes a variable one that functions without a name have too.
fn share(place: &mut Dynamic) -> Dynamic {
    if !place.is_shared() {
        *place = std::mem::take(place).into_shared();
    }
    place.clone()
}

/// The error of a function as its caller sees it.
fn left(function: &Function, mut error: Box<EvalAltResult>, position: Position) -> Box<EvalAltResult> {
    if error.is_system_exception() {
        if !position.is_none() {
            error.set_position(position);
        }
        return error;
    }
    Box::new(EvalAltResult::ErrorInFunctionCall(function.name.to_string(), String::new(), error, position))
}

/// Comparisons of plain values; nothing where a native function must compare.
fn compare(operator: Operator, left: &Dynamic, right: &Dynamic) -> Option<bool> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = if left.is_int() && right.is_int() {
        left.as_int().ok()?.cmp(&right.as_int().ok()?)
    } else if left.is_string() && right.is_string() {
        left.as_immutable_string_ref().ok()?.as_str().cmp(right.as_immutable_string_ref().ok()?.as_str())
    } else {
        let equal = plain(left)? == plain(right)? && (left.is_unit() || left.as_bool() == right.as_bool());
        return match operator {
            Operator::Equal => Some(equal),
            Operator::NotEqual => Some(!equal),
            _ => None,
        };
    };
    Some(match operator {
        Operator::Equal => order == Equal,
        Operator::NotEqual => order != Equal,
        Operator::Less => order == Less,
        Operator::LessOrEqual => order != Greater,
        Operator::Greater => order == Greater,
        Operator::GreaterOrEqual => order != Less,
        _ => return None,
    })
}

/// The kind of a plain value: values of two kinds are never equal.
fn plain(value: &Dynamic) -> Option<u8> {
    match () {
        () if value.is_int() => Some(0),
        () if value.is_string() => Some(1),
        () if value.is_bool() => Some(2),
        () if value.is_unit() => Some(3),
        () => None,
    }
}

/// Sums and the like of whole numbers that stay whole numbers, and texts put together.
pub(super) fn arithmetic(operator: Operator, left: &Dynamic, right: &Dynamic) -> Option<Dynamic> {
    if left.is_int() && right.is_int() {
        let (left, right) = (left.as_int().ok()?, right.as_int().ok()?);
        return match operator {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            Operator::Divide => left.checked_div(right),
            Operator::Modulo => left.checked_rem(right),
            _ => None,
        }
        .map(Dynamic::from_int);
    }
    if operator == Operator::Add && left.is_string() {
        let text = left.as_immutable_string_ref().ok()?;
        if let Ok(more) = right.as_immutable_string_ref() {
            return Some((&*text + &*more).into());
        }
        if let Ok(n) = right.as_int() {
            let mut text = text.to_string();
            // Writing into a text does not fail.
            let _ = write!(text, "{n}");
            return Some(text.into());
        }
    }
    None
}

/// Whether a value is that of a case of a `switch`.
fn same(case: &Dynamic, value: &Dynamic) -> bool {
    match compare(Operator::Equal, case, value) {
        Some(equal) => equal,
        None => case.is_char() && value.is_char() && case.as_char() == value.as_char(),
    }
}
