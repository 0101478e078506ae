//! The puzzle file and the evaluation file of Lichess as tables.
//!
//! `docs/columns.md` in the repository has their columns. Source: <https://database.lichess.org>.
//!
//! # Examples
//! ```
//! use std::ops::ControlFlow;
//!
//! use chess_data::dumps::{Cell, Dump, Reading};
//! use chess_data::input::Input;
//!
//! let puzzles = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
//!     0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1500,73,96,33513,\
//!     advantage endgame short,https://lichess.org/F8M8OS71#53,\n";
//! let mut ratings = 0;
//! let stopped = Reading::new(Dump::Puzzles, &Input::bytes("puzzles.csv", puzzles)).for_each(|rows| {
//!     for row in rows {
//!         if let Cell::Int(rating) = row[3] {
//!             ratings += rating;
//!         }
//!     }
//!     ControlFlow::<()>::Continue(())
//! })?;
//! assert!(stopped.is_continue());
//! assert_eq!(ratings, 1500);
//! # Ok::<(), std::io::Error>(())
//! ```

mod cell;
mod rows;
#[cfg(feature = "arrow")]
mod table;

use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

use rayon::prelude::*;

pub use self::cell::{Cell, Kind, Row};
use self::rows::Layout;
use crate::columns::{Checksum, Hash};
use crate::filter::RowFilter;
use crate::input::{BOM, Input, LineFeeds};

/// The number of bytes of text that make a batch, about.
const BLOCK: usize = 1 << 20;

/// The longest line, in bytes.
const MAX_LINE: u64 = 1 << 26;

/// A kind of file of Lichess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dump {
    /// Puzzles, as CSV, whose header names the columns.
    Puzzles,
    /// Evaluations of positions, as JSON Lines.
    Evals,
}

impl Dump {
    /// The name and type of each column, and whether its values may be null.
    pub const fn columns(self) -> &'static [(&'static str, Kind, bool)] {
        match self {
            Self::Puzzles => &[
                ("id", Kind::Text, false),
                ("position", Kind::Packed, true),
                ("moves", Kind::Moves, false),
                ("rating", Kind::Int32, true),
                ("rating_deviation", Kind::Int32, true),
                ("popularity", Kind::Int32, true),
                ("plays", Kind::Int32, true),
                ("themes", Kind::Words, false),
                ("openings", Kind::Words, false),
                ("url", Kind::Text, true),
                ("error", Kind::Text, true),
            ],
            Self::Evals => &[
                ("row", Kind::Int64, false),
                ("position", Kind::Packed, true),
                ("eval", Kind::Int32, true),
                ("pv", Kind::Int32, true),
                ("depth", Kind::Int32, true),
                ("knodes", Kind::Int64, true),
                ("score", Kind::Int32, true),
                ("mate", Kind::Int16, true),
                ("moves", Kind::Moves, false),
                ("error", Kind::Text, true),
            ],
        }
    }

    /// The checksum of a table of these rows.
    pub fn checksum(self, rows: &[Row]) -> Checksum {
        let columns = self.columns();
        let mut checksum = Checksum::new(columns.iter().map(|&(name, ..)| name));
        let mut order: Vec<usize> = (0..columns.len()).collect();
        order.sort_unstable_by_key(|&i| columns[i].0);
        for row in rows {
            let mut hash = Hash::EMPTY;
            order.iter().filter_map(|&i| row.get(i)).for_each(|cell| cell.add_to(&mut hash));
            checksum.add_hash(hash);
        }
        checksum
    }

    /// The ending of the names of files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Puzzles => ".csv",
            Self::Evals => ".jsonl",
        }
    }
}

/// Reads a file as batches of rows, on the threads of the current rayon pool, with the batches in the order of the file.
///
/// Memory is bounded by the number of threads, whatever the file.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    dump: Dump,
    input: &'a Input,
    filter: RowFilter,
    block: usize,
}

impl<'a> Reading<'a> {
    /// The rows of this input.
    pub fn new(dump: Dump, input: &'a Input) -> Self {
        Self { dump, input, filter: RowFilter::default(), block: BLOCK }
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

    /// Reads all rows and calls `visit` with the batches, in order, on the caller's thread, until it breaks.
    ///
    /// # Errors
    /// The input cannot be read, or a line has more than 64 MiB. All batches before have been visited.
    pub fn for_each<B>(&self, visit: impl FnMut(Vec<Row>) -> ControlFlow<B>) -> io::Result<ControlFlow<B>> {
        self.map_each(|rows| rows, visit)
    }

    /// Reads as [`for_each`](Self::for_each) does, and calls `work` with each batch on the thread that has read it.
    ///
    /// # Errors
    /// Those of [`for_each`](Self::for_each).
    pub fn map_each<T: Send, B>(
        &self,
        work: impl Fn(Vec<Row>) -> T + Sync,
        mut visit: impl FnMut(T) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let read = BufReader::new(LineFeeds::new(self.input.open_text()?));
        let mut blocks = Blocks { read, size: self.block, lines: 0, layout: None };
        let count = 4 * rayon::current_num_threads();
        let read = |block: io::Result<Block>| -> io::Result<Option<T>> {
            let Block { text, lines_before, layout } = block?;
            let mut rows = match self.dump {
                Dump::Puzzles => rows::puzzles(&text, lines_before, &layout),
                Dump::Evals => rows::evals(&text, lines_before),
            };
            rows.retain(|row| self.filter.accepts(row));
            Ok((!rows.is_empty()).then(|| work(rows)))
        };
        loop {
            let round: Vec<_> = blocks.by_ref().take(count).collect();
            let is_last = round.len() < count;
            let values: Vec<_> = round.into_par_iter().map(read).collect();
            for value in values {
                if let Some(ControlFlow::Break(value)) = value?.map(&mut visit) {
                    return Ok(ControlFlow::Break(value));
                }
            }
            if is_last {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }
}

/// The whole lines of a text, some at a time.
struct Blocks<R> {
    read: R,
    size: usize,
    /// The number of lines before the next block.
    lines: u64,
    /// That of the first line with text.
    layout: Option<Layout>,
}

struct Block {
    text: Vec<u8>,
    lines_before: u64,
    layout: Layout,
}

impl<R: BufRead> Blocks<R> {
    fn read(&mut self) -> io::Result<Option<Block>> {
        let mut text = Vec::new();
        self.read.by_ref().take(self.size as u64).read_to_end(&mut text)?;
        let read = self.read.by_ref().take(MAX_LINE).read_until(b'\n', &mut text)?;
        if read as u64 == MAX_LINE && !text.ends_with(b"\n") {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line has more than 64 MiB"));
        }
        if self.lines == 0 && text.starts_with(BOM) {
            text.drain(..BOM.len());
        }
        let lines_before = self.lines;
        self.lines += memchr::memchr_iter(b'\n', &text).count() as u64;
        let layout = self.layout.unwrap_or_else(|| Layout::new(&text));
        if text.iter().any(|&byte| byte != b'\n') {
            self.layout = Some(layout);
        }
        Ok((!text.is_empty()).then_some(Block { text, lines_before, layout }))
    }
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<io::Result<Block>> {
        self.read().transpose()
    }
}
