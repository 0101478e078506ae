use chess_data::input::{LineTooLong, Lines};
use std::borrow::Cow;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use super::editor::Editor;
use crate::io::diagnostics;

/// Lines that a person types. They are read on a thread of their own, so that a clock can run and Ctrl-C is heard.
pub(super) struct Prompt {
    asks: SyncSender<Ask>,
    lines: Receiver<Typed>,
    /// A line has been asked for and has not come yet.
    is_awaited: bool,
}

/// The text of a line; `None` at the end of the input.
type Typed = io::Result<Option<Result<String, LineTooLong>>>;

/// The words to complete.
struct Ask(Vec<String>);

enum Source {
    Lines(Lines<'static>),
    Editor(Editor),
}

const PROMPT: &str = "> ";

/// The time between two looks at the clock and at Ctrl-C.
const GLANCE: Duration = Duration::from_millis(20);

impl Prompt {
    /// Lines of stdin, edited if it is a terminal.
    ///
    /// # Errors
    /// The system does not start a thread.
    pub(super) fn new(is_terminal: bool) -> io::Result<Self> {
        let (asks, asked) = sync_channel::<Ask>(1);
        let (sender, lines) = sync_channel(1);
        Builder::new().stack_size(STACK).spawn(move || {
            let mut source = if is_terminal {
                Source::Editor(Editor::new())
            } else {
                Source::Lines(Lines::new(io::stdin()))
            };
            while let Ok(Ask(words)) = asked.recv() {
                if sender.send(source.read(&words)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { asks, lines, is_awaited: false })
    }

    /// Waits for the next line as long as `waits` allows; `None` if it does not.
    pub(super) fn ask(
        &mut self,
        words: impl FnOnce() -> Vec<String>,
        waits: impl Fn() -> bool,
    ) -> Option<Typed> {
        if !self.is_awaited {
            // The thread ends only with the program.
            let _ = self.asks.send(Ask(words()));
            self.is_awaited = true;
        }
        while waits() {
            match self.lines.recv_timeout(GLANCE) {
                Ok(typed) => {
                    self.is_awaited = false;
                    return Some(typed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Some(Ok(None)),
            }
        }
        None
    }
}

/// The stack of the thread in bytes.
const STACK: usize = 1 << 20;

impl Source {
    fn read(&mut self, words: &[String]) -> Typed {
        match self {
            Self::Editor(editor) => Ok(editor.read(PROMPT, words)?.map(Ok)),
            Self::Lines(lines) => {
                diagnostics::prompt();
                Ok(lines.next()?.map(|line| line.map(Cow::into_owned)))
            }
        }
    }
}
