use chess_board::{CastlingRules, Position, StateBefore, UnMove};
use chess_movegen::{PositionExt, UnMoveOptions, states_before, unmoves};
use chess_testkit::{Random, chess960, double_chess960, from_scratch};
use chess_types::Move;

/// Asserts that the move is among the un-moves, and the state before it among the states.
fn assert_is_taken_back(before: &Position, mv: Move, after: &Position) {
    let list = unmoves(after, UnMoveOptions::EXACT);
    let piece_type = before.piece_type_at(mv.from()).unwrap();
    let made = UnMove { mv, piece_type, captured: before.captured(mv) };
    assert!(list.contains(&made), "{before} {mv:?} {list:?}");
    let with_clock = |state| StateBefore { halfmove_clock: before.halfmove_clock(), ..state };
    let is_before = |state| made.before_with(after, &with_clock(state)) == *before;
    let count = states_before(after, made, CastlingRules::Chess960).filter(|&state| is_before(state)).count();
    assert_eq!(count, 1, "{before} {mv:?}");
    if !before.needs_chess960() {
        assert!(states_before(after, made, CastlingRules::Chess).any(is_before), "{before} {mv:?}");
        assert!(unmoves(after, UnMoveOptions::EXACT.castling(Some(CastlingRules::Chess))).contains(&made));
    }
}

/// Asserts that every un-move made again gives the position back, bit for bit, and returns their number.
fn round_trips(position: &Position) -> usize {
    let list = unmoves(position, UnMoveOptions::EXACT);
    for unmove in &list {
        let before = unmove.before(position);
        assert_eq!(before, from_scratch(&before), "{position} {unmove:?}");
        assert_eq!(before.after(unmove.mv), *position, "{position} {unmove:?}");
        let mut made = before;
        let undo = made.make(unmove.mv);
        assert_eq!(made, *position);
        assert_eq!((undo.piece_type(), undo.captured()), (unmove.piece_type, unmove.captured));
    }
    list.len()
}

#[test]
fn every_move_of_random_games_is_among_the_unmoves() {
    let mut random = Random::new(709);
    let (mut plies, mut trips, mut castlings) = (0, 0, 0);
    for number in 0..60 {
        let mut position = match number % 3 {
            0 => Position::START,
            1 => chess960(&mut random),
            _ => double_chess960(&mut random),
        };
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let castling = moves.iter().copied().find(|mv| mv.is_castle() && random.below(2) == 0);
            let mv = castling.unwrap_or_else(|| random.pick(&moves));
            let after = position.after(mv);
            assert_is_taken_back(&position, mv, &after);
            trips += round_trips(&after);
            castlings += u32::from(mv.is_castle());
            plies += 1;
            position = after;
        }
    }
    assert!(plies > 7000 && trips > 100_000 && castlings > 20, "{plies} {trips} {castlings}");
}
