//! Calls of native functions: verbs, and what the language brings.
//!
//! Which function a call means depends on the types of its values. The interpreter knows how to find it; so the first
//! call with certain types is carried out by the interpreter, and the function that it found is remembered.

use std::any::TypeId;
use std::rc::Rc;

use rhai::{
    AST, Caches, Dynamic, EvalAltResult, ImmutableString, NativeCallContext, Position, RhaiFunc, Scope,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::at;
use super::eval::Vm;
use super::node::{Native, Style};
use crate::script::game::argument;
use crate::script::run::Verb;

/// A native function that was found for values of certain types.
pub(super) struct Learned {
    types: SmallVec<[TypeId; 4]>,
    function: RhaiFunc,
    is_method: bool,
    is_pure: bool,
    has_context: bool,
}

/// All that was found, by name, way of calling and number of arguments.
pub(super) type Natives = FxHashMap<(ImmutableString, Style, usize), Known>;

/// What is known of the functions of one name.
#[derive(Default)]
pub(super) struct Known {
    learned: Vec<Rc<Learned>>,
    /// The call as a script, for the interpreter.
    script: Option<Rc<AST>>,
}

/// What a value may become at most; the interpreter's own limits.
mod most {
    pub const TEXT: usize = 65_536;
    pub const ARRAY: usize = 16_384;
    pub const MAP: usize = 1_024;
}

/// Where the first argument of a call comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// It was worked out for the call.
    Value,
    /// It is a variable or part of one, which a function may change.
    Place,
    /// It is part of a constant.
    Constant,
}

fn fits(learned: &Learned, args: &[&mut Dynamic]) -> bool {
    let types = &learned.types[..];
    types.len() == args.len() && (0..types.len()).all(|ix| types[ix] == args[ix].type_id())
}

impl Vm<'_> {
    /// Calls a native function.
    pub(super) fn native(&self, call: &Native, args: &mut [&mut Dynamic], first: First) -> Verb<Dynamic> {
        let here = call.site.borrow().as_ref().filter(|learned| fits(learned, args)).cloned();
        let learned = match here {
            Some(learned) => learned,
            None => {
                let known = self.learned(call, args);
                let Some(known) = known else { return self.learn(call, args) };
                *call.site.borrow_mut() = Some(known.clone());
                known
            }
        };
        let nested = args.iter().skip(1).any(|arg| is_nested(arg));
        let result = match first {
            First::Constant if !learned.is_pure => {
                let name = call.name.to_string();
                Err(EvalAltResult::ErrorNonPureMethodCallOnConstant(name, call.position).into())
            }
            First::Place if !learned.is_method => {
                // It may take what it is given; what is in the place stays there.
                let copy = args[0].flatten_clone();
                let kept = std::mem::replace(args[0], copy);
                let result = self.carry_out(call, &learned, args);
                *args[0] = kept;
                result
            }
            _ => self.carry_out(call, &learned, args),
        };
        let result = result.map_err(|error| at(error, call.position))?;
        check_size(&result, nested, call.position)?;
        if first == First::Place && learned.is_method {
            check_size(args[0], nested, call.position)?;
        }
        Ok(result)
    }

    fn carry_out(&self, call: &Native, learned: &Learned, args: &mut [&mut Dynamic]) -> Verb<Dynamic> {
        let context = learned.has_context.then(|| self.context(&call.name, call.position));
        match &learned.function {
            RhaiFunc::Pure { func, .. } | RhaiFunc::Method { func, .. } => func(context, args),
            RhaiFunc::Plugin { func } => func.call(context, args),
            RhaiFunc::StaticPlugin { func } => func.call(context, args),
            _ => Err(EvalAltResult::ErrorFunctionNotFound(call.name.to_string(), call.position).into()),
        }
    }

    /// What a native function is given that calls functions itself.
    pub(super) fn context<'c>(&'c self, name: &'c str, position: Position) -> NativeCallContext<'c> {
        let global = self.global.get_or_init(|| self.game.global());
        (&self.game.engine, name, None, global, position).into()
    }

    fn learned(&self, call: &Native, args: &[&mut Dynamic]) -> Option<Rc<Learned>> {
        let natives = self.game.program.natives.borrow();
        let known = natives.get(&(call.name.clone(), call.style, args.len()))?;
        known.learned.iter().find(|learned| fits(learned, args)).cloned()
    }

    /// Lets the interpreter carry out a call, and remembers the function that it found.
    #[cold]
    fn learn(&self, call: &Native, args: &mut [&mut Dynamic]) -> Verb<Dynamic> {
        let key = (call.name.clone(), call.style, args.len());
        let script = {
            let mut natives = self.game.program.natives.borrow_mut();
            let known = natives.entry(key.clone()).or_default();
            match &known.script {
                Some(script) => script.clone(),
                None => {
                    let text = written(&call.name, call.style, args.len());
                    let script = Rc::new(
                        self.game.engine.compile(text).map_err(|error| at(error.into(), call.position))?,
                    );
                    known.script = Some(script.clone());
                    script
                }
            }
        };
        let types: SmallVec<[TypeId; 4]> = args.iter().map(|arg| arg.type_id()).collect();
        let mut scope = Scope::new();
        for (ix, arg) in args.iter_mut().enumerate() {
            scope.push_dynamic(argument(ix), std::mem::take(*arg));
        }
        let mut caches = eager();
        let result = self.game.interpreted(&script, &mut caches, &mut scope);
        if let Some(first) = args.first_mut()
            && let Some(value) = scope.remove::<Dynamic>(&argument(0))
        {
            **first = value;
        }
        let result = result.map_err(|mut error| {
            error.set_position(call.position);
            error
        })?;
        if let (Style::Function | Style::Method | Style::Operator, Some(function)) =
            (call.style, found(&mut caches))
        {
            let learned = Rc::new(Learned {
                types,
                is_method: function.is_method(),
                is_pure: function.is_pure(),
                has_context: function.has_context(),
                function,
            });
            self.game.program.natives.borrow_mut().entry(key).or_default().learned.push(learned);
        }
        Ok(result)
    }
}

/// The call as a script, for the interpreter.
fn written(name: &str, style: Style, count: usize) -> String {
    let args: Vec<String> = (0..count).map(argument).collect();
    match (style, &args[..]) {
        (Style::Method, [first, rest @ ..]) => format!("{first}.{name}({})", rest.join(", ")),
        (Style::Operator, [operand]) => format!("{name}{operand}"),
        (Style::Operator | Style::Assign, [left, right]) => format!("{left} {name} {right}"),
        (Style::Property, [value]) => format!("{value}.{name}"),
        (Style::Index, [value, index]) => format!("{value}[{index}]"),
        (Style::SetIndex, [value, index, to]) => format!("{value}[{index}] = {to}"),
        (Style::Text, [value]) => format!("`${{{value}}}`"),
        (Style::List, [value]) => format!("let list = []; for item in {value} {{ list.push(item); }} list"),
        _ => format!("{name}({})", args.join(", ")),
    }
}

/// Caches that keep what they find at once, not only when it is looked for again.
fn eager() -> Caches {
    let mut caches = Caches::new();
    let cache = caches.fn_resolution_cache_mut();
    for hash in 0..512 {
        cache.bloom_filter.mark(hash);
    }
    caches
}

/// The one native function that was found.
fn found(caches: &mut Caches) -> Option<RhaiFunc> {
    let mut natives =
        caches.fn_resolution_cache_mut().dict.values().flatten().filter(|entry| entry.func.is_native());
    let first = natives.next()?;
    natives.next().is_none().then(|| first.func.clone())
}

fn is_nested(value: &Dynamic) -> bool {
    value.is_array() || value.is_map()
}

/// An error if a value has grown too large. What lies inside is measured where it could have grown just now.
#[inline]
pub(super) fn check_size(value: &Dynamic, nested: bool, position: Position) -> Verb<()> {
    match value.is_int() || value.is_bool() || value.is_unit() {
        true => Ok(()),
        false => check_growth(value, nested, position),
    }
}

fn check_growth(value: &Dynamic, nested: bool, position: Position) -> Verb<()> {
    let too_large = |what: &str| Err(EvalAltResult::ErrorDataTooLarge(what.to_string(), position).into());
    let (array, map, text) = if value.is_array() {
        let Ok(list) = value.as_array_ref() else { return Ok(()) };
        match nested || list.last().is_some_and(is_nested) || list.first().is_some_and(is_nested) {
            true => sizes(value),
            false => (list.len(), 0, 0),
        }
    } else if value.is_map() {
        sizes(value)
    } else if value.is_string() {
        (0, 0, value.as_immutable_string_ref().map_or(0, |text| text.len()))
    } else {
        return Ok(());
    };
    if text > most::TEXT {
        return too_large("Length of string");
    }
    if array > most::ARRAY {
        return too_large("Size of array/BLOB");
    }
    if map > most::MAP {
        return too_large("Size of object map");
    }
    Ok(())
}

fn sizes(value: &Dynamic) -> (usize, usize, usize) {
    let add = |(a, m, t): (usize, usize, usize), (b, n, u): (usize, usize, usize)| (a + b, m + n, t + u);
    if let Ok(list) = value.as_array_ref() {
        list.iter().map(sizes).fold((list.len(), 0, 0), add)
    } else if let Ok(map) = value.as_map_ref() {
        map.values().map(sizes).fold((0, map.len(), 0), add)
    } else if let Ok(text) = value.as_immutable_string_ref() {
        (0, 0, text.len())
    } else {
        (0, 0, 0)
    }
}
