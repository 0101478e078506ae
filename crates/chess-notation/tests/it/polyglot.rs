//! Polyglot's keys, against published ones and an oracle; books that are read, built and merged.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, ErrorKind, Write};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::polyglot::{
    self, Book, BookBuilder, BookError, Entry, MergeError, RANDOM64, merge, resolve,
};
use chess_testkit::{Random, sample};
use chess_types::{CastlingSide, Color, Move, MoveKind, PieceType, Square};

use crate::POSITIONS;

/// The format's description, sentence by sentence.
fn naive_key(position: &Position) -> u64 {
    let mut key = 0;
    for square in Square::ALL {
        if let Some(piece) = position.piece_at(square) {
            let kind = 2 * piece.piece_type().index() + usize::from(piece.color() == Color::White);
            key ^= RANDOM64[64 * kind + square.index()];
        }
    }
    let castlings = [
        (Color::White, CastlingSide::King),
        (Color::White, CastlingSide::Queen),
        (Color::Black, CastlingSide::King),
        (Color::Black, CastlingSide::Queen),
    ];
    for (i, (color, side)) in castlings.into_iter().enumerate() {
        if position.castling_rook(color, side).is_some() {
            key ^= RANDOM64[768 + i];
        }
    }
    if let Some(passed) = position.skipped_square() {
        let back = if position.side_to_move() == Color::White { -1 } else { 1 };
        let beside = [-1, 1].into_iter().filter_map(|files| passed.offset(files, back));
        let own_pawns = position.pieces(position.side_to_move(), PieceType::Pawn);
        if beside.into_iter().any(|square| own_pawns.contains(square)) {
            key ^= RANDOM64[772 + passed.file().index()];
        }
    }
    if position.side_to_move() == Color::White {
        key ^= RANDOM64[780];
    }
    key
}

#[test]
fn published_keys() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(polyglot::key(&position), key, "{fen}");
        assert_eq!(naive_key(&position), key, "{fen}");
    }
}

#[test]
fn keys_are_those_of_the_slow_twin() {
    for position in POSITIONS.iter() {
        assert_eq!(polyglot::key(position), naive_key(position), "{position:?}");
    }
}

fn entry(key: u64, word: u16, weight: u16) -> Entry {
    learned(key, word, weight, 0)
}

fn learned(key: u64, word: u16, weight: u16, learn: u32) -> Entry {
    Entry { key, word, weight, learn }
}

fn bytes(entries: &[Entry]) -> Vec<u8> {
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
fn a_cut_book_is_refused_at_its_last_record() {
    for length in [1, 15, 17, 47] {
        let offset = length / 16 * 16;
        let cut = BookError::CutOff { offset };
        assert_eq!(Book::new(vec![0; length as usize]), Err(cut));
        let merged = merge([&vec![0; length as usize][..]], Vec::new());
        let Err(MergeError::Read { book: 0, error }) = merged else { panic!("{merged:?}") };
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::InvalidData, cut.to_string()));
    }
    assert_eq!(
        BookError::CutOff { offset: 32 }.to_string(),
        "a Polyglot book has records of 16 bytes, and the one at byte 32 is cut off"
    );
}

#[test]
fn start_position_moves_keep_the_order_of_the_book() {
    let book = start_book(&[(E2E4, 7), (D2D4, 9), (G1F3, 0)]);
    assert_eq!(moves(&book), "e2e4=7 d2d4=9 g1f3=0");
    assert_eq!((book.len(), book.is_empty()), (6, false));
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
fn legal_moves_are_found_by_word_and_by_king_castling() {
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
    assert_eq!(error.to_string(), "the record at byte 48 has a lower key than the one before it");
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
        assert!(book.all_entries().eq(entries.iter().copied()));
        for key in 0..=6 * (count / 4) + 5 {
            let expected = entries.iter().copied().filter(|entry| entry.key == key);
            assert!(book.entries(key).eq(expected), "{count} {key}");
        }
        assert_eq!(book.entries(u64::MAX).count(), 0);
    }
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
            .map(|(word, (weight, learn))| learned(key, word, scaled(weight), learn))
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
    let books: Vec<_> = books.iter().map(|entries| bytes(entries)).collect();
    let mut out = Vec::new();
    let written = merge(books.iter().map(|book| &book[..]), &mut out)?;
    let entries: Vec<_> = Book::new(out).unwrap().all_entries().collect();
    assert_eq!(written, entries.len() as u64);
    Ok(entries)
}

#[test]
fn weights_may_be_added_by_key_and_word() {
    let mut builder = BookBuilder::new();
    builder.add_weight(9, 3, 1 << 40);
    builder.add_weight(9, 4, 1 << 39);
    builder.add_weight(9, 3, 1 << 40);
    builder.add_weight(8, 3, 5);
    assert!(builder.into_entries().eq([entry(8, 3, 5), entry(9, 3, 65_535), entry(9, 4, 16_384)]));
}

#[test]
fn moves_of_all_kinds_of_chess_are_found_again() {
    let positions: Vec<_> = sample(POSITIONS.iter(), 7).collect();
    let mut builder = BookBuilder::new();
    for position in &positions {
        for (weight, &mv) in (1..).zip(&position.legal_moves()) {
            builder.add(position, mv, weight);
        }
    }
    let book = Book::new(builder.into_bytes()).unwrap();
    assert_eq!(book.verify(), Ok(()));
    for position in positions {
        let found = book.moves(position);
        assert!(found.is_sorted_by(|a, b| a.weight >= b.weight));
        let mut moves: Vec<_> = found.iter().map(|it| it.mv).collect();
        moves.sort_unstable();
        let mut expected = position.legal_moves().to_vec();
        expected.sort_unstable();
        assert_eq!(moves, expected, "{position:?}");
    }
}

#[test]
fn errors_of_merging_have_the_book_s_error_as_source() {
    let told = |error: MergeError| (error.to_string(), error.source().map(ToString::to_string));
    let sorted = vec![entry(1, 1, 1), entry(2, 1, 1)];
    let unsorted =
        merged(&[sorted.clone(), vec![entry(2, 1, 1), entry(2, 2, 1), entry(1, 1, 1)]]).unwrap_err();
    let reason = "the record at byte 32 has a lower key than the one before it";
    assert_eq!(told(unsorted), (format!("book 1: {reason}"), Some(reason.to_owned())));
    let read = MergeError::Read { book: 3, error: io::Error::other("torn") };
    assert_eq!(told(read), ("book 3: torn".to_owned(), Some("torn".to_owned())));
    assert_eq!(told(merge([&bytes(&sorted)[..]], Full).unwrap_err()), ("no room".to_owned(), None));
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
    let entries = [entry(1, 1, 1), entry(2, 1, 1)];
    let mut out = Flushed::default();
    assert_eq!(merge([&bytes(&entries)[..]], &mut out).unwrap(), 2);
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
fn entries(random: &mut Random) -> Vec<Entry> {
    let count = random.below(200);
    let entry = |_| {
        let key = (random.below(6) as u64).wrapping_mul(0x9e3779b97f4a7c15);
        let weight = match random.below(3) {
            0 => random.below(10) as u16,
            1 => random.word() as u16,
            _ => u16::MAX,
        };
        learned(key, random.below(5) as u16, weight, random.below(3) as u32)
    };
    (0..count).map(entry).collect()
}

#[test]
fn building_is_adding_up() {
    for mut random in Random::cases(256) {
        // So many that the builder takes equal moves together on the way.
        let all = entries(&mut random).repeat(1 + random.below(59));
        assert_eq!(built(&all), naive_build(&all));
    }
}

#[test]
fn merging_books_is_building_from_all_their_records() {
    for mut random in Random::cases(256) {
        let mut books: Vec<_> = (0..random.below(5)).map(|_| entries(&mut random)).collect();
        for book in &mut books {
            book.sort_by_key(|entry| entry.key);
        }
        assert_eq!(merged(&books).unwrap(), naive_build(&books.concat()));
    }
}
