//! Perft on threads, and cut into units of work.

use std::borrow::Cow;
use std::thread::{self, Builder};

use chess_movegen::machine::Backend;
use chess_movegen::{Move, Position, PositionExt};
use chess_movegen_perft::PerftMode;
use chess_movegen_perft::driver::{Counter, CutError, LeafCounter, Tally, TooManyLeaves, Units, Work};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::game::mv::uci_in;
use crate::game::position::Position as GamePosition;
use crate::host::numbers::{Plies, Threads};
use crate::host::run::{Stop, interruptible, thread_count};

/// The most plies that are counted at once, in less than a second. Ctrl-C waits for it.
const LONGEST: u32 = 5;

/// A counter that counts nothing more when the caller wants to stop.
struct Stoppable<'a> {
    counter: LeafCounter,
    stop: &'a Stop,
}

impl Counter for Stoppable<'_> {
    type Tally = u64;

    fn count(&self, position: &Position, depth: u32) -> Result<u64, TooManyLeaves> {
        if self.stop.is_wanted() {
            return Ok(0);
        }
        if depth <= LONGEST {
            return self.counter.count(position, depth);
        }
        let children = position.legal_moves().into_iter().map(|mv| position.after(mv));
        children.map(|child| self.count(&child, depth - 1)).try_fold(0_u64, |sum, leaves| sum.add(leaves?))
    }
}

/// Returns the number of all leaves, and of those below each of the root's moves.
fn leaves(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &Stop,
) -> Result<(u64, Vec<(Move, u64)>), TooManyLeaves> {
    let counter = LeafCounter { mode: PerftMode::Count, backend: Backend::best(), table: None };
    let work = Work::new(position, depth, threads, Stoppable { counter, stop });
    thread::scope(|scope| {
        // The work is shared by as many threads as the system starts.
        for _ in 1..threads {
            if Builder::new().spawn_scoped(scope, || work.run(|_| {})).is_err() {
                break;
            }
        }
        work.run(|_| {});
    });
    let counts = work.counts();
    let by_move = counts.by_root_move().map(|(mv, count)| (mv, count.unwrap_or(u64::MAX))).collect();
    Ok((counts.total()?, by_move))
}

#[pymethods]
impl GamePosition {
    /// Return the number of leaves of the tree of legal moves: see the function `perft`.
    #[pyo3(signature = (depth, *, threads=None, divide=false))]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        depth: Plies,
        threads: Option<Threads>,
        divide: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, Plies(depth)) = (self.at(), depth);
        let threads = thread_count(threads, if depth < 4 { 1 } else { usize::MAX }, 1).get();
        let leaves = |stop: &Stop| leaves(&position, depth, threads, stop);
        // Few plies take less time than the start of a thread.
        let counted =
            if depth < 4 { py.detach(|| leaves(&Stop::default())) } else { interruptible(py, leaves)? };
        let (total, by_move) = counted
            .map_err(|TooManyLeaves { .. }| PyOverflowError::new_err("the count does not fit in 64 bits"))?;
        if !divide {
            return Ok(total.into_pyobject(py)?.into_any());
        }
        let dict = PyDict::new(py);
        for (mv, count) in by_move {
            dict.set_item(uci_in(&position, mv), count)?;
        }
        Ok(dict.into_any())
    }
}

/// The most units of a perft, which take about three gigabytes.
const MAX_UNITS: usize = 1 << 24;

/// The root as FEN, the plies from each unit to the leaves, and the FEN and multiplicity of each unit.
type Cut = (String, u32, Vec<(String, u64)>);

/// Cut the perft of `depth` plies below a position into the positions `plies` plies below it.
#[pyfunction]
pub(crate) fn cut_perft(py: Python<'_>, fen: Cow<'_, str>, depth: Plies, plies: u32) -> PyResult<Cut> {
    let root = Position::from_fen(&*fen).map_err(|error| errors::fen(&error))?;
    py.detach(|| {
        let units = Units::cut(&root, depth.0, plies, MAX_UNITS)?;
        let all = units.all.iter().map(|unit| (unit.position.to_string(), unit.multiplicity)).collect();
        Ok((root.to_string(), units.rest, all))
    })
    .map_err(|error: CutError| PyValueError::new_err(error.to_string()))
}
