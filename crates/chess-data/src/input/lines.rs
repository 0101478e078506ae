use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::mem;

use super::source::Input;

/// The longest line that is read, in bytes without its end, unless the reader of the lines allows longer ones.
const MAX_LINE: usize = 1 << 16;

/// The number of bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// A line has more bytes than this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineTooLong(pub usize);

impl fmt::Display for LineTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the line has more than {} bytes", self.0)
    }
}

impl Error for LineTooLong {}

/// The lines of a text, read in constant memory. A line that is too long is skipped and reported.
///
/// # Examples
/// ```
/// use chess_data::input::{LineTooLong, Lines};
///
/// let mut lines = Lines::up_to(4, &b"e2e4\r\ne2e4e6\n"[..]);
/// assert_eq!(lines.next()?, Some(Ok("e2e4".into())));
/// assert_eq!(lines.next()?, Some(Err(LineTooLong(4))));
/// assert_eq!(lines.next()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Lines<'a> {
    input: BufReader<LineFeeds<Box<dyn Read + Send + 'a>>>,
    line: Vec<u8>,
    longest: usize,
    is_first: bool,
}

impl<'a> Lines<'a> {
    /// Lines of at most 64 KiB of an input, which may be compressed.
    ///
    /// # Errors
    /// Those of [`Input::open_text`].
    pub fn open(input: &Input) -> io::Result<Self> {
        Ok(Self::new(input.open_text()?))
    }

    /// Lines of at most 64 KiB of a source that needs no buffer.
    pub fn new(input: impl Read + Send + 'a) -> Self {
        Self::up_to(MAX_LINE, input)
    }

    /// Lines of at most `longest` bytes.
    pub fn up_to(longest: usize, input: impl Read + Send + 'a) -> Self {
        let input = BufReader::with_capacity(BUFFER, LineFeeds::new(Box::new(input) as Box<_>));
        Self { input, line: Vec::new(), longest, is_first: true }
    }

    /// The first word of the line read last, also if it was too long.
    pub fn first_word(&self) -> &[u8] {
        let mut words = self.line.split(u8::is_ascii_whitespace);
        words.find(|word| !word.is_empty()).unwrap_or_default()
    }

    /// Returns true if the next line is in the buffer, so that reading it does not wait.
    pub fn has_line(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// Returns true if the line read last ended with a line break. Only the last line of the input can lack it.
    pub fn has_end(&self) -> bool {
        self.line.ends_with(b"\n")
    }

    /// Reads the next line, without LF, CR or CRLF at its end and without a byte order mark before the first; `None` at the end
    /// of the text. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// The source cannot be read.
    #[expect(clippy::should_implement_trait, reason = "the line borrows from the reader")]
    pub fn next(&mut self) -> io::Result<Option<Result<Cow<'_, str>, LineTooLong>>> {
        let limit = BOM.len() + self.longest + 1;
        self.line.clear();
        let read = self.input.by_ref().take(limit as u64).read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(None);
        }
        if read == limit && !self.line.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
        }
        if mem::take(&mut self.is_first) && self.line.starts_with(BOM) {
            self.line.drain(..BOM.len());
        }
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok(Some(if line.len() > self.longest { Err(LineTooLong(self.longest)) } else { Ok(text(line)) }))
    }
}

/// The text in the quotation marks that a line begins with, such as the first cell of a table; or else the line.
///
/// # Examples
/// ```
/// use chess_data::input::unquoted;
///
/// assert_eq!(unquoted("\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",5"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// assert_eq!(unquoted("startpos"), "startpos");
/// ```
pub fn unquoted(line: &str) -> &str {
    let cell = line.trim_start().strip_prefix('"').and_then(|cell| cell.split_once('"'));
    cell.map_or(line, |(cell, _)| cell)
}

/// The byte order mark of UTF-8.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";

/// A text with LF in place of CR and CRLF.
pub(crate) struct LineFeeds<R> {
    read: R,
    /// True if the last byte was a CR, whose LF may follow.
    was_cr: bool,
}

impl<R: Read> LineFeeds<R> {
    pub(crate) const fn new(read: R) -> Self {
        Self { read, was_cr: false }
    }
}

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.read.read(bytes)?;
            if !self.was_cr && memchr::memchr(b'\r', &bytes[..count]).is_none() {
                return Ok(count);
            }
            let mut kept = 0;
            for i in 0..count {
                let was_cr = mem::replace(&mut self.was_cr, bytes[i] == b'\r');
                if !(was_cr && bytes[i] == b'\n') {
                    bytes[kept] = if self.was_cr { b'\n' } else { bytes[i] };
                    kept += 1;
                }
            }
            if kept > 0 || count == 0 {
                return Ok(kept);
            }
        }
    }
}

/// Decodes a line. Checking it first takes 4 % off the work of `chess resolve`, compared with replacing in every line.
fn text(line: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed)
}

impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("longest", &self.longest).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes at a time.
    struct Few<'a>(&'a [u8], usize);

    impl Read for Few<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.1);
            self.0.read(&mut bytes[..count])
        }
    }

    fn all(text: &[u8]) -> Vec<Result<String, LineTooLong>> {
        let mut lines = Lines::new(text);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(line.map(Cow::into_owned));
        }
        all
    }

    #[test]
    fn ends_of_lines() {
        let line = |text: &str| Ok(text.to_owned());
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\n"), [line("")]);
        assert_eq!(all(b"a\n\n"), [line("a"), line("")]);
        assert_eq!(all(b"a\n\nb\nc"), ["a", "", "b", "c"].map(line));
        // Only the text begins with a mark.
        assert_eq!(all("\u{feff}\u{feff}a\n\u{feff}b".as_bytes()), ["\u{feff}a", "\u{feff}b"].map(line));
        for text in ["a\r\n\r\nb\r\nc", "a\r\rb\rc\r", "a\r\n\nb\r\nc\r", "\u{feff}a\n\nb\nc"] {
            for size in 1..=text.len() {
                let mut lines = Lines::new(Few(text.as_bytes(), size));
                for expected in ["a", "", "b", "c"] {
                    assert_eq!(lines.next().unwrap(), Some(Ok(expected.into())), "{text:?} {size}");
                }
                assert_eq!(lines.next().unwrap(), None);
            }
        }
    }

    #[test]
    fn what_is_not_utf8_is_replaced() {
        assert_eq!(all(b"\xff\xfe\nb\x80"), [Ok("\u{fffd}\u{fffd}".to_owned()), Ok("b\u{fffd}".to_owned())]);
    }

    #[test]
    fn the_longest_line() {
        for end in ["", "\n", "\r\n"] {
            for len in [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, MAX_LINE + 3, 3 * MAX_LINE] {
                let line = "x".repeat(len);
                let expected = if len > MAX_LINE { Err(LineTooLong(MAX_LINE)) } else { Ok(line.clone()) };
                let found = all(format!("{line}{end}").as_bytes());
                assert!(found.len() == 1 && found[0] == expected, "{len}");
                if !end.is_empty() {
                    assert_eq!(all(format!("{line}{end}next").as_bytes()), [expected, Ok("next".to_owned())]);
                }
            }
        }
    }

    #[test]
    fn longer_lines_and_first_words() {
        let mut lines = Lines::up_to(8, &b" \t go on\n  go   on\n\n"[..]);
        assert_eq!(lines.next().unwrap(), Some(Ok(" \t go on".into())));
        assert_eq!(lines.first_word(), b"go");
        assert_eq!(lines.next().unwrap(), Some(Err(LineTooLong(8))));
        assert_eq!(lines.first_word(), b"go");
        assert_eq!(lines.next().unwrap(), Some(Ok("".into())));
        assert_eq!(lines.first_word(), b"");
    }

    #[test]
    fn memory_does_not_grow() {
        let mut lines = Lines::new(io::repeat(b'x').take(1 << 24));
        assert_eq!(lines.next().unwrap(), Some(Err(LineTooLong(MAX_LINE))));
        assert_eq!(lines.first_word().len(), MAX_LINE + 4);
        assert_eq!(lines.next().unwrap(), None);
        assert!(lines.line.capacity() <= 4 * MAX_LINE, "{}", lines.line.capacity());
    }
}
