//! The board of a position, for Python: pieces, attacks, rights and pictures.

use chess_movegen::{Bitboard, Piece, PieceType, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::game_state::Position;
use crate::picture::{self, piece_number, side};

#[pymethods]
impl Position {
    /// The squares of the rooks with which castling may still be allowed, as a set of 64 bits.
    ///
    /// >>> hex(Position().castling_rights)
    /// '0x8100000000000081'
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.at().castling_rooks().0
    }

    /// Return the letter of the piece on a square, upper case for White, or ``None``.
    ///
    /// >>> Position().piece_at(0), Position().piece_at(60), Position().piece_at(30)
    /// ('R', 'k', None)
    fn piece_at(&self, square: usize) -> PyResult<Option<char>> {
        Ok(self.at().piece_at(picture::square(square)?).map(Piece::letter))
    }

    /// Return the piece type on a square, 1 (pawn) to 6 (king), or ``None``.
    fn piece_type_at(&self, square: usize) -> PyResult<Option<u8>> {
        Ok(self.at().piece_type_at(picture::square(square)?).map(piece_number))
    }

    /// Return the pieces of a type, 1 (pawn) to 6 (king), and a side, ``True`` for White, as a set of squares of 64 bits.
    fn pieces_mask(&self, piece_type: usize, color: bool) -> PyResult<u64> {
        let piece = piece_type.checked_sub(1).and_then(PieceType::from_index);
        let piece = piece
            .ok_or_else(|| PyValueError::new_err("a piece type is a number from 1 (pawn) to 6 (king)"))?;
        let color = side(color);
        Ok(self.at().pieces(color, piece).0)
    }

    /// Return the square of the king of a side, ``True`` for White.
    fn king(&self, color: bool) -> u8 {
        self.at().king(side(color)).index() as u8
    }

    /// Return the squares of the pieces that give check, as a set of 64 bits.
    fn checkers_mask(&self) -> u64 {
        self.at().checkers().0
    }

    /// Return the pieces on the board, as a dict of squares and letters.
    ///
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").piece_map()
    /// {4: 'K', 7: 'R', 60: 'k'}
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for square in self.at().occupied() {
            dict.set_item(square.index(), self.at().piece_at(square).map(Piece::letter))?;
        }
        Ok(dict)
    }

    /// Return the squares of the pieces of a side, ``True`` for White, that attack a square, pinned ones too, as a set of 64 bits.
    fn attackers_mask(&self, color: bool, square: usize) -> PyResult<u64> {
        let square = picture::square(square)?;
        let all = self.at().board().attackers_to(square, self.at().occupied());
        Ok((all & self.at().by_color(side(color))).0)
    }

    /// Return the squares of the pieces of a side, ``True`` for White, that attack a square, pinned ones too, as a tuple.
    ///
    /// >>> Position().attackers(True, 18)
    /// (1, 9, 11)
    fn attackers<'py>(&self, py: Python<'py>, color: bool, square: usize) -> PyResult<Bound<'py, PyTuple>> {
        let squares = self.attackers_mask(color, square)?;
        PyTuple::new(py, Bitboard(squares).into_iter().map(Square::index))
    }

    /// Return a picture of the board as SVG text.
    ///
    /// `orientation` is the side at the bottom, ``True`` for White; `size` the width in pixels; `arrows` pairs of squares.
    /// The last move and a check are marked.
    ///
    /// >>> Position().svg(size=200).startswith("<svg ")
    /// True
    #[pyo3(signature = (*, orientation=true, size=None, arrows=Vec::new(), coordinates=true))]
    fn svg(
        &self,
        orientation: bool,
        size: Option<u32>,
        arrows: Vec<(usize, usize)>,
        coordinates: bool,
    ) -> PyResult<String> {
        picture::svg(self.at(), self.0.moves().last().copied(), side(orientation), size, &arrows, coordinates)
    }

    /// Return the picture that notebooks show.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(true, Some(360), Vec::new(), true)
    }
}
