use std::boxed::Box;

use chess_types::Move;

use super::memory::Memory;
use crate::continuation::PieceTo;
use crate::stack::Stack;

/// The stack and the tables of a thread.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) stack: Stack<Ply>,
    pub(super) memory: Box<Memory>,
}

/// The data of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// The piece and target of the move that is being searched.
    pub(super) moved: PieceTo,
    /// The move that a search of the other moves leaves out.
    pub(super) excluded: Move,
}
