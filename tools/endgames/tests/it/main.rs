//! The solver against an oracle that moves forward only, against published counts and against tables.

mod twin;
mod wins;

use std::path::Path;

use chess_endgames::{Endings, FIFTY_MOVES, probers};
use chess_syzygy::Tables;
use chess_testkit::tables::Ending;

/// The folder of tables in `../shared/data`; `None` where there is none.
fn folder() -> Option<&'static Path> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy"));
    folder.is_dir().then_some(folder)
}

/// The counts of legal positions on Kirill Kryukov's page, and the longest distances: to mate without pawns. All values without a
/// contradiction, and as in the tables.
#[test]
fn three_men_are_as_published_and_as_in_the_tables() {
    let tables = folder().map(|folder| Tables::open([folder]).unwrap());
    let mut endings = Endings::new(FIFTY_MOVES);
    for (name, on_whole_board, max_dtz) in [
        ("KQvK", 368452, 20),
        ("KRvK", 399112, 32),
        ("KBvK", 417228, 0),
        ("KNvK", 429440, 0),
        ("KPvK", 331352, 20),
    ] {
        let ending = Ending::new(name);
        endings.solve(ending);
        let found = endings.examine(&ending, tables.as_ref(), true).unwrap();
        let positions: u64 = found.by_result.iter().sum();
        assert_eq!((2 * positions, found.max_dtz), (on_whole_board, max_dtz), "{name}");
        assert_eq!(found.wrong, 0, "{:?}", found.shown);
        assert_eq!(found.equal, if tables.is_none() { 0 } else { positions }, "{name}");
    }
}

#[test]
fn wrong_values_are_found() {
    let Some(folder) = folder() else { return };
    // With so low a limit, pawn moves into a cursed win have the distance 9.
    let (ending, mut endings) = (Ending::new("KPvK"), Endings::new(8));
    endings.solve(ending);
    for (tables, has_equal) in [(Tables::open([folder]).unwrap(), true), (Tables::new(), false)] {
        let found = endings.examine(&ending, Some(&tables), false).unwrap();
        assert!(found.wrong > 0 && !found.shown.is_empty());
        assert_eq!(found.equal > 0, has_equal);
    }
}

/// Two pieces of one kind, with cursed wins. The program's `solve --check` does it for all endings.
#[test]
fn four_men_have_no_contradiction() {
    let (ending, mut endings) = (Ending::new("KRRvK"), Endings::new(4));
    endings.solve(ending);
    let found = endings.examine(&ending, None, true).unwrap();
    assert_eq!(found.wrong, 0, "{:?}", found.shown);
    assert!(found.max_dtz > 4);
}

#[test]
fn probers_find_what_was_written_and_agree() {
    probers::compare_layouts(1, 50, &mut Vec::new()).unwrap();
    if let Some(folder) = folder() {
        probers::compare_and_measure(folder, 0, &mut Vec::new()).unwrap();
    }
}
