//! Values of tables that the tests make, of all sizes and codings.

use chess_movegen::legal_moves;
use chess_syzygy::{Dtz, Position, ProbeError, TableKind, Tables, Wdl};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};

use crate::made::{Made, compare, small_endings};

#[test]
fn all_small_endings_with_any_layouts_and_codings() {
    for seed in 0..3 {
        let mut random = Random::new(seed);
        let names = small_endings();
        let made = Made::random(&names, &mut random);
        let tables = made.written();
        for name in &names {
            let ending = Ending::new(name);
            for _ in 0..100 {
                compare(&made, &tables, &ending.position(&mut random), false);
            }
        }
    }
}

/// In all endings one side wins, or has a cursed win, so that the outcomes of positions agree with those after their moves.
/// The distances are any.
#[test]
fn distances_by_the_moves_if_the_table_has_the_other_side() {
    for [win, loss] in [[4, 0], [3, 1]] {
        let mut random = Random::new(5);
        let names = small_endings();
        let mut searched = 0;
        let made = Made::new(&names, |ending| {
            let mut side = [win, loss].into_iter().cycle();
            let wdl = Table::new(ending, Kind::Wdl, &mut random, |layout, _| {
                Sub::single(layout, side.next().unwrap())
            });
            [wdl, Table::random(ending, Kind::Dtz, &mut random)]
        });
        let tables = made.written();
        for name in &names {
            let ending = Ending::new(name);
            // With equal sides, the side to move wins, and does not after its move.
            if ending.is_symmetric() {
                continue;
            }
            for _ in 0..150 {
                let position = ending.position(&mut random);
                compare(&made, &tables, &position, true);
                searched += usize::from(made.is_from_others(&position));
            }
        }
        assert!(searched > 1000, "{searched}");
    }
}

/// Larger endings in positions whose values come from one table: nothing can be captured, and no pawn moves if that could
/// win.
#[test]
fn larger_endings_with_any_layouts_and_codings() {
    let names = [
        "KRPvKR", "KPPvKP", "KQQvKQ", "KRBvKN", "KPPPvK", "KNNNvK", "KQQvKR", "KPPvKPP", "KRPvKRP",
        "KQQvKNN", "KRBNvKQ", "KPPPPvK", "KPPPvKP", "KBBBvKN", "KPPPPPvK", "KPPPvKPP", "KPPPPvKP",
        "KNNNNNvK", "KQQQQvKQ", "KRRvKBBN", "KRPPvKRP", "KQRPvKNP",
    ];
    let mut random = Random::new(7);
    for name in names {
        let made = Made::random(&[name.into()], &mut random);
        let tables = made.written();
        let ending = Ending::new(name);
        let mut left = 60;
        while left > 0 {
            let position = ending.position(&mut random);
            if legal_moves(&position).iter().any(|mv| mv.is_capture()) {
                continue;
            }
            left -= 1;
            let stored = made.of(&position)[0].stored(&position).unwrap() as i8 - 2;
            assert_eq!(tables.probe_wdl(&position).map(Wdl::value), Ok(stored), "{position}");
        }
    }
}

/// A mated side has the shortest distance, and the mate is no ply longer; other wins are.
#[test]
fn mate_ends_the_count() {
    let made = Made::new(&["KQvK".into()], |ending| {
        let mut values = [4, 0].into_iter();
        let mut random = Random::new(1);
        let wdl = Table::new(ending, Kind::Wdl, &mut random, |layout, _| {
            Sub::single(layout, values.next().unwrap())
        });
        let dtz = Table::new(ending, Kind::Dtz, &mut random, |layout, _| {
            let mut sub = Sub::single(layout, 0);
            sub.form.side = 1;
            sub.form.loss_plies = true;
            sub
        });
        [wdl, dtz]
    });
    let tables = made.written();
    for (fen, plies) in [("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 1), ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 2)] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(tables.probe_dtz(&position), Ok(Dtz::exact(plies)), "{fen}");
        compare(&made, &tables, &position, true);
    }
}

/// One kind of table is there, and the other is not.
#[test]
fn a_kind_that_is_missing_is_named() {
    let position = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1".parse().unwrap();
    for (there, missing) in [(TableKind::Wdl, TableKind::Dtz), (TableKind::Dtz, TableKind::Wdl)] {
        let kind = if there == TableKind::Wdl { Kind::Wdl } else { Kind::Dtz };
        let table =
            Table::new(&Ending::new("KQvK"), kind, &mut Random::new(1), |layout, _| Sub::single(layout, 4));
        let mut tables = Tables::new();
        let material = "KvKQ".parse().unwrap();
        tables.insert(material, there, table.bytes()).unwrap();
        let error = tables.probe_dtz(&position).unwrap_err();
        assert_eq!(error, ProbeError::MissingTable { material: "KQvK".parse().unwrap(), kind: missing });
        assert_eq!((tables.has(material, there), tables.has(material, missing)), (true, false));
        assert_eq!((tables.count(there), tables.count(missing)), (1, 0));
    }
}

/// Distances of larger endings in positions without captures: all codings, maps and flags.
#[test]
fn distances_of_larger_endings() {
    let mut random = Random::new(12);
    for name in [
        "KRBvKN", "KQQvKQ", "KPPvKP", "KRPvKR", "KQQvKNN", "KPPvKPP", "KRBNvKQ", "KNNNNNvK", "KPPPPvKP",
        "KQRvKBN",
    ] {
        let made = Made::random(&[name.into()], &mut random);
        let tables = made.written();
        let ending = Ending::new(name);
        let mut left = 40;
        for _ in 0..20_000 {
            let position = ending.position(&mut random);
            let moves = legal_moves(&position);
            let has_other_tables = moves.iter().any(|mv| mv.is_capture() || mv.promotion().is_some());
            if has_other_tables || made.is_from_others(&position) {
                continue;
            }
            let can_capture_next = moves.iter().any(|&mv| {
                legal_moves(&position.after(mv)).iter().any(|mv| mv.is_capture() || mv.promotion().is_some())
            });
            if ending.has_pawns() && can_capture_next {
                continue;
            }
            compare(&made, &tables, &position, false);
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
}
