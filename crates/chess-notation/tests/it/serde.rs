use chess_notation::{Line, PackedPosition, San};
use serde_test::{Configure, Token, assert_de_tokens_error, assert_tokens};

use crate::line::lines;

#[test]
fn san_is_text_in_the_standard_s_form() {
    let san: San = "Nbxd2+".parse().unwrap();
    assert_tokens(&san, &[Token::Str("Nbxd2+")]);
    assert_de_tokens_error::<San>(
        &[Token::Str("Nbd2!")],
        "not algebraic notation at byte 0: the standard spells such a move otherwise",
    );
}

#[test]
fn a_line_is_text_to_people() {
    let line: Line = "startpos moves e4 c5".parse().unwrap();
    assert_tokens(&line.readable(), &[Token::Str("startpos moves e4 c5")]);
    assert_de_tokens_error::<serde_test::Readable<Line>>(
        &[Token::Str("startpos moves e5")],
        "byte 15: no such move is legal here",
    );
}

#[test]
fn a_line_is_a_packed_position_and_words_to_machines() {
    for line in lines() {
        let packed: &'static [u8; 32] = Box::leak(Box::new(PackedPosition::new(line.start()).to_bytes()));
        let mut tokens = vec![Token::Seq { len: Some(1 + line.moves().len()) }, Token::Bytes(packed)];
        tokens.extend(line.moves().iter().map(|mv| Token::U16(mv.raw())));
        tokens.push(Token::SeqEnd);
        assert_tokens(&line.compact(), &tokens);
    }
}

#[test]
fn words_that_are_no_legal_move_are_refused() {
    let line: Line = "startpos".parse().unwrap();
    let packed: &'static [u8; 32] = Box::leak(Box::new(PackedPosition::new(line.start()).to_bytes()));
    let tokens = [Token::Seq { len: Some(2) }, Token::Bytes(packed), Token::U16(0x1234)];
    assert_de_tokens_error::<serde_test::Compact<Line>>(&tokens, "e7a2 is not a legal move");
}
