use alloc::string::String;
use alloc::vec::Vec;

use chess_types::Move;

/// An operation of a line of EPD: an opcode with its operands.
///
/// The operations in common use have variants of their own. All others are kept as text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Operation {
    /// `acd`: depth of an analysis in plies.
    AnalysisDepth(u32),
    /// `acn`: number of positions that an analysis visited.
    AnalysisNodes(u64),
    /// `acs`: duration of an analysis in seconds.
    AnalysisSeconds(u64),
    /// `am`: moves to avoid, in any order.
    AvoidMoves(Vec<Move>),
    /// `bm`: the best moves, in any order.
    BestMoves(Vec<Move>),
    /// `c0` to `c9`: a comment.
    Comment(u8, String),
    /// `ce`: hundredths of a pawn, positive if the side to move is better.
    Centipawns(i32),
    /// `dm`: number of moves until the side to move mates.
    MateIn(u32),
    /// `eco`: a code of the Encyclopaedia of Chess Openings.
    Eco(String),
    /// `id`: the name of the position.
    Id(String),
    /// `D1`, `D2` and so on, as perft suites have them.
    Perft {
        /// Depth in plies, at least 1.
        depth: u32,
        /// Number of leaves at that depth.
        leaves: u64,
    },
    /// `pm`: the predicted move.
    PredictedMove(Move),
    /// `pv`: the predicted variation. It may have null moves.
    PredictedVariation(Vec<Move>),
    /// `rc`: number of times that the position has occurred, this time included.
    RepetitionCount(u32),
    /// `sm`: the move that a program supplies as its choice.
    SuppliedMove(Move),
    /// `v0` to `v9`: the name of a variation.
    Variation(u8, String),
    /// Any other operation.
    Other {
        /// A letter, then at most 14 more letters, digits and `_`.
        opcode: String,
        /// The operands after it.
        operands: Vec<Operand>,
    },
}

/// An operand of an operation that has no type of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A text in quotation marks.
    Text(String),
    /// A word without quotation marks.
    Word(String),
}
