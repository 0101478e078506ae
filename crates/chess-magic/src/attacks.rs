use chess_types::{Bitboard, Color, PieceType, Square};

use crate::leapers::{king_attacks, knight_attacks};
use crate::lines::{between, bishop_rays, rook_rays};
use crate::pawns::pawn_attacks;
use crate::sliders::{bishop_attacks, queen_attacks, rook_attacks};

/// What a piece hits on an empty board, by type and square; nothing for a pawn, whose colour would matter.
static EMPTY_BOARD: [[Bitboard; 64]; 6] = {
    let mut table = [[Bitboard::EMPTY; 64]; 6];
    let mut from = 0;
    while from < 64 {
        let square = Square::ALL[from];
        table[PieceType::Knight as usize][from] = knight_attacks(square);
        table[PieceType::Bishop as usize][from] = bishop_rays(square);
        table[PieceType::Rook as usize][from] = rook_rays(square);
        table[PieceType::Queen as usize][from] = bishop_rays(square).union(rook_rays(square));
        table[PieceType::King as usize][from] = king_attacks(square);
        from += 1;
    }
    table
};

/// The squares a piece on `square` hits. Only pawns look at `color`, only sliders at `occupancy`.
#[inline]
pub fn attacks(piece_type: PieceType, color: Color, square: Square, occupancy: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupancy),
        PieceType::Rook => rook_attacks(square, occupancy),
        PieceType::Queen => queen_attacks(square, occupancy),
        PieceType::King => king_attacks(square),
    }
}

/// Whether a piece on `from` hits `to`: the question about one square that [`attacks`] answers for all.
///
/// It looks at no slider table, and does the same for all types but pawns, so that a processor has no type to guess.
///
/// # Examples
/// ```
/// use chess_magic::hits;
/// use chess_types::{Color, PieceType, Square};
///
/// let occupancy = Square::B4.bitboard();
/// assert!(hits(PieceType::Rook, Color::White, Square::B1, Square::B4, occupancy));
/// assert!(!hits(PieceType::Rook, Color::White, Square::B1, Square::B5, occupancy));
/// ```
#[inline]
pub const fn hits(
    piece_type: PieceType,
    color: Color,
    from: Square,
    to: Square,
    occupancy: Bitboard,
) -> bool {
    match piece_type {
        PieceType::Pawn => pawn_attacks(color, from).contains(to),
        _ => {
            EMPTY_BOARD[piece_type.index()][from.index()].contains(to)
                && between(from, to).is_disjoint(occupancy)
        }
    }
}
