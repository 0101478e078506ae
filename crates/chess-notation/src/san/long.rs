use core::fmt::{self, Write};

use arrayvec::ArrayString;
use chess_board::Position;
use chess_types::{Move, PieceType};

use crate::san::write::San;

/// A move in long algebraic notation: both squares, with `-` or `x` between them.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::{LongAlgebraic, read_san};
///
/// let position = Position::START;
/// assert_eq!(LongAlgebraic::new(&position, read_san(&position, "Nf3")?).as_str(), "Ng1-f3");
/// assert_eq!(LongAlgebraic::new(&position, read_san(&position, "e4")?).as_str(), "e2-e4");
/// # Ok::<(), chess_notation::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LongAlgebraic(ArrayString<8>);

impl LongAlgebraic {
    /// The text of `mv`, which must be legal in `position`, with marks of check and mate; the null move is `--`.
    pub fn new(position: &Position, mv: Move) -> Self {
        let san = San::new(position, mv);
        let mut text = ArrayString::new();
        // Eight characters are enough for every word, so that writing cannot fail.
        let _ = if mv.is_castle() || mv.is_null() {
            text.write_str(san.as_str())
        } else {
            write_long(&mut text, position, mv, san)
        };
        Self(text)
    }

    /// The text, at most eight bytes of ASCII.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn write_long(text: &mut ArrayString<8>, position: &Position, mv: Move, san: San) -> fmt::Result {
    if let Some(piece_type) = position.piece_type_at(mv.from()).filter(|&it| it != PieceType::Pawn) {
        text.write_char(piece_type.letter().to_ascii_uppercase())?;
    }
    let sign = if mv.is_capture() { 'x' } else { '-' };
    write!(text, "{}{sign}{}", mv.from(), mv.to())?;
    if let Some(promoted) = mv.promotion() {
        write!(text, "={}", promoted.letter().to_ascii_uppercase())?;
    }
    match san.as_str().chars().next_back() {
        Some(mark @ ('+' | '#')) => text.write_char(mark),
        _ => Ok(()),
    }
}

impl fmt::Display for LongAlgebraic {
    /// Writes the text; width and alignment of the format are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
