use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::suite::{self, Line};

/// Counts the leaves `depth` plies below, at least 1. Moves are listed, made and taken back; the last ply is only
/// counted.
fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.legal_count() as u64;
    }
    let mut leaves = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        leaves += perft(position, depth - 1);
        position.unmake(undo);
    }
    leaves
}

fn check(suite: &'static str) {
    for Line { name, position, counts } in suite::read(suite) {
        for (depth, leaves) in counts {
            let mut walked = position;
            assert_eq!(perft(&mut walked, depth), leaves, "{name}, depth {depth}: {position}");
            assert_eq!(walked, position, "{name}, depth {depth}");
        }
    }
}

#[test]
fn standard_positions() {
    check(suite::STANDARD);
}

#[test]
fn edge_cases() {
    check(suite::EDGE_CASES);
}

#[test]
fn chess960_and_double_chess960() {
    check(suite::CHESS960);
}
