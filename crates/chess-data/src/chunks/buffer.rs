//! The text of a chunk.

use std::io::{self, ErrorKind, Read};
use std::ops::Deref;

/// A text that grows by reading. The memory is used again for the next text, without being written before.
#[derive(Default)]
pub(crate) struct Buffer {
    /// The text, and spare bytes after it.
    bytes: Vec<u8>,
    length: usize,
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

impl Buffer {
    /// Replaces the text.
    pub(crate) fn set(&mut self, mut text: &[u8]) {
        self.length = 0;
        let length = text.len();
        // Bytes in memory are read at once.
        let _ = self.read(&mut text, length);
    }

    /// Keeps the first bytes only.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// Removes the text, and gives back memory beyond `size` bytes, which a long game has needed.
    pub(crate) fn shrink(&mut self, size: usize) {
        self.length = 0;
        if self.bytes.len() > size {
            self.bytes = Vec::new();
        }
    }

    /// Reads once, so that the text has at most `goal` bytes; the number of bytes read is 0 at the end.
    pub(crate) fn read(&mut self, read: &mut impl Read, goal: usize) -> io::Result<usize> {
        if self.bytes.len() < goal {
            self.bytes.resize(goal, 0);
        }
        let room = self.bytes.get_mut(self.length..goal).unwrap_or_default();
        loop {
            match read.read(room) {
                Ok(count) => {
                    let count = count.min(room.len());
                    self.length += count;
                    return Ok(count);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that is interrupted before it returns one byte, and reports more bytes than fit.
    struct Liar(bool);

    impl Read for Liar {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0 = !self.0;
            if self.0 {
                return Err(ErrorKind::Interrupted.into());
            }
            bytes[0] = b'x';
            Ok(bytes.len() + 1)
        }
    }

    #[test]
    fn reading_survives_interruptions_and_stops_at_the_goal() {
        let mut buffer = Buffer::default();
        buffer.set(b"abc");
        assert_eq!(buffer.read(&mut Liar(false), 5).unwrap(), 2);
        assert_eq!(&*buffer, b"abcx\0");
        let error = buffer.read(&mut io::empty().chain(Failing), 6).unwrap_err();
        assert_eq!((error.kind(), &*buffer), (ErrorKind::BrokenPipe, &b"abcx\0"[..]));
    }

    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn memory_is_kept_unless_it_is_larger_than_asked() {
        let mut buffer = Buffer::default();
        buffer.set(&[b'x'; 100]);
        buffer.set(b"abc");
        assert_eq!((&*buffer, buffer.bytes.len()), (&b"abc"[..], 100));
        buffer.truncate(9);
        buffer.truncate(2);
        assert_eq!(&*buffer, b"ab");
        buffer.shrink(100);
        assert_eq!((&*buffer, buffer.bytes.len()), (&b""[..], 100));
        buffer.set(b"abc");
        buffer.shrink(99);
        assert_eq!((&*buffer, buffer.bytes.len()), (&b""[..], 0));
    }
}
