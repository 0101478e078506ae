//! EPD, a position with operations (Edwards, "Portable Game Notation Specification", 16.2).

mod read;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Write};

use chess_board::{ParsePositionError, Position};
use chess_types::Move;

use crate::san::{San, SanError};

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

/// An error of a text that is not a line of EPD: the place, and the rule that is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    /// Number of bytes before the error.
    pub offset: usize,
    /// The rule that is broken.
    pub rule: EpdRule,
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, rule } = self;
        write!(f, "EPD, byte {offset}: {rule}")
    }
}

impl Error for EpdError {}

/// A rule of EPD that a line breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdRule {
    /// The line does not begin with four fields.
    Fields,
    /// The fields are not a position.
    Position(ParsePositionError),
    /// An opcode is not a letter followed by at most 14 letters, digits and underscores.
    Opcode,
    /// A text has no closing quotation mark.
    OpenText,
    /// No semicolon is between two operations.
    Semicolon,
    /// The opcode has operands of the wrong number or type.
    Operand {
        /// The opcode.
        opcode: String,
        /// The operands that the opcode takes, in words.
        expected: &'static str,
    },
    /// An operand is not a legal move in SAN.
    Move(SanError),
}

impl fmt::Display for EpdRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => f.write_str("expected four fields: board, side to move, castling and en passant"),
            Self::Position(error) => error.fmt(f),
            Self::Opcode => {
                f.write_str("an opcode is a letter, then at most 14 letters, digits and underscores")
            }
            Self::Semicolon => f.write_str("a semicolon ends an operation"),
            Self::OpenText => f.write_str("the text has no closing quotation mark"),
            Self::Operand { opcode, expected } => write!(f, "{opcode} expects {expected}"),
            Self::Move(error) => error.fmt(f),
        }
    }
}

impl Error for EpdRule {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Move(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParsePositionError> for EpdRule {
    fn from(error: ParsePositionError) -> Self {
        Self::Position(error)
    }
}

impl From<SanError> for EpdRule {
    fn from(error: SanError) -> Self {
        Self::Move(error)
    }
}

impl fmt::Display for Epd {
    /// Writes a line of EPD, without a line end: the four fields as in the FEN of the position, the counters if they
    /// are not 0 and 1, and the operations in their order.
    ///
    /// EPD has no way to write quotation marks or line ends within a text: they become `'` and a space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        let fen = position.to_string();
        let fields = fen.match_indices(' ').nth(3).map_or(&fen[..], |(end, _)| &fen[..end]);
        f.write_str(fields)?;
        if position.halfmove_clock() != 0 {
            write!(f, " hmvc {};", position.halfmove_clock())?;
        }
        if position.fullmove_number() != 1 {
            write!(f, " fmvn {};", position.fullmove_number())?;
        }
        for operation in &self.operations {
            f.write_char(' ')?;
            write_operation(f, position, operation)?;
            f.write_char(';')?;
        }
        Ok(())
    }
}

fn write_operation(f: &mut fmt::Formatter<'_>, position: &Position, operation: &Operation) -> fmt::Result {
    match operation {
        Operation::AnalysisDepth(plies) => write!(f, "acd {plies}"),
        Operation::AnalysisNodes(nodes) => write!(f, "acn {nodes}"),
        Operation::AnalysisSeconds(seconds) => write!(f, "acs {seconds}"),
        Operation::AvoidMoves(moves) => write_moves(f, "am", position, moves),
        Operation::BestMoves(moves) => write_moves(f, "bm", position, moves),
        Operation::Comment(number, text) => write!(f, "c{number} {}", Quoted(text)),
        Operation::Centipawns(value) => write!(f, "ce {value}"),
        Operation::MateIn(moves) => write!(f, "dm {moves}"),
        Operation::Eco(code) => write!(f, "eco {}", Quoted(code)),
        Operation::Id(id) => write!(f, "id {}", Quoted(id)),
        Operation::Perft { depth, leaves } => write!(f, "D{depth} {leaves}"),
        Operation::PredictedMove(mv) => write_moves(f, "pm", position, &[*mv]),
        Operation::PredictedVariation(moves) => write_variation(f, *position, moves),
        Operation::RepetitionCount(count) => write!(f, "rc {count}"),
        Operation::SuppliedMove(mv) => write_moves(f, "sm", position, &[*mv]),
        Operation::Variation(number, name) => write!(f, "v{number} {}", Quoted(name)),
        Operation::Other { opcode, operands } => {
            f.write_str(opcode)?;
            operands.iter().try_for_each(|operand| match operand {
                Operand::Text(text) => write!(f, " {}", Quoted(text)),
                Operand::Word(word) => write!(f, " {word}"),
            })
        }
    }
}

fn write_moves(f: &mut fmt::Formatter<'_>, opcode: &str, position: &Position, moves: &[Move]) -> fmt::Result {
    f.write_str(opcode)?;
    let mut sans: Vec<_> = moves.iter().map(|&mv| San::new(position, mv)).collect();
    sans.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
    sans.iter().try_for_each(|san| write!(f, " {san}"))
}

fn write_variation(f: &mut fmt::Formatter<'_>, mut position: Position, moves: &[Move]) -> fmt::Result {
    f.write_str("pv")?;
    for &mv in moves {
        write!(f, " {}", San::new(&position, mv))?;
        position.play_unchecked(mv);
    }
    Ok(())
}

/// Text between quotation marks.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            f.write_char(match character {
                '"' => '\'',
                '\n' | '\r' => ' ',
                other => other,
            })?;
        }
        f.write_char('"')
    }
}
