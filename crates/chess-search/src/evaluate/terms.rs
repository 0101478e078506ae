//! The terms of the evaluation: tapered values, piece-square values and pawn structure.
//!
//! Piece-square values are the material of a piece, and a value for its rank and its file. A sum of the two has fewer numbers
//! than a table of squares, and each number has a meaning.

use core::ops::{Add, AddAssign, Mul, Sub};

use chess_board::Position;
use chess_magic::pawn_attacks_setwise;
use chess_types::{Bitboard, Color, PieceType, Rank, Square};

/// A value that changes from the middle game to the endgame, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Taper {
    pub(super) middle: i32,
    pub(super) end: i32,
}

pub(super) const fn taper(middle: i32, end: i32) -> Taper {
    Taper { middle, end }
}

/// The phase of the start position; bare kings and pawns have 0.
pub(super) const FULL_PHASE: i32 = 24;

/// The share of a piece in the phase.
pub(super) const fn phase_of(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::Pawn | PieceType::King => 0,
        PieceType::Knight | PieceType::Bishop => 1,
        PieceType::Rook => 2,
        PieceType::Queen => 4,
    }
}

impl Taper {
    /// The value at a phase, which may exceed that of the start position.
    pub(super) const fn at(self, phase: i32) -> i32 {
        let phase = if phase < FULL_PHASE { phase } else { FULL_PHASE };
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Taper {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        taper(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Taper {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        taper(self.middle - other.middle, self.end - other.end)
    }
}

impl Mul<i32> for Taper {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        taper(self.middle * factor, self.end * factor)
    }
}

impl AddAssign for Taper {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Ranks from the own side of the board, files from the a-file to the h-file; middle game and endgame.
struct Values {
    material: Taper,
    ranks: [[i32; 8]; 2],
    files: [[i32; 8]; 2],
}

const PAWN: Values = Values {
    material: taper(88, 112),
    ranks: [[0, -6, -4, 4, 10, 22, 40, 0], [0, -4, -4, 0, 8, 22, 40, 0]],
    files: [[-10, -2, 0, 10, 10, -2, 0, -10], [4, 2, 0, -2, -2, 0, 2, 4]],
};

const KNIGHT: Values = Values {
    material: taper(325, 300),
    ranks: [[-28, -12, 2, 8, 16, 18, 4, -30], [-20, -10, 0, 8, 8, 0, -10, -24]],
    files: [[-24, -8, 4, 8, 8, 4, -8, -24], [-20, -8, 4, 8, 8, 4, -8, -20]],
};

const BISHOP: Values = Values {
    material: taper(335, 315),
    ranks: [[-14, 4, 6, 6, 6, 4, -6, -14], [-8, -4, 2, 4, 4, 2, -2, -8]],
    files: [[-8, 2, 2, 4, 4, 2, 2, -8], [-6, 0, 2, 4, 4, 2, 0, -6]],
};

const ROOK: Values = Values {
    material: taper(475, 540),
    ranks: [[-2, -8, -6, -4, 0, 6, 18, 10], [-4, -4, -2, 0, 2, 4, 8, 6]],
    files: [[-6, -2, 4, 10, 10, 6, -2, -6], [0, 0, 0, 0, 0, 0, 0, 0]],
};

const QUEEN: Values = Values {
    material: taper(960, 970),
    ranks: [[-4, 0, 2, 2, 2, 4, 2, 2], [-16, -8, 0, 8, 12, 12, 6, 0]],
    files: [[-4, -2, 0, 2, 2, 0, 2, 2], [-10, -4, 2, 6, 6, 2, -4, -10]],
};

const KING: Values = Values {
    material: taper(0, 0),
    ranks: [[14, 2, -24, -40, -50, -50, -50, -50], [-28, -8, 4, 14, 20, 20, 8, -12]],
    files: [[8, 16, 4, -12, -8, -12, 18, 10], [-14, -2, 6, 10, 10, 6, -2, -14]],
};

static VALUES: [[Taper; 64]; 6] =
    [table(&PAWN), table(&KNIGHT), table(&BISHOP), table(&ROOK), table(&QUEEN), table(&KING)];

const fn table(values: &Values) -> [Taper; 64] {
    let mut table = [taper(0, 0); 64];
    let mut i = 0;
    while i < 64 {
        let (rank, file) = (i / 8, i % 8);
        table[i] = taper(
            values.material.middle + values.ranks[0][rank] + values.files[0][file],
            values.material.end + values.ranks[1][rank] + values.files[1][file],
        );
        i += 1;
    }
    table
}

/// Returns the value of a piece of `color` on `square` for its own side.
#[inline]
pub(super) fn square_value(piece_type: PieceType, color: Color, square: Square) -> Taper {
    VALUES[piece_type.index()][square.relative_to(color).index()]
}

const DOUBLED: Taper = taper(-8, -20);
const ISOLATED: Taper = taper(-10, -14);
const GUARDED: Taper = taper(7, 6);

/// A passed pawn by its rank, from its own side.
const PASSED: [Taper; 8] = [
    taper(0, 0),
    taper(0, 8),
    taper(2, 14),
    taper(8, 32),
    taper(24, 58),
    taper(50, 100),
    taper(80, 150),
    taper(0, 0),
];

/// The bonus of an empty square before a passed pawn, times its rank.
const FREE: Taper = taper(0, 5);

/// The distance of the kings to the square before a passed pawn, a step of theirs and one of the own king.
const THEIR_KING: Taper = taper(0, 5);
const OWN_KING: Taper = taper(0, -3);

/// The pawns of `us`, from their own view.
#[inline(always)]
pub(super) fn pawn_terms(position: &Position, us: Color) -> Taper {
    let own = position.pieces(us, PieceType::Pawn);
    let theirs = position.pieces(!us, PieceType::Pawn);
    let mut value = GUARDED * (own & pawn_attacks_setwise(us, own)).count() as i32;
    for pawn in own {
        let ahead = ahead_of(us, pawn.rank());
        if (ahead & own).intersects(pawn.file().bitboard()) {
            value += DOUBLED;
        }
        if own.is_disjoint(pawn.file().neighbours()) {
            value += ISOLATED;
        }
        let way = ahead & (pawn.file().bitboard() | pawn.file().neighbours());
        if way.is_disjoint(theirs) && (ahead & own).is_disjoint(pawn.file().bitboard()) {
            value += passed(position, us, pawn);
        }
    }
    value
}

#[inline(always)]
fn passed(position: &Position, us: Color, pawn: Square) -> Taper {
    let rank = pawn.relative_to(us).rank().index();
    let mut value = PASSED[rank];
    if let Some(next) = pawn.step(us.forward()) {
        if !position.occupied().contains(next) {
            value += FREE * rank as i32;
        }
        let steps = |color| i32::from(next.distance(position.king(color)));
        value += THEIR_KING * steps(!us) + OWN_KING * steps(us);
    }
    value
}

/// The ranks before this one, as `us` sees it.
#[inline]
pub(super) fn ahead_of(us: Color, rank: Rank) -> Bitboard {
    us.push(rank.bitboard()).fill(us.forward())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_beyond_the_start_position_counts_as_that_of_the_start_position() {
        let value = taper(240, -480);
        let at = [0, 1, 12, 23, 24, 25, 60].map(|phase| value.at(phase));
        assert_eq!(at, [-480, -450, -120, 210, 240, 240, 240]);
    }
}
