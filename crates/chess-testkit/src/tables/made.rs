use crate::random::Random;
use crate::tables::blocks::Coding;
use crate::tables::code::Lengths;
use crate::tables::contents::{Values, runs};
use crate::tables::ending::Ending;
use crate::tables::grammar::Pairs;
use crate::tables::layout::Layout;
use crate::tables::table::{DtzForm, Kind, Sub, Table};

/// The greatest number of indices for which a table of any choices holds a value each.
const MOST_EACH: u64 = 120_000;

impl Table {
    /// Makes a table with any layouts. The caller makes each sub-table of its layout.
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

    /// Makes a table of any choices: layouts, codings, values, maps and flags.
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

/// Distances below the bound, in any order.
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
