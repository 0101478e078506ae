//! The move generator, the sinks and visitors that it feeds, and the selections that it takes.

mod each_move;
mod side;
mod sink;
mod visit_side;

pub use self::each_move::{MoveVisitor, each_move};
pub use self::each_move::{for_each_move, visit};
pub use self::side::{Black, Side, White};
pub use self::sink::Selection;
pub use self::sink::{PawnTargets, Sink, origin};
pub use self::visit_side::visit_side;
