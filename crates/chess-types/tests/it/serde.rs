use chess_types::{
    Bitboard, CastlingRights, Color, File, Move, MoveKind, Piece, PieceType, Rank, RichMove, ScoredMove,
    Square, UciMove,
};
use serde_test::{Configure, Token, assert_de_tokens_error, assert_tokens};

use crate::all_moves;

#[test]
fn names_are_texts_for_people_and_bytes_for_machines() {
    assert_tokens(&Square::E4.readable(), &[Token::Str("e4")]);
    assert_tokens(&Square::E4.compact(), &[Token::U8(28)]);
    assert_tokens(&File::H.readable(), &[Token::Str("h")]);
    assert_tokens(&File::H.compact(), &[Token::U8(7)]);
    assert_tokens(&Rank::Third.readable(), &[Token::Str("3")]);
    assert_tokens(&Rank::Third.compact(), &[Token::U8(2)]);
    assert_tokens(&Color::Black.readable(), &[Token::Str("b")]);
    assert_tokens(&Color::Black.compact(), &[Token::U8(1)]);
    assert_tokens(&PieceType::Knight.readable(), &[Token::Str("n")]);
    assert_tokens(&PieceType::Knight.compact(), &[Token::U8(1)]);
    assert_tokens(&Piece::BlackPawn.readable(), &[Token::Str("p")]);
    assert_tokens(&Piece::BlackPawn.compact(), &[Token::U8(6)]);
    assert_tokens(&CastlingRights::of(Color::Black).readable(), &[Token::Str("kq")]);
    assert_tokens(&CastlingRights::of(Color::Black).compact(), &[Token::U8(12)]);
}

#[test]
fn words_are_numbers_in_every_format() {
    let mv = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
    let rich = mv.to_rich(Piece::WhiteKing);
    assert_tokens(&mv.readable(), &[Token::U16(mv.raw())]);
    assert_tokens(&mv.compact(), &[Token::U16(mv.raw())]);
    assert_tokens(&rich.compact(), &[Token::U32(rich.raw())]);
    assert_tokens(&Bitboard::FULL.readable(), &[Token::U64(u64::MAX)]);
    assert_tokens(&mv.uci().compact(), &[Token::Str("e1g1")]);
    let scored = [Token::Tuple { len: 2 }, Token::U16(mv.raw()), Token::I16(-7), Token::TupleEnd];
    assert_tokens(&ScoredMove::new(mv, -7).compact(), &scored);
}

#[test]
fn every_move_survives_json() {
    for mv in all_moves() {
        let json = serde_json::to_string(&(mv, mv.uci960(), mv.to_rich(Piece::WhiteKing))).unwrap();
        let read: (Move, UciMove, RichMove) = serde_json::from_str(&json).unwrap();
        assert_eq!(read, (mv, mv.uci960(), mv.to_rich(Piece::WhiteKing)));
    }
}

#[test]
fn what_no_value_has_is_refused() {
    assert_de_tokens_error::<serde_test::Compact<Square>>(
        &[Token::U8(64)],
        "invalid value: integer `64`, expected a square from a1 to h8, or its index",
    );
    assert_de_tokens_error::<serde_test::Compact<Square>>(
        &[Token::U64(256 + 28)],
        "invalid value: integer `284`, expected a square from a1 to h8, or its index",
    );
    assert_de_tokens_error::<serde_test::Compact<CastlingRights>>(
        &[Token::U8(16)],
        "invalid value: integer `16`, expected letters of KQkq or -, or their bits",
    );
    assert_de_tokens_error::<Move>(
        &[Token::U16(0xa000)],
        "invalid value: integer `40960`, expected the word of a move",
    );
    assert!(serde_json::from_str::<RichMove>("16777216").is_err());
    assert!(serde_json::from_str::<Square>("\"e9\"").is_err());
    assert!(serde_json::from_str::<Piece>("\"x\"").is_err());
    assert!(serde_json::from_str::<UciMove>("\"e2e4k\"").is_err());
    assert!(serde_json::from_str::<Bitboard>("-1").is_err());
}
