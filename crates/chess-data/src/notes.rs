use chess_notation::pgn::{Command, Eval, Score, commands};
use chess_types::Color;

/// What the comments behind a move tell about clocks and evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notes {
    /// `[%clk]`, in milliseconds.
    clock: Option<u32>,
    /// `[%emt]`, in milliseconds.
    move_time: Option<u32>,
    /// `[%eval]`
    eval: Option<Eval>,
    engine: Option<EngineNote>,
}

/// A comment by cutechess or fastchess: `+0.31/14 1.2s` or `-M6/30 0.1s`, the score from the mover's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EngineNote {
    score: EngineScore,
    depth: u32,
    /// In milliseconds.
    time: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EngineScore {
    Centipawns(i32),
    /// The plies to mate, the move that was played included; positive if the mover mates.
    Mate(i32),
}

impl Notes {
    /// Adds what a comment tells. The first of each kind counts.
    pub(crate) fn read(&mut self, comment: &[u8]) {
        for command in commands(comment).flatten() {
            match command {
                Command::Clock(time) => self.clock = self.clock.or(Some(milliseconds(time))),
                Command::MoveTime(time) => self.move_time = self.move_time.or(Some(milliseconds(time))),
                Command::Eval(eval) => self.eval = self.eval.or(Some(eval)),
                _ => {}
            }
        }
        if self.engine.is_none() {
            self.engine = EngineNote::read(comment.trim_ascii_start());
        }
    }

    /// The time left after the move, in milliseconds.
    pub(crate) const fn clock(&self) -> Option<u32> {
        self.clock
    }

    /// The time that the move took, in milliseconds.
    pub(crate) fn elapsed(&self) -> Option<u32> {
        self.move_time.or(self.engine.and_then(|note| note.time))
    }

    /// The evaluation after the move in centipawns, from White's point of view. `mover` is the side that moved.
    pub(crate) fn centipawns(&self, mover: Color) -> Option<i32> {
        match (self.eval, self.engine) {
            (Some(eval), _) => eval.centipawns(),
            (None, Some(EngineNote { score: EngineScore::Centipawns(score), .. })) => {
                Some(if mover == Color::White { score } else { -score })
            }
            _ => None,
        }
    }

    /// The full moves to mate after the move: positive if White mates, negative if Black does.
    pub(crate) fn mate(&self, mover: Color) -> Option<i16> {
        let moves = match (self.eval, self.engine) {
            (Some(Eval { score: Score::Mate(moves), .. }), _) => moves,
            // After the move one ply is over, and the last of the mating side's moves is half of one.
            (None, Some(EngineNote { score: EngineScore::Mate(plies), .. })) => {
                if mover == Color::White {
                    plies / 2
                } else {
                    -plies / 2
                }
            }
            _ => return None,
        };
        Some(moves.clamp(i16::MIN.into(), i16::MAX.into()) as i16)
    }

    /// The depth of the evaluation in plies.
    pub(crate) fn depth(&self) -> Option<u16> {
        let depth = match (self.eval, self.engine) {
            (Some(eval), _) => eval.depth?,
            (None, engine) => engine?.depth,
        };
        Some(depth.min(u16::MAX.into()) as u16)
    }
}

impl EngineNote {
    fn read(comment: &[u8]) -> Option<Self> {
        if !matches!(comment.first(), Some(b'+' | b'-' | b'0')) {
            return None;
        }
        let slash = comment.iter().take(24).position(|&byte| byte == b'/')?;
        let score = EngineScore::read(&comment[..slash])?;
        let (depth, rest) = number(&comment[slash + 1..])?;
        let time = match rest {
            [] => None,
            [blank, time @ ..] if blank.is_ascii_whitespace() => Some(seconds(time.trim_ascii_start())?),
            _ => return None,
        };
        Some(Self { score, depth, time })
    }
}

impl EngineScore {
    fn read(text: &[u8]) -> Option<Self> {
        let (is_negative, unsigned) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            // Programs that write no sign mean White's point of view.
            b"0.00" => (false, text),
            _ => return None,
        };
        let sign =
            |value: u32| i32::try_from(value).ok().map(|value| if is_negative { -value } else { value });
        if let Some(plies) = unsigned.strip_prefix(b"M") {
            return match number(plies)? {
                (plies, []) => sign(plies).map(Self::Mate),
                _ => None,
            };
        }
        let (pawns, rest) = number(unsigned)?;
        let fraction = rest.strip_prefix(b".")?;
        if fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let digit = |i: usize| fraction.get(i).map_or(0, |&digit| u32::from(digit - b'0'));
        let hundredths = 10 * digit(0) + digit(1) + u32::from(digit(2) >= 5);
        sign(pawns.checked_mul(100)?.checked_add(hundredths)?).map(Self::Centipawns)
    }
}

/// Reads a number of seconds and an `s`, as milliseconds, rounded down.
fn seconds(text: &[u8]) -> Option<u32> {
    let (whole, rest) = number(text)?;
    let mut milliseconds = whole.saturating_mul(1000);
    let rest = match rest {
        [b'.', rest @ ..] => {
            let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let mut unit = 100;
            for &digit in &rest[..length] {
                milliseconds = milliseconds.saturating_add(unit * u32::from(digit - b'0'));
                unit /= 10;
            }
            &rest[length..]
        }
        rest => rest,
    };
    rest.starts_with(b"s").then_some(milliseconds)
}

/// Reads digits at the beginning, at least one. A number that does not fit is the greatest.
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    let add = |number: u32, digit: &u8| number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    (length > 0).then(|| (digits.iter().fold(0, add), rest))
}

fn milliseconds(time: std::time::Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(comment: &str) -> Notes {
        let mut notes = Notes::default();
        notes.read(comment.as_bytes());
        notes
    }

    #[test]
    fn commands_count_before_what_an_engine_writes() {
        let both = notes("+0.31/14 1.2s [%eval -0.5,9] [%emt 0:00:02.5] [%clk 0:03:00.0009]");
        assert_eq!(both.centipawns(Color::Black), Some(-50));
        assert_eq!((both.depth(), both.elapsed(), both.clock()), (Some(9), Some(2500), Some(180_000)));
        assert_eq!(notes("[%eval #-3]").mate(Color::White), Some(-3));
        assert_eq!(notes("[%eval #-99999]").mate(Color::White), Some(i16::MIN));
        assert_eq!(notes("[%eval 0.1,99999]").depth(), Some(u16::MAX));
        assert_eq!(notes("[%clk 9999:00:00]").clock(), Some(u32::MAX));
    }

    #[test]
    fn scores_of_engines_take_the_point_of_view_of_white() {
        let note = notes("+0.31/14 1.2s");
        assert_eq!((note.centipawns(Color::White), note.centipawns(Color::Black)), (Some(31), Some(-31)));
        assert_eq!((note.depth(), note.elapsed(), note.mate(Color::White)), (Some(14), Some(1200), None));
        // Plies with the move itself: mate by it, in one more move, and after the reply.
        for (text, white) in
            [("+M1/6 0.14s, White mates", 0), ("+M3/6", 1), ("+M5/6", 2), ("-M2/8", -1), ("-M4/8", -2)]
        {
            let note = notes(text);
            assert_eq!(note.mate(Color::White), Some(white), "{text}");
            assert_eq!(note.mate(Color::Black), Some(-white), "{text}");
            assert_eq!(note.centipawns(Color::White), None);
        }
        assert_eq!(notes("0.00/1 0.0009s").elapsed(), Some(0));
        assert_eq!(notes("-11.695/2 99999999s").elapsed(), Some(u32::MAX));
        assert_eq!(notes("-11.695/2").centipawns(Color::White), Some(-1170));
    }

    #[test]
    fn numbers_of_engines_are_read_to_the_edges() {
        let score = |text: &str| notes(text).centipawns(Color::White);
        for (text, expected) in [
            ("+0.3/1", Some(30)),
            ("+0.31/1", Some(31)),
            ("+0.314/1", Some(31)),
            ("+0.315/1", Some(32)),
            ("+0.3149/1", Some(31)),
            ("  +12.995/1", Some(1300)),
            ("+21474836.47/1", Some(i32::MAX)),
            ("-21474836.47/1", Some(-i32::MAX)),
            ("+21474836.48/1", None),
            ("+42949672.95/1", None),
            ("+42949673.00/1", None),
            ("+0000000000000000000.31/1", Some(31)),
            ("+00000000000000000000.31/1", None),
            ("+0.31x/1", None),
            ("+0,31/1", None),
            ("0.00/1", Some(0)),
            ("0.000/1", None),
        ] {
            assert_eq!(score(text), expected, "{text}");
        }
        let time = |text: &str| notes(&format!("+0.31/1 {text}")).elapsed();
        for (text, expected) in [
            ("7s", Some(7000)),
            (" 7.s", Some(7000)),
            ("7.5s", Some(7500)),
            ("7.25s, x", Some(7250)),
            ("7.0625s", Some(7062)),
            ("4294967.295s", Some(u32::MAX)),
            ("4294967.294s", Some(u32::MAX - 1)),
            ("4294968s", Some(u32::MAX)),
            ("99999999999s", Some(u32::MAX)),
            ("7", None),
            (".5s", None),
        ] {
            assert_eq!(time(text), expected, "{text}");
        }
        assert_eq!(
            (notes("+M65535/70000").depth(), notes("+M65535/1").mate(Color::White)),
            (Some(u16::MAX), Some(32767))
        );
        assert_eq!((notes("+M65537/1").mate(Color::White), notes("+M3x/1").depth()), (Some(i16::MAX), None));
        assert_eq!((notes("-M99999999999/1").mate(Color::White), notes("+0.31/").depth()), (None, None));
        // The first note of each kind counts.
        let mut twice = notes("+0.31/14 1s [%clk 1] [%emt 2] [%eval 3]");
        twice.read(b"+0.32/15 2s [%clk 4] [%emt 5] [%eval 6]");
        assert_eq!(twice, notes("+0.31/14 1s [%clk 1] [%emt 2] [%eval 3]"));
    }

    #[test]
    fn other_words_are_no_evaluation() {
        for text in [
            "book",
            "1/2-1/2",
            "3/4 of the pawns",
            "0.31/14 1.2s",
            "0.00/24 159",
            "+0.31/14 12",
            "+",
            "+0.",
            "-M/3",
            "0.5",
            "0.5/",
            "0.5/x",
            "0.5/3x",
        ] {
            assert_eq!(notes(text), Notes::default(), "{text}");
        }
    }
}
