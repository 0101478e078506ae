//! Values of tables that the tests make, of all sizes and codings.

use chess_movegen::legal_moves;
use chess_syzygy::Wdl;
use chess_testkit::Random;
use chess_testkit::tables::Ending;

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
                compare(&made, &tables, &ending.position(&mut random));
            }
        }
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
