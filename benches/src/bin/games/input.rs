use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use chess_data::input::{Input, Opened, Progress};
use chess_notation::pgn::Reader;

/// The way in which a program reads a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// Bytes in memory, which are there before the clock starts.
    Slice,
    /// A stream, decompressed while it is read.
    Stream,
    /// Chunks of the file, on this many threads.
    Chunks(usize),
}

/// A file to read.
pub(crate) enum Source {
    Slice(Vec<u8>),
    Stream(Opened),
    Chunks(PathBuf, usize),
}

impl Source {
    pub(crate) fn new(path: &Path, from: From) -> io::Result<Self> {
        Ok(match from {
            From::Slice => Self::Slice(fs::read(path)?),
            From::Stream => Self::Stream(Input::file(path).open(&Progress::default())?),
            From::Chunks(threads) => Self::Chunks(path.to_path_buf(), threads),
        })
    }
}

/// Prints the number of bytes of a file's text, after decompression.
pub(crate) fn size(path: &Path) -> io::Result<()> {
    let mut text = Input::file(path).open(&Progress::default())?;
    let bytes = io::copy(&mut text, &mut io::sink())?;
    writeln!(io::stdout(), "{bytes}")
}

/// Writes the first games of a file to stdout.
pub(crate) fn head(games: u64, path: &Path) -> io::Result<()> {
    // Games are at most a few hundred kilobytes long, most of them one or two.
    let mut bytes = Vec::new();
    File::open(path)?.take(games.saturating_mul(20_000).max(10_000_000)).read_to_end(&mut bytes)?;
    let mut reader = Reader::new(&bytes);
    let mut end = bytes.len();
    loop {
        let is_event = match reader.next_event() {
            Ok(None) => break,
            Ok(Some(_)) => true,
            Err(_) => false,
        };
        if reader.game() > games {
            end = reader.place().offset as usize;
            break;
        }
        if is_event {
            reader.skip_game().map_err(io::Error::other)?;
        }
    }
    io::stdout().write_all(&bytes[..end])
}
