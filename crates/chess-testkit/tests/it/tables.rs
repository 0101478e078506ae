use std::collections::BTreeSet;

use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Layout, Sub, Table};
use chess_types::{Piece, Square};

/// All ways to place the pieces of an ending, in the order of its name, on squares that `fits` allows them.
fn boards(ending: &Ending, fits: fn(Piece, Square) -> bool) -> Vec<Vec<(Piece, Square)>> {
    let mut boards = vec![Vec::new()];
    for piece in ending.pieces() {
        let longer = boards.iter().flat_map(|board: &Vec<(Piece, Square)>| {
            let free =
                Square::ALL.into_iter().filter(|&at| fits(piece, at) && board.iter().all(|it| it.1 != at));
            free.map(|at| [board.as_slice(), &[(piece, at)]].concat())
        });
        boards = longer.collect();
    }
    boards
}

#[test]
fn endings_have_names_and_those_of_few_pieces_are_listed() {
    let names = |men| Ending::all(men).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(3), ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    assert_eq!([4, 5, 6, 7].map(|men| names(men).len()), [30, 110, 365, 1001]);
    for wrong in ["", "KQ", "QvK", "KKvK", "KQvK ", "KPQvK", "KQvKvK"] {
        assert!(wrong.parse::<Ending>().is_err(), "{wrong}");
    }
    let next = Ending::new("KPvKR").next();
    let names: Vec<_> = next.iter().map(ToString::to_string).collect();
    assert_eq!(names.len(), 10, "{names:?}");
}

#[test]
fn three_different_pieces_have_31332_indices_all_of_which_are_used() {
    let ending = Ending::new("KQvK");
    let boards = boards(&ending, |_, _| true);
    assert_eq!(boards.len(), 64 * 63 * 62);
    for seed in 0..3 {
        let layout = Layout::random(&ending, 0, &mut Random::new(seed));
        let indices: BTreeSet<_> = boards.iter().map(|board| layout.index(board)).collect();
        assert_eq!(layout.size(), 31332);
        assert!(indices.into_iter().eq(0..31332));
    }
}

#[test]
fn a_pawn_on_each_file_from_the_edge_has_all_indices() {
    let ending = Ending::new("KPvK");
    for file in 0..4 {
        let layout = Layout::random(&ending, file, &mut Random::new(file as u64));
        let boards =
            boards(&ending, |piece, at| piece != Piece::WhitePawn || (1..7).contains(&(at.rank() as usize)));
        let on_file = |board: &&Vec<(Piece, Square)>| {
            let at = board.iter().find(|it| it.0 == Piece::WhitePawn).unwrap().1;
            [at, at.flip_files()].iter().any(|it| it.file() as usize == file)
        };
        let indices: BTreeSet<_> = boards.iter().filter(on_file).map(|board| layout.index(board)).collect();
        assert_eq!(layout.size(), 6 * 63 * 62);
        assert!(indices.into_iter().eq(0..6 * 63 * 62));
    }
}

/// Sizes that the generator of the format's author prints, or that follow from the number of ways to place like pieces.
#[test]
fn sizes_of_larger_tables_are_those_of_the_format() {
    let size = |name| Layout::random(&Ending::new(name), 0, &mut Random::new(1)).size();
    assert_eq!(size("KQQvK"), 462 * (62 * 61 / 2));
    assert_eq!(size("KRvKN"), 31332 * 61);
    assert_eq!(size("KNNNvKQQ"), 462 * (62 * 61 * 60 / 6) * (59 * 58 / 2));
    assert_eq!(size("KPPvK"), (47 + 45 + 43 + 41 + 39 + 37) * 62 * 61);
    assert_eq!(size("KPPvKP"), 6 * (47 * 46 / 2) * 61 * 60);
}

#[test]
fn a_table_of_draws_is_the_published_kbvk() {
    let ending = Ending::new("KBvK");
    let draws = |kind, value| {
        Table::new(&ending, kind, &mut Random::new(7), |layout, _| Sub::single(layout, value)).bytes()
    };
    let wdl = draws(Kind::Wdl, 2);
    assert_eq!(wdl.len(), 80);
    assert_eq!(wdl[..5], [0x71, 0xe8, 0x23, 0x5d, 0x31]);
    assert_eq!(wdl[10..16], [0x80, 2, 0x80, 2, 0, 0]);
    let mut pieces: Vec<_> = wdl[6..9].iter().flat_map(|it| [it & 15, it >> 4]).collect();
    pieces.sort_unstable();
    assert_eq!(pieces, [3, 3, 6, 6, 14, 14]);
    let dtz = draws(Kind::Dtz, 0);
    assert_eq!((dtz.len(), &dtz[..5]), (80, &[0xd7, 0x66, 0x0c, 0xa5, 0x31][..]));
}

#[test]
fn the_place_of_a_position_is_that_of_its_mirror_images() {
    let mut random = Random::new(3);
    for name in ["KRvKN", "KPPvKP", "KQQvK"] {
        let ending = Ending::new(name);
        let table = Table::new(&ending, Kind::Wdl, &mut random, |layout, _| Sub::single(layout, 0));
        for _ in 0..300 {
            let position = ending.position(&mut random);
            let place = table.place(&position);
            assert!(place.is_some());
            for same in [position.flip_colors(), position.flip_files()] {
                assert_eq!(table.place(&same), place, "{position}");
            }
        }
    }
}
