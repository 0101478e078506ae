use chess_magic::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use chess_types::{Bitboard, Color, PieceType, Square};

use crate::board::Board;

impl Board {
    /// Returns all pieces of both colours that attack `square`. Sliders are blocked by the squares of `occupancy`,
    /// which may differ from the pieces on the board.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupancy: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = PieceType::ALL.map(|piece| self.by_type(piece));
        (pawn_attacks(Color::Black, square) & pawns & self.by_color(Color::White))
            | (pawn_attacks(Color::White, square) & pawns & self.by_color(Color::Black))
            | (knight_attacks(square) & knights)
            | (king_attacks(square) & kings)
            | (bishop_attacks(square, occupancy) & (bishops | queens))
            | (rook_attacks(square, occupancy) & (rooks | queens))
    }

    /// Returns the pieces that give check to the king of `us`.
    ///
    /// A king never gives check, so that this looks up less than [`attackers_to`](Self::attackers_to).
    #[inline]
    pub(crate) fn checkers(&self, us: Color) -> Bitboard {
        let (king, them, occupied) = (self.king(us), us.opponent(), self.occupied());
        (pawn_attacks(us, king) & self.pieces(them, PieceType::Pawn))
            | (knight_attacks(king) & self.pieces(them, PieceType::Knight))
            | (bishop_attacks(king, occupied) & self.diagonal_sliders(them))
            | (rook_attacks(king, occupied) & self.orthogonal_sliders(them))
    }

    /// Returns the pieces of either colour that stand alone between `square` and a slider of `color` that would
    /// attack it.
    #[inline]
    pub fn blockers(&self, square: Square, color: Color) -> Bitboard {
        let occupied = self.occupied();
        self.snipers(square, color).into_iter().fold(Bitboard::EMPTY, |blockers, sniper| {
            let between = between(square, sniper) & occupied;
            if between.has_many() { blockers } else { blockers | between }
        })
    }

    /// Returns the sliders of `color` that would attack `square` on an empty board.
    ///
    /// No other piece can give check from a distance. The pieces between a sniper and a king decide whether it does.
    #[inline(always)]
    pub fn snipers(&self, square: Square, color: Color) -> Bitboard {
        self.diagonal_snipers(square, color) | self.orthogonal_snipers(square, color)
    }

    /// Returns the bishops and queens of `color` that share a diagonal with `square`.
    #[inline(always)]
    pub fn diagonal_snipers(&self, square: Square, color: Color) -> Bitboard {
        bishop_rays(square) & self.diagonal_sliders(color)
    }

    /// Returns the rooks and queens of `color` that share a rank or a file with `square`.
    #[inline(always)]
    pub fn orthogonal_snipers(&self, square: Square, color: Color) -> Bitboard {
        rook_rays(square) & self.orthogonal_sliders(color)
    }
}
