//! Moves in any notation, in SAN, in that of UCI, and the spellings of castling: accepted ones, and the errors of others.

use std::collections::HashSet;
use std::error::Error;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::Replay;
use chess_notation::{
    IllegalReason, LongAlgebraic, NotSan, NumberedMoves, San, SanError, SanRule, UciError, read_move,
    read_san, read_san_strict, read_uci,
};
use chess_testkit::{Random, check_until_enough, sample, sample_first};
use chess_types::{
    CastlingSide, Color, Move, MoveKind, MoveList, ParseUciMoveError, PieceType, Square, UciMove,
};

use crate::{POSITIONS, alike};

/// The letter of a type of piece, as SAN has it; a pawn's is `P`.
fn letter(piece_type: PieceType) -> char {
    piece_type.letter().to_ascii_uppercase()
}

/// Any sign may be between the squares, and the letter of the piece before them, but no other piece's.
#[test]
fn two_squares_are_a_move_with_separator_and_piece() {
    let mut promotions = 0;
    let has_enough = check_until_enough(sample_first(&POSITIONS, 25), POSITIONS.len() / 25, |position| {
        for &mv in position.legal_moves().iter().filter(|mv| !mv.is_castle()) {
            let piece_type = position.piece_type_at(mv.from()).unwrap();
            let promoted = match mv.promotion() {
                Some(to) => {
                    promotions += 1;
                    let (small, capital) = (to.letter(), letter(to));
                    vec![
                        format!("{small}"),
                        format!("={capital}"),
                        format!("/{small}"),
                        format!("({capital})"),
                    ]
                }
                None => vec![String::new()],
            };
            for sign in ["", "-", "x", ":"] {
                for promoted in &promoted {
                    let text = format!("{}{sign}{}{promoted}", mv.from(), mv.to());
                    assert_eq!(read_move(position, &text), Ok(mv), "{position} {text}");
                    let text = format!("{}{text}+!", letter(piece_type));
                    assert_eq!(read_move(position, &text), Ok(mv), "{position} {text}");
                }
            }
            for other in PieceType::ALL.into_iter().filter(|&other| other != piece_type) {
                let text = format!("{}{}-{}", letter(other), mv.from(), mv.to());
                assert!(read_move(position, &text).is_err(), "{position} {text}");
            }
        }
        promotions > 20
    });
    assert!(has_enough, "{promotions}");
}

#[test]
fn castling_is_named_by_king_squares_or_rook_squares() {
    let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
    for (texts, standard) in [
        (["e1g1", "e1h1", "e1-g1", "Ke1-g1", "Ke1xh1", "0-0+"], "O-O"),
        (["e1c1", "e1a1", "e1-a1", "Ke1c1", "Ke1:c1", "o-o-o"], "O-O-O"),
    ] {
        for text in texts {
            assert_eq!(read_move(&position, text), read_san(&position, standard), "{text}");
        }
    }
}

/// A `b` is a file. SAN and games need capitals.
#[test]
fn pieces_but_bishops_may_have_small_letters() {
    let (mut bishops, mut pawns) = (0, 0);
    for position in sample(POSITIONS.iter(), 5) {
        for &mv in &position.legal_moves() {
            let san = San::new(position, mv).to_string();
            let small = san[..1].to_ascii_lowercase() + &san[1..];
            let long = LongAlgebraic::new(position, mv).to_string();
            let long_small = long[..1].to_ascii_lowercase() + &long[1..];
            match &san[..1] {
                "K" | "Q" | "R" | "N" => {
                    assert_eq!(read_move(position, &small), Ok(mv), "{position} {small}");
                    assert_eq!(read_move(position, &long_small), Ok(mv), "{position} {long_small}");
                    assert!(read_san(position, &small).is_err(), "{position} {small}");
                    assert!(read_san_strict(position, &small).is_err(), "{position} {small}");
                    let text = format!("[FEN \"{position}\"]\n\n{small} *");
                    for is_lenient in [false, true] {
                        let game =
                            Replay::new(&text).lenient(is_lenient).next_partial_game().unwrap().unwrap();
                        assert_eq!(game.game.mainline().count(), 0, "{text}");
                    }
                }
                "B" => {
                    // `B2xd4` names two squares in small letters.
                    for text in [&small, &long_small] {
                        let squares = text.trim_end_matches(['+', '#']).replace(['x', '-'], "");
                        let expected = read_san(position, text).ok().or(read_uci(position, squares).ok());
                        assert_eq!(read_move(position, text).ok(), expected, "{position} {text}");
                        pawns += usize::from(read_san(position, text).is_ok());
                    }
                    bishops += 1;
                }
                _ => {
                    assert_eq!(read_move(position, &small), read_san(position, &small), "{position} {small}");
                }
            }
        }
    }
    assert!(bishops > 100 && pawns > 0, "{bishops} {pawns}");

    let position: Position = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1".parse().unwrap();
    let error = |text: &str| read_move(&position, text).unwrap_err().to_string();
    assert_eq!(error("nd2"), "the move is ambiguous: Nbd2, Nfd2");
    assert_eq!(error("ke3"), "no such move is legal here");
    assert_eq!(error("ke9"), read_san(&position, "ke9").unwrap_err().to_string());
    assert_eq!(read_move(&position, "null"), Ok(Move::NULL));
}

#[test]
fn text_in_no_notation_has_the_error_of_san() {
    let position = Position::START;
    for text in "|e2|e2e|e2e5|e2-e9|e2--e4|e2e4q|e2e4==|Bg1f3|Pg1f3|nope|g1f3 |♘g1-f3x".split('|') {
        let error = read_san(&position, text).unwrap_err();
        assert_eq!(read_move(&position, text), Err(error), "{text}");
    }
    assert_eq!(read_move(&position, "e2e5"), Err(SanError::Illegal));
    let promotion: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    for text in ["a7xa8", "a7xa8k", "a7xa8=", "a7xa8=QQ", "a7xa8(Q", "a7xa8Q)"] {
        assert!(read_move(&promotion, text).is_err(), "{text}");
    }
}

#[test]
fn invalid_uci_is_distinguished_from_illegal_moves() {
    let error = |text: &str| read_uci(&Position::START, text).unwrap_err();
    assert_eq!(error("e2e9"), UciError::Syntax(ParseUciMoveError::Square(3)));
    assert_eq!(error("e2e4 "), UciError::Syntax(ParseUciMoveError::Promotion));
    assert_eq!(error("Nf3"), UciError::Syntax(ParseUciMoveError::Length));
    assert_eq!(error("e2e5").to_string(), "e2e5: the white pawn on e2 cannot move to e5");
    assert_eq!(error("e2e4q").to_string(), "e2e4q: the white pawn on e2 cannot promote by this move");
    assert_eq!(error("e7e5").to_string(), "e7e5: the black pawn on e7 does not belong to the side to move");
}

/// Each spelling, with any marks behind it, means the move of its side if that is legal; strict reading accepts the one of [`San`].
#[test]
fn legal_castling_is_read_in_letters_or_zeros_with_marks() {
    let mut legal = 0;
    for position in sample(POSITIONS.iter(), 5) {
        let moves = position.legal_moves();
        for (side, names) in
            [(CastlingSide::King, ["O-O", "0-0", "o-o"]), (CastlingSide::Queen, ["O-O-O", "0-0-0", "o-o-o"])]
        {
            let castling = moves.iter().copied().find(|mv| mv.kind() == MoveKind::castle(side));
            let marks = ["", "+", "++", "#", "!", "?", "!?", "??", "+!", "#!?", "!?+", "ep", "e.p.", " e.p."];
            for text in names.iter().flat_map(|name| marks.map(|marks| format!("{name}{marks}"))) {
                let expected = castling.ok_or(SanError::Illegal);
                assert_eq!(read_san(position, &text), expected, "{position} {text}");
                let strict = expected.and_then(|mv| match San::new(position, mv) {
                    san if san.as_str() == text => Ok(mv),
                    san => Err(SanError::Spelling(san)),
                });
                assert_eq!(read_san_strict(position, &text), strict, "{position} {text}");
            }
            legal += usize::from(castling.is_some());
        }
    }
    assert!(legal > 50, "{legal}");
}

/// The error of the first character beyond ASCII.
fn beyond_ascii(text: &str) -> Option<NotSan> {
    let (offset, c) = text.char_indices().find(|(_, c)| !c.is_ascii())?;
    Some(NotSan { offset, rule: SanRule::Character(c) })
}

#[test]
fn malformed_castling_is_refused_as_castling() {
    let both: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
    let texts = [
        // Too little.
        "O", "0", "o", "O-", "0-", "OO", "00", "OOO", "000", "O-OO", "OO-O", "O+", "O-+",
        // Too much.
        "O-O-", "0-0-", "O-O-O-", "O-Ox", "O-O-x", "O-O-Ox", "O-O-O-O", "0-0-0-0", "O-OO-O", "00000",
        // Letters and zeros in one text, and letters of two cases.
        "O-0", "0-O", "o-O", "O-O-0", "O-0-O", "0-O-O", "o-o-O", "0-0-o",
        // Other signs between them and behind them.
        "O_O", "O=O", "OxO", "O–O", "O-O=Q", "O-O(Q)", "O-Of1", "O-Og1", "O-O ", "O-O!x", "O-O\n", "O - O",
        "O-O.", "O-O,", // Results of games, and castling in other alphabets' letters.
        "0-1", "O-О", "0-0-1",
    ];
    for text in texts {
        let refused = beyond_ascii(text).unwrap_or(NotSan { offset: 1, rule: SanRule::Castling });
        assert_eq!(read_san(&both, text), Err(refused.into()), "{text:?}");
        assert_eq!(read_san_strict(&both, text), Err(refused.into()), "{text:?}");
    }
    let error = read_san(&both, "O-O-x").unwrap_err();
    assert_eq!(error.to_string(), "not algebraic notation at byte 1: castling is O-O or O-O-O");
}

#[test]
fn numbered_moves_end_before_one_that_is_not_legal() {
    let start = Position::START;
    let moves = [Move::new(Square::E2, Square::E4, MoveKind::DoublePush); 2];
    assert_eq!(NumberedMoves::new(&start, &moves).to_string(), "1. e4");
}

/// The oracle of [`San::new`]: it compares with every legal move.
fn naive_san(position: &Position, moves: &MoveList, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    let piece_type = position.piece_type_at(from).unwrap();
    let mut text = String::new();
    if mv.is_castle() {
        text += if to > from { "O-O" } else { "O-O-O" };
    } else {
        if piece_type == PieceType::Pawn {
            if mv.is_capture() {
                text.push(from.file().letter());
            }
        } else {
            text += &piece_type.to_string().to_uppercase();
            let rivals = moves.iter().map(|mv| mv.uci960()).filter(|rival| {
                rival.to == to && rival.from != from && position.piece_type_at(rival.from) == Some(piece_type)
            });
            let rivals: Vec<_> = rivals.map(|rival| rival.from).collect();
            let same_file = rivals.iter().any(|rival| rival.file() == from.file());
            let same_rank = rivals.iter().any(|rival| rival.rank() == from.rank());
            text += &match (rivals.is_empty(), same_file, same_rank) {
                (true, ..) => String::new(),
                (_, false, _) => from.file().to_string(),
                (_, true, false) => from.rank().to_string(),
                (_, true, true) => from.to_string(),
            };
        }
        if mv.is_capture() {
            text.push('x');
        }
        text += &to.to_string();
        if let Some(promoted) = mv.promotion() {
            text.push('=');
            text += &promoted.to_string().to_uppercase();
        }
    }
    let child = position.after(mv);
    if child.is_in_check() {
        text.push(if child.legal_moves().is_empty() { '#' } else { '+' });
    }
    text
}

#[test]
fn every_move_is_written_as_by_the_oracle_and_reread() {
    let (mut mates, mut by_rank, mut by_both) = (0, 0, 0);
    // In few positions, a move needs both coordinates.
    let mut random = Random::new(20_261_129);
    let more = std::iter::repeat_with(|| alike(&mut random)).take(10_000);
    // In these, castling takes the king where it can step, or stands already.
    let castlings = ["4k3/8/8/8/8/8/8/RK6 w A - 0 1", "6kr/8/8/8/8/8/8/4K3 b h - 0 1"];
    let castlings = castlings.map(|fen| Position::from_fen(fen).unwrap());
    let all = castlings.into_iter().chain(POSITIONS.iter().copied()).chain(more);
    let has_enough = check_until_enough(all, POSITIONS.len() + castlings.len(), |position| {
        let position = &position;
        let moves = position.legal_moves();
        let mut texts = HashSet::new();
        for &mv in &moves {
            let san = San::new(position, mv);
            assert_eq!(san.as_str(), naive_san(position, &moves, mv), "{position} {mv:?}");
            assert_eq!(read_san(position, san), Ok(mv), "{position} {san}");
            assert_eq!(read_san_strict(position, san), Ok(mv), "{position} {san}");
            assert_eq!(read_move(position, san), Ok(mv), "{position} {san}");
            assert!(texts.insert(san), "{position} {san} is written twice");
            let bytes = san.as_bytes();
            mates += usize::from(bytes.ends_with(b"#"));
            by_rank += usize::from(bytes[1].is_ascii_digit() && bytes[0].is_ascii_uppercase());
            by_both +=
                usize::from(bytes.len() > 4 && bytes[2].is_ascii_digit() && bytes[1].is_ascii_lowercase());
        }
        mates > 100 && by_rank > 500 && by_both > 50
    });
    assert!(has_enough, "{mates} {by_rank} {by_both}");
}

#[test]
fn tolerated_spellings_mean_the_same_move() {
    for position in POSITIONS.iter() {
        for &mv in &position.legal_moves() {
            let san = San::new(position, mv).to_string();
            for text in tolerated(position, mv, &san) {
                assert_eq!(read_san(position, &text), Ok(mv), "{position} {text} for {san}");
                let strict = read_san_strict(position, &text);
                if text == san {
                    assert_eq!(strict, Ok(mv));
                } else {
                    assert!(matches!(strict, Err(SanError::Spelling(it)) if it.as_str() == san), "{text}");
                }
            }
        }
    }
}

/// Every documented spelling of one move.
fn tolerated(position: &Position, mv: Move, san: &str) -> Vec<String> {
    let bare = san.trim_end_matches(['+', '#']);
    let mut texts = vec![
        format!("{bare}+"),
        format!("{bare}#"),
        format!("{bare}++"),
        format!("{san}!?"),
        bare.into(),
        San::new(position, mv).figurine(position.side_to_move()).to_string(),
        San::new(position, mv).figurine(!position.side_to_move()).to_string(),
        LongAlgebraic::new(position, mv).to_string(),
        bare.replace('x', ":"),
    ];
    if mv.is_castle() {
        texts.extend([bare.replace('O', "0"), bare.replace('O', "o")]);
        return texts;
    }
    if mv.is_en_passant() {
        texts.extend([format!("{bare}e.p."), format!("{bare} e.p."), format!("{bare} ep")]);
    }
    if mv.is_promotion() {
        let (before, letter) = bare.split_once('=').unwrap();
        texts.extend([
            format!("{before}{letter}"),
            format!("{before}/{letter}"),
            format!("{before}({letter})"),
        ]);
        texts.push(bare.to_lowercase());
    }
    let letter = position.piece_type_at(mv.from()).unwrap().to_string().to_uppercase();
    let promoted = mv.promotion().map_or(String::new(), |it| it.to_string());
    texts.push(format!("{letter}{}{}{promoted}", mv.from(), mv.to()));
    if letter == "P" {
        texts.push(format!("{}{}{promoted}", mv.from(), mv.to()));
        texts.push(bare.replace('x', ""));
        texts.push(format!("P{bare}"));
    } else {
        texts.push(bare.replace('x', ""));
        texts.push(format!("{}x{}", &bare[..bare.len() - 2].trim_end_matches('x'), mv.to()));
        texts.push(format!("{letter}{}x{}", mv.from(), mv.to()));
    }
    texts
}

/// Texts of every form, most of which are not legal moves, against a search through the legal moves.
#[test]
fn any_text_means_what_the_list_of_moves_says() {
    let mut random = Random::new(1);
    let (mut legal, mut illegal, mut ambiguous) = (0, 0, 0);
    for position in POSITIONS.iter() {
        let moves = position.legal_moves();
        for _ in 0..200 {
            // Every other text is about one of the legal moves, at least in part.
            let mut piece_type = random.pick(&PieceType::ALL);
            let mut to = random.pick(&Square::ALL);
            if random.below(2) == 0 && !moves.is_empty() {
                let mv = random.pick(&moves);
                (piece_type, to) = (position.piece_type_at(mv.from()).unwrap(), mv.to());
            }
            let file = random.pick(&["", "", "", "", "a", "b", "c", "d", "e", "f", "g", "h"]);
            let rank = random.pick(&["", "", "", "", "1", "2", "4", "7"]);
            let sign = random.pick(&["", "x"]);
            let promotion = random.pick(&[None, None, None, Some(PieceType::Queen), Some(PieceType::Knight)]);
            let is_pawn = piece_type == PieceType::Pawn;
            let letter = if is_pawn { String::new() } else { piece_type.to_string().to_uppercase() };
            let promoted =
                promotion.map_or(String::new(), |it| format!("={}", it.to_string().to_uppercase()));
            let text = format!("{letter}{file}{rank}{sign}{to}{promoted}");

            let mut expected: Vec<_> = moves.iter().copied().filter(|mv| !mv.is_castle()).collect();
            expected.retain(|mv| position.piece_type_at(mv.from()) == Some(piece_type));
            expected.retain(|mv| mv.to() == to);
            expected.retain(|mv| file.is_empty() || mv.from().file().to_string() == file);
            expected.retain(|mv| rank.is_empty() || mv.from().rank().to_string() == rank);
            if is_pawn {
                // Without a sign or another file, a pawn does not take.
                let takes = !sign.is_empty() || !file.is_empty() && file != to.file().to_string();
                expected.retain(|mv| mv.is_capture() == takes);
            }
            let promotes = promotion.is_none() && expected.iter().any(|mv| mv.is_promotion());
            expected.retain(|mv| mv.promotion() == promotion);
            expected.sort_unstable();
            match (read_san(position, &text), &expected[..]) {
                (Ok(mv), [only]) if mv == *only => legal += 1,
                (Err(SanError::PromotionMissing), []) => assert!(is_pawn && promotes, "{position} {text}"),
                (Err(SanError::Illegal), []) => {
                    assert!(!promotes, "{position} {text}");
                    illegal += 1;
                }
                (Err(SanError::Ambiguous(error)), [_, _, ..]) => {
                    let mut candidates: Vec<_> = error.candidates().collect();
                    candidates.sort_unstable();
                    assert_eq!(candidates, expected, "{position} {text}");
                    ambiguous += 1;
                }
                (read, _) => panic!("{position} {text}: {read:?}, not {expected:?}"),
            }
        }
    }
    assert!(legal > 10_000 && illegal > 10_000 && ambiguous > 1_000, "{legal} {illegal} {ambiguous}");
}

/// The usual forms have a fast path, which an annotation mark behind the text turns off.
#[test]
fn the_fast_path_reads_as_the_general_one() {
    const BYTES: &[u8] = b"abcdefgh12345678xPNBRQKO+#=-:!0\0\x01\n. \xe2\xff";
    let mut random = Random::new(2);
    let (mut legal, mut refused) = (0, 0);
    for position in POSITIONS.iter() {
        for &mv in &position.legal_moves() {
            let mut text = San::new(position, mv).as_bytes().to_vec();
            for _ in 0..4 {
                let mut marked = text.clone();
                marked.push(b'!');
                let read = read_san(position, &text);
                assert_eq!(read, read_san(position, &marked), "{position} {}", text.escape_ascii());
                legal += usize::from(read.is_ok());
                refused += usize::from(read.is_err());
                let (at, byte) = (random.below(text.len() + 1), random.pick(BYTES));
                match random.below(4) {
                    0 => text.insert(at, byte),
                    1 if at < text.len() && text.len() > 1 => drop(text.remove(at)),
                    2 => text.push(byte),
                    _ => text[at.saturating_sub(1)] = byte,
                }
            }
        }
    }
    assert!(legal > 10_000 && refused > 10_000, "{legal} {refused}");
}

#[test]
fn null_moves_are_read_unless_in_check() {
    let quiet = Position::START;
    let check: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
    for text in ["--", "Z0", "0000", "@@@@", "null", "pass"] {
        assert_eq!(read_san(&quiet, text), Ok(Move::NULL));
        assert_eq!(read_san(&check, text), Err(SanError::Illegal));
        assert_eq!(read_uci(&quiet, text).ok(), (text == "0000").then_some(Move::NULL));
        assert!(matches!(read_san_strict(&quiet, text), Err(SanError::NotSan(_))));
    }
    let Err(UciError::Illegal(refused)) = read_uci(&check, "0000") else { panic!("not refused") };
    assert_eq!((refused.uci, refused.reason), (UciMove::NULL, IllegalReason::NullInCheck));
    assert_eq!(San::new(&quiet, Move::NULL).as_str(), "--");
    assert_eq!(LongAlgebraic::new(&quiet, Move::NULL).as_str(), "--");
}

#[test]
fn figures_are_those_of_the_side_that_moves() {
    let position: Position = "4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
    let figurine =
        |text| San::new(&position, read_san(&position, text).unwrap()).figurine(position.side_to_move());
    assert_eq!(figurine("Kd2").to_string(), "♔d2");
    assert_eq!(figurine("a8=R").to_string(), "a8=♖+");
    assert_eq!(figurine("O-O-O").to_string(), "O-O-O");
    let san = San::new(&position, read_san(&position, "Ra6").unwrap());
    assert_eq!(san.figurine(Color::Black).to_string(), "♜a6");
}

#[test]
fn long_algebraic_names_both_squares() {
    let position: Position = "3n1k2/2P5/8/3pP3/8/5p2/8/R3K2R w KQ d6 0 1".parse().unwrap();
    let long = |text| LongAlgebraic::new(&position, read_san(&position, text).unwrap()).to_string();
    assert_eq!(long("Kf2"), "Ke1-f2");
    assert_eq!(long("exd6"), "e5xd6");
    assert_eq!(long("cxd8=Q"), "c7xd8=Q+");
    assert_eq!(long("c8=N"), "c7-c8=N");
    assert_eq!(long("Rh8"), "Rh1-h8+");
    assert_eq!(long("O-O"), "O-O");
    assert_eq!(long("O-O-O"), "O-O-O");
}

#[test]
fn widths_are_heeded() {
    let san = San::new(&Position::START, read_san(&Position::START, "Nf3").unwrap());
    assert_eq!(format!("[{san:<5}] [{san:>5}] {san:?}"), "[Nf3  ] [  Nf3] San(Nf3)");
    let (text, bytes): (&str, &[u8]) = (san.as_ref(), san.as_ref());
    assert_eq!((text, bytes), ("Nf3", &b"Nf3"[..]));
}

#[test]
fn what_is_not_san_is_told_by_offset_and_rule() {
    let cases = [
        ("", 0, SanRule::Target),
        (" e4", 0, SanRule::Piece),
        ("e4 ", 2, SanRule::Target),
        ("e", 0, SanRule::Target),
        ("e9", 1, SanRule::Target),
        ("i4", 0, SanRule::Target),
        ("Nf33", 2, SanRule::Target),
        ("Nf3!?x", 5, SanRule::Target),
        ("ke2", 0, SanRule::Piece),
        ("Xf3", 0, SanRule::Piece),
        ("Na1b2c3", 1, SanRule::Origin),
        ("N3bd2", 1, SanRule::Origin),
        ("Nxbd2", 1, SanRule::Origin),
        ("Nxxd2", 1, SanRule::Origin),
        ("e8=", 2, SanRule::Target),
        ("e8=K", 2, SanRule::Target),
        ("e8=P", 2, SanRule::Target),
        ("♚", 0, SanRule::Target),
        ("e8(Q", 3, SanRule::Target),
        ("e8Q)", 3, SanRule::Target),
        ("e8=Q)", 4, SanRule::Target),
        ("♠f3", 0, SanRule::Character('♠')),
        ("Nf3\u{200b}", 3, SanRule::Character('\u{200b}')),
        ("e2–e4", 2, SanRule::Character('–')),
        ("--x", 2, SanRule::Target),
        // What has another first byte than castling.
        (" O-O", 3, SanRule::Target),
        ("+O-O", 3, SanRule::Target),
        ("KO-O", 3, SanRule::Target),
        ("Ο-Ο", 0, SanRule::Character('Ο')),
        ("+", 0, SanRule::Target),
    ];
    for (text, offset, rule) in cases {
        let Err(SanError::NotSan(error)) = read_san(&Position::START, text) else { panic!("{text}: read") };
        assert_eq!((error.offset, error.rule), (offset, rule), "{text:?}");
        assert_eq!(read_san_strict(&Position::START, text), Err(error.into()));
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let two_rooks: Position = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1".parse().unwrap();
    let text = |text: &str| read_san(&two_rooks, text).unwrap_err().to_string();
    assert_eq!(text("Rd1"), "the move is ambiguous: Rad1, Rhd1");
    assert_eq!(text("Rd2"), "no such move is legal here");
    let knights: Position = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1".parse().unwrap();
    assert_eq!(read_san(&knights, "Nb3").unwrap_err().to_string(), "the move is ambiguous: Nab3, Ncb3");
    let four: Position = "4k3/8/8/8/1N3N2/8/1N3N2/4K3 w - - 0 1".parse().unwrap();
    assert_eq!(read_san(&four, "N4d3").unwrap_err().to_string(), "the move is ambiguous: Nb4d3, Nf4d3");
    let pawn: Position = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    for text in ["a8", "a7a8", "a7-a8+"] {
        let error = read_san(&pawn, text).unwrap_err().to_string();
        assert_eq!(error, "the move does not say what the pawn promotes to: =Q, =R, =B or =N");
    }
    let dash = read_san(&Position::START, "O–O").unwrap_err().to_string();
    assert_eq!(dash, "not algebraic notation at byte 1: an en dash U+2013 is not part of a move");
    for (c, name) in [
        ('\u{a0}', "a no-break space U+00A0"),
        ('\u{202f}', "a no-break space U+202F"),
        ('\u{ad}', "a soft hyphen U+00AD"),
        ('\u{200b}', "a zero-width space U+200B"),
        ('‐', "a hyphen U+2010"),
        ('‑', "a non-breaking hyphen U+2011"),
        ('‒', "a figure dash U+2012"),
        ('—', "an em dash U+2014"),
        ('―', "a horizontal bar U+2015"),
        ('−', "a minus sign U+2212"),
        ('\u{feff}', "a byte order mark U+FEFF"),
        ('﹣', "a dash U+FE63"),
        ('\u{3000}', "a blank U+3000"),
        ('é', "the character U+00E9"),
    ] {
        let error = read_san(&Position::START, format!("e{c}4")).unwrap_err().to_string();
        assert_eq!(error, format!("not algebraic notation at byte 1: {name} is not part of a move"));
    }
    assert_eq!(
        text("Rd9"),
        "not algebraic notation at byte 2: expected a square like f3 at the end, and after it perhaps a promotion like =Q"
    );
    let strict = read_san_strict(&two_rooks, "Rad1!").unwrap_err();
    assert_eq!(strict.to_string(), "the standard's spelling is Rad1");
    assert!(strict.source().is_none());
}
