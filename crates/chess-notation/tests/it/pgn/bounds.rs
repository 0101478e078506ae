//! Files without end take constant memory and linear time.

use std::io::{Cursor, Read, repeat};

use chess_notation::pgn::{Event, PgnError, Reader, Replay};

const LENGTH: u64 = 3_960_000;

/// Repeats bytes for ever.
struct Cycle(Cursor<&'static [u8]>);

impl Read for Cycle {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.position() == self.0.get_ref().len() as u64 {
            self.0.set_position(0);
        }
        self.0.read(buffer)
    }
}

/// The time in which the processor has worked for this thread, in seconds, where the system tells it as Linux does. Other work
/// on the machine does not make it longer.
fn processor_time() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
    // The name of the program may have blanks, and stands in parentheses. The times are in hundredths of a second.
    let mut times =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).map_while(|time| time.parse::<u64>().ok());
    Some((times.next()? + times.next()?) / 100)
}

/// The errors and the number of events of a beginning and what follows it.
fn read(beginning: &'static str, rest: impl Read) -> (Vec<String>, u64) {
    let begin = processor_time();
    let mut replay = Replay::from_read(beginning.as_bytes().chain(rest.take(LENGTH)));
    let (mut errors, mut events) = (Vec::new(), 0);
    loop {
        match replay.next_event() {
            Ok(None) => break,
            Ok(Some(_)) => events += 1,
            Err(PgnError::Game(error)) if errors.len() < 3 => errors.push(format!("{:?}", error.rule)),
            Err(_) => {}
        }
    }
    let seconds = processor_time().zip(begin).map(|(end, begin)| end - begin);
    assert!(seconds.is_none_or(|seconds| seconds < 20), "{seconds:?}");
    (errors, events)
}

fn cycle(bytes: &'static str) -> Cycle {
    Cycle(Cursor::new(bytes.as_bytes()))
}

#[test]
fn one_byte_for_ever() {
    for byte in 0..=255 {
        if b"\n [({;%$*)!?".contains(&byte) || byte % 16 == 0 {
            read("", repeat(byte));
            read("1. e4 ", repeat(byte));
        }
    }
}

#[test]
fn a_comment_for_ever() {
    assert_eq!(read("1. e4 {", repeat(b'x')).0, ["TooLong"]);
    assert_eq!(read("1. e4 ;", repeat(b'x')).0, ["TooLong"]);
    assert_eq!(read("{", repeat(b'\n')).0, ["TooLong"]);
}

#[test]
fn a_tag_for_ever() {
    assert_eq!(read("[A \"", repeat(b'x')).0, ["TooLong"]);
    assert_eq!(read("[A \"", repeat(b'"')).0, ["TooLong"]);
    assert_eq!(read("[A \"", repeat(b'\\')).0, ["TooLong"]);
    assert_eq!(read("[", repeat(b'x')).0, ["TooLong"]);
    assert_eq!(read("[", repeat(b'\n')).0, ["TooLong"]);
    assert_eq!(read("[A ", repeat(b' ')).0, ["TooLong"]);
    assert_eq!(read("[A ", cycle("\" ")).0, ["TooLong"]);
}

#[test]
fn a_word_for_ever() {
    assert_eq!(read("1. e4 ", repeat(b'x')).0, ["TooLong"]);
    assert_eq!(read("1. e4 ", repeat(b'1')).0, ["TooLong"]);
    assert_eq!(read("1. e4 ", cycle("0-")).0, ["TooLong"]);
}

#[test]
fn an_escaped_line_for_ever() {
    assert_eq!(read("%", repeat(b'x')), (vec![], 0));
    assert_eq!(read("1. e4\n%", repeat(b'x')), (vec![], 3));
}

#[test]
fn variations_for_ever() {
    assert_eq!(read("1. e4 ", repeat(b'(')).0, ["NothingToVary"]);
    assert_eq!(read("1. e4 ", cycle("(d4 ")).0, ["TooDeep"]);
    assert_eq!(read("1. e4 ", repeat(b')')).0, ["NoVariation"]);
    assert_eq!(read("1. e4 ", cycle("(d4)")).0, [""; 0]);
}

#[test]
fn variations_are_nested_for_ever_where_they_are_not_replayed() {
    let mut reader = Reader::from_read("e4 ".as_bytes().chain(repeat(b'(').take(LENGTH)));
    let mut depth = 0;
    let error = loop {
        match reader.next_event() {
            Ok(Some(Event::VariationStart)) => depth += 1,
            Ok(Some(_)) => {}
            Ok(None) => panic!("a game that ends well"),
            Err(error) => break error,
        }
    };
    assert_eq!((depth, reader.depth()), (LENGTH, LENGTH));
    assert!(error.to_string().contains("a variation has not"), "{error}");
}

#[test]
fn games_for_ever() {
    assert_eq!(read("", cycle("* ")), (vec![], LENGTH / 2 * 2));
    assert_eq!(read("", cycle("[A \"a\"]\n\n")).0, [""; 0]);
    assert_eq!(read("", cycle("1. e4 Nf6 2. Ng1 ")).0.len(), 1);
    assert_eq!(read("", cycle("1. Nf3 Nf6 2. Ng1 Ng8 ")).0, [""; 0]);
}

#[test]
#[cfg(target_os = "linux")]
fn the_processor_s_time_is_told() {
    let begin = processor_time().unwrap();
    let end = processor_time().unwrap();
    assert!(begin <= end && end < 10_000, "{begin} {end}");
}
