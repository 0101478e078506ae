use std::collections::HashSet;
use std::error::Error;

use chess_types::{
    CastlingSide, Color, Move, MoveKind, ParseUciMoveError, Piece, PieceType, Square, UciMove,
};

use crate::all_moves;
use crate::moves::has_corner_rook;

#[test]
fn every_move_survives_with_every_fitting_piece() {
    for mv in all_moves().filter(|mv| !mv.is_null()) {
        for piece in Piece::ALL.into_iter().filter(|&piece| fits(mv, piece)) {
            let (read, moved) = Move::from_24_bit(mv.to_24_bit(piece)).unwrap();
            assert_eq!(moved, piece);
            assert_eq!(read == mv, has_corner_rook(mv), "{mv:?} {read:?}");
            assert_eq!(Move::new(read.from(), mv.to(), read.kind()), mv);
        }
    }
}

/// Tests whether the kind of `mv` can be that of a move of `piece`.
fn fits(mv: Move, piece: Piece) -> bool {
    match mv.kind() {
        MoveKind::Quiet | MoveKind::Capture => true,
        MoveKind::KingCastle | MoveKind::QueenCastle => piece.piece_type() == PieceType::King,
        _ => piece.piece_type() == PieceType::Pawn,
    }
}

#[test]
fn a_piece_that_does_not_fit_gives_only_its_colour() {
    for kind in MoveKind::ALL {
        let mv = Move::new(Square::E1, Square::H1, kind);
        for piece in Piece::ALL {
            let fitting =
                Piece::ALL.into_iter().find(|&it| fits(mv, it) && it.color() == piece.color()).unwrap();
            let expected = if fits(mv, piece) { piece } else { fitting };
            let read = Move::from_24_bit(mv.to_24_bit(piece)).map(|(_, piece)| piece);
            assert_eq!(read, Ok(expected), "{kind:?} {piece}");
        }
    }
}

#[test]
fn parts_stand_in_their_bits() {
    let promotion =
        Move::new(Square::B2, Square::A1, MoveKind::RookCapturePromotion).to_24_bit(Piece::BlackPawn);
    assert_eq!(promotion, 1 << 20 | 9 << 16 | 6 << 12 | 9);
    let castling = Move::new(Square::E8, Square::A8, MoveKind::QueenCastle).to_24_bit(Piece::BlackKing);
    assert_eq!(castling, 1 << 23 | 11 << 12 | 0o72 << 6 | 0o74);
    let en_passant = Move::new(Square::E5, Square::D6, MoveKind::EnPassant).to_24_bit(Piece::WhitePawn);
    assert_eq!(en_passant, 1 << 22 | 1 << 20 | 0o53 << 6 | 0o44);
    let double_push = Move::new(Square::A2, Square::A4, MoveKind::DoublePush).to_24_bit(Piece::WhitePawn);
    assert_eq!(double_push, 1 << 21 | 24 << 6 | 8);
}

/// The rules that `from_24_bit` documents, one by one.
fn is_consistent(word: u32) -> bool {
    let (piece, promoted) = ((word >> 12 & 15) as usize, (word >> 16 & 15) as u8);
    let [capture, double_push, en_passant, castling] = [20, 21, 22, 23].map(|bit| word >> bit & 1 == 1);
    let Some(piece) = Piece::from_index(piece) else { return false };
    let pawn = piece.piece_type() == PieceType::Pawn;
    let becomes = if piece.color() == Color::White { 1..=4 } else { 7..=10 };
    let king_arrives = CastlingSide::ALL
        .into_iter()
        .any(|side| side.king_square(Square::from_low_bits(word as u8).rank()) as u32 == word >> 6 & 63);
    word >> 24 == 0
        && [promoted != 0, double_push, en_passant, castling].into_iter().filter(|&special| special).count()
            <= 1
        && (promoted == 0 || pawn && becomes.contains(&promoted))
        && (!double_push || pawn && !capture)
        && (!en_passant || pawn && capture)
        && (!castling || piece.piece_type() == PieceType::King && !capture && king_arrives)
}

#[test]
fn words_are_refused_exactly_when_their_parts_disagree() {
    // The squares matter to castling alone; these hold every rank as start, and every square as target of two of them.
    let squares: Vec<u32> = (0..64)
        .map(|from| from | 6 << 6)
        .chain((0..64).flat_map(|to| [4 | to << 6, 0o71 | to << 6]))
        .collect();
    let mut accepted = HashSet::new();
    for high in 0..1u32 << 12 {
        for &squares in &squares {
            let word = high << 12 | squares;
            let read = Move::from_24_bit(word);
            assert_eq!(read.is_ok(), is_consistent(word), "{word:#08x}");
            if let Ok((mv, piece)) = read {
                assert_eq!(mv.to_24_bit(piece), word);
                accepted.insert(mv.kind());
            }
        }
    }
    assert_eq!(accepted.len(), MoveKind::ALL.len());
    let quiet = Move::new(Square::B1, Square::C3, MoveKind::Quiet).to_24_bit(Piece::WhiteKnight);
    for word in (24..32).flat_map(|bit| [1 << bit, 1 << bit | quiet]) {
        assert_eq!(Move::from_24_bit(word).unwrap_err().word, word);
    }
}

#[test]
fn the_null_move_has_no_piece() {
    for piece in Piece::ALL {
        assert_eq!(Move::NULL.to_24_bit(piece), 0);
    }
    assert_eq!(Move::from_24_bit(0), Ok((Move::NULL, Piece::WhitePawn)));
}

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
        // Eight above a1a1 in the first byte, and equal to it in the others.
        ("i1a1", ParseUciMoveError::Square(0)),
        // As a number, eight below a1a1 in every byte.
        ("Y*Z*", ParseUciMoveError::Square(0)),
        ("a1a1", ParseUciMoveError::Null),
        ("00000", ParseUciMoveError::Square(0)),
        ("é2é4", ParseUciMoveError::Length),
        ("é24", ParseUciMoveError::Square(0)),
    ] {
        assert_eq!(text.parse::<UciMove>(), Err(error), "{text:?}");
        let error: &dyn Error = &error;
        assert!(error.to_string().len() > 20, "{error}");
    }
}

#[test]
fn any_byte_in_any_place_is_read_or_refused() {
    let parts = [
        ParseUciMoveError::Square(0),
        ParseUciMoveError::Square(1),
        ParseUciMoveError::Square(2),
        ParseUciMoveError::Square(3),
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
