//! Pipes, terminals and devices, for whose bytes a reader waits.

use std::fs::File;
use std::io::{self, Read};
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(unix)]
use rustix::{fs::OFlags, io::Errno};

use super::plain::Plain;

/// A reader that fails once `stop` is set.
pub(super) struct Stoppable<R> {
    pub(super) read: R,
    pub(super) stop: Arc<AtomicBool>,
}

impl<R> Stoppable<R> {
    fn check(&self) -> io::Result<()> {
        let is_over = self.stop.load(Ordering::Relaxed);
        if is_over { Err(io::Error::other("the reading was stopped")) } else { Ok(()) }
    }
}

impl Read for Stoppable<Plain> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        self.read.read(bytes)
    }
}

/// A file is read only when it has bytes, so that no thread waits for its writer.
#[cfg(unix)]
impl Read for Stoppable<File> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            self.check()?;
            let time = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
            match poll(&mut [PollFd::new(&self.read, PollFlags::IN)], Some(&time)) {
                Ok(0) | Err(Errno::INTR) => continue,
                ready => ready?,
            };
            match self.read.read(bytes) {
                // Another program was faster.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
    }
}

#[cfg(not(unix))]
impl Read for Stoppable<File> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        self.read.read(bytes)
    }
}

/// Opens a file, on request without waiting for the other end of a pipe.
pub(super) fn open(path: &Path, is_stoppable: bool) -> io::Result<File> {
    #[cfg(unix)]
    if is_stoppable {
        return File::options().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path);
    }
    let _ = is_stoppable;
    File::open(path)
}

/// Standard input.
pub(super) fn stdin(stop: Option<&Arc<AtomicBool>>) -> io::Result<Plain> {
    #[cfg(unix)]
    if let Some(stop) = stop {
        let read = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        return Ok(Plain::new(Stoppable { read, stop: Arc::clone(stop) }));
    }
    let _ = stop;
    Ok(Plain::new(io::stdin()))
}
