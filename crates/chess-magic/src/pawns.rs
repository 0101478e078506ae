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

/// The squares that a pawn of `color` on `square` attacks, occupied or not.
///
/// The pawns of `color` that attack `square` are those on `pawn_attacks(!color, square)`. For that use, the first and
/// the last rank have entries too, although no pawn can be there.
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that at least one of the pawns attacks.
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

/// The squares to which the pawns can advance by one step; `empty` is the set of unoccupied squares.
#[inline]
pub const fn pawn_pushes(color: Color, pawns: Bitboard, empty: Bitboard) -> Bitboard {
    color.push(pawns).intersection(empty)
}

/// The squares to which the pawns can advance by two steps: from the second rank of their side, over an empty square to an
/// empty square. `empty` is the set of unoccupied squares.
#[inline]
pub const fn pawn_double_pushes(color: Color, pawns: Bitboard, empty: Bitboard) -> Bitboard {
    let third_rank = Rank::Third.relative_to(color).bitboard();
    let stepped = pawn_pushes(color, pawns, empty).intersection(third_rank);
    pawn_pushes(color, stepped, empty)
}
