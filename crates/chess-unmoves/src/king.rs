use core::ops::ControlFlow;

use chess_board::internals::{SniperLines, leapers};
use chess_board::{CastlingRules, Position};
use chess_magic::between;
use chess_types::{Bitboard, Castling, CastlingSide, Color, File, PieceType, Square};

use crate::unmove::UnMove;

/// Passes every castling of `mover` that can have led to `position` to `visit`. Rights, the pieces' squares and safety are tested
/// here; the counters are not.
#[inline(never)]
pub(crate) fn each_uncastling(
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
        for king in rank.bitboard() {
            for rook in rank.bitboard() - king {
                let castling = Castling { king, rook };
                if castling.side() != side || !allows(rules, castling) {
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

/// Tests whether the rules have this castling.
pub(crate) fn allows(rules: CastlingRules, castling: Castling) -> bool {
    rules == CastlingRules::Chess960
        || castling.king.file() == File::E && castling.rook.file() == castling.side().corner_file()
}

/// Tests whether the castling was legal in the position before it, and the king of the other side safe there.
fn is_possible(position: &Position, mover: Color, castling: Castling, unmove: UnMove) -> bool {
    let others = position.occupied() - (castling.king_to() | castling.rook_to());
    let theirs = position.by_color(mover.opponent());
    let occupancy = others | castling.rook;
    let is_safe = |square| position.attackers_to(square, occupancy).is_disjoint(theirs);
    others.is_disjoint(castling.empty() | castling.king | castling.rook)
        && castling.safe().into_iter().all(is_safe)
        && was_king_safe(position, mover, unmove)
}

/// Tests whether the king of the side to move was safe before an un-move, by the whole position before it.
pub(crate) fn was_king_safe(position: &Position, mover: Color, unmove: UnMove) -> bool {
    let before = unmove.before(position);
    !before.is_attacked(before.king(mover.opponent()), mover)
}

/// The checks of the last move, which were not there before it, and the lines that it can have opened.
///
/// The king of the side to move could be captured if it had been in check before the opponent's move. Each piece that gives check
/// without having moved was therefore blocked by the moving piece on its origin, and a piece that alone blocks a slider of its
/// own side has come from the same line, or has captured there.
pub(crate) struct KingCover {
    king: Square,
    occupied: Bitboard,
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The sliders of the side that has moved which would give check on an empty board.
    snipers: Bitboard,
    /// The pieces of the side that has moved which alone keep a sniper from giving check.
    blockers: Bitboard,
}

impl KingCover {
    /// Collects the checks and the lines on the king of the side to move. `mover` is the other side.
    #[inline(always)]
    pub(crate) fn of(position: &Position, mover: Color) -> Self {
        let us = mover.opponent();
        let (king, occupied) = (position.king(us), position.occupied());
        let snipers = position.board().snipers(king, mover);
        let lines = SniperLines::of(king, leapers(position, us, king), snipers, occupied);
        let (checkers, blockers) = (lines.attackers, lines.blockers & position.by_color(mover));
        Self { king, occupied, checkers, snipers, blockers }
    }

    /// Returns the squares from which the piece on `to` can have come if a captured piece is put back on `to`: those
    /// on which it blocks the checks of other pieces.
    #[inline(always)]
    pub(crate) fn capture_origins(&self, to: Square) -> Bitboard {
        let others = self.checkers - to.bitboard();
        match others.first() {
            None => Bitboard::FULL,
            Some(checker) if !others.has_many() => between(self.king, checker),
            Some(_) => Bitboard::EMPTY,
        }
    }

    /// Returns the squares from which the piece on `to` can have come if `to` was empty: those on which it blocks the
    /// checks of other pieces and all lines that `to` blocks.
    #[inline(always)]
    pub(crate) fn quiet_origins(&self, to: Square) -> Bitboard {
        let origins = self.capture_origins(to);
        if self.blockers.contains(to) { origins & self.blocked_line(to) } else { origins }
    }

    /// Returns the squares between the king and the sniper that `to` alone blocks. There is one such sniper, because
    /// a second one behind it is blocked by both.
    #[inline(never)]
    fn blocked_line(&self, to: Square) -> Bitboard {
        let lines = self.snipers.into_iter().map(|sniper| between(self.king, sniper));
        let blocked = lines.filter(|&line| line & self.occupied == to.bitboard());
        blocked.fold(Bitboard::EMPTY, |union, line| union | line)
    }
}
