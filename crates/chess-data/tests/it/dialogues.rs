//! Pipes whose writers wait for answers to the games that they have written.

use std::io::{self, Read};
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use chess_data::chunks::Pipeline;
use chess_data::input::Input;

use crate::chunks::read;

/// A writer of games that waits for an answer to each of them.
struct Dialogue {
    parts: Vec<&'static str>,
    answers: Receiver<()>,
    is_awaited: bool,
}

impl Read for Dialogue {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.parts.is_empty() {
            return Ok(0);
        }
        if mem::take(&mut self.is_awaited) {
            self.answers.recv_timeout(Duration::from_secs(20)).map_err(io::Error::other)?;
        }
        let count = bytes.len().min(self.parts[0].trim_end_matches('+').len());
        bytes[..count].copy_from_slice(&self.parts[0].as_bytes()[..count]);
        self.parts[0] = &self.parts[0][count..];
        if matches!(self.parts[0], "" | "+") {
            self.is_awaited = self.parts.remove(0).is_empty();
        }
        Ok(count)
    }
}

/// The number of games of a writer, who is answered when games have been read.
pub(crate) fn games_answered(
    writer: impl Read + Send + 'static,
    threads: usize,
    answer: &Sender<()>,
) -> usize {
    let inputs = [Input::reader("pipe", writer)];
    let mut games = 0;
    let flow = Pipeline::new(&inputs).threads(threads).run(
        |chunk| read(chunk.replay()),
        |part| {
            let Ok(part) = part else { return ControlFlow::Break(part.map(|_| ())) };
            games += part.value.iter().filter(|seen| seen.3.starts_with("End")).count();
            if !part.value.is_empty() {
                // Nobody waits after the last game.
                let _ = answer.send(());
            }
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue(), "{flow:?}");
    games
}

#[test]
fn a_writer_that_waits_is_answered_at_the_end_of_each_game() {
    for threads in [1, 2, 4] {
        let (answer, answers) = channel();
        // A plus sign tells that the game goes on in the next part.
        let parts = vec![
            "[Event \"a\"]\n\n+",
            "1. e4 e5 1-0\n",
            "\n1. d4 *\n",
            "[Event \"b\"]\r\n\r\n1. c4+",
            " 0-1 \r\n",
            "\r\n1. Nf3 {1-0\n} ({x} 1-0\n+",
            "d4) 1/2-1/2\n",
            "\n; end\n*\n",
        ];
        let writer = Dialogue { parts, answers, is_awaited: false };
        assert_eq!(games_answered(writer, threads, &answer), 5);
    }
}

/// A writer of games, each of which is written when that before it has been answered.
struct Answered {
    game: Vec<u8>,
    games: usize,
    rest: io::Cursor<Vec<u8>>,
    answers: Receiver<()>,
}

impl Answered {
    fn new(game: Vec<u8>, answers: Receiver<()>) -> Self {
        Self { game, games: 0, rest: io::Cursor::default(), answers }
    }
}

impl Read for Answered {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.rest.position() == self.rest.get_ref().len() as u64 && self.games < 3 {
            if self.games > 0 {
                self.answers.recv_timeout(Duration::from_secs(20)).map_err(io::Error::other)?;
            }
            self.games += 1;
            self.rest = io::Cursor::new(self.game.clone());
        }
        self.rest.read(bytes)
    }
}

#[test]
fn the_callers_thread_does_not_wait_for_a_pipe_while_a_game_is_read() {
    let (answer, answers) = channel();
    let inputs = [Input::reader("pipe", Answered::new(b"1. e4 *\n".to_vec(), answers))];
    let caller = thread::current().id();
    let is_elsewhere = AtomicBool::new(false);
    let mut games = 0;
    let flow = Pipeline::new(&inputs).threads(2).run(
        |chunk| {
            if thread::current().id() != caller {
                is_elsewhere.store(true, Ordering::SeqCst);
                // The caller's thread has time to look for work.
                thread::sleep(Duration::from_millis(10));
            }
            read(chunk.replay())
        },
        |part| {
            let Ok(part) = part else { return ControlFlow::Break(part.map(|_| ())) };
            games += part.value.iter().filter(|seen| seen.3.starts_with("End")).count();
            is_elsewhere.store(false, Ordering::SeqCst);
            let _ = answer.send(());
            // The other thread reads the next game.
            while games < 3 && !is_elsewhere.load(Ordering::SeqCst) {
                thread::yield_now();
            }
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue(), "{flow:?}");
    assert_eq!(games, 3);
}

#[test]
fn frames_of_a_pipe_are_read_as_they_come() {
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    for threads in [1, 3] {
        let (answer, answers) = channel();
        let frame = ruzstd::encoding::compress_to_vec(&b"1. e4 *\n"[..], level);
        assert_eq!(games_answered(Answered::new(frame, answers), threads, &answer), 3);
    }
}
