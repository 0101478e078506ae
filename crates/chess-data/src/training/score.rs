//! Scores and results as writers need them.

use chess_notation::pgn::GameResult;

use super::loss::{Loss, Losses};
use super::record::Record;

/// The score and the result of a record. Records without one of them are left out by all formats but PGN, since there is
/// nothing to learn from them.
#[inline]
pub(super) fn needed(record: &Record, losses: &mut Losses) -> Option<(i32, GameResult)> {
    let Some(score) = record.score else {
        losses.add(Loss::NoScore);
        return None;
    };
    if record.result == GameResult::Unknown {
        losses.add(Loss::NoResult);
        return None;
    }
    Some((score, record.result))
}

/// The nearest number of 16 bits.
#[inline]
pub(super) fn to_i16(score: i32, losses: &mut Losses) -> i16 {
    i16::try_from(score).unwrap_or_else(|_| {
        losses.add(Loss::ScoreRange);
        if score < 0 { i16::MIN } else { i16::MAX }
    })
}
