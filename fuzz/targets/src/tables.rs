use std::sync::{Arc, LazyLock};

use chess_movegen::PositionExt;
use chess_syzygy::{ProbeError, ReadError, RootRules, Source, TableKind, Tables};
use chess_testkit::Random;
use chess_testkit::tables::{Coding, Ending, Kind, Pairs, Sub, Table};

/// The endings whose tables are read: all kinds of leading pieces, equal sides, and pawns of one side and of both. With each
/// come some of the endings that captures and promotions lead to.
const ENDINGS: [(&str, &[&str]); 7] = [
    ("KQvK", &[]),
    ("KPvK", &["KQvK", "KRvK", "KBvK", "KNvK"]),
    ("KRRvK", &["KRvK"]),
    ("KRvKN", &["KRvK", "KNvK"]),
    ("KQvKQ", &["KQvK"]),
    ("KPvKP", &["KPvK", "KQvKP", "KRvKP", "KBvKP", "KNvKP"]),
    ("KPPvKP", &["KPPvK", "KPvKP", "KQPvKP"]),
];

/// The positions that are looked up.
const POSITIONS: usize = 12;

/// Tables: any bytes in place of one are refused or have values, the same ones every time and however they are read.
///
/// The first byte chooses the ending and the kind, the second one the positions.
pub(crate) fn tables(data: &[u8]) {
    let [which, seed, file @ ..] = data else { return };
    let ending = *which as usize / 2 % ENDINGS.len();
    let name = ENDINGS[ending].0;
    let kind = TableKind::ALL[*which as usize % 2];
    let copied = Copied { bytes: file.into(), flipped: None };
    let in_memory = tables_with(ending, kind, file.to_vec());
    let (memory, copied) = match (in_memory, tables_with(ending, kind, copied)) {
        (Ok(memory), Ok(copied)) => (memory, copied),
        (memory, copied) => {
            let error = memory.expect_err("refused, as the other");
            assert_eq!(copied.err(), Some(error.clone()));
            return check_error(&error, ending);
        }
    };
    let material = Ending::new(name);
    let mut random = Random::new(u64::from(*seed));
    for i in 0..POSITIONS {
        let position = material.position(&mut random);
        let (wdl, dtz) = (memory.probe_wdl(&position), memory.probe_dtz(&position));
        if let (Ok(wdl), Ok(dtz)) = (&wdl, &dtz) {
            assert_eq!(dtz.plies().signum(), i32::from(wdl.value().signum()), "{position}");
        }
        for error in [wdl.as_ref().err(), dtz.as_ref().err()].into_iter().flatten() {
            check_error(error, ending);
        }
        if i == 0 {
            assert_eq!(copied.probe_wdl(&position), wdl, "{position}");
            assert_eq!(copied.probe_dtz(&position), dtz, "{position}");
            match memory.probe_root(&position, RootRules::default()) {
                Ok(ranked) => {
                    assert_eq!(ranked.len(), position.legal_moves().len(), "{position}");
                    assert!(ranked.is_sorted_by(|a, b| a.rank >= b.rank), "{position}");
                }
                Err(error) => check_error(&error, ending),
            }
        }
    }
}

/// The bytes of a table, which are copied when they are read.
#[derive(Debug)]
pub struct Copied {
    /// All bytes.
    pub bytes: Arc<[u8]>,
    /// The number of a bit, counted from the start of the bytes, that is read as the other one.
    pub flipped: Option<usize>,
}

impl Source for Copied {
    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read<'a>(&'a self, offset: u64, count: usize, room: &'a mut Vec<u8>) -> Result<&'a [u8], ReadError> {
        let mut unused = Vec::new();
        let bytes = self.bytes.read(offset, count, &mut unused)?;
        room.clear();
        room.extend_from_slice(bytes);
        if let Some(bit) = self.flipped
            && let Some(byte) = (bit / 8).checked_sub(offset as usize).and_then(|at| room.get_mut(at))
        {
            *byte ^= 1 << (bit % 8);
        }
        Ok(room)
    }
}

/// Returns the given table with the other kind of the same ending, and the tables of the endings that come with it.
fn tables_with(ending: usize, kind: TableKind, file: impl Source + 'static) -> Result<Tables, ProbeError> {
    let mut tables = Tables::new();
    for (name, other_kind, bytes) in &OTHER_TABLES[ending] {
        if (*name, *other_kind) != (ENDINGS[ending].0, kind) {
            tables.insert(name.parse().expect("a name"), *other_kind, bytes.as_slice())?;
        }
    }
    tables.insert(ENDINGS[ending].0.parse().expect("a name"), kind, file)?;
    Ok(tables)
}

/// The error is one of the table, or of an ending that is not there. Values of other endings may contradict each other.
fn check_error(error: &ProbeError, ending: usize) {
    let (name, others) = ENDINGS[ending];
    match error {
        ProbeError::UnreadableTable { material, .. } => assert_eq!(material.to_string(), name, "{error}"),
        ProbeError::BrokenTable { material, rule, .. } => {
            let material = material.to_string();
            let contradicts = others.contains(&material.as_str()) && rule.starts_with("no move reaches");
            assert!(material == name || contradicts, "{error}");
        }
        ProbeError::MissingTable { material, .. } => assert_ne!(material.to_string(), name),
        other => panic!("{other}"),
    }
}

/// Tables of some endings with their bytes.
type Files = Vec<(&'static str, TableKind, Vec<u8>)>;

/// For each ending, its own tables and those of the endings that its captures lead to. All parts but the first of its own have
/// single values.
static OTHER_TABLES: LazyLock<[Files; 7]> = LazyLock::new(|| {
    ENDINGS.map(|(name, others)| {
        let mut tables = Vec::new();
        for (kind, made_kind) in [(TableKind::Wdl, Kind::Wdl), (TableKind::Dtz, Kind::Dtz)] {
            let mut random = Random::new(1);
            let mut is_first = true;
            for &name in [name].iter().chain(others) {
                let ending = Ending::new(name);
                let table = Table::new(&ending, made_kind, &mut random, |layout, random| {
                    let values: &[u16] = if kind == TableKind::Wdl { &[0, 1, 2, 3, 4] } else { &[0, 1, 2] };
                    let coding =
                        Coding { block: 5, span: 15, pairs: Pairs::Frequent(20), ..Coding::default() };
                    let mut sub = match (std::mem::take(&mut is_first), kind) {
                        (true, _) => Sub::of_runs(layout, coding, values, random),
                        (_, TableKind::Wdl) => Sub::single(layout, random.below(5) as u8),
                        (_, TableKind::Dtz) => Sub::single(layout, 0),
                    };
                    sub.form.loss_plies = kind == TableKind::Dtz;
                    sub
                });
                tables.push((name, kind, table.bytes()));
            }
        }
        tables
    })
});
