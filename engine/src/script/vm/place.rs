//! Chains (`event.card`, `list[0].name`, `list.len()`) and assignments.

use rhai::{Dynamic, EvalAltResult, ImmutableString, Position};
use smallvec::SmallVec;

use super::eval::arithmetic;
use super::eval::{Exit, Value, Vm};
use super::native::{First, check_size};
use super::node::{Assign, Chain, Operator, Root, Step, Style};

/// What is done at the end of a chain: nothing, it is only read; or something is assigned there.
type Goal<'a> = Option<(&'a Assign, Dynamic)>;

type Given = SmallVec<[Dynamic; 4]>;

impl Vm<'_> {
    /// What a chain leads to.
    pub(super) fn chain(&self, chain: &Chain, locals: &mut [Dynamic]) -> Value {
        self.follow(chain, None, locals)
    }

    /// Assigns to a variable, or to part of one.
    pub(super) fn assign(&self, assign: &Assign, locals: &mut [Dynamic]) -> Value {
        let value = self.eval(&assign.value, locals)?;
        if let (Root::Variable(variable), true) = (&assign.target.root, assign.target.steps.is_empty()) {
            let place = &mut locals[variable.slot];
            if !place.is_shared() {
                return self.put(assign, place, value);
            }
            let mut copy = place.flatten_clone();
            let done = self.put(assign, &mut copy, value);
            write_back(&mut locals[variable.slot], copy);
            return done;
        }
        self.follow(&assign.target, Some((assign, value)), locals)
    }

    fn follow(&self, chain: &Chain, goal: Goal<'_>, locals: &mut [Dynamic]) -> Value {
        // As the interpreter does: first all that stands in brackets, from left to right, then the chain.
        let root = match &chain.root {
            Root::Variable(variable) => Err(*variable),
            Root::Value(node) => Ok(self.eval(node, locals)?),
        };
        let mut given = Given::new();
        for step in &chain.steps {
            match step {
                Step::Property(_) => {}
                Step::Index(index, _) => given.push(self.eval(index, locals)?),
                Step::Method(method) => {
                    for arg in &method.args {
                        given.push(self.eval(arg, locals)?);
                    }
                }
            }
        }
        let nested = goal.as_ref().is_some_and(|(_, value)| value.is_array() || value.is_map());
        let at = goal.as_ref().map(|(assign, _)| assign.native.position);
        match root {
            Ok(mut value) => self.walk(&mut value, &chain.steps, &mut given, goal, First::Place),
            Err(variable) if variable.constant => {
                let mut copy = locals[variable.slot].clone();
                self.walk(&mut copy, &chain.steps, &mut given, goal, First::Constant)
            }
            Err(variable) if locals[variable.slot].is_shared() => {
                let mut copy = locals[variable.slot].flatten_clone();
                let found = self.walk(&mut copy, &chain.steps, &mut given, goal, First::Place);
                write_back(&mut locals[variable.slot], copy);
                found
            }
            Err(variable) => {
                let place = &mut locals[variable.slot];
                let found = self.walk(place, &chain.steps, &mut given, goal, First::Place)?;
                if nested && let Some(position) = at {
                    check_size(place, true, position)?;
                }
                Ok(found)
            }
        }
    }

    fn walk(
        &self,
        here: &mut Dynamic,
        steps: &[Step],
        given: &mut [Dynamic],
        goal: Goal<'_>,
        first: First,
    ) -> Value {
        let Some((step, rest)) = steps.split_first() else {
            return match goal {
                Some((assign, value)) => self.put(assign, here, value),
                None => Ok(here.flatten_clone()),
            };
        };
        match step {
            Step::Property(property) => {
                if !here.is_map() {
                    let mut found = self.native(property, &mut [here], First::Value)?;
                    return self.walk(&mut found, rest, given, goal, First::Value);
                }
                self.entry(here, &property.name, property.position, rest, given, goal)
            }
            Step::Index(_, index) => {
                let Some((at, given)) = given.split_first_mut() else { return Ok(Dynamic::UNIT) };
                if let (true, Some(ix)) = (here.is_array(), at.is_int().then(|| at.as_int().unwrap_or(0))) {
                    return self.element(here, ix, index.position, rest, given, goal);
                }
                if let (true, Ok(key)) = (here.is_map(), at.clone().into_immutable_string()) {
                    return self.entry(here, &key, index.position, rest, given, goal);
                }
                match goal {
                    Some((assign, mut value)) if rest.is_empty() && assign.operator == Operator::Other => {
                        let mut at = at.clone();
                        Ok(self.native(&assign.native, &mut [here, &mut at, &mut value], First::Value)?)
                    }
                    goal => {
                        let mut found = self.native(index, &mut [&mut here.clone(), at], First::Value)?;
                        self.walk(&mut found, rest, given, goal, First::Value)
                    }
                }
            }
            Step::Method(method) => {
                let (args, given) = given.split_at_mut(method.args.len());
                let mut found = self.method(method, here, args, first)?;
                match rest.is_empty() && goal.is_none() {
                    true => Ok(found),
                    false => self.walk(&mut found, rest, given, goal, First::Place),
                }
            }
        }
    }

    fn entry(
        &self,
        here: &mut Dynamic,
        key: &ImmutableString,
        position: Position,
        rest: &[Step],
        given: &mut [Dynamic],
        goal: Goal<'_>,
    ) -> Value {
        let assigned = rest.is_empty() && goal.is_some();
        {
            let Ok(mut map) = here.as_map_mut() else { return Ok(Dynamic::UNIT) };
            if assigned && !map.contains_key(key.as_str()) {
                map.insert(key.as_str().into(), Dynamic::UNIT);
            }
            match map.get_mut(key.as_str()) {
                Some(found) => {
                    let found = self.walk(found, rest, given, goal, First::Place);
                    if !assigned {
                        return found;
                    }
                    drop(found?);
                }
                None => {
                    let missing = EvalAltResult::ErrorPropertyNotFound(key.to_string(), position);
                    return Err(Exit::Error(Box::new(missing)));
                }
            }
        }
        check_size(here, false, position)?;
        Ok(Dynamic::UNIT)
    }

    fn element(
        &self,
        here: &mut Dynamic,
        ix: i64,
        position: Position,
        rest: &[Step],
        given: &mut [Dynamic],
        goal: Goal<'_>,
    ) -> Value {
        let Ok(mut list) = here.as_array_mut() else { return Ok(Dynamic::UNIT) };
        let len = list.len();
        let found = usize::try_from(if ix < 0 { ix + len as i64 } else { ix });
        match found.ok().and_then(|ix| list.get_mut(ix)) {
            Some(found) => self.walk(found, rest, given, goal, First::Place),
            None => Err(Exit::Error(Box::new(EvalAltResult::ErrorArrayBounds(len, ix, position)))),
        }
    }

    /// Puts a value into its place, with an operator if there is one.
    fn put(&self, assign: &Assign, place: &mut Dynamic, mut value: Dynamic) -> Value {
        if assign.native.style == Style::SetIndex {
            *place = value;
            return Ok(Dynamic::UNIT);
        }
        let position = assign.native.position;
        if let Some(result) = arithmetic(assign.operator, place, &value) {
            check_size(&result, false, position)?;
            *place = result;
        } else if let (Operator::Add, true, true) = (assign.operator, place.is_array(), value.is_array()) {
            let nested = value
                .as_array_ref()
                .is_ok_and(|list| list.iter().any(|item| item.is_array() || item.is_map()));
            if let (Ok(mut list), Ok(more)) = (place.as_array_mut(), value.into_array()) {
                list.extend(more);
            }
            check_size(place, nested, position)?;
        } else {
            let done = self.native(&assign.native, &mut [&mut *place, &mut value], First::Value);
            drop(done?);
            check_size(place, true, position)?;
        }
        Ok(Dynamic::UNIT)
    }
}

/// A shared variable's new value.
pub(super) fn write_back(place: &mut Dynamic, value: Dynamic) {
    if let Some(mut shared) = place.write_lock::<Dynamic>() {
        *shared = value;
    }
}
