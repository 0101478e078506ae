use chess_types::{Bitboard, Color, List, MoveList, PieceType, Rank};

use crate::board::Board;
use crate::named_enum::named_enum;
use crate::position::Position;
use crate::setup::Setup;
use crate::setup::invalid::{InvalidSetup, Reason};

/// The game whose castling rights a lenient reader accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingRules {
    /// Orthodox chess: the king is on the e-file, and the rook on the a-file or h-file.
    Chess,
    /// Chess960, which includes orthodox chess: the rook is anywhere on its side of the king. `KQkq` mean the outermost
    /// rooks, as in X-FEN.
    #[default]
    Chess960,
}

named_enum! {
    /// A change that a lenient reader has made to a position, or a rule that it has let pass.
    pub enum Mend {
        Board "board" "the board was written with digits in a row or a slash at its end",
        /// It was taken as White if it was missing.
        SideToMove "side_to_move" "the side to move was missing or misspelt",
        /// Those without their king or rook, those that are given twice, those that the [`CastlingRules`] do not have, and
        /// characters that are not rights.
        Castling "castling" "castling rights were dropped",
        /// No pawn can have passed over it.
        EnPassant "en_passant" "the en passant square was dropped",
        /// One that is not a number up to 65,535 became 0, or the move number became 1.
        Counters "counters" "a counter was replaced",
        Trailing "trailing" "text after the last field was ignored",
        /// The position has all of it.
        Material "material" "a side has more material than a game can reach",
    }
}

/// The changes of a lenient reader, in the order of [`Mend::ALL`].
pub type Mends = List<Mend, { Mend::ALL.len() }>;

/// Adds a change to others if it `is_made`.
pub(crate) fn add(changes: &mut Mends, change: Mend, is_made: bool) {
    if is_made && !changes.contains(&change) {
        changes.push(change);
        changes.sort_unstable();
    }
}

/// The result of lenient reading: a position, and the changes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mended {
    /// The position.
    pub position: Position,
    /// The changes and omissions; empty if strict reading gives the same position.
    pub changes: Mends,
}

impl Setup {
    /// Drops fields that make the setup invalid without an effect on the play, and returns the changes: castling rights without
    /// their king or rook, or beyond `rules`; an en passant square that no pawn can have passed over; a move number of 0.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingRules, Mend, Setup};
    ///
    /// let mut setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 b KQkq e3 0 1")?;
    /// assert_eq!(setup.mend(CastlingRules::Chess)[..], [Mend::Castling, Mend::EnPassant]);
    /// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), chess_board::FenError>(())
    /// ```
    pub fn mend(&mut self, rules: CastlingRules) -> Mends {
        let mut changes = Mends::new();
        if rules == CastlingRules::Chess {
            let beyond = self.castling_rooks - self.board.orthodox_rooks();
            self.castling_rooks -= beyond;
            add(&mut changes, Mend::Castling, !beyond.is_empty());
        }
        let Err(invalid) = self.validate_consistent() else { return changes };
        self.castling_rooks -= invalid.squares(Reason::Castling);
        add(&mut changes, Mend::Castling, invalid.has(Reason::Castling));
        if invalid.has(Reason::EnPassant) {
            self.en_passant = None;
            add(&mut changes, Mend::EnPassant, true);
        }
        if invalid.has(Reason::MoveNumber) {
            self.fullmove_number = 1;
            add(&mut changes, Mend::Counters, true);
        }
        changes
    }

    /// [Mends](Self::mend) a setup whose pieces have been changed by hand since they stood as on `before`: a king that has been moved has no
    /// castling rights either.
    ///
    /// # Examples
    /// ```
    /// use chess_board::Setup;
    /// use chess_types::Square;
    ///
    /// let mut setup = Setup::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
    /// let before = setup.board;
    /// let king = setup.board.piece_at(Square::E1).unwrap();
    /// setup.board.clear(Square::E1);
    /// setup.board.put(king, Square::F1);
    /// setup.mend_edited(&before);
    /// assert_eq!(setup.to_string(), "r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1");
    /// # Ok::<(), chess_board::FenError>(())
    /// ```
    pub fn mend_edited(&mut self, before: &Board) -> Mends {
        for color in Color::ALL {
            if self.board.pieces(color, PieceType::King) != before.pieces(color, PieceType::King) {
                self.castling_rooks -= Rank::First.relative_to(color).bitboard();
            }
        }
        self.mend(CastlingRules::Chess960)
    }
}

impl Position {
    /// Creates the position of a setup that is [mended](Setup::mend) first, and may have more material than a game can reach, as starts of
    /// variants and of test suites have.
    ///
    /// Such a position ([`Mend::Material`]) can be played on like any other. A side has at most 16 pieces and 8 pawns, and
    /// [no list of moves overflows](chess_types::MoveList): of the pieces beyond those of the start position, the least mobile can be
    /// taken away until the others are no more than promotions explain, and those taken away have at most 38 moves together on
    /// empty boards. [`from_setup`](Self::from_setup), [`from_fen`](Self::from_fen) and all other strict readers refuse it;
    /// [`restore`](Self::restore) accepts it.
    ///
    /// # Errors
    /// The reasons that remain after mending.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingRules, Mend, Position, Setup};
    ///
    /// let setup: Setup = "rkbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1".parse()?;
    /// let mended = Position::from_setup_lenient(&setup, CastlingRules::Chess960).unwrap();
    /// assert_eq!(mended.changes[..], [Mend::Material]);
    /// # Ok::<(), chess_board::FenError>(())
    /// ```
    pub fn from_setup_lenient(setup: &Setup, rules: CastlingRules) -> Result<Mended, InvalidSetup> {
        Self::of_mended(*setup, rules, Mends::new())
    }

    /// Creates the position of a setup that is valid, or would be with less material, as [`from_setup_lenient`](Self::from_setup_lenient)
    /// accepts it. Nothing is mended: this is for reading back what a program has written, since a position may come from a
    /// lenient reader.
    ///
    /// # Errors
    /// Every reason why the setup is not a valid position.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingRules, Position, Setup};
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBRR w - - 0 1")?;
    /// assert!(Position::from_setup(&setup).is_err());
    /// let lenient = Position::from_setup_lenient(&setup, CastlingRules::Chess).unwrap().position;
    /// assert_eq!(Position::restore(&lenient.to_setup()), Ok(lenient));
    /// # Ok::<(), chess_board::FenError>(())
    /// ```
    pub fn restore(setup: &Setup) -> Result<Self, InvalidSetup> {
        setup.validate_restored()?;
        Ok(Self::of_checked(setup))
    }

    /// Creates the position of a setup, in which `changes` have been made already.
    pub(crate) fn of_mended(
        mut setup: Setup,
        rules: CastlingRules,
        mut changes: Mends,
    ) -> Result<Mended, InvalidSetup> {
        setup.mend(rules).into_iter().for_each(|change| add(&mut changes, change, true));
        if let Err(invalid) = setup.validate() {
            if !setup.has_only_bounded_material(&invalid) {
                return Err(invalid);
            }
            add(&mut changes, Mend::Material, true);
        }
        Ok(Mended { position: Self::of_checked(&setup), changes })
    }
}

/// The capacity of a list of moves, less the greatest number of moves of a position with explained material.
const SPARE_MOVES: u32 = MoveList::CAPACITY as u32 - 218;

impl Setup {
    /// Tests whether [`Position::restore`] creates a position of the setup.
    ///
    /// # Errors
    /// Every reason why it does not.
    pub fn validate_restored(&self) -> Result<(), InvalidSetup> {
        match self.validate() {
            Err(invalid) if !self.has_only_bounded_material(&invalid) => Err(invalid),
            _ => Ok(()),
        }
    }

    /// Tests whether the only reason is material that leads to no more moves than a list holds, whatever the pawns become.
    ///
    /// Take pieces away until promotions explain the rest. Pieces that descend from the rest by captures and promotions are explained
    /// as well, so that they have at most 218 moves at any time ([`MoveList`](chess_types::MoveList)). Those taken away are no pawns, since
    /// at most 8 pawns are on the board, and stay what they are: each adds at most its moves on an empty board. (A rook that can castle has
    /// a move less, since its king is on its rank.)
    #[cold]
    pub(crate) fn has_only_bounded_material(&self, invalid: &InvalidSetup) -> bool {
        invalid.reasons().eq([Reason::Material])
            && Color::ALL.into_iter().all(|color| {
                let pawns = self.board.pieces(color, PieceType::Pawn).count();
                let surplus = self.surplus(color);
                let count = surplus.map(Bitboard::count);
                let mut excess = (pawns + count.iter().sum::<u32>()).saturating_sub(8);
                let mut moves = 0;
                // From the least to the most mobile.
                for (count, mobility) in count.into_iter().zip([8, 13, 14, 27]) {
                    let taken = count.min(excess);
                    excess -= taken;
                    moves += taken * mobility;
                }
                pawns <= 8 && self.board.by_color(color).count() <= 16 && moves <= SPARE_MOVES
            })
    }
}
