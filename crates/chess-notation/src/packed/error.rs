use core::error::Error;
use core::fmt;

use chess_board::InvalidSetup;
use chess_types::Square;

/// An error of 32 bytes that are not a [`PackedPosition`](crate::PackedPosition).
///
/// Bytes are checked in the order of the variants, and the first error is returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnpackError {
    /// Byte 0 is an unknown version.
    Version(u8),
    /// A bit without a meaning is set.
    Reserved {
        /// The number of the byte: 1, 6 or 7.
        byte: u8,
    },
    /// The file of the passed square is not from 0 to 8.
    PassedFile(u8),
    /// More than 32 squares are occupied, which is the number of codes.
    TooManyPieces(u8),
    /// A code of a piece is not in use.
    Piece {
        /// Number of the code, from 0 on.
        index: u8,
        /// The code: 7 or 15.
        code: u8,
        /// The square of the piece.
        square: Square,
    },
    /// A code after those of all pieces is not 0.
    Trailing {
        /// Number of the code, below 32.
        index: u8,
    },
    /// The bytes hold a board and state that are not a position.
    Invalid(InvalidSetup),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let byte_of_code = |index: u8| 16 + index / 2;
        match *self {
            Self::Version(version) => write!(f, "byte 0: version {version} is not known"),
            Self::Reserved { byte } => write!(f, "byte {byte}: a bit is set that has no meaning"),
            Self::PassedFile(file) => {
                write!(f, "byte 1: {file} is not the file of a passed square, which is 1 to 8, or 0 for none")
            }
            Self::TooManyPieces(pieces) => {
                write!(f, "bytes 8 to 15: {pieces} squares are occupied, more than 32")
            }
            Self::Piece { index, code, square } => {
                write!(f, "byte {}: {code} is not a piece, on {square}", byte_of_code(index))
            }
            Self::Trailing { index } => {
                write!(f, "byte {}: a code of a piece follows the last piece", byte_of_code(index))
            }
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl Error for UnpackError {}

impl From<InvalidSetup> for UnpackError {
    fn from(error: InvalidSetup) -> Self {
        Self::Invalid(error)
    }
}
