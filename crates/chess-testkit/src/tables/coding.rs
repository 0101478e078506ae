//! The coding of the values of a sub-table: pairs of symbols, the code of symbols as bits, and blocks.

use std::collections::BTreeMap;

use crate::tables::ending::Values;

/// The choices of a writer for the blocks of a sub-table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Coding {
    /// The binary logarithm of a block's size in bytes.
    pub block: u32,
    /// The binary logarithm of the number of indices for each entry of the sparse index.
    pub span: u32,
    /// The making of symbols.
    pub pairs: Pairs,
    /// The lengths of their codes.
    pub lengths: Lengths,
    /// Lengths of blocks beyond those that the sparse index needs. A file has at most 255 lengths without a block.
    pub spare: usize,
}

impl Default for Coding {
    fn default() -> Self {
        Self { block: 6, span: 12, pairs: Pairs::Frequent(160), lengths: Lengths::Huffman, spare: 0 }
    }
}

/// The parts of a sub-table in a file.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    /// From the exponent of the block's size to the symbols.
    pub(crate) header: Vec<u8>,
    pub(crate) sparse_index: Vec<u8>,
    pub(crate) lengths: Vec<u8>,
    pub(crate) data: Vec<u8>,
}

/// The greatest number of values in a block.
const MOST_VALUES: usize = 1 << 16;

impl Blocks {
    /// Compresses the values of a sub-table with this number of indices. A single value has no blocks.
    pub(crate) fn new(values: &Values, size: u64, coding: Coding) -> Option<Self> {
        let (values, entries) = match values {
            Values::Single(_) => return None,
            Values::Each(values) => (values, size.div_ceil(1 << coding.span)),
            Values::Repeated(values) => {
                assert_eq!(values.len(), 1 << coding.span, "one entry of the sparse index for all values");
                (values, 1)
            }
        };
        let grammar = Grammar::new(values, coding.pairs);
        let mut frequencies = vec![0; grammar.symbols.len()];
        grammar.text.iter().for_each(|&symbol| frequencies[symbol as usize] += 1);
        let code = Code::new(&frequencies, coding.lengths);
        let (mut lengths, data) = cut(&grammar, &code, coding.block);
        let count = lengths.len();
        let mut sparse_index = Vec::new();
        let (mut block, mut first) = (0, 0);
        // An entry is the block of the index in the middle of a span, and that index as counted from the block's first. An index
        // beyond the last block lands in further lengths, of blocks that do not exist.
        for entry in 0..entries {
            let middle = (2 * entry + 1) << (coding.span - 1);
            loop {
                lengths.resize(lengths.len().max(block + 1), MOST_VALUES);
                if middle < first + lengths[block] as u64 {
                    break;
                }
                first += lengths[block] as u64;
                block += 1;
            }
            sparse_index.extend((block as u32).to_le_bytes());
            sparse_index.extend(((middle - first) as u16).to_le_bytes());
        }
        sparse_index = sparse_index.repeat((size.div_ceil(1 << coding.span) / entries) as usize);
        lengths.extend(vec![MOST_VALUES; coding.spare]);
        Some(Self {
            header: header(&grammar, &code, coding, count, lengths.len()),
            sparse_index,
            lengths: lengths.iter().flat_map(|&length| ((length - 1) as u16).to_le_bytes()).collect(),
            data,
        })
    }
}

fn header(grammar: &Grammar, code: &Code, coding: Coding, blocks: usize, lengths: usize) -> Vec<u8> {
    let (least, most) = code.range();
    let spare = u8::try_from(lengths - blocks).expect("at most 255 lengths without a block");
    let mut header = vec![coding.block as u8, coding.span as u8, spare];
    header.extend((blocks as u32).to_le_bytes());
    header.extend([most as u8, least as u8]);
    header.extend(code.offsets[least as usize..].iter().flat_map(|&offset| (offset as u16).to_le_bytes()));
    header.extend((grammar.symbols.len() as u16).to_le_bytes());
    for &symbol in &code.order {
        let Symbol { pair, value, .. } = grammar.symbols[symbol];
        let numbers = |(first, second)| (code.numbers[first as usize], code.numbers[second as usize]);
        let (low, high) = pair.map_or((value as usize, 0xfff), numbers);
        header.extend([low as u8, (low >> 8 | high << 4) as u8, (high >> 4) as u8]);
    }
    header
}

/// Writes the symbols into blocks, each as full as can be. Returns the number of values in each, and the blocks.
fn cut(grammar: &Grammar, code: &Code, exponent: u32) -> (Vec<usize>, Vec<u8>) {
    let room = 8 << exponent;
    let (mut lengths, mut data) = (vec![0], vec![0; 1 << exponent]);
    let mut bits = 0;
    for &symbol in &grammar.text {
        let (word, width) = code.word(symbol as usize);
        let values = grammar.symbols[symbol as usize].length;
        if bits + width as usize > room * lengths.len() || lengths[lengths.len() - 1] + values > MOST_VALUES {
            bits = room * lengths.len();
            lengths.push(0);
            data.resize(lengths.len() << exponent, 0);
        }
        for bit in (0..width).rev() {
            data[bits / 8] |= ((word >> bit & 1) as u8) << (7 - bits % 8);
            bits += 1;
        }
        *lengths.last_mut().expect("a block") += values;
    }
    (lengths, data)
}

/// The way in which the lengths of the symbols' codes are chosen.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Lengths {
    /// By Huffman's method, cut to 32 bits.
    Huffman,
    /// As equal as can be.
    Equal,
    /// 1, 2, 3 and so on for the symbols in the order of their creation, as far as 32 bits allow.
    Stairs,
}

/// A prefix code in the format's order: longer codes come first, both in number and in value.
#[derive(Clone, Debug)]
struct Code {
    /// The symbols by number: first those with the longest codes, last those without one.
    order: Vec<usize>,
    /// The number of each symbol.
    numbers: Vec<usize>,
    /// The length of the code of each symbol, 0 for none.
    lengths: Vec<u32>,
    /// The first number of each length, from 0 to the greatest.
    offsets: Vec<usize>,
    /// The code of the first number of each length.
    bases: Vec<u64>,
}

/// The greatest length that the format allows.
const LONGEST_WORD: u32 = 32;

impl Code {
    fn new(frequencies: &[u64], lengths: Lengths) -> Self {
        let used: Vec<_> = (0..frequencies.len()).filter(|&symbol| frequencies[symbol] > 0).collect();
        let of_used = match (lengths, used.len()) {
            (_, 1) => vec![1],
            (Lengths::Huffman, _) => huffman(used.iter().map(|&symbol| frequencies[symbol]).collect()),
            (Lengths::Equal, count) => huffman(vec![1; count]),
            (Lengths::Stairs, count) => stairs(count),
        };
        let mut lengths = vec![0; frequencies.len()];
        used.iter().zip(of_used).for_each(|(&symbol, length)| lengths[symbol] = length);
        let mut order: Vec<_> = (0..lengths.len()).collect();
        order.sort_by_key(|&symbol| u32::MAX - lengths[symbol]);
        let mut numbers = vec![0; order.len()];
        order.iter().enumerate().for_each(|(number, &symbol)| numbers[symbol] = number);
        let longest = lengths[order[0]] as usize;
        let longer_than = |length| lengths.iter().filter(|&&it| it > length).count();
        let offsets: Vec<_> = (0..=longest as u32).map(longer_than).collect();
        let mut bases = vec![0; longest + 1];
        for length in (1..longest).rev() {
            let longer = offsets[length] - offsets[length + 1];
            bases[length] = u64::midpoint(bases[length + 1], longer as u64);
        }
        Self { order, numbers, lengths, offsets, bases }
    }

    /// The least and the greatest length of a code.
    fn range(&self) -> (u32, u32) {
        let used = self.lengths.iter().copied().filter(|&length| length > 0);
        (used.min().expect("a symbol"), self.lengths[self.order[0]])
    }

    /// The code of a symbol and its length.
    fn word(&self, symbol: usize) -> (u64, u32) {
        let length = self.lengths[symbol];
        let number = self.numbers[symbol] - self.offsets[length as usize];
        (self.bases[length as usize] + number as u64, length)
    }
}

/// Lengths by Huffman's method, for frequencies that are flattened until no code is too long.
fn huffman(mut frequencies: Vec<u64>) -> Vec<u32> {
    loop {
        let mut lengths = vec![0; frequencies.len()];
        let mut trees: Vec<_> =
            frequencies.iter().enumerate().map(|(i, &weight)| (weight, vec![i])).collect();
        while trees.len() > 1 {
            trees.sort_by_key(|tree| u64::MAX - tree.0);
            let (a, b) = (trees.pop().expect("two"), trees.pop().expect("two"));
            let leaves = [a.1, b.1].concat();
            for &leaf in &leaves {
                lengths[leaf] += 1;
            }
            trees.push((a.0 + b.0, leaves));
        }
        if lengths.iter().all(|&length| length <= LONGEST_WORD) {
            return lengths;
        }
        for it in &mut frequencies {
            *it = *it / 2 + 1;
        }
    }
}

/// Lengths that grow by one for each symbol. Those that do not fit into the steps share the last one equally.
fn stairs(count: usize) -> Vec<u32> {
    let steps = if count <= LONGEST_WORD as usize + 1 { count - 1 } else { 20 };
    let rest = huffman(vec![1; count - steps]).into_iter().map(|length| steps as u32 + length);
    (1..=steps as u32).chain(rest).collect()
}

/// The way in which values are combined into symbols. A symbol is a value or a pair of symbols.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pairs {
    /// Every value is a symbol of its own.
    None,
    /// The most frequent pair becomes a symbol, at most so many times.
    Frequent(usize),
    /// Each run of a value is a symbol: the run that is one shorter and the value, in trees of depth 255. The flag puts the value
    /// first.
    Chains(bool),
}

/// The symbols of a sub-table, and its values as symbols.
#[derive(Clone, Debug)]
struct Grammar {
    symbols: Vec<Symbol>,
    text: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// A pair of symbols; `None` is a value.
    pair: Option<(u16, u16)>,
    value: u16,
    /// The number of values, 1 to 256.
    length: usize,
}

/// The greatest number of values of a symbol.
const LONGEST_SYMBOL: usize = 256;

/// The greatest number of symbols: the last of 4096 numbers marks a value.
const MOST_SYMBOLS: usize = 4095;

impl Grammar {
    fn new(values: &[u16], pairs: Pairs) -> Self {
        let mut numbers: BTreeMap<u16, u16> = values.iter().map(|&value| (value, 0)).collect();
        numbers.values_mut().zip(0..).for_each(|(number, i)| *number = i);
        let symbols = numbers.keys().map(|&value| Symbol { pair: None, value, length: 1 }).collect();
        let text = values.iter().map(|value| numbers[value]).collect();
        let mut grammar = Self { symbols, text };
        match pairs {
            Pairs::None => {}
            Pairs::Frequent(most) => {
                while grammar.symbols.len() < MOST_SYMBOLS.min(most) && grammar.join_frequent() {}
            }
            Pairs::Chains(value_first) => grammar.join_runs(value_first),
        }
        assert!(grammar.symbols.len() <= MOST_SYMBOLS);
        grammar
    }

    /// Makes a symbol of the most frequent pair, if any comes more than twice.
    fn join_frequent(&mut self) -> bool {
        let count = self.symbols.len();
        let mut frequencies = vec![0u32; count * count];
        for pair in self.text.windows(2) {
            frequencies[pair[0] as usize * count + pair[1] as usize] += 1;
        }
        let length = |pair: usize| self.symbols[pair / count].length + self.symbols[pair % count].length;
        let best = (0..count * count)
            .filter(|&pair| length(pair) <= LONGEST_SYMBOL)
            .max_by_key(|&pair| frequencies[pair]);
        let Some(best) = best.filter(|&best| frequencies[best] > 2) else { return false };
        let (first, second) = ((best / count) as u16, (best % count) as u16);
        self.symbols.push(Symbol { pair: Some((first, second)), value: 0, length: length(best) });
        let mut joined = Vec::with_capacity(self.text.len());
        let mut rest = self.text.iter().copied().peekable();
        while let Some(symbol) = rest.next() {
            let is_pair = symbol == first && rest.next_if_eq(&second).is_some();
            joined.push(if is_pair { count as u16 } else { symbol });
        }
        self.text = joined;
        true
    }

    fn join_runs(&mut self, value_first: bool) {
        let values = self.symbols.len();
        // The symbol of a run of each length from 1 on.
        let mut chains: Vec<Vec<u16>> = (0..values as u16).map(|value| vec![value]).collect();
        let mut joined = Vec::new();
        for run in self.text.chunk_by(|a, b| a == b) {
            let value = run[0];
            for part in run.chunks(LONGEST_SYMBOL) {
                let chain = &mut chains[value as usize];
                while chain.len() < part.len() && self.symbols.len() < MOST_SYMBOLS {
                    let shorter = chain[chain.len() - 1];
                    let pair = Some(if value_first { (value, shorter) } else { (shorter, value) });
                    chain.push(self.symbols.len() as u16);
                    self.symbols.push(Symbol { pair, value: 0, length: chain.len() });
                }
                joined.extend(part.chunks(chain.len()).map(|part| chain[part.len() - 1]));
            }
        }
        self.text = joined;
    }
}
