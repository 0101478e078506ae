use chess_notation::pgn::Score;
use chess_types::Color;

use crate::scores::Search;
use crate::training::loss::{Loss, Losses};
use crate::training::record::{MATE, MAX_MATE_PLIES};

/// The greatest number of hundredths of a pawn, which is no mate.
const MAX_CENTIPAWNS: i32 = MATE - MAX_MATE_PLIES - 1;

/// The value of an evaluation of a position, with `to_move` to move.
pub(super) fn of_eval(score: Score, to_move: Color, losses: &mut Losses) -> i32 {
    match score {
        Score::Centipawns(value) => centipawns(value, losses),
        Score::Mate(moves) => mate(moves, to_move, losses),
    }
}

/// The value of what an engine has found.
pub(super) fn of_search(search: Search, losses: &mut Losses) -> Option<i32> {
    match search {
        Search::Centipawns(value) => Some(centipawns(value, losses)),
        Search::Mate(plies) => {
            losses.add(Loss::MateAsNumber);
            Some(in_range(plies.saturating_abs(), plies >= 0, losses))
        }
        Search::Lost => {
            losses.add(Loss::ScoreView);
            None
        }
    }
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
