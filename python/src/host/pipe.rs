//! Pipes, terminals and devices, for whose bytes a reader waits.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::host::run::PATIENCE;

/// A file that is read only when it has bytes, and is left with what it holds when no more is wanted.
pub(crate) struct Pipe {
    path: PathBuf,
    /// `None` before the first bytes.
    file: Option<File>,
    stop: Arc<AtomicBool>,
}

impl Pipe {
    /// Creates a reader of a file, or of standard input for `-`, which ends when `stop` is set.
    pub(crate) fn new(path: PathBuf, stop: &Arc<AtomicBool>) -> Self {
        Self { path, file: None, stop: Arc::clone(stop) }
    }

    /// Tests whether reading a file may wait for another program.
    pub(crate) fn is_one(path: &Path) -> bool {
        path == Path::new("-") || path.metadata().is_ok_and(|it| !it.is_file() && !it.is_dir())
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(open(&self.path)?),
        };
        while !self.stop.load(Ordering::Relaxed) {
            let time = Timespec { tv_sec: 0, tv_nsec: PATIENCE.subsec_nanos().into() };
            match poll(&mut [PollFd::new(&*file, PollFlags::IN)], Some(&time)) {
                Ok(0) | Err(Errno::INTR) => continue,
                ready => ready?,
            };
            match file.read(buffer) {
                // Another program was faster.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
        Err(ErrorKind::BrokenPipe.into())
    }
}

/// Opens a file without waiting for the other end of a pipe.
fn open(path: &Path) -> io::Result<File> {
    if path == Path::new("-") {
        return io::stdin().as_fd().try_clone_to_owned().map(File::from);
    }
    File::options().read(true).custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)
}
