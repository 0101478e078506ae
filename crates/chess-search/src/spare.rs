use core::hint::black_box;
use std::collections::TryReserveError;
use std::vec::Vec;

/// The memory in bytes that is left beside tables and threads, so that small allocations, which cannot fail without ending the
/// program, succeed: the lines of a search, or the signal stack of a thread and an arena of the allocator.
///
/// Up to 32 MiB, a request and its return would raise the size from which glibc maps memory. In WebAssembly memory that was
/// asked for is never given back.
pub(crate) const ROOM: usize = if cfg!(target_family = "wasm") { 1 << 16 } else { 64 << 20 };

/// Tests whether this many bytes of memory could be allocated.
///
/// The answer is about the limits of the process. Memory that the system promises may still be missing when it is used.
///
/// # Errors
/// They could not.
pub(crate) fn room_for(bytes: usize) -> Result<(), TryReserveError> {
    let mut probe = Vec::<u8>::new();
    probe.try_reserve_exact(bytes)?;
    // The compiler may leave out an allocation without a use.
    black_box(&probe);
    Ok(())
}

/// Tests the same.
pub(crate) fn is_there_room(bytes: usize) -> bool {
    room_for(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_little_and_none_for_everything() {
        assert!(is_there_room(0) && is_there_room(1 << 16));
        assert!(!is_there_room(usize::MAX));
        // Of addresses of 32 bits, half may be free.
        assert!(cfg!(target_pointer_width = "32") || !is_there_room(isize::MAX as usize));
    }
}
