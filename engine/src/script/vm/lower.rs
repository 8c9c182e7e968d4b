//! From the interpreter's syntax tree to nodes: every variable finds its slot, every call its function.

use std::cell::RefCell;

use rhai::{
    AST, ASTFlags, BinaryExpr, Dynamic, Expr, FnCallExpr, FnPtr, ImmutableString, Position, ScriptFuncDef,
    Shared, Stmt,
};

use super::node::{
    Assign, Binary, Branch, Call, Chain, Do, Failing, For, If, Native, Node, Operator, Over, Root, Special,
    Statement, Step, Style, Switch, Unary, Variable, While,
};
use super::{GIVEN, Program};
use crate::kernel::ScriptId;
use crate::script::Spot;
use crate::script::verbs;
use crate::script::walk::body_of;
use crate::script::why::Condition;

/// A function's or script's nodes, and how many variables they have at once.
pub(super) struct Lowered {
    pub slots: usize,
    pub body: Node,
}

/// What only the interpreter can run.
struct Unsupported;

type Result<T> = std::result::Result<T, Unsupported>;

/// A function.
pub(super) fn function(
    program: &Program,
    function: &Shared<ScriptFuncDef>,
    noted: Option<ScriptId>,
) -> Option<Lowered> {
    let mut lower = Lower::new(program, noted);
    for param in &function.params {
        lower.bind(param, false);
    }
    let body = lower.body(&body_of(function)).ok()?;
    lower.tell();
    Some(Lowered { slots: lower.most, body })
}

/// A script of its own.
pub(super) fn unit(program: &Program, ast: &AST, noted: Option<ScriptId>) -> Option<super::Unit> {
    let mut lower = Lower::new(program, noted);
    for name in GIVEN {
        lower.bind(name, true);
    }
    let body = lower.body(ast.statements()).ok()?;
    lower.tell();
    Some(super::Unit { slots: lower.most, body })
}

struct Lower<'a> {
    program: &'a Program,
    /// The variables in reach; the slot of each is its position. Constants are marked.
    scope: Vec<(ImmutableString, bool)>,
    most: usize,
    noted: Option<ScriptId>,
    /// Where the statements begin that are to be noted.
    spots: Vec<Spot>,
}

fn native(name: &str, style: Style, args: Box<[Node]>, position: Position) -> Native {
    Native {
        name: name.into(),
        style,
        special: Special::None,
        args,
        variable: None,
        position,
        site: RefCell::default(),
    }
}

/// How the interpreter is asked for the text of a value.
pub(super) fn text_of(position: Position) -> Native {
    native("text", Style::Text, Box::default(), position)
}

/// How the interpreter is asked for the values that a `for` goes over.
pub(super) fn listed(position: Position) -> Native {
    native("for", Style::List, Box::default(), position)
}

impl<'a> Lower<'a> {
    fn new(program: &'a Program, noted: Option<ScriptId>) -> Self {
        Self { program, scope: Vec::new(), most: 0, noted, spots: Vec::new() }
    }

    /// A condition. Where statements are noted it is watched, each part by itself where all must hold.
    fn condition(&mut self, expr: &Expr, skips: Option<(u16, u16)>) -> Result<Node> {
        if self.noted.is_none() {
            return self.expr(expr);
        }
        match expr {
            Expr::And(parts, _) => {
                let part = |part| Ok((self.watched(part, true, skips)?, Expr::position(part)));
                Ok(Node::And(parts.iter().map(part).collect::<Result<_>>()?))
            }
            expr => self.watched(expr, false, skips),
        }
    }

    fn watched(&mut self, expr: &Expr, is_part: bool, skips: Option<(u16, u16)>) -> Result<Node> {
        let node = self.expr(expr)?;
        let at = self.noted.and_then(|script| Spot::at(script, expr.start_position()));
        let Some(at) = at else { return Ok(node) };
        let skipped = skips.map(|(from, to)| from..=to);
        Ok(Node::Watch(Box::new((node, Condition { at, is_part, skipped }))))
    }

    /// Tells the program which statements are to be noted; only now is it sure that all could be made ready.
    fn tell(&mut self) {
        self.program.spots.borrow_mut().append(&mut self.spots);
    }

    fn bind(&mut self, name: &str, constant: bool) -> usize {
        self.scope.push((name.into(), constant));
        self.most = self.most.max(self.scope.len());
        self.scope.len() - 1
    }

    fn variable(&self, name: &str) -> Option<Variable> {
        let slot = self.scope.iter().rposition(|(known, _)| known == name)?;
        Some(Variable { slot, constant: self.scope[slot].1 })
    }

    fn block(&mut self, statements: &[Stmt]) -> Result<Node> {
        self.statements(statements, Self::statement)
    }

    /// The statements of a function or a script; what they give at their end may be a condition.
    fn body(&mut self, statements: &[Stmt]) -> Result<Node> {
        self.statements(statements, |lower, last| match last {
            Stmt::Expr(expr) => lower.condition(expr, None),
            last => lower.statement(last),
        })
    }

    fn statements(
        &mut self,
        statements: &[Stmt],
        last: impl Fn(&mut Self, &Stmt) -> Result<Node>,
    ) -> Result<Node> {
        let depth = self.scope.len();
        let mut nodes = Vec::with_capacity(statements.len());
        for (ix, statement) in statements.iter().enumerate() {
            let is_last = ix + 1 == statements.len();
            let node = if is_last { last(self, statement)? } else { self.statement(statement)? };
            let position = statement.position();
            let noted = self.noted.and_then(|script| Spot::at(script, position));
            self.spots.extend(noted);
            nodes.push(Statement { node, position, noted });
        }
        self.scope.truncate(depth);
        Ok(match (nodes.len(), nodes.pop()) {
            (1, Some(Statement { node, noted: None, .. })) => node,
            (_, last) => {
                nodes.extend(last);
                Node::Block(nodes.into())
            }
        })
    }

    fn statement(&mut self, statement: &Stmt) -> Result<Node> {
        Ok(match statement {
            Stmt::Noop(_) => Node::Const(Dynamic::UNIT),
            Stmt::If(flow, _) => Node::If(Box::new(If {
                condition: {
                    let (from, to) = (flow.body.position(), flow.body.end_position());
                    let small = |position: Position| u16::try_from(position.line()?).ok();
                    self.condition(&flow.expr, small(from).zip(small(to)))?
                },
                position: flow.expr.position(),
                then: self.block(flow.body.statements())?,
                other: self.block(flow.branch.statements())?,
            })),
            Stmt::Switch(..) => self.switch(statement)?,
            Stmt::While(flow, position) => {
                let condition = match &flow.expr {
                    Expr::Unit(_) => None,
                    expr => Some((self.expr(expr)?, expr.position())),
                };
                let body = self.block(flow.body.statements())?;
                Node::While(Box::new(While { condition, body, position: *position }))
            }
            Stmt::Do(flow, flags, position) => Node::Do(Box::new(Do {
                body: self.block(flow.body.statements())?,
                condition: self.expr(&flow.expr)?,
                asked: flow.expr.position(),
                goes_on: !flags.contains(ASTFlags::NEGATED),
                position: *position,
            })),
            Stmt::For(parts, position) => {
                let (name, counter, flow) = &**parts;
                let over = self.over(&flow.expr)?;
                let depth = self.scope.len();
                let counter = counter.as_ref().map(|counter| self.bind(&counter.name, false));
                let slot = self.bind(&name.name, false);
                let body = self.block(flow.body.statements())?;
                self.scope.truncate(depth);
                let _ = position;
                Node::For(Box::new(For { slot, counter, over, body, position: flow.expr.start_position() }))
            }
            Stmt::Var(parts, flags, _) => {
                let value = self.expr(&parts.1)?;
                let slot = self.bind(&parts.0.name, flags.contains(ASTFlags::CONSTANT));
                Node::Let(slot, Box::new(value))
            }
            Stmt::Assignment(parts) => {
                let (operation, BinaryExpr { lhs, rhs }) = &**parts;
                let name = operation.get_op_assignment_info().map_or("=", |info| info.3);
                self.assignment(name, operation.position(), lhs, rhs)?
            }
            Stmt::FnCall(call, position) => self.call(call, *position)?,
            Stmt::Block(block) => self.block(block.statements())?,
            Stmt::Expr(expr) => self.expr(expr)?,
            Stmt::BreakLoop(value, flags, _) => {
                if !flags.contains(ASTFlags::BREAK) {
                    return Ok(Node::Continue);
                }
                Node::Break(self.optional(value.as_deref())?)
            }
            Stmt::Return(value, flags, _) if !flags.contains(ASTFlags::BREAK) => {
                Node::Return(self.optional(value.as_deref())?)
            }
            Stmt::Share(names) => {
                let slots = names.iter().map(|(name, _)| self.slot(&name.name));
                Node::Share(slots.collect::<Result<_>>()?)
            }
            _ => return Err(Unsupported),
        })
    }

    fn optional(&mut self, value: Option<&Expr>) -> Result<Option<Box<Node>>> {
        value.map(|value| self.expr(value).map(Box::new)).transpose()
    }

    fn slot(&self, name: &str) -> Result<usize> {
        self.variable(name).map(|variable| variable.slot).ok_or(Unsupported)
    }

    fn over(&mut self, expr: &Expr) -> Result<Over> {
        if let Expr::FnCall(call, _) = expr
            && let ".." | "..=" = call.name.as_str()
            && let [from, to] = &call.args[..]
        {
            return Ok(Over::Range(self.expr(from)?, self.expr(to)?, call.name == "..="));
        }
        Ok(Over::Values(self.expr(expr)?))
    }

    fn switch(&mut self, statement: &Stmt) -> Result<Node> {
        let Stmt::Switch(parts, _) = statement else { return Err(Unsupported) };
        let (value, cases) = &**parts;
        let value = self.expr(value)?;
        let mut branches = Vec::new();
        for BinaryExpr { lhs, rhs } in &cases.expressions {
            let condition = match lhs {
                Expr::BoolConstant(true, _) => None,
                lhs => Some((self.expr(lhs)?, lhs.position())),
            };
            branches.push(Branch { condition, node: self.expr(rhs)? });
        }
        let range = |range: &rhai::RangeCase| match range {
            rhai::RangeCase::ExclusiveInt(range, ix) => (range.start, range.end, *ix),
            rhai::RangeCase::InclusiveInt(range, ix) => (*range.start(), range.end().saturating_add(1), *ix),
        };
        let ranges: Vec<_> = cases.ranges.iter().map(range).collect();
        let is_range = |value: &Dynamic| {
            value.is::<std::ops::Range<i64>>() || value.is::<std::ops::RangeInclusive<i64>>()
        };
        let cases_of = cases.cases.values().filter(|case| !is_range(&case.value));
        let values = cases_of.map(|case| (case.value.clone(), case.blocks.to_vec())).collect();
        Ok(Node::Switch(Box::new(Switch { value, cases: values, ranges, branches, default: cases.def_case })))
    }

    fn assignment(&mut self, name: &str, position: Position, to: &Expr, value: &Expr) -> Result<Node> {
        let value = self.expr(value)?;
        let target = match to {
            Expr::Variable(found, _, at) => match self.variable(&found.1) {
                Some(variable) if variable.constant => {
                    return Ok(Node::Fail(Failing::ConstantChanged, found.1.clone(), *at));
                }
                Some(variable) => Chain { root: Root::Variable(variable), steps: Box::default() },
                None => return Ok(Node::Fail(Failing::UnknownVariable, found.1.clone(), *at)),
            },
            Expr::Dot(..) | Expr::Index(..) => match self.chain(to)? {
                Node::Chain(chain) => {
                    if let Root::Variable(variable) = &chain.root
                        && variable.constant
                    {
                        let name = self.scope[variable.slot].0.clone();
                        return Ok(Node::Fail(Failing::ConstantChanged, name, to.start_position()));
                    }
                    *chain
                }
                other => return Ok(other),
            },
            _ => return Err(Unsupported),
        };
        let style = if name == "=" { Style::SetIndex } else { Style::Assign };
        let operator = name.strip_suffix('=').filter(|name| !name.is_empty());
        Ok(Node::Assign(Box::new(Assign {
            target,
            operator: operator.map_or(Operator::Other, |name| Operator::of(name, 2)),
            value,
            native: native(name, style, Box::default(), position),
        })))
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Result<Box<[Node]>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn conditions(&mut self, exprs: &[Expr]) -> Result<Box<[(Node, Position)]>> {
        exprs.iter().map(|expr| Ok((self.expr(expr)?, expr.position()))).collect()
    }

    fn expr(&mut self, expr: &Expr) -> Result<Node> {
        Ok(match expr {
            Expr::DynamicConstant(value, _) => Node::Const((**value).clone()),
            Expr::BoolConstant(value, _) => Node::Const((*value).into()),
            Expr::IntegerConstant(value, _) => Node::Const((*value).into()),
            Expr::CharConstant(value, _) => Node::Const((*value).into()),
            Expr::StringConstant(value, _) => Node::Const(value.clone().into()),
            Expr::Unit(_) => Node::Const(Dynamic::UNIT),
            Expr::InterpolatedString(parts, position) => Node::Text(self.exprs(parts)?, *position),
            Expr::Array(parts, position) => Node::Array(self.exprs(parts)?, *position),
            Expr::Map(parts, position) => {
                let (entries, empty) = &**parts;
                let entries = entries.iter().map(|(key, value)| Ok((key.name.clone(), self.expr(value)?)));
                let entries = entries.collect::<Result<_>>()?;
                Node::Map(Box::new((empty.clone(), entries)), *position)
            }
            Expr::Variable(found, _, position) => match self.variable(&found.1) {
                Some(variable) => Node::Local(variable.slot),
                None => match verbs::CONSTANTS.iter().find(|(name, _)| found.1 == *name) {
                    Some((_, value)) => Node::Const((*value).into()),
                    None => Node::Fail(Failing::UnknownVariable, found.1.clone(), *position),
                },
            },
            Expr::FnCall(call, position) => self.call(call, *position)?,
            Expr::Stmt(block) => match closure(block.statements()) {
                Some((function, names)) => {
                    let slots = names.iter().map(|name| self.slot(name)).collect::<Result<_>>()?;
                    Node::Closure(Box::new((function, slots)))
                }
                None => self.block(block.statements())?,
            },
            Expr::Dot(..) | Expr::Index(..) => self.chain(expr)?,
            Expr::And(parts, _) => Node::And(self.conditions(parts)?),
            Expr::Or(parts, _) => Node::Or(self.conditions(parts)?),
            Expr::Coalesce(parts, _) => Node::Coalesce(self.exprs(parts)?),
            _ => return Err(Unsupported),
        })
    }

    fn call(&mut self, call: &FnCallExpr, position: Position) -> Result<Node> {
        let name = call.name.as_str();
        if call.op_token.is_some() {
            return self.operator(call, position);
        }
        // What looks at the variables in reach, or changes what is called, is the interpreter's.
        if call.capture_parent_scope || matches!(name, "curry" | "eval" | "is_def_var" | "is_shared") {
            return Err(Unsupported);
        }
        if name == "Fn"
            && let [Expr::StringConstant(name, _)] = &call.args[..]
            && let Ok(function) = FnPtr::new(name.clone())
        {
            return Ok(Node::Const(Dynamic::from(function)));
        }
        if let Some(function) = self.program.find(name, call.args.len()) {
            return Ok(Node::Call(Box::new(Call { function, args: self.exprs(&call.args)?, position })));
        }
        let variable = match call.args.first() {
            Some(Expr::Variable(found, ..)) => self.variable(&found.1),
            _ => None,
        };
        let args = if variable.is_some() { &call.args[1..] } else { &call.args[..] };
        let mut native = native(name, Style::Function, self.exprs(args)?, position);
        native.variable = variable;
        native.special = Special::of(name, call.args.len());
        Ok(Node::Native(Box::new(native)))
    }

    fn operator(&mut self, call: &FnCallExpr, position: Position) -> Result<Node> {
        let operator = Operator::of(&call.name, call.args.len());
        let native = native(&call.name, Style::Operator, Box::default(), position);
        Ok(match &call.args[..] {
            [operand] => Node::Unary(Box::new(Unary { operator, operand: self.expr(operand)?, native })),
            [left, right] => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                Node::Binary(Box::new(Binary { operator, left, right, native }))
            }
            _ => return Err(Unsupported),
        })
    }

    /// What is looked up in a value, from left to right.
    fn chain(&mut self, expr: &Expr) -> Result<Node> {
        let (parts, flags, dot) = link(expr).ok_or(Unsupported)?;
        let root = match &parts.lhs {
            Expr::Variable(found, _, position) => match self.variable(&found.1) {
                Some(variable) => Root::Variable(variable),
                None if verbs::CONSTANTS.iter().any(|(name, _)| found.1 == *name) => {
                    Root::Value(self.expr(&parts.lhs)?)
                }
                None => return Ok(Node::Fail(Failing::UnknownVariable, found.1.clone(), *position)),
            },
            value => Root::Value(self.expr(value)?),
        };
        let mut steps = Vec::new();
        self.steps(&parts.rhs, flags, dot, &mut steps)?;
        Ok(Node::Chain(Box::new(Chain { root, steps: steps.into() })))
    }

    fn steps(&mut self, rest: &Expr, flags: ASTFlags, dot: bool, steps: &mut Vec<Step>) -> Result<()> {
        if flags.contains(ASTFlags::NEGATED) {
            return Err(Unsupported);
        }
        // An index ends the chain where it is marked so; after a dot, whatever is no further link does.
        let next = if dot || !flags.contains(ASTFlags::BREAK) { link(rest) } else { None };
        let here = next.map_or(rest, |(parts, ..)| &parts.lhs);
        steps.push(match here {
            Expr::Property(property, position) if dot => {
                Step::Property(native(&property.2, Style::Property, Box::default(), *position))
            }
            Expr::MethodCall(call, position) if dot => {
                let mut method = native(&call.name, Style::Method, self.exprs(&call.args)?, *position);
                method.special = Special::of(&call.name, call.args.len() + 1);
                Step::Method(method)
            }
            index if !dot => {
                let position = index.start_position();
                Step::Index(self.expr(index)?, native("", Style::Index, Box::default(), position))
            }
            _ => return Err(Unsupported),
        });
        match next {
            Some((parts, flags, dot)) => self.steps(&parts.rhs, flags, dot, steps),
            None => Ok(()),
        }
    }
}

/// A dot or an index.
fn link(expr: &Expr) -> Option<(&BinaryExpr, ASTFlags, bool)> {
    match expr {
        Expr::Dot(parts, flags, _) => Some((parts, *flags, true)),
        Expr::Index(parts, flags, _) => Some((parts, *flags, false)),
        _ => None,
    }
}

/// A function without a name that takes variables along, as the parser writes it: they are shared, then handed over.
fn closure(statements: &[Stmt]) -> Option<(FnPtr, Vec<ImmutableString>)> {
    let [Stmt::Share(_), Stmt::Expr(expr)] = statements else { return None };
    let Expr::FnCall(call, _) = &**expr else { return None };
    let (Expr::DynamicConstant(function, _), names) = call.args.split_first()? else { return None };
    if call.name != "curry" {
        return None;
    }
    let function = function.clone().try_cast::<FnPtr>()?;
    let name = |expr: &Expr| match expr {
        Expr::Variable(found, ..) => Some(found.1.clone()),
        _ => None,
    };
    Some((function, names.iter().map(name).collect::<Option<_>>()?))
}
