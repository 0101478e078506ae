use crate::table::Entry;

/// The division of the memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    memory: usize,
    threads: usize,
    /// The number of leading bits of an entry that select its shard.
    pub(crate) shard_bits: u32,
    /// Entries that a thread collects for each shard before it inserts them together.
    pub(crate) batch: usize,
    /// Bytes of each thread's table for merging runs.
    pub(crate) merging: usize,
    /// Bytes of each thread's buffers for reading runs.
    reading: usize,
    /// Bytes of a single write.
    pub(crate) writing: usize,
    /// Bytes of a shard of the last ply that may stay in memory, if there is a folder to spill into.
    pub(crate) sealed_shard: usize,
}

/// The least memory. Smaller limits are raised to it.
const LEAST_MEMORY: usize = 1 << 20;

/// Shards for each thread. With this number, threads rarely need the same one.
const SHARDS_PER_THREAD: usize = 32;

/// The largest batch. Batches should stay in the processor's cache.
///
/// Start position, 6 plies, 2 GiB, seconds of CPU time: 4.4 with 64, 4.8 with 256, 5.2 with 1000; 5.1 with 60 and
/// eight times as many batches, for smaller parts of a table.
const MOST_BATCH: usize = 64;

/// The largest table for merging runs, which should stay in the processor's cache.
const MOST_MERGING: usize = 1 << 19;

/// The smallest read buffer. Reads at many places of a disk must not be too small.
const LEAST_READING: usize = 1 << 12;
const MOST_READING: usize = 1 << 18;

impl Budget {
    pub(crate) fn new(memory: usize, threads: usize) -> Self {
        let memory = memory.max(LEAST_MEMORY);
        let shards = (SHARDS_PER_THREAD * threads).next_power_of_two().clamp(2, (memory >> 15).max(2));
        let shard_bits = shards.next_power_of_two().trailing_zeros();
        let batch = (memory / 16 / threads / size_of::<Entry>() / (1 << shard_bits)).clamp(4, MOST_BATCH);
        let each_reads = memory / 8 / threads;
        let merging = (each_reads / 2).min(MOST_MERGING);
        Self {
            memory,
            threads,
            shard_bits,
            batch,
            merging,
            reading: each_reads - merging,
            writing: (memory / 64 / threads).clamp(1 << 12, 1 << 18),
            sealed_shard: (memory / 8) >> shard_bits,
        }
    }

    pub(crate) const fn shards(&self) -> usize {
        1 << self.shard_bits
    }

    /// Returns the bytes of each shard's table, when the previous ply takes `sealed` bytes. A growing table exists
    /// twice, at most once on each thread.
    pub(crate) fn table(&self, sealed: usize) -> usize {
        let rest = (self.memory - self.memory / 4).saturating_sub(sealed);
        rest / (self.shards() + self.threads)
    }

    /// Returns the number of runs that can be read at the same time.
    pub(crate) fn most_readers(&self) -> usize {
        (self.reading / LEAST_READING).max(2)
    }

    /// Returns the bytes of the buffer of each of `readers` readers.
    pub(crate) fn reader(&self, readers: usize) -> usize {
        (self.reading / readers.max(1)).clamp(LEAST_READING, MOST_READING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of a number, the number, and its values for the divisions of a test.
    #[cfg(target_pointer_width = "64")]
    type Row = (&'static str, fn(&Budget) -> usize, [usize; 8]);

    /// The last division needs more than 32 bits of address space.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn the_memory_is_divided_by_threads_and_shards() {
        let divisions = [
            (0, 1),
            (1 << 20, 4),
            (1 << 20, 8),
            (3_000_000, 3),
            (100_000_000, 2),
            (1 << 30, 1),
            (1 << 30, 6),
            (1 << 36, 64),
        ];
        let rows: [Row; 11] = [
            ("shards", Budget::shards, [32, 32, 32, 128, 64, 32, 256, 2048]),
            ("entries of a batch", |budget| budget.batch, [64, 16, 8, 15, 64, 64, 64, 64]),
            (
                "bytes for merging",
                |budget| budget.merging,
                [65_536, 16_384, 8192, 62_500, 524_288, 524_288, 524_288, 524_288],
            ),
            (
                "bytes for reading",
                |budget| budget.reading,
                [65_536, 16_384, 8192, 62_500, 5_725_712, 133_693_440, 21_845_333, 133_693_440],
            ),
            (
                "bytes of a write",
                |budget| budget.writing,
                [16_384, 4096, 4096, 15_625, 262_144, 262_144, 262_144, 262_144],
            ),
            (
                "bytes of a shard that stays",
                |budget| budget.sealed_shard,
                [4096, 4096, 4096, 2929, 195_312, 4_194_304, 524_288, 4_194_304],
            ),
            (
                "bytes of a table next to nothing",
                |budget| budget.table(0),
                [23_831, 21_845, 19_660, 17_175, 1_136_363, 24_403_223, 3_073_688, 24_403_223],
            ),
            (
                "bytes of a table next to 100,000",
                |budget| budget.table(100_000),
                [20_800, 19_067, 17_160, 16_412, 1_134_848, 24_400_192, 3_073_306, 24_403_175],
            ),
            (
                "bytes of one reader",
                |budget| budget.reader(1),
                [65_536, 16_384, 8192, 62_500, 262_144, 262_144, 262_144, 262_144],
            ),
            (
                "bytes of each of three readers",
                |budget| budget.reader(3),
                [21_845, 5461, 4096, 20_833, 262_144, 262_144, 262_144, 262_144],
            ),
            (
                "bytes of each of a million readers",
                |budget| budget.reader(1_000_000),
                [4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096],
            ),
        ];
        for (name, number, expected) in rows {
            let found = divisions.map(|(memory, threads)| number(&Budget::new(memory, threads)));
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn the_parts_fit_into_the_memory() {
        for memory in [0, 1 << 20, 3_000_000, 1 << 24, 100_000_000, 1 << 30, usize::MAX / 2] {
            for threads in [1, 2, 3, 8, 16] {
                let budget = Budget::new(memory, threads);
                let memory = memory.max(1 << 20);
                let tables = budget.table(0) * (budget.shards() + threads);
                let batches = budget.batch * budget.shards() * threads * size_of::<Entry>();
                let merging = (budget.merging + budget.reading) * threads;
                assert!(tables <= memory - memory / 4 && merging <= memory / 8);
                assert!(batches <= memory / 16 || budget.batch == 4);
                assert!(budget.sealed_shard * budget.shards() <= memory / 8);
                assert_eq!(budget.table(usize::MAX), 0);
                // The readers of the most runs share the buffers, unless these would be too small.
                let readers = budget.most_readers();
                assert!(readers == 2 || readers * budget.reader(readers) <= budget.reading);
            }
        }
    }
}
