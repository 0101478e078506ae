use std::cmp::Reverse;
use std::error::Error;

use chess_benches::position::POSITIONS;
use chess_benches::{Ours, Program};
use serde_json::Value;

use crate::builds::Build;
use crate::mode::Mode;

/// The best speeds of a program, in million leaves a second.
pub(crate) struct Row {
    pub(crate) mode: Mode,
    pub(crate) build: Build,
    /// The name that `ratios` gives it.
    program: String,
    pub(crate) speeds: [f64; 6],
}

impl Row {
    pub(crate) fn is_ours(&self) -> bool {
        self.program.starts_with(Ours::NAME)
    }

    /// The name for readers.
    pub(crate) fn name(&self) -> String {
        let name = self.program.replacen(Ours::NAME, "chess-movegen", 1);
        name.replace(", copied", ", on copies").replace("cozy-chess+pext", "cozy-chess, PEXT")
    }

    pub(crate) fn geomean(&self) -> f64 {
        let logarithms: f64 = self.speeds.iter().map(|speed| speed.ln()).sum();
        (logarithms / 6.0).exp()
    }

    /// The number of times that this is faster than the other, on each position.
    pub(crate) fn ratios(&self, other: &Self) -> impl Iterator<Item = f64> {
        self.speeds.iter().zip(other.speeds).map(|(speed, other)| speed / other)
    }
}

/// All that was measured.
#[derive(Default)]
pub(crate) struct Results {
    rows: Vec<Row>,
    depths: Vec<(Mode, [u32; 6])>,
}

impl Results {
    /// Takes a line of what `ratios --json` prints, and keeps it if it is the best of its kind.
    pub(crate) fn add(&mut self, build: Build, mode: Mode, line: &str) -> Result<(), Box<dyn Error>> {
        let value: Value = serde_json::from_str(line)?;
        let Some(position) = value["position"].as_str() else {
            // A mean of one round, which says nothing about the best of all rounds.
            return Ok(());
        };
        let bad = || format!("not a line of ratios: {line}");
        let index = POSITIONS.iter().position(|known| known.name == position).ok_or_else(bad)?;
        let program = value["program"].as_str().ok_or_else(bad)?;
        let speed = value["mnps"].as_f64().ok_or_else(bad)?;
        let depth = value["depth"].as_u64().ok_or_else(bad)?;
        self.depths_mut(mode)[index] = depth as u32;
        let best = &mut self.row_mut(build, mode, program).speeds[index];
        *best = best.max(speed);
        Ok(())
    }

    /// The rows of a mode, the fastest first.
    pub(crate) fn rows(&self, mode: Mode) -> Vec<&Row> {
        let mut rows: Vec<_> = self.rows.iter().filter(|row| row.mode == mode).collect();
        rows.sort_by_key(|row| Reverse((row.geomean() * 1e3) as u64));
        rows
    }

    /// The result of a plain build of this workspace with the best backend, which is first in the output.
    pub(crate) fn best(&self, mode: Mode) -> Option<&Row> {
        self.rows.iter().find(|row| row.mode == mode && row.build == Build::Plain && row.is_ours())
    }

    /// The rows that others are compared with: each peer as a native build makes it, and cozy-chess as it builds by
    /// default.
    pub(crate) fn references(&self, mode: Mode) -> Vec<&Row> {
        let known = [
            ("cozy-chess+pext", Build::Native),
            ("cozy-chess", Build::Plain),
            ("chess", Build::Native),
            ("shakmaty", Build::Native),
        ];
        let find = |(program, build)| {
            self.rows.iter().find(|row| row.mode == mode && row.build == build && row.program == program)
        };
        known.into_iter().filter_map(find).collect()
    }

    pub(crate) fn depths(&self, mode: Mode) -> [u32; 6] {
        self.depths.iter().find(|depths| depths.0 == mode).map_or([0; 6], |depths| depths.1)
    }

    fn depths_mut(&mut self, mode: Mode) -> &mut [u32; 6] {
        let index = self.depths.iter().position(|depths| depths.0 == mode).unwrap_or_else(|| {
            self.depths.push((mode, [0; 6]));
            self.depths.len() - 1
        });
        &mut self.depths[index].1
    }

    fn row_mut(&mut self, build: Build, mode: Mode, program: &str) -> &mut Row {
        let is_wanted = |row: &Row| row.build == build && row.mode == mode && row.program == program;
        let index = self.rows.iter().position(is_wanted).unwrap_or_else(|| {
            self.rows.push(Row { mode, build, program: program.to_owned(), speeds: [0.0; 6] });
            self.rows.len() - 1
        });
        &mut self.rows[index]
    }
}
