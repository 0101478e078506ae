//! Queries of a position or a board, their pictures and their mirror images, and the starts of Chess960.

use std::collections::HashSet;

use chess_board::{Board, Position, Setup};
use chess_testkit::{POSITIONS, Random, any_board, from_scratch};
use chess_types::{Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceType, Square};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_board_agrees_with_a_mailbox() {
    let mut random = Random::new(5);
    let mut board = Board::EMPTY;
    let mut mailbox = [None; 64];
    for _ in 0..3000 {
        let square = random.square();
        if random.below(3) == 0 {
            board.clear(square);
            mailbox[square.index()] = None;
        } else {
            let piece = Piece::ALL[random.below(12)];
            board.put(piece, square);
            mailbox[square.index()] = Some(piece);
        }
        for square in Square::ALL {
            let piece: Option<Piece> = mailbox[square.index()];
            assert_eq!(board.piece_at(square), piece);
            assert_eq!(board.piece_type_at(square), piece.map(Piece::piece_type));
            assert_eq!(board.occupied().contains(square), piece.is_some());
        }
        for piece in Piece::ALL {
            let expected =
                Square::ALL.into_iter().filter(|square| mailbox[square.index()] == Some(piece)).collect();
            assert_eq!(board.pieces(piece.color(), piece.piece_type()), expected);
        }
    }
}

#[test]
fn sliders_by_their_lines() {
    let mut random = Random::new(6);
    for _ in 0..500 {
        let board = any_board(&mut random);
        for color in Color::ALL {
            let [bishops, rooks, queens] = [PieceType::Bishop, PieceType::Rook, PieceType::Queen]
                .map(|piece_type| board.pieces(color, piece_type));
            assert_eq!(board.diagonal_sliders(color), bishops | queens);
            assert_eq!(board.orthogonal_sliders(color), rooks | queens);
        }
    }
}

#[test]
fn a_position_knows_the_pieces_of_its_board() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let position = chess_testkit::scattered(&mut random);
        for square in Square::ALL {
            let piece = position.board().piece_at(square);
            assert_eq!(position.piece_at(square), piece);
            assert_eq!(position.piece_type_at(square), piece.map(Piece::piece_type));
        }
    }
}

#[test]
fn castling_rights_and_rooks() {
    let position = position("1r2k2r/8/8/8/8/8/8/RR3K2 w Bkq - 0 1");
    let (white, black) = (Color::White, Color::Black);
    assert_eq!(position.castling_rook(white, CastlingSide::Queen), Some(Square::B1));
    assert_eq!(position.castling_rook(white, CastlingSide::King), None);
    assert_eq!(position.castling_rook(black, CastlingSide::Queen), Some(Square::B8));
    assert_eq!(position.castling_rook(black, CastlingSide::King), Some(Square::H8));
    let expected = CastlingRights::new(white, CastlingSide::Queen) | CastlingRights::of(black);
    assert_eq!(position.castling_rights(), expected);
    assert_eq!(Position::START.castling_rights(), CastlingRights::FULL);
}

#[test]
fn plies_since_the_beginning() {
    for (fields, ply) in [("w - - 0 1", 0), ("b - - 0 1", 1), ("w - - 0 2", 2), ("b - - 9 65535", 131_069)] {
        assert_eq!(position(&format!("4k3/8/8/8/8/8/8/4K3 {fields}")).ply(), ply);
    }
}

#[test]
fn capturers_en_passant_legal_or_not() {
    for (fen, capturers, legal) in [
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", vec![Square::C5, Square::E5], 2),
        ("4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", vec![Square::C5, Square::E5], 1),
        ("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1", vec![Square::E5], 0),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", vec![], 0),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", vec![], 0),
        // A piece other than a pawn, and pawns of the other side.
        ("4k3/8/8/3pN3/8/8/8/4K3 w - d6 0 1", vec![], 0),
        ("4k3/8/8/2ppp3/8/8/8/4K3 w - d6 0 1", vec![], 0),
        // The capture would open the rank or the file, or would not end the check of another piece.
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", vec![Square::E5], 0),
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", vec![Square::E5], 0),
        ("7k/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", vec![Square::E5], 0),
        // Across the edge of the board.
        ("4k3/8/7P/p6P/8/8/8/4K3 w - a6 0 1", vec![], 0),
    ] {
        let position = position(fen);
        assert!(position.ep_capturers().into_iter().eq(capturers), "{fen}");
        let is_legal =
            |from: &Square| position.is_ep_capture_legal(position.side_to_move(), *from, Square::D6);
        assert_eq!(position.ep_capturers().into_iter().filter(is_legal).count(), legal, "{fen}");
        let passed = fen.split(' ').nth(3).unwrap().parse().ok();
        assert_eq!(position.skipped_square(), passed, "{fen}");
        assert_eq!(position.ep_square(), passed.filter(|_| legal > 0), "{fen}");
    }
}

fn sets_of(board: &Board) -> [[Bitboard; 6]; 2] {
    Color::ALL.map(|color| PieceType::ALL.map(|piece_type| board.pieces(color, piece_type)))
}

#[test]
fn a_board_is_made_of_its_sets() {
    let mut random = Random::new(64);
    for _ in 0..1000 {
        let board = any_board(&mut random);
        assert_eq!(Board::from_sets(&sets_of(&board)), Some(board));
    }
}

#[test]
fn sets_that_share_a_square_are_no_board() {
    for one in 0..12 {
        for other in 0..12 {
            let mut sets = [[Bitboard::EMPTY; 6]; 2];
            sets[one / 6][one % 6] |= Square::D4 | Square::E5;
            sets[other / 6][other % 6] |= Square::E5 | Square::F6;
            assert_eq!(Board::from_sets(&sets).is_some(), one == other, "{one} {other}");
        }
    }
}

const START: &str = "\
r n b q k b n r
p p p p p p p p
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
P P P P P P P P
R N B Q K B N R";

#[test]
fn a_board_is_displayed_from_the_eighth_rank_down() {
    assert_eq!(Position::START.board().to_string(), START);
    assert_eq!(Board::EMPTY.to_string(), [". . . . . . . ."; 8].join("\n"));
}

#[test]
fn a_debugged_position_is_a_picture_with_its_fen() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(format!("{:?}", Position::START), format!("\n{START}\n{fen}"));
}

#[test]
fn every_piece_is_on_the_mirrored_square() {
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let setup =
            Setup { board: any_board(&mut random), castling_rooks: random.square().into(), ..Setup::EMPTY };
        let (colors, files) = (setup.flip_colors(), setup.flip_files());
        for square in Square::ALL {
            let piece = setup.board.piece_at(square);
            let other = piece.map(|piece| Piece::new(!piece.color(), piece.piece_type()));
            assert_eq!(colors.board.piece_at(square.flip_ranks()), other);
            assert_eq!(files.board.piece_at(square.flip_files()), piece);
        }
        assert_eq!((colors.flip_colors(), files.flip_files()), (setup, setup));
        assert_eq!((colors.side_to_move, files.side_to_move), (Color::Black, Color::White));
        assert_eq!(colors.validate().is_ok(), setup.validate().is_ok());
        assert_eq!(files.validate().is_ok(), setup.validate().is_ok());
    }
}

#[test]
fn flipped_positions_are_what_validation_of_the_flipped_setup_gives() {
    for position in POSITIONS.iter() {
        let (setup, flipped) = (position.to_setup(), position.flip_colors());
        assert_eq!(Position::from_setup(&setup.flip_colors()), Ok(flipped), "{position}");
        let mirrored = Position::from_setup(&setup.flip_files()).unwrap();
        assert_eq!(flipped.flip_colors(), *position);
        assert_eq!(mirrored.to_setup().flip_files(), setup);
        assert_eq!(mirrored.flip_colors().to_setup(), flipped.to_setup().flip_files());
        assert_eq!(flipped.ep_square(), position.ep_square().map(Square::flip_ranks));
        assert_eq!(flipped.castling_rooks(), position.castling_rooks().flip_ranks());
        assert_eq!(flipped.checkers(), position.checkers().flip_ranks());
    }
}

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
    const START: Option<Position> = Position::chess960(518);
    assert_eq!(START, Some(Position::START));
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
