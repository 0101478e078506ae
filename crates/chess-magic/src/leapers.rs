use chess_types::{Bitboard, Square};

static KNIGHT: [Bitboard; 64] =
    table([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

static KING: [Bitboard; 64] = table([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

/// The squares that a knight on `square` attacks.
///
/// # Examples
///
/// ```
/// use chess_magic::knight_attacks;
/// use chess_types::{Square, bitboard};
///
/// assert_eq!(
///     knight_attacks(Square::B3),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         X . X . . . . .
///         . . . X . . . .
///         . . . . . . . .
///         . . . X . . . .
///         X . X . . . . .
///     },
/// );
/// ```
#[inline]
pub const fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king on `square` attacks: those next to it. Castling attacks nothing.
#[inline]
pub const fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The targets of `leaps` by square. A leap is a number of files to the east and a number of ranks to the north.
const fn table(leaps: [(i8, i8); 8]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            if let Some(to) = Square::ALL[from].offset(leaps[i].0, leaps[i].1) {
                table[from] = table[from].with(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}
