//! Histories of moves and of captures, counter-moves, the scores made of them, and the bounds of mate scores.

use std::collections::HashMap;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_search::score::{
    MATE, MAX_EVALUATION, MAX_PLY, TABLE_WIN, from_node, from_root, is_decisive, is_mate, mate_in, mated_in,
    moves_to_mate,
};
use chess_search::{
    Bound, CaptureHistory, Color, CounterMoves, Histories, History, Killers, Move, MoveKind, MoveScores,
    Piece, PieceType, Refutations, Square, victim_score,
};
use chess_testkit::Random;

use crate::positions::POSITIONS;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn quiet(from: Square, to: Square) -> Move {
    Move::new(from, to, MoveKind::Quiet)
}

fn capture(from: Square, to: Square) -> Move {
    Move::new(from, to, MoveKind::Capture)
}

/// The value of an entry after an update by `bonus`.
fn updated(value: i32, bonus: i32) -> i32 {
    value + bonus - value * bonus.abs() / 8192
}

#[test]
fn each_side_and_pair_of_squares_has_a_score_of_its_own() {
    let mut random = Random::new(11);
    let mut history = History::new();
    let mut twin: HashMap<(Color, Square, Square), i32> = HashMap::new();
    let mut used = Vec::new();
    for _ in 0..20_000 {
        let any = (random.pick(&Color::ALL), random.pick(&Square::ALL), random.pick(&Square::ALL));
        used.push(any);
        let (side, from, to) = random.pick(&used);
        let bonus = random.below(4000) as i32 - 2000;
        history.update(side, quiet(from, to), bonus);
        let value = twin.entry((side, from, to)).or_default();
        *value = updated(*value, bonus);
    }
    for (side, from, to) in used {
        let expected = twin.get(&(side, from, to)).copied().unwrap_or_default();
        assert_eq!(history.score(side, quiet(from, to)), expected);
    }
    assert!(twin.values().any(|&value| value > 3000) && twin.values().any(|&value| value < -3000));
}

#[test]
fn each_piece_target_and_victim_has_a_score_of_its_own() {
    let mut random = Random::new(12);
    let mut history = CaptureHistory::new();
    let mut twin: HashMap<(Piece, Square, PieceType), i32> = HashMap::new();
    let mut used = Vec::new();
    for _ in 0..20_000 {
        let any = (random.pick(&Piece::ALL), random.pick(&Square::ALL), random.pick(&PieceType::ALL));
        used.push(any);
        let (piece, to, victim) = random.pick(&used);
        let bonus = random.below(4000) as i32 - 2000;
        // The origin makes no difference.
        history.update(piece, capture(random.pick(&Square::ALL), to), victim, bonus);
        let value = twin.entry((piece, to, victim)).or_default();
        *value = updated(*value, bonus);
    }
    for (piece, to, victim) in used {
        let expected = twin.get(&(piece, to, victim)).copied().unwrap_or_default();
        for from in [Square::A1, Square::G5] {
            assert_eq!(history.score(piece, capture(from, to), victim), expected);
        }
    }
    assert!(twin.values().any(|&value| value > 3000) && twin.values().any(|&value| value < -3000));
}

/// A reply belongs to the piece and the square on which it has arrived; for castling that is the square of the king.
#[test]
fn each_piece_and_target_has_a_reply_of_its_own() {
    let mut counters = CounterMoves::new();
    let mut twin: HashMap<(Piece, Square), Move> = HashMap::new();
    for (i, before) in POSITIONS.iter().enumerate() {
        for mv in before.legal_moves() {
            let after = before.after(mv);
            let destination = mv.destination();
            let piece = after.piece_at(destination).unwrap();
            let expected = twin.get(&(piece, destination)).copied().unwrap_or(Move::NULL);
            assert_eq!(counters.reply(&after, mv), expected, "{before} {mv}");
            let reply = quiet(Square::ALL[i % 64], Square::ALL[i * 7 % 64]);
            counters.set(&after, mv, reply);
            twin.insert((piece, destination), reply);
            assert_eq!(counters.reply(&after, mv), reply);
        }
    }
    assert!(twin.len() > 400, "{}", twin.len());
}

#[test]
fn a_passed_turn_has_no_reply() {
    // The null move has the squares of a1, where a rook is.
    let start = Position::START;
    let mut counters = CounterMoves::new();
    let reply = quiet(Square::G1, Square::F3);
    counters.set(&start, Move::NULL, reply);
    assert_eq!(counters.reply(&start, Move::NULL), Move::NULL);
    assert_eq!(counters.reply(&start, quiet(Square::B1, Square::A1)), Move::NULL);
    counters.set(&start, quiet(Square::B1, Square::A1), reply);
    assert_eq!(counters.reply(&start, quiet(Square::B1, Square::A1)), reply);
    assert_eq!(counters.reply(&start, Move::NULL), Move::NULL);
}

/// A pawn can promote with a capture and without; others can take, also en passant.
const NOISY: &str = "1r1nk3/2P5/8/3pP3/1q6/8/3N4/3QK3 w - d6 0 1";

#[test]
fn updates_go_to_the_table_of_the_kind_of_move() {
    let position = position(NOISY);
    for mv in position.legal_moves() {
        let mut histories = Histories::new();
        histories.update(&position, mv, 1000);
        let side = position.side_to_move();
        let piece = position.piece_at(mv.from()).unwrap();
        let quiet = if mv.is_quiet() { 1000 } else { 0 };
        assert_eq!(histories.quiets.score(side, mv), quiet, "{mv}");
        assert_eq!(histories.quiets.score(!side, mv), 0, "{mv}");
        let victim = position.captured(mv);
        for other in PieceType::ALL {
            let expected = if victim == Some(other) { 1000 } else { 0 };
            assert_eq!(histories.captures.score(piece, mv, other), expected, "{mv} {other:?}");
        }
    }
}

#[test]
fn evasions_put_the_least_capture_above_every_quiet_move_and_underpromotions_below_captures() {
    /// Scores at the ends of 16 bits.
    struct Ends(i32);

    impl MoveScores for Ends {
        fn quiet(&self, _: &Position, _: PieceType, _: Move) -> i32 {
            self.0
        }
    }

    let position = position(NOISY);
    let pawn = capture(Square::E5, Square::D6);
    for (end, quarter) in [(32_767, 8191), (-32_768, -8192), (7, 1), (-7, -1)] {
        let quiet = quiet(Square::D1, Square::C1);
        assert_eq!(Ends(end).evasion(&position, PieceType::Queen, quiet), quarter);
    }
    let highest_quiet = Ends(32_767).evasion(&position, PieceType::Queen, quiet(Square::D1, Square::C1));
    for mv in position.legal_moves().into_iter().filter(|mv| mv.is_noisy()) {
        let piece_type = position.piece_type_at(mv.from()).unwrap();
        let score = Ends(0).evasion(&position, piece_type, mv);
        let is_under = mv.promotion().is_some_and(|to| to != PieceType::Queen);
        assert_eq!(score > highest_quiet, !is_under, "{mv}");
        assert_eq!(Ends(0).noisy(&position, piece_type, mv), victim_score(&position, piece_type, mv));
    }
    assert_eq!(pawn.from(), Square::E5);
}

#[test]
fn killers_hold_the_last_two_and_refutations_pass_over_what_repeats() {
    let [a, b, c] = [Square::A3, Square::B3, Square::C3].map(|to| quiet(Square::A2, to));
    let mut killers = Killers::new();
    assert!(![a, b, c].iter().any(|&mv| killers.contains(mv)));
    killers.add(a);
    killers.add(b);
    assert_eq!([a, b, c].map(|mv| killers.contains(mv)), [true, true, false]);
    killers.add(b);
    assert_eq!([a, b, c].map(|mv| killers.contains(mv)), [true, true, false]);
    killers.add(c);
    assert_eq!([a, b, c].map(|mv| killers.contains(mv)), [false, true, true]);
    // A killer that comes again is the newer one.
    killers.add(b);
    killers.add(a);
    assert_eq!([a, b, c].map(|mv| killers.contains(mv)), [true, true, false]);
    assert_eq!(Refutations::new(Killers::new(), Move::NULL), Refutations::NONE);
    assert_ne!(Refutations::new(killers, Move::NULL), Refutations::new(killers, c));
}

#[test]
fn mate_scores_end_at_the_greatest_ply() {
    let most = MAX_PLY;
    assert_eq!((mate_in(0), mated_in(0)), (MATE, -MATE));
    assert_eq!((mate_in(7), mated_in(7)), (31_993, -31_993));
    for ply in 0..=most {
        assert!(is_mate(mate_in(ply)) && is_mate(mated_in(ply)), "{ply}");
        assert!(is_decisive(mate_in(ply)) && is_decisive(mated_in(ply)), "{ply}");
        assert_eq!(moves_to_mate(mate_in(ply)), Some(ply as i32 / 2 + ply as i32 % 2));
        assert_eq!(moves_to_mate(mated_in(ply)), Some(-(ply as i32) / 2));
        assert!(is_decisive(TABLE_WIN - ply as i32) && !is_mate(TABLE_WIN - ply as i32));
    }
    for score in [mate_in(most + 1), mated_in(most + 1), TABLE_WIN, -TABLE_WIN] {
        assert!(!is_mate(score) && is_decisive(score), "{score}");
        assert_eq!(moves_to_mate(score), None);
    }
    for (score, is) in [(MAX_EVALUATION, false), (MAX_EVALUATION + 1, true)] {
        assert_eq!([is_decisive(score), is_decisive(-score)], [is, is]);
    }
    assert_eq!(MAX_EVALUATION + 1, TABLE_WIN - MAX_PLY as i32);
}

#[test]
fn decisive_scores_alone_move_with_the_ply() {
    for ply in [0, 1, 77, MAX_PLY] {
        let plies = ply as i32;
        for score in [0, 1, -1, MAX_EVALUATION, -MAX_EVALUATION] {
            assert_eq!((from_node(score, ply), from_root(score, ply)), (score, score));
        }
        for score in [MAX_EVALUATION + 1, TABLE_WIN - plies, mate_in(ply)] {
            assert_eq!((from_node(score, ply), from_node(-score, ply)), (score + plies, -score - plies));
            assert_eq!(from_root(from_node(score, ply), ply), score);
            assert_eq!(from_root(from_node(-score, ply), ply), -score);
        }
    }
    assert_eq!((from_root(mate_in(2), 5), from_root(mated_in(2), 5)), (mate_in(7), mated_in(7)));
}

#[test]
fn a_bound_settles_a_node_and_improves_an_estimate_at_its_own_side() {
    for (bound, settled, improves) in [
        (Bound::Exact, [true; 5], [true; 5]),
        (Bound::Lower, [false, false, false, true, true], [false, false, false, true, true]),
        (Bound::Upper, [true, true, false, false, false], [true, true, false, false, false]),
    ] {
        assert_eq!([-20, -10, 0, 10, 20].map(|score| bound.settles(score, -10, 10)), settled);
        assert_eq!([-2, -1, 0, 1, 2].map(|score| bound.improves(score, 0)), improves);
    }
}
