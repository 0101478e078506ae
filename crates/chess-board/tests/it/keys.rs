//! The parts of a position that each key depends on, and the linear independence of the random numbers behind the keys.

use std::collections::HashSet;

use chess_board::{Position, Setup, move_key};
use chess_testkit::{Mailbox, POSITIONS, Random, check_until_enough, sample, scattered};
use chess_types::{Color, File, Move, MoveKind, Piece, PieceType, Rank, Square};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns all keys but the full one: pawns, minors, majors, White's and Black's pieces.
fn piece_keys(position: &Position) -> [u64; 5] {
    let [minors, white, black] =
        [position.minor_key(), position.non_pawn_key(Color::White), position.non_pawn_key(Color::Black)];
    [position.pawn_key(), minors, minors ^ white ^ black, white, black]
}

/// Returns for each piece key whether it depends on this piece.
fn speak_of(piece: Piece) -> [bool; 5] {
    let piece_type = piece.piece_type();
    let is_pawn = piece_type == PieceType::Pawn;
    let is_minor = matches!(piece_type, PieceType::Knight | PieceType::Bishop);
    let is_non_pawn_of = |color| !is_pawn && piece.color() == color;
    [is_pawn, is_minor, !is_pawn && !is_minor, is_non_pawn_of(Color::White), is_non_pawn_of(Color::Black)]
}

/// Returns positions of two kings and one other piece on `square`, if that is allowed. The side to move is the one
/// that may be in check.
fn with_piece(piece: Piece, square: Square) -> Option<[Position; 2]> {
    let kings = [(Square::A1, Square::H8), (Square::H1, Square::A8), (Square::C1, Square::F8)];
    kings.into_iter().find_map(|(white, black)| {
        let mut setup = Setup { side_to_move: !piece.color(), ..Setup::EMPTY };
        setup.board.put(Piece::WhiteKing, white);
        setup.board.put(Piece::BlackKing, black);
        let without = Position::from_setup(&setup).unwrap();
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.put(piece, square);
        Position::from_setup(&setup).ok().map(|with| [without, with])
    })
}

#[test]
fn a_piece_changes_only_its_own_keys() {
    let mut count = 0;
    for piece in Piece::ALL.into_iter().filter(|piece| piece.piece_type() != PieceType::King) {
        for square in Square::ALL {
            let Some([without, with]) = with_piece(piece, square) else { continue };
            let (before, after) = (piece_keys(&without), piece_keys(&with));
            let changed = std::array::from_fn(|i| before[i] != after[i]);
            assert_eq!(changed, speak_of(piece), "{piece} {square}");
            assert_ne!(without.key(), with.key());
            count += 1;
        }
    }
    assert_eq!(count, 2 * (48 + 4 * 64));
}

#[test]
fn a_king_changes_only_its_own_keys() {
    let before = piece_keys(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    let after = piece_keys(&position("4k3/8/8/8/8/8/8/3K4 w - - 0 1"));
    assert_eq!(std::array::from_fn(|i| before[i] != after[i]), speak_of(Piece::WhiteKing));
    let after = piece_keys(&position("3k4/8/8/8/8/8/8/4K3 w - - 0 1"));
    assert_eq!(std::array::from_fn(|i| before[i] != after[i]), speak_of(Piece::BlackKing));
}

#[test]
fn side_castling_and_en_passant_change_the_full_key_only() {
    for (one, other) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"),
        ("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1"),
    ] {
        let (one, other) = (position(one), position(other));
        assert_ne!(one.key(), other.key(), "{one} {other}");
        assert!(!one.is_repetition_of(&other), "{one} {other}");
        assert_eq!(piece_keys(&one), piece_keys(&other), "{one} {other}");
    }
}

#[test]
fn illegal_en_passant_is_not_in_the_key() {
    for fen in [
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
        "q6k/8/8/3pP3/8/8/8/7K w - d6 0 1",
        "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ] {
        let with = position(fen);
        let without = position(&with.to_string());
        assert_eq!((with.skipped_square().is_some(), without.skipped_square()), (true, None));
        assert_eq!(with.key(), without.key(), "{fen}");
        assert!(with.is_repetition_of(&without) && with != without, "{fen}");
    }
}

#[test]
fn a_repetition_has_the_same_key_whatever_the_counters_are() {
    let mut repetitions = 0;
    // Random moves seldom come back to a position.
    let has_enough = check_until_enough(Random::cases(1000), 60, |mut random| {
        let start = position(
            random.pick(&["4k3/8/8/3p4/8/8/4P3/R3K2R w KQ - 0 1", "r3k2r/8/8/8/3p4/8/4P3/R3K3 w Qkq - 3 9"]),
        );
        let mut game = vec![start];
        for _ in 0..60 {
            let last = &game[game.len() - 1];
            let moves = Mailbox::new(last).legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(last.after(random.pick(&moves)));
        }
        for (number, one) in game.iter().enumerate() {
            let reset = Setup {
                halfmove_clock: 0,
                fullmove_number: 1,
                en_passant: one.ep_square(),
                ..one.to_setup()
            };
            assert!(Position::from_setup(&reset).unwrap().is_repetition_of(one), "{one}");
            for other in &game[..number] {
                assert_eq!(one.is_repetition_of(other), one.key() == other.key(), "{one} {other}");
                assert_ne!(one, other);
                repetitions += usize::from(one.is_repetition_of(other));
            }
        }
        repetitions > 10
    });
    assert!(has_enough || cfg!(miri), "{repetitions}");
}

#[test]
fn keys_of_parts_combine_those_of_their_pieces() {
    let mut random = Random::new(14);
    for _ in 0..500 {
        let position = scattered(&mut random);
        let [pawns, minors, majors, white, black] = piece_keys(&position);
        assert_eq!(minors ^ majors, white ^ black, "{position}");
        // The rest of the full key is the state: the side to move, castling and en passant.
        let setup = position.to_setup();
        let state = position.key() ^ pawns ^ minors ^ majors;
        let is_bare = setup.castling_rooks.is_empty() && position.ep_square().is_none();
        if is_bare {
            assert_eq!(state == 0, position.side_to_move() == Color::White, "{position}");
        }
    }
}

#[test]
fn counters_are_not_in_the_key() {
    let one = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let other = position("4k3/8/8/8/8/8/8/4K3 w - - 40 60");
    assert_eq!(one.key(), other.key());
    assert_ne!(one, other);
}

#[test]
fn the_clock_key_changes_at_14_and_every_eight_plies() {
    let at = |clock| position(&format!("4k3/8/8/8/8/8/8/4K2R w - - {clock} 90")).key_with_clock();
    let mut keys = Vec::new();
    for clock in 0..150 {
        let (key, bucket) = (at(clock), if clock < 14 { 0 } else { (clock - 6) / 8 });
        keys.resize(keys.len().max(bucket + 1), key);
        assert_eq!(keys[bucket], key, "{clock}");
    }
    assert_eq!(keys[0], position("4k3/8/8/8/8/8/8/4K2R w - - 99 90").key());
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 18);
}

/// Returns every random number that keys are made of, each as the difference of two keys.
pub(crate) fn random_numbers() -> Vec<u64> {
    let mut numbers = Vec::new();
    for piece in Piece::ALL.into_iter().filter(|piece| piece.piece_type() != PieceType::King) {
        let positions = Square::ALL.into_iter().filter_map(|square| with_piece(piece, square));
        numbers.extend(positions.map(|[without, with]| without.key() ^ with.key()));
    }
    // The non-pawn key of a bare king is the king's own number.
    for color in Color::ALL {
        for king in Square::ALL {
            let other = if king.file() < File::E { Square::H4 } else { Square::A4 };
            let mut setup = Setup::EMPTY;
            setup.board.put(Piece::new(color, PieceType::King), king);
            setup.board.put(Piece::new(!color, PieceType::King), other);
            numbers.push(Position::from_setup(&setup).unwrap().non_pawn_key(color));
        }
    }
    let difference = |one: &Setup, other: &Setup| {
        Position::from_setup(one).unwrap().key() ^ Position::from_setup(other).unwrap().key()
    };
    let black_to_move = Setup { side_to_move: Color::Black, ..Position::START.to_setup() };
    numbers.push(difference(&Position::START.to_setup(), &black_to_move));
    for rook in Rank::First.bitboard() | Rank::Eighth.bitboard() {
        let color = if rook.rank() == Color::White.back_rank() { Color::White } else { Color::Black };
        let king = if rook.file() < File::E { Square::H1 } else { Square::A1 };
        let mut setup = Setup { side_to_move: !color, ..Setup::EMPTY };
        setup.board.put(Piece::new(color, PieceType::King), king.relative_to(color));
        setup.board.put(
            Piece::new(!color, PieceType::King),
            if king == Square::A1 { Square::A4 } else { Square::H4 },
        );
        setup.board.put(Piece::new(color, PieceType::Rook), rook);
        numbers.push(difference(&setup, &Setup { castling_rooks: rook.bitboard(), ..setup }));
    }
    for file in File::ALL {
        let victim = Square::new(file, Rank::Fifth);
        let capturer = victim.offset(if file == File::H { -1 } else { 1 }, 0).unwrap();
        let mut setup: Setup = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
        setup.board.put(Piece::BlackPawn, victim);
        setup.board.put(Piece::WhitePawn, capturer);
        numbers.push(difference(&setup, &Setup { en_passant: victim.offset(0, 1), ..setup }));
    }
    numbers
}

#[test]
fn a_quiet_move_changes_the_key_by_its_move_key() {
    let position = position("1n2k3/8/8/8/8/8/8/4KR2 w - - 0 1");
    for (piece, from, to) in
        [(Piece::WhiteRook, Square::F1, Square::F6), (Piece::WhiteKing, Square::E1, Square::D2)]
    {
        let after = position.after(Move::new(from, to, MoveKind::Quiet));
        assert_eq!(position.key() ^ after.key(), move_key(piece, from, to));
        assert_eq!(move_key(piece, from, to), move_key(piece, to, from));
        let back = after.after(Move::new(Square::B8, Square::C6, MoveKind::Quiet));
        assert_eq!(after.key() ^ back.key(), move_key(Piece::BlackKnight, Square::B8, Square::C6));
    }
}

#[test]
fn key_after_predicts_the_key_of_a_move() {
    let (mut moves, mut lost) = (0, 0);
    for before in sample(POSITIONS.iter(), 5) {
        for mv in Mailbox::new(before).legal_moves() {
            let after = before.after(mv);
            assert_eq!(before.key_after(mv), after.key(), "{before} {mv:?}");
            moves += 1;
            lost += u32::from(before.castling_rooks() != after.castling_rooks());
        }
    }
    assert!(moves > 10_000 && lost > 500, "{moves} {lost}");
}

/// Calls `visit` with all pairs of different numbers.
fn pairs(numbers: &[u64], mut visit: impl FnMut(u64, u64)) {
    for (i, &one) in numbers.iter().enumerate() {
        numbers[..i].iter().for_each(|&other| visit(one, other));
    }
}

/// Two positions have the same key if the numbers in which they differ give zero together. A move changes three or four
/// numbers, a capture or a promotion the same, castling five. No five numbers or less give zero: all are different, and none is zero.
#[test]
fn up_to_five_numbers_are_linearly_independent() {
    let numbers = random_numbers();
    assert_eq!(numbers.len(), 2 * (48 + 4 * 64 + 64) + 1 + 16 + 8);
    let singles: HashSet<u64> = numbers.iter().copied().collect();
    let mut sums = HashSet::new();
    pairs(&numbers, |one, other| {
        let sum = one ^ other;
        assert!(sum != 0 && !singles.contains(&sum), "two or three numbers give zero");
        assert!(sums.insert(sum), "four numbers give zero");
    });
    // Sets of three are looked up among the pairs, after a filter that most do not pass.
    let mut filter = vec![0_u64; 1 << 20];
    let place = |sum: u64| ((sum >> 44) as usize, 1_u64 << (sum & 63));
    for &sum in &sums {
        let (word, bit) = place(sum);
        filter[word] |= bit;
    }
    let mut triples = 0_u64;
    for (i, &third) in numbers.iter().enumerate() {
        pairs(&numbers[..i], |one, other| {
            let sum = one ^ other ^ third;
            let (word, bit) = place(sum);
            triples += 1;
            assert!(filter[word] & bit == 0 || !sums.contains(&sum), "five numbers give zero");
        });
    }
    assert_eq!(triples, 73_162_540);
}
