//! Formats of training files, and readers and writers of any of them.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::str::FromStr;

use crate::fault::{Losses, ReadError};
use crate::file::{Encode, FileWriter};
use crate::record::Record;
use crate::{binpack, bullet, marlin, pgn, plain, viri};
use chess_data::input::{Input, Opened, Progress};
use chess_data::scores::ScoreView;

/// Defines the formats by their docs, their modules, the states of their writers and the endings of names, the usual one first; and
/// readers and writers of any of them.
macro_rules! formats {
    ($(#[$doc:meta])* pub enum Format {
        $($(#[$docs:meta])* $format:ident $module:ident $writing:ident [$($ending:literal),+];)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$docs])* $format),+
        }

        impl Format {
            /// All formats.
            pub const ALL: [Self; [$(stringify!($module)),+].len()] = [$(Self::$format),+];

            /// The name: `viri`, `marlin`, `bullet`, `binpack`, `plain` or `pgn`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$format => stringify!($module)),+
                }
            }

            const fn endings(self) -> &'static [&'static str] {
                match self {
                    $(Self::$format => &[$($ending),+]),+
                }
            }
        }

        #[derive(Debug)]
        #[expect(clippy::large_enum_variant, reason = "there is one of it")]
        enum InnerReader<R> {
            $($format($module::Reader<R>)),+
        }

        impl<R: Read> InnerReader<R> {
            fn new(format: Format, read: R) -> Self {
                match format {
                    $(Format::$format => Self::$format($module::Reader::new(read))),+
                }
            }

            const fn losses(&self) -> Losses {
                match self {
                    $(Self::$format(reader) => reader.losses()),+
                }
            }

            #[inline]
            fn next(&mut self) -> Option<Result<Record, ReadError>> {
                match self {
                    $(Self::$format(reader) => reader.next()),+
                }
            }
        }

        /// The state of a [`Writer`].
        #[derive(Debug)]
        pub enum Writing {
            $($(#[$docs])* $format($module::$writing)),+
        }

        impl Writing {
            fn new(format: Format) -> Self {
                match format {
                    $(Format::$format => Self::$format($module::$writing::default())),+
                }
            }
        }

        impl Encode for Writing {
            #[inline]
            fn encode(&mut self, out: &mut impl Write, of: &Record, losses: &mut Losses) -> io::Result<bool> {
                match self {
                    $(Self::$format(writing) => writing.encode(out, of, losses)),+
                }
            }

            fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
                match self {
                    $(Self::$format(writing) => writing.end(out)),+
                }
            }
        }
    };
}

formats! {
    /// A format of training files.
    ///
    /// # Examples
    /// ```
    /// use std::path::Path;
    ///
    /// use chess_training::Format;
    ///
    /// assert_eq!("viri".parse(), Ok(Format::Viri));
    /// assert_eq!(Format::of_path(Path::new("data/batch.bf")), Some(Format::Bullet));
    /// assert_eq!(Format::of_path(Path::new("data/batch.bin")), None);
    /// ```
    pub enum Format {
        /// viriformat: games of the engine Viridithas.
        Viri viri Writing [".vf", ".viri", ".viriformat"];
        /// marlinformat: positions of 32 bytes.
        Marlin marlin Marlin [".marlin", ".marlinformat"];
        /// bulletformat: positions of 32 bytes, seen from the side to move.
        Bullet bullet Bullet [".bf", ".bullet", ".bulletformat"];
        /// Stockfish's binpack: games in chunks, with moves of variable width.
        Binpack binpack Writing [".binpack"];
        /// Lines of text: `FEN | score | result`.
        Plain plain Plain [".plain", ".txt"];
        /// PGN with evaluations in its comments.
        Pgn pgn Writing [".pgn"];
    }
}

impl Format {
    /// Opens a file of this format. Formats whose first bytes can be any are not tested for being another kind of file.
    ///
    /// # Errors
    /// Those of [`Input::open`], and if the format begins with text, of [`Opened::text`].
    pub fn open(self, input: &Input) -> io::Result<Opened> {
        let opened = input.open(&Progress::default())?;
        if matches!(self, Self::Binpack | Self::Plain | Self::Pgn) { opened.text() } else { Ok(opened) }
    }

    /// The usual ending of names of files.
    pub const fn ending(self) -> &'static str {
        self.endings()[0]
    }

    /// The format of a file name's extension, in either case; `None` if the extension is used for several formats or for none.
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
        let is_of = |ending: &&str| ending[1..] == extension;
        Self::ALL.into_iter().find(|format| format.endings().iter().any(is_of))
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
        f.write_str("expected viri, marlin, bullet, binpack, plain or pgn")
    }
}

impl Error for ParseFormatError {}

/// A reader of any format: an iterator over [records](Record).
///
/// After an error, reading continues after the fault, unless the documentation of the error says otherwise.
#[derive(Debug)]
pub struct Reader<R> {
    inner: InnerReader<R>,
    /// The number of games that have begun.
    games: u64,
}

impl<R: Read> Reader<R> {
    /// A reader of a stream, which needs no buffer.
    pub fn new(format: Format, read: R) -> Self {
        Self { inner: InnerReader::new(format, read), games: 0 }
    }

    /// Sets the point of view of engines' scores in PGN. `None`, the default, finds it in each game.
    #[must_use]
    pub fn score_view(self, score_view: Option<ScoreView>) -> Self {
        let inner = match self.inner {
            InnerReader::Pgn(reader) => InnerReader::Pgn(reader.score_view(score_view)),
            inner => inner,
        };
        Self { inner, ..self }
    }

    /// The number of the last record's game in the file, from 1. In PGN, games without a record count as well, as in the
    /// columns of `chess_data`, and a null move begins no other game.
    pub const fn game(&self) -> u64 {
        match &self.inner {
            InnerReader::Pgn(reader) => reader.number(),
            _ => self.games,
        }
    }

    /// The losses of records so far.
    pub const fn losses(&self) -> Losses {
        self.inner.losses()
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let next = self.inner.next();
        self.games += u64::from(matches!(next, Some(Ok(Record { starts_game: true, .. }))));
        next
    }
}

/// A writer of any format.
///
/// [`finish`](Self::finish) ends the last game or chunk. Without it, the output is not complete.
pub type Writer<W> = FileWriter<W, Writing>;

impl<W: Write> Writer<W> {
    /// A writer to `out`, which should be buffered.
    pub fn new(format: Format, out: W) -> Self {
        Self::with(out, Writing::new(format))
    }
}
