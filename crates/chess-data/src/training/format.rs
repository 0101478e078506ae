use std::error::Error;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A format of training files.
///
/// # Examples
/// ```
/// use std::path::Path;
///
/// use chess_data::training::Format;
///
/// assert_eq!("viri".parse(), Ok(Format::Viri));
/// assert_eq!(Format::of_path(Path::new("data/batch.bf")), Some(Format::Bullet));
/// assert_eq!(Format::of_path(Path::new("data/batch.bin")), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// viriformat: games of the engine Viridithas.
    Viri,
    /// marlinformat: positions of 32 bytes.
    Marlin,
    /// bulletformat: positions of 32 bytes, seen from the side to move.
    Bullet,
    /// Stockfish's binpack: games in chunks, with moves of variable width.
    Binpack,
    /// Lines of text: `FEN | score | result`.
    Plain,
    /// PGN with evaluations in its comments.
    Pgn,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] =
        [Self::Viri, Self::Marlin, Self::Bullet, Self::Binpack, Self::Plain, Self::Pgn];

    /// The name: `viri`, `marlin`, `bullet`, `binpack`, `plain` or `pgn`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Viri => "viri",
            Self::Marlin => "marlin",
            Self::Bullet => "bullet",
            Self::Binpack => "binpack",
            Self::Plain => "plain",
            Self::Pgn => "pgn",
        }
    }

    /// The format that the extension of a file's name stands for, in either case; `None` if the extension is used for several
    /// formats or for none.
    ///
    /// | format | extensions |
    /// |---|---|
    /// | `viri` | `vf`, `viri`, `viriformat` |
    /// | `marlin` | `marlin`, `marlinformat` |
    /// | `bullet` | `bf`, `bullet`, `bulletformat` |
    /// | `binpack` | `binpack` |
    /// | `plain` | `plain`, `txt` |
    /// | `pgn` | `pgn` |
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "vf" | "viri" | "viriformat" => Some(Self::Viri),
            "marlin" | "marlinformat" => Some(Self::Marlin),
            "bf" | "bullet" | "bulletformat" => Some(Self::Bullet),
            "binpack" => Some(Self::Binpack),
            "plain" | "txt" => Some(Self::Plain),
            "pgn" => Some(Self::Pgn),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    /// Writes the name; width and alignment of the format are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Reads a name.
    fn from_str(text: &str) -> Result<Self, ParseFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFormatError)
    }
}

/// A text that is not the name of a format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a format is viri, marlin, bullet, binpack, plain or pgn")
    }
}

impl Error for ParseFormatError {}
