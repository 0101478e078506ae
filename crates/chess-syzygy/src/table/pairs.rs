use alloc::boxed::Box;
use alloc::vec::Vec;

use super::code::Code;
use super::fields::{Fault, Fields};
use crate::source::{ReadError, Source, read_exactly};

/// The binary logarithms of the sizes of a block in bytes.
const BLOCK_BITS: core::ops::RangeInclusive<u8> = 3..=16;
/// The binary logarithms of the number of values between two entries of the sparse index.
const SPAN_BITS: core::ops::RangeInclusive<u8> = 1..=32;
/// The number of blocks whose sizes are read at once. On average, a value is three blocks away from where the index points.
const SIZES_AT_ONCE: u32 = 8;
/// The largest number of such reads for a value. A span has fewer values than so many blocks.
const MOST_READS: u32 = 1 << 14;

/// The values of a part of a table, compressed: pairs of neighbouring values have become symbols, pairs of symbols further
/// symbols, and these are written with a prefix code, block by block.
///
/// Every block has the same size in bytes and its own number of values. A sparse index gives the block of every 2^n-th value.
#[derive(Debug)]
pub(super) enum Pairs {
    /// All values are this one.
    Single(u16),
    /// Blocks of symbols.
    Blocks(Box<Blocks>),
}

/// Where the parts of a [`Pairs::Blocks`] are in the file, and its code.
#[derive(Debug)]
pub(super) struct Blocks {
    code: Code,
    block_bits: u8,
    span_bits: u8,
    /// The number of blocks with data.
    count: u32,
    /// The number of blocks with an entry in the table of their sizes.
    sizes: u32,
    /// The number of entries of the sparse index.
    spans: u64,
    spans_at: u64,
    sizes_at: u64,
    data_at: u64,
}

impl Pairs {
    /// Reads the description of a part with `size` values. Returns its flags too. `is_wdl` is the kind of single value that the
    /// file has.
    pub(super) fn read(fields: &mut Fields<'_>, size: u64, is_wdl: bool) -> Result<(u8, Self), Fault> {
        let flags = fields.byte()?;
        if flags & 0x80 != 0 {
            let value = fields.byte()?;
            return Ok((flags, Self::Single(if is_wdl { u16::from(value) } else { 0 })));
        }
        let [block_bits, span_bits, padding] = fields.array()?;
        if !BLOCK_BITS.contains(&block_bits) {
            return Err(Fault::Broken("the size of a block is out of range"));
        }
        if !SPAN_BITS.contains(&span_bits) {
            return Err(Fault::Broken("the span of the index is out of range"));
        }
        let count = fields.u32()?;
        let sizes =
            count.checked_add(u32::from(padding)).ok_or(Fault::Broken("there are too many blocks"))?;
        let code = Code::read(fields)?;
        let spans = (size + (1 << span_bits) - 1) >> span_bits;
        let [spans_at, sizes_at, data_at] = [0; 3];
        let blocks = Blocks { code, block_bits, span_bits, count, sizes, spans, spans_at, sizes_at, data_at };
        Ok((flags, Self::Blocks(Box::new(blocks))))
    }

    /// Finds the place of the sparse index, which is next in the file.
    pub(super) fn place_spans(&mut self, fields: &mut Fields<'_>) -> Result<(), Fault> {
        if let Self::Blocks(blocks) = self {
            blocks.spans_at = fields.skip(blocks.spans * 6)?;
        }
        Ok(())
    }

    /// Finds the place of the numbers of values in the blocks, which are next in the file.
    pub(super) fn place_sizes(&mut self, fields: &mut Fields<'_>) -> Result<(), Fault> {
        if let Self::Blocks(blocks) = self {
            blocks.sizes_at = fields.skip(u64::from(blocks.sizes) * 2)?;
        }
        Ok(())
    }

    /// Finds the place of the blocks, which are next in the file, at a multiple of 64 bytes.
    pub(super) fn place_blocks(&mut self, fields: &mut Fields<'_>) -> Result<(), Fault> {
        fields.align(64);
        if let Self::Blocks(blocks) = self {
            blocks.data_at = fields.skip(u64::from(blocks.count) << blocks.block_bits)?;
        }
        Ok(())
    }

    /// Returns the value of an index.
    #[inline]
    pub(super) fn value(&self, source: &dyn Source, index: u64) -> Result<u16, Fault> {
        match self {
            Self::Single(value) => Ok(*value),
            Self::Blocks(blocks) => match source.bytes() {
                // Compiled apart: with calls of the source, a WDL probe takes 1,830 in place of 1,740 instructions.
                Some(bytes) => blocks.value(bytes, index),
                None => blocks.value(source, index),
            },
        }
    }
}

impl Blocks {
    /// Returns the value of an index.
    fn value<S: Source + ?Sized>(&self, source: &S, index: u64) -> Result<u16, Fault> {
        let room = &mut Vec::new();
        let (block, skip) = self.find(source, index, room)?;
        let at = self.data_at + (u64::from(block) << self.block_bits);
        self.code.value(read_exactly(source, at, 1 << self.block_bits, room)?, skip)
    }

    /// Finds the block of an index, and the number of values before it there.
    #[inline]
    fn find<S: Source + ?Sized>(
        &self,
        source: &S,
        index: u64,
        room: &mut Vec<u8>,
    ) -> Result<(u32, u32), Fault> {
        let span = index >> self.span_bits;
        if span >= self.spans {
            return Err(Fault::Broken("the index ends too early"));
        }
        let entry = read_exactly(source, self.spans_at + span * 6, 6, room)?;
        let &[b0, b1, b2, b3, o0, o1] = entry else { return Err(Fault::Read(ReadError::end())) };
        let block = u32::from_le_bytes([b0, b1, b2, b3]);
        // The entry gives the place of the value in the middle of the span.
        let middle = (1i64 << self.span_bits) >> 1;
        let skip =
            (index & ((1 << self.span_bits) - 1)) as i64 - middle + i64::from(u16::from_le_bytes([o0, o1]));
        let (block, skip) = if skip < 0 {
            self.find_before(source, block, skip, room)?
        } else {
            self.find_from(source, block, skip, room)?
        };
        if block < self.count {
            Ok((block, skip as u32))
        } else {
            Err(Fault::Broken("the index points after the last block"))
        }
    }

    /// Finds the block of a value before those of the block `next`: the value after `skip` others, which is negative.
    #[inline]
    fn find_before<S: Source + ?Sized>(
        &self,
        source: &S,
        mut next: u32,
        mut skip: i64,
        room: &mut Vec<u8>,
    ) -> Result<(u32, i64), Fault> {
        for _ in 0..MOST_READS {
            let first = next.saturating_sub(SIZES_AT_ONCE);
            if first == next {
                return Err(Fault::Broken("the index points before the first block"));
            }
            for values in self.values_of(source, first, next, room)?.rev() {
                next -= 1;
                skip += values;
                if skip >= 0 {
                    return Ok((next, skip));
                }
            }
        }
        Err(Fault::Broken("the index points too far away"))
    }

    /// Finds the block of the value after `skip` others, the first of which is the first one of `block`.
    #[inline]
    fn find_from<S: Source + ?Sized>(
        &self,
        source: &S,
        mut block: u32,
        mut skip: i64,
        room: &mut Vec<u8>,
    ) -> Result<(u32, i64), Fault> {
        for _ in 0..MOST_READS {
            let end = self.sizes.min(block.saturating_add(SIZES_AT_ONCE));
            if end <= block {
                return Err(Fault::Broken("the index points after the last block"));
            }
            for values in self.values_of(source, block, end, room)? {
                if skip < values {
                    return Ok((block, skip));
                }
                skip -= values;
                block += 1;
            }
        }
        Err(Fault::Broken("the index points too far away"))
    }

    /// Reads the numbers of values in the blocks from `first` up to `end`.
    #[inline]
    fn values_of<'a, S: Source + ?Sized>(
        &self,
        source: &'a S,
        first: u32,
        end: u32,
        room: &'a mut Vec<u8>,
    ) -> Result<impl DoubleEndedIterator<Item = i64> + use<'a, S>, Fault> {
        if end > self.sizes {
            return Err(Fault::Broken("the index points after the last block"));
        }
        let bytes =
            read_exactly(source, self.sizes_at + u64::from(first) * 2, (end - first) as usize * 2, room)?;
        Ok(bytes.chunks_exact(2).map(|last| i64::from(u16::from_le_bytes([last[0], last[1]])) + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_behind_the_last_value_is_not_looked_up() {
        // Blocks of eight bytes, an entry for two values, one block, and a code of one symbol, which is a value.
        let head = [0, 3, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 7, 0xf0, 0xff, 0];
        let mut file = head.to_vec();
        // Two entries of the sparse index, which point to the middle of their spans, and bytes that could be a third.
        for middle in [1_u16, 3, 5] {
            file.extend([0; 4]);
            file.extend(middle.to_le_bytes());
        }
        file.extend([0xff; 100]);
        let mut fields = Fields::new(&file);
        let (_, mut pairs) = Pairs::read(&mut fields, 4, true).unwrap();
        pairs.place_spans(&mut fields).unwrap();
        let Pairs::Blocks(blocks) = pairs else { panic!("{pairs:?}") };
        let found = [0, 1, 2, 3, 4, 5, 6].map(|index| blocks.find(&file, index, &mut Vec::new()));
        for (index, place) in found.into_iter().enumerate() {
            match place {
                Ok(place) => assert!(index < 4 && place == (0, index as u32), "{index} {place:?}"),
                Err(Fault::Broken(rule)) => {
                    assert!(index >= 4 && rule == "the index ends too early", "{index} {rule}");
                }
                Err(fault) => panic!("{fault:?}"),
            }
        }
    }
}
