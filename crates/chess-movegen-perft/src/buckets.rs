#[cfg(all(test, loom))]
mod models;

use std::collections::TryReserveError;
use std::mem::MaybeUninit;

use chess_board::Position;

use crate::planes::PerftKey;
use crate::sync::{AtomicU64, Ordering, fence};

/// The memory of a [`PerftTable`](crate::PerftTable).
#[derive(Debug)]
pub(crate) struct Buckets(Box<[Bucket]>);

/// The entries of a bucket, among which a position may be stored: as many as fit into two cache lines with the counter.
///
/// Start position, 8 plies, 8 MiB: 8.1 s with 3, 8.1 s with 4 in three lines, 12.0 s with 1 in one line.
const WAYS: usize = 3;

/// A bucket of entries. An odd sequence number means that a thread is writing.
#[derive(Default, Debug)]
#[repr(align(128))]
pub(crate) struct Bucket {
    sequence: AtomicU64,
    entries: [Entry; WAYS],
}

#[cfg(not(all(test, loom)))]
static_assertions::assert_eq_size!(Bucket, [u8; 128]);

/// An entry. It is all zeros if it is empty; a position is never zero, since it has kings.
#[derive(Default, Debug)]
struct Entry {
    planes: [AtomicU64; 4],
    /// The number of leaves, in the bits above the key's tag.
    value: AtomicU64,
}

impl Buckets {
    /// Creates empty buckets in this many bytes, at least one.
    pub(crate) fn new(bytes: usize) -> Result<Self, TryReserveError> {
        let len = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len)?;
        ask_for_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(len, Bucket::default);
        Ok(Self(buckets.into_boxed_slice()))
    }

    /// Returns the bucket for the leaves of a position at this depth in plies.
    #[inline(always)]
    pub(crate) fn of(&self, position: &Position, depth: u32) -> &Bucket {
        // A position recurs at many depths, which should go to different buckets. The factor is 2^64 over the golden
        // ratio.
        let hash = position.key().wrapping_add(u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        &self.0[((u128::from(hash) * self.0.len() as u128) >> 64) as usize]
    }
}

/// Advises the operating system to back `memory` with pages of 2 MiB.
///
/// Few positions of a walk lie in the same small page, so that with small pages most lookups also miss the
/// translation buffer (TLB).
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
fn ask_for_large_pages(memory: &mut [MaybeUninit<Bucket>]) {
    #[cfg(target_os = "linux")]
    {
        const LARGE_PAGE: usize = 2 << 20;
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(LARGE_PAGE);
        let len = size_of_val(memory).saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        if len > 0 {
            // SAFETY: the range is whole pages of `memory`, whose contents the advice does not change. Test:
            // `a_large_table_begins_empty`. Gain: start position, 8 plies, AVX-512: 3.9 s of CPU time with small pages and
            // 3.3 s with large ones in a table of 256 MiB, 4.7 and 3.7 s in one of 1 GiB (Intel Xeon of model 167).
            unsafe { libc::madvise(start.wrapping_add(skipped).cast(), len, libc::MADV_HUGEPAGE) };
        }
    }
}

/// The counter and its memory orderings are those of a seqlock: Hans-J. Boehm, "Can Seqlocks Get Along With
/// Programming Language Memory Models?", 2012.
impl Bucket {
    /// Fetches the bucket into the cache while other work is done.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line = core::ptr::from_ref(self).cast::<i8>();
            // SAFETY: the processor has the instruction, which changes nothing and cannot fault. Test:
            // `every_backend_counts_with_a_table`. Gain: with the first line alone, 8 plies of the start position took 1.35
            // times as long (AVX-512, 256 MiB, Intel Xeon of model 167).
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(line);
                _mm_prefetch::<_MM_HINT_T0>(line.wrapping_add(64));
            }
        }
    }

    /// Returns the number of leaves stored under `key`. A reader that races a writer misses.
    #[inline]
    pub(crate) fn find(&self, key: &PerftKey) -> Option<u64> {
        let sequence = self.sequence.load(Ordering::Acquire);
        if is_being_written(sequence) {
            return None;
        }
        let entry = self.entries.iter().find(|entry| entry.is_under(key))?;
        let leaves = entry.leaves();
        // If any word above was stored by a later write, the counter has changed.
        fence(Ordering::Acquire);
        #[cfg(all(test, loom))]
        if chess_models::is_without("the second look at the counter") {
            return Some(leaves);
        }
        (self.sequence.load(Ordering::Relaxed) == sequence).then_some(leaves)
    }

    /// Stores `leaves`. A second writer gives up, and a number that is too large for an entry is not stored.
    pub(crate) fn keep(&self, key: &PerftKey, leaves: u64) {
        if leaves.leading_zeros() < PerftKey::TAG_BITS {
            return;
        }
        let sequence = self.sequence.load(Ordering::Relaxed);
        if is_being_written(sequence)
            || self
                .sequence
                .compare_exchange(sequence, sequence + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        if let Some(entry) = self.entry_for(key) {
            for (kept, &plane) in entry.planes.iter().zip(&key.planes) {
                kept.store(plane, Ordering::Relaxed);
            }
            entry.value.store(leaves << PerftKey::TAG_BITS | key.tag, Ordering::Relaxed);
        }
        self.sequence.store(sequence.wrapping_add(2), Ordering::Release);
    }

    /// Returns the entry of this key, or else the entry with the fewest leaves, which is the cheapest to count again.
    ///
    /// Start position, 8 plies, 8 MiB: 7.6 s by leaves, 7.7 to 7.9 s by depth, 10.1 s by age.
    fn entry_for(&self, key: &PerftKey) -> Option<&Entry> {
        self.entries
            .iter()
            .find(|entry| entry.is_under(key))
            .or_else(|| self.entries.iter().min_by_key(|entry| entry.leaves()))
    }
}

const fn is_being_written(sequence: u64) -> bool {
    sequence & 1 != 0
}

impl Entry {
    #[inline]
    fn is_under(&self, key: &PerftKey) -> bool {
        let tag = self.value.load(Ordering::Relaxed) & ((1 << PerftKey::TAG_BITS) - 1);
        tag == key.tag
            && self.planes.iter().zip(&key.planes).all(|(kept, &plane)| kept.load(Ordering::Relaxed) == plane)
    }

    #[inline]
    fn leaves(&self) -> u64 {
        self.value.load(Ordering::Relaxed) >> PerftKey::TAG_BITS
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::thread;

    use super::*;
    use chess_movegen::PositionExt;

    /// The table is large enough for large pages to be requested.
    #[test]
    fn a_large_table_begins_empty() {
        let Buckets(buckets) = Buckets::new(8 << 20).unwrap();
        assert_eq!(buckets.len(), 65_536);
        for bucket in &buckets {
            let words = bucket.entries.iter().flat_map(|entry| entry.planes.iter().chain([&entry.value]));
            assert!(words.chain([&bucket.sequence]).all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    /// Keys of eight positions at two depths.
    fn keys() -> Vec<PerftKey> {
        let positions = Position::START.legal_moves().into_iter().take(8).map(|mv| Position::START.after(mv));
        positions.flat_map(|position| [3, 4].map(|depth| PerftKey::new(&position, depth).unwrap())).collect()
    }

    #[test]
    fn a_number_is_found_under_its_key_alone() {
        let keys = keys();
        for (kept, key) in keys.iter().enumerate() {
            let bucket = Bucket::default();
            assert!(keys.iter().all(|key| bucket.find(key).is_none()));
            for number in [1, 7, 1 << 40] {
                bucket.keep(key, number);
                for (other, key) in keys.iter().enumerate() {
                    assert_eq!(bucket.find(key), (other == kept).then_some(number));
                }
            }
        }
    }

    #[test]
    fn the_entry_with_the_fewest_leaves_gives_way() {
        let keys = keys();
        for fewest in 0..WAYS {
            let bucket = Bucket::default();
            let number = |place: usize| if place == fewest { 10 } else { 20 + place as u64 };
            for (place, key) in keys[..WAYS].iter().enumerate() {
                bucket.keep(key, number(place));
            }
            // The number of a stored key is replaced in its place.
            bucket.keep(&keys[fewest], 11);
            assert!((0..WAYS).all(|place| bucket.find(&keys[place]).is_some()));
            bucket.keep(&keys[WAYS], 5);
            for (place, key) in keys[..WAYS].iter().enumerate() {
                assert_eq!(bucket.find(key), (place != fewest).then(|| number(place)));
            }
            assert_eq!(bucket.find(&keys[WAYS]), Some(5));
        }
    }

    #[test]
    fn numbers_of_up_to_56_bits_are_kept() {
        let key = &keys()[0];
        for (number, is_kept) in
            [(0, true), (1 << 55, true), ((1 << 56) - 1, true), (1 << 56, false), (u64::MAX, false)]
        {
            let bucket = Bucket::default();
            bucket.keep(key, number);
            assert_eq!(bucket.find(key), is_kept.then_some(number));
        }
    }

    #[test]
    fn nobody_reads_or_writes_while_another_thread_writes() {
        let keys = keys();
        let bucket = Bucket::default();
        bucket.keep(&keys[0], 10);
        assert_eq!(bucket.sequence.load(Ordering::Relaxed), 2);
        bucket.sequence.store(3, Ordering::Relaxed);
        assert_eq!(bucket.find(&keys[0]), None);
        bucket.keep(&keys[0], 20);
        bucket.keep(&keys[1], 30);
        assert_eq!(bucket.sequence.load(Ordering::Relaxed), 3);
        bucket.sequence.store(4, Ordering::Relaxed);
        assert_eq!([&keys[0], &keys[1]].map(|key| bucket.find(key)), [Some(10), None]);
    }

    #[test]
    fn positions_and_depths_are_spread_over_all_buckets() {
        let bytes = 16 * size_of::<Bucket>();
        for (bytes, len) in [(0, 1), (1, 1), (bytes - 1, 15), (bytes, 16), (bytes + 1, 16)] {
            assert_eq!(Buckets::new(bytes).unwrap().0.len(), len, "{bytes} bytes");
        }
        let buckets = Buckets::new(bytes).unwrap();
        let mut counts = [0; 16];
        for mv in Position::START.legal_moves() {
            let position = Position::START.after(mv);
            for depth in 2..22 {
                let bucket = std::ptr::from_ref(buckets.of(&position, depth));
                counts[buckets.0.iter().position(|other| std::ptr::eq(other, bucket)).unwrap()] += 1;
            }
        }
        assert!(counts.iter().all(|count| (10..=40).contains(count)), "{counts:?}");
    }

    /// Two threads write seven positions into the three entries of one bucket and look them up. Each position has its
    /// own number. Without the second load of the sequence number this fails within a few thousand rounds.
    #[test]
    fn a_torn_entry_is_never_found() {
        let bucket = Bucket::default();
        let keys: Vec<PerftKey> = Position::START
            .legal_moves()
            .into_iter()
            .filter_map(|mv| PerftKey::new(&Position::START.after(mv), 3))
            .take(7)
            .collect();
        let write_and_find = || {
            for _ in 0..if cfg!(miri) { 20 } else { 200_000 } {
                for (key, number) in keys.iter().zip(1..) {
                    bucket.keep(key, number);
                    for (key, number) in keys.iter().zip(1..) {
                        assert!(bucket.find(key).is_none_or(|found| found == number));
                    }
                }
            }
        };
        thread::scope(|scope| {
            scope.spawn(write_and_find);
            scope.spawn(write_and_find);
        });
        assert!(keys.iter().any(|key| bucket.find(key).is_some()));
    }
}
