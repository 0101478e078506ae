//! Chunks, with one reader of the whole text as the oracle.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chess_data::chunks::{Counted, Origin, Pipeline};
use chess_data::input::{Input, Progress};
use chess_notation::pgn::{GameError, PgnError, Replay, Slice};
use chess_testkit::{Random, sample};

/// An event or an error of a game, with the number of its game, its line and its byte.
pub(crate) type Seen = (u64, u64, u64, String);

pub(crate) fn read(mut replay: Replay<Slice<'_>>) -> Counted<Vec<Seen>> {
    let mut value = Vec::new();
    loop {
        let text = match replay.next_event() {
            Ok(None) => return Counted { value, games: replay.game() },
            Ok(Some(event)) => format!("{event:?}"),
            Err(PgnError::Game(error)) => {
                let GameError { game, line, offset, token, rule } = error;
                value.push((game, line, offset, format!("{token} {rule:?}")));
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let place = replay.place();
        value.push((replay.game(), place.line, place.offset, text));
    }
}

pub(crate) fn placed(seen: Vec<Seen>, origin: Origin) -> impl Iterator<Item = Seen> {
    seen.into_iter().map(move |(game, line, offset, text)| {
        (game + origin.games, line + origin.lines, offset + origin.offset, text)
    })
}

/// All events of the inputs with the indices of their inputs, and the number of chunks.
pub(crate) fn in_chunks(pipeline: &Pipeline<'_>) -> (Vec<(usize, Seen)>, usize) {
    let (mut all, mut chunks) = (Vec::new(), 0);
    let flow = pipeline.run(
        |chunk| {
            assert!(!chunk.bytes().is_empty());
            read(chunk.replay())
        },
        |part| {
            let part = match part {
                Ok(part) => part,
                Err(error) => return ControlFlow::Break(error),
            };
            chunks += 1;
            all.extend(placed(part.value, part.origin).map(|seen| (part.origin.input, seen)));
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue(), "{flow:?}");
    (all, chunks)
}

pub(crate) fn whole(texts: &[impl AsRef<[u8]>]) -> Vec<(usize, Seen)> {
    whole_lenient(texts, false)
}

fn whole_lenient(texts: &[impl AsRef<[u8]>], is_lenient: bool) -> Vec<(usize, Seen)> {
    let all = |(index, text)| {
        read(Replay::new(text).lenient(is_lenient)).value.into_iter().map(move |seen| (index, seen))
    };
    texts.iter().enumerate().flat_map(all).collect()
}

#[track_caller]
fn check(text: &[u8], sizes: impl IntoIterator<Item = usize>) {
    let sizes: Vec<usize> = sizes.into_iter().collect();
    for is_lenient in [false, true] {
        let expected = whole_lenient(&[text], is_lenient);
        let inputs = [Input::bytes("a", text)];
        for &size in &sizes {
            let (found, _) = in_chunks(&Pipeline::new(&inputs).chunk_size(size).lenient(is_lenient));
            if found != expected {
                let at = found.iter().zip(&expected).position(|(a, b)| a != b);
                let at = at.unwrap_or(found.len().min(expected.len()));
                let text = String::from_utf8_lossy(text);
                panic!(
                    "chunks of {size}, event {at}:\n{:?}\n{:?}\n{text}\n{text:?}",
                    found.get(at),
                    expected.get(at)
                );
            }
        }
    }
}

pub(crate) const GAMES: &str = "\
[Event \"a\"]\n[Site \"[b]\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01:00]} e5 {x\n\n[Event \"no\"]\n\n} 2. Nf3 1-0\n\n\
[Event \"b\"]\r\n[Result \"*\"]\r\n\r\n1. d4 (1. c4 c5 1-0) d5 *\r\n\r\n\
; a comment between games 1-0\n\n[Event \"c\"]\n\n*\n\n{another} 1. e4 *\n1. d4 Ke3 *\n\n\
[Event \"broken\"]\n[Site x 1\n\n[Event \"d\"]\n\n1. e4 ; to the end of the line {\n1... e5 0-1\n\n\
% an escape 1-0\n\n[Event \"e\"]\n\n1. e4 0-1 % no escape\n\n[Event \"f\"]\n\n1. e4 (1. d4\n\n[Event\n\n\"g\"]\n\n1-0\n\n\
[White \"k\"]\n\n[Black 1\n\n[Date \"l\"]\n\n1. d4 0-1\n\n[Event \"m\"]\n \n\n[Date \"n\"]\n\n[Date \"o\"] *\n\n[Round\n\"1\"] [Date x1\n\n[Site \"p\"]\n\n\
[Event \"h\"]\n1. e4 1/2-1/2\n[Event \"i\"]\n\n* 1. e4 e5 * * 1. d4 1-0\n\n[Event\n1\n\n[Event \"j\"]\n\n1. e4 {open 1-0\n\n\
[Event \"swallowed\"]\n\n1. e4 *\n";

#[test]
fn chunks_of_every_size() {
    check(GAMES.as_bytes(), 1..=GAMES.len() + 1);
    check(GAMES.replace('\n', "\r\n").as_bytes(), 1..=GAMES.len() + 1);
    check(GAMES.replace('\n', "\r").as_bytes(), sample(1..=GAMES.len() + 1, 7));
    let more = [GAMES, "\n}\n\n", GAMES].concat();
    check(more.as_bytes(), sample(1..=4096, 5));
    check(format!("\u{feff}{GAMES}").as_bytes(), sample(1..=4096, 50));
}

#[test]
fn clean_games_are_cut_close_to_the_size() {
    let game = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.1]} e5 2. Nf3 1-0\n\n";
    let text = game.repeat(1000);
    let expected = whole(&[&text]);
    let inputs = [Input::bytes("a", &text)];
    for threads in 1..=4 {
        let (found, chunks) = in_chunks(&Pipeline::new(&inputs).chunk_size(4096).threads(threads));
        assert!(found == expected, "{threads}");
        let least = text.len() / 4096;
        assert!((least..=least + least / 20 + 1).contains(&chunks), "{chunks} {least}");
    }
}

fn pieces(random: &mut Random, count: usize) -> String {
    const PIECES: [&str; 60] = [
        "[Event \"a\"]\n",
        "[Event \"a\"]\n[Site \"b\"]\n\n",
        "[Event \"a\"]\r\n\r\n",
        "[Event \"a {\"]\n",
        "[Event a 1\n",
        "[Event",
        "[",
        "]",
        "\"",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "\n",
        "\n",
        "\n\n[Event \"x\"]\n",
        "\n[Event \"x\"]\n\n",
        "\n\n[Site \"x\"]\n",
        "\"x\"] [Site x1\n\n",
        "[Site \"x\ny\"]\n",
        "[Site \"x\n",
        "Site \"x\"]\n",
        "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
        "[Result \"1-0\"]\n",
        "junk",
        "5-0\n\n",
        "½",
        "{x\n[Site \"y\"]\n",
        "[Site “x”]\n",
        "[site \"x\\\"]\n",
        "\u{a0}\n",
        "1. e4 ",
        "1 - 0",
        "0 - 1\n",
        "e5 ",
        "Nf3 ",
        "Ke3 ",
        "1-0",
        "0-1\n",
        "1/2-1/2",
        "*",
        "*\n\n",
        "1-0\n\n",
        "1-0\r\n\r\n",
        "1/2",
        "0-0 ",
        "1",
        "2 ",
        "(",
        ")",
        "{",
        "}",
        "} ",
        "{x} ",
        ";",
        "; x",
        "%",
        "% 1-0\n",
        "\u{feff}",
    ];
    (0..count).map(|_| random.pick(&PIECES)).collect()
}

#[test]
fn texts_of_random_pieces() {
    let mut random = Random::new(15);
    for at in 0..1500 {
        // A place is a cut only with 512 bytes after it.
        let count = 1 + random.below(if at % 4 == 0 { 400 } else { 60 });
        let text = pieces(&mut random, count);
        check(text.as_bytes(), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 1 + random.below(600)]);
    }
}

#[test]
fn several_inputs_on_several_threads() {
    let mut random = Random::new(17);
    let texts: Vec<String> =
        (0..40).map(|at| if at % 7 == 0 { String::new() } else { pieces(&mut random, at * 9) }).collect();
    for text in &texts {
        check(text.as_bytes(), [1, 50, 1000]);
    }
    let expected = whole(&texts);
    let inputs: Vec<Input> = texts.iter().map(|text| Input::bytes("a", text)).collect();
    let length: u64 = texts.iter().map(|text| text.len() as u64).sum();
    for threads in [1, 2, 3, 8] {
        for size in [1, 50, 1000] {
            let progress = Progress::default();
            let pipeline = Pipeline::new(&inputs).threads(threads).chunk_size(size).progress(&progress);
            assert!(in_chunks(&pipeline).0 == expected, "{threads} {size}");
            assert_eq!(progress.bytes(), length);
        }
    }
}

#[test]
fn errors_of_inputs_stand_in_their_places() {
    let inputs = [
        Input::file("/no/such/file.pgn"),
        Input::bytes("a", GAMES),
        Input::file("/"),
        Input::bytes("b", GAMES),
    ];
    for threads in [1, 3] {
        let mut order = Vec::new();
        let flow: ControlFlow<()> = Pipeline::new(&inputs).threads(threads).chunk_size(100).run(
            |chunk| read(chunk.replay()),
            |part| {
                let seen = match part {
                    Ok(part) => format!("{}", part.origin.input),
                    Err(error) => format!("{} {}", error.input, error.name.display()),
                };
                order.push(seen);
                ControlFlow::Continue(())
            },
        );
        assert!(flow.is_continue());
        order.dedup();
        assert_eq!(order, ["0 /no/such/file.pgn", "1", "2 /", "3"]);
    }
}

#[test]
fn emit_may_stop() {
    let inputs = [Input::bytes("a", GAMES.repeat(100))];
    for threads in [1, 2, 5] {
        let mut parts = 0;
        let flow = Pipeline::new(&inputs).threads(threads).chunk_size(100).run(
            |chunk| Counted { value: chunk.bytes().len(), games: 0 },
            |_| {
                parts += 1;
                if parts == 3 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!((flow, parts), (ControlFlow::Break("enough"), 3));
    }
}

#[test]
fn memory_is_bounded() {
    /// Endless games, up to a number of bytes.
    struct Games(usize);
    impl Read for Games {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            const GAME: &[u8] = b"[Event \"a\"]\n\n1. e4 e5 1-0\n\n";
            let count = bytes.len().min(GAME.len()).min(self.0);
            let start = self.0 % GAME.len();
            let count = count.min(GAME.len() - (GAME.len() - start) % GAME.len());
            let from = (GAME.len() - start) % GAME.len();
            bytes[..count].copy_from_slice(&GAME[from..from + count]);
            self.0 -= count;
            Ok(count)
        }
    }
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    let (open, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let inputs = [Input::reader("endless", Games(2_700_000))];
    let mut games = 0;
    let flow: ControlFlow<()> = Pipeline::new(&inputs).threads(3).chunk_size(1000).run(
        |chunk| {
            most.fetch_max(open.fetch_add(1, SeqCst) + 1, SeqCst);
            read(chunk.replay())
        },
        |part| {
            games += part.unwrap().value.iter().filter(|seen| seen.3.starts_with("End")).count();
            open.fetch_sub(1, SeqCst);
            ControlFlow::Continue(())
        },
    );
    assert!(flow.is_continue());
    assert_eq!(games, 100_000);
    assert!(most.load(SeqCst) <= 8, "{most:?}");
}

/// A writer that writes nothing for a long time.
struct Pause;

impl Read for Pause {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        thread::sleep(Duration::from_secs(600));
        Ok(0)
    }
}

#[test]
fn a_paused_writer_does_not_delay_a_stop() {
    let start = Instant::now();
    for threads in [1, 2, 4] {
        for breaks in [true, false] {
            let stop = Arc::new(AtomicBool::new(false));
            let inputs = [Input::reader("pause", (&b"1. e4 *\n1. d4 *\n1. c4"[..]).chain(Pause))];
            let mut games = 0;
            let flow = Pipeline::new(&inputs).threads(threads).stop_when(&stop).run(
                |chunk| read(chunk.replay()),
                |part| {
                    games += part.unwrap().value.iter().filter(|seen| seen.3.starts_with("End")).count();
                    if breaks {
                        return ControlFlow::Break(());
                    }
                    stop.store(true, Ordering::SeqCst);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!((flow.is_break(), games), (breaks, 2), "{threads}");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// A pipe whose writer is always a little slower than its reader.
struct Slow(io::Cursor<String>);

impl Read for Slow {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        thread::yield_now();
        let count = bytes.len().min(1 << 12);
        self.0.read(&mut bytes[..count])
    }
}

/// Sixteen times the bytes take sixteen times as long, and 256 times if every block is read with all blocks before it. One fair
/// measurement of several is enough, since other work may disturb the others.
#[test]
fn a_long_comment_is_read_in_linear_time() {
    for line in ["the quick brown fox\n", "x", "1-0\n", "*\n\n[Event \"a\"]\n"] {
        let time = |bytes: usize, is_pipe: bool, is_lenient: bool| {
            let comment = line.repeat(bytes / line.len());
            let text = format!("[Event \"a\"]\n\n1. e4 {{{comment}}} e5 *\n");
            let input = if is_pipe {
                Input::reader("pipe", Slow(io::Cursor::new(text)))
            } else {
                Input::bytes("file", &text)
            };
            let (start, mut chunks) = (Instant::now(), 0);
            let flow = Pipeline::new(&[input]).lenient(is_lenient).run(
                |_| Counted { value: (), games: 1 },
                |part| {
                    chunks += u64::from(part.is_ok());
                    ControlFlow::<()>::Continue(())
                },
            );
            assert!(flow.is_continue());
            assert_eq!(chunks, 1, "the comment is part of one game");
            start.elapsed()
        };
        for (is_pipe, is_lenient) in [(false, false), (false, true), (true, false), (true, true)] {
            let is_linear = || {
                let [short, long] = [1 << 20, 1 << 24].map(|bytes| time(bytes, is_pipe, is_lenient));
                long < 80 * short.max(Duration::from_millis(1))
            };
            assert!((0..10).any(|_| is_linear()), "{line:?} {is_pipe} {is_lenient}");
        }
    }
}
