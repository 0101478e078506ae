use core::fmt::{self, Write};
use core::str::FromStr;

use chess_types::{File, Rank, Square};

use crate::pgn::text::event::ParseTextError;

/// An arrow drawn on a board, or a marked square: then both of its squares are the same.
///
/// The text is a letter for the colour and one or two squares: `Ge2e4`, `Re4`.
///
/// # Examples
/// ```
/// use chess_notation::Square;
/// use chess_notation::pgn::{Arrow, ArrowColor};
///
/// let arrow: Arrow = "Ge2e4".parse()?;
/// assert_eq!(arrow, Arrow { color: ArrowColor::Green, from: Square::E2, to: Square::E4 });
/// assert_eq!(Arrow::mark(ArrowColor::Red, Square::D5).to_string(), "Rd5");
/// # Ok::<(), chess_notation::pgn::ParseTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    /// The colour of the drawing.
    pub color: ArrowColor,
    /// The square where the arrow begins.
    pub from: Square,
    /// The square that the arrow points to.
    pub to: Square,
}

impl Arrow {
    /// A marked square.
    #[inline]
    pub const fn mark(color: ArrowColor, square: Square) -> Self {
        Self { color, from: square, to: square }
    }

    /// True for a marked square, false for an arrow between two squares.
    #[inline]
    pub fn is_mark(self) -> bool {
        self.from == self.to
    }

    fn from_bytes(text: &[u8]) -> Option<Self> {
        let (&letter, squares) = text.split_first()?;
        let color = ArrowColor::from_letter(letter)?;
        match *squares {
            [file, rank] => Some(Self::mark(color, square(file, rank)?)),
            [from_file, from_rank, to_file, to_rank] => {
                Some(Self { color, from: square(from_file, from_rank)?, to: square(to_file, to_rank)? })
            }
            _ => None,
        }
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Some(Square::new(File::from_letter(file)?, Rank::from_digit(rank)?))
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { color, from, to } = self;
        write!(f, "{color}{from}")?;
        if self.is_mark() { Ok(()) } else { write!(f, "{to}") }
    }
}

impl FromStr for Arrow {
    type Err = ParseTextError;

    /// Reads a colour's letter, of either case, and one or two squares.
    fn from_str(text: &str) -> Result<Self, ParseTextError> {
        let expected = "a colour (G, R, Y or B) and one or two squares, like Ge2e4";
        Self::from_bytes(text.as_bytes()).ok_or(ParseTextError { expected })
    }
}

/// The colour of an arrow or of a marked square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArrowColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl ArrowColor {
    /// All four colours.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// The letter of the colour: `G`, `R`, `Y` or `B`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    /// The red, green and blue parts of the colour on Lichess.
    #[inline]
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Green => [0x15, 0x78, 0x1b],
            Self::Red => [0x88, 0x20, 0x20],
            Self::Yellow => [0xe6, 0x8f, 0x00],
            Self::Blue => [0x00, 0x30, 0x88],
        }
    }

    /// The colour of a letter of either case.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            b'G' => Some(Self::Green),
            b'R' => Some(Self::Red),
            b'Y' => Some(Self::Yellow),
            b'B' => Some(Self::Blue),
            _ => None,
        }
    }
}

impl fmt::Display for ArrowColor {
    /// Writes the letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// The arrows or marked squares of one command, as an iterator. They are separated by commas in the text.
///
/// Two values are equal if they give the same arrows in the same order.
#[derive(Clone, Debug)]
pub struct Arrows<'a>(List<'a>);

#[derive(Clone, Debug)]
enum List<'a> {
    /// Every item of the text has been checked.
    Text(&'a [u8]),
    Slice(&'a [Arrow]),
}

impl<'a> Arrows<'a> {
    /// Reads a list; `None` if an item is not an arrow. Empty items are skipped.
    pub(super) fn read(text: &'a [u8]) -> Option<Self> {
        let mut items = text.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
        let is_list = items.all(|item| item.is_empty() || Arrow::from_bytes(item).is_some());
        is_list.then_some(Self(List::Text(text)))
    }
}

impl<'a> From<&'a [Arrow]> for Arrows<'a> {
    fn from(arrows: &'a [Arrow]) -> Self {
        Self(List::Slice(arrows))
    }
}

impl Iterator for Arrows<'_> {
    type Item = Arrow;

    fn next(&mut self) -> Option<Arrow> {
        match &mut self.0 {
            List::Slice(arrows) => {
                let (&first, rest) = arrows.split_first()?;
                *arrows = rest;
                Some(first)
            }
            List::Text(text) => {
                while !text.is_empty() {
                    let end = text.iter().position(|&byte| byte == b',').unwrap_or(text.len());
                    let item = Arrow::from_bytes(text[..end].trim_ascii());
                    *text = text.get(end + 1..).unwrap_or_default();
                    if item.is_some() {
                        return item;
                    }
                }
                None
            }
        }
    }
}

impl PartialEq for Arrows<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.clone().eq(other.clone())
    }
}

impl Eq for Arrows<'_> {}

impl fmt::Display for Arrows<'_> {
    /// Writes the list with commas and without spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clone().enumerate().try_for_each(|(i, arrow)| {
            f.write_str(if i == 0 { "" } else { "," })?;
            arrow.fmt(f)
        })
    }
}
