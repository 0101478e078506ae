//! Open inputs, their compression, and their progress.

use std::fmt;
use std::io::{self, Cursor, ErrorKind, Read};
#[cfg(any(feature = "bzip2", feature = "gzip"))]
use std::io::{BufRead, BufReader};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::plain::Plain;

/// An open input, which is read decompressed.
///
/// Truncated or damaged compressed data is an error after everything before it has been read.
pub struct Opened {
    read: Plain,
    compression: Compression,
    may_wait: bool,
    progress: Progress,
}

impl Opened {
    pub(super) fn new(read: Plain, may_wait: bool, all: &Progress, threads: usize) -> io::Result<Self> {
        let progress = Progress::default();
        let mut read = Counting { read, all: all.clone(), own: progress.clone() };
        let (first, compression) = peek(&mut read, COMPRESSED, Compression::None)?;
        let whole = Cursor::new(first).chain(read);
        let read = decoder(whole, compression, threads)?;
        Ok(Self { read, compression, may_wait, progress })
    }

    /// Tests whether this is text, of which only the first bytes are read for it.
    ///
    /// # Errors
    /// The input begins as an archive, a file of another compression, a database, a pointer of Git LFS or UTF-16 does. The message says
    /// which, and what to do.
    pub fn text(mut self) -> io::Result<Self> {
        let (first, message) = peek(&mut self, FOREIGN, "")?;
        if !message.is_empty() {
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        self.read = Plain::new(Cursor::new(first).chain(self.read));
        Ok(self)
    }

    /// The compression of the input.
    pub const fn compression(&self) -> Compression {
        self.compression
    }

    /// The number of bytes that have been read, before decompression. A decoder reads ahead by some kilobytes.
    pub fn bytes_read(&self) -> u64 {
        self.progress.bytes()
    }

    #[cfg(feature = "games")]
    pub(crate) fn own_progress(&self) -> Progress {
        self.progress.clone()
    }

    /// True if reading may wait for a writer, as that of a pipe or a terminal does.
    pub const fn may_wait(&self) -> bool {
        self.may_wait
    }

    fn explain(&self, error: io::Error) -> io::Error {
        if self.compression == Compression::None {
            return error;
        }
        match error.kind() {
            ErrorKind::UnexpectedEof => {
                io::Error::new(ErrorKind::UnexpectedEof, "the compressed data is cut off")
            }
            ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::Other => {
                io::Error::new(ErrorKind::InvalidData, format!("the compressed data is damaged: {error}"))
            }
            _ => error,
        }
    }
}

impl Read for Opened {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // To decoders, nothing read is the end of a part, or an error if that occurs again.
        if bytes.is_empty() {
            return Ok(0);
        }
        self.read.read(bytes).map_err(|error| self.explain(error))
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { compression, may_wait, .. } = self;
        f.debug_struct("Opened")
            .field("compression", compression)
            .field("may_wait", may_wait)
            .finish_non_exhaustive()
    }
}

/// The number of bytes that have been read so far, which another thread may show while the work goes on.
///
/// Bytes of the file are counted, before decompression. A clone shares the count.
#[derive(Clone, Default, Debug)]
pub struct Progress(Arc<AtomicU64>);

impl Progress {
    /// The number of bytes read.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// The compression of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compression {
    /// No compression.
    None,
    /// Zstandard (RFC 8878). A file has one or more frames, and skippable frames between them.
    Zstd,
    /// Gzip (RFC 1952). A file has one or more members.
    Gzip,
    /// Bzip2. A file has one or more streams.
    Bzip2,
}

impl Compression {
    /// The compression of a file that begins with these bytes, of which four show any.
    ///
    /// # Examples
    /// ```
    /// use chess_data::input::Compression;
    ///
    /// assert_eq!(Compression::of(b"\x1f\x8b\x08\0"), Compression::Gzip);
    /// assert_eq!(Compression::of(b"[Event"), Compression::None);
    /// ```
    pub fn of(first: &[u8]) -> Self {
        recognise(first, COMPRESSED, Self::None).unwrap_or(Self::None)
    }
}

/// A kind of file, and the least and the greatest of each of its first bytes.
type Mark<T> = (T, &'static [u8], &'static [u8]);

/// A PGN file cannot begin with any of these.
const COMPRESSED: &[Mark<Compression>] = &[
    (Compression::Zstd, b"\x28\xb5\x2f\xfd", b"\x28\xb5\x2f\xfd"),
    // A skippable frame.
    (Compression::Zstd, b"\x50\x2a\x4d\x18", b"\x5f\x2a\x4d\x18"),
    (Compression::Gzip, b"\x1f\x8b\x08", b"\x1f\x8b\x08"),
    (Compression::Bzip2, b"BZh1", b"BZh9"),
];

const UTF_16: &str = "this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`";

/// Files that are often taken for text, and what to do with them.
const FOREIGN: &[Mark<&str>] = &[
    ("this is a zip archive: unpack it first", b"PK\x03\x04", b"PK\x03\x04"),
    ("this is a 7z archive: unpack it first", b"7z\xbc\xaf", b"7z\xbc\xaf"),
    ("this is a rar archive: unpack it first", b"Rar!\x1a", b"Rar!\x1a"),
    ("this file is compressed with xz: decompress it with `xz -d` first", b"\xfd7zXZ", b"\xfd7zXZ"),
    (
        "this file is compressed with lz4: decompress it with `lz4 -d` first",
        b"\x04\x22\x4d\x18",
        b"\x04\x22\x4d\x18",
    ),
    (
        "this is a pointer of Git LFS, not the file: get it by `git lfs pull`",
        b"version https://git-lfs.github.com/spec/",
        b"version https://git-lfs.github.com/spec/",
    ),
    ("this is a Scid database: export its games as PGN", b"Scid.s", b"Scid.s"),
    (UTF_16, b"\xff\xfe", b"\xff\xfe"),
    (UTF_16, b"\xfe\xff", b"\xfe\xff"),
    // Without a byte order mark.
    (UTF_16, b" \0", b"\xff\0"),
    (UTF_16, b"\0 ", b"\0\xff"),
];

/// Returns the kind that the first bytes of a file show, or else `other`; `None` if more bytes are needed, of which the file may have
/// none.
fn recognise<T: Copy>(first: &[u8], marks: &[Mark<T>], other: T) -> Option<T> {
    let mut may_follow = false;
    for &(kind, low, high) in marks {
        if first.iter().zip(low.iter().zip(high)).all(|(byte, (low, high))| (low..=high).contains(&byte)) {
            if first.len() >= low.len() {
                return Some(kind);
            }
            may_follow = true;
        }
    }
    (!may_follow).then_some(other)
}

/// Reads only the bytes that show the kind of a file.
#[expect(clippy::unbuffered_bytes, reason = "a pipe is read no further")]
fn peek<T: Copy>(read: &mut impl Read, marks: &[Mark<T>], other: T) -> io::Result<(Vec<u8>, T)> {
    let mut first = Vec::new();
    loop {
        if let Some(kind) = recognise(&first, marks, other) {
            return Ok((first, kind));
        }
        match read.by_ref().bytes().next().transpose()? {
            Some(byte) => first.push(byte),
            None => return Ok((first, other)),
        }
    }
}

/// Bytes that are recognised, and put back before the rest.
type Whole = io::Chain<Cursor<Vec<u8>>, Counting<Plain>>;

#[allow(unused_variables, reason = "threads are of use to some decoders only")]
#[allow(clippy::unnecessary_wraps, reason = "decoders may be left out")]
fn decoder(whole: Whole, compression: Compression, threads: usize) -> io::Result<Plain> {
    Ok(match compression {
        Compression::None => Plain::new(whole),
        #[cfg(any(feature = "zstd", feature = "zstd-c"))]
        Compression::Zstd if threads > 1 => Plain::new(super::frames::Parallel::new(whole, threads)),
        #[cfg(any(feature = "zstd", feature = "zstd-c"))]
        Compression::Zstd => super::zstandard::serial(whole),
        #[cfg(feature = "gzip")]
        Compression::Gzip => {
            let (begin, end) = (flate2::bufread::GzDecoder::new, flate2::bufread::GzDecoder::into_inner);
            Plain::new(Members::new(whole, begin, end))
        }
        #[cfg(feature = "bzip2")]
        Compression::Bzip2 => {
            let (begin, end) = (bzip2::bufread::BzDecoder::new, bzip2::bufread::BzDecoder::into_inner);
            Plain::new(Members::new(whole, begin, end))
        }
        #[allow(unreachable_patterns, reason = "decoders may be left out")]
        missing => {
            let message = format!("this program was built without a decoder for {missing:?}");
            return Err(io::Error::new(ErrorKind::Unsupported, message));
        }
    })
}

/// All members of a file, one after another, with decoders of one member. Zero bytes after a member, which programs that write whole
/// blocks leave, are no member.
#[cfg(any(feature = "bzip2", feature = "gzip"))]
struct Members<D> {
    /// `None` after the last member.
    decoder: Option<D>,
    begin: fn(BufReader<Whole>) -> D,
    end: fn(D) -> BufReader<Whole>,
}

#[cfg(any(feature = "bzip2", feature = "gzip"))]
impl<D> Members<D> {
    fn new(whole: Whole, begin: fn(BufReader<Whole>) -> D, end: fn(D) -> BufReader<Whole>) -> Self {
        Self { decoder: Some(begin(BufReader::with_capacity(1 << 15, whole))), begin, end }
    }
}

#[cfg(any(feature = "bzip2", feature = "gzip"))]
impl<D: Read> Read for Members<D> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.decoder {
            let count = decoder.read(bytes)?;
            if count > 0 {
                return Ok(count);
            }
            let Some(mut rest) = self.decoder.take().map(self.end) else { break };
            loop {
                let next = rest.fill_buf()?;
                let (zeros, length) = (next.iter().take_while(|&&byte| byte == 0).count(), next.len());
                rest.consume(zeros);
                if zeros < length {
                    self.decoder = Some((self.begin)(rest));
                    break;
                }
                if length == 0 {
                    return Ok(0);
                }
            }
        }
        Ok(0)
    }
}

/// A reader that counts the bytes it reads, for all inputs together and for itself. It reads again after an interruption, at which
/// decoders would lose what they have read.
struct Counting<R> {
    read: R,
    all: Progress,
    own: Progress,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.read.read(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(count) => {
                    self.all.add(count as u64);
                    self.own.add(count as u64);
                    return Ok(count);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks() {
        for (first, kind) in [
            (&b"\x28\xb5\x2f\xfd"[..], Compression::Zstd),
            (b"\x50\x2a\x4d\x18rest", Compression::Zstd),
            (b"\x5f\x2a\x4d\x18", Compression::Zstd),
            (b"\x1f\x8b\x08", Compression::Gzip),
            (b"BZh9", Compression::Bzip2),
            (b"BZh0", Compression::None),
            (b"[Event", Compression::None),
            (b"(1. e4", Compression::None),
            (b"P*x", Compression::None),
        ] {
            assert_eq!(recognise(first, COMPRESSED, Compression::None), Some(kind), "{first:?}");
        }
        for first in [&b""[..], b"\x28", b"\x28\xb5\x2f", b"\x57", b"\x1f\x8b", b"B", b"BZh"] {
            assert_eq!(recognise(first, COMPRESSED, Compression::None), None, "{first:?}");
        }
        // A line break alone is read without waiting for more.
        for first in ["\n", "\r\n", "[E", "Pk", "7k", "8/", "\u{feff}", "Ša"] {
            assert_eq!(recognise(first.as_bytes(), FOREIGN, ""), Some(""), "{first:?}");
        }
    }
}
