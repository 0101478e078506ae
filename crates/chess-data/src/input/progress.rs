use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of bytes that have been read so far, which another thread may show while the work goes on.
///
/// Bytes are counted as they stand in the file, before decompression. A clone shares the count.
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

/// A reader that counts the bytes it reads, for all inputs together and for itself.
pub(crate) struct Counting<R> {
    read: R,
    all: Progress,
    own: Progress,
}

impl<R> Counting<R> {
    pub(crate) fn new(read: R, all: Progress, own: Progress) -> Self {
        Self { read, all, own }
    }
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(bytes)?;
        self.all.add(count as u64);
        self.own.add(count as u64);
        Ok(count)
    }
}
