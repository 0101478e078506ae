//! Un-moves: all moves that can have led to a position, the inverse of making a move.

mod king_cover;
mod list;
mod material;
mod options;
mod states;
mod type_set;
mod uncastling;
mod visit;

pub use self::list::{UnMoveList, has_unmove, unmoves};
pub use self::options::UnMoveOptions;
pub use self::states::{StatesBefore, states_before};
pub use self::visit::each_unmove;
