use chess_board::{Board, Position, Setup};
use chess_syzygy::{Dtz, ProbeError, Tables, Wdl};
use chess_types::{Bitboard, Color, PieceType};

use crate::chunks::Sum;
use crate::ending::Ending;
use crate::endings::Endings;
use crate::value::Value;

/// The most differences that are kept.
const SHOWN: usize = 10;

/// The choice of the mirror images of each position that are probed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Images {
    /// One of them, by the key of the position, so that each kind of image is probed about equally often.
    One,
    /// All of them: every position on the whole board, and with the colours swapped.
    All,
}

/// What a comparison with tables has found.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The probed positions whose result and distance are those that the solver has found.
    pub equal: u64,
    /// The others.
    pub different: u64,
    /// The first of those found.
    pub shown: Vec<Difference>,
}

/// A position in which solver and tables differ.
#[derive(Debug)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// The value that the solver has found.
    pub value: Value,
    /// The result in the tables.
    pub wdl: Result<Wdl, ProbeError>,
    /// The distance in the tables.
    pub dtz: Result<Dtz, ProbeError>,
}

impl Endings {
    /// Probes the positions of a solved ending in tables, with their results and their distances, and compares them with
    /// the values here. A distance that the tables say they have rounded may be one ply less. `None` if the ending is not
    /// solved.
    pub fn compare(
        &self,
        ending: Ending,
        tables: &Tables,
        images: Images,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Option<Comparison> {
        let kinds = if ending.pawns() > 0 { 4 } else { 8 };
        self.sum(ending, progress, |found: &mut Comparison, position, value| match images {
            Images::One => found.add(tables, image(position, position.key() as u32 % kinds), value),
            Images::All => {
                for number in 0..kinds {
                    // The other colours are another position of the same ending.
                    if !(ending.is_symmetric() && number & COLORS != 0) {
                        found.add(tables, image(position, number), value);
                    }
                }
            }
        })
    }
}

impl Comparison {
    fn add(&mut self, tables: &Tables, position: Position, value: Value) {
        let (wdl, dtz) = (tables.probe_wdl(&position), tables.probe_dtz(&position));
        let is_equal = wdl.as_ref().is_ok_and(|wdl| wdl.value() == value.wdl())
            && dtz.as_ref().is_ok_and(|dtz| is_near(*dtz, value.dtz()));
        if is_equal {
            self.equal += 1;
            return;
        }
        self.different += 1;
        if self.shown.len() < SHOWN {
            self.shown.push(Difference { position, value, wdl, dtz });
        }
    }
}

impl Sum for Comparison {
    fn plus(mut self, other: Self) -> Self {
        self.equal += other.equal;
        self.different += other.different;
        self.shown.extend(other.shown);
        self.shown.truncate(SHOWN);
        self
    }
}

/// Tests for a distance in tables being `solved`, or one ply less if it is rounded.
fn is_near(dtz: Dtz, solved: i32) -> bool {
    let plies = dtz.plies();
    plies == solved || !dtz.is_exact() && plies + plies.signum() == solved
}

/// The bits of the number of an image.
const FILES: u32 = 1;
const COLORS: u32 = 2;
const RANKS: u32 = 4;

/// Returns a mirror image of a position without castling rights. One with the ranks reversed is for positions without
/// pawns.
fn image(position: &Position, number: u32) -> Position {
    let mut setup = position.to_setup();
    if number & FILES != 0 {
        setup = setup.flip_files();
    }
    if number & COLORS != 0 {
        setup = setup.flip_colors();
    }
    if number & RANKS != 0 {
        setup = flip_ranks(&setup);
    }
    Position::from_setup(&setup).expect("an image of a legal position is legal")
}

fn flip_ranks(setup: &Setup) -> Setup {
    let sets = Color::ALL.map(|color| {
        PieceType::ALL.map(|piece_type| Bitboard::flip_ranks(setup.board.pieces(color, piece_type)))
    });
    let board = Board::from_sets(&sets).expect("squares that differ differ in the mirror");
    Setup { board, ..*setup }
}
