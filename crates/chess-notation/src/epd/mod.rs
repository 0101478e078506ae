//! EPD, a position with operations (Edwards, "Portable Game Notation Specification", 16.2).

mod error;
mod operation;
mod read;
mod write;

use alloc::vec::Vec;

use chess_board::Position;
use chess_types::Move;

pub use error::{EpdError, EpdRule};
pub use operation::{Operand, Operation};

/// A line of EPD: a position with operations.
///
/// # Examples
/// ```
/// use chess_notation::epd::{Epd, Operation};
///
/// let line = r#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";"#;
/// let epd: Epd = line.parse()?;
/// assert_eq!(epd.id(), Some("BK.01"));
/// assert_eq!(epd.best_moves()[0].to_string(), "d6d1");
/// assert_eq!(epd.to_string(), line);
///
/// let error = line.replace("Qd1+", "Qd9").parse::<Epd>().unwrap_err();
/// assert_eq!(error.offset, 52);
/// # Ok::<(), chess_notation::epd::EpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position with its counters, which are the operations `hmvc` and `fmvn` in the text.
    pub position: Position,
    /// All other operations, in the order of the text.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// A position without operations.
    pub const fn new(position: Position) -> Self {
        Self { position, operations: Vec::new() }
    }

    /// The name of the position, `id`.
    pub fn id(&self) -> Option<&str> {
        self.operations.iter().find_map(|operation| match operation {
            Operation::Id(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// The best moves, `bm`; empty if there is no such operation.
    pub fn best_moves(&self) -> &[Move] {
        let moves = self.operations.iter().find_map(|operation| match operation {
            Operation::BestMoves(moves) => Some(&moves[..]),
            _ => None,
        });
        moves.unwrap_or_default()
    }

    /// The moves to avoid, `am`; empty if there is no such operation.
    pub fn avoid_moves(&self) -> &[Move] {
        let moves = self.operations.iter().find_map(|operation| match operation {
            Operation::AvoidMoves(moves) => Some(&moves[..]),
            _ => None,
        });
        moves.unwrap_or_default()
    }

    /// The leaf counts of perft, `D1` and so on: depths with numbers of leaves.
    pub fn perft_counts(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.operations.iter().filter_map(|operation| match *operation {
            Operation::Perft { depth, leaves } => Some((depth, leaves)),
            _ => None,
        })
    }
}
