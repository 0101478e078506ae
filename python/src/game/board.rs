//! What a position has for people of python-chess: attacks, pins, rights, claims, exchanges and editing.

use std::borrow::Cow;

use chess_board::{CastlingStyle, EnPassantStyle};
use chess_movegen::{
    Bitboard, CastlingSide, MoveKind, Piece, PieceType, Pins, PositionExt, SeeRules, Setup, Square, attacks,
    between, line,
};
use chess_notation::NumberedMoves;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;
use crate::game::mv::MoveLike;
use crate::game::picture::{Pairs, SquareLike, side, squares};
use crate::game::position::Position;
use crate::host::numbers::PieceNumber;

/// Reads the letter of a piece.
fn piece(letter: char) -> PyResult<Piece> {
    let piece = u8::try_from(letter).ok().and_then(Piece::from_letter);
    let refused = || format!("`{letter}` is no piece: P N B R Q K are White's, p n b r q k Black's");
    piece.ok_or_else(|| PyValueError::new_err(refused()))
}

impl Position {
    /// Changes the setup, and starts anew from it. Castling rights whose king or rook is elsewhere now, and en passant, are dropped.
    ///
    /// # Errors
    /// `FenError`: the setup is no position.
    fn edit(&self, change: impl FnOnce(&mut Setup)) -> PyResult<()> {
        self.with(|held| {
            let before = held.at();
            let mut setup = before.to_setup();
            change(&mut setup);
            setup.mend_edited(before.board());
            let position =
                chess_movegen::Position::from_setup(&setup).map_err(|error| errors::fen(&error.into()))?;
            *held = position.into();
            Ok(())
        })
    }
}

#[pymethods]
impl Position {
    /// Return the squares that the piece on a square attacks, own pieces included, as a set of 64 bits.
    fn attacks_mask(&self, square: SquareLike) -> u64 {
        let (piece, occupied) = (self.at().piece_at(square.0), self.at().occupied());
        piece.map_or(0, |piece| attacks(piece.piece_type(), piece.color(), square.0, occupied).0)
    }

    /// Return the squares that the piece on a square attacks, own pieces included, as a tuple.
    fn attacks<'py>(&self, py: Python<'py>, square: SquareLike) -> PyResult<Bound<'py, PyTuple>> {
        squares(py, self.attacks_mask(square))
    }

    /// Return true if a side, ``True`` for White, attacks a square.
    fn is_attacked_by(&self, color: bool, square: SquareLike) -> bool {
        self.at().is_attacked(square.0, side(color))
    }

    /// Return the line on which a square is pinned to the king of a side, ``True`` for White, as a set of 64 bits; all squares if it
    /// is not pinned. The square need not have a piece.
    fn pin_mask(&self, color: bool, square: SquareLike) -> u64 {
        let (king, others) = (self.at().king(side(color)), self.at().occupied() - Bitboard::from(square.0));
        let is_pinner = |sniper: &Square| {
            let between = between(king, *sniper);
            between.contains(square.0) && between.is_disjoint(others)
        };
        let mut snipers = self.at().board().snipers(king, !side(color)).into_iter();
        snipers.find(is_pinner).map_or(u64::MAX, |sniper| line(king, sniper).0)
    }

    /// Return the line on which a square is pinned to the king of a side, as a tuple of squares: see `pin_mask`.
    ///
    /// >>> position = Position("4k3/8/8/4r3/8/8/4B3/4K3 w - - 0 1")
    /// >>> position.is_pinned(WHITE, "e2"), len(position.pin(WHITE, "e2")), len(position.pin(WHITE, "e1"))
    /// (True, 8, 64)
    fn pin<'py>(&self, py: Python<'py>, color: bool, square: SquareLike) -> PyResult<Bound<'py, PyTuple>> {
        squares(py, self.pin_mask(color, square))
    }

    /// Return true if a square is pinned to the king of a side, ``True`` for White.
    fn is_pinned(&self, color: bool, square: SquareLike) -> bool {
        self.pin_mask(color, square) != u64::MAX
    }

    /// Return the squares of the pieces that give check, as a tuple.
    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        squares(py, self.checkers_mask())
    }

    /// Return the squares of the pieces of a type, 1 (pawn) to 6 (king), and a side, ``True`` for White, as a tuple.
    fn pieces<'py>(
        &self,
        py: Python<'py>,
        piece_type: PieceNumber,
        color: bool,
    ) -> PyResult<Bound<'py, PyTuple>> {
        squares(py, self.pieces_mask(piece_type, color))
    }

    /// Return the side whose piece is on a square, ``True`` for White, or ``None``.
    fn color_at(&self, square: SquareLike) -> Option<bool> {
        self.at().piece_at(square.0).map(|piece| piece.color() == side(true))
    }

    /// The squares with pieces, as a set of 64 bits.
    #[getter]
    fn occupied(&self) -> u64 {
        self.at().occupied().0
    }

    /// The squares with pieces of Black and of White, as two sets of 64 bits: ``occupied_co[WHITE]``.
    #[getter]
    fn occupied_co(&self) -> (u64, u64) {
        (self.at().by_color(side(false)).0, self.at().by_color(side(true)).0)
    }

    /// The squares of the pawns of both sides, as a set of 64 bits.
    #[getter]
    fn pawns(&self) -> u64 {
        self.at().by_type(PieceType::Pawn).0
    }

    /// The squares of the knights of both sides, as a set of 64 bits.
    #[getter]
    fn knights(&self) -> u64 {
        self.at().by_type(PieceType::Knight).0
    }

    /// The squares of the bishops of both sides, as a set of 64 bits.
    #[getter]
    fn bishops(&self) -> u64 {
        self.at().by_type(PieceType::Bishop).0
    }

    /// The squares of the rooks of both sides, as a set of 64 bits.
    #[getter]
    fn rooks(&self) -> u64 {
        self.at().by_type(PieceType::Rook).0
    }

    /// The squares of the queens of both sides, as a set of 64 bits.
    #[getter]
    fn queens(&self) -> u64 {
        self.at().by_type(PieceType::Queen).0
    }

    /// The squares of both kings, as a set of 64 bits.
    #[getter]
    fn kings(&self) -> u64 {
        self.at().by_type(PieceType::King).0
    }

    /// Return the squares of the rooks with which castling may still be allowed, as a set of 64 bits: `castling_rights`.
    fn clean_castling_rights(&self) -> u64 {
        self.at().castling_rooks().0
    }

    /// Return true if castling rights can be written only in the notation of Chess960: `chess960`.
    fn has_chess960_castling_rights(&self) -> bool {
        self.at().needs_chess960()
    }

    /// Return true if a side, ``True`` for White, may still castle.
    fn has_castling_rights(&self, color: bool) -> bool {
        self.has_kingside_castling_rights(color) || self.has_queenside_castling_rights(color)
    }

    /// Return true if a side, ``True`` for White, may still castle with the rook on the king's side.
    fn has_kingside_castling_rights(&self, color: bool) -> bool {
        self.at().castling_rook(side(color), CastlingSide::King).is_some()
    }

    /// Return true if a side, ``True`` for White, may still castle with the rook on the queen's side.
    fn has_queenside_castling_rights(&self, color: bool) -> bool {
        self.at().castling_rook(side(color), CastlingSide::Queen).is_some()
    }

    /// Return true if the legal move is castling.
    fn is_castling(&self, r#move: MoveLike<'_>) -> PyResult<bool> {
        Ok(self.legal(&r#move)?.1.is_castle())
    }

    /// Return true if the legal move is castling with the rook on the king's side.
    fn is_kingside_castling(&self, r#move: MoveLike<'_>) -> PyResult<bool> {
        Ok(self.legal(&r#move)?.1.kind() == MoveKind::KingCastle)
    }

    /// Return true if the legal move is castling with the rook on the queen's side.
    fn is_queenside_castling(&self, r#move: MoveLike<'_>) -> PyResult<bool> {
        Ok(self.legal(&r#move)?.1.kind() == MoveKind::QueenCastle)
    }

    /// Return true if the legal move is a capture en passant.
    fn is_en_passant(&self, r#move: MoveLike<'_>) -> PyResult<bool> {
        Ok(self.legal(&r#move)?.1.is_en_passant())
    }

    /// Return true if the legal move is a capture or a move of a pawn, after which the halfmove clock is 0.
    fn is_zeroing(&self, r#move: MoveLike<'_>) -> PyResult<bool> {
        let (position, mv) = self.legal(&r#move)?;
        Ok(position.after(mv).halfmove_clock() == 0)
    }

    /// Return true if a capture en passant is legal.
    fn has_legal_en_passant(&self) -> bool {
        self.at().ep_square().is_some()
    }

    /// Return the material in centipawns that a legal move wins if both sides then only capture on its target square, where that is
    /// better: static exchange evaluation, with values of 100, 300, 300, 500 and 900. Pins are respected.
    ///
    /// >>> Position("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1").see("d3e5")
    /// -200
    fn see(&self, r#move: MoveLike<'_>) -> PyResult<i32> {
        let (position, mv) = self.legal(&r#move)?;
        Ok(position.see(mv, &SeeRules::new(Pins::Respected)))
    }

    /// Return the first field of the FEN, the pieces.
    fn board_fen(&self) -> String {
        self.at().to_string().split(' ').next().unwrap_or_default().to_owned()
    }

    /// Return the FEN with castling rights named by files.
    fn shredder_fen(&self) -> String {
        self.at().fen(CastlingStyle::Shredder, EnPassantStyle::Legal).to_string()
    }

    /// Return the position with the board turned upside down and colours exchanged, without moves.
    fn mirror(&self) -> Self {
        Self::new_at(self.at().flip_colors())
    }

    /// Return the board as eight lines of chess symbols, from rank 8, or from rank 1 with ``orientation=BLACK``. With
    /// ``invert_color=True`` colours are exchanged, for dark terminals.
    #[pyo3(
        signature = (*, invert_color=false, empty_square="⭘", orientation=true),
        // Python reads signatures of ASCII only.
        text_signature = r"($self, *, invert_color=False, empty_square='\u2b58', orientation=True)"
    )]
    fn unicode(&self, invert_color: bool, empty_square: &str, orientation: bool) -> String {
        let text = self.at().board().to_string();
        let mut symbols = if orientation { text } else { text.chars().rev().collect::<String>() };
        let first = if invert_color { 6 } else { 0 };
        for (i, letter) in "PNBRQKpnbrqk".chars().enumerate() {
            let symbol = "♙♘♗♖♕♔♟♞♝♜♛♚".chars().nth((first + i) % 12).unwrap_or_default();
            symbols = symbols.replace(letter, symbol.encode_utf8(&mut [0; 4]));
        }
        symbols.replace('.', empty_square)
    }

    /// Return legal moves that follow one another in standard algebraic notation, with their numbers.
    ///
    /// >>> Position().variation_san(["e2e4", "e7e5", "g1f3"])
    /// '1. e4 e5 2. Nf3'
    fn variation_san(&self, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        let (start, mut moves) = (self.at(), Vec::new());
        let mut position = start;
        for mv in variation.try_iter()? {
            let mv = mv?.extract::<MoveLike<'_>>()?.legal_in(&position)?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        // As python-chess writes it.
        Ok(NumberedMoves::new(&start, &moves).to_string().replacen("... ", "...", 1))
    }

    /// Put a piece, as its letter, upper case for White, on a square, or with ``None`` take one away. Moves are forgotten, and castling
    /// rights whose king or rook is elsewhere now, and en passant, are dropped. A board that is no position raises `FenError`.
    ///
    /// >>> position = Position()
    /// >>> position.set_piece_at("h1", None)
    /// >>> position.fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1'
    #[pyo3(signature = (square, piece))]
    fn set_piece_at(&self, square: SquareLike, piece: Option<char>) -> PyResult<()> {
        let piece = piece.map(self::piece).transpose()?;
        self.edit(|setup| match piece {
            Some(piece) => setup.board.put(piece, square.0),
            None => setup.board.clear(square.0),
        })
    }

    /// Take the piece on a square away, and return its letter, or ``None``: see `set_piece_at`.
    fn remove_piece_at(&self, square: SquareLike) -> PyResult<Option<char>> {
        let piece = self.at().piece_at(square.0);
        self.edit(|setup| setup.board.clear(square.0))?;
        Ok(piece.map(Piece::letter))
    }

    /// Put these pieces on the board and no others, a dict of squares and letters: see `set_piece_at`.
    fn set_piece_map(&self, pieces: Pairs<SquareLike, char>) -> PyResult<()> {
        let mut board = Setup::EMPTY.board;
        for (square, letter) in pieces.0 {
            board.put(piece(letter)?, square.0);
        }
        self.edit(|setup| setup.board = board)
    }

    /// Put the pieces of the first field of a FEN on the board: see `set_piece_at`.
    fn set_board_fen(&self, fen: Cow<'_, str>) -> PyResult<()> {
        let read = Setup::from_fen(format!("{fen} w - - 0 1")).map_err(|error| errors::fen(&error.into()))?;
        self.edit(|setup| setup.board = read.board)
    }

    /// Start anew from a FEN. One that is no position raises `FenError`, and the position stays.
    fn set_fen(&self, fen: Cow<'_, str>) -> PyResult<()> {
        let position = Self::new(Some(fen))?.at();
        self.with(|held| *held = position.into());
        Ok(())
    }

    /// Start anew from the start position.
    fn reset(&self) {
        self.with(|held| *held = chess_movegen::Position::START.into());
    }

    /// Forget the moves that were played.
    fn clear_stack(&self) {
        self.with(|held| *held = held.at().into());
    }
}
