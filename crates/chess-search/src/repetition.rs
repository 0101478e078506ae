//! Upcoming repetitions, found by comparing keys.
//!
//! Source: Marcel van Kervinck, "The design and implementation of the Rookie 2.0 chess playing program", master's thesis,
//! 2019, section 3.3.

use chess_board::{KeyHistory, Position, move_key};
use chess_magic::between;
use chess_movegen::PositionExt;
use chess_types::{Piece, PieceType, Square};

/// Tests whether the side to move has a move to a position that a search would score as a draw by repetition, as
/// [`is_draw`](crate::is_draw) does. No move is made or generated.
///
/// `position` is `ply` plies from the root of the search, and `history` has the positions before it. The position
/// that the move leads to has then stood on the board since the root, the root included, or twice before. A search that
/// finds such a move knows that the side to move has at least a draw, and raises alpha to it.
///
/// The keys of two positions that are an odd number of plies apart are compared. If one piece of the side to move makes the
/// difference, a table knows the key of that difference, and the move is legal if nothing is between its squares.
///
/// # Examples
/// ```
/// use chess_search::{KeyHistory, Move, MoveKind, Position, Square, upcoming_repetition};
///
/// let mut position = Position::START;
/// let mut history = KeyHistory::new();
/// for [from, to] in [[Square::G1, Square::F3], [Square::G8, Square::F6], [Square::F3, Square::G1]] {
///     assert!(!upcoming_repetition(&position, &history, history.len()));
///     history.push(&position);
///     position.play_unchecked(Move::new(from, to, MoveKind::Quiet));
/// }
/// // The knight can go back to g8, and the start position is on the board again.
/// assert!(upcoming_repetition(&position, &history, 3));
/// // With a root after the start position that would be its first repetition only.
/// assert!(!upcoming_repetition(&position, &history, 2));
/// ```
#[inline]
pub fn upcoming_repetition<const N: usize>(position: &Position, history: &KeyHistory<N>, ply: usize) -> bool {
    let reach = usize::from(position.halfmove_clock());
    if reach < 3 {
        return false;
    }
    let key = position.key();
    for back in (3..=reach).step_by(2) {
        let Some(earlier) = history.key_before(back) else { return false };
        if leads_back(position, key ^ earlier) && (back <= ply || is_before(history, earlier, back, reach)) {
            return true;
        }
    }
    false
}

/// Tests whether a move of the side to move changes the key by `difference`.
#[inline]
fn leads_back(position: &Position, difference: u64) -> bool {
    let Some([a, b]) = CUCKOO.find(difference) else { return false };
    // The piece is on one of the squares, and was on the other one.
    position.by_color(position.side_to_move()).intersects(a.bitboard() | b.bitboard())
        && between(a, b).is_disjoint(position.occupied())
}

/// Tests whether `key`, that of the position `back` plies before, is also that of a position before that one.
#[cold]
fn is_before<const N: usize>(history: &KeyHistory<N>, key: u64, back: usize, reach: usize) -> bool {
    (back + 4..=reach).step_by(2).any(|earlier| history.key_before(earlier) == Some(key))
}

/// The keys of all moves of pieces on an empty board, each with its two squares. A key is at one of two places.
struct Cuckoo {
    keys: [u64; PLACES],
    squares: [[Square; 2]; PLACES],
}

const PLACES: usize = 8192;

/// The number of moves: knight 168, bishop 280, rook 448, queen 728, king 210, for two colours.
#[cfg(test)]
const MOVES: usize = 2 * (168 + 280 + 448 + 728 + 210);

static CUCKOO: Cuckoo = Cuckoo::filled();

impl Cuckoo {
    #[inline]
    fn find(&self, key: u64) -> Option<[Square; 2]> {
        let [first, second] = places(key);
        if self.keys[first] == key {
            Some(self.squares[first])
        } else if self.keys[second] == key {
            Some(self.squares[second])
        } else {
            None
        }
    }

    #[allow(clippy::large_stack_arrays, reason = "the compiler fills the table, and the stack never has it")]
    const fn filled() -> Self {
        let mut table = Self { keys: [0; PLACES], squares: [[Square::A1; 2]; PLACES] };
        let mut piece = 0;
        while piece < 12 {
            let mut a = 0;
            while a < 64 {
                let mut b = a + 1;
                while b < 64 {
                    if can_move(Piece::ALL[piece].piece_type(), Square::ALL[a], Square::ALL[b]) {
                        let squares = [Square::ALL[a], Square::ALL[b]];
                        table.insert(move_key(Piece::ALL[piece], squares[0], squares[1]), squares);
                    }
                    b += 1;
                }
                a += 1;
            }
            piece += 1;
        }
        table
    }

    /// Puts a key at its first place, moves the key that stood there to its other place, and so on.
    const fn insert(&mut self, mut key: u64, mut squares: [Square; 2]) {
        let mut place = places(key)[0];
        // No key is 0, so that 0 marks an empty place.
        while key != 0 {
            let (old_key, old_squares) = (self.keys[place], self.squares[place]);
            self.keys[place] = key;
            self.squares[place] = squares;
            (key, squares) = (old_key, old_squares);
            let [first, second] = places(key);
            place = if place == first { second } else { first };
        }
    }
}

#[inline]
const fn places(key: u64) -> [usize; 2] {
    [key as usize % PLACES, (key >> 16) as usize % PLACES]
}

/// Tests whether a piece other than a pawn moves between two squares of an empty board.
const fn can_move(piece_type: PieceType, a: Square, b: Square) -> bool {
    let files = (a as u8 % 8).abs_diff(b as u8 % 8);
    let ranks = (a as u8 / 8).abs_diff(b as u8 / 8);
    let is_straight = files == 0 || ranks == 0;
    let is_diagonal = files == ranks;
    match piece_type {
        PieceType::Pawn => false,
        PieceType::Knight => files * ranks == 2,
        PieceType::Bishop => is_diagonal,
        PieceType::Rook => is_straight,
        PieceType::Queen => is_straight || is_diagonal,
        PieceType::King => files <= 1 && ranks <= 1,
    }
}

/// Tests whether a search may score `position` as a draw. The position is `ply` plies from the root, and `history` has
/// the positions before it.
///
/// It is a draw if it has stood on the board since the root, the root included, or twice before; if fifty moves have
/// passed without a capture or a pawn move, unless the last one gave mate; or if neither side can ever give mate. See
/// [`upcoming_repetition`](crate::upcoming_repetition) for a draw by repetition that the side to move can reach.
pub fn is_draw<const N: usize>(position: &Position, history: &KeyHistory<N>, ply: usize) -> bool {
    if position.is_fifty_move_draw() && (!position.is_in_check() || position.has_legal_move()) {
        return true;
    }
    position.is_insufficient_material() || is_repeated(position, history, ply)
}

fn is_repeated<const N: usize>(position: &Position, history: &KeyHistory<N>, ply: usize) -> bool {
    match history.last_repetition(position) {
        None => false,
        Some(plies) if plies <= ply => true,
        Some(_) => history.repetitions(position) >= 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_move_of_every_piece() {
        let filled = CUCKOO.keys.iter().filter(|&&key| key != 0).count();
        assert_eq!((filled, MOVES), (3668, 3668));
        for piece in Piece::ALL {
            for a in Square::ALL {
                for b in Square::ALL {
                    let found = CUCKOO.find(move_key(piece, a, b));
                    let expected = a != b && can_move(piece.piece_type(), a, b);
                    assert_eq!(found.is_some(), expected, "{piece:?} {a} {b}");
                    assert!(found.is_none_or(|squares| squares.contains(&a) && squares.contains(&b)));
                }
            }
        }
    }
}
