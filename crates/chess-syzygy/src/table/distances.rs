use alloc::vec::Vec;

use super::fault::Fault;
use super::fields::Fields;
use crate::dtz::Dtz;
use crate::source::Source;
use crate::wdl::Wdl;

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

/// What the values of a part of a DTZ table stand for.
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
    pub(super) fn read_lists<S: Source + ?Sized>(&mut self, fields: &mut Fields<'_, S>) -> Result<(), Fault> {
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
            return Err(Fault::Broken("a distance is too great"));
        }
        // What is stored counts from the shortest distance of the outcome.
        let nearest = Dtz::before_zeroing(wdl).plies() as i16;
        let plies = nearest + nearest.signum() * beyond as i16;
        Ok(if in_plies { Dtz::exact(plies) } else { Dtz::rounded(plies) })
    }
}
