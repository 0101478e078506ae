use std::str;

use chess_notation::pgn::{Command, Score, Text};
use chess_types::Color;

use crate::training::loss::{Loss, Losses};
use crate::training::record::{MATE, MAX_MATE_PLIES};

/// The greatest number of hundredths of a pawn, which is no mate.
const MAX_CENTIPAWNS: i32 = MATE - MAX_MATE_PLIES - 1;

/// A score that stands in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Of the position after the last move, from White's point of view.
    After(i32),
    /// Of the position before the last move, from the mover's point of view.
    Before(i32),
}

/// Finds the score in a comment; `to_move` is the side to move after it.
pub(super) fn find(comment: Text<'_>, to_move: Color, losses: &mut Losses) -> Option<Found> {
    if !comment.as_bytes().contains(&b'%') {
        return search_score(comment.as_bytes(), losses).map(Found::Before);
    }
    let eval = comment.commands().find_map(|command| match command {
        Ok(Command::Eval(eval)) => Some(eval.score),
        _ => None,
    });
    Some(Found::After(match eval? {
        Score::Centipawns(value) => centipawns(value, losses),
        Score::Mate(moves) => mate(moves, to_move, losses),
    }))
}

/// The score that is written for a value from White's point of view, if `to_move` is to move.
pub(super) fn written(value: i32, to_move: Color, losses: &mut Losses) -> Score {
    let plies = MATE.saturating_sub(value.saturating_abs());
    if !(0..=MAX_MATE_PLIES).contains(&plies) {
        return Score::Centipawns(centipawns(value, losses));
    }
    let mates = if value > 0 { Color::White } else { Color::Black };
    // The side to move mates after an odd number of plies, one at least.
    let moves = if to_move == mates { ((plies + 1) / 2).max(1) } else { plies / 2 };
    losses.add_if(plies_of(moves, to_move == mates) != plies, Loss::ScoreRange);
    Score::Mate(if value > 0 { moves } else { -moves })
}

fn centipawns(value: i32, losses: &mut Losses) -> i32 {
    let nearest = value.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
    losses.add_if(nearest != value, Loss::ScoreRange);
    nearest
}

/// The score of a mate in so many moves, which White gives if the number is positive. Zero is a mate that stands on the
/// board.
fn mate(moves: i32, to_move: Color, losses: &mut Losses) -> i32 {
    losses.add(Loss::MateAsNumber);
    let white_mates = if moves == 0 { to_move == Color::Black } else { moves > 0 };
    let mover_mates = white_mates == (to_move == Color::White);
    let plies = plies_of(moves.saturating_abs().min(MAX_MATE_PLIES), mover_mates);
    in_range(plies, white_mates, losses)
}

fn plies_of(moves: i32, mover_mates: bool) -> i32 {
    2 * moves - i32::from(mover_mates && moves > 0)
}

fn in_range(plies: i32, is_positive: bool, losses: &mut Losses) -> i32 {
    losses.add_if(plies > MAX_MATE_PLIES, Loss::ScoreRange);
    let score = MATE - plies.min(MAX_MATE_PLIES);
    if is_positive { score } else { -score }
}

/// A score as cutechess writes it at the beginning of a comment: `+0.31/14 1.2s`.
fn search_score(comment: &[u8], losses: &mut Losses) -> Option<i32> {
    let comment = comment.trim_ascii_start();
    let slash = comment.iter().take(16).position(|&byte| byte == b'/')?;
    if !comment.get(slash + 1)?.is_ascii_digit() {
        return None;
    }
    let is_positive = comment[0] != b'-';
    let value = &comment[usize::from(matches!(comment[0], b'+' | b'-'))..slash];
    if let [b'M', plies @ ..] = value {
        let plies = number(plies)?;
        losses.add(Loss::MateAsNumber);
        return Some(in_range(plies, is_positive, losses));
    }
    let point = value.iter().position(|&byte| byte == b'.')?;
    let [tens, ones] = value[point + 1..] else { return None };
    let hundredths = number(&[tens, ones])?;
    let value = number(&value[..point])?.checked_mul(100)?.checked_add(hundredths)?;
    Some(centipawns(if is_positive { value } else { -value }, losses))
}

fn number(digits: &[u8]) -> Option<i32> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}
