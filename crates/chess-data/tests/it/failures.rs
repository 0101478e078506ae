//! Chunks of inputs that fail or are interrupted, of games that break rules, and of pipes whose writers wait for answers to the
//! games that they have written.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{env, mem, thread};

use chess_data::chunks::{Chunk, Counted, InputError, InputFault, Pipeline};
#[cfg(feature = "arrow")]
use chess_data::columns::Table;
#[cfg(feature = "arrow")]
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_notation::pgn::{GameError, PgnError, Replay};
use chess_testkit::{Slow, sample};

use crate::Failing;
use crate::chunks::{GAMES, Seen, in_chunks, placed, read, whole};
use crate::inputs::DAMAGED;

#[test]
fn a_panic_of_any_thread_comes_through() {
    let inputs = [Input::bytes("a", "1. e4 *\n\n[Event \"a\"]\n\n".repeat(1000))];
    let caller = thread::current().id();
    let has_panicked = AtomicBool::new(false);
    // The caller's thread waits for another one that panics.
    let work = |_: &Chunk<'_>| {
        if thread::current().id() != caller {
            has_panicked.store(true, Ordering::SeqCst);
            panic!("on another thread");
        }
        while !has_panicked.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        Counted { value: (), games: 0 }
    };
    let run =
        || Pipeline::new(&inputs).threads(2).chunk_size(100).run(work, |_| ControlFlow::<()>::Continue(()));
    let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"on another thread"));
}

/// The test runs itself in a process whose threads would need more memory for their stacks than there are addresses.
#[cfg(target_pointer_width = "64")]
#[test]
fn chunks_are_read_where_no_thread_starts() {
    let huge = (1_u64 << 60).to_string();
    if env::var("RUST_MIN_STACK").as_ref() != Ok(&huge) {
        let mut tests = Command::new(env::current_exe().unwrap());
        tests.args(["--exact", "failures::chunks_are_read_where_no_thread_starts", "--test-threads=1"]);
        let output = tests.env("RUST_MIN_STACK", huge).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{output:?}");
        return;
    }
    assert!(thread::Builder::new().spawn(|| ()).is_err());
    let inputs = [Input::bytes("a", GAMES), Input::reader("pipe", GAMES.as_bytes())];
    let found = in_chunks(&Pipeline::new(&inputs).threads(3).chunk_size(100)).0;
    assert!(found == whole(&[GAMES, GAMES]));
}

#[test]
fn errors_of_games_are_placed_in_the_file() {
    let expected: Vec<GameError> = errors(GAMES.as_bytes());
    assert!(expected.len() > 3);
    let inputs = [Input::bytes("a", "1. e4 Ke4 *"), Input::bytes("b", GAMES)];
    for size in [1, 100, 300, 10_000] {
        let mut found = Vec::new();
        let flow: ControlFlow<()> = Pipeline::new(&inputs).chunk_size(size).run(
            |chunk| Counted { value: errors(chunk.bytes()), games: read(chunk.replay()).games },
            |part| {
                let part = part.unwrap();
                if part.origin.input == 1 {
                    found.extend(part.value.into_iter().map(|error| part.origin.place(error)));
                }
                ControlFlow::Continue(())
            },
        );
        assert!(flow.is_continue());
        assert_eq!(found, expected, "{size}");
    }
}

fn errors(text: &[u8]) -> Vec<GameError> {
    let mut replay = Replay::new(text);
    let mut errors = Vec::new();
    loop {
        match replay.next_event() {
            Ok(None) => return errors,
            Ok(Some(_)) => {}
            Err(PgnError::Game(error)) => errors.push(error),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_source_that_is_interrupted_is_read_to_its_end() {
    let expected = whole(&[GAMES]);
    let inputs = [Input::reader("a", Slow::new(GAMES.as_bytes()))];
    assert!(in_chunks(&Pipeline::new(&inputs).chunk_size(300)).0 == expected);
}

#[test]
fn an_input_that_fails_tells_why() {
    let inputs = [
        Input::reader("a", (&b"1. e4 *\n\n1. d4 *"[..]).chain(Failing(io::ErrorKind::BrokenPipe))),
        Input::file("/no/such/file.pgn"),
        Input::bytes("b", format!("1. e4 {{{}", "x".repeat(100))),
    ];
    let mut causes = Vec::new();
    let _: ControlFlow<()> = Pipeline::new(&inputs).chunk_size(1).max_game(50).run(
        |chunk| Counted { value: (), games: read(chunk.replay()).games },
        |part| {
            if let Err(error) = part {
                let cause = std::error::Error::source(&error);
                let cause = cause.map(|cause| cause.downcast_ref::<io::Error>().unwrap().kind());
                causes.push((error.input, error.games, cause));
            }
            ControlFlow::Continue(())
        },
    );
    let (broken, absent) = (Some(io::ErrorKind::BrokenPipe), Some(io::ErrorKind::NotFound));
    assert_eq!(causes, [(0, 1, broken), (1, 0, absent), (2, 0, None)]);
}

/// A game of more than 1,000 bytes, with text like tags in a comment.
fn long() -> String {
    format!("[Event \"long\"]\r\n\r\n1. e4 {{{}}} e5 1-0\r\n\r\n", "{ \r\n\r\n[no \"no\"]\n\n ".repeat(60))
}

/// A game of so many bytes.
fn exact(length: usize) -> String {
    format!("[Event \"a\"]\n\n1. d4 {{{}}} *\n\n", "x".repeat(length - 25))
}

/// Reads in chunks of this size, with games of less than 500 bytes. Returns the events and the errors.
fn with_limit(input: &Input, size: usize, threads: usize) -> (Vec<Seen>, Vec<InputError>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    let inputs = std::slice::from_ref(input);
    let flow: ControlFlow<()> = Pipeline::new(inputs).threads(threads).chunk_size(size).max_game(500).run(
        |chunk| {
            assert!(!chunk.bytes().is_empty());
            read(chunk.replay())
        },
        |part| {
            match part {
                Ok(part) => found.extend(placed(part.value, part.origin)),
                Err(error) => errors.push(error),
            }
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue());
    (found, errors)
}

/// The events of the whole text, without games that are too long.
fn without_long(text: &str, is_long: impl Fn(u64) -> bool) -> Vec<Seen> {
    whole(&[text]).into_iter().map(|(_, seen)| seen).filter(|seen| !is_long(seen.0)).collect()
}

#[test]
fn games_that_are_too_long_cost_themselves_alone() {
    let (long, short) = (long(), "[Event \"a\"]\n\n1. d4 Ke4 *\n\n");
    assert_eq!(exact(500).len(), 500);
    for (games, too_long) in [
        (vec![short, &long, &long, short], &[2, 3][..]),
        (vec![short, &long], &[2]),
        (vec![short, short, &long, &exact(400), &long, short], &[3, 5]),
        (vec![&long, &exact(499)], &[1]),
        (vec![&exact(500)], &[1]),
        (vec![&exact(499)], &[]),
    ] {
        let text = games.concat();
        let expected = without_long(&text, |game| too_long.contains(&game));
        for size in sample(1..40, 3).chain([64, 200]) {
            let (found, errors) = with_limit(&Input::bytes("a", &text), size, 1);
            assert!(found == expected, "{size} {too_long:?}");
            let places: Vec<u64> = errors.iter().map(|error| error.games + 1).collect();
            assert_eq!(places, too_long, "{size}");
            let offsets: Vec<usize> = errors.iter().map(|error| error.offset as usize).collect();
            let begin = |game: &u64| games[..*game as usize - 1].concat().len();
            assert_eq!(offsets, too_long.iter().map(begin).collect::<Vec<_>>(), "{size}");
        }
    }
}

#[test]
fn a_last_game_already_read_may_be_too_long() {
    // Finding the end of the first one reads all of it.
    for (last, too_long) in [(long(), 2), (exact(500), 2), (exact(499), 1)] {
        let text = long() + &last;
        let (found, errors) = with_limit(&Input::bytes("a", &text), 10_000, 1);
        assert!(found == without_long(&text, |game| game <= too_long), "{last}");
        assert_eq!(errors.len() as u64, too_long, "{last}");
    }
}

#[test]
fn after_a_too_long_game_reading_goes_on() {
    let long = long();
    for between in ["", "[Event \"b\"]\r\n\r\n1. c4 1-0\n\n[Event \"c\"]\n\n1. f4 Ke4 *\n\n"] {
        let text = format!("1. e4 *\n\n[Event \"a\"]\n\n1. d4 *\n\n{long}{between}[Event \"d\"]\n\n1. b4");
        // Blocks that are stored, without the end of the file.
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        encoder.write_all(text.as_bytes()).unwrap();
        let mut gzip = encoder.finish().unwrap();
        gzip.truncate(gzip.len() - 10);
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let zstd = [&ruzstd::encoding::compress_to_vec(text.as_bytes(), level), DAMAGED].concat();
        let last = if between.is_empty() { 4 } else { 6 };
        let expected = without_long(&text, |game| game == 3 || game == last);
        for (bytes, threads) in [(gzip, 1), (zstd, 3)] {
            let input = Input::bytes("a", bytes);
            for size in [1, 7, 64, 200, 1000, 10_000] {
                let (found, errors) = with_limit(&input, size, threads);
                assert_eq!(found, expected, "{size}");
                let faults = errors.iter().map(|error| (&error.fault, error.games, error.offset));
                let faults: Vec<_> = faults.collect();
                assert!(
                    matches!(faults[..], [(InputFault::GameTooLong { .. }, 2, 31), (InputFault::Read { .. }, games, _)]
                        if games == last - 1),
                    "{size} {faults:?}"
                );
            }
        }
    }
}

#[test]
fn a_pause_of_a_writer_is_not_the_end() {
    struct Pause;
    impl Read for Pause {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            // Longer than the interval at which a thread tests whether the work has been stopped.
            thread::sleep(Duration::from_millis(80));
            Ok(0)
        }
    }
    let pause = |text: &'static [u8]| text.chain(Pause);
    for cuts_at_pauses in [true, false] {
        let writer = pause(b"1. e4 *\n").chain(pause(b"1. d4 *\n")).chain(&b"1. c4 *\n"[..]);
        let inputs = [Input::reader("pipe", writer)];
        let (events, chunks) = in_chunks(&Pipeline::new(&inputs).cut_at_pauses(cuts_at_pauses));
        assert_eq!(events, whole(&["1. e4 *\n1. d4 *\n1. c4 *\n"]));
        assert!(chunks == 1 || cuts_at_pauses, "{chunks}");
    }
}

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

/// The number of games of a writer, which gets an answer when games have been read.
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
                // No answer follows the last game.
                let _ = answer.send(());
            }
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue(), "{flow:?}");
    games
}

#[test]
fn a_waiting_writer_is_answered_after_each_game() {
    for threads in [1, 2, 4] {
        let (answer, answers) = channel();
        // A plus sign means that the game goes on in the next part.
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

/// A writer of games, which waits for an answer before the next game.
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
fn the_caller_s_thread_does_not_wait_for_a_pipe() {
    let (answer, answers) = channel();
    let inputs = [Input::reader("pipe", Answered::new(b"1. e4 *\n".to_vec(), answers))];
    let caller = thread::current().id();
    let is_elsewhere = AtomicBool::new(false);
    let mut games = 0;
    let flow = Pipeline::new(&inputs).threads(2).run(
        |chunk| {
            if thread::current().id() != caller {
                is_elsewhere.store(true, Ordering::SeqCst);
                // The caller's thread has time to find work.
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

#[cfg(feature = "arrow")]
#[test]
fn text_without_a_game_is_an_error() {
    for (text, has_error) in [
        ("", false),
        ("\u{feff} \r\n", false),
        ("1. e4 *", false),
        ("1. e4 Ke3", false),
        ("*", false),
        ("[Event \"a \\\"]\n\n1. e4", false),
        ("[White \"a\"]\n\nx", false),
        ("# README\n\nThis is prose (as people write it).\n", true),
        ("{\"fen\": \"k7/8/8/8/8/8/8/K7 w - -\"}\n", true),
        ("PuzzleId,FEN\n", true),
        ("{a comment alone}", true),
    ] {
        for is_lenient in [false, true] {
            let inputs = [Input::bytes("a", "*"), Input::bytes("b", text)];
            let table = Table::new(inputs, &"game".parse().unwrap(), &Filter::ALL).lenient(is_lenient);
            let errors: Vec<_> =
                table.batches().filter_map(Result::err).map(|error| error.to_string()).collect();
            let expected = has_error.then_some("b: the file has text, but no game");
            assert_eq!(errors, expected.as_slice(), "{text} {is_lenient}");
        }
    }
}
