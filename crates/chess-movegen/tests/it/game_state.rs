use chess_board::{KeyHistory, Position};
use chess_movegen::{GameState, PositionExt};
use chess_testkit::{Random, chess960, double_chess960};
use chess_types::{Move, Square};

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = GameState::default();
    let e4 = game.position().legal_move(Square::E2, Square::E4, None).unwrap();
    game.play(e4).unwrap();
    let before = game.clone();
    for raw in 0..=u16::MAX {
        let Ok(mv) = Move::from_raw(raw) else { continue };
        let mut played = game.clone();
        assert_eq!(played.play(mv).is_ok(), game.position().legal_moves().contains(&mv), "{mv:?}");
        if played.moves().len() == 1 {
            assert_eq!(played, before, "{mv:?}");
        }
    }
}

/// Random games of each kind of chess, compared with a list of positions and a key history.
#[test]
fn a_game_state_agrees_with_a_list_of_positions() {
    let mut random = Random::new(14);
    for number in 0..60 {
        let start = match number % 3 {
            0 => Position::START,
            1 => chess960(&mut random),
            _ => double_chess960(&mut random),
        };
        let mut game = GameState::new(start);
        let (mut positions, mut history) = (vec![start], KeyHistory::<1024>::EMPTY);
        for _ in 0..random.below(400) {
            let position = *game.position();
            let moves = position.legal_moves();
            if random.below(4) == 0 {
                let undone = game.undo();
                assert_eq!(undone.is_some(), positions.len() > 1);
                if undone.is_some() {
                    positions.pop();
                    history.pop();
                }
            } else if !moves.is_empty() {
                // Few moves to choose from, so that positions recur.
                let mv = moves[random.below(moves.len().min(3))];
                history.push(&position);
                positions.push(position.after(mv));
                game.play_unchecked(mv);
            }
            assert_eq!(game.start(), &start);
            assert_eq!(game.position(), positions.last().unwrap());
            assert!(game.positions().eq(&positions));
            assert_eq!(game.moves().len() + 1, positions.len());
            assert_eq!(game.repetitions(), history.repetitions(game.position()));
            assert_eq!(game.outcome(), game.position().outcome_with(&history));
            assert_eq!(game.claim(), game.position().claim(&history));
            assert_eq!(game.key_history::<256>().repetitions(game.position()), game.repetitions());
        }
    }
}

#[test]
fn a_null_move_passes_the_turn_and_is_undone() {
    let mut game = GameState::default();
    game.play_unchecked(Move::NULL);
    assert_eq!(game.position(), &Position::START.after_null());
    assert_eq!(game.moves(), [Move::NULL]);
    assert_eq!(game.undo(), Some(Move::NULL));
    assert_eq!(game.position(), &Position::START);
}
