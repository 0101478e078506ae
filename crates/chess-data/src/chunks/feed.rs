//! Pieces of the inputs, one after another.

use std::io;

use super::buffer::{Buffer, line_ends};
use super::chunk::{InputError, InputFault};
use super::cut;
use super::supply::{Stop, Supplied, Supply};
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

/// A chunk that owns its bytes.
pub(crate) struct Piece {
    pub(crate) buffer: Buffer,
    pub(crate) input: usize,
    pub(crate) offset: u64,
    /// The number of lines between the chunk before and this one.
    pub(crate) skipped_lines: u64,
}

impl<'a> Feed<'a> {
    pub(crate) fn new(inputs: &'a [Input], limits: Limits, progress: Progress, stop: &'a Stop) -> Self {
        Self { inputs, limits, input: 0, open: None, progress, stop }
    }

    /// True if reading may wait for a writer.
    pub(crate) fn may_wait(&self) -> bool {
        self.open.as_ref().is_some_and(Open::may_wait)
    }

    /// The next chunk or error; `None` at the end of all inputs. The number of games in an error is not known here, and is 0.
    pub(crate) fn next(&mut self, mut buffer: Buffer) -> Option<Result<Piece, InputError>> {
        loop {
            let input = self.input;
            let open = match &mut self.open {
                Some(open) => open,
                None => match self
                    .inputs
                    .get(input)?
                    .open_with(&self.progress, self.limits.threads)
                    .and_then(Opened::text)
                {
                    Ok(read) => self.open.insert(Open::new(read)),
                    Err(error) => {
                        self.input += 1;
                        return Some(Err(self.error(input, 0, InputFault::Open(error))));
                    }
                },
            };
            let step = open.next(&mut buffer, self.limits, self.stop);
            // Behind the skipped bytes.
            let offset = open.offset();
            return Some(match step {
                Step::Chunk { offset, skipped_lines } => Ok(Piece { buffer, input, offset, skipped_lines }),
                Step::TooLong => {
                    Err(self.error(input, offset, InputFault::GameTooLong { limit: self.limits.game }))
                }
                Step::End => {
                    self.close();
                    continue;
                }
                // The next step is the end.
                Step::Failed { bytes, error } => {
                    Err(self.error(input, offset, InputFault::Read { bytes, error }))
                }
            });
        }
    }

    fn close(&mut self) {
        self.open = None;
        self.input += 1;
    }

    fn error(&self, input: usize, offset: u64, fault: InputFault) -> InputError {
        let name = self.inputs.get(input).map_or_else(Default::default, |input| input.name().to_owned());
        InputError { input, name, games: 0, offset, fault }
    }
}

/// An input that is read chunk by chunk.
struct Open {
    supply: Supply,
    /// The bytes after the last chunk.
    rest: Vec<u8>,
    /// Number of bytes before `rest`.
    offset: u64,
    state: State,
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

enum State {
    Reading,
    /// Within a game that is too long.
    Skipping(Skipped),
    Over,
    /// All bytes before the error have been read.
    Failed(io::Error),
}

/// The part of a game that has been skipped.
#[derive(Clone, Copy, Default)]
struct Skipped {
    /// Its last brace.
    brace: Option<u8>,
    lines: u64,
}

/// The next piece of an input.
enum Step {
    /// The buffer has a chunk.
    Chunk {
        offset: u64,
        skipped_lines: u64,
    },
    /// A game, which begins at the offset that the input had before, is too long.
    TooLong,
    End,
    Failed {
        bytes: u64,
        error: io::Error,
    },
}

/// The reason why the buffer does not become longer now.
enum Filled {
    /// It has as many bytes as wanted.
    Full,
    /// The writer of a pipe has not written more yet.
    Paused,
    Over,
}

impl Open {
    pub(crate) fn new(read: Opened) -> Self {
        Self { supply: Supply::new(read), rest: Vec::new(), offset: 0, state: State::Reading }
    }

    pub(crate) fn may_wait(&self) -> bool {
        self.supply.may_wait()
    }

    /// Number of bytes before the next chunk.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the next chunk into the buffer.
    pub(crate) fn next(&mut self, buffer: &mut Buffer, limits: Limits, stop: &Stop) -> Step {
        let mut skipped_lines = 0;
        if let State::Skipping(skipped) = self.state {
            match self.skip(buffer, limits, skipped, stop) {
                Some(lines) => skipped_lines = lines,
                None => self.rest.clear(),
            }
        }
        match std::mem::replace(&mut self.state, State::Over) {
            State::Over if self.rest.is_empty() => return Step::End,
            State::Failed(error) if self.rest.is_empty() => {
                return Step::Failed { bytes: self.supply.bytes_read(), error };
            }
            state => self.state = state,
        }
        let offset = self.offset;
        buffer.set(&self.rest);
        let Some(length) = self.read_chunk(buffer, limits, stop) else {
            self.rest.clear();
            self.rest.extend_from_slice(buffer.text());
            // The lines of an earlier game that is also too long have not been reported.
            self.state = State::Skipping(Skipped { brace: None, lines: skipped_lines });
            return Step::TooLong;
        };
        self.rest.clear();
        self.rest.extend_from_slice(&buffer.text()[length..]);
        self.offset += length as u64;
        buffer.truncate(length);
        if length == 0 {
            return self.next(buffer, limits, stop);
        }
        Step::Chunk { offset, skipped_lines }
    }

    /// The length of the chunk that the buffer begins with; `None` if its first game is too long.
    fn read_chunk(&mut self, buffer: &mut Buffer, limits: Limits, stop: &Stop) -> Option<usize> {
        // The rest of the chunk before has no place to cut.
        let mut goal = limits.chunk.max(buffer.text().len() + limits.chunk / 2 + 1).min(limits.game);
        loop {
            let cut = match self.fill(buffer, goal, stop) {
                Filled::Over if matches!(self.state, State::Failed(_)) => {
                    // The last game is incomplete.
                    let length = whole_games(buffer.text(), limits.is_lenient);
                    buffer.truncate(length);
                    return Some(length);
                }
                Filled::Over => return Some(buffer.text().len()),
                Filled::Full => match cut::before_tags(buffer.text()) {
                    None => cut::by_reading(buffer.text(), limits.is_lenient),
                    cut => cut,
                },
                Filled::Paused if !limits.cuts_at_pauses => None,
                Filled::Paused => Some(whole_games(buffer.text(), limits.is_lenient)),
            };
            match cut.filter(|&length| length > 0) {
                Some(length) => return Some(length),
                None if buffer.text().len() >= limits.game => return None,
                None if buffer.text().len() >= goal => goal = (2 * goal).min(limits.game),
                None => {}
            }
        }
    }

    /// Reads until the buffer has `goal` bytes, or the writer of a pipe pauses.
    fn fill(&mut self, buffer: &mut Buffer, goal: usize, stop: &Stop) -> Filled {
        if buffer.text().len() >= goal {
            return Filled::Full;
        }
        if !matches!(self.state, State::Reading | State::Skipping(_)) {
            return Filled::Over;
        }
        match self.supply.fill(buffer, goal, stop) {
            Supplied::Full => return Filled::Full,
            Supplied::Paused => return Filled::Paused,
            Supplied::End => self.state = State::Over,
            Supplied::Failed(error) => self.state = State::Failed(error),
        }
        Filled::Over
    }

    /// Skips the rest of a game that is too long, and returns the number of lines; `None` if no other game follows.
    fn skip(
        &mut self,
        buffer: &mut Buffer,
        limits: Limits,
        mut skipped: Skipped,
        stop: &Stop,
    ) -> Option<u64> {
        loop {
            buffer.set(&self.rest);
            let goal = buffer.text().len() + limits.chunk;
            let filled = self.fill(buffer, goal, stop);
            let (length, is_found) = match cut::next_tags(buffer.text(), &mut skipped.brace) {
                Some(length) => (length, true),
                None => (buffer.text().len().saturating_sub(cut::CONTEXT), false),
            };
            let (passed, rest) = buffer.text().split_at(length);
            skipped.lines += line_ends(passed);
            // A line end that is half in either part is counted in the second.
            skipped.lines -= u64::from(passed.ends_with(b"\r") && rest.starts_with(b"\n"));
            self.offset += length as u64;
            self.rest.clear();
            self.rest.extend_from_slice(rest);
            if is_found {
                if matches!(self.state, State::Skipping(_)) {
                    self.state = State::Reading;
                }
                return Some(skipped.lines);
            }
            if matches!(filled, Filled::Over) {
                return None;
            }
        }
    }
}

/// The length of the games that certainly are complete, whatever follows.
fn whole_games(text: &[u8], is_lenient: bool) -> usize {
    let start = cut::before_tags(text).unwrap_or(0);
    start + cut::behind_result(&text[start..], is_lenient).unwrap_or(0)
}
