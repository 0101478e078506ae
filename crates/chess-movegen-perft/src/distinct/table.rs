use std::collections::TryReserveError;
use std::hint::black_box;
use std::mem;

use super::entry::Entry;

/// A set of entries that is always in order: a hash table with linear probing, whose entries stand in the order of
/// their hashes, so that it need never be sorted.
///
/// This is the ordered hash table of Amble and Knuth (1974), with the leading bits of an entry as its place. All
/// entries of a table have the same `prefix_bits` leading bits.
#[derive(Debug)]
pub(super) struct Table {
    /// More than there are places, so that entries which belong near the end find room behind it.
    slots: Vec<Entry>,
    places: usize,
    len: usize,
    prefix_bits: u32,
}

/// What came of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inserted {
    New,
    Known,
    /// It is not in the table, which is full.
    NoRoom,
}

/// Slots behind the last place. A row of that many neighbours without a gap is next to impossible, and makes the
/// table full, no more.
const OVERHANG: usize = 64;

impl Table {
    /// # Errors
    /// There is not that much memory.
    pub(super) fn new(places: usize, prefix_bits: u32) -> Result<Self, TryReserveError> {
        let len = places + OVERHANG;
        let mut slots = Vec::new();
        slots.try_reserve_exact(len)?;
        slots.resize(len, Entry::EMPTY);
        Ok(Self { slots, places, len: 0, prefix_bits })
    }

    /// Places in this many bytes, at least 1.
    pub(super) const fn places_in(bytes: usize) -> usize {
        let places = (bytes / size_of::<Entry>()).saturating_sub(OVERHANG);
        if places == 0 { 1 } else { places }
    }

    pub(super) fn places(&self) -> usize {
        self.places
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Puts `entry` where it belongs, unless it is there already.
    #[inline]
    pub(super) fn insert(&mut self, entry: Entry) -> Inserted {
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
        // The last slot stays empty, so that there is always one to move the others to.
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

    /// Has the places of `entries` brought from memory at once, each of which would be waited for alone otherwise.
    #[inline]
    pub(super) fn fetch(&self, entries: &[Entry]) {
        let touched =
            entries.iter().fold(0, |touched, &entry| touched ^ self.slots[self.place(entry)].prefix(1));
        black_box(touched);
    }

    /// Gives the table this many places.
    ///
    /// # Errors
    /// There is not that much memory; the table is as it was.
    pub(super) fn grow(&mut self, places: usize) -> Result<(), TryReserveError> {
        let mut grown = Self::new(places, self.prefix_bits)?;
        let mut next = 0;
        for entry in self.iter() {
            // In the order of entries no search is needed: each one goes to its place, or behind the one before.
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

    /// The entries in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.slots.iter().copied().filter(|slot| !slot.is_empty())
    }

    /// Takes all entries out.
    pub(super) fn clear(&mut self) {
        self.slots.fill(Entry::EMPTY);
        self.len = 0;
    }

    #[inline]
    fn place(&self, entry: Entry) -> usize {
        entry.place(self.prefix_bits, self.places)
    }

    /// Entries that are taken in. Seven slots of eight, whose insertions move four entries on average.
    #[inline]
    fn limit(&self) -> usize {
        self.places - self.places / 8
    }
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
                table.grow(2 * table.places()).unwrap();
                inserted = table.insert(new);
            }
            assert_eq!(inserted, if set.insert(new) { Inserted::New } else { Inserted::Known });
        }
        assert!(table.iter().eq(set.iter().copied()));
        assert_eq!(table.len(), set.len());
        table.clear();
        assert_eq!((table.len(), table.iter().count()), (0, 0));
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
}
