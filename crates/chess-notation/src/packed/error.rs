use chess_board::InvalidSetup;
use chess_types::Square;

/// Why 32 bytes are not a [`PackedPosition`](crate::PackedPosition).
///
/// Bytes are checked in the order of the variants, and the first that is wrong is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum UnpackError {
    /// Byte 0 is a version that this crate does not know.
    #[error("byte 0: version {0} is not known")]
    Version(u8),
    /// A bit without a meaning is set.
    #[error("byte {byte}: a bit is set that has no meaning")]
    Reserved {
        /// The byte it is in: 1, 6 or 7.
        byte: u8,
    },
    /// The file of the passed square is none.
    #[error("byte 1: {0} is not the file of a passed square, which is 1 to 8, or 0 for none")]
    PassedFile(u8),
    /// There are more pieces than codes.
    #[error("bytes 8 to 15: {0} squares are occupied, more than 32")]
    TooManyPieces(u8),
    /// A code of a piece is not in use.
    #[error("byte {byte}: {code} is not a piece, on {square}", byte = 16 + index / 2)]
    Piece {
        /// Number of the code, from 0 on.
        index: u8,
        /// The code: 7 or 15.
        code: u8,
        /// The square of the piece.
        square: Square,
    },
    /// A code that follows those of all pieces is not 0.
    #[error("byte {byte}: a code of a piece follows the last piece", byte = 16 + index / 2)]
    Trailing {
        /// Number of the code, below 32.
        index: u8,
    },
    /// What the bytes say is not a position.
    #[error(transparent)]
    Invalid(#[from] InvalidSetup),
}
