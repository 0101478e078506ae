//! Every rule of the format that a file can break, each in a table that breaks no other.

use chess_syzygy::{Position, ProbeError, TableKind, Tables};
use chess_testkit::Random;
use chess_testkit::tables::{Coding, Ending, Kind, Layout, Lengths, Pairs, Sub, Table, Values};

use crate::single;

/// Returns the rule that stops a table from being opened.
fn refused(name: &str, kind: TableKind, bytes: Vec<u8>) -> &'static str {
    let mut tables = Tables::new();
    match tables.insert(name.parse().unwrap(), kind, bytes) {
        Err(ProbeError::BrokenTable { material, kind: of_kind, rule }) => {
            assert_eq!((material.to_string().as_str(), of_kind), (name, kind));
            rule
        }
        other => panic!("{name}: {other:?}"),
    }
}

/// Returns a table in which all parts but the first have single values, and that has values from 0 to 4.
fn table(name: &str, kind: Kind, coding: Coding) -> Vec<u8> {
    let mut is_first = true;
    let table = Table::new(&Ending::new(name), kind, &mut Random::new(4), |layout, random| {
        let sub = Sub::of_runs(layout.clone(), coding, &[0, 1, 2, 3, 4], random);
        if std::mem::take(&mut is_first) { sub } else { Sub::single(layout, 0) }
    });
    table.bytes()
}

/// Refuses a table with bytes put in at offsets.
fn with(name: &str, changes: &[(usize, &[u8])]) -> &'static str {
    let mut bytes = table(name, Kind::Wdl, Coding::default());
    for (at, change) in changes {
        bytes[*at..at + change.len()].copy_from_slice(change);
    }
    refused(name, TableKind::Wdl, bytes)
}

/// The codes of pieces for both sides to move: a pawn is 1 and a king 6, and Black's pieces are 8 more.
fn pieces(codes: &[u8]) -> Vec<u8> {
    codes.iter().map(|code| code << 4 | code).collect()
}

#[test]
fn the_first_bytes_and_the_flags() {
    assert_eq!(with("KQvK", &[(3, &[0x5c])]), "the first four bytes are not the signature of such a file");
    let other = table("KQvK", Kind::Dtz, Coding::default());
    assert_eq!(
        refused("KQvK", TableKind::Wdl, other),
        "the first four bytes are not the signature of such a file"
    );
    let pawns = "the file has pawns and its name has none, or the other way round";
    assert_eq!(with("KQvK", &[(4, &[0x33])]), pawns);
    assert_eq!(with("KPvK", &[(4, &[0x31])]), pawns);
    let sides = "the number of sides to move is wrong for the pieces";
    assert_eq!(with("KQvK", &[(4, &[0x30])]), sides);
    assert_eq!(with("KQvKQ", &[(4, &[0x41])]), sides);
}

#[test]
fn the_pieces_and_their_order() {
    for code in [0x00, 0x07, 0x08, 0x0f, 0x70] {
        assert_eq!(with("KQvK", &[(6, &[code])]), "a code is not a piece");
    }
    let others = "the pieces are not those of the file's name";
    for codes in [[6, 4, 14], [6, 6, 14], [5, 5, 14], [6, 6, 5]] {
        assert_eq!(with("KQvK", &[(6, &pieces(&codes))]), others);
    }
    let place = "a group of pieces is not placed";
    assert_eq!(with("KQvK", &[(5, &[0x11])]), place);
    assert_eq!(with("KRRvK", &[(5, &[0x22])]), place);
    assert_eq!(with("KPvKP", &[(5, &[0x11, 0x11])]), place);

    assert_eq!(with("KRRvK", &[(6, &pieces(&[6, 4, 4, 14]))]), "the leading pieces are not the kings");
    let single = "the leading pieces are not three single ones";
    assert_eq!(with("KRRvKN", &[(6, &pieces(&[6, 14, 4, 4, 10]))]), single);
    assert_eq!(with("KRRvKBB", &[(6, &pieces(&[6, 14, 4, 11, 4, 11]))]), "equal pieces are apart");
    let lead = "the leading pieces are not the pawns of the side with fewer";
    assert_eq!(with("KPvK", &[(6, &pieces(&[6, 1, 14]))]), lead);
    assert_eq!(with("KPPvK", &[(6, &pieces(&[1, 6, 1, 14]))]), lead);
    assert_eq!(with("KPPvKP", &[(7, &pieces(&[1, 1, 9, 6, 14]))]), lead);
    let second = "the second colour's pawns do not follow the first's";
    assert_eq!(with("KPPvKP", &[(7, &pieces(&[9, 6, 1, 1, 14]))]), second);
    // The second file's part has the colors of the mirror image.
    let parts = "the parts have different pieces";
    assert_eq!(with("KPvK", &[(5, &[0, 0x11, 0x66, 0xee, 0, 0x99, 0xee, 0x66])]), parts);
}

/// The offset of the first part of `KQvK`: flags, then the bytes that the tests change.
const PART: usize = 10;

#[test]
fn the_blocks_and_the_index() {
    for bits in [0, 2, 17, 64, 255] {
        assert_eq!(with("KQvK", &[(PART + 1, &[bits])]), "the size of a block is out of range");
    }
    for bits in [0, 33, 64, 255] {
        assert_eq!(with("KQvK", &[(PART + 2, &[bits])]), "the span of the index is out of range");
    }
    assert_eq!(with("KQvK", &[(PART + 3, &[1, 255, 255, 255, 255])]), "there are too many blocks");
}

/// The bytes of a code with the first symbols of its lengths, and of symbols.
fn code(longest: u8, shortest: u8, first: &[u16], symbols: &[[u16; 2]]) -> Vec<u8> {
    let mut bytes = vec![longest, shortest];
    bytes.extend(first.iter().flat_map(|it| it.to_le_bytes()));
    bytes.extend((symbols.len() as u16).to_le_bytes());
    for [first, second] in symbols {
        bytes.extend([*first as u8, (first >> 8 | second << 4) as u8, (second >> 4) as u8]);
    }
    bytes
}

/// A symbol that is a value.
const fn value(value: u16) -> [u16; 2] {
    [value, 0xfff]
}

#[test]
fn the_code_and_its_symbols() {
    let with_code = |code: Vec<u8>| with("KQvK", &[(PART + 8, &code)]);
    let two = [value(0), value(1)];
    for [longest, shortest] in [[1, 0], [1, 2], [33, 1], [255, 1], [0, 0]] {
        assert_eq!(with_code(code(longest, shortest, &[0], &two)), "the lengths of codes are out of range");
    }
    let order = "the symbols are not in the order of their codes";
    assert_eq!(with_code(code(2, 1, &[0, 5], &two)), order);
    assert_eq!(with_code(code(3, 1, &[3, 4, 0], &two)), order);
    assert_eq!(with_code(code(2, 1, &[9, 0], &two)), "there are more codes than their lengths allow");

    assert_eq!(with_code(vec![1, 1, 0, 0, 0x01, 0x10]), "there are too many symbols");
    assert_eq!(with_code(code(1, 1, &[0], &[value(0), [1, 0]])), "a symbol contains itself");
    assert_eq!(with_code(code(1, 1, &[0], &[[1, 2], [2, 0], [0, 1], value(0)])), "a symbol contains itself");
    assert_eq!(with_code(code(1, 1, &[0], &[value(0), [0, 2]])), "a symbol is missing");
    let doubled: Vec<_> = (0..10u16).map(|i| if i == 0 { value(0) } else { [i - 1, i - 1] }).collect();
    assert_eq!(with_code(code(1, 1, &[0], &doubled)), "a symbol has too many values");
}

/// Probes positions of `KQvK` in a table of one kind, along with tables of wins of White and of the shortest distances. Returns
/// the rules that are broken.
fn probed(kind: TableKind, bytes: Vec<u8>) -> Vec<&'static str> {
    let mut tables = Tables::new();
    let ending = Ending::new("KQvK");
    let single = |kind, values| single(&ending, kind, &mut Random::new(1), values).bytes();
    let material = "KQvK".parse().unwrap();
    tables.insert(material, TableKind::Wdl, single(Kind::Wdl, [4, 0])).unwrap();
    tables.insert(material, TableKind::Dtz, single(Kind::Dtz, [0, 0])).unwrap();
    tables.insert(material, kind, bytes).unwrap();
    let mut random = Random::new(2);
    let mut rules = Vec::new();
    for _ in 0..400 {
        match tables.probe_dtz(&ending.position(&mut random)) {
            Err(ProbeError::BrokenTable { rule, .. }) => rules.push(rule),
            Err(error) => panic!("{error}"),
            Ok(_) => {}
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// Returns a table of `KQvK` with these values in every part, and a change of its bytes.
fn of_values(kind: Kind, values: &[u16], coding: Coding, change: impl Fn(&mut Vec<u8>)) -> Vec<&'static str> {
    let table = Table::new(&Ending::new("KQvK"), kind, &mut Random::new(6), |layout, random| {
        Sub::of_runs(layout, coding, values, random)
    });
    let mut bytes = table.bytes();
    change(&mut bytes);
    probed(if kind == Kind::Wdl { TableKind::Wdl } else { TableKind::Dtz }, bytes)
}

#[test]
fn values_that_are_none() {
    let coding = Coding::default();
    let outcomes = of_values(Kind::Wdl, &[0, 5], coding, |_| {});
    assert!(outcomes.contains(&"a value is not an outcome"), "{outcomes:?}");
    let distances = of_values(Kind::Dtz, &[1, 4094], coding, |_| {});
    assert!(distances.iter().all(|rule| rule.starts_with("no move reaches")), "{distances:?}");
    // A map with fewer entries than values, and one with a distance that is too great, for either side to move.
    let broken = [
        (vec![1, 2], "a value is not in the list of distances"),
        (vec![60_000; 3], "a distance is too large"),
    ];
    for (map, rule) in broken {
        for side in [0, 1] {
            let table = Table::new(&Ending::new("KQvK"), Kind::Dtz, &mut Random::new(6), |layout, random| {
                let mut sub = Sub::of_runs(layout, coding, &[0, 1, 2], random);
                sub.form.is_wide = true;
                sub.form.side = side;
                sub.form.map = Some([(); 4].map(|()| map.clone()));
                sub
            });
            assert!(probed(TableKind::Dtz, table.bytes()).contains(&rule));
        }
    }
}

/// The offsets of the sparse index, of the lengths of blocks, and of the blocks, in a table of distances of one part.
fn offsets(bytes: &[u8], spans: usize) -> [usize; 3] {
    let word = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let lengths = usize::from(bytes[PART + 8] - bytes[PART + 9]) + 1;
    let symbols = word(PART + 10 + 2 * lengths);
    let spans_at = (PART + 12 + 2 * lengths + 3 * symbols).next_multiple_of(2);
    let sizes_at = spans_at + 6 * spans;
    let blocks = word(PART + 4) + usize::from(bytes[PART + 3]);
    [spans_at, sizes_at, (sizes_at + 2 * blocks).next_multiple_of(64)]
}

#[test]
fn an_index_that_points_elsewhere() {
    let coding = Coding { span: 10, ..Coding::default() };
    let spans = 31332usize.div_ceil(1 << 10);
    let with_entries = |entry: [u8; 6]| {
        of_values(Kind::Dtz, &[1, 2, 3], coding, |bytes| {
            let [at, end, _] = offsets(bytes, spans);
            bytes[at..end].copy_from_slice(&entry.repeat(spans));
        })
    };
    assert!(with_entries([0; 6]).contains(&"the index points before the first block"));
    for entry in [[255; 6], [0, 255, 0, 0, 0, 0]] {
        assert!(with_entries(entry).contains(&"the index points after the last block"));
    }
    // Blocks of one value each, so that the last ones are passed on the way.
    let rules = of_values(Kind::Dtz, &[1, 2, 3], coding, |bytes| {
        let [_, sizes, blocks] = offsets(bytes, spans);
        bytes[sizes..blocks].fill(0);
    });
    assert!(rules.contains(&"the index points after the last block"), "{rules:?}");
    // Spare lengths, of blocks that are not there.
    let rules = of_values(Kind::Dtz, &[1, 2, 3], Coding { spare: 4, ..coding }, |bytes| {
        let [at, sizes, _] = offsets(bytes, spans);
        let blocks = u32::from_le_bytes(bytes[PART + 4..][..4].try_into().unwrap());
        let entry = [blocks.to_le_bytes().as_slice(), &1000u16.to_le_bytes()].concat();
        bytes[at..sizes].copy_from_slice(&entry.repeat(spans));
    });
    assert!(rules.contains(&"the index points after the last block"), "{rules:?}");
}

#[test]
fn a_block_that_holds_less_than_its_length() {
    let rules =
        of_values(Kind::Dtz, &[1, 2, 3], Coding { pairs: Pairs::None, ..Coding::default() }, |bytes| {
            let [_, sizes, blocks] = offsets(bytes, 31332usize.div_ceil(1 << 12));
            bytes[sizes..blocks].fill(255);
        });
    assert!(rules.contains(&"a block ends too early"), "{rules:?}");
    // A code without a symbol: the first symbol of each length is far too great.
    let rules =
        of_values(Kind::Dtz, &[1, 2, 3], Coding { pairs: Pairs::None, ..Coding::default() }, |bytes| {
            let lengths = usize::from(bytes[PART + 8] - bytes[PART + 9]) + 1;
            for length in 0..lengths {
                bytes[PART + 11 + 2 * length] = 200;
            }
        });
    assert!(rules.contains(&"a symbol is missing"), "{rules:?}");
}

/// A span has few blocks in real tables. Here it has 159,251 of twelve values each, and the walk goes back; or they declare one
/// value each, and the walk goes on from the first.
#[test]
fn a_walk_over_too_many_blocks() {
    let name = "KRvKN";
    let (mut values, mut refused) = (0, [0; 2]);
    for (way, span) in [(0, 22), (1, 20)] {
        let table =
            Table::new(&Ending::new(name), Kind::Dtz, &mut Random::new(1), |layout: Layout, random| {
                let values: Vec<_> = (0..layout.size()).map(|_| random.below(32) as u16).collect();
                let coding = Coding { block: 3, span, pairs: Pairs::None, lengths: Lengths::Equal, spare: 0 };
                Sub { values: Values::Each(values), coding, ..Sub::single(layout, 0) }
            });
        let mut bytes = table.bytes();
        if way == 1 {
            let spans_at = PART + 14 + 3 * 32;
            let blocks = u32::from_le_bytes(bytes[PART + 4..PART + 8].try_into().unwrap()) as usize;
            bytes[spans_at..spans_at + 12 + 2 * blocks].fill(0);
        }
        let wins = single(&Ending::new(name), Kind::Wdl, &mut Random::new(1), [4, 4]);
        let mut tables = Tables::new();
        tables.insert(name.parse().unwrap(), TableKind::Wdl, wins.bytes()).unwrap();
        tables.insert(name.parse().unwrap(), TableKind::Dtz, bytes).unwrap();
        let mut random = Random::new(2);
        for tried in 0..10_000 {
            if tried >= 100 && refused[way] > 0 {
                break;
            }
            let position: Position = Ending::new(name).position(&mut random);
            match tables.probe_dtz(&position) {
                Ok(_) => values += 1,
                Err(ProbeError::BrokenTable { rule, .. }) => {
                    refused[way] += usize::from(rule.ends_with("too far away"));
                }
                Err(ProbeError::MissingTable { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(values > 0 && refused.iter().all(|&refused| refused > 0), "{values} {refused:?}");
}

/// The byte is a value in tables of outcomes only.
#[test]
fn a_single_distance_is_the_shortest_whatever_its_byte() {
    let probed = |byte: u8| {
        let mut tables = Tables::new();
        for kind in [Kind::Wdl, Kind::Dtz] {
            let mut bytes = single(&Ending::new("KQvK"), kind, &mut Random::new(1), [4, 0]).bytes();
            let is_distances = kind == Kind::Dtz;
            if is_distances {
                assert!(bytes[PART] & 0x80 != 0, "a single value");
                bytes[PART + 1] = byte;
            }
            let kind = if is_distances { TableKind::Dtz } else { TableKind::Wdl };
            tables.insert("KQvK".parse().unwrap(), kind, bytes).unwrap();
        }
        tables.probe_dtz(&"8/8/8/8/3k4/8/8/KQ6 w - - 0 1".parse().unwrap()).unwrap()
    };
    assert_eq!((probed(0).plies(), probed(0)), (1, probed(90)));
}
