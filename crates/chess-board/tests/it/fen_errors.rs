//! Every rule of FEN, with the field and the byte that its error reports.

use chess_board::{FenError, FenField, FenRule, ParsePositionError, Position, Setup};

#[track_caller]
fn refused(fen: &str, field: FenField, offset: usize, rule: FenRule) {
    let error = FenError { field, offset, rule };
    assert_eq!(Setup::from_fen(fen), Err(error), "{fen:?}");
    assert_eq!(fen.parse::<Setup>(), Err(error), "{fen:?}");
    assert_eq!(Setup::from_fen(fen.as_bytes()), Err(error), "{fen:?}");
    assert_eq!(Position::from_fen(fen), Err(ParsePositionError::Fen(error)), "{fen:?}");
    assert_eq!(Position::from_fen(fen.as_bytes()), Err(ParsePositionError::Fen(error)), "{fen:?}");
    assert_eq!(fen.parse::<Position>(), Err(ParsePositionError::Fen(error)), "{fen:?}");
}

#[test]
fn missing_fields() {
    refused("", FenField::Board, 0, FenRule::Missing);
    refused(" \t ", FenField::Board, 3, FenRule::Missing);
    refused("4k3/8/8/8/8/8/8/4K3", FenField::SideToMove, 19, FenRule::Missing);
    refused("4k3/8/8/8/8/8/8/4K3 ", FenField::SideToMove, 20, FenRule::Missing);
}

#[test]
fn a_seventh_field() {
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", FenField::End, 30, FenRule::Trailing);
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1   ;D1 5", FenField::End, 32, FenRule::Trailing);
}

#[test]
fn board_characters() {
    for (fen, offset) in [
        ("4x3/8/8/8/8/8/8/4K3 w - -", 1),
        ("4k3/9/8/8/8/8/8/4K3 w - -", 4),
        ("4k3/08/8/8/8/8/8/4K3 w - -", 4),
        ("4k3\\8\\8\\8\\8\\8\\8\\4K3 w - -", 3),
        ("4k3/8/8/8/8/8/8/4K2~ w - -", 19),
        ("-", 0),
        ("♔7/8/8/8/8/8/8/4k3 w - -", 0),
        ("  4x3/8/8/8/8/8/8/4K3 w - -", 3),
    ] {
        refused(fen, FenField::Board, offset, FenRule::BoardCharacter);
    }
}

#[test]
fn adjacent_digits() {
    refused("4k3/44/8/8/8/8/8/4K3 w - -", FenField::Board, 5, FenRule::AdjacentDigits);
    refused("4k3/8/8/8/8/8/8/4K12 w - -", FenField::Board, 19, FenRule::AdjacentDigits);
}

#[test]
fn long_ranks() {
    refused("4k4/8/8/8/8/8/8/4K3 w - -", FenField::Board, 2, FenRule::RankTooLong);
    refused("4k3/ppppppppp/8/8/8/8/8/4K3 w - -", FenField::Board, 12, FenRule::RankTooLong);
    refused("4k3/8p/8/8/8/8/8/4K3 w - -", FenField::Board, 5, FenRule::RankTooLong);
    refused("4k3/p8/8/8/8/8/8/4K3 w - -", FenField::Board, 5, FenRule::RankTooLong);
}

#[test]
fn short_ranks() {
    refused("4k2/8/8/8/8/8/8/4K3 w - -", FenField::Board, 3, FenRule::RankTooShort);
    refused("4k3//8/8/8/8/8/4K3 w - -", FenField::Board, 4, FenRule::RankTooShort);
    refused("/4k3/8/8/8/8/8/4K3 w - -", FenField::Board, 0, FenRule::RankTooShort);
    refused("4k3/8/8/8/8/8/8/4K2 w - -", FenField::Board, 19, FenRule::RankTooShort);
    refused("4k3/8/8/8/8/8/8/ w - -", FenField::Board, 16, FenRule::RankTooShort);
    // The rank that ends too early is reported before the missing ranks.
    refused("4k3/4K2 w - -", FenField::Board, 7, FenRule::RankTooShort);
    refused("k", FenField::Board, 1, FenRule::RankTooShort);
}

#[test]
fn too_few_and_too_many_ranks() {
    refused("4k3/8/8/8/8/8/4K3 w - -", FenField::Board, 17, FenRule::TooFewRanks);
    refused("4k3/8/8/8/8/8/8/4K3/8 w - -", FenField::Board, 19, FenRule::TooManyRanks);
    refused("4k3/8/8/8/8/8/8/4K3/ w - -", FenField::Board, 19, FenRule::TooManyRanks);
}

#[test]
fn sides_to_move() {
    for side in ["W", "B", "white", "ww", "-", "1"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 {side} - - 0 1");
        refused(&fen, FenField::SideToMove, 20, FenRule::SideToMove);
    }
}

#[test]
fn castling_letters() {
    for (castling, offset) in
        [("X", 22), ("KQx", 24), ("K-", 23), ("--", 22), ("i", 22), ("1", 22), ("é", 22)]
    {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w {castling} - 0 1");
        refused(&fen, FenField::Castling, offset, FenRule::CastlingLetter);
    }
}

#[test]
fn castling_rights_given_twice() {
    for (castling, offset) in [("KK", 27), ("KQkqK", 30), ("KH", 27), ("HK", 27), ("aq", 27), ("hh", 27)] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1");
        refused(&fen, FenField::Castling, offset, FenRule::CastlingTwice);
    }
}

#[test]
fn en_passant_squares() {
    for text in ["e9", "e0", "i6", "e", "6", "E6", "66", "e66", "--", "e-", "é"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - {text} 0 1");
        refused(&fen, FenField::EnPassant, 24, FenRule::EnPassantSquare);
    }
}

#[test]
fn en_passant_ranks() {
    for (side, square) in
        [("w", "e3"), ("b", "e6"), ("w", "a1"), ("w", "h8"), ("b", "a2"), ("b", "h7"), ("w", "e4")]
    {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 {side} - {square} 0 1");
        refused(&fen, FenField::EnPassant, 25, FenRule::EnPassantRank);
    }
}

#[test]
fn the_pawns_own_square_for_the_one_it_passed_over() {
    let fens = ["4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1"];
    for fen in fens {
        refused(fen, FenField::EnPassant, 28, FenRule::EnPassantPawnSquare);
        let text = Position::from_fen(fen).unwrap_err().to_string();
        assert_eq!(
            text,
            "en passant field, byte 28: the en passant square is the one the pawn has passed over (rank 3 or 6), \
             not the one it stands on"
        );
    }
}

#[test]
fn counters() {
    for (clock, offset) in
        [("-1", 26), ("+1", 26), ("x", 26), ("1x", 27), ("1.0", 27), ("65536", 30), ("99999999999", 30)]
    {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {clock} 1");
        refused(&fen, FenField::HalfmoveClock, offset, FenRule::Number);
    }
    for (number, offset) in [("-1", 28), ("one", 28), ("1.", 29), ("65536", 32), ("100000", 33)] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {number}");
        refused(&fen, FenField::FullmoveNumber, offset, FenRule::Number);
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    for (text, field, offset, rule) in [
        (&b"4k\xff3/8/8/8/8/8/8/4K3 w - - 0 1"[..], FenField::Board, 2, FenRule::BoardCharacter),
        (b"4k3/8/8/8/8/8/8/4K3\xa0w - - 0 1", FenField::Board, 19, FenRule::BoardCharacter),
        (b"4k3/8/8/8/8/8/8/4K3 \xf7 - - 0 1", FenField::SideToMove, 20, FenRule::SideToMove),
        (b"4k3/8/8/8/8/8/8/4K3 w K\xeb - 0 1", FenField::Castling, 23, FenRule::CastlingLetter),
        (b"4k3/8/8/8/8/8/8/4K3 w - \xe5\xb6 0 1", FenField::EnPassant, 24, FenRule::EnPassantSquare),
        (b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\xb1", FenField::FullmoveNumber, 29, FenRule::Number),
    ] {
        let error = FenError { field, offset, rule };
        assert_eq!(Setup::from_fen(text), Err(error));
        assert_eq!(Position::from_fen(text), Err(ParsePositionError::Fen(error)));
    }
}

#[test]
fn the_first_error_from_the_left_is_reported() {
    refused("4x3/8/8/8/8/8/8/4K3 W X e9 -1 -1 x", FenField::Board, 1, FenRule::BoardCharacter);
    refused("4k3/8/8/8/8/8/8/4K3 W X e9 -1 -1 x", FenField::SideToMove, 20, FenRule::SideToMove);
    refused("4k3/8/8/8/8/8/8/4K3 w X e9 -1 -1 x", FenField::Castling, 22, FenRule::CastlingLetter);
    refused("4k3/8/8/8/8/8/8/4K3 w - e9 -1 -1 x", FenField::EnPassant, 24, FenRule::EnPassantSquare);
    refused("4k3/8/8/8/8/8/8/4K3 w - - -1 -1 x", FenField::HalfmoveClock, 26, FenRule::Number);
    refused("4k3/8/8/8/8/8/8/4K3 w - - 0 -1 x", FenField::FullmoveNumber, 28, FenRule::Number);
}

#[test]
fn every_error_names_its_field_its_byte_and_its_rule() {
    let mut texts: Vec<_> = FenRule::ALL.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), FenRule::ALL.len(), "two rules read the same");

    let fields = [
        (FenField::Board, "board"),
        (FenField::SideToMove, "side to move"),
        (FenField::Castling, "castling"),
        (FenField::EnPassant, "en passant"),
        (FenField::HalfmoveClock, "halfmove clock"),
        (FenField::FullmoveNumber, "move number"),
        (FenField::End, "end"),
    ];
    for (field, name) in fields {
        let error = FenError { field, offset: 7, rule: FenRule::Number };
        assert_eq!(
            error.to_string(),
            format!("{name} field, byte 7: expected a whole number from 0 to 65535")
        );
        assert_eq!(ParsePositionError::from(error).to_string(), error.to_string());
    }
}

/// Returns the name of a variant in lower case with underscores.
fn snake_case(variant: impl std::fmt::Debug) -> String {
    let mut name = String::new();
    for letter in format!("{variant:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

#[test]
fn names_for_programs() {
    for (i, rule) in FenRule::ALL.into_iter().enumerate() {
        assert_eq!(rule as usize, i);
        assert_eq!(rule.name(), snake_case(rule));
    }
    for field in [
        FenField::Board,
        FenField::SideToMove,
        FenField::Castling,
        FenField::EnPassant,
        FenField::HalfmoveClock,
        FenField::FullmoveNumber,
        FenField::End,
    ] {
        assert_eq!(field.name(), snake_case(field));
    }
}
