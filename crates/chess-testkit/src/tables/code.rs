/// The way in which the lengths of the symbols' codes are chosen.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Lengths {
    /// By Huffman's method, cut to 32 bits.
    Huffman,
    /// As equal as can be.
    Equal,
    /// 1, 2, 3 and so on for the symbols as they were made, as far as 32 bits allow.
    Stairs,
}

/// A prefix code in the format's order: longer codes come first, both in number and in value.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    /// The symbols by number: first those with the longest codes, last those without one.
    pub(crate) order: Vec<usize>,
    /// The number of each symbol.
    pub(crate) numbers: Vec<usize>,
    /// The length of the code of each symbol, 0 for none.
    pub(crate) lengths: Vec<u32>,
    /// The first number of each length, from 0 to the greatest.
    pub(crate) offsets: Vec<usize>,
    /// The code of the first number of each length.
    bases: Vec<u64>,
}

/// The greatest length that the format allows.
const LONGEST: u32 = 32;

impl Code {
    pub(crate) fn new(frequencies: &[u64], lengths: Lengths) -> Self {
        let used: Vec<_> = (0..frequencies.len()).filter(|&symbol| frequencies[symbol] > 0).collect();
        let of_used = match (lengths, used.len()) {
            (_, 1) => vec![1],
            (Lengths::Huffman, _) => huffman(used.iter().map(|&symbol| frequencies[symbol]).collect()),
            (Lengths::Equal, count) => huffman(vec![1; count]),
            (Lengths::Stairs, count) => stairs(count),
        };
        let mut lengths = vec![0; frequencies.len()];
        used.iter().zip(of_used).for_each(|(&symbol, length)| lengths[symbol] = length);
        Self::of_lengths(lengths)
    }

    fn of_lengths(lengths: Vec<u32>) -> Self {
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
    pub(crate) fn range(&self) -> (u32, u32) {
        let used = self.lengths.iter().copied().filter(|&length| length > 0);
        (used.min().expect("a symbol"), self.lengths[self.order[0]])
    }

    /// The code of a symbol and its length.
    pub(crate) fn word(&self, symbol: usize) -> (u64, u32) {
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
        if lengths.iter().all(|&length| length <= LONGEST) {
            return lengths;
        }
        for it in &mut frequencies {
            *it = *it / 2 + 1;
        }
    }
}

/// Lengths that grow by one for each symbol. Those that do not fit into the steps share the last one equally.
fn stairs(count: usize) -> Vec<u32> {
    let steps = if count <= LONGEST as usize + 1 { count - 1 } else { 20 };
    let rest = count - steps;
    let mut lengths: Vec<_> = (1..=steps as u32).collect();
    lengths.extend(huffman(vec![1; rest]).into_iter().map(|length| steps as u32 + length));
    lengths
}
