use chess_types::{Bitboard, Color, List};

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
        /// The position has them.
        Material "material" "a side has bishops on squares of one colour that promotions do not explain",
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
        let Err(invalid) = self.validate() else { return changes };
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
}

impl Position {
    /// Creates the position of a setup that is [mended](Setup::mend) first, and may have two bishops of a side on squares of one
    /// colour without promotions that explain them, as test suites of Chess960 have.
    ///
    /// A position with such bishops ([`Mend::Material`]) can be played on like any other. [`from_setup`](Self::from_setup),
    /// [`from_fen`](Self::from_fen) and all other strict readers refuse it.
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

    /// Creates the position of a setup, in which `changes` have been made already.
    pub(crate) fn of_mended(
        mut setup: Setup,
        rules: CastlingRules,
        mut changes: Mends,
    ) -> Result<Mended, InvalidSetup> {
        setup.mend(rules).into_iter().for_each(|change| add(&mut changes, change, true));
        if let Err(invalid) = setup.validate() {
            // With bishops of any squares, the generator is safe. Without one bishop, such a position is valid. A bishop has at most 13
            // moves, and a valid position at most 218; a list of moves holds 256.
            let is_explained = |color| setup.has_explained_material(color, Bitboard::EMPTY);
            if !invalid.reasons().eq([Reason::Material]) || !Color::ALL.into_iter().all(is_explained) {
                return Err(invalid);
            }
            add(&mut changes, Mend::Material, true);
        }
        Ok(Mended { position: Self::of_checked(&setup), changes })
    }
}
