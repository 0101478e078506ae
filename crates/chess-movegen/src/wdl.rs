use core::fmt;
use core::ops::Neg;

/// The outcome of a position under perfect play, from the point of view of the side to move, with the fifty-move rule and a
/// halfmove clock of 0.
///
/// Outcomes are ordered from the worst to the best. Negation is the same outcome from the opponent's point of view.
///
/// # Examples
/// ```
/// use chess_movegen::Wdl;
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
        if value >= -2 && value <= 2 { Some(Self::ALL[(value + 2) as usize]) } else { None }
    }

    /// Returns 1 for a win, 0 for a draw and -1 for a loss. With the fifty-move rule, cursed wins and blessed losses are draws.
    #[inline]
    pub const fn result(self, fifty_move_rule: bool) -> i32 {
        if fifty_move_rule { self.value() as i32 / 2 } else { self.value().signum() as i32 }
    }

    /// Returns the English words: "win", "cursed win", "draw", "blessed loss", "loss".
    pub const fn name(self) -> &'static str {
        ["loss", "blessed loss", "draw", "cursed win", "win"][(self as i8 + 2) as usize]
    }
}

impl Neg for Wdl {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::ALL[(2 - self as i8) as usize]
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
