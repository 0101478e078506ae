//! Inputs of networks, compared with the published formulas square by square, and those of moves with the difference of two positions.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_search::{FeatureSet, Refreshes, apply_changes};
use chess_testkit::{POSITIONS, Random, chess960, double_chess960, game};
use chess_types::{Color, File, Piece, PieceType, Square};

/// A map of own buckets: no two squares that a mirror exchanges have the same.
const MAP: [u8; 64] = {
    let mut map = [0; 64];
    let mut square = 0;
    while square < 64 {
        map[square] = (square * 7 % 13) as u8;
        square += 1;
    }
    map
};

/// The slow form of a set: the input of a piece of `side` or of the other, with the king of `side` on `king`, by squares of White's view.
type Slow = fn(side: Color, king: i32, theirs: i32, piece_type: i32, square: i32) -> i32;

fn seen(side: Color, square: i32) -> i32 {
    if side == Color::White { square } else { 8 * (7 - square / 8) + square % 8 }
}

fn chess768(side: Color, _: i32, theirs: i32, piece_type: i32, square: i32) -> i32 {
    384 * theirs + 64 * piece_type + seen(side, square)
}

fn halfka_hm(side: Color, king: i32, theirs: i32, piece_type: i32, square: i32) -> i32 {
    let turned = |square| seen(side, square) ^ if king % 8 < 4 { 7 } else { 0 };
    let (rank, file) = (turned(king) / 8, turned(king) % 8);
    turned(square) + 64 * (2 * piece_type + theirs) + 768 * (4 * (7 - rank) + (7 - file))
}

fn buckets(side: Color, king: i32, theirs: i32, piece_type: i32, square: i32) -> i32 {
    768 * i32::from(MAP[seen(side, king) as usize]) + chess768(side, king, theirs, piece_type, square)
}

fn mirrored(side: Color, king: i32, theirs: i32, piece_type: i32, square: i32) -> i32 {
    let mirrored = if king % 8 > 3 { square ^ 7 } else { square };
    buckets(side, king, theirs, piece_type, mirrored)
}

const SETS: [(FeatureSet, usize, Slow); 4] = [
    (FeatureSet::CHESS768, 768, chess768),
    (FeatureSet::HALFKA_HM, 24_576, halfka_hm),
    (FeatureSet::buckets(&MAP, false), 13 * 768, buckets),
    (FeatureSet::buckets(&MAP, true), 13 * 768, mirrored),
];

fn slow(slow: Slow, position: &Position, side: Color) -> Vec<i32> {
    let king = position.king(side).index() as i32;
    let pieces = (0..64).filter_map(|index| {
        let piece = position.piece_at(Square::from_index(index)?)?;
        let piece_type = PieceType::ALL.iter().position(|&it| it == piece.piece_type())? as i32;
        Some(slow(side, king, i32::from(piece.color() != side), piece_type, index as i32))
    });
    pieces.collect()
}

fn sorted(mut list: Vec<i32>) -> Vec<i32> {
    list.sort_unstable();
    list
}

fn fast(set: &FeatureSet, position: &Position, side: Color) -> Vec<i32> {
    sorted(set.view(side, position.king(side)).indices(position).map(|index| index as i32).collect())
}

/// Plays random games of all three kinds of chess, and calls `visit` with each position.
fn each_position(count: usize, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(53);
    let mut left = count;
    while left > 0 {
        let start = match random.below(3) {
            0 => Position::START,
            1 => chess960(&mut random),
            _ => double_chess960(&mut random),
        };
        for position in game(start, 149, 1, &mut random) {
            visit(&position);
            left = left.saturating_sub(1);
        }
    }
}

#[test]
fn inputs_of_positions_are_those_of_the_formulas() {
    let check = |position: &Position| {
        for (set, inputs, formula) in &SETS {
            for side in Color::ALL {
                let expected = sorted(slow(*formula, position, side));
                assert_eq!(fast(set, position, side), expected, "{position} {side}");
                assert!(set.inputs() == *inputs && expected.iter().all(|&index| (index as usize) < *inputs));
            }
        }
    };
    POSITIONS.iter().for_each(check);
    each_position(20_000, check);
}

#[test]
fn any_number_of_changed_inputs_is_applied() {
    for (removed, added) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (3, 0), (1, 4)] {
        let inputs = |count| (1..=count).collect::<Vec<i32>>();
        let mut sums = [0; 2];
        apply_changes(&inputs(removed), &inputs(added), &[100, 10], &mut sums, |input| [input, 1]);
        let sum = |count: i32| count * (count + 1) / 2;
        assert_eq!(sums, [100 + sum(added) - sum(removed), 10 + added - removed]);
    }
}

#[test]
fn changed_inputs_of_moves_are_the_difference_of_two_positions() {
    let (mut moves, mut refreshed) = (0, [0; SETS.len()]);
    each_position(2_000, |position| {
        let before = SETS.map(|(set, ..)| Color::ALL.map(|side| fast(&set, position, side)));
        for &mv in &position.legal_moves() {
            moves += 1;
            let (changes, after) = (position.changes(mv), position.after(mv));
            for (index, (set, ..)) in SETS.iter().enumerate() {
                for side in Color::ALL {
                    let views = [position, &after].map(|it| set.view(side, it.king(side)));
                    let Some(changed) = set.changes(position, &changes, side) else {
                        assert!(views[0] != views[1], "{position} {mv}");
                        refreshed[index] += 1;
                        continue;
                    };
                    assert!(views[0] == views[1], "{position} {mv}");
                    let mut list = before[index][side.index()].clone();
                    let sum = |list: &[i32]| [list.iter().map(|&index| i64::from(index).pow(2)).sum::<i64>()];
                    let mut sums = [0];
                    changed.apply_from(&sum(&list), &mut sums, |index| [(index as i64).pow(2)]);
                    assert_eq!(sums, sum(&fast(set, &after, side)), "{position} {mv}");
                    for &removed in changed.removed() {
                        let place = list.iter().position(|&it| it == removed as i32);
                        list.swap_remove(place.expect("it was there"));
                    }
                    list.extend(changed.added().iter().map(|&added| added as i32));
                    assert_eq!(sorted(list), fast(set, &after, side), "{position} {mv}");
                }
            }
        }
    });
    assert!(
        moves >= 50_000 && refreshed[0] == 0 && refreshed[1..].iter().all(|&count| count > 500),
        "{moves}"
    );
}

fn row((piece, square): (Piece, Square)) -> u64 {
    (64 * piece as u64 + square as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[test]
fn an_updated_accumulator_equals_a_refreshed_one() {
    let mut refreshes = Refreshes::<u64, { File::ALL.len() }>::new(3);
    for position in POSITIONS.iter() {
        for side in Color::ALL {
            let bucket = position.king(side).file() as usize;
            let (sum, differences) = refreshes.refresh(side, bucket, position.board());
            differences.removed().for_each(|piece| *sum = sum.wrapping_sub(row(piece)));
            differences.added().for_each(|piece| *sum = sum.wrapping_add(row(piece)));
            let expected = position.board().placements().map(row).fold(3, u64::wrapping_add);
            assert_eq!(*sum, expected, "{position} {side:?}");
        }
    }
}
