//! Draws, and upcoming repetitions, beside the slow way to find them.

use chess_movegen::PositionExt;
use chess_search::{KeyHistory, Move, Position, is_draw, upcoming_repetition};
use chess_testkit::{Random, chess960, known};
use chess_types::PieceType;

/// Plays moves of UCI, and tells after each whether it is a draw in a search that began after `root` of them.
fn draws(fen: &str, moves: &str, root: usize) -> Vec<bool> {
    let mut position = Position::from_fen(fen).unwrap();
    let mut history = KeyHistory::new();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let played = moves.into_iter().enumerate().map(|(i, name)| {
        let mv = position.legal_move(name[..2].parse().unwrap(), name[2..].parse().unwrap(), None).unwrap();
        history.push(&position);
        position.play_unchecked(mv);
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
fn two_repetitions_before_the_root_are_a_draw() {
    let moves = "a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 a2a1 h7h8";
    assert_eq!(draws(ROOKS, moves, 3)[3..], [false, false, false, true, true]);
    assert_eq!(draws(ROOKS, moves, 8)[7..], [true]);
}

#[test]
fn fifty_moves_are_a_draw_but_for_mate() {
    assert_eq!(draws("4k2r/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2 h8h7", 0), [false, true]);
    assert_eq!(draws("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", 0), [false]);
    assert_eq!(draws("6k1/8/6K1/8/8/8/8/R7 w - - 99 80", "a1b1", 0), [true]);
    // A check that can be escaped from is not a mate, and stalemate needs no exception: it is a draw, too.
    assert_eq!(draws("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1a8", 0), [true]);
    assert_eq!(draws("7k/8/5K2/8/8/8/8/R7 w - - 98 80", "a1a8", 0), [false]);
    assert_eq!(draws("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "a1g1", 0), [true]);
}

#[test]
fn bare_kings_are_a_draw() {
    assert_eq!(draws("4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2", 0), [true]);
}

/// Makes every move, and looks for the position it leads to among those before.
fn slow(position: &Position, history: &KeyHistory, ply: usize) -> bool {
    let mut history = history.clone();
    history.push(position);
    position.legal_moves().iter().any(|&mv| {
        let after = position.after(mv);
        match history.last_repetition(&after) {
            None => false,
            Some(back) => back <= ply + 1 || history.repetitions(&after) >= 2,
        }
    })
}

/// A move that takes back the last one of the side, or any; mostly one that moves a piece without taking anything. No
/// side passes after the other one has passed, and a search does not do so either.
fn choose(position: &Position, [last, reply]: [Move; 2], random: &mut Random) -> Option<Move> {
    if !position.is_in_check() && !reply.is_null() && random.below(25) == 0 {
        return Some(Move::NULL);
    }
    let moves = position.legal_moves();
    let is_back = |mv: &&Move| mv.is_quiet() && mv.from() == last.to() && mv.to() == last.from();
    if let Some(&back) = moves.iter().find(is_back) {
        if random.below(3) > 0 {
            return Some(back);
        }
    }
    let is_reversible =
        |mv: Move| mv.is_quiet() && position.piece_type_at(mv.from()) != Some(PieceType::Pawn);
    let reversible: Vec<Move> = moves.iter().copied().filter(|&mv| is_reversible(mv)).collect();
    if !reversible.is_empty() && random.below(30) > 0 {
        return Some(random.pick(&reversible));
    }
    (!moves.is_empty()).then(|| random.pick(&moves))
}

#[test]
fn upcoming_repetitions_are_those_that_making_every_move_finds() {
    let mut random = Random::new(960);
    let (mut found, mut of_the_game, mut checked) = (0, 0, 0);
    for game in 0..120 {
        let mut position = match game % 3 {
            0 => Position::START,
            1 => chess960(&mut random),
            _ => random.pick(&[known::KIWIPETE, known::CPW_3, known::CPW_5]).parse().unwrap(),
        };
        let mut history = KeyHistory::new();
        let mut last = [Move::NULL; 2];
        for _ in 0..150 {
            for ply in [0, 1, 2, 3, 4, random.below(20), history.len()] {
                let expected = slow(&position, &history, ply);
                assert_eq!(upcoming_repetition(&position, &history, ply), expected, "{position} {ply}");
                found += u32::from(expected);
                of_the_game += u32::from(expected && ply == 0);
                checked += 1;
            }
            let Some(mv) = choose(&position, last, &mut random) else { break };
            history.push(&position);
            position.play_unchecked(mv);
            last = [last[1], mv];
        }
    }
    assert!(found > 5000 && of_the_game > 500 && checked > 2 * found, "{found} {of_the_game} {checked}");
}

#[test]
fn blocked_foreign_and_irreversible_moves_prevent_a_repetition() {
    let upcoming = |fen: &str, moves: &str| {
        let mut position: Position = fen.parse().unwrap();
        let mut history = KeyHistory::new();
        for name in moves.split_whitespace() {
            let [from, to] = [&name[..2], &name[2..]].map(|square| square.parse().unwrap());
            let mv = position.legal_move(from, to, None).unwrap();
            history.push(&position);
            position.play_unchecked(mv);
        }
        upcoming_repetition(&position, &history, history.len())
    };
    let fen = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert!(upcoming(fen, "a1a8 e8e7 a8a1"));
    assert!(!upcoming(fen, "a1a8 e8e7"));
    // Black has lost a move, and White's rook is on its square again.
    assert!(!upcoming(fen, "a1a2 e8e7 a2a3 e7e8 a3a1"));
    // The castling right is gone.
    assert!(!upcoming("4k2r/8/8/8/8/8/8/R3K3 w k - 0 1", "a1a2 h8h7 a2a1"));
    // White's king is between the squares of the rook, which has gone around.
    let around = "f5e5 a1a8 e5e6 a8h8 e6f6 h8h1 f6f5";
    assert!(!upcoming("8/8/8/5k2/8/8/8/R2K4 b - - 0 1", around));
    assert!(upcoming("8/8/8/5k2/8/2K5/8/R7 b - - 0 1", around));
}
