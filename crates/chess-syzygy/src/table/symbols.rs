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
pub(super) struct Symbols(Vec<Symbol>);

#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// The first half, or the value.
    first: u16,
    /// The second half, or [`IS_VALUE`].
    second: u16,
    /// The number of values, 1 to [`MOST_VALUES`]; 0 while it is unknown.
    values: u16,
}

impl Symbols {
    /// Reads the number of symbols and the symbols, three bytes each.
    pub(super) fn read<S: Source + ?Sized>(fields: &mut Fields<'_, S>) -> Result<Self, Fault> {
        let count = usize::from(fields.u16()?);
        if count > MOST_SYMBOLS {
            return Err(Fault::Broken("there are too many symbols"));
        }
        let mut symbols = Self(
            fields
                .bytes(count * 3)?
                .chunks_exact(3)
                .map(|bytes| {
                    let [low, middle, high] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
                    let second = high << 4 | middle >> 4;
                    let values = u16::from(second == IS_VALUE);
                    Symbol { first: (middle & 15) << 8 | low, second, values }
                })
                .collect(),
        );
        fields.align(2);
        symbols.count_values()?;
        Ok(symbols)
    }

    /// Counts the values of every symbol. A symbol can come before those that it is made of, but not be made of itself.
    fn count_values(&mut self) -> Result<(), Fault> {
        let mut waiting = Vec::new();
        for number in 0..self.0.len() {
            if self.0[number].values != 0 {
                continue;
            }
            waiting.push(number);
            while let Some(&top) = waiting.last() {
                let Symbol { first, second, .. } = self.0[top];
                let mut sum = 0;
                let mut unknown = None;
                for half in [first, second].map(usize::from) {
                    match self.0.get(half).ok_or_else(missing)?.values {
                        0 => unknown = Some(half),
                        values => sum += u32::from(values),
                    }
                }
                match unknown {
                    // A chain of halves that is longer than the list goes in a circle.
                    Some(half) if waiting.len() < self.0.len() => waiting.push(half),
                    Some(_) => return Err(Fault::Broken("a symbol is made of itself")),
                    None if sum > MOST_VALUES => {
                        return Err(Fault::Broken("a symbol stands for too many values"));
                    }
                    None => {
                        self.0[top].values = sum as u16;
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
        let symbol = self.0.get(symbol).ok_or_else(missing)?;
        Ok(u32::from(symbol.values))
    }

    /// Returns the value of a symbol after `skip` others.
    #[inline]
    pub(super) fn value(&self, symbol: usize, mut skip: u32) -> Result<u16, Fault> {
        let mut symbol = self.0.get(symbol).ok_or_else(missing)?;
        // Halves have fewer values, so that the walk ends.
        while symbol.second != IS_VALUE {
            let first = self.0.get(usize::from(symbol.first)).ok_or_else(missing)?;
            if skip < u32::from(first.values) {
                symbol = first;
            } else {
                skip -= u32::from(first.values);
                symbol = self.0.get(usize::from(symbol.second)).ok_or_else(missing)?;
            }
        }
        Ok(symbol.first)
    }
}

/// Returns the fault of a code or a symbol that refers to a symbol which is not there.
#[cold]
fn missing() -> Fault {
    Fault::Broken("a symbol is missing")
}
