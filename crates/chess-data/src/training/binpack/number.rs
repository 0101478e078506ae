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
