//! Bytes that come in portions are read as they are in memory.

use chess_notation::pgn::{Place, Reader, Replay, Source};
use chess_testkit::Random;

use super::{Portions, events, events_of, replay_of, replayed};

const SIZES: [usize; 6] = [1, 2, 3, 7, 513, 4096];

const GAMES: &str = "\u{feff}[Event \"F/S Return Match\"]\n[Site \"Belgrade, Serbia \\\"JUG\\\"\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 {This opening is called the Ruy Lopez.} 3... a6\n4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 \
    (6... d6 $2 7. c3 (7. d4)) 7. Bb3 d6!? 8. c3\n; to be continued\n8... O-O 1/2-1/2\n\n%escaped\n\n\
    [Variant \"Chess960\"]\r\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\r\n\r\n1. 0-0 Ke7 2. -- Kd8 *\r\n\
    1. e4 e5 2.\n[Event broken]\n1. e4 e4 0-1 1. d4 d5 1-0";

fn check(text: &[u8]) {
    let (expected, moves) = (events(text), replayed(text));
    for size in SIZES {
        let shown = events_of(&mut Reader::from_read(Portions::new(text, size)));
        assert_eq!(shown, expected, "portions of {size}: {}", text.escape_ascii());
        assert_eq!(replay_of(&mut Replay::from_read(Portions::new(text, size))), moves, "portions of {size}");
    }
}

#[test]
fn games_in_portions() {
    assert!(replayed(GAMES).contains("e1g1 e8e7 0000"));
    check(GAMES.as_bytes());
}

#[test]
fn games_that_are_cut_off() {
    for length in 0..GAMES.len() {
        check(&GAMES.as_bytes()[..length]);
    }
}

#[test]
fn games_that_are_mutilated() {
    let mut random = Random::new(3);
    for _ in 0..1500 {
        let mut text = GAMES.as_bytes().to_vec();
        for _ in 0..=random.below(8) {
            let at = random.below(text.len());
            match random.below(4) {
                0 => text[at] = random.word() as u8,
                1 => text[at] = random.pick(b"\n\r {}()[];%$!?*\"\\.0-1/2a"),
                2 => drop(text.drain(at..text.len().min(at + random.below(20)))),
                _ => text
                    .splice(at..at, text.clone().into_iter().skip(at / 2).take(random.below(20)))
                    .for_each(drop),
            }
            if text.is_empty() {
                break;
            }
        }
        check(&text);
    }
}

#[test]
fn junk() {
    let mut random = Random::new(5);
    for i in 0..3000 {
        let length = random.below(120);
        let text: Vec<u8> = if i % 2 == 0 {
            (0..length).map(|_| random.word() as u8).collect()
        } else {
            (0..length)
                .map(|_| random.pick(b"\n\r {}()[];%$!?*\"\\.0-1/2ae4Nf3O\xef\xbb\xbf\xc2\xbd\0"))
                .collect()
        };
        check(&text);
    }
}

#[test]
fn tokens_that_are_longer_than_a_portion_or_cross_the_end_of_the_buffer() {
    let mut text = Vec::new();
    let mut random = Random::new(9);
    while text.len() < 600_000 {
        let filling = vec![b'x'; random.below(3000)];
        match random.below(5) {
            0 => text.extend([b"{", &filling[..], b"\n}"].concat()),
            1 => text.extend([b";", &filling[..], b"\n"].concat()),
            2 => text.extend([b"\n%", &filling[..], b"\n"].concat()),
            3 => text.extend(b" e4 e5 Nf3 (1. d4 d5) 2... Nc6 12. ".repeat(random.below(20))),
            _ => text.extend([b" *\n\n[A \"", &filling[..], b"\"]\n\n"].concat()),
        }
    }
    let expected = events(&text);
    for size in [5, 4096, usize::MAX] {
        assert!(
            events_of(&mut Reader::from_read(Portions::new(&text, size))) == expected,
            "portions of {size}"
        );
    }
}

/// Long comments between short moves fill the whole buffer, and cross its end.
#[test]
fn comments_of_any_length_that_is_read_are_whole() {
    let mut text = Vec::new();
    let mut random = Random::new(71);
    while text.len() < 1_500_000 {
        text.extend(b" e4 e5 Nf3 Nc6".repeat(random.below(2500)));
        text.extend([b" {", &vec![b'x'; random.below(65_530)][..], b"}"].concat());
    }
    let expected = events(&text);
    assert!(!expected.contains('<'));
    for size in [4096, 30_000, usize::MAX] {
        let shown = events_of(&mut Reader::from_read(Portions::new(&text, size)));
        assert!(shown == expected, "portions of {size}");
    }
}

/// The offset and the line of each event.
fn places<S: Source>(mut reader: Reader<S>) -> Vec<(u64, u64)> {
    let mut places = Vec::new();
    while reader.next_event().unwrap().is_some() {
        let Place { line, offset } = reader.place();
        places.push((offset, line));
    }
    places
}

#[test]
fn lines_are_counted_however_the_bytes_come() {
    let text = "\n[A \"a\"]\n[B \"b\"]\n\n\n1. e4\n\n{x\n\ny} ;z\n e5\n*\n\n\n1. d4 *\n\n".repeat(20);
    for end in ["\n", "\r\n", "\r", "\n\r"] {
        let text = text.replace('\n', end);
        let expected = places(Reader::new(&text));
        assert!(expected.len() >= 20 * 11);
        for &(offset, line) in &expected {
            let before = text[..offset as usize].replace("\r\n", "\n").replace('\r', "\n");
            assert_eq!(line, 1 + before.matches('\n').count() as u64, "{end:?} {offset}");
        }
        for size in SIZES {
            assert_eq!(
                places(Reader::from_read(Portions::new(text.as_bytes(), size))),
                expected,
                "{end:?} {size}"
            );
        }
        // Asked once, the place is the same.
        let mut reader = Reader::from_read(Portions::new(text.as_bytes(), 5));
        while reader.next_event().unwrap().is_some() {}
        let Place { line, offset } = reader.place();
        let line_ends = text.replace("\r\n", "\n").replace('\r', "\n").matches('\n').count();
        assert_eq!((offset, line), (text.len() as u64, 1 + line_ends as u64), "{end:?}");
    }
}
