use std::collections::HashMap;

use chess_board::{Board, Position, Setup};
use chess_endgames::Endings;
use chess_movegen::PositionExt;
use chess_types::{Bitboard, Color, PieceType, Square};

/// A move of the oracle: zeroing or quiet, to a position by its number.
struct Way {
    is_zeroing: bool,
    to: u32,
}

/// A slow and simple solver of endings of three pieces, White having the third: it uses no symmetry and no unmade moves.
///
/// It lists all positions of all endings together. In each round it computes every value anew from the previous round, until none
/// changes.
struct Twin {
    numbers: HashMap<u64, u32>,
    positions: Vec<Position>,
    ways: Vec<Vec<Way>>,
    /// The result from -2 to 2 and the distance with its sign; 0 in place of -1 for a mated side.
    values: Vec<(i32, i32)>,
}

impl Twin {
    fn new(types: &[PieceType]) -> Self {
        let mut twin =
            Self { numbers: HashMap::new(), positions: Vec::new(), ways: Vec::new(), values: Vec::new() };
        for &piece_type in types {
            twin.list(piece_type);
        }
        twin.ways = twin.positions.iter().map(|position| twin.ways(position)).collect();
        twin
    }

    fn solve(&mut self, limit: i32) {
        self.values = vec![(0, 0); self.positions.len()];
        loop {
            let moves = self.ways.iter().zip(&self.positions);
            let values: Vec<_> = moves.map(|(ways, position)| self.best(ways, position, limit)).collect();
            if values == self.values {
                return;
            }
            self.values = values;
        }
    }

    fn list(&mut self, piece_type: PieceType) {
        let mut squares = [Square::A1; 3];
        for number in 0..64 * 64 * 64 * 2 {
            for (square, digit) in squares.iter_mut().zip([number, number / 64, number / 4096]) {
                *square = Square::from_low_bits((digit % 64) as u8);
            }
            let mut sets = [[Bitboard::EMPTY; 6]; 2];
            sets[0][PieceType::King.index()] |= squares[0];
            sets[1][PieceType::King.index()] |= squares[1];
            sets[0][piece_type.index()] |= squares[2];
            let side_to_move = if number < 64 * 64 * 64 { Color::White } else { Color::Black };
            let Some(board) = Board::from_sets(&sets) else { continue };
            if let Ok(position) = Position::from_setup(&Setup { board, side_to_move, ..Setup::EMPTY }) {
                assert!(self.numbers.insert(position.key(), self.positions.len() as u32).is_none());
                self.positions.push(position);
            }
        }
    }

    /// Lists the moves. Those that leave two kings alone, or with a bishop or a knight, have a number without a position.
    fn ways(&self, position: &Position) -> Vec<Way> {
        let way = |&mv| {
            let is_zeroing =
                position.captured(mv).is_some() || position.piece_type_at(mv.from()) == Some(PieceType::Pawn);
            Way { is_zeroing, to: self.numbers.get(&position.after(mv).key()).copied().unwrap_or(u32::MAX) }
        };
        position.legal_moves().iter().map(way).collect()
    }

    fn best(&self, ways: &[Way], position: &Position, limit: i32) -> (i32, i32) {
        let of_way = |way: &Way| {
            let (result, dtz) = self.values.get(way.to as usize).copied().unwrap_or_default();
            match (way.is_zeroing, -result) {
                (_, 0) => (0, 0),
                (true, result @ (-2 | 2)) => (result, result.signum()),
                (true, result) => (result, result * (limit + 1)),
                (false, result) => {
                    let dtz = -dtz + result.signum();
                    (if dtz.abs() <= limit { 2 } else { 1 } * result.signum(), dtz)
                }
            }
        };
        // The loser's distance is negative: the best value is the smallest, after the order of signs.
        let best = ways.iter().map(of_way).max_by_key(|&(result, dtz)| (result, -dtz));
        best.unwrap_or(if position.is_in_check() { (-2, 0) } else { (0, 0) })
    }
}

fn assert_equal(types: &[PieceType], name: &str, limits: &[u16]) {
    let mut twin = Twin::new(types);
    for &limit in limits {
        twin.solve(limit.into());
        assert_equal_within(&twin, name, limit);
    }
}

/// A mated side's distance is 0 for the oracle and -1 for the solver, as probers report it.
fn assert_equal_within(twin: &Twin, name: &str, limit: u16) {
    let mut endings = Endings::with_limit(limit);
    endings.solve(name.parse().unwrap());
    let mut results = [0; 5];
    for (position, &(result, dtz)) in twin.positions.iter().zip(&twin.values) {
        let value = endings.value(position).unwrap();
        let dtz = if (result, dtz) == (-2, 0) { -1 } else { dtz };
        let found = (i32::from(value.wdl_within(limit)), value.dtz());
        assert_eq!(found, (result, dtz), "{position} with a limit of {limit} plies");
        assert_eq!(endings.value(&position.flip_colors()), Some(value), "{position}, the colours swapped");
        results[(result + 2) as usize] += 1;
    }
    // A limit above all distances would leave cursed wins untested.
    let has_cursed = results[1] > 0 && results[3] > 0;
    assert_eq!(has_cursed, limit < 20, "{name}: {results:?}");
}

#[test]
fn a_queen() {
    assert_equal(&[PieceType::Queen], "KQvK", &[100]);
}

#[test]
fn a_rook_also_with_cursed_wins() {
    assert_equal(&[PieceType::Rook], "KRvK", &[100, 11]);
}

#[test]
fn a_pawn_also_with_cursed_wins() {
    assert_equal(&[PieceType::Queen, PieceType::Rook, PieceType::Pawn], "KPvK", &[100, 8]);
}
