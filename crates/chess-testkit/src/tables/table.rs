use chess_board::Position;
use chess_types::Color;

use crate::random::Random;
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
        if let Some([wins, losses, cursed, blessed]) = &form.map {
            let list = [losses, blessed, blessed, cursed, wins][(wdl + 2) as usize];
            value = list[value as usize];
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
        let blocks = |sub: &Sub| Blocks::new(&sub.values, sub.layout.size(), sub.coding);
        let blocks: Vec<_> = self.subs.iter().map(blocks).collect();
        for (sub, blocks) in self.subs.iter().zip(&blocks) {
            file.push(sub.flags());
            match blocks {
                Some(blocks) => file.extend(&blocks.header),
                None => file.push(sub.values.at(0) as u8),
            }
            pad(&mut file, 2);
        }
        for form in self.subs.iter().map(|sub| &sub.form) {
            pad(&mut file, if form.is_wide && form.map.is_some() { 2 } else { 1 });
            for list in form.map.iter().flatten() {
                for word in [&[list.len() as u16], &list[..]].concat() {
                    file.extend(&word.to_le_bytes()[..if form.is_wide { 2 } else { 1 }]);
                }
            }
        }
        pad(&mut file, 2);
        let blocks: Vec<_> = blocks.iter().flatten().collect();
        file.extend(blocks.iter().flat_map(|it| &it.sparse_index));
        file.extend(blocks.iter().flat_map(|it| &it.lengths));
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
        let form = &self.form;
        let is_single = matches!(self.values, Values::Single(_));
        let flags =
            [form.map.is_some(), form.win_plies, form.loss_plies, form.is_wide, false, false, is_single];
        flags.into_iter().rev().fold(0, |flags, it| flags << 1 | u8::from(it)) << 1 | form.side
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
        let parts = Self::files(ending) * Self::sides(ending, kind);
        let files = (0..parts).map(|part| part / Self::sides(ending, kind));
        let subs = files.map(|file| sub(Layout::random(ending, file, random), random)).collect();
        Self { ending: *ending, kind, subs }
    }

    /// Makes a table with random layouts, codings, values, maps and flags.
    pub fn random(ending: &Ending, kind: Kind, random: &mut Random) -> Self {
        Self::new(ending, kind, random, |layout, random| match kind {
            Kind::Wdl => {
                let mut values: Vec<_> = (0..5).filter(|_| random.below(3) > 0).collect();
                values.push(random.below(5) as u16);
                Sub::of_runs(layout, any_coding(random), &values, random)
            }
            Kind::Dtz => Sub::any_dtz(layout, ending.is_symmetric(), random),
        })
    }
}

impl Sub {
    /// Makes a sub-table of these values, in runs, with this coding. If there are many indices, they repeat themselves.
    pub fn of_runs(layout: Layout, coding: Coding, values: &[u16], random: &mut Random) -> Self {
        let size = layout.size();
        if values.iter().all(|value| *value == values[0]) {
            return Self::single(layout, values[0] as u8);
        }
        if size <= MOST_EACH {
            let values = Values::Each(runs(size as usize, values, random));
            return Self { layout, coding, values, form: DtzForm::default() };
        }
        // The sparse index has no more than 200,000 entries.
        let span = coding.span.max((size / 200_000).checked_ilog2().map_or(1, |it| it + 1));
        let values = Values::Repeated(runs(1 << span, values, random));
        // A prober may refuse a span of more than 131,072 blocks.
        let block = coding.block.max(span.saturating_sub(15));
        Self { layout, coding: Coding { block, span, ..coding }, values, form: DtzForm::default() }
    }

    /// Makes a sub-table of distances.
    fn any_dtz(layout: Layout, is_symmetric: bool, random: &mut Random) -> Self {
        let mut flag = || random.below(2) == 0;
        let [black, win_plies, loss_plies, has_map, wide] = [(); 5].map(|()| flag());
        let side = u8::from(black && !is_symmetric);
        if random.below(8) == 0 {
            let form = DtzForm { side, win_plies, loss_plies, ..DtzForm::default() };
            return Self { form, ..Self::single(layout, 0) };
        }
        let (most, bound) = if wide { (500, 900) } else { (120, 256) };
        let count = 2 + random.below(most);
        let mut list = || (0..count).map(|_| random.below(bound) as u16).collect::<Vec<_>>();
        let lists = [(); 4].map(|()| list());
        let values = if has_map { (0..count as u16).collect() } else { lists[0].clone() };
        let form = DtzForm { side, win_plies, loss_plies, is_wide: wide, map: has_map.then_some(lists) };
        Self { form, ..Self::of_runs(layout, any_coding(random), &values, random) }
    }

    /// Makes a sub-table of one value.
    pub fn single(layout: Layout, value: u8) -> Self {
        let (coding, values) = (Coding::default(), Values::Single(value));
        Self { layout, coding, values, form: DtzForm::default() }
    }
}

fn any_coding(random: &mut Random) -> Coding {
    Coding {
        block: random.pick(&[4, 5, 6, 8, 10]),
        span: random.pick(&[7, 10, 13, 16]),
        pairs: match random.below(4) {
            0 => Pairs::None,
            1 => Pairs::Chains(random.below(2) == 0),
            _ => Pairs::Frequent(20 + random.below(100)),
        },
        lengths: random.pick(&[Lengths::Huffman, Lengths::Huffman, Lengths::Equal, Lengths::Stairs]),
        spare: random.below(3),
    }
}
