/// A position, and how deep or how often the work is done on it.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
}

/// The amount of work that a program has done, and a digest; all programs must agree on both.
pub(crate) type Counted = (u64, u64);

/// One program's work on a case.
pub(crate) type Run = Box<dyn Fn() -> Counted>;
