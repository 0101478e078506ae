use core::iter::Sum;
use core::ops::{Add, AddAssign};

/// The leaves of a perft by kind: the moves of its last ply, counted by their kind.
///
/// A move may be of more than one kind. The kinds of check exclude mates, which have counts of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Statistics {
    /// All leaves: the result of [`perft`](crate::perft()).
    pub nodes: u64,
    /// Moves that capture a piece, en passant included.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling moves.
    pub castles: u64,
    /// Promotions. A pawn that reaches the last rank has four moves.
    pub promotions: u64,
    /// Moves that give check without mate.
    pub checks: CheckCounts,
    /// Moves that give mate.
    pub mates: CheckCounts,
}

/// Checks by the pieces that give them. Every check is of exactly one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckCounts {
    /// Checks by the moved piece alone. A promoted pawn counts as moved, and so does the rook in castling.
    pub direct: u64,
    /// Checks by one piece whose line the move has opened.
    pub single_discovered: u64,
    /// Checks by the moved piece and by another one, whose line the move has opened.
    pub direct_discovered: u64,
    /// Checks by two pieces whose lines the move has opened. Only en passant does this: one line runs through the
    /// capturing pawn's origin, the other through the captured pawn.
    pub double_discovered: u64,
}

/// The kind of a check: see the fields of [`CheckCounts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CheckKind {
    Direct,
    SingleDiscovered,
    DirectDiscovered,
    DoubleDiscovered,
}

impl Statistics {
    /// The counts of nothing.
    pub const ZERO: Self = Self {
        nodes: 0,
        captures: 0,
        en_passant: 0,
        castles: 0,
        promotions: 0,
        checks: CheckCounts::ZERO,
        mates: CheckCounts::ZERO,
    };

    /// Returns the moves that give check or mate: the column "Checks" of the Chess Programming Wiki.
    pub const fn checks_and_mates(&self) -> u64 {
        self.checks.total().saturating_add(self.mates.total())
    }

    /// Returns the checks by one piece whose line the move has opened: the column "Discovery Checks" of the Chess
    /// Programming Wiki, which excludes mates.
    pub const fn discovered_checks(&self) -> u64 {
        self.checks.single_discovered
    }

    /// Returns the checks by two pieces: the column "Double Checks" of the Chess Programming Wiki, which excludes
    /// mates.
    pub const fn double_checks(&self) -> u64 {
        self.checks.direct_discovered.saturating_add(self.checks.double_discovered)
    }

    /// Returns the moves that give mate.
    pub const fn checkmates(&self) -> u64 {
        self.mates.total()
    }

    /// Returns the sums of all fields, or `None` if one of them overflows a `u64`.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        Some(Self {
            nodes: self.nodes.checked_add(other.nodes)?,
            captures: self.captures.checked_add(other.captures)?,
            en_passant: self.en_passant.checked_add(other.en_passant)?,
            castles: self.castles.checked_add(other.castles)?,
            promotions: self.promotions.checked_add(other.promotions)?,
            checks: self.checks.checked_add(other.checks)?,
            mates: self.mates.checked_add(other.mates)?,
        })
    }
}

impl CheckCounts {
    /// The counts of nothing.
    pub const ZERO: Self =
        Self { direct: 0, single_discovered: 0, direct_discovered: 0, double_discovered: 0 };

    /// Returns the number of checks of all kinds.
    pub const fn total(&self) -> u64 {
        self.direct
            .saturating_add(self.single_discovered)
            .saturating_add(self.direct_discovered)
            .saturating_add(self.double_discovered)
    }

    /// Returns the sums of all fields, or `None` if one of them overflows a `u64`.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        Some(Self {
            direct: self.direct.checked_add(other.direct)?,
            single_discovered: self.single_discovered.checked_add(other.single_discovered)?,
            direct_discovered: self.direct_discovered.checked_add(other.direct_discovered)?,
            double_discovered: self.double_discovered.checked_add(other.double_discovered)?,
        })
    }

    /// Adds `checks` checks of this kind.
    #[inline(always)]
    pub(super) fn add(&mut self, kind: CheckKind, checks: u64) {
        *match kind {
            CheckKind::Direct => &mut self.direct,
            CheckKind::SingleDiscovered => &mut self.single_discovered,
            CheckKind::DirectDiscovered => &mut self.direct_discovered,
            CheckKind::DoubleDiscovered => &mut self.double_discovered,
        } += checks;
    }
}

impl CheckKind {
    /// Returns the kind of a check by the moved piece, if `direct`, and by `discovered` pieces whose lines the move
    /// has opened. Returns `None` for no check.
    #[inline(always)]
    pub(super) const fn of(direct: bool, discovered: u32) -> Option<Self> {
        match (direct, discovered) {
            (false, 0) => None,
            (false, 1) => Some(Self::SingleDiscovered),
            (false, _) => Some(Self::DoubleDiscovered),
            (true, 0) => Some(Self::Direct),
            (true, _) => Some(Self::DirectDiscovered),
        }
    }
}

/// # Panics
/// Addition panics where [`checked_add`](Statistics::checked_add) returns `None`.
impl Add for Statistics {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect("the counts fit in 64 bits")
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Statistics {
    fn sum<I: Iterator<Item = Self>>(statistics: I) -> Self {
        statistics.fold(Self::default(), Self::add)
    }
}
