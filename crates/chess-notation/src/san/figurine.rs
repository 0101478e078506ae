use core::fmt::{self, Write};

use arrayvec::ArrayString;
use chess_types::{Color, Piece, PieceType};

use super::write::San;

/// A move in SAN with chess figures of Unicode in place of letters, made by [`San::figurine`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figurine {
    san: San,
    us: Color,
}

impl San {
    /// The same move with chess figures of Unicode for its pieces. `us` is the side that moves.
    #[inline]
    pub const fn figurine(self, us: Color) -> Figurine {
        Figurine { san: self, us }
    }
}

impl fmt::Display for Figurine {
    /// Writes the text; width and alignment of the format are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Seven characters, of which two are figures of three bytes.
        let mut text = ArrayString::<11>::new();
        for letter in self.san.as_str().chars() {
            let piece_type =
                letter.is_ascii_uppercase().then(|| PieceType::from_letter(letter as u8)).flatten();
            text.write_char(
                piece_type.map_or(letter, |piece_type| Piece::new(self.us, piece_type).figure()),
            )?;
        }
        f.pad(&text)
    }
}
