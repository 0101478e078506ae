//! Random choices for unit tests. They cannot use chess-testkit, which is not published, because the published package must
//! compile with them.

use chess_movegen::PositionExt;
use chess_types::SplitMix64;

use crate::Position;

/// A source of random choices, reproducible by its number and the seed of the run, the variable `CHESS_SEED`, as in chess-testkit.
#[derive(Clone, Debug)]
pub(crate) struct Random(SplitMix64);

impl Random {
    #[allow(clippy::print_stdout, reason = "the harness shows it with a failure")]
    pub(crate) fn new(number: u64) -> Self {
        let mixed = std::env::var("CHESS_SEED").map_or(0, |seed| {
            std::println!("the seed of this run: CHESS_SEED={seed}");
            SplitMix64::new(u64::from_str_radix(&seed, 16).unwrap()).next_u64()
        });
        Self(SplitMix64::new(number ^ mixed))
    }

    /// Returns a number from 0 to `bound - 1`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    /// Returns one of the items.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Calls `visit` with all positions of a random game of at most `plies` plies.
    pub(crate) fn game(&mut self, mut position: Position, plies: usize, mut visit: impl FnMut(&Position)) {
        visit(&position);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            position.play_unchecked(self.pick(&moves));
            visit(&position);
        }
    }
}
