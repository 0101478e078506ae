//! Positions in which a side cannot mate by any series of moves.

use std::collections::HashSet;

use chess_movegen::{Outcome, Position, PositionExt, cannot_mate};
use chess_types::Color;

/// All positions that moves lead to, by their texts; `None` if one is a mate by `color`.
fn without_mate(start: &Position, color: Color) -> Option<usize> {
    let (mut seen, mut open) = (HashSet::from([text(start)]), vec![*start]);
    while let Some(position) = open.pop() {
        if position.outcome() == Some(Outcome::Checkmate { winner: color }) {
            return None;
        }
        for mv in position.legal_moves() {
            let next = position.after(mv);
            if seen.insert(text(&next)) {
                open.push(next);
            }
        }
    }
    Some(seen.len())
}

/// Pieces, side to move, rights and en passant square.
fn text(position: &Position) -> String {
    let fen = position.to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Whether White and Black cannot mate. All positions that follow have been compared, or a mate was found.
#[test]
fn blocked_pawns_and_forced_captures_leave_no_mate() {
    for (fen, expected) in [
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", [true; 2]),
        ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1", [true; 2]),
        ("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 b - - 99 80", [true; 2]),
        // A gap, a pawn that can be taken, and a knight that takes the wall down.
        ("4k3/8/8/p2p4/P2P2P1/8/8/4K3 w - - 0 1", [false; 2]),
        ("4k3/8/4b3/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", [false; 2]),
        ("4k3/8/8/p2p2p1/P2P2P1/8/N7/4K3 w - - 0 1", [false; 2]),
        // Behind the wall, bishops of the wrong shade do not reach a pawn.
        ("2b1k3/8/p1p1p1p1/P1P1P1P1/8/8/8/2B1K3 w - - 0 1", [true; 2]),
        ("4k3/2b5/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/2B5/4K3 w - - 0 1", [true; 2]),
        ("4k3/2b5/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/2B5/4K3 w - - 0 1", [false; 2]),
        // The only move captures the last piece, or stalemates.
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", [true; 2]),
        // Behind it, a bare king has more positions beside queen and rook than are looked at.
        ("q5Rk/1r6/7K/8/8/8/8/8 b - - 0 1", [true, false]),
        ("8/8/8/8/8/k7/p7/K7 w - - 0 1", [true; 2]),
        ("k1K5/P7/8/8/8/8/8/8 b - - 0 1", [true; 2]),
        ("k7/P7/K7/8/8/8/8/8 w - - 0 1", [false, true]),
        // Material: a knight mates beside the other side's pawn or bishop only.
        ("k7/8/8/8/8/8/8/K6N w - - 0 1", [true; 2]),
        ("k7/7p/8/8/8/8/8/K6N w - - 0 1", [false; 2]),
        ("kb6/8/8/8/8/8/8/KB6 w - - 0 1", [false; 2]),
        ("kb6/8/8/8/8/8/8/K1B5 w - - 0 1", [true; 2]),
        ("8/8/8/4k3/8/3P4/3K4/8 w - - 0 1", [false, true]),
        // The mate itself, and games that have hardly begun.
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", [false, true]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [false; 2]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [false; 2]),
    ] {
        let position: Position = fen.parse().unwrap();
        let found = [Color::White, Color::Black].map(|color| cannot_mate(&position, color));
        assert_eq!(found, expected, "{fen}");
    }
}

/// A side that cannot mate has no mate in any position that follows.
#[test]
fn no_mate_is_missed() {
    let mut proven = 0;
    for fen in [
        "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
        "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 b - - 0 1",
        "6Rk/8/7K/8/8/8/8/8 b - - 0 1",
        "k1K5/P7/8/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/k7/p7/K7 w - - 0 1",
        "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 b - - 99 80",
    ] {
        let position: Position = fen.parse().unwrap();
        for color in Color::ALL {
            let mates = without_mate(&position, color).is_none();
            assert_eq!(cannot_mate(&position, color), !mates, "{fen} {color:?}");
            proven += usize::from(!mates);
        }
    }
    assert!(proven == 12, "{proven}");
}
