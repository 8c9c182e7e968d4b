//! What a script is made into: a tree whose names are resolved, so that running it looks nothing up.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::{Dynamic, FnPtr, ImmutableString, Map, Position};

use super::native::Learned;
use crate::script::Spot;
use crate::script::why::Condition;

/// A part of a script, made ready to run. It gives a value; a statement that has none gives nothing (`()`).
pub(super) enum Node {
    /// A value that stands in the script.
    Const(Dynamic),
    /// A variable, by its slot among the function's own.
    Local(usize),
    Array(Box<[Node]>, Position),
    Map(Box<(Map, Vec<(ImmutableString, Node)>)>, Position),
    /// A text with values in it.
    Text(Box<[Node]>, Position),
    Unary(Box<Unary>),
    Binary(Box<Binary>),
    And(Box<[(Node, Position)]>),
    Or(Box<[(Node, Position)]>),
    Coalesce(Box<[Node]>),
    /// A call of a rule function.
    Call(Box<Call>),
    /// A call of a verb, or of what the language brings.
    Native(Box<Native>),
    /// Something looked up in a value: `event.card`, `list[0].name`, `list.len()`.
    Chain(Box<Chain>),
    /// A function without a name, with the variables that it takes along.
    Closure(Box<(FnPtr, Box<[usize]>)>),
    Block(Box<[Statement]>),
    If(Box<If>),
    Switch(Box<Switch>),
    While(Box<While>),
    Do(Box<Do>),
    For(Box<For>),
    Let(usize, Box<Node>),
    Assign(Box<Assign>),
    /// Variables that a function without a name takes along: from here on both have them.
    Share(Box<[usize]>),
    Return(Option<Box<Node>>),
    Break(Option<Box<Node>>),
    Continue,
    /// A condition of which it is noted when it does not hold.
    Watch(Box<(Node, Condition)>),
    /// What can only fail: a variable that does not exist, a constant that would be changed.
    Fail(Failing, ImmutableString, Position),
}

/// Why a node can only fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failing {
    UnknownVariable,
    ConstantChanged,
}

/// A statement, where it stands, and whether it is to be noted that it ran.
pub(super) struct Statement {
    pub node: Node,
    pub position: Position,
    /// The script whose line is noted, where coverage is kept.
    pub noted: Option<Spot>,
}

pub(super) struct Unary {
    pub operator: Operator,
    pub operand: Node,
    pub native: Native,
}

pub(super) struct Binary {
    pub operator: Operator,
    pub left: Node,
    pub right: Node,
    /// The operator as a function, for values that are no plain numbers or texts.
    pub native: Native,
}

/// Operators that are worked out at once for whole numbers, texts and truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Not,
    Negate,
    /// All others: a native function does them.
    Other,
}

impl Operator {
    pub fn of(name: &str, operands: usize) -> Self {
        match (name, operands) {
            ("+", 2) => Self::Add,
            ("-", 2) => Self::Subtract,
            ("*", 2) => Self::Multiply,
            ("/", 2) => Self::Divide,
            ("%", 2) => Self::Modulo,
            ("==", 2) => Self::Equal,
            ("!=", 2) => Self::NotEqual,
            ("<", 2) => Self::Less,
            ("<=", 2) => Self::LessOrEqual,
            (">", 2) => Self::Greater,
            (">=", 2) => Self::GreaterOrEqual,
            ("!", 1) => Self::Not,
            ("-", 1) => Self::Negate,
            _ => Self::Other,
        }
    }
}

pub(super) struct Call {
    /// The function, by its number in the program.
    pub function: usize,
    pub args: Box<[Node]>,
    pub position: Position,
}

/// How a native function is called; some can only be called in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Style {
    /// `name(a, b)`
    Function,
    /// `a.name(b)`
    Method,
    /// `a + b`, `-a`
    Operator,
    /// `a.name`
    Property,
    /// `a[b]`
    Index,
    /// `a[b] = c`
    SetIndex,
    /// `a += b`
    Assign,
    /// The text of a value.
    Text,
    /// The values that a `for` goes over, as an array.
    List,
}

/// A call of a native function.
pub(super) struct Native {
    pub name: ImmutableString,
    pub style: Style,
    pub special: Special,
    /// The arguments; of a method those after the dot.
    pub args: Box<[Node]>,
    /// The variable that is the first argument, which a native function may change.
    pub variable: Option<Variable>,
    pub position: Position,
    /// The function that was called here last.
    pub site: RefCell<Option<Rc<Learned>>>,
}

/// Functions of lists that are done here, since they are called with functions or compare values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    None,
    Contains,
    Filter,
    Map,
    Some,
    All,
    Find,
    /// Calls a function that is a value.
    Call,
}

impl Special {
    /// By name and number of arguments, the value before the dot counted.
    pub fn of(name: &str, args: usize) -> Self {
        match (name, args) {
            ("contains", 2) => Self::Contains,
            ("filter", 2) => Self::Filter,
            ("map", 2) => Self::Map,
            ("some", 2) => Self::Some,
            ("all", 2) => Self::All,
            ("find", 2) => Self::Find,
            ("call", 1..) => Self::Call,
            _ => Self::None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub slot: usize,
    pub constant: bool,
}

pub(super) struct Chain {
    pub root: Root,
    pub steps: Box<[Step]>,
}

pub(super) enum Root {
    Variable(Variable),
    Value(Node),
}

pub(super) enum Step {
    /// `.name`, and how it is asked of a value that is no map.
    Property(Native),
    /// `[index]`, and how it is asked of a value that is no array or map.
    Index(Node, Native),
    Method(Native),
}

pub(super) struct If {
    pub condition: Node,
    pub position: Position,
    pub then: Node,
    pub other: Node,
}

pub(super) struct Switch {
    pub value: Node,
    /// Values with the branches that may follow.
    pub cases: Vec<(Dynamic, Vec<usize>)>,
    /// Ranges from and to (excluded) with the branch that may follow.
    pub ranges: Vec<(i64, i64, usize)>,
    /// Each with its condition.
    pub branches: Vec<Branch>,
    pub default: Option<usize>,
}

pub(super) struct Branch {
    pub condition: Option<(Node, Position)>,
    pub node: Node,
}

pub(super) struct While {
    /// None for `loop`.
    pub condition: Option<(Node, Position)>,
    pub body: Node,
    pub position: Position,
}

/// A loop whose condition is asked after each round; `continue` goes on without asking, as it does for the interpreter.
pub(super) struct Do {
    pub body: Node,
    pub condition: Node,
    /// Where the condition stands.
    pub asked: Position,
    /// Whether it goes on while the condition holds, or until it does.
    pub goes_on: bool,
    pub position: Position,
}

pub(super) struct For {
    pub slot: usize,
    pub counter: Option<usize>,
    pub over: Over,
    pub body: Node,
    pub position: Position,
}

/// What a `for` goes over.
pub(super) enum Over {
    /// From, to, and whether the last counts.
    Range(Node, Node, bool),
    Values(Node),
}

pub(super) struct Assign {
    pub target: Chain,
    pub operator: Operator,
    pub value: Node,
    /// The operator as a function; of a plain assignment, the setting of an element that is not in an array or map.
    pub native: Native,
}
