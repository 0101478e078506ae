//! The positions that tests go through: random games of all kinds, pieces scattered at random, and a few that are rare.

use std::sync::LazyLock;

use chess_board::{Position, Setup};
use chess_movegen::legal_moves;
use chess_types::{Color, Piece, PieceType, Square};

/// All of them, always the same.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Random(20_261_122);
    let mut positions: Vec<Position> = RARE.iter().map(|fen| fen.parse().expect(fen)).collect();
    for _ in 0..20 {
        positions.extend(game(Position::START, &mut random));
    }
    for _ in 0..60 {
        let start = Position::chess960(random.below(960) as u16).unwrap();
        positions.extend(game(start, &mut random));
        let (white, black) = (random.below(960) as u16, random.below(960) as u16);
        positions.extend(game(Position::double_chess960(white, black).unwrap(), &mut random));
    }
    positions.extend((0..1500).map(|_| scattered(&mut random)));
    positions
});

const RARE: [&str; 9] = [
    // Four queens that reach one square, one of them pinned.
    "3k4/8/8/1Q3Q2/8/8/1Q3Q2/4K3 w - - 0 1",
    "3k3b/8/8/1N3N2/8/3N4/1N6/K4N2 w - - 0 1",
    // Promotions of every kind, with check and with mate.
    "2n3n1/1P1P1P1P/8/8/8/2k5/8/4K3 w - - 0 1",
    "6k1/P4ppp/8/8/8/8/8/4K3 w - - 0 1",
    // En passant that is mate, that is pinned, and by two pawns of which one is pinned.
    "8/8/8/8/k1pP3R/8/8/n4K2 b - d3 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "4k3/8/8/2PpP3/8/b7/8/4K3 w - d6 0 1",
    // Castling with check, and in Chess960 from the square that the king goes to.
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/8/8/RR4KR w HA - 0 1",
];

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

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Every third position of a game of random moves.
fn game(start: Position, random: &mut Random) -> Vec<Position> {
    let mut position = start;
    let mut positions = vec![position];
    for ply in 1..120 {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play(random.pick(&moves));
        if ply % 3 == 0 {
            positions.push(position);
        }
    }
    positions
}

/// Two kings, and up to twenty other pieces where they may stand, few types of them: most moves need to be told apart.
fn scattered(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup { side_to_move: random.pick(&Color::ALL), ..Setup::EMPTY };
        let mut types = [random.pick(&PieceType::ALL[..5]); 2];
        if random.below(2) == 0 {
            types[0] = random.pick(&PieceType::ALL[..5]);
        }
        for _ in 0..random.below(20) {
            let color = random.pick(&[Color::White, Color::Black, setup.side_to_move, setup.side_to_move]);
            let piece = Piece::new(color, random.pick(&types));
            setup.board.put(piece, random.pick(&Square::ALL));
        }
        setup.board.put(Piece::WhiteKing, random.pick(&Square::ALL));
        setup.board.put(Piece::BlackKing, random.pick(&Square::ALL));
        if let Ok(position) = Position::from_setup(&setup) {
            return position;
        }
    }
}
