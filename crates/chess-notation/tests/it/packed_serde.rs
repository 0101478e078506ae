use chess_board::Position;
use chess_notation::PackedPosition;
use serde_test::{Configure, Token, assert_de_tokens, assert_de_tokens_error, assert_tokens};

const FEN: &str = "4k3/8/8/8/4P3/8/8/RR2K1RR b GB e3 3 4";

fn packed() -> PackedPosition {
    PackedPosition::new(&FEN.parse().unwrap())
}

#[test]
fn to_people_it_is_fen_that_loses_nothing() {
    assert_tokens(&packed().readable(), &[Token::Str(FEN)]);
    let text = serde_json::to_string(&packed()).unwrap();
    assert_eq!(text, format!("\"{FEN}\""));
    assert_eq!(serde_json::from_str::<PackedPosition>(&text).unwrap(), packed());
    let error = serde_json::from_str::<PackedPosition>("\"8/8/8/8/8/8/8/4K3 w - - 0 1\"").unwrap_err();
    assert!(error.to_string().starts_with("Black has no king"), "{error}");
    let no_position = PackedPosition::from_bytes([0; 32]);
    let error = serde_json::to_string(&no_position).unwrap_err();
    assert_eq!(error.to_string(), "byte 0: version 0 is not known");
}

#[test]
fn to_machines_it_is_32_bytes() {
    let bytes: &'static [u8; 32] = Box::leak(Box::new(packed().to_bytes()));
    assert_tokens(&packed().compact(), &[Token::Bytes(bytes)]);
    assert_de_tokens(&packed().compact(), &[Token::BorrowedBytes(bytes)]);
    assert_de_tokens(&packed().compact(), &[Token::ByteBuf(bytes)]);

    let mut sequence = vec![Token::Seq { len: Some(32) }];
    sequence.extend(bytes.iter().map(|&byte| Token::U8(byte)));
    sequence.push(Token::SeqEnd);
    assert_de_tokens(&packed().compact(), &sequence);

    let expected = "expected the 32 bytes of a packed position";
    let error = format!("invalid length 31, {expected}");
    assert_de_tokens_error::<serde_test::Compact<PackedPosition>>(&[Token::Bytes(&bytes[1..])], &error);
    let error = format!("invalid type: string \"{FEN}\", {expected}");
    assert_de_tokens_error::<serde_test::Compact<PackedPosition>>(&[Token::Str(FEN)], &error);
    sequence.drain(30..33);
    let error = format!("invalid length 29, {expected}");
    assert_de_tokens_error::<serde_test::Compact<PackedPosition>>(&sequence, &error);
}

#[test]
fn both_forms_are_of_the_same_position() {
    let position: Position = FEN.parse().unwrap();
    assert_eq!(serde_json::to_string(&position).unwrap(), serde_json::to_string(&packed()).unwrap());
}
