//! Whatever table, killers and histories hold, every legal move comes once.

use std::collections::HashSet;

use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Node, Pins, PositionExt, SeeRules};
use chess_search::{Histories, Killers, MovePicker, MoveScores, Refutations, Stage};
use chess_testkit::{Random, sample};
use chess_types::{Move, PieceType};

use crate::POSITIONS;

/// A legal move, a move of another position, any word, or none.
fn any_move(position: &Position, random: &mut Random) -> Move {
    match random.below(5) {
        0 | 1 => position.legal_moves().first().map_or(Move::NULL, |_| random.pick(&position.legal_moves())),
        2 => {
            let moves = random.pick(&POSITIONS).legal_moves();
            moves.first().map_or(Move::NULL, |_| random.pick(&moves))
        }
        3 => Move::from_raw(random.word() as u16).unwrap_or(Move::NULL),
        _ => Move::NULL,
    }
}

/// Two killers, the newer one first, and the counter-move.
fn any_refutations(position: &Position, table_move: Move, random: &mut Random) -> [Move; 3] {
    let [mut first, second] = [any_move(position, random), any_move(position, random)];
    let counter = match random.below(4) {
        0 => table_move,
        _ => any_move(position, random),
    };
    if random.below(4) == 0 {
        first = counter;
    }
    [first, second, counter]
}

fn new_picker(position: &Position, table_move: Move, [first, second, counter]: [Move; 3]) -> MovePicker {
    let mut killers = Killers::new();
    killers.add(second);
    killers.add(first);
    MovePicker::new(&Node::new(position), table_move, Refutations::new(killers, counter))
}

fn any_histories(random: &mut Random) -> Histories {
    let mut histories = Histories::new();
    for position in sample(POSITIONS.iter(), 50) {
        for mv in position.legal_moves() {
            histories.update(position, mv, random.below(40_000) as i32 - 20_000);
        }
    }
    histories
}

/// Runs `check` with random contents of everything on all positions.
fn on_all(check: impl Fn(&Position, Move, [Move; 3], &Histories, &mut Random)) {
    let mut random = Random::new(7);
    let histories: Vec<Histories> = (0..4).map(|_| any_histories(&mut random)).collect();
    for position in POSITIONS.iter() {
        for histories in &histories {
            let table_move = any_move(position, &mut random);
            let refutations = any_refutations(position, table_move, &mut random);
            check(position, table_move, refutations, histories, &mut random);
        }
    }
}

fn all(mut picker: MovePicker, position: &Position, histories: &Histories) -> Vec<(Stage, Move)> {
    let node = &Node::new(position);
    let picked = std::iter::from_fn(|| picker.next(node, histories).map(|mv| (picker.stage(), mv)));
    let picked: Vec<_> = picked.take(300).collect();
    assert_eq!(picker.next(node, histories), None);
    assert_eq!(picker.stage(), Stage::Done);
    picked
}

fn assert_are(picked: &[(Stage, Move)], expected: impl IntoIterator<Item = Move>, position: &Position) {
    let expected: HashSet<Move> = expected.into_iter().collect();
    let moves: HashSet<Move> = picked.iter().map(|&(_, mv)| mv).collect();
    assert_eq!(moves.len(), picked.len(), "twice: {position} {picked:?}");
    assert_eq!(moves, expected, "{position}");
}

/// All that a picker picks, on a machine.
struct Picked<'a>(MovePicker, &'a Position, &'a Histories);

impl Task for Picked<'_> {
    type Output = Vec<Move>;

    fn run(self, machine: impl Machine) -> Vec<Move> {
        let Self(mut picker, position, histories) = self;
        let node = Node::on(machine, position);
        std::iter::from_fn(|| picker.next(&node, histories)).collect()
    }
}

#[test]
fn every_legal_move_comes_once_on_every_machine() {
    on_all(|position, table_move, refutations, histories, _| {
        let picker = new_picker(position, table_move, refutations);
        let picked = all(picker.clone(), position, histories);
        assert_are(&picked, position.legal_moves(), position);
        let expected: Vec<Move> = picked.into_iter().map(|(_, mv)| mv).collect();
        for backend in Backend::ALL {
            let picked = backend.run_scalar(Picked(picker.clone(), position, histories));
            assert_eq!(picked, expected, "{backend}: {position}");
        }
    });
}

#[test]
fn of_noisy_moves_those_that_win_enough_come_once() {
    on_all(|position, table_move, _, histories, random| {
        for threshold in [i32::MIN, -100, 0, 1, 250, random.below(1000) as i32] {
            let picker = MovePicker::noisy(&Node::new(position), table_move, threshold);
            let expected = position.legal_moves().into_iter().filter(|&mv| {
                !mv.is_quiet() && position.see(mv, &SeeRules::new(Pins::Respected)) >= threshold
            });
            assert_are(&all(picker, position, histories), expected, position);
        }
    });
}

#[test]
fn without_quiets_the_noisy_moves_still_come_once() {
    on_all(|position, table_move, refutations, histories, random| {
        let mut picker = new_picker(position, table_move, refutations);
        let patience = random.below(12);
        if patience == 0 {
            picker.skip_quiets();
        }
        let mut picked = Vec::new();
        while let Some(mv) = picker.next(&Node::new(position), histories) {
            picked.push((picker.stage(), mv));
            let is_late = picked.iter().filter(|(_, mv)| mv.is_quiet()).count() > patience;
            if is_late {
                picker.skip_quiets();
            }
        }
        let is_picked = |mv| picked.iter().any(|&(_, picked)| picked == mv);
        let expected = position.legal_moves().into_iter().filter(|&mv| !mv.is_quiet() || is_picked(mv));
        assert_are(&picked, expected, position);
        if !position.is_in_check() {
            let quiets = picked.iter().filter(|(_, mv)| mv.is_quiet()).count();
            assert!(quiets <= patience + 1 + usize::from(patience > 0));
        }
    });
}

#[test]
fn stages_come_in_order_and_hold_what_they_say() {
    on_all(|position, table_move, refutations, histories, _| {
        let picker = new_picker(position, table_move, refutations);
        let picked = all(picker, position, histories);
        assert!(picked.is_sorted_by_key(|&(stage, _)| stage), "{picked:?}");
        // The best of a stage comes first.
        let score = |stage, mv: Move| {
            let piece_type = position.piece_type_at(mv.from()).unwrap();
            match stage {
                Stage::GoodNoisy | Stage::BadNoisy => histories.noisy(position, piece_type, mv),
                Stage::Quiets => histories.quiet(position, piece_type, mv),
                Stage::Evasions => histories.evasion(position, piece_type, mv),
                _ => 0,
            }
        };
        for together in picked.chunk_by(|(stage, _), (next, _)| stage == next) {
            assert!(together.is_sorted_by_key(|&(stage, mv)| -score(stage, mv)), "{position}: {together:?}");
        }
        // Killers and the counter-move come in their order, as far as they are legal, quiet and new.
        let mut expected = Vec::new();
        for mv in refutations.into_iter().filter(|&mv| mv.is_quiet() && position.is_legal(mv)) {
            if mv != table_move && !expected.contains(&mv) && !position.is_in_check() {
                expected.push(mv);
            }
        }
        let found = picked.iter().filter(|(stage, _)| *stage == Stage::Refutations).map(|&(_, mv)| mv);
        assert!(found.eq(expected.iter().copied()), "{position}: {expected:?}, {picked:?}");
        for (stage, mv) in picked {
            assert_eq!(mv == table_move, stage == Stage::TableMove);
            let loses = !position.see_at_least(mv, 0, &SeeRules::new(Pins::Respected));
            let is_underpromotion = mv.promotion().is_some_and(|promoted| promoted != PieceType::Queen);
            match stage {
                Stage::TableMove => {}
                Stage::GoodNoisy => assert!(!mv.is_quiet() && !loses && !is_underpromotion),
                Stage::Refutations | Stage::Quiets => assert!(mv.is_quiet()),
                Stage::BadNoisy => assert!(!mv.is_quiet() && (loses || is_underpromotion)),
                Stage::Evasions => assert!(position.is_in_check()),
                Stage::Done => panic!("{mv}"),
            }
        }
    });
}

#[test]
fn a_picker_starts_anew_wherever_it_stopped() {
    let mut picker = MovePicker::empty();
    let mut random = Random::new(3);
    let histories = Histories::new();
    assert_eq!(picker.next(&Node::new(&Position::START), &histories), None);
    for position in POSITIONS.iter() {
        picker.start(&Node::new(position), Move::NULL, Refutations::NONE);
        for _ in 0..random.below(30) {
            picker.next(&Node::new(position), &histories);
        }
        picker.start_noisy(&Node::new(position), Move::NULL, 0);
        for _ in 0..random.below(3) {
            picker.next(&Node::new(position), &histories);
        }
        picker.skip_quiets();
        picker.start(&Node::new(position), any_move(position, &mut random), Refutations::NONE);
        assert_are(&all(picker.clone(), position, &histories), position.legal_moves(), position);
    }
}
