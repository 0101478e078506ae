use super::entry::Entry;

/// The division of the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    memory: usize,
    threads: usize,
    /// The number of leading bits of an entry that select its shard.
    pub(super) shard_bits: u32,
    /// Entries that a thread collects for each shard before it inserts them together.
    pub(super) batch: usize,
    /// Bytes of each thread's table for merging runs.
    pub(super) merging: usize,
    /// Bytes of each thread's buffers for reading runs.
    reading: usize,
    /// Bytes of a single write.
    pub(super) writing: usize,
    /// Bytes of a shard of the last ply that may stay in memory, if there is a folder to spill into.
    pub(super) sealed_shard: usize,
}

/// The least memory. Smaller limits are raised to it.
const LEAST_MEMORY: usize = 1 << 20;

/// Shards for each thread. With so many, threads rarely need the same one.
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
    pub(super) fn new(memory: usize, threads: usize) -> Self {
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

    pub(super) const fn shards(&self) -> usize {
        1 << self.shard_bits
    }

    /// Returns the bytes of each shard's table, when the previous ply takes `sealed` bytes. A growing table exists
    /// twice, at most once on each thread.
    pub(super) fn table(&self, sealed: usize) -> usize {
        let rest = (self.memory - self.memory / 4).saturating_sub(sealed);
        rest / (self.shards() + self.threads)
    }

    /// Returns the number of runs that can be read at the same time.
    pub(super) fn most_readers(&self) -> usize {
        (self.reading / LEAST_READING).max(2)
    }

    /// Returns the bytes of the buffer of each of `readers` readers.
    pub(super) fn reader(&self, readers: usize) -> usize {
        (self.reading / readers.max(1)).clamp(LEAST_READING, MOST_READING)
    }
}
