use core::ops::Not;

use crate::values::{lettered, numbered};

numbered! {
    /// One of the two sides: White with the index 0, Black with 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::{Color, Direction, Rank};
    ///
    /// let us: Color = "b".parse()?;
    /// assert_eq!(!us, Color::White);
    /// assert_eq!(us.forward(), Direction::South);
    /// assert_eq!(us.promotion_rank(), Rank::First);
    /// # Ok::<(), chess_types::ParseNameError>(())
    /// ```
    pub enum Color { White, Black }
}

impl Color {
    /// Returns the other side. Outside of `const`, `!color` is the same.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the letter that FEN has for the side to move: `w` or `b`.
    #[inline]
    pub const fn letter(self) -> char {
        ['w', 'b'][self as usize]
    }

    /// Returns the name of the side: `White` or `Black`.
    #[inline]
    pub const fn name(self) -> &'static str {
        ["White", "Black"][self as usize]
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

lettered!(Color: "w or b", letter, |byte| Self::ALL.into_iter().find(|color| color.letter() == char::from(byte)));
