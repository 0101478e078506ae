use std::fmt;
use std::ops::AddAssign;

/// Information that a conversion drops or changes, because the format that is written has no place for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Loss {
    /// A position without a score was left out.
    NoScore,
    /// A position of a game without a result was left out.
    NoResult,
    /// The last position of a game, in which no move was played, was left out.
    LastPosition,
    /// A move was dropped.
    Move,
    /// A position with Black to move was written as if White were to move, with colours changed.
    SideToMove,
    /// A position lost its castling rights.
    Castling,
    /// A position lost its en passant square.
    EnPassant,
    /// A position lost its halfmove clock, its move number or its ply, or the number was too great and became the greatest.
    Counters,
    /// A score of an engine was dropped, since nothing in its game tells whose point of view it has.
    ScoreView,
    /// A score was out of range and became the nearest that is in range.
    ScoreRange,
    /// A position without a move was written with the null move.
    NullMove,
    /// A game was cut at a null move.
    CutAtNullMove,
    /// A mate was read as a number.
    MateAsNumber,
    /// A tag, a comment, a glyph or a variation of PGN was dropped.
    Annotation,
    /// A score or a byte in the head of a game or position, which no other format has, was dropped.
    Head,
    /// An extension record of viriformat was dropped.
    Extension,
}

impl Loss {
    /// All kinds.
    pub const ALL: [Self; 16] = [
        Self::NoScore,
        Self::NoResult,
        Self::LastPosition,
        Self::Move,
        Self::SideToMove,
        Self::Castling,
        Self::EnPassant,
        Self::Counters,
        Self::ScoreView,
        Self::ScoreRange,
        Self::NullMove,
        Self::CutAtNullMove,
        Self::MateAsNumber,
        Self::Annotation,
        Self::Head,
        Self::Extension,
    ];

    /// A short name for machines: `no_score`, `move`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoScore => "no_score",
            Self::NoResult => "no_result",
            Self::LastPosition => "last_position",
            Self::Move => "move",
            Self::SideToMove => "side_to_move",
            Self::Castling => "castling",
            Self::EnPassant => "en_passant",
            Self::Counters => "counters",
            Self::ScoreView => "score_view",
            Self::ScoreRange => "score_range",
            Self::NullMove => "null_move",
            Self::CutAtNullMove => "cut_at_null_move",
            Self::MateAsNumber => "mate_as_number",
            Self::Annotation => "annotation",
            Self::Head => "head",
            Self::Extension => "extension",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::NoScore => "positions without a score left out",
            Self::NoResult => "positions without a result left out",
            Self::LastPosition => "last positions of games left out",
            Self::Move => "moves dropped",
            Self::SideToMove => "positions with Black to move written with colours changed",
            Self::Castling => "positions without their castling rights",
            Self::EnPassant => "positions without their en passant square",
            Self::Counters => "positions without their counters",
            Self::ScoreView => "scores dropped, since their game does not tell whose point of view they have",
            Self::ScoreRange => "scores out of range, written as the nearest in range",
            Self::NullMove => "positions without a move written with the null move",
            Self::CutAtNullMove => "games cut at a null move",
            Self::MateAsNumber => "mates read as numbers",
            Self::Annotation => "tags, comments, glyphs and variations dropped",
            Self::Head => "fields in heads dropped",
            Self::Extension => "extension records dropped",
        }
    }
}

impl fmt::Display for Loss {
    /// Writes the loss in the plural: "moves dropped".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Counts of all kinds of [`Loss`].
///
/// `Display` writes those that have occurred: `3 moves dropped, 1 positions without their castling rights`; or `nothing`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Losses([u64; Loss::ALL.len()]);

impl Losses {
    /// No loss.
    pub const NONE: Self = Self([0; Loss::ALL.len()]);

    /// Counts one loss.
    #[inline]
    pub(super) fn add(&mut self, loss: Loss) {
        self.0[loss as usize] += 1;
    }

    /// Counts a loss if `has_occurred`.
    #[inline]
    pub(super) fn add_if(&mut self, has_occurred: bool, loss: Loss) {
        self.0[loss as usize] += u64::from(has_occurred);
    }

    /// The number of losses of one kind.
    pub const fn count(&self, loss: Loss) -> u64 {
        self.0[loss as usize]
    }

    /// True if nothing has been lost.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&count| count == 0)
    }

    /// The kinds that have occurred, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Loss, u64)> + '_ {
        Loss::ALL.into_iter().map(|loss| (loss, self.count(loss))).filter(|&(_, count)| count > 0)
    }
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (loss, count)) in self.iter().enumerate() {
            write!(f, "{}{count} {loss}", if i == 0 { "" } else { ", " })?;
        }
        if self.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}
