use alloc::vec::Vec;

use super::fault::Fault;
use super::fields::Fields;
use crate::source::Source;

/// The most symbols of a part. Their numbers have twelve bits.
const MOST_SYMBOLS: usize = 1 << 12;
/// The second half of a symbol that stands for a value.
const IS_VALUE: u16 = 0xFFF;
/// The most values that a symbol stands for.
const MOST_VALUES: u32 = 256;

/// The symbols of a part of a table. Each stands for one value, or for the values of two other symbols in turn.
#[derive(Debug)]
pub(super) struct Symbols {
    /// The first half of each symbol, or its value, and the second half, or [`IS_VALUE`].
    halves: Vec<[u16; 2]>,
    /// The number of values of each symbol, 1 to [`MOST_VALUES`]; 0 while it is unknown. Apart from the halves, because most
    /// symbols of a block are skipped.
    values: Vec<u16>,
}

impl Symbols {
    /// Reads the number of symbols and the symbols, three bytes each.
    pub(super) fn read<S: Source + ?Sized>(fields: &mut Fields<'_, S>) -> Result<Self, Fault> {
        let count = usize::from(fields.u16()?);
        if count > MOST_SYMBOLS {
            return Err(Fault::Broken("there are too many symbols"));
        }
        let halves: Vec<_> = fields
            .bytes(count * 3)?
            .chunks_exact(3)
            .map(|bytes| {
                let [low, middle, high] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
                [(middle & 15) << 8 | low, high << 4 | middle >> 4]
            })
            .collect();
        let values = halves.iter().map(|&[_, second]| u16::from(second == IS_VALUE)).collect();
        let mut symbols = Self { halves, values };
        fields.align(2);
        symbols.count_values()?;
        Ok(symbols)
    }

    /// Counts the values of every symbol. A symbol can come before those that it is made of, but not be made of itself.
    fn count_values(&mut self) -> Result<(), Fault> {
        let mut waiting = Vec::new();
        for number in 0..self.values.len() {
            if self.values[number] != 0 {
                continue;
            }
            waiting.push(number);
            while let Some(&top) = waiting.last() {
                let mut sum = 0;
                let mut unknown = None;
                for half in self.halves[top].map(usize::from) {
                    match self.values.get(half).copied().ok_or_else(missing)? {
                        0 => unknown = Some(half),
                        values => sum += u32::from(values),
                    }
                }
                match unknown {
                    // A chain of halves that is longer than the list goes in a circle.
                    Some(half) if waiting.len() < self.values.len() => waiting.push(half),
                    Some(_) => return Err(Fault::Broken("a symbol is made of itself")),
                    None if sum > MOST_VALUES => {
                        return Err(Fault::Broken("a symbol stands for too many values"));
                    }
                    None => {
                        self.values[top] = sum as u16;
                        waiting.pop();
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the number of values of a symbol.
    #[inline]
    pub(super) fn values(&self, symbol: usize) -> Result<u32, Fault> {
        self.values.get(symbol).map(|&values| u32::from(values)).ok_or_else(missing)
    }

    /// Returns the value of a symbol after `skip` others.
    #[inline]
    pub(super) fn value(&self, mut symbol: usize, mut skip: u32) -> Result<u16, Fault> {
        // Halves have fewer values, so that the walk ends.
        loop {
            let &[first, second] = self.halves.get(symbol).ok_or_else(missing)?;
            if second == IS_VALUE {
                return Ok(first);
            }
            let values = self.values(usize::from(first))?;
            if skip < values {
                symbol = usize::from(first);
            } else {
                skip -= values;
                symbol = usize::from(second);
            }
        }
    }
}

/// Returns the fault of a code or a symbol that refers to a symbol which is not there.
#[cold]
fn missing() -> Fault {
    Fault::Broken("a symbol is missing")
}
