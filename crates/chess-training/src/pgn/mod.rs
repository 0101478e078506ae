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
use crate::file::{Encode, FileWriter};
use crate::record::{Chain, MATE, MAX_MATE_PLIES, Record};

pub use read::Reader;

/// A writer of PGN. Records that follow one another become a game, with the score of each position as `[%eval]` in the comment
/// before its move. The seven tags of the standard are there, without a value except for the result.
pub type Writer<W> = FileWriter<W, Writing>;

/// The state of a [`Writer`].
#[derive(Debug, Default)]
pub struct Writing {
    chain: Chain,
    /// The game that has not been ended, and its result.
    open: Option<(Text<String>, GameResult)>,
}

impl Encode for Writing {
    fn encode(&mut self, out: &mut impl Write, record: &Record, losses: &mut Losses) -> io::Result<bool> {
        let continues = self.chain.continues(record);
        if !continues {
            self.end(out)?;
        }
        let (text, _) = self.open.get_or_insert_with(|| (Text::new(String::new()), record.result));
        // A string can be written to.
        let _ = write_record(text, record, continues, losses);
        Ok(true)
    }

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some((mut text, result)) = self.open.take() else { return Ok(()) };
        let _ = text.result(result);
        out.write_all(text.into_inner().as_bytes())
    }
}

fn write_record(
    text: &mut Text<String>,
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

/// The greatest number of hundredths of a pawn that is not a mate.
const MAX_CENTIPAWNS: i32 = MATE - MAX_MATE_PLIES - 1;

/// The value of an evaluation of a position, with `to_move` to move.
fn of_eval(score: Score, to_move: Color, losses: &mut Losses) -> i32 {
    match score {
        Score::Centipawns(value) => centipawns(value, losses),
        Score::Mate(moves) => mate(moves, to_move, losses),
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

/// The score of a mate in `moves` moves, by White if positive. Zero is a mate on the board.
fn mate(moves: i32, to_move: Color, losses: &mut Losses) -> i32 {
    losses.add(Loss::MateAsNumber);
    let white_mates = if moves == 0 { to_move == Color::Black } else { moves > 0 };
    let mover_mates = white_mates == (to_move == Color::White);
    let plies = plies_of(moves.saturating_abs().min(MAX_MATE_PLIES), mover_mates);
    losses.add_if(plies > MAX_MATE_PLIES, Loss::ScoreRange);
    let score = MATE - plies.min(MAX_MATE_PLIES);
    if white_mates { score } else { -score }
}

fn plies_of(moves: i32, mover_mates: bool) -> i32 {
    2 * moves - i32::from(mover_mates && moves > 0)
}
