//! FEN of positions and setups, in every style.

use std::collections::BTreeSet;

use chess_board::{CastlingStyle, EnPassantStyle, Position, Setup};
use chess_testkit::{Random, any_board, scattered};
use chess_types::{Bitboard, Color, Piece, Rank, Square};

use crate::fen_naive;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::START.to_string(), start);
    assert_eq!(Setup::START.to_string(), start);
    assert_eq!(start.parse(), Ok(Position::START));
    assert_eq!(start.parse(), Ok(Setup::START));
    assert_eq!(Position::default(), Position::START);
}

#[test]
fn the_empty_setup() {
    assert_eq!(Setup::EMPTY.to_string(), "8/8/8/8/8/8/8/8 w - - 0 1");
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
    assert!(text == expected && text == *expected);
    assert!(text != "rnbqkbnr" && text != *"rnbqkbnr");
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
            assert_eq!(text, fen_naive::write(&setup, CastlingStyle::XFen));
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
fn counters_of_any_length() {
    for (clock, number) in [(0, 1), (9, 10), (10, 99), (100, 999), (9_999, 10_000), (65_535, 65_535)] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {clock} {number}");
        assert_eq!(position(&fen).to_string(), fen);
    }
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
        assert_eq!(setup.to_string(), fen_naive::write(&setup, CastlingStyle::XFen));
        assert_eq!(format!("{setup:#}"), fen_naive::write(&setup, CastlingStyle::Shredder));
    }
}
