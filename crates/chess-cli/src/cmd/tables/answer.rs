use std::fmt::{self, Display};

use chess_board::{ParsePositionError, Position};
use chess_notation::San;
use chess_syzygy::{Dtz, ProbeError, RankedMove, RootRules, Tables, Wdl};
use chess_types::UciMove;
use serde::{Serialize, Serializer};

use crate::io::lines::LineTooLong;
use crate::io::record::as_text;

/// A position that the tables know, as a JSON object with the keys in this order.
#[derive(Serialize)]
pub(super) struct Probed {
    #[serde(serialize_with = "as_text")]
    fen: Position,
    wdl: Value,
    dtz: Plies,
    moves: Vec<ProbedMove>,
}

/// A move with its values after it, as a JSON object with the keys in this order.
#[derive(Serialize)]
pub(super) struct ProbedMove {
    uci: UciMove,
    san: San,
    wdl: Value,
    dtz: Plies,
}

/// A result as its number.
struct Value(Wdl);

/// A distance as the smaller number of plies that it can be.
struct Plies(Dtz);

/// A line without an answer, as a JSON object with the keys in this order.
#[derive(Serialize)]
pub(super) struct Failed<'a> {
    fen: &'a str,
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    kind: &'static str,
    #[serde(serialize_with = "as_text")]
    message: &'a Fault,
}

/// The reason why a line has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error(transparent)]
    Line(#[from] LineTooLong),
    #[error(transparent)]
    Fen(#[from] ParsePositionError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl Probed {
    /// Looks up a position and all of its moves.
    pub(super) fn new(tables: &Tables, position: Position) -> Result<Self, Fault> {
        let (wdl, dtz) = tables.probe(&position)?;
        let ranked = tables.probe_root(&position, RootRules::default())?;
        let probed = |RankedMove { mv, wdl, dtz, .. }| {
            let (uci, san) = (mv.uci(), San::new(&position, mv));
            // `probe_root` tells the distance of each move.
            ProbedMove { uci, san, wdl: Value(wdl), dtz: Plies(dtz.unwrap_or(Dtz::DRAW)) }
        };
        let moves = ranked.into_iter().map(probed).collect();
        Ok(Self { fen: position, wdl: Value(wdl), dtz: Plies(dtz), moves })
    }

    pub(super) fn moves(&self) -> &[ProbedMove] {
        &self.moves
    }

    /// The value of the position in words.
    pub(super) fn result(&self) -> impl Display {
        Valued(self.wdl.0, self.dtz.0)
    }

    /// The value of the position and the best move, in one line.
    pub(super) fn summary(&self) -> impl Display {
        fmt::from_fn(|f| {
            write!(f, "{}", self.result())?;
            self.moves.first().map_or(Ok(()), |mv| write!(f, ", best {}", mv.san))
        })
    }
}

impl Display for ProbedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { uci, san, wdl: Value(wdl), dtz: Plies(dtz) } = self;
        write!(f, "{san:<7} {uci:<5} ")?;
        if *wdl == Wdl::Draw { write!(f, "{wdl}") } else { write!(f, "{wdl:<12} {:>8}", dtz.to_string()) }
    }
}

/// A value in words, with the distance unless it is a draw.
struct Valued(Wdl, Dtz);

impl Display for Valued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(wdl, dtz) = self;
        if *wdl == Wdl::Draw { write!(f, "{wdl}") } else { write!(f, "{wdl}, DTZ {dtz}") }
    }
}

impl<'a> Failed<'a> {
    pub(super) fn new(fen: &'a str, fault: &'a Fault) -> Self {
        Self { fen, error: Reason { kind: fault.kind(), message: fault } }
    }
}

impl Fault {
    fn kind(&self) -> &'static str {
        match self {
            Self::Line(_) => "too_long",
            Self::Fen(_) => "fen",
            Self::Probe(error) => error.name(),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i8(self.0.value())
    }
}

impl Serialize for Plies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.0.plies())
    }
}
