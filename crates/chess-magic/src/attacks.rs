//! Attacks of every piece, those of kings, knights and pawns, and the lines of the board.

use chess_slider::{Slider, ray_attacks};
use chess_types::{Bitboard, Color, Direction, PieceType, Square};

use crate::Sliders;
use crate::sliders::CHOSEN_SLIDERS;

/// The attacks on an empty board by type and square; empty for pawns, whose attacks depend on the colour.
static EMPTY_BOARD: [[Bitboard; 64]; 6] = {
    const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut table = [[Bitboard::EMPTY; 64]; 6];
    let mut from = 0;
    while from < 64 {
        let square = Square::ALL[from];
        let bishop = Slider::Bishop.attacks(square, Bitboard::EMPTY);
        let rook = Slider::Rook.attacks(square, Bitboard::EMPTY);
        table[PieceType::Knight as usize][from] = leaps(square, KNIGHT);
        table[PieceType::Bishop as usize][from] = bishop;
        table[PieceType::Rook as usize][from] = rook;
        table[PieceType::Queen as usize][from] = bishop.union(rook);
        table[PieceType::King as usize][from] = leaps(square, KING);
        from += 1;
    }
    table
};

/// Returns the squares that the leaps reach. A leap is a number of files to the east and a number of ranks to the north.
const fn leaps(from: Square, leaps: [(i8, i8); 8]) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    let mut i = 0;
    while i < 8 {
        if let Some(to) = from.offset(leaps[i].0, leaps[i].1) {
            targets = targets.with(to);
        }
        i += 1;
    }
    targets
}

/// Returns the squares that a piece on `square` attacks. `color` matters for pawns only, `occupancy` for sliders only.
#[inline]
pub fn attacks(piece_type: PieceType, color: Color, square: Square, occupancy: Bitboard) -> Bitboard {
    attacks_by(CHOSEN_SLIDERS, piece_type, color, square, occupancy)
}

/// Returns what [`attacks`] returns, looked up in `sliders`.
#[inline(always)]
pub fn attacks_by(
    sliders: impl Sliders,
    piece_type: PieceType,
    color: Color,
    square: Square,
    occupancy: Bitboard,
) -> Bitboard {
    match piece_type {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => sliders.bishop_attacks(square, occupancy),
        PieceType::Rook => sliders.rook_attacks(square, occupancy),
        PieceType::Queen => sliders.queen_attacks(square, occupancy),
        PieceType::King => king_attacks(square),
    }
}

/// Returns the squares that a knight on `square` attacks.
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
    EMPTY_BOARD[PieceType::Knight as usize][square.index()]
}

/// Returns the squares that a king on `square` attacks: those next to it. Castling attacks nothing.
#[inline]
pub const fn king_attacks(square: Square) -> Bitboard {
    EMPTY_BOARD[PieceType::King as usize][square.index()]
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

/// Returns the squares that a pawn of `color` on `square` attacks, occupied or not.
///
/// The pawns of `color` that attack `square` are those on `pawn_attacks(!color, square)`. For that use, the first and
/// the last rank have entries too, although no pawn can be there.
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns the squares that at least one of the pawns attacks.
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

// By square, then direction.
static RAY: [[Bitboard; 8]; 64] = {
    let mut table = [[Bitboard::EMPTY; 8]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (square, direction) = (Square::ALL[i / 8], Direction::ALL[i % 8]);
        table[i / 8][i % 8] = ray_attacks(square, direction, Bitboard::EMPTY);
        i += 1;
    }
    table
};

/// The squares between two squares, and the rank, file or diagonal through both. Without the feature `tables` they are computed when
/// they are needed, which keeps 64 KiB out of small programs.
struct Lines {
    between: [[Bitboard; 64]; 64],
    through: [[Bitboard; 64]; 64],
}

impl Lines {
    const fn between(a: Square, b: Square) -> Bitboard {
        // The squares from the lower one on that are below the higher one; without the lower one.
        let from_lower = (u64::MAX << a.index()) ^ (u64::MAX << b.index());
        Bitboard(Self::through(a, b).0 & from_lower & from_lower.wrapping_sub(1))
    }

    const fn through(a: Square, b: Square) -> Bitboard {
        let rank = Bitboard((0xff << (a.index() & 0o70)) & !a.bitboard().0);
        let [file, diagonal, antidiagonal] = crate::hyperbola::LINES[a.index()];
        let lines = [rank, file, diagonal, antidiagonal];
        let mut i = 0;
        while i < 4 {
            if lines[i].contains(b) {
                return lines[i].with(a);
            }
            i += 1;
        }
        Bitboard::EMPTY
    }
}

static LINES: Lines = {
    let mut lines = Lines { between: [[Bitboard::EMPTY; 64]; 64], through: [[Bitboard::EMPTY; 64]; 64] };
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        lines.between[i / 64][i % 64] = Lines::between(a, b);
        lines.through[i / 64][i % 64] = Lines::through(a, b);
        i += 1;
    }
    lines
};

/// Returns the squares strictly between `a` and `b`; empty if they are not on the same rank, file or diagonal.
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
    if cfg!(feature = "tables") { LINES.between[a.index()][b.index()] } else { Lines::between(a, b) }
}

/// Returns the rank, file or diagonal through `a` and `b` from edge to edge; empty if there is none or if `a` equals `b`.
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
    if cfg!(feature = "tables") { LINES.through[a.index()][b.index()] } else { Lines::through(a, b) }
}

/// Returns the squares from `from` to the edge of the board in `direction`, without `from` itself.
#[inline]
pub const fn ray(from: Square, direction: Direction) -> Bitboard {
    RAY[from.index()][direction.index()]
}

/// Returns the attacks of a piece other than a pawn on an empty board, by square.
#[inline]
pub const fn on_empty_board(piece_type: PieceType) -> &'static [Bitboard; 64] {
    &EMPTY_BOARD[piece_type as usize]
}
