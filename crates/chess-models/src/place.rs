use std::cell::RefCell;
use std::fmt::{self, Display, Formatter};
use std::panic::Location;
use std::sync::atomic::Ordering;

/// The place of an operation in the code under test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    file: &'static str,
    line: u32,
    column: u32,
}

impl Place {
    #[track_caller]
    pub(crate) fn of_caller() -> Self {
        let caller = Location::caller();
        Self { file: caller.file(), line: caller.line(), column: caller.column() }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let file = self.file.rsplit('/').next().unwrap_or(self.file);
        write!(f, "{file}:{}", self.line)
    }
}

/// The kind of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Load,
    Store,
    Change,
    Fence,
    Step,
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Load => "load",
            Self::Store => "store",
            Self::Change => "read-modify-write",
            Self::Fence => "fence",
            Self::Step => "step",
        })
    }
}

/// A change of one place that makes the code weaker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weakening {
    /// The ordering is a weaker one; `None` removes the fence.
    Ordering(Option<Ordering>),
    /// The operation does nothing, and a compare-exchange reports success.
    Dropped,
    /// A read-modify-write reads first and writes afterwards.
    Torn,
}

/// The next weaker orderings that an operation of this kind can have.
fn weaker(kind: Kind, ordering: Ordering) -> &'static [Option<Ordering>] {
    match (kind, ordering) {
        (_, Ordering::Relaxed) => &[],
        (Kind::Fence, Ordering::Acquire | Ordering::Release) => &[None],
        (_, Ordering::Acquire | Ordering::Release) => &[Some(Ordering::Relaxed)],
        (_, Ordering::AcqRel) => &[Some(Ordering::Acquire), Some(Ordering::Release)],
        (Kind::Load, _) => &[Some(Ordering::Acquire)],
        (Kind::Store, _) => &[Some(Ordering::Release)],
        _ => &[Some(Ordering::AcqRel)],
    }
}

/// A place that is weakened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Weakened {
    pub(crate) place: Place,
    pub(crate) kind: Kind,
    /// The ordering that the place has, or the name of a step.
    pub(crate) name: String,
    pub(crate) weakening: Weakening,
}

impl Display for Weakened {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { place, kind, name, weakening } = self;
        match (kind, weakening) {
            (Kind::Step, _) => write!(f, "{place}: without {name}"),
            (_, Weakening::Ordering(Some(weaker))) => write!(f, "{place}: {kind}, {name} to {weaker:?}"),
            (_, Weakening::Ordering(None)) => write!(f, "{place}: {name} {kind} left out"),
            (_, Weakening::Dropped) => write!(f, "{place}: {kind} left out"),
            (_, Weakening::Torn) => write!(f, "{place}: {kind} in two steps"),
        }
    }
}

/// The common state of the operations of a model. Loom runs all threads of a model on one thread of the system.
#[derive(Default)]
struct Context {
    /// Collects the weakenings that are possible; `None` while one is tried.
    found: Option<Vec<Weakened>>,
    tried: Option<Weakened>,
}

thread_local! {
    static CONTEXT: RefCell<Context> = RefCell::default();
}

/// Begins a run that collects the places that can be weakened.
pub(crate) fn begin_search() {
    CONTEXT.set(Context { found: Some(Vec::new()), tried: None });
}

/// Begins a run in which one place is weaker.
pub(crate) fn begin_weakened(tried: &Weakened) {
    CONTEXT.set(Context { found: None, tried: Some(tried.clone()) });
}

/// Returns all weakenings that have been found since [`begin_search`], in the order in which they were reached.
pub(crate) fn found() -> Vec<Weakened> {
    CONTEXT.take().found.unwrap_or_default()
}

/// Records an operation, and returns how it is weakened in this run.
pub(crate) fn weakening(
    place: Place,
    kind: Kind,
    name: &dyn Fn() -> String,
    possible: &[Weakening],
) -> Option<Weakening> {
    CONTEXT.with_borrow_mut(|context| {
        if let Some(found) = &mut context.found {
            for &weakening in possible {
                let weakened = Weakened { place, kind, name: name(), weakening };
                if !found.contains(&weakened) {
                    found.push(weakened);
                }
            }
        }
        context
            .tried
            .as_ref()
            .filter(|tried| tried.place == place && tried.kind == kind)
            .map(|tried| tried.weakening)
    })
}

/// Returns how an operation with this ordering can be weakened and, if it is, with which ordering it runs.
pub(crate) fn ordering(place: Place, kind: Kind, ordering: Ordering) -> Option<Ordering> {
    let possible: Vec<_> = weaker(kind, ordering).iter().map(|&weaker| Weakening::Ordering(weaker)).collect();
    match weakening(place, kind, &|| format!("{ordering:?}"), &possible) {
        Some(Weakening::Ordering(weaker)) => weaker,
        _ => Some(ordering),
    }
}

/// Tests whether a step of the code under test is left out in this run. The code names the step, which is left out in one run of
/// each model that reaches it.
#[track_caller]
#[must_use]
pub fn is_without(step: &'static str) -> bool {
    weakening(Place::of_caller(), Kind::Step, &|| step.to_owned(), &[Weakening::Dropped]).is_some()
}
