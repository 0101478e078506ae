use chess_board::Position;
use chess_types::Color;

use crate::Random;
use crate::tables::coding::{Blocks, Coding, Lengths, Pairs};
use crate::tables::ending::{Ending, Values, runs};
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
    /// The content of the blocks.
    pub values: Values,
    /// The meaning of the values in a table of distances.
    pub form: DtzForm,
}

/// The meaning of the values of a sub-table of distances.
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
    /// The meaning of a value in wins, losses, cursed wins and blessed losses. Without a map, a value is the distance itself.
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

    /// The place of a position. Returns `None` for other material, and for the side to move that a table of distances omits.
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

    /// The bytes of the file. Its last 16 bytes, a checksum that no prober reads, are zeros.
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

/// The greatest number of indices for which a table with random choices has a value each.
const MOST_EACH: u64 = 120_000;

impl Table {
    /// Makes a table with random layouts. The caller makes each sub-table from its layout.
    pub fn new(
        ending: &Ending,
        kind: Kind,
        random: &mut Random,
        mut sub: impl FnMut(Layout, &mut Random) -> Sub,
    ) -> Self {
        let sides = Self::sides(ending, kind);
        let files = (0..Self::files(ending)).flat_map(|file| vec![file; sides]);
        let subs = files.map(|file| {
            let layout = Layout::random(ending, file, random);
            sub(layout, random)
        });
        Self { ending: ending.clone(), kind, subs: subs.collect() }
    }

    /// Makes a table with random layouts, codings, values, maps and flags.
    pub fn random(ending: &Ending, kind: Kind, random: &mut Random) -> Self {
        Self::new(ending, kind, random, |layout, random| match kind {
            Kind::Wdl => Sub::any_wdl(layout, random),
            Kind::Dtz => Sub::any_dtz(layout, ending.is_symmetric(), random),
        })
    }
}

impl Sub {
    /// Makes a sub-table of these values, in runs, with this coding. If there are many indices, they repeat themselves.
    pub fn of_runs(layout: Layout, coding: Coding, values: &[u16], random: &mut Random) -> Self {
        let size = layout.size();
        if size <= MOST_EACH {
            let values = Values::Each(runs(size as usize, values, random));
            return Self { layout, coding, values, form: DtzForm::default() };
        }
        let span = coding.span.max(least_span(size));
        let values = Values::Repeated(runs(1 << span, values, random));
        Self { layout, coding: Coding { span, ..coding }, values, form: DtzForm::default() }
    }

    /// Makes a sub-table of wins, draws and losses.
    fn any_wdl(layout: Layout, random: &mut Random) -> Self {
        let values = any_subset(5, random);
        match values[..] {
            [value] => Self::single(layout, value as u8),
            _ => Self::of_runs(layout, any_coding(random), &values, random),
        }
    }

    /// Makes a sub-table of distances.
    fn any_dtz(layout: Layout, is_symmetric: bool, random: &mut Random) -> Self {
        let mut form = DtzForm {
            side: if is_symmetric { 0 } else { random.below(2) as u8 },
            win_plies: random.below(2) == 0,
            loss_plies: random.below(2) == 0,
            is_wide: random.below(2) == 0,
            map: None,
        };
        if random.below(8) == 0 {
            return Self { form: DtzForm { is_wide: false, ..form }, ..Self::single(layout, 0) };
        }
        let count = 2 + random.below(if form.is_wide { 500 } else { 120 });
        let bound = if form.is_wide { 900 } else { 256 };
        let mut lists: [Vec<u16>; 4] = std::array::from_fn(|_| distances(count, bound, random));
        let values = if random.below(2) == 0 {
            std::mem::take(&mut lists[0])
        } else {
            form.map = Some(lists);
            (0..count as u16).collect()
        };
        let sub = Self::of_runs(layout, any_coding(random), &values, random);
        Self { form, ..sub }
    }

    /// Makes a sub-table of one value.
    pub fn single(layout: Layout, value: u8) -> Self {
        let coding = Coding::default();
        Self { layout, coding, values: Values::Single(value), form: DtzForm::default() }
    }
}

/// The least exponent of a span with which the sparse index has no more than 200,000 entries.
fn least_span(size: u64) -> u32 {
    (size / 200_000).checked_ilog2().map_or(1, |it| it + 1)
}

/// Distances below the bound, in random order.
fn distances(count: usize, bound: usize, random: &mut Random) -> Vec<u16> {
    (0..count).map(|_| random.below(bound) as u16).collect()
}

/// Some of the numbers below `count`, at least one.
fn any_subset(count: u16, random: &mut Random) -> Vec<u16> {
    let some: Vec<_> = (0..count).filter(|_| random.below(3) > 0).collect();
    if some.is_empty() { vec![random.below(count as usize) as u16] } else { some }
}

fn any_coding(random: &mut Random) -> Coding {
    let pairs = match random.below(4) {
        0 => Pairs::None,
        1 => Pairs::Chains(random.below(2) == 0),
        _ => Pairs::Frequent(20 + random.below(100)),
    };
    Coding {
        block: random.pick(&[4, 5, 6, 8, 10]),
        span: random.pick(&[7, 10, 13, 16]),
        pairs,
        lengths: random.pick(&[Lengths::Huffman, Lengths::Huffman, Lengths::Equal, Lengths::Stairs]),
        spare: random.below(3),
    }
}
