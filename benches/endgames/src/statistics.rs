use std::ops::ControlFlow;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use crate::ending::Ending;
use crate::endings::Endings;

/// The counts of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// The legal positions, of which mirror images count once; with a legal capture en passant and without it.
    pub positions: u64,
    /// All legal positions in which the side named first is White.
    pub on_whole_board: u64,
    /// The positions by result for the side to move: losses, blessed losses, draws, cursed wins, wins.
    pub by_result: [u64; 5],
    /// The greatest distance to a zeroing move or mate, in plies.
    pub max_dtz: i32,
}

impl Statistics {
    /// Counts the positions of a solved ending. Those of one that is not solved are none.
    pub fn of(endings: &Endings, ending: Ending) -> Self {
        let by_result = [const { AtomicU64::new(0) }; 5];
        let max_dtz = AtomicI32::new(0);
        let _: Option<()> = endings.each(ending, |_, value| {
            by_result[(value.wdl() + 2) as usize].fetch_add(1, Ordering::Relaxed);
            max_dtz.fetch_max(value.dtz().abs(), Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        let by_result = by_result.map(AtomicU64::into_inner);
        let positions = by_result.iter().sum();
        let forms = endings.forms(ending).unwrap_or_default();
        Self { positions, on_whole_board: positions * forms, by_result, max_dtz: max_dtz.into_inner() }
    }
}
