use memchr::{memchr, memchr_iter};

/// The number of line ends in bytes that neither begin nor end between a CR and its LF. Lines end with LF, CR or both.
pub(crate) fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = memchr_iter(b'\n', bytes).count() as u64;
    let Some(first) = memchr(b'\r', bytes) else { return feeds };
    let lone = memchr_iter(b'\r', &bytes[first..]).filter(|at| bytes.get(first + at + 1) != Some(&b'\n'));
    feeds + lone.count() as u64
}

#[cfg(test)]
mod tests {
    use super::line_ends;

    #[test]
    fn lf_cr_or_both() {
        for (text, ends) in [
            ("", 0),
            ("a", 0),
            ("\n", 1),
            ("\r", 1),
            ("\r\n", 1),
            ("\n\r", 2),
            ("a\r\rb\r\n\nc", 4),
            ("\r\n\r\n\r", 3),
        ] {
            assert_eq!(line_ends(text.as_bytes()), ends, "{text:?}");
        }
    }
}
