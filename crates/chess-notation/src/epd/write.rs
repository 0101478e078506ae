use core::fmt::{self, Write};

use chess_board::Position;
use chess_types::Move;

use super::Epd;
use super::operation::{Operand, Operation};
use crate::san::San;

impl fmt::Display for Epd {
    /// Writes a line of EPD, without a line end: the four fields as in the FEN of the position, the counters if they
    /// are not 0 and 1, and the operations in their order.
    ///
    /// EPD has no way to write quotation marks or line ends within a text: they become `'` and a space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        write_fields(f, position)?;
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
    moves.iter().try_for_each(|&mv| write!(f, " {}", San::new(position, mv)))
}

fn write_variation(f: &mut fmt::Formatter<'_>, mut position: Position, moves: &[Move]) -> fmt::Result {
    f.write_str("pv")?;
    for &mv in moves {
        write!(f, " {}", San::new(&position, mv))?;
        position.play_or_pass(mv);
    }
    Ok(())
}

/// The first four fields of the FEN.
fn write_fields(f: &mut fmt::Formatter<'_>, position: &Position) -> fmt::Result {
    write!(FourFields { f, fields: 1 }, "{position}")
}

/// Passes on what is written, up to the fourth space.
struct FourFields<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    fields: usize,
}

impl Write for FourFields<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            self.fields += usize::from(character == ' ');
            if self.fields <= 4 {
                self.f.write_char(character)?;
            }
        }
        Ok(())
    }
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
