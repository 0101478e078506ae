use std::sync::LazyLock;

use chess_movegen::PositionExt;
use chess_syzygy::{ProbeError, ReadError, RootRules, Source, TableKind, Tables};
use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};

/// The endings whose tables are read: all kinds of leading pieces, equal sides, and pawns of one side and of both.
const ENDINGS: [&str; 7] = ["KQvK", "KPvK", "KRRvK", "KRvKN", "KQvKQ", "KPvKP", "KPPvKP"];

/// For each ending, tables of outcomes and of distances with single values.
static SINGLE: LazyLock<[[Vec<u8>; 2]; 7]> = LazyLock::new(|| {
    ENDINGS.map(|name| {
        [Kind::Wdl, Kind::Dtz].map(|kind| {
            let value = |random: &mut Random| if kind == Kind::Wdl { random.below(5) as u8 } else { 0 };
            let sub = |layout, random: &mut Random| Sub::single(layout, value(random));
            Table::new(&Ending::new(name), kind, &mut Random::fixed(1), sub).bytes()
        })
    })
});

/// Tables: any bytes in place of one are refused or have values, the same ones every time and however they are read.
///
/// The first byte chooses the ending and the kind, the second one the positions.
pub(crate) fn tables(data: &[u8]) {
    let [which, seed, file @ ..] = data else { return };
    let ending = usize::from(*which) / 2 % ENDINGS.len();
    let kind = usize::from(*which) % 2;
    let name = ENDINGS[ending];
    // The error is one of the table, or of an ending that is not there.
    let check_error = |error: &ProbeError| match error {
        ProbeError::UnreadableTable { material, .. } | ProbeError::BrokenTable { material, .. } => {
            assert_eq!(material.to_string(), name, "{error}");
        }
        ProbeError::MissingTable { material, .. } => assert_ne!(material.to_string(), name),
        other => panic!("{other}"),
    };
    let material = name.parse().expect("a name");
    let other = SINGLE[ending][1 - kind].as_slice();
    let mut both = [Tables::new(), Tables::new()];
    for tables in &mut both {
        tables.insert(material, TableKind::ALL[1 - kind], other).expect("a whole table");
    }
    let [mut memory, mut copied] = both;
    let refused = memory.insert(material, TableKind::ALL[kind], file.to_vec());
    assert_eq!(copied.insert(material, TableKind::ALL[kind], Copied(file.to_vec())), refused);
    if let Err(error) = refused {
        return check_error(&error);
    }
    let mut random = Random::fixed(u64::from(*seed));
    for i in 0..12 {
        let position = Ending::new(name).position(&mut random);
        let (wdl, dtz) = (memory.probe_wdl(&position), memory.probe_dtz(&position));
        if let (Ok(wdl), Ok(dtz)) = (&wdl, &dtz) {
            assert_eq!(dtz.plies().signum(), i32::from(wdl.value().signum()), "{position}");
        }
        wdl.as_ref().err().into_iter().chain(dtz.as_ref().err()).for_each(check_error);
        if i == 0 {
            assert_eq!((copied.probe_wdl(&position), copied.probe_dtz(&position)), (wdl, dtz), "{position}");
            match memory.probe_root(&position, RootRules::default()) {
                Ok(ranked) => {
                    assert_eq!(ranked.len(), position.legal_moves().len(), "{position}");
                    assert!(ranked.is_sorted_by(|a, b| a.rank >= b.rank), "{position}");
                }
                Err(error) => check_error(&error),
            }
        }
    }
}

/// The bytes of a table, which are copied when they are read.
struct Copied(Vec<u8>);

impl Source for Copied {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read<'a>(&'a self, offset: u64, count: usize, room: &'a mut Vec<u8>) -> Result<&'a [u8], ReadError> {
        let mut unused = Vec::new();
        let bytes = self.0.read(offset, count, &mut unused)?;
        room.clear();
        room.extend_from_slice(bytes);
        Ok(room)
    }
}
