//! The bytes of an input as they arrive, until the work ends.

use std::io::{self, Cursor};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::buffer::Buffer;
use crate::input::{Block, Opened, Progress, read_ahead};

/// The number of bytes that a thread reads at a time.
const BLOCK: usize = 1 << 16;

/// The most blocks that have been read and not taken.
const BLOCKS: usize = 16;

/// The time after which a waiting thread tests whether it should stop.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// The bytes of an input.
///
/// An input that may wait for its writer is read by a thread of its own, which is never joined, so that the work can be stopped
/// while the writer pauses. If that thread cannot be started, the input is read like a file.
pub(crate) struct Supply {
    source: Source,
    progress: Progress,
}

enum Source {
    Direct(Opened),
    Thread { blocks: Receiver<Block>, block: Cursor<Vec<u8>> },
}

/// The reason why the buffer does not become longer now.
pub(crate) enum Filled {
    /// It has as many bytes as wanted.
    Full,
    /// The writer pauses. The buffer has more bytes than before.
    Paused,
    Over,
}

impl Supply {
    pub(crate) fn new(read: Opened) -> Self {
        Self { progress: read.own_progress(), source: Source::new(read) }
    }

    /// The number of bytes that have been read, before decompression.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.progress.bytes()
    }

    /// Reads until the buffer has `goal` bytes, or the writer pauses; before it has `least` bytes, only a pause of [`PATIENCE`] counts.
    /// After `stop` has been set, this may be the end.
    ///
    /// # Errors
    /// That of the input. The bytes before it have been read.
    pub(crate) fn fill(
        &mut self,
        buffer: &mut Buffer,
        least: usize,
        goal: usize,
        stop: &Stop,
    ) -> io::Result<Filled> {
        let start = buffer.len();
        while buffer.len() < goal {
            match &mut self.source {
                Source::Direct(read) => {
                    if buffer.read(read, goal)? == 0 {
                        return Ok(Filled::Over);
                    }
                }
                Source::Thread { blocks, block } => {
                    if buffer.read(block, goal)? > 0 {
                        continue;
                    }
                    let patience = if buffer.len() < least { PATIENCE } else { Duration::ZERO };
                    let next = match blocks.recv_timeout(patience) {
                        Ok(next) => Some(next),
                        Err(_) if buffer.len() > start => return Ok(Filled::Paused),
                        Err(_) => wait(blocks, stop),
                    };
                    let Some(next) = next else { return Ok(Filled::Over) };
                    *block = Cursor::new(next?);
                }
            }
        }
        Ok(Filled::Full)
    }
}

/// Waits for the next block; `None` at the end, or if the work stops.
fn wait(blocks: &Receiver<Block>, stop: &Stop) -> Option<Block> {
    loop {
        match blocks.recv_timeout(PATIENCE) {
            Ok(next) => return Some(next),
            Err(RecvTimeoutError::Timeout) if !stop.is_set() => {}
            Err(_) => return None,
        }
    }
}

impl Source {
    fn new(read: Opened) -> Self {
        if !read.may_wait() {
            return Self::Direct(read);
        }
        match read_ahead(read, |read| read, BLOCK, BLOCKS) {
            Ok(blocks) => Self::Thread { blocks, block: Cursor::default() },
            Err(read) => Self::Direct(read),
        }
    }
}

/// The end of a run before the end of its inputs.
pub(crate) struct Stop {
    /// The user of the pipeline sets it without a notification.
    outside: Arc<AtomicBool>,
    /// It is set after the last wanted result.
    inside: AtomicBool,
}

impl Stop {
    pub(crate) fn new(outside: &Arc<AtomicBool>) -> Self {
        Self { outside: Arc::clone(outside), inside: AtomicBool::new(false) }
    }

    pub(crate) fn set(&self) {
        self.inside.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.inside.load(Ordering::Relaxed) || self.outside.load(Ordering::Relaxed)
    }
}
