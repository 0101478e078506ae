//! The ending of a table, and the values of a sub-table.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::{once, repeat_n};
use std::str::FromStr;

use chess_board::{Position, Setup};
use chess_types::{Color, Piece, PieceType, Square};

use crate::random::Random;

/// The types of pieces other than the king, in the order that names have.
const ORDER: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The material of a table, such as `KRPvKP`. The side that the name puts first is White here.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Ending {
    /// The number of pieces of each colour and type but the kings.
    counts: [[u8; 5]; 2],
}

impl Ending {
    /// Reads a name: the letters of one side from king to pawn, `v`, and those of the other.
    ///
    /// # Panics
    /// Panics if it is none.
    pub fn new(name: &str) -> Self {
        name.parse().expect("the name of an ending")
    }

    /// Lists the endings of `men` pieces, kings included, with the stronger side first: 5 of three pieces and 30 of four. Those with
    /// fewer pawns come first.
    pub fn all(men: usize) -> Vec<Self> {
        let mut endings = BTreeSet::from([Self { counts: [[0; 5]; 2] }]);
        for _ in 2..men {
            let longer = endings.iter().flat_map(|ending| {
                (0..10).map(|man| {
                    let mut counts = ending.counts;
                    counts[man / 5][man % 5] += 1;
                    Self { counts }.stronger_first()
                })
            });
            endings = longer.collect();
        }
        let mut endings: Vec<_> = endings.into_iter().rev().collect();
        endings.sort_by_key(|ending| ending.pawns().iter().sum::<u8>());
        endings
    }

    /// The ending of a position, with White as the first side.
    pub fn of(position: &Position) -> Self {
        let counts = |color| ORDER.map(|it| position.pieces(color, it).count() as u8);
        Self { counts: Color::ALL.map(counts) }
    }

    /// The ending with the stronger side first.
    #[must_use]
    pub fn stronger_first(self) -> Self {
        let [white, black] = self.counts;
        let strength = |counts: [u8; 5]| (counts.iter().sum::<u8>(), counts);
        if strength(black) > strength(white) { Self { counts: [black, white] } } else { self }
    }

    /// The number of pieces, kings included.
    #[expect(clippy::len_without_is_empty, reason = "there are always kings")]
    pub fn len(&self) -> usize {
        2 + self.counts.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// All pieces, in the order of the name.
    pub fn pieces(&self) -> Vec<Piece> {
        let side = |color| {
            let others = ORDER.iter().flat_map(move |&it| repeat_n(it, self.count(Piece::new(color, it))));
            once(PieceType::King).chain(others).map(move |it| Piece::new(color, it))
        };
        side(Color::White).chain(side(Color::Black)).collect()
    }

    /// The number of pieces of this kind.
    pub fn count(&self, piece: Piece) -> usize {
        let place = ORDER.iter().position(|&it| it == piece.piece_type());
        place.map_or(1, |place| self.counts[piece.color().index()][place].into())
    }

    /// The number of pawns of each side.
    pub fn pawns(&self) -> [u8; 2] {
        self.counts.map(|counts| counts[4])
    }

    /// Tests whether a pawn is on the board.
    pub fn has_pawns(&self) -> bool {
        self.pawns() != [0, 0]
    }

    /// Tests whether both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Lists the other endings of three or more pieces that one capture, promotion or both lead to.
    pub fn next(&self) -> BTreeSet<Self> {
        let less = |counts: [[u8; 5]; 2], side: usize, man: usize| {
            let mut counts = counts;
            counts[side][man] = counts[side][man].checked_sub(1)?;
            Some(counts)
        };
        let mut next = BTreeSet::new();
        for us in 0..2 {
            let promoted = (0..4).filter_map(|promotion| {
                let mut counts = less(self.counts, us, 4)?;
                counts[us][promotion] += 1;
                Some(counts)
            });
            for moved in once(self.counts).chain(promoted) {
                next.extend(once(moved).chain((0..5).filter_map(|man| less(moved, 1 - us, man))));
            }
        }
        let endings = next.into_iter().map(|counts| Self { counts }.stronger_first());
        endings.filter(|ending| ending != self && ending.len() > 2).collect()
    }

    /// The pieces of a position as the name has them: if White has the pieces of the second side, colors are swapped and ranks
    /// are flipped, and the flag is true. `None` is other material.
    pub fn arrange(&self, position: &Position) -> Option<(Vec<(Piece, Square)>, bool)> {
        let is_black_to_move = position.side_to_move() == Color::Black;
        let is_swapped = Self::of(position) != *self || self.is_symmetric() && is_black_to_move;
        let turned = if is_swapped { position.flip_colors() } else { *position };
        let board = Square::ALL.iter().filter_map(|&at| Some((turned.piece_at(at)?, at)));
        (Self::of(&turned) == *self).then(|| (board.collect(), is_swapped))
    }

    /// Returns any position of this material with either side as White and either side to move.
    pub fn position(&self, random: &mut Random) -> Position {
        let swap = random.below(2) == 0;
        loop {
            let mut setup = Setup { side_to_move: random.pick(&Color::ALL), ..Setup::EMPTY };
            for piece in self.pieces() {
                let color = if swap { !piece.color() } else { piece.color() };
                setup.board.put(Piece::new(color, piece.piece_type()), random.square());
            }
            let has_all = setup.board.occupied().count() as usize == self.len();
            if let Some(Ok(position)) = has_all.then(|| Position::from_setup(&setup)) {
                return position;
            }
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.pieces().into_iter().map(|piece| piece.piece_type().letter().to_ascii_uppercase());
        let name: String = letters.collect();
        let (first, second) = name.split_at(name.rfind('K').unwrap_or(0));
        f.pad(&format!("{first}v{second}"))
    }
}

impl FromStr for Ending {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let error = || format!("{name} is not an ending such as KQvK or KRPvKP");
        let (white, black) = name.split_once('v').ok_or_else(error)?;
        let count = |side: &str, letter: PieceType| {
            side.chars().filter(|&it| it == letter.letter().to_ascii_uppercase()).count() as u8
        };
        let ending = Self { counts: [white, black].map(|side| ORDER.map(|it| count(side, it))) };
        if ending.to_string() == name { Ok(ending) } else { Err(error()) }
    }
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
        let (value, other) = (random.pick(values), random.pick(values));
        all.extend(repeat_n(value, length));
        // Frequent pairs make symbols of different values.
        if random.below(3) == 0 {
            all.extend([value, other, other, value, other]);
        }
    }
    all.truncate(count);
    all
}
