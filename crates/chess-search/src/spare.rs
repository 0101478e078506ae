use core::hint::black_box;
use std::collections::TryReserveError;
use std::vec::Vec;

/// The memory in bytes that is left beside a table or threads whose number the user chose, for small allocations, which end the
/// program if they fail.
///
/// Up to 32 MiB, a request and its return would raise the size from which glibc maps memory. In WebAssembly memory that was
/// asked for is never given back.
pub(crate) const ROOM: usize = if cfg!(target_family = "wasm") { 1 << 16 } else { 64 << 20 };

/// Tests whether this many bytes of memory could be allocated.
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
