use crate::position::Position;
use crate::setup::Setup;
use crate::zobrist::PieceKeys;

impl Position {
    /// The start position of chess.
    pub const START: Self = Self::of_start(&Setup::START);

    /// The Chess960 start position of this number, 0 to 959 (Scharnagl's numbering; chess itself is 518); `None`
    /// from 960 on.
    pub const fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The start position in which each side has a Chess960 arrangement of its own; `None` if a number is not
    /// below 960.
    pub const fn double_chess960(white: u16, black: u16) -> Option<Self> {
        match Setup::double_chess960(white, black) {
            Some(setup) => Some(Self::of_start(&setup)),
            None => None,
        }
    }

    const fn of_start(setup: &Setup) -> Self {
        Self::of_valid(setup, PieceKeys::of_board(&setup.board), None)
    }
}

impl Default for Position {
    /// The start position.
    fn default() -> Self {
        Self::START
    }
}
