//! The move generator, the selections that it takes, and the sinks that it feeds.

mod legal;
mod safety;
mod selection;
mod side;
mod sink;
mod visit;

pub(crate) use self::legal::visit_known;
pub use self::legal::visit_side;
pub(crate) use self::safety::{KingSafety, Known, Unknown};
pub use self::selection::Selection;
pub use self::side::{Black, Side, SideTask, White, run_side};
pub use self::sink::{CountMoves, PawnStep, PawnTargets, Sink};
pub(crate) use self::visit::{AnyMove, Each, Visit, has_legal_move, legal_count};
pub use self::visit::{for_each_move, visit};
