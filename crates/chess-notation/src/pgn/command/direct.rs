//! Clocks, times and evaluations as servers write them, read in one pass. Any other text is left to the general reader, which is the
//! oracle.

use core::time::Duration;

use super::values::Eval;
use crate::number::{Decimal, sign};
use crate::score::Score;

/// A command that is read directly, as the variant of [`Command`](super::Command) with its name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Clock(Duration),
    MoveTime(Duration),
    Eval(Eval),
    Search { centipawns: i32, depth: u32 },
}

/// Reads a command that the text begins with, and returns it with its length: `[%clk H:MM:SS]` and `[%emt H:MM:SS]`, with hours of two
/// digits or a fraction, too; `[%eval 0.17]`, `[%eval #-3]`, `[%eval 0.17,20]` and
/// `[%eval 31,14]`. `None` for all other texts.
#[inline]
pub(super) fn read(text: &[u8]) -> Option<(Value, usize)> {
    const CLOCK: u64 = u64::from_le_bytes(*b"[%clk \0\0");
    const MOVE_TIME: u64 = u64::from_le_bytes(*b"[%emt \0\0");
    const EVAL: u64 = u64::from_le_bytes(*b"[%eval \0");
    let word = u64::from_le_bytes(*text.first_chunk()?);
    let (command, rest) = match word & (u64::MAX >> 16) {
        CLOCK => {
            let (time, rest) = time(&text[6..])?;
            (Value::Clock(time), rest)
        }
        MOVE_TIME => {
            let (time, rest) = time(&text[6..])?;
            (Value::MoveTime(time), rest)
        }
        _ if word & (u64::MAX >> 8) == EVAL => eval(&text[7..])?,
        _ => return None,
    };
    match rest {
        [b']', behind @ ..] => Some((command, text.len() - behind.len())),
        _ => None,
    }
}

/// Reads `H:MM:SS` with or without a fraction. All digits are tested in one word.
#[inline(always)]
fn time(text: &[u8]) -> Option<(Duration, &[u8])> {
    const FORM: u64 = u64::from_le_bytes(*b"0:00:00\0");
    const DIGITS: u64 = 0x000f_0f00_0f0f_000f;
    const SIX: u64 = 0x0006_0600_0606_0006;
    let (tens, text) = match text {
        [_, b':', ..] => (0, text),
        [tens @ b'0'..=b'9', hours @ ..] => (u64::from(tens - b'0'), hours),
        _ => return None,
    };
    let digits = (u64::from_le_bytes(*text.first_chunk()?) ^ FORM) & (u64::MAX >> 8);
    // With another six, more than nine reaches the upper half of the byte.
    if (digits | (digits + SIX)) & !DIGITS != 0 {
        return None;
    }
    // The colons have become zeros, so that a number of two digits is ten times its first byte and its second one.
    let digit = |i: u32| digits >> (8 * i) & 15;
    let hours = 10 * tens + digit(0);
    let seconds = 3600 * hours + 60 * (10 * digit(2) + digit(3)) + 10 * digit(5) + digit(6);
    match &text[7..] {
        [b'.', behind @ ..] => {
            let length = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (fraction, rest) = behind.split_at(length);
            Some((Decimal { whole: seconds, fraction }.seconds(), rest))
        }
        rest => Some((Duration::from_secs(seconds), rest)),
    }
}

/// Reads pawns with one or two digits after their point, or a mate, and a depth if there is one; or hundredths and a depth.
#[inline(always)]
fn eval(text: &[u8]) -> Option<(Value, &[u8])> {
    let (score, rest) = if let [b'#', moves @ ..] = text {
        let (is_negative, moves) = sign(moves);
        let (moves, rest) = short_number(moves)?;
        (Score::Mate(if is_negative == Some(true) { -moves } else { moves }), rest)
    } else {
        let (is_negative, number) = sign(text);
        let (number, rest) = short_number(number)?;
        let signed = |number: i32| if is_negative == Some(true) { -number } else { number };
        let (hundredths, rest) = match rest {
            [b'.', tenths @ b'0'..=b'9', last @ b'0'..=b'9', rest @ ..] => {
                (10 * i32::from(tenths - b'0') + i32::from(last - b'0'), rest)
            }
            [b'.', tenths @ b'0'..=b'9', rest @ ..] => (10 * i32::from(tenths - b'0'), rest),
            // A comma before or after a zero may be a point.
            [b',', b'1'..=b'9', ..] if number != 0 || is_negative.is_none() => {
                let (depth, rest) = short_number(&rest[1..])?;
                return Some((Value::Search { centipawns: signed(number), depth: depth as u32 }, rest));
            }
            _ => return None,
        };
        (Score::Centipawns(signed(100 * number + hundredths)), rest)
    };
    let [b',', depth @ ..] = rest else { return Some((Value::Eval(score.into()), rest)) };
    let (depth, rest) = short_number(depth)?;
    Some((Value::Eval(Eval { score, depth: Some(depth as u32) }), rest))
}

/// Reads a number of at most four digits, so that no sum of it overflows.
#[inline(always)]
fn short_number(text: &[u8]) -> Option<(i32, &[u8])> {
    let (mut number, mut rest) = match text {
        [digit @ b'0'..=b'9', rest @ ..] => (i32::from(digit - b'0'), rest),
        _ => return None,
    };
    for _ in 0..3 {
        let [digit @ b'0'..=b'9', behind @ ..] = rest else { break };
        (number, rest) = (10 * number + i32::from(digit - b'0'), behind);
    }
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::pgn::command::{Command, Commands};
    use crate::random::Random;

    fn direct(text: &[u8]) -> Option<(Command<'static>, usize)> {
        read(text).map(|(value, length)| (value.into(), length))
    }

    /// The command that the general reader finds at the beginning of a text, with its length.
    fn general(text: &[u8]) -> Option<(Command<'_>, usize)> {
        let (place, command) = Commands { comment: text, at: 0 }.search(0)?;
        (place.start == 0).then_some((command, place.end))
    }

    #[test]
    fn usual_commands_are_read_directly() {
        for text in [
            "[%clk 0:03:00]",
            "[%clk 1:59:07.9]",
            "[%emt 10:00:00.25]",
            "[%eval 0.17]",
            "[%eval -12.3]",
            "[%eval +0.17,24]",
            "[%eval #3]",
            "[%eval #-12]",
            "[%eval 31,14]",
            "[%eval -120,9]",
        ] {
            assert!(read(text.as_bytes()).is_some(), "{text}");
            for rest in ["", "]", " [%clk 0:00:01]"] {
                let text = [text, rest].concat();
                assert_eq!(direct(text.as_bytes()), general(text.as_bytes()), "{text}");
            }
        }
    }

    /// Every text that is read directly is read as the general reader reads it: texts of the usual forms with changed, missing and
    /// additional bytes, and numbers of many digits.
    #[test]
    fn what_is_read_directly_is_what_the_general_reader_reads() {
        const FORMS: [&str; 12] = [
            "[%clk 0:03:00]",
            "[%clk 0:02:59.9]",
            "[%clk 12:34:56]",
            "[%clk 3:05]",
            "[%emt 0:00:01.125]",
            "[%emt 00:00:59]",
            "[%eval 0.17]",
            "[%eval -10.05,22]",
            "[%eval #3]",
            "[%eval #-14,30]",
            "[%eval 31,14]",
            "[%eval -0,31]",
        ];
        const BYTES: &[u8] = b"0123456789::..,,--++##[]%% \n\r/dMclkemtva\0\xff";
        let mut random = Random::new(71);
        let (mut answers, mut refused) = (0, 0);
        for _ in 0..100_000 {
            let mut text: Vec<u8> = random.pick(&FORMS).into();
            for digit in text.iter_mut().filter(|byte| byte.is_ascii_digit()) {
                *digit = b'0' + random.below(10) as u8;
            }
            for _ in 0..random.below(4) {
                let (at, byte) = (random.below(text.len()), BYTES[random.below(BYTES.len())]);
                match random.below(4) {
                    0 => text[at] = byte,
                    1 => drop(text.remove(at)),
                    2 => text.insert(at, byte),
                    _ => {
                        let digits = core::iter::repeat_n(byte, random.below(24));
                        text.splice(at..at, digits);
                    }
                }
                if text.is_empty() {
                    break;
                }
            }
            text.extend_from_slice(&b" [%clk 0:00:01]"[..random.below(16)]);
            match direct(&text) {
                Some(found) => {
                    answers += 1;
                    assert_eq!(Some(found), general(&text), "{}", text.escape_ascii());
                }
                None => refused += 1,
            }
        }
        assert!(answers > 10_000 && refused > 10_000, "{answers} {refused}");
    }
}
