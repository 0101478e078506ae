use arbitrary::Unstructured;
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::epd::{Epd, Operation};
use chess_notation::polyglot::{self, Book, BookBuilder, BookError, Entry, MergeError, merge};
use chess_notation::{LongAlgebraic, San, SanError, UciError, read_san, read_san_strict, read_uci};
use chess_types::{Move, UciMove};

use crate::positions::made_position;

/// SAN: a position, then a text. A move that is read is legal, and each of its written forms is read as the same.
pub(crate) fn san(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(position) = made_position(&mut bytes) else { return };
    let text = bytes.take_rest();
    for &mv in &position.legal_moves() {
        check_san(&position, mv);
    }
    let strict = read_san_strict(&position, text);
    match read_san(&position, text) {
        Ok(mv) if mv.is_null() => {
            assert!(!position.is_in_check(), "{position}");
            assert!(matches!(strict, Err(SanError::NotSan(_))), "{position}");
        }
        Ok(mv) => {
            assert!(position.is_legal(mv), "{position} {mv:?}");
            let san = San::new(&position, mv);
            let expected = if san.as_bytes() == text { Ok(mv) } else { Err(SanError::Spelling(san)) };
            assert_eq!(strict, expected, "{position}");
        }
        Err(error) => {
            assert_eq!(strict, Err(error), "{position}");
            check_error(&position, text, error);
        }
    }
}

fn check_san(position: &Position, mv: Move) {
    let san = San::new(position, mv);
    assert_eq!(read_san_strict(position, san), Ok(mv), "{position} {san}");
    let long = LongAlgebraic::new(position, mv);
    assert_eq!(read_san(position, long.as_str()), Ok(mv), "{position} {long}");
    let figurine = san.figurine(position.side_to_move()).to_string();
    assert_eq!(read_san(position, &figurine), Ok(mv), "{position} {figurine}");
}

fn check_error(position: &Position, text: &[u8], error: SanError) {
    assert!(!error.to_string().is_empty());
    match error {
        SanError::NotSan(not_san) => assert!(not_san.offset <= text.len(), "{not_san}"),
        SanError::Ambiguous(ambiguous) => {
            let candidates: Vec<_> = ambiguous.candidates().collect();
            let looks = |mv: &Move| (mv.to(), mv.kind(), position.piece_type_at(mv.from()));
            assert!(candidates.len() > 1, "{position} {ambiguous}");
            for mv in &candidates {
                assert!(
                    position.is_legal(*mv) && looks(mv) == looks(&candidates[0]),
                    "{position} {ambiguous}"
                );
            }
        }
        error => assert_eq!(error, SanError::Illegal, "{position}"),
    }
}

/// UCI: a position, then a text, which is read as the legal move that is spelt so.
pub(crate) fn uci(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(position) = made_position(&mut bytes) else { return };
    let text = bytes.take_rest();
    let moves = position.legal_moves();
    for &mv in &moves {
        check_uci(&position, mv);
    }
    let is_spelt = |uci: UciMove| uci.to_string().as_bytes() == text;
    let has_spelling = |mv: &Move| is_spelt(mv.uci()) || is_spelt(mv.uci960());
    match read_uci(&position, text) {
        Ok(mv) if mv.is_null() => assert!(text == b"0000" && !position.is_in_check(), "{position}"),
        Ok(mv) => assert!(moves.contains(&mv) && has_spelling(&mv), "{position} {mv:?}"),
        Err(error) => {
            assert!(!moves.iter().any(has_spelling), "{position} {error}");
            assert!(text != b"0000" || position.is_in_check(), "{position}");
            if let UciError::Illegal(illegal) = error {
                assert!(is_spelt(illegal.uci), "{illegal}");
            }
        }
    }
}

fn check_uci(position: &Position, mv: Move) {
    assert_eq!(read_uci(position, mv.uci960().to_string()), Ok(mv), "{position}");
    assert_eq!(polyglot::resolve(position, mv.to_polyglot()), Some(mv), "{position} {mv:?}");
    let by_king = read_uci(position, mv.uci().to_string());
    // Where the king can step to its castled square, the step is meant.
    let is_step = |read: Move| mv.is_castle() && !read.is_castle() && read.uci() == mv.uci();
    assert!(by_king == Ok(mv) || by_king.is_ok_and(is_step), "{position} {mv:?}");
}

/// The operation with its moves in one order: those of `bm` and `am` are written in that of their texts.
fn sorted(mut operation: Operation) -> Operation {
    if let Operation::BestMoves(moves) | Operation::AvoidMoves(moves) = &mut operation {
        moves.sort_by_key(|mv| mv.raw());
    }
    operation
}

/// EPD: a line that is read is written and read as the same; moves are legal; lenient reading gives the same without errors.
pub(crate) fn epd(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut errors = 0;
    let lenient = Epd::parse_lenient(&text, |error| {
        assert!(error.offset <= text.len(), "{text:?}: {error}");
        errors += 1;
    });
    if let Ok(epd) = &lenient {
        epd.to_string();
    }
    match text.parse::<Epd>() {
        Ok(epd) => {
            assert_eq!((lenient.as_ref(), errors), (Ok(&epd), 0), "{text:?}");
            for &mv in epd.best_moves().iter().chain(epd.avoid_moves()) {
                assert!(mv.is_null() || epd.position.is_legal(mv), "{text:?}");
            }
            let written = epd.to_string();
            let read: Epd = written.parse().unwrap_or_else(|error| panic!("{written:?}: {error}"));
            // Quotation marks and line ends within a text cannot be written.
            let is_changed = text.contains(['"', '\n', '\r']);
            let operations = |epd: &Epd| epd.operations.iter().cloned().map(sorted).collect::<Vec<_>>();
            assert!(is_changed || operations(&read) == operations(&epd), "{text:?} {written:?}");
            assert_eq!(read.position.to_string(), epd.position.to_string(), "{text:?}");
            assert_eq!(read.to_string(), written, "{text:?}");
        }
        Err(error) => assert!(error.offset <= text.len(), "{text:?}: {error}"),
    }
}

/// Positions whose moves are looked up in every book: the start, and promotions, castling and en passant.
const ASKED: [&str; 2] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "3n1k2/2P5/8/3pP3/8/5p2/8/R3K2R w KQ d6 0 1",
];

/// Books: their moves are legal and each is given once, unsorted books are detected, and merging them in either way gives one sorted
/// book.
pub(crate) fn polyglot(data: &[u8]) {
    let whole = data.len() - data.len() % Entry::SIZE;
    if whole < data.len() {
        assert_eq!(Book::new(data), Err(BookError::CutOff { offset: whole as u64 }));
        assert!(merge([data], Vec::new()).is_err());
    }
    check_book(&data[..whole]);
    check_merging(&data[..whole]);
}

fn book(bytes: &[u8]) -> Book<&[u8]> {
    Book::new(bytes).expect("whole records")
}

fn check_book(bytes: &[u8]) {
    let book = book(bytes);
    let all: Vec<_> = book.all_entries().collect();
    assert_eq!(all.len(), book.len());
    assert!(all.iter().flat_map(|entry| entry.to_bytes()).eq(bytes.iter().copied()));
    let is_sorted = all.is_sorted_by_key(|entry| entry.key);
    assert_eq!(book.verify().is_ok(), is_sorted);
    if is_sorted {
        for key in all.iter().map(|entry| entry.key) {
            assert!(book.entries(key).eq(all.iter().copied().filter(|entry| entry.key == key)));
        }
    }
    for fen in ASKED {
        let position: Position = fen.parse().expect(fen);
        let moves = book.moves(&position);
        for (i, it) in moves.iter().enumerate() {
            assert!(position.is_legal(it.mv), "{position} {it:?}");
            assert!(moves[..i].iter().all(|earlier| earlier.mv != it.mv), "{position} {it:?}");
        }
        let best = moves.iter().map(|it| it.weight).max().filter(|&weight| weight > 0);
        assert_eq!(moves.best().map(|it| it.weight), best);
        let first = moves.iter().find(|it| it.weight > 0).copied();
        assert_eq!(moves.pick(0), first);
        assert_eq!(moves.pick(u64::MAX), moves.iter().rfind(|it| it.weight > 0).copied());
    }
}

/// The first half of a book merged with the second half is the sorted book.
fn check_merging(bytes: &[u8]) {
    let (first, second) = bytes.split_at(bytes.len() / (2 * Entry::SIZE) * Entry::SIZE);
    let built = |bytes| {
        let mut builder = BookBuilder::new();
        builder.extend(book(bytes).all_entries());
        builder.into_bytes()
    };
    let sorted = built(bytes);
    assert_eq!((book(&sorted).verify(), built(&sorted)), (Ok(()), sorted.clone()));
    let mut merged = Vec::new();
    let is_sorted = |bytes| book(bytes).verify().is_ok();
    match merge([first, second], &mut merged) {
        Ok(records) => {
            assert!(is_sorted(first) && is_sorted(second));
            assert_eq!((records as usize, merged), (book(&sorted).len(), sorted));
        }
        Err(MergeError::Read { book, .. }) => assert!(!is_sorted([first, second][book])),
        Err(error) => panic!("{error}"),
    }
}
