use std::sync::{Arc, LazyLock};

use chess_board::Position;
use chess_notation::PackedPosition;

use super::fields::lines;
use super::json::Json;
use super::lists::Lists;
use crate::columns::{Array, Batch, DataType, Field, Packed, Primitive, Texts};

pub(super) static FIELDS: LazyLock<Arc<[Field]>> = LazyLock::new(|| {
    let field = |name: &str, data_type, is_nullable| Field { name: name.to_owned(), data_type, is_nullable };
    Arc::from([
        field("row", DataType::Int64, false),
        field("position", DataType::Packed, true),
        field("eval", DataType::Int32, true),
        field("pv", DataType::Int32, true),
        field("depth", DataType::Int32, true),
        field("knodes", DataType::Int64, true),
        field("score", DataType::Int32, true),
        field("mate", DataType::Int16, true),
        field("moves", DataType::list(DataType::UInt16, false), false),
        field("error", DataType::Utf8, true),
    ])
});

#[derive(Debug, Default)]
struct Rows {
    numbers: Primitive<i64>,
    positions: Packed,
    evals: Primitive<i32>,
    pvs: Primitive<i32>,
    depths: Primitive<i32>,
    knodes: Primitive<i64>,
    scores: Primitive<i32>,
    mates: Primitive<i16>,
    moves: Lists<Primitive<u16>>,
    errors: Texts,
}

/// A line of analysis.
#[derive(Clone, Debug, Default)]
struct Pv {
    eval: Option<i32>,
    /// The index of the line in its evaluation.
    index: Option<i32>,
    depth: Option<i32>,
    knodes: Option<i64>,
    score: Option<i32>,
    mate: Option<i16>,
    line: String,
}

/// Reads lines of the evaluation file as rows of a table. Empty lines are passed over. `lines_before` is the number of lines of
/// the file before these.
pub fn read_evals(bytes: &[u8], lines_before: u64) -> Batch {
    let mut rows = Rows::default();
    for (number, line) in (lines_before + 1..).zip(lines(bytes)) {
        if !line.trim_ascii().is_empty() {
            rows.add(number, line);
        }
    }
    rows.into_batch()
}

impl Rows {
    fn add(&mut self, number: u64, line: &[u8]) {
        let (mut fen, mut pvs) = (None, Vec::new());
        let mut json = Json::new(line);
        let read = json.object(|json, name| match name {
            "fen" => {
                fen = Some(json.string()?.into_owned());
                Some(())
            }
            "evals" => evals(json, &mut pvs),
            _ => json.skip(),
        });
        let error = if read.is_none() || !json.is_over() {
            Some(format!("byte {}: this is not JSON, or not of this form", json.at()))
        } else {
            None
        };
        let fen = fen.as_deref().ok_or_else(|| "there is no fen".to_owned());
        let position = fen.and_then(|fen| Position::from_fen(fen).map_err(|error| format!("fen: {error}")));
        let (position, error) = match position {
            Ok(position) => (Some(position), error),
            Err(fault) => (None, error.or(Some(fault))),
        };
        if pvs.is_empty() {
            pvs.push(Pv::default());
        }
        for pv in &pvs {
            self.push(number, position.as_ref(), pv, error.as_deref());
        }
    }

    fn push(&mut self, number: u64, position: Option<&Position>, pv: &Pv, error: Option<&str>) {
        self.numbers.push_value(number as i64);
        self.positions.push(position.map(PackedPosition::new));
        self.evals.push(pv.eval);
        self.pvs.push(pv.index);
        self.depths.push(pv.depth);
        self.knodes.push(pv.knodes);
        self.scores.push(pv.score);
        self.mates.push(pv.mate);
        let fault =
            self.moves.push_line(position.copied(), &pv.line).err().map(|fault| format!("line: {fault}"));
        self.errors.push(error.or(fault.as_deref()));
    }

    fn into_batch(self) -> Batch {
        let count = self.numbers.values().len();
        let columns = vec![
            Array::Int64(self.numbers),
            Array::Packed(self.positions),
            Array::Int32(self.evals),
            Array::Int32(self.pvs),
            Array::Int32(self.depths),
            Array::Int64(self.knodes),
            Array::Int32(self.scores),
            Array::Int16(self.mates),
            self.moves.into_array(Array::UInt16),
            Array::Utf8(self.errors),
        ];
        Batch::new(Arc::clone(&FIELDS), columns, count)
    }
}

/// Reads the array of evaluations, of which each may have several lines of analysis.
fn evals(json: &mut Json<'_>, pvs: &mut Vec<Pv>) -> Option<()> {
    let mut eval = 0;
    json.array(|json| {
        let first = pvs.len();
        let (mut depth, mut knodes) = (None, None);
        json.object(|json, name| match name {
            "pvs" => json.array(|json| {
                let index = i32::try_from(pvs.len() - first).ok();
                let mut pv = Pv { eval: Some(eval), index, ..Pv::default() };
                json.object(|json, name| {
                    match name {
                        "cp" => pv.score = json.integer()?.try_into().ok(),
                        "mate" => pv.mate = json.integer()?.try_into().ok(),
                        "line" => pv.line = json.string()?.into_owned(),
                        _ => json.skip()?,
                    }
                    Some(())
                })?;
                pvs.push(pv);
                Some(())
            }),
            "depth" => {
                depth = json.integer()?.try_into().ok();
                Some(())
            }
            "knodes" => {
                knodes = Some(json.integer()?);
                Some(())
            }
            _ => json.skip(),
        })?;
        for pv in &mut pvs[first..] {
            (pv.depth, pv.knodes) = (depth, knodes);
        }
        eval = eval.saturating_add(1);
        Some(())
    })
}
