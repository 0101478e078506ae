use chess_types::Bitboard;

/// What a piece hits, by the index of square and occupancy.
pub(crate) type Table<const LEN: usize> = [Bitboard; LEN];

/// The table in a file that build.rs wrote.
///
/// Bytes cost whoever compiles the crate 0.17 s of CPU time in all. The same words as generated text took 0.30 s.
pub(crate) const fn from_bytes<const BYTES: usize, const LEN: usize>(bytes: &[u8; BYTES]) -> Table<LEN> {
    assert!(BYTES == size_of::<Table<LEN>>());
    // SAFETY: both types have the same size, the read asks for no alignment, and a `Bitboard` is a transparent `u64`, of
    // which every bit pattern is valid. That they are the right bits (build.rs writes the byte order of the target) is
    // the test `every_entry_of_every_backend_is_the_ray_walk`.
    unsafe { bytes.as_ptr().cast::<Table<LEN>>().read_unaligned() }
}

/// The same for a table of half words.
#[cfg(all(feature = "pext-pdep", x86_backends))]
pub(crate) const fn u16_from_bytes<const BYTES: usize, const LEN: usize>(bytes: &[u8; BYTES]) -> [u16; LEN] {
    assert!(BYTES == size_of::<[u16; LEN]>());
    // SAFETY: as above; every bit pattern is a `u16`.
    unsafe { bytes.as_ptr().cast::<[u16; LEN]>().read_unaligned() }
}
