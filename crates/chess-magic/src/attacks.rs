use chess_types::{Bitboard, Color, PieceType, Square};

use crate::leapers::{king_attacks, knight_attacks};
use crate::lines::{between, bishop_rays, rook_rays};
use crate::pawns::pawn_attacks;
use crate::sliders::{bishop_attacks, queen_attacks, rook_attacks};

/// The attacks on an empty board by type and square; empty for pawns, whose attacks depend on the colour.
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

/// The squares that a piece on `square` attacks. `color` matters for pawns only, `occupancy` for sliders only.
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

/// Tests whether a piece on `from` attacks `to`, which is whether `to` is in the set that [`attacks`] returns.
///
/// It reads no slider table, and the same code serves all types but pawns, so that there is no branch to mispredict.
///
/// # Examples
///
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
