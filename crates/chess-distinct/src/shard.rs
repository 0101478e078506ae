use std::io;

use crate::error::Stop;
use crate::run::{MAX_RECORD, RunFile, RunReader, Store, damaged};
use crate::table::{Entry, Inserted, Table};

/// The entries of a ply with the same leading bits, while more are added: a table, and a file of the runs that were
/// written each time the table was full.
#[derive(Debug)]
pub(crate) struct Shard {
    table: Table,
    most_places: usize,
    file: Option<RunFile>,
    spilled: u64,
}

/// The initial number of places in a shard's table.
const FIRST_PLACES: usize = 64;

impl Shard {
    /// Creates an empty shard whose table takes at most this many bytes.
    pub(crate) fn new(store: &Store<'_>, bytes: usize) -> Result<Self, Stop> {
        let most_places = Table::places_in(bytes);
        let table = Table::new(FIRST_PLACES.min(most_places), store.budget.shard_bits)?;
        Ok(Self { table, most_places, file: None, spilled: 0 })
    }

    pub(crate) fn insert(&mut self, entries: &[Entry], store: &Store<'_>) -> Result<(), Stop> {
        self.table.fetch(entries);
        for &entry in entries {
            while self.table.insert(entry) == Inserted::NoRoom {
                self.make_room(store)?;
            }
        }
        Ok(())
    }

    fn make_room(&mut self, store: &Store<'_>) -> Result<(), Stop> {
        let places = self.table.places;
        if places < self.most_places && self.table.grow((2 * places).min(self.most_places)).is_ok() {
            return Ok(());
        }
        self.spill(store)
    }

    /// Writes the table to disk as a run.
    fn spill(&mut self, store: &Store<'_>) -> Result<(), Stop> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(RunFile::new(store.file()?)),
        };
        let mut writer = file.writer(store.codec, store.budget.writing)?;
        for entry in self.table.iter() {
            writer.push(entry)?;
        }
        writer.finish()?;
        self.spilled += self.table.len as u64;
        self.table.clear();
        Ok(())
    }

    /// Returns the number of entries if none was spilled.
    pub(crate) fn len(&self) -> Option<u64> {
        self.file.is_none().then_some(self.table.len as u64)
    }

    /// Ends the insertion of entries. The entries in memory go to disk if they would take more than about
    /// `most_bytes` and there is a folder.
    pub(crate) fn seal(mut self, most_bytes: usize, store: &Store<'_>) -> Result<SealedShard, Stop> {
        let bytes = self.table.len * BYTES_OF_A_RECORD;
        if bytes > most_bytes && store.spill.is_some() {
            self.spill(store)?;
        }
        let mut bytes = Vec::new();
        for entry in self.table.iter() {
            bytes.try_reserve(MAX_RECORD)?;
            store.codec.write(entry, &mut bytes);
        }
        bytes.shrink_to_fit();
        let stored = self.spilled + self.table.len as u64;
        Ok(SealedShard { stored, bytes, file: self.file })
    }
}

/// The approximate size of an entry in a run.
const BYTES_OF_A_RECORD: usize = 16;

/// All entries of a ply with the same leading bits: a sorted run in memory, and others on disk.
#[derive(Debug)]
pub(crate) struct SealedShard {
    bytes: Vec<u8>,
    file: Option<RunFile>,
    /// The number of entries in all runs. An entry may be in several.
    pub(crate) stored: u64,
}

impl SealedShard {
    pub(crate) fn bytes_in_memory(&self) -> usize {
        self.bytes.len()
    }

    /// Calls `f` with every entry of this shard, once and in order. `number` is the number of the shard.
    pub(crate) fn visit(
        self,
        number: usize,
        store: &Store<'_>,
        mut f: impl FnMut(Entry) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let in_memory = RunReader::of_bytes(&self.bytes, store.codec);
        let Some(mut file) = self.file else {
            return in_memory.into_iter().try_for_each(|entry| f(entry?));
        };
        while file.runs.len() > store.budget.most_readers() {
            file = merge_some(&file, number, self.stored, store)?;
        }
        let mut readers = file.readers(0..file.runs.len(), store);
        readers.push(in_memory);
        merge(readers, number, self.stored, store, f)
    }
}

/// Merges the runs in groups as large as can be read at the same time, to a file of fewer runs.
fn merge_some(file: &RunFile, number: usize, stored: u64, store: &Store<'_>) -> Result<RunFile, Stop> {
    let mut merged = RunFile::new(store.file()?);
    let step = store.budget.most_readers();
    for start in (0..file.runs.len()).step_by(step) {
        let runs = start..file.runs.len().min(start + step);
        let mut writer = merged.writer(store.codec, store.budget.writing)?;
        merge(file.readers(runs, store), number, stored, store, |entry| Ok(writer.push(entry)?))?;
        writer.finish()?;
    }
    Ok(merged)
}

/// Calls `f` with every entry of these runs, once and in order.
///
/// Entries are merged by a small table. It takes from all runs the entries that share their leading bits, of which
/// there are so many that the table stays in the processor's cache.
fn merge(
    readers: Vec<RunReader<'_>>,
    number: usize,
    stored: u64,
    store: &Store<'_>,
    mut f: impl FnMut(Entry) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let budget = store.budget;
    let mut readers: Vec<_> = readers
        .into_iter()
        .map(|mut reader| Ok((reader.next().transpose()?, reader)))
        .collect::<io::Result<_>>()?;
    let places = Table::places_in(budget.merging);
    let pieces = (4 * stored / places as u64).max(1).next_power_of_two();
    let prefix_bits = budget.shard_bits + pieces.trailing_zeros();
    let mut table = Table::new(places, prefix_bits)?;
    for piece in 0..pieces {
        let prefix = number as u64 * pieces + piece;
        for (head, reader) in &mut readers {
            while let Some(entry) = head.filter(|entry| entry.prefix(prefix_bits) == prefix) {
                while table.insert(entry) == Inserted::NoRoom {
                    table.grow(2 * table.places)?;
                }
                *head = reader.next().transpose()?;
            }
        }
        table.iter().try_for_each(&mut f)?;
        table.clear();
    }
    // Any entry left over has leading bits of another shard.
    if readers.iter().all(|(head, _)| head.is_none()) { Ok(()) } else { Err(damaged().into()) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::env;
    use std::path::Path;

    use chess_movegen::machine::Backend;
    use chess_types::SplitMix64;

    use super::*;
    use crate::budget::Budget;
    use crate::run::Codec;

    /// Recurring entries, in so many runs that merging them takes several passes.
    #[test]
    fn many_runs_are_merged_to_a_sorted_set() {
        let folder = env::temp_dir();
        let store = store(Some(&*folder));
        let mut random = SplitMix64::new(4);
        let runs = 3 * store.budget.most_readers() + 1;
        for most_bytes in [0, usize::MAX] {
            let number = store.budget.shards() - 1;
            let mut shard = Shard::new(&store, 1 << 20).unwrap();
            let mut set = BTreeSet::new();
            for _ in 0..runs {
                let entries: Vec<Entry> = (0..200)
                    .map(|_| Entry::new([random.next_u64() % 100_000, 1, 2, 3]))
                    .filter(|entry| entry.prefix(store.budget.shard_bits) as usize == number)
                    .collect();
                shard.insert(&entries, &store).unwrap();
                shard.spill(&store).unwrap();
                shard.insert(&entries, &store).unwrap();
                set.extend(entries);
            }
            let sealed = shard.seal(most_bytes, &store).unwrap();
            assert_eq!(sealed.bytes.is_empty(), most_bytes == 0);
            assert!(
                sealed.file.as_ref().is_some_and(|file| file.runs.len() > 2 * store.budget.most_readers())
            );
            assert!(sealed.stored > set.len() as u64 && set.len() > 100);
            assert_visits(sealed, number, &store, &Vec::from_iter(set));
        }
    }

    fn store(spill: Option<&Path>) -> Store<'_> {
        Store { codec: Codec { root: [7; 4] }, budget: Budget::new(0, 1), backend: Backend::Portable, spill }
    }

    /// Returns entries that share their leading `bits`.
    fn alike(len: usize, bits: u32, prefix: u64) -> Vec<Entry> {
        let all = (0..).map(|i| Entry::new([i, 1, 2, 3]));
        all.filter(|entry| entry.prefix(bits) == prefix).take(len).collect()
    }

    /// Asserts that the shard has these entries, each once and in order.
    fn assert_visits(sealed: SealedShard, number: usize, store: &Store<'_>, entries: &[Entry]) {
        let mut visited = Vec::new();
        let visit = |entry| {
            visited.push(entry);
            Ok(())
        };
        sealed.visit(number, store, visit).unwrap();
        assert!(visited.iter().eq(BTreeSet::from_iter(entries)));
    }

    #[test]
    fn a_table_doubles_up_to_its_limit_and_then_spills() {
        let folder = env::temp_dir();
        let store = store(Some(&*folder));
        let mut shard = Shard::new(&store, 32 * (64 + 200)).unwrap();
        let mut sizes = vec![shard.table.places];
        let entries = alike(400, store.budget.shard_bits, 9);
        for (inserted, &entry) in entries.iter().enumerate() {
            // Seven of eight places are taken.
            assert_eq!(shard.len(), (inserted <= 175).then_some(inserted as u64));
            shard.insert(&[entry], &store).unwrap();
            sizes.push(shard.table.places);
        }
        sizes.dedup();
        assert_eq!(sizes, [64, 128, 200]);
        assert_eq!((shard.spilled, shard.table.len), (350, 50));
        let sealed = shard.seal(usize::MAX, &store).unwrap();
        assert_eq!(sealed.stored, 400);
        assert_eq!(sealed.file.as_ref().map(|file| file.runs.len()), Some(2));
        assert_visits(sealed, 9, &store, &entries);
    }

    #[test]
    fn a_small_sealed_shard_stays_in_memory() {
        let folder = env::temp_dir();
        for (has_folder, most_bytes, stays) in
            [(true, 160, true), (true, 159, false), (false, 159, true), (false, 0, true)]
        {
            let store = store(has_folder.then_some(&*folder));
            let mut shard = Shard::new(&store, 1 << 20).unwrap();
            let entries = alike(10, store.budget.shard_bits, 9);
            shard.insert(&entries, &store).unwrap();
            let sealed = shard.seal(most_bytes, &store).unwrap();
            assert_eq!((sealed.stored, sealed.file.is_none()), (10, stays));
            assert_eq!(sealed.bytes_in_memory(), sealed.bytes.len());
            assert_eq!(sealed.bytes.is_empty(), !stays);
            assert_visits(sealed, 9, &store, &entries);
        }
    }

    /// A quarter of these entries would fill the table for merging if they were spread evenly.
    #[test]
    fn entries_with_equal_leading_bits_merge_in_a_growing_table() {
        let folder = env::temp_dir();
        let store = store(Some(&*folder));
        let mut shard = Shard::new(&store, 1 << 20).unwrap();
        let entries = alike(4000, store.budget.shard_bits + 4, 22 << 4 | 6);
        assert!(entries.len() > Table::places_in(store.budget.merging));
        shard.insert(&entries, &store).unwrap();
        let sealed = shard.seal(0, &store).unwrap();
        assert_visits(sealed, 22, &store, &entries);
    }

    #[test]
    fn entries_of_another_shard_are_damage() {
        let folder = env::temp_dir();
        let store = store(Some(&*folder));
        let mut shard = Shard::new(&store, 1 << 20).unwrap();
        let entries = [Entry::new([1, 2, 3, 4]), Entry::new([2, 2, 3, 4])];
        shard.insert(&entries, &store).unwrap();
        shard.spill(&store).unwrap();
        let number = entries[0].prefix(store.budget.shard_bits) as usize ^ 1;
        let stop = shard.seal(usize::MAX, &store).unwrap().visit(number, &store, |_| Ok(())).unwrap_err();
        assert!(matches!(stop, Stop::Spill(error) if error.kind() == io::ErrorKind::InvalidData));
    }
}
