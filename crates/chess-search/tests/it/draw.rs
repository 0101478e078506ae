use chess_board::{KeyHistory, Position};
use chess_movegen::PositionExt;
use chess_search::is_draw;

/// Plays moves of UCI, and tells after each whether it is a draw in a search that began after `root` of them.
fn draws(fen: &str, moves: &str, root: usize) -> Vec<bool> {
    let mut position = Position::from_fen(fen).unwrap();
    let mut history = KeyHistory::new();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let played = moves.into_iter().enumerate().map(|(i, name)| {
        let mv = position.legal_move(name[..2].parse().unwrap(), name[2..].parse().unwrap(), None).unwrap();
        history.push(&position);
        position.play(mv);
        is_draw(&position, &history, (i + 1).saturating_sub(root))
    });
    played.collect()
}

const ROOKS: &str = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1";

#[test]
fn one_repetition_below_the_root_is_a_draw() {
    let moves = "a1a2 h8h7 a2a1 h7h8 a1a2";
    assert_eq!(draws(ROOKS, moves, 0), [false, false, false, true, true]);
}

#[test]
fn two_repetitions_of_what_stood_before_the_root_are_a_draw() {
    let moves = "a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 a2a1 h7h8";
    assert_eq!(draws(ROOKS, moves, 3)[3..], [false, false, false, true, true]);
    assert_eq!(draws(ROOKS, moves, 8)[7..], [true]);
}

#[test]
fn fifty_moves_are_a_draw_but_for_mate() {
    assert_eq!(draws("4k2r/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2 h8h7", 0), [false, true]);
    assert_eq!(draws("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", 0), [false]);
    assert_eq!(draws("6k1/8/6K1/8/8/8/8/R7 w - - 99 80", "a1b1", 0), [true]);
    // A check that can be escaped from is no mate, and stalemate needs no exception: it is a draw, too.
    assert_eq!(draws("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1a8", 0), [true]);
    assert_eq!(draws("7k/8/5K2/8/8/8/8/R7 w - - 98 80", "a1a8", 0), [false]);
    assert_eq!(draws("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1g1", 0), [true]);
}

#[test]
fn bare_kings_are_a_draw() {
    assert_eq!(draws("4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2", 0), [true]);
}
