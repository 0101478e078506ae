//! Texts of FEN and the positions read from them, and the FEN of positions and setups in every style.

use std::collections::BTreeSet;

use chess_board::{CastlingStyle, EnPassantStyle, Position, Setup};
use chess_testkit::{Random, any_board, scattered};
use chess_types::{Bitboard, CastlingSide, Color, Piece, Rank, Square};

use crate::fen_naive;

#[track_caller]
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Asserts that a text is read as the position whose FEN is `expected`.
#[track_caller]
fn reads_as(fen: &str, printed: &str) {
    assert_eq!(position(fen).to_string(), printed, "{fen:?}");
}

fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
}

#[test]
fn pieces_stand_where_the_field_says() {
    let setup = Setup::from_fen("pnbrqk2/8/8/3p4/8/8/8/2KQRBNP b - - 7 9").unwrap();
    let pieces = [
        (Square::A8, Piece::BlackPawn),
        (Square::B8, Piece::BlackKnight),
        (Square::C8, Piece::BlackBishop),
        (Square::D8, Piece::BlackRook),
        (Square::E8, Piece::BlackQueen),
        (Square::F8, Piece::BlackKing),
        (Square::D5, Piece::BlackPawn),
        (Square::C1, Piece::WhiteKing),
        (Square::D1, Piece::WhiteQueen),
        (Square::E1, Piece::WhiteRook),
        (Square::F1, Piece::WhiteBishop),
        (Square::G1, Piece::WhiteKnight),
        (Square::H1, Piece::WhitePawn),
    ];
    for square in Square::ALL {
        let expected = pieces.iter().find(|(other, _)| *other == square).map(|(_, piece)| *piece);
        assert_eq!(setup.board.piece_at(square), expected, "{square}");
    }
    assert_eq!(setup.side_to_move, Color::Black);
    assert_eq!((setup.halfmove_clock, setup.fullmove_number), (7, 9));
}

#[test]
fn two_to_six_fields() {
    let six = position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    assert_eq!(position("4k3/8/8/8/8/8/4P3/4K3 b"), six);
    assert_eq!(position("4k3/8/8/8/8/8/4P3/4K3 b -"), six);
    assert_eq!(position("4k3/8/8/8/8/8/4P3/4K3 b - -"), six);
    assert_eq!(position("4k3/8/8/8/8/8/4P3/4K3 b - - 0"), six);
    reads_as("4k3/8/8/8/8/8/4P3/4K2R w", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
    reads_as("4k3/8/8/8/8/8/4P3/4K2R w K", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
    reads_as("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    reads_as("4k3/8/8/8/8/8/4P3/4K3 b - - 9", "4k3/8/8/8/8/8/4P3/4K3 b - - 9 1");
}

#[test]
fn white_space_of_any_length_and_kind() {
    let plain = position("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7");
    assert_eq!(position("  4k3/8/8/8/8/8/4P3/4K3  b\t-   -\r\n 3 7 \n"), plain);
}

#[test]
fn counters_up_to_the_end_of_their_range() {
    reads_as("4k3/8/8/8/8/8/8/4K3 w - - 300 1", "4k3/8/8/8/8/8/8/4K3 w - - 300 1");
    reads_as("4k3/8/8/8/8/8/8/4K3 w - - 65535 65535", "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535");
    reads_as("4k3/8/8/8/8/8/8/4K3 w - - 007 0000012", "4k3/8/8/8/8/8/8/4K3 w - - 7 12");
}

#[test]
fn move_number_0_is_read_as_1() {
    reads_as("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn castling_letters_in_any_order() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for letters in ["qkQK", "kKqQ", "HAha", "ahAH", "KAhq", "QhKa"] {
        assert_eq!(position(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1")), start, "{letters}");
    }
}

#[test]
fn castling_rights_one_by_one() {
    for (letter, rook) in [("K", "h1"), ("Q", "a1"), ("k", "h8"), ("q", "a8")] {
        let position = position(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {letter} - 0 1"));
        assert_eq!(position.castling_rooks(), squares(rook), "{letter}");
        assert_eq!(position.castling_rights().to_string(), letter);
    }
}

#[test]
fn x_fen_letters_mean_the_outermost_rooks() {
    for (fen, rooks) in [
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "a1 h1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "b1 g1"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w BK - 0 1", "b1 h1"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "b1 g1"),
        ("1r2k1rr/8/8/8/8/8/8/4K3 w qk - 0 1", "b8 h8"),
        ("1r2k1rr/8/8/8/8/8/8/4K3 w gq - 0 1", "b8 g8"),
        ("4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", "b1 h1"),
        ("4k3/8/8/8/8/8/8/RRK5 w B - 0 1", "b1"),
    ] {
        assert_eq!(position(fen).castling_rooks(), squares(rooks), "{fen}");
    }
}

#[test]
fn a_rook_beyond_a_piece_of_the_other_side_is_still_the_outermost() {
    let position = position("4k3/8/8/8/8/8/8/4KRnR w K - 0 1");
    assert_eq!(position.castling_rook(Color::White, CastlingSide::King), Some(Square::H1));
}

#[test]
fn letters_of_files_tell_rooks_of_the_two_sides_apart() {
    let position = position("1r2k2r/8/8/8/8/8/8/R2K1R2 w FAbh - 0 1");
    assert_eq!(position.castling_rook(Color::White, CastlingSide::King), Some(Square::F1));
    assert_eq!(position.castling_rook(Color::White, CastlingSide::Queen), Some(Square::A1));
    assert_eq!(position.castling_rook(Color::Black, CastlingSide::King), Some(Square::H8));
    assert_eq!(position.castling_rook(Color::Black, CastlingSide::Queen), Some(Square::B8));
}

#[test]
fn a_right_without_a_rook_stands_for_the_corner_in_a_setup() {
    let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1").unwrap();
    assert_eq!(setup.castling_rooks, squares("a1 h1 a8 h8"));
}

#[test]
fn an_en_passant_square_is_kept_and_counts_only_if_a_capture_is_legal() {
    for (fen, passed, legal) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d6"),
        ("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", "a3", "a3"),
        // No pawn next to the pushed one.
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "d6", ""),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e3", ""),
        // The capture would open the diagonal, the rank, or the file.
        ("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1", "d6", ""),
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "d6", ""),
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", ""),
        // It would not end the check of another piece.
        ("7k/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", "d6", ""),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "", ""),
    ] {
        let position = position(fen);
        assert_eq!(position.skipped_square(), passed.parse().ok(), "{fen}");
        assert_eq!(position.ep_square(), legal.parse().ok(), "{fen}");
    }
}

#[test]
fn the_capture_that_opens_a_diagonal_is_not_written() {
    reads_as("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1", "q6k/8/8/3pP3/8/8/8/7K w - - 0 1");
}

#[test]
fn hostile_boards_are_setups_but_not_positions() {
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
        "4k3/pppppppp/pppppppp/pppppppp/8/8/8/4K3 w - - 0 1",
        "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w KQkq - 0 1",
        "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w HAha - 65535 65535",
    ] {
        let setup = Setup::from_fen(fen).unwrap();
        assert_eq!(setup.to_string().parse(), Ok(setup), "{fen}");
        assert!(Position::from_setup(&setup).is_err(), "{fen}");
    }
}

#[test]
fn the_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::START.to_string(), start);
    assert_eq!(Setup::START.to_string(), start);
    assert_eq!(start.parse(), Ok(Position::START));
    assert_eq!(start.parse(), Ok(Setup::START));
    assert_eq!(Position::default(), Position::START);
}

#[test]
fn the_empty_setup() {
    assert_eq!(Setup::EMPTY.to_string(), "8/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(Setup::default(), Setup::EMPTY);
}

#[test]
fn castling_in_both_styles() {
    for (x_fen, shredder) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "Ha"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-"),
        // The outermost rooks are K and Q. The others have to be named by their files.
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "HA"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "GB"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GQ - 0 1", "GA"),
        ("2r1kr1r/8/8/8/8/8/8/4K3 w fq - 0 1", "fc"),
        ("1rk4r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "FAhb"),
    ] {
        let position = position(x_fen);
        let expected = x_fen.split(' ').enumerate().map(|(i, field)| if i == 2 { shredder } else { field });
        let expected = expected.collect::<Vec<_>>().join(" ");
        assert_eq!(position.to_string(), x_fen);
        assert_eq!(position.fen().castling(CastlingStyle::XFen).to_string(), x_fen);
        assert_eq!(position.fen().castling(CastlingStyle::Shredder).to_string(), expected);
        assert_eq!(format!("{position:#}"), expected);
        assert_eq!(format!("{:#}", position.to_setup()), expected);
        assert_eq!(expected.parse(), Ok(position));
    }
}

#[test]
fn en_passant_in_three_styles() {
    for (fen, [legal, pseudo_legal, always]) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ["d6", "d6", "d6"]),
        ("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1", ["-", "d6", "d6"]),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", ["-", "-", "d6"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", ["-", "-", "-"]),
    ] {
        let position = position(fen);
        let field = |style| position.fen().en_passant(style).to_string().split(' ').nth(3).map(String::from);
        assert_eq!(field(EnPassantStyle::Legal).as_deref(), Some(legal), "{fen}");
        assert_eq!(field(EnPassantStyle::PseudoLegal).as_deref(), Some(pseudo_legal), "{fen}");
        assert_eq!(field(EnPassantStyle::Always).as_deref(), Some(always), "{fen}");
        assert_eq!(position.to_string(), position.fen().en_passant(EnPassantStyle::Legal).to_string());
        assert_eq!(position.to_setup().to_string(), fen, "a setup keeps the square");
    }
}

#[test]
fn styles_can_be_combined_and_default_to_x_fen_and_legal() {
    let position = position("4k3/8/8/8/4P3/8/8/R3K2R b KQ e3 0 1");
    assert_eq!(CastlingStyle::default(), CastlingStyle::XFen);
    assert_eq!(EnPassantStyle::default(), EnPassantStyle::Legal);
    let fen = position.fen().en_passant(EnPassantStyle::Always).castling(CastlingStyle::Shredder);
    assert_eq!(fen.to_string(), "4k3/8/8/8/4P3/8/8/R3K2R b HA e3 0 1");
}

#[test]
fn the_text_is_what_is_displayed() {
    let mut random = Random::new(12);
    for _ in 0..2_000 {
        let position = scattered(&mut random);
        for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            let fen = position.fen().castling(castling);
            assert_eq!(*fen.to_text(), *fen.to_string());
        }
    }
}

#[test]
fn a_text_by_value_is_used_like_a_str() {
    let text = Position::START.fen().to_text();
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!((text.as_str(), AsRef::<str>::as_ref(&text)), (expected, expected));
    assert!(text == *expected && text != *"rnbqkbnr");
    // As a key, it is found by a `str`.
    let texts = BTreeSet::from([text]);
    assert!(texts.contains(expected) && !texts.contains(""));
    assert_eq!(format!("{text}|{text:>60}|"), format!("{expected}|{expected:>60}|"));
}

#[test]
fn every_pattern_of_pieces_on_every_rank() {
    for rank in Rank::ALL {
        for pattern in 0..256 {
            let mut setup = Setup::EMPTY;
            for square in Bitboard(pattern << (8 * rank as u8)) {
                // All twelve pieces, in an order that differs from rank to rank and from pattern to pattern.
                let index = (square as usize * 5 + rank.index() + pattern as usize) % 12;
                setup.board.put(Piece::ALL[index], square);
            }
            let text = setup.to_string();
            assert_eq!(text, fen_naive::write(&setup, CastlingStyle::XFen));
            assert_eq!(text.parse(), Ok(setup));
        }
    }
}

#[test]
fn width_and_alignment_are_heeded() {
    let position = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(format!("{position:>32}|"), "   4k3/8/8/8/8/8/8/4K3 w - - 0 1|");
    assert_eq!(format!("{position:_<32}|"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1___|");
}

#[test]
fn counters_of_any_length() {
    for (clock, number) in [(0, 1), (9, 10), (10, 99), (100, 999), (9_999, 10_000), (65_535, 65_535)] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {clock} {number}");
        assert_eq!(position(&fen).to_string(), fen);
    }
}

#[test]
fn the_longest_setup_fits() {
    let mut setup = Setup { fullmove_number: 65_535, halfmove_clock: 65_535, ..Setup::EMPTY };
    for (i, square) in Square::ALL.into_iter().enumerate() {
        setup.board.put(Piece::ALL[i % 5], square);
    }
    setup.castling_rooks = Bitboard::FULL;
    setup.en_passant = Some(Square::A6);
    assert!(setup.to_string().ends_with(" w HGFEDCBAhgfedcba a6 65535 65535"));
    assert_eq!(setup.to_string().len(), 105);
}

#[test]
fn any_setup_is_read_as_written() {
    let mut random = Random::new(11);
    for _ in 0..20_000 {
        let back_ranks = Bitboard::RANK_1 | Bitboard::RANK_8;
        let side_to_move = Color::ALL[random.below(2)];
        let passed = Square::A6.offset(random.below(8) as i8, 0).unwrap().relative_to(side_to_move);
        let setup = Setup {
            board: any_board(&mut random),
            side_to_move,
            castling_rooks: Bitboard(random.word() & random.word()) & back_ranks,
            en_passant: (random.below(2) == 0).then_some(passed),
            halfmove_clock: random.word() as u16,
            fullmove_number: (random.word() as u16).max(1),
        };
        assert_eq!(setup.to_string().parse(), Ok(setup), "{setup}");
        assert_eq!(format!("{setup:#}").parse(), Ok(setup), "{setup:#}");
        assert_eq!(setup.to_string(), fen_naive::write(&setup, CastlingStyle::XFen));
        assert_eq!(format!("{setup:#}"), fen_naive::write(&setup, CastlingStyle::Shredder));
    }
}

#[cfg(feature = "serde")]
mod serde {
    use chess_board::{Position, Setup};

    #[test]
    fn positions_are_fen_texts_that_lose_nothing() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/4P3/8/8/R3K2R b KQ e3 0 1",
            "4k3/8/8/8/8/8/8/RR2K1RR w GB - 3 4",
        ] {
            let position: Position = fen.parse().unwrap();
            let text = serde_json::to_string(&position).unwrap();
            assert_eq!(text, format!("\"{fen}\""));
            assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
            let setup: Setup = fen.parse().unwrap();
            assert_eq!(serde_json::to_string(&setup).unwrap(), text);
            assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
        }
    }

    #[test]
    fn what_is_no_position_is_refused_with_its_reason() {
        let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/4K3 w - - 0 1\"").unwrap_err();
        assert!(error.to_string().starts_with("Black has no king"), "{error}");
        assert!(serde_json::from_str::<Setup>("\"8/8/8/8/8/8/8/4K3 w - - 0 1\"").is_ok());
        let error = serde_json::from_str::<Setup>("\"8/8/8/8/8/8/8/4K3 x - - 0 1\"").unwrap_err();
        assert!(error.to_string().starts_with("side to move field, byte 18"), "{error}");
        let error = serde_json::from_str::<Position>("7").unwrap_err();
        assert!(error.to_string().contains("a position in FEN"), "{error}");
    }
}
