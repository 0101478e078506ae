use chess_board::{Board, Position, Setup};
use chess_syzygy::{Dtz, ProbeError, Tables, Wdl};
use chess_types::{Bitboard, Color, PieceType};

use crate::chunks::Sum;
use crate::ending::Ending;
use crate::endings::Endings;
use crate::table::Table;
use crate::value::Value;

/// The most differences that are kept.
const SHOWN: usize = 10;

/// The choice of the mirror images of each position that are probed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Images {
    /// One of them, chosen by the key of the position, so that each kind of image is probed about equally often.
    One,
    /// One of them, of one position out of so many, chosen by their keys.
    Sample(u32),
    /// All of them: every position on the whole board, and with the colours swapped.
    All,
}

/// What a comparison with tables has found.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The probed positions whose result and distance are those that the solver has found.
    pub equal: u64,
    /// Those of them whose distance the tables have to the ply.
    pub exact: u64,
    /// The probed positions with another result or distance, or an error.
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
        let table = self.table(ending)?;
        // The numbers of images, with those at the diagonal and without.
        let (kinds, straight) = if ending.pawns() > 0 { (RANKS, RANKS) } else { (2 * DIAGONAL, DIAGONAL) };
        self.sum(ending, progress, |found: &mut Comparison, position, value| match images {
            Images::One | Images::Sample(_) => {
                let is_chosen = match images {
                    Images::Sample(of) => ((position.key() >> 32) as u32).is_multiple_of(of),
                    _ => true,
                };
                if is_chosen && is_least_image(table, position) {
                    found.add(tables, image(position, position.key() as u32 % kinds), value);
                }
            }
            Images::All => {
                // Of positions that a diagonal or the colours mirror, both are among those that are visited.
                for number in (0..straight).filter(|number| !(ending.is_symmetric() && number & COLORS != 0))
                {
                    found.add(tables, image(position, number), value);
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
            self.exact += u64::from(dtz.is_ok_and(Dtz::is_exact));
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
        self.exact += other.exact;
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
const DIAGONAL: u32 = 8;

/// Tests for no image of a position having a smaller number than itself, of those that have a number of their own: without
/// pawns, the one mirrored at the diagonal; with the same men on both sides, the one with the colours swapped; and both.
fn is_least_image(table: &Table, position: &Position) -> bool {
    let number = table.layout.index_of(position, false);
    let is_least = |position: &Position| {
        let swapped = table.ending.is_symmetric().then(|| table.layout.index_of(position, true));
        number <= table.layout.index_of(position, false).min(swapped.unwrap_or(usize::MAX))
    };
    is_least(position) && (table.ending.pawns() > 0 || is_least(&image(position, DIAGONAL)))
}

/// Returns a mirror image of a position without castling rights. Those with [`RANKS`] and [`DIAGONAL`] are for positions
/// without pawns.
fn image(position: &Position, number: u32) -> Position {
    let mut setup = position.to_setup();
    if number & FILES != 0 {
        setup = setup.flip_files();
    }
    if number & COLORS != 0 {
        setup = setup.flip_colors();
    }
    if number & RANKS != 0 {
        setup = mirror(&setup, Bitboard::flip_ranks);
    }
    if number & DIAGONAL != 0 {
        setup = mirror(&setup, Bitboard::flip_diagonal);
    }
    Position::from_setup(&setup).expect("an image of a legal position is legal")
}

fn mirror(setup: &Setup, flip: impl Fn(Bitboard) -> Bitboard) -> Setup {
    let sets =
        Color::ALL.map(|color| PieceType::ALL.map(|piece_type| flip(setup.board.pieces(color, piece_type))));
    let board = Board::from_sets(&sets).expect("squares that differ differ in the mirror");
    Setup { board, ..*setup }
}
