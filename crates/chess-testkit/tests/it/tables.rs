use std::collections::BTreeSet;

use chess_board::Position;
use chess_testkit::Random;
use chess_testkit::tables::{Coding, Ending, Kind, Layout, Lengths, Pairs, Sub, Table};
use chess_types::{Piece, Square};

/// All ways to place the pieces of an ending, in the order of its name, on squares that `fits` allows them.
fn boards(ending: &Ending, fits: fn(Piece, Square) -> bool) -> Vec<Vec<(Piece, Square)>> {
    let mut boards = vec![Vec::new()];
    for &piece in ending.pieces() {
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
fn every_layout_and_coding_makes_a_file() {
    let mut random = Random::new(16);
    for name in ["KBvK", "KRvKR", "KPvKP", "KNNvKP", "KQQQvKR", "KPPPvKPP"] {
        let ending = Ending::new(name);
        assert_eq!(ending.to_string(), name);
        for kind in [Kind::Wdl, Kind::Dtz] {
            let bytes = Table::random(&ending, kind, &mut random).bytes();
            assert_eq!(bytes.len() % 64, 16, "{name}");
        }
    }
    let ending = Ending::new("KRvK");
    for pairs in [Pairs::None, Pairs::Frequent(4095), Pairs::Chains(false), Pairs::Chains(true)] {
        for lengths in [Lengths::Huffman, Lengths::Equal, Lengths::Stairs] {
            let coding = Coding { pairs, lengths, ..Coding::default() };
            let table = Table::new(&ending, Kind::Wdl, &mut random, |layout, random| {
                Sub::of_runs(layout, coding, &[0, 2, 4], random)
            });
            assert_eq!(table.bytes().len() % 64, 16, "{coding:?}");
        }
    }
}

#[test]
fn the_place_of_a_position_is_that_of_its_mirror_images() {
    let mut random = Random::new(3);
    for name in ["KRvKN", "KPPvKP", "KQQvK"] {
        let ending = Ending::new(name);
        let table = Table::new(&ending, Kind::Wdl, &mut random, |layout, _| Sub::single(layout, 0));
        for _ in 0..300 {
            let position = ending.position(&mut random);
            let mut files = position.to_setup();
            files.board = chess_board::Board::EMPTY;
            let mut colors = files;
            colors.side_to_move = !colors.side_to_move;
            for at in position.occupied() {
                let piece = position.piece_at(at).unwrap();
                files.board.put(piece, at.flip_files());
                colors.board.put(Piece::new(!piece.color(), piece.piece_type()), at.flip_ranks());
            }
            let place = table.place(&position);
            assert!(place.is_some());
            for same in [colors, files] {
                assert_eq!(table.place(&Position::from_setup(&same).unwrap()), place, "{position}");
            }
        }
    }
}
