use core::fmt;

use crate::bitboard::Bitboard;
use crate::coordinates::{File, Rank};
use crate::square::Square;

impl Bitboard {
    /// Returns the set of the squares that are true, in the order of a diagram: the eighth rank first, each from the a-file on.
    ///
    /// [`bitboard!`](crate::bitboard) writes such a diagram with dots and crosses.
    #[doc(hidden)]
    #[inline]
    pub const fn from_picture(squares: [bool; 64]) -> Self {
        let mut word = 0;
        let mut i = 0;
        while i < 64 {
            word |= (squares[i] as u64) << (i ^ 0o70);
            i += 1;
        }
        Self(word)
    }
}

/// A [`Bitboard`] written as a diagram from White's point of view: eight rows of eight squares, `X` for a square of the
/// set and `.` for any other.
///
/// The result is a constant expression. A diagram that does not have 64 squares does not compile.
///
/// # Examples
///
/// ```
/// use chess_types::{Bitboard, Square, bitboard};
///
/// const WHITE_CASTLE: Bitboard = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . X X .
/// };
/// assert!(WHITE_CASTLE.contains(Square::H2));
/// assert!(!WHITE_CASTLE.contains(Square::H1));
/// ```
///
/// ```compile_fail
/// # use chess_types::bitboard;
/// let a_row_only = bitboard! { . . . . . . . . };
/// ```
#[macro_export]
macro_rules! bitboard {
    (@square .) => { false };
    (@square X) => { true };
    (@square $other:tt) => { compile_error!("a square of a bitboard is drawn as `.` or `X`") };
    ($($square:tt)*) => { $crate::Bitboard::from_picture([$($crate::bitboard!(@square $square)),*]) };
}

impl fmt::Display for Bitboard {
    /// Writes the diagram that [`bitboard!`](crate::bitboard) reads: eight lines, each with a line break at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let sign = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{sign}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// Writes the word, and with `{:#?}`, from the next line on, the diagram of `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// Formats the word as a number: `{:#018x}` for all 16 hexadecimal digits.
macro_rules! format_as_word {
    ($($trait:ident)*) => {$(
        impl fmt::$trait for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.0, f)
            }
        }
    )*};
}

format_as_word!(LowerHex UpperHex Binary Octal);
