use std::collections::BTreeSet;
use std::fmt;
use std::iter::{once, repeat_n};
use std::str::FromStr;

use chess_board::{Board, Position, Setup};
use chess_movegen::PositionExt;
use chess_testkit::Random;
use chess_types::{Color, Piece, PieceType, Rank, Square};

/// The greatest number of pieces, kings included, of a solved ending.
pub(crate) const MOST_MEN: u32 = 4;

/// The types of pieces other than the king, from the strongest to the weakest, as in the names of endings.
const BY_STRENGTH: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The pieces of an ending, such as `KQvKR`. The side that is named first is the stronger one, and is called White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ending {
    /// The number of pieces of each colour and type, in the order of [`BY_STRENGTH`].
    counts: [[u8; 5]; 2],
}

impl Ending {
    /// Lists the endings of `men` pieces, kings included: 5 of three pieces and 30 of four. Those with fewer pawns come first.
    pub fn all(men: u32) -> Vec<Self> {
        let mut endings = BTreeSet::from([Self { counts: [[0; 5]; 2] }]);
        for _ in 2..men {
            let more = endings.iter().flat_map(|ending| {
                (0..10).map(|man| {
                    let mut counts = ending.counts;
                    counts[man / 5][man % 5] += 1;
                    Self { counts }.strong_side_first().0
                })
            });
            endings = more.collect();
        }
        let mut endings: Vec<_> = endings.into_iter().rev().collect();
        endings.sort_by_key(|ending| ending.pawns().iter().sum::<u8>());
        endings
    }

    /// Returns the ending of a position, and whether the side named first is Black.
    #[inline]
    pub(crate) fn of(position: &Position) -> (Self, bool) {
        let counts = Color::ALL
            .map(|color| BY_STRENGTH.map(|piece_type| position.pieces(color, piece_type).count() as u8));
        Self { counts }.strong_side_first()
    }

    /// Counts the pieces, kings included.
    pub fn men(self) -> u32 {
        2 + self.counts.iter().flatten().map(|&count| u32::from(count)).sum::<u32>()
    }

    /// Counts the pieces of one kind.
    pub(crate) fn count(self, piece: Piece) -> u8 {
        let index = BY_STRENGTH.iter().position(|&piece_type| piece_type == piece.piece_type());
        index.map_or(1, |index| self.counts[piece.color().index()][index])
    }

    /// Counts the pawns of each side.
    pub(crate) fn pawns(self) -> [u8; 2] {
        self.counts.map(|counts| counts[4])
    }

    /// Tests whether both sides have the same pieces.
    pub(crate) fn is_symmetric(self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Lists the other endings of three or more pieces that one capture, promotion or both lead to.
    pub(crate) fn next(self) -> BTreeSet<Self> {
        let mut next = BTreeSet::new();
        for us in 0..2 {
            let promoted = (0..if self.counts[us][4] > 0 { 4 } else { 0 }).map(|promotion| {
                let mut counts = self.counts;
                counts[us][4] -= 1;
                counts[us][promotion] += 1;
                counts
            });
            for moved in once(self.counts).chain(promoted) {
                let captures = (0..5).filter(|&man| moved[1 - us][man] > 0).map(|man| {
                    let mut counts = moved;
                    counts[1 - us][man] -= 1;
                    counts
                });
                next.extend(once(moved).chain(captures).map(|counts| Self { counts }.strong_side_first().0));
            }
        }
        next.retain(|ending| *ending != self && ending.men() > 2);
        next
    }

    /// Returns a random position of the ending that has a legal move, in half of all cases with the colours swapped. In half of
    /// the positions where a pawn may have just made a double push, it has.
    pub fn random(self, random: &mut Random) -> Position {
        let pieces: Vec<_> = Piece::ALL.iter().flat_map(|&it| repeat_n(it, self.count(it).into())).collect();
        loop {
            let side_to_move = random.pick(&Color::ALL);
            let mut setup = Setup { side_to_move, ..Setup::EMPTY };
            for &piece in &pieces {
                setup.board.put(piece, random.square());
            }
            if setup.board.occupied().count() != self.men() {
                continue;
            }
            if random.below(2) == 0 {
                let passed = skipped_squares(&setup.board, side_to_move).next();
                let pushed = Setup { en_passant: passed, ..setup };
                setup = if Position::from_setup(&pushed).is_ok() { pushed } else { setup };
            }
            if let Some(position) = Position::from_setup(&setup).ok().filter(Position::has_legal_move) {
                return if random.below(2) == 0 { position } else { position.flip_colors() };
            }
        }
    }

    /// Swaps the colours if Black is the side to name first, and returns whether it did.
    fn strong_side_first(self) -> (Self, bool) {
        let [white, black] = self.counts.map(|counts| (counts.iter().sum::<u8>(), counts));
        if black > white { (Self { counts: [self.counts[1], self.counts[0]] }, true) } else { (self, false) }
    }
}

/// Lists the squares that pawns of the side not to move may have passed over, occupied or not.
pub(crate) fn skipped_squares(board: &Board, side_to_move: Color) -> impl Iterator<Item = Square> {
    let (rank, back) = if side_to_move == Color::Black { (Rank::Fourth, -1) } else { (Rank::Fifth, 1) };
    let pushed = board.pieces(!side_to_move, PieceType::Pawn) & rank.bitboard();
    pushed.into_iter().filter_map(move |pawn: Square| pawn.offset(0, back))
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |counts: [u8; 5]| {
            let men = BY_STRENGTH.into_iter().zip(counts);
            let men =
                men.flat_map(|(man, count)| repeat_n(Piece::new(Color::White, man).letter(), count.into()));
            once('K').chain(men).collect::<String>()
        };
        f.pad(&self.counts.map(letters).join("v"))
    }
}

impl FromStr for Ending {
    type Err = String;

    /// Reads a name such as `KQvKR`. Either side may be named first.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut endings = (3..=MOST_MEN).flat_map(Self::all);
        let swapped = text.split_once('v').map(|(first, second)| format!("{second}v{first}"));
        endings
            .find(|ending| [Some(text), swapped.as_deref()].contains(&Some(&*ending.to_string())))
            .ok_or_else(|| format!("{text} is not an ending of three or four pieces, such as KQvK or KRPvK"))
    }
}
