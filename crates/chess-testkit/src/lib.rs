//! Test support for the workspace: random choices, likely moves, positions of many kinds, perft suites with known counts, a slow
//! mailbox, and a writer of endgame tablebases.
//!
//! Integration tests depend on this crate, even those of its own dependencies. Unit tests inside `src` cannot, because their
//! crate is then compiled a second time, and its types differ from those that this crate uses.

#![forbid(unsafe_code)]
// A panic here is a fault of a test.
#![allow(clippy::missing_panics_doc)]

/// The smallest positions and games, with the answers that python-chess gives, as JSON: `positions` with their moves, status, and
/// perft, distinct positions and statistics at depth 0, 1 and 2; `games` with their moves and results. The tests of the program,
/// of Python and of JavaScript compare with them.
pub const SMALLEST: &str = include_str!("../data/smallest.json");

use std::io::{self, ErrorKind, Read};

mod likely;
mod mailbox;
mod positions;
mod random;
pub mod suite;
pub mod tables;

pub use likely::likely_move;
pub use mailbox::Mailbox;
pub use positions::{
    POSITIONS, SAME_POSITIONS, after_any, any_board, castling, chess960, double_chess960, en_passant,
    from_scratch, game, scattered,
};
pub use random::{Random, check_until_enough, place, sample, sample_first, sample_under_miri, seed};

/// Well-known positions, as FEN.
///
/// Source: <https://www.chessprogramming.org/Perft_Results>. The suites hold their counts.
pub mod known {
    /// The start position.
    pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Kiwipete, the wiki's position 2, with castling on both sides, pins, and en passant and promotions close at hand.
    pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// The wiki's position 3, an endgame in which a capture en passant would open a rank.
    pub const CPW_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

    /// The wiki's position 4: White is in check, and pawns promote.
    pub const CPW_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

    /// The wiki's position 5: a pawn on d7 can capture and promote.
    pub const CPW_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

    /// The wiki's position 6, by Steven Edwards: a middlegame that is the same for both sides.
    pub const CPW_6: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

    /// All six positions of the wiki, in its order.
    pub const CPW: [&str; 6] = [START, KIWIPETE, CPW_3, CPW_4, CPW_5, CPW_6];
}

/// A source that gives one byte at a time, interrupted in between.
#[derive(Debug)]
pub struct Slow<R> {
    source: R,
    is_interrupted: bool,
}

impl<R> Slow<R> {
    /// The bytes of `source`, slowly.
    pub const fn new(source: R) -> Self {
        Self { source, is_interrupted: false }
    }
}

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let count = bytes.len().min(1);
        self.source.read(&mut bytes[..count])
    }
}
