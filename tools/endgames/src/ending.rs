use std::fmt;
use std::str::FromStr;

use chess_board::Position;
use chess_types::{Color, Piece, PieceType};

/// The most men on the board, kings included, that are solved.
pub const MOST_MEN: u32 = 4;

/// The types of men beside the king, from the strongest to the weakest, as names of endings list them.
const BY_STRENGTH: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The men of an ending, such as `KQvKR`. The side that is named first is called White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ending {
    /// The number of men of each colour and type, in the order of [`BY_STRENGTH`].
    counts: [[u8; 5]; 2],
}

/// The text is not the name of an ending of three or four men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an ending of three or four men, such as KQvK or KRPvK")]
pub struct ParseEndingError;

impl Ending {
    /// Lists the endings of `men` men, kings included: 5 of three men and 30 of four.
    pub fn all(men: u32) -> Vec<Self> {
        let mut endings = vec![Self { counts: [[0; 5]; 2] }];
        for _ in 2..men {
            let more = endings.iter().flat_map(|ending| {
                (0..10).map(|man| {
                    let mut counts = ending.counts;
                    counts[man / 5][man % 5] += 1;
                    Self { counts }.strong_side_first().0
                })
            });
            endings = more.collect();
            endings.sort_unstable();
            endings.dedup();
        }
        endings.reverse();
        endings
    }

    /// Returns the ending of a position, and whether the side named first is Black. `None` stands for more men than
    /// [`MOST_MEN`].
    pub fn of(position: &Position) -> Option<(Self, bool)> {
        if position.occupied().count() > MOST_MEN {
            return None;
        }
        let counts = Color::ALL
            .map(|color| BY_STRENGTH.map(|piece_type| position.pieces(color, piece_type).count() as u8));
        Some(Self { counts }.strong_side_first())
    }

    /// Counts the men, kings included.
    pub fn men(&self) -> u32 {
        2 + self.counts.iter().flatten().map(|&count| u32::from(count)).sum::<u32>()
    }

    /// Counts the men of one kind.
    pub fn count(&self, piece: Piece) -> u8 {
        let index = BY_STRENGTH.iter().position(|&piece_type| piece_type == piece.piece_type());
        index.map_or(1, |index| self.counts[piece.color().index()][index])
    }

    /// Counts the pawns of both sides.
    pub fn pawns(&self) -> u8 {
        self.counts[0][4] + self.counts[1][4]
    }

    /// Tests for both sides having the same men.
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Lists the other endings of three or more men that one capture, promotion or both lead to, each once.
    pub fn next(&self) -> Vec<Self> {
        let mut next = Vec::new();
        for us in 0..2 {
            let mut after_move = vec![*self];
            for promotion in 0..if self.counts[us][4] > 0 { 4 } else { 0 } {
                let mut counts = self.counts;
                counts[us][4] -= 1;
                counts[us][promotion] += 1;
                after_move.push(Self { counts });
            }
            for ending in after_move {
                next.push(ending);
                for captured in 0..5 {
                    let mut counts = ending.counts;
                    if counts[1 - us][captured] > 0 {
                        counts[1 - us][captured] -= 1;
                        next.push(Self { counts });
                    }
                }
            }
        }
        for ending in &mut next {
            *ending = ending.strong_side_first().0;
        }
        next.retain(|ending| ending != self && ending.men() > 2);
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Swaps the colours if Black is the side to be named first, and tells if it did.
    fn strong_side_first(self) -> (Self, bool) {
        let [white, black] = self.counts.map(|counts| (counts.iter().sum::<u8>(), counts));
        if black > white { (Self { counts: [self.counts[1], self.counts[0]] }, true) } else { (self, false) }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (counts, start) in self.counts.iter().zip(["K", "vK"]) {
            f.write_str(start)?;
            for (piece_type, &count) in BY_STRENGTH.iter().zip(counts) {
                for _ in 0..count {
                    write!(f, "{}", Piece::new(Color::White, *piece_type).letter())?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Ending {
    type Err = ParseEndingError;

    /// Reads a name such as `KQvKR`. Either side may be named first.
    fn from_str(text: &str) -> Result<Self, ParseEndingError> {
        let (first, second) = text.split_once('v').ok_or(ParseEndingError)?;
        let mut counts = [[0; 5]; 2];
        for (side, counts) in [first, second].into_iter().zip(&mut counts) {
            for letter in side.strip_prefix('K').ok_or(ParseEndingError)?.chars() {
                let index = BY_STRENGTH
                    .iter()
                    .position(|&piece_type| Piece::new(Color::White, piece_type).letter() == letter)
                    .ok_or(ParseEndingError)?;
                counts[index] += 1;
                if counts[index] > 2 {
                    return Err(ParseEndingError);
                }
            }
        }
        let ending = Self { counts }.strong_side_first().0;
        if (3..=MOST_MEN).contains(&ending.men()) { Ok(ending) } else { Err(ParseEndingError) }
    }
}
