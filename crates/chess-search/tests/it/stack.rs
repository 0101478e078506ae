//! The frames of a search.

use chess_search::score::MAX_PLY;
use chess_search::{Frame, Killers, Move, MoveKind, NO_EVALUATION, Square, Stack};

fn quiet(from: Square, to: Square) -> Move {
    Move::new(from, to, MoveKind::Quiet)
}

#[test]
fn there_is_a_frame_for_each_ply_and_one_more() {
    let mut number = 0;
    let stack = Stack::with(|| {
        number += 1;
        number
    });
    for ply in 0..=MAX_PLY + 1 {
        let frame: &Frame<usize> = &stack[ply];
        assert_eq!((frame.data, frame.mv, frame.evaluation), (ply + 1, Move::NULL, NO_EVALUATION));
        assert!(frame.tried.is_empty() && frame.pv.is_empty() && frame.killers == Killers::new());
        for plies in 0..=ply {
            assert_eq!(stack.back(ply, plies).map(|frame| frame.data), Some(ply - plies + 1));
        }
        assert!(stack.back(ply, ply + 1).is_none());
    }
    assert!(stack.back(MAX_PLY + 2, 0).is_none());
}

#[test]
fn a_line_is_a_move_before_the_line_of_the_next_ply() {
    let [a, b, c] = [Square::A3, Square::B3, Square::C3].map(|to| quiet(Square::A2, to));
    let mut stack: Stack = Stack::new();
    stack.set_pv(2, c);
    stack.set_pv(1, b);
    stack.set_pv(0, a);
    assert_eq!([0, 1, 2, 3].map(|ply| stack[ply].pv.to_vec()), [vec![a, b, c], vec![b, c], vec![c], vec![]]);
    // A shorter line takes the place of the longer one.
    stack[1].pv.clear();
    stack.set_pv(0, b);
    assert_eq!(stack[0].pv.to_vec(), [b]);
    // After the last frame there is none whose line could follow.
    stack.set_pv(MAX_PLY + 1, a);
    assert!(stack[MAX_PLY + 1].pv.is_empty());
}

#[test]
fn killers_and_lines_are_cleared_and_moves_and_evaluations_stay() {
    let mv = quiet(Square::G1, Square::F3);
    let mut stack: Stack<u8> = Stack::new();
    for ply in [0, 77, MAX_PLY + 1] {
        let frame = &mut stack[ply];
        frame.killers.add(mv);
        frame.pv.set(mv, &chess_types::PvLine::new());
        (frame.mv, frame.evaluation, frame.data) = (mv, 31, 7);
    }
    stack.clear();
    for ply in [0, 77, MAX_PLY + 1] {
        let frame = &stack[ply];
        assert!(frame.pv.is_empty() && frame.killers == Killers::new());
        assert_eq!((frame.mv, frame.evaluation, frame.data), (mv, 31, 7));
    }
}
