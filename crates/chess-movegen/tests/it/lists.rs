use std::collections::HashSet;

use chess_board::Position;
use chess_movegen::{PositionExt, Selection, generate};
use chess_testkit::{POSITIONS, Random};
use chess_types::{Bitboard, Move, MoveKind, MoveList, Square};

fn list(selection: Selection, position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(position, selection, &mut list);
    list
}

fn filtered(position: &Position, keep: impl Fn(Move) -> bool) -> HashSet<Move> {
    position.legal_moves().into_iter().filter(|&mv| keep(mv)).collect()
}

/// Returns the moves of a list as a set, and asserts that none is listed twice.
fn set(list: &MoveList) -> HashSet<Move> {
    let set: HashSet<_> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "a move is in the list twice");
    set
}

#[test]
fn no_move_is_listed_twice() {
    for position in POSITIONS.iter() {
        set(&position.legal_moves());
    }
}

#[test]
fn the_count_is_the_length_of_the_list() {
    for position in POSITIONS.iter() {
        let moves = position.legal_moves();
        assert_eq!(position.legal_count(), moves.len(), "{position}");
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    }
}

#[test]
fn captures_take() {
    for position in POSITIONS.iter() {
        let expected = filtered(position, Move::is_capture);
        assert_eq!(set(&list(Selection::captures(position), position)), expected, "{position}");
        for mv in expected {
            let victim = if mv.is_en_passant() { position.ep_square() } else { Some(mv.to()) };
            assert_eq!(victim, Some(mv.to()));
            assert_eq!(position.color_at(mv.to()).is_some(), !mv.is_en_passant());
        }
    }
}

#[test]
fn noisy_moves_take_or_promote() {
    for position in POSITIONS.iter() {
        let expected = filtered(position, |mv| mv.is_capture() || mv.is_promotion());
        assert_eq!(set(&list(Selection::noisy(position), position)), expected, "{position}");
    }
}

#[test]
fn quiet_moves_are_those_that_are_not_noisy() {
    for position in POSITIONS.iter() {
        let expected = filtered(position, |mv| !mv.is_capture() && !mv.is_promotion());
        let quiet = set(&list(Selection::quiets(position), position));
        assert_eq!(quiet, expected, "{position}");
        assert!(quiet.into_iter().all(Move::is_quiet));
        assert_eq!(
            list(Selection::quiets(position), position).len()
                + list(Selection::noisy(position), position).len(),
            position.legal_count()
        );
    }
}

#[test]
fn evasions_are_all_moves_in_check_and_none_otherwise() {
    for position in POSITIONS.iter() {
        let moves = list(Selection::evasions(position), position);
        if position.is_in_check() {
            assert_eq!(moves, position.legal_moves(), "{position}");
        } else {
            assert!(moves.is_empty(), "{position}");
        }
    }
}

#[test]
fn moves_to_some_squares_end_there() {
    let mut random = Random::new(64);
    for position in POSITIONS.iter() {
        let random_squares = Bitboard(random.word());
        for squares in [random_squares, !random_squares, random_squares & Bitboard(random.word())] {
            let expected = filtered(position, |mv| squares.contains(mv.destination()));
            assert_eq!(
                set(&list(Selection::ALL.only_to(squares), position)),
                expected,
                "{position} {squares:?}"
            );
        }
    }
}

#[test]
fn moves_from_some_squares_begin_there() {
    let mut random = Random::new(65);
    for position in POSITIONS.iter() {
        let random_squares = Bitboard(random.word());
        for squares in [random_squares, !random_squares, random_squares & Bitboard(random.word())] {
            let expected = filtered(position, |mv| squares.contains(mv.from()));
            assert_eq!(
                set(&list(Selection::ALL.only_from(squares), position)),
                expected,
                "{position} {squares:?}"
            );
        }
    }
}

#[test]
fn moves_to_no_square_and_to_all_squares() {
    for position in POSITIONS.iter() {
        let to = |squares| list(Selection::ALL.only_to(squares), position);
        assert!(to(Bitboard::EMPTY).is_empty());
        assert_eq!(to(Bitboard::FULL), position.legal_moves());
    }
}

#[test]
fn lists_are_appended_to() {
    let mark = Move::new(Square::A1, Square::H8, MoveKind::Quiet);
    for select in [|_: &Position| Selection::ALL, Selection::captures, Selection::noisy, Selection::quiets] {
        for position in POSITIONS.iter().step_by(50) {
            let mut moves = MoveList::from_iter([mark]);
            generate(position, select(position), &mut moves);
            assert_eq!(moves[0], mark);
            assert_eq!(moves[1..], list(select(position), position)[..]);
        }
    }
}

#[test]
fn promotions_come_four_at_a_time() {
    for position in POSITIONS.iter() {
        for mv in position.legal_moves().into_iter().filter(|mv| mv.is_promotion()) {
            let same_step = |other: &Move| (other.from(), other.to()) == (mv.from(), mv.to());
            let pieces: HashSet<_> =
                position.legal_moves().into_iter().filter(same_step).map(Move::promotion).collect();
            assert_eq!(pieces.len(), 4, "{position}");
        }
    }
}
