use chess_board::Position;
use chess_movegen::machine::Backend;
use chess_movegen::{Black, White};
use chess_types::Color;

use crate::kernel;

/// Returns the number of legal replies, summed over all legal moves: perft of depth 2.
///
/// Perft counts its leaves with it, and it also measures the mobility of the other side. With AVX-512 or AVX2, the
/// positions after eight moves are formed in the lanes of vector registers, and their replies are counted together;
/// those positions are never built as a `Position`.
///
/// # Examples
/// ```
/// assert_eq!(chess_movegen_perft::count_replies(&chess_board::Position::START), 400);
/// ```
pub fn count_replies(position: &Position) -> u64 {
    match position.side_to_move() {
        Color::White => kernel::count_replies::<White>(Backend::best(), position),
        Color::Black => kernel::count_replies::<Black>(Backend::best(), position),
    }
}
