//! Broken games: their errors, and the games behind them. Endless files: they take constant memory and linear time.

use std::io::{Read, repeat};

use chess_notation::SanError;
use chess_notation::epd::EpdRule;
use chess_notation::pgn::{Event, Game, MAX_DEPTH, MAX_TOKEN, PgnError, Reader, Replay};

use super::{events, events_of, replayed, rules, stream};
use chess_testkit::place;

#[test]
fn an_error_names_game_line_offset_token_and_rule() {
    let text = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. e4 e5\n2. Nf3 Nf3 3. Nc3 0-1\n\n[White \"C\"]\n\n1. d4 *";
    assert_eq!(rules(text), ["game 2, line 8, byte 56, `Nf3`: no such move is legal here"]);
    assert_eq!(replayed(text), {
        "[White A] | e2e4 e7e5 1-0 \
         [White B] | e2e4 e7e5 g1f3 <2 8 56 `Nf3` San(Illegal)> \
         [White C] | d2d4 *"
    });
    assert_eq!(&text[56..59], "Nf3");
}

#[test]
fn lines_are_counted_in_all_their_ends() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["[A \"a\"]", "", "1. e4 {", "}", "; x", "e5", "Ke3 *", "Ke3 *"].join(end);
        let [first, second] = rules(&text).try_into().unwrap();
        assert!(first.starts_with("game 1, line 7, byte"), "{end:?} {first}");
        assert!(second.starts_with("game 2, line 8, byte"), "{end:?} {second}");
    }
}

#[test]
fn long_tokens_are_shown_by_their_beginning() {
    assert_eq!(rules("1. abcdefghijklmnopqrst *")[0], {
        "game 1, line 1, byte 3, `abcdefghijklmn…`: not algebraic notation at byte 19: expected a square like f3 \
         at the end, and after it perhaps a promotion like =Q"
    });
    let [error] = rules("1. aaaaaaaaaaaaaé *").try_into().unwrap();
    assert!(error.contains("`aaaaaaaaaaaaa…`"), "{error}");
    let [error] = rules("[A \"a\u{1b}\u{7}\n*").try_into().unwrap();
    assert!(error.contains("`[A \"a\\u{1b}\\u{7}`"), "{error}");
}

/// The token of the only error of a text.
fn token(text: &[u8]) -> Vec<u8> {
    let mut replay = Replay::new(text);
    loop {
        match replay.next_event() {
            Ok(event) => assert!(event.is_some(), "no error"),
            Err(PgnError::Game(error)) => return error.token.as_bytes().to_vec(),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_token_is_cut_after_14_bytes_of_whole_characters() {
    for before in 1..=15 {
        for character in ["é", "€", "😀", "x"] {
            let word = "x".repeat(before) + &character.repeat(15);
            let places = word.char_indices().map(|(at, _)| at);
            let whole = places.filter(|&at| at <= 14).max().unwrap();
            assert_eq!(token(word.as_bytes()), word.as_bytes()[..whole], "{word}");
        }
    }
    // A character has at most three bytes behind its first one; more are not UTF-8.
    assert_eq!(token(&[0x80; 14]), [0x80; 14]);
    assert_eq!(token(&[0x80; 15]), [0x80; 11]);
}

#[test]
fn an_error_of_the_source_has_its_source() {
    use std::error::Error;

    let told = |error: PgnError| (error.to_string(), error.source().map(ToString::to_string));
    let nested = EpdRule::Move(SanError::Illegal);
    let text = SanError::Illegal.to_string();
    assert_eq!(told(std::io::Error::other(nested).into()), (text.clone(), Some(text)));
    assert_eq!(told(std::io::Error::other("torn").into()), ("torn".to_owned(), None));
    let mut replay = Replay::new("1. ]");
    assert_eq!(replay.next_event().unwrap(), Some(Event::Movetext));
    assert_eq!(told(replay.next_event().unwrap_err()).1, None);
}

#[test]
fn a_variation_needs_a_move_to_vary() {
    assert_eq!(replayed("(1. e4) *\n\n*"), "| <1 1 0 `(` NothingToVary> | *");
    assert_eq!(replayed("1. e4 ((1. d4)) *\n\n*"), "| e2e4 ( <1 1 7 `(` NothingToVary> | *");
}

#[test]
fn variations_are_replayed_to_a_depth() {
    // Each variation replaces a first move by another.
    let text = |depth: usize| format!("e4 {}{}1-0\n\n*", "(d4 ".repeat(depth), ")".repeat(depth));
    assert!(!replayed(&text(MAX_DEPTH)).contains('<'));
    assert!(replayed(&text(MAX_DEPTH + 1)).ends_with("TooDeep> | *"));
    assert!(!events(&text(MAX_DEPTH + 1)).contains('<'));
}

#[test]
fn variations_of_a_broken_game_end_with_it() {
    let opened = "(d4 ".repeat(40);
    let text = format!("e4 {opened}Ke5 *\n\n[A \"a\"]\n\ne4 {opened}{} *", ")".repeat(40));
    let shown = replayed(&text);
    assert!(shown.contains("`Ke5`") && !shown.contains("TooDeep") && shown.ends_with(") *"), "{shown}");
}

#[test]
fn tokens_have_a_length_to_which_they_are_kept() {
    let long = |length: usize| "x".repeat(length);
    let tag = |length: usize| format!("[A \"{}\"]\n\n1-0\n\n*", long(length - 6));
    assert!(!events(&tag(MAX_TOKEN - 1)).contains('<'));
    assert!(events(&tag(MAX_TOKEN + 1)).ends_with(" TooLong> | *"));
    for text in [long(255), "1".repeat(255)] {
        assert!(!events(&format!("1. {text} 1-0\n\n*")).contains('<'));
        assert!(events(&format!("1. {text}{} 1-0\n\n*", &text[..1])).ends_with(" TooLong> | *"));
    }
}

#[test]
fn a_source_that_fails_is_over() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0 == 0 {
                return Err(std::io::Error::other("torn"));
            }
            let length = self.0.min(buffer.len());
            buffer[..length].fill(b' ');
            self.0 -= length;
            Ok(length)
        }
    }
    for length in [0, 1, 1000, 1_000_000] {
        let mut reader = Reader::from_read(stream(Failing(length)));
        let error = reader.next_event().unwrap_err();
        assert!(matches!(&error, PgnError::Io(error) if error.to_string() == "torn"));
        assert_eq!(reader.next_event().unwrap(), None);
    }
}

#[test]
fn an_interrupted_source_is_asked_again() {
    struct Interrupted(bool);
    impl Read for Interrupted {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 = !self.0;
            if self.0 {
                return Err(std::io::ErrorKind::Interrupted.into());
            }
            buffer[0] = b'*';
            Ok(1)
        }
    }
    let mut reader = Reader::from_read(stream(Interrupted(false).take(3)));
    assert_eq!(events_of(&mut reader), "| <1 1 1 `*` NoPart>");
}

const LENGTH: u64 = 990_000;

/// The CPU time of this thread in seconds, where the system reports it as Linux does. Other work on the machine does not count.
fn processor_time() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
    // The name of the program may have blanks, and is in parentheses. The times are in hundredths of a second.
    let mut times =
        stat.rsplit_once(')')?.1.split_whitespace().skip(11).map_while(|time| time.parse::<u64>().ok());
    Some((times.next()? + times.next()?) / 100)
}

/// Does work that must not take 3 s.
fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let begin = processor_time();
    let done = work();
    let seconds = processor_time().zip(begin).map(|(end, begin)| end - begin);
    assert!(seconds.is_none_or(|seconds| seconds < 3), "{seconds:?}");
    done
}

/// The errors and the number of events of a beginning and the text behind it.
fn read(beginning: &str, rest: &mut dyn Read) -> (Vec<String>, u64) {
    let mut replay = Replay::from_read(stream(beginning.as_bytes().chain(rest.take(LENGTH))));
    let (mut errors, mut events) = (Vec::new(), 0);
    in_time(|| {
        loop {
            match replay.next_event() {
                Ok(None) => break,
                Ok(Some(_)) => events += 1,
                Err(PgnError::Game(error)) if errors.len() < 3 => errors.push(format!("{:?}", error.rule)),
                Err(_) => {}
            }
        }
    });
    (errors, events)
}

/// Each has its place before those that have been read. Of two of a name, the second counts.
#[test]
fn a_game_may_have_a_million_tags() {
    let tag = |number| format!("[N{:06} \"{number}\"]\n", number % 500_000);
    let tags: Vec<String> = (0..1_000_000).rev().map(tag).collect();
    let game: Game = in_time(|| (tags.concat() + "\n*").parse().unwrap());
    let others: Vec<_> = game.tags().iter().skip(7).collect();
    assert_eq!((others.len(), others[0]), (500_000, ("N000000", "0")));
    assert_eq!(others.last(), Some(&("N499999", "499999")));
}

#[test]
fn texts_for_ever_have_one_error_at_most() {
    for (beginning, cycle, error, events) in [
        ("[A \"", "x", "TooLong", None),
        ("[A \"", "\"", "TooLong", None),
        ("[A \"", "\\", "TooLong", None),
        ("[", "x", "TooLong", None),
        ("[", "\n", "TooLong", None),
        ("[A ", " ", "TooLong", None),
        ("[A ", "\" ", "TooLong", None),
        ("1. e4 ", "x", "TooLong", None),
        ("1. e4 ", "1", "TooLong", None),
        ("1. e4 ", "0-", "TooLong", None),
        ("%", "x", "", Some(0)),
        ("1. e4\n%", "x", "", Some(3)),
        ("1. e4 ", "(", "NothingToVary", None),
        ("1. e4 ", "(d4 ", "TooDeep", None),
        ("1. e4 ", ")", "NoVariation", None),
        ("1. e4 ", "(d4)", "", None),
        ("", "* ", "NoPart", Some(1)),
        ("", "*\n\n", "", Some(LENGTH / 3 * 2)),
        ("[A \"a\"]\n", "x ", "NoPart", Some(1)),
        ("[A \"a\"]\n", "{x}\n", "", None),
        ("", "[A \"a\"]\n\n", "", None),
        ("", "1. e4 Nf6 2. Ng1 ", "San(Illegal)", None),
        ("", "1. Nf3 Nf6 2. Ng1 Ng8 ", "", None),
    ] {
        let text = cycle.repeat(LENGTH as usize / cycle.len() + 1);
        let read = read(beginning, &mut text.as_bytes());
        assert_eq!(read.0.join(" "), error, "{beginning} {cycle}");
        assert!(events.is_none_or(|events| events == read.1), "{beginning} {cycle}");
    }
}

#[test]
fn one_byte_for_ever() {
    for byte in 0..=255 {
        if b"\n [({;%$*)!?".contains(&byte) || usize::from(byte) % 16 == place(16) {
            read("", &mut repeat(byte));
            read("1. e4 ", &mut repeat(byte));
        }
    }
}

/// A comment is as many events as it needs, between two characters, in all places.
#[test]
fn a_comment_is_read_whole_however_long_it_is() {
    for length in [MAX_TOKEN - 2, MAX_TOKEN - 1, MAX_TOKEN, MAX_TOKEN + 1, 3 * MAX_TOKEN] {
        for letter in ["x", "é", "♞"] {
            let words = letter.repeat(length / letter.len() + 1);
            for (text, before) in [
                (format!("1. e4 {{{words}}} e5 1-0"), "| e4 "),
                (format!("1. e4 ;{words}\n e5 1-0"), "| e4 "),
                (format!("{{{words}}} [A \"a\"] e5 1-0"), ""),
                (format!("[A \"a\"] {{{words}}} e5 1-0"), "[A a] "),
            ] {
                for shown in
                    [events(&text), events_of(&mut Reader::from_read(stream(text.as_bytes())).lenient(true))]
                {
                    let shown = shown.replace("} {", "");
                    assert!(shown.starts_with(&format!("{before}{{{words}}} ")), "{length} {letter}");
                    assert!(shown.ends_with(" e5 1-0"), "{length} {letter}");
                }
            }
        }
    }
    let (errors, events) = read("1. e4 {", &mut repeat(b'x'));
    assert_eq!(errors, ["UnclosedComment"]);
    assert!(events > 2);
}

#[test]
fn variations_are_nested_for_ever_where_they_are_not_replayed() {
    let mut reader = Reader::from_read(stream("e4 ".as_bytes().chain(repeat(b'(').take(LENGTH))));
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
    assert!(error.to_string().contains("within a variation"), "{error}");
}
