use crate::position::Position;

/// The keys of earlier positions of a game, for draws by repetition.
///
/// The caller pushes a position before making a move from it, and pops it after taking the move back. The history
/// keeps the last `N` keys; a power of two is cheapest. A repetition reaches back to the last capture or pawn move at
/// most, and a game ends after 150 plies without one (the seventy-five-move rule), so that the default of 256 finds
/// every repetition that counts.
///
/// A search pushes the position before a null move as well. A null move counts as a ply of the halfmove clock, and repetitions are
/// found across it: two null moves in a row count as a repetition.
///
/// # Examples
/// ```
/// use chess_board::{KeyHistory, Move, MoveKind, Position, Square};
///
/// let mut position = Position::START;
/// let mut history = KeyHistory::new();
/// for [from, to] in [[Square::G1, Square::F3], [Square::G8, Square::F6], [Square::F3, Square::G1], [Square::F6, Square::G8]] {
///     history.push(&position);
///     position.play_unchecked(Move::new(from, to, MoveKind::Quiet));
/// }
/// assert_eq!(history.repetitions(&position), 1);
/// ```
#[derive(Clone, Debug)]
pub struct KeyHistory<const N: usize = 256> {
    /// The keys. The `i`-th position pushed is at `i % N`.
    keys: [u64; N],
    len: usize,
    /// The number of the first position whose key has not been overwritten.
    oldest: usize,
}

impl KeyHistory {
    /// Creates an empty history of the default size. For another size, take [`EMPTY`](Self::EMPTY).
    pub const fn new() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> KeyHistory<N> {
    /// An empty history of any size: `KeyHistory::<1024>::EMPTY`.
    pub const EMPTY: Self = {
        assert!(N > 0, "a history has room for at least one key");
        Self { keys: [0; N], len: 0, oldest: 0 }
    };

    /// Returns the number of positions pushed and not popped, including those whose keys are no longer kept.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Tests whether the history is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds `position`. If `N` keys are kept already, the oldest is overwritten.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        self.keys[self.len % N] = position.key();
        self.len += 1;
        self.oldest = self.oldest.max(self.len.saturating_sub(N));
    }

    /// Removes the position pushed last, if there is one.
    #[inline]
    pub const fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
        // All kept keys have been popped. Keys pushed from here on are kept again.
        if self.oldest > self.len {
            self.oldest = self.len;
        }
    }

    /// Returns the key of the position `plies` plies before the present one, which is not pushed yet: 1 for the position
    /// pushed last. It is `None` for 0, and for positions whose keys are no longer kept.
    #[inline]
    pub const fn key_before(&self, plies: usize) -> Option<u64> {
        if plies > 0 && plies <= self.len - self.oldest {
            Some(self.keys[(self.len - plies) % N])
        } else {
            None
        }
    }

    /// Counts the earlier occurrences of `position`, which is not pushed yet: 2 make a threefold repetition.
    ///
    /// The search goes back to the last capture or pawn move, according to the halfmove clock of `position`.
    pub fn repetitions(&self, position: &Position) -> usize {
        let key = position.key();
        (1..=self.reach(position)).filter(|&back| self.keys[(self.len - back) % N] == key).count()
    }

    /// Finds the last occurrence of `position`, which is not pushed yet, and returns the number of plies since then.
    ///
    /// A search uses it to score the first repetition below its root as a draw. In a game no position recurs after fewer
    /// than four plies, or after an odd number of them. A null move is a ply like others: a search that does not look back beyond its last
    /// null move compares the number with the plies since then.
    pub fn last_repetition(&self, position: &Position) -> Option<usize> {
        let key = position.key();
        (4..=self.reach(position)).step_by(2).find(|&back| self.keys[(self.len - back) % N] == key)
    }

    /// Returns the number of plies back within which a repetition can be found.
    #[inline]
    fn reach(&self, position: &Position) -> usize {
        usize::from(position.halfmove_clock()).min(self.len - self.oldest)
    }
}

impl<const N: usize> Default for KeyHistory<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}
