//! Lines of text: `FEN | score | result`, as the trainers bullet and Marlinflow read them.
//!
//! Score and result are White's: the score is a whole number in hundredths of a pawn or the engine's unit, the result is `1.0`
//! if White wins, `0.5` for a draw, `0.0` if Black wins. Other spellings of the result are read as well: `1`, `0`, `1-0`,
//! `0-1`, `1/2`, `1/2-1/2`, and all of them in brackets. Blank lines are skipped.

use std::io::{self, Read, Write};

use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_notation::pgn::GameResult;

use crate::fault::{Fault, Loss, Losses, ReadError};
use crate::file::{Decode, Decoded, Encode, FileReader, FileWriter};
use crate::record::{Record, labels, to_i16};
use crate::source::Source;

/// The number of bytes that a line may have, its end included.
pub const MAX_LINE: usize = 1 << 10;

/// A reader of lines. A wrong line gives an error, and reading goes on with the next.
///
/// # Examples
/// ```
/// use chess_training::plain;
///
/// let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120\n";
/// let mut reader = plain::Reader::new(text.as_bytes());
/// assert_eq!(reader.next().unwrap()?.score, Some(120));
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 2, byte 44: expected FEN | score | result");
/// # Ok::<(), chess_training::ReadError>(())
/// ```
pub type Reader<R> = FileReader<R, Plain>;

/// A writer of lines.
pub type Writer<W> = FileWriter<W, Plain>;

/// The format of [`Reader`] and [`Writer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain {
    /// The number of lines that have been read.
    line: u64,
}

impl Decode for Plain {
    fn decode<R: Read>(&mut self, source: &mut Source<R>, _: &mut Losses) -> Decoded {
        loop {
            let (offset, line) = (source.offset(), self.line + 1);
            let window = source.fill(MAX_LINE);
            self.line = line;
            let fail = |fault| ReadError { offset, line, fault };
            let (text, length) = match window.iter().take(MAX_LINE).position(|&byte| byte == b'\n') {
                Some(end) => (&window[..end], end + 1),
                None if window.len() < MAX_LINE => {
                    // The last line need not have an end, but that of a stream that has failed may be incomplete.
                    if let Some(error) = source.failure() {
                        return Err(error);
                    }
                    let window = source.fill(MAX_LINE);
                    if window.is_empty() {
                        return Ok(None);
                    }
                    (window, window.len())
                }
                None => {
                    pass_line(source);
                    return Err(fail(Fault::LineLength));
                }
            };
            let record = if text.trim_ascii().is_empty() { None } else { Some(read_line(text)) };
            source.consume(length);
            if let Some(record) = record {
                return record.map(Some).map_err(fail);
            }
        }
    }
}

/// Passes the rest of a line.
fn pass_line<R: Read>(source: &mut Source<R>) {
    loop {
        let window = source.fill(1);
        let length = window.len();
        let end = window.iter().position(|&byte| byte == b'\n');
        source.consume(end.map_or(length, |end| end + 1));
        if end.is_some() || length == 0 {
            return;
        }
    }
}

impl Encode for Plain {
    fn encode(&mut self, out: &mut impl Write, record: &Record, losses: &mut Losses) -> io::Result<bool> {
        let Some((score, result)) = labels(record, losses) else { return Ok(false) };
        let score = to_i16(score, losses);
        losses.add_if(record.mv.is_some(), Loss::Move);
        let result = match result {
            GameResult::WhiteWins => "1.0",
            GameResult::BlackWins => "0.0",
            GameResult::Draw | GameResult::Unknown => "0.5",
        };
        // The square that a double push passes is kept without a legal capture as well.
        let fen = record.position.fen(CastlingStyle::XFen, EnPassantStyle::Always);
        out.write_all(fen.as_str().as_bytes())?;
        writeln!(out, " | {score} | {result}").map(|()| true)
    }
}

fn read_line(line: &[u8]) -> Result<Record, Fault> {
    let mut fields = line.split(|&byte| byte == b'|').map(<[u8]>::trim_ascii);
    let (Some(fen), Some(score), Some(result), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(Fault::Fields);
    };
    let position = Position::from_fen(fen).map_err(|error| Fault::Fen(Box::new(error)))?;
    let score = std::str::from_utf8(score).ok().and_then(|text| text.parse::<i16>().ok());
    let score = score.ok_or(Fault::ScoreText)?;
    let result = read_result(result).ok_or(Fault::ResultText)?;
    Ok(Record::new(position, i32::from(score), result))
}

fn read_result(text: &[u8]) -> Option<GameResult> {
    let text = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]")).unwrap_or(text);
    match text {
        b"1.0" | b"1" | b"1-0" => Some(GameResult::WhiteWins),
        b"0.5" | b"1/2" | b"1/2-1/2" => Some(GameResult::Draw),
        b"0.0" | b"0" | b"0-1" => Some(GameResult::BlackWins),
        _ => None,
    }
}
