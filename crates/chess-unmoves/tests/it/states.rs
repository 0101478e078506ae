//! The states before a move, and moves taken back to them, compared with the position before.

use std::collections::BTreeSet;

use chess_board::{CastlingRules, Position};
use chess_movegen::PositionExt;
use chess_testkit::{Mailbox, POSITIONS, sample};
use chess_types::{Castling, Color, File, Move, MoveKind, PieceType, Rank, Square};
use chess_unmoves::{StateBefore, UnMove, UnMoveOptions, states_before, unmoves};

/// The parts of a state that differ between the states of one un-move.
type Choice = (u64, Option<Square>);

/// Tries all castling rooks and all skipped squares.
fn naive(after: &Position, unmove: UnMove, rules: CastlingRules) -> BTreeSet<Choice> {
    let before = unmove.before(after);
    let kept = after.castling_rooks();
    let needed = before.castling_rooks() - kept;
    let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let free = (before.by_type(PieceType::Rook) & back_ranks) - before.castling_rooks();
    let mut choices = BTreeSet::new();
    for rooks in free.subsets() {
        if rules == CastlingRules::Chess && !rooks.into_iter().all(|rook| is_orthodox(&before, rook)) {
            continue;
        }
        for passed in [None].into_iter().chain(Square::ALL.map(Some)) {
            if unmove.mv.is_en_passant() && passed != Some(unmove.mv.to()) {
                continue;
            }
            let mut setup = before.to_setup();
            setup.castling_rooks = kept | needed | rooks;
            setup.en_passant = passed;
            let Ok(position) = Position::from_setup(&setup) else { continue };
            if position.is_legal(unmove.mv) && position.after(unmove.mv) == *after {
                choices.insert(((needed | rooks).0, passed));
            }
        }
    }
    choices
}

fn is_orthodox(position: &Position, rook: Square) -> bool {
    let color = position.piece_at(rook).unwrap().color();
    let king = position.king(color);
    king == Square::new(File::E, color.back_rank())
        && rook.rank() == king.rank()
        && rook.file() == Castling { king, rook }.side().corner_file()
}

/// Compares the states with the oracle's, builds every position, and returns the number of states.
fn compare(after: &Position, unmove: UnMove, rules: CastlingRules) -> usize {
    let mut states = states_before(after, unmove, rules);
    assert_eq!(states.clone().next(), Some(unmove.state_before(after)), "the first has the least");
    let len = states.len();
    let mut choices = BTreeSet::new();
    while let Some(state) = states.next() {
        let before = unmove.before_with(after, &state);
        assert_eq!(before, Position::from_setup(&before.to_setup()).unwrap(), "{after} {unmove:?} {state:?}");
        choices.insert((state.lost_rooks.0, state.skipped_square));
        assert_eq!(states.len(), len - choices.len(), "{after} {unmove:?}");
    }
    assert_eq!(states.next(), None);
    assert_eq!(choices.len(), len, "{after} {unmove:?}");
    assert_eq!(choices, naive(after, unmove, rules), "{after} {unmove:?}");
    len
}

#[test]
fn the_states_are_those_of_the_oracle() {
    let (mut unmade, mut states) = (0, [0, 0]);
    for position in sample(POSITIONS.iter(), 2) {
        let list = unmoves(position, UnMoveOptions::EXACT);
        let interesting = |unmove: &&UnMove| {
            matches!(unmove.piece_type, PieceType::King | PieceType::Rook)
                || unmove.captured == Some(PieceType::Rook)
                || unmove.mv.is_en_passant()
        };
        let rest = sample(list.iter().filter(|unmove| !interesting(unmove)), 40);
        for &unmove in sample(list.iter().filter(interesting), 3).chain(rest) {
            unmade += 1;
            states[0] += compare(position, unmove, CastlingRules::Chess);
            states[1] += compare(position, unmove, CastlingRules::Chess960);
        }
    }
    assert!(unmade > 5000 && states[0] > unmade && states[1] > states[0], "{unmade} {states:?}");
}

#[test]
fn the_clock_and_the_move_number_before_a_move() {
    let clock = |fen: &str, captured: bool| {
        let after: Position = fen.parse().unwrap();
        let list = unmoves(&after, UnMoveOptions::SAME_KEY);
        let unmove = list.iter().find(|unmove| unmove.captured.is_some() == captured).unwrap();
        let before = unmove.before(&after);
        (before.halfmove_clock(), before.fullmove_number())
    };
    assert_eq!(clock("4k3/8/8/8/8/8/8/4K3 w - - 9 30", false), (8, 29));
    assert_eq!(clock("4k3/8/8/8/8/8/8/4K3 b - - 9 30", false), (8, 30));
    assert_eq!(clock("4k3/8/8/8/8/8/8/4K3 b - - 9 30", true), (0, 30));
    assert_eq!(clock("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false), (0, 1));

    let after: Position = "4k3/8/8/8/8/8/8/4K3 b - - 0 30".parse().unwrap();
    let unmove = unmoves(&after, UnMoveOptions::EXACT)[0];
    let state = StateBefore { halfmove_clock: 77, ..unmove.state_before(&after) };
    let before = unmove.before_with(&after, &state);
    assert_eq!(before.halfmove_clock(), 77);
    assert_eq!(before.after(unmove.mv), after);
    assert_eq!(before.side_to_move(), Color::White);
}

#[test]
fn a_known_state_is_restored_bit_for_bit() {
    let (mut moves, mut lost, mut passed) = (0, 0, 0);
    for before in sample(POSITIONS.iter(), 3) {
        for mv in Mailbox::new(before).legal_moves() {
            let piece_type = before.piece_type_at(mv.from()).unwrap();
            let unmove = UnMove { mv, piece_type, captured: before.captured(mv) };
            let after = before.after(mv);
            let state = StateBefore {
                lost_rooks: before.castling_rooks() - after.castling_rooks(),
                skipped_square: before.skipped_square(),
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
fn the_least_state_has_only_what_the_move_needs() {
    for before in sample(POSITIONS.iter(), 3) {
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
            let resets_clock = mv.is_capture() || piece_type == PieceType::Pawn;
            assert_eq!(unmove.is_reversible(), !resets_clock, "{before} {mv:?}");
            let clock = if resets_clock { 0 } else { before.halfmove_clock() };
            assert_eq!(least.halfmove_clock(), clock, "{before} {mv:?}");
            assert_eq!(least.ep_square(), mv.is_en_passant().then_some(mv.to()), "{before} {mv:?}");
        }
    }
}

/// No game has such a clock after a capture or a pawn move, but a text can.
#[test]
fn the_clock_before_a_capture_or_pawn_move_is_0() {
    let after: Position = "4k3/8/8/3N4/4P3/8/8/4K3 b - - 7 40".parse().unwrap();
    let knight = |kind, captured| UnMove {
        mv: Move::new(Square::F4, Square::D5, kind),
        piece_type: PieceType::Knight,
        captured,
    };
    let pawn = Move::new(Square::E3, Square::E4, MoveKind::Quiet);
    let pawn = UnMove { mv: pawn, piece_type: PieceType::Pawn, captured: None };
    assert_eq!(knight(MoveKind::Quiet, None).before(&after).halfmove_clock(), 6);
    assert_eq!(knight(MoveKind::Capture, Some(PieceType::Rook)).before(&after).halfmove_clock(), 0);
    assert_eq!(pawn.before(&after).halfmove_clock(), 0);
}
