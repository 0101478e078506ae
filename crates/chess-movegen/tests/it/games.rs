//! Random games of all three kinds of chess, made and unmade.

use chess_board::{EnPassantStyle, Position};
use chess_movegen::PositionExt;
use chess_testkit::{POSITIONS, from_scratch};
use chess_types::Move;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(960),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A game: its start, and for each ply a number that selects a legal move.
fn game() -> impl Strategy<Value = (Position, Vec<prop::sample::Index>)> {
    let start = prop_oneof![
        Just(Position::START),
        (0..960_u16).prop_map(|number| Position::chess960(number).unwrap()),
        (0..960_u16, 0..960_u16).prop_map(|(white, black)| Position::double_chess960(white, black).unwrap()),
        (0..POSITIONS.len()).prop_map(|index| POSITIONS[index]),
    ];
    (start, vec(any::<prop::sample::Index>(), 1..100))
}

/// Checks the invariants of every position.
fn check(position: &Position) -> Result<(), TestCaseError> {
    prop_assert_eq!(position, &from_scratch(position));
    prop_assert_eq!(position.to_setup().validate(), Ok(()));

    // FEN holds the position, except a skipped square without effect.
    let always = position.fen().en_passant(EnPassantStyle::Always).to_string();
    prop_assert_eq!(&always.parse::<Position>().unwrap(), position);
    let short = position.to_string().parse::<Position>().unwrap();
    let shredder = format!("{position:#}").parse::<Position>().unwrap();
    prop_assert_eq!(short, shredder);
    prop_assert_eq!(short.key(), position.key());
    prop_assert_eq!(short.to_string(), position.to_string());
    if position.skipped_square() == position.ep_square() {
        prop_assert_eq!(&short, position);
    }

    let can_capture = position.legal_moves().into_iter().any(Move::is_en_passant);
    prop_assert_eq!(position.ep_square().is_some(), can_capture);
    Ok(())
}

/// Makes a null move and takes it back.
fn null_move(position: &Position) -> Result<(), TestCaseError> {
    if position.is_in_check() {
        return Ok(());
    }
    let mut board = *position;
    let undo = board.make_null();
    prop_assert_eq!(undo.mv(), Move::NULL);
    prop_assert_eq!(undo.captured(), None);
    prop_assert_eq!(board, from_scratch(&board));
    prop_assert_eq!(board.side_to_move(), !position.side_to_move());
    prop_assert_eq!(board.board(), position.board());
    prop_assert_eq!(board.castling_rooks(), position.castling_rooks());
    prop_assert_eq!((board.ep_square(), board.skipped_square()), (None, None));
    prop_assert_ne!(board.key(), position.key());
    board.unmake(undo);
    prop_assert_eq!(&board, position);
    Ok(())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_game_is_made_and_unmade_bit_for_bit((start, choices) in game()) {
        let mut position = start;
        let mut played = Vec::new();
        for choice in choices {
            check(&position)?;
            null_move(&position)?;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let before = position;
            played.push((before, position.make(moves[choice.index(moves.len())])));
            prop_assert_eq!(position, before.after(played.last().unwrap().1.mv()));
        }
        while let Some((before, undo)) = played.pop() {
            position.unmake(undo);
            prop_assert_eq!(position, before);
        }
        prop_assert_eq!(position, start);
    }

    #[test]
    fn moves_that_are_not_legal_do_not_panic(
        index in any::<prop::sample::Index>(),
        words in vec(any::<u16>(), 1..40),
    ) {
        let mut position = POSITIONS[index.index(POSITIONS.len())];
        let mut undos = Vec::new();
        for mv in words.into_iter().flat_map(Move::from_raw) {
            let _ = position.is_legal(mv);
            undos.push(position.make(mv));
        }
        for undo in undos.into_iter().rev() {
            position.unmake(undo);
        }
    }
}

#[test]
fn all_positions_hold_what_is_promised_of_positions() {
    for position in POSITIONS.iter() {
        check(position).unwrap();
        null_move(position).unwrap();
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
