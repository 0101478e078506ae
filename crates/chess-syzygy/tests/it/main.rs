//! Tests of the prober against tables and values from elsewhere, and tables made by the tests.
//!
//! The oracle of the prober has the values of positions without reading a file.

#![allow(clippy::print_stdout, reason = "a test that finds no tables says so")]

#[cfg(feature = "std")]
mod files;
mod hostile;
mod root;
mod rules;
mod values;

use std::collections::BTreeMap;

use chess_movegen::PositionExt;
use chess_syzygy::{Dtz, Position, TableKind, Tables, Wdl};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};
use chess_types::{Move, MoveKind, PieceType};

/// Tables of some endings, with values that are not those of chess.
pub(crate) struct Made {
    tables: BTreeMap<String, [Table; 2]>,
}

impl Made {
    /// Makes both tables of all endings, with random choices.
    pub(crate) fn random(names: &[String], random: &mut Random) -> Self {
        Self::new(names, |ending| [Kind::Wdl, Kind::Dtz].map(|kind| Table::random(ending, kind, random)))
    }

    /// Makes both tables of all endings.
    pub(crate) fn new(names: &[String], mut make: impl FnMut(&Ending) -> [Table; 2]) -> Self {
        let tables = names.iter().map(|name| (name.clone(), make(&Ending::new(name))));
        Self { tables: tables.collect() }
    }

    /// Writes all files into a set of tables.
    pub(crate) fn written(&self) -> Tables {
        let mut tables = Tables::new();
        for (name, [wdl, dtz]) in &self.tables {
            let material = name.parse().unwrap();
            tables.insert(material, TableKind::Wdl, wdl.bytes()).unwrap();
            tables.insert(material, TableKind::Dtz, dtz.bytes()).unwrap();
        }
        tables
    }

    /// Returns both tables of a position's ending.
    pub(crate) fn of(&self, position: &Position) -> &[Table; 2] {
        let found = self.tables.values().find(|[wdl, _]| wdl.place(position).is_some());
        found.expect("an ending of the set")
    }

    /// Returns the outcome of a position.
    pub(crate) fn wdl(&self, position: &Position) -> i8 {
        let (wdl, _) = self.without_ep(position);
        match self.best_ep(position) {
            Some(ep) if ep >= wdl || is_forced(position, wdl) => ep,
            _ => wdl,
        }
    }

    /// Returns the distance of a position; `None` if it should come from other positions, none of which has it.
    pub(crate) fn dtz(&self, position: &Position) -> Option<Dtz> {
        let dtz = self.distance(position)?;
        let (wdl, _) = self.without_ep(position);
        match self.best_ep(position) {
            Some(ep) if is_forced(position, wdl) || ep > wdl || (ep == wdl && ep > 0) => Some(shortest(ep)),
            _ => Some(dtz),
        }
    }

    /// Tests whether the distance table of a position has the other side to move.
    pub(crate) fn is_from_others(&self, position: &Position) -> bool {
        position.occupied().count() > 2 && self.of(position)[1].place(position).is_none()
    }

    /// Returns the outcome without en passant captures, and if a capture is as good as the table's value.
    fn without_ep(&self, position: &Position) -> (i8, bool) {
        let is_plain = |mv: &Move| mv.is_capture() && mv.kind() != MoveKind::EnPassant;
        let moves = position.legal_moves();
        let captures = moves.iter().copied().filter(is_plain);
        let best = captures.map(|mv| -self.without_ep(&position.after(mv)).0).max();
        let table = match position.occupied().count() {
            2 => 0,
            _ => self.of(position)[0].stored(position).unwrap() as i8 - 2,
        };
        match best {
            Some(best) if best >= table => (best, best > 0),
            _ => (table, false),
        }
    }

    fn has_winning_capture(&self, position: &Position) -> bool {
        let moves = position.legal_moves();
        let mut captures = moves.iter().filter(|mv| mv.is_capture() && mv.kind() != MoveKind::EnPassant);
        captures.any(|&mv| self.without_ep(&position.after(mv)).0 == -2)
    }

    fn best_ep(&self, position: &Position) -> Option<i8> {
        let moves = position.legal_moves();
        let captures = moves.iter().filter(|mv| mv.kind() == MoveKind::EnPassant);
        captures.map(|&mv| -self.without_ep(&position.after(mv)).0).max()
    }

    fn distance(&self, position: &Position) -> Option<Dtz> {
        let (wdl, by_capture) = self.without_ep(position);
        if wdl == 0 || by_capture {
            return Some(shortest(wdl));
        }
        self.distance_as(position, wdl)
    }

    /// Returns the distance of a position that counts as a win or loss, which no capture reaches if it is a win.
    fn distance_as(&self, position: &Position, wdl: i8) -> Option<Dtz> {
        let moves = position.legal_moves();
        let is_quiet_pawn = |mv: &&Move| is_pawn_move(position, **mv) && !mv.is_capture();
        if wdl > 0 && moves.iter().filter(is_quiet_pawn).any(|&mv| -self.wdl(&position.after(mv)) == wdl) {
            return Some(shortest(wdl));
        }
        let table = &self.of(position)[1];
        if let Some(beyond) = table.distance(position, wdl) {
            let form = &table.subs[table.place(position).unwrap().sub].form;
            let is_exact = match wdl {
                2 => form.win_plies,
                -2 => form.loss_plies,
                _ => false,
            };
            let plies = shortest(wdl).plies() + i32::from(wdl.signum()) * beyond as i32;
            return Some(if is_exact { Dtz::exact(plies as i16) } else { Dtz::rounded(plies as i16) });
        }
        let after = moves.iter().map(|&mv| self.after(position, mv, wdl)).collect::<Option<Vec<_>>>()?;
        if wdl > 0 {
            let wins = after.into_iter().filter(|dtz| dtz.plies() > 0);
            wins.min_by_key(|dtz| (dtz.plies(), !dtz.is_exact()))
        } else {
            let losses = after.into_iter().chain([Dtz::exact(-1)]);
            losses.min_by_key(|dtz| (dtz.plies(), dtz.is_exact()))
        }
    }

    /// Returns the distance of a move, or 0 for one that does not count.
    fn after(&self, position: &Position, mv: Move, wdl: i8) -> Option<Dtz> {
        let after = position.after(mv);
        let is_zeroing = mv.is_capture() || is_pawn_move(position, mv);
        if is_zeroing {
            let keeps_loss = wdl == -2 || (wdl == -1 && self.without_ep(&after).0 != 2);
            return Some(if keeps_loss { shortest(wdl) } else { Dtz::DRAW });
        }
        // In tables of chess, no move leads to a better outcome than the position's. In these, one that does counts as one
        // that reaches it.
        let dtz = match wdl {
            -2 if self.has_winning_capture(&after) => shortest(2),
            -2 => self.distance_as(&after, 2)?,
            -1 => self.distance(&after)?,
            _ if self.without_ep(&after).0 > -wdl => return Some(Dtz::DRAW),
            _ => self.distance_as(&after, -wdl)?,
        };
        let dtz = -dtz;
        if wdl > 0 && dtz.plies() == 1 && after.is_in_check() && !after.has_legal_move() {
            return Some(dtz);
        }
        let plies = (dtz.plies() + dtz.plies().signum()) as i16;
        Some(if dtz.is_exact() { Dtz::exact(plies) } else { Dtz::rounded(plies) })
    }
}

/// Returns the names of all endings of three and four pieces.
pub(crate) fn small_endings() -> Vec<String> {
    let letters = ["Q", "R", "B", "N", "P"];
    let mut names = Vec::new();
    for (i, a) in letters.iter().enumerate() {
        names.push(format!("K{a}vK"));
        for b in &letters[i..] {
            names.extend([format!("K{a}{b}vK"), format!("K{a}vK{b}")]);
        }
    }
    assert_eq!(names.len(), 35);
    names
}

/// Makes a table of one value for each side to move.
pub(crate) fn single(ending: &Ending, kind: Kind, random: &mut Random, values: [u8; 2]) -> Table {
    let mut values = values.into_iter().cycle();
    Table::new(ending, kind, random, |layout, _| Sub::single(layout, values.next().unwrap()))
}

/// Compares probes of all kinds with the values that the tables were made of.
///
/// A distance that comes from other positions is compared if the outcomes of the tables agree with each other: the prober
/// relies on that.
pub(crate) fn compare(made: &Made, tables: &Tables, position: &Position, outcomes_agree: bool) {
    let wdl = made.wdl(position);
    assert_eq!(tables.probe_wdl(position).map(Wdl::value), Ok(wdl), "{position}");
    let found = tables.probe_dtz(position);
    assert_eq!(tables.probe(position).map(|(_, dtz)| dtz), found, "{position}");
    if !outcomes_agree && made.is_from_others(position) {
        return;
    }
    match (found, made.dtz(position)) {
        (Ok(dtz), Some(expected)) => assert_eq!(dtz, expected, "{position}"),
        (Err(error), None) => assert_eq!(error.name(), "broken_table", "{position}"),
        (found, expected) => panic!("{position}: {found:?}, not {expected:?}"),
    }
}

/// Returns the distance of an outcome that the next move reaches.
fn shortest(wdl: i8) -> Dtz {
    Dtz::exact([-1, -101, 0, 101, 1][(wdl + 2) as usize])
}

fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.piece_type_at(mv.from()) == Some(PieceType::Pawn)
}

fn is_forced(position: &Position, wdl: i8) -> bool {
    wdl == 0 && position.legal_moves().iter().all(|mv| mv.kind() == MoveKind::EnPassant)
}
