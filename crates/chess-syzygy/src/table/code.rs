//! The code of a table's values, and its symbols.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::fields::{Fault, Fields};

/// The longest code of a symbol in bits, so that one refill of 32 bits is enough for the next code.
const LONGEST_CODE: u8 = 32;
/// The number of bits by which [`Runs`] is indexed.
const RUN_BITS: u32 = 9;
/// The bits of an entry of [`Runs`] that hold the number of values. The bits above hold the number of bits.
const RUN_VALUES: u16 = 0xFFF;
/// The greatest length of the shortest code with which runs are made. If no code is shorter, few windows hold two.
const SHORT: u32 = 4;

/// The symbols that are as a whole in the next nine bits: how many bits they take, and how many values they have. 0 if none
/// does.
type Runs = [u16; 1 << RUN_BITS];

/// The canonical prefix code of a part: longer codes are smaller numbers, and the symbols of a length are consecutive.
#[derive(Debug)]
pub(super) struct Code {
    /// By the next eight bits, the length of the shortest code that can be there.
    shortest: [u8; 256],
    /// By length, the smallest code, shifted to the top.
    smallest: [u32; 64],
    /// By length, the number that added to a code gives its symbol, modulo 2^16.
    to_symbol: [u16; 64],
    /// Absent if the codes are long. Without runs, a WDL probe takes 310 in place of 232 ns (see docs/figures/probers.md): it skips
    /// 80 symbols on average.
    runs: Option<Box<Runs>>,
    symbols: Symbols,
}

impl Code {
    /// Reads a code and its symbols: the longest and the shortest length, the first symbol of each length, and the symbols.
    pub(super) fn read(fields: &mut Fields<'_>) -> Result<Self, Fault> {
        let [longest, shortest] = fields.array()?;
        if shortest == 0 || longest < shortest || longest > LONGEST_CODE {
            return Err(Fault::Broken("the lengths of codes are out of range"));
        }
        let mut first_symbol = [0u16; 64];
        for length in shortest..=longest {
            first_symbol[usize::from(length)] = fields.u16()?;
        }
        let symbols = Symbols::read(fields)?;
        let [shortest, longest] = [shortest, longest].map(usize::from);
        // Two codes make one that is a bit shorter. Codes of a length fill the space that longer codes leave.
        let mut codes = [0u64; 64];
        for length in (shortest..longest).rev() {
            let after_longer = codes[length + 1] + u64::from(first_symbol[length]);
            let smallest = after_longer.checked_sub(u64::from(first_symbol[length + 1]));
            codes[length] =
                smallest.ok_or(Fault::Broken("the symbols are not in the order of their codes"))? / 2;
        }
        let mut code = Self {
            shortest: [longest as u8; 256],
            smallest: [0; 64],
            to_symbol: [0; 64],
            runs: None,
            symbols,
        };
        for length in shortest..=longest {
            if codes[length] >> length != 0 {
                return Err(Fault::Broken("there are more codes than their lengths allow"));
            }
            code.smallest[length] = (codes[length] << (32 - length)) as u32;
            code.to_symbol[length] = first_symbol[length].wrapping_sub(codes[length] as u16);
        }
        if code.smallest[shortest..=longest].windows(2).any(|pair| pair[0] < pair[1]) {
            return Err(Fault::Broken("the symbols are not in the order of their codes"));
        }
        // Codes of a length begin where the next longer ones end.
        let mut next = 256;
        for length in shortest..longest {
            let first = (code.smallest[length] >> 24) as usize;
            code.shortest[first..next].fill(length as u8);
            next = next.min(first);
        }
        if shortest <= SHORT as usize {
            let mut runs = Box::new([0; 1 << RUN_BITS]);
            code.add_runs(&mut runs, 0, 0, 0, shortest as u32);
            code.runs = Some(runs);
        }
        Ok(code)
    }

    /// Writes the entries of all windows that start with certain symbols, from the window `first` on: the symbols take `used` bits
    /// and have so many values. `shortest` is the length of the shortest code.
    fn add_runs(&self, runs: &mut Runs, first: usize, used: u32, values: u32, shortest: u32) {
        let left = RUN_BITS - used;
        // In the first of the windows, the next code is longer than their rest.
        let longer = if left < shortest { 1 << left } else { self.smallest[left as usize] >> (32 - left) };
        let mut window = first + longer as usize;
        let run = if values == 0 { 0 } else { (used << 12 | values) as u16 };
        runs[first..window].fill(run);
        while window < first + (1 << left) {
            let (symbol, length) = self.first((window as u32) << (32 - RUN_BITS) << used);
            let sum = values + self.symbols.values(symbol).unwrap_or(u32::from(RUN_VALUES));
            let end = window + (1 << (left - length));
            if sum < u32::from(RUN_VALUES) {
                self.add_runs(runs, window, used + length, sum, shortest);
            } else {
                runs[window..end].fill(run);
            }
            window = end;
        }
    }

    /// Returns the symbol whose code is at the top of `bits`, and the code's length.
    #[inline]
    fn first(&self, bits: u32) -> (usize, u32) {
        let mut length = usize::from(self.shortest[(bits >> 24) as usize]);
        // The smallest code of the greatest length is 0, so that the search ends.
        while bits < self.smallest[length & 63] {
            length += 1;
        }
        let length = length & 63;
        let symbol = ((bits >> (32 - length)) as u16).wrapping_add(self.to_symbol[length]);
        (usize::from(symbol), length as u32)
    }

    /// Returns the value in a block that is after `skip` others.
    #[inline]
    pub(super) fn value(&self, block: &[u8], skip: u32) -> Result<u16, Fault> {
        let (symbol, skip) = match &self.runs {
            Some(runs) => self.find(block, skip, |bits| runs[(bits >> (64 - RUN_BITS)) as usize]),
            None => self.find(block, skip, |_| 0),
        }?;
        self.symbols.value(symbol, skip)
    }

    /// Finds the symbol in a block that holds the value after `skip` others, and the number of values before it in the symbol.
    #[inline]
    fn find(&self, block: &[u8], mut skip: u32, run: impl Fn(u64) -> u16) -> Result<(usize, u32), Fault> {
        // The next bits of the block are at the top of the word. At least 32 of them are there; behind the block, they are 0.
        let (first, mut rest) = block.split_first_chunk().ok_or(Fault::Broken("a block is too short"))?;
        let mut bits = u64::from_be_bytes(*first);
        let mut used = 0;
        let mut is_at_end = false;
        loop {
            let run = run(bits);
            let values = u32::from(run & RUN_VALUES);
            let length = if values != 0 && skip >= values {
                skip -= values;
                u32::from(run >> 12)
            } else {
                let (symbol, length) = self.first((bits >> 32) as u32);
                let values = self.symbols.values(symbol)?;
                if skip < values {
                    return Ok((symbol, skip));
                }
                skip -= values;
                length
            };
            bits <<= length;
            used += length;
            if used >= 32 {
                used -= 32;
                if let Some((next, behind)) = rest.split_first_chunk() {
                    rest = behind;
                    bits |= u64::from(u32::from_be_bytes(*next)) << used;
                } else if is_at_end {
                    return Err(Fault::Broken("a block ends too early"));
                } else {
                    is_at_end = true;
                }
            }
        }
    }
}

/// The most symbols of a part. Their numbers have twelve bits.
const MOST_SYMBOLS: usize = 1 << 12;
/// The second half of a symbol that is a value.
const IS_VALUE: u16 = 0xFFF;
/// The greatest number of values of a symbol.
const MOST_VALUES: u32 = 256;

/// The symbols of a part of a table. Each is one value, or the values of two other symbols in turn.
#[derive(Debug)]
struct Symbols {
    /// The first half of each symbol, or its value, and the second half, or [`IS_VALUE`].
    halves: Vec<[u16; 2]>,
    /// The number of values of each symbol, 1 to [`MOST_VALUES`]; 0 while it is unknown. Apart from the halves, because most
    /// symbols of a block are skipped.
    values: Vec<u16>,
}

impl Symbols {
    /// Reads the number of symbols and the symbols, three bytes each.
    pub(super) fn read(fields: &mut Fields<'_>) -> Result<Self, Fault> {
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
                    Some(_) => return Err(Fault::Broken("a symbol contains itself")),
                    None if sum > MOST_VALUES => {
                        return Err(Fault::Broken("a symbol has too many values"));
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
    fn values(&self, symbol: usize) -> Result<u32, Fault> {
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
