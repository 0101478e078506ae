use chess_data::input::{LineTooLong, Lines};
use std::borrow::Cow;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::editor::Editor;
use crate::io::diagnostics;
use crate::threads;

/// Lines that a person types. They are read on a thread of their own, so that a clock can run and Ctrl-C is heard.
pub(super) struct Prompt {
    reader: Reader,
    /// A line has been asked for and has not come yet.
    is_awaited: bool,
}

/// The text of a line; `None` at the end of the input.
type Typed = io::Result<Option<Result<String, LineTooLong>>>;

enum Reader {
    Thread {
        asks: SyncSender<Ask>,
        lines: Receiver<Typed>,
    },
    /// No thread can be started: this one waits.
    Here(Box<Source>),
}

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
    pub(super) fn new(is_terminal: bool) -> Self {
        let source = move || {
            if is_terminal { Source::Editor(Editor::new()) } else { Source::Lines(Lines::new(io::stdin())) }
        };
        let (asks, asked) = sync_channel::<Ask>(1);
        let (sender, lines) = sync_channel(1);
        let started = threads::start(STACK, move || {
            let mut source = source();
            while let Ok(Ask(words)) = asked.recv() {
                if sender.send(source.read(&words)).is_err() {
                    break;
                }
            }
        });
        let reader = match started {
            Ok(_) => Reader::Thread { asks, lines },
            Err(_) => Reader::Here(Box::new(source())),
        };
        Self { reader, is_awaited: false }
    }

    /// Waits for the next line as long as `waits` allows; `None` if it does not.
    pub(super) fn ask(
        &mut self,
        words: impl FnOnce() -> Vec<String>,
        waits: impl Fn() -> bool,
    ) -> Option<Typed> {
        match &mut self.reader {
            Reader::Here(source) => Some(source.read(&words())),
            Reader::Thread { asks, lines } => {
                if !self.is_awaited {
                    // The thread ends only with the program.
                    let _ = asks.send(Ask(words()));
                    self.is_awaited = true;
                }
                while waits() {
                    match lines.recv_timeout(GLANCE) {
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
