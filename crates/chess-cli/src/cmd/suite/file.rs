//! Perft suites: lines `FEN ;D1 20 ;D2 400 ;id start`, where `#` begins a comment line.

use crate::args::MAX_DEPTH;

/// A line of a suite that has a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SuiteLine<'a> {
    /// The FEN as it is in the file, not checked.
    pub(crate) fen: &'a str,
    /// Depths with their numbers of leaves, in the order of the line.
    pub(crate) counts: Vec<LeafCount>,
    /// The name of the position.
    pub(crate) id: Option<&'a str>,
}

/// The number of leaves that a position has at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LeafCount {
    pub(crate) depth: u32,
    /// Published counts can exceed 64 bits: those of the start position do from depth 14 on.
    pub(crate) leaves: u128,
}

/// The reason why a line is not a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum SuiteLineError {
    #[error("there is no FEN before the first semicolon")]
    NoFen,
    #[error("there is no count to check: expected ;D1 20 or the like")]
    NoCount,
    #[error("`{0}` is neither a count like D3 8902 nor id and a name")]
    Operation(String),
    #[error("`{0}`: the depth is not a number from 0 to {MAX_DEPTH}")]
    Depth(String),
    #[error("`{0}`: the count is not a number of at most 128 bits")]
    Count(String),
}

impl<'a> SuiteLine<'a> {
    /// Reads one line; `None` if it is blank or a comment. Blanks around semicolons are ignored.
    pub(crate) fn parse(line: &'a str) -> Result<Option<Self>, SuiteLineError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let (fen, operations) = line.split_once(';').ok_or(SuiteLineError::NoCount)?;
        let fen = fen.trim_end();
        if fen.is_empty() {
            return Err(SuiteLineError::NoFen);
        }
        let mut parsed = Self { fen, counts: Vec::new(), id: None };
        for operation in operations.split(';').map(str::trim).filter(|operation| !operation.is_empty()) {
            parsed.add(operation)?;
        }
        if parsed.counts.is_empty() { Err(SuiteLineError::NoCount) } else { Ok(Some(parsed)) }
    }

    fn add(&mut self, operation: &'a str) -> Result<(), SuiteLineError> {
        let unknown = || SuiteLineError::Operation(operation.to_owned());
        let (code, operand) = operation.split_once(char::is_whitespace).ok_or_else(unknown)?;
        let operand = operand.trim_start();
        if code == "id" {
            self.id = Some(operand);
            return Ok(());
        }
        let depth = code.strip_prefix('D').ok_or_else(unknown)?;
        let depth = parse_digits(depth)
            .and_then(|depth| u32::try_from(depth).ok())
            .filter(|depth| *depth <= MAX_DEPTH)
            .ok_or_else(|| SuiteLineError::Depth(operation.to_owned()))?;
        let leaves = parse_digits(operand).ok_or_else(|| SuiteLineError::Count(operation.to_owned()))?;
        self.counts.push(LeafCount { depth, leaves });
        Ok(())
    }
}

/// Reads a number. A sign, which the standard parser accepts, is refused.
fn parse_digits(text: &str) -> Option<u128> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    fn count(depth: u32, leaves: u128) -> LeafCount {
        LeafCount { depth, leaves }
    }

    #[test]
    fn counts_and_id() {
        let line = format!("{KINGS} ;D1 5 ;D2 25 ;id two kings");
        assert_eq!(
            SuiteLine::parse(&line),
            Ok(Some(SuiteLine {
                fen: KINGS,
                counts: vec![count(1, 5), count(2, 25)],
                id: Some("two kings")
            })),
        );
    }

    #[test]
    fn blanks_around_semicolons_do_not_matter() {
        for line in [
            format!("{KINGS};D1 5;D2 25"),
            format!("  {KINGS}  ;  D1   5  ;  D2\t25  ;  \r"),
            format!("{KINGS} ; ;D1 5 ;;D2 25;"),
        ] {
            let parsed = SuiteLine::parse(&line).unwrap().unwrap();
            assert_eq!(parsed.fen, KINGS);
            assert_eq!(parsed.counts, [count(1, 5), count(2, 25)], "{line:?}");
            assert_eq!(parsed.id, None);
        }
    }

    #[test]
    fn comments_and_blank_lines() {
        for line in ["", "   ", "\t\r", "# a comment ;D1 20", "   # indented"] {
            assert_eq!(SuiteLine::parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn counts_beyond_64_bits() {
        let line = format!("{KINGS} ;D15 2015099950053364471960");
        assert_eq!(
            SuiteLine::parse(&line).unwrap().unwrap().counts,
            [count(15, 2_015_099_950_053_364_471_960)]
        );
    }

    #[test]
    fn the_smallest_and_the_greatest_depth() {
        let line = format!("{KINGS} ;D0 1 ;D64 2");
        assert_eq!(SuiteLine::parse(&line).unwrap().unwrap().counts, [count(0, 1), count(64, 2)]);
    }

    #[test]
    fn malformed_lines() {
        use SuiteLineError::{Count, Depth, NoCount, NoFen, Operation};
        let operation = |text: &str| text.to_owned();
        for (line, error) in [
            (KINGS.to_owned(), NoCount),
            (format!("{KINGS} ;id nothing to check"), NoCount),
            (";D1 5".to_owned(), NoFen),
            (format!("{KINGS} ;E1 5"), Operation(operation("E1 5"))),
            (format!("{KINGS} ;D1"), Operation(operation("D1"))),
            (format!("{KINGS} ;D 5"), Depth(operation("D 5"))),
            (format!("{KINGS} ;Dx 5"), Depth(operation("Dx 5"))),
            (format!("{KINGS} ;D65 1"), Depth(operation("D65 1"))),
            (format!("{KINGS} ;D1 five"), Count(operation("D1 five"))),
            (format!("{KINGS} ;D1 +5"), Count(operation("D1 +5"))),
            (format!("{KINGS} ;D1 5 6"), Count(operation("D1 5 6"))),
            (format!("{KINGS} ;D1 {}", "9".repeat(40)), Count(format!("D1 {}", "9".repeat(40)))),
        ] {
            assert_eq!(SuiteLine::parse(&line), Err(error), "{line:?}");
        }
    }
}
