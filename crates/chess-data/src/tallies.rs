//! Numbers about moves, which any count of them adds up in bounded memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// What is counted about one thing.
pub(crate) trait Tally: Copy + 'static {
    /// Says what it is about: tallies of the same are added up.
    type Order: Ord;

    fn order(&self) -> Self::Order;
    fn add(&mut self, later: &Self);
    fn write(&self, out: &mut impl Write) -> io::Result<()>;
    fn read(from: &mut impl Read) -> io::Result<Self>;
}

/// The least number of tallies in memory.
const FEW: usize = 1 << 10;

/// The most temporary files at once, each of which is open.
const MAX_RUNS: usize = 64;

/// Tallies in bounded memory: those beyond it go to sorted temporary files, which are merged at the end.
#[derive(Debug)]
pub(crate) struct Tallies<T> {
    tallies: Vec<T>,
    /// The most tallies in memory.
    limit: usize,
    runs: Vec<Run>,
}

impl<T: Tally> Tallies<T> {
    /// Tallies that take about `memory` bytes: twice their own, since a vector grows by doubling, and half of it while it is sorted.
    pub(crate) fn new(memory: usize) -> Self {
        Self { tallies: Vec::new(), limit: (memory / (size_of::<T>() * 5 / 2)).max(FEW), runs: Vec::new() }
    }

    /// Adds tallies.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub(crate) fn add(&mut self, tallies: Vec<T>) -> io::Result<()> {
        self.tallies.extend(tallies);
        if self.tallies.len() > self.limit {
            merge(&mut self.tallies);
            if self.tallies.len() > self.limit / 2 {
                if self.runs.len() == MAX_RUNS {
                    let merged = merged(self.runs.drain(..).map(Run::read::<T>).collect())?;
                    self.runs.push(Run::write(merged)?);
                }
                self.runs.push(Run::write(self.tallies.drain(..).map(Ok))?);
            }
        }
        Ok(())
    }

    /// All tallies in their order. Several may be about the same.
    ///
    /// # Errors
    /// A temporary file cannot be read.
    pub(crate) fn sorted(mut self) -> io::Result<impl Iterator<Item = io::Result<T>>> {
        merge(&mut self.tallies);
        let mut heads: Vec<Box<dyn Iterator<Item = io::Result<T>>>> = Vec::new();
        heads.push(Box::new(self.tallies.into_iter().map(Ok)));
        for run in self.runs {
            heads.push(Box::new(run.read()));
        }
        merged(heads)
    }
}

/// Sorts tallies, and adds up those about the same.
pub(crate) fn merge<T: Tally>(tallies: &mut Vec<T>) {
    // The stable sort takes advantage of the parts that are sorted.
    tallies.sort_by_key(T::order);
    tallies.dedup_by(|later, first| {
        let is_same = later.order() == first.order();
        if is_same {
            first.add(later);
        }
        is_same
    });
}

/// The tallies of all runs, in their order.
fn merged<T: Tally>(
    mut heads: Vec<impl Iterator<Item = io::Result<T>>>,
) -> io::Result<impl Iterator<Item = io::Result<T>>> {
    let (mut heap, mut firsts) = (BinaryHeap::new(), Vec::new());
    for (index, head) in heads.iter_mut().enumerate() {
        let first = head.next().transpose()?;
        heap.extend(first.iter().map(|first| Reverse((first.order(), index))));
        firsts.push(first);
    }
    Ok(std::iter::from_fn(move || {
        let Reverse((_, index)) = heap.pop()?;
        let first = firsts[index].take()?;
        match heads[index].next().transpose() {
            Ok(next) => {
                heap.extend(next.iter().map(|next| Reverse((next.order(), index))));
                firsts[index] = next;
                Some(Ok(first))
            }
            Err(error) => {
                heap.clear();
                Some(Err(error))
            }
        }
    }))
}

/// The number of bytes that are read and written at a time.
pub(crate) const BUFFER: usize = 1 << 16;

/// Sorted tallies in a temporary file, which has no name and is removed when it is closed.
#[derive(Debug)]
struct Run {
    file: File,
    count: u64,
}

impl Run {
    fn write<T: Tally>(tallies: impl Iterator<Item = io::Result<T>>) -> io::Result<Self> {
        let (mut out, mut count) = (BufWriter::with_capacity(BUFFER, tempfile::tempfile()?), 0);
        for tally in tallies {
            tally?.write(&mut out)?;
            count += 1;
        }
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Self { file, count })
    }

    fn read<T: Tally>(self) -> impl Iterator<Item = io::Result<T>> {
        let mut read = BufReader::with_capacity(BUFFER, self.file);
        (0..self.count).map(move |_| T::read(&mut read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number with a count.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Number(u64, u64);

    impl Tally for Number {
        type Order = u64;

        fn order(&self) -> u64 {
            self.0
        }

        fn add(&mut self, later: &Self) {
            self.1 += later.1;
        }

        fn write(&self, out: &mut impl Write) -> io::Result<()> {
            out.write_all(&self.0.to_le_bytes())?;
            out.write_all(&self.1.to_le_bytes())
        }

        fn read(from: &mut impl Read) -> io::Result<Self> {
            let mut next = || {
                let mut bytes = [0; 8];
                from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
            };
            Ok(Self(next()?, next()?))
        }
    }

    /// `count` numbers from `first` on, each counted so often.
    fn numbers(first: usize, count: usize, times: u64) -> Vec<Number> {
        (first..first + count).map(|number| Number(number as u64, times)).collect()
    }

    #[test]
    fn tallies_beyond_half_of_the_memory_go_to_a_file() {
        const LIMIT: usize = 5000;
        // The numbers of tallies in memory and in each file after tallies of so many different numbers, each so often.
        for (different, times, in_memory, in_files) in [
            (LIMIT, 1, LIMIT, vec![]),
            (LIMIT + 1, 1, 0, vec![LIMIT + 1]),
            (LIMIT / 2, 2, LIMIT, vec![]),
            (LIMIT / 2, 3, LIMIT / 2, vec![]),
            (LIMIT / 2 + 1, 2, 0, vec![LIMIT / 2 + 1]),
            (10, 501, 10, vec![]),
        ] {
            let mut tallies = Tallies::new(size_of::<Number>() * LIMIT * 5 / 2);
            for _ in 0..times {
                tallies.add(numbers(0, different, 1)).unwrap();
            }
            assert_eq!(tallies.tallies.len(), in_memory, "{different} {times}");
            let files: Vec<usize> =
                tallies.runs.into_iter().map(|run| run.read::<Number>().count()).collect();
            assert_eq!(files, in_files, "{different} {times}");
        }
        let mut tallies = Tallies::new(0);
        tallies.add(numbers(0, FEW, 1)).unwrap();
        assert!(tallies.runs.is_empty());
    }

    /// All counts are there, whatever the number of times that files were merged.
    #[test]
    fn files_are_merged_above_their_limit() {
        let mut tallies = Tallies::new(0);
        for round in 0..200 {
            tallies.add(numbers(round % 7 * 10_000, FEW + 1, 2)).unwrap();
            assert!(tallies.runs.len() <= MAX_RUNS);
        }
        let mut found = tallies.sorted().unwrap().collect::<io::Result<Vec<_>>>().unwrap();
        assert!(found.is_sorted_by_key(Number::order));
        merge(&mut found);
        // 200 is 28 times 7 and 4.
        let expected =
            (0..7).flat_map(|part| numbers(part * 10_000, FEW + 1, if part < 4 { 58 } else { 56 }));
        assert!(found.into_iter().eq(expected));
    }

    #[test]
    fn nothing_comes_behind_the_error_of_a_file() {
        let tally = Number(1, 1);
        let heads = [vec![Ok(tally), Err(io::ErrorKind::Other.into()), Ok(tally)], vec![Ok(tally)]];
        let all = merged(heads.map(Vec::into_iter).into()).unwrap();
        assert_eq!(all.map(|tally| tally.is_ok()).collect::<Vec<_>>(), [false]);
    }
}
