//! Replies to single moves, which all kernels count alike.

use chess_board::{Position, skipped_square};
use chess_magic::{Sliders, pawn_attacks};
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{Node, PositionExt};
use chess_types::{Bitboard, PieceType, Square};

use crate::side::Side;

/// The number of legal moves of a position, counted out of line, since it is needed in a hundred places.
pub(crate) struct CountLegal<'a>(pub(crate) &'a Position);

impl Task for CountLegal<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        Node::on(machine, self.0).legal_count() as u64
    }
}

/// Counts the replies that capture en passant a pawn of `C` which has just landed on one of `landings` by a double push.
///
/// The capture ends a check by the pushed pawn, and any other check after a double push is a discovered one, so that
/// only sliders can forbid the capture.
#[inline(always)]
pub(super) fn en_passant_replies<C: Side>(
    sliders: impl Sliders,
    position: &Position,
    landings: Bitboard,
) -> u64 {
    let them = C::Them::COLOR;
    let king = position.king(them);
    let mut replies = 0;
    for landed in landings {
        let passed = skipped_square(landed);
        let origin = Square::from_low_bits(landed as u8 ^ 16);
        for from in pawn_attacks(C::COLOR, passed) & position.pieces(them, PieceType::Pawn) {
            let occupied = (position.occupied() - (origin | from)) | passed;
            let is_safe = sliders
                .bishop_attacks(king, occupied)
                .is_disjoint(position.board().diagonal_sliders(C::COLOR))
                && sliders
                    .rook_attacks(king, occupied)
                    .is_disjoint(position.board().orthogonal_sliders(C::COLOR));
            replies += u64::from(is_safe);
        }
    }
    replies
}
