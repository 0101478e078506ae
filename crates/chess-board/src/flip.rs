//! Mirror images of positions: seen from the other side of the board, or with king side and queen side exchanged.

use chess_types::{Bitboard, Square};

use crate::position::Position;
use crate::setup::Setup;

impl Setup {
    /// Returns the setup as the other player sees it: see [`Position::flip_colors`].
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        Self {
            board: self.board.map(Bitboard::flip_ranks).swap_colors(),
            side_to_move: !self.side_to_move,
            castling_rooks: self.castling_rooks.flip_ranks(),
            en_passant: self.en_passant.map(Square::flip_ranks),
            ..*self
        }
    }

    /// Returns the setup with files reversed, castling rights and en passant included.
    ///
    /// The game is the same as long as no side may castle: king and rook go to the c- and d-file or to the g- and f-file, and
    /// these do not mirror each other. With castling rights the result is a position of Chess960, the king being on the d-file
    /// where it was on the e-file.
    ///
    /// # Examples
    /// ```
    /// use chess_board::Setup;
    ///
    /// let setup = Setup::from_fen("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1")?;
    /// assert_eq!(setup.flip_files().to_string(), "3k4/8/8/3Pp3/8/8/8/3K3R w K e6 0 1");
    /// # Ok::<(), chess_board::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_files(&self) -> Self {
        Self {
            board: self.board.map(Bitboard::flip_files),
            castling_rooks: self.castling_rooks.flip_files(),
            en_passant: self.en_passant.map(Square::flip_files),
            ..*self
        }
    }
}

impl Position {
    /// Returns the position as the other player sees it: ranks reversed, colours exchanged, the other side to move.
    ///
    /// Castling rights and en passant are included, and the counters stay. The game is the same for the other colour: a move of
    /// one position is legal in the other with its squares [flipped](Square::flip_ranks). An evaluation from the
    /// view of the side to move must be the same for both.
    ///
    /// # Examples
    /// ```
    /// use chess_board::Position;
    ///
    /// let position = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")?;
    /// let flipped = position.flip_colors();
    /// assert_eq!(flipped.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert_eq!(flipped.flip_colors(), position);
    /// # Ok::<(), chess_board::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        // The image of a valid setup is valid, since every rule of validation treats both colours alike.
        Self::of_checked(&self.to_setup().flip_colors())
    }
}
