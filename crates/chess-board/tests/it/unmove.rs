//! Moves taken back without a record, compared with the position before them.

use chess_board::{Position, StateBefore, UnMove};
use chess_testkit::{Mailbox, POSITIONS};

#[test]
fn a_move_whose_state_before_is_known_is_taken_back_bit_for_bit() {
    let (mut moves, mut lost, mut passed) = (0, 0, 0);
    for before in POSITIONS.iter().step_by(3) {
        for mv in Mailbox::new(before).legal_moves() {
            let piece_type = before.piece_type_at(mv.from()).unwrap();
            let unmove = UnMove { mv, piece_type, captured: before.captured(mv) };
            let after = before.after(mv);
            let state = StateBefore {
                lost_rooks: before.castling_rooks() - after.castling_rooks(),
                passed_square: before.passed_square(),
                halfmove_clock: before.halfmove_clock(),
            };
            assert_eq!(unmove.before_with(&after, &state), *before, "{before} {mv:?}");
            moves += 1;
            lost += u32::from(!state.lost_rooks.is_empty());
            passed += u32::from(before.ep_square().is_some());
        }
    }
    assert!(moves > 30_000 && lost > 1000 && passed > 500, "{moves} {lost} {passed}");
}

#[test]
fn the_least_state_has_what_the_move_needs_and_nothing_else() {
    for before in POSITIONS.iter().step_by(3) {
        for mv in Mailbox::new(before).legal_moves() {
            let piece_type = before.piece_type_at(mv.from()).unwrap();
            let unmove = UnMove { mv, piece_type, captured: before.captured(mv) };
            let after = before.after(mv);
            let least = unmove.before(&after);
            assert_eq!(least, Position::from_setup(&least.to_setup()).unwrap(), "{before} {mv:?}");
            assert_eq!(least.after(mv).board(), after.board(), "{before} {mv:?}");
            assert_eq!(least.board(), before.board(), "{before} {mv:?}");
            let needed = least.castling_rooks() - after.castling_rooks();
            assert_eq!(needed.single(), mv.is_castle().then_some(mv.to()), "{before} {mv:?}");
            assert_eq!(least.ep_square(), mv.is_en_passant().then_some(mv.to()), "{before} {mv:?}");
        }
    }
}
