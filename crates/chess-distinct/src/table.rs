use std::collections::TryReserveError;
use std::hint::black_box;
use std::mem;

/// A sorted set of entries: a hash table with linear probing whose entries are in the order of their hashes, so that it never
/// needs sorting.
///
/// This is the ordered hash table of Amble and Knuth (1974), with the leading bits of an entry as its place. All
/// entries of a table have the same `prefix_bits` leading bits.
#[derive(Debug)]
pub(crate) struct Table {
    /// The slots. There are more than places, so that entries near the end find room after their place.
    slots: Vec<Entry>,
    pub(crate) places: usize,
    pub(crate) len: usize,
    prefix_bits: u32,
}

/// The result of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inserted {
    New,
    Known,
    /// The entry was not inserted, because the table is full.
    NoRoom,
}

/// The number of slots after the last place. A longer run of neighbours without a gap only makes the table count as full.
const OVERHANG: usize = 64;

impl Table {
    /// Creates an empty table.
    ///
    /// # Errors
    /// The memory is not available.
    pub(crate) fn new(places: usize, prefix_bits: u32) -> Result<Self, TryReserveError> {
        let len = places + OVERHANG;
        let mut slots = Vec::new();
        slots.try_reserve_exact(len)?;
        slots.resize(len, Entry::EMPTY);
        Ok(Self { slots, places, len: 0, prefix_bits })
    }

    /// Returns the number of places in this many bytes, at least 1.
    pub(crate) const fn places_in(bytes: usize) -> usize {
        let places = (bytes / size_of::<Entry>()).saturating_sub(OVERHANG);
        if places == 0 { 1 } else { places }
    }

    /// Inserts `entry` at its place, unless it is in the table already.
    #[inline]
    pub(crate) fn insert(&mut self, entry: Entry) -> Inserted {
        let mut at = self.place(entry);
        let found = loop {
            let Some(&slot) = self.slots.get(at) else { return Inserted::NoRoom };
            if slot >= entry || slot.is_empty() {
                break slot;
            }
            at += 1;
        };
        if found == entry {
            return Inserted::Known;
        }
        // The last slot stays empty, so that the others can always be shifted towards it.
        if self.len >= self.limit() || !self.slots[self.slots.len() - 1].is_empty() {
            return Inserted::NoRoom;
        }
        let mut moved = entry;
        for slot in &mut self.slots[at..] {
            mem::swap(slot, &mut moved);
            if moved.is_empty() {
                break;
            }
        }
        self.len += 1;
        Inserted::New
    }

    /// Fetches the places of `entries` from memory together, which saves waiting for each of them separately.
    #[inline]
    pub(crate) fn fetch(&self, entries: &[Entry]) {
        let touched =
            entries.iter().fold(0, |touched, &entry| touched ^ self.slots[self.place(entry)].prefix(1));
        black_box(touched);
    }

    /// Resizes the table to this many places.
    ///
    /// # Errors
    /// The memory is not available. The table stays as it is.
    pub(crate) fn grow(&mut self, places: usize) -> Result<(), TryReserveError> {
        let mut grown = Self::new(places, self.prefix_bits)?;
        let mut next = 0;
        for entry in self.iter() {
            // Inserting in order needs no search: each entry goes to its place, or directly after the one before.
            let at = next.max(grown.place(entry));
            if let Some(slot) = grown.slots.get_mut(at) {
                *slot = entry;
            } else {
                grown.slots.push(entry);
            }
            next = at + 1;
        }
        grown.len = self.len;
        *self = grown;
        Ok(())
    }

    /// Returns the entries in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.slots.iter().copied().filter(|slot| !slot.is_empty())
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(Entry::EMPTY);
        self.len = 0;
    }

    #[inline]
    fn place(&self, entry: Entry) -> usize {
        entry.place(self.prefix_bits, self.places)
    }

    /// Returns the number of entries at which the table counts as full: seven of eight places. Insertions then shift
    /// four entries on average.
    #[inline]
    fn limit(&self) -> usize {
        self.places - self.places / 8
    }
}

/// A position without its side to move, as a number of 256 bits whose leading bits are evenly distributed.
///
/// The last three words are planes of the position; the first is the first plane, mixed with the others by a
/// bijection. No information is lost, so that equal entries are equal positions. The order of entries is that of a
/// hash: their leading bits distribute them evenly, and two entries rarely differ later than in the first word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Entry {
    mixed: u64,
    rest: [u64; 3],
}

impl Entry {
    /// The empty entry. No position has it, since the unmixed planes hold its kings.
    pub(crate) const EMPTY: Self = Self { mixed: 0, rest: [0; 3] };

    #[inline]
    pub(crate) const fn new([first, second, third, fourth]: [u64; 4]) -> Self {
        let rest = [second, third, fourth];
        Self { mixed: mix(first ^ digest(rest)), rest }
    }

    /// Returns the planes that [`new`](Self::new) was given.
    #[inline]
    pub(crate) const fn planes(self) -> [u64; 4] {
        let [second, third, fourth] = self.rest;
        [unmix(self.mixed) ^ digest(self.rest), second, third, fourth]
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.rest[0] == 0
    }

    /// Returns the leading `bits` as a number. `bits` is 1 to 64.
    #[inline]
    pub(crate) const fn prefix(self, bits: u32) -> u64 {
        self.mixed >> (u64::BITS - bits)
    }

    /// Returns the place of the entry in a row of `len` places, for entries that share their leading `bits`, of which
    /// there are fewer than 64. A greater entry never has a smaller place.
    #[inline]
    pub(crate) const fn place(self, bits: u32, len: usize) -> usize {
        (((self.mixed << bits) as u128 * len as u128) >> u64::BITS) as usize
    }
}

/// 2^64 over the golden ratio, made odd.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The inverse of [`FACTOR`] modulo 2^64.
const INVERSE: u64 = 0xF1DE83E19937733D;

/// Mixes a word so that every bit of it affects the leading bits of the result.
#[inline]
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_mul(FACTOR);
    (word ^ word >> 32).wrapping_mul(FACTOR)
}

#[inline]
const fn unmix(word: u64) -> u64 {
    let word = word.wrapping_mul(INVERSE);
    (word ^ word >> 32).wrapping_mul(INVERSE)
}

#[inline]
const fn digest([a, b, c]: [u64; 3]) -> u64 {
    mix(mix(a) ^ b.rotate_left(21)) ^ mix(c).rotate_left(42)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn entry(i: u64) -> Entry {
        Entry::new([i % 7, i * i % 1009 + 1, i / 3, i % 2])
    }

    #[test]
    fn a_table_is_a_sorted_set() {
        let mut table = Table::new(64, 0).unwrap();
        let mut set = BTreeSet::new();
        for i in 0..20_000 {
            let new = entry(i * 7919 % 5000);
            table.fetch(&[new]);
            let mut inserted = table.insert(new);
            if inserted == Inserted::NoRoom {
                table.grow(2 * table.places).unwrap();
                inserted = table.insert(new);
            }
            assert_eq!(inserted, if set.insert(new) { Inserted::New } else { Inserted::Known });
        }
        assert!(table.iter().eq(set.iter().copied()));
        assert_eq!(table.len, set.len());
        table.clear();
        assert_eq!((table.len, table.iter().count()), (0, 0));
    }

    #[test]
    fn the_last_places_have_room_behind_them() {
        let mut entries: Vec<Entry> =
            (0..1 << 16).map(entry).filter(|entry| entry.prefix(8) == 255).collect();
        entries.sort_unstable();
        entries.dedup();
        let mut table = Table::new(128, 0).unwrap();
        let taken = entries.iter().filter(|&&entry| table.insert(entry) == Inserted::New).count();
        assert!((OVERHANG..entries.len()).contains(&taken), "{taken} of {}", entries.len());
        assert!(table.iter().eq(entries.into_iter().take(taken)));
        table.grow(129).unwrap();
        assert_eq!(table.iter().count(), taken);
    }

    #[test]
    fn a_lone_entry_stands_at_its_place() {
        for i in 0..100 {
            let mut table = Table::new(64, 0).unwrap();
            table.insert(entry(i));
            assert_eq!(table.slots[entry(i).place(0, 64)], entry(i));
        }
    }

    #[test]
    fn a_table_is_full_with_seven_of_eight_places() {
        for (places, most) in [(8, 7), (64, 56), (100, 88)] {
            let mut table = Table::new(places, 0).unwrap();
            for i in 0..most {
                assert_eq!(table.insert(entry(i * 7919)), Inserted::New);
                assert_eq!(table.insert(entry(i * 7919)), Inserted::Known);
            }
            assert_eq!(table.insert(entry(most * 7919)), Inserted::NoRoom);
            assert_eq!((table.len, table.places), (most as usize, places));
            assert_eq!(table.slots.len(), places + OVERHANG);
        }
    }

    #[test]
    fn a_table_has_the_places_that_fit_or_one() {
        for (entries, places) in [(0, 1), (64, 1), (65, 1), (66, 2), (164, 100)] {
            assert_eq!(Table::places_in(32 * entries), places);
            assert_eq!(Table::places_in(32 * entries + 31), places);
        }
        assert!(Table::new(usize::MAX / 64, 0).is_err());
    }

    #[test]
    fn planes_come_back() {
        let mut word = 1u64;
        let mut next = || {
            word = mix(word.wrapping_add(FACTOR));
            word
        };
        for _ in 0..10_000 {
            let planes = [next(), next(), next(), next()];
            assert_eq!(Entry::new(planes).planes(), planes);
        }
        assert_eq!(FACTOR.wrapping_mul(INVERSE), 1);
    }

    #[test]
    fn entries_that_differ_in_one_bit_are_spread_evenly() {
        let planes =
            [0xFF81_0000_0000_81FF, 0x7E00_0000_0000_007E, 0x9900_0000_0000_0099, 0xFFFF_0000_0000_0000];
        let mut counts = [0; 16];
        for bit in 0..256 {
            let mut changed = planes;
            changed[bit / 64] ^= 1 << (bit % 64);
            counts[Entry::new(changed).prefix(4) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (4..=32).contains(count)), "{counts:?}");
    }

    #[test]
    fn places_rise_with_the_entries_and_are_spread_evenly() {
        for (bits, len) in [(1, 64), (4, 64), (4, 100)] {
            let mut entries: Vec<_> = (0..20_000).map(|i| Entry::new([i, 1, 2, 3])).collect();
            entries.retain(|entry| entry.prefix(bits) == 1);
            entries.sort_unstable();
            let places: Vec<_> = entries.iter().map(|entry| entry.place(bits, len)).collect();
            assert!(places.is_sorted());
            let mut counts = vec![0; len];
            for place in places {
                counts[place] += 1;
            }
            let mean = entries.len() / len;
            assert!(counts.iter().all(|count| (mean / 4..=4 * mean).contains(count)), "{counts:?}");
        }
    }
}
