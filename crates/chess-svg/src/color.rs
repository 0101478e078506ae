//! Colours, and themes of them.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A colour of the sRGB colour space, opaque.
///
/// The text is that of CSS: `#2f9e58`, or `#fff` for `#ffffff`.
///
/// # Examples
/// ```
/// use chess_svg::Rgb;
///
/// let green: Rgb = "#2f9e58".parse()?;
/// assert_eq!(green, Rgb::new(0x2f, 0x9e, 0x58));
/// assert_eq!(Rgb::new(255, 255, 255).to_string(), "#fff");
/// # Ok::<(), chess_svg::ParseRgbError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb {
    /// The red part, from 0 to 255.
    pub red: u8,
    /// The green part.
    pub green: u8,
    /// The blue part.
    pub blue: u8,
}

impl Rgb {
    /// A colour of its three parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// The colour of a word `0xRRGGBB`, whose upper eight bits are ignored.
    pub const fn from_hex(word: u32) -> Self {
        let [_, red, green, blue] = word.to_be_bytes();
        Self { red, green, blue }
    }
}

impl From<[u8; 3]> for Rgb {
    fn from([red, green, blue]: [u8; 3]) -> Self {
        Self { red, green, blue }
    }
}

impl fmt::Display for Rgb {
    /// Writes three hexadecimal digits if they are enough, and six otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { red, green, blue } = *self;
        if [red, green, blue].iter().all(|part| part % 17 == 0) {
            write!(f, "#{:x}{:x}{:x}", red / 17, green / 17, blue / 17)
        } else {
            write!(f, "#{red:02x}{green:02x}{blue:02x}")
        }
    }
}

impl FromStr for Rgb {
    type Err = ParseRgbError;

    /// Reads `#` and three or six hexadecimal digits of either case.
    fn from_str(text: &str) -> Result<Self, ParseRgbError> {
        let digits = text.strip_prefix('#').ok_or(ParseRgbError)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ParseRgbError);
        }
        let word = u32::from_str_radix(digits, 16).map_err(|_| ParseRgbError)?;
        match digits.len() {
            6 => Ok(Self::from_hex(word)),
            3 => Ok(Self::from([word >> 8, word >> 4, word].map(|digit| 17 * (digit & 15) as u8))),
            _ => Err(ParseRgbError),
        }
    }
}

/// A text that is not a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseRgbError;

impl fmt::Display for ParseRgbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a colour like #2f9e58 or #fff")
    }
}

impl Error for ParseRgbError {}

/// A colour with an opacity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paint {
    /// The colour.
    pub color: Rgb,
    /// The opacity in percent, from 0 for invisible to 100 for opaque. Larger numbers count as 100.
    pub opacity: u8,
}

impl Paint {
    /// A colour with an opacity in percent.
    pub const fn new(color: Rgb, opacity: u8) -> Self {
        Self { color, opacity }
    }
}

impl fmt::Display for Paint {
    /// Writes the attributes `fill` and, below 100 %, `fill-opacity`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { color, opacity } = *self;
        write!(f, "fill=\"{color}\"")?;
        match opacity {
            100.. => Ok(()),
            0 => f.write_str(" fill-opacity=\"0\""),
            _ if opacity % 10 == 0 => write!(f, " fill-opacity=\".{}\"", opacity / 10),
            _ => write!(f, " fill-opacity=\".{opacity:02}\""),
        }
    }
}

/// The colours of a picture.
///
/// Fields may be added in later versions. A program makes its own theme by changing the fields of one of these.
///
/// # Examples
/// ```
/// use chess_svg::{Picture, Position, Rgb, Theme};
///
/// let mut theme = Theme::GREEN;
/// theme.background = None;
/// theme.light = Rgb::from_hex(0xfafad2);
/// assert!(Picture::of(&Position::START).theme(theme).to_string().contains("#fafad2"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Theme {
    /// The light squares.
    pub light: Rgb,
    /// The dark squares.
    pub dark: Rgb,
    /// The area around the board; `None` for a transparent one.
    pub background: Option<Rgb>,
    /// The names of files and ranks.
    pub coordinates: Rgb,
    /// The text of the legend, and the outlines of the pieces.
    pub ink: Rgb,
    /// The white pieces.
    pub white: Rgb,
    /// The black pieces.
    pub black: Rgb,
    /// The lines within black pieces. Those within white pieces are in ink.
    pub black_lines: Rgb,
    /// The squares of the last move.
    pub last_move: Paint,
    /// The glow around a king in check.
    pub check: Rgb,
    /// The piece of a moveboard.
    pub attacker: Paint,
    /// Empty squares that it attacks.
    pub attacked: Paint,
    /// Pieces of the other side that it attacks.
    pub enemy_piece: Paint,
    /// Pieces of its own side that it protects.
    pub own_piece: Paint,
    /// The hatching of squares behind pieces.
    pub cut_off: Rgb,
}

impl Theme {
    /// Brown squares, as of a wooden board. The default.
    pub const BROWN: Self = Self {
        light: Rgb::from_hex(0xf0e6d2),
        dark: Rgb::from_hex(0xb8977a),
        background: Some(Rgb::from_hex(0xffffff)),
        coordinates: Rgb::from_hex(0x4a4640),
        ink: Rgb::from_hex(0x1c1c1c),
        white: Rgb::from_hex(0xfdfdfb),
        black: Rgb::from_hex(0x2e2e2e),
        black_lines: Rgb::from_hex(0xe8e4dc),
        last_move: Paint::new(Rgb::from_hex(0xf2cf2e), 60),
        check: Rgb::from_hex(0xe8200e),
        attacker: Paint::new(Rgb::from_hex(0x8a4fd0), 55),
        attacked: Paint::new(Rgb::from_hex(0x2f9e58), 55),
        enemy_piece: Paint::new(Rgb::from_hex(0xd93a2b), 65),
        own_piece: Paint::new(Rgb::from_hex(0x2f6fd0), 55),
        cut_off: Rgb::from_hex(0x55504a),
    };

    /// Blue squares.
    pub const BLUE: Self =
        Self { light: Rgb::from_hex(0xdee3e6), dark: Rgb::from_hex(0x8ca2ad), ..Self::BROWN };

    /// Green squares.
    pub const GREEN: Self =
        Self { light: Rgb::from_hex(0xebecd0), dark: Rgb::from_hex(0x779556), ..Self::BROWN };

    /// Grey squares, for print.
    pub const GRAY: Self =
        Self { light: Rgb::from_hex(0xf4f4f4), dark: Rgb::from_hex(0xb4b4b4), ..Self::BROWN };
}

impl Default for Theme {
    /// [`Theme::BROWN`]
    fn default() -> Self {
        Self::BROWN
    }
}
