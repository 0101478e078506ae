//! Tests of the test support.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::tables::{Ending, Kind, Layout, Sub, Table};
use chess_testkit::{POSITIONS, Random, known, likely_move, suite};

#[test]
fn known_positions_are_in_the_suite_and_canonical() {
    for fen in known::CPW {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.to_string(), fen);
        assert!(suite::read(suite::STANDARD).any(|line| line.position == position), "{fen}");
    }
}

#[test]
fn there_are_thousands_and_the_rare_kinds_are_among_them() {
    let count = |what: &dyn Fn(&Position) -> bool| POSITIONS.iter().filter(|position| what(position)).count();
    assert!(POSITIONS.len() > 4000, "{}", POSITIONS.len());
    let ep = count(&|position| position.ep_square().is_some());
    let refused_ep = count(&|position| position.ep_square().is_none() && !position.ep_capturers().is_empty());
    let one_of_two = |position: &Position| {
        let captures = position.legal_moves().into_iter().filter(|mv| mv.is_en_passant()).count();
        captures == 1 && position.ep_capturers().has_many()
    };
    let half_ep = count(&one_of_two);
    let double_checks = count(&|position| position.checkers().has_many());
    let pins = count(&|position| !position.pinned(position.side_to_move()).is_empty());
    let castlings = count(&|position| position.legal_moves().iter().any(|mv| mv.is_castle()));
    let castling_checks = count(&|position| {
        position.legal_moves().into_iter().any(|mv| mv.is_castle() && position.after(mv).is_in_check())
    });
    let promotions = count(&|position| position.legal_moves().iter().any(|mv| mv.is_promotion()));
    let counts = [ep, refused_ep, half_ep, double_checks, pins, castlings, castling_checks, promotions];
    // The rarest kind comes about sixty times, by some seeds forty.
    assert!(counts.iter().all(|&count| count >= 25), "{counts:?}");
}

#[test]
fn a_careful_player_mates_captures_and_saves_the_queen() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
        ("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
    ];
    for (fen, expected) in cases {
        let position = Position::from_fen(fen).unwrap();
        let mv = likely_move(&position, None, 0, &mut Random::new(2)).unwrap();
        assert_eq!(mv.uci().to_string(), expected, "{fen}");
    }
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
