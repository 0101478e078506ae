use core::ops::{Add, AddAssign, Mul, Sub};

use chess_types::PieceType;

/// A value that changes from the middle game to the endgame, in hundredths of a pawn: that of the endgame in the high half
/// of the word, so that one addition adds both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Taper(i64);

pub(super) const fn taper(middle: i32, end: i32) -> Taper {
    Taper(((end as i64) << 32) + middle as i64)
}

/// The phase of the start position; bare kings and pawns have 0.
const FULL_PHASE: i32 = 24;

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
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The value at a phase, which may exceed that of the start position, with the value of the endgame scaled.
    #[inline(always)]
    pub(super) fn at(self, phase: i32, scaled: impl Fn(i32) -> i32) -> i32 {
        let (middle, end) = (self.0 as i32, ((self.0 + (1 << 31)) >> 32) as i32);
        let phase = phase.min(FULL_PHASE);
        (middle * phase + scaled(end) * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Taper {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Taper {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Taper {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor as i64)
    }
}

impl AddAssign for Taper {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phase_is_capped_at_the_start_position() {
        for value in [taper(240, -480), taper(-240, 480) * -1, taper(0, 0) - taper(-120, 240) * 2] {
            let at = [0, 1, 12, 23, 24, 25, 60].map(|phase| value.at(phase, |end| end));
            assert_eq!(at, [-480, -450, -120, 210, 240, 240, 240]);
        }
    }
}
