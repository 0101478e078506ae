use arrayvec::ArrayVec;

use crate::Move;

/// A list of moves on the stack.
pub type MoveList = ArrayVec<Move, 256>;
