//! The self-test: on a small crate whose tests have known holes, the tool finds exactly these.

mod made;
mod sources;

use std::time::Duration;

use chess_mutants::error::Error;
use chess_mutants::report::Report;

use crate::made::Made;

/// What the tests of the made crate miss: function, original, mutant, and if a test reaches it.
const MISSED: [(&str, &str, &str, bool); 10] = [
    ("largest", "one > other", "one >= other", true),
    ("is_small", "number < 10", "number <= 10", true),
    ("is_forgotten", "(body)", "return true", false),
    ("is_forgotten", "(body)", "return false", false),
    ("is_forgotten", "number == 1", "number != 1", false),
    ("letter", "1", "(arm removed)", false),
    ("letter", "odd % 2", "odd / 2", true),
    ("Count::name", "(body)", "return \"\"", true),
    ("Count::name", "!negative && self.0 == 0", "false", true),
    ("Count::name", "!negative", "negative", true),
];

/// The first of them can never be noticed.
const EQUIVALENT: &str = "[made] src/lib.rs largest
- one > other
+ one >= other
= If both are equal, either is the largest.
";

/// A test for the boundary that the second of them moves.
const BOUNDARY: &str = "#[test]\nfn ten_is_not_small() {\n    assert!(!made::is_small(10));\n}\n";

fn missed(report: &Report) -> Vec<(&str, &str, &str, bool)> {
    let missed = report.missed.iter();
    missed.map(|missed| (&*missed.function, &*missed.original, &*missed.mutant, missed.reached)).collect()
}

#[test]
fn known_holes_are_found_and_nothing_else() {
    let made = Made::new();
    let report = made.run("").unwrap();
    assert_eq!(missed(&report), MISSED);
    // `sum` and the others; `steps` without an end, by `+` and by `/`; `doubled`; `is_elsewhere`; the default of `Count`.
    let counts = [report.caught, report.timed_out, report.compile_time, report.not_here, report.uncompiled];
    assert_eq!((counts, report.mutants), ([31, 2, 4, 4, 1], 52));
    assert!((report.score - 100.0 * 33.0 / 43.0).abs() < 1e-9 && !report.passed);
    assert_eq!(report.missed[1].line, 27);

    // What a list says is not missed.
    let report = made.run(EQUIVALENT).unwrap();
    assert_eq!((missed(&report).as_slice(), report.equivalent), (&MISSED[1..], 1));
    assert!(report.stale.is_empty());

    // The list may not hold what is caught, and not what there is not.
    let caught = EQUIVALENT.replace("one >= other", "true");
    let report = made.run(&format!("{EQUIVALENT}\n{caught}")).unwrap();
    let (line, why) = &report.stale[0];
    assert_eq!((report.stale.len(), *line, report.passed), (1, 6, false));
    assert!(why.starts_with("it is caught by "), "{why}");
    for (part, other) in [("largest", "smallest"), ("one > other", "two > other"), ("lib.rs", "main.rs")] {
        let report = made.run(&EQUIVALENT.replacen(part, other, 1)).unwrap();
        assert_eq!(report.stale, [(1, "there is no such mutant".to_owned())]);
        assert!(!report.passed);
    }

    // A new test notices what was missed.
    made.write("tests/boundary.rs", BOUNDARY);
    let report = made.run(EQUIVALENT).unwrap();
    assert_eq!(missed(&report), MISSED[2..]);
    assert_eq!(report.caught, 32);

    // With everything else listed, the mark is reached.
    let mut listed = EQUIVALENT.to_owned();
    for entry in report.details().split_terminator("\n\n") {
        listed.extend(["\n", entry, "\n= It is only made.\n"]);
    }
    let report = made.run(&listed).unwrap();
    assert!(report.passed && report.missed.is_empty() && report.equivalent == 9, "{report:?}");

    // A test that is taken away no longer counts, and one mutant of 34 is more than 2 %.
    made.remove("tests/boundary.rs");
    let report = made.run(&listed).unwrap();
    assert_eq!(missed(&report), MISSED[1..2]);
    assert!(!report.passed && report.stale.is_empty());

    // A test that takes too long is left out and named, and what it would notice is missed.
    let wait = "fn ten_in_a_minute() {\n    std::thread::sleep(std::time::Duration::from_secs(60));\n";
    made.write("tests/slow.rs", &BOUNDARY.replace("fn ten_is_not_small() {\n", wait));
    let report = made.run_within(Some(Duration::from_secs(1)), &listed).unwrap();
    assert_eq!(missed(&report), MISSED[1..2]);
    assert_eq!(report.left_out, ["ten_in_a_minute"]);
    assert!(report.sentence().ends_with(", and all doctests, ten_in_a_minute"));
}

#[test]
fn a_crate_that_fails_without_a_mutant_has_no_answer() {
    let made = Made::new();
    made.write("tests/it.rs", "#[test]\nfn fails() {\n    assert_eq!(made::sum(1, 1), 3);\n}\n");
    assert!(matches!(made.run(""), Err(Error::Baseline(what)) if what.contains("fails")));
    made.write("tests/it.rs", "#[test]\nfn is_broken() {\n    made::no_such_function();\n}\n");
    assert!(matches!(made.run(""), Err(Error::Compile(what)) if what.contains("no_such_function")));
}
