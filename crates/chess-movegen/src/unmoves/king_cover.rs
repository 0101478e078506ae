use chess_board::Position;
use chess_magic::{between, knight_attacks, pawn_attacks};
use chess_types::{Bitboard, Color, PieceType, Square};

/// The checks of the last move, which were not there before it, and the lines that it can have opened.
///
/// The king of the side to move could be captured if it had been in check before the opponent's move. Each piece that
/// gives check without having moved was therefore blocked by the moving piece on its origin, and a piece that blocks
/// a slider of its own side alone has come from the same line, or has left a captured piece there.
pub(super) struct KingCover {
    king: Square,
    occupied: Bitboard,
    /// The pieces that give check.
    pub(super) checkers: Bitboard,
    /// The sliders of the side that has moved which would give check on an empty board.
    snipers: Bitboard,
    /// The pieces of the side that has moved which alone keep a sniper from giving check.
    blockers: Bitboard,
}

impl KingCover {
    /// Collects the checks and the lines on the king of the side to move. `mover` is the other side.
    #[inline(always)]
    pub(super) fn of(position: &Position, mover: Color) -> Self {
        let us = mover.opponent();
        let (king, occupied) = (position.king(us), position.occupied());
        let snipers = position.board().snipers(king, mover);
        let mut checkers = (knight_attacks(king) & position.pieces(mover, PieceType::Knight))
            | (pawn_attacks(us, king) & position.pieces(mover, PieceType::Pawn));
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = between(king, sniper) & occupied;
            if between.is_empty() {
                checkers |= sniper;
            } else if !between.has_many() {
                blockers |= between;
            }
        }
        Self { king, occupied, checkers, snipers, blockers: blockers & position.by_color(mover) }
    }

    /// Returns the squares from which the piece on `to` can have come if a captured piece is put back on `to`: those
    /// on which it blocks the checks of other pieces.
    #[inline(always)]
    pub(super) fn capture_origins(&self, to: Square) -> Bitboard {
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
    pub(super) fn quiet_origins(&self, to: Square) -> Bitboard {
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
