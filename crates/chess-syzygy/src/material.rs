use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use chess_board::Position;
use chess_types::{Color, Piece, PieceType};

/// The most pieces that a table of the format has, kings included.
pub(crate) const MOST_PIECES: usize = 7;

/// The pieces of both sides, of which each has one king: the name of an ending.
///
/// An ending and its mirror image, with the colours exchanged, are different values. [`normalized`](Self::normalized)
/// gives the one after which files are named.
///
/// # Examples
/// ```
/// use chess_syzygy::Material;
///
/// let material: Material = "KRPvKR".parse().unwrap();
/// assert_eq!(material.pieces(), 5);
/// assert_eq!(material.mirrored().to_string(), "KRvKRP");
/// assert_eq!(material.mirrored().normalized(), material);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The number of pieces of each kind but kings, four bits each, white ones in the low half: see [`shift`].
    counts: u64,
}

/// Returns the lowest bit of the four in which pieces of a kind are counted.
const fn shift(color: Color, piece_type: PieceType) -> u32 {
    color.index() as u32 * 32 + piece_type.index() as u32 * 4
}

/// The bits of [`Material`] in which one piece counts, 0 for kings.
const COUNT_OF: [[u64; 6]; 2] = {
    let mut table = [[0; 6]; 2];
    let mut index = 0;
    while index < 10 {
        let (color, piece_type) = (Color::ALL[index / 5], PieceType::ALL[index % 5]);
        table[color.index()][piece_type.index()] = 1 << shift(color, piece_type);
        index += 1;
    }
    table
};

/// The letters of a file's name, in its order.
const NAME_ORDER: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

impl Material {
    /// Two kings alone.
    pub const KINGS: Self = Self { counts: 0 };

    /// Counts the pieces of a position. The result is meaningful if no kind of piece has more than 15 on a side.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let mut counts = 0;
        let white = position.by_color(Color::White);
        // One by one, because with few pieces their number is predictable, and their kinds are not.
        for square in position.occupied() - position.by_type(PieceType::King) {
            let color = if white.contains(square) { Color::White } else { Color::Black };
            if let Some(piece_type) = position.piece_type_at(square) {
                counts += COUNT_OF[color.index()][piece_type.index()];
            }
        }
        Self { counts }
    }

    /// Returns the material with one more piece. A king changes nothing: each side has one anyway.
    #[must_use]
    pub(crate) const fn with(self, piece: Piece) -> Self {
        Self { counts: self.counts + COUNT_OF[piece.color().index()][piece.piece_type().index()] }
    }

    /// Counts the pieces of a kind.
    #[inline]
    pub const fn count(self, color: Color, piece_type: PieceType) -> u32 {
        match piece_type {
            PieceType::King => 1,
            _ => (self.counts >> shift(color, piece_type)) as u32 & 15,
        }
    }

    /// Counts all pieces, kings included.
    pub const fn pieces(self) -> u32 {
        let (mut rest, mut sum) = (self.counts, 2);
        while rest != 0 {
            sum += rest as u32 & 15;
            rest >>= 4;
        }
        sum
    }

    /// Tests whether either side has pawns.
    #[inline]
    pub const fn has_pawns(self) -> bool {
        self.count(Color::White, PieceType::Pawn) + self.count(Color::Black, PieceType::Pawn) > 0
    }

    /// Returns the material with the colours exchanged.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { counts: self.counts.rotate_left(32) }
    }

    /// Tests whether both sides have the same pieces.
    #[inline]
    pub const fn is_symmetric(self) -> bool {
        self.counts == self.mirrored().counts
    }

    /// Returns the material after which files are named: the side with more pieces is White, and among equally many the
    /// one with the better pieces, from queens down to pawns.
    #[must_use]
    pub fn normalized(self) -> Self {
        let rank = |color| {
            let mut counts = [0; 6];
            for (count, piece_type) in counts[1..].iter_mut().zip(NAME_ORDER) {
                *count = self.count(color, piece_type);
            }
            counts[0] = counts[1..].iter().sum();
            counts
        };
        if rank(Color::White) < rank(Color::Black) { self.mirrored() } else { self }
    }

    /// Returns all counts in one word, different for different material.
    #[inline]
    pub(crate) const fn key(self) -> u64 {
        self.counts
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        for color in Color::ALL {
            name.push_str(if color == Color::White { "K" } else { "vK" });
            for piece_type in NAME_ORDER {
                for _ in 0..self.count(color, piece_type) {
                    name.push(piece_type.letter().to_ascii_uppercase());
                }
            }
        }
        f.pad(&name)
    }
}

/// A text that is not the name of an ending of two kings and up to five other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMaterialError(());

impl fmt::Display for ParseMaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an ending of 2 to 7 pieces as `KRPvKR`: `K` and the other pieces of each side, with `v` between them")
    }
}

impl core::error::Error for ParseMaterialError {}

impl FromStr for Material {
    type Err = ParseMaterialError;

    /// Reads a name as `KRPvKR`, in either order of the sides and with the letters after `K` in any order.
    ///
    /// # Errors
    /// A side does not start with its only king, another letter, or more than seven pieces.
    fn from_str(text: &str) -> Result<Self, ParseMaterialError> {
        let error = ParseMaterialError(());
        let (white, black) = text.split_once('v').ok_or(error)?;
        if white.len() + black.len() > MOST_PIECES {
            return Err(error);
        }
        let mut material = Self::KINGS;
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            for letter in side.strip_prefix('K').ok_or(error)?.bytes() {
                let piece_type = NAME_ORDER
                    .into_iter()
                    .find(|piece_type| piece_type.letter().eq_ignore_ascii_case(&char::from(letter)));
                match piece_type {
                    Some(piece_type) if letter.is_ascii_uppercase() => {
                        material = material.with(Piece::new(color, piece_type));
                    }
                    _ => return Err(error),
                }
            }
        }
        Ok(material)
    }
}
