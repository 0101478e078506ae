//! The scores and times in a comment, of servers and of programs that run engine matches.

use std::time::Duration;

use chess_notation::number::{digits, time, whole};
use chess_notation::pgn::{Command, Eval, Score, commands};
use memchr::memmem;

/// The clocks and evaluations in the comments after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// `[%clk]`, in milliseconds.
    pub(super) clock: Option<u32>,
    /// What may be a clock.
    pub(super) doubtful: Option<Doubtful>,
    /// `[%emt]`, or `1.2s` alone, in milliseconds.
    move_time: Option<u32>,
    /// `[%eval]`, from White's point of view
    pub(super) eval: Option<Eval>,
    pub(super) engine: Option<EngineNote>,
}

impl Notes {
    /// Nothing.
    #[cfg(feature = "games")]
    pub(crate) const NONE: Self =
        Self { clock: None, doubtful: None, move_time: None, eval: None, engine: None };

    /// Adds the values of a comment. The first of each kind counts. Returns whether a score was added.
    pub fn read(&mut self, comment: &[u8]) -> bool {
        let had = (self.eval.is_some(), self.engine.is_some());
        for command in commands(comment) {
            match command {
                Command::Clock(time) => self.clock = self.clock.or(Some(milliseconds(time))),
                Command::MoveTime(time) => self.move_time = self.move_time.or(Some(milliseconds(time))),
                Command::Eval(eval) => self.eval = self.eval.or(Some(eval)),
                Command::Search { centipawns, depth } => {
                    self.engine =
                        self.engine.or_else(|| Some(EngineNote::of_pair(comment, centipawns, depth)));
                }
                Command::Other { name: "clk", operands } => {
                    self.doubtful = self.doubtful.or_else(|| Doubtful::read(operands.as_bytes()));
                }
                _ => {}
            }
        }
        if self.engine.is_none() {
            self.engine = EngineNote::read(comment);
        }
        if self.engine.is_none() && comment.trim_ascii_start().first().is_some_and(u8::is_ascii_digit) {
            self.read_time(comment.trim_ascii());
        }
        had != (self.eval.is_some(), self.engine.is_some())
    }

    /// Reads a comment that is a time: `1.2s`, which the move took, or `0:04:57`, which may be a clock.
    #[cold]
    fn read_time(&mut self, comment: &[u8]) {
        match time(comment) {
            Some((time, [b's'] | [b's', b',', ..])) => {
                self.move_time = self.move_time.or(Some(milliseconds(time)));
            }
            Some((time, [])) if comment.split(|&byte| byte == b':').count() == 3 => {
                let as_minutes = Some(milliseconds(time));
                self.doubtful = self.doubtful.or(Some(Doubtful { as_seconds: None, as_minutes }));
            }
            _ => {}
        }
    }

    /// The time that the move took, in milliseconds.
    #[cfg(any(feature = "games", test))]
    pub(crate) fn elapsed(&self) -> Option<u32> {
        self.move_time.or(self.engine.and_then(|note| note.time))
    }
}

fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

/// A time that may be that of a clock, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Doubtful {
    /// The point of `[%clk 3.03]` is before a fraction of a second.
    pub(super) as_seconds: Option<u32>,
    /// It is one of minutes and seconds, as electronic boards write it; or the comment is `0:04:57` alone.
    pub(super) as_minutes: Option<u32>,
}

impl Doubtful {
    /// Reads the operands of a command `[%clk]` whose point has two meanings.
    #[cold]
    fn read(operands: &[u8]) -> Option<Self> {
        let as_seconds = Some(milliseconds(whole(time(operands))?));
        let colons: Vec<u8> = operands.iter().map(|&byte| if byte == b'.' { b':' } else { byte }).collect();
        Some(Self { as_seconds, as_minutes: whole(time(&colons)).map(milliseconds) })
    }
}

/// The result of an engine's search before its move, which programs write after the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EngineNote {
    /// From its writer's point of view. Mates are those of the position before the move.
    pub(super) score: Score,
    pub(super) depth: u32,
    /// In milliseconds.
    time: Option<u32>,
    pub(super) style: Style,
}

/// The writer of a score, by its form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `[%eval 31,14] [%emt 00:00:02]`
    ChessGui,
    /// `[%eval 31,14] [%emt 0:00:02]`
    ChessBase,
    /// `[%eval 31,14]`
    Pair,
    /// `+0.31/14 1.2s`, `-0.31/14 1.2s` and `0.00/14 1.2s`
    Seconds,
    /// `+0.31/14`
    Plus,
    /// `0.31/14`, with a unit or without
    Bare,
    /// `-0.31/14` and `0.00/14`
    Any,
    /// `d=31, mt=4365, wv=1.22`, from White's point of view
    Named,
}

impl EngineNote {
    /// The note of a command `[%eval 31,14]`. `[%emt]` in the comment shows which program has written it.
    fn of_pair(comment: &[u8], centipawns: i32, depth: u32) -> Self {
        let time = memmem::find(comment, b"[%emt ").map(|place| comment[place + 6..].trim_ascii_start());
        let style = match time {
            None => Style::Pair,
            Some([b'0'..=b'9', b':', ..]) => Style::ChessBase,
            Some(_) => Style::ChessGui,
        };
        Self { score: Score::Centipawns(centipawns), depth, time: None, style }
    }

    /// The two numbers of a pair as pawns with a comma.
    pub(super) fn pawns(self) -> Option<Score> {
        let hundredths = match self.depth {
            depth @ 0..10 => 10 * depth,
            depth @ 10..100 => depth,
            _ => return None,
        };
        let pawns = self.score.number();
        let hundredths = if pawns < 0 { -(hundredths as i32) } else { hundredths as i32 };
        Some(Score::Centipawns(pawns.checked_mul(100)?.checked_add(hundredths)?))
    }

    /// Reads a comment that begins with a score, such as `+0.31/14 1.2s`.
    fn read(comment: &[u8]) -> Option<Self> {
        let mut comment = comment.trim_ascii_start();
        let name = comment.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if name > 0 && comment.get(name) == Some(&b'=') {
            return Self::read_named(comment);
        }
        // The line that the engine expects.
        if let Some(line) = comment.strip_prefix(b"(") {
            let end = line.iter().position(|&byte| byte == b')')?;
            comment = line[end + 1..].trim_ascii_start();
        }
        if !matches!(comment, [b'+' | b'-' | b'#' | b'0'..=b'9', ..]) {
            return None;
        }
        let (score, rest) = read_score(comment)?;
        // Lines of a file may break after a slash or a point.
        let (depth, rest) = digits(rest.strip_prefix(b"/")?.trim_ascii_start())?;
        let (time, has_unit) = after_depth(rest)?;
        let style = match comment[0] {
            b'0'..=b'9' | b'#' if score.number() != 0 => Style::Bare,
            _ if has_unit => Style::Seconds,
            b'+' => Style::Plus,
            _ => Style::Any,
        };
        Some(Self { score, depth: depth.try_into().ok()?, time, style })
    }

    /// Reads values with names, as TCEC writes them: `d=31, sd=35, mt=4365, pv=f4, wv=1.22` and `ev=-0.20, d=32, mt=00:02:29`. There is a
    /// depth and a score: `wv` from White's point of view, or else `ev` from the mover's.
    fn read_named(comment: &[u8]) -> Option<Self> {
        let (mut named, mut of_mover, mut depth, mut spent) = (None, None, None, None);
        for field in comment.split(|&byte| byte == b',').map(<[u8]>::trim_ascii) {
            match field {
                [b'd', b'=', text @ ..] => depth = whole(digits(text)),
                [b'm', b't', b'=', text @ ..] if text.contains(&b':') => {
                    spent = whole(time(text)).map(milliseconds);
                }
                [b'm', b't', b'=', text @ ..] => {
                    spent = whole(digits(text)).map(|time| time.try_into().unwrap_or(u32::MAX));
                }
                [b'w', b'v', b'=', text @ ..] => named = whole(read_score(text)),
                [b'e', b'v', b'=', text @ ..] => of_mover = whole(read_score(text)),
                _ => {}
            }
        }
        let style = if named.is_some() { Style::Named } else { Style::Plus };
        Some(Self { score: named.or(of_mover)?, depth: depth?.try_into().ok()?, time: spent, style })
    }
}

/// The evaluations of all positions of a game, which `ChessBase` writes before its first move: `[%evp 0,2,19,31,29995]` has the first and
/// the last ply, and then a value for each position from White's point of view, in centipawns. A mate in `n` plies is 30000 - `n`, and
/// 32767 is not a value.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    first: usize,
    scores: Vec<Option<Score>>,
}

impl Profile {
    /// No values.
    #[cfg(feature = "games")]
    pub(crate) const NONE: Self = Self { first: 0, scores: Vec::new() };

    /// Reads the profile in a comment.
    pub fn read(comment: &[u8]) -> Option<Self> {
        let operands = commands(comment).find_map(|command| match command {
            Command::Other { name: "evp", operands } => Some(operands.as_bytes()),
            _ => None,
        })?;
        let text: String = operands
            .iter()
            .filter(|byte| !byte.is_ascii_whitespace())
            .map(|&byte| char::from(byte))
            .collect();
        let mut numbers = text.split(',').map(|number| number.parse::<i32>().ok());
        let (first, _last) = (numbers.next()??, numbers.next()??);
        let score = |number: i32| match number.unsigned_abs() {
            0..MATES => Some(Score::Centipawns(number)),
            plies @ MATES..=MATE => Some(Score::Mate(number.signum() * (MATE - plies).div_ceil(2) as i32)),
            _ => None,
        };
        Some(Self {
            first: first.try_into().ok()?,
            scores: numbers.map(|number| number.and_then(score)).collect(),
        })
    }

    /// Gives the comments after the move before this ply, or before the first move, the score of the position, unless they have one.
    pub fn fill(&self, ply: usize, notes: &mut Notes) {
        if notes.eval.is_none() && notes.engine.is_none() {
            let score = ply.checked_sub(self.first).and_then(|i| *self.scores.get(i)?);
            notes.eval = score.map(Eval::from);
        }
    }

    /// Tests whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }
}

/// The value of a mate on the board in a profile, and the least of a mate.
const MATE: u32 = 30_000;
const MATES: u32 = MATE - 1_000;

/// Reads `0.31`, `0,31`, `M4` or `#2`. Programs write two digits of a fraction. One, without a sign, is a player's score in a match:
/// `1.5/3`.
fn read_score(text: &[u8]) -> Option<(Score, &[u8])> {
    let (score, rest) = Score::read(text, b".,")?;
    let form = &text[..text.len() - rest.len()];
    let is_signed = matches!(form[0], b'+' | b'-');
    let has_fraction = match form.iter().rposition(|byte| matches!(byte, b'.' | b',')) {
        Some(point) => form[point + 1..].trim_ascii_start().len() > usize::from(!is_signed),
        // A side that is mated has no move to comment on.
        None => score.mate().is_some_and(|moves| moves != 0),
    };
    has_fraction.then_some((score, rest))
}

/// Reads the text after a depth: the time in milliseconds, and whether its unit is written. `None` if the text is prose.
fn after_depth(text: &[u8]) -> Option<(Option<u32>, bool)> {
    let word = text.trim_ascii_start();
    match word {
        [] | [b',' | b';', ..] => return Some((None, false)),
        _ if word.len() == text.len() => return None,
        [b'(' | b'[', ..] => return Some((None, false)),
        _ => {}
    }
    let (time, rest) = time(word)?;
    let (has_unit, rest) = rest.strip_prefix(b"s").map_or((false, rest), |rest| (true, rest));
    let next = rest.trim_ascii_start();
    let is_end = match next {
        [] | [b',' | b';', ..] => true,
        [first, ..] => next.len() < rest.len() && (has_unit || matches!(first, b'(' | b'[')),
    };
    is_end.then_some((Some(milliseconds(time)), has_unit))
}

#[cfg(test)]
mod tests {
    use chess_notation::pgn::GameResult;
    use chess_types::Color;

    use super::*;
    use crate::scores::{ScoreView, Scores};

    fn notes(comment: &str) -> Notes {
        let mut notes = Notes::default();
        notes.read(comment.as_bytes());
        notes
    }

    /// The score of a move of this side, if the comment has the mover's point of view.
    fn score(comment: &str, mover: Color) -> Option<Score> {
        let notes = notes(comment);
        let moves = [(mover, &notes)].into_iter();
        Scores::of_game(Some(ScoreView::Mover), None, moves, GameResult::Unknown).of_move(&notes, mover)
    }

    impl Notes {
        fn scores(&self) -> Scores {
            Scores::of_game(
                Some(ScoreView::Mover),
                None,
                [(Color::White, self)].into_iter(),
                GameResult::Unknown,
            )
        }

        fn depth(&self) -> Option<u16> {
            self.scores().depth(self)
        }

        fn clock(&self) -> Option<u32> {
            self.scores().clock(self)
        }
    }

    fn centipawns(comment: &str) -> Option<i32> {
        score(comment, Color::White).and_then(Score::centipawns)
    }

    fn mate(comment: &str) -> Option<i32> {
        score(comment, Color::White).and_then(Score::mate)
    }

    #[test]
    fn commands_count_before_what_an_engine_writes() {
        let comment = "+0.31/14 1.2s [%eval -0.5,9] [%emt 0:00:02.5] [%clk 0:03:00.0009]";
        let both = notes(comment);
        assert_eq!(score(comment, Color::Black), Some(Score::Centipawns(-50)));
        assert_eq!((both.depth(), both.elapsed(), both.clock()), (Some(9), Some(2500), Some(180_000)));
        assert_eq!(mate("[%eval #-3]"), Some(-3));
        assert_eq!(mate("[%eval #-99999]"), Some(i16::MIN.into()));
        assert_eq!(notes("[%eval 0.1,99999]").depth(), Some(u16::MAX));
        assert_eq!(notes("[%clk 9999:00:00]").clock(), Some(u32::MAX));
    }

    #[test]
    fn scores_of_engines_take_the_point_of_view_of_white() {
        for text in ["+0.31/14 1.2s", "+0.31/14 1.2", "0.31/14 1.2 (Nd7)", "[%eval 31,14] [%emt 1.2]"] {
            let scores = [Color::White, Color::Black].map(|mover| score(text, mover));
            assert_eq!(scores, [31, -31].map(|value| Some(Score::Centipawns(value))), "{text}");
            assert_eq!((notes(text).depth(), notes(text).elapsed()), (Some(14), Some(1200)), "{text}");
        }
        // Plies with the move itself, and moves: mate by it, in one more move, and after the reply.
        for (text, white) in [
            ("+M1/6 0.14s, White mates", 0),
            ("+M3/6", 1),
            ("+M5/6", 2),
            ("-M2/8", -1),
            ("-M4/8", -2),
            ("#1/6", 0),
            ("#2/6 17", 1),
            ("-#1/6 1:30", -1),
            ("-#2/6 17 (Kf7)", -2),
        ] {
            let scores = [Color::White, Color::Black].map(|mover| score(text, mover));
            assert_eq!(scores, [white, -white].map(|moves| Some(Score::Mate(moves))), "{text}");
        }
        assert_eq!(notes("0.00/1 0.0009s").elapsed(), Some(0));
        assert_eq!(notes("-11.695/2 99999999s").elapsed(), Some(u32::MAX));
        assert_eq!(centipawns("-11.695/2"), Some(-1170));
    }

    #[test]
    fn numbers_of_engines_are_read_to_the_edges() {
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
            ("+00000000000000000000.31/1", Some(31)),
            ("+0.31x/1", None),
            ("+0,31/1", Some(31)),
            ("-0,3/1", Some(-30)),
            ("+0,31x/1", None),
            ("0,3/1", None),
            ("+0, 31/1", None),
            ("0.00/1", Some(0)),
            ("0.000/1", Some(0)),
            // Lines of a file may break there.
            ("-0. 07/24", Some(-7)),
            ("0.15/\n 23 172", Some(15)),
            ("0.31/24\n172 (Nxe4)\n", Some(31)),
            ("(Qxd4 Bc6) -0.68/20 28", Some(-68)),
            (" (e7e5) +0.31/14", Some(31)),
            ("(Qxd4 -0.68/20 28", None),
            ("(a) (b) -0.68/20", None),
        ] {
            assert_eq!(centipawns(text), expected, "{text}");
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
            ("7", Some(7000)),
            ("7 (0-0)", Some(7000)),
            ("2:07.5", Some(127_500)),
            (", 7s", None),
            (".5s", None),
        ] {
            assert_eq!(time(text), expected, "{text}");
        }
        assert_eq!((notes("+M65535/70000").depth(), mate("+M65535/1")), (Some(u16::MAX), Some(32767)));
        assert_eq!((mate("+M65537/1"), notes("+M3x/1").depth()), (Some(i16::MAX.into()), None));
        assert_eq!((mate("-M99999999999/1"), notes("+0.31/").depth()), (None, None));
        // The first note of each kind counts.
        let mut twice = notes("+0.31/14 1s [%clk 1] [%emt 2] [%eval 3]");
        twice.read(b"+0.32/15 2s [%clk 4] [%emt 5] [%eval 6]");
        assert_eq!(twice, notes("+0.31/14 1s [%clk 1] [%emt 2] [%eval 3]"));
    }

    #[test]
    fn named_values_are_from_white_s_point_of_view() {
        let text = "d=31, sd=35, mt=4365, tl=1813635, pv=Nf6 Bd3, tb=0, wv=-1.22, R50=50, mb=+0+0+0+0+0,";
        let found = notes(text);
        assert_eq!((found.depth(), found.elapsed()), (Some(31), Some(4365)));
        for mover in [Color::White, Color::Black] {
            assert_eq!(score(text, mover), Some(Score::Centipawns(-122)));
        }
        assert_eq!(score("d=1, wv=-M11", Color::Black), Some(Score::Mate(-5)));
        assert_eq!(score("d=4,\nwv=M2,", Color::Black), Some(Score::Mate(1)));
        let old = "ev=-0.20, d=32, pd=Nf3, mt=00:02:29, tl=01:58:50, wv=0.20,";
        assert_eq!(
            (score(old, Color::Black), notes(old).depth(), notes(old).elapsed()),
            (Some(Score::Centipawns(20)), Some(32), Some(149_000))
        );
        assert_eq!(score("ev=-0.20, d=3", Color::Black), Some(Score::Centipawns(20)));
        assert_eq!(score("wv=1.00, d=3", Color::Black), Some(Score::Centipawns(100)));
        for text in ["d=31", "pv=1.00, d=3", "d=x, wv=1.00", "d=3, wv=1.x", "d=3, wv=1.00x", "d=3 wv=1.00"] {
            assert_eq!(notes(text), Notes::default(), "{text}");
        }
    }

    #[test]
    fn a_profile_has_a_score_for_each_position() {
        let profile =
            Profile::read(b"x [%evp 2,8,31,\n-2\n5,32767,29995,-29996,-30000,2147483647] y").unwrap();
        let scores = [31, -25].map(Score::Centipawns).map(Some);
        let mates = [3, -2, 0].map(Score::Mate).map(Some);
        let expected = [None, None, scores[0], scores[1], None, mates[0], mates[1], mates[2], None, None];
        for (ply, expected) in expected.into_iter().enumerate() {
            let mut notes = Notes::default();
            profile.fill(ply, &mut notes);
            assert_eq!(notes.eval.map(|eval| eval.score), expected, "{ply}");
        }
        let mut other = notes("+0.50/9 [%clk 1]");
        profile.fill(2, &mut other);
        assert_eq!(other, notes("+0.50/9 [%clk 1]"));
        for text in ["[%evp]", "[%evp 0]", "[%evp -1,2,3]", "[%evp a,b,3]", "evp 0,1,2"] {
            assert!(Profile::read(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn other_words_are_no_evaluation() {
        let texts = "book|1/2-1/2|3/4 of the pawns|1.5/3|1.25/3 of the board|1.25/3rd|1.25/3 1st move|0.31/14 12 moves|\
                     +0.31/14 12sec|better is +0.31/14|+|+0.|-M/3|0.5|0.5/|0.5/x|0.5/3x";
        for text in texts.split('|') {
            assert_eq!(notes(text), Notes::default(), "{text}");
        }
    }
}
