use std::sync::atomic::Ordering;

use crate::chunks::{Sum, chunks, total};
use crate::ending::Ending;
use crate::endings::Endings;
use crate::table::NONE;
use crate::value::Value;

/// The counts of an ending, or of some of its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// The positions by result for the side to move: losses, blessed losses, draws, cursed wins, wins.
    pub by_result: [u64; 5],
    /// The greatest distance to a zeroing move or mate, in plies.
    pub max_dtz: u32,
}

impl Statistics {
    /// Counts the positions of a solved ending, of which mirror images count once. `None` if it is not solved.
    pub fn of(endings: &Endings, ending: Ending) -> Option<Self> {
        let table = endings.table(ending)?;
        if table.has_en_passant() {
            return endings.sum(ending, &|_| (), |found: &mut Self, _, value| found.add(value));
        }
        let chunks: Vec<_> = chunks(0..table.values.len()).collect();
        Some(total(&chunks, |chunk| {
            let mut found = Self::default();
            for value in &table.values[chunk] {
                let word = value.load(Ordering::Relaxed);
                if word != NONE {
                    found.add(Value::from_raw(word));
                }
            }
            found
        }))
    }

    /// Counts one more position.
    pub fn add(&mut self, value: Value) {
        self.by_result[(value.wdl() + 2) as usize] += 1;
        self.max_dtz = self.max_dtz.max(value.dtz().unsigned_abs());
    }

    /// Counts all positions.
    pub fn positions(&self) -> u64 {
        self.by_result.iter().sum()
    }
}

impl Sum for Statistics {
    fn plus(self, other: Self) -> Self {
        let mut by_result = self.by_result;
        for (count, other) in by_result.iter_mut().zip(other.by_result) {
            *count += other;
        }
        Self { by_result, max_dtz: self.max_dtz.max(other.max_dtz) }
    }
}
