//! Distances to zeroing.

use core::fmt;
use core::ops::Neg;

use chess_movegen::Wdl;

/// The distance to zeroing: the number of plies to the next capture, pawn move or mate, from the point of view of the side to
/// move, with a halfmove clock of 0.
///
/// The winner takes the shortest way that keeps the win, and the loser the longest. The sign is that of the outcome:
///
/// | [`Wdl`] | plies |
/// |---|---|
/// | `Win` | 1 to 100 |
/// | `CursedWin` | above 100: the distance itself, or 100 more than it if the fifty-move rule spoils a later part of the win |
/// | `Draw` | 0 |
/// | `BlessedLoss` | below -100, in the same way |
/// | `Loss` | -100 to -1 |
///
/// A side that is mated has -1, although no move is left.
///
/// **Rounding.** Many tables store whole moves in place of plies, where that changes no outcome under the fifty-move rule.
/// The true distance is then the number of plies given or one more, away from 0; [`is_exact`](Self::is_exact) is `false`.
///
/// # Examples
/// ```
/// use chess_syzygy::{Dtz, Wdl};
///
/// let dtz = Dtz::exact(-12);
/// assert_eq!((-dtz).plies(), 12);
/// assert_eq!(dtz.wdl(), Wdl::Loss);
/// assert_eq!(Dtz::rounded(7).furthest(), 8);
/// assert_eq!(Dtz::rounded(7).to_string(), "7-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dtz {
    plies: i16,
    exact: bool,
}

impl Dtz {
    /// The distance in a drawn position, 0.
    pub const DRAW: Self = Self::exact(0);

    /// Creates a distance known to the ply.
    #[inline]
    pub const fn exact(plies: i16) -> Self {
        Self { plies, exact: true }
    }

    /// Creates a distance of `plies` or one ply more, away from 0.
    #[inline]
    pub const fn rounded(plies: i16) -> Self {
        Self { plies, exact: plies == 0 }
    }

    /// Returns the distance in plies, with the sign of the outcome; the smaller one of the two if it is rounded.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.plies as i32
    }

    /// Tests whether the distance is known to the ply.
    #[inline]
    pub const fn is_exact(self) -> bool {
        self.exact
    }

    /// Returns the distance in plies, with the sign of the outcome; the larger one of the two if it is rounded.
    #[inline]
    pub const fn furthest(self) -> i32 {
        if self.exact { self.plies as i32 } else { self.plies as i32 + self.plies.signum() as i32 }
    }

    /// Returns the outcome of the distance, with a halfmove clock of 0.
    #[inline]
    pub const fn wdl(self) -> Wdl {
        match self.plies {
            0 => Wdl::Draw,
            1..=100 => Wdl::Win,
            101.. => Wdl::CursedWin,
            -100..=-1 => Wdl::Loss,
            _ => Wdl::BlessedLoss,
        }
    }

    /// Returns the distance of a position whose best move is a capture or a pawn move that leads to `wdl`.
    #[inline]
    pub(crate) const fn before_zeroing(wdl: Wdl) -> Self {
        Self::exact(match wdl {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        })
    }

    /// Returns the distance one ply earlier, from the same side's point of view.
    #[inline]
    pub(crate) const fn one_ply_earlier(self) -> Self {
        Self { plies: self.plies + self.plies.signum(), exact: self.exact }
    }
}

impl Neg for Dtz {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { plies: -self.plies, exact: self.exact }
    }
}

impl fmt::Display for Dtz {
    /// Writes the plies, and both numbers if the distance is rounded: `-12`, `7-8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exact {
            return fmt::Display::fmt(&self.plies, f);
        }
        let mut text = arrayvec::ArrayString::<16>::new();
        fmt::Write::write_fmt(&mut text, format_args!("{}-{}", self.plies, self.furthest().abs()))?;
        f.pad(&text)
    }
}
