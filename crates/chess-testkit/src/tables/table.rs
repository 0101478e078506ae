use chess_board::Position;
use chess_types::Color;

use crate::tables::blocks::{Blocks, Coding};
use crate::tables::contents::Values;
use crate::tables::ending::Ending;
use crate::tables::layout::{Layout, leading_file};

/// The two kinds of files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Win, draw or loss: `.rtbw`.
    Wdl,
    /// The distance to a move that sets the 50-move counter to zero: `.rtbz`.
    Dtz,
}

/// A table as its file holds it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The pieces.
    pub ending: Ending,
    /// The kind of file.
    pub kind: Kind,
    /// The sub-tables by file of the leading pawn, and within a file by side to move, if it has both.
    pub subs: Vec<Sub>,
}

/// A sub-table.
#[derive(Clone, Debug)]
pub struct Sub {
    /// The order of the pieces.
    pub layout: Layout,
    /// The choices of the blocks.
    pub coding: Coding,
    /// What the blocks hold.
    pub values: Values,
    /// What the values mean in a table of distances.
    pub form: DtzForm,
}

/// What the values of a sub-table of distances mean.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DtzForm {
    /// The side to move that is in the file: 0 for the one that the table's name puts first. A symmetric ending has 0.
    pub side: u8,
    /// Distances of wins are in plies, not in moves.
    pub win_plies: bool,
    /// The same for losses.
    pub loss_plies: bool,
    /// A map has words of 16 bits.
    pub is_wide: bool,
    /// What a value stands for in wins, losses, cursed wins and blessed losses. Without a map, it stands for itself.
    pub map: Option<[Vec<u16>; 4]>,
}

/// The place of a position in a table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Place {
    /// The number of the sub-table.
    pub sub: usize,
    /// The index in it.
    pub index: u64,
}

impl Table {
    /// The number of sides to move that a file of this ending holds.
    pub fn sides(ending: &Ending, kind: Kind) -> usize {
        if kind == Kind::Wdl && !ending.is_symmetric() { 2 } else { 1 }
    }

    /// The number of files of the leading pawn that a table of this ending holds: 1 without pawns.
    pub fn files(ending: &Ending) -> usize {
        if ending.has_pawns() { 4 } else { 1 }
    }

    /// The place of a position. `None` is other material, or the side to move that a table of distances leaves out.
    pub fn place(&self, position: &Position) -> Option<Place> {
        let (board, is_swapped) = self.ending.arrange(position)?;
        let is_black = (position.side_to_move() == Color::Black) != is_swapped;
        let file = leading_file(&self.ending, &board);
        let sub = match self.kind {
            Kind::Wdl if Self::sides(&self.ending, self.kind) == 2 => 2 * file + is_black as usize,
            _ => file,
        };
        let is_kept = self.kind == Kind::Wdl
            || self.ending.is_symmetric()
            || (self.subs[file].form.side == 1) == is_black;
        is_kept.then(|| Place { sub, index: self.subs[sub].layout.index(&board) })
    }

    /// The value that the file holds for a position.
    pub fn stored(&self, position: &Position) -> Option<u16> {
        let place = self.place(position)?;
        Some(self.subs[place.sub].values.at(place.index))
    }

    /// The distance that a table of distances gives for a position with this value for the side to move: -2 for a loss,
    /// -1 for a blessed loss, 1 and 2 for the wins. In plies after the next one, and without the 100 of the counter.
    pub fn distance(&self, position: &Position, wdl: i8) -> Option<u32> {
        let place = self.place(position)?;
        let Sub { values, form, .. } = &self.subs[place.sub];
        let mut value = values.at(place.index);
        if let Some(map) = &form.map {
            let list = match wdl {
                2 => 0,
                -2 => 1,
                1 => 2,
                _ => 3,
            };
            value = map[list][value as usize];
        }
        let is_in_plies = wdl == 2 && form.win_plies || wdl == -2 && form.loss_plies;
        Some(u32::from(value) * if is_in_plies { 1 } else { 2 })
    }

    /// The bytes of the file. Its last 16 bytes, where a checksum belongs that no prober reads, are zeros.
    pub fn bytes(&self) -> Vec<u8> {
        let sides = Self::sides(&self.ending, self.kind);
        let mut file = match self.kind {
            Kind::Wdl => vec![0x71, 0xe8, 0x23, 0x5d],
            Kind::Dtz => vec![0xd7, 0x66, 0x0c, 0xa5],
        };
        let pawns = if self.ending.has_pawns() { 2 } else { 0 };
        let split = u8::from(!self.ending.is_symmetric());
        file.push((self.ending.len() as u8) << 4 | pawns | split);
        for subs in self.subs.chunks(sides) {
            let high = match self.kind {
                Kind::Wdl => subs[sides - 1].layout.header(),
                Kind::Dtz => vec![0; 9],
            };
            file.extend(subs[0].layout.header().iter().zip(high).map(|(low, high)| low | high << 4));
        }
        pad(&mut file, 2);
        let blocks: Vec<_> = self.subs.iter().map(Sub::blocks).collect();
        for (sub, blocks) in self.subs.iter().zip(&blocks) {
            file.push(sub.flags());
            match (blocks, &sub.values) {
                (Some(blocks), _) => file.extend(&blocks.header),
                (None, Values::Single(value)) => file.push(*value),
                _ => unreachable!("no other values are without blocks"),
            }
            pad(&mut file, 2);
        }
        for form in self.subs.iter().map(|sub| &sub.form) {
            let Some(map) = &form.map else { continue };
            if form.is_wide {
                pad(&mut file, 2);
                file.extend(map.iter().flat_map(|list| {
                    let words = [&[list.len() as u16], list.as_slice()].concat();
                    words.into_iter().flat_map(u16::to_le_bytes)
                }));
            } else {
                file.extend(map.iter().flat_map(|list| {
                    [&[list.len() as u16], list.as_slice()].concat().into_iter().map(|byte| byte as u8)
                }));
            }
        }
        pad(&mut file, 2);
        let blocks: Vec<_> = blocks.iter().flatten().collect();
        for it in &blocks {
            file.extend(&it.sparse_index);
        }
        for it in &blocks {
            file.extend(&it.lengths);
        }
        for it in blocks {
            pad(&mut file, 64);
            file.extend(&it.data);
        }
        pad(&mut file, 64);
        file.extend([0; 16]);
        file
    }
}

impl Sub {
    fn flags(&self) -> u8 {
        let is_single = matches!(self.values, Values::Single(_));
        let form = &self.form;
        form.side
            | u8::from(form.map.is_some()) << 1
            | u8::from(form.win_plies) << 2
            | u8::from(form.loss_plies) << 3
            | u8::from(form.is_wide) << 4
            | u8::from(is_single) << 7
    }

    fn blocks(&self) -> Option<Blocks> {
        let is_single = matches!(self.values, Values::Single(_));
        (!is_single).then(|| Blocks::new(&self.values, self.layout.size(), self.coding))
    }
}

fn pad(file: &mut Vec<u8>, to: usize) {
    file.resize(file.len().next_multiple_of(to), 0);
}
