//! Legality of each of the 65,536 move words.

use std::collections::HashSet;

use chess_movegen::PositionExt;
use chess_testkit::{Mailbox, POSITIONS};
use chess_types::Move;

fn all_words() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).flat_map(Move::from_raw)
}

#[test]
fn there_are_14_kinds_of_word_for_each_pair_of_squares() {
    assert_eq!(all_words().count(), 14 * 64 * 64);
}

#[test]
fn exactly_the_words_of_the_list_are_legal() {
    for position in POSITIONS.iter().step_by(3) {
        let legal: HashSet<_> = position.legal_moves().into_iter().collect();
        for mv in all_words() {
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{position} {mv:?} {:#06x}", mv.raw());
        }
    }
}

#[test]
fn pseudo_legal_are_the_steps_of_the_mailbox_and_legal_castling_and_en_passant() {
    for position in POSITIONS.iter().skip(1).step_by(3) {
        let mut expected: HashSet<_> = Mailbox::new(position).steps().into_iter().collect();
        expected.extend(position.legal_moves().into_iter().filter(|mv| mv.is_castle() || mv.is_en_passant()));
        for mv in all_words() {
            let is_expected = expected.contains(&mv);
            assert_eq!(position.is_pseudo_legal(mv), is_expected, "{position} {mv:?} {:#06x}", mv.raw());
        }
    }
}

#[test]
fn legal_moves_are_pseudo_legal() {
    for position in POSITIONS.iter() {
        assert!(position.legal_moves().into_iter().all(|mv| position.is_pseudo_legal(mv)), "{position}");
    }
}

#[test]
fn the_null_move_is_never_legal() {
    assert!(!POSITIONS.iter().any(|position| position.is_pseudo_legal(Move::NULL)));
}
