//! Places of a source file that have mutants.

use std::ops::Range;

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its file's index.
    pub file: usize,
    /// The type, and the trait if it implements one, and the name: `Square::offset`.
    pub path: String,
    pub name: String,
    /// From its signature to the end of its body.
    pub range: Range<usize>,
    /// The type that it belongs to.
    pub owner: Option<String>,
    pub reach: Reach,
    pub is_const: bool,
}

/// Who can name a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Its module and those inside.
    Module,
    /// Its crate, or a part of it.
    Crate,
    Everyone,
}

/// The form in which a site is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An expression: each mutant is another one.
    Expression,
    /// The place after the opening brace of a function's body: each mutant is a statement that returns.
    Body,
    /// A statement that the mutant leaves out.
    Statement,
    /// The place after the pattern of an arm without a guard: the mutant makes the arm fail.
    Arm,
}

/// A place that is rewritten so that its mutants can be switched on.
#[derive(Clone, Debug)]
pub struct Site {
    pub file: usize,
    pub function: usize,
    pub range: Range<usize>,
    pub shape: Shape,
    /// Indices of its mutants.
    pub mutants: Vec<usize>,
}

/// One change of the program.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub function: usize,
    pub site: usize,
    pub shape: Shape,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The text that is changed, on one line.
    pub original: String,
    /// The text that takes its place, on one line.
    pub replacement: String,
    /// The program text of the change.
    pub code: String,
    /// 1 for the first mutant of the function with the same two texts.
    pub ordinal: usize,
    /// The `cfg` predicates, and the instructions as `target_feature = "..."`, without which it is not compiled or not run.
    pub conditions: Vec<String>,
}
