//! The sums of fuzzing: every slice is added once and only once.

use std::fs;

use chess_fuzz_targets::{Sums, SumsError};

const SLICES: &str = "2026-01-01T10:00:00.000Z\tfen\t100\t60.04\t12.56\t3\t0\tnone\t0\n\
                      2026-01-01T10:01:00.000Z\tepd\t7\t1\t.25\t0\t1\taddress\t77\n\
                      2026-01-01T10:02:00.000Z\tfen\t50\t0.96\t0\t2\t0\tnone\t0\n";

const TABLE: &str = "| target | executions | wall seconds | CPU seconds | new inputs | findings |\n\
                     |---|--:|--:|--:|--:|--:|\n\
                     | `epd` | 7 | 1.0 | 0.3 | 0 | 1 |\n\
                     | `fen` | 150 | 61.0 | 12.6 | 5 | 0 |\n\
                     | sum | 157 | 62.0 | 12.9 | 5 | 1 |\n\
                     \n\
                     Slices that ended until 2026-01-01T10:02:00.000Z are counted.\n";

fn of(slices: &str) -> Sums {
    let mut sums = Sums::default();
    sums.add(slices).expect("slices");
    sums
}

#[test]
fn slices_are_added_by_target() {
    assert_eq!(of(SLICES).to_string(), TABLE);
    assert_eq!(TABLE.parse(), Ok(of(SLICES)));
}

#[test]
fn what_is_counted_is_not_counted_again() {
    let mut sums = of(SLICES);
    assert_eq!(sums.add(SLICES), Ok(0));
    assert_eq!(sums, of(SLICES));
    let more = format!("{SLICES}2026-01-01T10:03:00.000Z\tsan\t9\t1\t1\t0\t0\tnone\t0\n");
    assert_eq!(sums.add(&more), Ok(1));
    assert_eq!(sums, of(&more));
    // Part by part is the same as all at once.
    let mut in_parts = Sums::default();
    for line in more.split_inclusive('\n') {
        assert_eq!(in_parts.add(line), Ok(1));
    }
    assert_eq!(in_parts, sums);
}

#[test]
fn a_slice_whose_line_is_cut_off_is_left_out() {
    let cut = SLICES.strip_suffix('\n').expect("a line");
    let first_two: String = SLICES.split_inclusive('\n').take(2).collect();
    assert_eq!(of(cut), of(&first_two));
}

#[test]
fn a_wrong_line_is_named_and_adds_nothing() {
    let cases = [
        ("fen\t1\t1\t1\t0\t0", "a slice has at least seven fields"),
        ("2026-01-01T10:03:00Z\tnen\t1\t1\t1\t0\t0", "there is no such target"),
        ("now\tfen\t1\t1\t1\t0\t0", "a slice begins with its end in UTC"),
        ("2026-01-01T10:03:00Z\tfen\t-1\t1\t1\t0\t0", "a number is wrong"),
        ("2026-01-01T10:03:00Z\tfen\t1\t1e3\t1\t0\t0", "a number of seconds is wrong"),
        ("2026-01-01T10:03:00Z\tfen\t1\t1.x\t1\t0\t0", "a number of seconds is wrong"),
    ];
    for (line, reason) in cases {
        let mut sums = Sums::default();
        let expected = Err(SumsError { line: 4, reason });
        assert_eq!(sums.add(&format!("{SLICES}{line}\n")), expected, "{line}");
        assert_eq!(sums, Sums::default());
    }
}

/// An addition that is wrong by one, in any column and in any row, is seen when the table is read.
#[test]
fn a_table_that_does_not_add_up_is_refused() {
    for (right, wrong) in [
        ("| 150 |", "| 151 |"),
        ("| 157 |", "| 156 |"),
        ("| 61.0 |", "| 61.1 |"),
        ("| 12.9 |", "| 12.8 |"),
        ("| 5 | 1 |", "| 5 | 0 |"),
        ("| `epd` | 7 | 1.0 | 0.3 | 0 | 1 |\n", ""),
    ] {
        let table = TABLE.replacen(right, wrong, 1);
        assert_ne!(table, TABLE);
        assert!(table.parse::<Sums>().is_err(), "{wrong}");
    }
}

#[test]
fn the_page_has_a_table_that_adds_up_and_can_be_written() {
    let page = fs::read_to_string(Sums::page()).expect("readable");
    let sums = Sums::of_page(&page).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(sums.placed_in(&page).as_deref(), Ok(page.as_str()));
    let other = of(SLICES).placed_in(&page).expect("marks");
    assert_eq!(Sums::of_page(&other), Ok(of(SLICES)));
    assert!(Sums::of_page("no table").is_err() && sums.placed_in("no table").is_err());
}
