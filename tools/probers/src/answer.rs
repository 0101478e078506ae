//! The kinds of probes, and the form of their answers.

/// The distance to zeroing that a library returns.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Dtz {
    /// In plies, with the sign of the value for the side to move; beyond 100 either way if only the 50-move rule draws.
    pub plies: i32,
    /// The library says that the table stores plies here. Otherwise the distance may be one ply more.
    pub is_exact: bool,
}

impl Dtz {
    /// The distances are equal, or one is a ply off where both are rounded.
    pub fn agrees(self, other: Self) -> bool {
        let difference = self.plies.abs_diff(other.plies);
        let is_rounded = !self.is_exact && !other.is_exact;
        difference == 0 || difference == 1 && is_rounded && self.plies.signum() == other.plies.signum()
    }
}

/// A kind of probe.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Work {
    /// Win, draw or loss of a position, captures resolved.
    Wdl,
    /// The distance to zeroing of a position.
    Dtz,
    /// The moves of a position, with the best of them.
    Root,
}

impl Work {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Wdl, Self::Dtz, Self::Root];

    /// Returns the name in options and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wdl => "WDL",
            Self::Dtz => "DTZ",
            Self::Root => "root",
        }
    }

    /// Returns the kind of that name, in letters of either case.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|work| work.name().eq_ignore_ascii_case(name))
    }
}
