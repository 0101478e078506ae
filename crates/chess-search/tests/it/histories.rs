//! Continuation and correction histories, and a picker that goes by scores of its user.

use std::collections::HashMap;

use chess_board::Position;
use chess_movegen::{Node, PositionExt};
use chess_search::{
    ContinuationHistory, CorrectionHistory, Move, MovePicker, MoveScores, Piece, PieceTo, PieceType,
    Refutations, Square, Stage, victim_score,
};
use chess_testkit::Random;

use crate::positions::POSITIONS;

#[test]
fn each_pair_of_moves_has_a_continuation_score_of_its_own() {
    let mut random = Random::new(5);
    let mut history = ContinuationHistory::new();
    let mut twin: HashMap<(PieceTo, Piece, Square), i32> = HashMap::new();
    let any = |random: &mut Random| (random.pick(&Piece::ALL), random.pick(&Square::ALL));
    let mut pairs = Vec::new();
    for i in 0..20_000 {
        let (earlier, square) = any(&mut random);
        let earlier = if i % 50 == 0 { PieceTo::NONE } else { PieceTo::new(earlier, square) };
        let (piece, to) = any(&mut random);
        pairs.push((earlier, piece, to));
        let (earlier, piece, to) = random.pick(&pairs);
        let bonus = random.below(4000) as i32 - 2000;
        history.after_mut(earlier).update(piece, to, bonus);
        let value = twin.entry((earlier, piece, to)).or_default();
        *value += bonus - *value * bonus.abs() / 8192;
    }
    for (earlier, piece, to) in pairs {
        let expected = twin.get(&(earlier, piece, to)).copied().unwrap_or_default();
        assert_eq!(history.after(earlier).score(piece, to), expected);
    }
    history.clear();
    assert!(twin.keys().all(|&(earlier, piece, to)| history.after(earlier).score(piece, to) == 0));
}

#[test]
fn a_move_has_the_index_of_its_piece_and_target() {
    for position in POSITIONS.iter().step_by(7) {
        assert_eq!(PieceTo::of_move(position, Move::NULL), PieceTo::NONE);
        for mv in position.legal_moves() {
            let piece = position.piece_at(mv.from()).unwrap();
            assert_eq!(PieceTo::of_move(position, mv), PieceTo::new(piece, mv.to()));
            assert_ne!(PieceTo::of_move(position, mv), PieceTo::NONE);
        }
    }
}

#[test]
fn corrections_follow_the_errors_and_hold_for_positions_with_the_same_pawns_or_pieces() {
    let position = |fen: &str| fen.parse::<Position>().unwrap();
    let known = position("4k3/pp3n2/8/8/8/8/PP3R2/4K3 w - - 0 1");
    let same_pawns = position("4k1q1/pp6/8/8/8/8/PP6/4KQ2 w - - 0 1");
    let same_minors = position("4k3/p4n2/8/8/8/8/P7/2Q1K3 w - - 0 1");
    let same_white = position("4k2r/p7/8/8/8/8/P4R2/4K3 w - - 0 1");
    let other = position("4k2r/p7/8/8/8/8/P7/3QK3 w - - 0 1");
    let mut passed = known;
    passed.play(Move::NULL);
    for sign in [1, -1] {
        let mut history = CorrectionHistory::new();
        let mut last = 0;
        for _ in 0..10 {
            history.update(&known, 6, 40 * sign);
            let correction = sign * history.correction(&known);
            assert!(correction >= last && correction <= CorrectionHistory::MAX);
            last = correction;
        }
        assert!(last > 20, "{last}");
        for related in [same_pawns, same_minors, same_white] {
            let correction = sign * history.correction(&related);
            assert!((1..last).contains(&correction), "{related} {correction}");
        }
        assert_eq!([history.correction(&other), history.correction(&passed)], [0, 0]);
        for _ in 0..100 {
            history.update(&known, 100, 30_000 * sign);
        }
        assert!(sign * history.correction(&known) > CorrectionHistory::MAX * 9 / 10);
        assert!(history.correction(&known).abs() <= CorrectionHistory::MAX);
        history.update(&known, 6, -40 * sign);
        assert!(sign * history.correction(&known) < CorrectionHistory::MAX);
        history.clear();
        assert_eq!(history.correction(&known), 0);
    }
}

/// Scores without sense, which use the whole range.
struct AnyScores;

impl MoveScores for AnyScores {
    fn quiet(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        assert_eq!(position.piece_type_at(mv.from()), Some(piece_type));
        assert!(mv.is_quiet());
        (u64::from(mv.raw()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as i32 - 32_768
    }

    fn noisy(&self, position: &Position, piece_type: PieceType, mv: Move) -> i32 {
        assert_eq!(position.piece_type_at(mv.from()), Some(piece_type));
        assert!(mv.is_noisy());
        (u64::from(mv.raw()).wrapping_mul(0x2545_f491_4f6c_dd1d) >> 48) as i32 - 32_768
    }
}

/// Scores for quiet moves only.
struct QuietScores;

impl MoveScores for QuietScores {
    fn quiet(&self, _: &Position, piece_type: PieceType, _: Move) -> i32 {
        piece_type as i32
    }
}

#[test]
fn a_picker_goes_by_the_scores_of_its_user() {
    for position in POSITIONS.iter() {
        let node = Node::new(position);
        let mut picker = MovePicker::new(&node, Move::NULL, Refutations::NONE);
        let picked: Vec<(Stage, Move)> =
            std::iter::from_fn(|| picker.next(&node, &AnyScores).map(|mv| (picker.stage(), mv))).collect();
        assert_eq!(picked.len(), position.legal_moves().len(), "{position}");
        for pair in picked.chunk_by(|(a, _), (b, _)| a == b) {
            assert!(pair.is_sorted_by_key(|&(stage, mv)| {
                let piece_type = position.piece_type_at(mv.from()).unwrap();
                core::cmp::Reverse(match stage {
                    Stage::Evasions => AnyScores.evasion(position, piece_type, mv),
                    _ if mv.is_quiet() => AnyScores.quiet(position, piece_type, mv),
                    _ => AnyScores.noisy(position, piece_type, mv),
                })
            }));
        }
    }
}

#[test]
fn noisy_moves_are_ordered_by_victims_unless_the_user_says_otherwise() {
    for position in POSITIONS.iter().step_by(3) {
        let node = Node::new(position);
        let mut picker = MovePicker::noisy(&node, Move::NULL, i32::MIN);
        let scores = std::iter::from_fn(|| picker.next(&node, &QuietScores))
            .map(|mv| victim_score(position, position.piece_type_at(mv.from()).unwrap(), mv));
        assert!(scores.is_sorted_by(|a, b| a >= b), "{position}");
        for mv in position.legal_moves().into_iter().filter(|mv| mv.is_noisy()) {
            let score = victim_score(position, position.piece_type_at(mv.from()).unwrap(), mv);
            assert!((-20_000..=14_400).contains(&score));
        }
    }
}
