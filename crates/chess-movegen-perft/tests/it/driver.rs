//! Perft cut into branches for threads and into units for machines.

use std::cell::Cell;
use std::collections::HashSet;
use std::thread;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_movegen::machine::Backend;
use chess_movegen_perft::driver::{
    Branches, Counter, CutError, LeafCounter, StatisticsCounter, Tally, TooManyLeaves, Unit, Units, Work,
};
use chess_movegen_perft::{PerftMode, PerftTable, Statistics, perft, statistics};
use chess_testkit::known;

/// Kings that walk along their own ranks, behind pawns that cannot move: few positions, and leaves without end.
fn walled_in() -> Position {
    "k7/p1p1p1p1/P1P1P1P1/8/8/p1p1p1p1/P1P1P1P1/K7 w - - 0 1".parse().unwrap()
}

fn mated() -> Position {
    "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse().unwrap()
}

fn leaf_counter(mode: PerftMode, bytes: Option<usize>) -> LeafCounter {
    let table = bytes.map(|bytes| PerftTable::new(bytes).unwrap());
    LeafCounter { mode, backend: Backend::best(), table }
}

fn cut(position: &Position, depth: u32, threads: usize) -> Branches {
    Work::new(position, depth, threads, leaf_counter(PerftMode::Count, None)).branches().clone()
}

#[test]
fn branches_share_no_leaf_and_leave_none_out() {
    let kiwipete = Position::from_fen(known::KIWIPETE).unwrap();
    for (position, most) in [(Position::START, 5), (kiwipete, 4), (mated(), 5), (walled_in(), 20)] {
        for depth in 0..=most {
            for threads in [1, 3] {
                let Branches { root_moves, all, rest } = cut(&position, depth, threads);
                let leaves: u64 = all.iter().map(|branch| perft(&branch.position, rest)).sum();
                assert_eq!(leaves, perft(&position, depth), "{position}, {depth} plies");
                assert!(all.is_sorted_by_key(|branch| branch.root));
                if depth > 0 {
                    assert!(root_moves.into_iter().eq(position.legal_moves()));
                } else {
                    assert!(root_moves.is_empty() && all.len() == 1);
                }
            }
        }
    }
}

#[test]
fn a_tree_is_cut_to_512_branches_a_thread() {
    let size = |position: &Position, depth, threads| {
        let Branches { all, rest, .. } = cut(position, depth, threads);
        (all.len(), rest)
    };
    assert_eq!(size(&Position::START, 4, 1), (20, 3));
    assert_eq!(size(&Position::START, 5, 1), (400, 3));
    assert_eq!(size(&Position::START, 6, 1), (8902, 3));
    assert_eq!(size(&Position::START, 9, 1), (8902, 6));
    assert_eq!(size(&Position::START, 6, usize::MAX), (8902, 3));
    // Exactly as many as are wanted.
    let position: Position = EXACTLY_512.parse().unwrap();
    assert_eq!((perft(&position, 2), size(&position, 9, 1)), (512, (512, 7)));
    assert_eq!(size(&mated(), u32::MAX, 1), (0, u32::MAX - 1));
}

const EXACTLY_512: &str = "2b5/3b3b/1r6/3P4/P6k/1n2p1R1/PK6/8 w - - 0 1";

#[test]
fn units_are_the_distinct_positions_with_the_ways_to_them() {
    for (plies, positions, ways) in [(0, 1, 1), (1, 20, 20), (2, 400, 400), (3, 5362, 8902)] {
        let Units { all, rest } = Units::cut(&Position::START, 4, plies, usize::MAX).unwrap();
        assert_eq!((all.len(), rest), (positions, 4 - plies));
        assert_eq!(all.iter().map(|unit| unit.multiplicity).sum::<u64>(), ways);
        assert_eq!(all.iter().map(|unit| unit.position.to_setup()).collect::<HashSet<_>>().len(), positions);
        let leaves: u64 = all.iter().map(|unit| unit.multiplicity * perft(&unit.position, rest)).sum();
        assert_eq!(leaves, perft(&Position::START, 4));
    }
    // A perft that is less deep than the cut.
    assert_eq!(
        Units::cut(&Position::START, 2, 3, usize::MAX),
        Units::cut(&Position::START, 2, 2, usize::MAX)
    );
    assert_eq!(Units::cut(&mated(), 3, 3, usize::MAX), Ok(Units { all: Vec::new(), rest: 0 }));
    let root = Unit { position: Position::START, multiplicity: 1 };
    assert_eq!(Units::cut(&Position::START, 7, 0, 0), Ok(Units { all: vec![root], rest: 7 }));
}

#[test]
fn units_are_ordered_by_first_visit_with_their_multiplicities() {
    // Castling, promotions, captures en passant, and castling in Chess960.
    let others = ["4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1"];
    for start in known::CPW.into_iter().chain(others).map(|fen| Position::from_fen(fen).unwrap()) {
        let mut reached = vec![start];
        for _ in 0..2 {
            let children = |position: &Position| {
                position.legal_moves().into_iter().map(|mv| position.after(mv)).collect::<Vec<_>>()
            };
            reached = reached.iter().flat_map(children).collect();
        }
        let mut ways: Vec<(u64, u64)> = Vec::new();
        for key in reached.iter().map(Position::key) {
            match ways.iter_mut().find(|(seen, _)| *seen == key) {
                Some((_, count)) => *count += 1,
                None => ways.push((key, 1)),
            }
        }
        let units = Units::cut(&start, 3, 2, usize::MAX).unwrap();
        assert!(units.all.iter().map(|unit| (unit.position.key(), unit.multiplicity)).eq(ways), "{start}");
    }
}

#[test]
fn too_many_units_or_ways_are_errors() {
    assert!(Units::cut(&Position::START, 5, 2, 400).is_ok());
    let error = Units::cut(&Position::START, 5, 2, 399).unwrap_err();
    assert_eq!(error, CutError::TooManyPositions(399));
    assert_eq!(error.to_string(), "a ply above the units has more than 399 positions: cut at an earlier ply");
    let units = Units::cut(&walled_in(), 60, 60, usize::MAX).unwrap();
    assert!(units.all.len() <= 64 && units.all.iter().any(|unit| unit.multiplicity > u64::MAX >> 16));
    let error = Units::cut(&walled_in(), 90, 90, usize::MAX).unwrap_err();
    assert_eq!(error, CutError::TooManyWays);
    assert_eq!(error.to_string(), "the number of move sequences to a position does not fit in 64 bits");
}

#[test]
fn every_mode_counts_leaves_with_and_without_a_table() {
    for &mode in PerftMode::ALL {
        for bytes in [None, Some(1 << 16)] {
            let counter = leaf_counter(mode, bytes);
            assert_eq!(counter.count(&Position::START, 3), Ok(8902), "{mode}");
        }
    }
}

/// Without the table, this many leaves could not be counted.
#[test]
fn leaves_are_counted_to_the_depth_limit_of_a_table() {
    let count = || {
        let counter = leaf_counter(PerftMode::Count, Some(1 << 20));
        let units = Units::cut(&walled_in(), 60, 60, usize::MAX).unwrap();
        let leaves = units.all.iter().map(|unit| unit.multiplicity).sum();
        assert_eq!(counter.count(&walled_in(), 60), Ok(leaves));
        assert!(counter.count(&walled_in(), 90).is_err());
    };
    // Without optimisation, so many plies need more than the stack of a test.
    thread::Builder::new().stack_size(64 << 20).spawn(count).unwrap().join().unwrap();
}

#[test]
fn counts_add_up_unless_the_sum_does_not_fit() {
    assert_eq!(Tally::add(3_u64, 4), Ok(7));
    let error: TooManyLeaves = Tally::add(u64::MAX, 1).unwrap_err();
    assert_eq!((Tally::leaves(&7_u64), <u64 as Tally>::ZERO), (7, 0));
    assert_eq!(error.to_string(), "the number of leaves does not fit in 64 bits");
    let one = statistics(&Position::START, 3);
    let mut sum = Statistics::ZERO;
    sum += one;
    sum += one;
    assert_eq!(Ok(sum), Tally::add(one, one));
    assert_eq!((sum.nodes, Tally::leaves(&sum)), (17_804, 17_804));
    assert_eq!(Tally::add(one, Statistics { nodes: u64::MAX, ..one }), Err(error));
}

#[test]
fn work_tells_what_is_counted_so_far() {
    let kiwipete = Position::from_fen(known::KIWIPETE).unwrap();
    let work = Work::new(&kiwipete, 3, 1, leaf_counter(PerftMode::Count, None));
    assert!(!work.counts().are_complete());
    assert_eq!(work.counts().total(), Ok(0));
    assert!(work.counts().by_root_move().all(|(_, leaves)| leaves.is_none()));
    let (counted, calls) = (Cell::new(0), Cell::new(0));
    work.run(|leaves| {
        counted.set(counted.get() + leaves);
        calls.set(calls.get() + 1);
        assert!(!work.counts().are_complete());
    });
    assert_eq!((counted.get(), calls.get()), (97_862, work.branches().all.len()));
    let counts = work.counts();
    assert!(counts.are_complete());
    assert_eq!(counts.total(), Ok(97_862));
    let by_move: Vec<_> = counts.by_root_move().collect();
    assert!(by_move.iter().map(|&(mv, _)| mv).eq(kiwipete.legal_moves()));
    for (mv, leaves) in by_move {
        assert_eq!(leaves, Some(perft(&kiwipete.after(mv), 2)), "{mv:?}");
    }
    // Nothing is left to count.
    work.run(|_| panic!("every branch has been counted"));
}

#[test]
fn work_adds_the_branches_of_a_root_move() {
    let work = Work::new(&Position::START, 5, 1, StatisticsCounter { backend: Backend::best() });
    assert_eq!(work.branches().all.len(), 400);
    work.run(|_| {});
    for (mv, counted) in work.counts().by_root_move() {
        assert_eq!(counted, Some(statistics(&Position::START.after(mv), 4)), "{mv:?}");
    }
}

#[test]
fn work_with_too_many_leaves_has_no_total() {
    let work = Work::new(&walled_in(), 90, 1, leaf_counter(PerftMode::Count, Some(1 << 20)));
    work.run(|leaves| assert_eq!(leaves, 0));
    assert!(work.counts().are_complete());
    assert!(work.counts().total().is_err());
    assert!(work.counts().by_root_move().all(|(_, leaves)| leaves.is_none()));
}
