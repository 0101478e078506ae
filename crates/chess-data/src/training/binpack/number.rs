//! Signed numbers, and their groups of bits.

use super::bits::{BitReader, BitWriter};

/// The number of bits of a group, without the one that tells if another follows.
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
    use super::super::bits::tests::bits as text;
    use super::*;

    #[test]
    fn small_numbers_of_either_sign_stay_small_and_come_back() {
        for number in i16::MIN..=i16::MAX {
            let wide = i32::from(number);
            // 0, -1, 1, -2, 2, …; the lowest number has no positive twin.
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
            let found = text(&bytes);
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
