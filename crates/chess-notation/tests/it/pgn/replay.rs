//! Moves played.

use chess_notation::pgn::{Event, Replay};
use chess_types::Move;

use super::replayed;

#[test]
fn games_with_all_kinds_of_moves() {
    assert_eq!(
        replayed("1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 4. Nf3 Bg4 5. Be2 Qxd6 6. 0-0 O-O-O 7. h3!? *"),
        { "| e2e4 a7a6 e4e5 d7d5 e5d6 b8c6 g1f3 c8g4 f1e2 d8d6 e1g1 e8c8 h2h3 $5 *" }
    );
    let promotion = "[FEN \"7k/P7/8/8/8/8/p7/7K w - - 0 1\"]\n1. a8(Q)+ Kg7 2. Qa7+ Kg6 3. Qb7 a1=N *";
    assert!(replayed(promotion).ends_with("| a7a8q h8g7 a8a7 g7g6 a7b7 a2a1n *"));
}

#[test]
fn null_moves_pass_the_turn() {
    assert_eq!(replayed("1. e4 -- 2. d4 Z0 3. Nf3 (3. --) (3. Nc3) *"), {
        "| e2e4 0000 d2d4 0000 g1f3 ( 0000 ) ( b1c3 ) *"
    });
    assert!(replayed("1. e4 f6 2. Qh5+ -- *").ends_with("San(Illegal)>"));
}

#[test]
fn a_variation_replaces_the_move_before_it() {
    assert_eq!(
        replayed("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. Nc3) 2... d6) (1... e6) 2. Nf3 (2. f4) *"),
        { "| e2e4 e7e5 ( c7c5 g1f3 ( c2c3 d7d5 ) ( b1c3 ) d7d6 ) ( e7e6 ) g1f3 ( f2f4 ) *" }
    );
}

#[test]
fn the_position_is_current() {
    let mut replay = Replay::new("1. e4 e5 (1... c5) 2. Nf3 *");
    let mut positions = Vec::new();
    while let Some(event) = replay.next_event().unwrap() {
        if !matches!(event, Event::End(_)) {
            let fen = replay.position().to_string();
            positions.push(fen.split(' ').next().unwrap().to_string());
        }
    }
    assert_eq!(
        positions,
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
        ]
    );
}

#[test]
fn a_broken_game_shows_all_that_came_before() {
    let mut replay = Replay::new("1. e4 e5 2. Ke3 Nf6 *");
    let mut moves = Vec::new();
    let error = loop {
        match replay.next_event() {
            Ok(Some(Event::Move(mv))) => moves.push(mv),
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(moves.iter().map(Move::to_string).collect::<Vec<_>>(), ["e2e4", "e7e5"]);
    assert_eq!(error.to_string(), "game 1, line 1, byte 12, `Ke3`: no such move is legal here");
}

#[test]
fn ambiguous_moves_name_their_candidates() {
    let error = replayed("[FEN \"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\"]\n1. Nd2 *");
    assert!(error.contains("Ambiguous"), "{error}");
}
