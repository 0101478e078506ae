use std::fmt;
use std::io::{self, Cursor, ErrorKind, Read};

use super::compression::{Compression, LONGEST};
use super::progress::{Counting, Progress};

/// An open input, which is read decompressed.
///
/// Truncated or damaged compressed data is an error after everything before it has been read.
pub struct Opened {
    read: Box<dyn Read + Send>,
    compression: Compression,
    may_wait: bool,
    progress: Progress,
}

/// Bytes that are recognised, and put back before the rest.
type Whole = io::Chain<Cursor<Vec<u8>>, Counting<Box<dyn Read + Send>>>;

impl Opened {
    pub(crate) fn new(
        read: Box<dyn Read + Send>,
        may_wait: bool,
        all: &Progress,
        threads: usize,
    ) -> io::Result<Self> {
        let progress = Progress::default();
        let mut read = Counting::new(read, all.clone(), progress.clone());
        let (first, compression) = recognise(&mut read)?;
        let whole = Cursor::new(first).chain(read);
        let read = decoder(whole, compression, threads)?;
        Ok(Self { read, compression, may_wait, progress })
    }

    /// The compression of the input.
    pub const fn compression(&self) -> Compression {
        self.compression
    }

    /// The number of bytes that have been read, before decompression. A decoder reads ahead by some kilobytes.
    pub fn bytes_read(&self) -> u64 {
        self.progress.bytes()
    }

    pub(crate) fn own_progress(&self) -> Progress {
        self.progress.clone()
    }

    /// True if reading may wait for a writer, as that of a pipe or a terminal does.
    pub const fn may_wait(&self) -> bool {
        self.may_wait
    }
}

impl Read for Opened {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read.read(bytes).map_err(|error| self.explain(error))
    }
}

impl Opened {
    fn explain(&self, error: io::Error) -> io::Error {
        if self.compression == Compression::None || error.kind() == ErrorKind::Interrupted {
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

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { compression, may_wait, .. } = self;
        f.debug_struct("Opened")
            .field("compression", compression)
            .field("may_wait", may_wait)
            .finish_non_exhaustive()
    }
}

/// Reads only as many bytes as it takes to recognise the compression.
fn recognise(read: &mut impl Read) -> io::Result<(Vec<u8>, Compression)> {
    let mut first = Vec::new();
    loop {
        if let Some(compression) = Compression::recognise(&first) {
            return Ok((first, compression));
        }
        let mut bytes = [0; LONGEST];
        let room = LONGEST - first.len();
        match read.read(&mut bytes[..room]) {
            Ok(0) => return Ok((first, Compression::None)),
            Ok(count) => first.extend_from_slice(&bytes[..count.min(room)]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[allow(unused_variables, reason = "threads are of use to some decoders only")]
#[allow(clippy::unnecessary_wraps, reason = "decoders may be left out")]
fn decoder(whole: Whole, compression: Compression, threads: usize) -> io::Result<Box<dyn Read + Send>> {
    Ok(match compression {
        Compression::None => Box::new(whole),
        #[cfg(any(feature = "zstd", feature = "zstd-c"))]
        Compression::Zstd if threads > 1 => Box::new(super::frames::Parallel::new(whole, threads)),
        #[cfg(any(feature = "zstd", feature = "zstd-c"))]
        Compression::Zstd => super::zstandard::serial(whole),
        #[cfg(feature = "gzip")]
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(whole)),
        #[cfg(feature = "bzip2")]
        Compression::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(whole)),
        #[allow(unreachable_patterns, reason = "decoders may be left out")]
        missing => {
            let message = format!("this program was built without a decoder for {missing:?}");
            return Err(io::Error::new(ErrorKind::Unsupported, message));
        }
    })
}
