use core::ops::ControlFlow;

use chess_board::{Castling, CastlingRules, Position, UnMove};
use chess_types::{CastlingSide, Color, File, PieceType, Square};

/// Hands every castling of `mover` that can have led to `position` to `visit`. Rights, the pieces' squares and safety
/// are tested here; the counters are not.
#[inline(never)]
pub(super) fn each_uncastling(
    position: &Position,
    mover: Color,
    rules: CastlingRules,
    visit: &mut impl FnMut(UnMove) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let rank = mover.back_rank();
    for side in CastlingSide::ALL {
        let (king_to, rook_to) = (side.king_square(rank), side.rook_square(rank));
        if position.king(mover) != king_to || !position.pieces(mover, PieceType::Rook).contains(rook_to) {
            continue;
        }
        for king in File::ALL.map(|file| Square::new(file, rank)) {
            for rook in File::ALL.map(|file| Square::new(file, rank)) {
                let castling = Castling::new(king, rook);
                if king == rook || castling.side() != side || !is_of(rules, castling) {
                    continue;
                }
                let unmove = UnMove { mv: castling.to_move(), piece_type: PieceType::King, captured: None };
                if is_possible(position, mover, castling, unmove) {
                    visit(unmove)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Tests for a castling of the game with these rules.
fn is_of(rules: CastlingRules, castling: Castling) -> bool {
    match rules {
        CastlingRules::Chess => {
            castling.king().file() == File::E && castling.rook().file() == castling.side().corner_file()
        }
        CastlingRules::Chess960 => true,
    }
}

/// Tests for a legal castling in the position before it, and for a safe king of the other side there.
fn is_possible(position: &Position, mover: Color, castling: Castling, unmove: UnMove) -> bool {
    let others = position.occupied() - (castling.king_to() | castling.rook_to());
    let (king, rook) = (castling.king(), castling.rook());
    if others.intersects(castling.empty() | king | rook) {
        return false;
    }
    let them = mover.opponent();
    let occupancy = others | rook;
    let is_attacked = |square| position.attackers_to(square, occupancy).intersects(position.by_color(them));
    if castling.safe().into_iter().any(is_attacked) {
        return false;
    }
    let before = unmove.before(position);
    !before.is_attacked(before.king(them), mover)
}
