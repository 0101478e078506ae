//! The positions that tests go through: random games of all kinds, and a few positions that are rare.

use std::sync::LazyLock;

use chess_board::Position;
use chess_movegen::legal_moves;

/// All of them, always the same.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Random(20_261_122);
    let mut positions: Vec<Position> = RARE.iter().map(|fen| fen.parse().expect(fen)).collect();
    for _ in 0..30 {
        positions.extend(game(Position::START, &mut random));
        positions.extend(game(Position::chess960(random.below(960) as u16).unwrap(), &mut random));
        let (white, black) = (random.below(960) as u16, random.below(960) as u16);
        positions.extend(game(Position::double_chess960(white, black).unwrap(), &mut random));
    }
    for fen in RARE {
        positions.extend(game(fen.parse().unwrap(), &mut random));
    }
    positions
});

const RARE: [&str; 9] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "2n3n1/1P1P1P1P/8/8/8/2k5/8/4K3 w - - 0 1",
    "4k3/8/8/2PpP3/8/b7/8/4K3 w - d6 0 1",
    "8/8/8/8/k1pP3R/8/8/n4K2 b - d3 0 1",
    "4k3/8/8/8/8/8/8/RR4KR w HA - 0 1",
    "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1",
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

/// Every second position of a game of random moves.
fn game(start: Position, random: &mut Random) -> Vec<Position> {
    let mut position = start;
    let mut positions = vec![position];
    for ply in 1..120 {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play(random.pick(&moves));
        if ply % 2 == 0 {
            positions.push(position);
        }
    }
    positions
}
