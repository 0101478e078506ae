use std::error::Error;

use chess_types::{Move, MoveKind, ParseUciMoveError, PieceType, Square, UciMove};
use proptest::prelude::*;

use crate::all_moves;

#[test]
fn every_move_survives_both_spellings() {
    for mv in all_moves() {
        assert_eq!(mv.to_string(), mv.uci().to_string());
        for uci in [mv.uci(), mv.uci960()] {
            assert_eq!(uci.to_string().parse(), Ok(uci), "{mv:?}");
            assert_eq!((uci.from, uci.promotion), (mv.from(), mv.promotion()));
        }
        assert_eq!((mv.uci().to, mv.uci960().to), (mv.destination(), mv.to()));
    }
}

#[test]
fn every_value_has_one_spelling() {
    for from in Square::ALL {
        for to in Square::ALL {
            for promotion in [None].into_iter().chain(PieceType::PROMOTIONS.map(Some)) {
                let uci = UciMove { from, to, promotion };
                let letter = promotion.map_or(String::new(), |it| it.to_string());
                let expected = if uci.is_null() { "0000".into() } else { format!("{from}{to}{letter}") };
                assert_eq!(uci.to_string(), expected);
                assert_eq!(expected.parse(), Ok(uci));
            }
        }
    }
}

#[test]
fn castling_names_the_king_or_the_rook() {
    for (mv, standard, chess960) in [
        (Move::new(Square::E1, Square::H1, MoveKind::KingCastle), "e1g1", "e1h1"),
        (Move::new(Square::E8, Square::A8, MoveKind::QueenCastle), "e8c8", "e8a8"),
        (Move::new(Square::G1, Square::H1, MoveKind::KingCastle), "g1g1", "g1h1"),
        (Move::new(Square::E1, Square::H1, MoveKind::Quiet), "e1h1", "e1h1"),
    ] {
        assert_eq!(mv.to_string(), standard);
        assert_eq!(mv.uci960().to_string(), chess960);
    }
}

#[test]
fn errors_name_the_part_that_is_wrong() {
    for (text, error) in [
        ("", ParseUciMoveError::Length),
        ("e2e", ParseUciMoveError::Length),
        ("e2e4qq", ParseUciMoveError::Length),
        ("e2e4 ", ParseUciMoveError::Promotion),
        ("i2e4", ParseUciMoveError::FromFile),
        ("E2e4", ParseUciMoveError::FromFile),
        // Eight above a1a1 in the first byte, and equal to it in the others.
        ("i1a1", ParseUciMoveError::FromFile),
        // As a number, eight below a1a1 in every byte.
        ("Y*Z*", ParseUciMoveError::FromFile),
        ("e0e4", ParseUciMoveError::FromRank),
        ("e2-4", ParseUciMoveError::ToFile),
        ("e2e9", ParseUciMoveError::ToRank),
        ("e7e8Q", ParseUciMoveError::Promotion),
        ("e7e8k", ParseUciMoveError::Promotion),
        ("e7e8p", ParseUciMoveError::Promotion),
        ("a1a1", ParseUciMoveError::Null),
        ("00000", ParseUciMoveError::FromFile),
        ("é2é4", ParseUciMoveError::Length),
        ("é24", ParseUciMoveError::FromFile),
    ] {
        assert_eq!(text.parse::<UciMove>(), Err(error), "{text:?}");
        let error: &dyn Error = &error;
        assert!(error.to_string().len() > 20, "{error}");
    }
}

#[test]
fn any_byte_in_any_place_is_read_or_refused_for_its_part() {
    let parts = [
        ParseUciMoveError::FromFile,
        ParseUciMoveError::FromRank,
        ParseUciMoveError::ToFile,
        ParseUciMoveError::ToRank,
        ParseUciMoveError::Promotion,
    ];
    let valid: [&[u8]; 5] = [b"abcdefgh", b"12345678", b"abcdefgh", b"12345678", b"nbrq"];
    for (place, part) in parts.into_iter().enumerate() {
        for byte in 0..128u8 {
            let mut text = *b"b7c8q";
            text[place] = byte;
            let text = std::str::from_utf8(&text).unwrap();
            match text.parse::<UciMove>() {
                Ok(uci) => assert_eq!(uci.to_string(), text),
                Err(error) => assert_eq!(error, part, "{text:?}"),
            }
            assert_eq!(text.parse::<UciMove>().is_ok(), valid[place].contains(&byte), "{text:?}");
        }
    }
}

proptest! {
    #[test]
    fn what_is_read_is_what_would_be_written(text in prop_oneof!["\\PC*", "[a-i0-9]{3,5}[nbrqkp]?"]) {
        if let Ok(uci) = text.parse::<UciMove>() {
            prop_assert_eq!(uci.to_string(), text);
        }
    }
}
