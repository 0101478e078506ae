#[cfg(feature = "tables")]
use chess_types::Bitboard;

/// The attacks of a piece by the index that square and occupancy have.
#[cfg(feature = "tables")]
pub(crate) type Table<const LEN: usize> = [Bitboard; LEN];

/// The table in a file that build.rs has written.
///
/// Bytes take 0.17 s of CPU time to compile in all. The same words as generated source text took 0.30 s.
#[cfg(feature = "tables")]
pub(crate) const fn from_bytes<const BYTES: usize, const LEN: usize>(bytes: &[u8; BYTES]) -> Table<LEN> {
    assert!(BYTES == size_of::<Table<LEN>>());
    // SAFETY: both types have the same size, the read needs no alignment, and a `Bitboard` is a transparent `u64`, for
    // which every bit pattern is valid. build.rs writes the byte order of the target. Test:
    // `every_entry_of_every_backend_is_the_ray_walk`. Gain: a table takes 0.05 s of CPU time to compile; with a loop over
    // `u64::from_ne_bytes`, which the compiler interprets, it takes 1.1 s.
    unsafe { bytes.as_ptr().cast::<Table<LEN>>().read_unaligned() }
}

/// Does the same for a table of 16-bit entries.
#[cfg(all(feature = "pext-pdep", x86_backends))]
pub(crate) const fn u16_from_bytes<const BYTES: usize, const LEN: usize>(bytes: &[u8; BYTES]) -> [u16; LEN] {
    assert!(BYTES == size_of::<[u16; LEN]>());
    // SAFETY: as above; every bit pattern is valid for a `u16`. Test: `every_entry_of_every_backend_is_the_ray_walk`. Gain:
    // as above.
    unsafe { bytes.as_ptr().cast::<[u16; LEN]>().read_unaligned() }
}
