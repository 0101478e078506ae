//! Positions in 32 bytes: lossless, canonical, and every wrong byte refused.

use chess_board::{CastlingRules, Position, Reason};
use chess_notation::PackedPosition;
use chess_notation::packed::UnpackError;
use chess_testkit::{Random, after_any, game};
use chess_types::{Color, Move, MoveKind, Square};

use crate::POSITIONS;

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 300 65535";

fn packed(fen: &str) -> PackedPosition {
    PackedPosition::new(&fen.parse().unwrap())
}

/// The layout, read piece by piece.
fn naive_bytes(position: &Position) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[0] = 1;
    bytes[1] |= u8::from(position.side_to_move() == Color::Black);
    if let Some(square) = position.skipped_square() {
        bytes[1] |= (square.file().index() as u8 + 1) * 16;
    }
    bytes[2] = (position.halfmove_clock() % 256) as u8;
    bytes[3] = (position.halfmove_clock() / 256) as u8;
    bytes[4] = (position.fullmove_number() % 256) as u8;
    bytes[5] = (position.fullmove_number() / 256) as u8;
    let mut index = 0;
    for square in Square::ALL {
        let Some(piece) = position.piece_at(square) else { continue };
        bytes[8 + square.index() / 8] |= 1 << (square.index() % 8);
        let mut code = "PNBRQK  pnbrqk".find(piece.letter()).unwrap() as u8;
        if position.castling_rooks().contains(square) {
            code += 3;
        }
        bytes[16 + index / 2] |= if index % 2 == 0 { code } else { 16 * code };
        index += 1;
    }
    bytes
}

#[test]
fn positions_are_packed_as_the_layout_says_and_lose_nothing() {
    let mut with_passed = 0;
    for position in POSITIONS.iter() {
        let packed = PackedPosition::new(position);
        assert_eq!(packed.to_bytes(), naive_bytes(position), "{position:?}");
        assert_eq!(packed.unpack().as_ref(), Ok(position));
        with_passed += usize::from(position.skipped_square() != position.ep_square());
    }
    assert!(with_passed > 100, "{with_passed}");
}

#[test]
fn positions_of_lenient_reading_unpack_as_they_were() {
    let fen = "rkbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1";
    let start = Position::from_fen_lenient(fen, CastlingRules::Chess960).unwrap().position;
    for position in game(start, 200, 1, &mut Random::new(7)) {
        assert_eq!(PackedPosition::new(&position).unpack(), Ok(position));
    }
}

/// Positions with a byte that is changed, and some of lenient reading.
#[test]
fn setups_unpack_where_positions_do_and_are_theirs() {
    let mut random = Random::new(8);
    let fen = "rkbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1";
    let start = Position::from_fen_lenient(fen, CastlingRules::Chess960).unwrap().position;
    let lenient = game(start, 200, 1, &mut Random::new(7));
    let mut refused = 0;
    for position in POSITIONS.iter().chain(&lenient) {
        let bytes = PackedPosition::new(position).to_bytes();
        let (index, byte) = (random.below(32), random.below(256) as u8);
        for bytes in [bytes, with(bytes, index, byte)] {
            let packed = PackedPosition::from_bytes(bytes);
            assert_eq!(packed.unpack_setup(), packed.unpack().map(|position| position.to_setup()));
            refused += usize::from(packed.unpack().is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn versions_that_are_not_known_are_refused() {
    let bytes = packed(MIDDLEGAME).to_bytes();
    for version in (0..=255).filter(|&version| version != 1) {
        let bytes = with(bytes, 0, version);
        assert_eq!(PackedPosition::from_bytes(bytes).unpack(), Err(UnpackError::Version(version)));
    }
    let zeros = PackedPosition::from_bytes([0; 32]).unpack();
    assert_eq!(zeros, Err(UnpackError::Version(0)));
}

#[test]
fn wrong_bytes_are_told_with_their_place() {
    let bytes = packed("8/8/8/8/P7/8/8/k1K5 b - - 0 1").to_bytes();
    assert_eq!((bytes[1], &bytes[16..18]), (1, &[0x5d, 0x00][..]));
    let error = |index: usize, byte: u8| {
        let error = PackedPosition::from_bytes(with(bytes, index, byte)).unpack().unwrap_err();
        (error, error.to_string())
    };
    for (index, byte) in [(1, 0b0011), (1, 0b0101), (1, 0b1001), (6, 1), (7, 128)] {
        let (error, text) = error(index, byte);
        assert_eq!(error, UnpackError::Reserved { byte: index as u8 });
        assert_eq!(text, format!("byte {index}: a reserved bit is set"));
    }
    let (wrong, text) = error(1, 0x91);
    assert_eq!(wrong, UnpackError::PassedFile(9));
    assert_eq!(text, "byte 1: 9 is not the file of a skipped square, which is 1 to 8, or 0 for none");

    let (wrong, text) = error(16, 0x7d);
    assert_eq!(wrong, UnpackError::Piece { index: 1, code: 7, square: Square::C1 });
    assert_eq!(text, "byte 16: 7 is not a piece, on c1");
    assert_eq!(error(17, 0x0f).0, UnpackError::Piece { index: 2, code: 15, square: Square::A4 });

    let (wrong, text) = error(17, 0x20);
    assert_eq!(wrong, UnpackError::Trailing { index: 3 });
    assert_eq!(text, "byte 17: a piece code follows the last piece");
    assert_eq!(error(31, 0x10).0, UnpackError::Trailing { index: 31 });

    let mut crowded = bytes;
    crowded[8..16].copy_from_slice(&0x1_ffff_ffff_u64.to_le_bytes());
    let error = PackedPosition::from_bytes(crowded).unpack().unwrap_err();
    assert_eq!(error, UnpackError::TooManyPieces(33));
    crowded[8..16].fill(255);
    let error = PackedPosition::from_bytes(crowded).unpack().unwrap_err();
    assert_eq!(error.to_string(), "bytes 8 to 15: 64 squares are occupied, more than 32");
}

#[test]
fn what_is_no_position_is_refused_with_its_reason() {
    let reasons = |bytes: [u8; 32]| match PackedPosition::from_bytes(bytes).unpack() {
        Err(UnpackError::Invalid(invalid)) => invalid.reasons().collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let bytes = packed("8/8/8/8/P7/8/8/k1K5 b - - 0 1").to_bytes();
    // The move number is 0; the black king is a white one; the pawn is a rook that may castle.
    assert_eq!(reasons(with(bytes, 4, 0)), [Reason::MoveNumber]);
    assert_eq!(reasons(with(bytes, 16, 0x55)), [Reason::NoKing, Reason::ManyKings]);
    assert_eq!(reasons(with(bytes, 17, 0x06)), [Reason::Castling]);
    // A pawn has passed over a3, but none over b3.
    assert!(PackedPosition::from_bytes(with(bytes, 1, 0x11)).unpack().is_ok());
    assert_eq!(reasons(with(bytes, 1, 0x21)), [Reason::EnPassant]);
}

fn with(mut bytes: [u8; 32], index: usize, byte: u8) -> [u8; 32] {
    bytes[index] = byte;
    bytes
}

/// Illegal moves, which `after` does not test, can fill the board or empty it. Packing must not panic, and the bytes must not
/// unpack to a position.
#[test]
fn positions_that_illegal_moves_have_ruined_are_packed_somehow() {
    let mut filled = Position::START;
    for to in !Position::START.occupied() {
        // A move from an empty square counts as a pawn move, and leaves a pawn on both squares or on neither.
        filled = after_any(&filled, Move::new(Square::A3, to, MoveKind::Quiet));
        let _ = PackedPosition::new(&filled).unpack();
    }
    assert!(filled.occupied().count() > 32);
    assert_eq!(
        PackedPosition::new(&filled).unpack(),
        Err(UnpackError::TooManyPieces(filled.occupied().count() as u8))
    );

    let mut emptied = Position::START;
    for white in Position::START.by_color(Color::White) {
        for square in [white, white.flip_ranks()] {
            let piece = emptied.piece_at(square).unwrap();
            let rooks = emptied.castling_rooks() - square.bitboard();
            emptied = emptied.toggled_unchecked([(piece, square.bitboard())], rooks, None, 0, 1);
            let _ = PackedPosition::new(&emptied).unpack();
        }
    }
    assert!(emptied.occupied().is_empty());
    assert_eq!(PackedPosition::new(&emptied).to_bytes()[8..], [0; 24]);
    assert!(matches!(PackedPosition::new(&emptied).unpack(), Err(UnpackError::Invalid(_))));
}

#[cfg(feature = "serde")]
mod serde_forms {
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
        assert_eq!(error.to_string(), "byte 0: unknown version 0");
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
}
