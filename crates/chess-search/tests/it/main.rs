//! Tests of the public interface.

mod draw;
#[cfg(feature = "std")]
mod endgames;
#[cfg(feature = "std")]
mod engine;
mod evaluate;
#[cfg(feature = "std")]
mod histories;
#[cfg(feature = "std")]
mod lines;
mod picker;
mod refreshes;
#[cfg(feature = "std")]
mod signature;
#[cfg(feature = "std")]
mod table;

use std::sync::LazyLock;

use chess_board::Position;
use chess_testkit::{Random, chess960, double_chess960, game, known};

/// The positions that tests go through, always the same: random games of all kinds, and a few positions that are rare.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Random::new(20_261_122);
    let mut positions: Vec<Position> = RARE.iter().map(|fen| fen.parse().expect(fen)).collect();
    for _ in 0..30 {
        for start in [Position::START, chess960(&mut random), double_chess960(&mut random)] {
            positions.extend(game(start, 120, 2, &mut random));
        }
    }
    for fen in RARE {
        positions.extend(game(fen.parse().unwrap(), 120, 2, &mut random));
    }
    positions
});

const RARE: [&str; 9] = [
    known::KIWIPETE,
    known::CPW_3,
    known::CPW_4,
    known::CPW_5,
    "2n3n1/1P1P1P1P/8/8/8/2k5/8/4K3 w - - 0 1",
    "4k3/8/8/2PpP3/8/b7/8/4K3 w - d6 0 1",
    "8/8/8/8/k1pP3R/8/8/n4K2 b - d3 0 1",
    "4k3/8/8/8/8/8/8/RR4KR w HA - 0 1",
    "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1",
];
