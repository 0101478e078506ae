//! Moves in any notation, moves in that of UCI, and the spellings of castling: accepted ones, and the errors of others.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::{
    IllegalMove, IllegalReason, NotSan, NumberedMoves, San, SanError, SanRule, UciError, read_move, read_san,
    read_san_strict, read_uci, resolve_uci,
};
use chess_types::{CastlingSide, Move, MoveKind, MoveList, ParseUciMoveError, PieceType, Square, UciMove};

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

/// Each spelling, with any marks behind it, means the move of its side if that is legal; strict reading accepts the one of [`San`].
#[test]
fn castling_is_read_where_it_is_legal_with_letters_or_zeros_and_with_any_marks() {
    let mut legal = 0;
    for position in POSITIONS.iter().step_by(5) {
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
fn what_begins_as_castling_and_is_not_is_refused_as_castling() {
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
        assert_eq!(text.parse::<San>(), Err(refused), "{text:?}");
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
