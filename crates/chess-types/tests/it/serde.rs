use std::fmt::Debug;

use chess_testkit::sample;
use chess_types::{
    Bitboard, CastlingRights, CastlingSide, Color, File, List, Move, MoveFlags, MoveKind, MoveList, Piece,
    PieceType, PvLine, Rank, Square, UciMove,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_test::{Configure, Token, assert_de_tokens_error, assert_tokens};

use crate::all_moves;

/// Checks what a value is in JSON, which is for people, and in a format for machines.
fn assert_written<T>(value: T, json: &str, byte: u8)
where
    T: Serialize + DeserializeOwned + Copy + PartialEq + Debug,
{
    assert_eq!(serde_json::to_value(value).unwrap(), json);
    assert_eq!(serde_json::from_value::<T>(json.into()).unwrap(), value);
    assert_tokens(&value.compact(), &[Token::U8(byte)]);
}

#[test]
fn names_are_texts_for_people_and_bytes_for_machines() {
    assert_written(Square::E4, "e4", 28);
    assert_written(File::H, "h", 7);
    assert_written(Rank::Third, "3", 2);
    assert_written(Color::Black, "b", 1);
    assert_written(PieceType::Knight, "n", 1);
    assert_written(Piece::BlackPawn, "p", 6);
    assert_written(CastlingRights::of(Color::Black), "kq", 12);
    assert_written(CastlingSide::King, "kingside", 1);
    assert_written(MoveKind::EnPassant, "en-passant", 9);
}

#[test]
fn words_are_numbers_in_every_format() {
    let mv = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
    assert_tokens(&mv.compact(), &[Token::U16(mv.raw())]);
    let flags = MoveKind::EnPassant.flags();
    assert_eq!(
        serde_json::to_string(&(mv, flags, Bitboard::FULL)).unwrap(),
        format!("[{},9,{}]", mv.raw(), u64::MAX)
    );
    assert_eq!(serde_json::from_str::<(MoveFlags, Bitboard)>("[9,7]").unwrap(), (flags, Bitboard(7)));
    assert_tokens(&mv.uci().compact(), &[Token::Str("e1g1")]);
}

#[test]
fn every_move_survives_json() {
    for mv in all_moves() {
        let json = serde_json::to_string(&(mv, mv.uci960())).unwrap();
        let read: (Move, UciMove) = serde_json::from_str(&json).unwrap();
        assert_eq!(read, (mv, mv.uci960()));
    }
}

#[test]
fn lists_and_lines_are_sequences_of_at_most_their_capacity() {
    let moves: MoveList = sample(all_moves(), 257).take(256).collect();
    let json = serde_json::to_string(&moves).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Move>>(&json).unwrap(), moves[..]);
    assert_eq!(serde_json::from_str::<MoveList>(&json).unwrap(), moves);
    let line: PvLine = moves.iter().copied().take(PvLine::CAPACITY).collect();
    let text = serde_json::to_string(&line).unwrap();
    assert_eq!(serde_json::from_str::<PvLine>(&text).unwrap(), line);

    // 256 moves are too many for a line, and each list has one item too many here.
    assert!(serde_json::from_str::<PvLine>(&json).is_err());
    assert_de_tokens_error::<List<u8, 2>>(
        &[Token::Seq { len: Some(3) }, Token::U8(1), Token::U8(2), Token::U8(3), Token::SeqEnd],
        "invalid length 3, expected an array with no more than 2 items",
    );
    assert!(serde_json::from_str::<List<Move, 2>>("[0, 40960]").is_err());
}

#[test]
fn what_no_value_has_is_refused() {
    assert_de_tokens_error::<serde_test::Compact<Square>>(
        &[Token::U8(64)],
        "invalid value: integer `64`, expected a square from a1 to h8",
    );
    assert_de_tokens_error::<serde_test::Compact<Square>>(
        &[Token::U64(256 + 28)],
        "invalid value: integer `284`, expected a square from a1 to h8",
    );
    assert_de_tokens_error::<serde_test::Compact<CastlingRights>>(
        &[Token::U8(16)],
        "invalid value: integer `16`, expected letters of KQkq, each once, or -",
    );
    assert_de_tokens_error::<Move>(
        &[Token::U16(0xa000)],
        "invalid value: integer `40960`, expected the word of a move",
    );
    assert_de_tokens_error::<serde_test::Compact<MoveKind>>(
        &[Token::U8(10)],
        "invalid value: integer `10`, expected the name of a kind of move, as quiet, double-push or queen-capture-promotion",
    );
    assert_de_tokens_error::<UciMove>(
        &[Token::Str("e2e4k")],
        "invalid value: string \"e2e4k\", expected a move of UCI, like e2e4 or e7e8q",
    );
    assert!(serde_json::from_str::<MoveFlags>("16").is_err());
    assert!(serde_json::from_str::<Square>("\"e9\"").is_err());
    assert!(serde_json::from_str::<Piece>("\"x\"").is_err());
    assert!(serde_json::from_str::<Bitboard>("-1").is_err());
}
