use core::fmt;

use bitflags::bitflags;
use chess_types::{Bitboard, Color, File, PieceType, Square};

use crate::position::Position;
use crate::setup::Setup;
use crate::setup::invalid::{InvalidSetup, Reason};
use crate::zobrist::PieceKeys;

/// The game whose castling rights a lenient reader accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingRules {
    /// Orthodox chess: the king stands on the e-file, and the rook on the a-file or h-file.
    Chess,
    /// Chess960, which includes orthodox chess: the rook stands anywhere on its side of the king. `KQkq` mean the outermost
    /// rooks, as in X-FEN.
    #[default]
    Chess960,
}

bitflags! {
    /// The changes that a lenient reader has made to a position, or the rules that it has let pass.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Mends: u8 {
        /// The board was written with two digits in a row, or with a slash after the last rank.
        const BOARD = 1 << 0;
        /// The side to move was missing, which is taken as White, or was not written as `w` or `b`.
        const SIDE_TO_MOVE = 1 << 1;
        /// Castling rights were dropped: those without their king or rook, those that are given twice, those that the
        /// [`CastlingRules`] do not have, and characters that are no rights.
        const CASTLING = 1 << 2;
        /// The en passant square was dropped, because no pawn can have passed over it.
        const EN_PASSANT = 1 << 3;
        /// A counter that is no number up to 65,535 became 0, or the move number became 1.
        const COUNTERS = 1 << 4;
        /// Text after the last field was ignored.
        const TRAILING = 1 << 5;
        /// A side has two bishops on squares of one colour, or more, which promotions do not explain. The position has them.
        const MATERIAL = 1 << 6;
    }
}

impl Mends {
    /// Returns the name of a single change, in lower case with underscores, as programs write it: `castling`. A set of
    /// several changes, or of none, has no name.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::BOARD => "board",
            Self::SIDE_TO_MOVE => "side_to_move",
            Self::CASTLING => "castling",
            Self::EN_PASSANT => "en_passant",
            Self::COUNTERS => "counters",
            Self::TRAILING => "trailing",
            Self::MATERIAL => "material",
            _ => return None,
        })
    }
}

impl fmt::Display for Mends {
    /// Writes the changes in words, with semicolons between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(i, change)| {
            f.write_str(if i == 0 { "" } else { "; " })?;
            f.write_str(match change {
                Self::BOARD => "the board was written with digits in a row or a slash at its end",
                Self::SIDE_TO_MOVE => "the side to move was missing or misspelt",
                Self::CASTLING => "castling rights were dropped",
                Self::EN_PASSANT => "the en passant square was dropped",
                Self::COUNTERS => "a counter was replaced",
                Self::TRAILING => "text after the last field was ignored",
                _ => "a side has bishops on squares of one colour that promotions do not explain",
            })
        })
    }
}

/// A position that was read leniently, and the changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mended {
    /// The position.
    pub position: Position,
    /// What was changed or let pass; empty if strict reading gives the same position.
    pub changes: Mends,
}

impl Setup {
    /// Drops what has no effect on the play but makes the setup invalid, and returns the changes: castling rights without
    /// their king or rook, or beyond `rules`; an en passant square that no pawn can have passed over; a move number of 0.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingRules, Mends, Setup};
    ///
    /// let mut setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 b KQkq e3 0 1")?;
    /// assert_eq!(setup.mend(CastlingRules::Chess), Mends::CASTLING | Mends::EN_PASSANT);
    /// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), chess_board::FenError>(())
    /// ```
    pub fn mend(&mut self, rules: CastlingRules) -> Mends {
        let mut changes = Mends::empty();
        let beyond = match rules {
            CastlingRules::Chess => self.castling_rooks - self.orthodox_rooks(),
            CastlingRules::Chess960 => Bitboard::EMPTY,
        };
        if !beyond.is_empty() {
            self.castling_rooks -= beyond;
            changes |= Mends::CASTLING;
        }
        let Err(invalid) = self.validate() else { return changes };
        if invalid.reasons().contains(Reason::CASTLING) {
            self.castling_rooks -= invalid.squares(Reason::CASTLING);
            changes |= Mends::CASTLING;
        }
        if invalid.reasons().contains(Reason::EN_PASSANT) {
            self.en_passant = None;
            changes |= Mends::EN_PASSANT;
        }
        if invalid.reasons().contains(Reason::MOVE_NUMBER) {
            self.fullmove_number = 1;
            changes |= Mends::COUNTERS;
        }
        changes
    }

    /// Returns the squares of rooks that may have castling rights in orthodox chess.
    fn orthodox_rooks(&self) -> Bitboard {
        let mut rooks = Bitboard::EMPTY;
        for color in Color::ALL {
            let rank = color.back_rank();
            if self.board.pieces(color, PieceType::King).contains(Square::new(File::E, rank)) {
                rooks |= Square::new(File::A, rank).bitboard() | Square::new(File::H, rank).bitboard();
            }
        }
        rooks
    }

    /// Tests for material that the generator is safe on: at most 16 pieces of a side, 8 pawns, and no more pieces than
    /// promotions explain if the colours of the bishops' squares do not count.
    ///
    /// Without one bishop, such a position is valid. A bishop has at most 13 moves, and a valid position at most 218; a list of
    /// moves has room for 256.
    fn has_safe_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let [pawns, knights, bishops, rooks, queens, _] =
                PieceType::ALL.map(|piece_type| self.board.pieces(color, piece_type).count());
            let promoted = [(knights, 2), (bishops, 2), (rooks, 2), (queens, 1)]
                .into_iter()
                .fold(0, |sum, (count, at_start)| sum + count.saturating_sub(at_start));
            self.board.by_color(color).count() <= 16 && pawns + promoted <= 8
        })
    }
}

impl Position {
    /// Creates the position of a setup that is [mended](Setup::mend) first, and may have two bishops of a side on squares of one
    /// colour without promotions that explain them, as test suites of Chess960 have.
    ///
    /// A position with such bishops ([`Mends::MATERIAL`]) can be played on like any other. [`from_setup`](Self::from_setup),
    /// [`from_fen`](Self::from_fen) and all other strict readers refuse it.
    ///
    /// # Errors
    /// The reasons that remain after mending.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingRules, Mends, Position, Setup};
    ///
    /// let setup: Setup = "rkbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1".parse()?;
    /// let mended = Position::from_setup_lenient(&setup, CastlingRules::Chess960).unwrap();
    /// assert_eq!(mended.changes, Mends::MATERIAL);
    /// # Ok::<(), chess_board::FenError>(())
    /// ```
    pub fn from_setup_lenient(setup: &Setup, rules: CastlingRules) -> Result<Mended, InvalidSetup> {
        let mut setup = *setup;
        let mut changes = setup.mend(rules);
        if let Err(invalid) = setup.validate() {
            if invalid.reasons() != Reason::MATERIAL || !setup.has_safe_material() {
                return Err(invalid);
            }
            changes |= Mends::MATERIAL;
        }
        let keys = PieceKeys::of_board(&setup.board);
        Ok(Mended { position: Self::of_valid(&setup, keys, setup.legal_ep_square()), changes })
    }
}
