use core::ops::{Add, AddAssign, Mul, Sub};

use chess_types::PieceType;

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
