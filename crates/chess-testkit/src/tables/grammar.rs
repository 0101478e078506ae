use std::collections::BTreeMap;

/// The way in which values are joined to symbols. A symbol is a value or a pair of symbols.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pairs {
    /// Every value is a symbol of its own.
    None,
    /// The most frequent pair becomes a symbol, at most so many times.
    Frequent(usize),
    /// Runs of a value are symbols, each of which is the run that is one shorter, and the value: trees of depth 255. The
    /// flag puts the value first.
    Chains(bool),
}

/// The symbols of a sub-table, and its values as symbols.
#[derive(Clone, Debug)]
pub(crate) struct Grammar {
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) text: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    pub(crate) form: Form,
    /// The number of values, 1 to 256.
    pub(crate) length: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Value(u16),
    Pair(u16, u16),
}

/// The greatest number of values of a symbol.
const LONGEST: usize = 256;

/// The greatest number of symbols: the last of 4096 numbers marks a value.
const MOST: usize = 4095;

impl Grammar {
    pub(crate) fn new(values: &[u16], pairs: Pairs) -> Self {
        let mut numbers: BTreeMap<u16, u16> = values.iter().map(|&value| (value, 0)).collect();
        numbers.values_mut().zip(0..).for_each(|(number, i)| *number = i);
        let symbols = numbers.keys().map(|&value| Symbol { form: Form::Value(value), length: 1 }).collect();
        let text = values.iter().map(|value| numbers[value]).collect();
        let mut grammar = Self { symbols, text };
        match pairs {
            Pairs::None => {}
            Pairs::Frequent(most) => {
                while grammar.symbols.len() < MOST.min(most) && grammar.join_frequent() {}
            }
            Pairs::Chains(value_first) => grammar.join_runs(value_first),
        }
        assert!(grammar.symbols.len() <= MOST);
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
        let best =
            (0..count * count).filter(|&pair| length(pair) <= LONGEST).max_by_key(|&pair| frequencies[pair]);
        let Some(best) = best.filter(|&best| frequencies[best] > 2) else { return false };
        let (first, second) = ((best / count) as u16, (best % count) as u16);
        self.symbols.push(Symbol { form: Form::Pair(first, second), length: length(best) });
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
            for part in run.chunks(LONGEST) {
                let chain = &mut chains[value as usize];
                while chain.len() < part.len() && self.symbols.len() < MOST {
                    let shorter = chain[chain.len() - 1];
                    let form =
                        if value_first { Form::Pair(value, shorter) } else { Form::Pair(shorter, value) };
                    let length = chain.len() + 1;
                    chain.push(self.symbols.len() as u16);
                    self.symbols.push(Symbol { form, length });
                }
                joined.extend(part.chunks(chain.len()).map(|part| chain[part.len() - 1]));
            }
        }
        self.text = joined;
    }
}
