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

    /// The colour of a word `0xRRGGBB`, whose upper eight bits are passed over.
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

/// A colour that lets through some of what is below it.
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
