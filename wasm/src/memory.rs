//! The memory of the small modules: blocks whose sizes are powers of two, with a list of free ones for each size. The allocator of the
//! standard library takes 6.5 KB of a module, and this one half a kilobyte.
#![allow(unsafe_code, reason = "an allocator is unsafe by its nature; each block states its gain")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::{Cell, UnsafeCell};
use std::ptr;

#[cfg(all(target_family = "wasm", not(feature = "engine")))]
#[global_allocator]
static BLOCKS: Blocks = Blocks::new();

/// The unit in which memory grows.
const PAGE: usize = 1 << 16;

/// The least size of a block.
const LEAST: usize = 16;

/// The greatest alignment. Blocks are aligned to their size up to it.
const LINE: usize = 128;

pub(crate) struct Blocks {
    /// The first free block by the logarithm of the size, null if there is none. Each begins with the address of the next.
    free: UnsafeCell<[*mut u8; 32]>,
    /// The beginning and the end of memory that was never a block.
    fresh: Cell<(usize, usize)>,
}

// SAFETY: a module of WebAssembly without threads has one. Test: `blocks_keep_what_is_written`. Gain: with the allocator of the
// standard library, the smallest module has 6,000 more of 168,756 bytes, which is 3.6 %.
unsafe impl Sync for Blocks {}

impl Blocks {
    pub(crate) const fn new() -> Self {
        Self { free: UnsafeCell::new([ptr::null_mut(); 32]), fresh: Cell::new((0, 0)) }
    }

    fn fresh_block(&self, size: usize) -> *mut u8 {
        let (mut from, mut to) = self.fresh.get();
        from = from.next_multiple_of(size.min(LINE));
        if from + size > to {
            let pages = size.div_ceil(PAGE);
            let Some(start) = grown(pages) else { return ptr::null_mut() };
            if start != to {
                from = start;
            }
            to = start + pages * PAGE;
        }
        self.fresh.set((from + size, to));
        ptr::with_exposed_provenance_mut(from)
    }
}

/// The logarithm of the size of the block that a layout gets.
fn class(layout: Layout) -> usize {
    layout.size().max(layout.align()).max(LEAST).next_power_of_two().trailing_zeros() as usize
}

// SAFETY: a block is as large and as aligned as its class says, and is in one list or in use. Test:
// `blocks_keep_what_is_written`. Gain: as above.
unsafe impl GlobalAlloc for Blocks {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() > LINE {
            return ptr::null_mut();
        }
        let class = class(layout);
        // SAFETY: no other call runs meanwhile, and a free block begins with an address. Test: `blocks_keep_what_is_written`. Gain:
        // as above.
        unsafe {
            let first = &mut (&mut *self.free.get())[class];
            if first.is_null() {
                return self.fresh_block(1 << class);
            }
            std::mem::replace(first, first.cast::<*mut u8>().read_unaligned())
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block is in use no more, and has room for an address. Test: `blocks_keep_what_is_written`. Gain: as above.
        unsafe {
            let first = &mut (&mut *self.free.get())[class(layout)];
            block.cast::<*mut u8>().write_unaligned(*first);
            *first = block;
        }
    }
}

#[cfg(target_family = "wasm")]
fn grown(pages: usize) -> Option<usize> {
    let before = std::arch::wasm32::memory_grow(0, pages);
    (before != usize::MAX).then_some(before * PAGE)
}

#[cfg(not(target_family = "wasm"))]
#[derive(Clone)]
#[repr(align(128))]
struct Line(#[allow(dead_code, reason = "it is memory")] [u8; LINE]);

/// Other targets have it for the test alone, which never gives it back.
#[cfg(not(target_family = "wasm"))]
#[allow(clippy::unnecessary_wraps, reason = "memory of a module may come to its end")]
fn grown(pages: usize) -> Option<usize> {
    let memory = Box::leak(vec![Line([0; LINE]); pages * PAGE / LINE].into_boxed_slice());
    Some(memory.as_mut_ptr().expose_provenance())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_what_is_written() {
        let blocks = Blocks::new();
        let mut used: Vec<(*mut u8, Layout, u8)> = Vec::new();
        let mut state = 1_u64;
        for round in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let random = (state >> 33) as usize;
            if random.is_multiple_of(3) && !used.is_empty() {
                let (block, layout, value) = used.swap_remove(random / 3 % used.len());
                // SAFETY: the block is in use. Test: this one. Gain: there is no test without.
                unsafe {
                    assert!(
                        std::slice::from_raw_parts(block, layout.size()).iter().all(|&byte| byte == value)
                    );
                    blocks.dealloc(block, layout);
                }
            } else {
                let layout =
                    Layout::from_size_align(1 + random % 5000 % (1 << (random % 13)), 1 << (random % 8))
                        .unwrap();
                let value = round as u8;
                // SAFETY: the block is as large as the layout. Test: this one. Gain: there is no test without.
                unsafe {
                    let block = blocks.alloc(layout);
                    assert!(block.addr().is_multiple_of(layout.align()));
                    block.write_bytes(value, layout.size());
                    used.push((block, layout, value));
                }
            }
        }
        // SAFETY: no block comes of it. Test: this one. Gain: there is no test without.
        assert!(unsafe { blocks.alloc(Layout::from_size_align(1, 256).unwrap()) }.is_null());
    }
}
