use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::{IllegalMove, IllegalReason, UciError, read_uci, resolve_uci};
use chess_types::{Move, MoveList, ParseUciMoveError, PieceType, Square, UciMove};

use crate::positions::POSITIONS;

/// The slow twin of [`resolve_uci`]: the step if there is one, else the castling.
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
        let moves = legal_moves(position);
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
        for &mv in &legal_moves(position) {
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
