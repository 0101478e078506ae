//! Positions to which no move can have led.

use chess_board::Position;
use chess_unmoves::{UnMoveOptions, has_unmove, unmoves};

use crate::naive::{self, Reading};

/// Positions without un-moves even if counters and skipped squares without a legal capture are ignored.
const NEVER: [(&str, &str); 18] = [
    ("two knights give check", "7k/5N2/6N1/8/8/8/8/K7 b - - 0 1"),
    ("a knight and a pawn give check", "8/8/3k4/2P5/4N3/8/8/K7 b - - 0 1"),
    (
        "two rooks give check, and neither can have left the line of the other",
        "R3k3/8/8/8/8/8/8/K3R3 b - - 0 1",
    ),
    ("three pieces give check", "4k3/8/3N4/8/B7/8/8/K3R3 b - - 0 1"),
    ("a pawn that has not moved gives check", "8/8/8/8/8/3k4/4P3/K7 b - - 0 1"),
    (
        "a pawn gives check, and all squares it can have come from are occupied",
        "8/8/3k4/4P3/3ppp2/8/8/K7 b - - 0 1",
    ),
    ("a rook gives check, and its neighbours block every way back", "k7/RN6/P7/8/8/8/8/K7 b - - 0 1"),
    ("a rook that has not moved gives check, nor has its king", "7k/8/8/8/8/8/8/4K2R b K - 0 1"),
    (
        "a rook that has not moved gives check, and the knight cannot have left its line",
        "7k/8/8/8/8/N7/8/4K2R b K - 0 1",
    ),
    (
        "a rook that has not moved and a bishop give check, and the bishop cannot have left the line of the rook",
        "B7/8/8/8/8/8/8/1K1R3k b D - 0 1",
    ),
    ("a bishop gives check, and the pawn cannot have left its line", "7k/8/8/8/P7/8/8/B3K3 b - - 0 1"),
    ("the only piece is a king that is walled in", "kN6/BN6/8/8/8/8/8/7K w - - 0 1"),
    (
        "the only piece is a king whose free squares are beside the other king",
        "k1K5/pp6/8/8/8/8/8/8 w - - 0 1",
    ),
    (
        "no piece of Black has left home, and Black has no knights",
        "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "the pawn on a3 has taken something, and Black has all pieces",
        "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/R3KB1R b KQkq - 0 1",
    ),
    ("the double push to e4 does not explain the bishop's check", "8/8/8/6k1/3pP3/8/8/K1B5 b - e3 0 1"),
    ("the double push to e4 does not explain the rook's check", "8/8/8/8/3pP3/R6k/8/K7 b - e3 0 1"),
    ("the knight can only have promoted from a ninth pawn", "N7/2k5/1R6/8/P7/1PPPPPPP/8/K7 b - - 0 1"),
];

/// Positions without un-moves only if they are taken literally.
const LITERALLY: [(&str, &str, usize); 8] = [
    ("the start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    (
        "the clock says that no knight has moved",
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1",
        6,
    ),
    (
        "the clock says that the pawn has not moved",
        "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq - 1 1",
        1,
    ),
    (
        "only a double push explains the pawn, and there is no skipped square",
        "rnbq1bnr/pppppppp/8/8/3kP3/8/8/K7 b - - 0 9",
        2,
    ),
    ("a skipped square, and a knight that gives check", "4k3/8/5N2/8/4P3/8/8/K7 b - e3 0 1", 1),
    ("a skipped square, and a clock that is not 0", "4k3/8/8/8/4P3/8/8/K7 b - e3 3 9", 1),
    ("White to move at move 1", "4k3/8/8/8/8/8/8/4K3 w - - 7 1", 1),
    (
        "the clock says that the castled king has not moved",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b kq - 0 9",
        1,
    ),
];

#[test]
fn no_move_can_have_led_to_these_positions() {
    for (reason, fen) in NEVER {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{reason}: {error}"));
        for reading in Reading::ALL {
            let list = unmoves(&position, reading.options());
            assert!(list.is_empty(), "{reason}: {list:?}");
            assert!(!has_unmove(&position, reading.options()), "{reason}");
            assert!(naive::unmoves(&position, reading).is_empty(), "{reason}");
        }
    }
}

#[test]
fn literally_taken_these_positions_have_no_unmove() {
    for (reason, fen, least) in LITERALLY {
        let position: Position = fen.parse().unwrap();
        let list = unmoves(&position, UnMoveOptions::EXACT);
        assert!(list.is_empty(), "{reason}: {list:?}");
        assert!(naive::unmoves(&position, Reading::Exact).is_empty(), "{reason}");
        assert!(unmoves(&position, UnMoveOptions::SAME_KEY).len() >= least, "{reason}");
    }
}

#[test]
fn only_a_knight_returns_to_the_start_position() {
    assert!(!has_unmove(&Position::START, UnMoveOptions::EXACT));
    let mut moves: Vec<_> = unmoves(&Position::START, UnMoveOptions::SAME_KEY)
        .iter()
        .map(|unmove| unmove.mv.to_string())
        .collect();
    moves.sort();
    assert_eq!(moves, ["a6b8", "c6b8", "f6g8", "h6g8"]);
    for number in 0..960 {
        let start = Position::chess960(number).unwrap();
        assert!(!has_unmove(&start, UnMoveOptions::EXACT), "{number}");
    }
}
