use std::io::{self, ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// A character that makes a word wrong which the failure of the source has cut off. No word of PGN has it.
pub(super) const HELD_MARK: u8 = b'~';

/// A source whose error is held back, so that what stands before it can be read to its end, which is a [`HELD_MARK`].
#[derive(Debug)]
pub(super) struct Held<R> {
    read: R,
    error: HeldError,
    has_failed: bool,
}

/// The error of a source, once it has failed.
#[derive(Clone, Debug, Default)]
pub(super) struct HeldError(Arc<Mutex<Option<io::Error>>>);

impl<R> Held<R> {
    pub(super) fn new(read: R) -> (Self, HeldError) {
        let error = HeldError::default();
        (Self { read, error: error.clone(), has_failed: false }, error)
    }
}

impl HeldError {
    /// Tells if there is an error to take.
    pub(super) fn has_happened(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Takes the error.
    pub(super) fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<R: Read> Read for Held<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.has_failed {
            return Ok(0);
        }
        match self.read.read(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                *self.error.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                self.has_failed = true;
                let Some(first) = bytes.first_mut() else { return Ok(0) };
                *first = HELD_MARK;
                Ok(1)
            }
            result => result,
        }
    }
}
