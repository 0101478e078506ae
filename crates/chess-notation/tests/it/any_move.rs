//! Moves in whatever notation they come.

use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::{San, SanError, read_move, read_san, read_uci};
use chess_types::PieceType;

use crate::positions::POSITIONS;

/// The letter of a type of piece, as SAN has it; a pawn's is `P`.
fn letter(piece_type: PieceType) -> char {
    piece_type.letter().to_ascii_uppercase()
}

/// Any sign may stand between the squares, and the letter of the piece before them, but no other piece's.
#[test]
fn two_squares_are_a_move_with_any_sign_between_and_with_the_piece_before() {
    let mut promotions = 0;
    for position in POSITIONS.iter().step_by(25) {
        for &mv in legal_moves(position).iter().filter(|mv| !mv.is_castle()) {
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

/// A text that two notations can read has one meaning: those that read it agree.
#[test]
fn notations_that_read_a_text_agree() {
    for position in POSITIONS.iter().step_by(25) {
        for &mv in &legal_moves(position) {
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
