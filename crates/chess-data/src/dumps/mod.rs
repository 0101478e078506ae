//! The puzzle file and the evaluation file of Lichess as tables.
//!
//! `docs/columns.md` in the repository has their columns. Source: <https://database.lichess.org>.
//!
//! # Examples
//! ```
//! use std::ops::ControlFlow;
//!
//! use chess_data::dumps::{Dump, Reading};
//! use chess_data::input::Input;
//!
//! let puzzles = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
//!     0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1500,73,96,33513,\
//!     advantage endgame short,https://lichess.org/F8M8OS71#53,\n";
//! let mut ratings = 0;
//! let stopped = Reading::new(Dump::Puzzles, &Input::bytes("puzzles.csv", puzzles)).for_each(|batch| {
//!     ratings += (0..batch.rows()).filter_map(|row| batch.get("rating", row)?.as_i64()).sum::<i64>();
//!     ControlFlow::<()>::Continue(())
//! })?;
//! assert!(stopped.is_continue());
//! assert_eq!(ratings, 1500);
//! # Ok::<(), std::io::Error>(())
//! ```

mod syntax;
mod tables;

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;

use self::tables::{EVAL_FIELDS, PUZZLE_FIELDS};
use crate::columns::{Batch, Field};
use crate::filter::RowFilter;
use crate::input::{Input, Progress};

pub use tables::{read_evals, read_puzzles};

/// The number of bytes of text that make a batch, about.
const BLOCK: usize = 1 << 20;

/// The longest line, in bytes.
const MAX_LINE: usize = 1 << 26;

/// A kind of file of Lichess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dump {
    /// Puzzles, as CSV.
    Puzzles,
    /// Evaluations of positions, as JSON Lines.
    Evals,
}

impl Dump {
    /// The columns of the table.
    pub fn fields(self) -> Arc<[Field]> {
        match self {
            Self::Puzzles => Arc::clone(&PUZZLE_FIELDS),
            Self::Evals => Arc::clone(&EVAL_FIELDS),
        }
    }

    /// The ending of the names of files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Puzzles => ".csv",
            Self::Evals => ".jsonl",
        }
    }

    /// Reads whole lines as rows. `lines_before` is the number of lines of the file before them.
    pub fn read(self, bytes: &[u8], lines_before: u64) -> Batch {
        match self {
            Self::Puzzles => read_puzzles(bytes),
            Self::Evals => read_evals(bytes, lines_before),
        }
    }
}

/// Reads a file as batches of columns, on the threads of the current rayon pool, with the batches in the order of the file.
///
/// Memory is bounded by the number of threads, whatever the file.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    dump: Dump,
    input: &'a Input,
    filter: RowFilter,
    block: usize,
    is_alone: bool,
    progress: Progress,
}

impl<'a> Reading<'a> {
    /// The rows of this input.
    pub fn new(dump: Dump, input: &'a Input) -> Self {
        Self {
            dump,
            input,
            filter: RowFilter::default(),
            block: BLOCK,
            is_alone: false,
            progress: Progress::default(),
        }
    }

    /// Leaves out the rows that `filter`, of the columns of the dump, does not keep.
    #[must_use]
    pub fn filter(mut self, filter: &RowFilter) -> Self {
        self.filter = filter.clone();
        self
    }

    /// Sets the number of bytes of text that make a batch, about.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.block = bytes.max(1);
        self
    }

    /// Reads on the caller's thread alone, as if no other could be started.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.is_alone = true;
        self
    }

    /// Counts the bytes that are read in `progress`.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Self {
        self.progress = progress.clone();
        self
    }

    /// Reads all rows and calls `visit` with the batches, in order, on the caller's thread, until it breaks.
    ///
    /// # Errors
    /// The input cannot be read, or a line has more than 64 MiB. All batches before have been visited.
    pub fn for_each<B>(&self, visit: impl FnMut(Batch) -> ControlFlow<B>) -> io::Result<ControlFlow<B>> {
        self.map_each(|batch| batch, visit)
    }

    /// Reads as [`for_each`](Self::for_each) does, and calls `work` with each batch on the thread that has read it.
    ///
    /// # Errors
    /// Those of [`for_each`](Self::for_each).
    pub fn map_each<T: Send, B>(
        &self,
        work: impl Fn(Batch) -> T + Sync,
        mut visit: impl FnMut(T) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let mut blocks = Blocks {
            read: self.input.open(&self.progress)?,
            size: self.block,
            rest: Vec::new(),
            lines: 0,
            is_over: false,
        };
        let count = if self.is_alone { 1 } else { 4 * rayon::current_num_threads() };
        loop {
            let mut failed = None;
            let mut round = Vec::with_capacity(count);
            while round.len() < count {
                match blocks.next() {
                    Ok(Some(block)) => round.push(block),
                    Ok(None) => break,
                    Err(error) => {
                        failed = Some(error);
                        break;
                    }
                }
            }
            let is_last = round.len() < count;
            let read = |(block, lines): (Vec<u8>, u64)| {
                let batch = self.filter.keep(self.dump.read(&block, lines));
                (batch.rows() > 0).then(|| work(batch))
            };
            let values: Vec<Option<T>> = if self.is_alone {
                round.into_iter().map(read).collect()
            } else {
                round.into_par_iter().map(read).collect()
            };
            for value in values.into_iter().flatten() {
                if let ControlFlow::Break(value) = visit(value) {
                    return Ok(ControlFlow::Break(value));
                }
            }
            match failed {
                Some(error) => return Err(error),
                None if is_last => return Ok(ControlFlow::Continue(())),
                None => {}
            }
        }
    }
}

/// The blocks of whole lines of a text.
struct Blocks<R> {
    read: R,
    size: usize,
    /// The beginning of the next block.
    rest: Vec<u8>,
    /// The number of lines before it.
    lines: u64,
    is_over: bool,
}

impl<R: Read> Blocks<R> {
    /// The next block, and the number of lines before it; `None` at the end.
    fn next(&mut self) -> io::Result<Option<(Vec<u8>, u64)>> {
        let mut block = std::mem::take(&mut self.rest);
        while !self.is_over {
            let wanted = self.size.max(block.len() + 1) - block.len();
            let read = self.read.by_ref().take(wanted as u64).read_to_end(&mut block)?;
            self.is_over = read < wanted;
            if let Some(end) = memchr::memrchr(b'\n', &block) {
                if block.len() >= self.size {
                    self.rest = block.split_off(end + 1);
                    break;
                }
            } else if block.len() > MAX_LINE {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a line has more than 64 MiB"));
            } else if block.len() >= self.size {
                // Twice as many bytes each time, so that a long line takes linear time.
                let wanted = block.len() as u64;
                let read = self.read.by_ref().take(wanted).read_to_end(&mut block)?;
                self.is_over = (read as u64) < wanted;
            }
        }
        let lines = self.lines;
        self.lines += memchr::memchr_iter(b'\n', &block).count() as u64;
        Ok((!block.is_empty()).then_some((block, lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes at a time.
    struct Few<'a>(&'a [u8]);

    impl Read for Few<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let count = bytes.len().min(5);
            self.0.read(&mut bytes[..count])
        }
    }

    /// The blocks of a text, with the numbers of lines before them, and the number of bytes read before each was complete.
    fn blocks(text: &str, size: usize) -> Vec<(String, u64)> {
        let mut blocks =
            Blocks { read: Few(text.as_bytes()), size, rest: Vec::new(), lines: 0, is_over: false };
        let mut all = Vec::new();
        while let Some((block, lines)) = blocks.next().unwrap() {
            all.push((String::from_utf8(block).unwrap(), lines));
        }
        assert!(blocks.next().unwrap().is_none());
        all
    }

    #[test]
    fn blocks_have_whole_lines_and_about_their_size() {
        let expect = |text: &str, size: usize, expected: &[(&str, u64)]| {
            let found = blocks(text, size);
            let found: Vec<(&str, u64)> =
                found.iter().map(|(block, lines)| (block.as_str(), *lines)).collect();
            assert_eq!(found, expected, "{text:?} {size}");
        };
        expect("", 4, &[]);
        expect("a\nbb\nccc\n", 100, &[("a\nbb\nccc\n", 0)]);
        expect("a\nbb\nccc\n", 1, &[("a\n", 0), ("bb\n", 1), ("ccc\n", 2)]);
        expect("a\nbb\nccc\n", 4, &[("a\n", 0), ("bb\n", 1), ("ccc\n", 2)]);
        expect("a\nbb\nccc\n", 5, &[("a\nbb\n", 0), ("ccc\n", 2)]);
        expect("a\nbb\nccc\nd", 6, &[("a\nbb\n", 0), ("ccc\nd", 2)]);
        expect("\n\n\n\n", 3, &[("\n\n\n", 0), ("\n", 3)]);
        expect("aaaaaaaaaaaaaaa\nb\nb\nb\nb\n", 4, &[("aaaaaaaaaaaaaaa\nb\n", 0), ("b\nb\n", 2), ("b\n", 4)]);
        expect("aaaaaaaaaaaaaaa", 4, &[("aaaaaaaaaaaaaaa", 0)]);
    }

    #[test]
    fn a_line_that_is_too_long_is_an_error() {
        let read = io::repeat(b'x').take(1 + MAX_LINE as u64);
        let mut blocks = Blocks { read, size: 2 + MAX_LINE, rest: Vec::new(), lines: 0, is_over: false };
        assert_eq!(blocks.next().unwrap_err().to_string(), "a line has more than 64 MiB");
    }
}
