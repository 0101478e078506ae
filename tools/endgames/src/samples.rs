use chess_board::Position;
use chess_syzygy::{ProbeError, Tables};

use crate::endings::Endings;

/// A position and its values as somebody else gives them.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The result for the side to move, from -2 to 2.
    pub wdl: i32,
    /// The distance to a zeroing move in plies, with the sign of the result. It may be one less than it should.
    pub dtz: i32,
}

/// A line that is no sample, by its number, which begins at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {0} is not a position, a result and a distance")]
pub struct SampleError(pub usize);

impl Sample {
    /// Reads lines of FEN, result and distance, separated by tabs or by commas. A FEN may lack its two counters. Lines
    /// that begin with `#`, empty lines, and a first line of headings that begins with `EPD` are skipped.
    ///
    /// # Errors
    /// A line is something else.
    pub fn read(text: &str) -> Result<Vec<Self>, SampleError> {
        let lines = text.lines().zip(1..);
        lines
            .filter(|(line, _)| !(line.is_empty() || line.starts_with('#') || line.starts_with("EPD")))
            .map(|(line, number)| Self::of_line(line).ok_or(SampleError(number)))
            .collect()
    }

    /// Tests the values that the solver has found for being those of the sample. `None` if they are not solved.
    pub fn agrees(&self, endings: &Endings) -> Option<bool> {
        let value = endings.value(&self.position)?;
        let (ours, theirs) = (value.dtz(), self.dtz);
        let is_near = ours == theirs || ours == theirs + theirs.signum();
        Some(i32::from(value.wdl()) == self.wdl && is_near)
    }

    /// Tests the values that tables have for being those of the sample, to the ply.
    ///
    /// # Errors
    /// The tables are missing or broken.
    pub fn is_probed(&self, tables: &Tables) -> Result<bool, ProbeError> {
        let (wdl, dtz) = (tables.probe_wdl(&self.position)?, tables.probe_dtz(&self.position)?);
        Ok((i32::from(wdl.value()), dtz.plies()) == (self.wdl, self.dtz))
    }

    fn of_line(line: &str) -> Option<Self> {
        let mut fields = line.split(['\t', ',']);
        let fen = fields.next()?;
        let counters = if fen.split_whitespace().count() == 4 { " 0 1" } else { "" };
        let position = format!("{fen}{counters}").parse().ok()?;
        let wdl = fields.next()?.trim().parse().ok()?;
        let dtz = fields.next()?.trim().parse().ok()?;
        fields.next().is_none().then_some(Self { position, wdl, dtz })
    }
}
