use chess_types::{Bitboard, Color, Direction, Rank, Square};

static PAWN: [[Bitboard; 64]; 2] = {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut from = 0;
    while from < 64 {
        let pawn = Square::ALL[from].bitboard();
        table[0][from] = pawn_attacks_setwise(Color::White, pawn);
        table[1][from] = pawn_attacks_setwise(Color::Black, pawn);
        from += 1;
    }
    table
};

/// The squares a pawn of `color` on `square` hits.
///
/// Also defined on the first and the last rank, where no pawn stands: the pawns of `color` that hit a square are on
/// `pawn_attacks(!color, square)`.
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// All squares that at least one of the pawns hits.
#[inline]
pub const fn pawn_attacks_setwise(color: Color, pawns: Bitboard) -> Bitboard {
    let (east, west) = match color {
        Color::White => (Direction::NorthEast, Direction::NorthWest),
        Color::Black => (Direction::SouthEast, Direction::SouthWest),
    };
    Bitboard(pawns.shift(east).0 | pawns.shift(west).0)
}

/// The squares the pawns can go to by one step forward; `empty` is the set of squares nobody stands on.
#[inline]
pub const fn pawn_pushes(color: Color, pawns: Bitboard, empty: Bitboard) -> Bitboard {
    Bitboard(color.push(pawns).0 & empty.0)
}

/// The squares the pawns that have not moved can go to by two steps forward; both squares have to be empty.
#[inline]
pub const fn pawn_double_pushes(color: Color, pawns: Bitboard, empty: Bitboard) -> Bitboard {
    let third_rank = Rank::Third.relative_to(color).bitboard();
    let stepped = Bitboard(pawn_pushes(color, pawns, empty).0 & third_rank.0);
    pawn_pushes(color, stepped, empty)
}
