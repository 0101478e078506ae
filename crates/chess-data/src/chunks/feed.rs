//! Pieces of the inputs, one after another.

use std::io;

use super::buffer::Buffer;
use super::chunk::{InputError, InputFault};
use super::cut::{self, line_ends};
use super::supply::{Filled, Stop, Supply};
use crate::input::{Input, Opened, Progress};

/// The texts of all inputs, cut into chunks one after another.
pub(crate) struct Feed<'a> {
    inputs: &'a [Input],
    limits: Limits,
    /// The index of the open input, or of the next one.
    input: usize,
    open: Option<Open>,
    progress: Progress,
    stop: &'a Stop,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The number of bytes that a chunk should have.
    pub(crate) chunk: usize,
    /// The most bytes of a game.
    pub(crate) game: usize,
    /// True if games are read leniently.
    pub(crate) is_lenient: bool,
    /// True if a pause of the writer ends a chunk.
    pub(crate) cuts_at_pauses: bool,
    /// The number of threads, of which decoders may use as many.
    pub(crate) threads: usize,
}

/// A chunk that owns its bytes.
pub(crate) struct Piece {
    pub(crate) text: Buffer,
    pub(crate) input: usize,
    pub(crate) offset: u64,
    /// The number of lines between the chunk before and this one.
    pub(crate) skipped_lines: u64,
}

impl<'a> Feed<'a> {
    pub(crate) fn new(inputs: &'a [Input], limits: Limits, progress: Progress, stop: &'a Stop) -> Self {
        Self { inputs, limits, input: 0, open: None, progress, stop }
    }

    /// The next chunk, in the memory of another, or error; `None` at the end of all inputs. The number of games in an error is not
    /// known here, and is 0.
    pub(crate) fn next(&mut self, mut text: Buffer) -> Option<Result<Piece, InputError>> {
        loop {
            let (input, limits) = (self.input, self.limits);
            let next = self.inputs.get(input)?;
            let fail = |offset, fault| {
                Some(Err(InputError { input, name: next.name().to_owned(), games: 0, offset, fault }))
            };
            let open = match &mut self.open {
                Some(open) => open,
                None => match next.open_with(&self.progress, limits.threads).and_then(Opened::text) {
                    Ok(read) => self.open.insert(Open::new(read)),
                    Err(error) => {
                        self.input += 1;
                        return fail(0, InputFault::Open(error));
                    }
                },
            };
            match open.next(&mut text, limits, self.stop) {
                Some(Ok((offset, skipped_lines))) => {
                    return Some(Ok(Piece { text, input, offset, skipped_lines }));
                }
                // Behind the skipped bytes.
                Some(Err(fault)) => return fail(open.offset, fault),
                None => {
                    self.open = None;
                    self.input += 1;
                }
            }
        }
    }
}

/// An input that is read chunk by chunk.
struct Open {
    supply: Supply,
    /// The bytes after the last chunk.
    rest: Vec<u8>,
    /// Number of bytes before `rest`.
    offset: u64,
    /// The part of a game that is too long, while it is passed.
    skipped: Option<Skipped>,
    /// The end of the input or its error, when all bytes before it have been read.
    end: Option<io::Result<()>>,
}

/// The part of a game that has been skipped.
#[derive(Clone, Copy, Default)]
struct Skipped {
    /// Its last brace.
    brace: Option<u8>,
    lines: u64,
}

impl Open {
    fn new(read: Opened) -> Self {
        Self { supply: Supply::new(read), rest: Vec::new(), offset: 0, skipped: None, end: None }
    }

    /// Reads the next chunk into the buffer, and returns its place and the number of lines that have been skipped before it; `None` at the
    /// end. After the error of a game that is too long, which begins at the offset that the input had before, the next chunk follows.
    fn next(
        &mut self,
        text: &mut Buffer,
        limits: Limits,
        stop: &Stop,
    ) -> Option<Result<(u64, u64), InputFault>> {
        loop {
            let skipped_lines = match self.skipped.take() {
                Some(skipped) => self.skip(text, limits, skipped, stop),
                None => 0,
            };
            if self.rest.is_empty() && self.end.is_some() {
                let error = self.end.replace(Ok(()))?.err()?;
                return Some(Err(InputFault::Read { bytes: self.supply.bytes_read(), error }));
            }
            let offset = self.offset;
            text.set(&self.rest);
            let Some(length) = self.read_chunk(text, limits, stop) else {
                self.rest.clear();
                self.rest.extend_from_slice(text);
                // The lines of an earlier game that is also too long have not been reported.
                self.skipped = Some(Skipped { brace: None, lines: skipped_lines });
                return Some(Err(InputFault::GameTooLong { limit: limits.game }));
            };
            self.rest.clear();
            self.rest.extend_from_slice(&text[length..]);
            self.offset += length as u64;
            text.truncate(length);
            if length > 0 {
                return Some(Ok((offset, skipped_lines)));
            }
        }
    }

    /// The length of the chunk that the buffer begins with; `None` if its first game is too long.
    fn read_chunk(&mut self, text: &mut Buffer, limits: Limits, stop: &Stop) -> Option<usize> {
        // The rest of the chunk before has no place to cut.
        let mut goal = limits.chunk.max(text.len() + limits.chunk / 2 + 1).min(limits.game);
        // Games are looked for again after a short pause only in half as many bytes more, so that the work is linear.
        let mut least = text.len() + text.len() / 2;
        loop {
            let cut = match self.fill(text, least, goal, stop) {
                Filled::Over if matches!(self.end, Some(Err(_))) => {
                    // The last game is incomplete.
                    text.truncate(whole_games(text, limits.is_lenient));
                    return Some(text.len());
                }
                Filled::Over => return Some(text.len()),
                Filled::Full => cut::before_tags(text).or_else(|| cut::by_reading(text, limits.is_lenient)),
                Filled::Paused if !limits.cuts_at_pauses => None,
                Filled::Paused => Some(whole_games(text, limits.is_lenient)),
            };
            least = text.len() + text.len() / 2;
            match cut.filter(|&length| length > 0) {
                Some(length) => return Some(length),
                None if text.len() >= limits.game => return None,
                None if text.len() >= goal => goal = (2 * goal).min(limits.game),
                None => {}
            }
        }
    }

    /// Reads until the buffer has `goal` bytes, or the writer of a pipe pauses.
    fn fill(&mut self, text: &mut Buffer, least: usize, goal: usize, stop: &Stop) -> Filled {
        if text.len() >= goal {
            return Filled::Full;
        }
        if self.end.is_some() {
            return Filled::Over;
        }
        let filled = self.supply.fill(text, least, goal, stop);
        self.end = match filled {
            Ok(filled @ (Filled::Full | Filled::Paused)) => return filled,
            filled => Some(filled.map(drop)),
        };
        Filled::Over
    }

    /// Skips the rest of a game that is too long, and returns the number of lines; nothing is left if no other game follows.
    fn skip(&mut self, text: &mut Buffer, limits: Limits, mut skipped: Skipped, stop: &Stop) -> u64 {
        loop {
            text.set(&self.rest);
            let goal = text.len() + limits.chunk;
            let filled = self.fill(text, 0, goal, stop);
            let found = cut::next_tags(text, &mut skipped.brace);
            let length = found.unwrap_or(text.len().saturating_sub(cut::CONTEXT));
            let (passed, rest) = text.split_at(length);
            skipped.lines += line_ends(passed);
            // A line end that is half in either part is counted in the second.
            skipped.lines -= u64::from(passed.ends_with(b"\r") && rest.starts_with(b"\n"));
            self.offset += length as u64;
            self.rest.clear();
            self.rest.extend_from_slice(rest);
            match (found, filled) {
                (Some(_), _) => return skipped.lines,
                (None, Filled::Over) => {
                    self.rest.clear();
                    return 0;
                }
                _ => {}
            }
        }
    }
}

/// The length of the games that certainly are complete, whatever follows.
fn whole_games(text: &[u8], is_lenient: bool) -> usize {
    let start = cut::before_tags(text).unwrap_or(0);
    start + cut::behind_result(&text[start..], is_lenient).unwrap_or(0)
}
