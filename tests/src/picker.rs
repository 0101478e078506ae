//! The moves that a move picker must yield, derived from the list of legal moves alone.

mod case;
mod trial;

pub use case::{Case, Wish};
pub use trial::Trial;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_search::Histories;

/// Runs the pickers of a position and of all positions up to `plies` below it, and gives the number of runs.
///
/// For the position itself it tries all combinations; below it each table move has a few.
///
/// # Errors
/// The input of a picker, and the fault of its moves.
pub fn check(position: &Position, plies: u32, histories: &[Histories]) -> Result<u64, String> {
    walk(position, plies, histories, Case::every_wish)
}

fn walk(
    position: &Position,
    plies: u32,
    histories: &[Histories],
    wishes: fn(&Case) -> Vec<Wish>,
) -> Result<u64, String> {
    let case = Case::new(position);
    let mut runs = run_all(&case, &wishes(&case), histories)?;
    if plies > 0 {
        for known in case.legal() {
            runs += walk(&position.after(known.mv), plies - 1, histories, Case::few_wishes)?;
        }
    }
    Ok(runs)
}

fn run_all(case: &Case, wishes: &[Wish], histories: &[Histories]) -> Result<u64, String> {
    for &wish in wishes {
        for histories in histories {
            let trial = Trial { case, wish, histories };
            let position = case.position();
            trial.judge(&trial.run()).map_err(|fault| format!("{fault}: {position} with {wish:?}"))?;
        }
    }
    Ok((wishes.len() * histories.len()) as u64)
}

/// Empty histories, and ones full of numbers. Neither has counts of captures, so that only the gain orders them.
pub fn histories() -> Vec<Histories> {
    let mut full = Histories::new();
    let mut position = Position::START;
    let mut bonus = 1i32;
    for ply in 0..400 {
        let moves = position.legal_moves();
        for &mv in &moves {
            bonus = bonus.wrapping_mul(0x2c9277b5).wrapping_add(0x3c6ef35f);
            full.quiets.update(position.side_to_move(), mv, bonus >> 17);
        }
        position = match moves.get(ply * 7 % moves.len().max(1)) {
            Some(&mv) => position.after(mv),
            None => Position::START,
        };
    }
    vec![Histories::new(), full]
}
