use std::iter;
use std::sync::LazyLock;

use chess_board::{Board, CastlingRules, Position, Setup};
use chess_movegen::PositionExt;
use chess_types::{Bitboard, CastlingSide, Color, Move, Piece, PieceType, Rank, Square};

use crate::random::{Random, place};
use crate::suite;

/// Thousands of positions of all kinds, of which the seed of the run chooses: those of the suites and some one ply below them, games
/// of all three kinds of chess, and randomly scattered pieces.
pub static POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| of_all_kinds(&mut Random::new(NUMBER), place(9)));

/// The positions that [`POSITIONS`] has without a seed, for answers that are written down.
pub static SAME_POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| of_all_kinds(&mut Random::fixed(NUMBER), 0));

const NUMBER: u64 = 20_260_101;

/// Miri takes a thousand times as long: there it is a hundredth of them.
fn of_all_kinds(random: &mut Random, first_move: usize) -> Vec<Position> {
    let (plies, part) = if cfg!(miri) { (14, 100) } else { (140, 1) };
    let mut positions = Vec::new();
    for line in suite::texts().step_by(part).map(suite::line) {
        positions.push(line.position);
        let moves = line.position.legal_moves();
        positions.extend(moves.iter().skip(first_move).step_by(9).map(|&mv| line.position.after(mv)));
    }
    let mut play = |games, start: fn(&mut Random) -> Position| {
        for _ in (0..games).step_by(part) {
            let start = start(random);
            positions.extend(game(start, plies, 7, random));
        }
    };
    play(12, |_| Position::START);
    play(50, chess960);
    play(50, double_chess960);
    positions.extend(iter::repeat_with(|| scattered(random)).take(1000 / part));
    positions.extend(iter::repeat_with(|| en_passant(random)).take(500 / part));
    positions.extend(iter::repeat_with(|| castling(random)).take(1200 / part));
    positions
}

/// Plays a game of random moves of at most `plies` plies. Returns the start and every `stride`-th position after it.
pub fn game(start: Position, plies: usize, stride: usize, random: &mut Random) -> Vec<Position> {
    let mut position = start;
    let mut positions = vec![start];
    for ply in 1..=plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(random.pick(&moves));
        if ply % stride == 0 {
            positions.push(position);
        }
    }
    positions
}

/// Returns the position that `mv` leads to, legal or not.
///
/// Builds with debug assertions refuse a move without an own piece on its origin. For it, a pawn of the side to move is put on the origin
/// and the promoted piece, or a pawn, on the target, and each is removed where it is already: so other builds make such a move.
pub fn after_any(position: &Position, mv: Move) -> Position {
    let us = position.side_to_move();
    if !mv.is_null() && position.by_color(us).contains(mv.from()) {
        return position.after(mv);
    }
    let pawn = Piece::new(us, PieceType::Pawn);
    let pieces = match mv.promotion() {
        Some(promoted) => [(pawn, mv.from().bitboard()), (Piece::new(us, promoted), mv.to().bitboard())],
        None => [(pawn, mv.from() | mv.to()), (pawn, Bitboard::EMPTY)],
    };
    let number = position.fullmove_number();
    position.toggled_unchecked(pieces, position.castling_rooks(), None, position.halfmove_clock(), number)
}

/// Returns one of the 960 start positions of Chess960.
pub fn chess960(random: &mut Random) -> Position {
    Position::chess960(random.below(960) as u16).expect("a number below 960")
}

/// Returns a start position of double Chess960, in which each side has its own arrangement.
pub fn double_chess960(random: &mut Random) -> Position {
    let (white, black) = (random.below(960) as u16, random.below(960) as u16);
    Position::double_chess960(white, black).expect("numbers below 960")
}

/// Sets up `position` anew from its fields, with new keys: the oracle of incremental keys.
pub fn from_scratch(position: &Position) -> Position {
    let mended = Position::from_setup_lenient(&position.to_setup(), CastlingRules::Chess960);
    mended.expect("a valid position").position
}

/// Returns a board with up to forty pieces on any squares, kings and pawns included. It is rarely a valid position.
pub fn any_board(random: &mut Random) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..random.below(40) {
        board.put(random.pick(&Piece::ALL), random.square());
    }
    board
}

/// Returns a position of scattered pieces, many of them sliders and many pinned, that no game would lead to.
pub fn scattered(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup { board: kings(random), ..Setup::EMPTY };
        scatter(&mut setup, 2 + random.below(18), random);
        if let Ok(position) = Position::from_setup(&with_side(setup, random)) {
            return position;
        }
    }
}

/// Returns a position after a double push, with one or two pawns next to the pushed one, and kings and sliders scattered around.
/// In a third of the positions every capture is legal, in a third none, and in a third one of two.
pub fn en_passant(random: &mut Random) -> Position {
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
        let legal = capturers
            .into_iter()
            .filter(|&from| position.is_ep_capture_legal(position.side_to_move(), from, to))
            .count();
        if match (capturers.count() as usize, legal) {
            (0, _) => false,
            (all, legal) if all == legal => wanted == 0,
            (_, 0) => wanted == 1,
            _ => wanted == 2,
        } {
            return position;
        }
    }
}

/// Returns a position with kings and castling rooks anywhere on their back ranks, and few other pieces there.
pub fn castling(random: &mut Random) -> Position {
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
            return position;
        }
    }
}

/// Moves the king of the side that is not to move to any square, even of the other back rank, where castling may give it check.
fn send_their_king_away(setup: &mut Setup, random: &mut Random) {
    let them = !setup.side_to_move;
    for king in setup.board.pieces(them, PieceType::King) {
        setup.board.clear(king);
    }
    setup.castling_rooks -= them.back_rank().bitboard();
    let away = random.square();
    setup.castling_rooks -= away.bitboard();
    setup.board.put(Piece::new(them, PieceType::King), away);
}

fn kings(random: &mut Random) -> Board {
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        board.put(Piece::new(color, PieceType::King), random.square());
    }
    board
}

/// Puts pieces other than kings on empty squares.
fn scatter(setup: &mut Setup, count: usize, random: &mut Random) {
    let pieces = Piece::ALL.into_iter().filter(|piece| piece.piece_type() != PieceType::King);
    let pieces: Vec<_> = pieces.collect();
    let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    for _ in 0..count {
        let piece = random.pick(&pieces);
        let square = random.square();
        let is_misplaced_pawn = piece.piece_type() == PieceType::Pawn && back_ranks.contains(square);
        if !setup.board.occupied().contains(square) && !is_misplaced_pawn {
            setup.board.put(piece, square);
        }
    }
}

fn with_side(setup: Setup, random: &mut Random) -> Setup {
    Setup { side_to_move: random.pick(&Color::ALL), ..setup }
}
