//! The generator and the legality of each of the 65,536 move words, compared with the mailbox.

use std::collections::{BTreeSet, HashSet};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::{Mailbox, POSITIONS, sample};
use chess_types::Move;

fn legal_set(position: &Position) -> BTreeSet<Move> {
    position.legal_moves().into_iter().collect()
}

#[test]
fn the_legal_moves_are_those_of_the_mailbox() {
    for position in POSITIONS.iter() {
        let expected: BTreeSet<_> = Mailbox::new(position).legal_moves().into_iter().collect();
        assert_eq!(legal_set(position), expected, "{position}");
    }
}

#[test]
fn a_checking_move_could_capture_the_king_next() {
    let mut checks = 0;
    for position in POSITIONS.iter() {
        let mailbox = Mailbox::new(position);
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let expected = mailbox.after(mv).is_in_check(!position.side_to_move());
            assert_eq!(after.is_in_check(), expected, "{position} {mv:?}");
            assert_eq!(position.gives_check(mv), expected, "{position} {mv:?}");
            checks += u32::from(expected);
        }
    }
    assert!(checks > 5000, "{checks}");
}

fn all_words() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).flat_map(Move::from_raw)
}

#[test]
fn exactly_the_words_of_the_list_are_legal() {
    for position in sample(POSITIONS.iter(), 9) {
        let legal: HashSet<_> = position.legal_moves().into_iter().collect();
        for mv in all_words() {
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{position} {mv:?} {:#06x}", mv.raw());
        }
    }
}
