//! The ending of a table, and the values of a sub-table.

use std::fmt;

use chess_board::{Position, Setup};
use chess_types::{Color, Piece, PieceType, Square};

use crate::Random;

/// The letters of a name in the order that names have.
const ORDER: [PieceType; 6] = [
    PieceType::King,
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// The material of a table, such as `KRPvKP`. The side that the name puts first is White here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ending {
    /// The pieces in the order of the name.
    pieces: Vec<Piece>,
}

impl Ending {
    /// Reads a name: the letters of one side from king to pawn, `v`, and those of the other.
    pub fn new(name: &str) -> Self {
        let (white, black) = name.split_once('v').expect("two sides");
        let side = |letters: &str, color| -> Vec<Piece> {
            let types = letters.bytes().map(|letter| PieceType::from_letter(letter).expect("a piece"));
            types.map(|piece_type| Piece::new(color, piece_type)).collect()
        };
        let ending = Self { pieces: [side(white, Color::White), side(black, Color::Black)].concat() };
        assert_eq!(ending.to_string(), name);
        ending
    }

    /// The number of pieces, kings included.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Tests for no pieces, which never happens.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// All pieces, in the order of the name.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The number of pieces of this kind.
    pub fn count(&self, piece: Piece) -> usize {
        self.pieces.iter().filter(|&&it| it == piece).count()
    }

    /// Tests for a pawn on the board.
    pub fn has_pawns(&self) -> bool {
        self.pieces.iter().any(|piece| piece.piece_type() == PieceType::Pawn)
    }

    /// Tests whether both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        self.pieces.iter().all(|&piece| self.count(piece) == self.count(swapped(piece)))
    }

    /// The pieces of a position as the name has them: if White has the pieces of the second side, colors are swapped and ranks
    /// are flipped, and the flag is true. `None` is other material.
    pub fn arrange(&self, position: &Position) -> Option<(Vec<(Piece, Square)>, bool)> {
        let on_board: Vec<_> =
            Square::ALL.iter().filter_map(|&at| Some((position.piece_at(at)?, at))).collect();
        let has_material = |board: &[(Piece, Square)]| {
            board.len() == self.len()
                && self
                    .pieces
                    .iter()
                    .all(|&kind| board.iter().filter(|it| it.0 == kind).count() == self.count(kind))
        };
        let flipped: Vec<_> = on_board.iter().map(|&(piece, at)| (swapped(piece), at.flip_ranks())).collect();
        let is_black_to_move = position.side_to_move() == Color::Black;
        if has_material(&on_board) && !(self.is_symmetric() && is_black_to_move) {
            Some((on_board, false))
        } else if has_material(&flipped) {
            Some((flipped, true))
        } else {
            None
        }
    }

    /// Returns any position of this material with either side as White and either side to move.
    pub fn position(&self, random: &mut Random) -> Position {
        let swap = random.below(2) == 0;
        loop {
            let mut setup = Setup { side_to_move: random.pick(&Color::ALL), ..Setup::EMPTY };
            for &piece in &self.pieces {
                let piece = if swap { swapped(piece) } else { piece };
                setup.board.put(piece, random.square());
            }
            if setup.board.occupied().count() as usize == self.len() {
                if let Ok(position) = Position::from_setup(&setup) {
                    return position;
                }
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (color, between) in [(Color::White, "v"), (Color::Black, "")] {
            for piece_type in ORDER {
                for _ in 0..self.count(Piece::new(color, piece_type)) {
                    write!(f, "{}", piece_type.letter().to_ascii_uppercase())?;
                }
            }
            write!(f, "{between}")?;
        }
        Ok(())
    }
}

/// The same piece of the other color.
fn swapped(piece: Piece) -> Piece {
    Piece::new(!piece.color(), piece.piece_type())
}

/// The values of a sub-table, each a number below 4096 as the blocks hold it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Values {
    /// One value for all indices. In a table of distances it is 0.
    Single(u8),
    /// A value for each index.
    Each(Vec<u16>),
    /// Values for the first indices, which repeat themselves. Their number is a power of two, and all entries of the
    /// sparse index name the same blocks, so that tables of 10^10 indices are small files.
    Repeated(Vec<u16>),
}

impl Values {
    /// The value at this index.
    pub fn at(&self, index: u64) -> u16 {
        match self {
            Self::Single(value) => u16::from(*value),
            Self::Each(values) => values[index as usize],
            Self::Repeated(values) => values[index as usize % values.len()],
        }
    }
}

/// Returns runs of values with single other ones in between, as the blocks of real tables have them.
pub fn runs(count: usize, values: &[u16], random: &mut Random) -> Vec<u16> {
    let mut all = Vec::with_capacity(count + 1024);
    while all.len() < count {
        let length = match random.below(8) {
            0 => 300 + random.below(700),
            1 | 2 => 20 + random.below(60),
            _ => 1 + random.below(6),
        };
        let value = random.pick(values);
        all.extend(std::iter::repeat_n(value, length));
        // Frequent pairs make symbols of different values.
        if random.below(3) == 0 {
            let other = random.pick(values);
            all.extend([value, other, other, value, other]);
        }
    }
    all.truncate(count);
    all
}
