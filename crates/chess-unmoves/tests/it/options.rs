use std::collections::BTreeSet;

use chess_board::{CastlingRules, Position};
use chess_testkit::{POSITIONS, sample};
use chess_types::{File, PieceType};
use chess_unmoves::{UnMove, UnMoveOptions, unmoves};

use crate::naive::{Entry, entry};

fn set(position: &Position, options: UnMoveOptions) -> BTreeSet<Entry> {
    unmoves(position, options).into_iter().map(entry).collect()
}

/// Asserts that the options select the un-moves for which `is_wanted` is true, in all kinds of positions.
fn check(options: impl Fn(UnMoveOptions) -> UnMoveOptions, is_wanted: impl Fn(&UnMove) -> bool) {
    let (mut kept, mut dropped) = (0, 0);
    for position in sample(POSITIONS.iter(), 3) {
        for all in [UnMoveOptions::EXACT, UnMoveOptions::SAME_KEY] {
            let full = unmoves(position, all);
            let expected: BTreeSet<_> = full.iter().copied().filter(&is_wanted).map(entry).collect();
            assert_eq!(set(position, options(all)), expected, "{position}");
            kept += expected.len();
            dropped += full.len() - expected.len();
        }
    }
    assert!(kept > 1000 && dropped > 10, "{kept} {dropped}");
}

#[test]
fn the_caller_chooses_the_captured_types() {
    check(|options| options.captured(&[]), |unmove| unmove.captured.is_none());
    check(|options| options.captured(&[PieceType::King]), |unmove| unmove.captured.is_none());
    for one in [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        check(
            |options| options.captured(&[one]),
            |unmove| unmove.captured.is_none_or(|captured| captured == one),
        );
    }
    let two = [PieceType::Rook, PieceType::Queen];
    check(
        |options| options.captured(&two),
        |unmove| unmove.captured.is_none_or(|captured| two.contains(&captured)),
    );
}

#[test]
fn the_caller_leaves_out_promotions() {
    check(UnMoveOptions::without_unpromotions, |unmove| !unmove.mv.is_promotion());
}

#[test]
fn the_caller_chooses_the_castlings() {
    check(|options| options.castling(None), |unmove| !unmove.mv.is_castle());
    check(
        |options| options.castling(Some(CastlingRules::Chess)),
        |unmove| {
            unmove.mv.castling().is_none_or(|castling| {
                castling.king.file() == File::E && castling.rook.file() == castling.side().corner_file()
            })
        },
    );
}

#[test]
fn the_two_halves_of_the_reading_can_be_chosen_alone() {
    let mut differ = [0; 2];
    for position in POSITIONS.iter() {
        let exact = set(position, UnMoveOptions::EXACT);
        let any_counters = set(position, UnMoveOptions::EXACT.any_counters());
        let any_skipped_square = set(position, UnMoveOptions::EXACT.any_skipped_square());
        let same_key = set(position, UnMoveOptions::SAME_KEY);
        assert_eq!(UnMoveOptions::EXACT.any_counters().any_skipped_square(), UnMoveOptions::SAME_KEY);
        assert!(any_counters.is_superset(&exact) && any_skipped_square.is_superset(&exact), "{position}");
        assert!(
            same_key.is_superset(&any_counters) && same_key.is_superset(&any_skipped_square),
            "{position}"
        );
        // Without counters, only double pushes can be missing, unless a skipped square forces one of them.
        if position.skipped_square().is_none() {
            assert!(same_key.difference(&any_counters).all(|(mv, ..)| mv.is_double_push()), "{position}");
        }
        differ[0] += usize::from(any_counters != exact);
        differ[1] += usize::from(any_skipped_square != exact);
    }
    assert!(differ.iter().all(|&count| count > 100), "{differ:?}");
}
