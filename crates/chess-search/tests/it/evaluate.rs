use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_search::evaluate::{evaluate, evaluate_for};
use chess_search::score::MAX_EVALUATION;

use crate::POSITIONS;

#[test]
fn both_sides_are_judged_alike() {
    for position in POSITIONS.iter() {
        assert_eq!(evaluate(position), evaluate(&position.flip_colors()), "{position}");
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
