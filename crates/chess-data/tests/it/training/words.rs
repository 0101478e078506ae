//! Names of formats and of losses, and the texts of errors.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use chess_data::training::{Fault, ReadError, plain};
use chess_data::training::{Format, Loss, Losses, Writer};

use super::read_all;

#[test]
fn formats_are_named_as_their_modules_and_known_by_extensions() {
    for format in Format::ALL {
        let name = format!("{format:?}").to_lowercase();
        assert_eq!((format.name(), name.parse()), (&*name, Ok(format)));
        assert_eq!(format!("{format:>9}"), format!("{name:>9}"));
        assert_eq!(Format::of_path(Path::new(&format!("a/b.{name}"))), Some(format));
    }
    for (extension, format) in [
        ("vf", Some(Format::Viri)),
        ("VF", Some(Format::Viri)),
        ("viriformat", Some(Format::Viri)),
        ("marlinformat", Some(Format::Marlin)),
        ("bf", Some(Format::Bullet)),
        ("bulletformat", Some(Format::Bullet)),
        ("BinPack", Some(Format::Binpack)),
        ("txt", Some(Format::Plain)),
        ("bin", None),
        ("", None),
    ] {
        assert_eq!(Format::of_path(Path::new(&format!("a.{extension}"))), format, "{extension}");
    }
    assert_eq!(Format::of_path(Path::new("pgn")), None);
    for text in ["", "Viri", "vf", "binpack "] {
        let error = text.parse::<Format>().unwrap_err();
        assert!(Format::ALL.iter().all(|format| error.to_string().contains(format.name())), "{error}");
    }
}

/// `NoScore` as `no_score`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

#[test]
fn losses_have_names_and_texts_of_their_own() {
    let texts: HashSet<String> = Loss::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), Loss::ALL.len());
    for loss in Loss::ALL {
        assert_eq!(loss.name(), snake_case(&format!("{loss:?}")));
        assert!(loss.to_string().split(' ').count() > 1, "{loss}");
    }
    assert_eq!(format!("{:>15}", Loss::Move), "  moves dropped");
}

#[test]
fn losses_are_written_with_their_numbers() {
    assert_eq!(Losses::NONE.to_string(), "nothing");
    let game = b"1. e4 {[%eval 0.1]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} 1-0";
    let losses = [Format::Marlin, Format::Plain].map(|format| {
        let mut writer = Writer::new(format, Vec::new());
        for record in super::read(Format::Pgn, game) {
            writer.write(&record).unwrap();
        }
        writer.losses()
    });
    assert_eq!(losses[0], losses[1]);
    let losses = losses[0];
    assert_eq!(losses.to_string(), "1 positions without a score left out, 2 moves dropped");
    let counts: Vec<_> = losses.iter().collect();
    assert_eq!(counts, [(Loss::NoScore, 1), (Loss::Move, 2)]);
    let mut sum = losses;
    sum += losses;
    assert_eq!((sum.count(Loss::Move), sum.count(Loss::NoScore), sum.count(Loss::Head)), (4, 2, 0));
    assert!(!sum.is_empty() && Losses::default().is_empty());
}

#[test]
fn an_error_tells_its_place_and_its_cause() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (text, expected) in [
        (format!("{line} | 1\n"), "line 1, byte 0: a line is FEN | score | result"),
        (format!("\n{line} | 1 | 1.0 | 2\n"), "line 2, byte 1: a line is FEN | score | result"),
        (format!("{line} | +-1 | 1.0"), "line 1, byte 0: a score is a number from -32768 to 32767"),
        (format!("{line} | 1 | [1.0"), "line 1, byte 0: a result is 1.0, 0.5 or 0.0"),
    ] {
        let (_, faults) = read_all(Format::Plain, text.as_bytes());
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert_eq!(fault.to_string(), expected);
        let cause = fault.source().unwrap().downcast_ref::<Fault>().unwrap();
        assert!(expected.ends_with(&cause.to_string()));
    }
    let (_, faults) = read_all(Format::Plain, b"k7/8 | 1 | 1.0");
    assert!(matches!(&faults[..], [ReadError { fault: Fault::Fen(_), line: 1, offset: 0 }]), "{faults:?}");
    let long = format!("{line} | 1 | 1.0\n{}", "x".repeat(5000));
    let (records, faults) = read_all(Format::Plain, long.as_bytes());
    assert_eq!(records.len(), 1);
    assert!(
        matches!(&faults[..], [ReadError { fault: Fault::LineLength, line: 2, offset: 40 }]),
        "{faults:?}"
    );
}

#[test]
fn a_line_has_a_limit_with_its_end() {
    let line = format!("{:<1$}", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 1 | 1.0", plain::MAX_LINE - 1);
    for (text, is_too_long) in [
        (line.clone(), false),
        (format!("{line}\n"), false),
        (format!("{line} "), true),
        (format!("{line} \n"), true),
    ] {
        let (records, faults) = read_all(Format::Plain, text.as_bytes());
        assert_eq!((records.len(), faults.len()), if is_too_long { (0, 1) } else { (1, 0) });
        assert!(faults.iter().all(|fault| matches!(fault.fault, Fault::LineLength)));
    }
}

#[test]
fn a_line_that_is_too_long_is_passed_whatever_its_length() {
    let text = format!("{}\nbad\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 1 | 1.0\n", "x".repeat(200_000));
    let (records, faults) = read_all(Format::Plain, text.as_bytes());
    let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.offset)).collect();
    assert_eq!((records.len(), places), (1, vec![(1, 0), (2, 200_001)]));
}
