use chess_types::{Bitboard, Color, PieceType, Square};

use crate::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks};

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
