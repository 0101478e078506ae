use std::collections::BTreeSet;

use chess_board::Position;
use chess_movegen::{PositionExt, has_unmove, unmoves};
use chess_testkit::{POSITIONS, Random, castling, en_passant, scattered};
use chess_types::Move;

use super::naive::{self, Entry, Reading, entry};

/// The numbers of un-moves of each kind, so that a test can require enough of them.
#[derive(Default, Debug)]
struct Counts {
    quiet: u32,
    captures: u32,
    promotions: u32,
    promotions_with_capture: u32,
    en_passant: u32,
    double_pushes: u32,
    castlings: u32,
}

impl Counts {
    fn add(&mut self, mv: Move) {
        let count = match (mv.is_capture(), mv.is_promotion()) {
            (true, true) => &mut self.promotions_with_capture,
            (false, true) => &mut self.promotions,
            (true, false) if mv.is_en_passant() => &mut self.en_passant,
            (true, false) => &mut self.captures,
            _ if mv.is_castle() => &mut self.castlings,
            _ if mv.is_double_push() => &mut self.double_pushes,
            _ => &mut self.quiet,
        };
        *count += 1;
    }
}

/// Compares the list with the oracle, and each position before a move with the one that the oracle has set up.
fn compare(position: &Position, reading: Reading, counts: &mut Counts) {
    let list = unmoves(position, reading.options());
    let expected = naive::unmoves(position, reading);
    let set: BTreeSet<Entry> = list.iter().copied().map(entry).collect();
    let expected_set: BTreeSet<Entry> = expected.iter().map(|&(unmove, _)| entry(unmove)).collect();
    let missing: Vec<_> = expected_set.difference(&set).collect();
    let wrong: Vec<_> = set.difference(&expected_set).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "{position} {reading:?} {missing:?} {wrong:?}");
    assert_eq!(set.len(), list.len(), "{position}: an un-move is listed twice");
    assert_eq!(has_unmove(position, reading.options()), !list.is_empty(), "{position}");
    for (unmove, before) in expected {
        assert_eq!(unmove.before(position), before, "{position} {unmove:?}");
        counts.add(unmove.mv);
    }
}

#[test]
fn the_list_is_that_of_the_twin_in_all_kinds_of_positions() {
    for reading in Reading::ALL {
        let mut counts = Counts::default();
        for position in POSITIONS.iter().step_by(2) {
            compare(position, reading, &mut counts);
        }
        assert!(counts.quiet > 20_000 && counts.captures > 50_000, "{counts:?}");
        assert!(counts.promotions > 100 && counts.promotions_with_capture > 500, "{counts:?}");
        assert!(counts.en_passant > 50 && counts.double_pushes > 150 && counts.castlings > 150, "{counts:?}");
    }
}

#[test]
fn the_list_is_that_of_the_twin_after_every_move_of_scattered_positions() {
    let mut random = Random::new(16);
    let mut counts = Counts::default();
    for number in 0..150 {
        let position = match number % 3 {
            0 => scattered(&mut random),
            1 => en_passant(&mut random),
            _ => castling(&mut random),
        };
        for mv in position.legal_moves().into_iter().step_by(7) {
            for reading in Reading::ALL {
                compare(&position.after(mv), reading, &mut counts);
            }
        }
    }
    assert!(counts.quiet > 20_000 && counts.castlings > 100 && counts.en_passant > 20, "{counts:?}");
}
