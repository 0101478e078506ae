use chess_board::Position;
use chess_testkit::Random;
use chess_types::{Color, PieceType};

use crate::out::Out;

/// A score for White: hundredths of a pawn, or the moves to mate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Score {
    Hundredths(i32),
    /// Negative if White is mated.
    Mate(i32),
}

/// The scores of a game in order: the balance of material, disturbed; before a mate the distance to it.
pub(crate) struct Scores {
    drift: i32,
    /// The winner, if the game ends by mate, and the number of its plies.
    mate: Option<(Color, usize)>,
    /// The number of plies before mate at which the score shows it.
    horizon: usize,
}

impl Scores {
    pub(crate) fn new(mate: Option<(Color, usize)>, random: &mut Random) -> Self {
        Self { drift: 20, mate, horizon: 3 + random.below(20) }
    }

    /// The score of `position`, which is on the board after `ply` moves.
    pub(crate) fn after(&mut self, position: &Position, ply: usize, random: &mut Random) -> Score {
        if let Some((winner, plies)) = self.mate
            && plies - ply <= self.horizon
        {
            let moves = (plies - ply).div_ceil(2).max(1) as i32;
            return Score::Mate(if winner == Color::White { moves } else { -moves });
        }
        let word = random.word();
        self.drift += (word & 31) as i32 - 15 - self.drift / 16;
        Score::Hundredths(
            (balance(position) * 3 / 4 + self.drift + (word >> 32 & 7) as i32).clamp(-3000, 3000),
        )
    }
}

/// The material of White less that of Black, in hundredths of a pawn.
pub(crate) fn balance(position: &Position) -> i32 {
    const VALUES: [(PieceType, i32); 5] = [
        (PieceType::Pawn, 100),
        (PieceType::Knight, 310),
        (PieceType::Bishop, 330),
        (PieceType::Rook, 500),
        (PieceType::Queen, 950),
    ];
    let count = |color, piece| position.pieces(color, piece).count() as i32;
    VALUES
        .iter()
        .map(|&(piece, value)| (count(Color::White, piece) - count(Color::Black, piece)) * value)
        .sum()
}

impl Score {
    pub(crate) fn of(self, side: Color) -> Self {
        match (self, side) {
            (_, Color::White) => self,
            (Self::Hundredths(score), Color::Black) => Self::Hundredths(-score),
            (Self::Mate(moves), Color::Black) => Self::Mate(-moves),
        }
    }

    /// The score in hundredths of a pawn; a mate is as much as 20 pawns.
    pub(crate) fn value(self) -> i32 {
        match self {
            Self::Hundredths(score) => score.clamp(-1500, 1500),
            Self::Mate(moves) => 2000 * moves.signum(),
        }
    }

    /// Writes the text of `[%eval]`: `0.17`, `-1.5`, `#-3`.
    pub(crate) fn write_eval(self, out: &mut Out) {
        match self {
            Self::Hundredths(score) => {
                let (sign, score) = (if score < 0 { "-" } else { "" }, score.unsigned_abs());
                out.format(format_args!("{sign}{}.{}", score / 100, score / 10 % 10));
                if !score.is_multiple_of(10) {
                    out.format(format_args!("{}", score % 10));
                }
            }
            Self::Mate(moves) => out.format(format_args!("#{moves}")),
        }
    }

    /// Writes the score as tournament managers of engines do: `+0.31`, `-M4`, `0.00`. They count a mate in plies, with the move
    /// that was just made: `plies_left`.
    pub(crate) fn write_signed(self, plies_left: u32, out: &mut Out) {
        let (Self::Hundredths(number) | Self::Mate(number)) = self;
        out.text(["-", "", "+"][(number.signum() + 1) as usize]);
        match self {
            Self::Hundredths(score) => {
                let score = score.unsigned_abs();
                out.format(format_args!("{}.{:02}", score / 100, score % 100));
            }
            Self::Mate(_) => out.format(format_args!("M{plies_left}")),
        }
    }
}
