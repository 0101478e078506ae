//! Tests of the public interface.

#[cfg(feature = "alloc")]
mod lines;
mod moves;
mod packed;
#[cfg(feature = "std")]
mod pgn;
#[cfg(feature = "std")]
mod polyglot;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod serde;

use std::sync::LazyLock;

use chess_board::{Position, Setup};
use chess_testkit::{Random, chess960, double_chess960, game};
use chess_types::{Color, Piece, PieceType};

/// The positions that tests go through, always the same: games of random moves, pieces of few types at random, and a few that are
/// rare.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Random::new(20_261_122);
    let mut positions: Vec<Position> = RARE.iter().map(|fen| fen.parse().expect(fen)).collect();
    for _ in 0..20 {
        positions.extend(game(Position::START, 120, 3, &mut random));
    }
    for _ in 0..60 {
        for start in [chess960(&mut random), double_chess960(&mut random)] {
            positions.extend(game(start, 120, 3, &mut random));
        }
    }
    positions.extend((0..1500).map(|_| alike(&mut random)));
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

/// Two kings, and up to twenty other pieces of few types: most moves are ambiguous.
fn alike(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup { side_to_move: random.pick(&Color::ALL), ..Setup::EMPTY };
        let mut types = [random.pick(&PieceType::ALL[..5]); 2];
        if random.below(2) == 0 {
            types[0] = random.pick(&PieceType::ALL[..5]);
        }
        for _ in 0..random.below(20) {
            let color = random.pick(&[Color::White, Color::Black, setup.side_to_move, setup.side_to_move]);
            let piece = Piece::new(color, random.pick(&types));
            setup.board.put(piece, random.square());
        }
        setup.board.put(Piece::WhiteKing, random.square());
        setup.board.put(Piece::BlackKing, random.square());
        if let Ok(position) = Position::from_setup(&setup) {
            return position;
        }
    }
}
