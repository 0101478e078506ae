use std::fmt;
use std::io::{self, Write};

use chess_notation::pgn::{Command, Eval, GameResult, Writer as Text};

use super::eval;
use crate::training::loss::{Loss, Losses};
use crate::training::record::{Chain, Record};

/// A writer of PGN. Records that follow one another become a game, with the score of each position as `[%eval]` in the comment
/// before its move. The seven tags of the standard are there, without a value except for the result.
#[derive(Debug)]
pub struct Writer<W> {
    /// `None` after the output has failed.
    text: Option<Text<Output<W>>>,
    chain: Chain,
    /// The result of a game that has not been ended.
    open: Option<GameResult>,
    written: u64,
    losses: Losses,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which should be buffered.
    pub fn new(out: W) -> Self {
        Self {
            text: Some(Text::new(Output { out, error: None })),
            chain: Chain::default(),
            open: None,
            written: 0,
            losses: Losses::NONE,
        }
    }

    /// Writes a record.
    ///
    /// # Errors
    /// The output failed. Nothing can be written after this.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let continues = self.chain.continues(record);
        if !continues {
            self.end_game()?;
            self.losses.add_if(record.ply != record.position.ply(), Loss::Counters);
            self.open = Some(record.result);
        }
        self.written += 1;
        let losses = &mut self.losses;
        let Some(text) = &mut self.text else { return Err(failed()) };
        let is_written = write_record(text, record, continues, losses);
        self.check(is_written)
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// What was lost so far.
    pub const fn losses(&self) -> Losses {
        self.losses
    }

    /// Ends the last game, flushes the output and returns it.
    ///
    /// # Errors
    /// The output failed.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_game()?;
        let Some(text) = self.text else { return Err(failed()) };
        let mut out = text.into_inner().out;
        out.flush()?;
        Ok(out)
    }

    fn end_game(&mut self) -> io::Result<()> {
        let (Some(result), Some(text)) = (self.open.take(), &mut self.text) else { return Ok(()) };
        let is_written = text.result(result);
        self.check(is_written)
    }

    /// The error of the output behind an error of formatting.
    fn check(&mut self, is_written: fmt::Result) -> io::Result<()> {
        is_written
            .map_err(|_| self.text.take().and_then(|text| text.into_inner().error).unwrap_or_else(failed))
    }
}

fn write_record<W: Write>(
    text: &mut Text<Output<W>>,
    record: &Record,
    continues: bool,
    losses: &mut Losses,
) -> fmt::Result {
    if !continues {
        for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
            text.tag(name, if name == "Date" { "????.??.??" } else { "?" })?;
        }
        text.tag("Result", record.result)?;
        text.start_tags(&record.position)?;
    }
    if let Some(score) = record.score {
        let score = eval::written(score, record.position.side_to_move(), losses);
        text.comment(&Command::Eval(Eval::from(score)).to_string())?;
    }
    record.mv.map_or(Ok(()), |mv| text.mv(&record.position, mv))
}

fn failed() -> io::Error {
    io::Error::other("the output has failed before")
}

/// An output of text that keeps the error of the output below.
#[derive(Debug)]
struct Output<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> fmt::Write for Output<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
