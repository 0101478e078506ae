use chess_board::Position;
use chess_movegen::legal_moves;
use chess_types::PieceType;

use crate::chunks::Sum;
use crate::ending::Ending;
use crate::endings::Endings;
use crate::value::Value;

/// What a check of an ending by forward moves has found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forward {
    /// The positions that were looked at.
    pub positions: u64,
    /// A position whose value is not the best that its moves give, and that best value.
    pub wrong: Option<(Position, Value, Option<Value>)>,
}

impl Endings {
    /// Compares the value of every position of a solved ending with those of the positions that its moves lead to. It
    /// takes no move back. Only one assignment of values has no contradiction, since every win needs a shorter one
    /// after it, down to a zeroing move or mate.
    pub fn check_forward(&self, ending: Ending, progress: &(dyn Fn(u64) + Sync)) -> Forward {
        let found = self.sum(ending, progress, |found: &mut Forward, position, value| {
            found.positions += 1;
            let by_moves = self.by_moves(position);
            if by_moves != Some(value) {
                found.wrong = Some((*position, value, by_moves));
            }
        });
        found.unwrap_or_default()
    }

    /// Returns the best value that the moves of a position give, or `None` if what one leads to is not solved.
    fn by_moves(&self, position: &Position) -> Option<Value> {
        let mut best: Option<Value> = None;
        for &mv in &legal_moves(position) {
            let after = self.value(&position.after(mv))?;
            let is_zeroing = mv.is_capture() || position.piece_type_at(mv.from()) == Some(PieceType::Pawn);
            let value = if is_zeroing { after.before_zeroing(self.limit) } else { after.before_quiet() };
            if best.is_none_or(|best| value.score() > best.score()) {
                best = Some(value);
            }
        }
        Some(best.unwrap_or(if position.is_in_check() { Value::MATED } else { Value::DRAW }))
    }
}

impl Sum for Forward {
    fn plus(self, other: Self) -> Self {
        Self { positions: self.positions + other.positions, wrong: self.wrong.or(other.wrong) }
    }
}
