//! Functions of lists that are given functions or compare values: the interpreter's own go through it for each element.

use std::rc::Rc;

use rhai::{Array, Dynamic, EvalAltResult, FnPtr, Position};

use super::Function;
use super::eval::{Exit, Frame, Value, Vm, fill};
use super::native::First;
use super::node::{Native, Special};

/// A function that is called for each element of a list.
struct Each {
    function: Rc<Function>,
    curried: Vec<Dynamic>,
    frame: Frame,
    /// How many of its arguments are given: the element, and perhaps its position.
    given: usize,
}

impl Vm<'_> {
    /// A method of a value, with its arguments worked out.
    pub(super) fn method(
        &self,
        call: &Native,
        value: &mut Dynamic,
        args: &mut [Dynamic],
        first: First,
    ) -> Value {
        if let Some(done) = self.special(call, value, args) {
            return done;
        }
        match args {
            [] => Ok(self.native(call, &mut [value], first)?),
            [one] => Ok(self.native(call, &mut [value, one], first)?),
            [one, two] => Ok(self.native(call, &mut [value, one, two], first)?),
            args => {
                let mut all: Vec<&mut Dynamic> = vec![value];
                all.extend(args.iter_mut());
                Ok(self.native(call, &mut all, first)?)
            }
        }
    }

    /// What is done here and not by a native function; nothing if that must do it.
    pub(super) fn special(&self, call: &Native, value: &mut Dynamic, args: &mut [Dynamic]) -> Option<Value> {
        match call.special {
            Special::None => None,
            Special::Contains => {
                let list = value.as_array_ref().ok()?;
                contains(&list, args.first()?).map(|found| Ok(found.into()))
            }
            Special::Call => {
                let function = value.read_lock::<FnPtr>()?.clone();
                let args = args.iter_mut().map(std::mem::take).collect::<Vec<_>>();
                Some(self.call_given(&function, &args, call.position))
            }
            special => {
                let list = value.as_array_ref().ok()?;
                let each = self.each(&args.first()?.read_lock::<FnPtr>()?.clone())?;
                Some(self.over(special, &list, each, call))
            }
        }
    }

    fn each(&self, function: &FnPtr) -> Option<Each> {
        let found = self.game.program.closure(function.fn_name())?;
        let curried = function.curry().to_vec();
        let given = found.params.checked_sub(curried.len()).filter(|given| (1..=2).contains(given))?;
        found.body.as_ref()?;
        let frame = Frame::new();
        Some(Each { function: found, curried, frame, given })
    }

    fn over(&self, special: Special, list: &Array, mut each: Each, call: &Native) -> Value {
        let mut found = Array::new();
        for (ix, item) in list.iter().enumerate() {
            let result = each.call(self, item, ix, call.position);
            let result = result.map_err(|exit| in_function(exit, call))?;
            let holds = result.as_bool().unwrap_or(false);
            match special {
                Special::Map => found.push(result),
                Special::Filter if holds => found.push(item.clone()),
                Special::Some if holds => return Ok(true.into()),
                Special::All if !holds => return Ok(false.into()),
                Special::Find if holds => return Ok(item.clone()),
                _ => {}
            }
        }
        Ok(match special {
            Special::Some => false.into(),
            Special::All => true.into(),
            Special::Find => Dynamic::UNIT,
            _ => found.into(),
        })
    }

    /// Calls a function that is a value.
    pub(super) fn call_given(&self, function: &FnPtr, args: &[Dynamic], position: Position) -> Value {
        let all: Vec<Dynamic> = function.curry().iter().chain(args).cloned().collect();
        let name = function.fn_name();
        if let Some(found) =
            self.game.program.closure(name).filter(|f| f.params == all.len() && f.body.is_some())
        {
            let mut frame = found.frame();
            frame.iter_mut().zip(all).for_each(|(slot, arg)| *slot = arg);
            return self.enter(&found, &mut frame, position);
        }
        if let Some(number) = self.game.program.find(name, all.len()) {
            return self.call_function(number, all, position);
        }
        let context = self.context(name, position);
        Ok(function.call_raw(&context, None, args.to_vec())?)
    }
}

impl Each {
    fn call(&mut self, vm: &Vm<'_>, item: &Dynamic, ix: usize, position: Position) -> Value {
        self.frame.clear();
        self.frame.extend(self.curried.iter().cloned());
        self.frame.push(item.clone());
        if self.given == 2 {
            self.frame.push(Dynamic::from_int(ix as i64));
        }
        fill(&mut self.frame, self.function.slots);
        vm.enter(&self.function, &mut self.frame, position)
    }
}

/// The interpreter names the function of lists, too, in which an error happened.
fn in_function(exit: Exit, call: &Native) -> Exit {
    match exit {
        Exit::Error(error) if !error.is_system_exception() => Exit::Error(Box::new(
            EvalAltResult::ErrorInFunctionCall(call.name.to_string(), String::new(), error, call.position),
        )),
        exit => exit,
    }
}

/// Whether a list has a number or text in it; nothing where the elements must be compared in another way.
fn contains(list: &Array, value: &Dynamic) -> Option<bool> {
    if value.is_int() {
        let wanted = value.as_int().ok()?;
        for item in list {
            if item.is_int() {
                if item.as_int() == Ok(wanted) {
                    return Some(true);
                }
            } else if !(item.is_string() || item.is_unit() || item.is_bool()) {
                return None;
            }
        }
        return Some(false);
    }
    let wanted = value.as_immutable_string_ref().ok()?;
    for item in list {
        match item.as_immutable_string_ref() {
            Ok(item) if *item == *wanted => return Some(true),
            Ok(_) => {}
            Err(_) if item.is_int() || item.is_unit() || item.is_bool() => {}
            Err(_) => return None,
        }
    }
    Some(false)
}
