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

/// The squares a pawn of `color` on `square` hits, whoever stands there.
///
/// Seen from the other end, the pawns of `color` that hit `square` stand on `pawn_attacks(!color, square)`. So the
/// first and the last rank have entries, too, although no pawn stands on them.
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// All squares that at least one of the pawns hits.
///
/// # Examples
///
/// ```
/// use chess_magic::pawn_attacks_setwise;
/// use chess_types::{Color, bitboard};
///
/// let pawns = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . . . . . .
///     X X . . . . . X
///     . . . . . . . .
/// };
/// assert_eq!(
///     pawn_attacks_setwise(Color::White, pawns),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . X . X . . .
///         . . . . . . . .
///         X X X . . . X .
///         . . . . . . . .
///         . . . . . . . .
///     },
/// );
/// ```
#[inline]
pub const fn pawn_attacks_setwise(color: Color, pawns: Bitboard) -> Bitboard {
    let (east, west) = match color {
        Color::White => (Direction::NorthEast, Direction::NorthWest),
        Color::Black => (Direction::SouthEast, Direction::SouthWest),
    };
    pawns.shift(east).union(pawns.shift(west))
}

/// The squares the pawns can go to by one step forward; `empty` is the set of squares nobody stands on.
#[inline]
pub const fn pawn_pushes(color: Color, pawns: Bitboard, empty: Bitboard) -> Bitboard {
    color.push(pawns).intersection(empty)
}

/// The squares the pawns can go to by two steps forward: from their second rank, over an empty square to an empty
/// square. As for [`pawn_pushes`], `empty` is the set of squares nobody stands on.
#[inline]
pub const fn pawn_double_pushes(color: Color, pawns: Bitboard, empty: Bitboard) -> Bitboard {
    let third_rank = Rank::Third.relative_to(color).bitboard();
    let stepped = pawn_pushes(color, pawns, empty).intersection(third_rank);
    pawn_pushes(color, stepped, empty)
}
