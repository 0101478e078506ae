use chess_types::{Bitboard, Color, File, PieceType, Square};

use crate::zobrist::PieceKeys;
use crate::{Board, Position, Setup};

/// Number of Chess960 start positions.
const CHESS960_STARTS: u16 = 960;

/// Number of the orthodox arrangement among them.
const ORTHODOX: u16 = 518;

impl Position {
    /// The start position of chess.
    pub const START: Self = Self::double_chess960_unchecked(ORTHODOX, ORTHODOX);

    /// The Chess960 start position of this number, 0 to 959 (Scharnagl's numbering; chess itself is 518); `None`
    /// from 960 on.
    pub const fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The start position in which each side has a Chess960 arrangement of its own; `None` if a number is not
    /// below 960.
    pub const fn double_chess960(white: u16, black: u16) -> Option<Self> {
        if white < CHESS960_STARTS && black < CHESS960_STARTS {
            Some(Self::double_chess960_unchecked(white, black))
        } else {
            None
        }
    }

    const fn double_chess960_unchecked(white: u16, black: u16) -> Self {
        let mut board = Board::EMPTY;
        let mut castling_rooks = Bitboard::EMPTY;
        let mut i = 0;
        while i < 2 {
            let color = Color::ALL[i];
            let pieces = arrangement([white, black][i]);
            let mut file = 0;
            while file < 8 {
                let square = Square::new(File::ALL[file], color.back_rank());
                board.toggle(color, pieces[file], square.bitboard());
                if matches!(pieces[file], PieceType::Rook) {
                    castling_rooks.0 |= square.bitboard().0;
                }
                file += 1;
            }
            let pawns = color.push(color.back_rank().bitboard());
            board.toggle(color, PieceType::Pawn, pawns);
            i += 1;
        }
        Self::of_valid(&Setup { board, castling_rooks, ..Setup::EMPTY }, PieceKeys::of_board(&board), None)
    }
}

/// The back rank of a Chess960 number from the a-file on (Reinhard Scharnagl's scheme).
const fn arrangement(number: u16) -> [PieceType; 8] {
    // The rook marks a file as free until the end: what is left over then is rook, king, rook.
    let mut pieces = [PieceType::Rook; 8];
    pieces[1 + 2 * (number % 4) as usize] = PieceType::Bishop;
    pieces[2 * (number / 4 % 4) as usize] = PieceType::Bishop;
    place(&mut pieces, number / 16 % 6, PieceType::Queen);
    let (first, second) = KNIGHTS[(number / 96) as usize % 10];
    // The second knight first: it does not move the files that are free below it.
    place(&mut pieces, second, PieceType::Knight);
    place(&mut pieces, first, PieceType::Knight);
    place(&mut pieces, 1, PieceType::King);
    pieces
}

/// Which two of the five files still free the knights take.
const KNIGHTS: [(u16, u16); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Puts a piece on the free file with this number, counted from the a-file.
const fn place(pieces: &mut [PieceType; 8], mut free: u16, piece_type: PieceType) {
    let mut file = 0;
    loop {
        if matches!(pieces[file], PieceType::Rook) {
            if free == 0 {
                break;
            }
            free -= 1;
        }
        file += 1;
    }
    pieces[file] = piece_type;
}

impl Setup {
    /// The start position of chess.
    pub const START: Self = Position::START.to_setup();
}
