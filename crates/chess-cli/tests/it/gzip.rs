//! Files as gzip compresses them, made without a compressor: the data is stored as it is.

/// A gzip file with this content.
pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut file = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    let mut blocks = content.chunks(usize::from(u16::MAX)).peekable();
    while let Some(block) = blocks.next() {
        let len = block.len() as u16;
        file.push(u8::from(blocks.peek().is_none()));
        file.extend([len.to_le_bytes(), (!len).to_le_bytes()].concat());
        file.extend_from_slice(block);
    }
    file.extend([check_sum(content), content.len() as u32].map(u32::to_le_bytes).concat());
    file
}

/// The cyclic redundancy check of the format.
fn check_sum(content: &[u8]) -> u32 {
    let sum = content.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 0 { sum >> 1 } else { sum >> 1 ^ 0xedb8_8320 },
        )
    });
    !sum
}
