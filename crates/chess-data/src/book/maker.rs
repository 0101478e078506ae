use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Write};
use std::mem;

use chess_notation::polyglot::BookBuilder;

use super::moves::BookMoves;
use super::run::Run;
use super::tally::{Tally, merge};

/// The memory that a tally may take, in bytes: twice its own, since a vector grows by doubling, and half of it while it is sorted.
const TALLY: usize = 40;

/// The least number of tallies in memory.
const FEW: usize = 1 << 10;

/// A maker of a book, which takes bounded memory.
///
/// The rules of weights are those of [`BookBuilder`].
#[derive(Debug)]
pub struct BookMaker {
    tallies: Vec<Tally>,
    /// The most tallies in memory.
    limit: usize,
    runs: Vec<Run>,
}

impl BookMaker {
    /// A maker that takes about `memory` bytes, and temporary files for what does not fit.
    pub fn new(memory: usize) -> Self {
        Self { tallies: Vec::new(), limit: (memory / TALLY).max(FEW), runs: Vec::new() }
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
                self.runs.push(Run::write(&self.tallies)?);
                self.tallies.clear();
            }
        }
        Ok(())
    }

    /// Writes the book without moves whose weight is less than `min_weight`, and returns its number of records. `out` should be
    /// buffered.
    ///
    /// # Errors
    /// Errors of `out` and of temporary files.
    pub fn write(mut self, min_weight: u64, mut out: impl Write) -> io::Result<u64> {
        merge(&mut self.tallies);
        let mut heads: Vec<Box<dyn Iterator<Item = io::Result<Tally>>>> = Vec::new();
        heads.push(Box::new(self.tallies.into_iter().map(Ok)));
        for run in self.runs {
            heads.push(Box::new(run.read()));
        }
        let mut position = Position::default();
        let mut written = 0;
        for tally in merged(heads)? {
            let tally = tally?;
            if tally.key != position.key {
                written += mem::take(&mut position).write(min_weight, &mut out)?;
                position.key = tally.key;
            }
            position.add(tally);
        }
        written += position.write(min_weight, &mut out)?;
        out.flush()?;
        Ok(written)
    }
}

/// The moves of a position, sorted by their words.
#[derive(Default)]
struct Position {
    key: u64,
    moves: Vec<(u16, u64)>,
}

impl Position {
    fn add(&mut self, tally: Tally) {
        match self.moves.last_mut() {
            Some((word, weight)) if *word == tally.word => *weight += u64::from(tally.weight),
            _ => self.moves.push((tally.word, tally.weight.into())),
        }
    }

    fn write(self, min_weight: u64, out: &mut impl Write) -> io::Result<u64> {
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

/// The tallies of all runs, in the order of keys and words.
fn merged(
    mut heads: Vec<impl Iterator<Item = io::Result<Tally>>>,
) -> io::Result<impl Iterator<Item = io::Result<Tally>>> {
    let mut heap = BinaryHeap::new();
    for (index, head) in heads.iter_mut().enumerate() {
        if let Some(Tally { key, weight, word }) = head.next().transpose()? {
            heap.push(Reverse((key, word, index, weight)));
        }
    }
    Ok(std::iter::from_fn(move || {
        let Reverse((key, word, index, weight)) = heap.pop()?;
        match heads[index].next() {
            Some(Ok(next)) => heap.push(Reverse((next.key, next.word, index, next.weight))),
            Some(Err(error)) => {
                heap.clear();
                return Some(Err(error));
            }
            None => {}
        }
        Some(Ok(Tally { key, weight, word }))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves `0..count` of a position, each with this weight.
    fn moves(key: u64, count: u16, weight: u32) -> BookMoves {
        BookMoves { tallies: (0..count).map(|word| Tally { key, weight, word }).collect() }
    }

    #[test]
    fn what_exceeds_half_of_the_memory_when_it_is_full_goes_to_a_file() {
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
            let mut maker = BookMaker::new(TALLY * usize::from(LIMIT));
            for _ in 0..times {
                maker.add(moves(1, different, 1)).unwrap();
            }
            assert_eq!(maker.tallies.len(), usize::from(in_memory), "{different} {times}");
            let files: Vec<usize> = maker.runs.into_iter().map(|run| run.read().count()).collect();
            assert_eq!(
                files,
                in_files.into_iter().map(usize::from).collect::<Vec<_>>(),
                "{different} {times}"
            );
        }
        let mut maker = BookMaker::new(0);
        maker.add(moves(1, FEW as u16, 1)).unwrap();
        assert!(maker.runs.is_empty());
    }

    #[test]
    fn nothing_comes_behind_the_error_of_a_file() {
        let tally = Tally { key: 1, weight: 1, word: 1 };
        let heads = [vec![Ok(tally), Err(io::ErrorKind::Other.into()), Ok(tally)], vec![Ok(tally)]];
        let all = merged(heads.map(Vec::into_iter).into()).unwrap();
        assert_eq!(all.map(|tally| tally.is_ok()).collect::<Vec<_>>(), [false]);
    }
}
