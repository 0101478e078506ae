use chess_testkit::Random;
use chess_types::{List, Move, MoveKind, MoveList, PvLine, ScoredMove, ScoredMoveList, Square};

use crate::all_moves;

/// Distinct moves, of which every list can be filled.
fn some_moves(count: usize) -> impl Iterator<Item = Move> {
    all_moves().skip(1).step_by(7).take(count)
}

/// Moves with these scores and different squares.
fn scored(scores: &[i32]) -> Vec<ScoredMove> {
    some_moves(scores.len()).zip(scores).map(|(mv, &score)| ScoredMove { mv, score }).collect()
}

/// Scores that are often equal, and the greatest and least of all.
fn scores(random: &mut Random) -> Vec<i32> {
    let count = random.below(257);
    (0..count)
        .map(|_| match random.below(4) {
            0 => random.below(6) as i32 - 3,
            1 => i32::MAX,
            2 => i32::MIN,
            _ => random.word() as i32,
        })
        .collect()
}

fn stably_sorted(mut moves: Vec<ScoredMove>) -> Vec<ScoredMove> {
    moves.sort_by_key(|scored| std::cmp::Reverse(scored.score));
    moves
}

#[test]
fn picking_gives_the_scores_of_a_sorted_list() {
    for mut random in Random::cases(256) {
        let scores = scores(&mut random);
        let moves = scored(&scores);
        let sorted = stably_sorted(moves.clone());
        let mut list: ScoredMoveList = moves.iter().copied().collect();

        let mut best_first = list.best_first();
        assert_eq!(best_first.len(), moves.len());
        let picked: Vec<ScoredMove> = best_first.by_ref().collect();
        assert_eq!((best_first.len(), best_first.next()), (0, None));
        drop(best_first);

        assert_eq!(picked.first(), sorted.first());
        assert!(picked.iter().map(|it| it.score).eq(sorted.iter().map(|it| it.score)));
        assert_eq!(&list[..], &picked[..]);
        let words = |moves: &[ScoredMove]| {
            moves.iter().map(|it| it.mv.raw()).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(words(&picked), words(&moves));
    }
}

#[test]
fn each_pick_moves_the_earliest_best_to_its_place() {
    for mut random in Random::cases(256) {
        let (scores, start) = (scores(&mut random), random.below(300));
        let mut naive = scored(&scores);
        let mut list: ScoredMoveList = naive.iter().copied().collect();
        let picked = list.get_mut(start..).and_then(ScoredMove::pick_best);
        let best = (start..naive.len()).min_by_key(|&i| (std::cmp::Reverse(naive[i].score), i));
        assert_eq!(picked, best.map(|best| naive[best]));
        if let Some(best) = best {
            naive.swap(start, best);
        }
        assert_eq!(&list[..], &naive[..]);
        let end = naive.len().min(start);
        assert_eq!(
            ScoredMove::pick_best(&mut list[..end]).map(|it| it.score),
            naive[..end].iter().map(|it| it.score).max()
        );
    }
}

/// With the word of the move in the score, the order does not depend on that of the list.
#[test]
fn scores_of_another_type_decide_between_equal_values() {
    for mut random in Random::cases(64) {
        let scores = scores(&mut random);
        let tied =
            |(mv, &score): (Move, &i32)| ScoredMove { mv, score: (score, std::cmp::Reverse(mv.raw())) };
        let mut moves: Vec<_> = some_moves(scores.len()).zip(&scores).map(tied).collect();
        let mut list: List<_, 256> = moves.iter().copied().collect();
        for i in (1..list.len()).rev() {
            list.swap(i, random.below(i + 1));
        }
        moves.sort_by_key(|scored| std::cmp::Reverse(scored.score));
        assert!(list.best_first().eq(moves.iter().copied()));
        assert_eq!(ScoredMove::pick_best(&mut list), moves.first().copied());
    }
}

#[test]
fn retaining_keeps_the_order() {
    for mut random in Random::cases(256) {
        let count = random.below(257);
        let moves: Vec<Move> = (0..count).filter_map(|_| Move::from_raw(random.word() as u16).ok()).collect();
        let mut list: MoveList = moves.iter().copied().collect();
        list.retain(|mv| mv.is_capture());
        let kept: Vec<Move> = moves.into_iter().filter(|mv| mv.is_capture()).collect();
        assert_eq!(&list[..], kept);
    }
}

#[test]
fn lists_hold_256_moves_and_no_more() {
    let mut list = MoveList::new();
    for mv in some_moves(256) {
        assert!(!list.is_full());
        list.push(mv);
        assert!(!list.is_empty());
    }
    assert_eq!((list.len(), list.remaining_capacity(), list.is_full()), (256, 0, true));
    assert!(list.iter().copied().eq(some_moves(256)));
    let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    assert_eq!(list.try_push(mv).map_err(arrayvec::CapacityError::element), Err(mv));
    assert_eq!(list.pop(), some_moves(256).last());
    assert_eq!(list.try_push(mv), Ok(()));
    assert_eq!(list.last(), Some(&mv));

    let mut scored: ScoredMoveList = some_moves(256).map(|mv| ScoredMove { mv, score: 0 }).collect();
    assert!(scored.try_push(ScoredMove { mv, score: 1 }).is_err());
    scored.clear();
    assert!(scored.is_empty());
}

#[test]
#[should_panic(expected = "CapacityError")]
fn pushing_to_a_full_list_panics() {
    let mut list: MoveList = some_moves(256).collect();
    list.push(Move::NULL);
}

#[test]
fn lists_change_like_vectors() {
    let moves: Vec<Move> = some_moves(6).collect();
    let mut list: MoveList = moves.iter().copied().collect();
    assert_eq!(list.swap_remove(1), moves[1]);
    assert_eq!(list.as_slice(), [moves[0], moves[5], moves[2], moves[3], moves[4]]);
    list.truncate(2);
    assert_eq!(list[..], [moves[0], moves[5]]);
    list.extend([moves[3]]);
    assert!(list.contains(&moves[3]));
    for mv in list.iter_mut() {
        *mv = Move::new(mv.from(), mv.to(), MoveKind::Capture);
    }
    assert!((&list).into_iter().all(|mv| mv.is_capture()));
    let mut by_value = list.clone().into_iter();
    assert_eq!((by_value.len(), by_value.next_back()), (3, list.last().copied()));
    assert!(by_value.eq(list[..2].iter().copied()));
    list.clear();
    assert_eq!(list, MoveList::new());
}

#[test]
fn a_line_is_a_move_and_the_line_below_it() {
    let moves: Vec<Move> = some_moves(4).collect();
    let mut line = PvLine::new();
    for mv in moves.iter().rev() {
        let child = line.clone();
        line.set(*mv, &child);
    }
    assert_eq!(line.as_slice(), moves);
    line.set(moves[3], &PvLine::new());
    assert_eq!(line.as_slice(), [moves[3]]);
    assert!(!line.is_empty());
    line.clear();
    assert!(line.is_empty());
    assert_eq!(line.to_string(), "");
}

#[test]
fn a_full_line_loses_its_last_move() {
    let moves: Vec<Move> = some_moves(PvLine::CAPACITY + 1).collect();
    for length in [PvLine::CAPACITY - 2, PvLine::CAPACITY - 1, PvLine::CAPACITY] {
        let child: PvLine = moves[1..=length].iter().copied().collect();
        assert_eq!(child.len(), length);
        let mut line = PvLine::new();
        line.set(moves[0], &child);
        assert_eq!(line.as_slice(), &moves[..(length + 1).min(PvLine::CAPACITY)]);
    }
}

#[test]
fn a_line_is_written_in_both_spellings() {
    let line: PvLine = [
        Move::new(Square::E2, Square::E4, MoveKind::DoublePush),
        Move::new(Square::E8, Square::A8, MoveKind::QueenCastle),
        Move::new(Square::B7, Square::A8, MoveKind::KnightCapturePromotion),
    ]
    .into_iter()
    .collect();
    assert_eq!(line.to_string(), "e2e4 e8c8 b7a8n");
    assert_eq!(line.uci960().to_string(), "e2e4 e8a8 b7a8n");
    assert_eq!((&line).into_iter().count(), 3);
    assert!(line.clone().into_iter().eq(line.iter().copied()));
    assert!(line.clone().into_iter().rev().eq(line.iter().rev().copied()));
}

/// Writing moves to the spare capacity and setting the length gives the same list as pushing them.
#[test]
#[allow(unsafe_code, reason = "taking in what has been written is a promise")]
fn the_room_behind_the_items_is_all_that_is_left() {
    for before in [0, 1, 100, 255, 256] {
        let mut written: MoveList = some_moves(before).collect();
        let mut pushed = written.clone();
        let room = written.spare_capacity_mut();
        assert_eq!(room.len(), MoveList::CAPACITY - before);
        let count = room.len() / 2;
        for (place, mv) in room.iter_mut().zip(some_moves(count)) {
            place.write(mv);
            pushed.push(mv);
        }
        // SAFETY: so many moves have just been written behind the earlier ones.
        unsafe { written.set_len(before + count) };
        assert_eq!(written, pushed);
    }
}

#[test]
fn lists_are_ordered_like_slices() {
    let (first, second) = (Move::NULL, Move::new(Square::B1, Square::A1, MoveKind::Quiet));
    for (a, b) in [(vec![first], vec![second]), (vec![first], vec![first, first]), (vec![], vec![first])] {
        let lists = [&a, &b].map(|moves| moves.iter().copied().collect::<MoveList>());
        assert!(a < b && lists[0] < lists[1]);
    }
}
