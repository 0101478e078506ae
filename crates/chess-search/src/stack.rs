use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

use chess_types::{Move, MoveList, PvLine};

use crate::picker::MovePicker;
use crate::refutations::Killers;
use crate::score::MAX_PLY;

/// What a search keeps for one ply.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The moves of the node.
    pub picker: MovePicker,
    /// The move that is being searched; the null move if there is none.
    pub mv: Move,
    /// Moves searched before it, for the histories.
    pub tried: MoveList,
    /// Quiet moves that were good at this ply.
    pub killers: Killers,
    /// The static evaluation of the node, from the view of the side to move; [`Frame::NO_EVALUATION`] in check.
    pub evaluation: i32,
    /// The best line from this node on.
    pub pv: PvLine,
}

impl Frame {
    /// Below every score: nothing is said of a node in check.
    pub const NO_EVALUATION: i32 = -crate::score::INFINITE;

    /// Nothing yet.
    pub const fn new() -> Self {
        Self {
            picker: MovePicker::empty(),
            mv: Move::NULL,
            tried: MoveList::new(),
            killers: Killers::new(),
            evaluation: Self::NO_EVALUATION,
            pv: PvLine::new(),
        }
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::new()
    }
}

/// A frame for every ply from the root, [`MAX_PLY`] and one more: allocated once, so that a search allocates nothing.
#[derive(Clone, Debug)]
pub struct Stack(Vec<Frame>);

impl Stack {
    /// Empty frames.
    pub fn new() -> Self {
        let mut frames = Vec::with_capacity(MAX_PLY + 2);
        frames.resize_with(MAX_PLY + 2, Frame::new);
        Self(frames)
    }

    /// Forgets killers and lines.
    pub fn clear(&mut self) {
        for frame in &mut self.0 {
            frame.killers = Killers::new();
            frame.pv.clear();
        }
    }

    /// Makes the line of `ply` the move `mv` and the line of the ply after it.
    #[inline]
    pub fn set_pv(&mut self, ply: usize, mv: Move) {
        if let [frame, child, ..] = &mut self.0[ply..] {
            frame.pv.set(mv, &child.pv);
        }
    }
}

impl Default for Stack {
    fn default() -> Self {
        Self::new()
    }
}

impl Index<usize> for Stack {
    type Output = Frame;

    /// The frame of a ply, which is to be at most one more than [`MAX_PLY`].
    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }
}

impl IndexMut<usize> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }
}
