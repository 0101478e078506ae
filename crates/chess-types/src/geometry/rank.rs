use crate::color::Color;
use crate::geometry::eight::eight_in_a_row;

eight_in_a_row! {
    /// A rank of the board, numbered first = 0 to eighth = 7.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{Color, Rank};
    ///
    /// let rank: Rank = "2".parse()?;
    /// assert_eq!(rank, Rank::Second);
    /// assert_eq!(rank.relative_to(Color::Black), Rank::Seventh);
    /// assert_eq!(rank.offset(2), Some(Rank::Fourth));
    /// assert_eq!(rank.offset(-2), None);
    /// # Ok::<(), chess_types::ParseRankError>(())
    /// ```
    Rank: First Second Third Fourth Fifth Sixth Seventh Eighth,
    noun: "rank", first: "the first", last: "the eighth",
    text: from_digit digit,
    /// A text is not one digit from 1 to 8.
    error: ParseRankError "a rank is one digit from 1 to 8",
}

impl Rank {
    /// The rank with this digit, `1` to `8`; `None` for any other byte.
    #[inline]
    pub const fn from_digit(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'1') as usize)
    }

    /// The digit, `1` to `8`.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank from the point of view of `color`: the same for White, flipped for Black.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }
}

impl Color {
    /// The rank on which this side's king starts.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }

    /// The rank on which this side's pawns start.
    #[inline]
    pub const fn pawn_rank(self) -> Rank {
        Rank::Second.relative_to(self)
    }

    /// The rank on which this side's pawns promote.
    #[inline]
    pub const fn promotion_rank(self) -> Rank {
        Rank::Eighth.relative_to(self)
    }
}
