//! Positions with known values, in tables that are kept beside the project.

use std::fs;
use std::path::Path;

use chess_syzygy::{Position, Tables};

/// The folder of the tables of all endings of three and four pieces, which not everyone has.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");

/// Compares all positions of a file with the values beside them.
fn compare(file: &str, separator: char) -> usize {
    let Ok(text) = fs::read_to_string(Path::new(FOLDER).join(file)) else {
        println!("skipped: {file} is not there");
        return 0;
    };
    let tables = Tables::open([FOLDER]).unwrap();
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("EPD")) {
        let fields: Vec<&str> = line.split(separator).collect();
        let [fen, wdl, dtz] = fields[..] else { panic!("{line}") };
        let position: Position =
            if separator == ',' { format!("{fen} 0 1") } else { fen.into() }.parse().unwrap();
        assert_eq!(tables.probe_wdl(&position).unwrap().value().to_string(), wdl, "{line}");
        assert_eq!(tables.probe_dtz(&position).unwrap().plies().to_string(), dtz, "{line}");
        compared += 1;
    }
    compared
}

#[test]
fn random_positions_have_their_values() {
    assert!([0, 600].contains(&compare("probed_sample.tsv", '\t')));
}

#[test]
fn published_positions_have_their_values() {
    assert!([0, 100].contains(&compare("published_sample.csv", ',')));
}
