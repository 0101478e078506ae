//! The positions that tests go through: those of the perft suites, random games, and pieces scattered at random.

use std::sync::LazyLock;

use chess_board::{Board, Position, Setup};
use chess_movegen::legal_moves;
use chess_types::{Bitboard, CastlingSide, Color, Piece, PieceType, Square};

use crate::perft;

/// All of them, always the same.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Random(20_260_101);
    let mut positions = Vec::new();
    for line in perft::lines() {
        positions.push(line.position);
        positions.extend(legal_moves(&line.position).iter().step_by(9).map(|&mv| line.position.after(mv)));
    }
    for _ in 0..12 {
        positions.extend(game(Position::START, &mut random));
    }
    for _ in 0..50 {
        let number = random.below(960) as u16;
        positions.extend(game(Position::chess960(number).unwrap(), &mut random));
    }
    for _ in 0..50 {
        let (white, black) = (random.below(960) as u16, random.below(960) as u16);
        positions.extend(game(Position::double_chess960(white, black).unwrap(), &mut random));
    }
    positions.extend(std::iter::from_fn(|| scattered(&mut random)).take(1000));
    positions.extend(std::iter::from_fn(|| en_passant(&mut random)).take(500));
    positions.extend(std::iter::from_fn(|| castling(&mut random)).take(1200));
    positions
});

/// The numbers of `SplitMix64` from a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Every seventh position of a game of random moves.
fn game(start: Position, random: &mut Random) -> Vec<Position> {
    let mut position = start;
    let mut positions = vec![position];
    for ply in 1..140 {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position = position.after(moves[random.below(moves.len())]);
        if ply % 7 == 0 {
            positions.push(position);
        }
    }
    positions
}

/// Pieces scattered on the board, many of them sliders and many of them pinned: positions no game would lead to.
fn scattered(random: &mut Random) -> Option<Position> {
    loop {
        let mut setup = Setup { board: kings(random), ..Setup::EMPTY };
        scatter(&mut setup, 2 + random.below(18), random);
        if let Ok(position) = Position::from_setup(&with_side(setup, random)) {
            return Some(position);
        }
    }
}

/// A pawn that has just gone two squares, one or two beside it, and kings and sliders scattered around. In a third of
/// the positions every capture is legal, in a third none, and in a third one of two.
fn en_passant(random: &mut Random) -> Option<Position> {
    let wanted = random.below(3);
    loop {
        let mut setup = with_side(Setup { board: kings(random), ..Setup::EMPTY }, random);
        let us = setup.side_to_move;
        scatter(&mut setup, random.below(7), random);
        let passed = Square::A6.offset(random.below(8) as i8, 0).unwrap();
        let around = [(0, -1, !us), (-1, -1, us), (1, -1, us)];
        for (files, ranks, color) in around.into_iter().take(2 + random.below(2)) {
            if let Some(square) = passed.offset(files, ranks) {
                setup.board.put(Piece::new(color, PieceType::Pawn), square.relative_to(us));
            }
        }
        setup.board.clear(passed.relative_to(us));
        setup.board.clear(passed.offset(0, 1).unwrap().relative_to(us));
        let to = passed.relative_to(us);
        setup.en_passant = Some(to);
        let Ok(position) = Position::from_setup(&setup) else { continue };
        let capturers = position.ep_capturers();
        let legal = capturers.into_iter().filter(|&from| position.is_ep_capture_legal(from, to)).count();
        if match (capturers.count() as usize, legal) {
            (0, _) => false,
            (all, legal) if all == legal => wanted == 0,
            (_, 0) => wanted == 1,
            _ => wanted == 2,
        } {
            return Some(position);
        }
    }
}

/// Kings and castling rooks anywhere on their back ranks, and few other pieces there.
fn castling(random: &mut Random) -> Option<Position> {
    loop {
        let mut setup = with_side(Setup::EMPTY, random);
        scatter(&mut setup, random.below(8), random);
        for color in Color::ALL {
            let king = random.below(8) as i8;
            let put = |board: &mut Board, file: i8, piece_type| {
                let square = Square::A1.offset(file, 0).unwrap().relative_to(color);
                board.put(Piece::new(color, piece_type), square);
                square.bitboard()
            };
            for _ in CastlingSide::ALL {
                let rook = random.below(8) as i8;
                let rook = put(&mut setup.board, rook, PieceType::Rook);
                if random.below(8) > 0 {
                    setup.castling_rooks |= rook;
                }
            }
            setup.castling_rooks -= put(&mut setup.board, king, PieceType::King);
        }
        if random.below(2) == 0 {
            send_their_king_away(&mut setup, random);
        }
        let Ok(position) = Position::from_setup(&setup) else { continue };
        if !position.castling_rooks().is_empty() {
            return Some(position);
        }
    }
}

/// Puts the king that is not to move on any square, even of the other back rank, where castling may give it check.
fn send_their_king_away(setup: &mut Setup, random: &mut Random) {
    let them = !setup.side_to_move;
    for king in setup.board.pieces(them, PieceType::King) {
        setup.board.clear(king);
    }
    setup.castling_rooks -= them.back_rank().bitboard();
    let away = random.below(64);
    setup.castling_rooks -= Square::ALL[away].bitboard();
    setup.board.put(Piece::new(them, PieceType::King), Square::ALL[away]);
}

fn kings(random: &mut Random) -> Board {
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        board.put(Piece::new(color, PieceType::King), Square::ALL[random.below(64)]);
    }
    board
}

/// Puts pieces other than kings on squares that are empty.
fn scatter(setup: &mut Setup, count: usize, random: &mut Random) {
    let pieces = Piece::ALL.into_iter().filter(|piece| piece.piece_type() != PieceType::King);
    let pieces: Vec<_> = pieces.collect();
    let back_ranks = Bitboard::RANK_1 | Bitboard::RANK_8;
    for _ in 0..count {
        let piece = pieces[random.below(pieces.len())];
        let square = Square::ALL[random.below(64)];
        let is_misplaced_pawn = piece.piece_type() == PieceType::Pawn && back_ranks.contains(square);
        if !setup.board.occupied().contains(square) && !is_misplaced_pawn {
            setup.board.put(piece, square);
        }
    }
}

fn with_side(setup: Setup, random: &mut Random) -> Setup {
    Setup { side_to_move: Color::ALL[random.below(2)], ..setup }
}

#[test]
fn there_are_thousands_and_the_rare_kinds_are_among_them() {
    let count = |what: &dyn Fn(&Position) -> bool| POSITIONS.iter().filter(|position| what(position)).count();
    assert!(POSITIONS.len() > 4000, "{}", POSITIONS.len());
    let ep = count(&|position| position.ep_square().is_some());
    let refused_ep = count(&|position| position.ep_square().is_none() && !position.ep_capturers().is_empty());
    let one_of_two = |position: &Position| {
        let captures = legal_moves(position).into_iter().filter(|mv| mv.is_en_passant()).count();
        captures == 1 && position.ep_capturers().has_many()
    };
    let half_ep = count(&one_of_two);
    let double_checks = count(&|position| position.checkers().has_many());
    let pins = count(&|position| !position.pinned(position.side_to_move()).is_empty());
    let castlings = count(&|position| legal_moves(position).iter().any(|mv| mv.is_castle()));
    let castling_checks = count(&|position| {
        legal_moves(position).into_iter().any(|mv| mv.is_castle() && position.after(mv).is_in_check())
    });
    let promotions = count(&|position| legal_moves(position).iter().any(|mv| mv.is_promotion()));
    let counts = [ep, refused_ep, half_ep, double_checks, pins, castlings, castling_checks, promotions];
    assert!(counts.iter().all(|&count| count >= 50), "{counts:?}");
}
