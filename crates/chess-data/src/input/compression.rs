/// The compression of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compression {
    /// No compression.
    None,
    /// Zstandard (RFC 8878). A file has one or more frames, and skippable frames between them.
    Zstd,
    /// Gzip (RFC 1952). A file has one or more members.
    Gzip,
    /// Bzip2. A file has one or more streams.
    Bzip2,
}

/// The most bytes that [`Compression::recognise`] needs.
pub(crate) const LONGEST: usize = 4;

impl Compression {
    /// The compression that the first bytes of a file show; `None` if more bytes are needed, of which the file may have none.
    ///
    /// A PGN file cannot begin with any of these marks.
    pub(crate) fn recognise(first: &[u8]) -> Option<Self> {
        let mut may_follow = false;
        for (kind, mark) in MARKS {
            if first.iter().zip(*mark).all(|(byte, (low, high))| (low..=high).contains(&byte)) {
                if first.len() >= mark.len() {
                    return Some(*kind);
                }
                may_follow = true;
            }
        }
        (!may_follow).then_some(Self::None)
    }
}

/// The least and the greatest of each of the first bytes of a file.
const MARKS: &[(Compression, &[(u8, u8)])] = &[
    (Compression::Zstd, &[(0x28, 0x28), (0xb5, 0xb5), (0x2f, 0x2f), (0xfd, 0xfd)]),
    // A skippable frame.
    (Compression::Zstd, &[(0x50, 0x5f), (0x2a, 0x2a), (0x4d, 0x4d), (0x18, 0x18)]),
    (Compression::Gzip, &[(0x1f, 0x1f), (0x8b, 0x8b), (8, 8)]),
    (Compression::Bzip2, &[(b'B', b'B'), (b'Z', b'Z'), (b'h', b'h'), (b'1', b'9')]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks() {
        for (first, kind) in [
            (&b"\x28\xb5\x2f\xfd"[..], Compression::Zstd),
            (b"\x50\x2a\x4d\x18rest", Compression::Zstd),
            (b"\x5f\x2a\x4d\x18", Compression::Zstd),
            (b"\x1f\x8b\x08", Compression::Gzip),
            (b"BZh9", Compression::Bzip2),
            (b"BZh0", Compression::None),
            (b"[Event", Compression::None),
            (b"(1. e4", Compression::None),
            (b"P*x", Compression::None),
        ] {
            assert_eq!(Compression::recognise(first), Some(kind), "{first:?}");
        }
        for first in [&b""[..], b"\x28", b"\x28\xb5\x2f", b"\x57", b"\x1f\x8b", b"B", b"BZh"] {
            assert_eq!(Compression::recognise(first), None, "{first:?}");
        }
    }
}
