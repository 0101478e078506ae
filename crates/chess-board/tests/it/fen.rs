//! The FEN of positions and setups in every style, and texts of errors.

use std::collections::BTreeSet;

use chess_board::{CastlingStyle, EnPassantStyle, FenError, FenRule, ParsePositionError, Position, Setup};
use chess_testkit::{Random, any_board, scattered};
use chess_types::{Bitboard, Color, Piece, Rank, Square};

use crate::fen_oracle::{FIELDS, write};

#[track_caller]
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::START.to_string(), start);
    assert_eq!(Position::START.to_setup().to_string(), start);
    assert_eq!(start.parse(), Ok(Position::START));
    assert_eq!(start.parse(), Ok(Position::START.to_setup()));
    assert_eq!(Position::default(), Position::START);
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
        assert_eq!(*position.fen(CastlingStyle::XFen, EnPassantStyle::Legal), *x_fen);
        assert_eq!(*position.fen(CastlingStyle::Shredder, EnPassantStyle::Legal), *expected);
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
        let field = |style| position.fen(CastlingStyle::XFen, style).split(' ').nth(3).map(String::from);
        assert_eq!(field(EnPassantStyle::Legal).as_deref(), Some(legal), "{fen}");
        assert_eq!(field(EnPassantStyle::PseudoLegal).as_deref(), Some(pseudo_legal), "{fen}");
        assert_eq!(field(EnPassantStyle::Always).as_deref(), Some(always), "{fen}");
        assert_eq!(*position.to_string(), *position.fen(CastlingStyle::XFen, EnPassantStyle::Legal));
        assert_eq!(position.to_setup().to_string(), fen, "a setup keeps the square");
    }
}

#[test]
fn default_style_is_x_fen_with_legal_en_passant() {
    let position = position("4k3/8/8/8/4P3/8/8/R3K2R b KQ e3 0 1");
    assert_eq!(CastlingStyle::default(), CastlingStyle::XFen);
    assert_eq!(EnPassantStyle::default(), EnPassantStyle::Legal);
    let fen = position.fen(CastlingStyle::Shredder, EnPassantStyle::Always);
    assert_eq!(*fen, *"4k3/8/8/8/4P3/8/8/R3K2R b HA e3 0 1");
}

#[test]
fn the_text_is_what_is_displayed() {
    let mut random = Random::new(12);
    for _ in 0..2_000 {
        let position = scattered(&mut random);
        let fen = |castling| position.fen(castling, EnPassantStyle::Legal);
        assert_eq!(*fen(CastlingStyle::XFen), *position.to_string());
        assert_eq!(*fen(CastlingStyle::Shredder), *format!("{position:#}"));
    }
}

#[test]
fn a_text_by_value_is_used_like_a_str() {
    let text = Position::START.fen(CastlingStyle::XFen, EnPassantStyle::Legal);
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!((text.as_str(), AsRef::<str>::as_ref(&text)), (expected, expected));
    assert!(text == *expected && text != *"rnbqkbnr");
    // As a key, it is found by a `str`.
    let texts = BTreeSet::from([text]);
    assert!(texts.contains(expected) && !texts.contains(""));
    assert_eq!(Position::from_fen(text), Ok(Position::START));
    assert_eq!((text.len(), format!("{text:?}")), (56, format!("{expected:?}")));
    assert_eq!(format!("{text}|{text:>60}|"), format!("{expected}|{expected:>60}|"));
}

#[test]
fn width_and_alignment_are_heeded() {
    let position = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(format!("{position:>32}|"), "   4k3/8/8/8/8/8/8/4K3 w - - 0 1|");
    assert_eq!(format!("{position:_<32}|"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1___|");
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
        let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
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
        assert_eq!(setup.to_string(), write(&setup, CastlingStyle::XFen));
        assert_eq!(format!("{setup:#}"), write(&setup, CastlingStyle::Shredder));
    }
}

#[test]
fn every_error_names_its_field_its_byte_and_its_rule() {
    let mut texts: Vec<_> = FenRule::ALL.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), FenRule::ALL.len(), "two rules read the same");

    let names = ["board", "side to move", "castling", "en passant", "halfmove clock", "move number", "end"];
    for (field, name) in FIELDS.into_iter().zip(names) {
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
    for field in FIELDS {
        assert_eq!(field.name(), snake_case(field));
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
