use chess_types::Move;

/// The two quiet moves that caused the last cut-offs at a ply, the newer one first.
///
/// Source: <https://www.chessprogramming.org/Killer_Heuristic>.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Killers([Move; 2]);

impl Killers {
    /// Creates an empty pair.
    pub const fn new() -> Self {
        Self([Move::NULL; 2])
    }

    /// Puts `mv` first, and drops the older one unless `mv` is first already.
    #[inline]
    pub fn add(&mut self, mv: Move) {
        if self.0[0] != mv {
            self.0 = [mv, self.0[0]];
        }
    }

    /// Tests whether `mv` is one of them.
    #[inline]
    pub fn contains(&self, mv: Move) -> bool {
        self.0.contains(&mv)
    }
}

/// Quiet moves that a picker tries before the others: two killers and the counter-move.
///
/// They may be any moves, legal or not: the picker skips those that are not legal, not quiet, or repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Refutations([Move; 3]);

impl Refutations {
    /// No refutations.
    pub const NONE: Self = Self([Move::NULL; 3]);

    /// Takes the killers of the ply and the reply to the move before.
    #[inline]
    pub const fn new(killers: Killers, counter: Move) -> Self {
        let [first, second] = killers.0;
        Self([first, second, counter])
    }

    /// Returns the move at `index`, if it is quiet, not `other` and not at a lower index.
    #[inline]
    pub(crate) fn quiet_at(self, index: usize, other: Move) -> Option<Move> {
        let mv = self.0[index];
        let is_new = mv != other && !self.0[..index].contains(&mv);
        (is_new && mv.is_quiet() && !mv.is_null()).then_some(mv)
    }

    #[inline]
    pub(crate) fn contains(self, mv: Move) -> bool {
        self.0.contains(&mv)
    }

    pub(crate) const LEN: usize = 3;
}
