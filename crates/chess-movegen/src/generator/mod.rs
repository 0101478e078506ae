//! The move generator, the sinks and visitors that it feeds, and the selections that it takes.

mod castling_way;
mod each_move;
mod selection;
mod side;
mod sink;
mod visit;
mod visit_side;

pub use self::each_move::{MoveVisitor, each_move};
pub use self::selection::Selection;
pub use self::side::{Black, Side, White};
pub use self::sink::{PawnTargets, Sink, origin};
pub use self::visit::{for_each_move, visit};
pub use self::visit_side::visit_side;
