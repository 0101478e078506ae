use chess_types::{Bitboard, CastlingSide, Square};

/// Squares with a lower index than the king's for the queen side, a higher one for the king side.
pub(crate) const fn beside_king(king: Square, side: CastlingSide) -> Bitboard {
    let below = (1 << king as u8) - 1;
    Bitboard(match side {
        CastlingSide::Queen => below,
        CastlingSide::King => !below & !king.bitboard().0,
    })
}
