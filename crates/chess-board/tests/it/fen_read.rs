//! Texts of FEN and the positions read from them.

use chess_board::{Position, Setup};
use chess_types::{Bitboard, CastlingSide, Color, Piece, Square};

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
        // No pawn beside the pushed one.
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
        assert_eq!(position.passed_square(), passed.parse().ok(), "{fen}");
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
