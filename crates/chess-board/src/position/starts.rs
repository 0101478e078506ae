use crate::position::Position;
use crate::setup::Setup;
use crate::zobrist::PieceKeys;

impl Position {
    /// The start position of chess.
    pub const START: Self = Self::of_start(&Setup::START);

    /// Returns the Chess960 start position of this number, 0 to 959, in Scharnagl's numbering (518 is the start
    /// position of chess). Returns `None` from 960 on.
    pub const fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Returns the start position in which each side has its own Chess960 arrangement, by the two numbers. Returns
    /// `None` if one of them is 960 or more.
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
    /// Returns the start position of chess.
    fn default() -> Self {
        Self::START
    }
}
