//! Random games of all three kinds of chess, made and unmade.

use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::PositionExt;
use chess_testkit::{POSITIONS, Random, chess960, double_chess960, from_scratch};
use chess_types::Move;

/// The start of a game.
fn start(random: &mut Random) -> Position {
    match random.below(4) {
        0 => Position::START,
        1 => chess960(random),
        2 => double_chess960(random),
        _ => random.pick(&POSITIONS),
    }
}

/// Checks the invariants of every position.
fn check(position: &Position) {
    assert_eq!(position, &from_scratch(position));
    assert_eq!(position.to_setup().validate(), Ok(()));

    // FEN holds the position, except a skipped square without effect.
    let always = position.fen(CastlingStyle::XFen, EnPassantStyle::Always).to_string();
    assert_eq!(&always.parse::<Position>().unwrap(), position);
    let short = position.to_string().parse::<Position>().unwrap();
    let shredder = format!("{position:#}").parse::<Position>().unwrap();
    assert_eq!(short, shredder);
    assert_eq!(short.key(), position.key());
    assert_eq!(short.to_string(), position.to_string());
    if position.skipped_square() == position.ep_square() {
        assert_eq!(&short, position);
    }

    let can_capture = position.legal_moves().into_iter().any(Move::is_en_passant);
    assert_eq!(position.ep_square().is_some(), can_capture);
}

/// Makes a null move and takes it back.
fn null_move(position: &Position) {
    if position.is_in_check() {
        return;
    }
    let mut board = *position;
    let undo = board.make_null();
    assert_eq!(undo.mv(), Move::NULL);
    assert_eq!(undo.captured(), None);
    assert_eq!(board, from_scratch(&board));
    assert_eq!(board.side_to_move(), !position.side_to_move());
    assert_eq!(board.board(), position.board());
    assert_eq!(board.castling_rooks(), position.castling_rooks());
    assert_eq!((board.ep_square(), board.skipped_square()), (None, None));
    assert_ne!(board.key(), position.key());
    board.unmake(undo);
    assert_eq!(&board, position);
}

#[test]
fn a_game_is_made_and_unmade_bit_for_bit() {
    for mut random in Random::cases(400) {
        let start = start(&mut random);
        let mut position = start;
        let mut played = Vec::new();
        for _ in 0..=random.below(99) {
            check(&position);
            null_move(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let before = position;
            let mv = random.pick(&moves);
            played.push((before, position.make(mv)));
            assert_eq!(position, before.after(mv));
        }
        while let Some((before, undo)) = played.pop() {
            position.unmake(undo);
            assert_eq!(position, before);
        }
        assert_eq!(position, start);
    }
}

#[test]
fn moves_that_are_not_legal_do_not_panic() {
    for mut random in Random::cases(400) {
        let mut position = random.pick(&POSITIONS);
        let mut undos = Vec::new();
        for _ in 0..=random.below(159) {
            if let Ok(mv) = Move::from_raw(random.word() as u16) {
                let _ = position.is_legal(mv);
                // Builds with debug assertions refuse any other move.
                if !mv.is_null() && position.by_color(position.side_to_move()).contains(mv.from()) {
                    undos.push(position.make(mv));
                }
            }
        }
        for undo in undos.into_iter().rev() {
            position.unmake(undo);
        }
    }
}

#[test]
fn all_positions_hold_what_is_promised_of_positions() {
    for position in POSITIONS.iter() {
        check(position);
        null_move(position);
    }
}

#[test]
fn counters_stop_at_the_end_of_their_range() {
    let position: Position = "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535".parse().unwrap();
    let king_move = position.legal_moves()[0];
    let after = position.after(king_move);
    assert_eq!((after.halfmove_clock(), after.fullmove_number()), (65_535, 65_535));
    let mut board = position;
    let undo = board.make(king_move);
    board.unmake(undo);
    assert_eq!(board, position);
}
