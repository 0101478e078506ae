use std::borrow::Cow;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use chess_data::input::{LineTooLong, Lines};
use console::{Key, Term};

use crate::io::diagnostics;

/// Lines that a person types. They are read on a thread of their own, so that a clock can run and Ctrl-C is heard.
pub(super) struct Prompt {
    asks: SyncSender<()>,
    /// Lines, each with whether it was there before it was asked for.
    lines: Receiver<(bool, Typed)>,
    /// A line has been asked for and has not come yet.
    is_awaited: bool,
    /// A line that was typed while the opponent thought.
    ahead: Option<Typed>,
    /// That line has broken off what was thought.
    pub(super) is_urgent: bool,
    bottom: Bottom,
    is_terminal: bool,
}

/// The text of a line; `None` at the end of the input.
type Typed = io::Result<Option<Result<String, LineTooLong>>>;

/// The last line on a terminal, which the thread of the game and that of the keys draw.
#[derive(Clone, Default)]
struct Bottom(Arc<Mutex<Drawn>>);

#[derive(Default)]
struct Drawn {
    /// What goes on, before the prompt.
    status: String,
    /// What is being typed; `None` if nothing is read.
    line: Option<Line>,
    /// The words to complete.
    words: Vec<String>,
}

const PROMPT: &str = "> ";

/// The time between two looks at the clock and at Ctrl-C.
const GLANCE: Duration = Duration::from_millis(20);

/// A line of a pipe that comes in this time was written before it was asked for, perhaps by a program that has just been started.
const AT_ONCE: Duration = Duration::from_millis(500);

/// The columns of a terminal that are left for what is typed, the prompt among them.
const ROOM: usize = 12;

impl Prompt {
    /// Lines of stdin, edited if it is a terminal.
    ///
    /// # Errors
    /// The system does not start a thread.
    pub(super) fn new(is_terminal: bool) -> io::Result<Self> {
        let (asks, asked) = sync_channel(1);
        let (sender, lines) = sync_channel(1);
        let bottom = Bottom::default();
        let mut editor = Editor { term: Term::stderr(), history: Vec::new(), bottom: bottom.clone() };
        Builder::new().stack_size(STACK).spawn(move || {
            let mut lines = Lines::new(io::stdin());
            let mut read = || -> (bool, Typed) {
                if is_terminal {
                    let typed = editor.read();
                    editor.bottom.drawn().line = None;
                    return (false, typed.map(|line| line.map(Ok)));
                }
                let begun = Instant::now();
                let line = lines.next().map(|line| line.map(|line| line.map(Cow::into_owned)));
                (begun.elapsed() < AT_ONCE, line)
            };
            while asked.recv().is_ok() && sender.send(read()).is_ok() {}
        })?;
        Ok(Self { asks, lines, is_awaited: false, ahead: None, is_urgent: false, bottom, is_terminal })
    }

    /// Waits for the next line as long as `waits` allows; `None` if it does not. `status` is what goes on meanwhile.
    pub(super) fn ask(
        &mut self,
        words: impl FnOnce() -> Vec<String>,
        waits: impl Fn() -> bool,
        status: impl Fn() -> Vec<String>,
    ) -> Option<Typed> {
        self.is_urgent = false;
        if !self.is_terminal {
            diagnostics::write("> ");
        }
        if let Some(typed) = self.ahead.take() {
            return Some(typed);
        }
        if self.is_terminal {
            let mut drawn = self.bottom.drawn();
            drawn.words = words();
            // Something may have been printed since it was drawn.
            drawn.draw();
        }
        self.begin();
        while waits() {
            self.show(status());
            match self.lines.recv_timeout(GLANCE) {
                Ok((_, typed)) => {
                    self.is_awaited = false;
                    return Some(typed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Some(Ok(None)),
            }
        }
        None
    }

    /// Reads lines while the opponent thinks: on a terminal an empty line calls `hurry` with `true`, and another line is the answer
    /// to the next [`ask`](Self::ask). One that `is_urgent` calls `hurry` with `false`, unless it was there before.
    pub(super) fn watch(
        &mut self,
        is_over: impl Fn() -> bool,
        is_urgent: impl Fn(&str) -> bool,
        hurry: impl Fn(bool),
        status: impl Fn() -> Vec<String>,
    ) {
        while !is_over() {
            if self.ahead.is_none() {
                self.begin();
            }
            if self.is_urgent {
                // What is to be broken off may not have begun before.
                hurry(false);
            }
            self.show(status());
            if let Ok((was_there, typed)) = self.lines.recv_timeout(GLANCE) {
                self.is_awaited = false;
                match &typed {
                    Ok(Some(Ok(line))) if self.is_terminal && line.trim().is_empty() => {
                        hurry(true);
                        continue;
                    }
                    Ok(Some(Ok(line))) => self.is_urgent = !was_there && is_urgent(line),
                    _ => {}
                }
                self.ahead = Some(typed);
            }
        }
        self.show(Vec::new());
    }

    /// Draws the last line again, after something else was printed.
    pub(super) fn redraw(&self) {
        self.bottom.drawn().draw();
    }

    /// Begins to read a line, unless one is being read.
    fn begin(&mut self) {
        if !self.is_awaited {
            // The thread ends only with the program.
            let _ = self.asks.send(());
            self.is_awaited = true;
        }
    }

    /// Shows those parts of the status that have room.
    fn show(&self, parts: Vec<String>) {
        let mut drawn = self.bottom.drawn();
        let typed = drawn.line.as_ref().map_or(0, |line| line.text.len());
        let room = usize::from(Term::stderr().size().1).saturating_sub(ROOM + typed);
        let mut status = String::new();
        for part in parts.into_iter().filter(|_| self.is_terminal) {
            if status.len() + part.len() + 2 <= room {
                status.extend([&part, "  "]);
            }
        }
        if status != drawn.status {
            drawn.status = status;
            drawn.draw();
        }
    }
}

impl Bottom {
    fn drawn(&self) -> MutexGuard<'_, Drawn> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts a text into the present line of a terminal, in place of what is there.
pub(super) fn status(text: &str) {
    diagnostics::write(&format!("\r\u{1b}[2K{text}"));
}

impl Drawn {
    fn draw(&self) {
        let Some(line) = &self.line else { return };
        let back = match line.text.len() - line.cursor {
            0 => String::new(),
            columns => format!("\u{1b}[{columns}D"),
        };
        status(&format!("{}{PROMPT}{}{back}", self.status, line.text()));
    }
}

/// The stack of the thread in bytes.
const STACK: usize = 1 << 20;

/// A line editor on a terminal, with history and completion.
struct Editor {
    term: Term,
    history: Vec<String>,
    bottom: Bottom,
}

/// The line that is being edited.
#[derive(Clone, Default, Debug)]
struct Line {
    text: Vec<char>,
    /// The number of characters before the cursor.
    cursor: usize,
}

impl Editor {
    /// Reads a line; `None` at the end of the input, which Ctrl-D on an empty line is.
    ///
    /// # Errors
    /// The terminal has gone, or Ctrl-C was typed.
    fn read(&mut self) -> io::Result<Option<String>> {
        let mut line = Line::default();
        // The place in the history, and the new line while another one is shown.
        let (mut place, mut new) = (self.history.len(), String::new());
        loop {
            self.show(&line);
            match self.term.read_key()? {
                Key::Enter => break,
                Key::Char('\u{4}') if line.text.is_empty() => {
                    self.term.write_line("")?;
                    return Ok(None);
                }
                #[cfg(unix)]
                Key::Char('\u{1a}') => {
                    self.term.write_line("")?;
                    // Ctrl-Z, at a time at which the terminal has its settings.
                    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
                }
                Key::Tab => {
                    let drawn = self.bottom.drawn();
                    let candidates = line.complete(&drawn.words);
                    if !candidates.is_empty() {
                        self.term.write_line("")?;
                        self.term.write_line(&candidates.join(" "))?;
                    }
                }
                Key::ArrowUp if place > 0 => {
                    if place == self.history.len() {
                        new = line.text();
                    }
                    place -= 1;
                    line = Line::of(&self.history[place]);
                }
                Key::ArrowDown if place < self.history.len() => {
                    place += 1;
                    line = Line::of(self.history.get(place).unwrap_or(&new));
                }
                key => line.edit(&key),
            }
        }
        self.term.write_line("")?;
        let text = line.text();
        if !text.trim().is_empty() && self.history.last() != Some(&text) {
            self.history.push(text.clone());
        }
        Ok(Some(text))
    }

    fn show(&self, line: &Line) {
        let mut drawn = self.bottom.drawn();
        drawn.line = Some(line.clone());
        drawn.draw();
    }
}

impl Line {
    fn of(text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self { cursor: text.len(), text }
    }

    fn text(&self) -> String {
        self.text.iter().collect()
    }

    fn edit(&mut self, key: &Key) {
        match key {
            Key::ArrowLeft => self.cursor = self.cursor.saturating_sub(1),
            Key::ArrowRight => self.cursor = (self.cursor + 1).min(self.text.len()),
            Key::Home | Key::Char('\u{1}') => self.cursor = 0,
            Key::End | Key::Char('\u{5}') => self.cursor = self.text.len(),
            Key::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            Key::Del | Key::Char('\u{4}') if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            // Ctrl-U, Ctrl-K and Ctrl-W.
            Key::Char('\u{15}') => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            Key::Char('\u{b}') => self.text.truncate(self.cursor),
            Key::Char('\u{17}') => {
                let before = &self.text[..self.cursor];
                let kept = before.iter().rposition(|c| *c != ' ').unwrap_or(0);
                let start = before[..kept].iter().rposition(|c| *c == ' ').map_or(0, |at| at + 1);
                self.text.drain(start..self.cursor);
                self.cursor = start;
            }
            Key::Char(c) if !c.is_control() => {
                self.text.insert(self.cursor, *c);
                self.cursor += 1;
            }
            _ => {}
        }
    }

    /// Extends the text before the cursor as far as all words that begin with it agree. Returns those words if that adds nothing.
    fn complete<'a>(&mut self, words: &'a [String]) -> Vec<&'a str> {
        let before: String = self.text[..self.cursor].iter().collect();
        let fits: Vec<&str> = words.iter().map(String::as_str).filter(|it| it.starts_with(&before)).collect();
        let Some(first) = fits.first() else { return Vec::new() };
        let common = fits.iter().fold(first.len(), |len, word| {
            first.bytes().zip(word.bytes()).take(len).take_while(|(a, b)| a == b).count()
        });
        let more: Vec<char> = first.get(before.len()..common).unwrap_or_default().chars().collect();
        if more.is_empty() && fits.len() > 1 {
            return fits;
        }
        self.cursor += more.len();
        let at = self.cursor - more.len();
        self.text.splice(at..at, more);
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(start: &str, keys: &[Key]) -> (String, usize) {
        let mut line = Line::of(start);
        for key in keys {
            line.edit(key);
        }
        (line.text(), line.cursor)
    }

    #[test]
    fn keys_edit_the_line() {
        let char = Key::Char;
        for (start, keys, text, cursor) in [
            ("", vec![char('N'), char('f'), char('3'), char('\u{7}')], "Nf3", 3),
            ("Nf3", vec![Key::ArrowLeft, Key::Backspace, char('h')], "Nh3", 2),
            ("Nf3", vec![Key::Home, Key::Del, Key::End, char('+')], "f3+", 3),
            ("a b c", vec![Key::ArrowLeft, char('\u{15}')], "c", 0),
            ("a b c", vec![Key::Home, Key::ArrowRight, char('\u{b}')], "a", 1),
            ("load a b ", vec![char('\u{17}')], "load a ", 7),
            ("ä", vec![Key::Backspace, Key::Backspace, Key::Del, Key::ArrowRight], "", 0),
        ] {
            assert_eq!(edited(start, &keys), (text.to_owned(), cursor), "{start} {keys:?}");
        }
    }

    #[test]
    fn words_are_completed_as_far_as_they_agree() {
        let words = ["Nf3", "Nh3", "e4", "e2e4", "exit", "eval"].map(str::to_owned);
        for (start, text, candidates) in [
            ("Nf", "Nf3", vec![]),
            ("N", "N", vec!["Nf3", "Nh3"]),
            ("e2", "e2e4", vec![]),
            ("ev", "eval", vec![]),
            ("e4", "e4", vec![]),
            ("x", "x", vec![]),
        ] {
            let mut line = Line::of(start);
            assert_eq!(line.complete(&words), candidates, "{start}");
            assert_eq!((line.text(), line.cursor), (text.to_owned(), text.len()));
        }
    }
}
