use std::collections::BTreeMap;

use chess_board::Position;
use chess_movegen::legal_moves;
use chess_types::{Color, MoveKind, Piece, PieceType};

use crate::ending::Ending;
use crate::table::Table;
use crate::value::{FIFTY_MOVES, Value};

/// The number of codes of material: up to two men of each of ten kinds.
const CODES: usize = 3_usize.pow(10);

/// Endings with the values of all their positions.
#[derive(Debug)]
pub struct Endings {
    pub(crate) limit: u16,
    tables: BTreeMap<Ending, Table>,
    /// The ending and the swap of colours by code of material.
    by_code: Vec<Option<(Ending, bool)>>,
}

impl Endings {
    /// Returns a set without endings, with the 50-move rule.
    pub fn new() -> Self {
        Self::with_limit(FIFTY_MOVES)
    }

    /// Returns a set without endings, in which a game is drawn after `limit` plies without a zeroing move. With a small
    /// limit, endings have cursed wins that have none in chess.
    pub fn with_limit(limit: u16) -> Self {
        Self { limit, tables: BTreeMap::new(), by_code: vec![None; CODES] }
    }

    /// Returns the value of a position. `None` stands for an ending that is not solved. Castling rights and clocks are
    /// ignored.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.occupied().count() == 2 {
            return Some(Value::DRAW);
        }
        let (ending, is_swapped) = self.by_code[code(position)?]?;
        let value = self.tables.get(&ending)?.value_of(position, is_swapped)?;
        if position.ep_square().is_none() { Some(value) } else { self.with_en_passant(position, value) }
    }

    /// Drops the values of an ending.
    pub fn remove(&mut self, ending: Ending) {
        self.tables.remove(&ending);
    }

    /// Counts the bytes of all values.
    pub fn bytes(&self) -> usize {
        self.tables.values().map(|table| table.values.len() * 2).sum()
    }

    /// Returns the value with the captures en passant, given that without them.
    pub(crate) fn with_en_passant(&self, position: &Position, without: Value) -> Option<Value> {
        let mut best: Option<Value> = None;
        for &mv in &legal_moves(position) {
            let value = if mv.kind() == MoveKind::EnPassant {
                self.value(&position.after(mv))?.before_zeroing(self.limit)
            } else {
                without
            };
            if best.is_none_or(|best| value.score() > best.score()) {
                best = Some(value);
            }
        }
        best
    }

    pub(crate) fn table(&self, ending: Ending) -> Option<&Table> {
        self.tables.get(&ending)
    }

    pub(crate) fn insert(&mut self, table: Table) {
        let ending = table.ending;
        for is_swapped in [false, true] {
            let code = code_of(|color, piece_type| {
                let color = if is_swapped { !color } else { color };
                u32::from(ending.count(Piece::new(color, piece_type)))
            });
            if let Some(code) = code
                && !(is_swapped && ending.is_symmetric())
            {
                self.by_code[code] = Some((ending, is_swapped));
            }
        }
        self.tables.insert(ending, table);
    }
}

impl Default for Endings {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the code of the material on the board, which has few men.
#[inline]
fn code(position: &Position) -> Option<usize> {
    code_of(|color, piece_type| position.pieces(color, piece_type).count())
}

#[inline]
fn code_of(count: impl Fn(Color, PieceType) -> u32) -> Option<usize> {
    let mut code = 0;
    for color in Color::ALL {
        for piece_type in
            [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
        {
            let count = count(color, piece_type);
            if count > 2 {
                return None;
            }
            code = code * 3 + count as usize;
        }
    }
    Some(code)
}
