//! Attacks of every piece, those of kings, knights and pawns, and the lines of the board.

use chess_slider::Slider;
use chess_types::{Bitboard, Color, Direction, PieceType, Rank, Square};

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

// By square, then direction.
static RAY: [[Bitboard; 8]; 64] = {
    let mut table = [[Bitboard::EMPTY; 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            table[from][direction] = chess_slider::ray(Square::ALL[from], Direction::ALL[direction]);
            direction += 1;
        }
        from += 1;
    }
    table
};

static ROOK_RAYS: [Bitboard; 64] = rays(Slider::Rook);
static BISHOP_RAYS: [Bitboard; 64] = rays(Slider::Bishop);

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            // The squares that were passed on the way to a square lie between.
            let mut passed = Bitboard::EMPTY;
            let mut here = Square::ALL[from].step(Direction::ALL[direction]);
            while let Some(to) = here {
                table[from][to.index()] = passed;
                passed = passed.with(to);
                here = to.step(Direction::ALL[direction]);
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

static LINE: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let forth = RAY[from][direction];
            let back = RAY[from][Direction::ALL[direction].opposite().index()];
            let line = forth.union(back).with(Square::ALL[from]);
            let mut rest = forth;
            while let Some(to) = rest.first() {
                table[from][to.index()] = line;
                rest = rest.without_first();
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The squares strictly between `a` and `b`; empty if they are not on the same rank, file or diagonal.
///
/// # Examples
///
/// ```
/// use chess_magic::between;
/// use chess_types::{Square, bitboard};
///
/// assert_eq!(
///     between(Square::B2, Square::F6),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . X . . .
///         . . . X . . . .
///         . . X . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     },
/// );
/// assert!(between(Square::B2, Square::F5).is_empty());
/// ```
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The rank, file or diagonal through `a` and `b` from edge to edge; empty if there is none or if `a` equals `b`.
///
/// # Examples
///
/// ```
/// use chess_magic::line;
/// use chess_types::{Square, bitboard};
///
/// assert_eq!(
///     line(Square::C3, Square::E5),
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         . . X . . . . .
///         . X . . . . . .
///         X . . . . . . .
///     },
/// );
/// ```
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// Tests whether `c` is on the rank, file or diagonal through `a` and `b`. Returns false if there is none or if `a` equals
/// `b`.
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}

/// The squares from `from` to the edge of the board in `direction`, without `from` itself.
///
/// # Examples
///
/// ```
/// use chess_magic::ray;
/// use chess_types::{Direction, Square, bitboard};
///
/// assert_eq!(
///     ray(Square::C3, Direction::NorthEast),
///     bitboard! {
///         . . . . . . . X
///         . . . . . . X .
///         . . . . . X . .
///         . . . . X . . .
///         . . . X . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     },
/// );
/// ```
#[inline]
pub const fn ray(from: Square, direction: Direction) -> Bitboard {
    RAY[from.index()][direction.index()]
}

/// The attacks of a rook on `square` on an empty board.
#[inline]
pub const fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The attacks of a bishop on `square` on an empty board.
#[inline]
pub const fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

const fn rays(slider: Slider) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = slider.attacks(Square::ALL[from], Bitboard::EMPTY);
        from += 1;
    }
    table
}
