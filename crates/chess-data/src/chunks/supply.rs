//! The bytes of an input as they arrive, until the work ends.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::buffer::Buffer;
use crate::input::{Opened, Progress};

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
    may_wait: bool,
}

enum Source {
    Direct(Opened),
    Thread { blocks: Receiver<io::Result<Vec<u8>>>, block: Vec<u8>, taken: usize },
}

/// The progress of a supply.
pub(crate) enum Supplied {
    /// The buffer has as many bytes as wanted.
    Full,
    /// The writer pauses. The buffer has more bytes than before.
    Paused,
    End,
    Failed(io::Error),
}

impl Supply {
    pub(crate) fn new(read: Opened) -> Self {
        let (progress, may_wait) = (read.own_progress(), read.may_wait());
        Self { source: Source::new(read), progress, may_wait }
    }

    pub(crate) fn may_wait(&self) -> bool {
        self.may_wait
    }

    /// The number of bytes that have been read, before decompression.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.progress.bytes()
    }

    /// Reads until the buffer has `goal` bytes, or the writer pauses. After `stop` has been set, this may be the end.
    pub(crate) fn fill(&mut self, buffer: &mut Buffer, goal: usize, stop: &Stop) -> Supplied {
        match &mut self.source {
            Source::Direct(read) => {
                while buffer.text().len() < goal {
                    match buffer.read(read, goal) {
                        Ok(0) => return Supplied::End,
                        Ok(_) => {}
                        Err(error) => return Supplied::Failed(error),
                    }
                }
                Supplied::Full
            }
            Source::Thread { blocks, block, taken } => {
                let start = buffer.text().len();
                loop {
                    let rest = block.get(*taken..).unwrap_or_default();
                    let count = rest.len().min(goal.saturating_sub(buffer.text().len()));
                    buffer.push(&rest[..count]);
                    *taken += count;
                    if buffer.text().len() >= goal {
                        return Supplied::Full;
                    }
                    let next = match blocks.try_recv() {
                        Ok(next) => next,
                        Err(_) if buffer.text().len() > start => return Supplied::Paused,
                        Err(_) => match wait(blocks, stop) {
                            Some(next) => next,
                            None => return Supplied::End,
                        },
                    };
                    match next {
                        Ok(next) => (*block, *taken) = (next, 0),
                        Err(error) => return Supplied::Failed(error),
                    }
                }
            }
        }
    }
}

/// Waits for the next block; `None` at the end, or if the work stops.
fn wait(blocks: &Receiver<io::Result<Vec<u8>>>, stop: &Stop) -> Option<io::Result<Vec<u8>>> {
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
        let (sender, blocks) = sync_channel(BLOCKS);
        // The thread receives the input after it has started: a thread that fails to start would drop it.
        let (hand, taken) = sync_channel(1);
        let send = move || {
            if let Ok(read) = taken.recv() {
                send_all(read, &sender);
            }
        };
        if thread::Builder::new().spawn(send).is_err() {
            return Self::Direct(read);
        }
        match hand.send(read) {
            Ok(()) => Self::Thread { blocks, block: Vec::new(), taken: 0 },
            Err(SendError(read)) => Self::Direct(read),
        }
    }
}

fn send_all(mut read: Opened, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut bytes = vec![0; BLOCK];
    loop {
        let (block, is_last) = match read.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => (Ok(bytes[..count.min(BLOCK)].to_vec()), false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => (Err(error), true),
        };
        // Sending fails if the receiver has gone.
        if sender.send(block).is_err() || is_last {
            return;
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
