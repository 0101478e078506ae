use crate::tables::code::{Code, Lengths};
use crate::tables::contents::Values;
use crate::tables::grammar::{Form, Grammar, Pairs};

/// The choices that a writer has for the blocks of a sub-table.
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
const MOST: usize = 1 << 16;

impl Blocks {
    /// Compresses the values of a sub-table with this number of indices. A single value has no blocks.
    pub(crate) fn new(values: &Values, size: u64, coding: Coding) -> Self {
        let (values, size, is_repeated) = match values {
            Values::Single(_) => unreachable!("a single value has no blocks"),
            Values::Each(values) => {
                assert_eq!(values.len() as u64, size);
                (values, size, false)
            }
            Values::Repeated(values) => {
                assert_eq!(values.len(), 1 << coding.span, "one entry of the sparse index for all values");
                (values, size, true)
            }
        };
        let grammar = Grammar::new(values, coding.pairs);
        let mut frequencies = vec![0; grammar.symbols.len()];
        grammar.text.iter().for_each(|&symbol| frequencies[symbol as usize] += 1);
        let code = Code::new(&frequencies, coding.lengths);
        let (mut lengths, data) = cut(&grammar, &code, coding.block);
        let count = lengths.len();
        let entries = size.div_ceil(1 << coding.span) as usize;
        let mut sparse_index = Vec::new();
        if is_repeated {
            let entry = Landing::default().at(1 << (coding.span - 1), &mut lengths);
            sparse_index = entry.repeat(entries);
        } else {
            let mut landing = Landing::default();
            for entry in 0..entries as u64 {
                let middle = (entry << coding.span) + (1 << (coding.span - 1));
                sparse_index.extend(landing.at(middle, &mut lengths));
            }
        }
        lengths.extend(vec![MOST; coding.spare]);
        Self {
            header: header(&grammar, &code, coding, count, lengths.len()),
            sparse_index,
            lengths: lengths.iter().flat_map(|&length| ((length - 1) as u16).to_le_bytes()).collect(),
            data,
        }
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
        let (low, high) = match grammar.symbols[symbol].form {
            Form::Value(value) => (value as usize, 0xfff),
            Form::Pair(first, second) => (code.numbers[first as usize], code.numbers[second as usize]),
        };
        header.extend([low as u8, (low >> 8 | high << 4) as u8, (high >> 4) as u8]);
    }
    header
}

/// Writes the symbols into blocks, each as full as can be. Returns the number of values in each, and the blocks.
fn cut(grammar: &Grammar, code: &Code, exponent: u32) -> (Vec<usize>, Vec<u8>) {
    let room = 8 << exponent;
    let (mut lengths, mut data) = (Vec::new(), Vec::new());
    let mut block = vec![0; 1 << exponent];
    let (mut bits, mut length) = (0, 0);
    for &symbol in &grammar.text {
        let (word, width) = code.word(symbol as usize);
        let values = grammar.symbols[symbol as usize].length;
        if bits + width as usize > room || length + values > MOST {
            lengths.push(length);
            data.append(&mut block);
            block = vec![0; 1 << exponent];
            (bits, length) = (0, 0);
        }
        for bit in (0..width).rev() {
            block[bits / 8] |= ((word >> bit & 1) as u8) << (7 - bits % 8);
            bits += 1;
        }
        length += values;
    }
    lengths.push(length);
    data.append(&mut block);
    (lengths, data)
}

/// The block that holds an index, which only grows.
#[derive(Debug, Default)]
struct Landing {
    block: usize,
    first: u64,
}

impl Landing {
    /// An entry of the sparse index: the block, and the index as counted from the block's first. An index beyond the last
    /// block lands in further lengths, of blocks that do not exist.
    fn at(&mut self, index: u64, lengths: &mut Vec<usize>) -> Vec<u8> {
        loop {
            if self.block == lengths.len() {
                lengths.push(MOST);
            }
            if index < self.first + lengths[self.block] as u64 {
                break;
            }
            self.first += lengths[self.block] as u64;
            self.block += 1;
        }
        let mut entry = (self.block as u32).to_le_bytes().to_vec();
        entry.extend(((index - self.first) as u16).to_le_bytes());
        entry
    }
}
