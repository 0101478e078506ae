//! Pools of rows, which are shuffled in blocks.

use std::sync::Arc;

use super::chance::{Purpose, random, shuffle};
use super::options::Contents;
use super::row::{Batch, Blocks, Row};

/// About the number of rows of a block: 192 kilobytes, which fit into the second cache. Indices have 16 bits.
const BLOCK: usize = 4096;

/// Rows that have been read one after another, and are shuffled among each other.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) segments: Vec<Vec<Row>>,
    /// The first row of each block, and the number of all rows.
    starts: Vec<usize>,
    /// The seed and the number of this pool; `None` keeps the order.
    order: Option<(u64, u64)>,
}

/// Rows of a pool, from one on.
pub(super) type Piece = (Arc<Pool>, std::ops::Range<usize>);

impl Pool {
    pub(super) fn new(segments: Vec<Vec<Row>>, order: Option<(u64, u64)>) -> Self {
        let rows: usize = segments.iter().map(Vec::len).sum();
        let mut pool = Self { segments, starts: Vec::new(), order };
        let blocks = if order.is_some() { rows.div_ceil(BLOCK) } else { pool.segments.len() };
        let mut start = 0;
        for block in 0..blocks {
            pool.starts.push(start);
            start += pool.shares(block, blocks).map(<[Row]>::len).sum::<usize>();
        }
        pool.starts.push(start);
        pool
    }

    pub(super) fn rows(&self) -> usize {
        self.starts.last().copied().unwrap_or_default()
    }

    /// The rows of a block: its share of each segment, or one segment.
    fn shares(&self, block: usize, blocks: usize) -> impl Iterator<Item = &[Row]> {
        let is_shuffled = self.order.is_some();
        self.segments.iter().enumerate().filter_map(move |(index, segment)| {
            let share = |block: usize| segment.len() * block / blocks;
            if !is_shuffled {
                return (index == block).then_some(&segment[..]);
            }
            // Short segments begin with different blocks.
            let block = (block + index) % blocks;
            segment.get(share(block)..share(block + 1))
        })
    }

    /// Adds the rows of a range to a batch.
    pub(super) fn fill(
        &self,
        range: &std::ops::Range<usize>,
        batch: &mut Batch,
        contents: &Contents,
        blocks: &Blocks,
    ) {
        let last = self.starts.len() - 1;
        let first = self.starts.partition_point(|&start| start <= range.start).saturating_sub(1);
        let (mut rows, mut order) = (Vec::new(), Vec::new());
        for block in first..last {
            let (start, end) = (self.starts[block], self.starts[block + 1]);
            if start >= range.end {
                break;
            }
            rows.clear();
            self.shares(block, last).for_each(|share| rows.extend_from_slice(share));
            order.clear();
            order.extend((0..rows.len()).map(|index| index as u16));
            if let Some((seed, number)) = self.order {
                shuffle(&mut order, &mut random(seed, Purpose::Block, number << 32 | block as u64));
            }
            let part = range.start.max(start) - start..range.end.min(end) - start;
            batch.extend(&rows, &order[part], contents, blocks);
        }
    }
}
