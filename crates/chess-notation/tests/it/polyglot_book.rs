//! Books that are read, in memory and in a file: the same answers, whatever the bytes are.

use std::cell::Cell;
use std::io::{Cursor, ErrorKind};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::polyglot::{self, Book, BookError, BookFile, Entry, resolve};
use chess_testkit::Random;
use chess_types::{CastlingSide, Move, MoveKind, Square};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::POSITIONS;

fn entry(key: u64, word: u16, weight: u16) -> Entry {
    Entry { key, word, weight, learn: 0 }
}

pub(crate) fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

fn start_book(entries: &[(u16, u16)]) -> Book<Vec<u8>> {
    let key = polyglot::key(&Position::START);
    let mut all = vec![entry(1, 796, 5), entry(key - 1, 796, 5)];
    all.extend(entries.iter().map(|&(word, weight)| entry(key, word, weight)));
    all.push(entry(key + 1, 796, 5));
    Book::new(bytes(&all)).unwrap()
}

fn moves(book: &Book<Vec<u8>>) -> String {
    let moves = book.moves(&Position::START);
    let moves: Vec<_> = moves.iter().map(|it| format!("{}={}", it.mv, it.weight)).collect();
    moves.join(" ")
}

const E2E4: u16 = 0o1434;
const D2D4: u16 = 0o1333;
const G1F3: u16 = 0o0625;

#[test]
fn entries_are_16_bytes_highest_byte_first() {
    let entry = Entry { key: 0x0123456789abcdef, word: 0x1122, weight: 0x3344, learn: 0x55667788 };
    let bytes = entry.to_bytes();
    assert_eq!(bytes, *b"\x01\x23\x45\x67\x89\xab\xcd\xef\x11\x22\x33\x44\x55\x66\x77\x88");
    assert_eq!(Entry::from_bytes(bytes), entry);
}

#[test]
fn a_cut_book_is_refused_with_the_byte_where_its_last_record_begins() {
    for length in [1, 15, 17, 47] {
        let offset = length / 16 * 16;
        let cut = BookError::CutOff { offset };
        assert_eq!(Book::new(vec![0; length as usize]), Err(cut));
        let error = BookFile::new(Cursor::new(vec![0; length as usize])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert_eq!(error.to_string(), cut.to_string());
    }
    assert_eq!(
        BookError::CutOff { offset: 32 }.to_string(),
        "a book has records of 16 bytes, and the one at byte 32 is cut off"
    );
}

#[test]
fn an_empty_book_has_nothing() {
    let book = Book::new([]).unwrap();
    assert!(book.is_empty() && book.moves(&Position::START).is_empty() && book.verify().is_ok());
    let mut file = BookFile::new(Cursor::new([])).unwrap();
    assert!(file.is_empty() && file.moves(&Position::START).unwrap().is_empty() && file.verify().is_ok());
}

#[test]
fn moves_of_the_start_position_in_the_order_of_the_book() {
    let book = start_book(&[(E2E4, 7), (D2D4, 9), (G1F3, 0)]);
    assert_eq!(moves(&book), "e2e4=7 d2d4=9 g1f3=0");
    assert_eq!((book.len(), book.is_empty()), (6, false));
    let file = BookFile::new(Cursor::new(book.clone().into_inner())).unwrap();
    assert_eq!((file.len(), file.is_empty()), (6, false));
    assert!(book.moves(&Position::START.after(Position::START.legal_moves()[0])).is_empty());
    assert_eq!(book.into_inner().len(), 6 * 16);
}

#[test]
fn words_that_are_no_legal_move_are_left_out() {
    // Null, e2e5, e7e5, e2e4 as a promotion, and with the highest bit set.
    let words = [0, 0o1444, 0o6444, 0o11434, 0o101434, E2E4];
    assert_eq!(moves(&start_book(&words.map(|word| (word, 1)))), "e2e4=1");
    for word in 0..=u16::MAX {
        let expected = Position::START.legal_moves().into_iter().find(|mv| mv.to_polyglot() == word);
        assert_eq!(resolve(&Position::START, word), expected, "{word:o}");
    }
}

#[test]
fn records_of_one_move_are_taken_together() {
    let book = start_book(&[(E2E4, 65_000), (D2D4, 9), (E2E4, 1000)]);
    assert_eq!(moves(&book), "e2e4=65535 d2d4=9");

    let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    let key = polyglot::key(&position);
    let [rook, king] = [0o0407, 0o0406].map(|word| Entry { learn: u32::from(word), ..entry(key, word, 2) });
    let book = Book::new(bytes(&[Entry { learn: 0, ..king }, rook, king])).unwrap();
    let [castling] = book.moves(&position)[..] else { panic!("more than one move") };
    assert_eq!((castling.mv.kind(), castling.weight, castling.learn), (MoveKind::KingCastle, 6, 0o0407));
}

#[test]
fn every_legal_move_is_found_by_its_word_and_by_castling_to_the_king_s_square() {
    for position in POSITIONS.iter() {
        let moves = position.legal_moves();
        for &mv in &moves {
            assert_eq!(resolve(position, mv.to_polyglot()), Some(mv), "{position:?} {mv:?}");
            if mv.is_castle() {
                let step = Move::new(mv.from(), mv.destination(), MoveKind::Quiet);
                let meant = if moves.contains(&step) { step } else { mv };
                assert_eq!(resolve(position, step.to_polyglot()), Some(meant), "{position:?} {mv:?}");
            }
        }
    }
}

#[test]
fn a_king_s_step_goes_before_castling_to_the_same_square() {
    let position: Position = "4k3/8/8/8/8/8/8/5K1R w H - 0 1".parse().unwrap();
    let step = Move::new(Square::F1, Square::G1, MoveKind::Quiet);
    let castling = Move::new(Square::F1, Square::H1, MoveKind::castle(CastlingSide::King));
    assert_eq!(resolve(&position, step.to_polyglot()), Some(step));
    assert_eq!(resolve(&position, castling.to_polyglot()), Some(castling));
}

#[test]
fn the_best_move_is_the_first_of_the_highest_weight() {
    let best = |entries: &[(u16, u16)]| {
        start_book(entries).moves(&Position::START).best().map(|it| it.mv.to_string())
    };
    assert_eq!(best(&[(E2E4, 7), (D2D4, 9), (G1F3, 9)]).as_deref(), Some("d2d4"));
    assert_eq!(best(&[(E2E4, 0), (D2D4, 0)]), None);
    assert_eq!(best(&[]), None);
}

#[test]
fn moves_are_picked_in_proportion_to_their_weights() {
    let moves = start_book(&[(G1F3, 0), (E2E4, 3), (D2D4, 1)]).moves(&Position::START);
    let picked = |random: u64| moves.pick(random).unwrap().mv.to_string();
    assert_eq!([0, (3 << 62) - 1].map(picked), ["e2e4", "e2e4"]);
    assert_eq!([3 << 62, u64::MAX].map(picked), ["d2d4", "d2d4"]);
    let mut random = Random::new(1);
    let mut counts = [0; 2];
    for _ in 0..10_000 {
        counts[usize::from(picked(random.word()) == "d2d4")] += 1;
    }
    assert!(counts[0] > 7300 && counts[1] > 2300, "{counts:?}");
    for random in [0, 1 << 63, u64::MAX] {
        assert_eq!(start_book(&[(E2E4, 0), (D2D4, 0)]).moves(&Position::START).pick(random), None);
        assert_eq!(start_book(&[]).moves(&Position::START).pick(random), None);
        let certain = start_book(&[(E2E4, 0), (D2D4, 65_535), (G1F3, 0)]);
        assert_eq!(certain.moves(&Position::START).pick(random).unwrap().mv.to_string(), "d2d4");
    }
}

#[test]
fn the_first_record_out_of_order_is_told() {
    let unsorted = bytes(&[entry(1, 0, 0), entry(3, 0, 0), entry(3, 1, 0), entry(2, 0, 0), entry(1, 0, 0)]);
    let error = BookError::Unsorted { offset: 48 };
    assert_eq!(Book::new(&unsorted).unwrap().verify(), Err(error));
    let told = BookFile::new(Cursor::new(&unsorted)).unwrap().verify().unwrap_err();
    assert_eq!(told.to_string(), "the record at byte 48 has a lower key than the one before it");
    assert_eq!(Book::new(&unsorted[..48]).unwrap().verify(), Ok(()));
}

#[test]
fn books_of_any_size_are_searched_to_their_ends() {
    for count in [0, 1, 2, 63, 64, 65, 66, 127, 128, 129, 1000] {
        // The keys 0, 3, 3, 3, 6, 9, 9, 9 ..
        let entries: Vec<_> =
            (0..count).map(|i| entry(6 * (i / 4) + if i % 4 == 0 { 0 } else { 3 }, i as u16, 1)).collect();
        let bytes = bytes(&entries);
        let book = Book::new(&bytes).unwrap();
        let mut file = BookFile::new(Cursor::new(&bytes)).unwrap();
        assert!(book.all_entries().eq(entries.iter().copied()));
        assert!(file.all_entries().unwrap().map(Result::unwrap).eq(entries.iter().copied()));
        for key in 0..=6 * (count / 4) + 5 {
            let expected = entries.iter().copied().filter(|entry| entry.key == key);
            assert!(book.entries(key).eq(expected.clone()), "{count} {key}");
            assert!(file.entries(key).unwrap().map(Result::unwrap).eq(expected), "{count} {key}");
        }
        assert_eq!(book.entries(u64::MAX).count(), 0);
    }
}

/// A source that counts the bytes read from it.
struct Counted<'a>(Cursor<Vec<u8>>, &'a Cell<usize>);

impl std::io::Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.set(self.1.get() + read);
        Ok(read)
    }
}

impl std::io::Seek for Counted<'_> {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_search_in_a_file_reads_little_of_it() {
    let entries: Vec<_> = (0..10_000).map(|i| entry(3 * i, 0, 1)).collect();
    let read = Cell::new(0);
    let mut file = BookFile::new(Counted(Cursor::new(bytes(&entries)), &read)).unwrap();
    for key in (0..30_001).step_by(997).chain([u64::MAX]) {
        let found: Vec<_> = file.entries(key).unwrap().map(Result::unwrap).collect();
        assert_eq!(found.len(), usize::from(key % 3 == 0 && key < 30_000), "{key}");
        let read = read.take();
        assert!(read < 3000, "{read} bytes for {key}");
    }
}

#[test]
fn moves_are_given_from_both_ends() {
    let book = start_book(&[(E2E4, 7), (D2D4, 9), (G1F3, 0)]);
    let moves = book.moves(&Position::START);
    let by_reference: Vec<_> = (&moves).into_iter().copied().collect();
    assert_eq!(by_reference, moves[..]);
    let mut given = moves.into_iter();
    assert_eq!((given.len(), given.size_hint()), (3, (3, Some(3))));
    assert_eq!(given.next_back(), Some(by_reference[2]));
    assert_eq!(given.next(), Some(by_reference[0]));
    assert_eq!(given.len(), 1);
    assert_eq!(given.next_back(), Some(by_reference[1]));
    assert_eq!((given.next(), given.next_back(), given.len()), (None, None, 0));
}

#[test]
fn a_file_that_shrinks_is_an_error() {
    let mut file = BookFile::new(Shrinking(Cursor::new(vec![0; 16 * 1000]))).unwrap();
    let error = file.moves(&Position::START).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
    let items: Vec<_> = file.all_entries().unwrap().collect();
    assert!(matches!(&items[..], [Ok(_), Err(error)] if error.kind() == ErrorKind::UnexpectedEof));
    assert!(file.verify().is_err());
    assert_eq!(file.into_inner().0.into_inner().len(), 16_000);
}

/// A source that claims 1000 records and has one.
struct Shrinking(Cursor<Vec<u8>>);

impl std::io::Read for Shrinking {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let left = 16_usize.saturating_sub(self.0.position() as usize);
        let length = buffer.len().min(left);
        self.0.read(&mut buffer[..length])
    }
}

impl std::io::Seek for Shrinking {
    fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

/// Records of few different keys, among them that of the start position, in any order.
fn any_entries() -> impl Strategy<Value = Vec<Entry>> {
    let start = polyglot::key(&Position::START);
    let key = prop_oneof![Just(start), Just(start - 1), Just(start + 1), any::<u64>()];
    let word = prop_oneof![Just(E2E4), Just(D2D4), any::<u16>()];
    let entry = (key, word, any::<u16>(), any::<u32>());
    vec(entry.prop_map(|(key, word, weight, learn)| Entry { key, word, weight, learn }), 0..300)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_searched_to_an_end(entries in any_entries(), random: u64) {
        let bytes = bytes(&entries);
        let book = Book::new(&bytes).unwrap();
        let mut file = BookFile::new(Cursor::new(&bytes)).unwrap();
        let start = polyglot::key(&Position::START);
        prop_assert!(book.entries(start).all(|entry| entry.key == start));
        prop_assert!(file.entries(start).unwrap().all(|entry| entry.unwrap().key == start));
        for moves in [book.moves(&Position::START), file.moves(&Position::START).unwrap()] {
            prop_assert!(moves.iter().all(|it| Position::START.legal_moves().contains(&it.mv)));
            let picked = moves.pick(random);
            prop_assert_eq!(picked.is_some(), moves.best().is_some());
            prop_assert!(picked.is_none_or(|it| it.weight > 0 && moves.contains(&it)));
        }
    }

    #[test]
    fn a_sorted_book_has_all_records_of_a_key(mut entries in any_entries()) {
        entries.sort_by_key(|entry| entry.key);
        let bytes = bytes(&entries);
        let book = Book::new(&bytes).unwrap();
        let mut file = BookFile::new(Cursor::new(&bytes)).unwrap();
        prop_assert_eq!(book.verify(), Ok(()));
        prop_assert!(file.verify().is_ok());
        for key in entries.iter().map(|entry| entry.key) {
            let expected = entries.iter().copied().filter(|entry| entry.key == key);
            prop_assert!(book.entries(key).eq(expected.clone()));
            prop_assert!(file.entries(key).unwrap().map(Result::unwrap).eq(expected));
        }
        prop_assert_eq!(book.moves(&Position::START), file.moves(&Position::START).unwrap());
    }
}
