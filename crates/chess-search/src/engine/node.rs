use core::ops::RangeInclusive;

use chess_board::Position;

/// A node whose moves are searched.
pub(super) struct Node<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) in_check: bool,
    /// Without what the correction history adds.
    pub(super) raw_evaluation: i32,
    pub(super) evaluation: i32,
    /// Tells that the side to move stands better than two plies before.
    pub(super) is_improving: bool,
    /// Tells that a cut-off is expected.
    pub(super) is_cut: bool,
    /// The scores that endgame tables leave open, on the principal variation.
    pub(super) told: RangeInclusive<i32>,
}
