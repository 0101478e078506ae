use chess_board::Position;
use chess_types::{Color, PieceType};

use super::random64::RANDOM64;

/// The key of `position` in Polyglot's books.
///
/// It differs from [`Position::key`]: it uses the published numbers, and contains the en passant file if a pawn is next to the
/// pawn that has moved two squares, even if the capture is not legal. In Chess960 a castling right counts by its side, king or
/// queen, whatever the file of its rook. The counters are not part of it.
///
/// Source: <http://hgm.nubati.net/book_format.html>.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::polyglot;
///
/// assert_eq!(polyglot::key(&Position::START), 0x463b96181691fc9c);
/// ```
pub fn key(position: &Position) -> u64 {
    of_pieces(position) ^ of_castling(position) ^ of_en_passant(position) ^ of_turn(position)
}

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The numbers of each kind of piece, and behind them a 0 for the square 64, which means no piece.
static PIECES: [[u64; 65]; 12] = {
    let mut pieces = [[0; 65]; 12];
    let mut i = 0;
    while i < CASTLING {
        pieces[i / 64][i % 64] = RANDOM64[i];
        i += 1;
    }
    pieces
};

/// The numbers of all combinations of castling rights, by their bits: these are in the same order as Polyglot's.
static CASTLINGS: [u64; 16] = {
    let mut castlings = [0; 16];
    let mut i = 0;
    while i < 4 * 16 {
        if (i / 4) >> (i % 4) & 1 == 1 {
            castlings[i / 4] ^= RANDOM64[CASTLING + i % 4];
        }
        i += 1;
    }
    castlings
};

/// As many pieces of each kind as the start position has are looked up without a branch: the same work for every position. Loops
/// over the sets, each mispredicted at its end, took 1.8 times as long. The other pieces are promoted.
fn of_pieces(position: &Position) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        key ^= of_kind::<8>(position, color, PieceType::Pawn)
            ^ of_kind::<2>(position, color, PieceType::Knight)
            ^ of_kind::<2>(position, color, PieceType::Bishop)
            ^ of_kind::<2>(position, color, PieceType::Rook)
            ^ of_kind::<1>(position, color, PieceType::Queen)
            ^ of_kind::<1>(position, color, PieceType::King);
    }
    key
}

#[inline(always)]
fn of_kind<const USUAL: usize>(position: &Position, color: Color, piece_type: PieceType) -> u64 {
    let numbers = &PIECES[2 * piece_type.index() + usize::from(color == Color::White)];
    let mut rest = position.pieces(color, piece_type);
    let mut key = 0;
    for _ in 0..USUAL {
        key ^= numbers[rest.0.trailing_zeros() as usize];
        rest = rest.without_first();
    }
    rest.into_iter().fold(key, |key, square| key ^ numbers[square.index()])
}

fn of_castling(position: &Position) -> u64 {
    if position.castling_rooks().is_empty() {
        0
    } else {
        CASTLINGS[position.castling_rights().bits() as usize & 15]
    }
}

fn of_en_passant(position: &Position) -> u64 {
    match position.skipped_square() {
        Some(square) if !position.ep_capturers().is_empty() => RANDOM64[EN_PASSANT + square.file().index()],
        _ => 0,
    }
}

fn of_turn(position: &Position) -> u64 {
    match position.side_to_move() {
        Color::White => RANDOM64[WHITE_TO_MOVE],
        Color::Black => 0,
    }
}
