//! King and pawn against king: the result of every position, computed when the first one is asked for.
//!
//! The pawn's side is White here, and the pawn stands on one of the files a to d. Source:
//! <https://www.chessprogramming.org/KPK>.

use std::boxed::Box;
use std::sync::LazyLock;
use std::vec;

use chess_board::Position;
use chess_magic::{king_attacks, pawn_attacks};
use chess_types::{Bitboard, Color, Direction, PieceType, Square};

/// The value of a won position beside that of the pawn's rank, less than that of a queen.
const WON: i32 = 500;

/// Returns the value for the side to move if the position is king and pawn against king.
#[cold]
pub(super) fn value(position: &Position) -> Option<i32> {
    let pawns = position.by_type(PieceType::Pawn);
    let pawn = pawns.first()?;
    let us = if position.by_color(Color::White).contains(pawn) { Color::White } else { Color::Black };
    let is_mirrored = pawn.file().index() > 3;
    let seen = |square: Square| {
        let square = square.relative_to(us);
        if is_mirrored { square.flip_files() } else { square }
    };
    let place = Place {
        to_move: if position.side_to_move() == us { Color::White } else { Color::Black },
        king: seen(position.king(us)),
        other: seen(position.king(!us)),
        pawn: seen(pawn),
    };
    if !is_won(place) {
        return Some(0);
    }
    let value = WON + 20 * place.pawn.rank().index() as i32;
    Some(if place.to_move == Color::White { value } else { -value })
}

/// King and pawn of White, and the king of Black.
#[derive(Clone, Copy, Debug)]
struct Place {
    to_move: Color,
    king: Square,
    other: Square,
    pawn: Square,
}

/// Two sides to move, 64 squares of each king, and 24 of the pawn.
const PLACES: usize = 2 * 64 * 64 * 24;

static WINS: LazyLock<Box<[u64]>> = LazyLock::new(wins);

fn is_won(place: Place) -> bool {
    let index = place.index();
    WINS[index / 64] >> (index % 64) & 1 == 1
}

impl Place {
    fn index(self) -> usize {
        let pawn = (self.pawn.rank().index() - 1) * 4 + self.pawn.file().index();
        ((pawn * 64 + self.other.index()) * 64 + self.king.index()) * 2 + self.to_move.index()
    }

    fn at(index: usize) -> Option<Self> {
        let pawn = index >> 13;
        Some(Self {
            to_move: if index & 1 == 0 { Color::White } else { Color::Black },
            king: Square::from_index(index >> 1 & 63)?,
            other: Square::from_index(index >> 7 & 63)?,
            pawn: Square::from_index(8 * (pawn / 4 + 1) + pawn % 4)?,
        })
    }

    /// Tests whether the position can occur: the pieces stand on three squares, and no king can be taken.
    fn is_legal(self) -> bool {
        let Self { to_move, king, other, pawn } = self;
        king.distance(other) > 1
            && king != pawn
            && other != pawn
            && !(to_move == Color::White && pawn_attacks(Color::White, pawn).contains(other))
    }

    /// Tests whether the pawn wins at once, because it promotes and is not taken.
    fn promotes(self) -> bool {
        let Self { king, other, pawn, .. } = self;
        let Some(target) = pawn.step(Direction::North).filter(|target| target.rank().index() == 7) else {
            return false;
        };
        target != king && target != other && (target.distance(other) > 1 || target.distance(king) == 1)
    }

    /// Tests whether the side to move wins or loses, given what is known of the positions after its moves.
    fn is_won_after(self, is_won: impl Fn(Self) -> bool) -> bool {
        let Self { to_move, king, other, pawn } = self;
        if to_move == Color::Black {
            let squares = king_attacks(other) - king_attacks(king) - pawn_attacks(Color::White, pawn);
            // A pawn alone mates nobody, and stalemate is a draw.
            return !squares.is_empty()
                && !squares.contains(pawn)
                && squares.into_iter().all(|other| is_won(Self { to_move: Color::White, other, ..self }));
        }
        let taken: Bitboard = king_attacks(other) | pawn.bitboard();
        let steps = (king_attacks(king) - taken).into_iter().map(|king| Self { king, ..self });
        let free = |square: &Square| *square != king && *square != other;
        let one = pawn.step(Direction::North).filter(free);
        let two =
            one.filter(|_| pawn.rank().index() == 1).and_then(|one| one.step(Direction::North).filter(free));
        let pushes = [one, two].into_iter().flatten().filter(|pawn| pawn.rank().index() < 7);
        let pushes = pushes.map(|pawn| Self { pawn, ..self });
        self.promotes() || steps.chain(pushes).any(|place| is_won(Self { to_move: Color::Black, ..place }))
    }
}

/// Finds the won positions: those that win at once, then again and again those that lead to them.
fn wins() -> Box<[u64]> {
    let mut wins = vec![0_u64; PLACES / 64].into_boxed_slice();
    loop {
        let mut is_changed = false;
        for index in 0..PLACES {
            if wins[index / 64] >> (index % 64) & 1 == 1 {
                continue;
            }
            let Some(place) = Place::at(index).filter(|place| place.is_legal()) else { continue };
            let is_won = place.is_won_after(|place| {
                let index = place.index();
                wins[index / 64] >> (index % 64) & 1 == 1
            });
            if is_won {
                wins[index / 64] |= 1 << (index % 64);
                is_changed = true;
            }
        }
        if !is_changed {
            return wins;
        }
    }
}

#[cfg(test)]
mod tests {
    use chess_board::Setup;
    use chess_movegen::PositionExt;
    use chess_types::Piece;

    use super::*;

    fn position(place: Place) -> Option<Position> {
        let mut setup = Setup::EMPTY;
        let pieces =
            [(place.king, Piece::WhiteKing), (place.other, Piece::BlackKing), (place.pawn, Piece::WhitePawn)];
        for (square, piece) in pieces {
            setup.board.put(piece, square);
        }
        setup.side_to_move = place.to_move;
        Position::from_setup(&setup)
            .ok()
            .filter(|_| place.king != place.other && setup.board.occupied().count() == 3)
    }

    /// Whether the pawn's side wins, by the moves of the generator and the results of what they lead to.
    fn is_won_by_moves(position: &Position) -> bool {
        let mut moves = position.legal_moves().into_iter();
        let is_won_after = |mv| {
            let after = position.after(mv);
            match value(&after) {
                Some(value) => value != 0,
                None if after.by_type(PieceType::Pawn).is_empty() && after.occupied().count() < 3 => false,
                // A queen or a rook wins unless it is taken at once, or gives stalemate.
                None => {
                    let replies = after.legal_moves();
                    let is_major = matches!(mv.promotion(), Some(PieceType::Queen | PieceType::Rook));
                    is_major
                        && !replies.iter().any(|reply| reply.is_capture())
                        && (!replies.is_empty() || after.is_in_check())
                }
            }
        };
        if position.side_to_move() == Color::White {
            moves.any(is_won_after)
        } else {
            moves.len() > 0 && moves.all(is_won_after)
        }
    }

    #[test]
    fn every_result_agrees_with_those_after_the_legal_moves() {
        let mut counts = [0; 2];
        for place in (0..PLACES).filter_map(Place::at) {
            let position = position(place);
            assert_eq!(position.is_some(), place.is_legal(), "{place:?}");
            let Some(position) = position else { continue };
            let is_won = is_won(place);
            assert_eq!(is_won, is_won_by_moves(&position), "{position}");
            counts[place.to_move.index()] += usize::from(is_won);
        }
        // The sum is the number that other programs find.
        assert_eq!(counts, [62_480, 48_802]);
    }

    #[test]
    fn known_positions_have_their_results_for_both_sides() {
        for (fen, is_won) in [
            // The opposition decides.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/3K4/4P3/8/8/8/8 b - - 0 1", true),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false),
            ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", true),
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
            ("7k/8/7K/7P/8/8/8/8 w - - 0 1", false),
        ] {
            let position: Position = fen.parse().unwrap();
            let found = value(&position).unwrap();
            assert_eq!(found != 0, is_won, "{fen}");
            assert_eq!(value(&position.flip_colors()), Some(found), "{fen}");
            assert!(found == 0 || (found > 0) == (position.side_to_move() == Color::White), "{fen}");
        }
    }
}
