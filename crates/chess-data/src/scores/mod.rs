//! Scores and times in the comments of games, and the scores' point of view.
//!
//! Columns, filters and training files read the same scores.
//!
//! | form | score | point of view |
//! |---|---|---|
//! | `[%eval 0.31,14]`, `[%eval #-3]` | of the position after the move | White's |
//! | `[%eval 31,14]` | of the search before the move, in hundredths of a pawn | found in the game: see [`ScoreView`] |
//! | `+0.31/14 1.2s`, `-M6/30 0.1s`, `0.31/14 12 (Nd7)` | of the search before the move | found in the game |
//! | `d=31, mt=4365, wv=1.22` | of the search before the move | White's |
//! | `[%evp 0,2,19,31,25]` before the first move | of each position, if it has no other | White's |
//!
//! The second form is that of ChessGUI, the third that of cutechess, fastchess, Fritz and most others. A comment has the third form if it
//! begins with a score, a slash and a depth, before which a line of moves in brackets may be, and if a time, a comma, a semicolon, a
//! bracket or nothing follows. `M` counts plies to mate, the move itself included, and `#` full moves.

mod notes;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use chess_notation::pgn::{Eval, GameResult, Score};
use chess_types::Color;

use self::notes::{EngineNote, Style, Value};

pub use notes::{Notes, Profile};

/// The point of view of the scores from engines' searches before their moves: `+0.31/14 1.2s` and `[%eval 31,14]`.
///
/// It is a property of the program that has written a game. If the caller does not set it, it follows from each game, by the
/// first of these that the game has:
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

/// The result of an engine's search before its move, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The plies to mate, the move that was played included; positive if White mates.
    Mate(i32),
    /// There is a score, but its point of view is unknown.
    Lost,
}

/// The reading of a game's scores: the values of [`Notes`] from White's point of view.
#[derive(Clone, Copy, Debug)]
pub struct Scores {
    view: Option<ScoreView>,
    /// True for a game of ChessGUI, whose mates look like those from White's point of view.
    is_chessgui: bool,
}

impl Scores {
    /// Determines the reading of a game's scores, unless the caller sets it by `view`. `moves` are the mover and the notes after
    /// each move.
    pub fn of_game<'a>(
        view: Option<ScoreView>,
        moves: impl Iterator<Item = (Color, &'a Notes)>,
        result: GameResult,
    ) -> Self {
        let mut evidence = Evidence::default();
        let mut styles = 0;
        let (mut last, mut last_of_black) = (0, 0);
        for (mover, notes) in moves {
            let Some(note) = &notes.engine else {
                last = 0;
                continue;
            };
            styles |= 1 << note.style as u8;
            let sign = note.value.sign();
            evidence.add(last * sign);
            last = sign;
            if mover == Color::Black {
                evidence.add(sign * notes.eval.map_or(0, |eval| Value::from(eval).sign()));
                last_of_black = if sign == 0 { last_of_black } else { sign };
            }
        }
        evidence.add(match result {
            GameResult::WhiteWins => last_of_black,
            GameResult::BlackWins => -last_of_black,
            _ => 0,
        });
        let has = |style: Style| styles & 1 << style as u8 != 0;
        let found = || match evidence {
            _ if has(Style::Seconds) && !has(Style::Bare) => Some(ScoreView::Mover),
            Evidence { white, mover } if white >= 4 && white >= 4 * mover => Some(ScoreView::White),
            Evidence { white, mover } if mover >= 4 && mover >= 4 * white => Some(ScoreView::Mover),
            _ if has(Style::Plus) || has(Style::ChessGui) => Some(ScoreView::Mover),
            _ if has(Style::Bare) => Some(ScoreView::White),
            Evidence { white, mover } if white > mover => Some(ScoreView::White),
            Evidence { white, mover } if white < mover => Some(ScoreView::Mover),
            _ => None,
        };
        Self { view: view.or_else(found), is_chessgui: has(Style::ChessGui) }
    }

    /// The evaluation of the position after a move, from White's point of view.
    pub fn eval(self, notes: &Notes) -> Option<Score> {
        let eval = notes.eval.filter(|eval| !self.is_of_chessgui(eval))?;
        Some(eval.score)
    }

    /// The result of an engine's search before its move.
    pub fn search(self, notes: &Notes, mover: Color) -> Option<Search> {
        let value = match (notes.engine, notes.eval) {
            (Some(EngineNote { value, .. }), _) => value,
            (None, Some(eval)) if self.is_of_chessgui(&eval) => eval.into(),
            _ => return None,
        };
        let is_named = matches!(notes.engine, Some(EngineNote { style: Style::Named, .. }));
        let is_turned = match self.view {
            _ if is_named => false,
            None if value.is_zero() => false,
            None => return Some(Search::Lost),
            Some(view) => view == ScoreView::Mover && mover == Color::Black,
        };
        let turn = |value: i32| if is_turned { -value } else { value };
        Some(match value {
            Value::Centipawns(value) => Search::Centipawns(turn(value)),
            Value::Plies(plies) => Search::Mate(turn(plies)),
            Value::Moves(moves) => {
                let moves = turn(moves);
                // The last move of the side that moves counts as half a move.
                let mates = if mover == Color::White { 1 } else { -1 };
                Search::Mate(moves.saturating_mul(2).saturating_sub(if moves.signum() == mates {
                    mates
                } else {
                    0
                }))
            }
        })
    }

    /// The score of a move, from White's point of view: the evaluation of the position after it, or else the result of the
    /// engine's search before it. Mates are those after the move; a number of moves that does not fit in 16 bits is the nearest
    /// that does.
    pub(crate) fn of_move(self, notes: &Notes, mover: Color) -> Option<Score> {
        let score = self.eval(notes).or_else(|| match self.search(notes, mover)? {
            Search::Centipawns(value) => Some(Score::Centipawns(value)),
            // After the move one ply is over, and the last of the mating side's moves is half of one.
            Search::Mate(plies) => Some(Score::Mate(plies / 2)),
            Search::Lost => None,
        })?;
        Some(score.mate().map_or(score, |moves| Score::Mate(clamped(moves))))
    }

    /// The score of a position, from White's point of view: the evaluation in the comments after the move that led to it, or else
    /// that of the search for the move that is played in it. Mates are full moves from there.
    pub(crate) fn of_position(self, behind: &Notes, search: Option<(&Notes, Color)>) -> Option<Score> {
        let found = || match search.and_then(|(notes, mover)| self.search(notes, mover))? {
            Search::Centipawns(value) => Some(Score::Centipawns(value)),
            Search::Mate(plies) => Some(Score::Mate(plies / 2 + plies % 2)),
            Search::Lost => None,
        };
        let score = self.eval(behind).or_else(found)?;
        Some(score.mate().map_or(score, |moves| Score::Mate(clamped(moves))))
    }

    const fn is_of_chessgui(self, eval: &Eval) -> bool {
        self.is_chessgui && eval.depth.is_some() && matches!(eval.score, Score::Mate(_))
    }
}

/// The nearest number that fits in 16 bits.
fn clamped(moves: i32) -> i32 {
    moves.clamp(i16::MIN.into(), i16::MAX.into())
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

impl Value {
    /// The sign of a score that shows which side is better, or else 0.
    fn sign(self) -> i32 {
        match self {
            Self::Centipawns(value) if value.unsigned_abs() < DECISIVE.unsigned_abs() => 0,
            Self::Centipawns(value) | Self::Plies(value) | Self::Moves(value) => value.signum(),
        }
    }
}

impl From<Eval> for Value {
    fn from(eval: Eval) -> Self {
        match eval.score {
            Score::Centipawns(value) => Self::Centipawns(value),
            Score::Mate(moves) => Self::Moves(moves),
        }
    }
}
