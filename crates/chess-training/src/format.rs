//! Formats of training files, and readers and writers of any of them.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::str::FromStr;

use crate::fault::{Losses, ReadError};
use crate::record::Record;
use crate::{binpack, bullet, marlin, pgn, plain, viri};
use chess_data::scores::ScoreView;

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

    /// The usual ending of names of files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Viri => ".vf",
            Self::Marlin => ".marlin",
            Self::Bullet => ".bf",
            Self::Binpack => ".binpack",
            Self::Plain => ".plain",
            Self::Pgn => ".pgn",
        }
    }

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

/// A reader of any format: an iterator over [records](Record).
///
/// After an error, reading goes on behind the fault, unless the documentation of the error says otherwise.
#[derive(Debug)]
pub struct Reader<R> {
    inner: InnerReader<R>,
    /// The number of games that have begun.
    games: u64,
}

impl<R: Read> Reader<R> {
    /// A reader of a stream, which needs no buffer.
    pub fn new(format: Format, read: R) -> Self {
        let inner = match format {
            Format::Viri => InnerReader::Viri(viri::Reader::new(read)),
            Format::Marlin => InnerReader::Marlin(marlin::Reader::new(read)),
            Format::Bullet => InnerReader::Bullet(bullet::Reader::new(read)),
            Format::Binpack => InnerReader::Binpack(binpack::Reader::new(read)),
            Format::Plain => InnerReader::Plain(plain::Reader::new(read)),
            Format::Pgn => InnerReader::Pgn(pgn::Reader::new(read)),
        };
        Self { inner, games: 0 }
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
        match &self.inner {
            InnerReader::Viri(reader) => reader.losses(),
            InnerReader::Marlin(reader) => reader.losses(),
            InnerReader::Bullet(reader) => reader.losses(),
            InnerReader::Binpack(reader) => reader.losses(),
            InnerReader::Plain(reader) => reader.losses(),
            InnerReader::Pgn(reader) => reader.losses(),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.inner {
            InnerReader::Viri(reader) => reader.next(),
            InnerReader::Marlin(reader) => reader.next(),
            InnerReader::Bullet(reader) => reader.next(),
            InnerReader::Binpack(reader) => reader.next(),
            InnerReader::Plain(reader) => reader.next(),
            InnerReader::Pgn(reader) => reader.next(),
        };
        self.games += u64::from(matches!(next, Some(Ok(Record { starts_game: true, .. }))));
        next
    }
}

/// A writer of any format.
///
/// [`finish`](Self::finish) ends the last game or chunk. Without it, the output is not complete.
#[derive(Debug)]
pub struct Writer<W>(InnerWriter<W>);

/// Calls a method of the writer, whatever its format.
macro_rules! each {
    ($inner:expr, $writer:ident => $call:expr) => {
        match $inner {
            InnerWriter::Viri($writer) => $call,
            InnerWriter::Marlin($writer) => $call,
            InnerWriter::Bullet($writer) => $call,
            InnerWriter::Binpack($writer) => $call,
            InnerWriter::Plain($writer) => $call,
            InnerWriter::Pgn($writer) => $call,
        }
    };
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which should be buffered.
    pub fn new(format: Format, out: W) -> Self {
        Self(match format {
            Format::Viri => InnerWriter::Viri(viri::Writer::new(out)),
            Format::Marlin => InnerWriter::Marlin(marlin::Writer::new(out)),
            Format::Bullet => InnerWriter::Bullet(bullet::Writer::new(out)),
            Format::Binpack => InnerWriter::Binpack(binpack::Writer::new(out)),
            Format::Plain => InnerWriter::Plain(plain::Writer::new(out)),
            Format::Pgn => InnerWriter::Pgn(pgn::Writer::new(out)),
        })
    }

    /// Writes a record. All formats but PGN omit records without a score or a result.
    ///
    /// # Errors
    /// The output failed. Nothing can be written after this.
    #[inline]
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        each!(&mut self.0, writer => writer.write(record))
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        each!(&self.0, writer => writer.written())
    }

    /// The losses so far.
    pub const fn losses(&self) -> Losses {
        each!(&self.0, writer => writer.losses())
    }

    /// Ends the last game or chunk, flushes the output and returns it.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(self) -> io::Result<W> {
        each!(self.0, writer => writer.finish())
    }
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
enum InnerReader<R> {
    Viri(viri::Reader<R>),
    Marlin(marlin::Reader<R>),
    Bullet(bullet::Reader<R>),
    Binpack(binpack::Reader<R>),
    Plain(plain::Reader<R>),
    Pgn(pgn::Reader<R>),
}

#[derive(Debug)]
enum InnerWriter<W> {
    Viri(viri::Writer<W>),
    Marlin(marlin::Writer<W>),
    Bullet(bullet::Writer<W>),
    Binpack(binpack::Writer<W>),
    Plain(plain::Writer<W>),
    Pgn(pgn::Writer<W>),
}
