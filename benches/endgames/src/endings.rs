use std::collections::BTreeMap;
use std::ops::ControlFlow;

use chess_board::{Position, Setup};
use chess_movegen::legal_moves;
use chess_types::{Color, MoveKind, Piece, PieceType, Rank, Square};
use rayon::prelude::*;

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
    /// The ending and the swap of colours by code of material; `u16::MAX` for endings that are not here.
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

    /// Calls `f` with every position of a solved ending and its value, in parallel, until it breaks off. Of positions
    /// that are mirror images of each other, and have no pawns or differ by files only, one is shown. Positions with
    /// a legal capture en passant are shown beside those without.
    ///
    /// Returns what `f` broke off with, if it did; `None` as well if the ending is not solved.
    pub fn each<B: Send>(
        &self,
        ending: Ending,
        f: impl Fn(&Position, Value) -> ControlFlow<B> + Sync,
    ) -> Option<B> {
        let table = self.tables.get(&ending)?;
        let visit = |index: usize| {
            let Some(value) = table.value(index) else { return ControlFlow::Continue(()) };
            let Some((setup, _)) = table.layout.setup(index) else { return ControlFlow::Continue(()) };
            let Ok(position) = Position::from_setup(&setup) else { return ControlFlow::Continue(()) };
            f(&position, value)?;
            for position in with_passed_squares(&setup) {
                let value = self.with_en_passant(&position, value);
                f(&position, value.unwrap_or(Value::DRAW))?;
            }
            ControlFlow::Continue(())
        };
        (0..table.layout.len()).into_par_iter().with_min_len(1 << 12).find_map_any(|index| visit(index).break_value())
    }

    /// Returns the number of mirror images of each position that [`each`](Self::each) shows, itself included.
    pub fn forms(&self, ending: Ending) -> Option<u64> {
        Some(self.tables.get(&ending)?.layout.forms())
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
    fn with_en_passant(&self, position: &Position, without: Value) -> Option<Value> {
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

/// Returns the positions with these men in which a capture en passant is legal.
fn with_passed_squares(setup: &Setup) -> impl Iterator<Item = Position> {
    let them = !setup.side_to_move;
    let rank = if them == Color::White { Rank::Fourth } else { Rank::Fifth };
    let pushed = setup.board.pieces(them, PieceType::Pawn) & rank.bitboard();
    let has_capturers = !setup.board.pieces(setup.side_to_move, PieceType::Pawn).is_empty();
    let setup = *setup;
    pushed.into_iter().filter(move |_| has_capturers).filter_map(move |pawn: Square| {
        let passed = pawn.offset(0, if them == Color::White { -1 } else { 1 });
        let position = Position::from_setup(&Setup { en_passant: passed, ..setup }).ok()?;
        position.ep_square().is_some().then_some(position)
    })
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
        for piece_type in [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
            let count = count(color, piece_type);
            if count > 2 {
                return None;
            }
            code = code * 3 + count as usize;
        }
    }
    Some(code)
}
