use chess_types::Move;

/// What the score of an entry says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// It is at most that: no move raised alpha.
    Upper = 1,
    /// It is at least that: a move caused a cut-off.
    Lower = 2,
    /// It is that.
    Exact = 3,
}

impl Bound {
    /// Whether a score with this bound settles a node with the window `alpha..beta` without a search.
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
    /// Tests whether a score with this bound says that the true score is not `estimate`, but nearer to the score.
    #[inline]
    pub(crate) const fn improves(self, score: i32, estimate: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > estimate,
            Self::Upper => score < estimate,
        }
    }
}

/// What a search has found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The best move, or the one that caused a cut-off; the null move if none did. It need not be legal.
    pub mv: Move,
    /// The score for the side to move, mates being counted from the root; 16 bits of it are kept.
    pub score: i32,
    /// The static evaluation, if it is known, or any other number; 16 bits of it are kept.
    pub evaluation: i32,
    /// Plies searched below the node: 0 is quiescence.
    pub depth: u8,
    /// What the score is.
    pub bound: Bound,
}

/// How many searches are told apart.
pub(super) const AGES: u8 = 64;

impl TableEntry {
    /// The entry and its age in 64 bits: move 0-15, score 16-31, evaluation 32-47, depth 48-55, bound 56-57, age 58-63.
    #[inline]
    pub(super) fn word(&self, age: u8) -> u64 {
        u64::from(self.mv.raw())
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.evaluation as i16 as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(age) << 58
    }

    /// The entry of a word; `None` if there is none in it.
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
        })
    }
}

/// How many searches ago the entry of this word was kept.
#[inline]
pub(super) const fn years(word: u64, age: u8) -> u8 {
    age.wrapping_sub((word >> 58) as u8) % AGES
}
