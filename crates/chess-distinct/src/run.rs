use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use chess_movegen::machine::Backend;
use tempfile::tempfile_in;

use crate::budget::Budget;
use crate::error::Stop;
use crate::table::Entry;

/// Sorted runs of entries, one after the other in a file. The file has no name and vanishes when it is closed.
#[derive(Debug)]
pub(crate) struct RunFile {
    file: File,
    end: u64,
    pub(crate) runs: Vec<Range<u64>>,
}

impl RunFile {
    pub(crate) fn new(file: File) -> Self {
        Self { file, end: 0, runs: Vec::new() }
    }

    /// Starts a run after all others. `capacity` is the number of bytes of a single write.
    pub(crate) fn writer(&mut self, codec: Codec, capacity: usize) -> io::Result<RunWriter<'_>> {
        (&self.file).seek(SeekFrom::Start(self.end))?;
        let buffer = Vec::with_capacity(capacity + MAX_RECORD);
        Ok(RunWriter { start: self.end, capacity, buffer, codec, run_file: self })
    }

    /// Creates readers of these runs, each at its start. Only one thread at a time may read or write the file.
    pub(crate) fn readers(&self, runs: Range<usize>, store: &Store<'_>) -> Vec<RunReader<'_>> {
        let buffer = store.budget.reader(runs.len()).max(MAX_RECORD);
        let reader = |run: &Range<u64>| RunReader {
            codec: store.codec,
            bytes: Cow::Owned(Vec::new()),
            at: 0,
            rest: Some(Rest { file: &self.file, range: run.clone(), buffer }),
            last: Entry::EMPTY,
        };
        self.runs[runs].iter().map(reader).collect()
    }
}

/// A writer of a run. The caller pushes the entries in order.
#[derive(Debug)]
pub(crate) struct RunWriter<'a> {
    run_file: &'a mut RunFile,
    codec: Codec,
    start: u64,
    capacity: usize,
    buffer: Vec<u8>,
}

impl RunWriter<'_> {
    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) -> io::Result<()> {
        self.codec.write(entry, &mut self.buffer);
        if self.buffer.len() >= self.capacity { self.flush() } else { Ok(()) }
    }

    /// Completes the run and adds it to its file.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.run_file.runs.push(self.start..self.run_file.end);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.run_file.file).write_all(&self.buffer)?;
        self.run_file.end += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}

/// A reader of a run, as an iterator of its entries in order.
#[derive(Debug)]
pub(crate) struct RunReader<'a> {
    codec: Codec,
    bytes: Cow<'a, [u8]>,
    at: usize,
    rest: Option<Rest<'a>>,
    last: Entry,
}

/// The unread rest of a run in a file.
#[derive(Debug)]
struct Rest<'a> {
    file: &'a File,
    range: Range<u64>,
    buffer: usize,
}

impl<'a> RunReader<'a> {
    /// Creates a reader of a run in memory.
    pub(crate) fn of_bytes(bytes: &'a [u8], codec: Codec) -> Self {
        Self { codec, bytes: Cow::Borrowed(bytes), at: 0, rest: None, last: Entry::EMPTY }
    }

    #[inline]
    fn read(&mut self) -> io::Result<Option<Entry>> {
        if self.bytes.len() - self.at < MAX_RECORD {
            self.refill()?;
        }
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        let (entry, len) = self.codec.read(&self.bytes[self.at..]).ok_or_else(damaged)?;
        // Merging relies on the order.
        if entry.is_empty() || entry <= self.last {
            return Err(damaged());
        }
        self.at += len;
        self.last = entry;
        Ok(Some(entry))
    }

    fn refill(&mut self) -> io::Result<()> {
        let Some(Rest { file, range, buffer }) = &mut self.rest else { return Ok(()) };
        let wanted = (range.end - range.start).min(*buffer as u64);
        if wanted == 0 {
            return Ok(());
        }
        let bytes = self.bytes.to_mut();
        bytes.drain(..self.at);
        self.at = 0;
        let kept = bytes.len();
        bytes.resize(kept + wanted as usize, 0);
        file.seek(SeekFrom::Start(range.start))?;
        file.read_exact(&mut bytes[kept..])?;
        range.start += wanted;
        Ok(())
    }
}

impl Iterator for RunReader<'_> {
    type Item = io::Result<Entry>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Returns the error for spilled data that differ from the written data.
pub(crate) fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the spilled data are damaged")
}

/// The encoding of entries in runs: the difference to the planes of the root, without zero bytes.
///
/// A few plies from the root most of a position is unchanged. After 7 plies from the start position an entry of 32
/// bytes takes 15.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codec {
    pub(crate) root: [u64; 4],
}

/// The greatest length of a record: a mask, and the bytes that it marks.
pub(crate) const MAX_RECORD: usize = 4 + 32;

impl Codec {
    /// Appends `entry` to `bytes`: a mask of 32 bits that marks the non-zero bytes among 32, then these bytes.
    #[inline]
    pub(crate) fn write(self, entry: Entry, bytes: &mut Vec<u8>) {
        let mut record = [0; MAX_RECORD + 8];
        let mut len = 4;
        for (i, (plane, root)) in entry.planes().into_iter().zip(self.root).enumerate() {
            let word = plane ^ root;
            let mut mask = non_zero_bytes(word);
            record[i] = mask;
            while mask != 0 {
                record[len] = (word >> (8 * mask.trailing_zeros())) as u8;
                len += 1;
                mask &= mask - 1;
            }
        }
        bytes.extend_from_slice(&record[..len]);
    }

    /// Reads the entry at the start of `bytes`, and returns it with the length of its record. Returns `None` if the
    /// record is incomplete.
    #[inline]
    pub(crate) fn read(self, bytes: &[u8]) -> Option<(Entry, usize)> {
        let (masks, mut rest) = bytes.split_first_chunk::<4>()?;
        let mut planes = self.root;
        for (plane, mut mask) in planes.iter_mut().zip(*masks) {
            while mask != 0 {
                let (&byte, after) = rest.split_first()?;
                rest = after;
                *plane ^= u64::from(byte) << (8 * mask.trailing_zeros());
                mask &= mask - 1;
            }
        }
        Some((Entry::new(planes), bytes.len() - rest.len()))
    }
}

/// Returns one bit for each non-zero byte of the word.
#[inline]
const fn non_zero_bytes(word: u64) -> u8 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    // The highest bit of each byte. A product moves the eight bits together.
    let high_bits = (((word & LOW) + LOW) | word) & !LOW;
    ((high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The settings that every shard of every ply shares.
#[derive(Debug)]
pub(crate) struct Store<'a> {
    pub(crate) codec: Codec,
    pub(crate) budget: Budget,
    pub(crate) backend: Backend,
    pub(crate) spill: Option<&'a Path>,
}

impl Store<'_> {
    /// Creates a file without a name in the folder to spill into, of which nothing remains however the program ends.
    pub(crate) fn file(&self) -> Result<File, Stop> {
        let folder = self.spill.ok_or(Stop::MemoryFull)?;
        // The error of a missing folder has no name of a file in it.
        folder.metadata()?;
        Ok(tempfile_in(folder)?)
    }
}

#[cfg(test)]
mod tests {
    use chess_movegen::machine::Backend;
    use chess_types::SplitMix64;

    use super::*;

    const CODEC: Codec = Codec { root: [0; 4] };

    fn sorted(len: usize) -> Vec<Entry> {
        let mut random = SplitMix64::new(2);
        let mut entries: Vec<Entry> =
            (0..len).map(|_| Entry::new([(); 4].map(|()| random.next_u64() | 1))).collect();
        entries.sort_unstable();
        entries
    }

    fn bytes_of(entries: &[Entry]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &entry in entries {
            CODEC.write(entry, &mut bytes);
        }
        bytes
    }

    #[test]
    fn a_run_in_memory() {
        let entries = sorted(100);
        let bytes = bytes_of(&entries);
        let read: Vec<Entry> = RunReader::of_bytes(&bytes, CODEC).map(Result::unwrap).collect();
        assert_eq!(read, entries);
    }

    #[test]
    fn runs_in_a_file_are_read_back_in_any_order() {
        let folder = std::env::temp_dir();
        let spill = Some(&*folder);
        let store = Store { codec: CODEC, budget: Budget::new(0, 1), backend: Backend::Portable, spill };
        let mut file = RunFile::new(store.file().unwrap());
        let runs = [sorted(2000), sorted(1), sorted(3000), sorted(500)];
        for (number, run) in runs.iter().enumerate() {
            let mut writer = file.writer(CODEC, 1000).unwrap();
            for &entry in run {
                writer.push(entry).unwrap();
            }
            writer.finish().unwrap();
            // The position in the file is that of the last read or write.
            let first = file.readers(0..1, &store).remove(0).next().unwrap().unwrap();
            assert_eq!((first, file.runs.len()), (runs[0][0], number + 1));
        }
        let mut readers = file.readers(0..4, &store);
        for place in 0..=3000 {
            for (run, reader) in runs.iter().zip(&mut readers) {
                assert_eq!(reader.next().transpose().unwrap(), run.get(place).copied());
            }
        }
        assert_eq!(file.readers(2..3, &store).len(), 1);
    }

    #[test]
    fn a_run_is_written_in_blocks_of_the_capacity() {
        let folder = std::env::temp_dir();
        let mut file = RunFile::new(tempfile_in(folder).unwrap());
        let mut writer = file.writer(CODEC, 2 * MAX_RECORD).unwrap();
        // Entries without a byte that is zero.
        let mut entries: Vec<_> = (1..=9).map(|i| Entry::new([i * 0x0101_0101_0101_0101; 4])).collect();
        entries.sort_unstable();
        for (pushed, &entry) in entries.iter().enumerate() {
            let (written, waiting) = (writer.run_file.end as usize, writer.buffer.len());
            assert_eq!((written, waiting), (pushed / 2 * 2 * MAX_RECORD, pushed % 2 * MAX_RECORD));
            writer.push(entry).unwrap();
        }
        writer.finish().unwrap();
        assert_eq!((file.end as usize, file.runs.len()), (9 * MAX_RECORD, 1));
        assert_eq!(file.runs[0], 0..file.end);
    }

    #[test]
    fn what_is_damaged_is_an_error() {
        let entries = sorted(3);
        let [first, second, third] = entries[..] else { unreachable!() };
        let whole = bytes_of(&entries);
        let empty = bytes_of(&[Entry::new([1, 0, 0, 0])]);
        for bytes in [
            &bytes_of(&[second, first, third])[..],
            &bytes_of(&[first, first]),
            &whole[..whole.len() - 1],
            &empty,
        ] {
            let error = RunReader::of_bytes(bytes, CODEC).find_map(Result::err).unwrap();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn any_bytes_are_read_to_an_end() {
        let mut random = SplitMix64::new(3);
        for _ in 0..2000 {
            let len = random.next_u64() % 200;
            let bytes: Vec<u8> = (0..len).map(|_| random.next_u64() as u8).collect();
            let reader = RunReader::of_bytes(&bytes, CODEC);
            assert!(reader.take_while(Result::is_ok).count() <= 50);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut file = RunFile::new(full);
        let mut writer = file.writer(CODEC, 64).unwrap();
        let error = sorted(10).into_iter().find_map(|entry| writer.push(entry).err()).unwrap();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(writer.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(file.runs.is_empty());
    }

    #[test]
    fn entries_come_back() {
        let mut random = SplitMix64::new(1);
        let codec = Codec { root: [(); 4].map(|()| random.next_u64()) };
        let mut bytes = Vec::new();
        // Sparse differences, dense ones, no difference, and every single byte.
        let sparse =
            (0..4000).map(|_| [(); 4].map(|()| random.next_u64() & random.next_u64() & random.next_u64()));
        let differences: Vec<[u64; 4]> = sparse
            .chain([[0; 4], [u64::MAX; 4]])
            .chain((0..32).map(|byte| {
                let mut planes = [0; 4];
                planes[byte / 8] = 0x80 << (8 * (byte % 8));
                planes
            }))
            .collect();
        for difference in differences {
            let mut planes = codec.root;
            planes.iter_mut().zip(difference).for_each(|(plane, bits)| *plane ^= bits);
            let entry = Entry::new(planes);
            bytes.clear();
            codec.write(entry, &mut bytes);
            assert!(bytes.len() <= MAX_RECORD);
            assert_eq!(codec.read(&bytes), Some((entry, bytes.len())));
            for end in 0..bytes.len() {
                assert_eq!(codec.read(&bytes[..end]), None);
            }
        }
    }
}
