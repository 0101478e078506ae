use std::collections::HashSet;

use chess_board::Position;
use chess_testkit::{Random, from_scratch};
use chess_types::{Color, Piece, PieceType, Rank, Square};

/// Returns the arrangement of a number as Reinhard Scharnagl describes it, with a shrinking list of free files.
fn arrangement(number: usize) -> String {
    let mut free: Vec<usize> = (0..8).collect();
    let mut letters = [' '; 8];
    let mut put = |free: &mut Vec<usize>, index: usize, letter| letters[free.remove(index)] = letter;
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    for file in [2 * light + 1, 2 * dark] {
        let index = free.iter().position(|&other| other == file).unwrap();
        put(&mut free, index, 'B');
    }
    put(&mut free, queen, 'Q');
    let pairs: Vec<_> = (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second))).collect();
    let (first, second) = pairs[knights];
    put(&mut free, second, 'N');
    put(&mut free, first, 'N');
    for letter in ['R', 'K', 'R'] {
        put(&mut free, 0, letter);
    }
    letters.iter().collect()
}

fn fen(white: &str, black: &str) -> String {
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", black.to_lowercase())
}

#[test]
fn known_numbers() {
    for (number, white) in [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (2, "BQNNRBKR"),
        (3, "BQNNRKRB"),
        (4, "QBBNNRKR"),
        (518, "RNBQKBNR"),
        (959, "RKRNNQBB"),
    ] {
        assert_eq!(Position::chess960(number).unwrap().to_string(), fen(white, white), "{number}");
        assert_eq!(arrangement(number.into()), white, "{number}");
    }
}

#[test]
fn the_start_of_chess_is_518() {
    assert_eq!(Position::chess960(518), Some(Position::START));
    assert_eq!(Position::double_chess960(518, 518), Some(Position::START));
    let read: Position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
    assert_eq!(read, Position::START);
    assert_eq!(read.key(), Position::START.key());
}

#[test]
fn from_960_on_there_is_none() {
    for number in [960, 961, 1000, u16::MAX] {
        assert_eq!(Position::chess960(number), None);
        assert_eq!(Position::double_chess960(0, number), None);
        assert_eq!(Position::double_chess960(number, 0), None);
    }
}

#[test]
fn all_960_are_arranged_as_their_number_says() {
    for number in 0..960 {
        let pieces = arrangement(number.into());
        let position = Position::chess960(number).unwrap();
        assert_eq!(position.to_string(), fen(&pieces, &pieces), "{number}");
        assert_eq!(fen(&pieces, &pieces).parse(), Ok(position), "{number}");
        assert_eq!(position, from_scratch(&position), "{number}");
    }
}

#[test]
fn all_960_obey_the_rules_of_chess960() {
    for number in 0..960 {
        let position = Position::chess960(number).unwrap();
        let rooks = position.pieces(Color::White, PieceType::Rook);
        let king = position.king(Color::White);
        assert!(rooks.first().unwrap() < king && king < rooks.last().unwrap(), "{number}");
        let bishops: Vec<_> = position.pieces(Color::White, PieceType::Bishop).into_iter().collect();
        assert_eq!(bishops.len(), 2);
        assert_ne!(bishops[0].shade(), bishops[1].shade(), "{number}");
        assert_eq!(position.castling_rooks(), position.by_type(PieceType::Rook), "{number}");
        for square in Rank::First.bitboard() {
            let mirrored = position.piece_type_at(square.flip_ranks());
            assert_eq!(position.piece_type_at(square), mirrored, "{number}");
        }
        for square in Rank::Second.bitboard() {
            assert_eq!(position.piece_at(square), Some(Piece::WhitePawn));
            assert_eq!(position.piece_at(square.flip_ranks()), Some(Piece::BlackPawn));
        }
        assert_eq!(position.occupied().count(), 32);
        assert_eq!((position.halfmove_clock(), position.fullmove_number(), position.ply()), (0, 1, 0));
        assert_eq!((position.side_to_move(), position.skipped_square()), (Color::White, None));
    }
}

#[test]
fn all_960_differ_in_board_and_key() {
    let positions: Vec<_> = (0..960).map(|number| Position::chess960(number).unwrap()).collect();
    assert_eq!(positions.iter().map(|position| *position.board()).collect::<HashSet<_>>().len(), 960);
    assert_eq!(positions.iter().map(Position::key).collect::<HashSet<_>>().len(), 960);
}

#[test]
fn double_chess960_gives_each_side_its_own_number() {
    let mut random = Random::new(960);
    let mut keys = HashSet::new();
    for _ in 0..5000 {
        let (white, black) = (random.below(960) as u16, random.below(960) as u16);
        let position = Position::double_chess960(white, black).unwrap();
        let expected = fen(&arrangement(white.into()), &arrangement(black.into()));
        assert_eq!(position.to_string(), expected);
        assert_eq!(expected.parse(), Ok(position));
        keys.insert((position.key(), white, black));
    }
    let only_keys: HashSet<_> = keys.iter().map(|&(key, ..)| key).collect();
    assert_eq!(only_keys.len(), keys.len());
}

#[test]
fn starts_can_be_constants() {
    const START: Position = Position::START;
    const LAST: Option<Position> = Position::chess960(959);
    assert_eq!(START.king(Color::Black), Square::E8);
    assert_eq!(LAST.unwrap().king(Color::Black), Square::B8);
}
