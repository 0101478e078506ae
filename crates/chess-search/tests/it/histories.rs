//! Histories of moves and of captures, counter-moves, continuations and corrections, the scores made of them, a picker that goes by
//! scores of its user, the bounds of mate scores, and the frames of a search.

use std::collections::HashMap;
use std::hash::Hash;

use chess_board::Position;
use chess_movegen::{Node, PositionExt};
use chess_search::score::{
    MATE, MAX_EVALUATION, MAX_PLY, TABLE_WIN, from_node, from_root, is_decisive, is_mate, mate_in, mated_in,
    moves_to_mate,
};
use chess_search::{
    Bound, CaptureHistory, Color, ContinuationHistory, CorrectionHistory, CounterMoves, Frame, Histories,
    History, Killers, Move, MoveKind, MovePicker, MoveScores, NO_EVALUATION, Piece, PieceTo, PieceType,
    Refutations, Square, Stack, Stage, victim_score,
};
use chess_testkit::{Random, sample};

use crate::POSITIONS;

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn quiet(from: Square, to: Square) -> Move {
    Move::new(from, to, MoveKind::Quiet)
}

fn capture(from: Square, to: Square) -> Move {
    Move::new(from, to, MoveKind::Capture)
}

/// Updates entries at random, and compares all scores with those of a map.
fn agrees_with_a_map<H, K: Copy + Eq + Hash>(
    mut history: H,
    any: impl Fn(&mut Random) -> K,
    update: impl Fn(&mut H, K, i32, &mut Random),
    score: impl Fn(&H, K) -> i32,
) {
    let mut random = Random::new(11);
    let mut twin: HashMap<K, i32> = HashMap::new();
    let mut used = Vec::new();
    for _ in 0..20_000 {
        used.push(any(&mut random));
        let entry = random.pick(&used);
        let bonus = random.below(4000) as i32 - 2000;
        update(&mut history, entry, bonus, &mut random);
        let value = twin.entry(entry).or_default();
        *value += bonus - *value * bonus.abs() / 8192;
    }
    for entry in used {
        assert_eq!(score(&history, entry), twin.get(&entry).copied().unwrap_or_default());
    }
    assert!(twin.values().any(|&value| value > 3000) && twin.values().any(|&value| value < -3000));
}

#[test]
fn every_history_entry_has_its_own_score() {
    fn square(random: &mut Random) -> Square {
        random.pick(&Square::ALL)
    }
    agrees_with_a_map(
        History::new(),
        |random| (random.pick(&Color::ALL), square(random), square(random)),
        |history, (side, from, to), bonus, _| history.update(side, quiet(from, to), bonus),
        |history, (side, from, to)| history.score(side, quiet(from, to)),
    );
    // The origin of a capture makes no difference.
    agrees_with_a_map(
        CaptureHistory::new(),
        |random| (random.pick(&Piece::ALL), square(random), random.pick(&PieceType::ALL)),
        |history, (piece, to, victim), bonus, random| {
            history.update(piece, capture(square(random), to), victim, bonus);
        },
        |history, (piece, to, victim)| {
            let [one, other] =
                [Square::A1, Square::G5].map(|from| history.score(piece, capture(from, to), victim));
            assert_eq!(one, other);
            one
        },
    );
    agrees_with_a_map(
        ContinuationHistory::new(),
        |random| {
            let earlier = PieceTo::new(random.pick(&Piece::ALL), square(random));
            let earlier = if random.below(50) == 0 { PieceTo::NONE } else { earlier };
            (earlier, random.pick(&Piece::ALL), square(random))
        },
        |history, (earlier, piece, to), bonus, _| history.after_mut(earlier).update(piece, to, bonus),
        |history, (earlier, piece, to)| history.after(earlier).score(piece, to),
    );
}

#[test]
fn a_cleared_continuation_history_has_no_score() {
    let earlier = PieceTo::new(Piece::WhiteKnight, Square::F3);
    let mut history = ContinuationHistory::new();
    history.after_mut(earlier).update(Piece::BlackPawn, Square::E5, 500);
    history.clear();
    assert_eq!(history.after(earlier).score(Piece::BlackPawn, Square::E5), 0);
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
fn evasions_order_captures_quiet_moves_and_underpromotions() {
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
    for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_quiet()) {
        let piece_type = position.piece_type_at(mv.from()).unwrap();
        let score = Ends(0).evasion(&position, piece_type, mv);
        let is_under = mv.promotion().is_some_and(|to| to != PieceType::Queen);
        assert_eq!(score > highest_quiet, !is_under, "{mv}");
        assert_eq!(Ends(0).noisy(&position, piece_type, mv), victim_score(&position, piece_type, mv));
    }
    assert_eq!(pawn.from(), Square::E5);
}

#[test]
fn killers_hold_two_moves_and_refutations_skip_repeats() {
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
fn a_bound_settles_a_node_and_improves_an_estimate() {
    for (bound, settled, improves) in [
        (Bound::Exact, [true; 5], [true; 5]),
        (Bound::Lower, [false, false, false, true, true], [false, false, false, true, true]),
        (Bound::Upper, [true, true, false, false, false], [true, true, false, false, false]),
    ] {
        assert_eq!([-20, -10, 0, 10, 20].map(|score| bound.settles(score, -10, 10)), settled);
        assert_eq!([-2, -1, 0, 1, 2].map(|score| bound.improves(score, 0)), improves);
    }
}

#[test]
fn a_move_has_the_index_of_its_piece_and_target() {
    for position in sample(POSITIONS.iter(), 7) {
        assert_eq!(PieceTo::of_move(position, Move::NULL), PieceTo::NONE);
        for mv in position.legal_moves() {
            let piece = position.piece_at(mv.from()).unwrap();
            assert_eq!(PieceTo::of_move(position, mv), PieceTo::new(piece, mv.to()));
            assert_ne!(PieceTo::of_move(position, mv), PieceTo::NONE);
        }
    }
}

#[test]
fn corrections_follow_errors_by_pawns_and_by_pieces() {
    let position = |fen: &str| fen.parse::<Position>().unwrap();
    let known = position("4k3/pp3n2/8/8/8/8/PP3R2/4K3 w - - 0 1");
    let same_pawns = position("4k1q1/pp6/8/8/8/8/PP6/4KQ2 w - - 0 1");
    let same_minors = position("4k3/p4n2/8/8/8/8/P7/2Q1K3 w - - 0 1");
    let same_white = position("4k2r/p7/8/8/8/8/P4R2/4K3 w - - 0 1");
    let other = position("4k2r/p7/8/8/8/8/P7/3QK3 w - - 0 1");
    let mut passed = known;
    passed.play_unchecked(Move::NULL);
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
        assert!(!mv.is_quiet());
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
fn noisy_moves_are_ordered_by_victim_by_default() {
    for position in sample(POSITIONS.iter(), 3) {
        let node = Node::new(position);
        let mut picker = MovePicker::noisy(&node, Move::NULL, i32::MIN);
        let scores = std::iter::from_fn(|| picker.next(&node, &QuietScores))
            .map(|mv| victim_score(position, position.piece_type_at(mv.from()).unwrap(), mv));
        assert!(scores.is_sorted_by(|a, b| a >= b), "{position}");
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_quiet()) {
            let score = victim_score(position, position.piece_type_at(mv.from()).unwrap(), mv);
            assert!((-20_000..=14_400).contains(&score));
        }
    }
}

#[test]
fn there_is_a_frame_for_each_ply_and_one_more() {
    let mut number = 0;
    let stack = Stack::with(|| {
        number += 1;
        number
    });
    for ply in 0..=MAX_PLY + 1 {
        let frame: &Frame<usize> = &stack[ply];
        assert_eq!((frame.data, frame.mv, frame.evaluation), (ply + 1, Move::NULL, NO_EVALUATION));
        assert!(frame.tried.is_empty() && frame.pv.is_empty() && frame.killers == Killers::new());
        for plies in 0..=ply {
            assert_eq!(stack.back(ply, plies).map(|frame| frame.data), Some(ply - plies + 1));
        }
        assert!(stack.back(ply, ply + 1).is_none());
    }
    assert!(stack.back(MAX_PLY + 2, 0).is_none());
}

#[test]
fn a_line_is_a_move_and_the_next_line() {
    let [a, b, c] = [Square::A3, Square::B3, Square::C3].map(|to| quiet(Square::A2, to));
    let mut stack: Stack = Stack::new();
    stack.set_pv(2, c);
    stack.set_pv(1, b);
    stack.set_pv(0, a);
    assert_eq!([0, 1, 2, 3].map(|ply| stack[ply].pv.to_vec()), [vec![a, b, c], vec![b, c], vec![c], vec![]]);
    // A shorter line takes the place of the longer one.
    stack[1].pv.clear();
    stack.set_pv(0, b);
    assert_eq!(stack[0].pv.to_vec(), [b]);
    // After the last frame there is none whose line could follow.
    stack.set_pv(MAX_PLY + 1, a);
    assert!(stack[MAX_PLY + 1].pv.is_empty());
}

#[test]
fn killers_and_lines_are_cleared_and_moves_and_evaluations_stay() {
    let mv = quiet(Square::G1, Square::F3);
    let mut stack: Stack<u8> = Stack::new();
    for ply in [0, 77, MAX_PLY + 1] {
        let frame = &mut stack[ply];
        frame.killers.add(mv);
        frame.pv.set(mv, &chess_types::PvLine::new());
        (frame.mv, frame.evaluation, frame.data) = (mv, 31, 7);
    }
    stack.clear();
    for ply in [0, 77, MAX_PLY + 1] {
        let frame = &stack[ply];
        assert!(frame.pv.is_empty() && frame.killers == Killers::new());
        assert_eq!((frame.mv, frame.evaluation, frame.data), (mv, 31, 7));
    }
}
