//! Moves in any notation, moves in that of UCI, and the spellings of castling: accepted ones, and the errors of others.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{
    IllegalMove, IllegalReason, NotSan, NumberedMoves, San, SanError, SanRule, UciError, read_move, read_san,
    read_san_strict, read_uci, resolve_uci,
};
use chess_types::{Move, MoveKind, MoveList, ParseUciMoveError, PieceType, Square, UciMove};

use crate::POSITIONS;

/// The letter of a type of piece, as SAN has it; a pawn's is `P`.
fn letter(piece_type: PieceType) -> char {
    piece_type.letter().to_ascii_uppercase()
}

/// Any sign may be between the squares, and the letter of the piece before them, but no other piece's.
#[test]
fn two_squares_are_a_move_with_any_sign_between_and_with_the_piece_before() {
    let mut promotions = 0;
    for position in POSITIONS.iter().step_by(25) {
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
    }
    assert!(promotions > 20, "{promotions}");
}

#[test]
fn castling_is_told_by_squares_of_the_king_or_of_the_rook() {
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

#[test]
fn what_is_none_of_the_notations_has_the_error_of_san() {
    let position = Position::START;
    for text in [
        "",
        "e2",
        "e2e",
        "e2e5",
        "e2-e9",
        "e2--e4",
        "e2e4q",
        "e2e4==",
        "Bg1f3",
        "Pg1f3",
        "nope",
        "g1f3 ",
        "♘g1-f3x",
    ] {
        let error = read_san(&position, text).unwrap_err();
        assert_eq!(read_move(&position, text), Err(error), "{text}");
    }
    assert_eq!(read_move(&position, "e2e5"), Err(SanError::Illegal));
    let promotion: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    for text in ["a7xa8", "a7xa8k", "a7xa8=", "a7xa8=QQ", "a7xa8(Q", "a7xa8Q)"] {
        assert!(read_move(&promotion, text).is_err(), "{text}");
    }
}

/// If several readers accept a text, they agree on its meaning.
#[test]
fn notations_that_read_a_text_agree() {
    for position in POSITIONS.iter().step_by(25) {
        for &mv in &position.legal_moves() {
            let san = San::new(position, mv);
            assert_eq!(read_move(position, san), Ok(mv), "{position} {san}");
            for uci in [mv.uci(), mv.uci960()].map(|uci| uci.to_string()) {
                if let Ok(read) = read_uci(position, &uci) {
                    assert_eq!(read_move(position, &uci), Ok(read), "{position} {uci}");
                }
            }
        }
    }
}

/// The oracle of [`resolve_uci`]: the step if there is one, else the castling.
fn naive(moves: &MoveList, uci: UciMove) -> Option<Move> {
    let named =
        |castles: bool| moves.iter().copied().find(|mv| mv.is_castle() == castles && mv.uci960() == uci);
    let by_king = moves.iter().copied().find(|mv| mv.uci() == uci);
    named(false).or(named(true)).or(by_king)
}

#[test]
fn every_pair_of_squares_means_what_the_list_of_moves_says() {
    let mut castlings = 0;
    for position in POSITIONS.iter().step_by(4) {
        let moves = position.legal_moves();
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in [None, Some(PieceType::Knight), Some(PieceType::Queen)] {
                    let uci = UciMove { from, to, promotion };
                    if uci.is_null() {
                        continue;
                    }
                    let expected = naive(&moves, uci).ok_or(uci);
                    assert_eq!(
                        resolve_uci(position, uci).map_err(|error| error.uci),
                        expected,
                        "{position} {uci}"
                    );
                    castlings += usize::from(expected.is_ok_and(Move::is_castle));
                }
            }
        }
    }
    assert!(castlings > 100, "{castlings}");
}

#[test]
fn every_move_survives_the_chess960_spelling() {
    for position in POSITIONS.iter() {
        for &mv in &position.legal_moves() {
            assert_eq!(read_uci(position, mv.uci960().to_string()), Ok(mv), "{position} {mv:?}");
        }
    }
}

#[test]
fn a_king_that_can_step_beside_does_not_castle() {
    let position: Position = "4k3/8/8/8/8/8/8/5K1R w K - 0 1".parse().unwrap();
    assert!(!read_uci(&position, "f1g1").unwrap().is_castle());
    assert!(read_uci(&position, "f1h1").unwrap().is_castle());
}

#[test]
fn a_king_on_its_castled_square_castles_in_place() {
    let position: Position = "4k3/8/8/8/8/8/8/6KR w K - 0 1".parse().unwrap();
    assert_eq!(read_uci(&position, "g1g1"), read_uci(&position, "g1h1"));
    assert!(read_uci(&position, "g1g1").unwrap().is_castle());
}

#[test]
fn the_null_move_is_read_unless_in_check() {
    assert_eq!(read_uci(&Position::START, "0000"), Ok(Move::NULL));
    let check: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
    let refused = read_uci(&check, "0000");
    assert!(matches!(
        refused,
        Err(UciError::Illegal(IllegalMove { uci: UciMove::NULL, reason: IllegalReason::NullInCheck, .. }))
    ));
}

#[test]
fn what_is_not_uci_is_told_apart_from_what_is_not_legal() {
    let error = |text: &str| read_uci(&Position::START, text).unwrap_err();
    assert_eq!(error("e2e9"), UciError::Syntax(ParseUciMoveError::ToRank));
    assert_eq!(error("e2e4 "), UciError::Syntax(ParseUciMoveError::Promotion));
    assert_eq!(error("Nf3"), UciError::Syntax(ParseUciMoveError::Length));
    assert_eq!(error("e2e5").to_string(), "e2e5: the white pawn on e2 cannot move to e5");
    assert_eq!(error("e2e4q").to_string(), "e2e4q: the white pawn on e2 cannot promote so");
    assert_eq!(error("e7e5").to_string(), "e7e5: the black pawn on e7 does not belong to the side to move");
}

/// White may castle on either side, and gives no check by it.
const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// Castling on the king's side gives check.
const CHECK: &str = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
/// Castling on the king's side gives mate.
const MATE: &str = "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn strict(position: &Position, text: &str) -> Result<Move, String> {
    read_san_strict(position, text).map_err(|error| match error {
        SanError::Spelling(san) => san.to_string(),
        error => panic!("{text}: {error}"),
    })
}

#[test]
fn castling_is_read_with_letters_or_zeros_and_with_any_marks() {
    let both = position(BOTH);
    let king_s_side = ["O-O", "0-0", "o-o"];
    let queen_s_side = ["O-O-O", "0-0-0", "o-o-o"];
    for (names, rook, standard) in [(king_s_side, Square::H1, "O-O"), (queen_s_side, Square::A1, "O-O-O")] {
        for name in names {
            let marks = [
                "", "+", "++", "#", "!", "?", "!?", "?!", "!!", "??", "+!", "#!?", "!?+", "ep", "e.p.",
                " e.p.",
            ];
            for text in marks.map(|marks| format!("{name}{marks}")) {
                let mv = read_san(&both, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert!(mv.is_castle() && (mv.from(), mv.to()) == (Square::E1, rook), "{text}");
                // Strict reading accepts one spelling, and its error for any other names that.
                let expected = if text == standard { Ok(mv) } else { Err(standard.to_owned()) };
                assert_eq!(strict(&both, &text), expected, "{text}");
            }
        }
    }
}

#[test]
fn strict_reading_wants_the_mark_of_check_that_castling_earns() {
    for (fen, standard) in [(BOTH, "O-O"), (CHECK, "O-O+"), (MATE, "O-O#")] {
        let position = position(fen);
        for text in ["O-O", "O-O+", "O-O#"] {
            let mv = read_san(&position, text).unwrap();
            assert!(mv.is_castle(), "{text}");
            let expected = if text == standard { Ok(mv) } else { Err(standard.to_owned()) };
            assert_eq!(strict(&position, text), expected, "{text} for {standard}");
        }
    }
}

/// The error of the first character beyond ASCII.
fn beyond_ascii(text: &str) -> Option<NotSan> {
    let (offset, c) = text.char_indices().find(|(_, c)| !c.is_ascii())?;
    Some(NotSan { offset, rule: SanRule::Character(c) })
}

#[test]
fn what_begins_as_castling_and_is_not_is_refused_as_castling() {
    let both = position(BOTH);
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
        assert_eq!(text.parse::<San>(), Err(refused), "{text:?}");
    }
    let error = read_san(&both, "O-O-x").unwrap_err();
    assert_eq!(error.to_string(), "not algebraic notation at byte 1: castling is O-O or O-O-O");
}

/// A text with another first byte is not castling and has another error; four zeros are the null move.
#[test]
fn what_does_not_begin_as_castling_is_refused_otherwise() {
    let both = position(BOTH);
    let texts = [
        (" O-O", 3, SanRule::Target),
        ("+O-O", 3, SanRule::Target),
        ("KO-O", 3, SanRule::Target),
        ("-O-O", 3, SanRule::Target),
        ("Ο-Ο", 0, SanRule::Character('Ο')),
        ("", 0, SanRule::Target),
        ("+", 0, SanRule::Target),
    ];
    for (text, offset, rule) in texts {
        assert_eq!(read_san(&both, text), Err(NotSan { offset, rule }.into()), "{text:?}");
    }
    assert_eq!(read_san(&both, "0000"), Ok(Move::NULL));
}

#[test]
fn castling_that_is_not_legal_is_a_move_all_the_same() {
    let cases = [
        // Without the right to it.
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O-O", true),
        // Out of check, through check and into check; the rook may pass an attacked square.
        ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", false),
        ("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", false),
        ("6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", false),
        ("1r4k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", true),
        // With a piece between.
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "O-O", false),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", false),
        // Black castles with the same texts.
        ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "O-O", true),
        ("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "0-0-0", false),
    ];
    for (fen, text, is_legal) in cases {
        for text in [text.to_owned(), format!("{text}+"), format!("{text}?!")] {
            match read_san(&position(fen), &text) {
                Ok(mv) => assert!(is_legal && mv.is_castle(), "{fen} {text}"),
                Err(error) => assert!(!is_legal && error == SanError::Illegal, "{fen} {text}: {error}"),
            }
        }
    }
}

#[test]
fn without_a_position_castling_has_two_spellings_and_three_marks() {
    for name in ["O-O", "O-O-O"] {
        for text in ["", "+", "#"].map(|mark| format!("{name}{mark}")) {
            assert_eq!(text.parse::<San>().map(|san| san.to_string()), Ok(text));
        }
        for text in ["!", "++", "+!", "#+", "e.p."].map(|mark| format!("{name}{mark}")) {
            assert_eq!(text.parse::<San>(), Err(NotSan { offset: 0, rule: SanRule::Standard }), "{text}");
        }
    }
    for text in ["0-0", "o-o", "0-0-0", "o-o-o+"] {
        assert_eq!(text.parse::<San>(), Err(NotSan { offset: 0, rule: SanRule::Standard }), "{text}");
    }
}

#[test]
fn numbered_moves_end_before_one_that_is_not_legal() {
    let start = Position::START;
    let moves = [Move::new(Square::E2, Square::E4, MoveKind::DoublePush); 2];
    assert_eq!(NumberedMoves::new(&start, &moves).to_string(), "1. e4");
}
