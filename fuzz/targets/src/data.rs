use std::collections::HashMap;
use std::ops::ControlFlow;

use arbitrary::{Result, Unstructured};
use chess_board::Position;
use chess_cli::fuzzing::merge_units;
use chess_data::dumps::{Cell, Dump, Reading, Row};
use chess_data::filter::Filter;
use chess_data::input::Input;
use chess_data::units::Unit;
use chess_movegen::PositionExt;
use chess_movegen_perft::driver::Units;
use chess_training::{Fault, Format, Reader, Record, Writer};

use crate::positions::{made_position, next_bytes};

/// Training files: the first byte chooses the format. Reading ends, moves are legal, and the records can be written in every
/// format; in their own they are read again as the same.
pub(crate) fn training(data: &[u8]) {
    let [format, data @ ..] = data else { return };
    let format = Format::ALL[usize::from(*format) % Format::ALL.len()];
    let records = read_records(format, data);
    for record in &records {
        assert!(record.mv.is_none_or(|mv| record.position.is_legal(mv)), "{record:?}");
    }
    for to in Format::ALL {
        let bytes = write_records(to, &records);
        let again = read_records(to, &bytes);
        assert_eq!(write_records(to, &again), bytes, "{format} to {to}");
        if to == format && format != Format::Pgn {
            let essence = |it: &Record| (it.position, it.mv, it.score, it.result, it.ply);
            assert!(again.iter().map(essence).eq(records.iter().map(essence)), "{format}");
        }
    }
}

fn read_records(format: Format, data: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    let mut faults = 0;
    for record in Reader::new(format, data) {
        match record {
            Ok(record) => records.push(record),
            Err(error) => {
                faults += 1;
                assert!(faults <= data.len() && !error.to_string().is_empty(), "{error}");
                assert!(error.offset <= data.len() as u64, "{error}");
                assert!(!matches!(error.fault, Fault::Io(_)), "{error}");
            }
        }
    }
    records
}

fn write_records(format: Format, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(format, Vec::new());
    for record in records {
        writer.write(record).unwrap_or_else(|error| panic!("{error}"));
    }
    writer.finish().unwrap_or_default()
}

/// Files of puzzles and evaluations: the first byte chooses the kind. Rows are the same whether a file is read as a whole or in
/// blocks; a row without an error has a position.
pub(crate) fn dumps(data: &[u8]) {
    let [kind, data @ ..] = data else { return };
    let dump = if kind & 1 == 0 { Dump::Puzzles } else { Dump::Evals };
    let read = |size: usize| {
        let mut all: Vec<Row> = Vec::new();
        let input = Input::bytes("dump", data);
        let stopped = Reading::new(dump, &input).block_size(size).for_each(|rows| {
            all.extend(rows);
            ControlFlow::<()>::Continue(())
        });
        // A compressed file may be damaged, and other kinds of files are refused.
        stopped.ok().map(|_| all)
    };
    let whole = read(1 << 20);
    assert!(whole == read(1 + usize::from(kind >> 1)), "{}", data.escape_ascii());
    for row in whole.iter().flatten() {
        let [_, position, .., error] = &row[..] else { panic!("{row:?}") };
        assert!(*error != Cell::Null || *position != Cell::Null, "{}", data.escape_ascii());
    }
}

/// Filters: a condition that is read is written and read as the same.
pub(crate) fn filter(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    match text.parse::<Filter>() {
        Ok(filter) => {
            let written = filter.to_string();
            let again = written.parse::<Filter>();
            assert_eq!(again.as_ref(), Ok(&filter), "{text:?} {written:?}");
            assert_eq!(again.map(|again| again.to_string()), Ok(written), "{text:?}");
        }
        Err(error) => assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}"),
    }
}

/// The most positions of a level of a perft that is cut.
const POSITIONS: usize = 2000;

/// Units of work: finished units are added up exactly if they are all units of one perft with the right positions, which a cut by
/// the library gives, and up to depth 2 with the right numbers of nodes, and the sum is that of a naive addition.
///
/// The first byte determines whether repeats are allowed (1), and whether the rest is a text (2) or a script, which cuts a perft
/// into units, gives them numbers of nodes, and changes the lines.
pub(crate) fn units(data: &[u8]) {
    let [flags, rest @ ..] = data else { return };
    let allow_repeats = flags & 1 != 0;
    let text = if flags & 2 == 0 { scripted(rest).unwrap_or_default() } else { rest.to_vec() };
    let expected = naive_sum(&text, allow_repeats);
    if expected == Err(Naive::TooLong) {
        return;
    }
    let found = merge_units(text.as_slice(), allow_repeats);
    assert!(found.as_ref().err().is_none_or(|error| !error.is_empty()));
    assert_eq!(found.map_err(|_| Naive::Refused), expected, "{}", text.escape_ascii());
}

/// The reason for which the naive addition has no sum.
#[derive(PartialEq, Debug)]
enum Naive {
    Refused,
    /// The count would take too long.
    TooLong,
}

/// The output for units that add up.
fn naive_sum(text: &[u8], allow_repeats: bool) -> Result<String, Naive> {
    let accepted = |is_accepted: bool| is_accepted.then_some(()).ok_or(Naive::Refused);
    let mut units: HashMap<u64, Unit> = HashMap::new();
    let mut first = None;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    for line in text.split(|byte| b"\r\n".contains(byte)) {
        accepted(line.len() <= 1 << 16)?;
        let line = String::from_utf8_lossy(line);
        if line.trim().is_empty() {
            continue;
        }
        let unit: Unit = serde_json::from_str(&line).map_err(|_| Naive::Refused)?;
        let perft = (unit.count, unit.depth, unit.root.clone(), unit.root_depth);
        accepted(*first.get_or_insert_with(|| perft.clone()) == perft)?;
        match units.get(&unit.number) {
            Some(earlier) => accepted(allow_repeats && *earlier == unit)?,
            None => drop(units.insert(unit.number, unit)),
        }
    }
    let (count, depth, root, root_depth) = first.ok_or(Naive::Refused)?;
    let start = Position::from_fen(&root).map_err(|_| Naive::Refused)?;
    accepted(depth <= root_depth && root_depth <= 64 && units.len() as u64 == count)?;
    let cut = Units::cut(&start, root_depth, root_depth - depth, POSITIONS).map_err(|_| Naive::TooLong)?.all;
    accepted(cut.len() as u64 == count)?;
    let mut sum = 0;
    for (cut, number) in cut.iter().zip(1..) {
        let unit = units.get(&number).ok_or(Naive::Refused)?;
        let nodes = unit.nodes.ok_or(Naive::Refused)?;
        accepted((cut.position.to_string(), cut.multiplicity) == (unit.fen.clone(), unit.multiplicity))?;
        accepted(depth > 2 || nodes == leaves(&cut.position, depth))?;
        sum += u128::from(unit.multiplicity) * u128::from(nodes);
    }
    let fen = serde_json::to_string(&root).expect("a text");
    Ok(format!("{{\"fen\":{fen},\"depth\":{root_depth},\"units\":{count},\"nodes\":{sum}}}\n"))
}

/// The number of leaves, move by move.
fn leaves(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => position.legal_moves().iter().map(|&mv| leaves(&position.after(mv), depth - 1)).sum(),
    }
}

/// Lines of a cut with changes.
fn scripted(data: &[u8]) -> Result<Vec<u8>> {
    let bytes = &mut Unstructured::new(data);
    let [which, plies, below]: [u8; 3] = bytes.arbitrary()?;
    let root = match which % 4 {
        0 => Position::START,
        1 => Position::chess960(u16::from(which) * 3).unwrap_or(Position::START),
        _ => made_position(bytes)?,
    };
    let (plies, depth) = (u32::from(plies % 3), u32::from(below % 4));
    let cut = Units::cut(&root, depth + plies, plies, POSITIONS).map_or_else(|_| Vec::new(), |cut| cut.all);
    let (mut lines, count, root_depth) = (Vec::new(), cut.len() as u64, depth + plies);
    for (unit, number) in cut.into_iter().zip(1..) {
        // Most numbers are right.
        let random = if number < 5 { bytes.arbitrary::<u64>()? } else { 1 };
        let nodes = Some(if random % 16 == 0 { random } else { leaves(&unit.position, depth.min(2)) });
        let (fen, multiplicity, root) = (unit.position.to_string(), unit.multiplicity, root.to_string());
        let mut line = String::new();
        Unit { number, count, fen, depth, multiplicity, root, root_depth, nodes }.push(&mut line);
        lines.push(line.into_bytes());
    }
    while let Some([kind, at, place, value]) = next_bytes(bytes).filter(|_| !lines.is_empty()) {
        let at = usize::from(at) % lines.len();
        change(&mut lines, kind, at, place, value);
    }
    Ok(lines.join(&b'\n'))
}

fn change(lines: &mut Vec<Vec<u8>>, kind: u8, at: usize, place: u8, value: u8) {
    let other = usize::from(place) % lines.len();
    let line = &mut lines[at];
    let place = usize::from(place) % line.len().max(1);
    match kind % 8 {
        0 | 1 => lines.swap(at, other),
        2 => drop(lines.remove(at)),
        3 => lines.insert(other, lines[at].clone()),
        4 if !line.is_empty() => line[place] = value,
        5 => line.truncate(place),
        6 => line.insert(place, value),
        _ => line.push(b" \r\n\t"[usize::from(value) % 4]),
    }
}
