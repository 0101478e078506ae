//! Sizes of memory, which users give in MiB.

/// Returns the bytes of `mib` MiB. Memory that cannot be addressed cannot be allocated either: it becomes the largest
/// number of bytes that there is.
pub(crate) fn bytes(mib: u64) -> usize {
    mib.checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mebibytes_are_bytes_as_far_as_there_are_addresses() {
        assert_eq!([0, 1, 16].map(bytes), [0, 1 << 20, 16 << 20]);
        let all = usize::MAX >> 20;
        assert_eq!(bytes(all as u64), all << 20);
        for too_many in [all as u64 + 1, all as u64 + 2, u64::MAX] {
            assert_eq!(bytes(too_many), usize::MAX);
        }
    }
}
