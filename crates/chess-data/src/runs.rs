//! Sorted records that do not fit in memory, in temporary files.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// A record of fixed size.
pub(crate) trait Record: Copy + 'static {
    /// The place of a record among others.
    type Order: Ord;

    fn order(&self) -> Self::Order;
    fn write(&self, out: &mut impl Write) -> io::Result<()>;
    fn read(from: &mut impl Read) -> io::Result<Self>;
}

/// The least number of records in memory.
pub(crate) const FEW: usize = 1 << 10;

/// The most temporary files at once, each of which is open.
const MAX_RUNS: usize = 64;

/// Sorted runs of records, each in a temporary file.
#[derive(Default, Debug)]
pub(crate) struct Runs(Vec<Run>);

impl Runs {
    /// The most records in so many bytes of memory: a record takes twice its own, since a vector grows by doubling, and half of it while it is
    /// sorted.
    pub(crate) fn limit<T>(memory: usize) -> usize {
        (memory / (size_of::<T>() * 5 / 2)).max(FEW)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a run of sorted records. Too many are merged.
    ///
    /// # Errors
    /// A temporary file cannot be written or read.
    pub(crate) fn add<T: Record>(&mut self, records: impl Iterator<Item = T>) -> io::Result<()> {
        if self.0.len() == MAX_RUNS {
            let merged = merged(self.0.drain(..).map(Run::read::<T>).collect())?;
            self.0.push(Run::write(merged)?);
        }
        self.0.push(Run::write(records.map(Ok))?);
        Ok(())
    }

    /// Merges the runs and the sorted records in memory.
    ///
    /// # Errors
    /// A temporary file cannot be read, here and later.
    pub(crate) fn merge<T: Record>(
        self,
        last: impl Iterator<Item = T> + 'static,
    ) -> io::Result<impl Iterator<Item = io::Result<T>>> {
        let mut heads: Vec<Box<dyn Iterator<Item = io::Result<T>>>> = vec![Box::new(last.map(Ok))];
        for run in self.0 {
            heads.push(Box::new(run.read()));
        }
        merged(heads)
    }

    /// The numbers of records.
    #[cfg(test)]
    pub(crate) fn lengths(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|run| run.count as usize)
    }
}

/// The records of all heads, in their order.
pub(crate) fn merged<T: Record>(
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

/// Sorted records in a temporary file, which has no name and is removed when it is closed.
#[derive(Debug)]
struct Run {
    file: File,
    count: u64,
}

impl Run {
    fn write<T: Record>(records: impl Iterator<Item = io::Result<T>>) -> io::Result<Self> {
        let (mut out, mut count) = (BufWriter::with_capacity(BUFFER, tempfile::tempfile()?), 0);
        for record in records {
            record?.write(&mut out)?;
            count += 1;
        }
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Self { file, count })
    }

    fn read<T: Record>(self) -> impl Iterator<Item = io::Result<T>> {
        let mut read = BufReader::with_capacity(BUFFER, self.file);
        (0..self.count).map(move |_| T::read(&mut read))
    }
}
