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
mod values;

use std::sync::LazyLock;

use chess_board::{Position, Setup};
use chess_testkit::Random;
use chess_types::{Color, Piece, PieceType};

/// The positions that tests go through, always the same: those of the test kit, and pieces of few types at random.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Random::new(20_261_122);
    let alike = (0..1500).map(|_| alike(&mut random));
    chess_testkit::POSITIONS.iter().copied().chain(alike).collect()
});

/// Two kings, and up to twenty other pieces of few types: most moves are ambiguous.
pub(crate) fn alike(random: &mut Random) -> Position {
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
