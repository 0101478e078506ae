use crate::color::Color;

/// One of the eight directions of the queen, White's side being south.
///
/// # Examples
///
/// ```
/// use chess_types::{Direction, Square};
///
/// assert_eq!(Direction::NorthEast.deltas(), (1, 1));
/// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
/// assert_eq!(Square::E4.step(Direction::NorthEast), Some(Square::F5));
/// assert_eq!(Square::H4.step(Direction::NorthEast), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All directions clockwise, beginning in the north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four directions of the rook.
    pub const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four directions of the bishop.
    pub const DIAGONAL: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// The direction whose index stands in the low three bits of `bits`; the others are not read.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        match bits & 0b111 {
            0 => Self::North,
            1 => Self::NorthEast,
            2 => Self::East,
            3 => Self::SouthEast,
            4 => Self::South,
            5 => Self::SouthWest,
            6 => Self::West,
            _ => Self::NorthWest,
        }
    }

    /// 0 for north, clockwise to 7 for north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Change of file and of rank in one step, each -1, 0 or 1.
    #[inline]
    pub const fn deltas(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// Change of the square index in one step: 8 for north, -9 for south-west.
    #[inline]
    pub const fn index_delta(self) -> i8 {
        let (files, ranks) = self.deltas();
        8 * ranks + files
    }

    /// Whether a bishop goes this way; a rook goes the others.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_low_bits(self as u8 + 4)
    }

    /// The direction as `color` looks at the board: itself for White, north and south exchanged for Black.
    ///
    /// ```
    /// use chess_types::{Color, Direction};
    ///
    /// assert_eq!(Direction::NorthEast.relative_to(Color::Black), Direction::SouthEast);
    /// assert_eq!(Direction::West.relative_to(Color::Black), Direction::West);
    /// ```
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            // Clockwise indices run the other way after the flip, and south (4) takes the place of north.
            Color::Black => Self::from_low_bits(12 - self as u8),
        }
    }
}

impl Color {
    /// The way this side's pawns go.
    #[inline]
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }
}
