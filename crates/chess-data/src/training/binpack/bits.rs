//! Bits from the highest to the lowest of each byte.

/// The number of bits that a number needs.
#[inline]
pub(super) const fn width(number: u32) -> u32 {
    u32::BITS - number.leading_zeros()
}

/// A reader of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The number of bits that have been read.
    position: usize,
}

impl<'a> BitReader<'a> {
    pub(super) const fn new(bytes: &'a [u8], position: usize) -> Self {
        Self { bytes, position }
    }

    /// The number of bits that have been read.
    pub(super) const fn position(&self) -> usize {
        self.position
    }

    /// Reads up to eight bits; `None` if there are fewer.
    #[inline]
    pub(super) fn read(&mut self, count: u32) -> Option<u32> {
        if count == 0 {
            return Some(0);
        }
        let (byte, bit) = (self.position / 8, self.position % 8);
        let high = u32::from(*self.bytes.get(byte)?) << 8;
        let word = if bit + count as usize > 8 { high | u32::from(*self.bytes.get(byte + 1)?) } else { high };
        self.position += count as usize;
        Some(word << bit >> (16 - count) & ((1 << count) - 1))
    }
}

/// A writer of bits to the end of bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BitWriter {
    /// The number of bits of the last byte that are free.
    free: u32,
}

impl BitWriter {
    /// Writes up to eight bits.
    #[inline]
    pub(super) fn write(&mut self, bytes: &mut Vec<u8>, number: u32, count: u32) {
        let mut left = count;
        while left > 0 {
            if self.free == 0 {
                bytes.push(0);
                self.free = 8;
            }
            let part = left.min(self.free);
            let bits = number >> (left - part) & ((1 << part) - 1);
            if let Some(last) = bytes.last_mut() {
                *last |= (bits << (self.free - part)) as u8;
            }
            self.free -= part;
            left -= part;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::fmt::Write;

    use super::*;

    /// The bits of bytes as text.
    pub(in crate::training::binpack) fn bits(bytes: &[u8]) -> String {
        bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:08b}"))
    }

    #[test]
    fn numbers_stand_one_behind_the_other_from_the_highest_bit() {
        // All widths at all places within a byte.
        let numbers: Vec<(u32, u32)> =
            (0..200_u32).map(|i| (i % 9, i.wrapping_mul(0x9e37_79b1) >> 8 & ((1 << (i % 9)) - 1))).collect();
        let (mut bytes, mut writer) = (b"before".to_vec(), BitWriter::default());
        let mut text = String::new();
        for &(width, number) in &numbers {
            writer.write(&mut bytes, number, width);
            if width > 0 {
                write!(text, "{number:0width$b}", width = width as usize).unwrap();
            }
        }
        assert_eq!(bits(&bytes[6..]), format!("{text:0<0$}", text.len().next_multiple_of(8)));

        let mut reader = BitReader::new(&bytes, 48);
        let mut position = 48;
        for (width, number) in numbers {
            assert_eq!((reader.position(), reader.read(width)), (position, Some(number)));
            position += width as usize;
        }
    }

    #[test]
    fn there_are_no_bits_behind_the_last_byte() {
        for start in 0..16 {
            for count in 1..=8 {
                let mut reader = BitReader::new(&[0xff; 2], start);
                let expected = (start + count <= 16).then_some((1 << count) - 1);
                assert_eq!(reader.read(count as u32), expected, "{start} {count}");
            }
        }
        assert_eq!(BitReader::new(&[], 0).read(0), Some(0));
        assert_eq!([0, 1, 2, 3, 4, 255, 256].map(width), [0, 1, 2, 2, 3, 8, 9]);
    }
}
