//! The walk over a script's syntax tree, in which every name finds what it stands for. The checker is one reader of it;
//! whatever else wants to know what a script means (a compiler, a list of what calls what) is another.

use rhai::{
    AST, ASTFlags, ASTNode, BinaryExpr, Expr, FnCallExpr, Module, Position, ScriptFuncDef, Shared, Stmt,
    StmtBlock,
};

/// What a variable's name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// A variable of the script: its position among those in reach, innermost last.
    Local(usize),
    /// A name that every script has.
    Constant,
    /// Nothing.
    Unknown,
}

/// A call of a function, as it stands in a script.
pub(crate) struct Call<'a> {
    pub name: &'a str,
    pub args: &'a [Expr],
    /// Whether it was called as a method: then one more argument stands before the dot.
    pub method: bool,
    pub position: Position,
}

/// Reads what the walk finds.
pub(crate) trait Reader {
    /// A variable is read (or written), with the names of the variables that are in reach.
    fn variable(&mut self, _name: &str, _binding: Binding, _reach: &[String], _position: Position) {}
    /// A function is called. Operators are not told of.
    fn call(&mut self, _call: &Call<'_>) {}
    /// A property of a variable is read: `event.player`.
    fn property(&mut self, _of: &str, _name: &str, _position: Position) {}
    /// Whether a name stands for something everywhere.
    fn is_constant(&self, _name: &str) -> bool {
        false
    }
}

/// Walks over statements, with the variables that are in reach at their beginning.
pub(crate) fn walk(statements: &[Stmt], given: &[&str], reader: &mut dyn Reader) {
    let mut walk = Walk { scope: given.iter().map(|name| (*name).to_string()).collect(), reader };
    walk.block(statements);
}

/// The statements of a function.
pub(crate) fn body_of(function: &Shared<ScriptFuncDef>) -> Vec<Stmt> {
    // A function keeps its statements to itself, but a tree that holds nothing else tells of them.
    let mut alone = Module::new();
    alone.set_script_fn(function.clone());
    let mut statements = Vec::new();
    AST::new([], alone).walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    statements
}

/// Walks over a function, with its parameters in reach.
pub(crate) fn walk_function(function: &Shared<ScriptFuncDef>, reader: &mut dyn Reader) {
    let scope = function.params.iter().map(ToString::to_string).collect();
    let mut walk = Walk { scope, reader };
    body_of(function).iter().for_each(|statement| walk.statement(statement));
}

struct Walk<'r> {
    scope: Vec<String>,
    reader: &'r mut dyn Reader,
}

impl Walk<'_> {
    fn block(&mut self, statements: &[Stmt]) {
        let depth = self.scope.len();
        for statement in statements {
            self.statement(statement);
        }
        self.scope.truncate(depth);
    }

    fn body(&mut self, block: &StmtBlock) {
        self.block(block.statements());
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Noop(_) | Stmt::Share(_) => {}
            Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                self.expr(&flow.expr);
                self.body(&flow.body);
                self.body(&flow.branch);
            }
            Stmt::Switch(parts, _) => {
                self.expr(&parts.0);
                for BinaryExpr { lhs, rhs } in &parts.1.expressions {
                    self.expr(lhs);
                    self.expr(rhs);
                }
            }
            Stmt::For(parts, _) => {
                let (name, counter, flow) = &**parts;
                self.expr(&flow.expr);
                let depth = self.scope.len();
                self.scope.extend(counter.iter().map(|name| name.name.to_string()));
                self.scope.push(name.name.to_string());
                self.body(&flow.body);
                self.scope.truncate(depth);
            }
            Stmt::Var(parts, ..) => {
                self.expr(&parts.1);
                self.scope.push(parts.0.name.to_string());
            }
            Stmt::Assignment(parts) => {
                self.expr(&parts.1.lhs);
                self.expr(&parts.1.rhs);
            }
            Stmt::FnCall(call, position) => self.call(call, *position, false),
            Stmt::Block(block) => self.body(block),
            Stmt::TryCatch(flow, _) => {
                self.body(&flow.body);
                let depth = self.scope.len();
                if let Expr::Variable(name, ..) = &flow.expr {
                    self.scope.push(name.1.to_string());
                }
                self.body(&flow.branch);
                self.scope.truncate(depth);
            }
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::BreakLoop(value, ..) | Stmt::Return(value, ..) => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            // The tree may gain kinds that these features leave out.
            #[allow(unreachable_patterns, reason = "which kinds exist depends on the interpreter's features")]
            _ => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::InterpolatedString(parts, _) | Expr::Array(parts, _) => {
                parts.iter().for_each(|part| self.expr(part));
            }
            Expr::Map(parts, _) => parts.0.iter().for_each(|(_, value)| self.expr(value)),
            Expr::Variable(name, _, position) => self.variable(&name.1, *position),
            Expr::MethodCall(call, position) => self.call(call, *position, true),
            Expr::FnCall(call, position) => self.call(call, *position, false),
            Expr::Stmt(block) => self.body(block),
            Expr::Dot(parts, flags, _) => self.chain(parts, *flags),
            Expr::Index(parts, ..) => {
                self.expr(&parts.lhs);
                self.expr(&parts.rhs);
            }
            Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
                parts.iter().for_each(|part| self.expr(part));
            }
            _ => {}
        }
    }

    fn chain(&mut self, parts: &BinaryExpr, _flags: ASTFlags) {
        self.expr(&parts.lhs);
        if let Expr::Variable(name, ..) = &parts.lhs {
            let property = match &parts.rhs {
                Expr::Property(property, position) => Some((&property.2, *position)),
                Expr::Dot(rest, ..) | Expr::Index(rest, ..) => match &rest.lhs {
                    Expr::Property(property, position) => Some((&property.2, *position)),
                    _ => None,
                },
                _ => None,
            };
            if let Some((property, position)) = property {
                self.reader.property(&name.1, property, position);
            }
        }
        self.expr(&parts.rhs);
    }

    fn variable(&mut self, name: &str, position: Position) {
        let binding = match self.scope.iter().rposition(|known| known == name) {
            Some(ix) => Binding::Local(ix),
            None if self.reader.is_constant(name) => Binding::Constant,
            None => Binding::Unknown,
        };
        self.reader.variable(name, binding, &self.scope, position);
    }

    fn call(&mut self, call: &FnCallExpr, position: Position, method: bool) {
        if call.op_token.is_none() {
            self.reader.call(&Call { name: &call.name, args: &call.args, method, position });
        }
        for arg in &call.args {
            self.expr(arg);
        }
    }
}
