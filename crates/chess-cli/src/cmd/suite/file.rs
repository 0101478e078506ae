//! Perft suites, in the forms that are common: `FEN ;D1 20 ;D2 400 ;id start`, EPD operations (`FEN D1 20; D2 400; id "start";`),
//! and counts of the depths from 1 on (`FEN;20;400`, `FEN,20,400`). `#` begins a comment line.

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
    #[error("there is no FEN before the first count")]
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
    /// Reads one line; `None` if it is blank or a comment. Blanks around separators are ignored.
    pub(crate) fn parse(line: &'a str) -> Result<Option<Self>, SuiteLineError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let end = line.find([';', ',']).ok_or(SuiteLineError::NoCount)?;
        let (fen, mut rest) = match start_of_operations(&line[..end]) {
            Some(start) => line.split_at(start),
            None => (&line[..end], &line[end + 1..]),
        };
        let fen = fen.trim_end();
        if fen.is_empty() {
            return Err(SuiteLineError::NoFen);
        }
        let mut parsed = Self { fen, counts: Vec::new(), id: None };
        while !rest.is_empty() {
            let end = end_of_operation(rest, char::from(line.as_bytes()[end]));
            parsed.add(rest[..end].trim())?;
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        if parsed.counts.is_empty() { Err(SuiteLineError::NoCount) } else { Ok(Some(parsed)) }
    }

    fn add(&mut self, operation: &'a str) -> Result<(), SuiteLineError> {
        let unknown = || SuiteLineError::Operation(operation.to_owned());
        let (code, operand) = match operation.split_once(char::is_whitespace) {
            Some((code, operand)) => (code, operand.trim_start()),
            None if operation.is_empty() => return Ok(()),
            // A count without its depth.
            None if operation.starts_with(|c: char| c.is_ascii_digit()) => ("", operation),
            None => return Err(unknown()),
        };
        if code == "id" {
            let name = operand.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
            self.id = Some(name.unwrap_or(operand));
            return Ok(());
        }
        // Numbers and comments of EPD, on which no count depends.
        if matches!(code.as_bytes(), b"hmvc" | b"fmvn" | [b'c', b'0'..=b'9']) {
            return Ok(());
        }
        let last = self.counts.last().map_or(0, |count| count.depth);
        let depth = match code.strip_prefix(['D', 'd']) {
            Some(digits) => parse_digits(digits).and_then(|depth| u32::try_from(depth).ok()),
            // The counts before it are those of all depths below.
            None if code.is_empty() && last as usize == self.counts.len() => Some(last + 1),
            None => return Err(unknown()),
        };
        let depth = depth.filter(|depth| *depth <= MAX_DEPTH);
        let depth = depth.ok_or_else(|| SuiteLineError::Depth(operation.to_owned()))?;
        let leaves = parse_digits(operand).ok_or_else(|| SuiteLineError::Count(operation.to_owned()))?;
        self.counts.push(LeafCount { depth, leaves });
        Ok(())
    }
}

/// The place of the first EPD operation: a word after the four fields of EPD that is no move counter.
fn start_of_operations(fen: &str) -> Option<usize> {
    let bytes = fen.as_bytes();
    let is_word = |at: usize| bytes[at - 1].is_ascii_whitespace() && bytes[at].is_ascii_alphabetic();
    (1..bytes.len()).find(|&at| is_word(at) && fen[..at].split_whitespace().count() >= 4)
}

/// The place of the separator after an operation, whose operand may be in quotes, or the end of the text.
fn end_of_operation(text: &str, separator: char) -> usize {
    let quote = text.find('"').filter(|&open| !text[..open].contains(separator));
    let quoted = quote.and_then(|open| Some(open + 1 + text[open + 1..].find('"')?)).unwrap_or(0);
    text[quoted..].find(separator).map_or(text.len(), |end| quoted + end)
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
    fn forms_of_lines() {
        const EPD: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
        for (form, fen, id) in [
            ("FEN;D1 5;D2 25", KINGS, None),
            ("  FEN  ;  D1   5  ;  D2\t25  ;  \r", KINGS, None),
            ("FEN ; ;D1 5 ;;D2 25;", KINGS, None),
            ("FEN ;d1 5 ;d2 25", KINGS, None),
            ("FEN;5;25", KINGS, None),
            ("FEN,5,25", KINGS, None),
            ("EPD, D1 5, D2 25, id a b", EPD, Some("a b")),
            ("FEN D1 5; D2 25;", KINGS, None),
            ("EPD D1 5; D2 25; id \"a; b\";", EPD, Some("a; b")),
            ("EPD hmvc 0; fmvn 1; id \"a\"; D1 5; c0 \"; D3 1;\"; D2 25", EPD, Some("a")),
        ] {
            let line = form.replace("FEN", KINGS).replace("EPD", EPD);
            let counts = vec![count(1, 5), count(2, 25)];
            assert_eq!(SuiteLine::parse(&line), Ok(Some(SuiteLine { fen, counts, id })), "{form}");
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
            (format!("{KINGS} ;D2 1,025"), Count(operation("D2 1,025"))),
            (format!("{KINGS} D2 1,025;"), Operation(operation("025;"))),
            (format!("{KINGS} ;D2 25 ;170"), Operation(operation("170"))),
            (format!("{KINGS} D1 5"), NoCount),
            (format!("{KINGS} 5 25"), NoCount),
            (format!("{KINGS} ;D1 {}", "9".repeat(40)), Count(format!("D1 {}", "9".repeat(40)))),
        ] {
            assert_eq!(SuiteLine::parse(&line), Err(error), "{line:?}");
        }
    }
}
