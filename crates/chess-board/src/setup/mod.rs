pub(crate) mod invalid;
pub(crate) mod mend;

use chess_types::{Bitboard, CastlingSide, Color, File, PieceType, Rank, Square, skipped_square};

use crate::board::{Board, beside_king};
use crate::setup::invalid::{InvalidSetup, Reason};

/// A position before validation: any pieces on any squares, any castling rooks, any counters.
///
/// [`Position::from_setup`](crate::Position::from_setup) validates it. [`FromStr`](core::str::FromStr) reads it from
/// FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces on the board.
    pub board: Board,
    /// The side to move.
    pub side_to_move: Color,
    /// The rooks of both colours that still have the right to castle.
    pub castling_rooks: Bitboard,
    /// The square that a pawn has passed over in a double push by the last move. No capture there need be possible.
    pub en_passant: Option<Square>,
    /// The number of moves of either side since the last capture or pawn move, in plies.
    pub halfmove_clock: u16,
    /// The move number: 1 at the start of a game, and one more after each move of Black.
    pub fullmove_number: u16,
}

impl Setup {
    /// The empty board with White to move, no castling rights, and the counters of the start position.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The start position of chess.
    pub(crate) const START: Self = Self::of_arrangements([ORTHODOX, ORTHODOX]);

    /// Returns the start position with the Chess960 arrangements of these numbers, each below 960, for White and Black.
    pub(crate) const fn of_arrangements(numbers: [u16; 2]) -> Self {
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
            setup.board.toggle(color, PieceType::Pawn as usize, Rank::Second.relative_to(color).bitboard());
            i += 1;
        }
        setup
    }

    /// Returns the target square of a legal capture en passant. The setup must be valid.
    #[inline]
    pub(crate) fn legal_ep_square(&self) -> Option<Square> {
        self.board.legal_ep_square(self.side_to_move, self.en_passant?)
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The number of the orthodox arrangement among the 960.
const ORTHODOX: u16 = 518;

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

/// Puts a piece on the free file with this number, counted from the a-file. It is called for four pieces, and compiled once.
#[inline(never)]
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
    /// Tests whether the setup is a valid position.
    ///
    /// # Errors
    /// Every [`Reason`] why it is not, with the sides and squares it is about.
    pub fn validate(&self) -> Result<(), InvalidSetup> {
        let (valid, contradictions) = (self.validate_consistent(), self.board.contradictions());
        if contradictions.is_empty() {
            return valid;
        }
        let mut invalid = valid.err().unwrap_or(InvalidSetup::NONE);
        invalid.add(Reason::Contradiction, contradictions);
        Err(invalid)
    }

    /// Tests whether the setup is a valid position if its board has no contradictions, as no board from FEN has: the test for them would
    /// take 2 % of reading a FEN.
    pub(crate) fn validate_consistent(&self) -> Result<(), InvalidSetup> {
        let mut invalid = InvalidSetup::NONE;
        self.validate_kings(&mut invalid);
        self.validate_material(&mut invalid);
        self.validate_castling(&mut invalid);
        self.validate_en_passant(&mut invalid);
        if self.fullmove_number == 0 {
            invalid.add(Reason::MoveNumber, Bitboard::EMPTY);
        }
        if invalid.is_empty() { Ok(()) } else { Err(invalid) }
    }

    fn validate_kings(&self, invalid: &mut InvalidSetup) {
        for color in Color::ALL {
            let kings = self.board.pieces(color, PieceType::King);
            if kings.is_empty() {
                invalid.add_side(Reason::NoKing, color, Bitboard::EMPTY);
            }
            if kings.has_many() {
                invalid.add_side(Reason::ManyKings, color, kings);
            }
        }
        let waiting = !self.side_to_move;
        for king in self.board.pieces(waiting, PieceType::King) {
            let attackers =
                self.board.attackers_to(king, self.board.occupied()) & self.board.by_color(self.side_to_move);
            if !attackers.is_empty() {
                invalid.add_side(Reason::OpponentInCheck, waiting, attackers);
                invalid.attacked_kings |= king;
            }
        }
    }

    fn validate_material(&self, invalid: &mut InvalidSetup) {
        let back_ranks = Color::White.back_rank().bitboard() | Color::Black.back_rank().bitboard();
        for color in Color::ALL {
            let misplaced = self.board.pieces(color, PieceType::Pawn) & back_ranks;
            if !misplaced.is_empty() {
                invalid.add_side(Reason::PawnOnBackRank, color, misplaced);
            }
            if !self.has_explained_material(color) {
                invalid.add_side(Reason::Material, color, self.board.by_color(color));
            }
        }
    }

    /// Tests whether a side has at most 16 pieces, 8 pawns, and no more promoted pieces than missing pawns.
    fn has_explained_material(&self, color: Color) -> bool {
        let pawns = self.board.pieces(color, PieceType::Pawn);
        let [knights, bishops, rooks, queens] = self.surplus(color);
        self.board.by_color(color).count() <= 16 && (pawns | knights | bishops | rooks | queens).count() <= 8
    }

    /// Returns the knights, bishops, rooks and queens of a side beyond those of the start position, which has one bishop on squares of each
    /// colour.
    pub(crate) fn surplus(&self, color: Color) -> [Bitboard; 4] {
        let own = |piece_type| self.board.pieces(color, piece_type);
        let bishops = own(PieceType::Bishop);
        let (light, dark) = (bishops & Bitboard::LIGHT_SQUARES, bishops & Bitboard::DARK_SQUARES);
        [
            own(PieceType::Knight).without_first().without_first(),
            light.without_first() | dark.without_first(),
            own(PieceType::Rook).without_first().without_first(),
            own(PieceType::Queen).without_first(),
        ]
    }

    fn validate_castling(&self, invalid: &mut InvalidSetup) {
        if self.castling_rooks.is_empty() {
            return;
        }
        let mut unexplained = self.castling_rooks;
        for color in Color::ALL {
            let back_rank = color.back_rank().bitboard();
            if let Some(king) = (self.board.pieces(color, PieceType::King) & back_rank).first() {
                for side in CastlingSide::ALL {
                    let rooks = self.castling_rooks & back_rank & beside_king(king, side);
                    if rooks.count() == 1 {
                        unexplained -= rooks & self.board.pieces(color, PieceType::Rook);
                    }
                }
            }
            let lost = unexplained & back_rank;
            if !lost.is_empty() {
                invalid.add_side(Reason::Castling, color, lost);
                unexplained -= lost;
            }
        }
        if !unexplained.is_empty() {
            invalid.add(Reason::Castling, unexplained);
        }
    }

    fn validate_en_passant(&self, invalid: &mut InvalidSetup) {
        let Some(skipped) = self.en_passant else { return };
        let them = !self.side_to_move;
        let arrived = skipped_square(skipped).bitboard();
        let origin = skipped.bitboard().push(self.side_to_move);
        let is_possible = skipped.relative_to(them).rank() == Rank::Third
            && self.board.pieces(them, PieceType::Pawn).intersects(arrived)
            && self.board.occupied().is_disjoint(skipped.bitboard() | origin);
        if !is_possible {
            invalid.add(Reason::EnPassant, skipped.bitboard());
        }
    }
}
