use chess_slider::Slider;
use chess_types::{Bitboard, Direction, Square};

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
