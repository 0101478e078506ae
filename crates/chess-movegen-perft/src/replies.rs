use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Black, White};
use chess_types::Color;

use crate::kernel;

/// Number of legal replies, summed over all legal moves: perft 2.
///
/// It is what perft counts leaves with, and by itself a measure of the other side's mobility. Where the processor has
/// AVX-512 or AVX2, the positions after eight moves are formed in the lanes of its registers and their replies counted
/// at once; those positions exist nowhere else.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen_perft::count_replies(&chess_board::Position::START), 400);
/// ```
#[inline]
pub fn count_replies(position: &Position) -> u64 {
    Backend::best().run(CountReplies(position))
}

struct CountReplies<'a>(&'a Position);

impl Task for CountReplies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        match self.0.side_to_move() {
            Color::White => kernel::count_replies::<White>(machine, self.0),
            Color::Black => kernel::count_replies::<Black>(machine, self.0),
        }
    }
}
