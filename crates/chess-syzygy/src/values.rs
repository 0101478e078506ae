//! Values of probes: outcomes, and distances to zeroing.

use core::fmt;
use core::ops::Neg;

/// The outcome of a position under perfect play, from the point of view of the side to move, with the fifty-move rule and a
/// halfmove clock of 0.
///
/// Outcomes are ordered from the worst to the best. Negation is the same outcome from the opponent's point of view.
///
/// # Examples
/// ```
/// use chess_syzygy::Wdl;
///
/// assert!(Wdl::Loss < Wdl::BlessedLoss && Wdl::CursedWin < Wdl::Win);
/// assert_eq!(-Wdl::BlessedLoss, Wdl::CursedWin);
/// assert_eq!(Wdl::Loss.value(), -2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Wdl {
    /// A lost position.
    Loss = -2,
    /// A lost position that the fifty-move rule saves: a draw, if the defender claims it.
    BlessedLoss = -1,
    /// A drawn position.
    Draw = 0,
    /// A won position that the fifty-move rule spoils: a draw, if the defender claims it.
    CursedWin = 1,
    /// A won position.
    Win = 2,
}

impl Wdl {
    /// All outcomes, from the worst to the best.
    pub const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// Returns the outcome as a number from -2, a loss, to 2, a win.
    #[inline]
    pub const fn value(self) -> i8 {
        self as i8
    }

    /// Returns the outcome of a number from -2 to 2, and `None` for other numbers.
    #[inline]
    pub const fn from_value(value: i8) -> Option<Self> {
        match value {
            -2 => Some(Self::Loss),
            -1 => Some(Self::BlessedLoss),
            0 => Some(Self::Draw),
            1 => Some(Self::CursedWin),
            2 => Some(Self::Win),
            _ => None,
        }
    }

    /// Returns the next better outcome, or a win after a win.
    #[inline]
    pub(crate) const fn better(self) -> Self {
        if let Some(better) = Self::from_value(self.value() + 1) { better } else { self }
    }

    /// Returns the next worse outcome, or a loss after a loss.
    #[inline]
    pub(crate) const fn worse(self) -> Self {
        if let Some(worse) = Self::from_value(self.value() - 1) { worse } else { self }
    }

    /// Tests for an outcome that the fifty-move rule turns into a draw: a cursed win or a blessed loss.
    #[inline]
    pub const fn is_drawn_by_fifty_moves(self) -> bool {
        matches!(self, Self::CursedWin | Self::BlessedLoss)
    }

    /// Returns the outcome in a game without the fifty-move rule: a loss, a draw or a win.
    #[inline]
    #[must_use]
    pub const fn without_fifty_moves(self) -> Self {
        match self {
            Self::BlessedLoss => Self::Loss,
            Self::CursedWin => Self::Win,
            other => other,
        }
    }

    /// Returns the outcome in a game in which the fifty-move rule is always claimed: a loss, a draw or a win.
    #[inline]
    #[must_use]
    pub const fn with_fifty_moves(self) -> Self {
        if self.is_drawn_by_fifty_moves() { Self::Draw } else { self }
    }

    /// Returns the English words: "win", "cursed win", "draw", "blessed loss", "loss".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::Win => "win",
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

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

    /// Tests for a distance that is known to the ply.
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
