//! The layout of a table's file: its parts, and how their values are distances.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use chess_movegen::Wdl;
use chess_types::{Color, Piece, PieceType};

use super::fields::{Fault, Fields, TableKind};
use super::pairs::Pairs;
use crate::index::Order;
use crate::material::{MOST_PIECES, Material};
use crate::source::Source;
use crate::values::Dtz;

/// The flag of tables with a part for each side to move.
const BOTH_SIDES: u8 = 1;
/// The flag of tables with a part for each file of the leading pawn.
const HAS_PAWNS: u8 = 2;

/// A part of a table: the positions with one side to move and the leading pawn on one file.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) order: Order,
    pub(super) pairs: Pairs,
    /// The meaning of the values of DTZ tables.
    pub(super) distances: Distances,
}

/// The pieces of a part in the order of the file.
type Pieces = ArrayVec<Piece, MOST_PIECES>;

/// The header of a table's file.
#[derive(Debug)]
pub(super) struct Layout {
    /// The pieces, whose colours can be exchanged against those of the file's name.
    pub(super) material: Material,
    /// The parts: for each file of the leading pawn, those of each side to move.
    pub(super) parts: Vec<Part>,
    /// The number of parts for each file.
    pub(super) sides: usize,
    /// The pieces of the first part in their order.
    pub(super) pieces: Pieces,
}

impl Layout {
    /// Reads the start of a file. `named` is the ending that the file is named after.
    pub(super) fn read(source: &dyn Source, kind: TableKind, named: Material) -> Result<Self, Fault> {
        let fields = &mut Fields::new(source);
        if fields.array()? != kind.magic() {
            return Err(Fault::Broken("the first four bytes are not the signature of such a file"));
        }
        let flags = fields.byte()?;
        if (flags & HAS_PAWNS != 0) != named.has_pawns() {
            return Err(Fault::Broken("the file has pawns and its name has none, or the other way round"));
        }
        // DTZ tables have one side to move, and so have WDL tables of endings with equal sides.
        let sides = if kind == TableKind::Wdl && !named.is_symmetric() { 2 } else { 1 };
        if kind == TableKind::Wdl && (flags & BOTH_SIDES != 0) != (sides == 2) {
            return Err(Fault::Broken("the number of sides to move is wrong for the pieces"));
        }
        let files = if named.has_pawns() { 4 } else { 1 };

        let mut orders = Vec::new();
        let (mut material, mut first_pieces) = (None, Pieces::new());
        for file in 0..files {
            for (pieces, places) in read_orders(fields, named, sides)? {
                let counted = pieces.iter().fold(Material::KINGS, |sum, &piece| sum.with(piece));
                let kings = pieces.iter().filter(|piece| piece.piece_type() == PieceType::King).count();
                let has_both_kings = kings == 2
                    && Color::ALL.iter().all(|&color| pieces.contains(&Piece::new(color, PieceType::King)));
                if !has_both_kings || (counted != named && counted != named.mirrored()) {
                    return Err(Fault::Broken("the pieces are not those of the file's name"));
                }
                if *material.get_or_insert(counted) != counted {
                    return Err(Fault::Broken("the parts have different pieces"));
                }
                orders.push(Order::new(&pieces, places, file).map_err(Fault::Broken)?);
                if first_pieces.is_empty() {
                    first_pieces = pieces;
                }
            }
        }
        fields.align(2);

        let mut parts = Vec::new();
        for order in orders {
            let (flags, pairs) = Pairs::read(fields, order.size(), kind == TableKind::Wdl)?;
            parts.push(Part { order, pairs, distances: Distances::new(flags) });
        }
        if kind == TableKind::Dtz {
            parts.iter_mut().try_for_each(|part| part.distances.read_lists(fields))?;
            fields.align(2);
        }
        parts.iter_mut().try_for_each(|part| part.pairs.place_spans(fields))?;
        parts.iter_mut().try_for_each(|part| part.pairs.place_sizes(fields))?;
        parts.iter_mut().try_for_each(|part| part.pairs.place_blocks(fields))?;
        let material = material.ok_or(Fault::Broken("the file has no parts"))?;
        Ok(Self { material, parts, sides, pieces: first_pieces })
    }
}

/// Reads the pieces of the parts of one file of the leading pawn, each with the places of its leading pieces and of the second
/// colour's pawns.
///
/// The low four bits of each byte are those of the first side to move, and the high four those of the second.
fn read_orders(
    fields: &mut Fields<'_>,
    named: Material,
    sides: usize,
) -> Result<ArrayVec<(Pieces, [u8; 2]), 2>, Fault> {
    let both_have_pawns = Color::ALL.iter().all(|&color| named.count(color, PieceType::Pawn) > 0);
    let lead = fields.byte()?;
    let pawns = if both_have_pawns { fields.byte()? } else { 0xFF };
    let mut codes = ArrayVec::<u8, MOST_PIECES>::new();
    for _ in 0..named.pieces() {
        codes.push(fields.byte()?);
    }
    let mut orders = ArrayVec::new();
    for side in 0..sides {
        let half = |byte: u8| byte >> (4 * side) & 15;
        let pieces = codes.iter().map(|&code| piece(half(code))).collect::<Option<Pieces>>();
        let pieces = pieces.ok_or(Fault::Broken("a code is not a piece"))?;
        orders.push((pieces, [half(lead), half(pawns)]));
    }
    Ok(orders)
}

/// Returns the piece of a code: 1 for a pawn to 6 for a king, and 8 more for Black.
fn piece(code: u8) -> Option<Piece> {
    let piece_type = PieceType::from_index(usize::from(code & 7).checked_sub(1)?)?;
    Some(Piece::new(if code & 8 == 0 { Color::White } else { Color::Black }, piece_type))
}

/// The side to move of the stored positions is the file's Black.
const BLACK_TO_MOVE: u8 = 1;
/// Stored values are places in a list.
const MAPPED: u8 = 2;
/// Distances of won positions are plies and not whole moves.
const WIN_IN_PLIES: u8 = 4;
/// Distances of lost positions are plies and not whole moves.
const LOSS_IN_PLIES: u8 = 8;
/// The lists hold numbers of two bytes.
const WIDE: u8 = 16;

/// The greatest distance that a file can state and a [`Dtz`] can hold after two more plies.
const FURTHEST: u32 = 32_000;

/// The meaning of the values of a part of a DTZ table.
#[derive(Debug)]
pub(super) struct Distances {
    flags: u8,
    /// The lists of wins, losses, cursed wins and blessed losses, the most frequent distance first.
    lists: Option<[Vec<u16>; 4]>,
}

impl Distances {
    /// Creates the meaning of values from the flags, without lists.
    pub(super) const fn new(flags: u8) -> Self {
        Self { flags, lists: None }
    }

    /// Reads the lists, if the flags announce them.
    fn read_lists(&mut self, fields: &mut Fields<'_>) -> Result<(), Fault> {
        if self.flags & MAPPED == 0 {
            return Ok(());
        }
        let wide = self.flags & WIDE != 0;
        if wide {
            fields.align(2);
        }
        let mut lists = [const { Vec::new() }; 4];
        for list in &mut lists {
            let count = if wide { usize::from(fields.u16()?) } else { usize::from(fields.byte()?) };
            list.reserve_exact(count);
            for _ in 0..count {
                list.push(if wide { fields.u16()? } else { u16::from(fields.byte()?) });
            }
        }
        self.lists = Some(lists);
        Ok(())
    }

    /// Returns the side to move of the stored positions, 0 for the file's White.
    #[inline]
    pub(super) const fn side(&self) -> usize {
        (self.flags & BLACK_TO_MOVE) as usize
    }

    /// Returns the distance of a position with the outcome `wdl`, which is not a draw, by its stored value.
    pub(super) fn dtz(&self, value: u16, wdl: Wdl) -> Result<Dtz, Fault> {
        let (list, in_plies) = match wdl {
            Wdl::Win => (0, self.flags & WIN_IN_PLIES != 0),
            Wdl::Loss => (1, self.flags & LOSS_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss | Wdl::Draw => (3, false),
        };
        let mut beyond = match &self.lists {
            Some(lists) => {
                let distance = lists[list].get(usize::from(value));
                u32::from(*distance.ok_or(Fault::Broken("a value is not in the list of distances"))?)
            }
            None => u32::from(value),
        };
        if !in_plies {
            beyond *= 2;
        }
        if beyond > FURTHEST {
            return Err(Fault::Broken("a distance is too large"));
        }
        // Stored values count from the shortest distance of the outcome.
        let nearest = Dtz::before_zeroing(wdl).plies() as i16;
        let plies = nearest + nearest.signum() * beyond as i16;
        Ok(if in_plies { Dtz::exact(plies) } else { Dtz::rounded(plies) })
    }
}
