//! A value that one call has at a time, by the interpreter's lock.
#![expect(
    unsafe_code,
    reason = "a mutex takes 10 ns, and a box that is aligned as a position 30, as long as the rest of a short call"
)]

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use pyo3::Python;

/// A value that threads share, and that one call has at a time.
///
/// Where the interpreter has a lock, only the thread that holds it comes here, and a plain load and store of the mark detect a call within a
/// call. In an interpreter without a lock, an atomic exchange sets the mark; a mutex takes two.
pub(crate) struct Alone<T> {
    is_taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: a value is reached by `with` alone, in which one thread is at a time, as it says. Test: test_threads_share_a_position. Gain: that of
// `with`.
unsafe impl<T: Send> Sync for Alone<T> {}

impl<T> Alone<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { is_taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Calls `work` with the value. It neither waits nor calls Python.
    ///
    /// # Panics
    /// If `work` comes back here.
    #[inline]
    pub(crate) fn with<R>(&self, _py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> R {
        self.take();
        let _end = End(&self.is_taken);
        // SAFETY: nobody else has the value. The mark was not set, it is set until `_end` is dropped, and all who come here look at it. With
        // an interpreter's lock, this thread holds it, as `_py` says, so that no other one is between its look and its mark; who releases the lock
        // within `work` leaves the mark. Without one, the look and the mark are one exchange. Test: test_threads_share_a_position. Gain: `is_check`
        // takes 16 ns in place of 26 with a mutex, `push` and `pop` 66 in place of 92.
        let value = unsafe { &mut *self.value.get() };
        work(value)
    }

    #[inline]
    fn take(&self) {
        if cfg!(Py_GIL_DISABLED) {
            while self.is_taken.swap(true, Ordering::Acquire) {
                thread::yield_now();
            }
        } else {
            assert!(!self.is_taken.load(Ordering::Relaxed), "a call comes back to the value that it has");
            self.is_taken.store(true, Ordering::Relaxed);
        }
    }
}

/// The end of a call, in a panic too.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// A value at any address: objects of Python are aligned to 16 bytes only.
#[derive(Clone)]
pub(crate) struct Loose<T: Copy, const SIZE: usize> {
    bytes: [MaybeUninit<u8>; SIZE],
    of: PhantomData<T>,
}

impl<T: Copy, const SIZE: usize> Loose<T, SIZE> {
    #[inline]
    pub(crate) const fn new(value: T) -> Self {
        const { assert!(SIZE == size_of::<T>()) };
        let mut bytes = [MaybeUninit::uninit(); SIZE];
        // SAFETY: there are as many bytes as the value has, and no alignment is needed. Test: test_threads_share_a_position. Gain: a copy of a
        // position takes 44 ns in place of 58 with boxes that are used again, and of 74 with new ones.
        unsafe {
            bytes.as_mut_ptr().cast::<T>().write_unaligned(value);
        }
        Self { bytes, of: PhantomData }
    }

    #[inline]
    pub(crate) const fn get(&self) -> T {
        // SAFETY: `new`, the only way to make one, has written a value here, which can be copied, and no alignment is needed. Test:
        // test_threads_share_a_position. Gain: that of `new`.
        unsafe { self.bytes.as_ptr().cast::<T>().read_unaligned() }
    }
}
