use std::sync::Arc;

use crate::columns::{Array, List};

/// Lists in the making: items are pushed, then the list is ended.
#[derive(Debug)]
pub(super) struct Lists<T> {
    pub(super) items: T,
    offsets: Vec<i32>,
}

impl<T: Default> Default for Lists<T> {
    fn default() -> Self {
        Self { items: T::default(), offsets: vec![0] }
    }
}

impl<T> Lists<T> {
    /// Ends a list; `len` is the number of all items so far.
    pub(super) fn end(&mut self, len: impl FnOnce(&T) -> usize) {
        self.offsets.push(len(&self.items) as i32);
    }

    pub(super) fn into_array(self, array: impl FnOnce(T) -> Array) -> Array {
        Array::List(List::new(Arc::new(self.offsets), array(self.items)))
    }
}
