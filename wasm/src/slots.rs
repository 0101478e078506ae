//! Values that JavaScript knows by numbers.

use chess_wasm_notes::Fault;

/// Values by their numbers, of which there is a fixed number.
pub(crate) struct Slots<T>(Vec<Option<T>>);

/// The number of slots, which the glue has as well.
const SLOTS: usize = 1024;

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Slots<T> {
    /// Puts a value into a slot. The one that was there is dropped.
    pub(crate) fn put(&mut self, slot: usize, value: T) -> Result<(), Fault> {
        if slot >= SLOTS {
            return Err(Fault::empty());
        }
        if slot >= self.0.len() {
            self.0.resize_with(slot + 1, || None);
        }
        self.0[slot] = Some(value);
        Ok(())
    }

    /// Returns the value of a slot, to be read or changed.
    pub(crate) fn get(&mut self, slot: usize) -> Result<&mut T, Fault> {
        self.0.get_mut(slot).and_then(Option::as_mut).ok_or_else(Fault::empty)
    }

    /// Drops the value of a slot, if there is one.
    pub(crate) fn free(&mut self, slot: usize) {
        if let Some(place) = self.0.get_mut(slot) {
            *place = None;
        }
    }
}
