//! Lines of text: `FEN | score | result`, as the trainers bullet and Marlinflow read them.
//!
//! Score and result are White's: the score is a whole number in hundredths of a pawn or the engine's unit, the result is `1.0`
//! if White wins, `0.5` for a draw, `0.0` if Black wins. Other spellings of the result are read as well: `1`, `0`, `1-0`,
//! `0-1`, `1/2`, `1/2-1/2`, and all of them in brackets. Blank lines are skipped.
//!
//! The text of Stockfish's tools is read as well: records of the lines `fen`, `move`, `score`, `ply`, `result` and `e`, whose score and
//! result (1, 0 or -1) are those of the side to move. Records that follow one another are a game.

use std::io::{self, Read, Write};

use chess_board::{CastlingStyle, EnPassantStyle, Position, Setup};
use chess_notation::pgn::GameResult;
use chess_notation::read_uci;
use chess_types::Color;

use crate::fault::{Fault, Loss, Losses, ReadError};
use crate::file::{Decode, Decoded, Encode, FileReader, FileWriter};
use crate::record::{self, Record, labels, to_i16};
use crate::source::Source;

/// The number of bytes that a line may have, its end included.
pub const MAX_LINE: usize = 1 << 10;

/// A reader of lines. A wrong line gives an error, and reading continues with the next.
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
pub type Reader<R> = FileReader<R, Reading>;

/// A writer of lines.
pub type Writer<W> = FileWriter<W, Plain>;

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Tests whether a file that begins with these bytes has records of several lines.
#[cfg(feature = "batches")]
pub(crate) fn is_of_records(first: &[u8]) -> bool {
    first.strip_prefix(BOM).unwrap_or(first).trim_ascii_start().starts_with(b"fen ")
}

/// The format of a [`Writer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

/// The state of a [`Reader`].
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The number of lines that have been read.
    line: u64,
    /// The record of Stockfish whose lines are read, with what they have said so far.
    open: Option<Open>,
    /// The record that would continue the game of the last one.
    next: Option<Record>,
}

/// A record of Stockfish and its ply; no record after a fault: the other lines are skipped.
type Open = (Option<Record>, Option<u16>);

impl Decode for Reading {
    fn decode<R: Read>(&mut self, source: &mut Source<R>, losses: &mut Losses) -> Decoded {
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
                        let is_open = self.open.take().is_some_and(|(record, _)| record.is_some());
                        return if is_open { Err(fail(Fault::Lines)) } else { Ok(None) };
                    }
                    (window, window.len())
                }
                None => {
                    pass_line(source);
                    return Err(fail(Fault::LineLength));
                }
            };
            let text = if line == 1 { text.strip_prefix(BOM).unwrap_or(text) } else { text }.trim_ascii();
            let record = if text.is_empty() {
                Ok(None)
            } else if self.open.is_none() && !text.starts_with(b"fen ") {
                read_line(text).map(Some)
            } else {
                self.field(text, losses)
            };
            source.consume(length);
            match record {
                Ok(None) => {}
                record => return record.map_err(fail),
            }
        }
    }
}

impl Reading {
    /// Reads a line of a record of Stockfish, and returns the record after its last one. A record with a fault is skipped.
    #[cold]
    #[inline(never)]
    fn field(&mut self, line: &[u8], losses: &mut Losses) -> Result<Option<Record>, Fault> {
        let text = std::str::from_utf8(line).map_err(|_| Fault::Lines);
        let (word, value) = text.map(|text| text.split_once(' ').unwrap_or((text, "")))?;
        let before = if matches!(word, "fen" | "e") { self.open.take() } else { None };
        if word == "fen" {
            let position = record::position_of_fen(value.trim().as_bytes());
            let unlabelled =
                |&position| Record { score: None, ..Record::new(position, 0, GameResult::Unknown) };
            self.open = Some((position.as_ref().ok().map(unlabelled), None));
            let is_whole = before.is_none_or(|(record, _)| record.is_none());
            return position.and(if is_whole { Ok(None) } else { Err(Fault::Lines) });
        }
        if let Some((Some(record), ply)) = before {
            return self.finish(record, ply, losses).map(Some);
        }
        let Some((open, ply)) = &mut self.open else { return Ok(None) };
        let Some(record) = open else { return Ok(None) };
        let read = read_field(record, ply, word, value.trim());
        if read.is_err() {
            *open = None;
        }
        read.map(|()| None)
    }

    /// Completes the record of these lines, which continues the last one's game if that leads to its position.
    fn finish(&mut self, of: Record, ply: Option<u16>, losses: &mut Losses) -> Result<Record, Fault> {
        let Record { mut position, mv, score: Some(score), result, .. } = of else {
            return Err(Fault::Lines);
        };
        if result == GameResult::Unknown {
            return Err(Fault::Lines);
        }
        if let Some(ply) = ply.filter(|&ply| u32::from(ply) != position.ply()) {
            // The FEN may lack the number of the move.
            let setup = Setup { fullmove_number: 1 + ply / 2, ..position.to_setup() };
            position = record::position(&setup)?;
            losses.add_if(position.ply() != u32::from(ply), Loss::Counters);
        }
        let state = |position: &Position| (position.key(), position.ply(), position.halfmove_clock());
        let next = self
            .next
            .take()
            .filter(|next| next.result == result && state(&next.position) == state(&position));
        let record =
            Record { mv, score: Some(score), ..next.unwrap_or(Record::new(position, score, result)) };
        self.next = mv.map(|mv| record.following(mv));
        Ok(record)
    }
}

/// Reads a line of a record of Stockfish after its FEN.
fn read_field(record: &mut Record, ply: &mut Option<u16>, word: &str, value: &str) -> Result<(), Fault> {
    let us = record.position.side_to_move();
    match word {
        "move" if value == "0000" => {}
        "move" => record.mv = Some(read_uci(&record.position, value).map_err(|_| Fault::MoveIndex)?),
        "score" => {
            let score = i32::from(value.parse::<i16>().map_err(|_| Fault::ScoreText)?);
            record.score = Some(if us == Color::White { score } else { -score });
        }
        "ply" => *ply = Some(value.parse().map_err(|_| Fault::Lines)?),
        "result" => {
            record.result = match value {
                "1" => GameResult::win(us),
                "0" => GameResult::Draw,
                "-1" => GameResult::win(!us),
                _ => return Err(Fault::Lines),
            }
        }
        _ => return Err(Fault::Lines),
    }
    Ok(())
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
        return Err(if has_only_result(line) { Fault::NoScore } else { Fault::Fields });
    };
    let position = record::position_of_fen(fen)?;
    let score = std::str::from_utf8(score).ok().and_then(|text| text.parse::<i16>().ok());
    let score = score.ok_or(Fault::ScoreText)?;
    let result = read_result(result).ok_or(Fault::ResultText)?;
    Ok(Record::new(position, i32::from(score), result))
}

/// Tests whether a line ends with a result, as `FEN; [1.0]`, `FEN | 0.5` and `FEN c9 "1-0";` do. A whole number alone may be anything.
#[cold]
fn has_only_result(line: &[u8]) -> bool {
    let is_mark = |byte: u8| byte.is_ascii_whitespace() || b";,|\"'".contains(&byte);
    let line = line.trim_ascii_end();
    let end = line.iter().rposition(|&byte| !is_mark(byte)).map_or(0, |at| at + 1);
    let start = line[..end].iter().rposition(|&byte| is_mark(byte)).map_or(0, |at| at + 1);
    end - start > 1 && read_result(&line[start..end]).is_some()
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
