use chess_slider::Slider;
use chess_types::{Bitboard, Direction, Square};

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
            // What was passed on the way to a square is what lies between.
            let mut passed = 0;
            let mut rest = RAY[from][direction];
            while !rest.is_empty() {
                let to = nearest(rest, Direction::ALL[direction]);
                table[from][to].0 = passed;
                passed |= 1 << to;
                rest.0 ^= 1 << to;
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
            let back = RAY[from][Direction::ALL[direction].opposite() as usize];
            let line = forth.0 | back.0 | 1 << from;
            let mut rest = forth;
            while let Some(to) = rest.first() {
                table[from][to.index()].0 = line;
                rest = rest.without_first();
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The squares strictly between `a` and `b`: none if they are not on one rank, file or diagonal.
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The rank, file or diagonal through `a` and `b` from edge to edge: empty if there is none, or if `a` is `b`.
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// Whether `c` is on the rank, file or diagonal through `a` and `b`. False if there is none, or if `a` is `b`.
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}

/// The squares from `from` to the edge, `from` itself excluded.
#[inline]
pub const fn ray(from: Square, direction: Direction) -> Bitboard {
    RAY[from.index()][direction as usize]
}

/// What a rook on `square` hits on an empty board.
#[inline]
pub const fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// What a bishop on `square` hits on an empty board.
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

/// The index of the square of a ray that is nearest to where the ray starts.
const fn nearest(ray: Bitboard, direction: Direction) -> usize {
    if direction.index_delta() > 0 {
        ray.0.trailing_zeros() as usize
    } else {
        63 - ray.0.leading_zeros() as usize
    }
}
