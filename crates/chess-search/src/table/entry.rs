use chess_types::Move;

/// The relation of a score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this: no move raised alpha.
    Upper = 1,
    /// The true score is at least this: a move caused a cut-off.
    Lower = 2,
    /// The score is the true one.
    Exact = 3,
}

impl Bound {
    /// Tests whether a score with this bound settles a node with the window `alpha..beta` without a search.
    #[inline]
    pub const fn settles(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}

impl Bound {
    /// Tests whether a score with this bound contradicts `estimate`, so that the score is the better estimate: a lower bound
    /// above it, an upper bound below it, or an exact score. Updates of a correction history ask for it.
    #[inline]
    pub const fn improves(self, score: i32, estimate: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > estimate,
            Self::Upper => score < estimate,
        }
    }
}

/// The result of a search of a position, as the table keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The best move, or the one that caused a cut-off; the null move if none did. A probe may return a move that is not
    /// legal.
    pub mv: Move,
    /// The score for the side to move, with mates counted from the root. The table keeps 16 bits.
    pub score: i32,
    /// The static evaluation, or another number of the caller. The table keeps 16 bits.
    pub evaluation: i32,
    /// The depth of the search in plies; 0 is quiescence.
    pub depth: u8,
    /// The relation of the score to the true one.
    pub bound: Bound,
    /// A bit that the table only keeps. Engines note in it that the node is or was on the principal variation.
    pub flag: bool,
}

/// The number of searches that ages tell apart.
pub(super) const AGES: u8 = 32;

impl TableEntry {
    /// The entry and its age in 64 bits: move 0-15, score 16-31, evaluation 32-47, depth 48-55, bound 56-57, flag 58, age 59-63.
    #[inline]
    pub(super) fn word(&self, age: u8) -> u64 {
        u64::from(self.mv.raw())
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.evaluation as i16 as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.flag) << 58
            | u64::from(age) << 59
    }

    /// Returns the entry of a word; `None` for an empty word.
    #[inline]
    pub(super) fn of_word(word: u64) -> Option<Self> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            mv: Move::from_raw(word as u16).unwrap_or(Move::NULL),
            score: i32::from((word >> 16) as i16),
            evaluation: i32::from((word >> 32) as i16),
            depth: (word >> 48) as u8,
            bound,
            flag: word >> 58 & 1 != 0,
        })
    }
}

/// Returns the number of searches since the entry of this word was stored.
#[inline]
pub(super) const fn years(word: u64, age: u8) -> u8 {
    age.wrapping_sub((word >> 59) as u8) % AGES
}
