//! Books that are written and merged, and read again.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Cursor, Write};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::polyglot::{self, Book, BookBuilder, BookFile, Entry, MergeError, merge};
use chess_testkit::Random;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::POSITIONS;
use crate::polyglot_book::bytes;

fn entry(key: u64, word: u16, weight: u16, learn: u32) -> Entry {
    Entry { key, word, weight, learn }
}

/// The oracle of building: a map of maps, and a rational number for each weight.
#[allow(clippy::cast_precision_loss, reason = "the sums of a test are small")]
fn naive_build(entries: &[Entry]) -> Vec<Entry> {
    let mut positions: BTreeMap<u64, BTreeMap<u16, (u64, u32)>> = BTreeMap::new();
    for it in entries.iter().filter(|it| it.key != 0) {
        let (weight, learn) = positions.entry(it.key).or_default().entry(it.word).or_default();
        *weight += u64::from(it.weight);
        *learn = if *learn == 0 { it.learn } else { *learn };
    }
    let mut built = Vec::new();
    for (key, moves) in positions {
        let highest = moves.values().map(|it| it.0).max().unwrap();
        let scaled = |weight: u64| match weight {
            weight if highest <= 65_535 => weight as u16,
            0 => 0,
            weight => ((weight as f64 * 65_535.0 / highest as f64).round() as u16).max(1),
        };
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|(word, (weight, learn))| entry(key, word, scaled(weight), learn))
            .collect();
        moves.sort_by(|a, b| b.weight.cmp(&a.weight).then(a.word.cmp(&b.word)));
        built.extend(moves);
    }
    built
}

fn built(entries: &[Entry]) -> Vec<Entry> {
    let mut builder = BookBuilder::new();
    builder.extend(entries.iter().copied());
    builder.into_entries().collect()
}

fn merged(books: &[Vec<Entry>]) -> Result<Vec<Entry>, MergeError> {
    let mut files: Vec<_> =
        books.iter().map(|entries| BookFile::new(Cursor::new(bytes(entries))).unwrap()).collect();
    let mut out = Vec::new();
    let written = merge(&mut files, &mut out)?;
    let entries: Vec<_> = Book::new(out).unwrap().all_entries().collect();
    assert_eq!(written, entries.len() as u64);
    Ok(entries)
}

#[test]
fn records_are_sorted_by_key_then_weight_then_word() {
    let sorted = [
        entry(1, 9, 2, 0),
        entry(2, 8, 300, 0),
        entry(2, 3, 2, 0),
        entry(2, 7, 2, 0),
        entry(u64::MAX, 1, 1, 0),
    ];
    let mut shuffled = sorted;
    shuffled.reverse();
    shuffled.swap(1, 2);
    assert_eq!(built(&shuffled), sorted);
}

#[test]
fn weights_add_up_and_the_first_learn_that_is_not_0_counts() {
    let once = [entry(5, 1, 3, 0), entry(5, 1, 4, 9), entry(5, 2, 1, 0), entry(5, 1, 0, 8)];
    assert_eq!(built(&once), [entry(5, 1, 7, 9), entry(5, 2, 1, 0)]);
}

#[test]
fn moves_of_weight_0_stay_until_they_are_dropped() {
    let entries = [entry(5, 1, 3, 0), entry(5, 2, 0, 0), entry(6, 3, 1, 0), entry(6, 3, 1, 0)];
    assert_eq!(built(&entries).len(), 3);
    let mut builder = BookBuilder::new();
    builder.extend(entries);
    builder.drop_below(2);
    builder.add_entry(entry(5, 2, 1, 0));
    assert!(builder.into_entries().eq([entry(5, 1, 3, 0), entry(5, 2, 1, 0), entry(6, 3, 2, 0)]));
}

#[test]
fn moves_below_a_weight_are_dropped_and_forgotten() {
    let entries =
        [entry(5, 1, 2, 7), entry(5, 2, 1, 8), entry(5, 3, 1, 0), entry(6, 1, 1, 9), entry(5, 3, 1, 0)];
    let dropped = |weight| {
        let mut builder = BookBuilder::new();
        builder.extend(entries);
        builder.drop_below(weight);
        builder
    };
    assert_eq!(dropped(0).into_entries().len(), 4);
    assert_eq!(dropped(1).into_entries().len(), 4);
    assert!(dropped(2).into_entries().eq([entry(5, 1, 2, 7), entry(5, 3, 2, 0)]));
    assert_eq!(dropped(3).into_entries().len(), 0);
    // Later additions begin anew.
    let mut builder = dropped(2);
    builder.add_entry(entry(5, 2, 1, 0));
    assert!(builder.into_entries().eq([entry(5, 1, 2, 7), entry(5, 3, 2, 0), entry(5, 2, 1, 0)]));
}

#[test]
fn weights_may_be_added_by_key_and_word() {
    let mut builder = BookBuilder::new();
    builder.add_weight(9, 3, 1 << 40);
    builder.add_weight(9, 4, 1 << 39);
    builder.add_weight(9, 3, 1 << 40);
    builder.add_weight(8, 3, 5);
    assert!(builder.into_entries().eq([entry(8, 3, 5, 0), entry(9, 3, 65_535, 0), entry(9, 4, 16_384, 0)]));
}

#[test]
fn sums_that_do_not_fit_are_scaled_position_by_position() {
    let mut entries = vec![entry(5, 1, 65_535, 0); 4];
    entries.extend([entry(5, 2, 65_535, 0), entry(5, 3, 1, 0), entry(5, 4, 0, 0), entry(6, 1, 65_535, 0)]);
    let expected = [
        entry(5, 1, 65_535, 0),
        entry(5, 2, 16_384, 0),
        entry(5, 3, 1, 0),
        entry(5, 4, 0, 0),
        entry(6, 1, 65_535, 0),
    ];
    assert_eq!(built(&entries), expected);

    // Sums have more than 32 bits.
    let mut builder = BookBuilder::new();
    let mv = Position::START.legal_moves()[0];
    for _ in 0..3 {
        builder.add(&Position::START, mv, u32::MAX);
    }
    builder.add(&Position::START, Position::START.legal_moves()[1], u32::MAX);
    let weights: Vec<_> = builder.into_entries().map(|entry| entry.weight).collect();
    assert_eq!(weights, [65_535, 21_845]);
}

#[test]
fn text_in_records_of_key_0_is_left_out() {
    let header = Entry::from_bytes(*b"\0\0\0\0\0\0\0\0@PG@\n1.0");
    assert_eq!(built(&[header, entry(1, 1, 1, 0)]), [entry(1, 1, 1, 0)]);
    assert_eq!(merged(&[vec![header, entry(1, 1, 1, 0)]]).unwrap(), [entry(1, 1, 1, 0)]);
}

#[test]
fn games_are_built_written_and_read_again() {
    let mut random = Random::new(5);
    let mut builder = BookBuilder::new();
    let mut expected: BTreeMap<u64, BTreeMap<String, u32>> = BTreeMap::new();
    for _ in 0..300 {
        let mut position = Position::START;
        for _ in 0..6 {
            let moves = position.legal_moves();
            // Few different moves, so that many games begin alike.
            let mv = moves[random.below(moves.len().min(3))];
            builder.add(&position, mv, 2);
            *expected.entry(polyglot::key(&position)).or_default().entry(mv.to_string()).or_default() += 2;
            position.play(mv);
        }
    }
    let bytes = builder.clone().into_bytes();
    let mut written = Vec::new();
    builder.write(&mut written).unwrap();
    assert_eq!(written, bytes);

    let book = Book::new(&bytes).unwrap();
    assert_eq!(book.verify(), Ok(()));
    assert_eq!(book.len(), expected.values().map(BTreeMap::len).sum::<usize>());
    let moves = book.moves(&Position::START);
    assert!(moves.is_sorted_by(|a, b| a.weight >= b.weight));
    for it in &moves {
        let weight = expected[&polyglot::key(&Position::START)][&it.mv.to_string()];
        assert_eq!(u32::from(it.weight), weight);
        assert!(!book.moves(&Position::START.after(it.mv)).is_empty());
    }
}

#[test]
fn moves_of_all_kinds_of_chess_are_found_again() {
    let positions: Vec<_> = POSITIONS.iter().step_by(7).collect();
    let mut builder = BookBuilder::new();
    for position in &positions {
        for (weight, &mv) in (1..).zip(&position.legal_moves()) {
            builder.add(position, mv, weight);
        }
    }
    let book = Book::new(builder.into_bytes()).unwrap();
    for position in positions {
        let found = book.moves(position);
        let mut moves: Vec<_> = found.iter().map(|it| it.mv).collect();
        moves.sort_unstable();
        let mut expected = position.legal_moves().to_vec();
        expected.sort_unstable();
        assert_eq!(moves, expected, "{position:?}");
    }
}

#[test]
fn a_book_is_not_changed_by_building_or_merging_it_again() {
    let mut random = Random::new(9);
    let entries: Vec<_> = (0..2000)
        .map(|_| entry(random.word() % 500, random.word() as u16, random.word() as u16, random.word() as u32))
        .collect();
    let once = built(&entries);
    assert_eq!(built(&once), once);
    assert_eq!(merged(std::slice::from_ref(&once)).unwrap(), once);
    assert_eq!(merged(&[]).unwrap(), []);
}

#[test]
fn a_book_that_is_not_sorted_cannot_be_merged() {
    let sorted = vec![entry(1, 1, 1, 0), entry(2, 1, 1, 0)];
    let unsorted = vec![entry(2, 1, 1, 0), entry(2, 2, 1, 0), entry(1, 1, 1, 0)];
    let error = merged(&[sorted.clone(), unsorted]).unwrap_err();
    assert!(matches!(error, MergeError::Unsorted { book: 1, .. }), "{error:?}");
    assert_eq!(error.to_string(), "book 1: the record at byte 32 has a lower key than the one before it");

    let mut file = [BookFile::new(Cursor::new(bytes(&sorted))).unwrap()];
    let error = merge(&mut file, Full).unwrap_err();
    assert!(matches!(error, MergeError::Write(_)), "{error:?}");
    assert_eq!(error.to_string(), "no room");
}

#[test]
fn errors_of_merging_have_the_error_of_the_book_as_their_source() {
    let told = |error: MergeError| (error.to_string(), error.source().map(ToString::to_string));
    let unsorted = merged(&[vec![entry(2, 1, 1, 0), entry(1, 1, 1, 0)]]).unwrap_err();
    let reason = "the record at byte 16 has a lower key than the one before it";
    assert_eq!(told(unsorted), (format!("book 0: {reason}"), Some(reason.to_owned())));
    let read = MergeError::Read { book: 3, error: io::Error::other("torn") };
    assert_eq!(told(read), ("book 3: torn".to_owned(), Some("torn".to_owned())));
    assert_eq!(told(MergeError::Write(io::Error::other("no room"))), ("no room".to_owned(), None));
}

/// An output that keeps its bytes and counts the flushed ones.
#[derive(Default)]
struct Flushed {
    taken: usize,
    flushed: usize,
}

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.taken += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = self.taken;
        Ok(())
    }
}

#[test]
fn all_that_is_written_is_flushed() {
    let entries = [entry(1, 1, 1, 0), entry(2, 1, 1, 0)];
    let mut out = Flushed::default();
    let mut file = [BookFile::new(Cursor::new(bytes(&entries))).unwrap()];
    assert_eq!(merge(&mut file, &mut out).unwrap(), 2);
    assert_eq!((out.taken, out.flushed), (32, 32));

    let mut builder = BookBuilder::new();
    builder.extend(entries);
    let mut out = Flushed::default();
    builder.write(&mut out).unwrap();
    assert_eq!((out.taken, out.flushed), (32, 32));
}

/// Takes nothing.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("no room"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Records of few positions and few moves, so that many are of the same.
fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let weight = prop_oneof![0..10_u16, any::<u16>(), Just(u16::MAX)];
    let entry = (0..6_u64, 0..5_u16, weight, 0..3_u32);
    vec(entry.prop_map(|(key, word, weight, learn)| entry_of(key, word, weight, learn)), 0..200)
}

fn entry_of(key: u64, word: u16, weight: u16, learn: u32) -> Entry {
    entry(key.wrapping_mul(0x9e3779b97f4a7c15), word, weight, learn)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn building_is_adding_up(entries in entries(), times in 1..60_usize) {
        // So many that the builder takes equal moves together on the way.
        let all = entries.repeat(times);
        prop_assert_eq!(built(&all), naive_build(&all));
    }

    #[test]
    fn merging_books_is_building_from_all_their_records(mut books in vec(entries(), 0..5)) {
        for book in &mut books {
            book.sort_by_key(|entry| entry.key);
        }
        prop_assert_eq!(merged(&books).unwrap(), naive_build(&books.concat()));
    }
}
