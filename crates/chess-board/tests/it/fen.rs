//! Texts of FEN and the positions read from them, the FEN of positions and setups in every style, and every rule of FEN with the
//! field and the byte that its error reports.

use std::collections::BTreeSet;

use chess_board::{
    CastlingStyle, EnPassantStyle, FenError, FenField, FenRule, ParsePositionError, Position, Setup,
};
use chess_testkit::{Random, any_board, scattered};
use chess_types::{Bitboard, Color, Piece, Rank, Square};

use crate::fen_oracle::{FIELDS, write};

#[track_caller]
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
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
        // Letters in any order, and of either kind.
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "a1 h1 a8 h8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KAhq - 0 1", "a1 h1 a8 h8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1", "a8"),
        ("1r2k2r/8/8/8/8/8/8/R2K1R2 w FAbh - 0 1", "a1 f1 b8 h8"),
        // Beyond a piece of the other side.
        ("4k3/8/8/8/8/8/8/4KRnR w K - 0 1", "h1"),
    ] {
        assert_eq!(position(fen).castling_rooks(), squares(rooks), "{fen}");
    }
}

#[test]
fn the_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::START.to_string(), start);
    assert_eq!(Setup::START.to_string(), start);
    assert_eq!(start.parse(), Ok(Position::START));
    assert_eq!(start.parse(), Ok(Setup::START));
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
        assert_eq!(position.fen().castling(CastlingStyle::XFen).to_string(), x_fen);
        assert_eq!(position.fen().castling(CastlingStyle::Shredder).to_string(), expected);
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
        let field = |style| position.fen().en_passant(style).to_string().split(' ').nth(3).map(String::from);
        assert_eq!(field(EnPassantStyle::Legal).as_deref(), Some(legal), "{fen}");
        assert_eq!(field(EnPassantStyle::PseudoLegal).as_deref(), Some(pseudo_legal), "{fen}");
        assert_eq!(field(EnPassantStyle::Always).as_deref(), Some(always), "{fen}");
        assert_eq!(position.to_string(), position.fen().en_passant(EnPassantStyle::Legal).to_string());
        assert_eq!(position.to_setup().to_string(), fen, "a setup keeps the square");
    }
}

#[test]
fn styles_can_be_combined_and_default_to_x_fen_and_legal() {
    let position = position("4k3/8/8/8/4P3/8/8/R3K2R b KQ e3 0 1");
    assert_eq!(CastlingStyle::default(), CastlingStyle::XFen);
    assert_eq!(EnPassantStyle::default(), EnPassantStyle::Legal);
    let fen = position.fen().en_passant(EnPassantStyle::Always).castling(CastlingStyle::Shredder);
    assert_eq!(fen.to_string(), "4k3/8/8/8/4P3/8/8/R3K2R b HA e3 0 1");
}

#[test]
fn the_text_is_what_is_displayed() {
    let mut random = Random::new(12);
    for _ in 0..2_000 {
        let position = scattered(&mut random);
        for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
            let fen = position.fen().castling(castling);
            assert_eq!(*fen.to_text(), *fen.to_string());
        }
    }
}

#[test]
fn a_text_by_value_is_used_like_a_str() {
    let text = Position::START.fen().to_text();
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!((text.as_str(), AsRef::<str>::as_ref(&text)), (expected, expected));
    assert!(text == *expected && text != *"rnbqkbnr");
    // As a key, it is found by a `str`.
    let texts = BTreeSet::from([text]);
    assert!(texts.contains(expected) && !texts.contains(""));
    assert_eq!(format!("{text}|{text:>60}|"), format!("{expected}|{expected:>60}|"));
}

#[test]
fn every_pattern_of_pieces_on_every_rank() {
    for rank in Rank::ALL {
        for pattern in 0..256 {
            let mut setup = Setup::EMPTY;
            for square in Bitboard(pattern << (8 * rank as u8)) {
                // All twelve pieces, in an order that differs from rank to rank and from pattern to pattern.
                let index = (square as usize * 5 + rank.index() + pattern as usize) % 12;
                setup.board.put(Piece::ALL[index], square);
            }
            let text = setup.to_string();
            assert_eq!(text, write(&setup, CastlingStyle::XFen));
            assert_eq!(text.parse(), Ok(setup));
        }
    }
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
        let back_ranks = Bitboard::RANK_1 | Bitboard::RANK_8;
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

/// A field and a rule, and below them texts that break the rule in that field, each after the byte of the error. Texts of other fields
/// than the board follow that of bare kings.
const CASES: &str = "\
Board Missing
0|
3| \t\x20
Board BoardCharacter
1|4x3/8/8/8/8/8/8/4K3 w - -
4|4k3/9/8/8/8/8/8/4K3 w - -
4|4k3/08/8/8/8/8/8/4K3 w - -
Board AdjacentDigits
5|4k3/44/8/8/8/8/8/4K3 w - -
19|4k3/8/8/8/8/8/8/4K12 w - -
Board RankTooLong
2|4k4/8/8/8/8/8/8/4K3 w - -
12|4k3/ppppppppp/8/8/8/8/8/4K3 w - -
5|4k3/8p/8/8/8/8/8/4K3 w - -
Board RankTooShort
3|4k2/8/8/8/8/8/8/4K3 w - -
4|4k3//8/8/8/8/8/4K3 w - -
0|/4k3/8/8/8/8/8/4K3 w - -
Board TooFewRanks
17|4k3/8/8/8/8/8/4K3 w - -
Board TooManyRanks
19|4k3/8/8/8/8/8/8/4K3/8 w - -
19|4k3/8/8/8/8/8/8/4K3/ w - -
SideToMove Missing
20|
SideToMove SideToMove
20|W - - 0 1
20|white - - 0 1
20|ww
20|W X e9 -1 -1 x
Castling CastlingLetter
22|w X - 0 1
24|w KQx - 0 1
23|w K- - 0 1
22|w X e9 -1 -1 x
Castling CastlingTwice
23|w KK
26|w KQkqK - 0 1
23|w KH
EnPassant EnPassantSquare
24|w - e9 0 1
24|w - i6
24|w - e
24|w - e9 -1 -1 x
EnPassant EnPassantRank
25|w - e3 0 1
25|b - e6
25|w - a1
EnPassant EnPassantPawnSquare
25|w - d5 0 1
25|b - e4 0 1
HalfmoveClock Number
26|w - - -1 1
26|w - - +1 1
27|w - - 1x 1
30|w - - 65536 1
FullmoveNumber Number
28|w - - 0 one
29|w - - 0 1.
32|w - - 0 65536
End Trailing
30|w - - 0 1 x
32|w - - 0 1   ;D1 5
";

#[test]
fn every_rule_names_its_field_and_its_byte() {
    let (mut field, mut rule) = (FenField::Board, FenRule::Missing);
    for line in CASES.lines() {
        let Some((offset, text)) = line.split_once('|') else {
            let names = line.split_once(' ').unwrap();
            field = FIELDS.into_iter().find(|it| format!("{it:?}") == names.0).unwrap();
            rule = FenRule::ALL.into_iter().find(|it| format!("{it:?}") == names.1).unwrap();
            continue;
        };
        let board = if field == FenField::Board { "" } else { "4k3/8/8/8/8/8/8/4K3 " };
        let fen = format!("{board}{text}");
        let error = FenError { field, offset: offset.parse().unwrap(), rule };
        assert_eq!(
            [Setup::from_fen(&fen), fen.parse(), Setup::from_fen(fen.as_bytes())],
            [Err(error); 3],
            "{fen:?}"
        );
        let read = [Position::from_fen(&fen), fen.parse(), Position::from_fen(fen.as_bytes())];
        assert_eq!(read, [Err(ParsePositionError::Fen(error)); 3], "{fen:?}");
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
