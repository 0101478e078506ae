use alloc::string::String;
use alloc::vec::Vec;

use chess_types::Move;

/// Something said of a position.
///
/// The operations that programs use have types of their own; all others are kept as they stand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Operation {
    /// `acd`: plies that an analysis has looked ahead.
    AnalysisDepth(u32),
    /// `acn`: positions that an analysis has looked at.
    AnalysisNodes(u64),
    /// `acs`: seconds that an analysis took.
    AnalysisSeconds(u64),
    /// `am`: moves to be avoided, in any order.
    AvoidMoves(Vec<Move>),
    /// `bm`: moves that are best, in any order.
    BestMoves(Vec<Move>),
    /// `c0` to `c9`: a comment.
    Comment(u8, String),
    /// `ce`: hundredths of a pawn, positive if the side to move is better.
    Centipawns(i32),
    /// `dm`: moves of the side to move until it mates.
    MateIn(u32),
    /// `eco`: a code of the Encyclopaedia of Chess Openings.
    Eco(String),
    /// `id`: the name of the position.
    Id(String),
    /// `D1`, `D2` and so on, as perft suites have them.
    Perft {
        /// Plies, at least 1.
        depth: u32,
        /// Positions that depth away.
        leaves: u64,
    },
    /// `pm`: the move that is expected.
    PredictedMove(Move),
    /// `pv`: the moves that are expected, one after the other; the null move may be among them.
    PredictedVariation(Vec<Move>),
    /// `rc`: how often the position has been on the board, this time included.
    RepetitionCount(u32),
    /// `sm`: the move that has been chosen.
    SuppliedMove(Move),
    /// `v0` to `v9`: the name of a variation.
    Variation(u8, String),
    /// Any other.
    Other {
        /// A letter, then at most 14 more letters, digits and `_`.
        opcode: String,
        /// What follows it.
        operands: Vec<Operand>,
    },
}

/// An operand of an operation that has no type of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// Text between quotation marks.
    Text(String),
    /// A word without them.
    Word(String),
}
