use std::io::Cursor;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::polyglot::{Book, BookBuilder, BookError, BookFile, Entry, MergeError, merge};

/// Positions whose moves are looked up in every book: the start, and promotions, castling and en passant.
const ASKED: [&str; 2] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "3n1k2/2P5/8/3pP3/8/5p2/8/R3K2R w KQ d6 0 1",
];

/// Books: memory and file give the same answers, unsorted books are detected, and merging them in either way gives one sorted
/// book.
pub(crate) fn polyglot(data: &[u8]) {
    let whole = data.len() - data.len() % Entry::SIZE;
    if whole < data.len() {
        assert_eq!(Book::new(data), Err(BookError::CutOff { offset: whole as u64 }));
        assert!(BookFile::new(Cursor::new(data)).is_err());
    }
    check_book(&data[..whole]);
    check_merging(&data[..whole]);
}

fn book(bytes: &[u8]) -> Book<&[u8]> {
    Book::new(bytes).expect("whole records")
}

fn file(bytes: &[u8]) -> BookFile<Cursor<&[u8]>> {
    BookFile::new(Cursor::new(bytes)).expect("whole records")
}

fn check_book(bytes: &[u8]) {
    let (book, mut file) = (book(bytes), file(bytes));
    let all: Vec<_> = book.all_entries().collect();
    assert_eq!((all.len(), file.len()), (book.len(), book.len() as u64));
    assert!(all.iter().flat_map(|entry| entry.to_bytes()).eq(bytes.iter().copied()));
    assert!(file.all_entries().expect("in memory").map(Result::unwrap).eq(all.iter().copied()));
    let is_sorted = all.is_sorted_by_key(|entry| entry.key);
    assert_eq!((book.verify().is_ok(), file.verify().is_ok()), (is_sorted, is_sorted));
    if is_sorted {
        for key in all.iter().map(|entry| entry.key) {
            let expected: Vec<_> = all.iter().copied().filter(|entry| entry.key == key).collect();
            assert!(book.entries(key).eq(expected.iter().copied()));
            assert!(file.entries(key).expect("in memory").map(Result::unwrap).eq(expected));
        }
    }
    for fen in ASKED {
        let position: Position = fen.parse().expect(fen);
        let moves = book.moves(&position);
        assert!(!is_sorted || file.moves(&position).expect("in memory") == moves);
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
    match merge(&mut [file(first), file(second)], &mut merged) {
        Ok(records) => {
            assert!(is_sorted(first) && is_sorted(second));
            assert_eq!((records as usize, merged), (book(&sorted).len(), sorted));
        }
        Err(MergeError::Unsorted { book, .. }) => assert!(!is_sorted([first, second][book])),
        Err(error) => panic!("{error}"),
    }
}
