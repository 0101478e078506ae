use chess_board::Position;
use chess_movegen::PositionExt;
use chess_movegen_perft::{PerftMode, divide, perft, perft_with};
use chess_testkit::suite::{self, Line};

#[test]
fn the_leaves_of_the_suites() {
    for Line { name, position, counts } in suite::lines() {
        for (depth, leaves) in counts {
            assert_eq!(perft(&position, depth), leaves, "{name}, depth {depth}");
        }
    }
}

#[test]
fn divide_sums_to_perft_and_lists_every_move_once() {
    for Line { name, position, counts } in suite::lines() {
        for (depth, leaves) in counts.into_iter().filter(|&(_, leaves)| leaves <= 100_000) {
            for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make] {
                let divided = divide(&position, depth, mode);
                assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), leaves, "{name}, {depth}");
                assert!(divided.iter().map(|&(mv, _)| mv).eq(position.legal_moves()), "{name}");
            }
        }
    }
}

#[test]
fn depth_0_has_one_leaf_and_nothing_to_divide() {
    for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make] {
        assert_eq!(perft_with(&Position::START, 0, mode), 1);
        assert!(divide(&Position::START, 0, mode).is_empty());
    }
    assert_eq!(perft(&Position::START, 0), 1);
}

#[test]
fn a_mated_side_has_no_leaf_below_it() {
    let mated: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap();
    for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make] {
        assert_eq!([0, 1, 2].map(|depth| perft_with(&mated, depth, mode)), [1, 0, 0]);
        assert!(divide(&mated, 1, mode).is_empty());
    }
}

#[test]
fn modes_are_read_from_their_names() {
    for mode in PerftMode::ALL {
        assert_eq!(mode.to_string().parse(), Ok(*mode));
    }
    let names: Vec<_> = PerftMode::ALL.iter().map(|mode| mode.name()).collect();
    assert_eq!(names, ["count", "list", "make", "copy"]);
    for text in ["", "Count", "counts", "count "] {
        let error = text.parse::<PerftMode>().unwrap_err();
        assert_eq!(error.to_string(), "expected a mode of perft: count, list, make or copy");
    }
}
