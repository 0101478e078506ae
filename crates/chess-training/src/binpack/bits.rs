//! Bits from the highest to the lowest of each byte, and signed numbers as groups of them.

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
    /// The next bits, from the highest on, and their number.
    window: u64,
    ahead: u32,
}

impl<'a> BitReader<'a> {
    pub(super) const fn new(bytes: &'a [u8], position: usize) -> Self {
        Self { bytes, position, window: 0, ahead: 0 }
    }

    /// The number of bits that have been read.
    pub(super) const fn position(&self) -> usize {
        self.position
    }

    /// Reads up to eight bits; `None` if there are fewer.
    #[inline]
    pub(super) fn read(&mut self, count: u32) -> Option<u32> {
        if count > self.ahead {
            self.fill();
            if count > self.ahead {
                return None;
            }
        }
        let bits = self.window >> 1 >> (u64::BITS - 1 - count);
        self.skip(count);
        Some(bits as u32)
    }

    /// Passes bits that are in the window.
    #[inline]
    fn skip(&mut self, count: u32) {
        self.window <<= count;
        self.ahead -= count;
        self.position += count as usize;
    }

    /// Sets the window: 57 to 64 bits, and fewer at the end of the bytes.
    #[inline]
    fn fill(&mut self) {
        let rest = self.bytes.get(self.position / 8..).unwrap_or_default();
        let (bytes, count) = rest.first_chunk().map_or_else(|| padded(rest), |bytes| (*bytes, 64));
        let passed = (self.position % 8) as u32;
        self.window = u64::from_be_bytes(bytes) << passed;
        self.ahead = count.saturating_sub(passed);
    }
}

/// Fewer than eight bytes with zeros after them, and the number of their bits.
#[cold]
fn padded(rest: &[u8]) -> ([u8; 8], u32) {
    let mut bytes = [0; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    (bytes, 8 * rest.len() as u32)
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

/// The number of bits of a group, without the one that is set if another follows.
const GROUP: u32 = 4;

/// A signed number with its sign in bit 0. A negative one has its other bits inverted, so that small numbers stay small.
#[inline]
pub(super) const fn to_unsigned(number: i16) -> u16 {
    let bits = number as u16;
    (if number < 0 { bits ^ 0x7fff } else { bits }).rotate_left(1)
}

/// The inverse of [`to_unsigned`].
#[inline]
pub(super) const fn to_signed(number: u16) -> i16 {
    let bits = number.rotate_right(1);
    (if bits & 0x8000 != 0 { bits ^ 0x7fff } else { bits }) as i16
}

/// Reads groups; `None` if the bits end. Bits beyond the sixteenth are dropped.
#[inline]
pub(super) fn read_groups(bits: &mut BitReader<'_>) -> Option<u16> {
    // The first four at once: their number is random, and a loop over them would be mispredicted.
    const FOLLOWS: u64 = 0x8_4210 << 44;
    let groups = ((!bits.window & FOLLOWS).leading_zeros() + 5) / 5;
    if groups <= 4 && 5 * groups <= bits.ahead {
        let number =
            (0..4).fold(0, |number, group| number | (bits.window >> (59 - 5 * group) & 15) << (4 * group));
        bits.skip(5 * groups);
        return Some((number & ((1 << (4 * groups)) - 1)) as u16);
    }
    let mut number = 0;
    let mut shift = 0;
    loop {
        let group = bits.read(GROUP + 1)?;
        number |= (u64::from(group & 15) << shift) as u16;
        if group >> GROUP == 0 {
            return Some(number);
        }
        shift = (shift + GROUP).min(u16::BITS);
    }
}

/// Writes the fewest groups that hold a number.
#[inline]
pub(super) fn write_groups(number: u16, bits: &mut BitWriter, bytes: &mut Vec<u8>) {
    let mut rest = u32::from(number);
    loop {
        let follows = u32::from(rest >> GROUP != 0);
        bits.write(bytes, follows << GROUP | rest & 15, GROUP + 1);
        rest >>= GROUP;
        if rest == 0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// The bits of bytes as text.
    fn bits(bytes: &[u8]) -> String {
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

    #[test]
    fn small_numbers_of_either_sign_stay_small_and_come_back() {
        for number in i16::MIN..=i16::MAX {
            let wide = i32::from(number);
            // 0, -1, 1, -2, 2, …; the lowest number has no positive counterpart.
            let expected = if wide < 0 { 2 * -(wide + 1) + 1 } else { 2 * wide };
            let unsigned = to_unsigned(number);
            assert_eq!((i32::from(unsigned), to_signed(unsigned)), (expected, number));
        }
    }

    #[test]
    fn numbers_are_groups_of_four_bits_the_lowest_first() {
        for (number, groups) in [
            (0, "00000"),
            (0xf, "01111"),
            (0x10, "10000 00001"),
            (0xabc, "11100 11011 01010"),
            (0x1234, "10100 10011 10010 00001"),
            (0xffff, "11111 11111 11111 01111"),
        ] {
            let (mut bytes, mut bits) = (Vec::new(), BitWriter::default());
            write_groups(number, &mut bits, &mut bytes);
            let found = self::bits(&bytes);
            let groups = groups.replace(' ', "");
            assert_eq!(found.trim_end_matches('0'), groups.trim_end_matches('0'), "{number:#x}");
            let mut reader = BitReader::new(&bytes, 0);
            assert_eq!((read_groups(&mut reader), reader.position()), (Some(number), groups.len()));
        }
        // Groups beyond the sixteenth bit, and groups that never end.
        let (mut bytes, mut bits) = (Vec::new(), BitWriter::default());
        for group in [0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x09] {
            bits.write(&mut bytes, group, 5);
        }
        assert_eq!(read_groups(&mut BitReader::new(&bytes, 0)), Some(0x6543));
        assert_eq!(read_groups(&mut BitReader::new(&[0xff; 4], 0)), None);
    }
}
