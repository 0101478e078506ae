use std::collections::HashMap;

use chess_board::{Position, Setup};
use chess_endgames::Endings;
use chess_movegen::PositionExt;
use chess_types::{Color, Piece, PieceType, Square};

/// A slow and simple solver of endings of three pieces, White having the third: it uses no symmetry and no unmade moves.
///
/// It lists all positions of all endings together. In each round it computes every value anew from the previous round, until none
/// changes.
#[derive(Default)]
struct Twin {
    positions: Vec<Position>,
    /// The moves of each position: whether they are zeroing, and the number of the position after them. Those that leave two kings
    /// alone, or with a bishop or a knight, have a number without a position.
    ways: Vec<Vec<(bool, usize)>>,
    /// The result from -2 to 2 and the distance with its sign; 0 in place of -1 for a mated side.
    values: Vec<(i32, i32)>,
}

impl Twin {
    fn new(types: &[PieceType]) -> Self {
        let mut positions = Vec::new();
        for number in 0..64 * 64 * 64 * 2 * types.len() {
            let piece = Piece::new(Color::White, types[number >> 19]);
            let mut setup = Setup { side_to_move: Color::ALL[number >> 18 & 1], ..Setup::EMPTY };
            for (place, piece) in [Piece::WhiteKing, Piece::BlackKing, piece].into_iter().enumerate() {
                setup.board.put(piece, Square::ALL[number >> (6 * place) & 63]);
            }
            if setup.board.occupied().count() == 3 {
                positions.extend(Position::from_setup(&setup));
            }
        }
        let keys = positions.iter().enumerate().map(|(number, position)| (position.key(), number));
        let numbers: HashMap<_, _> = keys.collect();
        assert_eq!(numbers.len(), positions.len());
        let ways = positions.iter().map(|position| {
            let is_pawn = |square| position.piece_type_at(square) == Some(PieceType::Pawn);
            let way = |&mv| {
                let is_zeroing = position.captured(mv).is_some() || is_pawn(mv.from());
                (is_zeroing, numbers.get(&position.after(mv).key()).copied().unwrap_or(usize::MAX))
            };
            position.legal_moves().iter().map(way).collect()
        });
        Self { ways: ways.collect(), positions, values: Vec::new() }
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

    fn best(&self, ways: &[(bool, usize)], position: &Position, limit: i32) -> (i32, i32) {
        let of_way = |&(is_zeroing, to): &(bool, usize)| {
            let (result, dtz) = self.values.get(to).copied().unwrap_or_default();
            match (is_zeroing, -result) {
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

#[test]
fn the_solver_and_its_slow_twin_agree_also_on_cursed_wins() {
    let cases: [(&[_], _, &[u16]); 3] = [
        (&[PieceType::Queen], "KQvK", &[100]),
        (&[PieceType::Rook], "KRvK", &[100, 11]),
        (&[PieceType::Queen, PieceType::Rook, PieceType::Pawn], "KPvK", &[100, 8]),
    ];
    for (types, name, limits) in cases {
        let mut twin = Twin::new(types);
        for &limit in limits {
            twin.solve(limit.into());
            let mut endings = Endings::new(limit);
            endings.solve(name.parse().unwrap());
            let mut results = [0; 5];
            for (position, &(result, dtz)) in twin.positions.iter().zip(&twin.values) {
                let value = endings.value(position).unwrap();
                // The solver reports a mated side as probers do.
                let dtz = if (result, dtz) == (-2, 0) { -1 } else { dtz };
                let found = (i32::from(value.wdl_within(limit)), value.dtz());
                assert_eq!(found, (result, dtz), "{position} with a limit of {limit} plies");
                assert_eq!(endings.value(&position.flip_colors()), Some(value), "{position}, swapped");
                results[(result + 2) as usize] += 1;
            }
            // A limit above all distances would leave cursed wins untested.
            assert_eq!(results[1] > 0 && results[3] > 0, limit < 20, "{name}: {results:?}");
        }
    }
}
