//! Scores and times in the comments of games, and the scores' point of view.
//!
//! Columns, filters and training files read the same scores.
//!
//! | form | score | point of view |
//! |---|---|---|
//! | `[%eval 0.31,14]`, `[%eval 0.31/14]`, `[%eval 0,3]`, `[%eval #-3]` | of the position after the move | White's |
//! | `[%eval 31,14] [%emt 00:00:02]`, `[%eval -#3,14]` (ChessGUI) | of the search before the move, in hundredths of a pawn | found in the game: see [`ScoreView`] |
//! | `[%eval 31,14] [%emt 0:00:02]` (`ChessBase`) | the same; a mate is 32767 less the moves to it | White's |
//! | `+0.31/14 1.2s`, `-M6/30 0.1s`, `0.31/14 12 (Nd7)`, `+0,31/14 12` | of the search before the move | found in the game |
//! | `d=31, mt=4365, wv=1.22` | of the search before the move | White's |
//! | `[%evp 0,2,19,31,25]` before the first move | of each position, if it has no other | White's |
//!
//! The fourth form is that of cutechess, fastchess, Fritz and most others. A comment has it if it begins with a score, a slash and a
//! depth, before which a line of moves in brackets may be, and if a time, a comma, a semicolon, a bracket or nothing follows. `M`
//! counts plies to mate, the move itself included, and `#` full moves. Two numbers without `[%emt]` are pawns with a comma if none
//! before the comma is ten or more.

mod clocks;
mod notes;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use chess_notation::pgn::{Eval, GameResult, Score};
use chess_types::Color;

use self::clocks::{Meaning, meaning_of};
use self::notes::{EngineNote, Style};

pub use notes::{Notes, Profile};

/// The point of view of the scores from engines' searches before their moves: `+0.31/14 1.2s` and `[%eval 31,14]`.
///
/// It is a property of the program that has written a game. If the caller does not set it, it is White's in games of `ChessBase`, and
/// follows from each other game, by the first of these that the game has:
///
/// 1. seconds with their unit, and no score without a sign but 0.00: cutechess and fastchess write so, from the mover's view;
/// 2. scores of both sides, one after another and beyond half a pawn, that have the same sign (White's view) or opposite signs
///    (the mover's) in four pairs at least and in four of five;
/// 3. a plus sign, or `[%eval 31,14]` (the mover's); else a score without a sign (White's);
/// 4. more pairs of either kind, if there are few.
///
/// An `[%eval 0.31]` with a score of Black counts as a pair, and so does the winner with the last score of Black. If the game has
/// none of these, its scores other than 0.00 are lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreView {
    /// White's: a positive score is good for White.
    White,
    /// That of the side that has moved.
    Mover,
}

impl ScoreView {
    /// Both.
    pub const ALL: [Self; 2] = [Self::White, Self::Mover];

    /// The name: `white` or `mover`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Mover => "mover",
        }
    }
}

impl fmt::Display for ScoreView {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ScoreView {
    type Err = ParseScoreViewError;

    /// Reads a name.
    fn from_str(text: &str) -> Result<Self, ParseScoreViewError> {
        Self::ALL.into_iter().find(|view| view.name() == text).ok_or(ParseScoreViewError)
    }
}

/// A text that is not the name of a [`ScoreView`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseScoreViewError;

impl fmt::Display for ParseScoreViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the point of view of scores is white or mover")
    }
}

impl Error for ParseScoreViewError {}

/// The least score that shows which side is better, in hundredths of a pawn.
const DECISIVE: i32 = 51;

/// `ChessBase` writes a mate as this less the moves to it; and the least number that is a mate.
const CHESSBASE_MATE: i32 = 32_767;
const CHESSBASE_MATES: i32 = CHESSBASE_MATE - 1_000;

/// The meaning of `[%eval 31,14]` in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pairs {
    /// Hundredths of a pawn and a depth. Mates are written `-#3,14`, which looks like one from White's point of view.
    ChessGui,
    /// Hundredths of a pawn, or 32,767 less the moves to mate, and a depth, from White's point of view.
    ChessBase,
    /// Pawns after the move, with a comma as the point, from White's point of view.
    Pawns,
}

/// The reading of a game's scores and clocks: the values of [`Notes`], scores from White's point of view.
#[derive(Clone, Copy, Debug)]
pub struct Scores {
    view: Option<ScoreView>,
    pairs: Option<Pairs>,
    #[cfg_attr(not(feature = "games"), allow(dead_code, reason = "only games have clocks"))]
    clocks: Option<Meaning>,
}

impl Scores {
    /// Determines the reading of a game's scores, unless the caller sets it by `view`. `moves` are the mover and the notes after
    /// each move, and `control` is the tag `TimeControl`, without which doubtful clocks are lost.
    pub fn of_game<'a>(
        view: Option<ScoreView>,
        control: Option<&str>,
        moves: impl Iterator<Item = (Color, &'a Notes)> + Clone,
        result: GameResult,
    ) -> Self {
        let mut evidence = Evidence::default();
        let (mut styles, mut greatest, mut has_pawns, mut has_doubts) = (0, 0, false, false);
        let (mut last, mut last_of_black) = (0, 0);
        for (mover, notes) in moves.clone() {
            has_doubts |= notes.doubtful.is_some();
            has_pawns |= matches!(notes.eval, Some(Eval { score: Score::Centipawns(_), depth: None }));
            let Some(note) = &notes.engine else {
                last = 0;
                continue;
            };
            styles |= 1 << note.style as u8;
            if note.style == Style::Pair {
                greatest = note.score.number().saturating_abs().max(greatest);
            }
            let sign = sign(note.score);
            evidence.add(last * sign);
            last = sign;
            if mover == Color::Black {
                evidence.add(sign * notes.eval.map_or(0, |eval| self::sign(eval.score)));
                last_of_black = if sign == 0 { last_of_black } else { sign };
            }
        }
        evidence.add(match result {
            GameResult::WhiteWins => last_of_black,
            GameResult::BlackWins => -last_of_black,
            _ => 0,
        });
        let has = |style: Style| styles & 1 << style as u8 != 0;
        let pairs = match greatest {
            _ if has(Style::ChessBase) => Some(Pairs::ChessBase),
            _ if has(Style::ChessGui) => Some(Pairs::ChessGui),
            _ if !has(Style::Pair) => None,
            CHESSBASE_MATES.. => Some(Pairs::ChessBase),
            0..10 => Some(Pairs::Pawns),
            10..100 if has_pawns => Some(Pairs::Pawns),
            _ => Some(Pairs::ChessGui),
        };
        let found = || match evidence {
            _ if pairs == Some(Pairs::ChessBase) => Some(ScoreView::White),
            _ if has(Style::Seconds) && !has(Style::Bare) => Some(ScoreView::Mover),
            Evidence { white, mover } if white >= 4 && white >= 4 * mover => Some(ScoreView::White),
            Evidence { white, mover } if mover >= 4 && mover >= 4 * white => Some(ScoreView::Mover),
            _ if has(Style::Plus) || pairs == Some(Pairs::ChessGui) => Some(ScoreView::Mover),
            _ if has(Style::Bare) => Some(ScoreView::White),
            Evidence { white, mover } if white > mover => Some(ScoreView::White),
            Evidence { white, mover } if white < mover => Some(ScoreView::Mover),
            _ => None,
        };
        let clocks = if has_doubts { meaning_of(control, moves) } else { None };
        Self { view: view.or_else(found), pairs, clocks }
    }

    /// The time left after the move, in milliseconds.
    #[cfg(any(feature = "games", test))]
    pub(crate) fn clock(self, notes: &Notes) -> Option<u32> {
        notes.clock.or_else(|| self.clocks?(notes.doubtful?))
    }

    /// The depth of the evaluation in plies.
    #[cfg(any(feature = "games", test))]
    pub(crate) fn depth(self, notes: &Notes) -> Option<u16> {
        let depth = match notes.eval {
            Some(eval) => eval.depth?,
            None => notes.engine.filter(|&note| self.score(note).is_some())?.depth,
        };
        Some(depth.min(u16::MAX.into()) as u16)
    }

    /// The evaluation of the position after a move, from White's point of view.
    pub fn eval(self, notes: &Notes) -> Option<Score> {
        match (notes.eval, notes.engine) {
            (Some(eval), _) => Some(eval.score).filter(|_| !self.is_of_chessgui(&eval)),
            (None, Some(note)) if note.style == Style::Pair && self.pairs == Some(Pairs::Pawns) => {
                note.pawns()
            }
            _ => None,
        }
    }

    /// The result of an engine's search before its move, from White's point of view: that of the position before the move. `None` also
    /// if its point of view is unknown.
    pub fn search(self, notes: &Notes, mover: Color) -> Option<Score> {
        let (score, is_whites) = self.found(notes)?;
        match self.view {
            None if !is_whites && score.number() != 0 => None,
            Some(ScoreView::Mover) if !is_whites => Some(score.seen_by(mover)),
            _ => Some(score),
        }
    }

    /// Tests whether there is the result of a search, be its point of view known or not.
    pub fn has_search(self, notes: &Notes) -> bool {
        self.found(notes).is_some()
    }

    /// The result of a search as it is written, and whether it is certainly White's.
    fn found(self, notes: &Notes) -> Option<(Score, bool)> {
        match (notes.engine, notes.eval) {
            (Some(note), _) => Some((self.score(note)?, note.style == Style::Named)),
            (None, Some(eval)) if self.is_of_chessgui(&eval) => Some((eval.score, false)),
            _ => None,
        }
    }

    /// The score of a note: none where `ChessBase` writes so, or of another position.
    const fn score(self, note: EngineNote) -> Option<Score> {
        match (self.pairs, note.style, note.score) {
            (Some(Pairs::Pawns), Style::Pair, _) => None,
            (
                Some(Pairs::ChessBase),
                Style::Pair | Style::ChessGui | Style::ChessBase,
                Score::Centipawns(value),
            ) => match value.saturating_abs() {
                0..CHESSBASE_MATES => Some(note.score),
                mate @ CHESSBASE_MATES..CHESSBASE_MATE => {
                    Some(Score::Mate(value.signum() * (CHESSBASE_MATE - mate)))
                }
                _ => None,
            },
            _ => Some(note.score),
        }
    }

    /// The score of a move, from White's point of view: the evaluation of the position after it, or else the result of the
    /// engine's search before it. Mates are those after the move; a number of moves that does not fit in 16 bits is the nearest
    /// that does.
    #[cfg(any(feature = "games", test))]
    pub(crate) fn of_move(self, notes: &Notes, mover: Color) -> Option<Score> {
        let after = |score: Score| match score {
            // The move is the first of those to mate.
            Score::Mate(moves) if score.seen_by(mover).number() > 0 => Score::Mate(moves - moves.signum()),
            _ => score,
        };
        self.eval(notes).or_else(|| self.search(notes, mover).map(after)).map(clamped)
    }

    /// The score of a position, from White's point of view: the evaluation in the comments after the move that led to it, or else
    /// that of the search for the move that is played in it. Mates are full moves from there.
    #[cfg(feature = "games")]
    pub(crate) fn of_position(self, behind: &Notes, search: Option<(&Notes, Color)>) -> Option<Score> {
        let found = || search.and_then(|(notes, mover)| self.search(notes, mover));
        self.eval(behind).or_else(found).map(clamped)
    }

    fn is_of_chessgui(self, eval: &Eval) -> bool {
        self.pairs == Some(Pairs::ChessGui) && eval.depth.is_some() && eval.score.mate().is_some()
    }
}

/// The score with the nearest number of moves that fits in 16 bits.
#[cfg(any(feature = "games", test))]
fn clamped(score: Score) -> Score {
    score.mate().map_or(score, |moves| Score::Mate(moves.clamp(i16::MIN.into(), i16::MAX.into())))
}

/// The numbers of pairs of scores for each point of view.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    white: u32,
    mover: u32,
}

impl Evidence {
    /// Adds a pair of scores by the product of their signs, which is 0 if one of them shows nothing.
    fn add(&mut self, product: i32) {
        self.white += u32::from(product > 0);
        self.mover += u32::from(product < 0);
    }
}

/// The sign of a score that shows which side is better, or else 0.
fn sign(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) if value.saturating_abs() < DECISIVE => 0,
        _ => score.number().signum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The notes after the moves of a game that White begins, and their reading.
    fn read(control: Option<&str>, comments: &[&str], result: GameResult) -> (Vec<Notes>, Scores) {
        let read = |comment: &&str| {
            let mut notes = Notes::default();
            notes.read(comment.as_bytes());
            notes
        };
        let notes: Vec<Notes> = comments.iter().map(read).collect();
        let movers = Color::ALL.into_iter().cycle().zip(&notes);
        let scores = Scores::of_game(None, control, movers, result);
        (notes, scores)
    }

    /// White's scores after the moves.
    fn scores(comments: &[&str]) -> Vec<Option<Score>> {
        let (notes, scores) = read(None, comments, GameResult::Unknown);
        Color::ALL
            .into_iter()
            .cycle()
            .zip(&notes)
            .map(|(mover, notes)| scores.of_move(notes, mover))
            .collect()
    }

    fn clocks(control: &str, comments: &[&str]) -> Vec<Option<u32>> {
        let (notes, scores) = read(Some(control), comments, GameResult::Unknown);
        notes.iter().map(|notes| scores.clock(notes)).collect()
    }

    fn cp(values: &[i32]) -> Vec<Option<Score>> {
        values.iter().map(|&value| Some(Score::Centipawns(value))).collect()
    }

    #[test]
    fn each_program_has_its_point_of_view() {
        for (program, comments, expected) in [
            ("Lichess", ["[%eval 0.31]", "[%eval 0.25] [%clk 0:01:00]"], [31, 25]),
            ("python-chess", ["[%eval 0.31,14]", "[%eval 0.25,15]"], [31, 25]),
            ("a slash", ["[%eval 0.31/14]", "[%eval -0.25/15]"], [31, -25]),
            ("a d", ["[%eval 0.31,d14]", "[%eval 0.25,d15]"], [31, 25]),
            ("decimal comma", ["[%eval 0,3]", "[%eval -1,25]"], [30, -125]),
            ("decimal comma, far", ["[%eval 0,05]", "[%eval 12,5]"], [5, 1250]),
            ("cutechess", ["+0.31/14 1.2s", "-0.25/15 0.3s"], [31, 25]),
            ("cutechess, from the other side", ["-0.31/14 1.2s", "+0.25/15 0.3s"], [-31, -25]),
            ("Arena", ["+0.31/14 2", "-0.25/15 1"], [31, 25]),
            ("a comma", ["+0,31/14 2", "-0,25/15 1,5"], [31, 25]),
            ("Fritz", ["0.31/14 90 (Nd7)", "0.25/15 2"], [31, 25]),
            ("TCEC", ["d=14, wv=0.31", "d=15, wv=0.25"], [31, 25]),
            ("old TCEC", ["ev=0.31, d=14", "ev=-0.25, d=15"], [31, 25]),
            ("ChessGUI", ["[%eval 31,14] [%emt 00:00:01]", "[%eval -25,15] [%emt 00:00:02]"], [31, 25]),
            ("ChessBase", ["[%eval 31,14] [%emt 0:00:01]", "(Nf6) [%eval 25,15] [%emt 0:00:02]"], [31, 25]),
            ("either", ["[%eval 31,14]", "[%eval -125,15]"], [31, 125]),
        ] {
            assert_eq!(scores(&comments), cp(&expected), "{program}");
        }
    }

    #[test]
    fn mates_of_each_program_are_full_moves_after_the_move() {
        for (program, comments, expected) in [
            ("Lichess", ["[%eval #2]", "[%eval #-1]"], [2, -1]),
            ("cutechess", ["+M5/9 1s", "-M4/9 1s"], [2, 2]),
            ("cutechess, Black mates", ["-M4/9 1s", "+M3/9 1s"], [-2, -1]),
            ("Fritz", ["#3/9 2", "#2/9 2"], [2, 2]),
            ("TCEC", ["d=9, wv=M5", "d=9, wv=M4"], [2, 2]),
            ("ChessGUI", ["[%eval 900,9] [%emt 00:00:01]", "[%eval -#2,9] [%emt 00:00:01]"], [900, 2]),
            ("ChessBase", ["[%eval 32764,9] [%emt 0:00:01]", "[%eval 32765,9] [%emt 0:00:01]"], [2, 2]),
            ("ChessBase, Black mates", ["[%eval -32765,9]", "[%eval -32766,9] [%emt 0:00:00]"], [-2, 0]),
        ] {
            let numbers: Vec<_> =
                scores(&comments).into_iter().map(|score| score.map(Score::number)).collect();
            assert_eq!(numbers, expected.map(Some), "{program}");
            let is_mate = |score: &Option<Score>| score.and_then(Score::mate).is_some();
            assert!(scores(&comments)[1..].iter().all(is_mate), "{program}");
        }
    }

    /// 32,767 less the moves to mate, at most 1,000; values beyond are no scores.
    #[test]
    fn numbers_of_chessbase_are_mates_up_to_a_limit() {
        for (number, score) in [
            (31_766, Some(Score::Centipawns(31_766))),
            (31_767, Some(Score::Mate(1_000 - 1))),
            (32_765, Some(Score::Mate(1))),
            (32_766, Some(Score::Mate(0))),
            (32_767, None),
            (32_768, None),
            (35_534, None),
            (i32::MAX, None),
        ] {
            for emt in ["[%emt 0:00:02]", ""] {
                let white = format!("[%eval {number},12] {emt}");
                assert_eq!(scores(&[&white, "[%eval 31767,3]"])[0], score, "{white}");
                let black = format!("[%eval -{number},12] {emt}");
                let opposite = score.map(|score| -score);
                assert_eq!(scores(&["[%eval 31767,3]", &black])[1], opposite, "{black}");
                let (notes, scores) = read(None, &[&white, "[%eval 31767,3]"], GameResult::Unknown);
                assert_eq!(scores.depth(&notes[0]), score.map(|_| 12));
            }
        }
        // ChessGUI's engines may have such numbers of hundredths.
        let comments = ["[%eval 32766,12] [%emt 00:00:01]", "[%eval -32766,12] [%emt 00:00:01]"];
        assert_eq!(scores(&comments), cp(&[32_766, 32_766]));
    }

    /// Pairs of scores show the point of view: of more than half a pawn, four at least, and four of five.
    #[test]
    fn four_pairs_of_five_decide() {
        let view = |pairs: &[(&str, usize)]| {
            let comments: Vec<&str> = pairs.iter().flat_map(|&(text, count)| vec![text; count]).collect();
            read(None, &comments, GameResult::Unknown).1.view
        };
        let [white, mover] = [Some(ScoreView::White), Some(ScoreView::Mover)];
        for (pairs, expected) in [
            // A row of n scores with one sign has n - 1 pairs. A plus sign alone is the mover's.
            (&[("+0.51/9", 5)][..], white),
            (&[("+0.51/9", 4)], mover),
            (&[("+0.50/9", 5)], mover),
            (&[("+0.51/9", 5), ("-0.51/9", 1)], white),
            (&[("+0.51/9", 8), ("-0.51/9", 1), ("+0.51/9", 1)], mover),
            (&[("+0.51/9", 9), ("-0.51/9", 1), ("+0.51/9", 1)], white),
            // A score without a sign alone is White's.
            (&[("0.51/9", 1), ("-0.51/9", 1), ("0.51/9", 1), ("-0.51/9", 1), ("0.51/9", 1)], mover),
            (&[("0.51/9", 1), ("-0.51/9", 1), ("0.51/9", 1), ("-0.51/9", 1)], white),
            // Neither sign nor unit: the majority.
            (&[("-0.51/9", 2)], white),
            (&[("-0.50/9", 2)], None),
            // Seconds come first.
            (&[("+0.51/9 1s", 9)], mover),
        ] {
            assert_eq!(view(pairs), expected, "{pairs:?}");
        }
        let view = |result| read(None, &["-0.20/9", "-0.51/9"], result).1.view;
        assert_eq!(view(GameResult::WhiteWins), mover);
        assert_eq!(view(GameResult::BlackWins), white);
        assert_eq!(view(GameResult::Draw), None);
        let view = |eval: &str| read(None, &["-0.20/9", eval], GameResult::Unknown).1.view;
        assert_eq!(view("-0.51/9 [%eval -0.51]"), white);
        assert_eq!(view("-0.51/9 [%eval 0.51]"), mover);
        assert_eq!(view("-0.51/9 [%eval 0.50]"), None);
    }

    /// Of a game that does not tell its point of view, only scores of 0.00 and those that name White's are known.
    #[test]
    fn a_score_from_an_unknown_point_of_view_is_lost() {
        let (notes, scores) = read(None, &["-0.20/9", "0.00/9", "d=9, wv=0.20", ""], GameResult::Unknown);
        let found: Vec<_> = notes.iter().map(|notes| scores.search(notes, Color::White)).collect();
        assert_eq!(scores.view, None);
        assert_eq!(found, [None, Some(Score::Centipawns(0)), Some(Score::Centipawns(20)), None]);
        let has_search: Vec<_> = notes.iter().map(|notes| scores.has_search(notes)).collect();
        assert_eq!(has_search, [true, true, true, false]);
    }

    #[test]
    fn clocks_with_a_point_are_what_the_time_control_allows() {
        for (control, comments, expected) in [
            ("180+2", &["[%clk 3.03]", "[%clk 2.41]", "[%clk 0:02.59]"][..], &[183, 161, 179][..]),
            ("900+10", &["[%clk 0:15.16]", "[%clk 0:14.50]"], &[916, 890]),
            ("5400+30", &["[%clk 1:30.25]", "[%clk 1:29.59]"], &[5425, 5399]),
            (
                "40/5400+30:1800+30",
                &["[%clk 1:30.25]", "[%clk 1:29.59]", "[%clk 1:59.59]"],
                &[5425, 5399, 7199],
            ),
            // Seconds and their hundredths.
            ("180", &["[%clk 2:59.30]", "[%clk 2:58.10]"], &[179, 178]),
            // Nothing decides, or nothing fits: less than half the time at first, more time than there can be, one clock, minutes in
            // the tag, no time control.
            ("180+2", &["[%clk 1.25]", "[%clk 1.20]"], &[0, 0]),
            ("180", &["[%clk 2.59]", "[%clk 2.58]", "[%clk 3.05]"], &[0, 0, 0]),
            ("180", &["[%clk 3.03]", "[%clk 2.58]"], &[0, 0]),
            ("180+2", &["[%clk 3.03]"], &[0]),
            ("15+10", &["[%clk 15.09]", "[%clk 15.02]"], &[0, 0]),
            ("90+30", &["[%clk 1.30]", "[%clk 1.29]"], &[0, 0]),
            ("-", &["[%clk 3.03]", "[%clk 2.59]"], &[0, 0]),
            ("?", &["[%clk 3.03]", "[%clk 2.59]"], &[0, 0]),
            // Both meanings are possible beside clocks that are certain.
            ("180+2", &["[%clk 0:03:01]", "[%clk 0:03:00]", "[%clk 2.59]"], &[181, 180, 0]),
            ("180+2", &["[%clk 0:01:01]", "[%clk 0:01:00]", "[%clk 2.59]"], &[61, 60, 0]),
            // Comments that are times, and times that moves took.
            ("300", &["0:04:57", "0:04:58", "0:04:51"], &[297, 298, 291]),
            ("300", &["0:00:03", "0:00:02", "0:00:09"], &[0, 0, 0]),
            ("300", &["4:57", "4:58", "4:51"], &[0, 0, 0]),
            ("300", &["0:04:57"], &[0]),
            ("300", &["0:04:57", "0:04:57", "0:04:58", "0:05:03"], &[0, 0, 0, 0]),
        ] {
            let expected: Vec<_> =
                expected.iter().map(|&time| Some(1000 * time).filter(|&it| it > 0)).collect();
            let found: Vec<_> =
                clocks(control, comments).into_iter().map(|it| it.map(|it| it / 1000 * 1000)).collect();
            assert_eq!(found, expected, "{control} {comments:?}");
        }
    }

    #[test]
    fn a_comment_that_is_a_time_with_its_unit_is_the_time_of_the_move() {
        for (comment, expected) in [
            ("1.2s", Some(1200)),
            ("0.004s, White mates", Some(4)),
            (" 1,5s ", Some(1500)),
            ("1:05s", Some(65_000)),
            ("12s", Some(12_000)),
            ("+0,31/9 1,5", Some(1500)),
            ("12", None),
            ("12sec", None),
            ("12 s", None),
            ("0:00:05", None),
            ("it took 1.2s", None),
        ] {
            let (notes, scores) = read(None, &[comment], GameResult::Unknown);
            assert_eq!((notes[0].elapsed(), scores.clock(&notes[0])), (expected, None), "{comment}");
        }
    }
}
