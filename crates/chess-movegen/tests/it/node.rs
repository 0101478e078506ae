//! A node answers as its position does, outside of tasks and on every machine.

use std::collections::HashSet;

use chess_board::{KeyHistory, Position};
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Node, Pins, PositionExt, SeeRules, Selection};
use chess_testkit::{POSITIONS, place, sample};
use chess_types::{Bitboard, Color, Move, MoveList, Square};

/// Compares every query of the node with that of the position.
fn check(node: &Node<'_, impl Machine>, position: &Position) {
    assert_eq!(node.position(), position);
    assert_eq!(node.checkers(), position.checkers(), "{position}");
    assert_eq!(node.is_in_check(), position.is_in_check(), "{position}");
    for color in Color::ALL {
        assert_eq!(node.pinned(color), position.pinned(color), "{position}");
        let attacked = |&square: &Square| position.is_attacked(square, color);
        let threats: Bitboard = Square::ALL.into_iter().filter(attacked).collect();
        assert_eq!((node.threats(color), position.threats(color)), (threats, threats), "{position}");
    }
    let attackers = Square::ALL.map(|square| position.attackers_to(square, position.occupied()));
    for square in Square::ALL {
        let is_attacked = |to: &Square| attackers[to.index()].contains(square);
        let attacks: Bitboard = Square::ALL.into_iter().filter(is_attacked).collect();
        assert_eq!(node.attacks_from(square), attacks, "{position} {square}");
        assert_eq!(position.attacks_from(square), attacks, "{position} {square}");
        for occupancy in [position.occupied(), Bitboard::LIGHT_SQUARES] {
            let expected = position.attackers_to(square, occupancy);
            assert_eq!(node.attackers_to(square, occupancy), expected, "{position} {square}");
        }
    }
    assert_eq!(node.has_legal_move(), position.has_legal_move(), "{position}");
    assert_eq!(node.outcome(), position.outcome(), "{position}");
    assert_eq!(node.is_checkmate(), position.is_checkmate(), "{position}");
    assert_eq!(node.is_stalemate(), position.is_stalemate(), "{position}");
    assert_eq!(node.legal_count(), position.legal_count(), "{position}");

    let expected = position.legal_moves();
    for from in Square::ALL {
        assert_eq!(node.legal_targets(from), position.legal_targets(from), "{position} {from}");
    }
    assert_eq!(node.legal_moves(), expected, "{position}");
    let mut count = 0;
    node.for_each_move(Selection::ALL, |piece_type, mv| {
        count += 1;
        assert_eq!(position.piece_type_at(mv.from()), Some(piece_type), "{position} {mv}");
        assert!(expected.contains(&mv), "{position} {mv}");
    });
    assert_eq!(count, expected.len(), "{position}");
    let histories = [KeyHistory::EMPTY, repeated(position)];
    for history in &histories {
        assert_eq!(node.outcome_with(history), position.outcome_with(history), "{position}");
        assert_eq!(node.claim(history), position.claim(history), "{position}");
    }
    let mut noisy = MoveList::new();
    node.generate(Selection::NOISY, &mut noisy);
    assert!(noisy.iter().all(|mv| expected.contains(mv) && !mv.is_quiet()), "{position}");
    assert_eq!(noisy.len(), expected.iter().filter(|mv| !mv.is_quiet()).count(), "{position}");

    let checks = node.check_squares();
    for &mv in &expected {
        assert!(node.is_legal(mv), "{position} {mv}");
        assert_eq!(node.find_move(mv.from(), mv.destination(), mv.promotion()).unwrap().uci(), mv.uci());
        assert_eq!(node.find_uci(mv.to_string()).unwrap().uci(), mv.uci(), "{position} {mv}");
        assert_eq!(node.legal_targets(mv.from()), position.legal_targets(mv.from()), "{position} {mv}");
        assert_eq!(node.try_after(mv), Ok(position.after(mv)), "{position} {mv}");
        assert_eq!(node.gives_check(mv), position.gives_check(mv), "{position} {mv}");
        assert_eq!(checks.gives_check(mv), position.gives_check(mv), "{position} {mv}");
        for rules in [Pins::Ignored, Pins::Respected].map(SeeRules::new) {
            let value = position.see(mv, &rules);
            assert_eq!(node.see(mv, &rules), value, "{position} {mv}");
            for threshold in [value, value + 1] {
                assert_eq!(node.see_at_least(mv, threshold, &rules), value >= threshold, "{position} {mv}");
            }
        }
    }
}

/// Returns a history with the position in it, four times if its clock allows that.
fn repeated(position: &Position) -> KeyHistory<8> {
    let mut history = KeyHistory::EMPTY;
    (0..8).for_each(|_| history.push(position));
    history
}

struct Check<'a>(&'a Position);

impl Task for Check<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        check(&Node::on(machine, self.0), self.0);
    }
}

#[test]
fn a_node_answers_as_its_position_does() {
    for position in POSITIONS.iter() {
        check(&Node::new(position), position);
    }
}

#[test]
fn a_node_answers_as_its_position_on_every_backend() {
    const BACKENDS: usize = Backend::ALL.len();
    for (number, backend) in Backend::ALL.into_iter().enumerate() {
        for position in POSITIONS.iter().skip((number + place(BACKENDS)) % BACKENDS).step_by(BACKENDS) {
            backend.run(Check(position));
        }
    }
}

/// Compares the legality of each of the 65,536 words with membership in the list of legal moves.
fn check_words(node: &Node<'_, impl Machine>) {
    let legal: HashSet<_> = node.position().legal_moves().into_iter().collect();
    for mv in (0..=u16::MAX).flat_map(Move::from_raw) {
        assert_eq!(node.is_legal(mv), legal.contains(&mv), "{} {mv:?}", node.position());
    }
}

struct CheckWords<'a>(&'a Position);

impl Task for CheckWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        check_words(&Node::on(machine, self.0));
    }
}

#[test]
fn exactly_the_legal_words_are_legal_at_a_node() {
    for position in sample(POSITIONS.iter(), 18) {
        check_words(&Node::new(position));
        let node = Node::new(position);
        for mv in (0..=u16::MAX).flat_map(Move::from_raw) {
            assert_eq!(node.try_after(mv).err(), position.try_after(mv).err(), "{position} {mv:?}");
        }
    }
}

#[test]
fn exactly_the_legal_words_are_legal_at_a_node_of_every_backend() {
    let mut chess960 = 0;
    for position in sample(POSITIONS.iter(), 36) {
        chess960 += u32::from(position.needs_chess960());
        for backend in Backend::ALL {
            backend.run(CheckWords(position));
        }
    }
    assert!(chess960 > 5, "{chess960}");
}
