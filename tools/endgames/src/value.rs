/// The number of plies without a capture or a pawn move after which a game is drawn by the 50-move rule.
pub const FIFTY_MOVES: u16 = 100;

/// The value of a position for the side to move: the result, and the distance in plies to the next zeroing move or mate.
///
/// A zeroing move is a capture or a pawn move. The winner wants the distance to be small and the loser wants it to be
/// large. A distance above the limit of the 50-move rule is that of a cursed win or a blessed loss. A zeroing move into
/// such a result has the distance of the limit and one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub(crate) i16);

impl Value {
    /// A draw, with or without the 50-move rule.
    pub const DRAW: Self = Self(0);
    /// The side to move is mated.
    pub const MATED: Self = Self::loss(0);

    /// Returns the value of a win in `plies`, which are at least 1.
    pub const fn win(plies: u16) -> Self {
        Self(plies as i16)
    }

    /// Returns the value of a loss in `plies`. Only a mated side loses in 0.
    pub const fn loss(plies: u16) -> Self {
        Self(-(plies as i16) - 1)
    }

    /// Returns the result for the side to move where the game is drawn after `limit` plies, from -2 for a loss to 2 for a win, with 1
    /// for a cursed win and -1 for a blessed loss.
    pub const fn wdl_within(self, limit: u16) -> i8 {
        let plies = self.dtz().unsigned_abs();
        match (self.0.signum(), plies <= limit as u32) {
            (1, true) => 2,
            (1, false) => 1,
            (-1, false) => -1,
            (-1, true) => -2,
            _ => 0,
        }
    }

    /// Returns the distance in plies to the next zeroing move or mate, with the sign of the result: 0 for a draw, and
    /// -1 if the side to move is mated, as probers of Syzygy tables report it.
    pub const fn dtz(self) -> i32 {
        match self.0 {
            -1 => -1,
            lost if lost < 0 => lost as i32 + 1,
            other => other as i32,
        }
    }

    /// Returns the value for the mover of a zeroing move into a position of this value, where the 50-move rule draws
    /// after `limit` plies.
    pub(crate) const fn before_zeroing(self, limit: u16) -> Self {
        match self.wdl_within(limit) {
            -2 => Self::win(1),
            -1 => Self::win(limit + 1),
            1 => Self::loss(limit + 1),
            2 => Self::loss(1),
            _ => Self::DRAW,
        }
    }

    /// Returns the value for the mover of a quiet move into a position of this value.
    pub(crate) const fn before_quiet(self) -> Self {
        match self.0 {
            0 => self,
            won if won > 0 => Self(-won - 2),
            lost => Self(-lost),
        }
    }

    /// Returns the better one of two values for the side to move, of which the first may be missing.
    pub(crate) fn better(best: Option<Self>, other: Self) -> Option<Self> {
        // Quick wins, slow wins, draws, slow losses, quick losses.
        let order = |value: Self| (value.0.signum(), -value.0);
        best.filter(|best| order(*best) >= order(other)).or(Some(other))
    }
}
