//! What is played in the positions of games, and how it scores.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;

use chess_board::Position;
use chess_data::chunks::{Part, Pipeline};
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_data::tree::{TreeColumns, TreeMaker, TreeShape};
use chess_types::Color;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::errors::{self, Failure};
use crate::files::read::{BatchReader, threads_for};
use crate::files::scan::LEAST_ROWS;
use crate::host::inputs::Inputs;
use crate::host::numbers::{Games, Threads, TreePlies};
use crate::table::{Names, Table};

/// Count what is played in the positions of games, and how it scores: a table with a row for each position and move, sorted by both.
///
/// `paths`, `filter`, `threads` and `lenient` are as for `read_pgn`; broken games count with ``lenient=True`` only. The tree has `depth`
/// plies from the first position of each game on, or from `fen`, wherever a game reaches it. The moves of a position are those of all games
/// that reach it within the tree; a game counts once, and moves of fewer than `min_games` games are left out. With `player`, only games of
/// this player count, and with `side`, `WHITE` or `BLACK`, only those in which the player has it. ``docs/columns.md`` describes the columns;
/// `add` names more of them, ``"polyglot"`` and ``"fen"``. A condition on moves outside of ``some(...)`` and the like raises `FilterError`.
///
/// >>> from chess_batch import opening_tree
/// >>> pgn = b'[WhiteElo "2500"] [BlackElo "2400"] 1. Nf3 d5 2. d4 1-0 1. d4 d5 2. Nf3 1/2-1/2 1. d4 d5 2. c4 *'
/// >>> for row in opening_tree(pgn, min_games=2).select("san,games,white,draws,elo_count,example").to_pylist():
/// ...     print(row)
/// {'san': 'd4', 'games': 2, 'white': 0, 'draws': 1, 'elo_count': 0, 'example': '<bytes>#2'}
/// {'san': 'd5', 'games': 2, 'white': 0, 'draws': 1, 'elo_count': 0, 'example': '<bytes>#2'}
#[pyfunction]
#[pyo3(
    signature = (paths, *, fen=None, depth=TreePlies(40), min_games=Games(1), filter=None, player=None, side=None, add=None, threads=None, lenient=false),
    text_signature = "(paths, *, fen=None, depth=40, min_games=1, filter=None, player=None, side=None, add=None, threads=None, lenient=False)"
)]
pub(crate) fn opening_tree(
    py: Python<'_>,
    paths: Inputs,
    fen: Option<Cow<'_, str>>,
    depth: TreePlies,
    min_games: Games,
    filter: Option<Cow<'_, str>>,
    player: Option<Cow<'_, str>>,
    side: Option<bool>,
    add: Option<Names>,
    threads: Option<Threads>,
    lenient: bool,
) -> PyResult<Table> {
    let root = fen.map(|fen| Position::from_fen(&*fen)).transpose().map_err(|error| errors::fen(&error))?;
    let mut filter: Filter =
        filter.map_or(Ok(Filter::ALL), |text| text.parse()).map_err(|error| errors::filter(&error))?;
    if let Some(about) = filter.condition_on_moves() {
        return Err(errors::moves_in_filter(&about));
    }
    if let Some(player) = player {
        let side = side.map(|is_white| if is_white { Color::White } else { Color::Black });
        filter = filter.of_player(&player, side).map_err(|error| errors::filter(&error))?;
    }
    let mut columns = TreeColumns::default();
    for name in add.iter().flat_map(|names| &names.0) {
        match &**name {
            "polyglot" => columns.polyglot = true,
            "fen" => columns.fen = true,
            other => {
                return Err(errors::column(format!(
                    "unknown column `{other}`; polyglot and fen can be added"
                )));
            }
        }
    }
    let shape = TreeShape { root, depth: depth.0 };
    let failed = |error: io::Error| {
        let text = format!("temporary file: {error}");
        Failure::new(PyOSError::new_err(text.clone()), text)
    };
    let rows = BatchReader::new(py, columns.schema(), paths, ".pgn", None, move |inputs, take| {
        let mut maker = TreeMaker::new(TreeMaker::MEMORY).map_err(failed)?;
        let bases: Vec<Base> = inputs.iter().map(Base::of_input).collect();
        let pipeline = Pipeline::new(&inputs).threads(threads_for(&inputs, threads)).lenient(lenient);
        let flow = pipeline.run(
            |chunk| shape.read(chunk, &filter, &bases[chunk.input()]),
            |part| {
                let added = match part {
                    Ok(Part { value, origin }) => {
                        maker.add(value, &bases[origin.input].file, origin.games).map_err(failed)
                    }
                    Err(error) => Err(Failure::new(errors::input(&error), error)),
                };
                added.map_or_else(ControlFlow::Break, ControlFlow::Continue)
            },
        );
        flow.break_value().map_or(Ok(()), Err)?;
        let (mut rows, mut examples) = maker.finish(min_games.0).map_err(failed)?;
        loop {
            let some = rows.next_rows(LEAST_ROWS).map_err(failed)?;
            let games = examples.read(&some).map_err(failed)?;
            if some.is_empty() || take(columns.batch(&some, &games)).is_break() {
                return Ok(());
            }
        }
    })?;
    rows.table(py)
}
