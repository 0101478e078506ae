//! A table's file: its layout, its parts, and the value that it holds for a position.

mod code;
mod fields;
mod layout;
mod pairs;

use alloc::boxed::Box;
use alloc::vec::Vec;

use chess_board::Position;
use chess_movegen::Wdl;
use chess_types::{Color, Piece, PieceType};

use self::layout::{Layout, Part};
use crate::index::lead_file;
use crate::material::Material;
use crate::source::Source;
use crate::values::Dtz;

pub(crate) use self::fields::Fault;
pub use self::fields::TableKind;

/// An open table: the values of one ending, of one kind.
#[derive(Debug)]
pub(crate) struct Table {
    source: Box<dyn Source>,
    /// The pieces as the file counts them. Its White can be the Black of the file's name.
    material: Material,
    is_symmetric: bool,
    /// The leading pawn, if the table has a part for each of four files.
    pawn: Option<Piece>,
    /// The parts: of both sides to move, or one for both, for each file of the leading pawn.
    parts: Vec<Part>,
    /// The number of parts for each file.
    sides: usize,
}

impl Table {
    /// Opens a table. Only the start of the file is read.
    pub(crate) fn open(source: Box<dyn Source>, kind: TableKind, material: Material) -> Result<Self, Fault> {
        let Layout { material, parts, sides, pieces } = Layout::read(&*source, kind, material)?;
        let pawn = pieces.into_iter().next().filter(|piece| piece.piece_type() == PieceType::Pawn);
        Ok(Self { source, material, is_symmetric: material.is_symmetric(), pawn, parts, sides })
    }

    /// Returns the outcome that a WDL table holds for a position with the table's pieces or their mirror image. The value is
    /// meaningless if a capture is as good, or if the position has an en passant capture.
    #[inline]
    pub(crate) fn wdl(&self, position: &Position, material: Material) -> Result<Wdl, Fault> {
        let (mirrored, side) = self.orient(position, material);
        let part = self.part(position, mirrored, side)?;
        let value = part.pairs.value(&*self.source, part.order.index(position, mirrored))?;
        let wdl = i8::try_from(value).ok().and_then(|value| Wdl::from_value(value - 2));
        wdl.ok_or(Fault::Broken("a value is not an outcome"))
    }

    /// Returns the distance that a DTZ table holds for a position with the outcome `wdl`, or `None` if the table has only
    /// the positions with the other side to move.
    #[inline]
    pub(crate) fn dtz(
        &self,
        position: &Position,
        material: Material,
        wdl: Wdl,
    ) -> Result<Option<Dtz>, Fault> {
        let (mirrored, side) = self.orient(position, material);
        let part = self.part(position, mirrored, 0)?;
        if !self.is_symmetric && part.distances.side() != side {
            return Ok(None);
        }
        let value = part.pairs.value(&*self.source, part.order.index(position, mirrored))?;
        part.distances.dtz(value, wdl).map(Some)
    }

    /// Returns whether the colours are exchanged between the position and the file, and the side to move in the file: 0 for its
    /// White.
    #[inline]
    fn orient(&self, position: &Position, material: Material) -> (bool, usize) {
        let black_to_move = position.side_to_move() == Color::Black;
        if self.is_symmetric {
            (black_to_move, 0)
        } else {
            let mirrored = material != self.material;
            (mirrored, usize::from(black_to_move != mirrored))
        }
    }

    /// Returns the part for a position.
    #[inline]
    fn part(&self, position: &Position, mirrored: bool, side: usize) -> Result<&Part, Fault> {
        let file = self.pawn.map_or(0, |pawn| lead_file(position, pawn, mirrored));
        self.parts.get(file * self.sides + side).ok_or(Fault::Broken("a part is missing"))
    }
}
