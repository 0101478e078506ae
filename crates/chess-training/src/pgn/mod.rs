//! PGN with evaluations in its comments.
//!
//! The forms of comments that are read, and their points of view, are those of [`ScoreView`](chess_data::scores::ScoreView). `[%eval
//! 0.17]` and `[%eval #-3]` hold the value of the position after the move, or of the start position before the first move. The
//! result of an engine's search, such as `+0.31/14 1.2s` and `[%eval 31,14]`, is the value of the position before the move.
//!
//! `[%eval]` is written. Scores are hundredths of a pawn. A mate in `n` plies is [`MATE`] − `n`; `#3`, in moves, is a mate in 5
//! plies for the side to move and in 6 for the other. Scores within [`MAX_MATE_PLIES`] of `MATE` are written as mates. Numbers of
//! pawns that would be read as mates become the nearest that are not.

mod read;

use std::fmt;
use std::io::{self, Write};

use chess_notation::pgn::{Command, Eval, GameResult, Score, Writer as Text};
use chess_types::Color;

use crate::fault::{Loss, Losses};
use crate::record::{Chain, MATE, MAX_MATE_PLIES, Record};
use chess_data::scores::Search;

pub use read::Reader;

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

    /// The losses so far.
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

    /// The error of the output that caused an error of formatting.
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
        let score = written(score, record.position.side_to_move(), losses);
        text.comment(&Command::Eval(Eval::from(score)).to_string())?;
    }
    record.mv.map_or(Ok(()), |mv| text.mv(&record.position, mv))
}

fn failed() -> io::Error {
    io::Error::other("the output failed earlier")
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

/// The greatest number of hundredths of a pawn that is not a mate.
const MAX_CENTIPAWNS: i32 = MATE - MAX_MATE_PLIES - 1;

/// The value of an evaluation of a position, with `to_move` to move.
fn of_eval(score: Score, to_move: Color, losses: &mut Losses) -> i32 {
    match score {
        Score::Centipawns(value) => centipawns(value, losses),
        Score::Mate(moves) => mate(moves, to_move, losses),
    }
}

/// The value of an engine's search.
fn of_search(search: Search, losses: &mut Losses) -> Option<i32> {
    match search {
        Search::Centipawns(value) => Some(centipawns(value, losses)),
        Search::Mate(plies) => {
            losses.add(Loss::MateAsNumber);
            Some(in_range(plies.saturating_abs(), plies >= 0, losses))
        }
        Search::Lost => {
            losses.add(Loss::ScoreView);
            None
        }
    }
}

/// The score that is written for a value from White's point of view, if `to_move` is to move.
fn written(value: i32, to_move: Color, losses: &mut Losses) -> Score {
    let plies = MATE.saturating_sub(value.saturating_abs());
    if !(0..=MAX_MATE_PLIES).contains(&plies) {
        return Score::Centipawns(centipawns(value, losses));
    }
    let mates = if value > 0 { Color::White } else { Color::Black };
    // The side to move mates after an odd number of plies, one at least.
    let moves = if to_move == mates { ((plies + 1) / 2).max(1) } else { plies / 2 };
    losses.add_if(plies_of(moves, to_move == mates) != plies, Loss::ScoreRange);
    Score::Mate(if value > 0 { moves } else { -moves })
}

fn centipawns(value: i32, losses: &mut Losses) -> i32 {
    let nearest = value.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
    losses.add_if(nearest != value, Loss::ScoreRange);
    nearest
}

/// The score of a mate in so many moves, by White if the number is positive. Zero is a mate on the board.
fn mate(moves: i32, to_move: Color, losses: &mut Losses) -> i32 {
    losses.add(Loss::MateAsNumber);
    let white_mates = if moves == 0 { to_move == Color::Black } else { moves > 0 };
    let mover_mates = white_mates == (to_move == Color::White);
    let plies = plies_of(moves.saturating_abs().min(MAX_MATE_PLIES), mover_mates);
    in_range(plies, white_mates, losses)
}

fn plies_of(moves: i32, mover_mates: bool) -> i32 {
    2 * moves - i32::from(mover_mates && moves > 0)
}

fn in_range(plies: i32, is_positive: bool, losses: &mut Losses) -> i32 {
    losses.add_if(plies > MAX_MATE_PLIES, Loss::ScoreRange);
    let score = MATE - plies.min(MAX_MATE_PLIES);
    if is_positive { score } else { -score }
}
