use super::buffer::Buffer;
use super::error::{InputError, InputFault};
use super::open::{Limits, Open, Step};
use super::stop::Stop;
use crate::input::{Input, Progress};

/// The texts of all inputs, cut into chunks one after another.
pub(crate) struct Feed<'a> {
    inputs: &'a [Input],
    limits: Limits,
    /// The index of the input that is open, or that is opened next.
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

#[cfg(all(test, loom))]
thread_local! {
    /// Tells in a model that reading may wait for a writer, as at a pipe.
    pub(super) static IS_PIPE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

impl<'a> Feed<'a> {
    pub(crate) fn new(inputs: &'a [Input], limits: Limits, progress: Progress, stop: &'a Stop) -> Self {
        Self { inputs, limits, input: 0, open: None, progress, stop }
    }

    /// True if reading may wait for a writer.
    pub(crate) fn may_wait(&self) -> bool {
        #[cfg(all(test, loom))]
        if IS_PIPE.get() {
            return true;
        }
        self.open.as_ref().is_some_and(Open::may_wait)
    }

    /// The next chunk or error; `None` at the end of all inputs. The number of games in an error is not known here, and is 0.
    pub(crate) fn next(&mut self, mut buffer: Buffer) -> Option<Result<Piece, InputError>> {
        loop {
            let input = self.input;
            let open = match &mut self.open {
                Some(open) => open,
                None => match self.inputs.get(input)?.open_with(&self.progress, self.limits.threads) {
                    Ok(read) => self.open.insert(Open::new(read)),
                    Err(error) => {
                        self.input += 1;
                        return Some(Err(self.error(input, 0, InputFault::Open(error))));
                    }
                },
            };
            let step = open.next(&mut buffer, self.limits, self.stop);
            // Behind what the step has passed.
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
