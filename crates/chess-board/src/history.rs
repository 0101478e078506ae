use crate::position::Position;

/// The keys of the positions that stood on the board before the present one, for draws by repetition.
///
/// Push a position before its move is made, pop it when the move is taken back. The last `N` keys are kept (a power
/// of two is cheapest). A repetition can only reach back to the last capture or pawn move, and a game ends after 150
/// moves without one (the seventy-five-move rule), so the default of 256 sees every repetition that counts.
#[derive(Clone, Debug)]
pub struct KeyHistory<const N: usize = 256> {
    /// The key of the `i`-th position pushed stands at `i % N`.
    keys: [u64; N],
    len: usize,
    /// The first position whose key has not been overwritten.
    oldest: usize,
}

impl<const N: usize> KeyHistory<N> {
    /// No position yet.
    pub const fn new() -> Self {
        const { assert!(N > 0, "a history has room for at least one key") };
        Self { keys: [0; N], len: 0, oldest: 0 }
    }

    /// Number of positions pushed and not popped, those that have been forgotten included.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no position.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets every position.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
        self.oldest = 0;
    }

    /// Remembers `position`. Beyond `N`, the oldest is forgotten.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        self.keys[self.len % N] = position.key();
        self.len += 1;
        self.oldest = self.oldest.max(self.len.saturating_sub(N));
    }

    /// Forgets the position pushed last. It does nothing if there is none.
    #[inline]
    pub const fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
        // Below what was kept nothing is left, but what is pushed from here on is.
        if self.oldest > self.len {
            self.oldest = self.len;
        }
    }

    /// How often `position`, which is not pushed yet, has stood on the board before: 2 makes a threefold repetition.
    ///
    /// Only positions since the last capture or pawn move are looked at, as its halfmove clock tells.
    pub fn repetitions(&self, position: &Position) -> usize {
        let key = position.key();
        (1..=self.reach(position)).filter(|&back| self.keys[(self.len - back) % N] == key).count()
    }

    /// How many plies ago `position`, which is not pushed yet, has stood on the board last.
    ///
    /// A search wants to know, which takes the first repetition for a draw if it happens below its root. In a game no
    /// position comes back in fewer than four plies, or in an odd number of them.
    pub fn last_repetition(&self, position: &Position) -> Option<usize> {
        let key = position.key();
        (4..=self.reach(position)).step_by(2).find(|&back| self.keys[(self.len - back) % N] == key)
    }

    /// How many plies back there may be repetitions that are remembered.
    #[inline]
    fn reach(&self, position: &Position) -> usize {
        usize::from(position.halfmove_clock()).min(self.len - self.oldest)
    }
}

impl<const N: usize> Default for KeyHistory<N> {
    fn default() -> Self {
        Self::new()
    }
}
