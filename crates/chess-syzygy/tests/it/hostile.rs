//! Tables that are cut off, changed or no tables at all: an error or some value, and never a panic or an endless walk.

use std::sync::LazyLock;

use chess_syzygy::{Position, ProbeError, ReadError, RootRules, Source, TableKind, Tables};
use chess_testkit::tables::{Coding, Ending, Kind, Pairs, Sub, Table};
use chess_testkit::{Random, sample};

/// The names of the endings whose tables are broken: both kinds of leading pieces, and pawns of one side and of both.
const NAMES: [&str; 4] = ["KQvK", "KRRvK", "KPvK", "KPvKP"];

/// A table of an ending, whole, and positions of the ending.
struct Case {
    name: &'static str,
    kind: TableKind,
    whole: Vec<u8>,
    /// The other kind of table, which distances need.
    other: Vec<u8>,
    positions: Vec<Position>,
}

/// Small tables of all endings, with maps and symbols of pairs.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut random = Random::new(11);
    let mut cases = Vec::new();
    for name in NAMES {
        let ending = Ending::new(name);
        let mut table = |kind| {
            Table::new(&ending, kind, &mut random, |layout, random| {
                let coding = Coding { span: 13, pairs: Pairs::Frequent(30), ..Coding::default() };
                let mut sub = Sub::of_runs(layout, coding, &[0, 1, 2, 3, 4], random);
                sub.form.side = u8::from(kind == Kind::Dtz && !ending.is_symmetric());
                sub.form.map = (kind == Kind::Dtz).then(|| [(); 4].map(|()| vec![3, 1, 20, 7, 90]));
                sub.form.is_wide = name.len() > 4;
                sub
            })
            .bytes()
        };
        let files = [table(Kind::Wdl), table(Kind::Dtz)];
        let positions: Vec<_> = (0..12).map(|_| ending.position(&mut random)).collect();
        for (kind, place) in [(TableKind::Wdl, 0), (TableKind::Dtz, 1)] {
            let (whole, other) = (files[place].clone(), files[1 - place].clone());
            cases.push(Case { name, kind, whole, other, positions: positions.clone() });
        }
    }
    cases
});

impl Case {
    /// Reads the table from other bytes, probes all positions in every way, and returns the number of values and errors.
    fn probe(
        &self,
        source: impl Source + 'static,
        other: impl Source + 'static,
    ) -> Result<[usize; 2], ProbeError> {
        let mut tables = Tables::new();
        let material = self.name.parse().unwrap();
        let other_kind = TableKind::ALL.into_iter().find(|&kind| kind != self.kind).unwrap();
        tables.insert(material, other_kind, other).unwrap();
        tables.insert(material, self.kind, source).inspect_err(|error| self.check(error))?;
        let mut counts = [0, 0];
        for (i, position) in self.positions.iter().enumerate() {
            let wdl = tables.probe_wdl(position);
            let dtz = tables.probe_dtz(position);
            if let (Ok(wdl), Ok(dtz)) = (&wdl, &dtz) {
                assert_eq!(dtz.plies().signum(), i32::from(wdl.value().signum()), "{position}");
            }
            let mut errors = vec![wdl.err(), dtz.err()];
            if i == 0 {
                errors.push(tables.probe_root(position, RootRules::default()).err());
            }
            for error in errors {
                counts[usize::from(error.is_some())] += 1;
                if let Some(error) = error {
                    self.check(&error);
                }
            }
        }
        Ok(counts)
    }

    /// The error is one of the table, or of an ending that is not there.
    fn check(&self, error: &ProbeError) {
        match error {
            ProbeError::BrokenTable { material, rule, .. } => {
                assert_eq!(material.to_string(), self.name);
                assert!(!rule.is_empty());
            }
            ProbeError::UnreadableTable { material, .. } => assert_eq!(material.to_string(), self.name),
            ProbeError::MissingTable { material, .. } => assert_ne!(material.to_string(), self.name),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_table_that_is_cut_off_is_refused() {
    for case in CASES.iter() {
        // The last 16 bytes are not part of a table, and blocks are read in full.
        let end = case.whole.len() - 16;
        for length in (0..end.min(1500)).chain((end.saturating_sub(100))..end) {
            let error = case.probe(&case.whole[..length], &case.other[..]).unwrap_err();
            let name = error.name();
            assert!(name == "unreadable_table" || name == "broken_table", "{length}: {error}");
        }
        let [values, _] = case.probe(&case.whole[..end], &case.other[..]).unwrap();
        assert!(values > 0, "{}", case.name);
    }
}

/// Flips bits of each table, one at a time.
fn flip_bits(bits: impl Fn(usize) -> Vec<usize>) {
    for case in CASES.iter() {
        let mut changed = case.whole.clone();
        let mut counts = [0, 0];
        for bit in bits(8 * changed.len()) {
            changed[bit / 8] ^= 1 << (bit % 8);
            counts[usize::from(case.probe(changed.clone(), &case.other[..]).is_ok())] += 1;
            changed[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(counts.iter().all(|&count| count > 100), "{} {}: {counts:?}", case.name, case.kind);
    }
}

#[test]
fn a_flipped_bit_gives_an_error_or_values() {
    flip_bits(|bits| (0..bits.min(2000)).chain(sample(2000..bits, 2003)).collect());
}

#[test]
#[ignore = "it takes minutes"]
fn every_flipped_header_bit_gives_an_error_or_values() {
    flip_bits(|bits| (0..bits.min(8 * 4096)).collect());
}

/// A source that copies what it reads, and from a number of reads on fails or returns half as many bytes.
struct Failing {
    bytes: Vec<u8>,
    is_short: bool,
    left: std::sync::atomic::AtomicUsize,
}

impl Source for Failing {
    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read<'a>(&'a self, offset: u64, count: usize, room: &'a mut Vec<u8>) -> Result<&'a [u8], ReadError> {
        use std::sync::atomic::Ordering::Relaxed;
        let mut count = count;
        if self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err() {
            if !self.is_short {
                return Err(ReadError::new("the disk is gone"));
            }
            count /= 2;
        }
        let mut unused = Vec::new();
        room.clear();
        room.extend_from_slice(self.bytes.as_slice().read(offset, count, &mut unused)?);
        Ok(room)
    }
}

#[test]
fn a_failing_source_gives_its_error_and_copies_agree() {
    let source =
        |bytes: &[u8], left: usize, is_short| Failing { bytes: bytes.to_vec(), is_short, left: left.into() };
    for case in CASES.iter() {
        let whole = case.probe(&case.whole[..], &case.other[..]);
        let copied =
            case.probe(source(&case.whole, usize::MAX, false), source(&case.other, usize::MAX, false));
        assert_eq!(copied, whole);
        let mut failed = 0;
        for left in 0..120 {
            match case.probe(source(&case.whole, left, false), &case.other[..]) {
                Err(ProbeError::UnreadableTable { cause, .. }) => {
                    assert_eq!(cause.to_string(), "the disk is gone");
                    failed += 1;
                }
                Err(error) => panic!("{error}"),
                Ok(_) => {}
            }
        }
        // Fewer bytes than asked for are an error, and never other values.
        let mut refused = 0;
        for left in 0..60 {
            match case.probe(source(&case.whole, left, true), &case.other[..]) {
                Err(error) => {
                    assert!(error.to_string().contains("the file ends too early"), "{error}");
                    refused += 1;
                }
                Ok(counts) => assert!(counts[1] > 0 || Ok(counts) == whole, "{left}: {counts:?}"),
            }
        }
        assert!(failed > 10 && refused > 10);
    }
}
