use chess_types::{Color, File, PieceType, Square};

use crate::setup::Setup;

/// The number of Chess960 start positions.
const CHESS960_STARTS: u16 = 960;

/// The number of the orthodox arrangement among them.
const ORTHODOX: u16 = 518;

impl Setup {
    /// The start position of chess.
    pub const START: Self = Self::of_arrangements([ORTHODOX, ORTHODOX]);

    /// Returns the start position with the Chess960 arrangements of these numbers for White and Black. Returns `None`
    /// if one of them is 960 or more.
    pub(crate) const fn double_chess960(white: u16, black: u16) -> Option<Self> {
        if white < CHESS960_STARTS && black < CHESS960_STARTS {
            Some(Self::of_arrangements([white, black]))
        } else {
            None
        }
    }

    const fn of_arrangements(numbers: [u16; 2]) -> Self {
        let mut setup = Self::EMPTY;
        let mut i = 0;
        while i < 2 {
            let color = Color::ALL[i];
            let pieces = arrangement(numbers[i]);
            let mut file = 0;
            while file < 8 {
                let square = Square::new(File::ALL[file], color.back_rank());
                setup.board.toggle(color, pieces[file] as usize, square.bitboard());
                if matches!(pieces[file], PieceType::Rook) {
                    setup.castling_rooks.0 |= square.bitboard().0;
                }
                file += 1;
            }
            setup.board.toggle(color, PieceType::Pawn as usize, color.pawn_rank().bitboard());
            i += 1;
        }
        setup
    }
}

/// Returns the back rank of a Chess960 number, from the a-file on (Reinhard Scharnagl's scheme).
const fn arrangement(number: u16) -> [PieceType; 8] {
    // A rook marks a file as free until the end. The three files left over then hold rook, king and rook.
    let mut pieces = [PieceType::Rook; 8];
    pieces[1 + 2 * (number % 4) as usize] = PieceType::Bishop;
    pieces[2 * (number / 4 % 4) as usize] = PieceType::Bishop;
    place(&mut pieces, number / 16 % 6, PieceType::Queen);
    let (first, second) = KNIGHTS[(number / 96) as usize % 10];
    // The second knight comes first, because it does not renumber the free files below it.
    place(&mut pieces, second, PieceType::Knight);
    place(&mut pieces, first, PieceType::Knight);
    place(&mut pieces, 1, PieceType::King);
    pieces
}

/// The numbers of the free files that the knights take, among the five that are left.
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
