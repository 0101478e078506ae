use chess_board::{CastlingStyle, Position};
use cozy_chess::Board;

/// The Chess960 start position of this number; both our numbering and the peer's are Scharnagl's.
pub(crate) fn chess960(number: usize) -> Position {
    double_chess960(number, number)
}

/// The start position in which White and Black have Chess960 arrangements of their own.
pub(crate) fn double_chess960(white: usize, black: usize) -> Position {
    let position = Position::double_chess960(white as u16, black as u16).expect("numbers below 960");
    let board = Board::double_chess960_startpos(white as u32, black as u32);
    assert_eq!(position.fen().castling(CastlingStyle::Shredder).to_string(), format!("{board:#}"));
    position
}

/// Positions in which generators go wrong, besides the six of the wiki. Where a line has no source, it was set up for this test; the
/// others are from <https://www.chessprogramming.org/Perft_Results>, from Martin Sedlak's and Peter Ellis Jones' perft lists.
pub(crate) const TRICKY: &[&str] = &[
    // En passant opens a rank, a diagonal, a file; it captures the checker; it gives check; it does not end a check.
    "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2",
    "8/8/8/8/R1pP2k1/8/8/K7 b - d3 0 1",
    "q6k/8/8/3pP3/8/8/8/7K w - d6 0 1",
    "8/8/8/8/3pPk2/8/8/b5K1 b - e3 0 1",
    "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1",
    "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "k7/8/8/3pP3/8/8/8/K3R3 w - d6 0 1",
    "8/8/8/1PpP4/8/8/8/k1K5 w - c6 0 2",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
    "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1",
    "rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    // Castling gives check, goes through check, is lost with a rook, by either side.
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/7P/8/8/8/8/p7/R3K2R b KQkq - 0 1",
    "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
    // Chess960: the king or the rook stays, they change places, the rook hid the king from a slider behind it.
    "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
    "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
    "4k3/8/8/8/8/8/8/4K1Rr w G - 0 1",
    "4k1rQ/8/8/8/8/8/8/4K3 b g - 0 1",
    "5k1r/8/8/8/8/8/8/5K1R w Hh - 0 1",
    "rkr5/8/8/8/8/8/8/RKR5 w ACac - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1",
    "5rkr/8/8/8/8/8/8/5RKR w FHfh - 0 1",
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGbg - 0 1",
    "r1r1k1r1/8/8/8/8/8/8/1R1RK2R b HDgc - 0 1",
    "2r1k2r/8/8/8/8/8/8/2RK3R w CHch - 0 1",
    "1k5r/8/8/8/8/8/8/1K4R1 w Gh - 0 1",
    // Promotions, with and without captures, out of check, and to give check.
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
    "4k3/1P6/8/8/8/8/K7/8 w - - 0 1",
    "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "7k/1P6/8/8/8/8/8/b6K w - - 0 1",
    // Discovered and double checks, pins that allow a capture, self-stalemate.
    "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1",
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
    "K1k5/8/P7/8/8/8/8/8 w - - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "r6r/1b2k1bq/8/8/7B/8/8/R3K2R b KQ - 3 2",
    "2kr3r/p1ppqpb1/bn2Qnp1/3PN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQ - 3 2",
    "2r5/3pk3/8/2P5/8/2K5/8/8 w - - 5 4",
    "r1bqkbnr/pppppppp/n7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 2 2",
    "4k3/4r3/8/8/8/3n4/4R3/4K3 w - - 0 1",
    "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
    "3rkr2/8/8/8/8/3R4/8/3KB2q w - - 0 1",
    "k7/1q6/2q5/3B4/4K3/8/8/8 w - - 0 1",
    // The most moves of any position that a game can reach, and its mirror.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "Kbnn1kb1/PP1q4/q4q2/2q4q/4q3/1q4q1/3q4/r6r b - - 0 1",
    // Too little material, or just enough.
    "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
    "8/2b5/4k3/8/8/3KB3/8/8 w - - 0 1",
    "8/1b6/4k3/8/8/3KB3/8/8 w - - 0 1",
    "8/2n5/4k3/8/8/3KN3/8/8 w - - 0 1",
    "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
    "8/2q5/4k3/8/8/3KN3/8/8 w - - 0 1",
    "8/2p5/4k3/8/8/3KN3/8/8 w - - 0 1",
    "8/2r5/4k3/8/8/3KB3/8/8 w - - 0 1",
    // Positions that no game can lead to, so that a peer may refuse them: three checkers, two on one rank, an en passant square
    // with a check that the double push cannot have given, pawns that passed each other and lack the captures.
    "4k3/8/8/8/1b5q/3n4/8/4K3 w - - 0 1",
    "k7/8/8/8/r3K2r/8/8/8 w - - 0 1",
    "k7/8/8/8/3pP3/8/8/R3K3 b - e3 0 1",
    "8/PPPPPPPP/4k3/8/8/4K3/pppppppp/8 w - - 0 1",
];
