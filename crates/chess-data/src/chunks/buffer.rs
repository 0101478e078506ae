//! Bytes that wait to be cut into chunks, and their ends of lines.

use std::io::{self, ErrorKind, Read};

use memchr::{memchr, memchr_iter};

/// A text that grows by reading. The memory is used again for the next text, without being written before.
#[derive(Default)]
pub(crate) struct Buffer {
    /// The text, and spare capacity after it.
    bytes: Vec<u8>,
    length: usize,
}

impl Buffer {
    pub(crate) fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Replaces the text.
    pub(crate) fn set(&mut self, text: &[u8]) {
        self.length = 0;
        self.push(text);
    }

    /// Appends to the text.
    pub(crate) fn push(&mut self, text: &[u8]) {
        let start = self.length;
        self.reserve(start + text.len());
        self.bytes[start..start + text.len()].copy_from_slice(text);
        self.length += text.len();
    }

    /// Keeps the first bytes only.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// Gives back memory beyond `size` bytes, which a long game has needed.
    pub(crate) fn shrink(&mut self, size: usize) {
        self.length = 0;
        if self.bytes.len() > size {
            self.bytes = Vec::new();
        }
    }

    /// Reads once, so that the text has at most `goal` bytes; the number of bytes read is 0 at the end.
    pub(crate) fn read(&mut self, read: &mut impl Read, goal: usize) -> io::Result<usize> {
        self.reserve(goal);
        loop {
            match read.read(&mut self.bytes[self.length..goal]) {
                Ok(count) => {
                    let count = count.min(goal - self.length);
                    self.length += count;
                    return Ok(count);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn reserve(&mut self, length: usize) {
        if self.bytes.len() < length {
            self.bytes.resize(length, 0);
        }
    }
}

/// The number of line ends in bytes that neither begin nor end between a CR and its LF. Lines end with LF, CR or both.
pub(crate) fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = memchr_iter(b'\n', bytes).count() as u64;
    let Some(first) = memchr(b'\r', bytes) else { return feeds };
    let lone = memchr_iter(b'\r', &bytes[first..]).filter(|at| bytes.get(first + at + 1) != Some(&b'\n'));
    feeds + lone.count() as u64
}

#[cfg(test)]
mod tests {
    use super::{line_ends, *};

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
        assert_eq!(buffer.text(), b"abcx\0");
        let error = buffer.read(&mut io::empty().chain(Failing), 6).unwrap_err();
        assert_eq!((error.kind(), buffer.text()), (ErrorKind::BrokenPipe, &b"abcx\0"[..]));
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
        buffer.push(&[b'x'; 100]);
        buffer.set(b"abc");
        buffer.push(b"def");
        assert_eq!((buffer.text(), buffer.bytes.len()), (&b"abcdef"[..], 100));
        buffer.truncate(9);
        buffer.truncate(4);
        assert_eq!(buffer.text(), b"abcd");
        buffer.shrink(100);
        assert_eq!((buffer.text(), buffer.bytes.len()), (&b""[..], 100));
        buffer.push(b"abc");
        buffer.shrink(99);
        assert_eq!((buffer.text(), buffer.bytes.len()), (&b""[..], 0));
    }

    #[test]
    fn lf_cr_or_both() {
        for (text, ends) in [
            ("", 0),
            ("a", 0),
            ("\n", 1),
            ("\r", 1),
            ("\r\n", 1),
            ("\n\r", 2),
            ("a\r\rb\r\n\nc", 4),
            ("\r\n\r\n\r", 3),
        ] {
            assert_eq!(line_ends(text.as_bytes()), ends, "{text:?}");
        }
    }
}
