//! Polyglot books made from any number of games in bounded memory.
//!
//! Threads count the moves of their chunks in [`BookMoves`], and a [`BookMaker`] adds them up. Moves beyond its memory go to
//! sorted temporary files, which are merged at the end.
//!
//! # Examples
//! ```
//! use chess_data::book::{BookMaker, BookMoves};
//! use chess_notation::Position;
//! use chess_notation::polyglot::Book;
//! use chess_types::{Move, MoveKind, Square};
//!
//! let e4 = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
//! let mut moves = BookMoves::default();
//! moves.add(&Position::START, e4, 2);
//! let mut maker = BookMaker::new(1 << 20);
//! maker.add(moves.clone())?;
//! maker.add(moves)?;
//! let mut book = Vec::new();
//! assert_eq!(maker.write(1, &mut book)?, 1);
//! assert_eq!(Book::new(book)?.moves(&Position::START)[0].weight, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Read, Write};
use std::mem;

use chess_board::Position;
use chess_notation::pgn::GameResult;
use chess_notation::polyglot::{BookBuilder, key};
use chess_types::{Color, Move};

use crate::main_line::MainLine;
use crate::runs::{Record, Runs};

/// The most bytes of a book that should be read into memory: sixteen million moves.
pub const MAX_BOOK: u64 = 256 << 20;

/// A maker of a book, which takes bounded memory.
///
/// The rules of weights are those of [`BookBuilder`].
#[derive(Debug)]
pub struct BookMaker {
    tallies: Vec<Tally>,
    /// The most tallies in memory.
    limit: usize,
    runs: Runs,
}

impl BookMaker {
    /// A maker that takes about `memory` bytes, and temporary files for moves that do not fit.
    pub fn new(memory: usize) -> Self {
        Self { tallies: Vec::new(), limit: Runs::limit::<Tally>(memory), runs: Runs::default() }
    }

    /// Adds moves.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn add(&mut self, moves: BookMoves) -> io::Result<()> {
        self.tallies.extend(moves.tallies);
        if self.tallies.len() > self.limit {
            merge(&mut self.tallies);
            if self.tallies.len() > self.limit / 2 {
                self.runs.add(self.tallies.drain(..))?;
            }
        }
        Ok(())
    }

    /// Writes the book without moves whose weight is less than `min_weight`, and returns its number of records. `out` should be
    /// buffered.
    ///
    /// # Errors
    /// Errors of `out` and of temporary files.
    pub fn write(mut self, min_weight: u64, out: &mut dyn Write) -> io::Result<u64> {
        merge(&mut self.tallies);
        let mut position = PositionMoves::default();
        let mut written = 0;
        for tally in self.runs.merge(self.tallies.into_iter())? {
            let tally = tally?;
            if tally.key() != position.key {
                written += mem::take(&mut position).write(min_weight, out)?;
                position.key = tally.key();
            }
            position.add(tally);
        }
        written += position.write(min_weight, out)?;
        out.flush()?;
        Ok(written)
    }
}

/// Moves of a book, with their weights.
#[derive(Clone, Default, Debug)]
pub struct BookMoves {
    tallies: Vec<Tally>,
}

impl BookMoves {
    /// Adds `weight` to the weight of `mv` in `position`: by convention 2 for a game that the side to move won, and 1 for a draw.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u32) {
        self.tallies.push(Tally::new(key(position), mv.to_polyglot(), weight));
    }

    /// Adds 2 to the weight of each move of the winner among the first `max_ply` moves of a game, or 1 to that of every move if the
    /// game is drawn. All other moves, also those of games without a result, are added with weight 0 if `weightless` is true, and
    /// else not at all. No move from the first null move on is added.
    pub fn add_game(&mut self, game: &MainLine, max_ply: usize, weightless: bool) {
        let (white, black) = match game.result() {
            GameResult::WhiteWins => (2, 0),
            GameResult::BlackWins => (0, 2),
            GameResult::Draw => (1, 1),
            GameResult::Unknown => (0, 0),
        };
        let Some(mut position) = game.start().copied() else { return };
        for &mv in game.moves().iter().take(max_ply).take_while(|mv| !mv.is_null()) {
            let weight = if position.side_to_move() == Color::White { white } else { black };
            if weight > 0 || weightless {
                self.add(&position, mv, weight);
            }
            position.play_unchecked(mv);
        }
    }

    /// Adds up the weights of the same moves. A thread that has counted a chunk calls this, so that the thread that makes the book
    /// has less to do.
    pub fn merge(&mut self) {
        merge(&mut self.tallies);
    }
}

/// The moves of a position, sorted by their words.
#[derive(Default)]
struct PositionMoves {
    key: u64,
    moves: Vec<(u16, u64)>,
}

impl PositionMoves {
    fn add(&mut self, tally: Tally) {
        match self.moves.last_mut() {
            Some((word, weight)) if *word == tally.word() => *weight += u64::from(tally.weight()),
            _ => self.moves.push((tally.word(), tally.weight().into())),
        }
    }

    fn write(self, min_weight: u64, out: &mut dyn Write) -> io::Result<u64> {
        let mut builder = BookBuilder::new();
        for (word, weight) in self.moves.into_iter().filter(|&(_, weight)| weight >= min_weight) {
            builder.add_weight(self.key, word, weight);
        }
        let entries = builder.into_entries();
        let count = entries.len() as u64;
        for entry in entries {
            out.write_all(&entry.to_bytes())?;
        }
        Ok(count)
    }
}

/// The weight of a move in the positions of a key, as one number whose order is that of keys and words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Tally(u128);

impl Tally {
    fn new(key: u64, word: u16, weight: u32) -> Self {
        Self(u128::from(key) << 64 | u128::from(word) << 32 | u128::from(weight))
    }

    const fn key(self) -> u64 {
        (self.0 >> 64) as u64
    }

    const fn word(self) -> u16 {
        (self.0 >> 32) as u16
    }

    const fn weight(self) -> u32 {
        self.0 as u32
    }
}

impl Record for Tally {
    type Order = u128;

    fn order(&self) -> u128 {
        self.0
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.0.to_le_bytes())
    }

    fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; size_of::<Self>()];
        from.read_exact(&mut bytes)?;
        Ok(Self(u128::from_le_bytes(bytes)))
    }
}

/// Sorts tallies by key and word, and adds up those of the same move. A sum that would be greater is the greatest value.
fn merge(tallies: &mut Vec<Tally>) {
    // The stable sort takes advantage of the parts that are sorted.
    tallies.sort();
    tallies.dedup_by(|later, first| {
        let is_same = later.0 >> 32 == first.0 >> 32;
        if is_same {
            *first = Tally::new(first.key(), first.word(), first.weight().saturating_add(later.weight()));
        }
        is_same
    });
}

#[cfg(test)]
mod tests {
    use chess_types::{MoveKind, Square};

    use super::*;
    use crate::runs::{FEW, merged};

    /// Moves `0..count` of a position, each with this weight.
    fn moves(key: u64, count: u16, weight: u32) -> BookMoves {
        BookMoves { tallies: (0..count).map(|word| Tally::new(key, word, weight)).collect() }
    }

    #[test]
    fn moves_beyond_half_of_the_memory_go_to_a_file() {
        const LIMIT: u16 = 5000;
        // The numbers of tallies in memory and in each file after tallies of so many different moves, each so often.
        for (different, times, in_memory, in_files) in [
            (LIMIT, 1, LIMIT, vec![]),
            (LIMIT + 1, 1, 0, vec![LIMIT + 1]),
            (LIMIT / 2, 2, LIMIT, vec![]),
            (LIMIT / 2, 3, LIMIT / 2, vec![]),
            (LIMIT / 2 + 1, 2, 0, vec![LIMIT / 2 + 1]),
            (10, 501, 10, vec![]),
        ] {
            let mut maker = BookMaker::new(40 * usize::from(LIMIT));
            for _ in 0..times {
                maker.add(moves(1, different, 1)).unwrap();
            }
            assert_eq!(maker.tallies.len(), usize::from(in_memory), "{different} {times}");
            let files: Vec<usize> = maker.runs.lengths().collect();
            assert_eq!(
                files,
                in_files.into_iter().map(usize::from).collect::<Vec<_>>(),
                "{different} {times}"
            );
        }
        let mut maker = BookMaker::new(0);
        maker.add(moves(1, FEW as u16, 1)).unwrap();
        assert_eq!(maker.runs.lengths().count(), 0);
    }

    /// All weights are there, whatever the number of times that files were merged.
    #[test]
    fn files_are_merged_above_their_limit() {
        let mut maker = BookMaker::new(0);
        for key in 0..200 {
            maker.add(moves(key % 7, FEW as u16 + 1, 2)).unwrap();
            assert!(maker.runs.lengths().count() <= 64);
        }
        let mut book = Vec::new();
        assert_eq!(maker.write(1, &mut book).unwrap(), 7 * (FEW as u64 + 1));
        let weights: Vec<u16> =
            book.chunks(16).map(|entry| u16::from_be_bytes([entry[10], entry[11]])).collect();
        // 200 is 28 times 7 and 4.
        assert_eq!(weights.iter().filter(|&&weight| weight == 58).count(), 4 * (FEW + 1));
        assert_eq!(weights.iter().filter(|&&weight| weight == 56).count(), 3 * (FEW + 1));
    }

    #[test]
    fn nothing_comes_behind_the_error_of_a_file() {
        let tally = Tally::new(1, 1, 1);
        let heads = [vec![Ok(tally), Err(io::ErrorKind::Other.into()), Ok(tally)], vec![Ok(tally)]];
        let all = merged(heads.map(Vec::into_iter).into()).unwrap();
        assert_eq!(all.map(|tally| tally.is_ok()).collect::<Vec<_>>(), [false]);
    }

    #[test]
    fn merging_leaves_one_weight_for_each_move() {
        let mut moves = BookMoves::default();
        let [e4, d4] = [[Square::E2, Square::E4], [Square::D2, Square::D4]]
            .map(|[from, to]| Move::new(from, to, MoveKind::DoublePush));
        for (mv, weight) in [(e4, 1), (d4, 2), (e4, 3), (d4, u32::MAX)] {
            moves.add(&Position::START, mv, weight);
        }
        moves.merge();
        let found: Vec<_> = moves.tallies.iter().map(|tally| (tally.word(), tally.weight())).collect();
        assert_eq!(found, [(d4.to_polyglot(), u32::MAX), (e4.to_polyglot(), 4)]);
    }
}
