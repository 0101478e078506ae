use chess_board::{Position, Setup};
use chess_movegen::machine::{Backend, Machine, Task};
use chess_search::evaluate::{evaluate, evaluate_for};
use chess_search::score::MAX_EVALUATION;
use chess_types::Square;

use crate::POSITIONS;

/// The position seen from the other side of the board.
fn mirrored(position: &Position) -> Option<Position> {
    let setup = position.to_setup();
    let mut mirrored = Setup::EMPTY;
    for square in Square::ALL {
        if let Some(piece) = setup.board.piece_at(square) {
            let piece = chess_types::Piece::new(!piece.color(), piece.piece_type());
            mirrored.board.put(piece, square.flip_ranks());
        }
    }
    mirrored.side_to_move = !setup.side_to_move;
    mirrored.castling_rooks = setup.castling_rooks.flip_ranks();
    mirrored.en_passant = setup.en_passant.map(Square::flip_ranks);
    Position::from_setup(&mirrored).ok()
}

#[test]
fn both_sides_are_judged_alike() {
    for position in POSITIONS.iter() {
        let mirrored = mirrored(position).unwrap();
        assert_eq!(evaluate(position), evaluate(&mirrored), "{position}");
    }
}

#[test]
fn every_machine_evaluates_alike() {
    struct Evaluated<'a>(&'a Position);

    impl Task for Evaluated<'_> {
        type Output = i32;

        fn run(self, machine: impl Machine) -> i32 {
            evaluate_for(machine, self.0)
        }
    }

    for position in POSITIONS.iter() {
        let expected = Backend::Portable.run(Evaluated(position));
        for backend in Backend::ALL {
            assert_eq!(backend.run(Evaluated(position)), expected, "{backend}: {position}");
        }
        assert_eq!(evaluate(position), expected, "{position}");
    }
}

#[test]
fn no_evaluation_is_a_mate() {
    for fen in ["QQQQQQQQ/8/8/8/8/8/8/k1K5 b - - 0 1", "qqqqqqqq/qqqqqqqq/8/8/8/8/8/K1k5 b - - 0 1"] {
        if let Ok(position) = Position::from_fen(fen) {
            assert!(evaluate(&position).abs() < MAX_EVALUATION);
        }
    }
    assert!(POSITIONS.iter().all(|position| evaluate(position).abs() < MAX_EVALUATION));
}
