//! Values of tables that the tests make, of all sizes and codings.

use chess_movegen::legal_moves;
use chess_syzygy::Wdl;
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
