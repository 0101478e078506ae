use crate::color::Color;
use crate::index::indexed;
use crate::name::named_values;

/// One of the eight compass directions in which a queen moves; White's side of the board is south.
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
/// assert_eq!("NE".parse(), Ok(Direction::NorthEast));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// All directions in clockwise order from north: the order of the index.
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

    /// The direction with this index; `None` if the index is 8 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index as u8)) } else { None }
    }

    /// The direction whose index is in the low three bits of `bits`; the other bits are ignored.
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

    /// The index: 0 for north, then clockwise to 7 for north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The change of file and the change of rank in one step, each -1, 0 or 1.
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

    /// The change of the square's index in one step: 8 for north, -9 for south-west.
    #[inline]
    pub const fn index_delta(self) -> i8 {
        let (files, ranks) = self.deltas();
        8 * ranks + files
    }

    /// Tests whether a bishop moves in this direction. A rook moves in the others.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 != 0
    }

    /// The abbreviated compass point: `N`, `NE`, `E`, `SE`, `S`, `SW`, `W` or `NW`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "N",
            Self::NorthEast => "NE",
            Self::East => "E",
            Self::SouthEast => "SE",
            Self::South => "S",
            Self::SouthWest => "SW",
            Self::West => "W",
            Self::NorthWest => "NW",
        }
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_low_bits(self as u8 + 4)
    }

    /// The direction from the point of view of `color`: the same for White, with north and south exchanged for Black.
    ///
    /// ```
    /// use chess_types::{Color, Direction};
    ///
    /// assert_eq!(Direction::NorthEast.relative_to(Color::Black), Direction::SouthEast);
    /// assert_eq!(Direction::West.relative_to(Color::Black), Direction::West);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            // The flip reverses the clockwise order, and south (4) takes the place of north.
            Color::Black => Self::from_low_bits(12 - self as u8),
        }
    }
}

indexed!(Direction);

named_values! {
    Direction,
    /// A text is not one of `N`, `NE`, `E`, `SE`, `S`, `SW`, `W` and `NW`.
    error: ParseDirectionError "a direction is N, NE, E, SE, S, SW, W or NW",
}

impl Color {
    /// The direction in which this side's pawns advance.
    #[inline]
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }
}
